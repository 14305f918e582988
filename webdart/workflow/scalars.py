"""Reads single values of the file: texts, numbers, words from a list, names, durations, hosts and templates."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from webdart.errors import SourceLine, WorkflowError
from webdart.workflow import templates
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Definitions, Flawed, Mapped, Notes, Schema, Use, mismatch, nearest, shorten
from webdart.workflow.templates import Template
from webdart.workflow.values import duration_of

W = TypeVar("W", bound=str)

IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,62}")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?![0-9])")
_HOST = re.compile(
    r"(?=.{1,253}(?::|$))[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?(:[0-9]{1,5})?"
)


def written(node: Node, expected: str, notes: Notes) -> str:
    """The text of a scalar: quoted, or plain and a text or a number; what a `#` cut off is a slip."""
    if not isinstance(node, ScalarNode) or node.kind in ("null", "boolean"):
        raise mismatch(node, expected, notes)
    if node.cut and node.kind == "text":
        hint = f'quote it: "{shorten(node.text, 30)} {shorten(node.cut, 20)}"; a comment has a blank after `#`'
        raise notes.refuse(node.at, f"`{shorten(node.cut, 20)}` is cut off as a comment", hint)
    return node.text


@dataclass(frozen=True, slots=True)
class Text:
    """A text without templates."""

    expected: str = "a text"
    empty: bool = False

    def read(self, node: Node, notes: Notes) -> str:
        """The text."""
        text = written(node, self.expected, notes)
        if not text.strip() and not self.empty:
            raise notes.refuse(node.at, f"an empty text: {self.expected} expected")
        if "{{" in text:
            raise notes.refuse(node.at, "a template may not stand here", _WHERE)
        return text

    def schema(self, definitions: Definitions) -> Schema:
        """A string; numbers are read as written."""
        del definitions
        return {"type": ["string", "number"]}


_WHERE = (
    "templates stand in a site's url and login, in start, query, path, set, for_each lists, value, steps and locators"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A text that is kept as it is: SQL or Python."""

    expected: str

    def read(self, node: Node, notes: Notes) -> str:
        """The text."""
        if isinstance(node, ScalarNode) and node.cut:
            raise notes.refuse(node.at, f"`{shorten(node.cut, 20)}` is cut off as a comment", "quote it, or use `|`")
        text = written(node, self.expected, notes)
        if not text.strip():
            raise notes.refuse(node.at, f"an empty text: {self.expected} expected")
        if "{{" in text:
            hint = 'SQL binds `$name`; Python reads params["name"]'
            raise notes.refuse(node.at, "a template may not stand in SQL or Python", hint)
        return text

    def schema(self, definitions: Definitions) -> Schema:
        """A string."""
        del definitions
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A text in which templates may stand; `data` says whether data from pages may, `secret` whether secrets may.

    In `login` secrets may stand everywhere.
    """

    expected: str = "a text"
    data: bool = False
    secret: bool = False
    empty: bool = False

    def read(self, node: Node, notes: Notes) -> Template:
        """The template, noted for the check of its names."""
        text = written(node, self.expected, notes)
        if not text.strip() and not self.empty:
            raise notes.refuse(node.at, f"an empty text: {self.expected} expected")
        return note_template(text, node.at, notes, data=self.data, secret=self.secret)

    def schema(self, definitions: Definitions) -> Schema:
        """A string; numbers are read as written."""
        del definitions
        return {"type": ["string", "number"]}


def note_template(text: str, at: SourceLine, notes: Notes, *, data: bool = False, secret: bool = False) -> Template:
    """Parse a template and note it for the check of its names."""
    try:
        template = templates.parse(text, at)
    except WorkflowError as error:
        notes.add(error)
        raise Flawed(text) from error
    if not template.constant:
        notes.uses.append(Use(template, data, secret or notes.secrets_allowed, notes.scope))
    return template


def _address(template: Template, node: Node, notes: Notes) -> Template:
    first = template.parts[0]
    scheme = _SCHEME.match(first.strip()) if isinstance(first, str) else None
    if scheme and scheme.group(1).lower() not in ("http", "https"):
        problem = f"`{shorten(template.source)}` is no address of the web"
        raise notes.refuse(node.at, problem, "a path below the site's address, such as /orders/")
    return template


ADDRESS = Mapped(TemplateText("an address", data=True), _address)
"""An address below a site's; hosts are judged where it is visited."""


