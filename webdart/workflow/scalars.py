"""Reads single values of the file: texts, numbers, words from a list, names, durations, hosts and templates."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, Strict
from pydantic_core import CoreSchema, core_schema

from webdart.errors import SourceLine, WorkflowError
from webdart.identifier import composed, is_name
from webdart.workflow import templates
from webdart.workflow.codes import Code, Wrong
from webdart.workflow.forms import Json, Leaf
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Flawed, Notes, Use, mismatch, nearest, shorten
from webdart.workflow.sql import with_composed_names
from webdart.workflow.templates import Template
from webdart.workflow.values import duration_of

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?![0-9])")
_HOST = re.compile(
    r"(?=.{1,253}(?::|$))[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?(:[0-9]{1,5})?"
)
AS_WRITTEN: Mapping[str, Json] = {"type": ["string", "number"]}
"""A text: numbers are read as written."""

# -- numbers, truth values and words: their types are pydantic's --------------------------------------------------


def _plain(node: Node) -> object:
    """The number or truth value of a scalar; of anything else the node, which is neither."""
    match node:
        case ScalarNode(kind="boolean"):
            return node.boolean
        case ScalarNode(kind="integer"):
            return node.integer
        case ScalarNode(kind="number"):
            return node.number
        case _:
            return node


def _word(node: Node) -> object:
    return node.text if isinstance(node, ScalarNode) and node.kind != "null" else node


PLAIN = BeforeValidator(_plain)
"""The number or truth value that a scalar stands for."""
WORD = BeforeValidator(_word)
"""The word that a scalar is, for one of a `Literal`."""
MOST = 1_000_000_000
"""The largest number of anything that a file can ask for."""


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number between two bounds."""

    least: int
    most: int

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        del source, handler
        whole = core_schema.int_schema(strict=True, ge=self.least, le=self.most)
        return core_schema.no_info_before_validator_function(_plain, whole)


Count = Annotated[int, Between(1, MOST)]
Amount = Annotated[float, Strict(), Field(gt=0, allow_inf_nan=False), PLAIN]
Flag = Annotated[bool, Strict(), PLAIN]

# -- texts ------------------------------------------------------------------------------------------------------


def written(node: Node, expected: str, notes: Notes) -> str:
    """The text of a scalar: quoted, or plain and a text or a number; what a `#` cut off is a slip."""
    if not isinstance(node, ScalarNode) or node.kind in ("null", "boolean"):
        raise mismatch(node, expected, notes)
    if node.cut and node.kind == "text":
        hint = f'quote it: "{shorten(node.text, 30)} {shorten(node.cut, 20)}"; a comment has a blank after `#`'
        raise notes.refuse(Code.CUT_OFF, node.at, f"`{shorten(node.cut, 20)}` is cut off as a comment", hint)
    return node.text


Check = Callable[[str], Wrong]
"""Says what is wrong with a text."""
_WHERE = (
    "templates stand in a site's url and login, in start, query, path, set, for_each lists, value, steps and locators"
)


def text(expected: str = "a text", *, empty: bool = False, check: Check | None = None) -> Leaf:
    """A text without templates; `check` says what else is wrong with it."""

    def read(node: Node, notes: Notes) -> str:
        found = written(node, expected, notes)
        _check_empty(found, node, expected, notes, empty=empty)
        if "{{" in found:
            raise notes.refuse(Code.TEMPLATE_NOT_HERE, node.at, "a template may not stand here", _WHERE)
        return checked(found, node, notes, check)

    return Leaf(read, AS_WRITTEN)


def checked(found: str, node: Node, notes: Notes, check: Check | None) -> str:
    """A text in which `check` finds nothing wrong."""
    wrong = check(found) if check is not None else None
    if wrong is not None:
        code, problem, hint = wrong
        raise notes.refuse(code, node.at, problem, hint)
    return found


def _check_empty(found: str, node: Node, expected: str, notes: Notes, *, empty: bool) -> None:
    if not found.strip() and not empty:
        raise notes.refuse(Code.EMPTY, node.at, f"an empty text: {expected} expected")


def source(expected: str) -> Leaf:
    """A text that is kept as it is: SQL or Python."""

    def read(node: Node, notes: Notes) -> str:
        if isinstance(node, ScalarNode) and node.cut:
            problem = f"`{shorten(node.cut, 20)}` is cut off as a comment"
            raise notes.refuse(Code.CUT_OFF, node.at, problem, "quote it, or use `|`")
        found = written(node, expected, notes)
        _check_empty(found, node, expected, notes, empty=False)
        if "{{" in found:
            hint = 'SQL binds `$name`; Python reads params["name"]'
            raise notes.refuse(Code.TEMPLATE_NOT_HERE, node.at, "a template may not stand in SQL or Python", hint)
        return found

    return Leaf(read, {"type": "string"})


def statement(expected: str) -> Leaf:
    """A text of SQL, its names composed."""
    whole = source(expected)
    return Leaf(lambda node, notes: with_composed_names(whole.read(node, notes)), whole.accepts)


# -- templates --------------------------------------------------------------------------------------------------


