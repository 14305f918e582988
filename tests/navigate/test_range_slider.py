"""Two handles of one slider for the two ends of a range: put at stops outside of the band, and verified like boxes."""

import asyncio
from dataclasses import dataclass
from decimal import Decimal

import pytest

from tests.conftest import SiteServer
from tests.navigate.lying_shop import Param
from tests.navigate.pushdown_chores import Desk, answer, chore
from tests.navigate.test_range_inputs import BAND, FIELDS, HONEST, Boxes
from webdart.navigate.pushdown.candidate import End
from webdart.navigate.pushdown.range_slider import stop_for
from webdart.page.model import Box, Node

ASK = "const q = [...document.querySelectorAll('[type=range]')].map(h => h.name + '=' + h.value)"
HANDLE = "<input type=range name={name} aria-label='{label}' min=0 max=2000 step=50 value='{value}'{more}>"


def handle(value: str, **attributes: str) -> Node:
    said = {"type": "range", **attributes}
    return Node(0, -1, 1, "input", "", "slider", "", said, Box(0, 0, 1, 1), True, frozenset[str](), value, 0)


@pytest.mark.parametrize(
    ("end", "bound", "stop"),
    [
        ("least", 95, "50"),
        ("least", 100, "100"),
        ("most", 315, "350"),
        ("least", 2400, "1980"),  # the last stop, where the most is none
        ("most", -5, "0"),
        ("least", 40, None),  # it can stay where it is
        ("most", 2400, None),
        ("most", 1990, None),  # beyond the last stop
    ],
)
def test_a_handle_stops_outside_of_the_band(end: End, bound: int, stop: str | None):
    """At the nearest of its stops; where it need not move, or would cut off rows, it stays."""
    at = "0" if end == "least" else "1980"
    step = "50" if bound not in (2400, 1990) else "20"
    node = handle(at, min="0", max="1999" if step == "20" else "2000", step=step)
    assert stop_for(node, end, bound) == (None if stop is None else Decimal(stop))


@pytest.mark.parametrize(
    "said", [{"min": "x"}, {"step": "0"}, {"min": "9", "max": "3"}, {"max": "1e999"}, {"step": "NaN"}], ids=str
)
def test_a_slider_that_does_not_say_its_numbers_stays(said: dict[str, str]):
    """What a page says is no number until it is one."""
    assert stop_for(handle("0", **said), "least", 50) is None


def test_what_a_slider_leaves_out_is_as_browsers_have_it():
    """From 0 to 100 in steps of 1; any step is one as well."""
    assert stop_for(handle("0"), "least", 40) == 40
    assert stop_for(handle("0", step="any"), "least", 40) == 40
    assert stop_for(handle("0", step="0.5"), "least", 40) == 40


@dataclass(eq=False)
class Slider(Boxes):
    """The shop with a slider, in a form or by itself."""

    def form(self, param: Param) -> str:
        """Two handles on one bar."""
        more = f' onchange="{ASK}; location = `/items?${{q.join(`&`)}}`"' if self.way == "by itself" else ""
        low = HANDLE.format(name="min", label="From", value=param.get("min", "0"), more=more)
        high = HANDLE.format(name="max", label="To", value=param.get("max", "2000"), more=more)
        bar = f"<fieldset><legend>Price</legend>{low}{high}</fieldset>"
        return bar if self.way == "by itself" else f"<form action=/items>{bar}<button>Filter</button></form>"


@pytest.mark.browser
@pytest.mark.parametrize(("way", "lost"), [("form", ""), ("by itself", ""), ("form", "max")])
def test_both_handles_are_set_and_verified(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, way: str, lost: str
):
    """Both conditions reach the site, at the stops around them; a site that heeds one handle only is refused."""
    shop = Slider(site_server, HONEST, way=way, lost=lost)
    found = loop.run(desk.walk(chore(site_server.url, "start: /items", FIELDS, BAND)))
    wanted = [one for one in shop.items if one.price is not None and 100 <= one.price <= 300]
    wanted.sort(key=lambda one: f"/item/{one.number}")
    assert answer(found.table, BAND) == [(one.name, one.price) for one in wanted], found.replans
    asked = [{name: values[0] for name, values in one.query.items()} for one in site_server.seen("/items")]
    assert any((query.get("min"), query.get("max")) == ("50", "350") for query in asked), (found.replans, asked)
    assert found.taken == ([] if lost else ["WHERE price >= 100 AND price <= 300"]), found.replans
