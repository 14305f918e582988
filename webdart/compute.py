"""How is SQL (and later Python) run over extracted tables, without ever touching a database file?

The only door to `webdart_sandbox`: the tables that a statement names go over as Arrow, the result comes back as
Arrow that has been validated, and everything runs in a process of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxLimits:
    """What one job may use: seconds of wall and CPU time, MiB of memory, MiB of output, rows of the result."""

    seconds: float = 30.0
    cpu_seconds: float = 30.0
    memory_mb: int = 1024
    output_mb: int = 64
    rows: int = 1_000_000


class Compute(Protocol):
    """Runs one SELECT over tables."""

    async def query(
        self,
        sql: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = SandboxLimits(),
    ) -> pa.Table:
        """The result of one SELECT-shaped statement over `tables`, `$name` bound from `parameters`.

        Raises:
            QueryError: the statement fails; the message says which tables and columns exist.
            LimitExceeded: a named limit was passed.
            Refused: the statement is not one that may run here, or a layer of the sandbox is missing.
        """
        ...

    async def close(self) -> None:
        """End the helper process."""
        ...
