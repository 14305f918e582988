"""Writes rows back: each write once per row, with the wanted state checked before and after.

A row begins by reading `verify`: what is already so is not done again. Then its steps run. Every request that could
write is held on the wire, decided on, and let go by `runs.release` alone. Afterwards `verify` is read again, in a
fresh page. A row that was finished before a kill is not touched again.
"""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from urllib.parse import urldefrag

from msgspec import Struct

from webdart.browser.actions.filled_form import FilledForm
from webdart.browser.actions.step import Carried, carry_on
from webdart.browser.actions.wait import Patience
from webdart.browser.port import Browser, DoWait
from webdart.errors import NotFound, OutcomeUnknown, Refused, SiteError, StepFailed, Undeclared, WebdartError
from webdart.execute.act.context import ActTools
from webdart.execute.act.objective import Pursuit
from webdart.execute.act.preconditions import check_bounds, check_values
from webdart.execute.act.write_decision import Decider
from webdart.navigate.login import log_in, sent_to_login
from webdart.page.answer_words import News
from webdart.page.complaint import unfilled
from webdart.page.form_values import FormValues, evidence
from webdart.page.model import Held, PageView
from webdart.page.reply import Reply, reply
from webdart.plan.model import ActStage, SitePlan
from webdart.plan.names import RunNames
from webdart.runs.entries import RowDone, RowState
from webdart.runs.release import UNREAD, WriteRecord, fingerprints
from webdart.values import replace
from webdart.workflow.model import ExpectStep, Fill, Hover, Open, Scalar, ScrollTo, Step, Upload
from webdart.workflow.templates import Names

Row = Mapping[str, Scalar]

GLANCE_SECONDS = 2.0
"""Seconds in which `verify` is tried before anything is done: the state is there at once, or not yet.

A row with a write of unknown outcome is looked at as long as after its steps: "not so" would send that write again.
"""

GLANCE_CALM = 0.8
"""Seconds without a change, and without a request under way, after which that look is over: the page is drawn."""

SAVE_SECONDS = 3.0
"""Seconds to wait for a page that saves by itself some time after the last change."""

MOST_INTERRUPTIONS = 50
"""Interruptions of one step by held requests: more than a form that saves each control separately needs."""


class Writing:
    """One `act` stage. `records` are its writes so far, in order; read them also after an error."""

    def __init__(self, stage: ActStage, site: SitePlan, names: RunNames, tools: ActTools) -> None:
        self._stage = stage
        self._site = replace(site, writes=tuple(stage.act.writes))
        self._names = names
        self._tools = tools
        self.records: list[WriteRecord] = []

    async def run(self, rows: Sequence[Row] | None) -> None:
        """Carry the stage out once for each row; once in all if `rows` is None (no `for_each`).

        Raises:
            QueryError: there are more or fewer rows than `rows` allows, or a NULL would be filled in; nothing was sent.
            Refused: a write is not declared or not consented to, or the site's sockets are open, so that none is held.
            OutcomeUnknown: a write left, and neither an answer nor `verify` tells what became of it.
            SiteError: a row could not be done, or its wanted state is not so afterwards.
        """
        if rows is not None:
            check_bounds(self._stage, len(rows))
        if rows is not None and not rows:
            self._tools.stage.trace("warning", "act: `for_each` gave no row, so there was nothing to do")
            return
        if self._site.sockets:
            self._tools.consent.let_unseen(self._site.name)
        marks = fingerprints(rows or [{}])
        data = self._stage.rows is not None  # of a SELECT; a list is the file's own words
        named = [self._names if rows is None else self._names.with_row(row, data=data) for row in rows or [{}]]
        for names in named:
            check_values(self._stage, names)
        failed: WebdartError | None = None
        for mark, row, names in zip(marks, rows or [{}], named, strict=True):
            one = RowWriting(self._stage, self._site, names, self._tools, mark, row)
            try:
                await one.run()
            except SiteError as error:
                if self._stage.act.on_error == "stop":
                    raise
                failed = failed or error
                self._tools.stage.trace("warning", f"act: {error}")
            finally:
                self.records.extend(one.records)
        if failed is not None:
            raise failed


