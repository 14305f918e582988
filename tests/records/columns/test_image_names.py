"""Records that only a linked picture names, by its `alt`."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
ABOUT = {
    "Lamp Oslo": "A sturdy lamp for every room of the house, made of oak.",
    "Chair Bergen": "Made by hand in a small workshop, one by one.",
    "Lamp Narvik": "For those who read at night, with a warm light.",
    "Tent Alta": "Waterproof, light, and easily packed.",
}


def cards(page: Page, card: str) -> PageView:
    body = "".join(card.format(n=n, name=name, about=about) for n, (name, about) in enumerate(ABOUT.items()))
    return page(f"<main><h1>Shop</h1>{body}</main>")


def names(got: Extraction, field: str = "name") -> list[object]:
    assert got.error("") is None
    return [record.values[field] for record in got.records]


@pytest.mark.parametrize(
    "card",
    [
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='{name}'></a><p>{about}</p><i class=price>{n}0 €</i></div>",
        "<div class=card><p>{about}</p><a href=/p/{n}><span><img src={n}.jpg alt='{name}'></span></a></div>",
    ],
)
@pytest.mark.parametrize("field", ["name", "title"])
def test_a_card_of_a_picture_and_a_description(page: Page, spec: Spec, card: str, field: str) -> None:
    """The link is called as its picture is; the description was taken, silently."""
    got = read(cards(page, card), spec({field: "text", "url": "link"}))
    assert names(got, field) == list(ABOUT)
    assert not got.remarks


@pytest.mark.parametrize(
    "card",
    [
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='Photo {n}'></a><p>{name}</p></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='Look'></a><p>{name}</p></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='IMG_{n}.jpg'></a><p>{name}</p></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='{about}'></a><h3>{name}</h3></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='{name}, in oak'></a><div>{name}</div></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='{about}'></a><p><b>{name}</b></p></div>",
        "<div class=card><a href=/p/{n}><img src={n}.jpg alt='{about}'></a><p><a href=/p/{n}>{name}</a></p></div>",
    ],
)
def test_words_that_name_the_record_go_before_a_picture(page: Page, spec: Spec, card: str) -> None:
    """A heading, bold print, a link's words; and a picture's number names nothing."""
    assert names(read(cards(page, card), spec({"name": "text", "url": "link"}))) == list(ABOUT)


def test_a_picture_beside_a_short_text(page: Page, spec: Spec) -> None:
    """Either may be what the record is called: the picture may show who wrote it. That is told."""
    card = "<div class=card><a href=/u/{n}><img src={n}.jpg alt='{name}'></a><p>{name} says hello</p></div>"
    got = read(cards(page, card), spec({"title": "text"}))
    assert "linked pictures" in got.remarks[0].text
    got = read(cards(page, card), spec({"greeting": "text"}))
    assert names(got, "greeting") == [f"{name} says hello" for name in ABOUT]
    assert "'Lamp Oslo'" in got.remarks[0].text
