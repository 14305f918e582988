"""Defines what a run gives back: the object of docs/reference/python.md, which `webdart run --json` prints."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal, cast

from webdart.answer.doubt import Doubt
from webdart.answer.shape import AnswerValue
from webdart.browser.snapshot.kept_files import KeptFile
from webdart.errors import UsageErrors, WebdartError, WorkflowErrors
from webdart.model.door.account import Account, RoleUse
from webdart.records.model import Verdict
from webdart.table.archive import Saved
from webdart.table.cell_json import Json, write

Status = Literal["answered", "incomplete", "refused", "failed"]
Grade = Literal["full walk", "exact", "sampled", "trusted"]
WriteState = Literal["done", "already so", "held", "refused", "turned down", "not sent", "unknown"]
PushdownVerdict = Literal["taken", "refused", "undone"]

GRADES: tuple[Grade, ...] = ("full walk", "exact", "sampled", "trusted")
"""From the strongest evidence to the weakest (docs/explanation/decisions.md)."""


def weakest(grades: Iterable[Grade]) -> Grade:
    """The grade of an answer whose parts have these grades; nothing pushed down is a full walk."""
    found = {*grades, GRADES[0]}
    return next(grade for grade in reversed(GRADES) if grade in found)


def status_of(exit_code: int) -> Status:
    """The word for an exit code."""
    known: Mapping[int, Status] = {0: "answered", 3: "incomplete", 4: "refused"}
    return known.get(exit_code, "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOutcome:
    """One extracted table: distinct rows, the total that the site stated, and how complete it is, with reasons."""

    name: str
    rows: int
    stated: int | None = None
    verdict: Verdict = "unknown"
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PushdownOutcome:
    """A control of the site, the part of the SQL that it answered, and the verdict on it."""

    control: str
    does: str
    verdict: PushdownVerdict
    evidence: str = ""


_REPORT: Mapping[str, bool] = {"report": True}
"""Shown by the report, left out of the JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOutcome:
    """A write: `request` as method and path, `verified` None where nothing was verified.

    `fields` are what would be sent, of a request that was only shown.
    """

    request: str
    state: WriteState
    verified: bool | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], metadata=_REPORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """What the language model cost; `cost` in the currency of the price table, None where the price is unknown.

    `roles` has the same for each role, `estimated` says that the server did not count all of the tokens.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    estimated: bool = field(default=False, metadata=_REPORT)
    roles: tuple[RoleUse, ...] = field(default=(), metadata=_REPORT)


def model_use(account: Account) -> ModelUse:
    """An account as the outcome tells it: the dearest role first."""
    whole = account.total
    return ModelUse(
        calls=whole.calls,
        tokens_in=whole.tokens_in,
        tokens_out=whole.tokens_out,
        cost=None if whole.cost is None else round(whole.cost, 6),
        estimated=whole.estimated,
        roles=tuple(sorted(account.roles.values(), key=lambda use: -(use.tokens_in + use.tokens_out))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Everything that a run says about itself; `run` is None when it never began (exit 2), `error` when all went well.

    `pages` were opened in the browser, `pages_plain` is how many a walk without push-downs would have opened.
    `doubts` are why an answer with exit 3 may be wrong, `accepted` what its author knows and lets pass.
    `downloads` are the files that were kept of what sites sent, `saved` the tables that were kept beyond the run; the
    object has either only where there are some.
    """

    run: str | None
    workflow: str
    exit: int
    answer: AnswerValue | None = None
    grade: Grade | None = None
    tables: tuple[TableOutcome, ...] = ()
    pages: int = 0
    pages_plain: int = 0
    pushdowns: tuple[PushdownOutcome, ...] = ()
    writes: tuple[WriteOutcome, ...] = ()
    model: ModelUse = ModelUse()
    doubts: tuple[Doubt, ...] = ()
    accepted: tuple[Doubt, ...] = ()
    warnings: tuple[str, ...] = ()
    error: tuple[str, ...] | None = None
    seconds: float = 0.0
    report: str | None = None
    downloads: tuple[KeptFile, ...] = ()
    saved: tuple[Saved, ...] = ()

    @property
    def status(self) -> Status:
        """`answered`, `incomplete`, `refused` or `failed`, as the exit code says."""
        return status_of(self.exit)

    def to_json(self, indent: int | None = None) -> str:
        """The object as JSON text, members in the order of docs/reference/python.md."""
        members = {item.name: _json(getattr(self, item.name)) for item in fields(self)}
        for name in ("downloads", "accepted", "saved"):
            if not getattr(self, name):
                del members[name]
        head = {name: members.pop(name) for name in ("run", "workflow")}
        return write({**head, "status": self.status, **members, "seconds": round(self.seconds, 3)}, indent)


def failure(error: WebdartError, *, workflow: str, run: str | None = None) -> Outcome:
    """The object of a run that `error` ended before there was anything to tell."""
    return Outcome(run=run, workflow=workflow, exit=error.exit_code, error=messages(error))


def messages(error: WebdartError) -> tuple[str, ...]:
    """The error as messages; a file with five mistakes has five."""
    if isinstance(error, WorkflowErrors | UsageErrors):
        return tuple(str(problem) for problem in error.problems)
    return (str(error),)


def _json(value: object) -> Json:
    """A value of this module as JSON; what is no dataclass and no list is JSON already."""
    if is_dataclass(value):
        told = [item.name for item in fields(value) if not item.metadata.get("report")]
        return {name: _json(getattr(value, name)) for name in told}
    if isinstance(value, list | tuple):
        return [_json(item) for item in cast("Sequence[object]", value)]
    return cast("Json", value)
