"""What a page says of each element: the same as going over the page again, and headings as a person reads them."""

from collections.abc import Callable

import pytest

import webdart.records.columns.markup_hints as marks
from tests.records.page_rows import rows_of
from webdart.page.model import Node, PageView
from webdart.records import ListingSpec, read
from webdart.records.structure.outline import Outline, outline

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


CARDS = "".join(
    f"<li><b class=name>Lamp {n}</b><div class=name><i class=name>{n} W</i><button class=name>Buy</button></div>"
    f"<select><option class=name>{n}</option></select><p class=price>{n}.50 €</p></li>"
    for n in range(1, 6)
)


@pytest.fixture
def seen(page: Page) -> Outline:
    return outline(page(f"<ul>{CARDS}</ul>"))


def test_a_node_is_reached_where_going_below_a_root_comes_to_it(seen: Outline) -> None:
    """Buttons and choices, and what is in them, are not; neither is anything below one of them."""
    for root, node in enumerate(seen.nodes):
        below = set(seen.below(root))
        assert {index for index in range(root, node.end) if seen.reaches(root, index)} == below


def test_the_innermost_are_those_in_which_no_other_stands(seen: Outline) -> None:
    """In the order in which they were found, twice where one was found twice."""
    found = [index for index, node in enumerate(seen.nodes) if node.attributes.get("class") == "name"]
    for some in (found, found[::-1], found[::2] + found[:3], []):
        inner = [one for one in some if not any(one < other < seen.nodes[one].end for other in some)]
        assert seen.innermost(some) == inner


def test_a_page_is_asked_once_for_its_marks(page: Page, spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many fields are sought in it: a table of 60 columns took seconds to be read."""
    asked: list[Node] = []
    names = marks.whole_names

    def noting(node: Node, text: str) -> object:
        asked.append(node)
        return names(node, text)

    monkeypatch.setattr(marks, "whole_names", noting)
    view = page(f"<ul>{CARDS}</ul>")
    read(view, spec(dict.fromkeys(("size", "maker", "colour", "weight", "status"), "text")))
    assert len(asked) <= 3 * len(view.nodes)


def test_the_sign_that_leads_to_a_heading_is_no_text(page: Page, spec: Spec) -> None:
    """What documentation generators put beside headings is neither the value below nor part of the title."""
    view = page(
        '<h1>Install<a class="headerlink" href="#install">¶</a></h1>'
        '<h2 id="d">Description <a href="#d" title="Link here">¶</a></h2><div><p>Seen on page 3.</p></div>'
    )
    assert rows_of(view, spec({"title": "text", "description": "text"}, kind="page")) == [
        {"title": "Install", "description": "Seen on page 3."}
    ]


def test_a_heading_written_in_pieces_is_one_text(page: Page, spec: Spec) -> None:
    """A script puts number, point and name into a heading as texts of their own: a person reads one."""
    heading = "<h5>{0}<!---->. <!---->Study {1}</h5>"
    cards = "".join(
        f"<div class=card><a href='/s/{n}'><div>{heading.format(n, 'abc'[n])}<div>Direction: up</div></div></a></div>"
        for n in range(3)
    )
    rows = rows_of(page(cards), spec({"name": "text", "direction": "text", "url": "link"}))
    assert [row["name"] for row in rows] == ["0. Study a", "1. Study b", "2. Study c"]


def test_an_amount_on_a_button_is_a_price(page: Page, spec: Spec) -> None:
    """What a press buys costs what the button says; "Play" and the same amount on every button say nothing."""
    albums = "".join(
        f"<li><a href=/a/{n}>{name}</a> <button class=play>Play</button><button class=buy>${n + 4}.97</button>"
        f"<button class=tip>$1</button></li>"
        for n, name in enumerate(("Ash", "Birch", "Cedar", "Elm"))
    )
    got = rows_of(page(f"<h1>Albums</h1><ul>{albums}</ul>"), spec({"title": "text", "price": "money"}))
    assert [str(row["price"]) for row in got] == ["4.97", "5.97", "6.97", "7.97"]


def test_an_amount_on_a_button_is_no_price_beside_one(page: Page, spec: Spec) -> None:
    """A bid, or a choice of what one gives, costs nothing more than the thing that shows its price already."""
    gifts = "".join(f"<button class=gift>${amount}</button>" for amount in (5, 10, 25))
    lots = "".join(
        f"<li><a href=/a/{n}>{name}</a> <b>${n + 4}.00</b> <button class=bid>${n + 6}.00</button>{gifts}</li>"
        for n, name in enumerate(("Ash", "Birch", "Cedar", "Elm"))
    )
    got = rows_of(page(f"<h1>Lots</h1><ul>{lots}</ul>"), spec({"title": "text", "price": "money"}))
    assert [str(row["price"]) for row in got] == ["4.00", "5.00", "6.00", "7.00"]
