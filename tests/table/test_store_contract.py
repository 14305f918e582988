"""Does a store keep what it is given, whichever store it is?"""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pyarrow as pa
import pytest

from tests.table.samples import computed, page, products, record, rows
from webdart.errors import StoreError
from webdart.plan.model import PageRef
from webdart.records.model import ListingSummary, Record, Rows
from webdart.table.port import Table


def names(table: pa.Table) -> list[str]:
    return [row["name"] for row in table.to_pylist()]


async def test_a_cell_of_every_type_comes_back_as_it_went_in(store: Table) -> None:
    """Values of every type, and NULLs, survive."""
    empty = dict.fromkeys(("price", "reviews", "score", "placed", "due", "spent", "new", "tags"))
    await store.commit(page(1, rows(record("full"), record("null", 2, **empty))))
    full, null = (await store.read("products")).to_pylist()
    assert full["price"] == Decimal("12.50")
    assert full["placed"] == datetime(2026, 3, 1, 12, 30)  # noqa: DTZ001 - cells carry no zone
    assert full["due"] == date(2026, 4, 1)
    assert full["spent"] == pa.scalar((0, 0, 8100 * 10**9), pa.month_day_nano_interval()).as_py()
    assert (full["reviews"], full["score"], full["new"], full["tags"]) == (3, 4.5, True, ["a", "b"])
    assert {null[column] for column in empty} == {None}


async def test_implicit_columns_tell_where_a_row_came_from(store: Table) -> None:
    """`_n`, `_page`, `_seen`, `_raw`, `_opened` stand behind the declared columns; internal ones only by name."""
    await store.commit(page(1, rows(record("lamp", 7, opened=True))))
    table = await store.read("products")
    assert table.column_names[-5:] == ["_n", "_page", "_seen", "_raw", "_opened"]
    row = table.to_pylist()[0]
    assert (row["_n"], row["_page"], row["_opened"]) == (7, "http://shop.example/1", True)
    assert row["_seen"] == datetime(2026, 11, 21, 8)  # noqa: DTZ001 - cells carry no zone
    assert row["_raw"] == [("price", "$12.50")]
    by_name = (await store.read("products", ["_key", "_region", "_sequence"])).to_pylist()
    assert by_name == [{"_key": '["lamp"]', "_region": "list", "_sequence": 1}]


async def test_the_same_page_again_changes_nothing(store: Table) -> None:
    """A page is known by stage, walk and sequence."""
    first = products(1, ["a", "b"])
    await store.commit(first)
    before = await store.read("products")
    await store.commit(first)
    assert (await store.read("products")).equals(before)
    info = (await store.describe())["products"]
    assert (info.rows, info.repeats, info.conflicts) == (2, 0, 0)


async def test_equal_rows_with_one_key_are_repeats_and_the_first_stays(store: Table) -> None:
    """Repeats within a page and across pages are merged and counted; `_n` is that of the first."""
    await store.commit(products(1, ["a", "b", "a"]))
    await store.commit(products(2, ["b", "c"]))
    table = await store.read("products")
    assert [(row["name"], row["_n"]) for row in table.to_pylist()] == [("a", 10), ("b", 11), ("c", 21)]
    info = (await store.describe())["products"]
    assert (info.rows, info.repeats, info.conflicts) == (3, 2, 0)


async def test_of_different_rows_with_one_key_the_later_stays(store: Table) -> None:
    """A conflict is counted, within a page and across pages."""
    await store.commit(page(1, rows(record("a", 1), record("a", 2, reviews=4), record("b", 3))))
    await store.commit(products(2, ["b"], reviews=9))
    table = await store.read("products")
    assert [(row["name"], row["reviews"]) for row in table.to_pylist()] == [("a", 4), ("b", 9)]
    info = (await store.describe())["products"]
    assert (info.rows, info.repeats, info.conflicts) == (2, 0, 2)


async def test_an_opened_row_completes_the_one_from_the_listing(store: Table) -> None:
    """The row whose own page was read stays, whichever came first, and is no conflict; a contradiction is one."""
    listing = record("a", 1, score=None)
    detail = record("a", 1, opened=True)
    await store.commit(page(1, rows(listing)))
    await store.commit(page(2, rows(detail)))
    await store.commit(page(3, rows(listing)))
    row = (await store.read("products")).to_pylist()[0]
    assert (row["score"], row["_opened"]) == (4.5, True)
    info = (await store.describe())["products"]
    assert (info.rows, info.repeats, info.conflicts) == (1, 2, 0)
    await store.commit(page(4, rows(record("a", 1, reviews=8, opened=True))))
    assert (await store.describe())["products"].conflicts == 1


async def test_rows_without_a_declared_key_value_are_dropped_and_counted(store: Table) -> None:
    """Such a row is not kept, and not forgotten either."""
    await store.commit(products(1, ["a", None, None]))
    info = (await store.describe())["products"]
    assert (info.rows, info.dropped, info.keyed) == (1, 2, True)


async def test_rows_without_a_key_are_kept_as_found(store: Table) -> None:
    """In a table without a key equal rows stay, in the order of the walk, walk by walk."""
    once = Record(values={"body": "same", "link": None}, n=1)
    twice = (once, Record(values={"body": "same", "link": None}, n=2))
    await store.commit(page(1, rows(*twice, table="notes"), walk=1))
    await store.commit(page(1, rows(once, table="notes"), walk=0))
    found = (await store.read("notes", ["_walk", "_n"])).to_pylist()
    assert [(row["_walk"], row["_n"]) for row in found] == [(0, 1), (1, 1), (1, 2)]
    info = (await store.describe())["notes"]
    assert (info.rows, info.keyed, info.repeats) == (3, False, 0)


