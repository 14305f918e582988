"""Defines the frames in which host, zygote and child talk.

Frames of length and payload over socket pairs; payloads are JSON with tagged values, tables are Arrow IPC streams.
Nothing that executes on reading (pickle, marshal) crosses, and every reader states how many bytes it takes.
"""

import json
import math
import socket
import struct
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from io import IOBase
from typing import TYPE_CHECKING, Any, Literal, cast

import pyarrow as pa

if TYPE_CHECKING:
    from typing_extensions import Buffer  # in collections.abc from Python 3.12

_SIMPLE = frozenset({type(None), bool, int, str})
_LENGTH = struct.Struct(">Q")

Ahead = Literal["nothing", "script", "database"]
"""What a child does before its job comes. `script`, `database`: it confines itself as far as it can, and has touched
what scripts touch, or opened an empty database."""
FORK: Mapping[Ahead, bytes] = {"nothing": b"N", "script": b"S", "database": b"D"}
"""From the host to the zygote: fork a child that serves the descriptor sent along; answered by its `PID`, or by the
negative errno where none can be forked."""
REAP = b"R"
"""From the host to the zygote, with a `PID`: collect the child that has ended or is about to; answered by `STATUS`."""
FORGET = b"G"
"""From the host to the zygote, with a `PID`: that child was killed; collect it whenever it has ended, say nothing."""
PID = struct.Struct(">q")
STATUS = struct.Struct(">qqq")
"""Wait status, resident KiB at the peak beyond the zygote's own, and microseconds of CPU of an ended child."""

HEADER_BYTES = 16 * 1024 * 1024
"""The longest job header or control frame that is read."""

STREAM_BYTES = 64 * 1024
"""How much of a table is buffered on its way."""

MESSAGE_BYTES = 8 * 1024
"""How much of an error text crosses."""


class ProtocolError(Exception):
    """The other side closed early, or sent what the protocol doesn't allow."""


def send_frames(connection: socket.socket, payloads: "Iterable[Buffer]") -> None:
    """Send frames, small ones together: each call may wake the reader, who could not go on with a part."""
    together = bytearray()
    for payload in payloads:
        view = memoryview(payload)
        together += _LENGTH.pack(view.nbytes)
        if len(together) + view.nbytes > STREAM_BYTES:
            connection.sendall(together)
            connection.sendall(view)
            together.clear()
        else:
            together += view
    connection.sendall(together)


def receive_frame(connection: socket.socket, most: int) -> bytes:
    """The next frame of at most `most` bytes.

    Raises:
        ProtocolError: the stream ended, or a longer frame was announced.
    """
    (length,) = cast("tuple[int]", _LENGTH.unpack(receive_exactly(connection, _LENGTH.size)))
    if length > most:
        raise ProtocolError(f"a frame of {length} bytes where {most} are allowed")
    return receive_exactly(connection, length)


def receive_exactly(connection: socket.socket, count: int) -> bytes:
    """`count` bytes, or ProtocolError when the stream ends before."""
    buffer = bytearray(count)
    view = memoryview(buffer)
    filled = 0
    while filled < count:
        got = connection.recv_into(view[filled:])
        if got == 0:
            raise ProtocolError(f"the stream ended after {filled} of {count} bytes")
        filled += got
    return bytes(buffer)


def open_stream(source: IOBase | bytes) -> pa.RecordBatchStreamReader:
    """An Arrow stream to read without any further thread: behind the walls none can be started."""
    return pa.ipc.open_stream(source, options=pa.ipc.IpcReadOptions(use_threads=False))


def encode(value: object) -> bytes:
    """Plain values as JSON bytes; types that JSON lacks are tagged objects.

    Raises:
        TypeError: a value is none of None, bool, int, float, str, bytes, Decimal, Fraction, date, datetime, time,
            timedelta, or a list, tuple, set or mapping of those.
    """
    return json.dumps(_tagged(value), ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def decode(payload: bytes) -> object:
    """The value that `encode` was given (tuples and sets come back as lists).

    Raises:
        ProtocolError: the bytes are not of that form.
    """
    try:
        return _untagged(json.loads(payload))
    except (ValueError, TypeError, KeyError, RecursionError, InvalidOperation, OverflowError) as error:
        raise ProtocolError(f"a frame that can't be read: {type(error).__name__}") from error


def _tagged(value: object) -> object:
    if type(value) in _SIMPLE:
        return value
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    for kind, write_kind in _WRITERS.items():  # a subclass, or another mapping
        if isinstance(value, kind):
            return write_kind(value)
    raise TypeError(f"a value of type {type(value).__name__} can't leave or enter the sandbox")


def _itself(value: Any) -> object:
    return value


def _items(value: Any) -> object:
    return [item if type(item) in _SIMPLE else _tagged(item) for item in value]


def _pairs(value: Any) -> object:
    return {
        "$map": [
            [key if type(key) in _SIMPLE else _tagged(key), item if type(item) in _SIMPLE else _tagged(item)]
            for key, item in value.items()
        ]
    }


_WRITERS: Mapping[type, Callable[[Any], object]] = {
    dict: _pairs,
    list: _items,
    float: lambda value: value if math.isfinite(value) else {"$float": repr(value)},
    int: _itself,
    str: _itself,
    Decimal: lambda value: {"$decimal": str(value)},
    datetime: lambda value: {"$datetime": value.isoformat()},
    date: lambda value: {"$date": value.isoformat()},
    time: lambda value: {"$time": value.isoformat()},
    timedelta: lambda value: {"$interval": [value.days, value.seconds, value.microseconds]},
    Fraction: lambda value: {"$fraction": [value.numerator, value.denominator]},
    bytes: lambda value: {"$bytes": value.hex()},
    tuple: _items,
    set: _items,
    frozenset: _items,
    Mapping: _pairs,
}
"""How each type is written, by the exact one first: a `match` over 80,000 values takes half a second. A type stands
before the one that it is derived from."""


def _untagged(value: object) -> object:
    if isinstance(value, list):
        return [_untagged(item) for item in cast("list[object]", value)]
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()  # no lone surrogates
    if not isinstance(value, dict):
        return value
    ((tag, content),) = cast("dict[str, object]", value).items()
    if tag == "$map":
        pairs = cast("list[list[object]]", content)
        return {hashable(_untagged(key)): _untagged(item) for key, item in pairs}
    return _scalar(tag, content)


def hashable(key: object) -> object:
    """A list, which a key can't be, as the tuple that it was."""
    return tuple(cast("list[object]", key)) if isinstance(key, list) else key


def _scalar(tag: str, content: object) -> object:
    if tag == "$interval":
        days, seconds, microseconds = cast("list[int]", content)
        return timedelta(days, seconds, microseconds)
    if tag == "$fraction":
        numerator, denominator = cast("list[int]", content)
        return Fraction(numerator, denominator)
    text = cast("str", content)
    readers = {
        "$float": float,
        "$decimal": Decimal,
        "$datetime": datetime.fromisoformat,
        "$date": date.fromisoformat,
        "$time": time.fromisoformat,
        "$bytes": bytes.fromhex,
    }
    return readers[tag](text)
