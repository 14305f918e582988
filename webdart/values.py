"""What frozen values have in common, be they `msgspec.Struct`s or dataclasses: their fields, and copies with changes.

Values are Structs, which are made ten times as fast and whose classes cost next to nothing to define. Dataclasses
remain where pydantic reads the fields (the forms of a file) or a field has metadata.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct, structs

V = TypeVar("V")


def is_value(value: object) -> bool:
    """Whether it has fields: a Struct or an instance of a dataclass."""
    return isinstance(value, Struct) or (dataclasses.is_dataclass(value) and not isinstance(value, type))


def field_names(value: object) -> tuple[str, ...]:
    """The names of the fields of a value or of its class, in their order."""
    if isinstance(value, Struct) or (isinstance(value, type) and issubclass(value, Struct)):
        return value.__struct_fields__
    return tuple(one.name for one in dataclasses.fields(cast("Any", value)))


def replace(value: V, /, **changes: Any) -> V:
    """A copy with some fields changed, as `copy.replace` of Python 3.13 makes it."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    return dataclasses.replace(cast("Any", value), **changes)


def asdict(value: object) -> dict[str, Any]:
    """The fields by name; values inside, also within mappings, lists and tuples, are dicts too."""
    return {name: _plain(getattr(value, name)) for name in field_names(value)}


def _plain(value: Any) -> Any:
    if is_value(value):
        return asdict(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list):
        return [_plain(one) for one in cast("list[Any]", value)]
    if type(cast("object", value)) is tuple:
        return tuple(_plain(one) for one in cast("tuple[Any, ...]", value))
    return value
