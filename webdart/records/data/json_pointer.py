"""Finds places in a value of JSON: those of arrays of objects, of the values in an object, of numbers around them.

A place is a JSON pointer (RFC 6901).
"""

from collections.abc import Iterator

from webdart.records.data.data_cells import Json

_DEEP = 8  # levels of an answer in which its rows are looked for; of an object in which its values are


def at(value: Json, pointer: str) -> Json:
    """What stands at a JSON pointer (RFC 6901; `-1` is the last of an array); None where nothing does."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.lstrip("-").isdecimal() and -len(value) <= int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def _within(pointer: str, step: str | int) -> str:
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def _members(value: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def leaves(value: Json, pointer: str = "", depth: int = _DEEP) -> dict[str, Json]:
    """The values of an object by their places; a list of plain values is one."""
    if not isinstance(value, dict | list):
        return {pointer: value}
    if pointer and isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        return {pointer: value}
    found: dict[str, Json] = {}
    for step, below in _members(value) if depth else ():
        if isinstance(value, dict) or not pointer:
            found |= leaves(below, _within(pointer, step), depth - 1)
    return found


def arrays(value: Json, rows: int, pointer: str = "", depth: int = _DEEP) -> Iterator[str]:
    """Where arrays of so many objects (or rows of a grid) stand, the outer ones first."""
    if isinstance(value, list) and len(value) == rows and all(isinstance(one, dict | list) for one in value):
        yield pointer
    for step, below in _members(value) if depth else ():
        yield from arrays(below, rows, _within(pointer, step), depth - 1)


def scalars(value: Json, pointer: str = "", depth: int = _DEEP) -> Iterator[tuple[str, Json]]:
    """The plain values of an answer that do not stand in an array, with their places."""
    if isinstance(value, dict):
        for step, below in value.items() if depth else ():
            yield from scalars(below, _within(pointer, step), depth - 1)
    elif not isinstance(value, list):
        yield pointer, value


def numbers(answer: Json) -> dict[str, int]:
    """The whole numbers of an answer outside of its arrays."""
    return {place: one for place, one in scalars(answer) if isinstance(one, int) and not isinstance(one, bool)}
