"""Presents a site to the search core: pages are states; clicks, choices and typing are actions.

The page shown is a tab; the way back is rehearsed in another tab of the same session, from which nothing that could
write leaves the machine. Elements are compared by what they mean (`page.identity`), never by a number.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Literal

from msgspec import Struct

from webdart.browser.port import (
    Action,
    Browser,
    BrowserPool,
    DoBack,
    DoDrag,
    DoGoto,
    DoPress,
    DoScroll,
    DoWait,
    Guard,
    Mode,
)
from webdart.browser.snapshot import payload as views
from webdart.errors import NoPage, PageTimeout, Refused, SiteDown, StaleElement, StepFailed
from webdart.navigate.address import without_fragment
from webdart.page.identity import address_kind, resembles, same_element
from webdart.page.locator import element
from webdart.page.model import Element, Held, PageView
from webdart.page.roles import is_text_box
from webdart.plan.model import SitePlan
from webdart.search.port import Address, After, Candidate, Rehearsal, Rejected
from webdart.values import replace

Offer = Callable[[PageView], Sequence[Candidate[Action]]]
"""The moves that a page offers: the action space of a policy."""

Answer = Literal["written", "read", "refused"]

Decide = Callable[[Held, PageView], Awaitable[Answer]]
"""The decision on a held request: released as a write, released as a read, or refused."""

Load = Callable[[Browser, str, Sequence[str]], Awaitable[PageView]]
"""Opens an address in a tab, with marks."""


async def _opened(tab: Browser, url: str, marks: Sequence[str]) -> PageView:
    return await tab.open(url, marks)


MOST_HELD = 50
"""Requests that one action may cause before the page is left as it is: some never stop asking."""

GONE = "the site asks for a login instead"


class Means(Struct, frozen=True, kw_only=True):
    """The parts of a world. `decide` is asked about every held request; None (read stages) leaves it to the guard.

    `expired` says whether a page is the login form that stands where something else was expected; `seconds` how long
    a page may take to show what came of a request that was let go. `load` opens an address in a tab.
    """

    site: SitePlan
    pool: BrowserPool
    guard: Guard
    offer: Offer
    marks: tuple[str, ...] = ()
    decide: Decide | None = None
    expired: Callable[[PageView], bool] = lambda _: False
    seconds: float = 10.0
    load: Load = _opened

    @property
    def mode(self) -> Mode:
        """How the guard treats what could write."""
        return "read" if self.decide is None else "act"


class Site:
    """Implements the ports `World` and `Scout` of the search core; `tab` is the page shown."""

    def __init__(self, tab: Browser, means: Means) -> None:
        self.tab = tab
        self._means = means

    def fingerprint(self, state: PageView) -> Hashable:
        """Equal for one address in one structure, with the same words (digits in headings only), entries and alerts.

        Texts count: a tab or a fold may change nothing else. Texts that change by themselves make a page new, which
        costs nothing: what it offers has the keys of what it offered before.
        """
        headings = tuple(node.name for node in state.nodes if node.shown and node.role == "heading")
        said = "".join(letter for letter in state.visible_text_of(0) if not letter.isdigit())
        typed = tuple(node.value for node in state.nodes if node.shown and node.value and is_text_box(node))
        return (without_fragment(state.url), views.fingerprint(state), headings, said, typed, state.dialogs)

    def address(self, state: PageView) -> Address | None:
        """Whether loading it shows the page again is for the backtracker to find out."""
        if not state.url.startswith(("http:", "https:")):
            return None
        return Address(without_fragment(state.url), address_kind(state))

    def resembles(self, seen: PageView, now: PageView) -> bool:
        """As a person would say, a banner and the order of a sidebar apart."""
        return resembles(seen, now)

    async def candidates(self, state: PageView) -> Sequence[Candidate[Action]]:
        """The moves that the policy sees in a page."""
        return self._means.offer(state)

    async def take(self, state: PageView, action: Action) -> After[PageView]:  # noqa: ARG002 - the tab shows it
        """Do it in the page shown; what is held on the wire is put to `decide`."""
        if isinstance(action, DoGoto):
            return await _carried(self._open(action.url), self.tab, self._means)
        return await _carried(self._act(action), self.tab, self._means)

    async def rehearse(self) -> Rehearsal[PageView, Action]:
        """Another tab of the session."""
        return _Beside(self, self._means, await self._means.pool.tab(self._means.site, self._means.mode))

    async def look(self, actions: Sequence[Action]) -> Sequence[PageView | None]:
        """Load addresses side by side, in read mode, each in a tab of its own."""
        return await asyncio.gather(*(self._seen(action) for action in actions))

    async def _seen(self, action: Action) -> PageView | None:
        if not isinstance(action, DoGoto):
            return None
        tab = await self._means.pool.tab(self._means.site, "read")
        try:
            return await self._means.load(tab, action.url, self._means.marks)
        except (NoPage, SiteDown, PageTimeout, Refused):
            return None
        finally:
            await tab.close()

    async def _open(self, url: str) -> PageView:
        return await self._means.load(self.tab, url, self._means.marks)

    async def _act(self, action: Action) -> PageView:
        return await _acted(self.tab, action, self._means)


class _Beside:
    """The way back, rehearsed; implements the port `Rehearsal`."""

    def __init__(self, world: Site, means: Means, tab: Browser) -> None:
        self._world = world
        self._means = replace(means, decide=None if means.decide is None else self._stop)
        self._tab = tab

    async def load(self, state: PageView) -> PageView:
        """Load the address of a page."""
        try:
            now = await self._means.load(self._tab, state.url, self._means.marks)
        except (NoPage, SiteDown, PageTimeout, Refused) as error:
            raise Rejected(error.problem) from error
        for held in now.held:
            await self._stop(held, now)
        if self._means.expired(now) and not self._means.expired(state):
            raise Rejected(GONE)
        return now

    def match(self, seen: PageView, action: Action, now: PageView) -> Action | None:
        """The action on the same elements of the page as it is now."""
        return matched(seen, action, now)

    async def take(self, state: PageView, action: Action) -> After[PageView]:  # noqa: ARG002 - the tab shows it
        """Replay it; whatever could write is refused and reported."""
        return await _carried(_acted(self._tab, action, self._means), self._tab, self._means)

    async def commit(self) -> None:
        """This tab is the page shown; the one before is closed."""
        before, self._world.tab = self._world.tab, self._tab
        await before.close()

    async def abort(self) -> None:
        """Close the tab."""
        await self._tab.close()

    async def _stop(self, held: Held, view: PageView) -> Answer:  # noqa: ARG002 - as `Decide`
        await self._means.guard.refuse(held)
        return "refused"


def matched(seen: PageView, action: Action, now: PageView) -> Action | None:
    """The same action in another view: on the elements that mean the same; None where one of them is another."""
    match action:
        case DoGoto() | DoBack() | DoWait() | DoPress(element=None) | DoScroll(element=None):
            return action
        case DoDrag(element=one, to=other):
            first, second = _again(seen, one, now), _again(seen, other, now)
            return None if first is None or second is None else DoDrag(first, second)
        case _:
            assert action.element is not None
            found = _again(seen, action.element, now)
            return None if found is None else replace(action, element=found)


def _again(seen: PageView, one: Element, now: PageView) -> Element | None:
    node = same_element(seen, seen.nodes[one.node], now)
    return None if node is None else element(now, node)


async def _acted(tab: Browser, action: Action, means: Means) -> PageView:
    """Act, and look with the marks of the stage."""
    view = await tab.act(action)
    return view if view.held or not means.marks else await tab.view(means.marks)


async def _carried(work: Awaitable[PageView], tab: Browser, means: Means) -> After[PageView]:
    """The page that an action led to, and the requests that it made."""
    before = len(means.guard.refused())
    try:
        view = await work
    except (StaleElement, StepFailed) as error:
        raise Rejected(error.problem) from error
    except (NoPage, SiteDown, PageTimeout, Refused) as error:
        raise Rejected(error.problem, moved=True) from error
    if means.decide is None:
        stopped = tuple(_line(held) for held in means.guard.refused()[before:])
        return After(view, held=stopped)
    return await _decided(view, tab, means, means.decide)


async def _decided(view: PageView, tab: Browser, means: Means, decide: Decide) -> After[PageView]:
    """Every request held is decided on; the page is what it shows after the last of them."""
    wrote, stopped = False, list[str]()
    for _ in range(MOST_HELD):
        if not view.held:
            break
        answers = [(held, await decide(held, view)) for held in view.held]
        stopped += [_line(held) for held, answer in answers if answer == "refused"]
        sent = any(answer != "refused" for _, answer in answers)
        wrote = wrote or any(answer == "written" for _, answer in answers)
        view = await (tab.act(DoWait(means.seconds)) if sent else tab.view(means.marks))
    return After(view, wrote=wrote, held=tuple(stopped))


def _line(held: Held) -> str:
    return f"{held.method} {held.url}"
