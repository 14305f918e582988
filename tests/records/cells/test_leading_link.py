"""Cells that begin with other words before the link that the others begin with."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_title_behind_other_words_is_the_title(page: Page, spec: Spec) -> None:
    """Long threads have links to their pages before the title: read as the titles of the short ones, and told."""

    def cell(n: int) -> str:
        pages = "<div>[ page <a href=?p=1>1</a>, <a href=?p=2>2</a> ]</div>" if n % 3 == 0 else ""
        return f"{pages}<p><a class=topic href='/t/{n}'>Thread {n}</a> by Ann</p>"

    rows = "".join(f"<tr><td>{cell(n)}</td><td>{n}</td></tr>" for n in range(6))
    view = page(f"<table><tr><th>Topic</th><th>Replies</th></tr>{rows}</table>")
    fields = spec({"topic": "text", "replies": "integer"})
    assert [row["topic"] for row in rows_of(view, fields)] == [f"Thread {n}" for n in range(6)]
    assert "begun otherwise" in {remark.code for remark in read(view, fields).remarks}
