"""Reads the pages of a long walk from their source, without a browser, once that is proven to give the same rows.

The plan, in the order of a walk:

1. Pages are rendered and read as always; the reader's template settles. Of three pages in a row that were opened by
   their addresses, the documents are fetched by our own client (the session's cookies, pace, robots, hosts), parsed to
   page values, and given the looks of these pages. Each must give, by the template, cell by cell the rows, keys and
   total of the rendered one, the same text where the records stand, and the same next address. Where a lock was
   written with other parameters, one page is enough, read by the template of the lock.
2. From then on pages are fetched. A page is read so only where nothing is unusual: its status, its kind, its end, its
   template, elements all of which were seen rendered, as many rows as before, the same total, a way on.
3. Whatever is unusual is rendered and compared; so are the last one and, beside the walk, one page in fifty, by the
   run's own chance. Pages are handed on only when a page behind them was found equal. Where one differs, those since
   the last that was proven are forgotten, `Unproven` is raised, and the walk goes on from there in the browser.
"""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.browser.port import Browser, Documents
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_page import SourcePage
from webdart.errors import SourceUnproven, WebdartError
from webdart.navigate.context import Tools
from webdart.navigate.login import is_turned_away
from webdart.navigate.walk.data_pages import DataPages
from webdart.navigate.walk.document_pages import DocumentPages
from webdart.navigate.walk.locked_session import is_logged_in
from webdart.navigate.walk.page_chance import PageChance
from webdart.navigate.walk.page_proof import PAGES, PageProof, Unproven
from webdart.navigate.walk.page_reader import Before, Reading
from webdart.navigate.walk.pagination import End, Turn, Turns
from webdart.navigate.walk.rendered_page import FetchedPage, RenderedPage, heading_of
from webdart.navigate.walk.source_kinds import source_kinds
from webdart.navigate.walk.source_lock import lock_of_data, lock_of_html, proof_of
from webdart.navigate.walk.template_reader import difference
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.records import Extraction
from webdart.records.model import CollectedPage
from webdart.runs.lock import LockedStage, settled
from webdart.values import replace

_UNTOLD = 6
"""Pages after which it is worth the trouble where the site does not say how many there are."""

_ALIKE = 2  # pages left where one is enough: the last is rendered again in any case
_ATTEMPTS = 2  # to prove a walk, of three pages each
_SURPRISES = 3  # in a row, after which a walk is rendered to its end
_RENDER = "write `source: auto`, which reads what is proven and renders the rest"


class _Chosen(Struct, frozen=True):
    """A page that chance has chosen: it was fetched, and is rendered beside the walk; `held` pages wait before it."""

    url: str
    before: Before
    fetched: FetchedPage
    held: int


