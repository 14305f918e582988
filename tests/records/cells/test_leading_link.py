"""Cells that begin with other words before the link that the others begin with."""

from collections.abc import Callable, Collection

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


def test_the_pages_of_a_thread_behind_its_title_are_no_title(page: Page, spec: Spec) -> None:
    """They stand in the heading that the cell begins with, behind its link."""

    def cell(n: int) -> str:
        pages = "<span>( <a href=?p=2>2</a> .. <a href=?p=9>Last</a> )</span>" if n % 3 == 0 else ""
        return f"<h3><a href='/t/{n}'>Thread {n}</a> {pages}</h3><p>by Ann</p>"

    rows = "".join(f"<tr><td>{cell(n)}</td><td>{n}</td></tr>" for n in range(6))
    view = page(f"<table><tr><th>Topic</th><th>Replies</th></tr>{rows}</table>")
    rows_read = rows_of(view, spec({"topic": "text", "replies": "integer"}))
    assert [row["topic"] for row in rows_read] == [f"Thread {n}" for n in range(6)]


WORK = ["Prime", "Fix", "Move", "Buy", "Sell", "Paint"]
AUTHORS = ["Ann", "Bo", "Cy", "Dee", "Eve", "Flo"]


def posts(author: Callable[[str], str], *, badge: str, badged: Collection[str]) -> str:
    """Posts with their authors, a badge behind the names of some."""
    said = (
        f"<li><h3>{word} a pump</h3><div class=author>{author(name)}{badge if name in badged else ''}</div></li>"
        for word, name in zip(WORK, AUTHORS, strict=True)
    )
    return f"<ul>{''.join(said)}</ul>"


def test_a_sign_behind_an_authors_link_is_no_name(page: Page, spec: Spec) -> None:
    """Most say nothing but the link; what stands behind it in others is told."""
    view = page(posts("<a href='/m/{0}'>{0}</a>".format, badge="<span>x <b>4</b></span>", badged={"Bo", "Eve"}))
    fields = spec({"title": "text", "author": "text"})
    assert [row["author"] for row in rows_of(view, fields)] == AUTHORS
    assert [(one.code, one.column) for one in read(view, fields).remarks] == [("begun otherwise", "author")]


def test_a_badge_behind_a_name_is_a_doubt(page: Page, spec: Spec) -> None:
    """Nothing tells the name from what is more of it: a person is told. Where all say as much, nothing is."""
    fields = spec({"title": "text", "author": "text"})
    badge = "<i>wrote this</i>"
    some = read(page(posts("<b>{}</b> ".format, badge=badge, badged={"Bo", "Eve"})), fields)
    assert [(one.code, one.column, one.count) for one in some.remarks] == [("other column", "author", 2)]
    every = read(page(posts("<b>{}</b> ".format, badge=badge, badged=AUTHORS)), fields)
    assert not [one for one in every.remarks if one.code == "other column"]


def test_a_second_author_is_no_badge(page: Page, spec: Spec) -> None:
    """Names of one kind, with a comma between, are read together."""
    second = ", <a href='/m/z'>Zoe</a>"
    view = page(posts("<a href='/m/{0}'>{0}</a>".format, badge=second, badged={"Bo"}))
    assert rows_of(view, spec({"title": "text", "author": "text"}))[1]["author"] == "Bo, Zoe"
