"""Decides whether a request that a step made the page send is let go, shown or refused.

Only requests that a step caused are let go, and only as many as the row's `Allowance` has left.
"""

from typing import Literal
from urllib.parse import urlsplit

from webdart.browser.network.request_pattern import Spoken, covers, spoken
from webdart.errors import Refused
from webdart.execute.act.allowance import Allowance
from webdart.execute.act.context import ActTools
from webdart.page.confirm_page import a_page_named_after_deleting, only_asks
from webdart.page.model import Held, PageView
from webdart.plan.model import ActStage, SitePlan
from webdart.runs.consent import HeldBack
from webdart.runs.release import WriteRecord
from webdart.values import replace
from webdart.workflow.model import RequestShape, Step

BACKGROUND = frozenset({"Ping", "CSPViolationReport"})
"""Requests that a page sends by itself, whose answer it never reads: they are no write that somebody asked for."""


class Decider:
    """Decides on the held requests of one row."""

    def __init__(self, stage: ActStage, site: SitePlan, tools: ActTools, mark: str) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._mark = mark
        self._shapes = stage.act.writes
        self._allowance = Allowance(self._shapes)
        self._settled = set[str]()

    def acted(self, step: Step | None) -> None:
        """A step (None: a move of an objective) has done something, which the page may now send something for."""
        self._allowance.grant(step)

    async def settle(self, held: Held, view: PageView, *, asked: bool) -> WriteRecord | Literal["read"] | None:
        """Let it go, show it (a dry run), or refuse it; None is a refusal that changes nothing for the row.

        "read": it was let go because it only leads to a question, and is no write.

        `view` is the page that sends it. `asked` is False for what a page sends while it is only being opened: that is
        refused, as in a read stage, unless it is the page that was to be opened, declared as a GET that writes.

        Raises:
            Refused: a step caused it, and it is not declared, not consented to, or one more than the step makes.
            OutcomeUnknown: an earlier write of the row is unsettled.
        """
        opened = held.method == "GET" and held.kind == "Document"
        if (asked or opened) and self._only_asks(held, view) and self._allowance.ask():
            await self._let_ask(held)
            return "read"
        words = spoken(view)
        self._settled.add(held.id)
        try:
            shape = self._shape_for(held, view, words, asked=asked)
            shapes = self._shapes if shape is None else [shape]
            decision = await self._tools.consent.decide(held, shapes=shapes, site_url=self._site.url, words=words)
        except Refused:
            record = await self._tools.release.refuse(held, state="refused", stage=self._stage.index, row=self._mark)
            nothing_else = opened and not view.nodes  # the page that was to be opened, and not a frame of it
            if (asked or nothing_else) and held.kind not in BACKGROUND:
                raise
            self._tools.stage.trace("refused", f"{record.request}, which the page sent of itself", url=held.url)
            return None
        if isinstance(decision, HeldBack):
            return await self._tools.release.refuse(held, state="held", stage=self._stage.index, row=self._mark)
        assert shape is not None  # what nothing covers is refused above
        self._allowance.spend(shape, held)
        record = await self._tools.release(held, shape=decision.shape, stage=self._stage.index, row=self._mark)
        if record.status in (307, 308):
            self._allowance.again(shape)
        return record

    def _shape_for(self, held: Held, view: PageView, words: Spoken, *, asked: bool) -> RequestShape | None:
        """The declared shape that the request fits; None if it fits none.

        Raises:
            Refused: no step has asked for it; or the steps have sent what they make, or the page sends more than they
                make at once, to several places: nobody can tell which of them the step is for.
        """
        if held.kind in BACKGROUND or not (asked or (held.method == "GET" and held.kind == "Document")):
            raise Refused(f"{held.method} {held.url}: the page sends it of itself")
        covering = [shape for shape in self._shapes if covers(shape, held, self._site.url, words)]
        for shape in covering:
            others = [one for one in view.held if one.id not in self._settled and one.kind not in BACKGROUND]
            at_once = [one for one in others if covers(shape, one, self._site.url, words)]
            places = {urlsplit(one.url).path for one in (held, *at_once)}
            if len(places) <= max(1, self._allowance.fresh(shape)) and self._allowance.left(shape, held):
                return shape
        if covering:
            raise self._tools.consent.one_too_many(held, covering[-1])
        return None

    def _only_asks(self, held: Held, view: PageView) -> bool:
        """True if the page asks for confirmation before something is deleted, by its words and those of the file.

        Only where the file declares another write that the question leads to, and not this very GET. What it declares
        to write by POST, it has declared to ask by GET: that is where such a form lies.
        """
        posted = [replace(shape, fields={}) for shape in self._shapes if shape.method != "GET"]
        if not posted or any(covers(shape, held, self._site.url) for shape in self._shapes):
            return False
        declared = any(covers(shape, replace(held, method=shape.method), self._site.url) for shape in posted)
        return (declared and a_page_named_after_deleting(held)) or only_asks(view, held)

    async def _let_ask(self, held: Held) -> None:
        trace = self._tools.stage.trace
        trace("action", f"{held.method} {held.url}: it only asks, by all that can be told", url=held.url)
        outcome = await self._tools.stage.guard.release(held)
        if outcome.status in (301, 307, 308):
            self._allowance.ask_again()
        if outcome.status in (302, 303):
            said = "was taken for a page that asks, and was answered as what was done is answered"
            trace("warning", f"{held.method} {held.url} {said}: it may have acted; declare it under `writes:`")
