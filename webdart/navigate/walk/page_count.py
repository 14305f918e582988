"""Derives how many pages a listing has, and their addresses, from its first page.

From the numbers of its pager and the totals that it states, never from either against the other. An address that no
link shows is derived from those that do; whoever opens it checks what comes. Pages that a script turns have none.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from webdart.controls.last_page import to_last
from webdart.navigate.address import without_fragment
from webdart.navigate.walk.address_series import Series, series_between, series_guessed
from webdart.page.model import Node, PageView
from webdart.records.model import Totals
from webdart.values import replace


class Extent(Struct, frozen=True):
    """`pages` of a listing; `shown` are addresses by number that the page links to; `series` gives the others.

    `turned`: its pages have no addresses, they are turned where the listing is shown; `least`: it may have more pages
    than its pager has numbers, until its last one was seen.
    """

    pages: int
    shown: Mapping[int, str] = field(default_factory=dict[int, str])
    series: Series | None = None
    turned: bool = False
    least: bool = False

    @property
    def likely(self) -> int:
        """The number of pages to expect; a pager that shows only some numbers usually has more than twice as many."""
        return 2 * self.pages if self.least else self.pages

    def address(self, number: int) -> str | None:
        """The address of a page from 2; None where it is not known."""
        if number in self.shown:
            return self.shown[number]
        return None if self.series is None else self.series.at(number)

    def with_shown(self, more: Mapping[int, str]) -> "Extent":
        """The same, with addresses of its pages that other pages than the first lead to."""
        shown = {**{number: url for number, url in more.items() if number <= self.pages}, **self.shown}
        return replace(self, shown=shown, series=series_between(shown) or self.series)


def extent_of(view: PageView, rows: int, totals: Totals) -> Extent | None:
    """The extent of a listing by its first page, which has `rows` records; None if its size is not known."""
    if is_turned(view):
        return _turned(view, rows, totals)
    shown = {
        int(control.label): control.href
        for control in view.controls
        if control.kind == "page number" and control.label.isdecimal() and control.href and int(control.label) > 1
    }
    following = next((control.href for control in view.controls if control.kind == "next"), "")
    if following:
        shown.setdefault(2, following)
    highest = max(shown, default=1)
    stated = _stated(rows, totals)
    if stated is None:
        return None
    if not stated:
        numbers = [control for control in view.controls if control.kind == "page number"]
        stated = highest if numbers else 0
    if not stated or highest > stated:
        return None
    guessed = series_guessed(view.url, following, rows) if following and len(shown) == 1 else None
    return Extent(stated, shown, series_between(shown) or guessed)


def is_turned(view: PageView) -> bool:
    """Whether a page leads on by a control that only a script understands, and by no address."""
    following = [control for control in view.controls if control.kind == "next"]
    numbered = any(control.kind == "page number" and control.href for control in view.controls)
    return bool(following) and not following[0].href and not numbered


def numbers_of(view: PageView) -> dict[int, int]:
    """The page numbers that can be clicked on a page, with their nodes."""
    found = [control for control in view.controls if control.kind == "page number" and control.label.isdecimal()]
    return {int(control.label): control.node for control in found if not control.options}


def numbered_from(view: PageView, url: str) -> list[str]:
    """An address and those behind it among the page numbers of a page, without a gap; [] where it is none of them."""
    linked = {
        int(control.label): without_fragment(control.href)
        for control in view.controls
        if control.kind == "page number" and control.label.isdecimal() and control.href
    }
    place = next((number for number, address in linked.items() if address == without_fragment(url)), None)
    found = [url] if place is not None else []
    while place is not None and (place := place + 1) in linked:
        found.append(linked[place])
    return found


def ways(view: PageView, number: int, extent: Extent) -> dict[int, Node]:
    """The pages that one click shows from a page of a listing, by their number, with what is clicked."""
    found = {place: view.nodes[node] for place, node in numbers_of(view).items() if place != number}
    for kind, place in (("next", number + 1), ("previous", number - 1)):
        turn = next((control for control in view.controls if control.kind == kind and not control.options), None)
        if turn is not None:
            found.setdefault(place, view.nodes[turn.node])
    last = to_last(view)
    if last is not None and number < extent.pages:
        found[extent.pages] = last
    return {place: node for place, node in found.items() if 0 < place <= extent.pages}


def _turned(view: PageView, rows: int, totals: Totals) -> Extent | None:
    size = totals.last if totals.first == 1 and totals.last is not None else rows
    stated, highest = _stated(size, totals), max(numbers_of(view), default=1)
    if stated is None or (stated and highest > stated):
        return None
    if stated:
        return Extent(stated, turned=True)
    return Extent(highest, turned=True, least=True) if highest > 1 else None


def _stated(rows: int, totals: Totals) -> int | None:
    """The number of pages by the stated totals; 0 if there are none, None if they disagree."""
    if totals.stated is None or rows <= 0:
        return totals.pages or 0
    by_rows = -(-totals.stated // rows)
    return by_rows if totals.pages in (None, by_rows) else None
