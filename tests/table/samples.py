"""Pages to commit: two tables, one keyed, one not."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, cast

import pyarrow as pa

from webdart.plan.model import Column, Cursor, PageRef, TableSchema
from webdart.records.model import CollectedPage, Record, Rows
from webdart.workflow.model import Type, Value

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


SCHEMAS = {"products": PRODUCTS, "notes": NOTES}


def record(name: str | None, n: int = 1, *, opened: bool = False, **values: Value) -> Record:
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


def rows(*records: Record, table: str = "products", url: str = "http://shop.example/1") -> Rows:
    """The rows of one table on one page."""
    source = PageRef(url=url, region="list", wrapper=1, seen="2026-11-21T08:00:00+00:00")
    return Rows(table=table, records=records, source=source, keyed=table == "products")


def page(sequence: int, *rows: Rows, walk: int = 0, done: bool = False) -> CollectedPage:
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


def products(sequence: int, names: Sequence[str | None], *, reviews: int = 3) -> CollectedPage:
    """A page of products."""
    records = [record(name, 10 * sequence + place, reviews=reviews) for place, name in enumerate(names)]
    return page(sequence, rows(*records))


def computed(**columns: Sequence[object]) -> pa.Table:
    """A computed table."""
    return cast("pa.Table", cast("Any", pa).table(columns))
