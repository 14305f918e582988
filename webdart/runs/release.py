"""Releases a held write from this machine, at most once.

The one place where a declared write is let go: an intent in the journal, then the write, then its outcome. A write
that an earlier, interrupted part of the run has sent is not sent again, and one whose outcome is unknown is not sent
before something has settled it. Two requests are sent without an intent, because they may be repeated: the declared
login, and a page that only asks whether something is to be done (`webdart.execute.act.write_decision`).
"""

import asyncio
import re
import secrets
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from hashlib import blake2b
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct, field

from webdart.browser.port import Guard, Outcome
from webdart.errors import OutcomeUnknown, Refused, WebdartError
from webdart.failpoints import crash_point
from webdart.page.body_fields import fields_in
from webdart.page.model import Held
from webdart.runs.entries import (
    Doubted,
    Intent,
    LoginSent,
    NotSent,
    OutcomeKnown,
    Settled,
    TurnedDown,
    Unanswered,
    Verified,
)
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.secret import Mask
from webdart.table.checked_line import dump
from webdart.table.values import to_json
from webdart.values import replace
from webdart.workflow.model import Value

WriteState = Literal["done", "already so", "held", "refused", "turned down", "not sent", "unknown"]


class WriteRecord(Struct, frozen=True, kw_only=True):
    """The outcome of one write, as the run's JSON states it (docs/reference/python.md).

    `status` is the HTTP status of the answer, None where none arrived; `verified` is filled in by whoever looked;
    `fields` are those of the request, secrets blanked, where it is shown and not sent. `intent` is the id of its entry
    in the journal where it was sent just now, `refusal` what the JSON of its answer says against it.
    """

    request: str
    state: WriteState
    stage: int
    row: str = ""
    verified: bool | None = None
    status: int | None = None
    note: str = ""
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    intent: str = ""
    refusal: str = ""


_BEFORE = "sent before the run was interrupted; not sent again"

UNREAD = f"{_BEFORE}; what the page that came of it said was not read any more"
"""The note of a write that was answered just before the run broke off."""


class _Earlier(Struct, frozen=True):
    """What came of a write of an earlier part of the run: its status (0: only that it happened), the site's objection.

    `unread` says that nobody has looked at the page that came of it.
    """

    status: int
    said: str = ""
    unread: bool = False


