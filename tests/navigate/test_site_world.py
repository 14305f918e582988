"""The way back on pages that make it hard: states without an address, shuffled lists, banners, writes behind links."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.search_worlds import Search
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import Action, DoChoose
from webdart.page.locator import element
from webdart.search.backtrack import Unreachable
from webdart.search.port import Candidate
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

ROOMS = """<title>Rooms</title><h1>Rooms</h1><main id=at></main><script>
  const rooms = {hall: ["kitchen", "cellar"], kitchen: ["pantry", "hall"], pantry: ["shelf"], cellar: ["hall"], shelf: []};
  function show(room) {
    at.innerHTML = `<h2>${room}</h2>` + rooms[room].map(one => `<button>${one}</button>`).join(" ");
    for (const button of at.querySelectorAll("button")) button.onclick = () => show(button.textContent);
  }
  show("hall");
</script>"""

SHUFFLED = """<title>Desk</title><h1>Desk</h1><div id=banner></div>
<aside><ul id=side></ul></aside><main id=at></main><script>
  const words = ["News", "About", "Jobs", "Press", "Help"].sort(() => Math.random() - 0.5);
  side.innerHTML = words.map(word => `<li><a href="/${word}">${word}</a></li>`).join("");
  if (Math.random() < 0.7) banner.innerHTML = "<a href='/offer'>An offer, today only</a> <button>Close</button>";
  function show(step) {
    at.innerHTML = `<h2>Step ${step}</h2><button>Next step</button> <button>Details</button>`;
    at.querySelector("button").onclick = () => show(step + 1);
  }
  show(1);
</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


async def test_a_state_without_an_address_is_replayed_from_the_page_that_has_one(
    engine: Chromium, site_server: SiteServer
):
    """Two branches of an application whose address never changes; one load, and only the missing clicks."""
    site_server.page("/rooms", ROOMS)
    search = Search(engine, site_server)
    hall = await search.start("/rooms")
    kitchen = await search.follow(hall, "kitchen")
    await search.follow(hall, "cellar")
    pantry = await search.follow(kitchen, "pantry")
    assert "pantry" in pantry.state.text_of(0)
    assert "shelf" in await search.shown()
    assert search.told.failures == []
    assert search.explorer.back.cost.loads == 2
    assert search.explorer.back.cost.actions == 1


@pytest.mark.proof
async def test_a_banner_and_a_shuffled_sidebar_change_nothing(engine: Chromium, site_server: SiteServer):
    """Identity is what an element means: ten ways back on a page that is never the same twice."""
    site_server.page("/desk", SHUFFLED)
    search = Search(engine, site_server)
    first = await search.start("/desk")
    second = await search.follow(first, "Next step")
    for _ in range(10):
        await search.follow(second, "Next step")
        assert "Step 3" in await search.shown()
    assert search.told.failures == []


async def test_the_same_words_beside_another_record_are_another_target(engine: Chromium, site_server: SiteServer):
    """A list whose first row changed between two visits: nothing is clicked, and the page shown stays."""
    visits: list[int] = []

    def answer(_: Asked) -> Reply:
        visits.append(1)
        rows = ["Lamp", "Chair"] if len(visits) == 1 else ["Table", "Chair"]
        items = "".join(f"<li>{row} <button onclick='this.remove()'>Choose</button></li>" for row in rows)
        return Reply(f"<title>Things</title><h1>Things</h1><ul>{items}</ul><a href='/else'>Else</a>")

    site_server.on("/things", answer)
    site_server.page("/else", "<title>Else</title><h1>Else</h1>")
    search = Search(engine, site_server)
    things = await search.start("/things")
    await search.follow(things, "Else")
    assert await search.click(things, "Choose") is None
    assert "no longer where it was" in search.told.failures[0]
    assert await search.shown() == "Else"


@pytest.mark.proof
async def test_nothing_is_sent_while_the_way_back_is_rehearsed(engine: Chromium, site_server: SiteServer):
    """A link that posts behind the scenes: held the first time, and a way back across it is not tried."""
    site_server.page(
        "/cart",
        """<title>Cart</title><h1>Cart</h1><h2 id=state>empty</h2>
        <a href="#" onclick="fetch('/add', {method: 'POST', body: 'x=1'}); state.textContent = 'asked'; return false">Add</a>
        <button onclick="state.textContent += '!'">Shout</button>""",
    )
    search = Search(engine, site_server)
    cart = await search.start("/cart")
    asked = await search.follow(cart, "Add")
    assert asked.held == (f"POST {site_server.url.rstrip('/')}/add",)
    shouted = await search.follow(asked, "Shout")
    await search.follow(cart, "Shout")
    with pytest.raises(Unreachable):
        await search.explorer.back.reach(search.explorer.tree, shouted, shouted.offered[-1])
    assert site_server.seen("/add") == []


@pytest.mark.proof
async def test_what_was_typed_and_chosen_is_there_again(engine: Chromium, site_server: SiteServer):
    """Form values are part of the state: the way back types and chooses them anew, and compares them."""
    site_server.page(
        "/form",
        """<title>Form</title><h1>Form</h1><form><label>Size <select><option>Small<option>Large</select></label>
        <label><input type=checkbox> Gift</label> <button type=button onclick="out.textContent =
        document.querySelector('select').value + document.querySelector('input').checked">Show</button></form><p id=out></p>
        <a href='/else'>Else</a>""",
    )
    site_server.page("/else", "<title>Else</title><h1>Else</h1>")
    search = Search(engine, site_server)
    form = await search.start("/form")
    select = next(node for node in form.state.nodes if node.tag == "select")
    choose: Candidate[Action] = Candidate(
        DoChoose(element(form.state, select), ("Large",)), "large", 0.5, "safe", "Large"
    )
    large = await search.explorer.take(form, choose)
    assert large is not None
    gift = await search.follow(large, "Gift")
    await search.follow(form, "Else")
    after = await search.follow(gift, "Show")
    assert "Largetrue" in after.state.text_of(0)


@pytest.mark.proof
async def test_an_expired_session_is_no_way_back(engine: Chromium, site_server: SiteServer):
    """The site answers with its login form: the page shown stays what it was, and the reason says so."""
    expired: list[bool] = []

    def answer(_: Asked) -> Reply:
        if expired:
            return Reply("<title>Log in</title><h1>Log in</h1><form method=post><input type=password></form>")
        return Reply(
            "<title>Inside</title><h1>Inside</h1><button onclick='this.textContent = 1'>Count</button><a href='/else'>Else</a>"
        )

    site_server.on("/inside", answer)
    site_server.page("/else", "<title>Else</title><h1>Else</h1>")
    search = Search(engine, site_server)
    inside = await search.start("/inside")
    await search.follow(inside, "Else")
    expired.append(True)
    assert await search.click(inside, "Count") is None
    assert await search.shown() == "Else"
    assert search.told.failures
