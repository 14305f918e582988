"""Two boxes, or two handles of a slider, for the ends of one range, as sites write them: both are set and verified."""

import asyncio
from dataclasses import dataclass

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.lying_shop import Lie, Param, Shop
from tests.navigate.pushdown_chores import Desk, Walked, answer, chore
from webdart.values import replace

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, status: text, url: link}"
BAND = "SELECT name, price FROM rows WHERE price BETWEEN 100 AND 300 ORDER BY url"
HONEST = Lie(name="none", sql=BAND, count=400)

WAYS = {
    "words behind": "<p><label for=a>Price min:</label> <input type=number step=any name=min id=a value='{min}'></p>"
    "<p><label for=b>Price max:</label> <input type=number step=any name=max id=b value='{max}'></p>",
    "operators spelled out": "<p><label for=a>Price is greater than or equal to:</label> "
    "<input type=number step=any name=min id=a value='{min}'></p>"
    "<p><label for=b>Price is less than or equal to:</label> "
    "<input type=number step=any name=max id=b value='{max}'></p>",
    "one label before both": "<p><label>Price:</label> <input type=text name=min value='{min}'> - "
    "<input type=text name=max value='{max}'></p>",
    "from and to beside one label": "<p>Price: <label>From <input name=min value='{min}'></label> "
    "<label>To <input name=max value='{max}'></label></p>",
    "a legend": "<fieldset><legend>Price</legend><input name=min placeholder=Min value='{min}'> "
    "<input name=max placeholder=Max value='{max}'></fieldset>",
    "a legend and hidden labels": "<fieldset><legend>Price</legend><input name=min aria-label=From value='{min}'> to "
    "<input name=max aria-label=To value='{max}'></fieldset>",
    "one label before two without a name of their own": "<p><label>Price range</label> <input value='{min}' "
    "oninput='this.form.min.value=this.value'> <input value='{max}' oninput='this.form.max.value=this.value'>"
    "<input type=hidden name=min value='{min}'><input type=hidden name=max value='{max}'></p>",
    "a row of a table": "<table><tr><td>Price</td><td><input name=min size=4 value='{min}'> - "
    "<input name=max size=4 value='{max}'></td></tr></table>",
    "the most first, and only places to tell them apart": "<p>Price <input name=a value='{max}' "
    "oninput='this.form.max.value=this.value'> <input name=b value='{min}' oninput='this.form.min.value=this.value'>"
    "<input type=hidden name=min value='{min}'><input type=hidden name=max value='{max}'></p>",
    "a heading": "<div><h4>Price</h4><div><input name=min placeholder='$ Min' value='{min}'><span>to</span>"
    "<input name=max placeholder='$ Max' value='{max}'></div></div>",
}

ASK = "const q = [...document.querySelectorAll('[type=range]')].map(h => h.name + '=' + h.value)"
HANDLE = "<input type=range name={name} aria-label='{label}' min=0 max=2000 step=50 value='{value}'{more}>"


@dataclass(eq=False)
class Boxes(Shop):
    """The shop with only two boxes; `lost` are parameters that it does not heed."""

    way: str = ""
    lost: str = ""

    def form(self, param: Param) -> str:
        """The two boxes."""
        said = {"min": param.get("min", ""), "max": param.get("max", "")}
        return f"<form action=/items>{WAYS[self.way].format(**said)}<button>Filter</button></form>"

    def answer(self, asked: Asked) -> Reply:
        """A page of the listing."""
        return super().answer(replace(asked, query={k: v for k, v in asked.query.items() if k != self.lost}))


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


def walk(
    desk: Desk, loop: asyncio.Runner, server: SiteServer, way: str, lost: str = "", kind: type[Boxes] = Boxes
) -> Walked:
    """The shop, walked with push-downs; its answer is the shop's own."""
    shop = kind(server, HONEST, way=way, lost=lost)
    found = loop.run(desk.walk(chore(server.url, "start: /items", FIELDS, BAND)))
    wanted = [one for one in shop.items if one.price is not None and 100 <= one.price <= 300]
    wanted.sort(key=lambda one: f"/item/{one.number}")
    assert answer(found.table, BAND) == [(one.name, one.price) for one in wanted], found.replans
    return found


@pytest.mark.sampled(16)
@pytest.mark.parametrize("way", [way for way in WAYS if not way.startswith("the most first")])
def test_both_ends_of_a_range_are_set_at_once(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, way: str):
    """Both conditions reach the site, a little wider than they are, and the rows are held against them."""
    found = walk(desk, loop, site_server, way)
    (step,) = found.replans
    assert (step.verdict, step.does) == ("taken", "WHERE price >= 100 AND price <= 300"), step
    assert found.grades <= {"sampled", "exact"}
    asked = [{name: values[0] for name, values in asked.query.items()} for asked in site_server.seen("/items")]
    assert any(query.get("min") == "95" and query.get("max") == "315" for query in asked), asked


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lost", ["min", "max"])
def test_a_site_that_heeds_one_end_only_gives_no_wrong_answer(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lost: str
):
    """Rows beyond the other end are seen: the boxes are refused."""
    found = walk(desk, loop, site_server, "a heading", lost)
    assert not found.taken, found.replans


@pytest.mark.proof
def test_boxes_that_stand_the_other_way_round_are_refused(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """Where only their places tell two boxes apart, the first is taken for the least; rows say that it is not."""
    found = walk(desk, loop, site_server, "the most first, and only places to tell them apart")
    assert not found.taken, found.replans
    assert found.replans


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("way", "lost"), [("form", ""), ("by itself", ""), ("form", "max")])
def test_both_handles_are_set_and_verified(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, way: str, lost: str
):
    """Both conditions reach the site, at the stops around them; a site that heeds one handle only is refused."""
    found = walk(desk, loop, site_server, way, lost, Slider)
    asked = [{name: values[0] for name, values in one.query.items()} for one in site_server.seen("/items")]
    assert any((query.get("min"), query.get("max")) == ("50", "350") for query in asked), (found.replans, asked)
    assert found.taken == ([] if lost else ["WHERE price >= 100 AND price <= 300"]), found.replans
