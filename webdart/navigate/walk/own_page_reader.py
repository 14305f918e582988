"""Reads the own pages of one table's records: the first tells under which labels the others have their fields.

Read each by itself, a page without a field would give what is most like it; a doubt that the first page has told would
be told of every one. How numbers and dates are written each page tells for itself: which of them comes first decides
no value of another.
"""

from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Wrapper
from webdart.values import replace


class OwnPageReader:
    """`spec` is that of the listing which leads to the pages."""

    def __init__(self, spec: ListingSpec) -> None:
        self.spec = replace(spec, kind="detail")
        self._first = ""
        self._wrapper: Wrapper | None = None

    def look(self, view: PageView) -> Extraction:
        """What a page has by itself, whatever was learned: it may be loaded long before it is its turn."""
        return read(view, self.spec)

    def read(self, view: PageView) -> Extraction:
        """What a page has, by what the first has taught; read again, that is read as it was."""
        return read(view, self.spec, None if view.url == self._first else self._wrapper)

    def learn(self, view: PageView, found: Extraction) -> None:
        """Learn of a page and what was read of it, if it is the first."""
        if self._wrapper is None and found.records:
            wrapper = found.wrapper
            self._first, self._wrapper = view.url, None if wrapper is None else replace(wrapper, conventions={})
