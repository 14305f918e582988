"""Defines what one job may use, and the error when it used more."""

from dataclasses import dataclass

MIB = 1024 * 1024
SOURCE_BYTES = MIB
"""The longest program text that is read at all; compilers are exhausted by less than people ever write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds of wall and CPU time, MiB of memory (input tables included), MiB of output, rows of a result."""

    seconds: float = 30.0
    cpu_seconds: float = 30.0
    memory_mb: int = 1024
    output_mb: int = 64
    rows: int = 1_000_000


class Exceeded(Exception):
    """A limit was passed: `limit` is its field's name, `problem` one sentence that names it and its amount."""

    def __init__(self, limit: str, problem: str) -> None:
        super().__init__(problem)
        self.limit = limit
        self.problem = problem


def over(limit: str, limits: Limits) -> Exceeded:
    """The error for passing `limit`."""
    sentences = {
        "seconds": f"took longer than its limit of {limits.seconds:g} second{'' if limits.seconds == 1 else 's'}",
        "cpu_seconds": f"used more than its limit of {limits.cpu_seconds:g} CPU seconds (cpu_seconds)",
        "memory_mb": f"needed more than its limit of {limits.memory_mb} MiB of memory (memory_mb)",
        "output_mb": f"gave more than its limit of {limits.output_mb} MiB of output (output_mb)",
        "rows": f"gave more than its limit of {limits.rows} rows (rows)",
    }
    return Exceeded(limit, sentences[limit])
