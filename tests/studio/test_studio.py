"""A person in front of the studio, from an address to a saved file and its answer; and sites that mean ill."""

import asyncio
import http.client
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from tests.cli import run_folders
from tests.conftest import SiteServer
from tests.studio.conftest import Person, Studio
from webdart import api
from webdart.demo import DemoSite
from webdart.demo.state import PASSWORD, USER
from webdart.studio.chore_text import ChoreText
from webdart.values import replace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CHEAPEST = "SELECT product, price FROM headphones ORDER BY price, product LIMIT 3"


async def point(page: Page, shape: str, number: int = 0) -> None:
    """Move to the middle of a shape that is drawn over the picture."""
    box = await page.locator(f"#shapes {shape}").nth(number).bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def click(page: Page, shape: str, number: int = 0) -> None:
    """Click there."""
    await point(page, shape, number)
    await page.mouse.down()
    await page.mouse.up()


async def test_from_an_address_to_a_saved_file(
    studio: Studio, person: Person, demo_site: DemoSite, tmp_path: Path
) -> None:
    """A link clicked, a column dropped and picked again, one renamed, a question: what is saved gives what is shown."""
    async with studio(f"{demo_site.url}shop/electronics/") as url, person(url) as page:
        await click(page, ".record", 1)
        await expect(page.locator("#step-list")).to_contain_text("path Headphones")
        await expect(page.locator("#rows")).to_have_text("20 rows read from this page")
        await page.get_by_label("Drop the column price").click()
        await expect(page.get_by_label("Name of the column price")).to_have_count(0)
        await page.get_by_label("Name of the column name").fill("product")
        await page.keyboard.press("Enter")
        await expect(page.get_by_label("Name of the column product")).to_be_visible()
        await page.get_by_role("button", name="Pick columns").click()
        shown = await page.locator("#picture").bounding_box()
        assert shown is not None
        scale = shown["width"] / 1280  # where the first price stands in the site's window
        await page.mouse.click(shown["x"] + 320 * scale, shown["y"] + 414 * scale)
        await expect(page.get_by_label("Name of the column price")).to_be_visible()
        await page.locator("#sql").fill(CHEAPEST)
        await page.keyboard.press("Control+Enter")
        await expect(page.locator(".verdict")).to_have_attribute("data-exit", "0", timeout=90_000)
        rows = await page.locator("#outcome tbody tr").all_inner_texts()
        await page.keyboard.press("Control+s")
        await expect(page.locator("#saved")).to_contain_text("chore.yaml")
    assert 'path: ["Headphones"]' in (tmp_path / "chore.yaml").read_text()
    run = await api.run_async(tmp_path / "chore.yaml", project=tmp_path)
    assert run.result.exit == 0
    assert [row.split("\t") for row in rows] == [[str(cell) for cell in row] for row in run.answer.rows]
    assert len(rows) == 3


MENDED = """webdart: 1
# written by hand
sites: {{shop: "{url}"}}
stages:
  - navigate: {{start: /shop/electronics/headphones/}}
  - extract:
      into: headphones
      fields:
        name: text
        cost: integer  # of one pair
  - execute: SELECT name, cost FROM headphones ORDER BY cost, name LIMIT 3
"""


@pytest.mark.proof
async def test_a_file_is_opened_to_be_mended(
    studio: Studio, person: Person, demo_site: DemoSite, tmp_path: Path
) -> None:
    """It stands there as it is; a change by pointing changes that alone, comments and all."""
    text = MENDED.format(url=demo_site.url)
    async with studio(f"{demo_site.url}shop/electronics/headphones/", text) as url, person(url) as page:
        await expect(page.get_by_label("Name of the column cost")).to_be_visible()
        await expect(page.locator("#saved")).to_contain_text("saved as")
        await page.get_by_label("Type of cost").select_option("money")
        await expect(page.locator("#saved")).to_have_text("yours, not saved")
        await page.keyboard.press("Control+s")
        await expect(page.locator("#saved")).to_contain_text("saved as")
    assert (tmp_path / "chore.yaml").read_text() == text.replace("cost: integer", "cost: money")


