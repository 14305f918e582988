"""Parses `{{ … }}` templates and fills them in.

A template is dotted names and listed filters, nothing else of Jinja. The loader parses it once, with its place; it is
filled when its stage runs. A name is either the file's own word (a parameter, `env`, a list of `for_each`) or data
from a page (a row of a SELECT, a stage's result), and `Names` knows which.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from difflib import get_close_matches
from functools import partial
from typing import Protocol, cast
from urllib.parse import quote, unquote

from webdart.errors import QueryError, SourceLine, WorkflowError
from webdart.identifier import WORD, composed
from webdart.secret import Secret
from webdart.values import field_names, is_value
from webdart.workflow.codes import Code

Scalar = str | int | float | bool | Decimal | date | datetime | timedelta | None
"""One cell: dates with a time carry no zone, they are in the site's."""

MAX_OUTPUT = 64 * 1024
"""Bytes that a filled template may have."""


@dataclass(frozen=True, slots=True)
class Filter:
    """`replace('a', 'b')`: a listed filter and its constant arguments."""

    name: str
    arguments: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """`row.price | round(2)`: a dotted name and its filters."""

    name: tuple[str, ...]
    filters: tuple[Filter, ...] = ()

    @property
    def optional(self) -> bool:
        """Whether `default` stands there, so that the name may be missing or NULL."""
        return any(used.name == "default" for used in self.filters)

    def __str__(self) -> str:
        return ".".join(self.name)


@dataclass(frozen=True, slots=True)
class Template:
    """A text with references in it; `Template.literal` has none."""

    source: str
    parts: tuple[str | Reference, ...]
    at: SourceLine

    @classmethod
    def literal(cls, text: str, at: SourceLine) -> "Template":
        """A template that is `text`, whatever stands in it."""
        return cls(text, (text,), at)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The names used, in order."""
        return tuple(part for part in self.parts if isinstance(part, Reference))

    @property
    def constant(self) -> bool:
        """Whether nothing has to be filled in."""
        return not self.references

    @property
    def whole(self) -> bool:
        """Whether it is one reference and nothing else (so that an address may come whole from a `link` column)."""
        return len(self.parts) == 1 and isinstance(self.parts[0], Reference)


class Names(Protocol):
    """What a template may name, at the time a stage runs."""

    def look_up(self, name: tuple[str, ...]) -> Scalar | Secret:
        """The value of a dotted name.

        Raises:
            UsageError: there is no such name (the message lists those that are).
            QueryError: a result that has not exactly one row, or not that column.
        """
        ...

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Whether the value came from a page (docs/reference/file.md: it may choose no control, locator or host)."""
        ...


@dataclass(frozen=True, slots=True)
class Filled:
    """A template filled in. `secrets` are the secrets in it; `data` whether page data took part."""

    text: str = field(repr=False)  # may hold the text of a secret
    data: bool = False
    secrets: tuple[Secret, ...] = ()


def templates_in(value: object) -> Iterator[Template]:
    """Every template inside a value of the workflow, at any depth."""
    if isinstance(value, Template):
        yield value
    elif isinstance(value, Mapping):
        for item in cast("Mapping[object, object]", value).values():
            yield from templates_in(item)
    elif isinstance(value, tuple | list):
        for item in cast("Sequence[object]", value):
            yield from templates_in(item)
    elif is_value(value):
        for name in field_names(value):
            yield from templates_in(getattr(value, name))


# -- reading --------------------------------------------------------------------------------------------------

_OPEN = re.compile(r"\{\{|\{%|\{#")
_TOKEN = re.compile(
    rf"""\s*(?:(?P<name>{WORD})|(?P<number>-?[0-9]{{1,9}})|"""
    r"""'(?P<single>[^'\\]*)'|"(?P<double>[^"\\]*)"|(?P<sign>[.|(),]))"""
)
_ARGUMENTS: Mapping[str, tuple[tuple[type, ...], ...]] = {
    "default": ((str, int),),
    "lower": (),
    "upper": (),
    "trim": (),
    "replace": ((str,), (str,)),
    "round": ((int,),),
    "date": ((str,),),
}
FILTERS = tuple(_ARGUMENTS)
_DIRECTIVE = re.compile(r"%[-]?[aAbBdHIjmMpSyYVGuf%]")


def without_templates(words: str) -> str:
    """Words that are themselves: what would open a template is parted, however many braces stand in a row."""
    return re.sub(r"\{(?=[{%#])", "{ ", words)


def parse(text: str, at: SourceLine) -> Template:
    """Read a text with `{{ … }}` in it.

    Raises:
        WorkflowError: something else of Jinja, an unknown filter, a bracket that is not closed; at `at`.
    """
    parts: list[str | Reference] = []
    place = 0
    while found := _OPEN.search(text, place):
        if found.group() != "{{":
            hint = "a template is `{{ name | filter }}` only"
            raise _unreadable(f"`{found.group()}` of Jinja", at, hint)
        if found.start() > place:
            parts.append(text[place : found.start()])
        end = text.find("}}", found.end())
        if end < 0:
            raise _unreadable("`{{` without `}}`", at, "close it, or leave the braces out")
        parts.append(_Expression(text[found.end() : end], at).reference())
        place = end + 2
    if place < len(text) or not parts:
        parts.append(text[place:])
    return Template(text, tuple(parts), at)


