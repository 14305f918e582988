"""What does the host say to a child, and what does it believe of the answer?

Nothing without a check: frames are capped, the Arrow stream is validated in full before anybody touches it.
"""

import socket
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import cast

import pyarrow as pa

from webdart_sandbox.jobs import Failed, Forbidden, SqlJob
from webdart_sandbox.limits import MIB, SOURCE_BYTES, Exceeded
from webdart_sandbox.protocol import HEADER_BYTES, ProtocolError, decode, encode, receive_frame, send_frame

_ANSWER_BYTES = 64 * 1024
_FRAMING_BYTES = MIB
"""What schema and batch headers may add to a result of `output_mb`."""


def run(wire: socket.socket, job: SqlJob) -> pa.Table:
    """Hold the whole conversation of one job.

    Raises:
        Failed, Forbidden, Exceeded: the child's answer.
        ProtocolError, OSError: the child is gone, or talks nonsense.
        pyarrow.ArrowInvalid: the result does not validate.
    """
    if len(job.statement.encode()) > SOURCE_BYTES:
        raise Forbidden(f"the statement is longer than {SOURCE_BYTES // MIB} MiB")
    send_frame(wire, encode(_header(job)))
    answer = _answer(wire)
    if "need" in answer:
        _supply(wire, job, answer)
        answer = _answer(wire)
    if not isinstance(answer.get("rows"), int):
        raise ProtocolError("an answer without rows")
    return _result(receive_frame(wire, job.limits.output_mb * MIB + _FRAMING_BYTES))


def _header(job: SqlJob) -> dict[str, object]:
    return {
        "statement": job.statement,
        "tables": {name: table.column_names for name, table in job.tables.items()},
        "parameters": list(job.parameters),
        "limits": asdict(job.limits),
    }


def _answer(wire: socket.socket) -> Mapping[str, object]:
    answer = decode(receive_frame(wire, _ANSWER_BYTES))
    if not isinstance(answer, dict):
        raise ProtocolError("an answer that is no object")
    reply = cast("dict[str, object]", answer)
    detail = str(reply.get("detail", ""))
    if "failed" in reply:
        raise Failed(str(reply["failed"]))
    if "forbidden" in reply:
        raise Forbidden(str(reply["forbidden"]), detail)
    if "exceeded" in reply:
        raise Exceeded(detail, str(reply["exceeded"]))
    return reply


def _supply(wire: socket.socket, job: SqlJob, answer: Mapping[str, object]) -> None:
    """Send the parameters and the columns that the child asked for."""
    wanted = cast("Mapping[str, Sequence[str]]", answer["need"])
    try:
        named = cast("Sequence[str]", answer["parameters"])
        parameters = encode({name: job.parameters[name] for name in named})
        chosen = [_columns(job.tables[name], columns) for name, columns in wanted.items()]
    except (KeyError, TypeError, AttributeError) as error:
        raise ProtocolError(f"a request for what is not there: {error}") from error
    size = sum(table.nbytes for table in chosen)
    if size > job.limits.memory_mb * MIB:
        raise Exceeded(
            "memory_mb",
            f"names columns of {size / MIB:.0f} MiB, more than its limit of {job.limits.memory_mb} MiB of memory"
            " (memory_mb)",
        )
    if len(parameters) > HEADER_BYTES:
        raise Exceeded("memory_mb", f"has parameters of more than {HEADER_BYTES // MIB} MiB")
    send_frame(wire, parameters)
    with wire.makefile("wb", buffering=MIB) as stream:
        for table in chosen:
            with pa.ipc.new_stream(stream, table.schema) as writer:
                writer.write_table(table)


def _columns(table: pa.Table, names: Sequence[str]) -> pa.Table:
    return table.select(list(names))  # pyright: ignore[reportUnknownMemberType] - the stubs leave a part open


def _result(payload: bytes) -> pa.Table:
    table = pa.ipc.open_stream(payload).read_all()
    table.validate(full=True)
    return table
