"""Sends a script's answer back in frames, so that the host never works on it beyond the job's deadline.

Frames have a bounded size. The host decodes each before it reads the next, while the child waits: when the deadline
ends the child, all that is left to read is what the socket holds. A text of any length is one frame; it costs next to
nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from webdart_sandbox.limits import MIB, Exceeded, Limits, over
from webdart_sandbox.protocol import ProtocolError, decode, encode, hashable

_FRAME_BYTES = 256 * 1024
"""The longest frame that is parsed in one go; at worst some 90,000 empty lists."""
_RUN = 256
_VALUES_PER_FRAME = 8 * _RUN
_VALUES_PER_MIB = 125_000
_LISTS = (list, tuple, set, frozenset)
_DEPTH = 100
_VALUES, _LIST, _MAP, _END, _TEXT, _BYTES = b"V", b"L", b"M", b"E", b"T", b"B"


def frames(value: object, limits: Limits) -> list[bytes]:
    """The frames of `value`.

    Raises:
        TypeError: as `protocol.encode`.
        Exceeded: they are more than `output_mb`.
    """
    made: list[bytes] = []
    room = limits.output_mb * MIB
    for frame in _run([value]):
        room -= len(frame)
        if room < 0:
            raise over("output_mb", limits)
        made.append(frame)
    return made


def _run(items: Sequence[object]) -> Iterator[bytes]:
    """The frames of values that follow each other."""
    if len(items) <= _RUN and _room_after(items, _VALUES_PER_FRAME) >= 0:
        frame = _VALUES + encode(items)
        if len(frame) <= _FRAME_BYTES:
            yield frame
            return
    if len(items) == 1:
        yield from _large(items[0])
        return
    step = min(_RUN, (len(items) + 1) // 2)
    for start in range(0, len(items), step):
        yield from _run(items[start : start + step])


def _room_after(items: Iterable[object], room: int) -> int:
    """How many of `room` values are left after these and those within them; below zero, and the rest is not looked at.

    Encoding takes longer than counting: what is too much for a frame should not be encoded to find that out.
    """
    for item in items:
        room -= 1
        if isinstance(item, Mapping):
            room = _room_after(cast("Mapping[object, object]", item).values(), room)
        elif isinstance(item, _LISTS):
            room = _room_after(cast("Sequence[object]", item), room)
        if room < 0:
            return room
    return room


def _large(value: object) -> Iterator[bytes]:
    """The frames of one value that is too large for a frame of its own kind."""
    match value:
        case str():
            yield _TEXT + value.encode("utf-8", "replace")
        case bytes():
            yield _BYTES + value
        case list() | tuple() | set() | frozenset():
            yield _LIST
            yield from _run(list(cast("Sequence[object]", value)))
            yield _END
        case Mapping():
            yield _MAP
            yield from _run([part for pair in cast("Mapping[object, object]", value).items() for part in pair])
            yield _END
        case _:
            raise TypeError(f"a value of type {type(value).__name__} with so many digits can't leave the sandbox")


def assemble(receive: Callable[[int], bytes], limits: Limits) -> object:
    """The value whose frames `receive` gives, one a call, none longer than it is told.

    Raises:
        ProtocolError: the frames are not those of a value; or as `receive` does.
        Exceeded: they are more than `output_mb`, or unfold to more values than so much output allows.
    """
    building = _Building(limits)
    room = limits.output_mb * MIB + 1
    while not building.complete():
        frame = receive(room)
        room -= max(len(frame), 1)
        building.add(frame[:1], frame[1:])
    return building.value()


class _Building:
    """A value of which some frames have come."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._values = limits.output_mb * _VALUES_PER_MIB
        self._open: list[tuple[bytes, list[object]]] = [(_LIST, [])]

    def complete(self) -> bool:
        """Whether the outermost value has come."""
        return len(self._open) == 1 and bool(self._open[0][1])

    def value(self) -> object:
        """The outermost value, once it has come."""
        (value,) = self._only(self._open[0][1])
        return value

    def add(self, kind: bytes, content: bytes) -> None:
        """Take one frame."""
        items = self._open[-1][1]
        if kind == _VALUES:
            items += self._decoded(content)
        elif kind == _TEXT:
            items.append(content.decode("utf-8", "replace"))
        elif kind == _BYTES:
            items.append(content)
        elif kind in {_LIST, _MAP} and len(self._open) < _DEPTH:
            self._open.append((kind, []))
        elif kind == _END and len(self._open) > 1:
            self._close()
        else:
            raise ProtocolError("a frame that belongs to no value")

    def _close(self) -> None:
        kind, items = self._open.pop()
        if kind == _LIST:
            self._open[-1][1].append(items)
        else:
            try:
                pairs = zip(items[::2], items[1::2], strict=True)
                self._open[-1][1].append({hashable(key): item for key, item in pairs})
            except (TypeError, ValueError) as error:
                raise ProtocolError(f"a mapping that is none: {error}") from error

    def _decoded(self, content: bytes) -> list[object]:
        if len(content) > _FRAME_BYTES:
            raise ProtocolError("a frame of values that is too long")
        self._values -= sum(content.count(sign) for sign in (b"[", b"{", b","))  # an empty list is 2 bytes, and 56
        if self._values < 0:
            most = f"{self._limits.output_mb * _VALUES_PER_MIB:,}"
            limit = f"its limit of {self._limits.output_mb} MiB of output (output_mb)"
            raise Exceeded("output_mb", f"gave an answer of more than {most} values, the most for {limit}")
        values = decode(content)
        if not isinstance(values, list):
            raise ProtocolError("a frame that holds no values")
        return cast("list[object]", values)

    def _only(self, items: list[object]) -> list[object]:
        if len(items) != 1:
            raise ProtocolError("an answer that is not one value")
        return items
