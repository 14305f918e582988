"""Saved pages stand in for a browser: read again alike, followed by link, set by hand."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from webdart.browser.actions.step import carry_out, follow
from webdart.browser.port import Browser, BrowserPool, DoBack, DoClick, DoType
from webdart.browser.snapshot.saved_page import SavedPage, SavedSite, read, save
from webdart.errors import NotFound, SourceLine, StaleElement, StepFailed
from webdart.page.locator import element
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.workflow.model import Click, ExpectStep, Fill, Words
from webdart.workflow.templates import Template

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]
AT = SourceLine("chore.yaml", 1, 1)
SITE = SitePlan(name="shop", url="http://page.example/")


class Given:
    """No names at all."""

    def look_up(self, name: tuple[str, ...]) -> str:
        """Nothing to look up."""
        raise AssertionError(name)

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Nothing is."""
        raise AssertionError(name)


async def kept(observe: Observe, live: Any, **pages: str) -> SavedSite:
    """A site of these pages, as a real browser saw them."""
    tab = await live(pages["home"], **pages)
    found: dict[str, SavedPage] = {}
    for name in pages:
        view = await tab.open(f"http://page.example/{'' if name == 'home' else name}")
        found[view.url] = save(view)
    return SavedSite(found)


async def test_a_saved_page_reads_as_it_was_seen(observe: Observe):
    """Nodes, marks, controls, status: all there again."""
    view = await observe("<h1>Hi</h1><p class=x>1</p>", ["css=p.x"])
    assert read(save(view)) == view


async def test_links_lead_to_what_was_kept(observe: Observe, live: Any):
    """Clicks on links, `follow` and back work; a page that was not kept is said so."""
    site = await kept(observe, live, home="<a href=/lamps>Lamps</a><a href=/gone>Gone</a>", lamps="<h1>All lamps</h1>")
    pool: BrowserPool = site
    tab: Browser = await pool.tab(SITE)
    await tab.open("http://page.example/")
    view = await follow(tab, "lamps", seconds=0)
    assert view.url == "http://page.example/lamps"
    view = await tab.act(DoBack())
    assert view.url == "http://page.example/"
    with pytest.raises(NotFound, match="not kept"):
        await follow(tab, "Gone", seconds=0)


async def test_steps_run_on_saved_pages(observe: Observe, live: Any):
    """Fields can be filled and read back; what takes a server fails with its reason; nothing waits."""
    site = await kept(
        observe,
        live,
        home="<label>Name <input></label><label>Kind <select><option>a<option>b</select></label>"
        "<label><input type=checkbox>Tell me</label><button>Send</button>",
    )
    tab = await site.tab(SITE)
    await tab.open("http://page.example/")

    def words(text: str) -> Words:
        return Words(text=Template.literal(text, AT), at=AT)

    values = (
        (words("Name"), Template.literal("x", AT)),
        (words("Kind"), Template.literal("b", AT)),
        (words("Tell me"), True),
    )
    view = await carry_out(Fill(values=values, at=AT), tab, Given(), site_url=SITE.url, seconds=5)
    assert [node.value for node in view.nodes if node.value is not None] == ["x", "b"]
    assert any("checked" in node.states for node in view.nodes)
    with pytest.raises(StepFailed, match="takes a browser"):
        await carry_out(Click(target=words("Send"), at=AT), tab, Given(), site_url=SITE.url, seconds=5)
    with pytest.raises(StepFailed, match="does not say"):
        await carry_out(
            ExpectStep(text=Template.literal("Sent", AT), at=AT), tab, Given(), site_url=SITE.url, seconds=5
        )


async def test_bookmarks_and_stale_elements(observe: Observe, live: Any):
    """A bookmark is shown again; an element that is not on the page is stale."""
    site = await kept(observe, live, home="<a href=/b>B</a><input aria-label=Box>", b="<h1>b</h1>")
    tab = await site.tab(SITE)
    view = await tab.open("http://page.example/")
    mark = await tab.bookmark()
    box = next(node for node in view.nodes if node.name == "Box")
    link = element(view, view.links[0])
    await tab.act(DoType(element(view, box), "x"))
    await tab.act(DoClick(link))
    with pytest.raises(StaleElement):
        await tab.act(DoClick(link))
    assert (await tab.return_to(mark)).url == "http://page.example/"
