"""How long does one page of a listing take, observed in Chromium and read; and what does a long walk leave in memory?

    python tests/bench/bench_page.py [--rounds 40] [--pages 2000]

A page has about 1,000 elements: 48 cards, a menu, facets. Each round loads it afresh until it is drawn (not counted),
then observes it as a tab does (the isolated world of a new document has the script from its start), parses what came
back and reads its records, as a walk does from its third page on. Prints the medians in milliseconds: the whole, and its parts. Then reads `--pages` different pages in a row and prints how much
the resident memory of this process grew from the hundredth to the last.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from playwright.async_api import Route, async_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

from webdart.browser.cdp import Line  # noqa: E402 - as above
from webdart.browser.chromium.executable import find_browser  # noqa: E402 - as above
from webdart.browser.chromium.frames import Document, FrameEvents, Frames  # noqa: E402 - as above
from webdart.browser.chromium.observe import script  # noqa: E402 - as above
from webdart.browser.snapshot.payload import FramePayload, look, parse  # noqa: E402 - as above
from webdart.cli.main import rarely_collecting  # noqa: E402 - the checkout comes first
from webdart.errors import SourceLine  # noqa: E402 - as above
from webdart.records import ListingSpec, Wrapper, read  # noqa: E402 - as above
from webdart.workflow.model import Extract, Field, Kind, Type  # noqa: E402 - as above

_CARDS = 48
_FIELDS: Mapping[str, Kind] = {
    "name": "text", "price": "money", "reviews": "integer", "rating": "rating", "url": "link",
}  # fmt: skip
_HERE = SourceLine("bench.yaml", 1, 1)


def html(first: int) -> str:
    """A page of cards, beginning with the number `first`."""
    cards = "".join(
        f'<li class="product"><a href="/p/{n}" class="photo"><img src="/i/{n}.jpg" alt="Thing {n}"></a><div class="details">'
        f'<h3 class="name"><a href="/p/{n}">Thing number {n}</a></h3><div class="rating"><span class="stars" '
        f'title="{n % 5 + 0.5} out of 5"></span><a href="/p/{n}#r">{n * 7} reviews</a></div><p class="by">by <span>Maker {n % 9}'
        f'</span></p><div class="price-box"><span class="price">${n * 3 + 1}.{n % 100:02d}</span></div>'
        f'<span class="stock">{"In stock" if n % 3 else "Sold out"}</span><button>Buy</button></div></li>'
        for n in range(first, first + _CARDS)
    )
    menu = "".join(f'<li><a href="/c/{n}">Category {n}</a></li>' for n in range(60))
    facets = "".join(f"<li><label><input type=checkbox> Brand {n}</label> <span>({n})</span></li>" for n in range(40))
    return (
        f'<!doctype html><base href="http://shop.example/"><header><nav><ul>{menu}</ul></nav></header><aside><h4>Brand</h4>'
        f"<ul>{facets}</ul></aside><main><h1>Things</h1><p>Items {first + 1}-{first + _CARDS} of 96,000</p>"
        f"<ul class=products>{cards}</ul><p><a href=?p=2>2</a></p></main>"
    )


def declared() -> ListingSpec:
    """What is read from it."""
    fields = tuple(Field(name=name, type=Type(kind), at=_HERE) for name, kind in _FIELDS.items())
    return ListingSpec(extract=Extract(into="products", fields=fields, at=_HERE), now=datetime(2026, 11, 21))  # noqa: DTZ001 - the site's clock


def deaf(_: object) -> None:
    """Nobody needs to hear of the frames of these pages: there are none."""


async def alike(_: Line) -> None:
    """No frame has a process of its own."""


async def served(route: Route) -> None:
    """The page of cards whose number is asked for; a picture is none."""
    page, _, number = route.request.url.partition("?p=")
    if page != _SITE:
        await route.abort()
        return
    await route.fulfill(body=html(int(number) * _CARDS), content_type="text/html")


_SITE = "http://shop.example/list"
_SECONDS = 10.0
_PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


async def timed(rounds: int) -> tuple[list[tuple[float, float, float]], str, Wrapper | None]:
    """Seconds of observing, parsing and reading, round by round; the last payload and what was learned."""
    times: list[tuple[float, float, float]] = []
    wrapper: Wrapper | None = None
    spec, payload = declared(), ""
    path = find_browser(None, "")
    flags = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=flags)
        tab = await browser.new_page()
        await tab.route("**/*", served)
        line = Line(await tab.context.new_cdp_session(tab))
        tree = await line.send("Page.getFrameTree")  # a tab asks for it when it is made
        events = FrameEvents(
            attached=deaf,
            leaving=deaf,
            unsaid=deaf,
            loading=deaf,
            arrived=deaf,
            resting=deaf,
            gone=deaf,
            split=alike,
        )
        frames = Frames(tab, Document(tree["frameTree"]["frame"]["id"], line), script(), events)
        await frames.begin()
        for turn in range(rounds + 2):
            await tab.goto(f"{_SITE}?p={turn}", wait_until="load")
            await tab.evaluate(_PAINTED)  # laid out and drawn: that is the browser's work, with us or without
            began = time.perf_counter()
            payload = str(await frames.evaluate(frames.top, look(), _SECONDS))
            seen = time.perf_counter()
            view = parse([FramePayload(payload)], status=200)
            parsed = time.perf_counter()
            got = read(view, spec, wrapper, before=turn * _CARDS)
            done = time.perf_counter()
            if len(got.records) != _CARDS or got.error(view.url) is not None:
                sys.exit(f"page {turn}: {len(got.records)} records, not {_CARDS}")
            wrapper = got.wrapper
            if turn >= 2:
                times.append((seen - began, parsed - seen, done - parsed))
        await browser.close()
    return times, payload, wrapper


_TARGET = 30  # ms
_GROWTH = 50  # MB


def resident() -> float:
    """The resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def grown(payload: str, wrapper: Wrapper | None, pages: int) -> float:
    """By how many MB the memory grows from the hundredth page to the last."""
    spec, before = declared(), 0.0
    for number in range(pages):
        text = payload.replace("Thing number ", f"Thing number {number}.")
        got = read(parse([FramePayload(text)], status=200), spec, wrapper)
        wrapper = got.wrapper
        if number == min(100, pages - 1):
            before = resident()
    return resident() - before


def main() -> None:
    """Measure, print; fail where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--pages", type=int, default=2000)
    options = parser.parse_args()
    with rarely_collecting():  # as a command does
        times, payload, wrapper = asyncio.run(timed(options.rounds))
        more = grown(payload, wrapper, options.pages)
    whole = statistics.median(map(sum, times)) * 1000
    parts = [statistics.median(part) * 1000 for part in zip(*times, strict=True)]
    sys.stdout.write(
        f"one page of 1,000 elements, median of {options.rounds}: {whole:.1f} ms "
        f"(observed {parts[0]:.1f}, parsed {parts[1]:.1f}, read {parts[2]:.1f}; target {_TARGET})\n"
    )
    sys.stdout.write(f"{options.pages} pages read: {more:+.1f} MB since the 100th (at most +{_GROWTH})\n")
    sys.exit(int(whole > _TARGET or more > _GROWTH))


if __name__ == "__main__":
    main()
