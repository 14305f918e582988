"""How is the listing reached: from `start`, along `path`, then by search if it isn't there?"""

from collections.abc import Callable
from dataclasses import dataclass

from webdart.budget import Budget
from webdart.errors import Incomplete, NotFound
from webdart.navigate.address import start_of
from webdart.navigate.login import log_in, sent_to_login, still_in
from webdart.navigate.policy import Follow, Links, Worth, wish_for
from webdart.navigate.reading import Reading
from webdart.navigate.tools import Tools
from webdart.pages.port import Browser, PageView
from webdart.pages.steps import follow
from webdart.plan.model import ListingStage, SitePlan
from webdart.search.explore import Ground
from webdart.search.port import Candidate
from webdart.search.strategies.best_first import BestFirst
from webdart.search.tree import Node
from webdart.trace import Trace
from webdart.workflow.templates import Names, fill

SEARCH_PAGES = 40
"""How many pages a search may open where the stage names no budget."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way to one listing: the stage, its site, the names it may use, how its pages are read."""

    stage: ListingStage
    site: SitePlan
    names: Names
    reading: Reading
    tools: Tools

    async def arrive(self, tab: Browser) -> PageView:
        """The first page of the stage's listing.

        Raises:
            NotFound: nothing within the budget carries the declared fields; the best page seen is named.
        """
        navigate = self.stage.navigate
        view = await self.open(tab, start_of(navigate, self.site, self.names))
        if view.status >= 400:
            raise NotFound(
                f"the start page answers {view.status}", url=view.url, hint="check `start` and the site's url"
            )
        for step in navigate.path:
            words = fill(step.words, self.names).text
            self.tools.budget.spend("pages")
            self.tools.trace("action", f"follow {words!r}", url=view.url)
            try:
                view = await follow(tab, words, seconds=self.tools.seconds)
            except NotFound as missing:
                raise missing.at(step.at) from missing
        if navigate.path and self.reading.marks:
            view = await tab.view(self.reading.marks)
        if self.reading.fit(view) >= 1.0:
            return view
        if navigate.objective is None and (navigate.path or navigate.start is not None):
            return view  # the file says where the listing is; what is missing there is said by whoever reads it
        return await self._search(tab, view)

    async def open(self, tab: Browser, url: str) -> PageView:
        """Load a page of the site, logging in, once, where the page shows that nobody is."""
        self.tools.budget.spend("pages")
        view = await tab.open(url, self.reading.marks)
        if self.site.login is None or not sent_to_login(view, self.site.login, first=True, asked=url):
            return view
        tools = self.tools
        await log_in(self.site, tools.pool, tools.guard, tools.release_login, tools.trace)
        return still_in(await tab.open(url, self.reading.marks), self.site, url)

    async def _search(self, tab: Browser, view: PageView) -> PageView:
        objective = self.stage.navigate.objective
        words = "" if objective is None else fill(objective, self.names).text
        fields = [field.name for extract in self.stage.extracts for field in extract.fields]
        wish = wish_for(words, " ".join(extract.into for extract in self.stage.extracts), fields)
        links = Links(tab, self.site, wish, self.reading.marks)
        worth = Worth(wish, self.reading.fit)
        ground = Ground(world=links, reward=worth, may_go_on=self._purse(), watcher=Told(self.tools.trace))
        found = await BestFirst(ground).search(view)
        best = found.node.state
        if not found.node.appraisal.goal:
            raise NotFound(
                f"no page with the declared fields {', '.join(fields)} was found in {len(found.tree.nodes)} pages "
                f"({found.reason}); the nearest carries {self.reading.fit(best):.0%} of them",
                url=best.url,
                hint="say `start` or `path`, or check the names of the fields against the words on that page",
            )
        self.tools.trace("action", f"listing found after {len(found.tree.nodes)} pages", url=best.url)
        if (await tab.view()).url == best.url:
            return best
        self.tools.budget.spend("pages")
        return await tab.open(best.url, self.reading.marks)

    def _purse(self) -> Callable[[], bool]:
        return purse(self.tools.budget, self.stage.limits.pages or SEARCH_PAGES)


class Told:
    """Writes what a search does into the trace, from which the report draws its tree."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def saw(self, node: Node[PageView, Follow]) -> None:
        """A node, with how it was reached and what it is worth."""
        label = "start" if node.via is None else node.via.label
        self._trace(
            "search",
            f"{label or node.state.url}: {node.appraisal.value:.2f}",
            node=node.index,
            parent=-1 if node.parent is None else node.parent.index,
            url=node.state.url,
            label=label,
            value=node.appraisal.value,
            reason=node.appraisal.reason,
            goal=node.appraisal.goal,
        )

    def failed(self, node: Node[PageView, Follow], candidate: Candidate[Follow], reason: str) -> None:
        """An action that could not be taken."""
        self._trace("action", f"{candidate.label or 'a link'}: {reason}", url=node.state.url)

    def returned(self, node: Node[PageView, Follow], toward: Candidate[Follow]) -> None:
        """The way back to a node."""
        self._trace("action", f"back, for {toward.label!r}", url=node.state.url)


def purse(budget: Budget, pages: int) -> Callable[[], bool]:
    """Pays a page for every action of a search; False when there is nothing left."""
    left = pages

    def may_go_on() -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        try:
            budget.spend("pages")
        except Incomplete:
            return False
        return True

    return may_go_on
