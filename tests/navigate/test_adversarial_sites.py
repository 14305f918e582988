"""The search core in Chromium on pages that do their worst: the wanted state is reached, and nothing is written.

Everything that can be clicked is offered as harmless, whatever it says: what it does is for the guard to find out. The
server's log is the witness, and the page that is shown.
"""

import json
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.search_worlds import Told, everything
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import Action, DoClick, DoScroll, DoType
from webdart.navigate.find.site_world import Answer, Means, Site
from webdart.page.locator import element
from webdart.page.model import Held, PageView
from webdart.page.roles import is_text_box
from webdart.plan.model import SitePlan
from webdart.search.backtrack import Unreachable
from webdart.search.explore import Explorer, Found, Ground
from webdart.search.port import Appraisal, Candidate
from webdart.search.strategies.best_first import BestFirst
from webdart.search.tree import Node
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

State = Node[PageView, Action]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


def offered(view: PageView) -> Sequence[Candidate[Action]]:
    """All that can be clicked, scrolled, and typed into (always the same name)."""
    found: list[Candidate[Action]] = [
        Candidate(DoScroll(), (view.url, "scroll", len(view.nodes)), 0.1, "safe", "scroll")
    ]
    for node in view.nodes:
        if node.shown and is_text_box(node):
            key = (view.url, "type", node.name, node.value)
            found.append(Candidate(DoType(element(view, node), "Ada"), key, 0.4, "safe", f"type {node.name}"))
    return [*everything(view), *found]


@dataclass
class Core:
    """The core over a real tab of one site; `lets` are the paths whose writes are let go, as a person would."""

    engine: Chromium
    site: SiteServer
    lets: tuple[str, ...] = ()
    wanted: str = "nothing on any page"
    told: Told = field(default_factory=Told)

    async def begin(self, path: str) -> State:
        view = await self._ground(path)
        self.explorer: Explorer[PageView, Action] = Explorer(self.ground)
        return await self.explorer.begin(view)

    async def find(self, path: str, wanted: str, actions: int = 60) -> Found[PageView, Action]:
        """Best first, until a page shows these words."""
        self.wanted = wanted
        view = await self._ground(path, actions)
        strategy = BestFirst(self.ground, writes=bool(self.lets))
        self.explorer = strategy.explorer
        return await strategy.search(view)

    async def _ground(self, path: str, actions: int = 60) -> PageView:
        plan = SitePlan(name=f"{self.site.url} {bool(self.lets)}", url=self.site.url)
        tab = await self.engine.pool.tab(plan, "act" if self.lets else "read")
        decide = self._decide if self.lets else None
        guard = self.engine.guard
        means = Means(site=plan, pool=self.engine.pool, guard=guard, offer=offered, decide=decide, seconds=2)
        self.world = Site(tab, means)
        left = iter(range(actions))
        self.ground: Ground[PageView, Action] = Ground(
            world=self.world, reward=self._worth, may_go_on=lambda: next(left, None) is not None, watcher=self.told
        )
        return await tab.open(self.site.url.rstrip("/") + path)

    async def _worth(self, state: PageView) -> Appraisal:
        goal = self.wanted in state.visible_text_of(0)
        return Appraisal(1.0 if goal else 0.1, goal=goal, dead=state.status >= 400)

    async def _decide(self, held: Held, view: PageView) -> Answer:
        if any(held.url.endswith(path) for path in self.lets):
            await self.engine.guard.release(held)
            return "written"
        await self.engine.guard.refuse(held)
        return "refused"

    async def follow(self, node: State, *words: str) -> State:
        for word in words:
            after = await self.take(node, word)
            assert after is not None, self.told.failures
            node = after
        return node

    async def take(self, node: State, words: str) -> State | None:
        return await self.explorer.take(node, next(one for one in node.offered if one.label == words))

    async def back(self, node: State) -> PageView:
        state, _ = await self.explorer.back.reach(self.explorer.tree, node)
        return state

    async def shown(self) -> str:
        return (await self.world.tab.view()).visible_text_of(0)

    def written(self) -> list[str]:
        return [f"{asked.method} {asked.path}" for asked in list(self.site.log) if asked.method not in ("GET", "HEAD")]


ROOMS = """<title>Rooms</title><h1>Rooms</h1><main id=at></main><script>
  const rooms = {hall: ["cellar", "attic", "kitchen"], kitchen: ["hall", "pantry"], pantry: ["shelf"], cellar: ["hall"],
    attic: ["roof"], roof: ["attic"], shelf: []};
  function show(room) {
    at.innerHTML = `<h2>You see the ${room}</h2>` + rooms[room].map(one => `<button>${one}</button>`).join(" ");
    for (const button of at.querySelectorAll("button")) button.onclick = () => show(button.textContent);
  }
  show("hall");
</script>"""


