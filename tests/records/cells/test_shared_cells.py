"""Cells that are blank below one that has a text."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def shifts(*rows: str) -> str:
    """A table of who works when, by cells."""
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>" for row in rows)
    return f"<table><tr><th>Oven</th><th>Part</th><th>State</th></tr>{body}</table>"


def test_a_first_column_that_is_blank_below_its_text_is_told(page: Page, spec: Spec) -> None:
    """The oven stands in the first of its rows alone: the others may be of it, or of none."""
    view = page(shifts("north|door|ok", "|fan|ok", "|lamp|out", "south|door|out", "|fan|ok"))
    got = read(view, spec({"oven": "text", "part": "text", "state": "text"}))
    assert [record.values["oven"] for record in got.records] == ["north", None, None, "south", None]
    (remark,) = got.remarks
    assert (remark.column, remark.count) == ("oven", 3)
    assert "last_value(oven IGNORE NULLS) OVER (ORDER BY _n)" in remark.text


@pytest.mark.parametrize(
    "rows",
    [
        ("north|door|ok", "south|fan|ok", "|lamp|out", "east|door|out", "west|fan|ok"),  # one is missing
        ("|door|ok", "|fan|ok", "north|lamp|out", "|door|out", "south|fan|ok"),  # nothing above the first
        ("yes|door|ok", "|fan|ok", "|lamp|out", "yes|door|out", "|fan|ok"),  # a mark, where it holds
    ],
)
def test_blank_cells_that_are_no_repetition_are_none(page: Page, spec: Spec, rows: tuple[str, ...]) -> None:
    """Cells may well be empty."""
    assert not read(page(shifts(*rows)), spec({"oven": "text", "part": "text", "state": "text"})).remarks


def test_a_row_with_one_text_among_full_rows_is_told(page: Page, spec: Spec) -> None:
    """It may name the rows below it, and be no record; where other rows lack a cell, too, it may well be one."""
    fields = {"oven": "text", "part": "text", "state": "text"}
    rows = ("north|door|ok", "north|fan|ok", "south|lamp|out", "south|door|out")
    (remark,) = read(page(shifts("Ovens of brick||", *rows)), spec(fields)).remarks
    assert (remark.code, remark.count, "oven" in remark.text) == ("one line", 1, True)
    assert not read(page(shifts("Ovens of brick||", "east||ok", *rows)), spec(fields)).remarks
    assert not read(page(shifts(*rows)), spec(fields)).remarks
