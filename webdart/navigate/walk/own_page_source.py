"""Reads records' own pages from their source, without a browser, once that is proven to give the same.

Three own pages that were rendered are fetched, too: each must give in its source, under the looks of these pages, what
it gave rendered. Then own pages are fetched. One of which anything is unusual is rendered and compared: its status, its
end, code, an element or an attribute that no rendered page had, a field that it lacks and no page lacked before. So is
the last one behind every page of the listing and, where they have scripts, one in five by the run's own chance. Where
one differs, all behind that page of the listing are rendered.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec import Struct

from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_attributes import Unfit
from webdart.browser.snapshot.source_page import SourcePage, page_of
from webdart.errors import BrowserLost, Refused, SiteError
from webdart.navigate.context import Tools
from webdart.navigate.login import sent_to_login
from webdart.navigate.walk.document_prefetch import DocumentPrefetch
from webdart.navigate.walk.page_proof import PAGES
from webdart.navigate.walk.source_kinds import OwnPageUse
from webdart.navigate.walk.source_view import shown
from webdart.navigate.walk.template_reader import difference
from webdart.page.model import Node, PageView
from webdart.plan.model import SitePlan
from webdart.records import Extraction

_OK, _HTML = 200, "text/html"
_SURPRISES = 6
"""Own pages in a row with something unusual, after which all are rendered."""
_ONE_IN = 5
"""Of how many own pages with scripts one is rendered although nothing is unusual about it."""


class OwnPage(Struct, frozen=True):
    """A record's own page as its source shows it, and what was read of it."""

    view: PageView
    found: Extraction


