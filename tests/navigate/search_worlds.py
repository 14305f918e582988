"""Searches over the real world of a site, and what they were told."""

from collections.abc import Sequence

from tests.conftest import SiteServer
from webdart.browser.chromium.browser import Chromium
from webdart.browser.port import Action, DoCheck, DoClick, DoGoto
from webdart.navigate.find.site_world import Means, Site
from webdart.page.effects import effect_of
from webdart.page.locator import element
from webdart.page.model import PageView
from webdart.page.roles import is_clicked, is_ticked, leads_to
from webdart.plan.model import SitePlan
from webdart.search.explore import Explorer, Ground
from webdart.search.port import Appraisal, Candidate
from webdart.search.tree import Node


class Told:
    def __init__(self) -> None:
        self.failures: list[str] = []

    def saw(self, node: Node[PageView, Action]) -> None: ...

    def failed(self, node: Node[PageView, Action], candidate: Candidate[Action], reason: str) -> None:
        self.failures.append(f"{candidate.label}: {reason}")

    def returned(self, node: Node[PageView, Action], toward: Candidate[Action]) -> None: ...


def everything(view: PageView) -> Sequence[Candidate[Action]]:
    """All that can be clicked, links by their address."""
    found: list[Candidate[Action]] = []
    for node in view.nodes:
        if not node.shown or not is_clicked(node):
            continue
        name = node.name or view.text_of(node.index)
        address = leads_to(view, node)
        if address:
            found.append(Candidate(DoGoto(address), address, 0.5, effect_of(view, node), name, plain=True))
        elif is_ticked(node):
            found.append(Candidate(DoCheck(element(view, node), True), (view.url, node.index), 0.5, "safe", name))
        elif node.tag == "select":
            continue
        else:
            found.append(
                Candidate(DoClick(element(view, node)), (view.url, view.text_of(0), name), 0.5, "navigational", name)
            )
    return found


async def worth(state: PageView) -> Appraisal:
    return Appraisal(0.1)


class Search:
    """An explorer over a real tab, by the words on things."""

    def __init__(self, engine: Chromium, site: SiteServer) -> None:
        self.plan = SitePlan(name=site.url, url=site.url)  # a session is shared by the name of its site
        self.engine = engine
        self.told = Told()

    async def start(self, path: str) -> Node[PageView, Action]:
        tab = await self.engine.pool.tab(self.plan)
        view = await tab.open(self.plan.url.rstrip("/") + path)
        means = Means(site=self.plan, pool=self.engine.pool, guard=self.engine.guard, offer=everything)
        self.world = Site(tab, means)
        self.explorer: Explorer[PageView, Action] = Explorer(
            Ground(world=self.world, reward=worth, may_go_on=lambda: True, watcher=self.told)
        )
        return await self.explorer.begin(view)

    async def click(self, node: Node[PageView, Action], words: str) -> Node[PageView, Action] | None:
        return await self.explorer.take(node, next(one for one in node.offered if one.label == words))

    async def follow(self, node: Node[PageView, Action], *words: str) -> Node[PageView, Action]:
        for word in words:
            after = await self.click(node, word)
            assert after is not None, self.told.failures
            node = after
        return node

    async def shown(self) -> str:
        return (await self.world.tab.view()).text_of(0)
