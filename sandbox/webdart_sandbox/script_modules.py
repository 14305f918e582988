"""What do scripts get when they import a module?

A frozen record of named functions, classes and constants, never the module: 22 of 43 common modules lead to `os` or
`builtins` over public attributes alone. Everything is loaded here, before the walls, because nothing can be opened
behind them.
"""

import _strptime  # noqa: F401  # pyright: ignore[reportUnusedImport] - datetime.strptime loads it at its first call
import base64
import bisect
import calendar
import codecs
import collections
import collections.abc
import csv
import datetime as dt
import decimal
import difflib
import fractions
import functools
import hashlib
import heapq
import html
import io
import itertools
import json
import math
import operator
import random
import re
import statistics
import string
import textwrap
import unicodedata
import urllib.parse
import zoneinfo
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

for _encoding in ("ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16", "cp1252", "unicode_escape", "idna"):
    codecs.lookup(_encoding)


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


def _record(module: ModuleType, names: str, **others: object) -> Module:
    members = {name: getattr(module, name) for name in names.split() if hasattr(module, name)}
    return Module(module.__name__, members | others)


def _everything(module: ModuleType) -> str:
    """The public names of a module written in C that defines nothing but functions and constants."""
    return " ".join(name for name in dir(module) if not name.startswith("_"))


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


def _read_zones() -> Mapping[str, bytes]:
    """Every time zone as its file's bytes: 600 small files, read once, parsed when a script asks."""
    found: dict[str, bytes] = {}
    for name in sorted(zoneinfo.available_timezones()):
        for folder in zoneinfo.TZPATH:
            path = Path(folder, name)
            if path.is_file():
                found[name] = path.read_bytes()
                break
        else:
            package, _, leaf = name.rpartition("/")
            found[name] = _from_package(package, leaf)
    return found


def _from_package(package: str, leaf: str) -> bytes:
    parts = ".".join(part for part in ("tzdata", "zoneinfo", *package.split("/")) if part)
    return (resources.files(parts) / leaf).read_bytes()


def _zone_maker(zones: Mapping[str, bytes]) -> Callable[[str], zoneinfo.ZoneInfo]:
    made: dict[str, zoneinfo.ZoneInfo] = {}

    def zone(key: str) -> zoneinfo.ZoneInfo:
        if key not in zones:
            raise zoneinfo.ZoneInfoNotFoundError(f"no time zone {key!r}")
        if key not in made:
            made[key] = zoneinfo.ZoneInfo.from_file(io.BytesIO(zones[key]), key=key)
        return made[key]

    return zone


def _attribute_getter(*names: str) -> Callable[[Any], object]:
    """`operator.attrgetter` for public names that hold no dots."""
    if any(type(name) is not str or name.startswith("_") or "." in name for name in names):
        raise AttributeError("attrgetter takes plain names here; write a lambda")
    if any(name in CLOSED_NAMES | {"format", "format_map", "obj"} for name in names):
        raise AttributeError("attrgetter can't reach that here")
    return operator.attrgetter(*names)


_FRAMES_AND_CODE = """
ag_await ag_code ag_frame ag_yieldfrom cr_await cr_code cr_frame cr_origin f_back f_builtins f_code f_generator
f_globals f_locals f_trace gi_code gi_frame gi_yieldfrom tb_frame tb_next
"""
CLOSED_NAMES = frozenset(_FRAMES_AND_CODE.split()) | {"mro", "no_cache", "from_file", "clear_cache"}
"""Public names of attributes that lead out: to frames, to code, to classes above, to files."""

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


def _seeded(names: str) -> Module:
    """`random` with a fixed seed, so that the same script gives the same answer."""
    source = random.Random(0)  # noqa: S311 - chance for samples, no secret
    return Module("random", {name: getattr(source, name) for name in names.split()})


def _records() -> dict[str, Module]:
    parse = _record(
        urllib.parse,
        "parse_qs quote quote_plus unquote unquote_plus urlencode urljoin urlparse urlsplit urlunparse urlunsplit"
        " parse_qsl urldefrag",
    )
    abstract = _record(
        collections.abc,
        "Callable Collection Container Generator Hashable Iterable Iterator Mapping MutableMapping MutableSequence"
        " MutableSet Reversible Sequence Set Sized",
    )
    records = [
        _record(math, _everything(math)),
        _record(itertools, _everything(itertools)),
        _record(
            unicodedata,
            "bidirectional category combining decimal decomposition digit east_asian_width"
            " is_normalized lookup mirrored name normalize numeric unidata_version",
        ),
        _record(
            statistics,
            "NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean"
            " linear_regression mean median median_grouped median_high median_low mode multimode pstdev pvariance"
            " quantiles stdev variance",
        ),
        _record(
            decimal,
            "BasicContext Clamped Context ConversionSyntax Decimal DecimalException DefaultContext"
            " DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext FloatOperation Inexact"
            " InvalidContext InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow ROUND_05UP"
            " ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded"
            " Subnormal Underflow getcontext localcontext setcontext",
        ),
        _record(fractions, "Fraction"),
        _record(dt, "MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo"),
        _record(zoneinfo, "ZoneInfoNotFoundError", ZoneInfo=_zone_maker(_read_zones())),
        _record(json, "JSONDecodeError dumps loads"),
        _record(
            re,
            "A ASCII DOTALL I IGNORECASE M MULTILINE Match Pattern S U UNICODE VERBOSE X compile error escape"
            " findall finditer fullmatch match search split sub subn",
        ),
        _record(collections, "ChainMap Counter OrderedDict defaultdict deque namedtuple", abc=abstract),
        abstract,
        _record(functools, "cache cmp_to_key lru_cache partial reduce"),
        _record(
            string,
            "Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits"
            " printable punctuation whitespace",
        ),
        _record(textwrap, "TextWrapper dedent fill indent shorten wrap"),
        _record(difflib, "Differ SequenceMatcher context_diff get_close_matches ndiff restore unified_diff"),
        _record(
            operator,
            "abs add and_ concat contains countOf eq floordiv ge getitem gt index indexOf inv invert"
            " is_ is_not itemgetter le length_hint lshift lt matmul mod mul ne neg not_ or_ pos pow rshift sub"
            " truediv truth xor",
            attrgetter=_attribute_getter,
        ),
        _record(bisect, "bisect bisect_left bisect_right insort insort_left insort_right"),
        _record(heapq, "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest"),
        _record(
            calendar,
            "isleap leapdays monthrange timegm weekday",
            **{name: list(getattr(calendar, name)) for name in ("day_abbr", "day_name", "month_abbr", "month_name")},
        ),
        _record(
            base64, "b16decode b16encode b32decode b32encode b64decode b64encode urlsafe_b64decode urlsafe_b64encode"
        ),
        _record(hashlib, "md5 sha1 sha256 sha512 blake2b"),
        _record(html, "escape unescape"),
        _record(csv, "DictReader QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE reader"),
        _seeded(
            "betavariate choice choices gauss normalvariate randint random randrange sample seed shuffle triangular"
            " uniform"
        ),
        Module("copy", {"copy": _copy, "deepcopy": _deepcopy}),
        Module("typing", {name: _Annotation() for name in _TYPING.split()}),
        Module("urllib", {"parse": parse}),
        parse,
    ]
    return {object.__getattribute__(record, "_title"): record for record in records}


MODULES: Mapping[str, Module] = _records()
"""By name, everything that a script can import."""