@pytest.mark.proof
async def test_an_application_whose_state_is_not_in_its_address(engine: Chromium, site_server: SiteServer):
    """Six rooms at one address: the shelf is found, past the rooms that lead nowhere."""
    site_server.page("/", ROOMS)
    core = Core(engine, site_server)
    found = await core.find("/", "You see the shelf")
    assert found.reason == "found", core.told.failures
    assert "You see the shelf" in await core.shown()


MODAL = """<title>Parts</title><h1>Parts</h1><button onclick="box.hidden = false">Details</button>
  <div id=box role=dialog aria-modal=true aria-label=Details hidden><h2>Details</h2><p id=said>Nothing yet</p>
    <button onclick="said.textContent = 'Weighs 3 kg'">Weight</button>
    <button onclick="said.textContent = 'Made of iron'">Material</button>
    <button onclick="box.hidden = true">Close</button></div><a href=/else>Else</a>"""


@pytest.mark.proof
async def test_a_dialog_is_open_again_after_the_way_back(engine: Chromium, site_server: SiteServer):
    """A state inside a dialog is left by a link; going back opens it again and shows what it showed."""
    site_server.page("/", MODAL)
    site_server.page("/else", "<h1>Else</h1>")
    core = Core(engine, site_server)
    start = await core.begin("/")
    weight = await core.follow(start, "Details", "Weight")
    await core.follow(start, "Else")
    assert "Weighs 3 kg" in (await core.back(weight)).visible_text_of(0)
    await core.follow(weight, "Material")
    assert "Made of iron" in await core.shown()


GROWING = """<title>Feed</title><h1>Feed</h1><ul id=list></ul><script>let shown = 0;
  function more() { for (let n = 0; n < 20; n++) { shown += 1; list.insertAdjacentHTML("beforeend",
    `<li style='height:60px'>Entry ${shown} <button onclick="this.textContent = 'Opened ${shown}'">open ${shown}</button></li>`); } }
  more();
  addEventListener("scroll", () => { if (innerHeight + scrollY > document.body.scrollHeight - 50 && shown < 60) more(); });
</script><a href=/else style="position:fixed;top:0">Else</a>"""


@pytest.mark.proof
async def test_a_list_that_grows_has_grown_again_after_the_way_back(engine: Chromium, site_server: SiteServer):
    """What only came by scrolling is there to be clicked when it is gone back to."""
    site_server.page("/", GROWING)
    site_server.page("/else", "<h1>Else</h1>")
    core = Core(engine, site_server)
    start = await core.begin("/")
    grown = await core.follow(start, "scroll")
    assert any(one.label == "open 30" for one in grown.offered)
    await core.follow(start, "Else")
    await core.follow(grown, "open 30")
    assert "Opened 30" in await core.shown()


TABS = """<title>Spade</title><h1>Spade</h1><div role=tablist><button role=tab>Facts</button><button role=tab>Reviews</button></div>
  <div id=panel role=tabpanel></div><button onclick="window.open('/map')">Map</button><script>
  for (const tab of document.querySelectorAll("[role=tab]")) tab.onclick = () => { panel.innerHTML =
    `<h2>${tab.textContent}</h2><button onclick="this.textContent = 'All ${tab.textContent}'">More</button>`; };</script>"""


@pytest.mark.proof
async def test_tabs_of_a_page_and_of_the_browser(engine: Chromium, site_server: SiteServer):
    """A panel of the page, and a second window: each is gone back to from the other."""
    site_server.page("/", TABS)
    site_server.page(
        "/map", "<title>Map</title><h1>Map</h1><button onclick=\"this.textContent = 'Nearer'\">Zoom</button>"
    )
    core = Core(engine, site_server)
    start = await core.begin("/")
    reviews = await core.follow(start, "Reviews")
    map_ = await core.follow(reviews, "Map")
    assert "Map" in await core.shown()
    await core.follow(reviews, "More")
    assert "All Reviews" in await core.shown()
    await core.follow(map_, "Zoom")
    assert "Nearer" in await core.shown()


