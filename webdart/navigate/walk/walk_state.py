"""Keeps what a walk must remember of the pages behind it, even across a kill.

Counts only, so that a walk of two thousand pages remembers no more than one of two. It travels in the cursor of every
page, which is committed together with the page's rows.
"""

import json
from collections.abc import Container, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.json import encode as to_json

from webdart.navigate.walk.shortfall import SHORTFALL
from webdart.page.model import DefaultFilter
from webdart.records import Ruling, Walk
from webdart.records.model import Remark, Sign, Totals, Verdict
from webdart.values import asdict, replace

ELSEWHERE = frozenset({"apart", "not read"})
"""What is told of lists and single records that stand elsewhere on a page of the listing."""
_SEVERAL = 3  # records' own pages without a region that tell a word that no page has from records without rows
_GUESSES = frozenset({"by type", "other column"})  # of a column that the page does not name


class OfParent(Struct, frozen=True, kw_only=True):
    """The rows that a child table has of one parent, what its pages stated, and how complete they are.

    `found` is whether there were rows, or a word that there are none; `absent` says why none could be looked for.
    """

    rows: int = 0
    distinct: int = 0
    pages: int = 0
    stated: int | None = None
    found: bool = False
    absent: str = ""
    verdict: Verdict = "complete"
    reason: str = ""