def template(
    expected: str = "a text",
    *,
    data: bool = False,
    secret: bool = False,
    empty: bool = False,
    check: Callable[[Template], Wrong] | None = None,
) -> Leaf:
    """A text in which templates may stand; `data` says whether data from pages may, `secret` whether secrets may.

    In `login` secrets may stand everywhere.
    """

    def read(node: Node, notes: Notes) -> Template:
        found = written(node, expected, notes)
        _check_empty(found, node, expected, notes, empty=empty)
        parsed = note_template(found, node.at, notes, data=data, secret=secret)
        if check is not None and (wrong := check(parsed)) is not None:
            code, problem, hint = wrong
            raise notes.refuse(code, node.at, problem, hint)
        return parsed

    return Leaf(read, AS_WRITTEN)


def note_template(text: str, at: SourceLine, notes: Notes, *, data: bool = False, secret: bool = False) -> Template:
    """Parse a template and note it for the check of its names."""
    try:
        found = templates.parse(text, at)
    except WorkflowError as error:
        notes.add(error)
        raise Flawed(text) from error
    if not found.constant:
        notes.uses.append(Use(found, data, secret or notes.secrets_allowed, notes.scope))
    return found


def _bad_path(address: Template) -> Wrong:
    first = address.parts[0]
    scheme = _SCHEME.match(first.strip()) if isinstance(first, str) else None
    if scheme is None or scheme.group(1).lower() in ("http", "https"):
        return None
    problem = f"`{shorten(address.source)}` is no address of the web"
    return Code.BAD_ADDRESS, problem, "a path below the site's address, such as /orders/"


ADDRESS = template("an address", data=True, check=_bad_path)
"""An address below a site's; hosts are judged where it is visited."""


def _sentence(node: Node, notes: Notes) -> Template:
    return Template.literal(text("a sentence").read(node, notes), node.at)


SENTENCE = Leaf(_sentence, AS_WRITTEN)
"""A sentence without templates, kept as a template."""

# -- durations, names, hosts, zones -----------------------------------------------------------------------------


def _seconds(node: Node, notes: Notes) -> float:
    """`200ms`, `3s`, `2m`: seconds."""
    if isinstance(node, ScalarNode) and node.kind in ("integer", "number"):
        hint = f"write {node.text}s or {node.text}ms"
        raise notes.refuse(Code.BAD_DURATION, node.at, f"`{node.text}` has no unit", hint)
    found = written(node, "a duration such as 200ms or 3s", notes)
    try:
        return duration_of(found.strip()).total_seconds()
    except (ValueError, OverflowError):
        problem = f"`{shorten(found)}` is no duration"
        raise notes.refuse(Code.BAD_DURATION, node.at, problem, "such as 200ms, 3s or 2m") from None


Duration = Annotated[float, Leaf(_seconds, {"type": "string", "pattern": "^[0-9]"})]


def _bad_identifier(text: str) -> Wrong:
    if is_name(text):
        return None
    hint = "letters, digits and _, beginning with a letter (`_…` is webdart's own)"
    return Code.BAD_NAME, f"`{shorten(text)}` is no name", hint


def identifier(node: ScalarNode, notes: Notes) -> str:
    """The text of a key that is a name (of a field, a parameter, a table)."""
    return composed(checked(node.text, node, notes, _bad_identifier))


def _identifier(node: Node, notes: Notes) -> str:
    return composed(text("a name", check=_bad_identifier).read(node, notes))


Identifier = Annotated[str, Leaf(_identifier, AS_WRITTEN)]

_LONGEST_HOST = 260
"""Characters; longer than any. The encoder of international names is quadratic."""
_PORTS = 65536


def _bad_host(text: str) -> Wrong:
    none = (Code.BAD_ADDRESS, f"`{shorten(text)}` is no host", "such as cdn.example")
    if len(text) > _LONGEST_HOST:
        return none
    if "*" in text:
        return Code.BAD_ADDRESS, none[1], "name each host, without `*`"
    if "/" in text:
        return Code.BAD_ADDRESS, f"`{shorten(text)}` is an address, not a host", "only the host, such as cdn.example"
    port = text.rpartition(":")[2] if ":" in text else "1"
    ascii_form = text.lower()
    if not text.isascii():
        try:
            ascii_form = text.encode("idna").decode().lower()
        except UnicodeError:
            return none
    return None if _HOST.fullmatch(ascii_form) and 0 < int(port) < _PORTS else none


def _bad_zone(text: str) -> Wrong:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones  # noqa: PLC0415 - reads a folder

    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        hint = nearest(text, sorted(available_timezones()), "such as", 5)
        return Code.BAD_LOCALE, f"`{shorten(text)}` is no time zone", hint
    return None


_LONGEST_LOCALE = 40


def _bad_locale(text: str) -> Wrong:
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - only files that name a locale pay
    from babel.localedata import locale_identifiers  # noqa: PLC0415

    try:
        Locale.parse(text[:_LONGEST_LOCALE].replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        known = (name.replace("_", "-") for name in locale_identifiers())
        return Code.BAD_LOCALE, f"`{shorten(text)}` is no locale", nearest(text, sorted(known), "such as", 5)
    return None


HOST = text("a host", check=_bad_host)
ZONE = text("a time zone such as Europe/London", check=_bad_zone)
LOCALE = text("a locale such as en-GB", check=_bad_locale)
