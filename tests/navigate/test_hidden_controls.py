"""Controls that come into view only once something is opened: found, tried, believed and named like all others."""

import asyncio
from dataclasses import dataclass

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.lying_shop import Lie, Param, Shop, form
from tests.navigate.pushdown_chores import Desk, Walked, answer, chore
from webdart.values import replace

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, status: text, rating: rating, added: date, url: link}"
OPEN = "SELECT name, price FROM rows WHERE status = 'Open' ORDER BY url"
PLAIN = 12
"""Pages of the plain walk."""

HONEST = Lie(name="none", sql=OPEN)

SHOW = "const p = document.getElementById('more'); p.hidden = !p.hidden; this.ariaExpanded = !p.hidden"
DIALOG = "document.getElementById('more').hidden = false"
WENT = "location = '/items?status=' + st.value + '&min=' + low.value"
BARE = f"""
<div role=dialog aria-label=Filters id=more hidden><h2>Filters</h2>
<p><label>Status <select id=st><option value=''>Any<option>Open<option>Closed<option>Reopened</select></label></p>
<p><label>Minimum price <input id=low></label></p>
<p><button type=button onclick="document.getElementById('more').hidden = true">Close</button>
<button type=button onclick="{WENT}">Show results</button></p></div>"""
LAZY = "document.getElementById('more').innerHTML = this.dataset.form"


def quoted(html: str) -> str:
    return html.replace("&", "&amp;").replace('"', "&quot;")


@dataclass(eq=False)
class Closed(Shop):
    """The shop with all its controls behind something."""

    opener: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.server.on("/search", lambda asked: Reply(f"<!doctype html><h1>Search</h1>{form(params(asked))}"))
        self.server.on("/help", lambda _: Reply("<!doctype html><h1>Search tips</h1><p>Use quotes.</p>"))

    def form(self, param: Param) -> str:
        own = form(param)
        match self.opener:
            case "a fold":
                return f"<details><summary>Erweitert</summary>{own}</details>"
            case "a panel":
                opener = f'<button type=button aria-expanded=false aria-controls=more onclick="{SHOW}">≡</button>'
                return f"{opener.replace('≡', 'More…')}<div id=more hidden>{own}</div>"
            case "a panel made by a script":
                return f'<button type=button onclick="{LAZY}" data-form="{quoted(own)}">Filtrer</button><div id=more></div>'
            case "a dialog without a form":
                return f'<button type=button onclick="{DIALOG}">All filters</button>{BARE}'
            case "a page":
                return "<a href=/help>Advanced search tips</a> <a href=/search>Advanced search</a>"
            case _:
                return (
                    "<a href=/help>Advanced search tips</a><details><summary>Filters</summary><input name=x></details>"
                )


def params(asked: Asked) -> Param:
    return {name: values[0] for name, values in asked.query.items()}


def walk(desk: Desk, loop: asyncio.Runner, server: SiteServer, opener: str, lie: Lie = HONEST) -> Walked:
    """The shop, walked with push-downs; its answer is the shop's own."""
    shop = Closed(server, lie, opener=opener)
    found = loop.run(desk.walk(chore(server.url, "start: /items", FIELDS, lie.sql)))
    wanted = [one for one in shop.items if one.status == "Open"]
    wanted.sort(key=lambda one: f"/item/{one.number}")
    assert answer(found.table, lie.sql) == [(one.name, one.price) for one in wanted], found.replans
    return found


def looks(found: Walked) -> list[str]:
    """What was opened in search of controls."""
    return [event.text for event in found.events if event.text.startswith("look behind")]


def _taken(desk: Desk, loop: asyncio.Runner, server: SiteServer, opener: str) -> None:
    found = walk(desk, loop, server, opener)
    (step,) = [step for step in found.replans if "status" in step.does]
    assert (step.verdict, step.does) == ("taken", "WHERE status = 'Open'"), step
    assert " › Status" in step.control
    assert found.pages <= PLAIN
    assert found.table.num_rows < 240


@pytest.mark.parametrize("opener", ["a page"])
def test_a_control_behind_something_takes_over_its_condition(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, opener: str
):
    """It is named with what was opened for it, and verified as all others are."""
    _taken(desk, loop, site_server, opener)


@pytest.mark.proof
@pytest.mark.parametrize("opener", ["a fold", "a panel", "a panel made by a script", "a dialog without a form"])
def test_every_kind_of_disclosure_is_opened(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, opener: str):
    """The same, of the others."""
    _taken(desk, loop, site_server, opener)


DROPS = Lie(
    name="the filter drops rows without a price",
    sql=OPEN,
    rows=lambda rows, param: [one for one in rows if one.price is not None] if "status" in param else rows,
)


@pytest.mark.proof
@pytest.mark.parametrize("opener", ["a fold", "a panel made by a script", "a page"])
def test_a_control_behind_something_that_lies_is_undone(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, opener: str
):
    """As one in view: named, not believed, and the plain listing is walked."""
    found = walk(desk, loop, site_server, opener, DROPS)
    assert [(step.verdict, "Status" in step.control) for step in found.replans] == [("undone", True)], found.replans
    assert found.table.num_rows == 240
    assert len(looks(found)) == 1


@pytest.mark.proof
def test_what_was_opened_in_vain_is_closed_and_not_opened_again(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer
):
    """The next walk of the run knows; both cost hardly more than the plain one."""
    shop = Closed(site_server, replace(HONEST, count=160))
    known: set[tuple[str, str, str]] = set()
    file = chore(site_server.url, "start: /items", FIELDS, OPEN)
    first, second = (loop.run(desk.walk(file, distrusted=known)) for _ in range(2))
    assert (len(looks(first)), looks(second)) == (2, []), looks(first)
    assert any("there is no control for status = 'Open'" in event.text for event in first.events)
    assert first.pages <= 8 + 3
    assert second.pages == 8
    assert first.table.num_rows == second.table.num_rows == len(shop.items)
