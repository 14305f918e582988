"""A page is looked at once it has come to rest: what it says or shows to be still to come is waited for."""

import time
from typing import Any

import pytest

from tests.browser.tab.conftest import TICKING, text
from webdart.browser.chromium import observe as sight
from webdart.browser.chromium.browser import Chromium
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoWait
from webdart.plan.model import SitePlan

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_what_a_script_fetches_is_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """A listing that comes by fetch, the answer half a second late, stands in the first view."""
    site_server.answers("/data", '["Lamp", "Chair"]', type="application/json", slow=0.5)
    site_server.page(
        "/",
        "<h1>List</h1><ul id=u></ul><script>fetch('/data').then(r => r.json()).then(names => u.innerHTML ="
        " names.map(n => '<li>' + n).join(''))</script>",
    )
    assert "Lamp Chair" in text(await tab.open(site_server.url + "/"))


async def test_data_that_came_a_moment_ago_is_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """The answer is there when the page has loaded, or its first words are; what is made of it comes a moment later."""
    site_server.answers("/data", '["Lamp", "Chair"]', type="application/json")
    site_server.page(
        "/",
        "<h1>List</h1><ul id=u></ul><script type=module>const names = await (await fetch('/data')).json();"
        "setTimeout(() => u.innerHTML = names.map(n => '<li>' + n).join(''), 150)</script>",
    )
    site_server.answers("/slow", '["Lamp", "Chair"]', type="application/json", slow=0.02)
    site_server.page(
        "/late",
        "<h1>List</h1><ul id=u></ul><script>onload = () => fetch('/slow').then(r => r.json()).then(names =>"
        " u.innerHTML = names.map(n => '<li>' + n).join(''))</script>",
    )
    for _ in range(3):
        assert "Lamp Chair" in text(await tab.open(site_server.url + "/"))
        assert "Lamp Chair" in text(await tab.open(site_server.url + "/late"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "before",
    [
        "<table><thead><tr><th>Name</th></tr></thead><tbody></tbody></table>",
        "<p>Loading items…</p>",
        "<p>Wird geladen ...</p>",
        (
            "<style>@keyframes t {to {rotate: 1turn}} .page-loader i {animation: t 1s infinite}</style>"
            "<div class=page-loader><i style='display:block;width:9px;height:9px'></i><h4>Making the report</h4></div>"
        ),
    ],
)
async def test_a_place_that_is_yet_to_be_filled_is_waited_for(tab: ChromiumTab, site_server: Any, before: str) -> None:
    """Heads without rows, words that say so, and a sign that turns."""
    fill = "setTimeout(() => root.innerHTML = '<p>Lamp</p>', 250)"
    site_server.page("/", f"<h1>List</h1><div id=root>{before}</div><script>{fill}</script>")
    assert "Lamp" in text(await tab.open(site_server.url + "/"))


async def test_loading_is_waited_for_in_the_words_of_each_language(tab: ChromiumTab, site_server: Any) -> None:
    """As the page has them, with what is loaded and dots; the same words without dots are a heading, and cost nothing."""
    said = (
        "Загрузка…",
        "読み込み中...",
        "جاري التحميل…",
        "Φόρτωση προϊόντων…",
        "Chargement en cours…",
        "लोड हो रहा है...",
    )
    for words in said:
        fill = "setTimeout(() => root.innerHTML = '<p>Lamp</p>', 250)"
        site_server.page("/", f"<h1>List</h1><div id=root><p>{words}</p></div><script>{fill}</script>")
        assert "Lamp" in text(await tab.open(site_server.url + "/")), words
    site_server.page("/still", f"<h1>Загрузка</h1><p>Lamp</p>{TICKING}")
    assert "Lamp" in text(await tab.open(site_server.url + "/still"))
    assert len(site_server.seen("/tick")) < 20


async def test_what_is_busy_out_of_sight_is_not_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """A fold that has no height and no colour, with a bar of progress in it for later."""
    fold = (
        "<div style='opacity:0;height:0;overflow:hidden'><div aria-busy=true><div role=progressbar>-</div></div></div>"
    )
    site_server.page("/", f"<h1>List</h1>{fold}<p>Lamp</p>{TICKING}")
    assert "Lamp" in text(await tab.open(site_server.url + "/"))
    assert len(site_server.seen("/tick")) < 20


@pytest.mark.proof
async def test_a_page_that_asks_again_and_again_is_not_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """Data that comes and comes without a change, and a clock beside an empty table: neither is about to be shown."""
    ask = "<script>setInterval(() => fetch('/news').then(r => r.text()), 150)</script>"
    clock = "<table><thead><tr><th>Name</th></tr></thead><tbody></tbody></table><p id=c></p>"
    turn = "<script>setInterval(() => { if (++window.n % 3 === 0) c.textContent = n }, 50); window.n = 0</script>"
    site_server.answers("/news", "none")
    site_server.page("/", f"<h1>List</h1>{clock}{turn}{ask}{TICKING}")
    assert "List" in text(await tab.open(site_server.url + "/"))
    assert len(site_server.seen("/tick")) < 65  # eight seconds have 80


async def test_an_application_in_a_body_without_height_is_seen(tab: ChromiumTab, site_server: Any) -> None:
    """All of it is laid over the window; that the body hides what leaves it is said of the window."""
    style = "<style>html, body {margin: 0; overflow: hidden} #app {position: absolute; inset: 0}</style>"
    site_server.page("/", f"<!doctype html>{style}<div id=app><p>there</p></div>")
    view = await tab.open(site_server.url + "/")
    assert any(node.shown for node in view.nodes if node.text == "there")


async def test_a_page_that_is_hidden_as_a_whole_is_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """An application that shows itself once it is put together: all of its texts are there before."""
    script = "<script>setTimeout(() => document.body.style.display = '', 700)</script>"
    site_server.page("/", f"<body style='display:none'><p>there</p>{script}")
    view = await tab.open(site_server.url + "/")
    assert any(node.shown for node in view.nodes if node.text == "there")


@pytest.mark.parametrize(
    "beside",
    [
        "",
        "<svg width=2 height=9 style='position:absolute;left:-99px;height:0'><symbol></symbol></svg><input type=hidden>",
    ],
    ids=["nothing", "what is not seen"],
)
async def test_an_empty_shell_is_waited_for(beside: str, tab: ChromiumTab, site_server: Any) -> None:
    """A page that shows nothing until a timer has run is looked at afterwards; a sheet of icons shows nothing."""
    script = "<script>setTimeout(() => root.textContent = 'there', 700)</script>"
    site_server.page("/", f"{beside}<div id=root></div>{script}")
    assert "there" in text(await tab.open(site_server.url + "/"))


@pytest.mark.proof
async def test_a_static_page_costs_no_waiting(tab: ChromiumTab, site_server: Any) -> None:
    """Twenty static pages with a script are read in less than what one pause for calm each would take."""
    site_server.page("/", "<h1>List</h1><p>text</p><script>1</script>")
    await tab.open(site_server.url + "/")
    times: list[float] = []
    for _ in range(20):
        start = time.monotonic()
        await tab.open(site_server.url + "/")
        times.append(time.monotonic() - start)
    assert min(times) < 0.06


async def test_a_page_that_did_not_arrive_whole_is_waited_for(
    tab: ChromiumTab, site_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a list looks like all of it: a page is not read while its parser still waits, however slow a server is.

    It is not even looked at, which held up a page of 100,000 rows for longer than it took to arrive.
    """
    monkeypatch.setattr(sight, "_REST_SECONDS", 0.2)
    evaluate, told = sight.Sight.evaluate, list[str]()

    async def listening(*asked: Any, **rest: Any) -> Any:
        told.append(str(await evaluate(*asked, **rest)))
        return told[-1]

    monkeypatch.setattr(sight.Sight, "evaluate", listening)
    site_server.answers("/late.css", "p {color: red}", type="text/css", slow=1.5)
    rest = "<link rel=stylesheet href=/late.css><script>1</script><p>last row</p>"
    site_server.page("/", f"<p>first row</p>{rest}")
    assert "last row" in text(await tab.open(site_server.url + "/"))
    assert ["first row" in one for one in told] == [False] * (len(told) - 1) + [True]
    assert len(told) > 1


async def test_waiting_ends_when_the_page_changes(tab: ChromiumTab, site_server: Any) -> None:
    """`DoWait` returns at the change, long before its time is over."""
    site_server.page("/", "<p id=p>early</p><script>setTimeout(() => p.textContent = 'late', 700)</script>")
    await tab.open(site_server.url + "/")
    start = time.monotonic()
    view = await tab.act(DoWait(10))
    assert "late" in text(view)
    assert time.monotonic() - start < 6


async def test_a_page_says_that_a_request_is_open(engine: Chromium, site_server: Any) -> None:
    """However long it takes: more may come by itself."""
    site_server.answers("/slow", "late", slow=8)
    site_server.page("/", "<p>page</p><script>fetch('/slow')</script>")
    site_server.page("/calm", "<p>page</p>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    assert (await tab.open(site_server.url + "/")).busy
    assert not (await tab.open(site_server.url + "/calm")).busy
    await tab.close()


async def test_a_picture_whose_place_is_taken_by_one_that_fails_too(engine: Chromium, site_server: Any) -> None:
    """The page asks for it again without end: its handler is told of some failures, and then the page has loaded."""
    script = "onerror=\"this.src = '/none.png'\""
    site_server.page("/", f"<p>page</p><img src=/gone.png {script}>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    await tab.open(site_server.url + "/")
    assert not (await tab.act(DoWait(1))).busy
    assert len(site_server.log) < 20
    await tab.close()
