"""Reads the pages of a walk from their documents, by what was proven of them; tells what is unusual about one.

A page is read in full, by its page value and the listing's template, or by the slots of its source where pages of the
same build were read in full before (`records.slots`). Then its page value is made only if somebody looks into it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from webdart.browser.port import Document, Documents
from webdart.browser.snapshot.kept_source import kept_source
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.payload import encoded
from webdart.browser.snapshot.source_attributes import Unfit
from webdart.browser.snapshot.source_page import SourcePage, page_of
from webdart.browser.snapshot.source_slots import Divided
from webdart.controls.listing_controls import describe
from webdart.errors import BrowserLost, SiteError
from webdart.navigate.address import stays_on
from webdart.navigate.context import Tools
from webdart.navigate.walk.address_series import series_of
from webdart.navigate.walk.document_prefetch import DocumentPrefetch
from webdart.navigate.walk.page_proof import PageProof
from webdart.navigate.walk.page_reader import Before, Reading
from webdart.navigate.walk.pagination import Turn, Turns
from webdart.navigate.walk.rendered_page import FetchedPage
from webdart.navigate.walk.source_view import shown
from webdart.page.lazy_sequence import Deferred, DeferredMap
from webdart.page.model import PageView
from webdart.page.source_ending import Ending
from webdart.plan.model import SitePlan
from webdart.records import Extraction
from webdart.records.slots.page_reading import PageReading
from webdart.values import replace

_OK = 200
_HTML = frozenset({"text/html"})


class DocumentPages:
    """The documents of one walk's pages. `proof` is what was proven of them, `locked` whether by a run before."""

    def __init__(
        self, site: SitePlan, tools: Tools, reading: Reading, turns: Turns, documents: Documents | None
    ) -> None:
        self._site, self._tools, self._reading, self._turns = site, tools, reading, turns
        self.documents = documents
        self.proof: PageProof | None = None
        self.locked = False
        self.ahead = DocumentPrefetch(site)
        self._slots = PageReading()
        self._latest: tuple[PageView, str] | None = None  # read by its slots, and where it leads

    async def fetch(self, url: str) -> FetchedPage:
        """A page as its mark-up shows it, or why it can't be had."""
        document = await self._document(url)
        if isinstance(document, str):
            return FetchedPage(unusual=document)
        try:
            return FetchedPage(page=page_of(document.text, url, self._reading.marks))
        except Unfit as error:
            return FetchedPage(unusual=str(error))

    async def beside(self, url: str) -> SourcePage | None:
        """A page beside the walk as its mark-up shows it; None where it can't be had."""
        if self.documents is None:
            return None
        try:
            document = await self.documents.fetch(self._site, url)
            fits = document.status == _OK and document.kind in _HTML
            return page_of(document.text, url, self._reading.marks) if fits else None
        except (SiteError, BrowserLost, Unfit):
            return None

    async def _document(self, url: str) -> Document | str:
        if self.documents is None:
            return "no documents"
        try:
            document = await self.ahead.take(self.documents, url)
        except (SiteError, BrowserLost) as error:
            return f"no document: {error.problem}"
        if document.status != _OK or document.kind not in _HTML:
            return f"status {document.status}, {document.kind or 'of no kind'}"
        return document

    async def read(self, url: str, before: Before, behind: int | None) -> FetchedPage:
        """Fetch a page and read it; what is unusual about it is told.

        `behind` are the pages that are asked for behind it; None where that is not known.
        """
        document, proof = await self._document(url), self.proof
        if isinstance(document, str):
            return FetchedPage(unusual=document)
        behind = 0 if self._tools.budget.limited("pages") else behind
        if proof is not None and (found := await self._by_slots(document, before, proof, behind)) is not None:
            return found
        try:
            page = page_of(document.text, url, self._reading.marks)
        except Unfit as error:
            return FetchedPage(unusual=str(error))
        if proof is None:
            return FetchedPage(page=page)
        view = shown(page, proof.looks)
        await self._expect(url, self._turns.likely(view), behind)
        found = self._reading.recalled(view, before)
        if found is None:
            return FetchedPage(page=page, unusual="the template does not fit")
        following = self._turns.address(view, max(one.around for one in found.values()))
        unusual = self._unusual(page, view, found, following, proof)
        if not unusual:
            self.learn(page, found, following)
        return FetchedPage(view, page, found, unusual)

    async def _expect(self, url: str, following: str, behind: int | None) -> None:
        """Ask for what comes behind a page: where it leads, and as far as the addresses before it promise more."""
        if self.documents is None or not following or behind == 0:
            return
        left = self._reading.pages_left()  # the page that is being read among them
        known = [number for number in (None if left is None else left - 1, behind) if number is not None]
        count = max(1, min((self._reading.width, *known)))
        series = series_of(self._turns.chain[-1], url, following) if self._turns.chain else None
        likely = [following] if series is None else [series.ahead(step) for step in range(count)]
        if urls := [one for one in likely if stays_on(self._site, one)]:
            await self.ahead.expect(self.documents, urls)

    def _unusual(
        self, page: SourcePage, view: PageView, found: Mapping[str, Extraction], following: str, proof: PageProof
    ) -> str:
        """Why a page that the template fits is rendered all the same."""
        if why := self._strange(view.ending, page.code, following, proof):
            return why
        if not following and not (self.locked and self._ends(view, found, proof)):
            return "no way on"
        parts = {table: page.signs[one.around : view.nodes[one.around].end] for table, one in found.items()}
        said = (proof.unusual(table, one, parts[table], whole=bool(following)) for table, one in found.items())
        return next(filter(None, said), "")

    def _strange(self, ending: Ending | None, code: Sequence[str], following: str, proof: PageProof) -> str:
        """What is unusual about a page whatever its rows are."""
        if proof.closed and ending is not None and not ending.closed:
            return "its source is cut off"
        if news := set(code) - proof.looks.code:
            return f"code that no rendered page had: {min(news)}"
        if following and (following in self._turns.chain or not stays_on(self._site, following)):
            return "no way on"
        return ""

    def _ends(self, view: PageView, found: Mapping[str, Extraction], proof: PageProof) -> bool:
        """Whether a page without a way on shows by itself that the listing ends there: by its total, by its size.

        A page without scripts has no other ways on than its links.
        """
        if not view.scripted:
            return True
        before = self._reading.so_far.rows
        for table, one in found.items():
            rows, size = len(one.records), proof.sizes[table]
            if one.totals.stated is not None:
                if before[table] + rows != one.totals.stated:
                    return False
            elif not size or rows >= size:
                return False
        return True

    # -- by slots ---------------------------------------------------------------------------------------------

    def learn(self, page: SourcePage, found: Mapping[str, Extraction], following: str) -> None:
        """Learn from a page that was read in full, and is what it shows."""
        if self.proof is None or len(found) > 1:
            return
        ((table, one),) = found.items()
        self._slots.learn(page, one, self._reading.specs[table], self.proof.looks, following)

    async def _by_slots(
        self, document: Document, before: Before, proof: PageProof, behind: int | None
    ) -> FetchedPage | None:
        """A page by the slots of its source; None where it is to be read in full."""
        (table, rows), *others = before.rows.items()
        wrapper = self._reading.templates.get(table)
        like = None if others or not rows else self._slots.liken(document.text, document.url, proof.looks)
        if like is None or wrapper is None:
            return None
        following = "" if like.following in self._turns.chain else like.following
        await self._expect(document.url, following, behind)
        wrapper = replace(wrapper, above=before.above.get(table, {}))
        one = self._slots.read(like, self._reading.specs[table], wrapper, rows)
        if one is None:
            return None
        divided = like.divided
        unusual = self._strange(divided.ending, divided.code, like.following, proof)
        unusual = unusual or proof.unusual(table, one, (), whole=True)
        whole = cache(partial(page_of, document.text, document.url, self._reading.marks))
        view = _view(like.divided, whole, proof.looks, marked=bool(self._reading.marks))
        self._latest = view, like.following
        return FetchedPage(view, None, {table: one}, unusual, whole)

    def onwards(self, view: PageView) -> Turn | None:
        """The way on from a page that was read by its slots; None from any other."""
        if self._latest is None or self._latest[0] is not view:
            return None
        return Turn(kind="open", url=self._latest[1])


def _view(divided: Divided, whole: Callable[[], SourcePage], looks: Looks, *, marked: bool) -> PageView:
    """A page that was read by its slots; its nodes are made once somebody looks at them."""
    seen = cache(lambda: whole().under(looks))

    def documents() -> tuple[str]:
        return (encoded(view) if marked else kept_source(divided.html, view, looks),)

    view = PageView(
        url=divided.url,
        title=divided.title,
        language=divided.language,
        status=_OK,
        nodes=Deferred(lambda: seen().nodes),  # type: ignore[arg-type]
        controls=Deferred(lambda: describe(seen())),
        marks=DeferredMap(lambda: seen().marks),
        documents=Deferred(documents),
        ending=divided.ending,
        scripted=divided.scripted,
        frames=(divided.url,),
        drawn=False,
    )
    return view
