"""Folders of runs, begun and filled without a browser."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from webdart.plan.model import Column, Cursor, PageRef, TableSchema
from webdart.records.model import CollectedPage, Record, Rows
from webdart.runs.folder import Project, RunFolder, RunRecord
from webdart.table.duck import DuckTable
from webdart.values import replace
from webdart.workflow.model import Type

PRODUCTS = TableSchema(
    name="products", columns=(Column("name", Type("text")), Column("price", Type("money"))), key=("name",)
)


def begin(root: Path, *, ago: timedelta = timedelta()) -> RunFolder:
    """A run's folder, as the engine makes it."""
    record = RunRecord(id="", workflow="chore", file="chore.yaml", source="webdart: 1", sha256="", started="")
    return Project(root).create(record, datetime.now(UTC) - ago)


def collect(folder: RunFolder, **prices: str) -> None:
    """A page of products, committed to the run's tables."""
    records = (Record(values={"name": name, "price": Decimal(price)}) for name, price in prices.items())
    _commit(folder, "http://shop.example/", 1, list(records))


def collect_unread(folder: RunFolder, url: str, sequence: int = 1, **texts: str) -> None:
    """A page of products, committed to the run's tables; their prices are texts that can't be read."""
    records = (Record(values={"name": name, "price": None}, raw={"price": text}) for name, text in texts.items())
    _commit(folder, url, sequence, list(records))


def _commit(folder: RunFolder, url: str, sequence: int, found: Sequence[Record]) -> None:
    source = PageRef(url=url, seen="2026-11-21T08:00:00+00:00")
    records = tuple(replace(record, n=n) for n, record in enumerate(found, 10 * (sequence - 1) + 1))
    page = CollectedPage(
        cursor=Cursor(stage=0, walk=0, sequence=sequence, url=source.url, following=None, rows=len(records), done=True),
        rows=(Rows(table="products", records=records, source=source, keyed=True),),
    )

    async def commit() -> None:
        table = await DuckTable.open(folder.path, {"products": PRODUCTS})
        await table.commit(page)
        await table.close()

    asyncio.run(commit())
