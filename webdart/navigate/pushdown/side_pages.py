"""Loads pages beside a replayed walk, as evidence: by their source, where the template of the lock reads that."""

from dataclasses import dataclass, field

from webdart.browser.port import Browser
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.sources import Sources
from webdart.page.model import PageView
from webdart.records import Extraction


@dataclass(slots=True)
class SidePages:
    """Pages beside a replayed walk: by their source, or in the walk's `tab` where that is not to be read."""

    sources: Sources
    reading: Reading
    tab: Browser
    _read: list[tuple[PageView, Extraction]] = field(default_factory=list[tuple[PageView, Extraction]])

    async def load(self, url: str) -> PageView:
        """A page."""
        found = await self.sources.beside(url)
        if found is None:
            return await self.reading.load(self.tab, url)
        self._read.append(found)
        return found[0]

    def look(self, view: PageView) -> Extraction:
        """The rows of a page."""
        known = self.known(view)
        return self.reading.look(view) if known is None else known

    def known(self, view: PageView) -> Extraction | None:
        """The rows of a page that was read by its source; None of any other."""
        return next((found for seen, found in self._read if seen is view), None)
