"""What a list ends with that is no record: a link to more, to all, to the page before."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

NAMES = ("Red lamp", "A chair for two", "Oak", "Tin cups")


def listing(last: str, entry: str = "<li><a href=/p/{n}>{name}</a></li>") -> str:
    entries = "".join(entry.format(name=name, n=n) for n, name in enumerate(NAMES))
    return f"<main><h1>Blog</h1><ul>{entries}{last}</ul></main>"


@pytest.mark.parametrize("last", ["<li><a href=/page/2>Older posts</a></li>", "<li><a href=/p/>All posts</a></li>"])
def test_what_turns_the_page_or_leads_to_all_is_left_out(page: Page, spec: Spec, last: str) -> None:
    """It was an entry of that title, silently; that it is none is told."""
    got = read(page(listing(last)), spec({"title": "text"}))
    assert [record.values["title"] for record in got.records] == list(NAMES)
    assert [(remark.code, "at the end of the list" in remark.text) for remark in got.remarks] == [("no record", True)]


@pytest.mark.parametrize(
    ("last", "entry"),
    [
        ("<li><a href=/posts>All posts</a></li>", "<li><a href=/p/{n}>{name}</a></li>"),
        ("<li><a href=/p/all>All posts</a></li>", "<li><a href=/p/{n}>{name}</a> <time>2024-03-1{n}</time></li>"),
    ],
)
def test_what_leads_elsewhere_or_lacks_the_rest_is_told(page: Page, spec: Spec, last: str, entry: str) -> None:
    """It may be an entry of another folder, or without a day."""
    got = read(page(listing(last, entry)), spec({"title": "text"}))
    assert [record.values["title"] for record in got.records] == [*NAMES, "All posts"]
    assert [remark.code for remark in got.remarks] == ["last record"]


@pytest.mark.parametrize(
    "last",
    [
        "<li><a href=/p/9>Whatever</a></li>",
        "<li><a href=/posts/9>Whatever</a> <time>2024-03-19</time></li>",
        "",
    ],
)
def test_an_entry_like_the_others_is_none_of_these(page: Page, spec: Spec, last: str) -> None:
    """Nothing is told of it."""
    got = read(page(listing(last)), spec({"title": "text"}))
    assert len(got.records) == len(NAMES) + bool(last)
    assert got.remarks == ()
