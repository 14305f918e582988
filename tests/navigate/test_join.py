"""What do the rows of an earlier stage ask of a listing that the SQL joins to them?"""

import json
from collections.abc import Sequence

import pyarrow as pa
import pytest

from tests.navigate.pushdown_chores import plan_of
from webdart.navigate.pushdown.join import filled_before, joined, joins
from webdart.navigate.pushdown.predicate_parts import Outlook
from webdart.navigate.row_filter import sql_of, wanted_of
from webdart.plan.model import ListingStage, Predicate

_CHORE = """webdart: 1
sites: {shop: "http://shop.example"}
stages:
  - navigate: {start: /people}
  - extract: {into: people, fields: {who: text, team: %s, url: link}}
  - navigate: {start: /issues}
  - extract: {into: issues, fields: {title: text, owner: text, team: text, url: link}}
  - execute: %s
"""


class Kept:
    """The store, with three people."""

    async def read(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """The columns asked for."""
        held = {"who": ["ana", "boris", "ana", None], "team": ["x", "y", "x", "x"]}
        assert name == "people"
        return pa.Table.from_pydict({column: held[column] for column in columns or ()})


async def _asked(sql: str, kind: str = "text") -> tuple[Predicate, ...]:
    plan = plan_of(_CHORE % (kind, json.dumps(sql)))
    stage = next(one for one in plan.stages if isinstance(one, ListingStage) and one.index == 1)
    found = await joined(stage, filled_before(plan.stages, 1), Kept())
    return found.needs["issues"].predicates


async def test_rows_that_can_match_nothing_are_not_needed():
    """The values of the joined column, each once and without NULL."""
    asked = await _asked("SELECT i.title FROM issues AS i JOIN people AS p ON i.owner = p.who WHERE i.title <> 'x'")
    assert asked == (Predicate("title", "<>", ("x",)), Predicate("owner", "in", ("ana", "boris")))
    assert await _asked("SELECT title FROM issues WHERE owner IN (SELECT who FROM people)") == asked[1:]


@pytest.mark.parametrize(
    ("sql", "owners"),
    [
        ("SELECT i.title FROM issues AS i JOIN people AS p ON i.owner = p.who WHERE p.team = 'y'", ("boris",)),
        ("SELECT title FROM issues WHERE owner IN (SELECT who FROM people WHERE team = 'x')", ("ana",)),
        ("SELECT p.who FROM people AS p LEFT JOIN issues AS i ON i.owner = p.who AND p.team = 'x'", ("ana", "boris")),
        ("SELECT i.title FROM issues AS i JOIN people AS p ON i.owner = p.who OR p.team = 'x'", ()),
    ],
)
async def test_only_rows_that_count_give_values(sql: str, owners: tuple[str, ...]):
    """What the statement asks of the other table leaves out its other rows here too."""
    found = await _asked(sql)
    assert found == ((Predicate("owner", "in", owners),) if owners else ())
    if "'y'" in sql:
        assert sql_of(found[0]) == "owner IN (SELECT who FROM people WHERE team = 'y': 1 value)"


async def test_an_outer_join_keeps_its_own_side():
    """Rows without a match are in the answer; only those of the other table need one."""
    assert await _asked("SELECT i.title FROM issues AS i LEFT JOIN people AS p ON i.owner = p.who") == ()
    assert await _asked("SELECT p.who FROM people AS p LEFT JOIN issues AS i ON i.owner = p.who") != ()


async def test_what_would_be_converted_is_left_to_the_sql():
    """A number equals a text in ways of DuckDB's own."""
    assert await _asked("SELECT i.title FROM issues AS i JOIN people AS p ON i.team = p.team", "integer") == ()


async def test_a_join_is_named_as_what_it_is():
    """In a run by the column that its values are of; before one, by what will come of it."""
    sql = "SELECT i.title FROM issues AS i JOIN people AS p ON i.owner = p.who WHERE i.title <> 'x' AND i.team || '' = 'y'"
    plan = plan_of(_CHORE % ("text", json.dumps(sql)))
    first, second = (stage for stage in plan.stages if isinstance(stage, ListingStage))
    found = (await joined(second, filled_before(plan.stages, 1), Kept())).needs["issues"]
    assert [sql_of(one) for one in found.predicates] == ["title <> 'x'", "owner IN (SELECT who FROM people: 2 values)"]
    (issues,), (people,) = second.extracts, first.extracts
    outlook = Outlook(
        need=second.needs["issues"],
        wanted=wanted_of(second, issues),
        extract=issues,
        joins=tuple(joins(second.needs["issues"], issues, filled_before(plan.stages, 1))),
    )
    assert [(part.sql, part.where) for part in outlook.parts()] == [
        ("title <> 'x'", "DuckDB"),
        ("owner = people.who (a join)", "the walk"),
        ("i.team || '' = 'y'", "DuckDB"),
    ]
    (before,) = joins(first.needs["people"], people, filled_before(plan.stages, 0))
    assert (before.where, before.why) == ("DuckDB", "issues is not filled before this listing is walked")
