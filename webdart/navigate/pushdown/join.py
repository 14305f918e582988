"""Finds which rows of a listing can match what earlier stages collected, where the SQL joins the two.

A semi-join: what the tables filled before hold of the joined column becomes a condition on the listing still to be
walked, so that a control can take it over, and details of records that could match nothing stay unopened.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast

import pyarrow as pa

from webdart.navigate.pushdown.predicate_parts import DUCKDB, Part
from webdart.navigate.row_filter import holds, judged, sql_of
from webdart.plan.model import ListingStage, Matching, Need, Predicate
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Kind, Scalar, Value

MOST_VALUES = 500
"""A condition of more values than this is left to the SQL."""

_ALIKE: tuple[frozenset[Kind], ...] = (frozenset({"integer"}), frozenset({"text"}))
"""Kinds that compare alike on both sides of a join."""


class Rows(Protocol):
    """Reads some columns of a stored table."""

    async def read(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """Its rows so far."""
        ...


async def joined(stage: ListingStage, filled: Mapping[str, Sequence[Extract]], rows: Rows) -> ListingStage:
    """The stage with the joins of its needs as conditions; `filled` are the tables that no later stage adds to.

    `filled` has, by table, every `extract` into it.
    """
    needs = dict(stage.needs)
    for extract in stage.extracts:
        need = needs.get(extract.into)
        if need is not None and need.matching:
            needs[extract.into] = await _with_matches(need, extract, filled, rows)
    return replace(stage, needs=needs)


async def _with_matches(need: Need, extract: Extract, filled: Mapping[str, Sequence[Extract]], rows: Rows) -> Need:
    own = {field.name: field for field in extract.fields}
    found: list[Predicate] = []
    for match in need.matching:  # what a conversion between two kinds would do is for the SQL alone
        table = next((name for name in filled if name.lower() == match.table), None)
        if table is None or not _comparable(match, own.get(match.column), filled[table]):
            continue
        where = _judged(match.where, filled[table])
        columns = tuple(dict.fromkeys((match.their, *(one.column for one in where))))
        theirs = cast("list[dict[str, Value]]", (await rows.read(table, columns)).to_pylist())
        held = {row[match.their] for row in theirs if all(holds(one, row[one.column]) for one in where)}
        values = sorted(cast("set[Scalar]", held - {None}), key=repr)
        if 0 < len(values) <= MOST_VALUES:
            said = " AND ".join([f"{table}.{match.their}", *map(sql_of, where)])
            found.append(Predicate(match.column, "in", tuple(values), joined=said))
    return replace(need, predicates=(*need.predicates, *found))


def _judged(where: Sequence[Predicate], theirs: Sequence[Extract]) -> list[Predicate]:
    """The conditions on another table that can be told of its rows just as DuckDB would."""
    own = {field.name: field for extract in theirs for field in extract.fields}
    plain = [one for one in where if one.column in own and not own[one.column].type.many]
    return [one for one in plain if judged(one, own[one.column])]


def joins(need: Need, extract: Extract, filled: Mapping[str, Sequence[Extract]]) -> Iterator[Part]:
    """For every join, before anything is read: whether it will be a condition on this listing, and why not."""
    own = {field.name: field for field in extract.fields}
    for match in need.matching:
        sql = f"{match.column} = {match.table}.{match.their} (a join)"
        table = next((name for name in filled if name.lower() == match.table), None)
        if table is None:
            yield Part(sql=sql, where=DUCKDB, why=f"{match.table} is not filled before this listing is walked")
        elif not _comparable(match, own.get(match.column), filled[table]):
            yield Part(sql=sql, where=DUCKDB, why="the two columns are not of one kind that compares alike anywhere")
        else:
            why = f"{table} is filled first: up to {MOST_VALUES} values of its {match.their} become a condition"
            yield Part(sql=sql, where="the walk", why=why)


def _comparable(match: Matching, own: Field | None, theirs: Sequence[Extract]) -> bool:
    """Whether both columns are of kinds that compare alike."""
    others = [field for extract in theirs for field in extract.fields if field.name == match.their]
    if own is None or len(others) != len(theirs):
        return False
    kinds = {own.type.kind, *(field.type.kind for field in others)}
    single = not own.type.many and not any(field.type.many for field in others)
    return single and any(kinds <= alike for alike in _ALIKE)


def filled_before(stages: Sequence[object], index: int) -> dict[str, list[Extract]]:
    """The tables that stages before `index` fill and none from there on adds to, with every `extract` into them."""
    listings = [stage for stage in stages if isinstance(stage, ListingStage)]
    later = {extract.into for stage in listings if stage.index >= index for extract in stage.extracts}
    found: dict[str, list[Extract]] = {}
    for stage in listings:
        for extract in stage.extracts if stage.index < index else ():
            if extract.into not in later:
                found.setdefault(extract.into, []).append(extract)
    return found
