"""Finds a listing that the file does not give a path to, by the stage's search strategy.

States are pages, and the reward is what can be observed of them (`heuristic`); the listing found is finally shown in a
tab, even if it has no address of its own.
"""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

from msgspec import Struct

from webdart.browser.port import Action, Browser
from webdart.budget import Budget
from webdart.controls.pager import paging
from webdart.errors import Incomplete, NotFound
from webdart.navigate.address import without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.find.heuristic import Fit, Offers, Worth, wish_for
from webdart.navigate.find.search_roles import Roles, roles_of
from webdart.navigate.find.search_trace import SearchTrace
from webdart.navigate.find.site_world import Means, Site
from webdart.navigate.login import sent_to_login
from webdart.navigate.page_load import load
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.search.backtrack import Unreachable
from webdart.search.explore import Explorer, Found, Ground
from webdart.search.strategies.registry import Advisers, chosen
from webdart.search.tree import Node

SEARCH_PAGES = 40
"""Pages that a search may open if the stage has no budget."""
_SAME_LISTING = 0.5  # of the declared fields, that a page before has


class Seeker(Struct, frozen=True):
    """Looks for the listing of one stage.

    `fit`: which share of its fields a page carries, `lacks`: what is wrong, `lone`: whether a page is but taken for a
    record, which is believed only where nothing better is found; `doubt` notes why the listing found may be another.
    """

    stage: ListingStage
    site: SitePlan
    tools: Tools
    fit: Fit
    lacks: Callable[[PageView], NotFound | None]
    lone: Callable[[PageView], bool]
    doubt: Callable[[str], None]
    marks: tuple[str, ...] = ()

    async def seek(self, tab: Browser, view: PageView, words: str) -> tuple[Browser, PageView]:
        """The listing and the tab that shows it; `words` are the objective, "" if there is none.

        Raises:
            NotFound: nothing within the budget carries the declared fields; the best page seen is named.
        """
        fields = [field.name for extract in self.stage.extracts for field in extract.fields]
        wish = wish_for(words, " ".join(extract.into for extract in self.stage.extracts), fields)
        login = self.site.login
        world = Site(
            tab,
            Means(
                site=self.site,
                pool=self.tools.pool,
                guard=self.tools.guard,
                offer=Offers(self.site, wish),
                marks=self.marks,
                load=partial(load, tools=self.tools),
                expired=lambda seen: login is not None and sent_to_login(seen, login, first=False),
            ),
        )
        policy, adviser, memory = (
            self.stage.navigate.search.policy,
            self.tools.adviser,
            self.tools.memories.of(self.site),
        )
        looked_for = words or f"a list of {', '.join(one.into for one in self.stage.extracts)} with {', '.join(fields)}"
        roles = roles_of(policy, adviser, Worth(wish, self.fit), looked_for.replace("_", " "), memory)
        ground: Ground[PageView, Action] = Ground(
            world=world,
            reward=roles.reward,
            may_go_on=purse(self.tools.budget, self.stage.limits.pages or SEARCH_PAGES),
            watcher=SearchTrace[PageView, Action](self.tools.trace, lambda seen: seen.url, lambda seen: seen.dialogs),
            propose=roles.propose,
            scout=world,
            objective=looked_for if policy == "model" else words,
        )
        advisers: Advisers[PageView, Action] = Advisers(
            critic=roles.critic, chooser=roles.chooser, subtasks=roles.subtasks, planner=roles.planner, memory=memory
        )
        strategy = chosen(self.stage.navigate.search.strategy, ground, advisers)
        with nullcontext() if adviser is None else adviser.obliged_if(policy == "model"):
            found = await strategy.search(view)
        node = found.node if found.node.appraisal.goal else self._doubted(found, roles) or self._lone(found)
        if node is None:
            raise self._missing(found, fields)
        node = self._first_page(node)
        url, seen = node.state.url, len(found.tree.nodes)
        self.tools.trace("action", f"listing found after {seen} pages", url=url)
        return await self._show(world, strategy.explorer, node)

    def _first_page(self, node: Node[PageView, Action]) -> Node[PageView, Action]:
        """The listing's first page; if the last one is missing only a column, it was reached by turning pages."""
        while (before := node.parent) is not None and self.fit(before.state) >= _SAME_LISTING:
            turns = {without_fragment(control.href) for control in paging(before.state) if control.href}
            if without_fragment(node.state.url) not in turns:
                break
            node = before
        return node

    def _doubted(self, found: Found[PageView, Action], roles: Roles) -> Node[PageView, Action] | None:
        """The rules' choice, used when nothing better was found; a model's doubt about it is told.

        It is a doubt of the answer where the model has been tried, or was asked for.
        """
        node = roles.doubted(found.tree)
        if node is None:
            return None
        text = (
            f"this page has the declared fields, and the model doubts that it is what was asked for: {node.state.url}"
        )
        self.tools.trace("warning", text)
        adviser = self.tools.adviser
        if self.stage.navigate.search.policy == "model" or (adviser is not None and adviser.votes):
            self.doubt(f"{text}; name it by `start` or `path` if it is")
        return node

    def _lone(self, found: Found[PageView, Action]) -> Node[PageView, Action] | None:
        """The nearest page, where it can be read as a record: its answer has the doubt of a guess."""
        view = found.node.state
        return found.node if self.lone(view) and self.lacks(view) is None else None

    async def _show(
        self, world: Site, explorer: Explorer[PageView, Action], node: Node[PageView, Action]
    ) -> tuple[Browser, PageView]:
        """The result in the tab that shows it: as it stands, else by its address, else by replaying the way."""
        if explorer.shown is node:
            return world.tab, node.state
        self.tools.budget.spend("pages")
        if node.via is None or node.via.plain:
            return world.tab, await load(world.tab, node.state.url, self.marks, self.tools)
        try:
            view, _ = await explorer.back.reach(explorer.tree, node)
        except Unreachable as gone:
            raise NotFound(
                f"the listing was seen, and could not be shown again: {gone.reason}",
                url=node.state.url,
                hint="say the way to it with `start` and `path`",
            ) from gone
        return world.tab, view

    def _missing(self, found: Found[PageView, Action], fields: list[str]) -> NotFound:
        best = found.node.state
        share, lacks = self.fit(best), self.lacks(best)
        problem = (
            f"no page with the declared fields {', '.join(fields)} was found in {len(found.tree.nodes)} pages "
            f"({found.reason}); the nearest carries {share:.0%} of them"
        )
        hint = "say `start` or `path`, or check the names of the fields against the words on that page"
        if share > 0 and lacks is not None:  # the page that was meant, but for one field in doubt
            problem, hint = f"{problem}: {lacks.problem}", f"{lacks.hint}\n  if another page is meant: {hint}"
        return NotFound(problem, url=best.url, hint=hint)


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
