"""What pages of other people's applications taught: each of these once gave an error, or a wrong value."""

from collections.abc import Callable

from webdart.pages.port import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def rows_of(view: PageView, spec: ListingSpec) -> list[dict[str, object]]:
    got = read(view, spec)
    assert got.error(view.url) is None, got.error(view.url)
    assert got.lacking(view.url) is None, got.lacking(view.url)
    return [dict(record.values) for record in got.records]


def test_a_head_that_spans_more_columns_than_there_are(page: Page, spec: Spec) -> None:
    """`colspan=100` means "to the end": no columns are made up, and the group rows that span as far stay such."""
    rows = "".join(f"<tr><td>A {n}</td><td>Open</td><td>2024-01-0{n + 1}</td></tr>" for n in range(3))
    heads = "<tr><th>Name</th><th>Status</th><th colspan=100>Created</th></tr>"
    view = page(f"<table><thead>{heads}</thead><tr><td colspan=100>First group</td></tr>{rows}</table>")
    assert [row["created"] for row in rows_of(view, spec({"name": "text", "status": "text", "created": "text"}))] == [
        "2024-01-01",
        "2024-01-02",
        "2024-01-03",
    ]


def test_the_link_is_the_titles_own(page: Page, spec: Spec) -> None:
    """Two columns of links, both different in every record: the one that the title is goes before the other."""
    rows = "".join(
        f'<tr><td><a href="/t/{n}">#{n}</a></td><td><a href="/t/{n}">Thing {n}</a></td><td><a href="/at/{n}">day {n}</a></td></tr>'
        for n in range(4)
    )
    view = page(f"<table><tr><th>No</th><th>Summary</th><th>Seen</th></tr>{rows}</table>")
    got = rows_of(view, spec({"no": "integer", "summary": "text", "url": "link"}))
    assert [row["url"] for row in got] == [f"http://shop.example/t/{n}" for n in range(4)]


PROPERTIES = (
    "<h1>Log book is slow</h1><table><tr><th>Owned by:</th><td>ana</td><th>Version:</th><td></td></tr>"
    "<tr><th>Keywords:</th><td> </td><th>Cc:</th><td> </td></tr></table><p>Search:</p><p>Other formats:</p>"
)


def test_a_label_beside_an_empty_cell_is_null(page: Page, spec: Spec) -> None:
    """The page has the field and nothing in it: no other text is taken for it, and the next label is no value."""
    (row,) = rows_of(
        page(PROPERTIES),
        spec({"title": "text", "owned_by": "text", "version": "text", "keywords": "text", "cc": "text"}, kind="page"),
    )
    assert row == {"title": "Log book is slow", "owned_by": "ana", "version": None, "keywords": None, "cc": None}


def test_the_sign_that_leads_to_a_heading_is_no_text(page: Page, spec: Spec) -> None:
    """What documentation generators put beside headings is neither the value below nor part of the title."""
    view = page(
        '<h1>Install<a class="headerlink" href="#install">¶</a></h1>'
        '<h2 id="d">Description <a href="#d" title="Link here">¶</a></h2><div><p>Seen on page 3.</p></div>'
    )
    assert rows_of(view, spec({"title": "text", "description": "text"}, kind="page")) == [
        {"title": "Install", "description": "Seen on page 3."}
    ]


def test_a_title_with_a_highlighted_part_is_one_text(page: Page, spec: Spec) -> None:
    """Hits of a search: what is marked in the middle of a link does not tear it into pieces."""
    hits = "".join(
        f'<dt><a href="/t/{n}">#{n}: <span class="hit{n}">Tides crash</span> on page {n + 7} (closed)</a></dt>'
        f"<dd>By ana — 2024-03-0{n + 1}</dd>"
        for n in range(4)
    )
    got = rows_of(page(f"<dl>{hits}</dl>"), spec({"title": "text", "url": "link"}))
    assert [row["title"] for row in got] == [f"#{n}: Tides crash on page {n + 7} (closed)" for n in range(4)]
