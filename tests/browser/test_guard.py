"""Nothing that could write leaves the machine unless it was released, and then once."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.conftest import Reply, SiteServer
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.network.client import Timeouts
from webdart.browser.port import DoClick, DoType, DoUpload, Mode
from webdart.errors import Refused, SourceLine
from webdart.page.model import Element, Held, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace
from webdart.workflow.model import RequestShape

LINE = SourceLine("test.yaml", 1, 1)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


def site_plan(url: str, **more: Any) -> SitePlan:
    return SitePlan(name="site", url=url, **more)


async def until(condition: Callable[[], bool], what: str, seconds: float = 10.0) -> None:
    """Wait for a condition that nothing signals; fails, saying what did not come true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        await asyncio.sleep(0.02)


def element(view: PageView, role: str, name: str) -> Element:
    node = next(node for node in view.nodes if node.role == role and node.name == name)
    return Element(node.index, role, name)


# -- thirteen ways to write over HTTP -------------------------------------------------------------------------

HTTP_WAYS = {
    "form": "<form method=post action=/write><input name=a></form><script>document.forms[0].submit()</script>",
    "form into a frame": "<iframe name=f></iframe><form method=post action=/write target=f><input name=a></form>"
    "<script>document.forms[0].submit()</script>",
    "fetch": "<script>fetch('/write', {method: 'PUT', body: 'x'})</script>",
    "xhr": "<script>x = new XMLHttpRequest(); x.open('DELETE', '/write'); x.send()</script>",
    "fetch in a frame": "<iframe src=/frame></iframe>",
    "keepalive at unload": "<script>addEventListener('pagehide', () => "
    "fetch('/write', {method: 'POST', body: 'x', keepalive: true})); location = '/away'</script>",
    "beacon": "<script>navigator.sendBeacon('/write', 'x')</script>",
    "beacon at unload": "<script>addEventListener('pagehide', () => navigator.sendBeacon('/write', 'x'));"
    "location = '/away'</script>",
    "fetchLater": "<script>fetchLater('/write', {method: 'POST', body: 'x', activateAfter: 0})</script>",
    "worker": "<script>new Worker('/worker.js')</script>",
    "content security policy report": "<meta http-equiv=x><script src='http://127.0.0.1:1/x.js'></script>",
    "ping of a link": "<a href=/away ping=/write>go</a><script>document.links[0].click()</script>",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("way", HTTP_WAYS)
async def test_no_way_to_write_over_http_reaches_the_server(way: str, engine: Chromium, site_server: Any) -> None:
    """In a tab that reads, each way is tried by the page, noted by the guard, and never seen by the server."""
    policy = {"Content_Security_Policy": "script-src 'self'; report-uri /write"} if "report" in way else {}
    site_server.page("/", f"<title>{way}</title><p>{way}</p>{HTTP_WAYS[way]}", **policy)
    site_server.page("/frame", "<script>fetch('/write', {method: 'POST', body: 'x'})</script>")
    site_server.page("/away", "<title>away</title>away")
    site_server.script("/worker.js", "fetch('/write', {method: 'POST', body: 'x'})")
    tab = await engine.pool.tab(site_plan(site_server.url), "read", fresh=True)
    await tab.open(site_server.url + "/")
    noted = [held.url for held in engine.guard.refused()]
    target = site_server.url + "/write"
    if target not in noted:
        await until(lambda: target in [held.url for held in engine.guard.refused()], f"{way} noted as refused")
    await tab.close()
    assert site_server.seen("/write") == []


async def test_service_workers_are_blocked(engine: Chromium, site_server: Any) -> None:
    """A page cannot register one: the request for its script does not leave."""
    site_server.page(
        "/",
        "<p id=p></p><script>navigator.serviceWorker.register('/worker.js').then(r => p.textContent = String(r),"
        "e => p.textContent = 'refused')</script>",
    )
    site_server.script("/worker.js", "self.onfetch = () => {}")
    tab = await engine.pool.tab(site_plan(site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    await tab.close()
    assert site_server.seen("/worker.js") == []
    assert "[object ServiceWorkerRegistration]" not in view.text_of(0)


AHEAD = """
<script type=speculationrules>{"prefetch": [{"urls": ["/logout?prefetch"], "eagerness": "immediate"}],
"prerender": [{"urls": ["/logout?prerender"], "eagerness": "immediate"}]}</script>
<script>navigator.credentials.get({identity: {providers: [{configURL: location.origin + '/logout?service',
clientId: '1'}]}}).catch(() => 0); setTimeout(() => fetch('/later'), 500)</script>
"""


async def test_what_the_browser_asks_for_past_the_guard_is_shut(engine: Chromium, site_server: Any) -> None:
    """Pages ahead of time, and services that log in: the guard is not shown their requests, so there are none."""
    site_server.page("/", f"<title>ahead</title><p>page</p>{AHEAD}")
    site_server.page("/logout", "bye")
    site_server.answers("/.well-known/web-identity", f'{{"provider_urls": ["{site_server.url}/logout?service"]}}')
    tab = await engine.pool.tab(site_plan(site_server.url), "read", fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/later")
    await tab.close()
    assert site_server.seen("/logout") == []
    assert site_server.seen("/.well-known/web-identity") == []


DECLARED = """
<iframe src="/frame"></iframe><img src="/orders/1/cancel">
<script>fetch('/orders/2/cancel', {method: 'HEAD'}); fetch('/orders//3/cancel'); open('/frame', '_blank', 'noopener');
new Worker(URL.createObjectURL(new Blob([`fetch('${location.origin}/orders/4/cancel')`])));
setTimeout(() => fetch('/later'), 500)</script>
"""


@pytest.mark.parametrize("mode", ["read", "act"])
async def test_a_get_that_the_file_says_writes_is_no_read(mode: Mode, engine: Chromium, site_server: Any) -> None:
    """Neither in a tab that reads, nor by HEAD, from a worker or from a window that no tab knows."""
    site_server.page("/", f"<title>declared</title><p>page</p>{DECLARED}")
    site_server.page("/frame", "<script>fetch('/orders/5/cancel')</script>")
    site_server.page("/orders*", "done")
    cancel = RequestShape(method="GET", path="/orders/*/cancel", at=LINE)
    site = site_plan(site_server.url, writes=(cancel,), writing=(cancel,))
    tab = await engine.pool.tab(site, mode, fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/later")
    await tab.close()
    assert site_server.seen("/orders*") == []


# -- five ways to write over a WebSocket ----------------------------------------------------------------------

OPEN = "new WebSocket('ws://' + location.host + '/write').onopen = function () { this.send('x') }"
SOCKET_WAYS = {
    "page": f"<script>{OPEN}</script>",
    "frame": "<iframe src=/frame></iframe>",
    "frame without address": "<iframe srcdoc=\"<script>parent.eval('0'); new WebSocket('ws://' + parent.location.host + '/write')</script>\"></iframe>",
    "worker": "<script>new Worker('/worker.js')</script>",
    "worker of a blob": "<script>new Worker(URL.createObjectURL(new Blob(["
    "`new WebSocket('ws://${location.host}/write')`])))</script>",
}


@pytest.mark.parametrize("way", SOCKET_WAYS)
async def test_no_way_to_write_over_a_socket_reaches_the_server(way: str, engine: Chromium, site_server: Any) -> None:
    """A socket is closed wherever it is opened; the request behind it shows that the page went on."""
    after = "<script>setTimeout(() => fetch('/after'), 100)</script>"
    site_server.page("/", f"<title>{way}</title><p>{way}</p>{SOCKET_WAYS[way]}{after}")
    site_server.page("/frame", f"<script>{OPEN}</script>")
    site_server.script("/worker.js", f"{OPEN}")
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/after")
    await tab.close()
    assert site_server.seen("/write") == []


async def test_sockets_open_where_the_site_allows_them(engine: Chromium, site_server: Any) -> None:
    """`sockets: allow` lets the handshake through: the test above can fail."""
    site_server.page("/", f"page<script>{OPEN}</script>")
    tab = await engine.pool.tab(site_plan(site_server.url, sockets=True), fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/write")
    await tab.close()


# -- holding, releasing, refusing -----------------------------------------------------------------------------

FORM = "<title>form</title><form method=post action=/write><label>Name <input name=name></label><button>Save</button></form>"


async def filled_and_clicked(engine: Chromium, url: str) -> tuple[Any, PageView]:
    tab = await engine.pool.tab(site_plan(url), "act", fresh=True)
    view = await tab.open(url + "/")
    view = await tab.act(DoType(element(view, "textbox", "Name"), "Ada"))
    return tab, await tab.act(DoClick(element(view, "button", "Save")))


async def test_a_form_is_held_until_it_is_released(engine: Chromium, site_server: Any) -> None:
    """The click returns with the request held; released, it arrives once, and the page goes where the answer says."""
    site_server.page("/", FORM)
    site_server.page("/done", "<title>done</title>done")
    site_server.answers("/write", status=303, Location="/done", Set_Cookie="session=1; HttpOnly")
    tab, view = await filled_and_clicked(engine, site_server.url)
    assert [(held.method, held.fields) for held in view.held] == [("POST", {"name": ("Ada",)})]
    assert site_server.seen("/write") == []
    outcome = await engine.guard.release(view.held[0])
    view = await tab.view()
    await tab.close()
    assert (outcome.status, view.title, view.held) == (303, "done", ())
    assert [asked.body for asked in site_server.seen("/write")] == [b"name=Ada"]
    assert site_server.seen("/done")[0].headers["cookie"] == "session=1"
    with pytest.raises(Refused, match="decided on before"):
        await engine.guard.release(Held("none", "", "POST", site_server.url, "Document"))


async def test_a_refused_form_leaves_the_page_and_what_was_typed(engine: Chromium, site_server: Any) -> None:
    """Refusing answers 204: the browser stays where it is."""
    site_server.page("/", FORM)
    tab, view = await filled_and_clicked(engine, site_server.url)
    await engine.guard.refuse(view.held[0])
    view = await tab.view()
    await tab.close()
    assert (view.title, view.held) == ("form", ())
    assert next(node.value for node in view.nodes if node.role == "textbox") == "Ada"
    assert site_server.seen("/write") == []


LOST: dict[str, Any] = {
    "closed": {"drop": True},
    "reset": {"reset": True},
    "cut": {"body": "<p>saved</p>" * 50, "cut": True},
    "late": {"hang": 4.0},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hasty() -> AsyncIterator[Chromium]:
    """An engine that waits two seconds for an answer."""
    options = BrowserOptions(seconds=20, ready_seconds=5, timeouts=Timeouts(read=2.0))
    chromium = await launch(options, {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("upload", [False, True], ids=["form", "upload"])
@pytest.mark.parametrize("way", LOST)
async def test_a_write_whose_answer_is_lost_was_sent_once(
    way: str, upload: object, hasty: Chromium, site_server: SiteServer, tmp_path: Path
) -> None:
    """Its whole body arrived, once, however the answer was lost; the outcome is unknown, and the page stays."""
    file = tmp_path / "one.txt"
    file.write_text("first file")
    kind = "enctype=multipart/form-data" if upload else ""
    box = "<input type=file name=f>" if upload else "<input name=f>"
    site_server.page(
        "/",
        f"<title>form</title><form method=post action=/write {kind}><label>File {box}</label><button>Save</button></form>",
    )
    site_server.on("/write", lambda _: Reply(**LOST[way]))
    tab = await hasty.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    node = next(node for node in view.nodes if node.attributes.get("name") == "f")
    control = Element(node.index, node.role, node.name)
    view = await tab.act(DoUpload(control, (str(file),)) if upload else DoType(control, "first file"))
    view = await tab.act(DoClick(element(view, "button", "Save")))
    outcome = await hasty.guard.release(view.held[0])
    view = await tab.view()
    await tab.close()
    assert (outcome.known, outcome.left, view.title) == (False, True, "form")
    (asked,) = site_server.seen("/write")
    assert (b"first file" if upload else b"f=first+file") in asked.body


async def test_a_write_to_a_closed_port_did_not_leave(engine: Chromium, site_server: Any) -> None:
    """Where no connection came about, the outcome says that nothing was sent."""
    site_server.page("/", FORM.replace("action=/write", "action=http://127.0.0.1:1/write"))
    tab = await engine.pool.tab(site_plan(site_server.url, allow=("127.0.0.1:1",)), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Save")))
    outcome = await engine.guard.release(view.held[0])
    await tab.close()
    assert (outcome.known, outcome.left) == (False, False)
    assert "no connection" in outcome.note


async def test_a_released_fetch_gets_its_answer(engine: Chromium, site_server: Any) -> None:
    """A script's request is held too; its promise is kept with the answer that our client received."""
    site_server.page(
        "/",
        "<p id=p>waiting</p><button onclick=\"fetch('/write', {method: 'POST', body: 'xyz sent'})"
        '.then(r => r.text()).then(t => p.textContent = t)">Save</button>',
    )
    site_server.echo("/write")
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Save")))
    assert [held.kind for held in view.held] == ["XHR"]
    assert "waiting" in view.text_of(0)
    await engine.guard.release(view.held[0])
    await until_text(tab, "xyz sent")
    await tab.close()


async def until_text(tab: Any, text: str) -> None:
    end = time.monotonic() + 10
    while text not in (await tab.view()).text_of(0):
        assert time.monotonic() < end, f"never seen: {text}"


async def test_a_form_with_files_is_sent_whole(engine: Chromium, site_server: Any, tmp_path: Any) -> None:
    """The browser shows the guard a body with holes; what arrives has the files that the engine set."""
    first, second = tmp_path / "one.txt", tmp_path / "two.bin"
    first.write_text("first file")
    second.write_bytes(bytes(range(256)) * 2000)
    site_server.page(
        "/",
        "<form method=post action=/write enctype=multipart/form-data><label>Files <input type=file name=f multiple>"
        "</label><label>Other <input type=file name=o></label><label>Name <input name=n value=Ada></label>"
        "<button>Save</button></form>",
    )
    site_server.page("/write", "<title>saved</title>")
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    node = next(node for node in view.nodes if node.attributes.get("name") == "f")
    view = await tab.act(DoUpload(Element(node.index, node.role, node.name), (str(first), str(second))))
    view = await tab.act(DoClick(element(view, "button", "Save")))
    assert view.held[0].fields["n"] == ("Ada",)
    assert view.held[0].fields["f"] == ("one.txt", "two.bin")
    outcome = await engine.guard.release(view.held[0])
    await tab.close()
    body = site_server.seen("/write")[0].body
    assert outcome.status == 200
    assert b"first file" in body
    assert bytes(range(256)) * 2000 in body
    assert int(site_server.seen("/write")[0].headers["content-length"]) == len(body)


async def test_a_file_that_a_script_sends_by_itself(engine: Chromium, site_server: Any, tmp_path: Path) -> None:
    """Its name stands in the address: the body is that file, and no other one that was given."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_bytes(b"first file")
    two.write_bytes(b"second file")
    site_server.page(
        "/",
        "<label>Files <input type=file multiple onchange=\"const f = this.files[1]; fetch('/write?filename=' + f.name,"
        " {method: 'POST', headers: {'Content-Type': 'application/octet-stream'}, body: f})\"></label>",
    )
    site_server.page("/write", "")
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    node = next(node for node in view.nodes if node.attributes.get("type") == "file")
    view = await tab.act(DoUpload(Element(node.index, node.role, node.name), (str(one), str(two))))
    await engine.guard.release(view.held[0])
    await tab.close()
    assert site_server.seen("/write")[0].body == b"second file"


async def test_a_body_that_nobody_saw_is_never_sent(engine: Chromium, site_server: Any) -> None:
    """A body that the page streams is not shown to the guard: released or not, it stays here."""
    site_server.page(
        "/",
        "<button onclick=\"fetch('/write', {method: 'POST', duplex: 'half', body: new Blob(['x']).stream()})\">"
        "Save</button>",
    )
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Save")))
    with pytest.raises(Refused, match="not given by this run"):
        await engine.guard.release(view.held[0])
    await tab.close()
    assert site_server.seen("/write") == []


async def test_large_bodies_are_sent_whole(engine: Chromium, site_server: Any) -> None:
    """A body of several megabytes is either seen whole or refused; here it arrives as it was."""
    site_server.page(
        "/", "<button onclick=\"fetch('/write', {method: 'POST', body: 'ab'.repeat(2000000)})\">Save</button>"
    )
    site_server.page("/write", "saved")
    tab = await engine.pool.tab(site_plan(site_server.url), "act", fresh=True)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Save")))
    outcome = await engine.guard.release(view.held[0])
    await tab.close()
    assert outcome.status == 200
    assert site_server.seen("/write")[0].body == b"ab" * 2_000_000


# -- what passes ----------------------------------------------------------------------------------------------


async def test_reads_by_post_pass_where_the_site_declares_them(engine: Chromium, site_server: Any) -> None:
    """`reads: [POST /api/search]` lets exactly that request through in a tab that reads."""
    site_server.page(
        "/", "page<script>fetch('/api/search/?x=1', {method: 'POST'}); fetch('/api/save', {method: 'POST'})</script>"
    )
    site_server.reads.add("/api/search/")
    reads = (RequestShape(method="POST", path="/api/search", at=LINE),)
    tab = await engine.pool.tab(site_plan(site_server.url, reads=reads), fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/api/search/")
    save = site_server.url + "/api/save"
    await until(lambda: save in [held.url for held in engine.guard.refused()], "/api/save refused")
    await tab.close()
    assert site_server.seen("/api/save") == []


async def test_a_form_by_get_is_navigation(engine: Chromium, site_server: Any) -> None:
    """Searching by a GET form works in a tab that reads."""
    site_server.page("/", "<form action=/find><label>Words <input name=q></label><button>Find</button></form>")
    site_server.page("/find", "<title>found</title>found")
    tab = await engine.pool.tab(site_plan(site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    await tab.act(DoType(element(view, "textbox", "Words"), "lamp"))
    view = await tab.act(DoClick(element(view, "button", "Find")))
    await tab.close()
    assert (view.title, site_server.seen("/find")[0].query) == ("found", {"q": ["lamp"]})


async def test_a_date_that_no_calendar_has_keeps_nobody_waiting(engine: Chromium, site_server: Any) -> None:
    """A head that can't be read is none: the page is shown, and not waited for until the time is over."""
    site_server.page("/", "<p>later</p>", Retry_After="Wed, 01 Jan 99999999999 00:00:00 GMT")
    tab = await engine.pool.tab(site_plan(site_server.url), "read", fresh=True)
    view = await tab.open(site_server.url + "/")
    await tab.close()
    assert (view.patience, view.text_of(0)) == (0.0, "later")


async def test_a_link_that_logs_out_is_not_followed_in_a_tab_that_reads(engine: Chromium, site_server: Any) -> None:
    """A GET whose address says that it logs out or deletes never leaves; the page stays."""
    site_server.page("/", "<title>home</title><a href=/log-out>Log out</a> <a href='/items?do=delete&id=3'>Delete</a>")
    tab = await engine.pool.tab(site_plan(site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "link", "Log out")))
    view = await tab.act(DoClick(element(view, "link", "Delete")))
    await tab.close()
    assert view.title == "home"
    assert site_server.seen("/log-out") == site_server.seen("/items") == []


async def test_a_request_that_is_tried_again_is_noted_once(engine: Chromium, site_server: Any) -> None:
    """Scripts that try again, with a counter in the query, are one thing to tell a person; another path is another."""
    tries = "for (const n of [1, 2, 3]) fetch('/again?try=' + n, {method: 'POST'}); fetch('/another', {method: 'POST'})"
    site_server.page("/", f"<p>x</p><script>{tries}</script>")
    tab = await engine.pool.tab(site_plan(site_server.url), "read", fresh=True)
    await tab.open(site_server.url + "/")

    def noted() -> list[str]:
        ours = [held.url for held in engine.guard.refused() if held.url.startswith(site_server.url)]
        return sorted(url.removeprefix(site_server.url).partition("?")[0] for url in ours)

    await until(lambda: "/another" in noted(), "the other one noted")
    assert [path for path in noted() if "ano" in path or "again" in path] == ["/again", "/another"]
    await tab.close()


# -- GraphQL --------------------------------------------------------------------------------------------------

SMUGGLED = {
    "a comment that ends": r"json('/graphql', {query: 'query A{a} #\rmutation B{del}', operationName: 'B'})",
    "a block string": r"""json('/graphql', {query: 'query A { a(x: \"\"\"\\\\\"\"\" \"\"\") } mutation B { del } #\"\"\" ) }'})""",
    "two places": "json('/graphql?query=mutation{del}', {query: '{a}'})",
    "as a form": "send('/graphql', '{\"query\":\"{a}\"}', {'Content-Type': 'application/x-www-form-urlencoded'})",
    "a key twice": 'send(\'/graphql\', \'{"query":"mutation{del}","query":"{a}"}\', JSON_KIND)',
    "another method": "send('/graphql', '{\"query\":\"{a}\"}', {...JSON_KIND, 'X-HTTP-Method-Override': 'DELETE'})",
    "a list": "json('/graphql', [{query: '{a}'}, {query: '{b}'}])",
    "by get": "fetch('/graphql?query=mutation{del}')",
}
SENDING = (
    "const JSON_KIND = {'Content-Type': 'application/json'};"
    "const send = (url, body, headers) => fetch(url, {method: 'POST', body, headers});"
    "const json = (url, what) => send(url, JSON.stringify(what), JSON_KIND);"
)


@pytest.mark.parametrize("way", SMUGGLED)
async def test_no_mutation_passes_as_a_query(way: str, engine: Chromium, site_server: Any) -> None:
    """What a server may read as more than queries is held; the plain query after it passes."""
    after = "json('/graphql?op=Items', {query: 'query Items { items { name } }'})"
    site_server.page("/", f"<p>items</p><script>{SENDING}{SMUGGLED[way]};{after}</script>")
    site_server.answers("/graphql", "{}")
    site_server.reads.add("/graphql")
    tab = await engine.pool.tab(site_plan(site_server.url), "read", fresh=True)
    await tab.open(site_server.url + "/")
    await asyncio.to_thread(site_server.wait_for, "/graphql")

    def noted() -> list[Held]:
        return [held for held in engine.guard.refused() if held.url.startswith(site_server.url)]

    await until(lambda: bool(noted()), f"{way} refused")
    await tab.close()
    # a page on which something was refused is loaded again
    assert {asked.body for asked in site_server.seen("/graphql")} == {b'{"query":"query Items { items { name } }"}'}
