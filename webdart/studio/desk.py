"""Keeps what a person works on in the studio: the page that is shown, the file that grows, and what they do with both.

Pointer and keys go to the page at once. Everything else happens in order, one after another, with the page looked at
afresh: a listing is proposed until the person changes the file, and from then on the file is theirs.
"""

import asyncio
from collections.abc import Callable
from typing import assert_never

from webdart.browser.port import DoBack, DoScroll, Frame, WatchedTab
from webdart.errors import SiteError, UsageError
from webdart.execute.sandbox import Compute
from webdart.inspect.why import places_of
from webdart.navigate.login_form import asks_to_log_in
from webdart.page.locator import element
from webdart.page.model import PageView
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
from webdart.studio.failures import ToldFailures
from webdart.studio.input_relay import InputRelay
from webdart.studio.job import Job
from webdart.studio.leave import Leave
from webdart.studio.pointed_field import held_column, pointed_column, with_column, with_part
from webdart.studio.preview import Preview, marks, preview
from webdart.studio.record_page import Listing, RecordPage
from webdart.studio.recorded_write import Recording, Request, button_at
from webdart.studio.scene import NOTHING, Scene
from webdart.studio.sheet import Sheet
from webdart.studio.trial import Trials
from webdart.studio.typed_login import login_of
from webdart.values import replace
from webdart.workflow.model import Extract

_LOOK = Plain(kind="look")


