"""Defines what was proven of a listing's pages by their source, and tells what is unusual about a table of another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webdart.browser.snapshot.looks import Looks
from webdart.records import Extraction

PAGES = 3
"""Pages in a row that must be read alike from both sources."""


class Unproven(Exception):
    """A page says something else in its source than rendered: what was read since the last proven page is void."""


@dataclass(slots=True)
class PageProof:
    """What was proven of a listing's pages: their looks, their sizes, their totals, what was remarked about them."""

    looks: Looks
    sizes: dict[str, int]
    stated: dict[str, int | None]
    missing: Mapping[str, frozenset[str]]
    remarks: frozenset[str]
    closed: bool

    def unusual(self, table: str, found: Extraction, signs: Sequence[str], *, whole: bool) -> str:
        """What is unusual about the rows of a table; `signs` are those of the elements around them.

        `whole`: the page leads to a next one, and has as many rows as others that do.
        """
        size = self.sizes[table]
        if (whole and len(found.records) != size) or (size and len(found.records) > size):
            return f"{len(found.records)} rows, where pages have {size or 'no next one'}"
        if found.totals.stated != self.stated.setdefault(table, found.totals.stated):
            return "another total"
        if frozenset(lack.field for lack in found.missing) != self.missing[table]:
            return "other fields are missing"
        if news := {remark.code for remark in found.remarks} - self.remarks:
            return f"a new remark: {min(news)}"
        if strange := self.looks.strangers(signs):
            return f"an element that was never rendered: {strange[0]}"
        return ""