MARKUP = "<img src=x onerror=document.title='run'><b>bold</b>\x1b]0;run\x07"
HOSTILE = """<title>{markup}</title><h1>Things</h1><table><thead><tr><th>Name</th><th>Price</th></tr></thead>
<tbody>{rows}</tbody></table><script>
document.addEventListener("mouseover", () => {{
  fetch("/write", {{ method: "POST", body: "hovered" }});
  navigator.sendBeacon("/beacon", "hovered");
}});
</script>"""


def hostile() -> str:
    """A listing whose texts are markup, which writes as soon as a pointer is on it."""
    said = MARKUP.replace("&", "&amp;").replace("<", "&lt;")
    rows = "".join(f"<tr><td>{said} {n}</td><td>{n}.50</td></tr>" for n in range(5))
    return HOSTILE.format(markup=said, rows=rows)


async def test_a_hostile_site_and_uninvited_guests(studio: Studio, person: Person, site_server: SiteServer) -> None:
    """Texts stay texts, what a hover would write is held and shown, and nobody else gets in."""
    site_server.page("/", hostile())
    async with studio(f"{site_server.url}/") as url, person(url) as page:
        await expect(page.locator(".values li").first).to_contain_text("<img src=x onerror=")
        assert await page.locator("section img, section b:not(#step-list b)").count() == 0
        assert await page.title() == "webdart studio"
        await point(page, ".record", 1)
        await expect(page.locator("#held li").filter(has_text="POST")).to_have_count(2)
        (cookie,) = await page.context.cookies()
        assert (cookie.get("httpOnly"), cookie.get("sameSite")) == (True, "Strict")
        path = cookie.get("path", "")
        known = f"{cookie.get('name')}={cookie.get('value')}"
        await asyncio.to_thread(let_in_only_who_may, url, path, known)
    assert site_server.seen(method="POST") == []