@pytest.mark.proof
async def test_a_page_that_shuffles_on_reload(engine: Chromium, site_server: SiteServer):
    """Another order at every load, banners that come and go: the very same entry is acted on, six times."""
    site_server.page(
        "/",
        """<title>Desk</title><h1>Desk</h1><div id=top></div><ul id=list></ul><a href=/else>Else</a><script>
        const names = ["Lamp", "Chair", "Table", "Stove", "Clock"].sort(() => Math.random() - 0.5);
        list.innerHTML = names.map(name => `<li><b>${name}</b> <button onclick="document.querySelector('h1').textContent = 'Chose ${name}'">Choose</button></li>`).join("");
        if (Math.random() < 0.5) document.getElementById("top").innerHTML = "<p>An offer <button>Close</button></p>";
        </script>""",
    )
    site_server.page("/else", "<h1>Else</h1>")
    core = Core(engine, site_server)
    for _ in range(6):
        start = await core.begin("/")
        row = next(
            node for node in start.state.nodes if node.tag == "li" and "Stove" in start.state.text_of(node.index)
        )
        button = next(node for node in start.state.nodes[row.index : row.end] if node.tag == "button")
        stove: Candidate[Action] = Candidate(DoClick(element(start.state, button)), "stove", 0.5, label="Choose")
        await core.follow(start, "Else")
        assert await core.explorer.take(start, stove) is not None, core.told.failures
        assert "Chose Stove" in await core.shown()


WIZARD = """<title>Order</title><h1>Order</h1><form id=f onsubmit="return false"></form><a href=/else>Else</a><script>
  const given = {};
  const steps = [() => `<h2>Step 1</h2><label>Name <input id=n value=""></label>`,
    () => `<h2>Step 2 for ${given.n}</h2><label>Town <input id=t value=""></label>`,
    () => `<h2>${given.n} of ${given.t}, is that right?</h2>`];
  let at = 0;
  function show() { f.innerHTML = steps[at]() + "<button type=button id=on>Continue</button>";
    on.onclick = () => { for (const box of f.querySelectorAll("input")) given[box.id] = box.value; at += 1; if (at < 3) show(); else done(); }; }
  function done() { f.innerHTML = "<button type=submit>Send</button>"; f.onsubmit = () => fetch("/order", {method: "POST"}); }
  show();
</script>"""


@pytest.mark.proof
async def test_a_wizard_is_filled_in_again_up_to_the_wanted_step(engine: Chromium, site_server: SiteServer):
    """Two steps deep, typed values and all, at one address; what would send it is never reached by a replay."""
    site_server.page("/", WIZARD)
    site_server.page("/else", "<h1>Else</h1>")
    core = Core(engine, site_server)
    start = await core.begin("/")
    second = await core.follow(start, "type Name", "Continue")
    assert "Step 2 for Ada" in await core.shown()
    await core.follow(start, "Else")
    last = await core.follow(second, "type Town", "Continue")
    assert "Ada of Ada, is that right?" in await core.shown()
    sending = await core.follow(last, "Continue", "Send")
    assert sending.held == (f"POST {site_server.url}/order",)
    assert core.written() == []


def _shop(site: SiteServer) -> None:
    site.page("/", "<title>Shop</title><h1>Shop</h1><a href=/pan>Pan</a> <a href=/rules>Rules</a>")
    site.page("/rules", "<h1>Rules</h1>")
    site.page(
        "/pan",
        """<title>Pan</title><h1>Pan</h1><p id=state>The cart is empty</p>
        <button onclick="fetch('/cart', {method: 'POST', body: 'pan'}); state.textContent = 'In the cart, it says'">Add</button>
        <button onclick="state.textContent += ', folded'">Fold</button>""",
    )
    site.page("/cart", "added")


@pytest.mark.proof
async def test_a_cart_is_filled_once_and_then_there_is_no_way_back_across(engine: Chromium, site_server: SiteServer):
    """A write that was let go is the root from then on: what lies before it is refused, and it is never sent again."""
    _shop(site_server)
    core = Core(engine, site_server, lets=("/cart",))
    start = await core.begin("/")
    pan = await core.follow(start, "Pan")
    bought = await core.follow(pan, "Add")
    assert bought.wrote
    assert core.explorer.tree.root is bought
    folded = await core.follow(bought, "Fold")
    before = await core.shown()
    with pytest.raises(Unreachable, match="before a write"):
        await core.back(pan)
    assert await core.shown() == before
    await core.follow(folded, "Fold")
    assert core.written() == ["POST /cart"]


@pytest.mark.proof
async def test_a_cart_that_may_not_be_filled_stays_empty(engine: Chromium, site_server: SiteServer):
    """In a stage that reads the request is held, and no way back leads across it."""
    _shop(site_server)
    core = Core(engine, site_server)
    start = await core.begin("/")
    asked = await core.follow(start, "Pan", "Add")
    assert asked.held == (f"POST {site_server.url}/cart",)
    folded = await core.follow(asked, "Fold")
    await core.follow(start, "Rules")
    with pytest.raises(Unreachable):
        await core.back(folded)
    assert await core.shown() == "Rules"
    assert core.written() == []


