"""The doubts about collected rows that were never on a page of this test: what walks told is given."""

import asyncio
import time

import pytest

from tests.navigate.pushdown_chores import chore, plan_of
from webdart.execute.appraisal import appraise
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.navigate.pushdown_log import Replan, Replanned, blanks, from_text, to_text
from webdart.plan.model import Cursor, PageRef
from webdart.records.model import CollectedPage, Record, Rows
from webdart.settings import Settings
from webdart.table.memory import MemoryTable
from webdart.trace import Trace

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
        told = await appraise(plan, store, computing, None, (), blanks([from_text(to_text(taken))]))
        return [doubt.kind for doubt in told]

    assert asyncio.run(doubts()) == doubted