class OwnPageSource:
    """The source of the own pages of one table's records; `read` reads one, `width` are fetched side by side.

    Where they are only `compared`, all are rendered: the run writes a lock, which says whether all were read alike.
    `open` is the address of the page fetched last, if none was found equal since.
    """

    def __init__(
        self, site: SitePlan, tools: Tools, read: Callable[[PageView], Extraction], use: OwnPageUse, *, width: int
    ) -> None:
        self._site, self._tools, self._read, self._width = site, tools, read, width
        useful = use != "rendered" and not site.delay  # a pace lets nothing be gained
        self._documents = tools.documents if useful else None
        self._fetches = use == "fetched"
        self._ahead = DocumentPrefetch(site)
        self._looks = Looks()
        self._looked: tuple[str, SourcePage | None] = "", None  # fetched last, and where from
        self._alike = 0  # pages that were read alike
        self._surprises = 0
        self.open = ""
        self._missing: set[frozenset[str]] = set()
        self._remarks: set[str] = set()
        self._closed = True  # every document that was rendered, too, has its end
        self._scripted = False
        self._attributes: set[tuple[str, frozenset[str]]] = set()  # of elements of each tag, as rendered pages had them
        self._chance = Random(tools.seed)  # noqa: S311 - a sample, no secret

    @property
    def hopes(self) -> bool:
        """Whether pages are read from their source, or may be once that is proven."""
        return self._documents is not None

    @property
    def proven(self) -> bool:
        """Whether the next page may be fetched."""
        return self.hopes and self._fetches and self._alike >= PAGES

    @property
    def alike(self) -> int:
        """How many pages were read alike; 0 where one was not."""
        return self._alike if self.hopes else 0

    def render(self) -> None:
        """Render all pages from now on."""
        self._documents, self.open = None, ""

    def rendered(self, links: Sequence[str]) -> Sequence[str]:
        """Those of the pages to come, in order, that a browser may load ahead."""
        if not (self.hopes and self._fetches):
            return links
        return links[-1:] if self.proven else links[: PAGES - self._alike]

    async def page(self, links: Sequence[str]) -> OwnPage | None:
        """The first of the pages to come, as its source shows it; None where it is to be rendered, as the last is."""
        if self._documents is None or not self.proven or len(links) == 1 or self._is_due():
            return None
        width = 1 if self._tools.budget.limited("pages") else self._width
        await self._ahead.expect(self._documents, list(dict.fromkeys(links[:-1]))[:width])
        page = await self._fetched(links[0])
        self._looked = links[0], page
        read = None if page is None else self._usual(page, links[0])
        self._surprises = 0 if read else self._surprises + 1
        if read is not None:
            await self._documents.keep(read.view, links[0])
            self.open = links[0]
        return read

    async def compare(self, url: str, drawn: PageView, found: Extraction) -> bool:
        """Hold a page that was rendered and read against its source; False where that says something else.

        Such a page ends it all; one that is but unusual is learned from. One without a document proves nothing.
        """
        was_proven = self.proven
        known = self._looked[1] if self._looked[0] == url else None
        page = None if drawn.status != _OK or drawn.url != url else known or await self._fetched(url)
        if page is None:
            self._surprises += not was_proven
            self._end_if_surprised()
            return True
        self._looks = self._looks.learned(drawn.nodes, page.plain.nodes, page.signs, page.code)
        now = self._read(page.under(self._looks))
        why = difference(now, found) or ("it can't be read" if found.problems or not found.records else "")
        if why:
            self._give_up(why)
            return not was_proven
        self._missing.add(_missing(found))
        self._remarks |= {remark.code for remark in found.remarks}
        self._closed = self._closed and page.plain.ending is not None and page.plain.ending.closed
        self._scripted = self._scripted or page.plain.scripted
        self._attributes.update(_attributes(page.plain.nodes))
        self._alike += 1
        self.open = ""
        if not was_proven and self.proven:
            self._tell("records' own pages read alike from their source: they are read from it here on", url)
        self._end_if_surprised()
        return True

    def _end_if_surprised(self) -> None:
        if self._surprises >= _SURPRISES:
            self._give_up("most have something unusual")

    def _is_due(self) -> bool:
        """Whether chance has chosen the next page."""
        return self._scripted and self._chance.randrange(_ONE_IN) == 0

    async def close(self) -> None:
        """End what is on its way, and forget what was fetched."""
        self._looked = "", None
        await self._ahead.close()

    async def _fetched(self, url: str) -> SourcePage | None:
        """What a document is made of; None where it can't be had, or is none that can be read so."""
        if self._documents is None:
            return None
        try:
            document = await self._ahead.take(self._documents, url)
            fits = document.status == _OK and document.kind == _HTML
            return page_of(document.text, url) if fits else None
        except (SiteError, BrowserLost, Refused, Unfit):
            return None

    def _usual(self, page: SourcePage, url: str) -> OwnPage | None:
        """A page as it is read, if nothing is unusual about it."""
        ended = page.plain.ending is not None and page.plain.ending.closed
        if (self._closed and not ended) or not self._looks.code.issuperset(page.code):
            return None
        view = shown(page, self._looks)
        login = self._site.login
        if login is not None and sent_to_login(view, login, first=False, asked=url):
            return None
        found = self._read(view)
        if found.problems or self._is_news(found) or self._strange(page, view, found):
            return None
        return OwnPage(view, found)

    def _is_news(self, found: Extraction) -> bool:
        """Whether a page lacks what none lacked before, or something else is said of it."""
        said = {remark.code for remark in found.remarks}
        return not found.records or _missing(found) not in self._missing or not said <= self._remarks

    def _strange(self, page: SourcePage, view: PageView, found: Extraction) -> bool:
        """Whether an element from the record on was never rendered, or looks now so, now otherwise."""
        around = view.nodes[found.around] if found.around >= 0 else view.nodes[0]
        begin = max(found.region, around.index)
        if not self._attributes.issuperset(_attributes(page.plain.nodes[begin : around.end])):
            return True
        return bool(self._looks.strangers(page.signs[begin : around.end]))

    def _give_up(self, why: str) -> None:
        self.render()
        if why:
            self._tell(f"records' own pages are rendered: {why}", "")

    def _tell(self, text: str, url: str) -> None:
        self._tools.trace("action", text, url=url)


def _attributes(nodes: Iterable[Node]) -> Iterable[tuple[str, frozenset[str]]]:
    """The names of the attributes that elements of each tag have."""
    return {(node.tag, frozenset(node.attributes)) for node in nodes if node.attributes}


def _missing(found: Extraction) -> frozenset[str]:
    """The fields that a page has nothing of."""
    lacking = {name for one in found.records for name, value in one.values.items() if value is None}
    return frozenset(lacking | {one.field for one in found.missing})
