"""The JSON of a listing is proven, asked for and doubted without a browser: rendered pages are given as values."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from tests.conftest import SiteServer
from tests.navigate.data_site import DRIFTS, ROWS, DataSite
from tests.records.conftest import make_spec
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.fetch import OwnDocuments
from webdart.navigate.walk.data_client import DataAsked, DataClient, is_key, unkeyed
from webdart.navigate.walk.data_pages import DataPages
from webdart.navigate.walk.page_reader import Before, Reading
from webdart.navigate.walk.pagination import End, Turn
from webdart.navigate.walk.rendered_page import RenderedPage
from webdart.page.model import DataRequest, PageView
from webdart.plan.model import SitePlan
from webdart.records import Extraction
from webdart.records.data.data_table import Misread
from webdart.records.model import Record, Totals

pytestmark = pytest.mark.asyncio
SPEC = make_spec({"no": "integer", "name": "text", "price": "money", "stock": "integer"}, key=("no",))
DRIFTING = 5


@pytest.fixture
def site(site_server: SiteServer) -> DataSite:
    return DataSite(site_server)


@pytest_asyncio.fixture
async def documents() -> AsyncIterator[OwnDocuments]:
    opened = OwnDocuments(None, Authorities(), None, agent="webdart", seconds=20.0)
    yield opened
    await opened.close()


def reading() -> Reading:
    """As much of a reader as JSON is held against: what is read, and whether rows are new."""
    seen = set[Any]()

    def has_new(_: str, found: Extraction) -> bool:
        keys = {record.key for record in found.records} - seen
        seen.update(keys)
        return bool(keys)

    return cast("Reading", SimpleNamespace(specs={"parts": SPEC}, has_new=has_new, width=3))


def rendered(site: DataSite, number: int) -> RenderedPage:
    """A page as the browser shows it, from 1."""
    rows = [site.row(each) for each in range((number - 1) * ROWS + 1, min(number * ROWS, site.count) + 1)]
    records = tuple(
        Record(
            values={
                "no": one["id"],
                "name": one["name"],
                "price": Decimal(f"{one['price']:.2f}"),
                "stock": one["stock"],
            },
            key=(one["id"],),
            link=f"{site.server.url}/part/{one['id']}",
        )
        for one in rows
    )
    found = {"parts": Extraction(verdict="found", records=records, keyed=True, totals=Totals(stated=site.count))}
    request = DataRequest(f"{site.server.url}/api/parts?size=10&page={number}&at=0.{number * 7 % 10}")
    url = f"{site.server.url}/parts" + (f"?page={number}" if number > 1 else "")
    view = PageView(url=url, title="", language="", status=200, nodes=(), data=(request,))
    before = Before({"parts": (number - 1) * ROWS}, {})
    return RenderedPage(view, before, found, f"{site.server.url}/parts?page={number + 1}", number - 1, found)


@asynccontextmanager
async def proven(site: DataSite, documents: OwnDocuments) -> AsyncGenerator[DataPages]:
    """The JSON of a listing, proven by its first three pages."""
    reader = reading()
    pages = DataPages(SitePlan(name="site", url=site.server.url), reader, documents)
    first = [rendered(site, number) for number in (1, 2, 3)]
    assert all(reader.has_new("parts", page.found["parts"]) for page in first)
    assert await pages.prove(first, placed=True) == ""
    try:
        yield pages
    finally:
        await pages.close()


async def test_pages_follow_each_other_to_the_end(site: DataSite, documents: OwnDocuments) -> None:
    """Each by its request, without what changes by no rule; the last one by the total."""
    async with proven(site, documents) as pages:
        assert pages.source is not None
        assert pages.source.request.url == f"{site.server.url}/api/parts?size=10&page=1"
        rows = 30
        for number in range(4, 9):
            page = await pages.read(f"{site.server.url}/parts?page={number}", Before({"parts": rows}, {}))
            assert page.unusual == ""
            assert page.view is not None
            assert page.found["parts"].origin == f"{site.server.url}/api/parts?size=10&page={number}#/parts"
            rows += len(page.found["parts"].records)
            onwards = pages.onwards(page.view)
            assert isinstance(onwards, Turn if number < 8 else End)
        assert rows == site.count


@pytest.mark.parametrize("name", DRIFTS)
async def test_a_drift_is_unusual(name: str, site: DataSite, documents: OwnDocuments) -> None:
    """From the fifth page on the JSON is another: it is not believed, whatever it says."""
    async with proven(site, documents) as pages:
        site.change, site.since = DRIFTS[name], DRIFTING
        await pages.read(f"{site.server.url}/parts?page=4", Before({"parts": 30}, {}))
        page = await pages.read(f"{site.server.url}/parts?page=5", Before({"parts": 40}, {}))
        if name == "reordered":  # which the JSON alone can't tell
            assert sorted(one.key for one in page.found["parts"].records if one.key) == [(n,) for n in range(41, 51)]
        else:
            assert page.unusual


async def test_a_rendered_page_is_held_against_its_json(site: DataSite, documents: OwnDocuments) -> None:
    """What it shows otherwise is named: also the order alone."""
    async with proven(site, documents) as pages:
        site.change, site.since = DRIFTS["reordered"], 4
        page = await pages.read(f"{site.server.url}/parts?page=4", Before({"parts": 30}, {}))
        assert pages.latest is not None
        shown = rendered(site, 4)
        assert page.unusual == ""
        assert "row 1 shows 31" in pages.differs(pages.latest, shown.view, shown.found)
        assert pages.source is not None


async def test_other_code_of_the_page_is_known(site: DataSite, documents: OwnDocuments) -> None:
    """By the scripts in its document, and by what stands behind the addresses of those of its hosts."""
    site.server.script("/app.js", "draw(1)")
    site.server.page("/listing", "<title>Parts</title><script src=/app.js></script><script>go('a')</script>")
    client = DataClient(SitePlan(name="site", url=site.server.url), documents)
    before = await client.surroundings(f"{site.server.url}/listing")
    assert before == await client.surroundings(f"{site.server.url}/listing")
    site.server.script("/app.js", "draw(2)")
    after = await client.surroundings(f"{site.server.url}/listing")
    assert (before[0], after[0]) == ("Parts |", "Parts |")
    assert before[1] != after[1]


UNUSABLE = {
    "endless integer": '{"parts": [{"id": 1e3000000}]}',
    "no exponent": '{"parts": [{"id": 1e999999999999999999999}]}',
    "many digits": f'{{"parts": [{{"id": {"9" * 4000}}}]}}',
    "no host": '{"meta": {"url": "http:\\/\\/[draft"}}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("name", UNUSABLE)
async def test_what_no_page_could_use_is_no_data(name: str, site_server: SiteServer, documents: OwnDocuments) -> None:
    """It would end the run, or last for ever; the page is looked at in its place."""
    site_server.answers("/api", UNUSABLE[name], type="application/json")
    client = DataClient(SitePlan(name="site", url=site_server.url), documents)
    with pytest.raises(Misread):
        await client.fetch(DataAsked(DataRequest(f"{site_server.url}/api")))


async def test_half_an_emoji_is_replaced(site_server: SiteServer, documents: OwnDocuments) -> None:
    """As in what a page shows."""
    site_server.answers("/api", '{"name": "lamp \\ud83d"}', type="application/json")
    client = DataClient(SitePlan(name="site", url=site_server.url), documents)
    assert await client.fetch(DataAsked(DataRequest(f"{site_server.url}/api"))) == {"name": "lamp \ufffd"}


async def test_what_may_be_a_key_is_not_written_down() -> None:
    """Long values of letters and digits; words and numbers are none."""
    address = "https://shop.example/api?page=2&sort=name,asc&apikey=9f8e7d6c5b4a39281706abcd"
    assert unkeyed(address) == "https://shop.example/api?page=2&sort=name,asc&apikey="
    said: Mapping[str, bool] = {
        "0.9589371211864502": False,
        "a-long-word-without-digits": False,
        "eyJhbGciOiJIUzI1NiJ9.x1": True,
    }
    assert {one: is_key(one) for one in said} == said