class Desk:
    """The state of one studio. `tell` gets every message for the person's page."""

    def __init__(self, tab: WatchedTab, job: Job, compute: Compute, tell: Callable[[str], None], leave: Leave) -> None:
        self._tab, self._job, self._compute, self._tell, self._leave = tab, job, compute, tell, leave
        self._relay = InputRelay(tab, self.look_again, self._pressed, self._told_failures)
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._scene = Scene(tab, job.locale, Trail(job.url), tell, job.login)
        self._sheet = Sheet(job, compute)
        self._trials = Trials(job.settings, job.out.stem, tell)
        self._read_view = NOTHING
        self._left: Listing | None = None
        self._record: RecordPage | None = None
        self._own: Preview | None = None
        self._recording: Recording | None = None
        self._failure = ""

    # -- what comes in ----------------------------------------------------------------------------------------

    def seen(self, frame: Frame) -> None:
        """Note that the page was drawn anew."""
        self._relay.seen(frame)

    def take(self, command: Command) -> None:
        """Do as the person says, when it is its turn."""
        if isinstance(command, Point | Press):
            self._relay.take(command)
        else:
            self._orders.put_nowait(command)

    async def work(self) -> None:
        """Do what comes, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._relay.work())
                group.create_task(self._obey())
        finally:
            await self._trials.stop()

    def look_again(self) -> None:
        """Look at the page when it is its turn: it may have changed, or something was held back."""
        if self._orders.empty():
            self._orders.put_nowait(_LOOK)

    def _pressed(self, x: float, y: float) -> None:
        scene = self._scene
        if scene.sight is None:
            return
        if self._recording is not None and (button := button_at(scene.view, scene.sight.at(x, y))) is not None:
            self._recording = replace(self._recording, pressed=(scene.view, button))
        link, placed = scene.pressed(x, y), scene.placed
        if link is None or self._record is not None:
            return
        self._left = self._listing() if placed is not None and scene.sight.is_in(placed, link) else None

    async def _obey(self) -> None:
        with self._told_failures():
            await self._begin()
        while True:
            order = await self._orders.get()
            with self._told_failures():
                await self._carry_out(order)

    async def _begin(self) -> None:
        self._scene.arrived(await self._tab.open(self._job.url))
        if self._job.login is not None and asks_to_log_in(self._scene.view, given=True):
            await self._leave.log_in(self._job.login)
            self._scene.arrived(await self._tab.open(self._job.url))
        await self._propose()
        workflow = self._sheet.chore.workflow
        if self._job.chore and workflow is not None:
            await self._trials.recall(workflow.name, self._compute)

    def _told_failures(self) -> ToldFailures:
        return ToldFailures(self._fail)

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
                await self._go_to(await self._tab.act(DoBack()))
            case "look":
                await self._look(await self._tab.view())
                await self._take_what_was_sent()
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
                self._left = None
                await self._go_to(await self._tab.open(url))
            case Choose(set=number):
                if self._scene.choose(number):
                    self._sheet.is_edited = False
                    await self._propose()
            case Set():
                view = await self._scene.set(order)
                if view is None or not await self._look(view):
                    self.show()  # the person's window waits for it
            case Visit():
                await self._visit(order)
            case Login():
                await self._enter(order)

    async def _edited(self, order: Pick | Add | Change | Write) -> ChoreText:
        match order:
            case Pick() | Add():
                return await self._added(order)
            case Change():
                return self._sheet.changed(order)
            case Write(kind="text", text=text):
                return ChoreText(text, self._sheet.chore.file)
            case Write(text=text):
                return self._sheet.chore.with_sql(text)

    async def _added(self, order: Pick | Add) -> ChoreText:
        chore, sight = self._sheet.chore, self._scene.sight
        if self._record is not None:
            return with_part(chore, self._record, order)
        if sight is None:
            raise UsageError("the page is not there yet", hint="wait until it is looked at")
        placed, place = pointed_column(sight, self._scene.placed, order)
        if held := held_column(chore, placed, place):
            self._tell(messages.packed("column", name=held))
            raise UsageError(f"that is the column {held!r}")
        return await with_column(chore, sight, placed, place, self._scene.locale)

    async def _visit(self, order: Visit) -> None:
        """Show where a cell that is doubtful stands on its page; the file is mended from here on, and stays."""
        self._sheet.is_edited = True
        if not self._scene.is_at(order.page):
            await self._go_to(await self._tab.open(order.page))
        self._tell(messages.packed("column", name=order.column))
        view, sight = self._scene.view, self._scene.sight
        places = places_of(view, order.text)
        if not places or sight is None:
            raise UsageError(f"{order.text!r} is not on the page now", hint="the site has changed since the run")
        await self._tab.act(DoScroll(element(view, view.nodes[places[0]])))
        self._tell(messages.spot_message(sight, places, order.text))

    async def _enter(self, order: Login) -> None:
        """Log in by the form that is shown, and go where the person wanted to go."""
        login = login_of(order, self._scene.view.url, self._job.settings)
        await self._leave.log_in(login)
        self._scene.login = login
        self._trials.secrets.update(order.secrets)
        await self._go_to(await self._tab.open(self._scene.trail.start))

    # -- a record's own page, and what is written there --------------------------------------------------------

    async def _open_record(self) -> None:
        """Go on with a record's own page: the one that is shown, where a record led there, else the first's."""
        listing = self._left if self._is_of_record else self._listing()
        if listing is None:
            raise UsageError("no records are read here", hint="open the page with the listing first")
        link = "" if self._is_of_record else listing.link
        self._sheet.is_edited = True
        self._sheet.chore = listing.chore
        if link:
            self._left = listing
            await self._go_to(await self._tab.open(link))
        self._record = RecordPage(listing, await self._scene.look(), self._scene.locale)
        await self._take_chore(listing.chore)

    async def _record_write(self) -> None:
        """Begin to record a write, else end with what the form that was filled would send."""
        view = await self._tab.view()
        if self._recording is not None:
            await self._written(view, self._recording.meant(view))
            return
        await self._look(view)
        left = self._left if self._is_of_record else None
        self._recording = Recording.begun(self._scene.view, self._leave.refused(), left)
        self._tell(messages.packed("recording", on=True))

    async def _take_what_was_sent(self) -> None:
        sent = None if self._recording is None else self._recording.sent(self._leave.refused())
        if sent is not None:
            await self._written(await self._tab.view(), sent)

    async def _written(self, view: PageView, sent: Request | None) -> None:
        recording, self._recording = self._recording, None
        self._tell(messages.packed("recording", on=False))
        if recording is None or sent is None:
            raise UsageError("nothing was sent that could write", hint="fill a form and press its button")
        chore = self._left.chore if self._left is not None and self._record is None else self._sheet.chore
        chore = chore if recording.link else self._sheet.chore
        await self._rewrite(chore.with_stage(recording.stage(view, sent)))
        self._tell(messages.packed("recorded", request=f"{sent.method} {sent.url}"))

    @property
    def _is_of_record(self) -> bool:
        """Whether the page that is shown is another one than the listing that was left by a link of a record."""
        return self._left is not None and not self._scene.is_at(self._left.url)

    def _listing(self) -> Listing | None:
        shown = self._sheet.preview
        if shown is None or not shown.got.records or self._sheet.extract is None:
            return None
        return Listing(self._scene.view.url, self._read_view, self._sheet.chore, shown)

    # -- the page and the file --------------------------------------------------------------------------------

    async def _go_to(self, view: PageView) -> None:
        await self._look(view, Trail(view.url))

    async def _look(self, view: PageView, trail: Trail | None = None) -> bool:
        """Take a page as it is now, and propose what it has if that is new; whether it is."""
        if not self._scene.is_at(view.url):
            self._record = None
        followed = self._scene.follow(view, trail)
        if followed:
            await self._propose()
        return followed

    async def _propose(self) -> None:
        """See what the page has, and write the file for it unless it is the person's."""
        sight = await self._scene.look()
        if self._record is not None:
            self._record = replace(self._record, sight=sight)
        chore = self._sheet.chore
        if not self._sheet.is_edited:
            chore = ChoreText(self._scene.drafted(sight), self._job.out.name)
        await self._take_chore(chore)

    async def _rewrite(self, chore: ChoreText) -> None:
        self._sheet.is_edited = True
        await self._take_chore(chore)

    async def _take_chore(self, chore: ChoreText) -> None:
        await self._sheet.take(chore, self._read)
        self.show()

    async def _read(self, extract: Extract) -> Preview:
        if self._record is not None:
            self._own = await asyncio.to_thread(self._record.preview, extract)
            return await asyncio.to_thread(preview, self._record.listing.view, extract, self._scene.locale)
        try:
            self._read_view = await self._tab.view(marks(extract))
        except SiteError as error:  # a selector that no page understands: the person sees it, and mends it
            return Preview.failed(extract, str(error))
        return await asyncio.to_thread(preview, self._read_view, extract, self._scene.locale)

    def show(self) -> None:
        """Tell all that there is."""
        sight = self._scene.sight
        if sight is None:
            if self._failure:
                self._tell(messages.packed("failure", text=self._failure))
            return
        workflow = self._sheet.chore.workflow
        secrets = () if workflow is None else workflow.secrets
        self._tell(messages.sight_message(sight, self._scene.chosen, secrets))
        self._trials.show()
        self._tell(messages.packed("recording", on=self._recording is not None))
        self._tell(self._sheet.message())
        shown = messages.Shown(self._sheet.preview, self._own, self._record, is_of_record=self._is_of_record)
        placed = None if self._record is not None else self._scene.placed
        self._tell(messages.columns_message(sight, placed, shown))
