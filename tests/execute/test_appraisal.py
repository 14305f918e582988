"""The doubts about collected rows that were never on a page of this test: what walks told is given."""

import asyncio
import time

import pytest

from tests.navigate.pushdown_chores import chore, plan_of
from webdart.errors import SourceLine
from webdart.execute.appraisal import Walks, appraise, unreadable_doubt
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.navigate.pushdown_log import Replan, Replanned, blanks, from_text, to_text
from webdart.plan.model import Cursor, PageRef
from webdart.records.cells.shared_cells import SAID_ONCE
from webdart.records.model import CollectedPage, Record, Remark, Rows
from webdart.settings import Settings
from webdart.table.audit import Cell
from webdart.table.memory import MemoryTable
from webdart.trace import Trace
from webdart.workflow.model import Field, Type

URL = "http://museum.example/objects"
BLANK = Replan(control="maker is blank", does="maker IS NULL", verdict="taken", grade="exact", blank=("rows.maker",))


@pytest.mark.parametrize(
    ("taken", "doubted"),
    [
        (Replanned(), ["empty"]),
        (
            Replanned(steps=(Replan(control="maker", does="maker IS NULL", verdict="refused", blank=("rows.maker",)),)),
            ["empty"],
        ),
        (Replanned(steps=(BLANK,)), []),
    ],
    ids=["no control", "a refused control", "a control"],
)
def test_a_column_is_empty_for_the_site_kept_the_rows_without_a_value(taken: Replanned, doubted: list[str]):
    """All rows without a maker are a doubt, unless the site was asked for such rows and its answer was verified."""
    plan = plan_of(
        chore(URL, "", "fields: {title: text, maker: text}", "SELECT count(*) FROM rows WHERE maker IS NULL")
    )
    store = MemoryTable(plan.schemas)
    records = tuple(Record(values={"title": f"Bowl {n}", "maker": None}, n=n) for n in range(1, 6))
    cursor = Cursor(stage=0, walk=0, sequence=1, url=URL, following=None, rows=5, done=True)
    source = PageRef(url=URL, seen="2026-11-26T05:00:00+00:00")
    computing = Computing(plan, store, SandboxCompute(), Settings(), Trace(time.monotonic))

    async def doubts() -> list[str]:
        await store.commit(CollectedPage(cursor=cursor, rows=(Rows(table="rows", records=records, source=source),)))
        told = await appraise(plan, store, computing, None, Walks(blank=blanks([from_text(to_text(taken))])))
        return [doubt.kind for doubt in told]

    assert asyncio.run(doubts()) == doubted


@pytest.mark.parametrize(
    ("sql", "doubted"),
    [
        ("SELECT maker, count(*) FROM rows GROUP BY 1", ["empty"]),
        ("SELECT count(title) FROM rows", []),
        ("SELECT title, last_value(maker IGNORE NULLS) OVER (ORDER BY _n) FROM rows", []),
    ],
    ids=["reads the column", "reads another", "fills down"],
)
def test_cells_that_may_stand_for_what_is_above_them_are_doubted(sql: str, doubted: list[str]):
    """Rows without a maker below one that has it: an answer that reads makers depends on what these mean."""
    plan = plan_of(chore(URL, "", "fields: {title: text, maker: text}", sql))
    store = MemoryTable(plan.schemas)
    makers = ("Ann", None, None, "Bo", None)
    records = tuple(Record(values={"title": f"Bowl {n}", "maker": maker}, n=n) for n, maker in enumerate(makers, 1))
    cursor = Cursor(stage=0, walk=0, sequence=1, url=URL, following=None, rows=5, done=True)
    source = PageRef(url=URL, seen="2026-11-26T05:00:00+00:00")
    computing = Computing(plan, store, SandboxCompute(), Settings(), Trace(time.monotonic))
    remark = Remark(code=SAID_ONCE, text="blank below one that has it", table="rows", column="maker", count=3)

    async def doubts() -> list[str]:
        await store.commit(CollectedPage(cursor=cursor, rows=(Rows(table="rows", records=records, source=source),)))
        return [doubt.kind for doubt in await appraise(plan, store, computing, None, Walks((remark,)))]

    assert asyncio.run(doubts()) == doubted


@pytest.mark.parametrize(
    ("makers", "sql", "doubted"),
    [
        (("Ann", "Bo", "Ann", None), "SELECT maker FROM rows", ["empty"]),
        (("Ann", "Bo", "Ann", None), "SELECT title FROM rows", []),
        (("Ann", None, "Ann", None), "SELECT maker FROM rows", []),
        (("Ann", "Bo", "Ann", "Cy"), "SELECT maker FROM rows", []),
    ],
    ids=["a page without makers", "reads another", "some have none anyway", "all have one"],
)
def test_a_page_that_lacks_the_column_which_all_other_rows_have(
    makers: tuple[str | None, ...], sql: str, doubted: list[str]
):
    """The last row is of a second page, on which the walk told the column to be missing."""
    plan = plan_of(chore(URL, "", "fields: {title: text, maker: text}", sql))
    store = MemoryTable(plan.schemas)
    records = [Record(values={"title": f"Bowl {n}", "maker": maker}, n=n) for n, maker in enumerate(makers, 1)]
    computing = Computing(plan, store, SandboxCompute(), Settings(), Trace(time.monotonic))
    remark = Remark(code="drift", text="the column is not on this page", table="rows", column="maker")

    async def doubts() -> list[str]:
        for number, page in enumerate((records[:3], records[3:]), 1):
            url = f"{URL}?page={number}"
            cursor = Cursor(stage=0, walk=0, sequence=number, url=url, following=None, rows=len(page), done=number > 1)
            source = PageRef(url=url, seen="2026-11-26T05:00:00+00:00")
            await store.commit(
                CollectedPage(cursor=cursor, rows=(Rows(table="rows", records=tuple(page), source=source),))
            )
        return [doubt.kind for doubt in await appraise(plan, store, computing, None, Walks((remark,)))]

    assert asyncio.run(doubts()) == doubted


@pytest.mark.parametrize(
    ("texts", "named"),
    [(["978", "148", "144"], "the type `integer`"), (["soon", "later", "never"], "the type"), (["978"], "the type")],
)
def test_a_type_that_reads_what_another_could_not_is_named(texts: list[str], named: str):
    """A column of counts that was declared as days; a single odd cell tells nothing of its column."""
    field = Field(name="views", type=Type("date"), at=SourceLine("chore.yaml", 1, 1))
    cells = [Cell(text=text, page=URL, row=row) for row, text in enumerate(texts)]
    assert (named in unreadable_doubt("threads", field, cells).remedy) == (named != "the type")
