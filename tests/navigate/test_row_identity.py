"""Is a row known again, as it was read and as it was kept?"""

from datetime import date
from decimal import Decimal

from webdart.navigate.walk.row_identity import fact, mark, of_kept
from webdart.plan.model import Column, Cursor, PageRef, TableSchema
from webdart.records.model import CollectedPage, Record, Rows
from webdart.table.page import prepare
from webdart.workflow.model import Type

SCHEMA = TableSchema(
    name="parts",
    columns=(
        Column("name", Type("text")),
        Column("weight", Type("number")),
        Column("price", Type("money")),
        Column("added", Type("date")),
        Column("tags", Type("text", many=True)),
        Column("maker", Type("text")),
    ),
)
LISTING = frozenset({"name", "weight", "price", "added", "tags"})


def kept(*records: Record) -> set[int]:
    """The marks of records after they went through the store."""
    source = PageRef(url="http://x/", seen="2026-11-21T06:11:00+00:00")
    cursor = Cursor(stage=0, walk=0, sequence=1, url="http://x/", following=None, rows=len(records))
    page = CollectedPage(cursor=cursor, rows=(Rows(table="parts", records=records, source=source),))
    rows = prepare(page, {"parts": SCHEMA}, 1).tables["parts"].rows
    return of_kept(rows, [column.name for column in SCHEMA.columns], LISTING)


def test_a_row_without_a_key_is_known_by_what_the_listing_says():
    """Whole numbers in a column of fractions, sums of money, lists, what is empty, what its own page added."""
    read = {"name": "Bolt", "weight": 4, "price": Decimal("1.50"), "added": date(2026, 1, 2), "tags": ("a", "b")}
    opened = Record(values={**read, "maker": "Adler"}, opened=True)
    assert kept(opened) == {mark(fact(None, {**read, "maker": None}))}
    assert kept(opened) != {mark(fact(None, {**read, "weight": 5}))}


def test_a_row_with_a_key_is_known_by_it():
    """Whatever else it says."""
    assert kept(Record(values={"name": "Bolt"}, key=("http://x/1",))) == {mark(fact(("http://x/1",), {"name": "Nut"}))}