def _unreadable(problem: str, at: SourceLine, hint: str) -> WorkflowError:
    return WorkflowError(problem, at=at, hint=hint, code=Code.TEMPLATE_SYNTAX.number)


class _Expression:
    """The inside of one pair of braces."""

    def __init__(self, text: str, at: SourceLine) -> None:
        self._text = text.strip()
        self._at = at
        self._tokens = self._split()
        self._place = 0

    def _wrong(self, problem: str, hint: str = "") -> WorkflowError:
        shown = self._text if len(self._text) <= 60 else self._text[:57] + "…"
        return _unreadable(f"`{{{{ {shown} }}}}`: {problem}", self._at, hint or "only `name.name | filter`")

    def _split(self) -> tuple[tuple[str, str], ...]:
        tokens: list[tuple[str, str]] = []
        place = 0
        while place < len(self._text):
            found = _TOKEN.match(self._text, place)
            if found is None:
                raise self._wrong(f"`{self._text[place : place + 10].strip()}` cannot stand in a template")
            kind = found.lastgroup or ""
            tokens.append((kind, found.group(kind)))
            place = found.end()
        return tuple(tokens)

    def _next(self) -> tuple[str, str]:
        self._place += 1
        return self._tokens[self._place - 1] if self._place <= len(self._tokens) else ("end", "")

    def _accept(self, sign: str) -> bool:
        if self._place < len(self._tokens) and self._tokens[self._place] == ("sign", sign):
            self._place += 1
            return True
        return False

    def _name(self, what: str) -> str:
        kind, text = self._next()
        if kind != "name":
            raise self._wrong(f"{what} is missing" if kind == "end" else f"{what} expected, not `{text}`")
        return composed(text)

    def reference(self) -> Reference:
        name = [self._name("a name")]
        while self._accept("."):
            name.append(self._name("a name"))
        filters: list[Filter] = []
        while self._accept("|"):
            filters.append(self._filter())
        kind, text = self._next()
        if kind != "end":
            raise self._wrong(f"`{text}` does not belong here")
        return Reference(tuple(name), tuple(filters))

    def _filter(self) -> Filter:
        name = self._name("a filter")
        if name not in _ARGUMENTS:
            close = get_close_matches(name[:40], FILTERS, 1)
            hint = f"did you mean `{close[0]}`? " if close else ""
            raise self._wrong(f"no filter `{name}`", hint=f"{hint}there are {', '.join(FILTERS)}")
        arguments = self._arguments() if self._accept("(") else ()
        self._check(name, arguments)
        return Filter(name, arguments)

    def _arguments(self) -> tuple[str | int, ...]:
        arguments: list[str | int] = []
        if self._accept(")"):
            return ()
        while True:
            kind, text = self._next()
            if kind not in ("number", "single", "double"):
                raise self._wrong("a filter takes quoted texts and whole numbers")
            arguments.append(int(text) if kind == "number" else text)
            if self._accept(")"):
                return tuple(arguments)
            if not self._accept(","):
                raise self._wrong("`,` or `)` expected")

    def _check(self, name: str, arguments: tuple[str | int, ...]) -> None:
        wanted = _ARGUMENTS[name]
        least = 0 if name == "round" else len(wanted)
        if not least <= len(arguments) <= len(wanted):
            raise self._wrong(f"`{name}` takes {len(wanted)} argument(s), not {len(arguments)}")
        for given, types in zip(arguments, wanted, strict=False):
            if not isinstance(given, types):
                kind = "a quoted text" if types == (str,) else "a whole number"
                raise self._wrong(f"`{name}` takes {kind}, not {given!r}")
        if name == "date" and "%" in _DIRECTIVE.sub("", str(arguments[0])):
            raise self._wrong(f"`{arguments[0]}` is no date format", hint="such as '%Y-%m' or '%d.%m.%Y'")
        if name == "round" and arguments and not 0 <= int(arguments[0]) <= 20:
            raise self._wrong("`round` takes 0 to 20 places")


# -- filling --------------------------------------------------------------------------------------------------


