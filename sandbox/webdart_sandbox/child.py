"""What does a forked child do, from its one job to its one answer?

It reads the job's header, locks itself in, and only then looks at what other people wrote.
"""

import importlib.metadata
import platform
import signal
import socket
from collections.abc import Mapping
from typing import cast

import duckdb
import pyarrow as pa

from webdart_sandbox import sql_run, walls
from webdart_sandbox.jobs import Failed, Forbidden
from webdart_sandbox.limits import Exceeded, Limits, over
from webdart_sandbox.protocol import HEADER_BYTES, MESSAGE_BYTES, decode, encode, receive_frame, send_frame


def versions() -> Mapping[str, str]:
    """What this process has loaded, for the host's records."""
    return {
        "python": platform.python_version(),
        "duckdb": duckdb.__version__,
        "pyarrow": pa.__version__,
        "restrictedpython": importlib.metadata.version("RestrictedPython"),
    }


def serve(wire: socket.socket) -> None:
    """Run the job that comes over `wire` and answer with one frame, or with a frame and the result's Arrow stream."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    header = cast("dict[str, object]", decode(receive_frame(wire, HEADER_BYTES)))
    limits = Limits(**cast("dict[str, float]", header["limits"]))  # pyright: ignore[reportArgumentType] - JSON has one kind of number
    try:
        rows, result = _sql(wire, header, limits)
        answer, payload = encode({"rows": rows}), result
    except Failed as error:
        answer, payload = _report("failed", error.problem), None
    except Forbidden as error:
        answer, payload = _report("forbidden", error.problem, error.hint), None
    except Exceeded as error:
        answer, payload = _report("exceeded", error.problem, error.limit), None
    except MemoryError:
        error = over("memory_mb", limits)
        answer, payload = _report("exceeded", error.problem, error.limit), None
    send_frame(wire, answer)
    if payload is not None:
        send_frame(wire, payload)  # pyright: ignore[reportArgumentType] - an Arrow buffer is a bytes-like object


def _sql(wire: socket.socket, header: Mapping[str, object], limits: Limits) -> tuple[int, pa.Buffer]:
    connection = sql_run.connect(limits)
    walls.confine(limits)
    job = sql_run.Statement(
        source=cast("str", header["statement"]),
        tables=cast("dict[str, list[str]]", header["tables"]),
        parameters=cast("list[str]", header["parameters"]),
        limits=limits,
    )
    return sql_run.run(connection, wire, job)


def _report(kind: str, problem: str, detail: str = "") -> bytes:
    printable = "".join(sign for sign in problem[:MESSAGE_BYTES] if sign.isprintable() or sign == "\n")
    return encode({kind: printable, "detail": detail})


__all__ = ["serve", "versions"]