class Sources:
    """The source of each page of one walk."""

    def __init__(
        self, stage: ListingStage, site: SitePlan, tools: Tools, reading: Reading, turns: Turns, *, walk: int
    ) -> None:
        self._stage, self._site, self._tools = stage, site, tools
        self._reading, self._turns = reading, turns
        self._kinds = source_kinds(stage, tools.replay)
        self._html = DocumentPages(site, tools, reading, turns, tools.documents if self._kinds else None)
        self._data = DataPages(site, reading, tools.documents) if tools.documents and "json" in self._kinds else None
        self._demanded = any(extract.source == "json" for extract in stage.extracts)
        self._asks = all(extract.source is not None for extract in stage.extracts)  # for it in this very run
        self._alike: LockedStage | None = None  # of other parameters, which a first page may prove
        self._samples: list[RenderedPage] = []
        self._attempts = 0
        self._surprises = 0
        self._chance = PageChance(f"{tools.seed} {stage.index} {walk}")
        self._held: list[CollectedPage] = []
        self._open: tuple[PageView, Before, Mapping[str, Extraction]] | None = None  # read, not yet proven
        self._seen: list[RenderedPage] = []  # of a walk that is to be locked: the first pages and the last
        self._pages = 0
        self._placed = True  # its pages have addresses of their own
        self._why = ""  # it is not proven
        self._locked: LockedStage | None = None
        self._beside = reading.ahead()  # renders the pages that chance has chosen
        self._chosen: _Chosen | None = None
        self._aside: dict[str, SourcePage] = {}  # pages beside the walk that were looked at
        self._sure = 0  # of the pages that are held back, how many are proven
        self._keeping: asyncio.Task[None] | None = None
        self.fetched = 0

    async def close(self) -> None:
        """End what is on its way."""
        await self._html.ahead.close()
        if self._data is not None:
            await self._data.close()
        await self._beside.close()
        await self._kept()

    def render(self) -> None:
        """Render every page of this walk, whatever the file demands."""
        self._html.documents, self._demanded = None, False

    def prove_later(self) -> None:
        """Render every page of this walk, which may be locked by its source once it has ended."""
        self._asks = self._demanded = False

    def resemble(self, locked: LockedStage | None) -> None:
        """Read the pages as those of a lock of other parameters are read, once one of them proves that they can be."""
        self._alike = locked if "html" in self._kinds else None

    @property
    def proven(self) -> bool:
        """Whether the next page may be fetched."""
        return self._html.documents is not None and (self._html.proof is not None or self._by_data)

    @property
    def _by_data(self) -> bool:
        """Whether pages are read from JSON."""
        return self._data is not None and self._data.source is not None and self._html.proof is None

    @property
    def hopes(self) -> bool:
        """Whether the first pages are still to be proven: what is rendered ahead of them is likely for nothing."""
        left = self._reading.pages_left()
        worthwhile = (self._asks or self._alike is not None) and left is not None and left > self._least
        return self._html.documents is not None and not self.proven and not self._attempts and worthwhile

    # -- what was rendered ------------------------------------------------------------------------------------

    def note(self, view: PageView, turn: Turn | None) -> None:
        """A page was read: it may be one by which the walk is locked."""
        self._pages += 1
        if self._tools.replay.locks or self._demanded:
            self._note(view, turn)

    async def saw(self, view: PageView, turn: Turn | None, onwards: Turn | End) -> None:
        """A page was read; with the third in a row that leads on by its address the proof is tried."""
        if self._html.documents is None or self.proven or not (self._asks or self._alike):
            return
        opened = (turn is None or turn.kind == "open") and not self._turns.in_place and not self._turns.parted
        on = isinstance(onwards, Turn) and onwards.kind == "open"
        if not (opened and on and view.drawn):
            self._samples.clear()
            return
        sample = self._sample(view)
        following = sample.following
        self._samples = [*self._samples, sample][-_UNTOLD:]
        left = self._reading.pages_left()
        enough = len(self._samples) >= (PAGES if left is not None else _UNTOLD) or self._alike is not None
        if (
            not enough
            or (left is not None and left <= self._least)
            or (isinstance(onwards, Turn) and onwards.url != following)
        ):
            return
        if self._alike is not None:
            await self._prove_alike(sample, self._alike)
            return
        samples, self._samples = self._samples[-PAGES:], []
        self._attempts += 1
        why = self._why = await self._proven(samples)
        if why and self._attempts >= _ATTEMPTS:
            if self._demanded:
                raise SourceUnproven(f"its JSON is not what the page shows: {why}", url=view.url, hint=_RENDER)
            self._html.documents = None
        said = f"pages are rendered: {why}" if why else "pages read alike from their source: it is read from here on"
        source = "rendered" if why else "json" if self._by_data else "html"
        self._tools.trace("action", said, url=view.url, source=source)

    @property
    def _least(self) -> int:
        """Pages that must be left for a proof to be worth its documents."""
        return PAGES if self._alike is None else _ALIKE

    async def _prove_alike(self, sample: RenderedPage, alike: LockedStage) -> None:
        """Prove by one page that this walk's are read as those of a lock are; else it is a walk without one."""
        self._alike, before = None, dict(self._reading.templates)
        self._reading.follow({table: one.wrapper for table, one in alike.tables.items()})
        why = await self._prove([sample], alike.looks)
        if why:
            self._reading.follow(before)
        said = f"its pages are unlike those of the lock: {why}" if why else "its pages are like those of the lock"
        url = sample.view.url
        self._tools.trace("action", said, url=url, source="rendered" if why else "html")

    async def demand(self, end: End) -> None:
        """Hold the pages of a walk that has ended against their JSON, where the file demands that and it was not done.

        Raises:
            SourceUnproven: it is not what they show.
        """
        if not self._demanded or self.proven or end.short or not self._seen:
            return
        why = "it is read by several walks, or not as a listing"
        if self._data is not None:
            why = await self._data.prove(self._seen, placed=self._placed)
        if why:
            raise SourceUnproven(
                f"its JSON is not what the page shows: {why}", url=self._seen[0].view.url, hint=_RENDER
            )

    async def _proven(self, samples: Sequence[RenderedPage], *, placed: bool = True) -> str:
        """Prove one of the sources that may be used; why none is, of the last."""
        why = await self._prove(samples) if "html" in self._kinds and placed else "its pages have no addresses"
        if why and self._data is not None:
            why = await self._data.prove(samples, placed=placed)
        return why

    def _sample(self, view: PageView) -> RenderedPage:
        following = self._turns.address(view, self._reading.region())
        reading = self._reading
        return RenderedPage(
            view, reading.before_it, dict(reading.extracted), following, self._pages - 1, dict(reading.news)
        )

    def _note(self, view: PageView, turn: Turn | None) -> None:
        """Keep a page for the lock, if it can be read again by its address."""
        if (turn is not None and turn.kind != "open") or self._turns.in_place or self._turns.parted:
            self._placed = False
        if not view.drawn:
            return
        if len(self._seen) > PAGES:
            self._seen.pop()
        self._seen.append(self._sample(view))

    async def _prove(self, samples: Sequence[RenderedPage], looks: Looks | None = None) -> str:
        """Fetch the pages of some samples and read them; what differs, "" where nothing does.

        `looks` are known from before.
        """
        looks, pages = looks or Looks(), list[SourcePage]()
        for sample in samples:
            fetched = await self._html.fetch(sample.view.url)
            if fetched.page is None:
                return fetched.unusual
            pages.append(fetched.page)
            looks = looks.learned(sample.view.nodes, fetched.page.plain.nodes, fetched.page.signs, fetched.page.code)
        for sample, page in zip(samples, pages, strict=True):
            if why := self._differs(sample, page, looks):
                return f"{why} ({sample.view.url})"
        found = [one for sample in samples for one in sample.found.items()]
        self._html.proof = PageProof(
            looks=looks,
            sizes=dict.fromkeys(samples[0].found, 0)
            | {name: len(one.records) for each in samples if each.following for name, one in each.found.items()},
            stated={table: one.totals.stated for table, one in found},
            missing={table: frozenset(lack.field for lack in one.missing) for table, one in found},
            remarks=frozenset(remark.code for _, one in found for remark in one.remarks),
            closed=all(page.plain.ending is not None and page.plain.ending.closed for page in pages),
        )
        return ""

    def _differs(self, sample: RenderedPage, page: SourcePage, looks: Looks) -> str:
        """What a page's source says otherwise than the page as it was rendered and read."""
        view = page.under(looks)
        drawn = self._reading.recalled(sample.view, sample.before)
        found = self._reading.recalled(view, sample.before)
        if drawn is None or found is None:
            return "its template leaves a doubt there: a cell that it can't read, or a part that no other row has"
        for table, one in found.items():
            why = difference(one, drawn[table]) or difference(one, sample.found[table])
            if not why and view.text_of(one.around) != sample.view.text_of(drawn[table].around):
                why = "scripts change the text around the rows"
            if not why and (strange := looks.strangers(page.signs[one.around : view.nodes[one.around].end])):
                why = f"elements of one sign do not look alike: {strange[0]}"
            if why:
                return why
        around = max(one.around for one in found.values())
        following = self._turns.address(view, around)
        return "" if following == sample.following else "the way on is another one"

    # -- what is fetched --------------------------------------------------------------------------------------

    async def page(self, tab: Browser, url: str, behind: int | None) -> PageView:
        """The page of an address, fetched, or rendered where it must be.

        `behind` are the pages that are asked for behind it; None where that is not known. Where the session has ended,
        it is the page that asks for a login.

        Raises:
            Unproven: it says something else rendered, or is to be rendered and has no address.
        """
        await self._judge()
        before = self._reading.so_far
        fetched = await self._read(url, before, behind)
        unusual = fetched.unusual or ("the last one" if behind == 0 and self._locked is None else "")
        placed = not self._by_data or self._data is None or self._data.is_placed(url)
        due = placed and self._chance.is_due(tab) and not unusual
        if due and self._by_data:
            unusual = "one in fifty"
        if not unusual and fetched.view is not None and self._html.documents is not None:
            if due:
                await self._judge(waits=True)
                self._chosen = _Chosen(url, before, fetched, len(self._held))
                self._beside.expect([url])
            if fetched.is_document:
                await self._keep(self._html.documents, fetched.view, url)
            self._reading.take(fetched.view, fetched.found)
            self._open = (fetched.view, before, fetched.found) if placed else None  # no later page would prove it
            self._surprises = 0
            self.fetched += 1
            return fetched.view
        if placed or self._site.login is not None:
            await self._judge(waits=True)
            at = url if placed else self._turns.chain[0]
            drawn = await self._reading.load(tab, at)
            if is_turned_away(drawn, self._site, at):
                await self._html.ahead.close()  # what was asked for meanwhile nobody was logged in for
                return drawn
            if placed:
                await self._compare(url, before, fetched, drawn, unusual)
                return drawn
        raise Unproven(f"a page that has no address of its own is unusual: {unusual}")

    async def _keep(self, documents: Documents, view: PageView, url: str) -> None:
        """Keep a page while the next one is read."""
        await self._kept()
        self._keeping = asyncio.create_task(documents.keep(view, url))

    async def _kept(self) -> None:
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            await keeping

    async def _judge(self, *, waits: bool = False) -> None:
        """Hold the page that chance has chosen against its rendered one, if that is there, or is waited for.

        Raises:
            Unproven: it says something else.
        """
        chosen = self._chosen
        if chosen is None or not (waits or self._beside.is_there(chosen.url)):
            return
        self._chosen = None
        drawn = await self._beside.take(chosen.url)
        self._tools.trace("action", "rendered and compared: one in fifty", url=chosen.url)
        away = is_turned_away(drawn, self._site, chosen.url)
        if away or not self._is_equal(chosen.url, chosen.before, chosen.fetched, drawn):
            return
        if self._open is not None and self._open[0] is chosen.fetched.view:
            self._open = None
        urls = [page.cursor.url for page in self._held]
        self._sure = chosen.held + (chosen.url in urls[chosen.held : chosen.held + 1])

    async def _compare(self, url: str, before: Before, fetched: FetchedPage, drawn: PageView, unusual: str) -> None:
        """Hold a page that is unusual against the rendered one."""
        self._tools.trace("action", f"rendered and compared: {unusual}", url=url)
        self._surprises += bool(fetched.unusual)
        if self._by_data:
            self._compare_data(url, drawn)
        elif self._is_equal(url, before, fetched, drawn):
            self._open = None
        if self._surprises >= _SURPRISES:
            if self._open is not None:
                raise Unproven(f"{url}: pages are unlike those that were proven")
            self._html.documents = None

    def _is_equal(self, url: str, before: Before, fetched: FetchedPage, drawn: PageView) -> bool:
        """Whether a page's source says what the page shows; False also where that can't be told.

        Raises:
            Unproven: it says something else.
        """
        page, proof = fetched.whole(), self._html.proof
        if proof is None or page is None or page.plain.url != drawn.url:
            return False
        found = self._reading.recalled(drawn, before)
        proof.looks = proof.looks.learned(drawn.nodes, page.plain.nodes, page.signs, page.code)
        view = page.under(proof.looks)
        now = self._reading.recalled(view, before)
        why = "" if now is None or found is None else self._between(now, found, view, drawn)
        if not why and now is not None and fetched.make is not None:
            why = next(filter(None, (difference(one, now[table]) for table, one in fetched.found.items())), "")
        if not why and self._locked is not None and not any(before.rows.values()):
            why = self._misread(found or {}, drawn, proof)
        if why:
            raise Unproven(f"{url}: the source of a page says something else than the page: {why}")
        if now is None or found is None:
            return False
        proof.stated = {table: one.totals.stated for table, one in now.items()}
        proof.remarks |= {remark.code for one in now.values() for remark in one.remarks}
        self._html.learn(page, now, self._turns.address(view, max(one.around for one in now.values())))
        return True

    def _compare_data(self, url: str, drawn: PageView) -> None:
        """Hold a page's JSON against the page; what could not be read can't be compared."""
        page = None if self._data is None else self._data.latest
        if self._data is None or page is None or page.view.url != drawn.url:
            return
        found = self._reading.gives(drawn)
        why = self._data.differs(page, drawn, found) or self._leads_elsewhere(page.following, drawn, found)
        if why:
            raise Unproven(f"{url}: the data of a page says something else than the page: {why}")
        self._open = None

    def _leads_elsewhere(self, following: str, drawn: PageView, found: Mapping[str, Extraction]) -> str:
        onward = self._turns.address(drawn, max(one.around for one in found.values()))
        return "" if onward == following else "the way on"

    def onwards(self, view: PageView) -> Turn | End | None:
        """The way on from a page that was read from JSON, or by the slots of its source; None from any other."""
        return self._html.onwards(view) if self._data is None else self._data.onwards(view) or self._html.onwards(view)

    def is_like(self, view: PageView) -> bool:
        """Whether a page is the latest, and was read as others like it were: it is no other document than they."""
        return self._html.onwards(view) is not None

    def _misread(self, found: Mapping[str, Extraction], drawn: PageView, proof: PageProof) -> str:
        """What a page that a lock was not made for says otherwise where it is read without the lock."""
        for table, one in self._reading.afresh(drawn).items():
            if table not in found:
                return "the template does not fit"
            if why := difference(found[table], one):
                return why
            if one.problems or {remark.code for remark in one.remarks} - proof.remarks:
                return "what was in no doubt is in doubt"
        return ""

    def _between(
        self, now: Mapping[str, Extraction], found: Mapping[str, Extraction], view: PageView, drawn: PageView
    ) -> str:
        for table, one in now.items():
            if why := difference(one, found[table]):
                return why
        one, other = (max(each.around for each in both.values()) for both in (now, found))
        return "" if self._turns.address(view, one) == self._turns.address(drawn, other) else "the way on"

    async def _read(self, url: str, before: Before, behind: int | None) -> FetchedPage:
        """Fetch a page and read it; what is unusual about it is told."""
        if self._by_data and self._data is not None:
            fetched = await self._data.read(url, before, behind)
            if not fetched.unusual and self._locked is None and self._data.ends:
                fetched.unusual = "no way on"
            return fetched
        return await self._html.read(url, before, behind)

    async def beside(self, url: str) -> tuple[PageView, Extraction] | None:
        """A page beside the walk with the rows of its only table, by its source; None where it is to be rendered."""
        page, proof = self._aside.pop(url, None) or await self._html.beside(url), self._html.proof
        if page is None or proof is None or set(page.code) - proof.looks.code:
            return None
        view = page.under(proof.looks)
        found = self._reading.recalled(view, Before(dict.fromkeys(proof.sizes, 0), {}))
        if found is None:
            return None
        (one,) = found.values()
        strange = proof.looks.strangers(page.signs[one.around : view.nodes[one.around].end])
        return None if strange else (view, one)

    async def source_of(self, url: str) -> SourcePage | None:
        """A page beside the walk as its mark-up shows it; None where it can't be had."""
        page = await self._html.beside(url)
        if page is not None:
            self._aside[url] = page
        return page

    # -- what is locked ---------------------------------------------------------------------------------------

    async def lock(self, locked: LockedStage, end: End, beside: Sequence[PageView] = ()) -> LockedStage:
        """A lock of this walk, which has ended, by its source; how pages `beside` it look is learned, too."""
        if self._turns.parted:
            return replace(locked, source="rendered", why="it is walked part by part")
        if not self._seen or end.short or end.unsure:
            return replace(locked, source="rendered", why="it was not walked to a sure end")
        whys = ["its pages are to be rendered"] if not self._kinds else []
        if "html" in self._kinds and not self._by_data:
            self._reading.follow({table: settled(one) for table, one in self._reading.templates.items()})
            tried = self._attempts >= _ATTEMPTS and self._html.proof is None
            why = self._why if tried else "" if self._html.proof is not None else await self._proven_html()
            if not why and self._html.proof is not None:
                await self._learn(beside, self._html.proof)
                return lock_of_html(locked, self._html.proof, self._reading, self._seen[0].view)
            whys.append(why)
        if self._data is not None and locked.settings is not None:
            whys.append("what is set can't be read back from JSON")
        elif self._data is not None and locked.pushed:
            whys.append("pages beside it are not to be had as JSON")  # by which its controls are proven
        elif self._data is not None:
            proven = self._by_data and self._data.begins == 0
            why = "" if proven else await self._data.prove(self._seen, placed=self._placed)
            found = why or await lock_of_data(locked, self._data, self._reading)
            if isinstance(found, LockedStage):
                return found
            whys.append(found)
        return replace(locked, source="rendered", why="; ".join(filter(None, whys)))

    async def _learn(self, beside: Sequence[PageView], proof: PageProof) -> None:
        for view in beside:
            if (page := (await self._html.fetch(view.url)).page) is not None:
                proof.looks = proof.looks.learned(view.nodes, page.plain.nodes, page.signs, page.code)

    async def _proven_html(self) -> str:
        return await self._prove(self._seen) if self._placed else "it was not walked by addresses"

    def follow(self, locked: LockedStage) -> bool:
        """Read the pages as a lock says; whether that can be."""
        if self._html.documents is None or locked.source not in self._kinds:
            return False
        self._locked, self._chance.spared = locked, True
        if locked.data is not None and self._data is not None:
            self._data.follow(locked.data, locked.address, locked.heading, locked.looks.code)
            self._turns.in_place = locked.data.pages is None
            return True
        self._reading.follow({table: one.wrapper for table, one in locked.tables.items()})
        self._html.proof, self._html.locked = proof_of(locked), True
        return True

    async def is_logged_in(self, locked: LockedStage) -> bool | None:
        """See `locked_session`."""
        return (
            None
            if self._html.documents is None
            else await is_logged_in(locked, self._site, self._html.documents, self._html.ahead)
        )

    async def first(self, tab: Browser, locked: LockedStage) -> PageView:
        """The first page of a locked listing, or the page that asks for a login in its place.

        Raises:
            Unproven: it is not the page that was locked, or says something else rendered.
        """
        self._tools.budget.spend("pages")
        async with self._tools.budget.in_time():
            view = await self.page(tab, locked.address, None)
        if view.drawn and is_turned_away(view, self._site, locked.address):
            return view
        if self._by_data and self._data is not None:
            if self._data.latest is None:
                raise Unproven(f"{locked.address}: {self._data.trouble}")
            return view
        if heading_of(view) != locked.heading:
            raise Unproven(f"{locked.address}: the page is called {heading_of(view)!r}, and was {locked.heading!r}")
        if view.drawn and self._open is None and self._reading.recalled(view, self._reading.so_far) is None:
            raise Unproven(f"{locked.address}: the locked template does not fit")
        return view

    # -- what is handed on ------------------------------------------------------------------------------------

    def passed(self, page: CollectedPage) -> Sequence[CollectedPage]:
        """The pages to hand on now that one was read: all that were held back, as soon as they are proven."""
        self._held.append(page)
        sure, self._sure = self._held[: self._sure], 0
        self._held = self._held[len(sure) :]
        return sure if self._open is not None else [*sure, *self._freed()]

    async def settle(self, tab: Browser) -> Sequence[CollectedPage]:
        """Prove what is still open by its last page, since nothing is fetched behind it; the pages that this frees.

        Raises:
            Unproven: it differs.
        """
        await self._judge(waits=True)
        if self._open is not None and self._locked is None:
            view, before, found = self._open
            drawn = await self._reading.load(tab, view.url)
            if self._by_data:
                self._compare_data(view.url, drawn)
                return self._freed()
            now = self._reading.recalled(drawn, before)
            why = "the template does not fit" if now is None else self._between(found, now, view, drawn)
            if why:
                raise Unproven(f"{view.url}: the source of a page says something else than the page: {why}")
        return self._freed()

    def _freed(self) -> Sequence[CollectedPage]:
        """All pages that were held back, which are proven now."""
        self._open = None
        held, self._held = self._held, []
        return held

    async def rescued(self, tab: Browser) -> Sequence[CollectedPage]:
        """The pages that can still be proven, now that the walk breaks off; none where that fails."""
        try:
            return await self.settle(tab)
        except (Unproven, WebdartError):
            return ()
