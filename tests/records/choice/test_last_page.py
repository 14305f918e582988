"""The last page of a listing, with a record or two: what is built as the records before is read, and nothing else."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

KINDS = ("Bulb", "Lamp", "Shade", "Cable", "Socket", "Plug", "Fuse")
PAGER = '<div class=pages><a href="/?p=1">1</a> <b>2</b></div>'


def card(n: int) -> str:
    return f"<a href=/{n}><span>{KINDS[n]} {n}</span> <span>£{n}.50</span> <span>{n * 7}</span> <span>K-{n}</span></a>"


def line(*cells: str, kind: str = "row") -> str:
    return f"<div class={kind}>{''.join(f'<div>{cell}</div>' for cell in cells)}</div>"


def row(n: int) -> str:
    return line(
        f"<a href=/{n}>{KINDS[n]} {n}</a>",
        f"K-{n}/9",
        ["new", "used"][n % 2],
        ["Home", "Work"][n % 2],
        str(n),
        str(2000 + n),
    )


def test_a_single_record_beside_a_link_back(page: Page, spec: Spec) -> None:
    """Both are links in a box of the main part."""
    wanted = spec({"title": "text", "price": "money", "stock": "integer", "code": "text"}, locale="en-GB")
    first = read(page(f"<main><h1>Goods</h1><div>{''.join(map(card, range(6)))}</div>{PAGER}</main>"), wanted, before=0)
    last = page(f"<main><h1>Goods</h1><p>7 goods</p><div>{card(6)}</div>{PAGER}</main>")
    got = read(last, wanted, first.wrapper, before=6)
    assert [(one.values["title"], one.values["stock"], one.values["code"]) for one in got.records] == [
        ("Fuse 6", 42, "K-6")
    ]


def test_the_heads_of_a_few_rows_are_no_row(page: Page, spec: Spec) -> None:
    """A line of heads without the mark-up of one: the first page has told what rows are."""
    wanted = spec(
        {"item": "text", "code": "text", "state": "text", "kind": "text", "held": "integer", "made": "integer"}
    )
    heads = line("What", "Mark", "As", "For", "There", "Since", kind="heads")
    first = read(page(f"<main><div>{heads}{''.join(map(row, range(6)))}</div></main>"), wanted, before=0)
    assert len(first.records) == 6
    got = read(page(f"<main><div>{heads}{row(4)}{row(5)}{row(6)}</div></main>"), wanted, first.wrapper, before=6)
    assert [one.values["item"] for one in got.records] == ["Socket 4", "Plug 5", "Fuse 6"]


def test_a_record_with_little_is_one_all_the_same(page: Page, spec: Spec) -> None:
    """What is sold out has no price and no stock, and stands where the others do."""

    def good(n: int, more: str) -> str:
        return f"<li><h3><a href=/{n}>{KINDS[n]} {n}</a></h3>{more}</li>"

    wanted = spec({"title": "text", "price": "money", "stock": "integer"}, locale="en-GB")
    whole = [good(n, f"<p>Price: £{n}.50</p><p>Stock: {n * 7}</p>") for n in range(7)]
    first = read(page(f"<main><ul>{''.join(whole[:5])}</ul></main>"), wanted, before=0)
    got = read(page(f"<main><ul>{whole[5]}{good(6, '')}</ul></main>"), wanted, first.wrapper, before=5)
    assert [one.values["title"] for one in got.records] == ["Plug 5", "Fuse 6"]
