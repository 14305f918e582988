"""A label whose value is missing, or is something to press: what follows it belongs to the next label."""

from collections.abc import Callable

import pytest

from webdart.pages.port import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def authors(page: Page, spec: Spec, declared: Declare, *cards: str) -> list[object]:
    body = "".join(f"<div class=card><h3><a href=/b/{n}>Book {n}</a></h3>{card}</div>" for n, card in enumerate(cards))
    got = read(
        page(f"<main>{body}</main>"), spec([declared("title", "text"), declared("author", "text", label="Author")])
    )
    assert got.error("") is None
    return [record.values["author"] for record in got.records]


@pytest.mark.parametrize(
    "card",
    [
        "<ul><li>Author:{}</li><li>Publisher: Insel</li></ul>",
        "<ul><li>Author:{}</li><li>A fine book</li></ul>",
        "<p><b>Author:</b>{}</p><p><b>Publisher:</b> Insel</p>",
        "<div>Author:{}<br>Publisher: Insel</div>",
        "<div><b>Author:</b>{}<br><b>Publisher:</b> Insel</div>",
        "<div><span>Author:{}</span> <span>Publisher: Insel</span></div>",
        "<table><tr><td>Author:</td><td>{}</td></tr><tr><td>Publisher:</td><td>Insel</td></tr></table>",
    ],
)
def test_a_label_without_its_value(card: str, page: Page, spec: Spec, declared: Declare) -> None:
    """One record of five lacks it: the next line is no author."""
    cards = [card.format("" if n == 2 else f" Ann {n}") for n in range(5)]
    assert authors(page, spec, declared, *cards) == ["Ann 0", "Ann 1", None, "Ann 3", "Ann 4"]


@pytest.mark.parametrize("colon", [":", ""])
def test_a_pair_that_lacks_its_second_element(colon: str, page: Page, spec: Spec, declared: Declare) -> None:
    """Label and value in boxes of their own, and a box for both: the next pair is not the value."""
    pair = "<div><div>{}</div>{}</div>"
    cards = [
        pair.format(f"Author{colon}", "" if n == 1 else f"<div>Ann {n}</div>")
        + pair.format(f"Publisher{colon}", "<div>Insel</div>")
        for n in range(4)
    ]
    assert authors(page, spec, declared, *cards) == ["Ann 0", None, "Ann 2", "Ann 3"]


def test_a_value_on_the_next_line_everywhere(page: Page, spec: Spec, declared: Declare) -> None:
    """That is how this page has them; a colon in a value makes it no label."""
    cards = [f"<p>Author:</p><p>Ann {n}</p><p>Motto:</p><p>Onwards: {n}</p>" for n in range(4)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}" for n in range(4)]


def test_no_record_of_the_page_has_the_value(page: Page, spec: Spec, declared: Declare) -> None:
    """The lines are `Label: value` each, all but this one."""
    cards = ["<ul><li>Author:</li><li>Publisher: Insel</li><li>Year: 2007</li></ul>"] * 3
    assert authors(page, spec, declared, *cards) == [None] * 3


def test_values_that_a_script_answers(page: Page, spec: Spec, declared: Declare) -> None:
    """Links without an address behind a label are its value, where they are all that its line says."""
    one = "<ul><li>Author: <a href='javascript:who({0})'>Ann {0}</a></li><li>Publisher: Insel</li></ul>"
    two = "<ul><li>Author: <a href='#a'>Ann {0}</a>, <a href='#b'>Bo</a></li><li>Publisher: Insel</li></ul>"
    aside = "<div class=label>Author: <a href='#edit'>edit</a></div><div class=value>Ann {0}</div>"
    assert authors(page, spec, declared, *(one.format(n) for n in range(3))) == [f"Ann {n}" for n in range(3)]
    assert authors(page, spec, declared, *(two.format(n) for n in range(3))) == [f"Ann {n}, Bo" for n in range(3)]
    assert authors(page, spec, declared, *(aside.format(n) for n in range(3))) == [f"Ann {n}" for n in range(3)]


def test_values_that_stand_in_two_ways_by_turns(page: Page, spec: Spec, declared: Declare) -> None:
    """Beside the label in most records, below it in the others: both are values, and what looks like a label is none."""
    beside, below = "<ul><li>Author: Ann {0}</li></ul>", "<ul><li>Author:</li><li>Ann {0}</li></ul>"
    cards = [(below if n % 3 == 2 else beside).format(n) for n in range(9)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}" for n in range(9)]
    empty = "<ul><li>Author:</li><li>Publisher: Insel</li></ul>"
    cards = [empty if n % 3 == 2 else beside.format(n) for n in range(9)]
    assert authors(page, spec, declared, *cards) == [None if n % 3 == 2 else f"Ann {n}" for n in range(9)]


def test_a_value_with_a_colon_behind_a_label_without_one(page: Page, spec: Spec, declared: Declare) -> None:
    """Cells of one kind, and the value looks like a pair: the label has no colon, so it is none of such lines."""
    cards = [f"<table><tr><td>Author</td><td>Ann {n}: the younger</td></tr></table>" for n in range(4)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}: the younger" for n in range(4)]
