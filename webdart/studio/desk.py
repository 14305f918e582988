"""Keeps what a person works on in the studio: the page that is shown, the file that grows, and what they do with both.

Pointer and keys go to the page at once. Everything else happens in order, one after another, with the page looked at
afresh: a listing is proposed until the person changes the file, and from then on the file is theirs.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from webdart.browser.port import DoBack, DoChoose, DoScroll, Frame, WatchedTab
from webdart.errors import SiteError, UsageError, WebdartError, WorkflowError
from webdart.execute.dry_run import rehearse
from webdart.execute.sandbox import Compute
from webdart.extract.proposal import Placed, field_of
from webdart.inspect.doubtful_cells import Doubtful, doubtful_cells, latest_run
from webdart.inspect.proposal import draft
from webdart.inspect.why import places_of
from webdart.navigate.address import without_fragment
from webdart.page.locator import element
from webdart.page.model import PageView
from webdart.runs.folder import Project
from webdart.settings import Settings
from webdart.studio import messages
from webdart.studio.chore_text import ChoreText
from webdart.studio.clicks import Trail
from webdart.studio.commands import (
    Add,
    Change,
    Choose,
    Command,
    Go,
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
from webdart.studio.pointing import Pointing
from webdart.studio.preview import Preview, marks, placed_columns, preview
from webdart.studio.sight import Sight
from webdart.studio.trial import Trial
from webdart.table.checked_line import write_asked
from webdart.workflow.model import Extract

NOTHING = PageView(url="", title="", language="", status=0, nodes=())
"""The page before the first."""

_LOOK = Plain(kind="look")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What the studio was opened for: an address, how its site writes numbers, and where the file is to be.

    `chore` is the text of a file that is there already; "": one is proposed.
    """

    url: str
    locale: str
    out: Path
    settings: Settings
    chore: str = ""


