"""Push-down where a script turns the pages: what is taken of it, what is refused, and never a wrong answer."""

import asyncio
from collections.abc import Callable

import pytest

from tests.conftest import SiteServer
from tests.navigate.pushdown_chores import Desk, Walked, answer, chore
from tests.navigate.script_listing import SIZE, Item, page, stock

pytestmark = pytest.mark.browser

FIELDS = "key: number, fields: {number: {type: integer, label: No.}, name: text, kind: text, price: money, added: date}"
TOP = "SELECT number FROM rows WHERE price IS NOT NULL ORDER BY price DESC LIMIT 5"
NEWEST = "SELECT number FROM rows ORDER BY added DESC, number LIMIT 10"
RUGS = "SELECT number FROM rows WHERE kind = 'Rug' ORDER BY number"
LAMPS = "SELECT count(*) FROM rows WHERE kind = 'Lamp'"
PLAIN = 240 // SIZE

Truth = Callable[[list[Item]], list[tuple[object, ...]]]


def _numbers(items: list[Item]) -> list[tuple[object, ...]]:
    return [(item.number,) for item in items]


TRUTHS: dict[str, Truth] = {
    TOP: lambda rows: _numbers(sorted((i for i in rows if i.price), key=lambda i: -(i.price or 0))[:5]),
    NEWEST: lambda rows: _numbers(sorted(rows, key=lambda i: (-i.added.toordinal(), i.number))[:10]),
    RUGS: lambda rows: _numbers([item for item in rows if item.kind == "Rug"]),
    LAMPS: lambda rows: [(sum(item.kind == "Lamp" for item in rows),)],
}


@pytest.fixture
def walked(desk: Desk, loop: asyncio.Runner, site_server: SiteServer) -> Callable[[str, str], Walked]:
    """Walk a page for a query; what it answers is what the page's own rows say."""

    def walk(html: str, sql: str) -> Walked:
        site_server.page("/parts", html)
        found = loop.run(desk.walk(chore(site_server.url, "start: /parts", FIELDS, sql)))
        assert answer(found.table, sql) == TRUTHS[sql](stock()), found.replans
        return found

    return walk


@pytest.mark.proof
@pytest.mark.parametrize(
    ("sql", "control"),
    [(TOP, "ORDER BY price DESC"), pytest.param(RUGS, "WHERE kind = 'Rug'", marks=pytest.mark.proof)],
    ids=["an order", "a filter"],
)
def test_a_control_is_taken_on_a_sample_that_is_turned_to(walked: Callable[[str, str], Walked], sql: str, control: str):
    """The plain listing's pages, and those behind an order, are read by what the pager offers."""
    found = walked(page(slow=True), sql)
    assert control in found.taken, found.replans
    assert found.grades <= {"sampled", "exact"}
    assert found.pages <= 0.7 * PLAIN


def test_a_page_size_alone_is_exact(walked: Callable[[str, str], Walked]):
    """As many rows as were stated before are shown on fewer pages; that costs less than any sample."""
    found = walked(page(sizes=True), NEWEST)
    assert found.taken == ["100 rows a page"]
    assert (found.grades, found.pages) == ({"exact"}, 3)


@pytest.mark.proof
@pytest.mark.parametrize("sql", [NEWEST, LAMPS])
@pytest.mark.parametrize("total", [True, False])
def test_more_is_taken(walked: Callable[[str, str], Walked], sql: str, *, total: bool):
    """Also where the page states no total: its last page tells how many there are."""
    found = walked(page(total=total), sql)
    assert found.taken, found.replans
    assert found.pages < PLAIN


@pytest.mark.proof
def test_a_last_page_that_cannot_be_shown_is_no_sample(walked: Callable[[str, str], Walked]):
    """Only a way to the next page: to look at the last one would be the walk itself. The run says so."""
    found = walked(page(numbers=False), RUGS)
    assert not found.taken
    assert [step.verdict for step in found.replans] == ["refused"]
    assert "last page" in found.replans[0].evidence
    assert found.pages == PLAIN


LIES = [
    ("sorts the page", TOP, "Price"),
    ("drops rows", RUGS, "Kind"),
    ("total stays", RUGS, "Kind"),
    ("ignores the filter", RUGS, "Kind"),
    ("sorts as text", TOP, "Price"),
    ("loses the order", NEWEST.replace("10", "30"), "Added"),
]
TRUTHS[LIES[-1][1]] = lambda rows: _numbers(sorted(rows, key=lambda i: (-i.added.toordinal(), i.number))[:30])


def _tried(walked: Callable[[str, str], Walked], lie: tuple[str, str, str]) -> None:
    name, sql, control = lie
    found = walked(page(name), sql)
    named = [step for step in found.replans if step.verdict != "taken" and control in step.control]
    assert named, found.replans
    assert all(step.evidence for step in named)
    assert found.summary.verdict == "complete"


@pytest.mark.proof
@pytest.mark.parametrize("lie", LIES[:1], ids=lambda lie: lie[0])
def test_a_lie_is_found_and_undone(walked: Callable[[str, str], Walked], lie: tuple[str, str, str]):
    """Undone by loading the page again, and walked in full."""
    _tried(walked, lie)


@pytest.mark.proof
@pytest.mark.parametrize("lie", LIES[1:], ids=lambda lie: lie[0])
def test_every_lie_is_found_and_undone(walked: Callable[[str, str], Walked], lie: tuple[str, str, str]):
    """All the others."""
    _tried(walked, lie)


@pytest.mark.proof
def test_a_next_that_never_goes_off(walked: Callable[[str, str], Walked]):
    """It is clicked on what should be the last page: no other rows come, so it is."""
    assert walked(page("next stays"), TOP).taken


@pytest.mark.proof
def test_an_order_that_the_site_keeps(walked: Callable[[str, str], Walked]):
    """It is refused, and shown again whenever the page is loaded: the walk goes on in a session without it."""
    found = walked(page("keeps"), TOP.replace("price IS NOT NULL", "price > 0"))
    assert [step.verdict for step in found.replans] == ["refused"]
    assert found.table.num_rows == 240


TRUTHS[TOP.replace("price IS NOT NULL", "price > 0")] = TRUTHS[TOP]
