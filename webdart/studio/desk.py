"""Keeps what a person works on in the studio: the page that is shown, the file that grows, and what they do with both.

Pointer and keys go to the page at once. Everything else happens in order, one after another, with the page looked at
afresh: a listing is proposed until the person changes the file, and from then on the file is theirs.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from webdart.browser.port import DoBack, DoChoose, DoScroll, Frame, WatchedTab
from webdart.errors import SiteError, UsageError, WebdartError
from webdart.execute.sandbox import Compute
from webdart.extract.proposal import Placed
from webdart.inspect.proposal import draft
from webdart.inspect.why import places_of
from webdart.navigate.address import without_fragment
from webdart.navigate.find.open_page import asks_to_log_in
from webdart.navigate.walk.row_identity import link_of
from webdart.page.locator import element
from webdart.page.model import Held, PageView
from webdart.plan.model import LoginPlan
from webdart.studio import messages
from webdart.studio.chore_text import ChoreText
from webdart.studio.clicks import Trail
from webdart.studio.commands import (
    Add,
    Change,
    Choose,
    Command,
    Go,
    Login,
    Order,
    Pick,
    Plain,
    Point,
    Press,
    RunIt,
    Set,
    Visit,
    Write,
)
from webdart.studio.job import Job
from webdart.studio.pointed_field import held_column, pointed_column, with_column, with_part
from webdart.studio.pointing import Pointing
from webdart.studio.preview import Preview, marks, preview
from webdart.studio.record_page import Listing, RecordPage
from webdart.studio.recorded_write import Recording, Request, button_at
from webdart.studio.sheet import Sheet
from webdart.studio.sight import Sight
from webdart.studio.trial import Trials
from webdart.studio.typed_login import login_of
from webdart.workflow.model import Extract

NOTHING = PageView(url="", title="", language="", status=0, nodes=())
"""The page before the first."""

_LOOK = Plain(kind="look")


class Leave(Protocol):
    """What may leave the machine, and what was held back."""

    async def log_in(self, login: LoginPlan) -> None:
        """Open a session for the tab that is shown."""
        ...

    def refused(self) -> tuple[Held, ...]:
        """The requests that could have written."""
        ...


class Desk:
    """The state of one studio. `tell` gets every message for the person's page."""

    def __init__(self, tab: WatchedTab, job: Job, compute: Compute, tell: Callable[[str], None], leave: Leave) -> None:
        self._tab, self._job, self._compute, self._tell, self._leave = tab, job, compute, tell, leave
        self._pointing = Pointing(tab, self.look_again, self._pressed, self._told_failures)
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._trials = Trials(job.settings, job.out.stem, tell)
        self._sheet = Sheet(job, compute)
        self._trail = Trail(job.url)
        self._view = self._read_view = NOTHING
        self._sight: Sight | None = None
        self._chosen = 0
        self._login = job.login
        self._left: Listing | None = None
        self._record: RecordPage | None = None
        self._own: Preview | None = None
        self._recording: Recording | None = None
        self._failure = ""

    # -- what comes in ----------------------------------------------------------------------------------------

    def seen(self, frame: Frame) -> None:
        """Note that the page was drawn anew."""
        self._pointing.seen(frame)

    def take(self, command: Command) -> None:
        """Do as the person says, when it is its turn."""
        if isinstance(command, Point | Press):
            self._pointing.take(command)
        else:
            self._orders.put_nowait(command)

    async def work(self) -> None:
        """Do what comes, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pointing.work())
                group.create_task(self._obey())
        finally:
            await self._trials.stop()

    def look_again(self) -> None:
        """Look at the page when it is its turn: it may have changed, or something was held back."""
        if self._orders.empty():
            self._orders.put_nowait(_LOOK)

    def _pressed(self, x: float, y: float) -> None:
        if self._sight is None:
            return
        if self._recording is not None:
            button = button_at(self._sight.view, self._sight.at(x, y))
            if button is not None:
                self._recording = replace(self._recording, pressed=(self._sight.view, button))
        link = self._sight.link_at(x, y)
        self._trail = self._trail.pressed(self._sight.view, link)
        placed = self._placed
        is_of_record = link is not None and placed is not None and self._sight.is_in(placed, link)
        self._left = self._listing() if is_of_record else None

    async def _obey(self) -> None:
        with self._told_failures():
            await self._begin()
        while True:
            order = await self._orders.get()
            with self._told_failures():
                await self._carry_out(order)

    async def _begin(self) -> None:
        self._arrived(await self._tab.open(self._job.url))
        if self._login is not None and asks_to_log_in(self._view, given=True):
            await self._leave.log_in(self._login)
            self._arrived(await self._tab.open(self._job.url))
        await self._propose()
        workflow = self._sheet.chore.workflow
        if self._job.chore and workflow is not None:
            await self._trials.recall(workflow.name, self._compute)

    def _told_failures(self) -> "_Told":
        return _Told(self._fail)

    def _fail(self, text: str) -> None:
        self._failure = text
        self._tell(messages.packed("failure", text=text))

    # -- orders -----------------------------------------------------------------------------------------------

    async def _carry_out(self, order: Order) -> None:
        match order:
            case Plain():
                await self._plainly(order)
            case Go() | Choose() | Set() | Visit() | Login():
                await self._on_page(order)
            case Pick() | Add() | Change() | Write():
                await self._rewrite(await self._edited(order))
            case RunIt(kind="run", pages=pages):
                await self._trials.begin(self._sheet.chore.text, pages)
            case RunIt():
                await self._trials.stop()
            case _:
                assert_never(order)

    async def _plainly(self, order: Plain) -> None:
        match order.kind:
            case "back":
                view = await self._tab.act(DoBack())
                await self._look(view, Trail(view.url))
            case "look":
                view = await self._tab.view()
                await self._look(view)
                sent = None if self._recording is None else self._recording.sent(self._leave.refused())
                if sent is not None:
                    await self._written(view, sent)
            case "anew":
                self._sheet.is_edited = False
                self._record = None
                await self._propose()
            case "record":
                await self._open_record()
            case "write":
                await self._record_write()
            case "save":
                await self._sheet.save()
                self._tell(self._sheet.message())
                self._tell(messages.packed("saved", file=str(self._job.out)))

    async def _on_page(self, order: Go | Choose | Set | Visit | Login) -> None:
        match order:
            case Go(url=url):
                view = await self._tab.open(url)
                await self._look(view, Trail(view.url))
            case Choose(set=number):
                await self._choose(number)
            case Set():
                await self._set(order)
            case Visit():
                await self._visit(order)
            case Login():
                await self._enter(order)

    async def _edited(self, order: Pick | Add | Change | Write) -> ChoreText:
        match order:
            case Pick() | Add():
                return await (
                    self._added(order) if self._record is None else self._added_of_record(self._record, order)
                )
            case Change():
                return self._sheet.changed(order)
            case Write(kind="text", text=text):
                return ChoreText(text, self._sheet.chore.file)
            case Write(text=text):
                return self._sheet.chore.with_sql(text)

    async def _choose(self, number: int) -> None:
        if self._sight is None or number >= len(self._sight.sighting.tables):
            return
        self._chosen = number
        self._sheet.is_edited = False
        await self._propose()

    async def _set(self, order: Set) -> None:
        """Choose an option of a list box: what it unfolds is drawn by no page, and in no picture."""
        controls = () if self._sight is None else self._sight.settable
        if self._sight is None or order.control >= len(controls):
            return
        control = controls[order.control]
        chosen = element(self._sight.view, self._sight.view.nodes[control.node])
        self._trail = self._trail.pressed(self._sight.view, None)
        await self._look(await self._tab.act(DoChoose(chosen, (order.option,))))

    async def _visit(self, order: Visit) -> None:
        """Show where a cell that is doubtful stands on its page; the file is mended from here on, and stays."""
        self._sheet.is_edited = True
        if without_fragment(order.page) != without_fragment(self._view.url):
            view = await self._tab.open(order.page)
            await self._look(view, Trail(view.url))
        self._tell(messages.packed("column", name=order.column))
        places = places_of(self._view, order.text)
        if not places:
            raise UsageError(f"{order.text!r} is not on the page now", hint="the site has changed since the run")
        await self._tab.act(DoScroll(element(self._view, self._view.nodes[places[0]])))
        if self._sight is not None:
            self._tell(messages.spot_message(self._sight, places, order.text))

    async def _enter(self, order: Login) -> None:
        """Log in by the form that is shown, and go where the person wanted to go."""
        login = login_of(order, self._view.url, self._job.settings)
        await self._leave.log_in(login)
        self._login = login
        self._trials.secrets.update(order.secrets)
        view = await self._tab.open(self._trail.start)
        await self._look(view, Trail(view.url))

    async def _added(self, order: Pick | Add) -> ChoreText:
        chore = self._sheet.chore
        if self._record is not None:
            return with_part(chore, self._record, order)
        if self._sight is None:
            raise UsageError("the page is not there yet", hint="wait until it is looked at")
        placed, place = pointed_column(self._sight, self._placed, order)
        held = held_column(chore, placed, place)
        if held:
            self._tell(messages.packed("column", name=held))
            raise UsageError(f"that is the column {held!r}")
        return await with_column(chore, self._sight, placed, place, self._job.locale)

    # -- a record's own page, and what is written there --------------------------------------------------------

    async def _open_record(self) -> None:
        """Go on with a record's own page: the one that is shown, where a record led there, else the first's."""
        listing = self._left if self._is_of_record else self._listing()
        if listing is None:
            raise UsageError("no records are read here", hint="open the page with the listing first")
        self._sheet.is_edited = True
        self._sheet.chore = listing.chore
        if not self._is_of_record:
            links = (link_of(record, listing.preview.extract) for record in listing.preview.got.records)
            link = next(filter(None, links), None)
            if link is None:
                raise UsageError("the records have no link to a page of their own", hint="add a column of type link")
            view = await self._tab.open(link)
            self._left = listing
            await self._look(view, Trail(view.url))
        if self._sight is not None:
            self._record = RecordPage(listing, self._sight, self._job.locale)
            await self._take_chore(listing.chore)

    async def _record_write(self) -> None:
        """Begin, else end with what the form that was filled would send."""
        if self._recording is None:
            await self._look(await self._tab.view())
            self._recording = self._begun()
            self._tell(messages.packed("recording", on=True))
            return
        view = await self._tab.view()
        sent = self._recording.meant(view)
        await self._written(view, sent)

    def _begun(self) -> Recording:
        known = frozenset(one.id for one in self._leave.refused())
        left = self._left if self._is_of_record else None
        if left is None:
            return Recording(start=self._view, known=known)
        links = [(link_of(one, left.preview.extract), one) for one in left.preview.got.records]
        own = next((one for link, one in links if link == self._view.url), None)
        names = [] if own is None else [name for name, value in own.values.items() if value == self._view.url]
        every = tuple(link for link, _ in links if link)
        return Recording(
            start=self._view, known=known, table=left.preview.extract.into, link=next(iter(names), ""), links=every
        )

    async def _written(self, view: PageView, sent: Request | None) -> None:
        recording, self._recording = self._recording, None
        self._tell(messages.packed("recording", on=False))
        if recording is None or sent is None:
            raise UsageError("nothing was sent that could write", hint="fill a form and press its button")
        if self._left is not None and recording.link:
            self._sheet.chore = self._left.chore
        await self._rewrite(self._sheet.chore.with_stage(recording.stage(view, sent)))
        self._tell(messages.packed("recorded", request=f"{sent.method} {sent.url}"))

    @property
    def _is_of_record(self) -> bool:
        return self._left is not None and without_fragment(self._left.url) != without_fragment(self._view.url)

    def _listing(self) -> Listing | None:
        shown = self._sheet.preview
        if shown is None or not shown.got.records or self._sheet.extract is None:
            return None
        return Listing(self._view.url, self._read_view, self._sheet.chore, shown)

    # -- the page ---------------------------------------------------------------------------------------------

    async def _look(self, view: PageView, trail: Trail | None = None) -> None:
        """Take what the page is now, reached on a `trail`, else by what was done on the page before."""
        before = self._view
        if self._sight is not None and (before.url, before.nodes) == (view.url, view.nodes):
            return
        self._trail = trail or self._trail.onward(before, view)
        self._arrived(view)
        await self._propose()

    def _arrived(self, view: PageView) -> None:
        self._tell(messages.packed("arrived", url=view.url, title=view.title))
        if without_fragment(view.url) != without_fragment(self._view.url):
            self._record = None
        self._chosen = 0
        self._sight = None
        self._view = view

    async def _propose(self) -> None:
        """See what the page has, and write the file for it unless it is the person's."""
        if self._sight is None:
            self._sight = await asyncio.to_thread(Sight.of, self._view, self._job.locale, self._login)
        if self._record is not None:
            self._record = replace(self._record, sight=self._sight)
        chore = self._sheet.chore
        if not self._sheet.is_edited:
            chore = ChoreText(self._drafted(self._sight), self._job.out.name)
        await self._take_chore(chore)

    def _drafted(self, sight: Sight) -> str:
        found = list(sight.sighting.found)
        if found:
            found.insert(0, found.pop(self._chosen))
        return draft(replace(sight.sighting, found=tuple(found)), self._trail.start, self._trail.way)

    @property
    def _placed(self) -> Placed | None:
        """The chosen record set."""
        placed = () if self._sight is None or self._record is not None else self._sight.placed
        return placed[self._chosen] if self._chosen < len(placed) else None

    # -- the file ---------------------------------------------------------------------------------------------

    async def _rewrite(self, chore: ChoreText) -> None:
        self._sheet.is_edited = True
        await self._take_chore(chore)

    async def _take_chore(self, chore: ChoreText) -> None:
        await self._sheet.take(chore, self._read)
        self.show()

    async def _read(self, extract: Extract) -> Preview:
        if self._record is not None:
            self._own = await asyncio.to_thread(self._record.preview, extract)
            return await asyncio.to_thread(preview, self._record.listing.view, extract, self._job.locale)
        try:
            self._read_view = await self._tab.view(marks(extract))
        except SiteError as error:  # a selector that no page understands: the person sees it, and mends it
            return Preview.failed(extract, str(error))
        return await asyncio.to_thread(preview, self._read_view, extract, self._job.locale)

    def show(self) -> None:
        """Tell all that there is."""
        if self._sight is None:
            if self._failure:
                self._tell(messages.packed("failure", text=self._failure))
            return
        self._tell(messages.sight_message(self._sight, self._chosen))
        self._trials.show()
        self._tell(self._sheet.message())
        shown = messages.Shown(self._sheet.preview, self._own, self._record, is_of_record=self._is_of_record)
        self._tell(messages.columns_message(self._sight, self._placed, shown))


@dataclass(frozen=True, slots=True)
class _Told:
    """Within, what webdart explains is told to the person, and work goes on."""

    tell: Callable[[str], None]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: object) -> bool:
        if not isinstance(error, WebdartError):
            return False
        self.tell(str(error))
        return True