class Desk:
    """The state of one studio. `tell` gets every message for the person's page."""

    def __init__(self, tab: WatchedTab, job: Job, compute: Compute, tell: Callable[[str], None]) -> None:
        self._tab, self._job, self._compute, self._tell = tab, job, compute, tell
        self._pointing = Pointing(tab, self._look_again, self._pressed, self._told_failures)
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._trail = Trail(job.url)
        self._view = NOTHING
        self._sight: Sight | None = None
        self._chosen = 0
        self._chore = ChoreText(job.chore, job.out.name)
        self._problems: Sequence[WorkflowError] = ()
        self._preview: Preview | None = None
        self._is_edited = bool(job.chore)
        self._saved = job.chore
        self._failure = ""
        self._doubts: Sequence[Doubtful] = ()
        self._trial: asyncio.Task[None] | None = None

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
                group.create_task(self._list_doubts())
        finally:
            await self._stop()

    def _look_again(self) -> None:
        if self._orders.empty():
            self._orders.put_nowait(_LOOK)

    def _pressed(self, x: float, y: float) -> None:
        if self._sight is not None:
            self._trail = self._trail.pressed(self._sight.view, self._sight.link_at(x, y))

    async def _obey(self) -> None:
        with self._told_failures():
            self._arrived(await self._tab.open(self._job.url))
            await self._propose()
        while True:
            order = await self._orders.get()
            with self._told_failures():
                await self._carry_out(order)

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
            case Go() | Choose() | Set() | Visit():
                await self._on_page(order)
            case Pick() | Add() | Change() | Write():
                await self._rewrite(await self._edited(order))
            case RunIt():
                await self._run(order)
            case _:
                assert_never(order)

    async def _on_page(self, order: Go | Choose | Set | Visit) -> None:
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

    async def _edited(self, order: Pick | Add | Change | Write) -> ChoreText:
        match order:
            case Pick() | Add():
                return await self._added(order)
            case Change():
                return self._changed(order)
            case Write(kind="text", text=text):
                return ChoreText(text, self._chore.file)
            case Write(text=text):
                return self._chore.with_sql(text)

    async def _plainly(self, order: Plain) -> None:
        match order.kind:
            case "back":
                view = await self._tab.act(DoBack())
                await self._look(view, Trail(view.url))
            case "look":
                await self._look(await self._tab.view())
            case "anew":
                self._is_edited = False
                await self._propose()
            case "save":
                await asyncio.to_thread(write_asked, self._job.out, self._chore.text.encode())
                self._saved = self._chore.text
                self._show_chore()
                self._tell(messages.packed("saved", file=str(self._job.out)))

    def _changed(self, order: Change) -> ChoreText:
        match order.kind:
            case "rename":
                return self._chore.renamed(order.name, order.to)
            case "retype":
                return self._chore.retyped(order.name, order.to)
            case "drop":
                return self._chore.without(order.name)
            case "void":
                return self._chore.with_key(order.name, "unreadable", "null")

    async def _choose(self, number: int) -> None:
        if self._sight is None or number >= len(self._sight.sighting.tables):
            return
        self._chosen = number
        self._is_edited = False
        await self._propose()

    async def _set(self, order: Set) -> None:
        """Choose an option of a list box: what it unfolds is drawn by no page, and in no picture."""
        controls = () if self._sight is None else self._sight.sighting.pushable
        if self._sight is None or order.control >= len(controls):
            return
        control = controls[order.control]
        chosen = element(self._sight.view, self._sight.view.nodes[control.node])
        self._trail = self._trail.pressed(self._sight.view, None)
        await self._look(await self._tab.act(DoChoose(chosen, (order.option,))))

    async def _added(self, order: Pick | Add) -> ChoreText:
        sight, placed = self._sight, self._placed
        if sight is None or placed is None:
            raise UsageError("no records are outlined here", hint="write the field by hand")
        place = order.place if isinstance(order, Add) else sight.column_at(placed, order.x, order.y)
        if place is None or place >= len(placed.record_set.columns):
            raise UsageError("no value of a record lies there", hint="click a text inside an outlined record")
        self._not_twice(placed, place)
        names = {one.name for one in (self._chore.extract.fields if self._chore.extract else ())}
        field = await asyncio.to_thread(field_of, sight.view, placed, place, sight.spec(self._job.locale), names)
        if field is None:
            raise UsageError("no locator reads that in all records", hint="write the field by hand, with an `at`")
        return self._chore.with_field(field)

    def _not_twice(self, placed: Placed, place: int) -> None:
        extract = self._chore.extract
        read: Mapping[str, int] = {} if extract is None else placed_columns(extract, placed)
        held = next((name for name, other in read.items() if other == place), None)
        if held is not None:
            self._tell(messages.packed("column", name=held))
            raise UsageError(f"that is the column {held!r}")

    async def _visit(self, order: Visit) -> None:
        """Show where a cell that is doubtful stands on its page; the file is mended from here on, and stays."""
        self._is_edited = True
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

    async def _rewrite(self, chore: ChoreText) -> None:
        self._is_edited = True
        await self._take_chore(chore)

    async def _run(self, order: RunIt) -> None:
        await self._stop()
        if order.kind == "run":
            self._trial = asyncio.create_task(self._try(order.pages))

    async def _try(self, pages: int) -> None:
        doubts = await Trial(self._job.settings, self._job.out.stem).run(self._chore.text, pages, self._tell)
        self._doubts = [Doubtful(doubt=one, cells=one.samples) for one in doubts]
        self._tell(messages.doubts_message(self._doubts))

    async def _list_doubts(self) -> None:
        """Tell what was doubtful in the latest run of a file that is opened."""
        workflow = self._chore.workflow
        run = None if workflow is None else latest_run(Project(self._job.settings.project), workflow.name)
        if run is None:
            return
        with self._told_failures():
            self._doubts = await doubtful_cells(run, self._job.settings, self._compute)
            self._tell(messages.doubts_message(self._doubts))

    async def _stop(self) -> None:
        if self._trial is not None and not self._trial.done():
            self._trial.cancel()
            with suppress(asyncio.CancelledError):
                await self._trial
            self._tell(messages.packed("stopped"))

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
        self._chosen = 0
        self._sight = None
        self._view = view

    async def _propose(self) -> None:
        """See what the page has, and write the file for it unless it is the person's."""
        if self._sight is None:
            self._sight = await asyncio.to_thread(Sight.of, self._view, self._job.locale)
        chore = self._chore
        if not self._is_edited:
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
        placed = () if self._sight is None else self._sight.placed
        return placed[self._chosen] if self._chosen < len(placed) else None

    # -- the file ---------------------------------------------------------------------------------------------

    async def _take_chore(self, chore: ChoreText) -> None:
        self._chore = chore
        extract = chore.extract
        if extract is not None:
            self._preview = await self._read(extract)
        self._problems = chore.problems
        if chore.workflow is not None:
            self._problems = await rehearse(chore.workflow, self._job.settings, self._compute)
        self.show()

    async def _read(self, extract: Extract) -> Preview:
        try:
            view = await self._tab.view(marks(extract))
        except SiteError as error:  # a selector that no page understands: the person sees it, and mends it
            return Preview.failed(extract, str(error))
        return await asyncio.to_thread(preview, view, extract, self._job.locale)

    def show(self) -> None:
        """Tell all that there is."""
        if self._sight is None:
            if self._failure:
                self._tell(messages.packed("failure", text=self._failure))
            return
        self._tell(messages.sight_message(self._sight, self._chosen))
        self._tell(messages.doubts_message(self._doubts))
        self._show_chore()
        self._tell(messages.columns_message(self._sight, self._placed, self._preview))

    def _show_chore(self) -> None:
        self._tell(
            messages.chore_message(
                self._chore,
                self._problems,
                self._preview,
                is_edited=self._is_edited,
                saved=str(self._job.out) if self._saved == self._chore.text else "",
            )
        )


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
