"""How many pages has a listing, and what are their addresses, as far as its first page tells?

From the numbers of its pager and the totals that it states, never from either against the other. An address that no
link shows is derived from those that do; whoever opens it checks what comes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from webdart.navigate.series import Series, series_between, series_guessed
from webdart.pages.port import PageView
from webdart.records.model import Totals


@dataclass(frozen=True, slots=True)
class Extent:
    """`pages` of a listing; `shown` are addresses by number that the page links to; `series` gives the others."""

    pages: int
    shown: Mapping[int, str] = field(default_factory=dict[int, str])
    series: Series | None = None

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
    """What the first page of a listing with `rows` records on it tells; None where its size cannot be told."""
    shown = {
        int(control.label): control.href
        for control in view.controls
        if control.kind == "page number" and control.label.isdecimal() and control.href and int(control.label) > 1
    }
    following = next((control.href for control in view.controls if control.kind == "next"), "")
    if following:
        shown.setdefault(2, following)
    stated = totals.pages
    if totals.stated is not None and rows > 0:
        by_rows = -(-totals.stated // rows)
        if stated is not None and stated != by_rows:
            return None
        stated = by_rows
    highest = max(shown, default=1)
    if stated is None:
        numbers = [control for control in view.controls if control.kind == "page number"]
        stated = highest if numbers else None
    if stated is None or highest > stated:
        return None
    guessed = series_guessed(view.url, following, rows) if following and len(shown) == 1 else None
    return Extent(stated, shown, series_between(shown) or guessed)
