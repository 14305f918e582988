"""Keeps the page that is shown: what webdart sees on it, the records that are chosen, and the way that led there."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from webdart.browser.port import DoChoose, WatchedTab
from webdart.extract.proposal import Placed
from webdart.inspect.proposal import draft, language_of
from webdart.navigate.address import without_fragment
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.plan.model import LoginPlan
from webdart.studio import messages
from webdart.studio.clicks import Trail
from webdart.studio.commands import Set
from webdart.studio.sight import Sight
from webdart.values import replace

NOTHING = PageView(url="", title="", language="", status=0, nodes=())
"""The page before the first."""


@dataclass(slots=True)
class Scene:
    """The page in a tab. `sight` is None until it has been looked at; `login` is how its site was entered.

    Where no `locale` is given, it is that of the first page's language.
    """

    tab: WatchedTab
    locale: str
    trail: Trail
    tell: Callable[[str], None]
    login: LoginPlan | None = None
    view: PageView = NOTHING
    sight: Sight | None = None
    chosen: int = 0

    @property
    def placed(self) -> Placed | None:
        """The chosen record set."""
        placed = () if self.sight is None else self.sight.placed
        return placed[self.chosen] if self.chosen < len(placed) else None

    def choose(self, number: int) -> bool:
        """Read other records of the page; whether it has them."""
        found = self.sight is not None and number < len(self.sight.sighting.tables)
        self.chosen = number if found else self.chosen
        return found

    def is_at(self, url: str) -> bool:
        """Whether that is the page's address."""
        return without_fragment(url) == without_fragment(self.view.url)

    def pressed(self, x: float, y: float) -> Node | None:
        """Remember where the page is pressed; gives the link there."""
        if self.sight is None:
            return None
        link = self.sight.link_at(x, y)
        self.trail = self.trail.pressed(self.sight.view, link)
        return link

    def arrived(self, view: PageView) -> None:
        """Take another page, that nobody has looked at yet."""
        self.tell(messages.packed("arrived", url=view.url, title=view.title))
        self.chosen = 0
        self.sight = None
        self.view = view

    def follow(self, view: PageView, trail: Trail | None = None) -> bool:
        """Take what the page is now, reached on a `trail`, else by what was done before; whether that is new."""
        before = self.view
        if self.sight is not None and (before.url, before.nodes) == (view.url, view.nodes):
            return False
        self.trail = trail or self.trail.onward(before, view)
        self.arrived(view)
        return True

    async def look(self) -> Sight:
        """See what the page has."""
        if self.sight is None:
            self.locale = self.locale or language_of(self.view)
            self.sight = await asyncio.to_thread(Sight.of, self.view, self.locale, self.login)
        return self.sight

    async def set(self, order: Set) -> PageView | None:
        """Choose an option of a list box: what it unfolds is drawn by no page, and in no picture."""
        controls = () if self.sight is None else self.sight.settable
        if self.sight is None or order.control >= len(controls):
            return None
        chosen = element(self.sight.view, self.sight.view.nodes[controls[order.control].node])
        self.trail = self.trail.pressed(self.sight.view, None)
        return await self.tab.act(DoChoose(chosen, (order.option,)))

    def drafted(self, sight: Sight) -> str:
        """The file that reads the chosen records, from where the way began."""
        tables = list(sight.sighting.tables)
        if sight.sighting.found:
            tables.insert(0, tables.pop(self.chosen))
        return draft(replace(sight.sighting, tables=tuple(tables)), self.trail.start, self.trail.way)
