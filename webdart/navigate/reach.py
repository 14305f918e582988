"""How is the listing reached: from `start`, along `path`, then by search if it isn't there?"""

from collections.abc import Callable

from webdart.budget import Budget
from webdart.errors import Incomplete, NotFound
from webdart.navigate.address import start_of, stays_on
from webdart.navigate.login import log_in, sent_to_login
from webdart.navigate.policy import Fit, Follow, Links, Worth, wish_for
from webdart.navigate.tools import Tools
from webdart.pages.locate import element, path_target
from webdart.pages.port import Browser, DoClick, PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.search.strategies.best_first import BestFirst
from webdart.search.tree import Node
from webdart.workflow.templates import Names, fill

SEARCH_PAGES = 40
"""How many pages a search may open where the stage names no budget."""


async def arrive(tab: Browser, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, fit: Fit) -> PageView:
    """The first page of the stage's listing.

    Raises:
        NotFound: nothing within the budget carries the declared fields; the best page seen is named.
    """
    view = await open_logged_in(tab, start_of(stage.navigate, site, names), site, tools)
    if view.status >= 400:
        raise NotFound(f"the start page answers {view.status}", url=view.url, hint="check `start` and the site's url")
    for step in stage.navigate.path:
        view = await _follow(tab, view, fill(step.words, names).text, site, tools)
    if fit(view) >= 1.0:
        return view
    if stage.navigate.objective is None and (stage.navigate.path or stage.navigate.start is not None):
        return view  # the file says where the listing is; what is missing there is said by whoever reads it
    return await _search(tab, view, stage, site, names, tools, fit)


async def open_logged_in(tab: Browser, url: str, site: SitePlan, tools: Tools) -> PageView:
    """Load a page of a site, logging in, once, where the page shows that nobody is."""
    tools.budget.spend("pages")
    view = await tab.open(url)
    if site.login is None or not sent_to_login(view, site.login, first=True):
        return view
    await log_in(site, tools.pool, tools.guard, tools.release_login, tools.trace)
    return await tab.open(url)


async def _follow(tab: Browser, view: PageView, words: str, site: SitePlan, tools: Tools) -> PageView:
    """Follow what says `words`: clicked where a person could, else by its address (a closed menu's entry)."""
    target = path_target(view, words)
    tools.budget.spend("pages")
    tools.trace("action", f"follow {words!r}", url=view.url)
    href = target.attributes.get("href", "")
    if not target.shown and stays_on(site, href):
        return await tab.open(href)
    return await tab.act(DoClick(element(view, target)))


async def _search(
    tab: Browser,
    view: PageView,
    stage: ListingStage,
    site: SitePlan,
    names: Names,
    tools: Tools,
    fit: Fit,
) -> PageView:
    objective = "" if stage.navigate.objective is None else fill(stage.navigate.objective, names).text
    fields = [field.name for extract in stage.extracts for field in extract.fields]
    wish = wish_for(objective, " ".join(extract.into for extract in stage.extracts), fields)

    def seen(node: Node[PageView, Follow]) -> None:
        label = "start" if node.via is None else node.via.label
        tools.trace(
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

    search = BestFirst(Links(tab, site, wish), Worth(wish, fit), _purse(tools.budget, stage), seen)
    found = await search.search(view)
    if not found.node.appraisal.goal:
        raise NotFound(
            f"no page with the declared fields {', '.join(fields)} was found in {len(found.tree.nodes)} pages "
            f"({found.reason}); the nearest carries {fit(found.node.state):.0%} of them",
            url=found.node.state.url,
            hint="say `start` or `path`, or check the names of the fields against the words on that page",
        )
    tools.trace("action", f"listing found after {len(found.tree.nodes)} pages", url=found.node.state.url)
    if (await tab.view()).url == found.node.state.url:
        return found.node.state
    tools.budget.spend("pages")
    return await tab.open(found.node.state.url)


def _purse(budget: Budget, stage: ListingStage) -> Callable[[], bool]:
    """Pays a page for every action of the search; False when there is nothing left."""
    left = SEARCH_PAGES if stage.limits.pages is None else stage.limits.pages

    def may_go_on() -> bool:
        nonlocal left
        left -= 1
        try:
            budget.spend("pages")
        except Incomplete:
            return False
        return left > 0

    return may_go_on
