"""What is asked of the sandbox, and what comes back?

A job's outcome is a value or one of three errors: `Failed` (the program is wrong), `Forbidden` (it may not run here)
and `limits.Exceeded`. `Unavailable` says that no job can run at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from webdart_sandbox.limits import Limits

Tables = Mapping[str, pa.Table]


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlJob:
    """One SELECT over `tables`; `$name` is bound from `parameters`, of which only those that it names go over."""

    statement: str
    tables: Tables
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])
    limits: Limits = Limits()


class Failed(Exception):
    """The program failed: `problem` is the engine's own message."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Forbidden(Exception):
    """The program may not run here: `problem` says which part, `hint` what to write instead."""

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint


class Unavailable(Exception):
    """The sandbox itself can't run jobs: it did not start, or was ended from outside."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