async def test_a_key_that_was_found_merges_too(store: Table) -> None:
    """Without a declared key the records' own key (the main link) counts."""

    def note(key: str, n: int) -> Record:
        return Record(values={"body": key, "link": key}, key=(key,), n=n)

    await store.commit(page(1, rows(note("z", 1), note("a", 2), table="notes")))
    await store.commit(page(2, rows(note("z", 3), table="notes")))
    assert [row["body"] for row in (await store.read("notes")).to_pylist()] == ["z", "a"]
    assert [row["body"] for row in (await store.read("notes", by_key=True)).to_pylist()] == ["a", "z"]
    info = (await store.describe())["notes"]
    assert (info.rows, info.keyed, info.repeats) == (2, True, 1)


async def test_rows_are_read_in_the_order_of_the_walk(store: Table) -> None:
    """Or by their keys, whenever a row was found; walks and pages may be committed in any order."""
    await store.commit(products(2, ["C", "ab", "\U0001f600"]))
    await store.commit(products(1, ["Ö", "b", "a"]))
    assert names(await store.read("products")) == ["Ö", "b", "a", "C", "ab", "\U0001f600"]
    assert names(await store.read("products", by_key=True)) == ["C", "a", "ab", "b", "Ö", "\U0001f600"]


async def test_one_page_may_fill_several_tables(store: Table) -> None:
    """Rows of all its tables are kept, and two regions of one table are one."""
    note = Record(values={"body": "hi", "link": None}, n=1)
    other = PageRef(url="http://shop.example/1", region="aside")
    await store.commit(
        page(
            1,
            rows(record("a")),
            rows(note, table="notes"),
            Rows(table="notes", records=(note,), source=other),
        )
    )
    assert [row["_region"] for row in (await store.read("notes", ["_region"])).to_pylist()] == ["list", "aside"]
    assert (await store.describe())["products"].rows == 1


async def test_cursors_are_the_latest_of_every_walk(store: Table) -> None:
    """Also of pages without rows, and of pages that filled nothing."""
    last = page(3, done=True)
    other = page(1, walk=1)
    for each in (products(1, ["a"]), page(2, rows()), last, other):
        await store.commit(each)
    assert await store.cursors() == (last.cursor, other.cursor)


async def test_what_does_not_fit_its_column_is_null_and_kept_as_text(store: Table) -> None:
    """Sums and counts beyond their type, and what is no number at all, are counted, never guessed."""
    await store.commit(
        page(1, rows(record("a", price=Decimal(10) ** 20, reviews=2**70, score=float("nan"), due="soon")))
    )
    row = (await store.read("products")).to_pylist()[0]
    assert (row["price"], row["reviews"], row["score"], row["due"]) == (None, None, None, None)
    assert dict(row["_raw"]) == {"price": "$12.50", "reviews": str(2**70), "score": "nan", "due": "soon"}
    assert (await store.describe())["products"].unfit == 4


async def test_texts_of_any_page_can_be_kept(store: Table) -> None:
    """Line ends, NUL, lone surrogates, quotes."""
    wild = 'a\nb\u2028c\0d"e\\f\ud800g'
    await store.commit(products(1, [wild]))
    assert names(await store.read("products")) == [wild.replace("\ud800", "\ufffd")]


async def test_a_computed_table_is_kept_and_replaced(store: Table) -> None:
    """`keep` takes any Arrow table, in its order; the same name again replaces it."""
    await store.keep("top", computed(a=[3, 1], d=[timedelta(hours=1), None]))
    await store.keep("top", computed(name=["x", "a"], n=[2, 1]))
    assert (await store.read("top")).to_pylist() == [{"name": "x", "n": 2}, {"name": "a", "n": 1}]
    info = (await store.describe())["top"]
    assert [(column.name, str(column.type)) for column in info.schema.columns] == [("name", "text"), ("n", "integer")]
    assert info.rows == 2


async def test_a_table_of_rows_is_not_replaced_by_a_result(store: Table) -> None:
    """`into` can't overwrite what was extracted."""
    await store.commit(products(1, ["a"]))
    with pytest.raises(StoreError, match="products is a table of rows"):
        await store.keep("products", computed(a=[1]))
    assert names(await store.read("products")) == ["a"]


async def test_listings_are_a_table(store: Table) -> None:
    """`_listings` has the columns of the format; concluding again replaces it."""
    one = ListingSummary(
        table="products", site="shop", objective="lamps", url="http://x/", stated=780, collected=180, pages=9,
        verdict="complete", reasons=("stopped on a verified order",),
    )  # fmt: skip
    await store.conclude([one, one])
    await store.conclude([one])
    row = (await store.read("_listings")).to_pylist()
    assert [(r["site"], r["stated"], r["collected"], r["verdict"]) for r in row] == [("shop", 780, 180, "complete")]


async def test_a_wrong_name_says_which_there_are(store: Table) -> None:
    """Tables and columns, in reading and in committing."""
    with pytest.raises(StoreError, match=r"no table prducts\n  tables: notes, products"):
        await store.read("prducts")
    with pytest.raises(StoreError, match=r"no column prize\n  columns: name, price"):
        await store.read("products", ["prize"])
    with pytest.raises(StoreError, match="no table others"):
        await store.commit(page(1, rows(table="others")))
    with pytest.raises(StoreError, match="no column prize"):
        await store.commit(page(1, rows(record("a", prize=1))))
    assert await store.cursors() == ()


async def test_a_declared_table_is_there_before_its_first_row(store: Table) -> None:
    """SQL over an empty listing runs."""
    assert (await store.read("notes")).num_rows == 0
    assert (await store.describe())["notes"].rows == 0
