"""How long does a person wait in the studio? Opens it in a browser of their own, clicks on a page of a loopback site.

A click is over when the picture shows what it does. The machine's load is told, as it decides.

    python tests/bench/bench_studio.py
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.async_api import Browser, Page, async_playwright

from webdart.browser.chromium.executable import find_browser

_FIRST, _CLICK = 1.5, 150.0
"""Targets: seconds from opening the studio to a picture of the site, milliseconds of a click at the median."""

_PAUSE = 2.0  # seconds in which a person looks at what a click did
_X, _Y = 700, 60  # a place on the box that changes its colour
ROWS = "".join(f"<tr><td><a href=/{number}>Lamp {number}</a><td>{number}.50" for number in range(30))
SITE = f"""<!doctype html><title>Lamps</title><h1>Lamps</h1><table><tr><th>Name<th>Price{ROWS}</table>
<style>#box {{ position: absolute; left: 600px; top: 20px; width: 300px; height: 100px; background: #f00 }}
#box.on {{ background: #00f }}</style><div id=box onclick="this.classList.toggle('on')"></div>"""

SHOWN = f"""() => {{
  const canvas = document.getElementById("picture");
  const at = [{_X} * canvas.width / 1280, {_Y} * canvas.height / 900, 1, 1];
  const [red, , blue] = canvas.getContext("2d").getImageData(...at).data;
  return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "";
}}"""
CLOCK = f"""() => {{
  const shown = {SHOWN}, draw = CanvasRenderingContext2D.prototype.drawImage;
  let began = null, before = shown();
  window.clicks = [];
  addEventListener("pointerup", () => {{ began = performance.now(); }}, true);
  CanvasRenderingContext2D.prototype.drawImage = function (...what) {{
    draw.apply(this, what);
    const now = shown();
    if (began !== null && now && now !== before) {{ clicks.push(performance.now() - began); began = null; }}
    before = now || before;
  }};
}}"""


class Lamps(BaseHTTPRequestHandler):
    """Answers with the one page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(SITE.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base has it
        """Keep quiet."""


@asynccontextmanager
async def studio(site: str) -> AsyncGenerator[str]:
    """The address of a studio, as a command of its own prints it."""
    with tempfile.TemporaryDirectory() as place:
        words = ("-m", "webdart", "studio", site, "--project", place, "--out", f"{place}/lamps.yaml")
        pipe = asyncio.subprocess.PIPE
        command = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=pipe, stderr=pipe)
        assert command.stdout is not None
        try:
            yield (await command.stdout.readline()).decode().strip()
        finally:
            command.terminate()
            await command.communicate()


async def waited(browser: Browser, site: str, clicks: int) -> tuple[float, list[float]]:
    """Seconds until the site is pictured, milliseconds of each click."""
    async with studio(site) as url:
        page = await browser.new_page(viewport={"width": 1280, "height": 1000})
        began = time.monotonic()
        await page.goto(url, wait_until="commit")
        await page.wait_for_selector("#stage[data-frames]")
        await page.wait_for_function(f"() => ({SHOWN})() === 'red'")
        first = time.monotonic() - began
        await page.wait_for_selector("body[data-ready]")
        times = await clicked(page, clicks)
        await page.close()
    return first, times


async def clicked(page: Page, clicks: int) -> list[float]:
    """Milliseconds from each click to the picture that shows what it did."""
    await page.evaluate(CLOCK)
    box = await page.locator("#picture").bounding_box()
    assert box is not None
    scale = box["width"] / 1280
    for number in range(clicks):
        await asyncio.sleep(_PAUSE)
        await page.mouse.click(box["x"] + (_X + number % 5) * scale, box["y"] + _Y * scale)
        await page.wait_for_function(f"() => clicks.length > {number}")
    return await page.evaluate("clicks")


async def measured(rounds: int, clicks: int) -> tuple[list[float], list[float]]:
    """Of several studios, one after another."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Lamps)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    firsts, times = list[float](), list[float]()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=find_browser(None, ""), chromium_sandbox=False)
        for _ in range(rounds):
            first, some = await waited(browser, f"http://127.0.0.1:{server.server_port}/", clicks)
            firsts.append(first)
            times += some
        await browser.close()
    server.shutdown()
    return firsts, times


def main() -> None:
    """Measure, print; fail where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=10)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    firsts, times = asyncio.run(measured(options.rounds, options.clicks))
    first, click = statistics.median(firsts), statistics.median(times)
    sys.stdout.write(
        f"the site pictured after {first:.2f} s (target {_FIRST}; {min(firsts):.2f} to {max(firsts):.2f}), "
        f"a click shown after {click:.0f} ms (target {_CLICK:.0f}); "
        f"medians of {len(firsts)} and {len(times)}, load {load:.1f} to {os.getloadavg()[0]:.1f}\n"
    )
    sys.exit(int(first > _FIRST or click > _CLICK))


if __name__ == "__main__":
    main()
