"""Rows that are sums of the rows above them, of pages that draw an order's lines and its foot alike."""

import asyncio
import time

import pytest

from tests.navigate.pushdown_chores import chore, plan_of
from webdart.execute.appraisal import Walks, appraise
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.plan.model import Cursor, PageRef
from webdart.records.model import CollectedPage, Record, Rows
from webdart.settings import Settings
from webdart.table.memory import MemoryTable
from webdart.trace import Trace

URL = "http://tickets.example/orders/7"
LINES = (("Adult", 18), ("Child", 6))
FOOT = (("Total (net)", 24), ("VAT", 2), ("Total", 26))


def doubted(rows: tuple[tuple[str, int], ...], sql: str) -> list[tuple[str, int]]:
    """Of what kinds an answer over such rows is doubted, and by how many rows each."""
    plan = plan_of(chore(URL, "", "fields: {item: text, price: integer}", sql))
    store = MemoryTable(plan.schemas)
    records = tuple(Record(values={"item": item, "price": price}, n=n) for n, (item, price) in enumerate(rows, 1))
    cursor = Cursor(stage=0, walk=0, sequence=1, url=URL, following=None, rows=len(rows), done=True)
    source = PageRef(url=URL, seen="2026-11-26T05:00:00+00:00")

    async def doubts() -> list[tuple[str, int]]:
        sandbox = SandboxCompute()
        computing = Computing(plan, store, sandbox, Settings(), Trace(time.monotonic))
        await store.commit(CollectedPage(cursor=cursor, rows=(Rows(table="rows", records=records, source=source),)))
        try:
            return [(doubt.kind, doubt.count) for doubt in await appraise(plan, store, computing, None, Walks())]
        finally:
            await sandbox.close()

    return asyncio.run(doubts())


@pytest.mark.parametrize("sql", ["SELECT count(*) FROM rows", "SELECT sum(price) FROM rows", "SELECT item FROM rows"])
def test_the_foot_of_an_order_is_none_of_its_lines(sql: str):
    assert doubted((*LINES, *FOOT), sql) == [("repeated", 2)]


@pytest.mark.parametrize(
    "rows",
    [
        (("Adult", 18), ("Total Recall", 18), ("Child", 6)),
        (*LINES, ("Total Recall", 113), ("Sum of all fears", 124)),
        (*LINES, ("Family", 24)),
    ],
    ids=["as the one before", "no sum", "another name"],
)
def test_a_name_or_a_figure_alone_tells_no_sum(rows: tuple[tuple[str, int], ...]):
    assert doubted(rows, "SELECT sum(price) FROM rows") == []


def test_a_condition_that_leaves_the_sums_out_settles_it():
    assert doubted((*LINES, *FOOT), "SELECT sum(price) FROM rows WHERE item NOT LIKE 'Total%'") == []
