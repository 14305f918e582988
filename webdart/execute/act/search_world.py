"""Presents an objective's short way to the search core: a state is a page and how far the objective has come on it.

Everything that touches the page is the navigator's world (`navigate.world.Site`). Here the words already done travel
along, and what a move sends is judged by whether the objective asked for that move.
"""

from collections.abc import Awaitable, Callable, Hashable, Sequence

from webdart.browser.port import Action, Browser, DoClick, DoGoto
from webdart.execute.act.grounding import leads
from webdart.execute.act.policy import ActPolicy, Move, Stand
from webdart.navigate.find.site_world import Answer, Means, Site, matched
from webdart.page.model import Element, Held, PageView
from webdart.search.port import Address, After, Candidate, Rehearsal
from webdart.values import replace

Settle = Callable[[Held, PageView, bool], Awaitable[Answer]]
"""Decides on a held request of a page; the last says whether the objective asked for the move that sent it."""


class Task:
    """Implements the port `World` of the search core."""

    def __init__(
        self, tab: Browser, means: Means, policy: ActPolicy, settle: Settle, acted: Callable[[], None]
    ) -> None:
        """`acted` is called with each move that the objective asks for, when it is made."""
        self._policy = policy
        self._acted = acted
        self._settle = settle
        self._asked = False
        self._site = Site(tab, replace(means, decide=self._decide))

    @property
    def tab(self) -> Browser:
        """The tab that is shown now."""
        return self._site.tab

    async def _decide(self, held: Held, view: PageView) -> Answer:
        return await self._settle(held, view, self._asked)

    def fingerprint(self, state: Stand) -> Hashable:
        """One page with as much done on it."""
        return (self._site.fingerprint(state.view), state.done, state.touched, state.sent)

    def address(self, state: Stand) -> Address | None:
        """The key of the page; what was filled in there is replayed."""
        return self._site.address(state.view)

    def resembles(self, seen: Stand, now: Stand) -> bool:
        """As pages do."""
        return self._site.resembles(seen.view, now.view)

    async def candidates(self, state: Stand) -> Sequence[Candidate[Move]]:
        """The moves that the policy sees."""
        return self._policy.offers(state)

    async def take(self, state: Stand, action: Move) -> After[Stand]:
        """Do it; what it sends is let go only if the objective asks for this very move."""
        self._asked = action.asked
        if action.asked:
            self._acted()
        after = await self._site.take(state.view, action.action)
        return After(_after(state, action, after), after.wrote, after.held)

    async def rehearse(self) -> Rehearsal[Stand, Move]:
        """As the navigator does, in a page beside."""
        return _Beside(await self._site.rehearse())


class _Beside:
    """The way back, with the words that were done on it."""

    def __init__(self, inner: Rehearsal[PageView, Action]) -> None:
        self._inner = inner

    async def load(self, state: Stand) -> Stand:
        """Load the page."""
        return replace(state, view=await self._inner.load(state.view))

    def match(self, seen: Stand, action: Move, now: Stand) -> Move | None:
        """The same move on the page as it is now."""
        found = matched(seen.view, action.action, now.view)
        return None if found is None else replace(action, action=found)

    async def take(self, state: Stand, action: Move) -> After[Stand]:
        """Replay it; nothing is sent."""
        after = await self._inner.take(state.view, action.action)
        return After(_after(state, action, after), after.wrote, after.held)

    async def commit(self) -> None:
        """It is the page shown."""
        await self._inner.commit()

    async def abort(self) -> None:
        """Close it."""
        await self._inner.abort()


def _after(before: Stand, move: Move, after: After[PageView]) -> Stand:
    return Stand(
        after.state,
        before.done | move.words,
        _touched(before, move),
        before.sent + (1 if after.wrote else 0),
    )


def _touched(before: Stand, move: Move) -> tuple[Element, ...]:
    """The elements filled in and not sent after a move: a button sends them, opening an address loses them."""
    action = move.action
    if move.fills and not isinstance(action, DoGoto):
        element = getattr(action, "element", None)
        return (*before.touched, element) if isinstance(element, Element) else before.touched
    if isinstance(action, DoGoto):
        return ()
    if isinstance(action, DoClick) and leads(before.view.nodes[action.element.node]):
        return before.touched
    return () if move.asked else before.touched
