"""Decides what a running script may read, write and call.

RestrictedPython's rewritten code asks these functions for every attribute and every assignment. They decide by the
real type of an object, never by what an object says about itself.
"""

import builtins
import operator
import string
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Context, Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, cast

from RestrictedPython.Guards import safe_builtins  # pyright: ignore[reportUnknownVariableType] - a dict without types
from RestrictedPython.transformer import INSPECT_ATTRIBUTES

from webdart_sandbox.script_modules import CLOCK_NAMES, CLOSED_NAMES, MODULES, Module
from webdart_sandbox.script_policy import NAMEDTUPLE_NAMES, private

_MISSING = object()
_SUPER_SELF = vars(super)["__self__"]
_CLOSED = INSPECT_ATTRIBUTES | CLOSED_NAMES
_WRITABLE = frozenset({dict, list, defaultdict, OrderedDict, Counter, deque, bytearray, Context})
_NAMEABLE = frozenset(
    {bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, type(None)}
    | {Counter, OrderedDict, defaultdict, deque, date, datetime, time, timedelta, timezone, Decimal, Fraction}
)
_EXTRA_BUILTINS = (
    "all any bytearray bytes classmethod dict enumerate filter float format frozenset iter list map max min next"
    " object property reversed set sorted staticmethod str sum super tuple zip"
)
_OPERATORS = (
    "+=iadd -=isub *=imul /=itruediv //=ifloordiv %=imod **=ipow <<=ilshift >>=irshift |=ior ^=ixor &=iand @=imatmul"
)
_IN_PLACE: Mapping[str, Callable[[Any, Any], object]] = MappingProxyType(
    {sign + "=": getattr(operator, name) for sign, name in (pair.rsplit("=", 1) for pair in _OPERATORS.split(" "))}
)


