"""Which cells of a table have a text and no value, and whose text is it?"""

import pyarrow as pa

from tests.records.conftest import HERE, make_field
from webdart.table.audit import unreadable
from webdart.workflow.model import Extract


def table(columns: dict[str, list[object]], raws: list[list[tuple[str, str]]]) -> pa.Table:
    """Rows with the texts of their cells."""
    raw = pa.array(raws, pa.map_(pa.string(), pa.string()))
    return pa.table({**columns, "_raw": raw, "_page": ["p"] * len(raws)})  # pyright: ignore[reportUnknownMemberType]


def test_a_text_that_another_column_reads_as_its_own_is_not_unreadable():
    """Of the line "4.5, 12 reviews" a record that nobody rated has the reviews alone."""
    extract = Extract(into="t", fields=(make_field("rating", "rating"), make_field("reviews", "integer")), at=HERE)
    rows = table(
        {"rating": [4.5, None, None], "reviews": [1204, 3159, None]},
        [
            [("rating", "4.5 out of 5"), ("reviews", "1,204 reviews")],
            [("rating", "3,159 reviews"), ("reviews", "3,159 reviews")],
            [("rating", "on request")],
        ],
    )
    assert [(cell.row, cell.text) for cell in unreadable(rows, extract)["rating"]] == [(2, "on request")]


def test_columns_of_one_text_are_each_held_against_it():
    """An amount that can't be read is one, also where its currency can."""
    extract = Extract(into="t", fields=(make_field("price", "money"), make_field("code", "currency")), at=HERE)
    rows = table(
        {"price": [4.5, None], "code": ["GBP", "GBP"]},
        [
            [("price", "£4.50"), ("code", "£4.50")],
            [("price", "£5.60 Unavailable"), ("code", "£5.60 Unavailable")],
        ],
    )
    assert [cell.row for cell in unreadable(rows, extract)["price"]] == [1]
