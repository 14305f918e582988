"""Signs and cents that stand elsewhere than in the number: behind it, as arrows, above the line."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of, table
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def apart(view: PageView) -> PageView:
    """The page as a browser shows it where pieces of a text have several sizes: none carries on the one before."""
    return replace(view, nodes=tuple(node._replace(states=node.states - {"joined"}) for node in view.nodes))


@pytest.mark.parametrize(
    "written", ["{}<sup>,{:02}</sup> €", "<b>{}</b><small>.{:02}</small> €", "{}<i>,{:02}</i>&nbsp;€"]
)
def test_cents_with_their_mark_are_of_the_number_before(page: Page, spec: Spec, written: str) -> None:
    """Raised or small, they are no amount of their own."""
    body = "".join(f"<li><h3>Plan {n}</h3><p><span>{written.format(10 + n, 99 - n)}</span></p></li>" for n in range(5))
    rows = rows_of(apart(page(f"<ul>{body}</ul>")), spec({"name": "text", "price": "money"}))
    assert [row["price"] for row in rows] == [Decimal(10 + n) + Decimal(99 - n) / 100 for n in range(5)]


def test_cents_behind_a_struck_price(page: Page, spec: Spec) -> None:
    """What is left where the older price goes is put together in the same way."""
    body = "".join(
        f"<li><h3>Plan {n}</h3><p><s>{20 + n}<sup>.49</sup></s> {10 + n}<sup>.99</sup> €</p></li>" for n in range(5)
    )
    rows = rows_of(apart(page(f"<ul>{body}</ul>")), spec({"name": "text", "price": "money"}))
    assert [row["price"] for row in rows] == [Decimal(10 + n) + Decimal("0.99") for n in range(5)]


def test_blocks_and_lines_are_not_run_together(page: Page, spec: Spec) -> None:
    """A share of one below a count stays one."""
    body = "".join(f"<li><h3>Team {n}</h3><div>{n + 3}</div><div>.{50 + n}</div></li>" for n in range(4))
    rows = rows_of(apart(page(f"<ul>{body}</ul>")), spec({"name": "text", "wins": "integer", "share": "number"}))
    assert [row["wins"] for row in rows] != [Decimal(f"{n + 3}.{50 + n}") for n in range(4)]


def listed(cells: tuple[str, ...]) -> str:
    """A table of texts and amounts."""
    return table(*(f"<td>Line {n}</td><td>{cell}</td>" for n, cell in enumerate(cells)), heads="Text Amount")


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("18,01-", "937,65+", "1.204,55-"), ("-18.01", "937.65", "-1204.55")),
        (("18,01 −", "937,65", "0,00"), ("-18.01", "937.65", "0")),
        (("18,01- EUR", "937,65+ EUR"), ("-18.01", "937.65")),
        (("▲ 3,24", "▼ 2,90", "0,00"), ("3.24", "-2.90", "0")),
        (("3,24 ↑", "2,90 ↓"), ("3.24", "-2.90")),
        (("↓ 3,24", "↓ 2,90"), ("3.24", "2.90")),
        (("5,–", "17,-", "3,50"), ("5", "17", "3.50")),
    ],
)
def test_a_sign_elsewhere(page: Page, spec: Spec, cells: tuple[str, ...], values: tuple[str, ...]) -> None:
    """It stands behind the amounts of a statement, and as an arrow beside a change."""
    rows = rows_of(page(listed(cells)), spec({"text": "text", "amount": "money"}, locale="de-DE"))
    assert [row["amount"] for row in rows] == [Decimal(value) for value in values]


@pytest.mark.parametrize("cells", [("▼ 3,24", "▼ 2,90"), ("250-", "1.300-")])
def test_a_sign_in_doubt_is_told(page: Page, spec: Spec, cells: tuple[str, ...]) -> None:
    """Arrows down alone may count votes, a dash behind a whole amount may stand for its cents: no value, and a remark."""
    got = read(page(listed(cells)), spec({"text": "text", "amount": "money"}, locale="de-DE"))
    assert [record.values["amount"] for record in got.records] == [None, None]
    assert [record.raw["amount"] for record in got.records] == list(cells)
    assert "unreadable" in {remark.code for remark in got.remarks}


def test_a_minus_beside_crosses_is_no_no(page: Page, spec: Spec) -> None:
    """Who abstained has not voted against: the sign stands for a third answer, which is told."""
    drawn = [("check", "Aye"), ("times", "Against"), ("minus", "Abstained"), ("check", "Aye")]
    votes = (
        f"<td>Member {n}</td><td><i class='fa fa-{icon}' title={said}></i></td>" for n, (icon, said) in enumerate(drawn)
    )
    got = read(page(table(*votes, heads="Member Vote")), spec({"member": "text", "vote": "boolean"}))
    assert [record.values["vote"] for record in got.records] == [True, False, None, True]
    assert [(remark.code, remark.column) for remark in got.remarks] == [("unreadable", "vote")]
