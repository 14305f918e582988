"""Defines the jobs of the sandbox and their outcomes.

A job's outcome is a value or one of three errors: `Failed` (the program is wrong), `Forbidden` (it may not run here)
and `limits.Exceeded`. `Unavailable` says that no job of this kind can run on this machine, and which layer it lacks.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import ClassVar, Literal

import pyarrow as pa

from webdart_sandbox.limits import Limits
from webdart_sandbox.protocol import Ahead

Tables = Mapping[str, pa.Table]

Level = Literal["strict", "normal", "weak"]
"""What a missing layer means. `strict`: nothing runs. `normal`: untrusted code runs without an added layer, never
without one of those that are always on. `weak`: everything runs; only the operator may ask for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On which terms a job runs: what a missing layer means, and whether a control group meters the child."""

    level: Level
    metered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlJob:
    """One SELECT over `tables`; `$name` is bound from `parameters`, of which only those that it names go over.

    `trusted`: a person wrote it. It then runs in its own process with locked settings on every system, and layers
    that the system lacks are no reason to refuse. `now`, with a zone, is what it takes for the present; None is the
    machine's clock.
    """

    ahead: ClassVar[Ahead] = "database"
    """What the child that runs it may have done before it knew the job."""

    statement: str
    tables: Tables
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])
    limits: Limits = Limits()
    trusted: bool = False
    now: datetime | None = None

    def header(self) -> dict[str, object]:
        """What the child gets first; tables and values follow when it asks for them."""
        return {
            "kind": "sql",
            "statement": self.statement,
            "tables": {name: table.column_names for name, table in self.tables.items()},
            "parameters": list(self.parameters),
            "limits": asdict(self.limits),
            "trusted": self.trusted,
            "now": self.now,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptJob:
    """A Python program over `tables` and `parameters` (which it sees as `params`) that sets `answer`.

    `first_line` is the number of its first line where people read it, for errors; `now` as of `SqlJob`.
    """

    source: str
    tables: Tables
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])
    limits: Limits = Limits()
    first_line: int = 1
    now: datetime | None = None

    @property
    def ahead(self) -> Ahead:
        """As of `SqlJob`."""
        return "database" if "sql" in self.source else "script"

    def header(self) -> dict[str, object]:
        """What the child gets first; tables follow when it asks for them."""
        return {
            "kind": "script",
            "source": self.source,
            "tables": {name: table.column_names for name, table in self.tables.items()},
            "parameters": dict(self.parameters),
            "limits": asdict(self.limits),
            "trusted": False,
            "first_line": self.first_line,
            "now": self.now,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptResult:
    """What a script answered (plain values: None, bool, int, float, str, Decimal, dates, lists, dicts) and printed."""

    answer: object
    printed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialJob:
    """Put up the layer `name` alone and try what it must stop."""

    ahead: ClassVar[Ahead] = "nothing"
    """As of `SqlJob`: no other layer may stand."""

    name: str
    limits: Limits = Limits(seconds=10, memory_mb=64)

    def header(self) -> dict[str, object]:
        """What the child gets."""
        return {"kind": "trial", "name": self.name, "limits": asdict(self.limits), "trusted": True}


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of confinement on this machine, as a trial of it showed.

    `always`: untrusted code does not run without it; the others are added where the system has them. `note` says
    what is the matter where `active` is false. `backs` names a layer that does the same, so that nothing is open
    without this one.
    """

    name: str
    always: bool
    active: bool
    note: str = ""
    backs: str = ""


class Failed(Exception):
    """The program failed: `problem` is the engine's own message, `printed` what a script had printed until then."""

    def __init__(self, problem: str, printed: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.printed = printed


class Forbidden(Exception):
    """The program may not run here: `problem` says which part, `hint` what to write instead."""

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint


class Unavailable(Exception):
    """The sandbox can't run this job here: it did not start, was ended from outside, or lacks `layers`."""

    def __init__(self, problem: str, layers: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.layers = layers
