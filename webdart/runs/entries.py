"""Defines the entries of a journal, a closed union of small values, and their form on a line."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, cast

from msgspec import Struct, field

from webdart.errors import StoreError
from webdart.plan.model import Cursor
from webdart.table.checked_line import Json
from webdart.values import asdict, field_names


class RunStarted(Struct, frozen=True, kw_only=True):
    """The run begins, with the workflow of this hash."""

    run: str
    sha256: str
    at: str = ""


class RunResumed(Struct, frozen=True, kw_only=True):
    """The run goes on after an end without an answer, or after a kill; `repairs` were made on opening."""

    repairs: tuple[str, ...] = ()
    at: str = ""


class StageStarted(Struct, frozen=True, kw_only=True):
    """A stage begins: its index and what it is (`navigate`, `sql`, `act`, …)."""

    stage: int
    what: str
    at: str = ""


class PageAcknowledged(Struct, frozen=True, kw_only=True):
    """A page is committed; `pages` is how many the run had opened until then, in all its processes."""

    cursor: Cursor
    pages: int = 0


class StageDone(Struct, frozen=True, kw_only=True):
    """A stage is over; `into` is the table that it computed, if it did."""

    stage: int
    into: str | None = None
    at: str = ""


class WalkEnded(Struct, frozen=True, kw_only=True):
    """A walk came to an end of its listing, and why (see `Cursor`): it is not walked again."""

    stage: int
    walk: int
    end: str
    asked: bool = False
    unsure: bool = False
    at: str = ""


class AskWritten(Struct, frozen=True, kw_only=True):
    """A model has written what answers an `ask` (`language`: `sql` or `python`); it is not asked again."""

    stage: int
    sql: str
    language: str = "sql"
    at: str = ""


class ModelAsked(Struct, frozen=True, kw_only=True):
    """A question to the model was answered, and what it cost (`cost` None: unknown)."""

    role: str
    tokens_in: int
    tokens_out: int
    cost: float | None
    estimated: bool = False


class Intent(Struct, frozen=True, kw_only=True):
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


class OutcomeKnown(Struct, frozen=True, kw_only=True):
    """The write was answered, with this HTTP status."""

    id: str
    status: int
    note: str = ""
    at: str = ""


class TurnedDown(Struct, frozen=True, kw_only=True):
    """The write was answered as if it were done, and the page that came of it says that the site has not taken it."""

    id: str
    note: str
    at: str = ""


class Doubted(Struct, frozen=True, kw_only=True):
    """The write was answered as if it were done, and nothing tells whether the site has taken it: it is unknown."""

    id: str
    note: str
    at: str = ""


class NotSent(Struct, frozen=True, kw_only=True):
    """The write never left this machine, and why."""

    id: str
    why: str
    at: str = ""


class Unanswered(Struct, frozen=True, kw_only=True):
    """The write may have left, and no complete answer came: its outcome stays unknown."""

    id: str
    note: str = ""
    at: str = ""


class Verified(Struct, frozen=True, kw_only=True):
    """The result of `verify` for a row. It settles every earlier write of the row whose outcome was unknown."""

    stage: int
    row: str
    ok: bool
    at: str = ""


class Settled(Struct, frozen=True, kw_only=True):
    """A person says whether an unknown write took effect."""

    id: str
    happened: bool
    at: str = ""


RowState = Literal["done", "already so", "held", "refused", "failed"]


class RowDone(Struct, frozen=True, kw_only=True):
    """A row of an `act` is over."""

    stage: int
    row: str
    state: RowState
    at: str = ""


class LoginSent(Struct, frozen=True, kw_only=True):
    """The declared login form of a site is about to be sent; it may be sent again."""

    site: str
    request: str
    at: str = ""


class RunEnded(Struct, frozen=True, kw_only=True):
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
    | TurnedDown
    | Doubted
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
    if kind is None or not body.keys() <= set(field_names(kind)):
        raise StoreError(f"{place}: an entry of a newer webdart", hint="resume the run with that version")
    values: dict[str, object] = dict(body)
    if "cursor" in values:
        values["cursor"] = Cursor(**cast("dict[str, int]", body["cursor"]))  # type: ignore[arg-type]  # as asdict wrote it
    if "fields" in values:
        values["fields"] = {name: tuple(texts) for name, texts in cast("dict[str, list[str]]", body["fields"]).items()}
    if "repairs" in values:
        values["repairs"] = tuple(cast("list[str]", body["repairs"]))
    return kind(**values)  # type: ignore[arg-type]  # as asdict wrote it, and the line vouches for it
