"""What a walk that was shortened remembers: the file's own controls, and which push-down its pages are of?"""

import time
from typing import Any

import pytest

from tests.navigate.pushdown_chores import plan_of
from tests.records.conftest import build
from webdart.budget import Budget, Limits
from webdart.errors import Incomplete
from webdart.navigate.context import Tools
from webdart.navigate.pushdown import pushed_walk as shortened
from webdart.navigate.pushdown.pushed_walk import Shortened, is_unfinished, unfinished
from webdart.navigate.pushdown.verify_set import Obeyed
from webdart.navigate.pushdown_log import Replan, Replanned, from_text, to_text
from webdart.page.model import WasSet
from webdart.plan.model import Cursor, ListingStage, PageRef
from webdart.records.model import CollectedPage, Record, Rows
from webdart.trace import Trace
from webdart.values import replace

_CHORE = """webdart: 1
sites: {shop: "http://shop.example"}
stages:
  - navigate: {start: /, set: {Colour: red}}
  - extract: {into: goods, fields: {name: text}}
  - execute: SELECT name FROM goods WHERE name = 'x' ORDER BY name LIMIT 3
"""

BY_STATUS = Replan(control="Status", does="WHERE status = 'Open'", verdict="taken", grade="sampled")
BY_PRICE = replace(BY_STATUS, control="Price", does="WHERE price > 3")
CURSOR = Cursor(stage=0, walk=0, sequence=2, url="http://shop.example/", following=None, rows=40)


def made(cursor: Cursor | None) -> Shortened:
    """The push-downs of the chore's walk."""
    plan = plan_of(_CHORE)
    stage = next(stage for stage in plan.stages if isinstance(stage, ListingStage))
    nobody: Any = None
    tools = Tools(
        pool=nobody,
        guard=nobody,
        release_login=nobody,
        trace=Trace(time.monotonic),
        budget=Budget(Limits()),
        now=nobody,
        pause=nobody,
    )
    return Shortened(stage, plan.sites[stage.navigate.site], tools, cursor)


def obeyed(*was_set: WasSet) -> Obeyed:
    """What the chore's file sets, on a page that nobody looks at."""
    plan = plan_of(_CHORE)
    stage = next(stage for stage in plan.stages if isinstance(stage, ListingStage))
    nobody: Any = None
    site = plan.sites[stage.navigate.site]
    return Obeyed(stage=stage, site=site, tools=nobody, reading=nobody, was_set=was_set, before=None)


async def test_what_the_file_sets_stays_trusted_when_nothing_is_pushed_down():
    """The replanner knows nothing of the controls that the file names; the report must."""
    own = made(None)
    own.obey(obeyed(WasSet("Colour", ("red",), True)))
    nobody: Any = None
    await own.replan(nobody, build("<p>x</p>"), nobody, nobody)
    steps = from_text(own.facts).steps
    assert [(step.control, step.by, step.grade) for step in steps] == [("Colour", "file", "trusted")]


def test_a_control_that_is_set_again_after_a_kill_is_told_once():
    """The cursor carries it already."""
    file = Replan(control="Colour", does="set to red", verdict="taken", grade="trusted", by="file")
    own = made(replace(CURSOR, replans=to_text(Replanned(steps=(file, BY_STATUS)))))
    own.obey(obeyed(WasSet("Colour", ("red",), True)))
    assert own.facts.count('"file"') == 1
    assert "Status" in own.facts


@pytest.mark.parametrize(("again", "goes_on"), [(BY_STATUS, True), (BY_PRICE, False)])
async def test_a_walk_goes_on_behind_the_same_controls_only(
    again: Replan, goes_on: bool, monkeypatch: pytest.MonkeyPatch
):
    """Pages without addresses are counted from the first: those of other controls are other pages."""

    class Other:
        """Takes what the case says."""

        tab = None

        def __init__(self, **_: object) -> None: ...

        async def replan(self, _: object, view: object) -> tuple[object, object]:
            return view, object()

        def result(self) -> Replanned:
            return Replanned(steps=(again,))

    monkeypatch.setattr(shortened, "Replanner", Other)
    own = made(replace(CURSOR, replans=to_text(Replanned(steps=(BY_STATUS,)))))
    nobody: Any = None
    if goes_on:
        assert (await own.replan(nobody, build("<p>x</p>"), nobody, nobody))[1] is not None
        return
    with pytest.raises(Incomplete, match="could not be pushed down again"):
        await own.replan(nobody, build("<p>x</p>"), nobody, nobody)


def test_an_unfinished_page_is_read_again():
    """Its cursor stands before it; a row that nothing tells apart is left for then."""
    cursor = replace(CURSOR, following="http://shop.example/?page=3", done=True, covered=True, facts="later")
    rows = Rows(
        table="goods",
        records=(Record(values={"name": "a"}, key=("a",)), Record(values={"name": "b"})),
        source=PageRef(url=cursor.url),
    )
    page = unfinished(CollectedPage(cursor=cursor, rows=(rows,)), 20, "before", in_place=False)
    assert (page.cursor.following, page.cursor.rows, page.cursor.facts) == (CURSOR.url, 20, "before")
    assert not page.cursor.done
    assert not page.cursor.covered
    assert is_unfinished(page.cursor)
    assert [row.key for row in page.rows[0].records] == [("a",)]
    without = unfinished(CollectedPage(cursor=cursor, rows=()), 20, "before", in_place=True).cursor
    assert (without.following, without.done, without.rows) == (None, False, 20)
