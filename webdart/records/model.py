"""Defines what reading gives: records, remarks, totals, and what is known about completeness."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from webdart.page.model import DefaultFilter
from webdart.plan.model import Cursor, PageRef
from webdart.values import replace
from webdart.workflow.model import Value


class Record(Struct, frozen=True, kw_only=True):
    """One row: declared columns by name, `raw` the texts before coercion where they differ or could not be read.

    `key` is None in a listing without a key. `n` is the place in the walk from 1; `opened` whether the record's
    own page was read. `link` is the record's main link, for provenance and for detail pages.
    """

    values: Mapping[str, Value]
    raw: Mapping[str, str] = field(default_factory=dict[str, str])
    key: tuple[Value, ...] | None = None
    n: int = 0
    opened: bool = False
    link: str | None = None


class Remark(Struct, frozen=True, kw_only=True):
    """Something about the rows that a person should know: counted and shown, never silent.

    `code` is stable (`unreadable`, `ambiguous`, `conflict`, `empty required`, `two currencies`, …). `link` leads to the
    one record that it is about, where it is about one.
    """

    code: str
    text: str
    table: str = ""
    column: str = ""
    count: int = 1
    link: str = ""


class Totals(Struct, frozen=True, kw_only=True):
    """What a page says about its listing: `stated` rows in all, `first`–`last` of them here, `page` of `pages`."""

    stated: int | None = None
    first: int | None = None
    last: int | None = None
    page: int | None = None
    pages: int | None = None
    text: str = ""
    bound: int | None = None  # "about 1,000", "over 200": at least about so many


class Sign(Struct, frozen=True, kw_only=True):
    """Something on a page that speaks for more rows than it shows.

    `rows` is how many there are by it, where it tells. `first` signs count on the only page of a listing alone: where
    several were read, a pager has been understood.
    """

    text: str
    rows: int | None = None
    first: bool = False

    def holds(self, collected: int, pages: int) -> bool:
        """Whether so many rows of so many pages leave it open."""
        return (self.rows is None or self.rows > collected) and not (self.first and pages > 1)


class Rows(Struct, frozen=True, kw_only=True):
    """The rows of one table on one page, with where and how they were read."""

    table: str
    records: tuple[Record, ...]
    source: PageRef
    keyed: bool = False

    def behind(self, place: int) -> "Rows":
        """Those behind a place in the walk."""
        return replace(self, records=tuple(record for record in self.records if record.n > place))


class CollectedPage(Struct, frozen=True, kw_only=True):
    """What is committed in one transaction: the rows of every table that this page filled, and the cursor after it."""

    cursor: Cursor
    rows: tuple[Rows, ...]
    totals: Totals = Totals()
    remarks: tuple[Remark, ...] = ()

    def rows_with(self, found: Callable[[str], bool]) -> tuple[str, ...]:
        """The rows in which `found` finds something, as a person is told of them: table and places in the walk."""
        told: list[str] = []
        for one in self.rows:
            places = [
                record.n
                for record in one.records
                if any(found(str(value)) for value in (*record.values.values(), *record.raw.values()))
            ]
            if places:
                told.append(f"{one.table}, {'row' if len(places) == 1 else 'rows'} {', '.join(_stretches(places))}")
        return tuple(told)


def _stretches(places: Sequence[int]) -> Iterator[str]:
    """Ascending numbers, those without a gap between them as one stretch: 1–3, 7."""
    first = last = places[0]
    for place in (*places[1:], -1):
        if place != last + 1:
            yield str(first) if first == last else f"{first}–{last}"
            first = place
        last = place


Verdict = Literal["complete", "as asked", "incomplete", "unknown"]
"""`as asked`: the file or the call bounded the pages, and all of those were read."""


class ListingSummary(Struct, frozen=True, kw_only=True):
    """One line of `_listings`: what a site stated about a listing and what was collected."""

    table: str
    site: str
    objective: str
    url: str
    stated: int | None
    collected: int
    pages: int
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()  # what speaks against a verdict of `unknown`
    filters: tuple[DefaultFilter, ...] = ()  # of the page, as they stood when it was read
