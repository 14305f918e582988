"""Sends a job to a child, and checks the answer before the host believes it.

Nothing passes without a check: frames are capped, the number of values is limited by their bytes, and the Arrow stream
is validated in full before anything touches it.
"""

import socket
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import cast

import pyarrow as pa

from webdart_sandbox.answer_frames import assemble
from webdart_sandbox.arrow_check import read_checked
from webdart_sandbox.jobs import (
    Failed,
    Forbidden,
    ScriptJob,
    ScriptResult,
    SqlJob,
    Tables,
    Terms,
    TrialJob,
    Unavailable,
)
from webdart_sandbox.limits import MIB, SOURCE_BYTES, Exceeded, Limits
from webdart_sandbox.protocol import (
    HEADER_BYTES,
    STREAM_BYTES,
    ProtocolError,
    decode,
    encode,
    receive_frame,
    send_frames,
)

_ANSWER_BYTES = 128 * 1024
_ENCLOSED_BYTES = 256 * 1024
"""Up to how large in all the tables of a script go over with it, before it is known which of them it names: asking
takes longer."""
_FRAMING_BYTES = MIB
"""What schema and batch headers may add to a result of `output_mb`."""


def query(wire: socket.socket, job: SqlJob, terms: Terms) -> pa.Table:
    """Hold the whole conversation of an SQL job.

    Raises:
        Failed, Forbidden, Exceeded, Unavailable: the child's answer.
        ProtocolError, OSError: the child is gone, or talks nonsense.
        pyarrow.ArrowInvalid: the result does not validate.
    """
    check_length(job.statement, "statement")
    send_frames(wire, [_header(job.header(), terms)])
    answer = _answer(wire)
    if "need" in answer:
        _supply(wire, job, answer)
        answer = _answer(wire)
    if "rows" not in answer:
        raise ProtocolError("an answer without rows")
    return read_checked(_payload(wire, job.limits))


def script(wire: socket.socket, job: ScriptJob, terms: Terms) -> ScriptResult:
    """Hold the whole conversation of a script; raises as `query` does."""
    check_length(job.source, "script")
    tables = list(job.tables.values())
    enclosed = sum(table.nbytes for table in tables) <= _ENCLOSED_BYTES
    send_frames(wire, [_header({**job.header(), "enclosed": enclosed}, terms)])
    if enclosed:
        _send_tables(wire, tables, job.limits)
    answer = _answer(wire)
    if "need" in answer:
        _send_tables(wire, _chosen(job.tables, answer["need"]), job.limits)
        answer = _answer(wire)
    if "done" not in answer:
        raise ProtocolError("an answer without a result")
    result = assemble(lambda most: receive_frame(wire, most), job.limits)
    if not isinstance(result, list) or len(cast("list[object]", result)) != 2:
        raise ProtocolError("a result that is no pair")
    value, printed = cast("list[object]", result)
    return ScriptResult(answer=value, printed=readable(str(printed)))


def trial(wire: socket.socket, job: TrialJob, terms: Terms) -> str:
    """What is the matter with a layer; an empty string where it holds."""
    send_frames(wire, [_header(job.header(), terms)])
    answer = _answer(wire)
    if "note" not in answer:
        raise ProtocolError("a trial without a result")
    return readable(str(answer["note"]))


def check_length(source: str, what: str) -> None:
    """Nothing where `source` is a text that is not too long.

    Raises:
        Failed, Forbidden: it is none, or too long.
    """
    try:
        length = len(source.encode())
    except UnicodeEncodeError as error:
        raise Failed(f"the {what} is no text: {error.reason}") from error
    if length > SOURCE_BYTES:
        raise Forbidden(f"the {what} is longer than {SOURCE_BYTES // MIB} MiB")


def _header(header: dict[str, object], terms: Terms) -> bytes:
    return _encoded({**header, **asdict(terms)})


def _encoded(values: Mapping[str, object]) -> bytes:
    try:
        payload = encode(values)
    except (TypeError, ValueError) as error:
        raise Failed(f"a parameter has no place in the sandbox: {error}") from error
    if len(payload) > HEADER_BYTES:
        raise Exceeded("memory_mb", f"has parameters of more than {HEADER_BYTES // MIB} MiB")
    return payload


def _answer(wire: socket.socket) -> Mapping[str, object]:
    answer = decode(receive_frame(wire, _ANSWER_BYTES))
    if not isinstance(answer, dict):
        raise ProtocolError("an answer that is no object")
    reply = cast("dict[str, object]", answer)
    detail = readable(str(reply.get("detail", "")))
    if "failed" in reply:
        raise Failed(readable(str(reply["failed"])), detail)
    if "forbidden" in reply:
        raise Forbidden(readable(str(reply["forbidden"])), detail)
    if "exceeded" in reply:
        raise Exceeded(detail, readable(str(reply["exceeded"])))
    if "unavailable" in reply:
        raise Unavailable(readable(str(reply["unavailable"])), tuple(detail.split()))
    return reply


def readable(text: str) -> str:
    """Texts of a child end on somebody's terminal: no control characters but new lines and tabs."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)


def _payload(wire: socket.socket, limits: Limits) -> bytes:
    return receive_frame(wire, limits.output_mb * MIB + _FRAMING_BYTES)


def _supply(wire: socket.socket, job: SqlJob, answer: Mapping[str, object]) -> None:
    """Send the parameters and the columns that the child asked for."""
    tables = _chosen(job.tables, answer["need"])
    try:
        values = {name: job.parameters[name] for name in cast("Sequence[str]", answer["parameters"])}
    except (KeyError, TypeError) as error:
        raise ProtocolError(f"a request for what is not there: {error}") from error
    send_frames(wire, [_encoded(values)])
    _send_tables(wire, tables, job.limits)


def _chosen(tables: Tables, need: object) -> list[pa.Table]:
    try:
        wanted = cast("Mapping[str, Sequence[str]]", need).items()
        return [_columns(tables[name], columns) for name, columns in wanted]
    except (KeyError, TypeError, AttributeError) as error:
        raise ProtocolError(f"a request for what is not there: {error}") from error


def _columns(table: pa.Table, names: Sequence[str]) -> pa.Table:
    return table.select(list(names))  # pyright: ignore[reportUnknownMemberType] - the stubs leave a part open


def check_size(tables: Iterable[pa.Table], limits: Limits) -> None:
    """Nothing where the tables fit into a job's memory.

    Raises:
        Exceeded: they don't; it says how large they are.
    """
    size = sum(table.nbytes for table in tables)
    if size > limits.memory_mb * MIB:
        problem = f"names columns of {size / MIB:.0f} MiB, more than its limit of {limits.memory_mb} MiB of memory"
        raise Exceeded("memory_mb", f"{problem} (memory_mb)")


def _send_tables(wire: socket.socket, tables: Sequence[pa.Table], limits: Limits) -> None:
    check_size(tables, limits)
    with wire.makefile("wb", buffering=STREAM_BYTES) as stream:
        for table in tables:
            with pa.ipc.new_stream(stream, table.schema) as writer:
                writer.write_table(table)
