"""Pages to commit, and the two stores that the contract is run over."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from webdart.plan.model import Column, Cursor, PageRef, TableSchema
from webdart.records.model import CollectedPage, Record, Rows
from webdart.table.duck import DuckTable
from webdart.table.memory import MemoryTable
from webdart.table.port import Table
from webdart.workflow.model import Type, Value

Make = Callable[..., CollectedPage]

PRODUCTS = TableSchema(
    name="products",
    columns=(
        Column("name", Type("text")),
        Column("price", Type("money")),
        Column("reviews", Type("integer")),
        Column("score", Type("number")),
        Column("placed", Type("datetime")),
        Column("due", Type("date")),
        Column("spent", Type("duration")),
        Column("new", Type("boolean")),
        Column("tags", Type("text", many=True)),
    ),
    key=("name",),
)
NOTES = TableSchema(name="notes", columns=(Column("body", Type("text")), Column("link", Type("link"))))


@dataclass(frozen=True, slots=True)
class Pages:
    """Makes pages of the tables `products` (keyed) and `notes` (not keyed)."""

    schemas: Mapping[str, TableSchema]

    def record(self, name: str | None, n: int = 1, *, opened: bool = False, **values: Value) -> Record:
        """A product, every column filled unless said otherwise."""
        cells: dict[str, Value] = {
            "name": name,
            "price": Decimal("12.50"),
            "reviews": 3,
            "score": 4.5,
            "placed": datetime(2026, 3, 1, 12, 30),  # noqa: DTZ001 - cells carry no zone
            "due": date(2026, 4, 1),
            "spent": timedelta(hours=2, minutes=15),
            "new": True,
            "tags": ("a", "b"),
        }
        return Record(values=cells | values, raw={"price": "$12.50"}, n=n, opened=opened)

    def rows(self, *records: Record, table: str = "products", url: str = "http://shop.example/1") -> Rows:
        """The rows of one table on one page."""
        source = PageRef(url=url, region="list", wrapper=1, seen="2026-11-21T08:00:00+00:00")
        return Rows(table=table, records=records, source=source, keyed=table == "products")

    def page(self, sequence: int, *rows: Rows, walk: int = 0, done: bool = False) -> CollectedPage:
        """A page of stage 0."""
        cursor = Cursor(
            stage=0,
            walk=walk,
            sequence=sequence,
            url=f"http://shop.example/{sequence}",
            following=f"http://shop.example/{sequence + 1}",
            rows=sum(len(part.records) for part in rows),
            done=done,
        )
        return CollectedPage(cursor=cursor, rows=rows)

    def products(self, sequence: int, names: Sequence[str | None], **values: Value) -> CollectedPage:
        """A page of products."""
        records = [self.record(name, 10 * sequence + place, **values) for place, name in enumerate(names)]
        return self.page(sequence, self.rows(*records))


@pytest.fixture
def pages() -> Pages:
    return Pages({"products": PRODUCTS, "notes": NOTES})


@pytest.fixture(params=["duck", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, pages: Pages) -> AsyncIterator[Table]:
    """The store and its double."""
    if request.param == "memory":
        yield MemoryTable(pages.schemas)
        return
    table = await DuckTable.open(tmp_path, pages.schemas)
    yield table
    await table.close()
