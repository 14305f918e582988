"""Pages of prose: their paragraphs are taken for records where nothing else is there, and that is told."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

SAYING = "<p>The {0} is a thing with <a href=/x>strings</a> that was known to few. So it has been since {0}.</p>"


@pytest.mark.parametrize("name", ["text", "body", "title"])
def test_paragraphs_as_records_are_told(page: Page, spec: Spec, name: str) -> None:
    """Any page has those: `{text: text}` says nothing that a list of something would have."""
    html = (
        "<main><h1>Horns</h1>" + "".join(SAYING.format(word) for word in ("horn", "oboe", "bell", "lyre")) + "</main>"
    )
    got = read(page(html), spec({name: "text"}))
    assert [remark.count for remark in got.remarks if remark.code == "paragraphs"] == [4]


@pytest.mark.parametrize(
    "entry",
    [
        "<li>The {0} is a thing with strings that was known to few.</li>",
        "<div><h2>{0}</h2><p>The {0} is a thing with strings that was known to few.</p></div>",
        "<div><span class=text>The {0} is a thing with strings that was known to few.</span> <i>{0}</i></div>",
        "<article>The {0} is a thing with strings that was known to few.</article>",
        "<p>{0} with strings</p>",
    ],
)
def test_what_is_a_list_by_itself_is_not(page: Page, spec: Spec, entry: str) -> None:
    """Entries of lists, things with headings, texts that the mark-up calls so, and lines that are no sentences."""
    html = "<main><h1>Horns</h1>" + "".join(entry.format(word) for word in ("Horn", "Oboe", "Bell", "Lyre")) + "</main>"
    got = read(page(html), spec({"text": "text"}))
    assert got.verdict == "found"
    assert [remark for remark in got.remarks if remark.code == "paragraphs"] == []


def test_a_month_is_no_description(page: Page, spec: Spec) -> None:
    """Of what nothing names, a single word is not what is told of a thing."""
    told = ("Songs of the sea in the old mill. Doors open at six.", "A walk with Ann along the dunes to the light.")
    items = "".join(
        f"<li><div>{month}</div><div><div class=item-title><a href=/e/{n}>{name}</a></div><div>{words}</div></div></li>"
        for n, (month, name, words) in enumerate(
            zip(("Jul", "Aug", "Sep"), ("Choir", "Walk", "Fair"), (*told, "Bring and buy, with cakes."), strict=True)
        )
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "description": "text"}))
    assert not got.problems
    assert [record.values["description"] for record in got.records] == [*told, "Bring and buy, with cakes."]
