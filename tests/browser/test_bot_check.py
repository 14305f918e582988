"""Pages that check for a person: which are, which only look like it, and what becomes of them."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import DoClick
from webdart.errors import Challenged
from webdart.page.bot_check import challenge_in
from webdart.page.locator import element
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]
ARTICLE = "".join(
    f"<p>Paragraph {n} says something about the matter, at some length, as articles do.</p>" for n in range(30)
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("html", "what"),
    [
        ("<h1>One more step</h1><iframe title='reCAPTCHA' srcdoc='<input type=checkbox>'></iframe>", "a captcha"),
        ("<h1>shop.example</h1><p>Verify you are human by completing the action below.</p>", "a check of the browser"),
        ("<h1>Checking your browser</h1><p>Please wait…</p>", "a check of the browser"),
        ("<p>Are you a robot?</p><div data-sitekey=k style='height:70px'></div><button>Continue</button>", "a captcha"),
        ("<form><img alt='captcha' src=/c.png><label>Type the letters <input name=answer></label></form>", ""),
        (
            "<form><p>Type the characters you see in this image</p><img src=/captcha/7.png><input name=a><button>Go</button></form>",
            "a captcha",
        ),
        ("<h2>Bestätigen Sie, dass Sie ein Mensch sind</h2><iframe src='/challenge/frame'></iframe>", "a captcha"),
    ],
)
async def test_a_check_instead_of_a_page_is_one(observe: Observe, html: str, what: str):
    """By frames, controls and sentences of any make; a lone box that nothing asks to fill in may be another's."""
    assert challenge_in(await observe(html)) == what


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "html",
    [
        f"<h1>What is a captcha?</h1>{ARTICLE}<p>Verify you are human, they say.</p>",
        f"<h1>News</h1>{ARTICLE}<form><textarea name=comment></textarea><div data-sitekey=k></div></form>",
        "<h1>Log in</h1><form><input name=u><input type=password name=p><div data-sitekey=k></div><button>Go</button></form>",
        "<h1>Contact</h1><form><label>Mail <input name=mail></label><iframe title=reCAPTCHA srcdoc=''></iframe></form>",
        "<h1>Lamps</h1><p>Nothing fits.</p><div style='position:fixed;bottom:0'><iframe title=reCAPTCHA srcdoc=''></iframe></div>",
        "<h1>Monthly challenges</h1><ul><li>Run 100 km<li>Read three books</ul><img src=/challenge/1.png alt=Run>"
        + ARTICLE,
        "<h1>Security</h1><nav>"
        + "".join(f"<a href=/{n}>Topic {n}</a> " for n in range(9))
        + "</nav><p>Security checks</p>",
        "<h1>Contacts</h1><p>Please confirm your contact person</p><form><input name=n><button>Save</button></form>",
        "<p>Type the text below into the text field and press Submit.</p><b>k3xQ</b><input><button>Submit</button>",
        "<h1>Security check</h1><p>All doors are locked.</p>",
        "",
    ],
)
async def test_a_page_that_merely_has_one_is_a_page(observe: Observe, html: str):
    """An article, a comment form, a login, a contact form, a badge that hangs over every page, other challenges."""
    assert challenge_in(await observe(html)) == ""


CHECK = "<title>One moment</title><h1>Verify you are human</h1><button>I am</button>"
PAGE = "<title>Goods</title><h1>Goods</h1><ul><li>Lamp<li>Chair</ul>"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=1), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest.mark.proof
async def test_a_check_that_passes_by_itself_is_waited_for(engine: Chromium, site_server: SiteServer):
    """As most checks of the browser do: the page behind it is what is seen."""
    site_server.page("/", "<h1>Checking your browser</h1><script>setTimeout(() => location = '/goods', 300)</script>")
    site_server.page("/goods", PAGE)
    tab = await engine.pool.tab(SitePlan(name=site_server.url, url=site_server.url))
    seen = await tab.open(site_server.url)
    assert seen.title == "Goods"
    await tab.close()


async def test_nobody_there_is_a_clear_stop(engine: Chromium, site_server: SiteServer):
    """What it wants, where, and what can be done; nothing is clicked."""
    site_server.page("/", CHECK)
    tab = await engine.pool.tab(SitePlan(name=site_server.url, url=site_server.url))
    with pytest.raises(Challenged, match="asks for a check of the browser") as error:
        await tab.open(site_server.url)
    assert "--headed" in error.value.hint
    await tab.close()


async def test_a_person_answers_in_the_window(site_server: SiteServer):
    """The run waits until they say so; what they send meanwhile passes the guard, and what comes later does not."""
    passed: list[Asked] = []

    def answer(asked: Asked) -> Reply:
        if asked.method == "POST":
            passed.append(asked)
        form = "<form method=post><button>Go on</button></form>"
        return Reply((PAGE if passed else CHECK) + form)

    site_server.on("/", answer)
    site_server.reads.add("/")  # sent by the person's own browser
    said: list[str] = []

    async def person(words: str) -> None:
        said.append(words)
        await press("Go on")

    async def press(words: str) -> PageView:
        seen = await tab.view()
        button = next(node for node in seen.nodes if node.name == words)
        return await tab.act(DoClick(element(seen, button)))

    chromium = await launch(BrowserOptions(seconds=30, ready_seconds=5, person=person), {}, Trace(time.monotonic))
    try:
        tab = await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
        seen = await tab.open(site_server.url)
        assert seen.title == "Goods"
        assert len(said) == len(passed) == 1
        assert "answer it in the window" in said[0]
        await press("Go on")
        assert len(passed) == 1
        assert len(chromium.guard.refused()) == 1
    finally:
        await chromium.pool.close()


LISTING = """webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /list}
  - extract: {into: items, key: name, fields: {name: text}}
  - execute: SELECT count(*) FROM items
"""


async def test_a_check_in_the_middle_of_a_listing_ends_the_run_and_keeps_its_rows(
    site_server: SiteServer, tmp_path: Path
):
    """Exit 1 with the sentence; the pages before it are in the table, and the run can be resumed."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        if page == 3:
            return Reply(CHECK, status=403)
        rows = "".join(f"<tr><td>Thing {page}.{n}" for n in range(8))
        return Reply(
            f"<title>Things</title><table><tr><th>Name{rows}</table><a rel=next href='/list?page={page + 1}'>Next</a>"
        )

    site_server.on("/list", answer)
    path = tmp_path / "list.yaml"
    path.write_text(LISTING % site_server.url)
    run = await webdart.run_async(path, project=tmp_path)
    assert run.result.exit == 1
    assert "asks for a check of the browser" in str(run.result.error)
    assert run.table("items").arrow().num_rows == 16
