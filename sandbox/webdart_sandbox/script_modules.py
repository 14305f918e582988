"""Provides what scripts get when they import a module.

A frozen record of named functions, classes and constants, never the module: 22 of 43 common modules lead to `os` or
`builtins` over public attributes alone. Everything is loaded here, before the walls, because nothing can be opened
behind them.
"""

import _strptime  # noqa: F401  # pyright: ignore[reportUnusedImport] - datetime.strptime loads it at its first call
import calendar
import codecs
import collections
import importlib
import operator
import random
import zoneinfo
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, NoReturn

from webdart_sandbox.script_zones import zone_maker

for _encoding in ("ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16", "cp1252", "unicode_escape", "idna"):
    codecs.lookup(_encoding)


_CHANCE = (
    "betavariate choice choices gauss normalvariate randint random randrange sample seed shuffle triangular uniform"
)


class Module:
    """A record that a script takes for a module; nothing in it can be changed.

    It has no `__name__`: for a name that a module lacks, `from x import y` looks for the real module `x.y` by it.
    """

    __slots__ = ("_members", "_title")

    def __init__(self, title: str, members: Mapping[str, object]) -> None:
        object.__setattr__(self, "_title", title)
        object.__setattr__(self, "_members", dict(members))

    def __getattr__(self, name: str) -> object:
        members = object.__getattribute__(self, "_members")
        if name in members:
            return members[name]
        title = object.__getattribute__(self, "_title")
        raise AttributeError(f"{title} has no {name!r} here; it has {', '.join(sorted(members))}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a module can't be changed here")

    def __dir__(self) -> list[str]:
        return sorted(object.__getattribute__(self, "_members"))

    def __repr__(self) -> str:
        return f"<module {object.__getattribute__(self, '_title')!r}>"


def _record(name: str, wanted: str, others: Mapping[str, object]) -> Module:
    module = importlib.import_module(name)
    names = [each for each in dir(module) if not each.startswith("_")] if wanted == "*" else wanted.split()
    members = {each: getattr(module, each) for each in names if hasattr(module, each)}
    return Module(name, {**members, **others})


class _Annotation:
    """What `typing` gives: something to write after a colon, which means nothing when the script runs."""

    def __getitem__(self, _parameters: object) -> "_Annotation":
        return self

    def __or__(self, _other: object) -> "_Annotation":
        return self

    __ror__ = __or__

    def __call__(self, *values: object) -> object:
        """`cast(type, value)` is the value, `TypeVar("T")` nothing."""
        return values[-1] if len(values) > 1 else self


_TYPING = (
    "Any Callable DefaultDict Deque Dict Final FrozenSet Generator Hashable Iterable Iterator List Literal Mapping"
    " MutableMapping Optional Sequence Set Tuple Type TypeVar Union cast"
)


def _attribute_getter(*names: str) -> Callable[[Any], object]:
    """`operator.attrgetter` for public names that hold no dots."""
    if any(type(name) is not str or name.startswith("_") or "." in name for name in names):
        raise AttributeError("attrgetter takes plain names here; write a lambda")
    if any(name in CLOSED_NAMES | CLOCK_NAMES | {"format", "format_map", "obj"} for name in names):
        raise AttributeError("attrgetter can't reach that here")
    return operator.attrgetter(*names)


_FRAMES_AND_CODE = """
ag_await ag_code ag_frame ag_yieldfrom cr_await cr_code cr_frame cr_origin f_back f_builtins f_code f_generator
f_globals f_locals f_trace gi_code gi_frame gi_yieldfrom tb_frame tb_next
"""
CLOSED_NAMES = frozenset(_FRAMES_AND_CODE.split()) | {"mro", "no_cache", "from_file", "clear_cache"}
"""Public names of attributes that lead out: to frames, to code, to classes above, to files."""

CLOCK_NAMES = frozenset({"now", "today", "utcnow"})
"""What reads the clock of `date` and `datetime`; the guard answers in its place."""

_PLAIN = frozenset({dict, list, set, tuple, collections.OrderedDict, collections.deque, collections.Counter})


def _copy(value: Any) -> object:
    """A shallow copy of a plain container; anything else as it is."""
    return value.copy() if type(value) in _PLAIN - {tuple} else value


def _deepcopy(value: Any) -> object:
    """A copy of plain containers all the way down; anything else as it is."""
    if type(value) in {dict, collections.OrderedDict}:
        return value.__class__((key, _deepcopy(item)) for key, item in value.items())
    if type(value) in {list, set, tuple, collections.deque}:
        return value.__class__(_deepcopy(item) for item in value)
    return _copy(value)


def _made() -> dict[str, dict[str, object]]:
    """What takes the place of a module's own: made safe, or loaded beforehand."""
    days = {name: list(getattr(calendar, name)) for name in ("day_abbr", "day_name", "month_abbr", "month_name")}
    source = random.Random(0)  # noqa: S311 - chance for samples, no secret; seeded, so that every run is the same
    return {
        "calendar": dict(days),
        "copy": {"copy": _copy, "deepcopy": _deepcopy},
        "operator": {"attrgetter": _attribute_getter},
        "random": {name: getattr(source, name) for name in _CHANCE.split()},
        "typing": {name: _Annotation() for name in _TYPING.split()},
        "zoneinfo": {"ZoneInfo": zone_maker(), "ZoneInfoNotFoundError": zoneinfo.ZoneInfoNotFoundError},
    }


def _records() -> dict[str, Module]:
    text = (files("webdart_sandbox") / "script_modules.txt").read_text("utf-8").replace("\n  ", " ")
    listed = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith("#"))
    made = _made()
    records = {name: _record(name, listed.get(name, ""), made.get(name, {})) for name in {**listed, **made}}
    abstract, parse = records["collections.abc"], records["urllib.parse"]
    records["collections"] = _record("collections", listed["collections"], {"abc": abstract})
    records["urllib"] = Module("urllib", {"parse": parse})
    return records


MODULES: Mapping[str, Module] = _records()
"""By name, everything that a script can import."""