class Release:
    """Lets held writes go, between intent and outcome. `history` is the journal as it was when the run was opened."""

    def __init__(self, guard: Guard, journal: Journal, mask: Mask, history: History) -> None:
        self._guard = guard
        self._journal = journal
        self._mask = mask
        self._sent: dict[tuple[int, str, str], deque[_Earlier]] = {}
        for intent, status in history.sent:
            said, unread = history.turned_down.get(intent.id, ""), intent.id in history.unread
            self._note_sent(intent, _Earlier(status, said, unread=unread and not said))
        self._unknown = {(intent.stage, intent.row): intent for intent in history.unknown}
        self._answered: dict[str, Intent] = {}

    async def __call__(self, held: Held, *, shape: str, stage: int, row: str = "") -> WriteRecord:
        """Send `held`, allowed by `shape`, for a row of a stage.

        The k-th equal write of a row that was sent before a kill is answered 204 instead; its record is that of then.
        Once a write is under way, being cancelled waits for its answer.

        Raises:
            OutcomeUnknown: an earlier write of this row may have happened; settle it first. Nothing was sent.
            StoreError: the intent could not be journalled. Nothing was sent.
            Refused: the guard can't send it (a file that is gone). Nothing was sent.
        """
        request = request_line(held, self._mask)
        crash_point("before_intent")
        await self._refuse_unknown(held, stage, row)
        if before := self._sent.get((stage, row, request)):
            earlier = before.popleft()
            await self._guard.refuse(held)
            return WriteRecord(
                request=request,
                state="turned down" if earlier.said else "done",
                stage=stage,
                row=row,
                status=earlier.status or None,
                note=earlier.said or (UNREAD if earlier.unread else _BEFORE),
            )
        intent = Intent(
            id=secrets.token_hex(8),
            stage=stage,
            row=row,
            request=request,
            url=self._mask(held.url),
            shape=self._mask(shape),
            fields=masked_fields(held, self._mask),
        )
        self._journal.append(intent)
        crash_point("after_intent")
        outcome = await _to_the_end(self._send(held, intent))
        return WriteRecord(
            request=request,
            state="done" if outcome.known else "unknown" if outcome.left else "not sent",
            stage=stage,
            row=row,
            status=outcome.status or None,
            note=self._mask(outcome.note),
            intent=intent.id,
            refusal=self._mask(outcome.refusal),
        )

    def turned_down(self, record: WriteRecord, said: str) -> WriteRecord:
        """The record of a write that was sent just now, when its page says that the site has not taken it.

        It is not sent again on resume: nobody knows whether all of it was refused.

        Raises:
            StoreError: it could not be journalled.
        """
        note = self._mask(said)
        self._journal.append(TurnedDown(id=record.intent, note=note))
        return replace(record, state="turned down", note=note)

    def doubted(self, record: WriteRecord, why: str) -> WriteRecord:
        """The record of a write that was sent just now, when nothing tells whether the site has taken it.

        It is as unknown as one that got no answer.

        Raises:
            StoreError: it could not be journalled.
        """
        note = self._mask(why)
        self._journal.append(Doubted(id=record.intent, note=note))
        self._unknown[record.stage, record.row] = self._answered[record.intent]
        return replace(record, state="unknown", note=note)

    async def login(self, held: Held, site: str) -> Outcome:
        """Send the declared login form of `site`. It may be sent again, so nothing is asked and nothing settled."""
        self._journal.append(LoginSent(site=site, request=request_line(held, self._mask)))
        return await self._guard.release(held)

    async def refuse(self, held: Held, *, state: Literal["held", "refused"], stage: int, row: str = "") -> WriteRecord:
        """Answer it 204 without sending it: shown in a dry run (`held`), or not allowed (`refused`)."""
        await self._guard.refuse(held)
        shown = masked_fields(held, self._mask)
        return WriteRecord(request=request_line(held, self._mask), state=state, stage=stage, row=row, fields=shown)

    def verified(self, stage: int, row: str, *, ok: bool) -> None:
        """Record the result of `verify` for a row, which settles its writes of unknown outcome.

        Raises:
            StoreError: it could not be journalled.
        """
        self._journal.append(Verified(stage=stage, row=row, ok=ok))
        self._settle(self._unknown.pop((stage, row), None), happened=ok)

    def unsettled(self, stage: int, row: str) -> str:
        """The write of a row that may or may not have taken effect, or ""."""
        unknown = self._unknown.get((stage, row))
        return "" if unknown is None else unknown.request

    def settle(self, stage: int, row: str, *, happened: bool) -> None:
        """A person says whether the unknown write of a row took effect.

        Raises:
            StoreError: it could not be journalled.
        """
        intent = self._unknown[stage, row]
        self._journal.append(Settled(id=intent.id, happened=happened))
        self._settle(self._unknown.pop((stage, row)), happened=happened)

    def _settle(self, intent: Intent | None, *, happened: bool) -> None:
        if intent is not None and happened:
            self._note_sent(intent, _Earlier(0))

    def _note_sent(self, intent: Intent, earlier: "_Earlier") -> None:
        if not 400 <= earlier.status < 500:  # else the site has turned it down, and nothing has happened
            self._sent.setdefault((intent.stage, intent.row, intent.request), deque()).append(earlier)

    async def _refuse_unknown(self, held: Held, stage: int, row: str) -> None:
        if (unknown := self._unknown.get((stage, row))) is None:
            return
        await self._guard.refuse(held)
        raise OutcomeUnknown(
            f"nobody knows whether {unknown.request} took effect; it is not sent again",
            hint="look at the site; with `verify:` in the file, a run settles such a write by itself",
        )

    async def _send(self, held: Held, intent: Intent) -> Outcome:
        try:
            outcome = await self._guard.release(held)
        except Refused as error:
            self._journal.append(NotSent(id=intent.id, why=self._mask(error.problem)))
            raise
        except WebdartError as error:
            outcome = Outcome(0, error.problem)
        crash_point("after_release")
        note = self._mask(outcome.note)
        if outcome.known:
            self._journal.append(OutcomeKnown(id=intent.id, status=outcome.status, note=note))
            self._answered[intent.id] = intent
        elif not outcome.left:
            self._journal.append(NotSent(id=intent.id, why=note))
        else:
            self._journal.append(Unanswered(id=intent.id, note=note))
            self._unknown[intent.stage, intent.row] = intent
        crash_point("after_outcome")
        return outcome


async def _to_the_end(sending: Coroutine[None, None, Outcome]) -> Outcome:
    task = asyncio.ensure_future(sending)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            await asyncio.wait([task])
        raise


def request_line(held: Held, mask: Mask) -> str:
    """`POST /orders/7/`: what a person is shown of a request. The query is left out, as in `writes:`."""
    return mask(f"{held.method} {urlsplit(held.url).path or '/'}")


def masked_fields(held: Held, mask: Mask) -> Mapping[str, tuple[str, ...]]:
    """The fields of a request, secrets blanked; tokens that only prove a form to be the site's own are shown as `…`.

    A body that has no fields is shown as it is, as far as it is text and short.
    """
    if not held.fields and held.body:
        text = " ".join(mask(held.body[:_READ_BYTES].decode("utf-8", "replace")).split())  # nothing of a secret is cut
        return {"body": (text[:_SHOWN_LETTERS] + ("…" if max(len(text), len(held.body)) > _SHOWN_LETTERS else ""),)}
    return _masked(held.fields, mask)


def masked_query(held: Held, mask: Mask) -> Mapping[str, tuple[str, ...]]:
    """The query of a request's address, treated as in `masked_fields`."""
    return _masked(fields_in(held.url), mask)


def _masked(fields: Mapping[str, tuple[str, ...]], mask: Mask) -> Mapping[str, tuple[str, ...]]:
    return {
        mask(name): ("…",) * len(texts) if _PROOF.search(name) else tuple(map(mask, texts))
        for name, texts in fields.items()
    }


_SHOWN_LETTERS = 500
_READ_BYTES = 1 << 16
_PROOF = re.compile("csrf|xsrf|token|nonce|authenticity", re.IGNORECASE)
"""Names of fields against forged requests: long, new every time, and as good as a password to whoever reads them."""


def fingerprints(rows: Sequence[Mapping[str, Value]]) -> tuple[str, ...]:
    """A name for every row of `for_each`, the same on resume; of equal rows the second is `…#2`."""
    seen: dict[str, int] = {}
    names: list[str] = []
    for row in rows:
        text = dump({name: to_json(row[name]) for name in sorted(row)})
        name = blake2b(text, digest_size=8).hexdigest()
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(names)
