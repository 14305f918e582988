"""A page of a known listing is read by place alone, to the rows that it has; one that is made otherwise is not."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.records.generated_pages import BARE, HEADED, LABELLED, LOCALES, URL, Maker, declare
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Wrapper, read, read_by_place
from webdart.records.query.template import Template
from webdart.values import replace
from webdart.workflow.model import Field

Build = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def cards(first: int, *, of: str = "ul", price: str = "price", old: str = "was", more: str = "") -> str:
    """Six cards with two prices; each third without a maker."""
    items = "".join(
        f'<li class="item"><h3><a href="/i/{n}">Thing {n}</a></h3>'
        f'<b class="{price}">${n}.50</b> <s class="{old}">${n}.90</s>'
        + (f'<p class="maker">Maker {n}</p>' if n % 3 else "")
        + "</li>"
        for n in range(first, first + 6)
    )
    return f"<main><h1>Things</h1><{of} class=list>{items}</{of}>{more}</main>"


def rows(first: int, *, heads: Sequence[str] = ("Name", "Price", "Stock"), more: str = "") -> str:
    """Six rows of a table."""
    body = "".join(f"<tr><td>Thing {n}</td><td>${n}.50</td><td>{n * 3}</td></tr>" for n in range(first, first + 6))
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f"<main><table><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table></main>"


def noted(first: int) -> str:
    """The same rows, their names links with a note below."""
    return re.sub(r"<td>(Thing (\d+))", r"<td><a href=/i/\2>\1</a><br><small>Made by Ann \2</small>", rows(first))


CARDS = {"name": "text", "price": "money", "maker": "text", "url": "link"}
TABLE = {"name": "text", "price": "money", "stock": "integer"}


def taught(page: Build, wanted: ListingSpec, *pages: str) -> Wrapper:
    wrapper: Wrapper | None = None
    for body in pages:
        wrapper = read(page(body), wanted, wrapper).wrapper
    assert wrapper is not None
    assert wrapper.template.known
    return wrapper


def said(found: Extraction) -> list[tuple[object, ...]]:
    return [(record.values, record.key, record.link, record.raw) for record in found.records]


@pytest.mark.parametrize(
    ("made", "fields"), [(cards, CARDS), (rows, TABLE), (noted, TABLE)], ids=["cards", "table", "notes"]
)
def test_the_next_page_is_read_by_place(
    made: Callable[[int], str], fields: dict[str, str], page: Build, spec: Spec
) -> None:
    """One page teaches how the next is read; the template may have been in a file meanwhile."""
    wanted = spec(fields)
    wrapper = taught(page, wanted, made(0))
    written = json.loads(json.dumps(wrapper.template.to_json()))
    assert Template.from_json(written) == wrapper.template
    found = read_by_place(page(made(30)), wanted, wrapper, before=6)
    assert found is not None
    assert said(found) == said(read(page(made(30)), wanted))
    assert len(found.records) == 6


def test_records_may_stand_right_below_the_body(page: Build, spec: Spec) -> None:
    def bare(first: int) -> str:
        return "".join(
            f'<div class="row"><b class="name">Thing {n}</b> <i class="price">${n}</i></div>'
            for n in range(first, first + 6)
        )

    wanted = spec({"name": "text", "price": "money"})
    found = read_by_place(
        page(f"<body>{bare(30)}</body>"), wanted, taught(page, wanted, f"<body>{bare(0)}</body>"), before=6
    )
    assert found is not None
    assert [record.values["name"] for record in found.records] == [f"Thing {n}" for n in range(30, 36)]


def test_nothing_of_its_records_is_in_a_template(page: Build, spec: Spec) -> None:
    text = json.dumps(taught(page, spec(CARDS), cards(0)).template.to_json())
    assert not any(word in text for word in ("Thing", "Maker", ".50"))


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (cards(30, price="was", old="price"), CARDS),
        (cards(30, price="cost"), CARDS),
        (cards(30, of="ol"), CARDS),
        (cards(30).replace("<li class", '<li class="promo">Buy now, pay never</li><li class', 1), CARDS),
        (cards(30).replace('<b class="price">', '<b class="price">from <i>$9</i> '), CARDS),
        (cards(30, more='<ul class="list"><li class="item"><p>Thing that is else</p></li></ul>'), CARDS),
        (cards(30, more='<ul class="also"><li class="item"><h3>Thing</h3></li></ul>'), CARDS),
        (rows(30, heads=("Name", "Stock", "Price")), TABLE),
        (rows(30, heads=("Name", "Weight", "Stock")), TABLE),
        (rows(30, more="<tr><td>Total</td><td>$198.00</td><td>585</td></tr>"), TABLE),
        (rows(30, more="<tr><td colspan=3>Sold out below</td></tr>"), TABLE),
        (rows(30) + "<table><tr><th>Name</th><th>Price</th></tr><tr><td>Other</td><td>$1</td></tr></table>", TABLE),
    ],
    ids=[
        "classes exchanged", "a class renamed", "another list", "an advertisement", "a part more",
        "a second list of one kind", "a list beside it", "heads exchanged", "a head renamed", "a sum", "a line between",
        "a second table",
    ],
)  # fmt: skip
def test_a_page_that_is_made_otherwise_is_not(body: str, fields: dict[str, str], page: Build, spec: Spec) -> None:
    wanted = spec(fields)
    made = cards if fields is CARDS else rows
    wrapper = taught(page, wanted, made(0), made(6))
    assert read_by_place(page(body), wanted, wrapper, before=12) is None


def test_a_page_that_teaches_another_form_is_read_by_it_the_next_time(page: Build, spec: Spec) -> None:
    wanted = spec(CARDS)
    other = cards(30).replace('<p class="maker">', "<p class=maker><i>by</i> ")
    wrapper = taught(page, wanted, cards(0), cards(6))
    assert read_by_place(page(other), wanted, wrapper, before=12) is None
    wrapper = read(page(other), wanted, wrapper).wrapper
    assert wrapper is not None
    assert not wrapper.template.known or read_by_place(page(other), wanted, wrapper, before=12) is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layouts", [HEADED, LABELLED, BARE], ids=["headed", "labelled", "bare"])
def test_pages_are_read_to_the_rows_of_the_full_reader(
    layouts: Sequence[str], page: Build, spec: Spec, declared: Declare
) -> None:
    """Where a template reads a generated page, it gives what a reading without it gives; most of them it reads."""
    wrong: list[str] = []
    asked = by_place = 0
    for layout in layouts:
        for seed in range(3):
            random = Random(f"places {layout} {seed}")
            locale = random.choice(list(LOCALES))
            wrapper: Wrapper | None = None
            for number in range(6):
                made = Maker(random, locale, layout, 12, frozenset({"menu"})).make()
                wanted, view = spec(declare(made, declared), locale=locale), page(made.html, URL)
                bare = None if wrapper is None else replace(wrapper, template=Template(refused=True))
                found = None if wrapper is None else read_by_place(view, wanted, wrapper, before=None)
                full = read(view, wanted, bare)
                asked += number > 2
                by_place += found is not None and number > 2
                if found is not None and said(found) != said(full):
                    wrong.append(f"{layout} {seed} page {number}")
                wrapper = read(view, wanted, wrapper).wrapper or wrapper
    assert not wrong
    assert by_place * 2 > asked


def test_a_page_that_is_read_by_place_is_not_mined(page: Build, spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = spec(CARDS)
    wrapper = taught(page, wanted, cards(0), cards(6))
    monkeypatch.setattr(sys.modules["webdart.records.choice.known_template"], "mine", _mined)
    assert len(read(page(cards(30)), wanted, wrapper).records) == 6


def _mined(*_: object) -> None:
    """Stands in for the mining of columns."""
    pytest.fail("the page was mined")
