"""Labels of counts that have another form where there is one: "1 answer" among "2 answers"."""

from collections.abc import Callable
from decimal import Decimal

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

COUNTS = [0, 0, 1, 0, 0, 1, 2, 0, 0]
FIELDS = [make_field("title"), *(make_field(name, "integer", label=name) for name in ("votes", "answers", "views"))]


def tile(kind: str, count: int, word: str) -> str:
    return f"<div class='{kind}'><div class=mini><span>{count}</span></div><div>{word}</div></div>"


def questions(several: str, one: str) -> str:
    return "".join(
        f"<div class=q><div class=tiles>{tile('votes', n % 4 + 2, 'votes')}"
        f"{tile('state done' if count else 'state open', count, one if count == 1 else several)}"
        f"{tile('views', n * 7 + 5, 'views')}</div><h3><a href=/q/{n}>How do I mend boat number {n}?</a></h3></div>"
        for n, count in enumerate(COUNTS)
    )


def test_the_form_for_one_is_the_same_label(page: Page, spec: Spec) -> None:
    """What has one answer had none, without a word."""
    got = rows_of(page(f"<main>{questions('answers', 'answer')}</main>"), spec(FIELDS))
    assert [row["answers"] for row in got] == COUNTS


def test_another_word_is_another_label(page: Page, spec: Spec) -> None:
    got = rows_of(page(f"<main>{questions('answers', 'author')}</main>"), spec(FIELDS))
    assert [row["answers"] for row in got] == [None if count == 1 else count for count in COUNTS]


def test_another_number_is_of_another_thing(page: Page, spec: Spec) -> None:
    """The number of one room, where the others say how many rooms they have."""
    hotels = "".join(
        f"<li><h3>Hotel {name}</h3>{f'<p><b>Rooms</b> <span>{n + 10}</span></p>' if n % 5 else ''}"
        f"<p><b>Floor</b> <span>2</span></p><p><b>Room</b> <span>{300 + n}</span></p></li>"
        for n, name in enumerate(["Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ida", "Jan"])
    )
    got = rows_of(page(f"<ul>{hotels}</ul>"), spec([make_field("name"), make_field("rooms", "integer")]))
    assert [row["rooms"] for row in got] == [n + 10 if n % 5 else None for n in range(10)]


def test_what_is_told_in_the_label_of_a_box_is_not_what_is_typed_there(page: Page, spec: Spec) -> None:
    """Kinds of tickets, each with its price in the label of the box for how many are bought."""
    kinds = "".join(
        f"<li><label for=p{n}><b>{kind} ticket</b> <span>Price:</span> <span>{30 + n} EUR</span></label>"
        f"<input type=number id=p{n} value={n}></li>"
        for n, kind in enumerate(("Amber", "Birch", "Cedar"))
    )
    got = rows_of(page(f"<h1>Tickets</h1><ul>{kinds}</ul>"), spec([make_field("name"), make_field("price", "money")]))
    assert [row["price"] for row in got] == [Decimal(30), Decimal(31), Decimal(32)]