class Guards:
    """The guards of one script; they know the classes that it defines."""

    def __init__(self, write: Callable[[str], None], now: datetime) -> None:
        self._write_text = write
        self._now = now
        self._classes: set[type] = set()

    def namespace(self) -> dict[str, object]:
        """What the script's globals need: the guards under RestrictedPython's names, and the builtins."""
        return {
            "__builtins__": self._builtins(),
            "__name__": "script",
            "__metaclass__": self._make_class,
            "_getattr_": self._read,
            "_write_": self._write,
            "_getitem_": operator.getitem,
            "_getiter_": _itself,
            "_iter_unpack_sequence_": _itself,
            "_unpack_sequence_": _itself,
            "_inplacevar_": _in_place,
            "_apply_": _apply,
        }

    def _builtins(self) -> dict[str, object]:
        closed = {"id", "setattr", "delattr", "_getattr_"}
        offered = {
            name: value for name, value in cast("dict[str, object]", safe_builtins).items() if name not in closed
        }
        offered |= {name: getattr(builtins, name) for name in _EXTRA_BUILTINS.split()}
        return offered | {
            "__import__": _import,
            "delattr": self._delete_attribute,
            "getattr": self._read,
            "hasattr": self._has,
            "print": self._print,
            "setattr": self._set_attribute,
            "type": self._type,
        }

    def _make_class(self, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
        for base in bases:
            if type(base) is not type or base in {type, super, property, staticmethod, classmethod, Module}:
                raise TypeError("a class can't be derived from that here")
        made = type(name, bases, body)
        self._classes.add(made)
        return made

    def _own(self, thing: object) -> bool:
        """Whether `thing` is of a class that the script has written from scratch, or such a class itself."""
        kind = cast("type", thing if type(thing) is type else type(thing))
        lineage = type.mro(kind) if type(kind) is type else [kind]
        return all(each in self._classes or each is object for each in lineage[:-1]) and kind in self._classes

    def _read(self, thing: Any, name: str, default: object = _MISSING, /) -> object:
        """`thing.name`, where that is open."""
        _check_name(name)
        subject = _subject(thing)
        if name in {"format", "format_map"} and issubclass(_kind(subject), str):
            return _safe_format(subject, name)
        if name == "__class__":
            return self._type(thing)
        if name in CLOCK_NAMES and issubclass(_kind(subject), date):
            return self._clock(name, issubclass(_kind(subject), datetime))
        if not self._open(thing, name):
            raise AttributeError(f"{name!r} of {type(thing).__name__} can't be reached here")
        return getattr(thing, name) if default is _MISSING else getattr(thing, name, default)

    def _clock(self, name: str, whole: bool) -> Callable[..., object]:  # noqa: FBT001 - one private caller
        """`datetime.now` and its kin: the present of the run, in UTC."""

        def now(tz: tzinfo | None = None) -> datetime:
            return self._now.astimezone(UTC).replace(tzinfo=None) if tz is None else self._now.astimezone(tz)

        def today() -> date:
            return now() if whole else now().date()

        return now if name == "now" and whole else today

    def _open(self, thing: object, name: str) -> bool:
        if not name.startswith("_"):
            return name not in _CLOSED and not (name == "obj" and issubclass(_kind(_subject(thing)), BaseException))
        if name == "__name__":
            return type(thing) is type or type(thing) is type(_itself)
        if name == "__init__":
            return type(thing) is super
        if name in NAMEDTUPLE_NAMES:
            return issubclass(_kind(thing), tuple) or self._own(thing)
        return private(name) and self._own(thing)

    def _has(self, thing: object, name: str, /) -> bool:
        try:
            self._read(thing, name)
        except AttributeError:
            return False
        return True

    def _write(self, thing: object) -> object:
        """`thing`, where its items and attributes may be set."""
        kind = type(thing)
        if kind in _WRITABLE or kind in self._classes or (kind is type and cast("type", thing) in self._classes):
            return thing
        raise TypeError(f"items and attributes of {kind.__name__} can't be set here")

    def _set_attribute(self, thing: object, name: str, value: object, /) -> None:
        _check_name(name)
        if name.startswith("_") and not (private(name) and self._own(thing)):
            raise AttributeError(f"{name!r} can't be set here")
        setattr(self._write(thing), name, value)

    def _delete_attribute(self, thing: object, name: str, /) -> None:
        _check_name(name)
        if name.startswith("_") and not (private(name) and self._own(thing)):
            raise AttributeError(f"{name!r} can't be deleted here")
        delattr(self._write(thing), name)

    def _type(self, thing: object, /) -> type:
        """The type of a plain value, an exception, or an object of the script's own classes."""
        kind = type(thing)
        if kind in _NAMEABLE or kind in self._classes or issubclass(kind, BaseException):
            return kind
        raise TypeError(f"the type of {kind.__name__} can't be had here; isinstance() can ask for it")

    def _print(self, *values: object, sep: str | None = " ", end: str | None = "\n", **_rest: object) -> None:
        between, last = " " if sep is None else str(sep), "\n" if end is None else str(end)
        self._write_text(between.join(map(str, values)) + last)


def _subject(thing: object) -> object:
    """What `thing` speaks for: `super()` gives the attributes of another object under its own type."""
    return _SUPER_SELF.__get__(thing) if type(thing) is super else thing


def _kind(thing: object) -> type:
    return thing if type(thing) is type else type(thing)


def _itself(value: object, *_specification: object) -> object:
    """Iterating and unpacking need no guard: nothing that a script holds may not be iterated."""
    return value


def _apply(function: Callable[..., object], /, *values: object, **named: object) -> object:
    return function(*values, **named)


def _in_place(sign: str, left: object, right: object) -> object:
    return _IN_PLACE[sign](left, right)


def _check_name(name: object) -> None:
    if type(name) is not str:
        raise TypeError("the name of an attribute is a str")


def _import(name: str, _globals: object = None, _locals: object = None, wanted: Any = (), level: int = 0) -> Module:
    """The record of a module, never the module.

    Imports that a script writes were checked when it was compiled. Parts of the interpreter written in C ask here too
    (`strptime` for its parser), and take the real module from `sys.modules` whatever the answer; they get an empty one.
    """
    if name in sys.modules and name not in MODULES and not level:
        return Module(name, {})
    if level or name not in MODULES:
        raise ImportError(f"there is no module {name!r} here; there are {', '.join(sorted(MODULES))}")
    return MODULES[name] if wanted else MODULES[name.partition(".")[0]]


class _Formatter(string.Formatter):
    """`str.format` without its way into attributes and items."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        if "." in field_name or "[" in field_name:
            raise ValueError(f"format can't reach {field_name!r} here; write an f-string")
        return super().get_field(field_name, args, kwargs)


def _safe_format(text: object, name: str) -> Callable[..., str]:
    formatter = _Formatter()

    def formatted(*values: object, **named: object) -> str:
        pattern, values = (text, values) if type(text) is not type else (values[0], values[1:])
        if name == "format_map":
            return formatter.vformat(str(pattern), (), cast("Mapping[str, object]", values[0]))
        return formatter.vformat(str(pattern), values, named)

    return formatted
