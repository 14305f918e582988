"""Cells that begin with a link: is the link what they say, or a part of running text?"""

from collections.abc import Callable, Sequence

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

TOPICS = [
    "<a href=/1>Motion</a> 2 pages",
    "<a href=/2>Vote</a> 11 pages",
    "<a href=/3>Order</a>",
    "<a href=/4>Bill</a>",
]
CASTS = ["<a href=/c>CAST</a> to INTEGER", "<a href=/c>CAST</a> to BLOB", "<a href=/c>CAST</a> to REAL", "as it is"]
ALONE = ["a number", "a text of any length", "<a href=/u>Unicode</a> letters and signs", "nothing"]

FILES = [
    "<a href=/c>cert_file</a> (<code>server.crt</code>)",
    "<a href=/k>key_file</a> (<code>server.key</code>)",
    "none",
]
NOTES = ["<a href=/m>mail</a> <small>by Ann</small>", "<a href=/n>news</a> <small>by Bob</small>", "<a href=/o>old</a>"]
MODULES = [
    "<code><a href=/s>mod_ssl</a></code> is loaded",
    "<a href=/e>variable</a> <code>HOME</code> is set",
    "always",
]
MODELS = ["<a href=/b>Bounded</a>", "<a href=/l>List</a> or what is like one", "<a href=/t>Table</a>"]
EITHER = ["<a href=/b>Bounded</a>", "<a href=/l>List</a> <i>or</i> <a href=/s>Set</a>", "<a href=/t>Table</a>"]
BOLD = ["<b><a href=/b>Bounded</a></b> by Ann", "<b><a href=/l>List</a></b> by Bob, old", "<b><a href=/t>Table</a></b>"]
NEW = ["<a href=/b>Bounded</a>", "<a href=/l>List</a> sold out", "<a href=/t>Table</a>"]
MARKED = ["<a href=/b>Bounded</a>", "<a href=/l>List</a> [old]", "<a href=/t>Table</a>"]
"""Words of a sentence that the mark-up sets apart, or elements beside the link."""


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (FILES, ["cert_file ( server.crt )", "key_file ( server.key )", "none"]),
        (NOTES, ["mail", "news", "old"]),
        (MODULES, ["mod_ssl is loaded", "variable HOME is set", "always"]),
        (MODELS, ["Bounded", "List or what is like one", "Table"]),
        (EITHER, ["Bounded", "List or Set", "Table"]),
        (BOLD, ["Bounded", "List", "Table"]),
        (NEW, ["Bounded", "List", "Table"]),
        (MARKED, ["Bounded", "List", "Table"]),
        (TOPICS, ["Motion", "Vote", "Order", "Bill"]),
        (CASTS, ["CAST to INTEGER", "CAST to BLOB", "CAST to REAL", "as it is"]),
        (ALONE, ["a number", "a text of any length", "Unicode letters and signs", "nothing"]),
    ],
    ids=[
        "phrases",
        "beside",
        "code",
        "one alone",
        "either",
        "bold",
        "a remark",
        "a note",
        "one form",
        "any form",
        "cells without a link",
    ],
)
def test_the_column_tells_whether_a_link_stands_for_its_cell(
    page: Page, spec: Spec, cells: Sequence[str], expected: Sequence[str]
) -> None:
    """What is said beside every link in one form is none of the name; running text is read whole."""
    rows = "".join(f"<tr><td>{number}</td><td>{cell}</td></tr>" for number, cell in enumerate(cells))
    view = page(f"<table><tr><th>Number</th><th>Meaning</th></tr>{rows}</table>")
    found = rows_of(view, spec({"number": "integer", "meaning": "text"}))
    assert [row["meaning"] for row in found] == expected