@dataclass(frozen=True)  # no slots: Python 3.11 cannot call `Choice[…](…)` of a frozen class that has them
class Choice(Generic[W]):
    """One word from a list. `instead` tells what else may stand in its place."""

    words: tuple[W, ...]
    instead: str = ""

    def read(self, node: Node, notes: Notes) -> W:
        """The word."""
        expected = f"one of {', '.join(self.words)}"
        if not isinstance(node, ScalarNode) or node.kind == "null":
            raise mismatch(node, expected, notes)
        for word in self.words:
            if node.text == word:
                return word
        hint = "; ".join(filter(None, (nearest(node.text, self.words), self.instead)))
        raise notes.refuse(node.at, f"`{shorten(node.text)}` is none of the words that may stand here", hint)

    def schema(self, definitions: Definitions) -> Schema:
        """An enumeration."""
        del definitions
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number between two bounds."""

    least: int = 1
    most: int = 1_000_000_000

    def read(self, node: Node, notes: Notes) -> int:
        """The number."""
        if not isinstance(node, ScalarNode) or node.kind != "integer":
            raise mismatch(node, "a whole number", notes)
        if not self.least <= node.integer <= self.most:
            raise notes.refuse(node.at, f"`{shorten(node.text)}` is out of bounds", f"{self.least} to {self.most:,}")
        return node.integer

    def schema(self, definitions: Definitions) -> Schema:
        """A bounded integer."""
        del definitions
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number above zero."""

    def read(self, node: Node, notes: Notes) -> float:
        """The number."""
        if not isinstance(node, ScalarNode) or node.kind not in ("integer", "number"):
            raise mismatch(node, "a number", notes)
        if not math.isfinite(node.number) or node.number <= 0:
            raise notes.refuse(node.at, f"`{shorten(node.text)}` is out of bounds", "give a number above zero")
        return node.number

    def schema(self, definitions: Definitions) -> Schema:
        """A positive number."""
        del definitions
        return {"type": "number", "exclusiveMinimum": 0}


@dataclass(frozen=True, slots=True)
class Boolean:
    """`true` or `false`."""

    def read(self, node: Node, notes: Notes) -> bool:
        """The truth value."""
        if not isinstance(node, ScalarNode) or node.kind != "boolean":
            raise mismatch(node, "true or false", notes)
        return node.boolean

    def schema(self, definitions: Definitions) -> Schema:
        """A boolean."""
        del definitions
        return {"type": "boolean"}


def _seconds(text: str, node: Node, notes: Notes) -> float:
    try:
        return duration_of(text.strip()).total_seconds()
    except (ValueError, OverflowError):
        raise notes.refuse(node.at, f"`{shorten(text)}` is no duration", "such as 200ms, 3s or 2m") from None


@dataclass(frozen=True, slots=True)
class Duration:
    """`200ms`, `3s`, `2m`: seconds."""

    def read(self, node: Node, notes: Notes) -> float:
        """The seconds."""
        if isinstance(node, ScalarNode) and node.kind in ("integer", "number"):
            raise notes.refuse(node.at, f"`{node.text}` has no unit", f"write {node.text}s or {node.text}ms")
        return _seconds(written(node, "a duration such as 200ms or 3s", notes), node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        """A string."""
        del definitions
        return {"type": "string", "pattern": "^[0-9]"}


def checked(make: Callable[[str], str | None], expected: str) -> Mapped[str, str]:
    """A text for which `make` gives None, or else says what is wrong (`problem; hint`)."""

    def check(text: str, node: Node, notes: Notes) -> str:
        wrong = make(text)
        if wrong is not None:
            problem, _, hint = wrong.partition("; ")
            raise notes.refuse(node.at, problem, hint)
        return text

    return Mapped(Text(expected), check)


def _bad_identifier(text: str) -> str | None:
    if IDENTIFIER.fullmatch(text):
        return None
    return f"`{shorten(text)}` is no name; letters, digits and _, beginning with a letter (`_…` is webdart's own)"


def identifier(node: ScalarNode, notes: Notes) -> str:
    """The text of a key that is a name (of a field, a parameter, a table)."""
    wrong = _bad_identifier(node.text)
    if wrong is not None:
        problem, _, hint = wrong.partition("; ")
        raise notes.refuse(node.at, problem, hint)
    return node.text


IDENTIFIER_PATTERN = "^[A-Za-z][A-Za-z0-9_]*$"
NAME = checked(_bad_identifier, "a name")


def _bad_host(text: str) -> str | None:
    if len(text) > 260:  # longer than any; the encoder of international names is quadratic
        return f"`{shorten(text)}` is no host; such as cdn.example"
    if "*" in text:
        return f"`{shorten(text)}` is no host; name each host, without `*`"
    if "/" in text or "//" in text:
        return f"`{shorten(text)}` is an address, not a host; only the host, such as cdn.example"
    port = text.rpartition(":")[2] if ":" in text else "1"
    ascii_form = text.lower()
    if not text.isascii():
        try:
            ascii_form = text.encode("idna").decode().lower()
        except UnicodeError:
            return f"`{shorten(text)}` is no host; such as cdn.example"
    if not _HOST.fullmatch(ascii_form) or not 0 < int(port) < 65536:
        return f"`{shorten(text)}` is no host; such as cdn.example"
    return None


HOST = checked(_bad_host, "a host")


def _bad_zone(text: str) -> str | None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones  # noqa: PLC0415 - reads a folder

    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return f"`{shorten(text)}` is no time zone; {nearest(text, sorted(available_timezones()), 'such as', 5)}"
    return None


def _bad_locale(text: str) -> str | None:
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - only files that name a locale pay
    from babel.localedata import locale_identifiers  # noqa: PLC0415

    try:
        Locale.parse(text[:40].replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        known = (name.replace("_", "-") for name in locale_identifiers())
        return f"`{shorten(text)}` is no locale; {nearest(text, sorted(known), 'such as', 5)}"
    return None


ZONE = checked(_bad_zone, "a time zone such as Europe/London")
LOCALE = checked(_bad_locale, "a locale such as en-GB")