_LOOKING = (ExpectStep, Hover, ScrollTo)
"""Steps that do nothing that a write could come of."""

_FILLING = (Fill, Upload)


class _Sent(Struct, frozen=True):
    """A write that was sent and answered just now: the page that sent it, what that was loaded with, and its record."""

    page: PageView
    loaded: FormValues
    held: Held
    place: int


class _Doubt(Struct, frozen=True):
    """A write of which the page that came of it does not tell for sure; `page` may tell, opened afresh."""

    sent: _Sent
    news: News
    page: str
    said: Reply

    def is_sent_again(self, held: Held) -> bool:
        """Whether a later request sends all that these controls sent, such as a form that is only looked at first."""
        fields, controls = self.sent.held.fields, FormValues.of(self.sent.page)
        names = (controls.texts.keys() | controls.chosen.keys()) & fields.keys()
        return bool(names) and all(held.fields.get(name) == fields[name] for name in names)


class RowWriting:
    """One row of an `act`; `mark` is its fingerprint in the journal."""

    def __init__(self, stage: ActStage, site: SitePlan, names: Names, tools: ActTools, mark: str, row: Row) -> None:
        self._stage = stage
        self._row = row
        self._site = site
        self._names = names
        self._tools = tools
        self._mark = mark
        self._has_logged_in = False  # in this row: its further pages need not show who is logged in
        self._decider = Decider(stage, site, tools, mark)
        self._form = FilledForm()
        self._at = site.url  # where the row's page is
        self._sent: _Sent | None = None  # the latest write, until something else is done
        self._doubts: dict[int, _Doubt] = {}  # by the places of their records
        self._loaded = FormValues()  # what the page held before anything was filled in
        self._loaded_at = ("", 0)  # its address, and the writes before it
        self._changed: bool | None = None  # whether anything was filled in that was not there already; None: no `fill`
        self._empty: tuple[str, ...] = ()  # what the row's last page still requires
        self._behind = False  # whether all steps are done, and the page sends of itself behind a write
        self._owes = False  # whether something was done that a declared write may still come of
        self.records: list[WriteRecord] = []

    async def run(self) -> None:
        """Do it, unless it is already so or was done before a kill; the journal says how it ended."""
        before = self._tools.history.rows_done.get((self._stage.index, self._mark))
        if before in ("done", "already so"):
            self.records = self._earlier(before)
            return
        try:
            await self._settle_by_person()
            state = await self._do()
        except Undeclared as error:
            if not (self._behind and await self._so_all_the_same()):
                self._end("refused")
                raise Undeclared(error.problem, hint=self._what_next(error.hint)) from error
            self._tools.stage.trace("warning", f"act: {error.problem}; it was refused, and `verify` holds without it")
            state = "done"
        except Refused:
            self._end("refused")
            raise
        except SiteError as error:
            open_write = self._tools.release.unsettled(self._stage.index, self._mark)
            if open_write and await self._so_all_the_same():
                self._end("done")
                return
            self._end("failed")
            if open_write:
                raise _unknown(open_write, self._tools.run) from error
            raise
        self._end(state)

    async def _so_all_the_same(self) -> bool:
        """True if `verify` holds for a row that stopped behind a write."""
        if not self._stage.act.verify:
            return False
        try:
            so = await self._is_so(None)
        except SiteError:  # the site is down: nobody knows, and the row's own error is the one to tell
            return False
        self._note_verified(so=so)
        return so

    def _what_next(self, line: str) -> str:
        """What to do where a page wants to send more than the file declares; `line` declares it, for another run."""
        done = ", ".join(record.request for record in self.records if record.state == "done")
        goes_on = f"; {done} is done, and webdart resume {self._tools.run} goes on without doing it again"
        return line + goes_on if done else line

    def _note_verified(self, *, so: bool) -> None:
        self.records = [
            replace(record, verified=so, state="done" if so and record.state == "unknown" else record.state)
            for record in self.records
        ]

    async def _settle_by_person(self) -> None:
        """Ask the person about a write from before a resume that no `verify` can settle.

        Raises:
            OutcomeUnknown: nobody is there to ask, or they can't tell.
        """
        request = self._tools.release.unsettled(self._stage.index, self._mark)
        if request and not self._stage.act.verify:
            await self._asked(request)

    async def _asked(self, request: str, why: str = "") -> bool:
        ask = self._tools.ask_happened
        happened = None if ask is None else await ask(request)
        if happened is None:
            raise _unknown(request, self._tools.run, why)
        self._tools.release.settle(self._stage.index, self._mark, happened=happened)
        return happened

    async def _do(self) -> RowState:
        if self._stage.act.verify:
            open_write = self._tools.release.unsettled(self._stage.index, self._mark)
            so = await self._is_so(None if open_write else GLANCE_CALM)
            if so:
                self.records = self._earlier("already so")
                return "already so"
        tab = await self._tools.stage.pool.tab(self._site, "act")
        try:
            if self._stage.act.objective is not None:
                acted = partial(self._acted, None)
                pursuit = Pursuit(self._stage, self._site, self._names, self._tools, self._settled, acted)
                tab, done = await pursuit.run(tab)
            else:
                done = await self._steps(tab)
            if not done or not await self._to_the_end(tab):
                return "held"
            self._tools.stage.trace("action", f"the row ends at {self._at}", url=self._at, ends=True)
        finally:
            await tab.close()
        await self._confirm()
        if self._stage.act.writes and not self.records and not self._stage.act.verify:
            self._tell_nothing_sent()
            return "failed"  # not "done": a resumed run tries it again
        return "done"

    def _tell_nothing_sent(self) -> None:
        """Tell of a row that has come to no write; some need not: those that could leave steps out, or changed nothing.

        Raises:
            StepFailed: each of its steps was to be done, and there was something to do.
        """
        said = f"nothing was sent{self._of_row()}: its steps ended at {self._at}"
        nothing_to_do = self._changed is False and not self._empty
        if nothing_to_do or any(step.optional for step in self._stage.act.steps):
            self._tools.stage.trace("warning", f"act: {said}")
            return
        names = ", ".join(repr(name) for name in self._empty)
        raise StepFailed(said, url=self._at, hint=f"still empty, and required: {names}" if names else "")

    def _of_row(self) -> str:
        shown = ", ".join(f"{name} {value}" for name, value in self._row.items())
        return f" for row {shown}" if shown else ""

    async def _to_the_end(self, tab: Browser) -> bool:
        """Decide on requests that the page still sends by itself; False if a dry run ends the row."""
        while (view := await self._last(tab)).held:
            if not await self._let_go(tab, view, after=None):
                return False
        self._form.check(view)
        await self._hear(view, last=True)
        for doubt in self._doubts.values():
            await self._read_back(doubt)
        self._at = view.url
        self._empty = () if self._changed is None else unfilled(view)
        return True

    async def _last(self, tab: Browser) -> PageView:
        """The page at the row's end; one that has sent nothing since the last step that could is given time to."""
        view = await tab.view()
        if not self._owes or not (view.scripted or view.busy):
            return view
        end = time.monotonic() + min(SAVE_SECONDS, self._tools.stage.seconds)
        while not view.held and (left := end - time.monotonic()) > 0:
            view = await tab.act(DoWait(left))
        return view

    async def _steps(self, tab: Browser) -> bool:
        """False where a dry run ends the row."""
        for step in self._stage.act.steps:
            if not await self._step(tab, step):
                return False
        return True

    async def _step(self, tab: Browser, step: Step) -> bool:
        """One step and the writes that it makes; False where a dry run ends the row."""
        rest: Step | None = step
        before = len(self.records)
        acted = False
        for _ in range(MOST_INTERRUPTIONS):
            carried = await self._carry_out(tab, rest, self._tools.stage.seconds, form=self._form)
            if carried.acted and not acted:  # once a step, however often it is interrupted
                acted = True
                self._decider.acted(step)
            if carried.acted and not carried.idle and not isinstance(step, _LOOKING):
                self._sent = None
            if isinstance(step, _FILLING):
                self._changed = bool(self._changed) or (carried.acted and not carried.idle)
            filling = isinstance(step, _FILLING)
            by_itself = filling or carried.rest is not None
            if not await self._let_go(
                tab, carried.view, after=step, hears=not (acted and filling), by_itself=by_itself
            ):
                return False
            rest = carried.rest
            if rest is None:
                self._owes = self._may_send_yet(step, wrote=len(self.records) > before)
                return True
        raise StepFailed(f"{step.at}: the page sends a request with everything that is filled in", url=self._site.url)

    async def _let_go(
        self, tab: Browser, view: PageView, after: Step | None, *, hears: bool = True, by_itself: bool = False
    ) -> bool:
        """Decide on what is held; False where a dry run ends the row.

        What the page says of it is heard unless `hears` is False: a form that is still being filled in has a right to
        its remarks. What a page sends `by_itself`, before the step has done anything, leaves the form as it is.
        """
        came = False
        while view.held:
            for held in view.held:
                if held.kind == "Document":
                    self._form.check_sent(view, held.fields)
                written = bool(self.records) and (came or after is None)
                self._behind = written and held.kind != "Document" and after in (None, *self._stage.act.steps[-1:])
                state = await self._settled(held, view, after is None or not isinstance(after, Open))
                if state == "held":
                    return False
                if state is not None and held.kind != "Document" and by_itself:
                    self._form.saved()
                elif state is not None:
                    self._form.sent()  # what the page shows now is what the site has made of it
                if self._sent is not None and self._sent.held is held and not by_itself:
                    self._refused(self._sent, view)
            view, came = await tab.act(DoWait(self._tools.stage.seconds)), True
        if came and hears and (after is None or not after.optional):
            await self._hear(view)
        self._at = view.url
        if not isinstance(after, _FILLING):
            self._note_loaded(view)
        return True

    def _note_loaded(self, view: PageView) -> None:
        """Keep what the controls of a page hold when they are seen first."""
        at = urldefrag(view.url).url, len(self.records)
        held = FormValues.of(view)
        self._loaded = self._loaded.then(held) if at == self._loaded_at else held
        self._loaded_at = at

    def _acted(self, step: Step | None) -> None:
        self._sent = None
        self._decider.acted(step)

    async def _hear(self, view: PageView, *, last: bool = False) -> None:
        """Hear what a page says that has come of a write: with a status of 200, too, the site may have turned it down.

        Where it leaves that open, the page is opened afresh at the row's end, whatever is done in between.

        Raises:
            StepFailed: it says that something is wrong, and no `verify` tells whether it is saved all the same.
        """
        sent = self._sent
        if sent is None:
            return
        news = News.of(sent.page, view, sent.held.fields)
        direct = self.records[sent.place].status == HTTPStatus.OK
        way = "script" if sent.held.kind != "Document" else "direct" if direct else "redirected"
        said = reply(news, way, last=last)
        if said is None:
            return
        if said.is_open or said.is_for:
            page = (sent.page if direct else view).url
            self._doubts[sent.place] = _Doubt(sent, news, page, said)
        else:
            self._object(sent, said.said, view)

    async def _read_back(self, doubt: _Doubt) -> None:
        """Look whether what was sent can be read on its page, opened afresh where nothing can be written.

        Behind a redirect it is the page that the site has led to; else the one that has sent the form.
        """
        tab = await self._tools.stage.pool.tab(self._site, "read")
        try:
            told = evidence(await tab.open(doubt.page), doubt.news, doubt.sent.loaded)
        except SiteError:
            told = "leaves open"
        finally:
            await tab.close()
        if told == "contradicts" or (doubt.said.is_open and told != "proves"):
            place = doubt.sent.place
            self.records[place] = self._tools.release.doubted(self.records[place], _open_answer(doubt.said.said))

    def _refused(self, sent: _Sent, view: PageView) -> None:
        """Hear what the answer itself says, where a script of the page has asked; it may not be shown at all."""
        if refusal := self.records[sent.place].refusal:
            self._object(sent, refusal, view)

    def _object(self, sent: _Sent, said: str, view: PageView) -> None:
        """The site has said something against a write: that is its end, unless `verify` is to decide."""
        self._sent, record = None, self.records[sent.place]
        if self._stage.act.verify:
            self._tools.stage.trace("warning", f"act: {record.request}: the site says: {said}", url=view.url)
            return
        self.records[sent.place] = record = self._tools.release.turned_down(record, said)
        raise _not_taken(record, view)

    async def _settled(self, held: Held, view: PageView, asked: bool) -> str | None:  # noqa: FBT001 - as `objective.Settle`
        """The outcome of a held request; None if it was refused and the file does not mention it.

        "read" is a request that was let go because it only leads to a question.

        Raises:
            StepFailed: the site has turned it down.
        """
        record = await self._decider.settle(held, view, asked=asked)
        if record is None or isinstance(record, str):
            return record
        self.records.append(record)
        self._tools.stage.trace("write", f"{record.request}: {record.state}", note=record.note)
        if record.state == "not sent":
            raise StepFailed(f"{record.request} was not sent", url=view.url, hint=f"{record.note}; resume sends it")
        if record.state == "turned down":  # before a resume
            raise _not_taken(record, view)
        if record.note == UNREAD:
            self._tools.stage.trace("warning", f"act: {record.request}: {record.note}", url=view.url)
        if record.status is not None and record.status >= 400:
            self.records[-1] = replace(record, state="turned down")
            raise StepFailed(
                f"the site turned {record.request} down (status {record.status})", url=view.url, hint=record.note
            )
        if record.intent and record.status is not None:
            self._doubts = {place: doubt for place, doubt in self._doubts.items() if not doubt.is_sent_again(held)}
            self._sent = _Sent(view, self._loaded, held, len(self.records) - 1)
        return record.state

    def _may_send_yet(self, step: Step, *, wrote: bool) -> bool:
        """True if a step may cause a declared write later; each control of a `fill` may cause one."""
        if isinstance(step, _LOOKING):
            return self._owes and not wrote
        doing = bool(self._stage.act.writes) and not isinstance(step, Open)
        return doing and (isinstance(step, _FILLING) or not wrote)

    async def _carry_out(
        self, tab: Browser, step: Step, seconds: float, calm: float | None = None, form: FilledForm | None = None
    ) -> Carried:
        try:
            return await self._attempt(tab, step, seconds, calm, form)
        except (NotFound, StepFailed) as failed:
            raise failed.at(step.at) from failed

    async def _attempt(
        self, tab: Browser, step: Step, seconds: float, calm: float | None, form: FilledForm | None
    ) -> Carried:
        tools = self._tools.stage
        tools.budget.spend("steps")
        login, missing = self._site.login, None
        try:
            patience = Patience.with_step(step, tab, seconds, calm=calm)
            carried = await carry_on(step, patience, self._names, site_url=self._site.url, form=form)
        except NotFound as error:
            if login is None or not isinstance(step, Open):
                raise
            carried, missing = Carried(await tab.view()), error  # some sites hide from strangers what others may see
        first = missing is not None or not self._has_logged_in
        if login is not None and isinstance(step, Open) and sent_to_login(carried.view, login, first=first):
            for held in carried.view.held:  # by a stranger: the page is asked for again after the login
                await tools.guard.refuse(held)
            await log_in(self._site, tools.pool, tools.guard, tools.release_login, tools.trace)
            self._has_logged_in = True
            patience = Patience.with_step(step, tab, seconds)
            carried = await carry_on(step, patience, self._names, site_url=self._site.url)
        elif missing is not None:
            raise missing
        tools.trace("action", type(step).__name__.removesuffix("Step").lower(), url=carried.view.url, at=str(step.at))
        return carried

    async def _is_so(self, calm: float | None) -> bool:
        """Whether `verify` holds, in a fresh page that can't write; the journal keeps the answer.

        With `calm` it is a glance: what is not so once the page is calm is not waited for.
        """
        seconds = self._tools.stage.seconds if calm is None else GLANCE_SECONDS
        tab = await self._tools.stage.pool.tab(self._site, "read")
        try:
            for step in self._stage.act.verify:
                await self._carry_out(tab, step, seconds, calm)
        except (StepFailed, NotFound) as error:
            self._tools.release.verified(self._stage.index, self._mark, ok=False)
            self._tools.stage.trace("action", f"verify: not so: {error.problem}")
            return False
        finally:
            await tab.close()
        self._tools.release.verified(self._stage.index, self._mark, ok=True)
        return True

    async def _confirm(self) -> None:
        unknown = [record for record in self.records if record.state == "unknown"]
        if not self._stage.act.verify:
            for record in unknown:
                happened = await self._asked(record.request, record.note)
                self.records = [
                    replace(record, state="done") if record.state == "unknown" else record for record in self.records
                ]
                if not happened:
                    raise StepFailed(
                        f"{record.request} did not take effect", url=self._site.url, hint="resume sends it again"
                    )
            return
        so = await self._is_so(None)
        self._note_verified(so=so)
        if so:
            return
        problem = "after its steps the wanted state of `verify` is not so"
        if self.records:
            hint = "see the report for what the page showed; the write itself is listed under `writes`"
            raise StepFailed(problem, url=self._site.url, hint=hint)
        names = ", ".join(repr(name) for name in self._empty)
        hint = f"still empty, and required: {names}" if names else "see the report for what the page showed"
        raise StepFailed(f"{problem}, and nothing was sent{self._of_row()}", url=self._at, hint=hint)

    def _earlier(self, state: RowState) -> list[WriteRecord]:
        """The records of a row that is already done: its writes before a kill, else one "already so" for its shape."""
        here = (self._stage.index, self._mark)
        history = self._tools.history
        intents = [intent for intent, _ in history.sent if (intent.stage, intent.row) == here]
        intents += [intent for intent in history.unknown if (intent.stage, intent.row) == here]
        verified = True if self._stage.act.verify else None
        if intents:
            return [
                WriteRecord(request=intent.request, state="done", stage=here[0], row=here[1], verified=verified)
                for intent in intents
            ]
        shapes = [f"{shape.method} {shape.path}" for shape in self._stage.act.writes]
        word = "already so" if state == "already so" else "done"
        return [
            WriteRecord(request=shape, state=word, stage=here[0], row=here[1], verified=verified) for shape in shapes
        ]

    def _end(self, state: RowState) -> None:
        self._tools.journal.append(RowDone(stage=self._stage.index, row=self._mark, state=state))


def _not_taken(record: WriteRecord, view: PageView) -> StepFailed:
    hint = "if it is saved all the same, `verify:` tells how that can be seen; `resume` does not send it again"
    return StepFailed(f"the site has not taken {record.request}: {record.note}", url=view.url, hint=hint)


def _open_answer(said: str) -> str:
    """Why nobody knows what has come of a write that was answered."""
    words = f": {said}" if said else ""
    return (
        f"the page that came of it leaves open whether it is saved, and the page opened afresh does not prove it{words}"
    )


def _unknown(requests: str, run: str, why: str = "") -> OutcomeUnknown:
    return OutcomeUnknown(
        f"nobody knows whether {requests} took effect: {why or 'no answer came to it'}",
        hint=f"look at the site, then: webdart resume {run}  (on a terminal it asks what became of it; with `verify:` "
        "in the file, a run settles such a write by itself)",
    )