def fill(template: Template, names: Names, *, encode: Callable[[str], str] | None = None) -> Filled:
    """The text of a template; `encode` is put on the parts that are data (percent-encoding, in an address).

    Raises:
        QueryError: a NULL without `default`, a filter that does not fit the value, more than 64 KiB, a result that has
            not exactly one row, or data that makes `.` or `..` of a step of an address, which no encoding hides.
        UsageError: a name that is not there.
    """
    texts: list[str] = []
    own: list[str] = []  # the same, with a letter for what is data
    secrets: list[Secret] = []
    data = False
    size = 0
    for part in template.parts:
        given = False
        if isinstance(part, Reference):
            try:
                value = names.look_up(part.name)
            except QueryError as error:
                raise error.at(template.at) from error
            if isinstance(value, Secret):
                secrets.append(value)
            text = _text(part, value, template.at)
            if given := names.is_data(part.name):
                data = True
                text = encode(text) if encode else text
        else:
            text = part
        texts.append(text)
        own.append("x" if given else text)
        size += len(text.encode(errors="surrogatepass"))
        if size > MAX_OUTPUT:
            raise QueryError(
                f"{template.at}: `{template.source[:60]}` gives more than 64 KiB", hint="shorten its values"
            )
    if encode is not None and data and _relative_steps("".join(texts)) > _relative_steps("".join(own)):
        raise QueryError(
            f"{template.at}: `{template.source[:60]}`: a value from a page makes `.` or `..` of a part of the address",
            hint="leave such rows out",
        )
    return Filled("".join(texts), data, tuple(secrets))


def _relative_steps(address: str) -> int:
    """How many steps of a path lead elsewhere than down: browsers take `%2e` for a dot, too."""
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    return sum(unquote(step).strip() in {".", ".."} for step in re.split(r"[/\\]", path))


def fill_address(template: Template, names: Names) -> Filled:
    """The text of an address: what came from a page is percent-encoded, save where it is the whole of it.

    A whole address from data is for a `link` column; which hosts it may have is judged where it is visited.

    Raises:
        QueryError, UsageError: as `fill`.
    """
    return fill(template, names, encode=None if template.whole else partial(quote, safe=""))


def _text(reference: Reference, value: Scalar | Secret, at: SourceLine) -> str:
    if isinstance(value, Secret):
        return value.reveal()  # filters on secrets are refused by the loader
    for used in reference.filters:
        value = _apply(used, value, reference, at)
    if value is None:
        hint = f"give a value for it: {{{{ {reference} | default('…') }}}}, or leave such rows out"
        raise QueryError(f"{at}: `{reference}` is NULL", hint=hint)
    return as_text(value)


def _apply(used: Filter, value: Scalar, reference: Reference, at: SourceLine) -> Scalar:
    """One filter; NULL passes all but `default`."""
    if used.name == "default":
        return used.arguments[0] if value is None else value
    if value is None:
        return None
    if used.name == "round":
        return _rounded(value, int(used.arguments[0]) if used.arguments else 0, reference, at)
    if used.name == "date":
        return _formatted(value, str(used.arguments[0]), reference, at)
    return _retyped(used, as_text(value), reference, at)


def _retyped(used: Filter, text: str, reference: Reference, at: SourceLine) -> str:
    """The filters that look at a value as a text."""
    match used.name:
        case "replace":
            old, new = str(used.arguments[0]), str(used.arguments[1])
            if len(text) + text.count(old) * (len(new) - len(old)) > MAX_OUTPUT:  # before the memory is spent
                raise QueryError(f"{at}: `{reference} | replace` gives more than 64 KiB", hint="shorten its values")
            return text.replace(old, new)
        case "lower":
            return text.lower()
        case "upper":
            return text.upper()
        case _:
            return text.strip()


def _rounded(value: Scalar, places: int, reference: Reference, at: SourceLine) -> Scalar:
    try:
        number = Decimal(str(value).strip())
        return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    except InvalidOperation as error:
        raise QueryError(f"{at}: `{reference} | round`: {value!r} is no number", hint="round numbers only") from error


def _formatted(value: Scalar, pattern: str, reference: Reference, at: SourceLine) -> str:
    try:
        day = value if isinstance(value, date) else datetime.fromisoformat(str(value))
        return day.strftime(pattern)
    except ValueError as error:
        problem = f"{at}: `{reference} | date`: {value!r} is no date"
        raise QueryError(problem, hint="declare the column as `date` or `datetime`") from error


def as_text(value: Scalar) -> str:
    """A value as a person would type it: ISO 8601 dates and durations, decimals in full, `true` and `false`."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Decimal():
            return format(value, "f")
        case date():
            return value.isoformat()
        case timedelta():
            return _duration(value)
        case _:
            return str(value)


def _duration(value: timedelta) -> str:
    """ISO 8601, days and smaller: `P2DT3H`, `PT1H5M`, `PT0S`."""
    sign = "-" if value < timedelta(0) else ""
    value = abs(value)
    hours, rest = divmod(value.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    fraction = f".{value.microseconds:06d}".rstrip("0") if value.microseconds else ""
    day = f"{value.days}D" if value.days else ""
    clock = "".join(f"{amount}{unit}" for amount, unit in ((hours, "H"), (minutes, "M")) if amount)
    clock += f"{seconds}{fraction}S" if seconds or fraction else ""
    return f"{sign}P{day}T{clock}" if clock else f"{sign}P{day}" if day else "PT0S"
