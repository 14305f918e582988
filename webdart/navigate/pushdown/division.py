"""Finds the control whose values divide a listing that its site does not show whole.

Many a site counts all that it has and shows only the first pages of it. Where the values of one control (categories,
years, makers) lead to listings whose totals add up to that of the whole, these parts have every row of it, and no row
is in two of them; where rows come and go meanwhile, nearly so. A part that is not shown whole either is divided in its
turn. Each is walked then in place of the rest. That all rows came is told at the end, as of any walk, by their keys and
the whole total.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.controls.partition import Part
from webdart.errors import Incomplete
from webdart.navigate.address import without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.pushdown.apply_control import Applying, Failed
from webdart.navigate.pushdown.baseline import keys_of
from webdart.navigate.pushdown.offers import puts_for
from webdart.navigate.pushdown_log import Replan
from webdart.navigate.walk.page_reader import Reading
from webdart.page.model import Control, PageView
from webdart.page.roles import is_control
from webdart.plan.model import SitePlan

_CONTROLS = 3  # that are tried: each costs as many pages as it has values
_MOST = 60  # values of a control
DRIFT = 0.02
"""Of its rows: by so much a listing may be longer or shorter once its parts were counted."""


class Share(Struct, frozen=True):
    """A part of a listing, and how many rows it has by what its first page states."""

    part: Part
    stated: int


class Division(Struct, frozen=True):
    """The shares of a listing of `whole` rows by the values of a control, and of others for those shares of its own."""

    control: str
    shares: tuple[Share, ...]
    whole: int

    def parts(self) -> tuple[Part, ...]:
        """The parts, in the order of the control's values."""
        return tuple(share.part for share in self.shares)

    def step(self, shown: int) -> Replan:
        """What is recorded of it; `shown` rows were read before."""
        parts = f"{len(self.shares)} parts have {_sum(self.shares)}"
        evidence = f"the site counts {self.whole} rows and shows {shown}; {parts}"
        return Replan(control=self.control, does="each value in turn", verdict="taken", evidence=evidence, by="total")


class Divider(Struct, frozen=True):
    """Looks for the division of a listing, in a tab of its own. `shown` rows of it, or of a part, are shown at most."""

    site: SitePlan
    tools: Tools
    reading: Reading
    shown: int

    async def division(self, url: str, whole: int) -> Division | None:
        """The division of the listing at `url`, which counts `whole` rows; None where none is found."""
        tab = await self.tools.pool.tab(self.site)
        try:
            return await self._division(tab, url, whole)
        except (*Failed, Incomplete) as failed:
            self.tools.trace("action", f"what divides the listing can't be told: {failed.problem}", url=url)
            return None
        finally:
            await tab.close()

    async def _first(self, tab: Browser, url: str) -> PageView:
        self.tools.budget.spend("pages")
        async with self.tools.budget.in_time():
            return await self.reading.load(tab, url)

    async def _division(self, tab: Browser, url: str, whole: int) -> Division | None:
        """The division of the listing at `url`; its shares are whole, as far as they can be divided."""
        first = here = await self._first(tab, url)
        if abs((self._stated(first) or 0) - whole) > whole * DRIFT:
            return None
        for control in _candidates(first, whole, self.shown)[:_CONTROLS]:
            here = here or await self._first(tab, url)
            shares = await self._shares(tab, here, control, whole)
            if isinstance(shares, str):
                self.tools.trace("action", f"{control.label!r} does not divide the listing: {shares}", url=url)
                here = None
                continue
            found = [part for share in shares for part in await self._within(tab, share)]
            return Division(control.label, tuple(found), whole)
        return None

    async def _within(self, tab: Browser, share: Share) -> tuple[Share, ...]:
        """The shares of a part that is not shown whole; the part itself where it is, or can't be divided."""
        if share.stated <= self.shown:
            return (share,)
        with suppress(*Failed):
            found = await self._division(tab, share.part.url, share.stated)
            if found is not None:
                return found.shares
        return (share,)

    async def _shares(self, tab: Browser, first: PageView, control: Control, whole: int) -> list[Share] | str:
        """The shares of a control's values, from the first page, which the tab shows; why they are none."""
        here, found, alike = first, dict[str, Share](), 0
        for words in _values(control):
            here = await self._behind(tab, first, here, control, words)
            stated, url = self._stated(here), without_fragment(here.url)
            if stated is None:
                return f"behind {words!r} no total is stated"
            if stated == whole:  # one value may stand for all of them
                alike += 1
                if alike > 1:
                    return "its values change nothing"
                continue
            if url in found or url == without_fragment(first.url):
                return f"{words!r} has no address of its own"
            found[url] = Share(Part(words, url), stated)
            if (rows := _sum(found.values())) > whole * (1 + DRIFT):
                return f"its values have rows in common: {rows}, and not all are counted yet"
        shares = list(found.values())
        return shares if _sum(shares) >= whole * (1 - DRIFT) else f"its values have {_sum(shares)} of {whole} rows"

    async def _behind(self, tab: Browser, first: PageView, here: PageView, control: Control, words: str) -> PageView:
        """The listing behind a value: by the control on the page shown, which mostly has it too, else on the first."""
        for again in (False, True):
            if again:
                here = await self._first(tab, first.url)
            there = next((one for one in here.controls if _is_same(one, control) and words in one.options), None)
            puts = () if there is None else puts_for(here, there, (words,))
            if puts:
                async with self.tools.budget.in_time():
                    return await Applying(tab, self.site, self.tools, self.reading.marks, self._same).put(here, puts)
        return first

    def _same(self, before: PageView, after: PageView) -> bool:
        """Whether two pages show the same rows."""
        return keys_of(self.reading.look(before)) == keys_of(self.reading.look(after))

    def _stated(self, view: PageView) -> int | None:
        """The total that a page states; 0 where it says that there is nothing."""
        found = self.reading.look(view)
        return 0 if found.verdict == "empty" else found.totals.stated


def _sum(shares: Iterable[Share]) -> int:
    return sum(share.stated for share in shares)


def _candidates(view: PageView, whole: int, shown: int) -> Sequence[Control]:
    """The controls whose values could divide a listing, those first whose parts are likely shown whole."""
    called = [one for one in view.controls if one.label or is_control(view.nodes[one.node])]
    listed = [one for one in called if one.kind == "filter" and 2 <= len(_values(one)) <= _MOST]
    free = [one for one in listed if one.value in ("", one.options[0])]  # else the listing is one of its parts already

    def cost(control: Control) -> tuple[bool, int]:
        values = len(_values(control))
        return (False, values) if values * shown >= whole else (True, -values)

    return sorted(free, key=cost)


def _values(control: Control) -> tuple[str, ...]:
    """The options of a control but the one that is chosen."""
    return tuple(one for one in control.options if one and one != control.value)


def _is_same(one: Control, other: Control) -> bool:
    return (one.kind, one.label) == (other.kind, other.label)
