"""Reads from a journal what has been done, and which writes have an unknown outcome."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

import msgspec
from msgspec import Struct

from webdart.plan.model import Cursor
from webdart.runs.entries import (
    AskWritten,
    Doubted,
    Entry,
    Intent,
    LoginSent,
    ModelAsked,
    NotSent,
    OutcomeKnown,
    PageAcknowledged,
    RowDone,
    RowState,
    RunEnded,
    RunResumed,
    RunStarted,
    Settled,
    StageDone,
    StageStarted,
    TurnedDown,
    Unanswered,
    Verified,
    WalkEnded,
)
from webdart.table.page import PageKey, page_key
from webdart.values import replace

RowRef = tuple[int, str]
"""A row of an `act`: its stage and its fingerprint."""


WalkRef = tuple[int, int]
"""A walk: its stage and its row of `for_each`."""


class History(Struct, frozen=True, kw_only=True):
    """The journal, read back.

    `passed` are the cursors of the acknowledged pages, in their order, and `pages` how many had been opened until the
    last of them; `walked` are the walks that came to their end, `asked` what a model wrote, by stage, and `model` what
    its replies have cost.
    `sent` are the writes that were answered, or that `verify` or a person found to have happened, in their order,
    with the HTTP status (0 where only that is known); `turned_down` has what the site said of those, by the id of the
    intent, that it has not taken although the status says so, `unread` the ids of those after which the run broke off
    before the page that came of them was read. `unknown` are intents that nothing has settled.
    `rows_done` has the latest state of each row: one that failed, was held or refused may be tried again.
    """

    run: str = ""
    sha256: str = ""
    stages_done: frozenset[int] = frozenset()
    acknowledged: tuple[PageKey, ...] = ()
    passed: tuple[Cursor, ...] = ()
    pages: int = 0
    walked: Mapping[WalkRef, WalkEnded] = msgspec.field(default_factory=dict[WalkRef, WalkEnded])
    asked: Mapping[int, AskWritten] = msgspec.field(default_factory=dict[int, AskWritten])
    model: tuple[ModelAsked, ...] = ()
    sent: tuple[tuple[Intent, int], ...] = ()
    turned_down: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    unread: frozenset[str] = frozenset()
    unknown: tuple[Intent, ...] = ()
    rows_done: Mapping[RowRef, RowState] = msgspec.field(default_factory=dict[RowRef, RowState])
    ended: RunEnded | None = None

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "History":
        """The state that these journal entries add up to."""
        reading = _Reading()
        for entry in entries:
            reading.take(entry)
        return cls(
            run=reading.run,
            sha256=reading.sha256,
            stages_done=frozenset(reading.stages_done),
            acknowledged=tuple(map(page_key, reading.passed)),
            passed=tuple(reading.passed),
            pages=reading.pages,
            walked=reading.walked,
            asked=reading.asked,
            model=tuple(reading.model),
            sent=tuple((intent, reading.sent[id_]) for id_, intent in reading.intents.items() if id_ in reading.sent),
            turned_down=reading.turned_down,
            unread=frozenset(reading.unread.values()),
            unknown=tuple(reading.open.values()),
            rows_done=reading.rows_done,
            ended=reading.ended,
        )

    def before(self, stage: int, walk: int, latest: Cursor | None) -> list[Cursor]:
        """The cursors of a walk's committed pages; the store's own, `latest`, is the last, acknowledged or not."""
        if latest is None:
            return []
        passed = [one for one in self.passed if (one.stage, one.walk) == (stage, walk)]
        if (over := self.walked.get((stage, walk))) is not None:
            latest = replace(latest, done=True, ended=over.end, asked=over.asked, unsure=over.unsure)
        return [*(one for one in passed if one.sequence < latest.sequence), latest]


@dataclass(slots=True)
class _Reading:
    run: str = ""
    sha256: str = ""
    stages_done: set[int] = field(default_factory=set[int])
    passed: list[Cursor] = field(default_factory=list[Cursor])
    pages: int = 0
    walked: dict[WalkRef, WalkEnded] = field(default_factory=dict[WalkRef, WalkEnded])
    asked: dict[int, AskWritten] = field(default_factory=dict[int, AskWritten])
    model: list[ModelAsked] = field(default_factory=list[ModelAsked])
    intents: dict[str, Intent] = field(default_factory=dict[str, Intent])
    open: dict[str, Intent] = field(default_factory=dict[str, Intent])
    sent: dict[str, int] = field(default_factory=dict[str, int])
    turned_down: dict[str, str] = field(default_factory=dict[str, str])
    unread: dict[RowRef, str] = field(default_factory=dict[RowRef, str])  # the latest write of a row that goes on
    rows_done: dict[RowRef, RowState] = field(default_factory=dict[RowRef, RowState])
    ended: RunEnded | None = None

    def take(self, entry: Entry) -> None:
        match entry:
            case RunStarted():
                self.run, self.sha256 = entry.run, entry.sha256
            case RunResumed():
                self.ended = None
            case PageAcknowledged() | WalkEnded() | AskWritten() | StageDone():
                self._take_stage(entry)
            case ModelAsked():
                self.model.append(entry)
            case RowDone():
                self.rows_done[entry.stage, entry.row] = entry.state
                self.unread.pop((entry.stage, entry.row), None)
            case RunEnded():
                self.ended = entry
            case TurnedDown() | Doubted():
                self._take_objection(entry)
            case Intent() | OutcomeKnown() | NotSent() | Verified() | Settled():
                self._take_write(entry)
            case StageStarted() | Unanswered() | LoginSent():
                pass
            case _:
                assert_never(entry)

    def _take_stage(self, entry: PageAcknowledged | WalkEnded | AskWritten | StageDone) -> None:
        match entry:
            case PageAcknowledged():
                self.passed.append(entry.cursor)
                self.pages = max(self.pages, entry.pages)
            case WalkEnded():
                self.walked[entry.stage, entry.walk] = entry
            case AskWritten():
                self.asked[entry.stage] = entry
            case StageDone():
                self.stages_done.add(entry.stage)
            case _:
                assert_never(entry)

    def _take_write(self, entry: Intent | OutcomeKnown | NotSent | Verified | Settled) -> None:
        match entry:
            case Intent():
                self.intents[entry.id] = self.open[entry.id] = entry
            case OutcomeKnown():
                self._close(entry.id, entry.status)
                if (intent := self.intents.get(entry.id)) is not None:
                    self.unread[intent.stage, intent.row] = entry.id
            case NotSent():
                self._close(entry.id, None)
            case Settled():
                self._close(entry.id, 0 if entry.happened else None)
            case Verified():
                self.unread.pop((entry.stage, entry.row), None)
                for intent in tuple(self.open.values()):
                    if (intent.stage, intent.row) == (entry.stage, entry.row):
                        self._close(intent.id, 0 if entry.ok else None)
            case _:
                assert_never(entry)

    def _take_objection(self, entry: TurnedDown | Doubted) -> None:
        """A write that is doubted is as unknown as one that was not answered."""
        if isinstance(entry, TurnedDown):
            self.turned_down[entry.id] = entry.note
        elif self.sent.pop(entry.id, None) is not None:
            intent = self.open[entry.id] = self.intents[entry.id]
            self.unread.pop((intent.stage, intent.row), None)

    def _close(self, intent: str, status: int | None) -> None:
        self.open.pop(intent, None)
        if status is not None:
            self.sent[intent] = status