def let_in_only_who_may(url: str, path: str, cookie: str) -> None:
    """Every request but those of the person's own page is refused."""
    port = urlsplit(url).port
    own, socket = f"127.0.0.1:{port}", {"Upgrade": "websocket", "Connection": "Upgrade"}
    socket |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}

    def status(where: str, **headers: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.putrequest("GET", where, skip_host=True)
        for name, value in {"Host": own, **headers}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        connection.close()
        return answer.status

    opening = urlsplit(url)
    assert status(path, Cookie=cookie) == 200
    assert status(path) == 403
    assert status(f"{opening.path}?{opening.query}") == 403  # it has opened once
    assert status(f"{opening.path}?token=") == 403
    assert status(path, Host=f"evil.example:{port}", Cookie=cookie) == 403
    assert status(path, Origin="http://evil.example", Cookie=cookie) == 403
    assert status(path, Sec_Fetch_Site="cross-site", Cookie=cookie) == 403
    assert status(f"{path}static/..%2fserver.py", Cookie=cookie) == 404
    live = f"{path}live"
    assert status(live, **socket, Cookie=cookie) == 403  # no browser leaves the origin out
    assert status(live, **socket, Cookie=cookie, Origin="http://127.0.0.1:1") == 403
    assert status(live, **socket, Cookie=cookie, Origin=f"http://{own}", Host=f"evil.example:{port}") == 403
    assert status(live, **socket, Origin=f"http://{own}") == 403
    assert status(live, **socket, Cookie=cookie, Origin=f"http://{own}") == 101


THINGS = """<title>Things</title><h1>Things</h1><table><thead><tr><th>Name</th><th>Price</th></tr></thead>
<tbody>{rows}</tbody></table>"""
THING = "<title>Thing</title><h1>A thing</h1><dl><dt>Weight</dt><dd>12 kg</dd><dt>Colour</dt><dd>red</dd></dl>"
REQUESTED = """webdart: 1
name: chore
sites: {{shop: "{url}"}}
stages:
  - navigate: {{start: /}}
  - extract:
      into: products
      key: name
      fields:
        name: text
        price: money
        url: link
  - execute: SELECT name, price FROM products
"""


async def test_what_was_doubtful_comes_first_and_a_record_has_a_page_of_its_own(
    studio: Studio, person: Person, site_server: SiteServer, tmp_path: Path
) -> None:
    """A doubtful cell leads to its place, one click says what it means; a field of the record's page is added."""
    row = '<tr><td><a href="/{n}">Thing {n}</a></td><td>{price}</td></tr>'
    prices = ["1.50", "2.50", "on request", "4.50"]
    site_server.page("/", THINGS.format(rows="".join(row.format(n=n, price=one) for n, one in enumerate(prices))))
    for number in range(len(prices)):
        site_server.page(f"/{number}", THING)
    text = REQUESTED.format(url=f"{site_server.url}/")
    folder = run_folders.begin(tmp_path)
    folder.write(replace(folder.record(), source=text))
    await asyncio.to_thread(run_folders.collect_unread, folder, f"{site_server.url}/", lamp="on request")
    async with studio(f"{site_server.url}/", text) as url, person(url) as page:
        await page.get_by_role("button", name="Show on request").click()
        await expect(page.locator("#shapes .spot")).to_have_count(1)
        await page.get_by_role("button", name="It means nothing").click()
        await expect(page.locator("#text")).to_have_value(text.replace("price: money", FORGIVEN))
        await page.get_by_role("button", name="Open a record's own page").click()
        await page.get_by_role("button", name="Add the column weight").click()
        await expect(page.locator("#column-weight")).to_contain_text("12 kg")
        await page.get_by_role("button", name="Back to the listing").click()
        await expect(page.locator("#rows")).to_have_text("4 rows read from this page")
        said = await page.locator("#text").input_value()
    assert "\n        weight: {type: text, page: detail}\n" in said
    assert ChoreText(said, "chore.yaml").problems == ()


FORGIVEN = "price: {type: money, unreadable: null}"


async def test_a_login_and_a_write_that_is_shown_once(
    studio: Studio, person: Person, fresh_site: DemoSite, chromium: Chromium, tmp_path: Path
) -> None:
    """Secrets stand in the file by their names; what the form would send is held, and becomes a stage."""
    async with studio(f"{fresh_site.url}tracker/issues/") as url, person(url) as page:
        await page.get_by_label("User", exact=True).fill(USER)
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.keyboard.press("Enter")
        await expect(page.locator("#step-list")).to_contain_text("start /tracker/issues/")
        await page.get_by_role("button", name="Open a record's own page").click()
        await expect(page.get_by_role("button", name="Back to the listing")).to_be_visible()
        await page.get_by_role("button", name="Record a write").click()
        await expect(page.locator("#write")).to_have_text("● End recording")
        await page.get_by_label("filter: Status").select_option("In progress")
        await expect(page.locator("#busy")).to_be_hidden()
        await press_button(page, *await place_of_button(chromium, fresh_site, page))
        await expect(page.locator("#status")).to_contain_text("recorded, not sent")
        await page.keyboard.press("Control+s")
        await expect(page.locator("#saved")).to_contain_text("chore.yaml")
    saved = (tmp_path / "chore.yaml").read_text()
    assert PASSWORD not in saved
    assert USER not in saved
    assert 'writes: ["POST /tracker/issues/*"]' in saved
    assert 'fill: {"Status": "In progress"}' in saved
    assert 'expect: {at: "Status", value: "In progress"}' in saved
    assert [write.what for write in fresh_site.writes if "issue" in write.what] == []
    assert ChoreText(saved, "chore.yaml").problems == ()


async def place_of_button(chromium: Chromium, site: DemoSite, page: Page) -> tuple[float, float, int]:
    """Where a person sees the button of an issue's form, once the page is scrolled to its end; how far that is."""
    context = await chromium.new_context(viewport={"width": 1280, "height": 900})
    session = site.state.log_in(USER, PASSWORD)
    assert session is not None
    await context.add_cookies([{"name": "tracker_session", "value": session.token, "url": site.url}])
    eyes = await context.new_page()
    await eyes.goto(await page.locator("#url").input_value())
    button = eyes.get_by_role("button", name="Save changes")
    await eyes.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = await button.bounding_box()
    end = round(await eyes.evaluate("scrollY"))
    await context.close()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, end


async def press_button(page: Page, x: float, y: float, end: int) -> None:
    """Turn the wheel to the page's `end`, which it reaches bit by bit, and click there."""
    shown = await page.locator("#picture").bounding_box()
    assert shown is not None
    scale = shown["width"] / 1280
    await page.mouse.move(shown["x"] + 200, shown["y"] + 200)
    await page.mouse.wheel(0, 5000)
    await expect(page.locator("#shapes")).to_have_attribute("transform", re.compile(rf"translate\(0 -{end}\b"))
    await page.mouse.click(shown["x"] + x * scale, shown["y"] + y * scale)
