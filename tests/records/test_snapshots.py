"""Pages as real families of sites make them, in a real browser: every row right, with nothing but natural field names."""

import asyncio
import json
import os
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import async_playwright

from tests.records.conftest import make_field, make_spec
from tests.records.snapshots import SNAPSHOTS, Snapshot
from webdart.browser.chromium.executable import find_browser
from webdart.browser.snapshot.payload import FramePayload, look, parse, script
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def views() -> Mapping[str, PageView]:
    """Every snapshot as Chromium shows it, by name; one browser for all."""
    return asyncio.run(_observed())


async def _observed() -> dict[str, PageView]:
    path = find_browser(None, "")
    flags = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    found: dict[str, PageView] = {}
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=flags)
        tab = await browser.new_page()
        await tab.route("**/*", lambda route: route.abort())
        session: Any = await tab.context.new_cdp_session(tab)
        for snapshot in SNAPSHOTS:
            await tab.set_content(snapshot.html, wait_until="domcontentloaded")
            tree = await session.send("Page.getFrameTree")
            world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
            wanted = {"expression": script() + look(), "contextId": world["executionContextId"], "returnByValue": True}
            answer = await session.send("Runtime.evaluate", wanted)
            payload = json.loads(answer["result"]["value"]) | {"url": snapshot.url}
            found[snapshot.name] = parse([FramePayload(json.dumps(payload))], status=200)
        await browser.close()
    return found


def declared(snapshot: Snapshot) -> ListingSpec:
    """What the snapshot's file would declare."""
    fields = [
        make_field(name, kind) if isinstance(kind, str) else make_field(name, kind[0], **kind[1])
        for name, kind in snapshot.fields.items()
    ]
    return make_spec(fields, **snapshot.options)


@pytest.mark.parametrize("snapshot", SNAPSHOTS, ids=lambda snapshot: snapshot.name.replace(" ", "-"))
def test_every_row_of_a_page_is_right(snapshot: Snapshot, views: Mapping[str, PageView]) -> None:
    """Rows, types and order as the page shows them; the stated total too."""
    got = read(views[snapshot.name], declared(snapshot), before=0)
    assert got.error(snapshot.url) is None
    rows = [{name: record.values[name] for name in snapshot.fields} for record in got.records]
    assert rows == [dict(row) for row in snapshot.truth]
    assert got.totals.stated == snapshot.stated


@pytest.mark.sampled(3)
@pytest.mark.parametrize("snapshot", SNAPSHOTS, ids=lambda snapshot: snapshot.name.replace(" ", "-"))
def test_a_settled_page_reads_as_the_first_time(snapshot: Snapshot, views: Mapping[str, PageView]) -> None:
    """The page again, with what it taught: the same rows, without mining or with."""
    wanted = declared(snapshot)
    first = read(views[snapshot.name], wanted, before=0)
    wrapper = first.wrapper
    for _ in range(2):
        again = read(views[snapshot.name], wanted, wrapper, before=0)
        assert [record.values for record in again.records] == [record.values for record in first.records]
        wrapper = again.wrapper
