"""Defines the entries of a journal, a closed union of small values, and their form on a line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import Literal, cast

from webdart.errors import StoreError
from webdart.plan.model import Cursor
from webdart.table.checked_line import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted:
    """The run begins, with the workflow of this hash."""

    run: str
    sha256: str
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResumed:
    """The run goes on after an end without an answer, or after a kill; `repairs` were made on opening."""

    repairs: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStarted:
    """A stage begins: its index and what it is (`navigate`, `sql`, `act`, …)."""

    stage: int
    what: str
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAcknowledged:
    """A page is committed; `pages` is how many the run had opened until then, in all its processes."""

    cursor: Cursor
    pages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDone:
    """A stage is over; `into` is the table that it computed, if it did."""

    stage: int
    into: str | None = None
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkEnded:
    """A walk came to an end of its listing, and why (see `Cursor`): it is not walked again."""

    stage: int
    walk: int
    end: str
    asked: bool = False
    unsure: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWritten:
    """A model has written what answers an `ask` (`language`: `sql` or `python`); it is not asked again."""

    stage: int
    sql: str
    language: str = "sql"
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAsked:
    """A question to the model was answered, and what it cost (`cost` None: unknown)."""

    role: str
    tokens_in: int
    tokens_out: int
    cost: float | None
    estimated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """A write is about to leave this machine, allowed by `shape`. `fields` are masked.

    `row` is the fingerprint of the row of `for_each` that it belongs to.
    """

    id: str
    stage: int
    row: str
    request: str
    url: str
    shape: str
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeKnown:
    """The write was answered, with this HTTP status."""

    id: str
    status: int
    note: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """The write never left this machine, and why."""

    id: str
    why: str
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """The write may have left, and no complete answer came: its outcome stays unknown."""

    id: str
    note: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of `verify` for a row. It settles every earlier write of the row whose outcome was unknown."""

    stage: int
    row: str
    ok: bool
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A person says whether an unknown write took effect."""

    id: str
    happened: bool
    at: str = ""


RowState = Literal["done", "already so", "held", "refused", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDone:
    """A row of an `act` is over."""

    stage: int
    row: str
    state: RowState
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginSent:
    """The declared login form of a site is about to be sent; it may be sent again."""

    site: str
    request: str
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """The run ends, with the `status` of its JSON and its exit code."""

    status: str
    exit: int
    at: str = ""


Entry = (
    RunStarted
    | RunResumed
    | StageStarted
    | PageAcknowledged
    | StageDone
    | WalkEnded
    | AskWritten
    | ModelAsked
    | Intent
    | OutcomeKnown
    | NotSent
    | Unanswered
    | Verified
    | Settled
    | RowDone
    | LoginSent
    | RunEnded
)

KINDS: Mapping[str, type[Entry]] = {kind.__name__: kind for kind in Entry.__args__}


def to_json(entry: Entry) -> dict[str, Json]:
    """`entry` as a line of the journal, stamped with the time where it has none."""
    body: dict[str, Json] = {"kind": type(entry).__name__, **asdict(entry)}
    if "at" in body and not body["at"]:
        body["at"] = datetime.now(UTC).isoformat()
    return body


def from_json(body: dict[str, Json], place: str) -> Entry:
    """The entry that `to_json` wrote; `place` is where it stands.

    Raises:
        StoreError: this version does not know the entry.
    """
    kind = KINDS.get(str(body.pop("kind", "")))
    if kind is None or not body.keys() <= {one.name for one in fields(kind)}:
        raise StoreError(f"{place}: an entry of a newer webdart", hint="resume the run with that version")
    values: dict[str, object] = dict(body)
    if "cursor" in values:
        values["cursor"] = Cursor(**cast("dict[str, int]", body["cursor"]))  # type: ignore[arg-type]  # as asdict wrote it
    if "fields" in values:
        values["fields"] = {name: tuple(texts) for name, texts in cast("dict[str, list[str]]", body["fields"]).items()}
    if "repairs" in values:
        values["repairs"] = tuple(cast("list[str]", body["repairs"]))
    return kind(**values)  # type: ignore[arg-type]  # as asdict wrote it, and the line vouches for it