class Ledger(Struct, frozen=True, kw_only=True):
    """One table of one walk: `rows` given a place, `distinct` ones, sizes of pages, what was stated, what was remarked.

    `uneven` is the first page (from 1) but the last that was not as long as the first; 0 is none. `again` counts rows
    that stood on several pages, in a table whose rows have keys.
    """

    rows: int = 0
    distinct: int = 0
    pages: int = 0
    first_size: int = 0
    last_size: int = 0
    uneven: int = 0
    again: int = 0
    first: Totals = Totals()
    last: Totals = Totals()
    remarks: tuple[Remark, ...] = ()
    missing: tuple[str, ...] | None = None  # declared fields that no page so far had
    gone: tuple[str, ...] | None = None  # those that none of the records' own pages had; None where none was opened
    parents: int = 0  # of a child table: the records whose own pages were looked at
    found: int = 0  # those that had rows, or said that there are none
    stated: int | None = None  # the sum of what they stated, as far as they did
    wanting: int = 0  # those whose rows are incomplete
    unsure: int = 0  # those of which that can't be told
    reason: str = ""  # of the first such
    absent: str = ""  # why rows of the first without any could not be looked for
    ruling: Ruling = Ruling()  # what a model decided of the page template
    signs: tuple[Sign, ...] = ()  # of more rows, on the page read last
    filters: tuple[DefaultFilter, ...] = ()  # of the first page, as they stood

    def with_page(
        self,
        size: int,
        new: int,
        totals: Totals,
        remarks: Iterable[Remark],
        missing: Iterable[str],
        signs: tuple[Sign, ...] = (),
    ) -> "Ledger":
        """The ledger after a page of `size` rows, `new` of them not seen before."""
        short = self.pages > 0 and self.last_size != self.first_size and not self.uneven
        lacking = tuple(missing)
        told = merged((*self.remarks, *remarks))
        if totals.stated == self.distinct + new:  # all that the site counts: nothing that stands elsewhere is of it
            told = tuple(remark for remark in told if remark.code not in ELSEWHERE)
        return replace(
            self,
            rows=self.rows + size,
            distinct=self.distinct + new,
            pages=self.pages + 1,
            first_size=self.first_size if self.pages else size,
            last_size=size,
            uneven=self.pages if short else self.uneven,
            first=self.first if self.pages else totals,
            last=totals,
            signs=signs,
            remarks=told,
            missing=lacking if self.missing is None else tuple(name for name in self.missing if name in lacking),
        )

    def signs_of(self, collected: int) -> tuple[str, ...]:
        """The signs on the last page that there are more rows than those."""
        return tuple(sign.text for sign in self.signs if sign.holds(collected, self.pages))

    @property
    def total(self) -> int | None:
        """What was stated last of how many rows there are, or else on the first page."""
        return self.first.stated if self.last.stated is None else self.last.stated

    @property
    def pages_left(self) -> int | None:
        """How many pages the listing still has, by what it states; None where it states nothing."""
        if self.last.pages is not None:
            return self.last.pages - self.pages
        if self.last.stated is not None and self.first_size:
            return -(-(self.last.stated - self.rows) // self.first_size)
        return None

    def has_more_behind(self, totals: Totals, rows: int) -> bool:
        """Whether the listing has more behind the next page, if that states `totals` and has so many rows."""
        stated = self.last.stated if totals.stated is None else totals.stated
        if stated is not None:
            return stated > self.rows + rows
        pages = self.last.pages if totals.pages is None else totals.pages
        return pages is not None and pages > self.pages + 1

    @property
    def nowhere(self) -> tuple[str, ...]:
        """The declared fields that neither the listing nor any of its records' own pages had."""
        return (*(self.missing or ()), *(self.gone or ()))

    def opened(self, lacking: Sequence[Iterable[str]]) -> "Ledger":
        """The ledger after some own pages of records, by what each of them lacks; the same after none."""
        gone = None if self.gone is None else set(self.gone)
        for names in lacking:
            gone = set(names) if gone is None else gone.intersection(names)
        return replace(self, gone=None if gone is None else tuple(sorted(gone)))

    def noted(self, remarks: Iterable[Remark]) -> "Ledger":
        """The ledger with more to report."""
        return replace(self, remarks=merged((*self.remarks, *remarks)))

    def without_told(self, links: Container[str | None]) -> "Ledger":
        """The ledger without what was told of single records that turned out to be in the list, by their links."""
        return replace(self, remarks=tuple(one for one in self.remarks if not one.link or one.link not in links))

    def with_parent(self, one: "OfParent") -> "Ledger":
        """The ledger of a child table after one more parent."""
        return replace(
            self,
            rows=self.rows + one.rows,
            distinct=self.distinct + one.distinct,
            pages=self.pages + one.pages,
            parents=self.parents + 1,
            found=self.found + one.found,
            stated=self.stated if one.stated is None else (self.stated or 0) + one.stated,
            wanting=self.wanting + (one.verdict == "incomplete"),
            unsure=self.unsure + (one.verdict == "unknown"),
            reason=self.reason or (one.reason if one.verdict != "complete" else ""),
            absent=self.absent or one.absent,
        )

    @property
    def amiss(self) -> bool:
        """Whether a child table may have rows that were not read: some parents' are, or no page had its region."""
        return bool(self.unsure) or (bool(self.absent) and not self.found and self.parents >= _SEVERAL)

    def children(self) -> tuple[Verdict, tuple[str, ...]]:
        """The verdict on a child table, over all of its parents."""
        if self._said(SHORTFALL):
            return "incomplete", self._said(SHORTFALL)
        if self.wanting:
            return "incomplete", (f"incomplete for {self.wanting} of {self.parents} records: {self.reason}",)
        if self.parents and not self.found:
            why = f": {self.absent}" if self.absent else ""
            return "unknown", (f"no rows were recognised on any of {self.parents} records' pages{why}",)
        if self.unsure:
            return "unknown", (f"unknown for {self.unsure} of {self.parents} records: {self.reason}",)
        return "complete", (
            f"read to the end for {self.parents} records, {self.parents - self.found} of them without any",
        )

    def walked(self, *, collected: int | None, keyed: bool, dropped: int) -> Walk:
        """The facts by which completeness is judged; the walk adds how it ended."""
        sizes = [self.first_size] * self.pages
        if sizes:
            sizes[-1] = self.last_size
        if self.uneven:
            sizes[self.uneven - 1] = -1
        return Walk(
            collected=self.distinct if collected is None else collected,
            pages=self.pages,
            sizes=tuple(sizes),
            keyed=keyed,
            first=self.first,
            last=self.last,
            repeats=self.rows - self.distinct,
            dropped=dropped,
            required_empty=self._count("empty required"),
            unreadable=self._count("unreadable"),
            failed_pages=self._count("failed page"),
            cut=self._said(SHORTFALL),
            apart="what is like the records stands apart from them, and was not read" if self._count("apart") else "",
        )

    def _said(self, code: str) -> tuple[str, ...]:
        return tuple(remark.text for remark in self.remarks if remark.code == code)

    def _count(self, code: str) -> int:
        return sum(remark.count for remark in self.remarks if remark.code == code)


def merged(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Remarks of one kind as one, with the sum of their counts and the text of the first."""
    found: dict[tuple[str, str, str], Remark] = {}
    for remark in remarks:
        kind = (remark.code, remark.table, remark.column)
        known = found.get(kind)
        found[kind] = remark if known is None else replace(known, count=known.count + remark.count)
    return tuple(found.values())


def guesses(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Those that say of a column that it may be another: a page read by the same columns does not say it again."""
    return tuple(remark for remark in remarks if remark.column and remark.code in _GUESSES)


def unsaid(remarks: Iterable[Remark], said: Iterable[Remark]) -> tuple[Remark, ...]:
    """Those whose kind and column are not among others that are said already."""
    known = {(remark.code, remark.column) for remark in said}
    return tuple(remark for remark in remarks if (remark.code, remark.column) not in known)


def to_text(ledgers: dict[str, Ledger]) -> str:
    """Ledgers by table, as the text that a cursor carries."""
    try:
        return to_json(ledgers).decode()
    except UnicodeEncodeError:  # half an emoji, that a page shows
        return json.dumps({table: asdict(ledger) for table, ledger in ledgers.items()}, separators=(",", ":"))


def from_text(text: str) -> dict[str, Ledger]:
    """The ledgers that `to_text` wrote; none for an empty text."""
    found: dict[str, Any] = json.loads(text) if text else {}
    return {table: _ledger(body) for table, body in found.items()}


def _ruling(body: dict[str, Any]) -> Ruling:
    return Ruling(
        shape=body.get("shape", ""),
        columns=body.get("columns", {}),
        read=tuple(body.get("read", ())),
        by=body.get("by", {}),
    )


def _ledger(body: dict[str, Any]) -> Ledger:
    missing, gone = body["missing"], body.get("gone")
    values: dict[str, Any] = body | {
        "first": Totals(**body["first"]),
        "last": Totals(**body["last"]),
        "remarks": tuple(Remark(**remark) for remark in body["remarks"]),
        "missing": None if missing is None else tuple(missing),
        "gone": None if gone is None else tuple(gone),
        "ruling": _ruling(body.get("ruling", {})),
        "signs": tuple(Sign(**sign) for sign in body.get("signs", ())),
        "filters": tuple(map(_filter, body.get("filters", ()))),
    }
    return Ledger(**values)


def _filter(body: dict[str, Any]) -> DefaultFilter:
    values: dict[str, Any] = body | {name: tuple(body[name]) for name in ("words", "chosen")}
    return DefaultFilter(**values)