@pytest.mark.proof
async def test_a_logout_link_beside_the_wanted_one(engine: Chromium, site_server: SiteServer):
    """Links and buttons that log out stand before the wanted one: found, with the session still open."""
    outs = "<a href=/logout>Leave</a> <a href='/session?do=sign-out'>Done</a> <form action=/log_out><button>Bye</button></form>"
    for path, way in (("/", "<a href=/a>Further</a>"), ("/a", "<a href=/b>On</a>"), ("/b", "<p>The treasure</p>")):
        site_server.page(path, f"<title>{path}</title><h1>Page {path}</h1>{outs} {way}")
    core = Core(engine, site_server)
    found = await core.find("/", "The treasure")
    assert found.reason == "found"
    assert {asked.path for asked in site_server.log} <= {"/", "/a", "/b", "/favicon.ico", "/robots.txt"}


@pytest.mark.proof
async def test_delete_buttons_without_confirmation(engine: Chromium, site_server: SiteServer):
    """Forms, links, scripts and methods of their own that delete at once: everything is tried, nothing is deleted."""
    ways = """<form method=post action=/things/1/remove><button>One</button></form>
        <a href=/things/2/delete>Two</a> <button onclick="fetch('/things/3', {method: 'DELETE'})">Three</button>
        <a href="#" onclick="navigator.sendBeacon('/things/4', 'gone')">Four</a>
        <a href="javascript:location='/things/5?action=destroy'">Five</a> <form action=/things/6/erase><button>Six</button></form>
        <button onclick="new Image().src = '/things/7/delete'">Seven</button>"""
    site_server.page("/", f"<title>Things</title><h1>Things</h1>{ways} <a href=/end>Way out</a>")
    site_server.page("/end", "<h1>Nothing is gone</h1>")
    core = Core(engine, site_server)
    found = await core.find("/", "no such words")
    assert found.reason == "nothing left to try", core.told.failures
    assert not [asked for asked in site_server.log if asked.path.startswith("/things")]
    assert core.written() == []


@pytest.mark.proof
async def test_writes_by_script_and_graphql_from_links(engine: Chromium, site_server: SiteServer):
    """Links that post, put and mutate are held and told; the query beside them is answered, and its page found."""

    def graph(asked: Asked) -> Reply:
        return Reply(json.dumps({"data": {"card": "The seventh card"}}), type="application/json")

    site_server.on("/graphql", graph)
    site_server.reads.add("/graphql")
    send = "fetch('/graphql', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({query: '%s'})})"
    site_server.page(
        "/",
        f"""<title>Board</title><h1>Board</h1><p id=at>Nothing</p>
        <a href="#" onclick="fetch('/like', {{method: 'POST'}}); return false">Like</a>
        <a href="#" onclick="fetch('/name', {{method: 'PUT', body: 'x'}}); return false">Name</a>
        <a href="#" onclick="{send % "mutation { archive(id: 7) { id } }"}; return false">Archive</a>
        <a href="#" onclick="{send % "query { card(id: 7) }"}.then(it => it.json()).then(it => at.textContent = it.data.card); return false">Card</a>""",
    )
    core = Core(engine, site_server)
    start = await core.begin("/")
    for words, request in (("Like", "POST like"), ("Name", "PUT name"), ("Archive", "POST graphql")):
        method, _, path = request.partition(" ")
        assert (await core.follow(start, words)).held == (f"{method} {site_server.url}/{path}",)
    await core.follow(start, "Card")
    assert "The seventh card" in await core.shown()
    assert [asked.body for asked in site_server.seen("/graphql")] == [b'{"query":"query { card(id: 7) }"}']
    assert core.written() == ["POST /graphql"]


async def test_an_aborted_way_back_leaves_the_page_that_is_shown(engine: Chromium, site_server: SiteServer):
    """The way has changed meanwhile: nothing is clicked there, and what was typed where we are is still typed."""
    visits: list[int] = []

    def answer(_: Asked) -> Reply:
        visits.append(1)
        words = "Open" if len(visits) == 1 else "Erase"
        return Reply(
            f"<title>Way</title><h1>Way</h1><button onclick=\"this.textContent += '!'\">{words}</button><a href=/form>Form</a>"
        )

    site_server.on("/", answer)
    site_server.page("/form", "<title>Form</title><h1>Form</h1><label>Name <input></label>")
    core = Core(engine, site_server)
    start = await core.begin("/")
    form = await core.follow(start, "Form")
    await core.follow(form, "type Name")
    assert await core.take(start, "Open") is None
    view = await core.world.tab.view()
    assert [node.value for node in view.nodes if is_text_box(node)] == ["Ada"]
    assert core.told.failures
