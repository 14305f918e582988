"""Chooses the link that tells the rows of a table apart: once for a whole table, on all pages seen so far.

A thread's posts link to their authors, and some of them to themselves. On a page where every post is by somebody else
both would do; the next page shows which is a key.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.records import Extraction
from webdart.records.model import Record
from webdart.values import replace
from webdart.workflow.model import Value

Addresses = Mapping[str, tuple[str | None, ...]]
"""The addresses of a page's rows by the column of the link, as `Extraction.links`."""


class Linked(Struct, frozen=True):
    """The rows of one page, with the addresses of all of their links."""

    records: tuple[Record, ...]
    links: Addresses

    @classmethod
    def of(cls, found: Extraction) -> "Linked":
        """The rows of a page."""
        return cls(found.records, found.links)

    def addresses(self, place: int) -> tuple[str | None, ...]:
        """The addresses of all links of one row."""
        return tuple(column[place] for column in self.links.values())

    def keyed(self, column: str, before: tuple[Value, ...] = ()) -> tuple[Record, ...]:
        """The rows with the address of that link as their key, after `before`; without a key where there is none."""
        addresses = self.links.get(column, (None,) * len(self.records))
        return tuple(
            replace(record, key=None if address is None else (*before, address))
            for record, address in zip(self.records, addresses, strict=True)
        )


class KeyLink:
    """Which link is the key of a table: within each listing, or within the `whole` table.

    A link that two rows of one page share, or that a row lacks, is no key. One that different rows of several pages
    share may be: the listing may have moved. It gives way to a link without such, and is kept where there is none.
    """

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole
        self._left: tuple[str, ...] | None = None
        self._said: dict[tuple[str, str | None], int] = {}

    @property
    def column(self) -> str:
        """The column of the first link that no page has spoken against; "" where there is none."""
        return next(iter(self._left or ()), "")

    def with_page(self, page: Linked) -> str:
        """What `column` is once a page is noted, too."""
        return next(iter(self._after([page], {}) or ()), "")

    def note(self, pages: Sequence[Linked]) -> None:
        """Look at some pages of one listing."""
        said: dict[tuple[str, str | None], int] = {}
        self._left = self._after(pages, said)
        if self._whole:
            self._said |= said

    def _after(self, pages: Sequence[Linked], said: dict[tuple[str, str | None], int]) -> tuple[str, ...] | None:
        pages = [page for page in pages if page.records]
        if not pages:
            return self._left
        known = tuple(pages[0].links) if self._left is None else self._left
        apart = tuple(name for name in known if all(_tells_apart(page, name) for page in pages))
        shared = {name for name in apart if self._is_shared(pages, name, said)}
        return tuple(name for name in apart if name not in shared) or apart

    def _is_shared(self, pages: Sequence[Linked], name: str, said: dict[tuple[str, str | None], int]) -> bool:
        """Whether different rows of several pages have one address."""
        shared = False
        for page in pages:
            for address, record in zip(page.links[name], page.records, strict=True):
                row, place = hash(tuple(record.values.values())), (name, address)
                shared |= self._said.get(place, said.setdefault(place, row)) != row
        return shared


def _tells_apart(page: Linked, name: str) -> bool:
    column = page.links.get(name, ())
    return bool(column) and None not in column and len(set(column)) == len(column)
