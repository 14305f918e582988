r"""Runs the regular expressions of workflow files in time linear in the text (RE2), as Python would read them.

A pattern is checked by Python's own parser and then written anew for RE2: `\d`, `\w` and `\s` mean every script's
digits, letters and blanks, as in Python. What no linear engine can do (look-around, back-references, atomic groups,
possessive quantifiers, conditions) is refused.
"""

import importlib
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

_MOST_MEMORY = 8 << 20
"""Bytes that RE2 may use for one pattern: its own default, enough for 2,000 characters with Unicode classes."""

_EDGE = "\x00"
"""Marks the edges of words in a text with letters beyond ASCII, of which RE2 knows none; no page's text has it."""


class BadPattern(ValueError):
    """No pattern that can be used; the text says why, and `remedy` what to write."""

    def __init__(self, why: str, remedy: str = "") -> None:
        super().__init__(why)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Match:
    """One hit: the whole of it and its first group ("" where that took no part), None where there is no group."""

    whole: str
    group: str | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern; `groups` is how many groups it has."""

    source: str
    groups: int
    _plain: Any = field(repr=False)
    _marked: Any = field(repr=False)  # for texts whose words have edges that RE2 does not see; None: never needed
    _edges: int = 0  # how many `\b` it has: as many may meet at one place
    _ends: bool = False  # whether `$` may have taken the line end that a text ends with

    def found_in(self, text: str) -> bool:
        """Whether it stands anywhere in `text`."""
        return next(self.matches(text), None) is not None

    def matches(self, text: str) -> Iterator[Match]:
        """Its hits in `text`, one behind another."""
        marked = self._marked is not None and not text.isascii()
        engine: Any = self._marked if marked else self._plain
        engine_text = _with_edges(text, self._edges) if marked else text
        for found in engine.finditer(engine_text):
            whole, group = found.group(0), found.group(1) or "" if self.groups else None
            if self._ends and found.end() == len(engine_text):
                whole = whole.removesuffix("\n")
            yield Match(_plain(whole), None if group is None else _plain(group)) if marked else Match(whole, group)


@cache
def compiled(source: str, *, ignore_case: bool = False) -> Pattern:
    """A pattern, ready to use.

    Raises:
        BadPattern: it is not a pattern, or needs what a linear engine can't do.
    """
    groups = _groups(source)
    told = _Translation(source)
    plain = told.written()
    marked = _Translation(source, marked=True).written() if told.edges else None
    lead = "(?i)" if ignore_case else ""
    return Pattern(
        source,
        groups,
        _engine(lead + plain),
        None if marked is None else _engine(lead + marked),
        told.edges,
        told.ends,
    )


def _groups(source: str) -> int:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of sets that a later Python may read otherwise
            return re.compile(source).groups
    except (re.error, OverflowError, RecursionError) as error:
        raise BadPattern(f"no regular expression: {error}", 'quote it; in "…" write \\\\ for \\') from None


def _engine(translated: str) -> Any:
    engine: Any = importlib.import_module("re2")  # it has no stubs, and only files with patterns need it
    options = engine.Options()
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    refused: type[Exception] = engine.error
    try:
        return engine.compile(translated, options)
    except refused as error:
        why = error.args[0].decode(errors="replace") if isinstance(error.args[0], bytes) else str(error)
        raise BadPattern(f"a regular expression that RE2 refuses: {why}", "make it simpler") from None


# -- edges of words -------------------------------------------------------------------------------------------


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _with_edges(text: str, times: int) -> str:
    parts: list[str] = []
    within = False
    for sign in text.replace(_EDGE, " "):
        if _is_word(sign) != within:
            within = not within
            parts.append(_EDGE * times)
        parts.append(sign)
    return "".join([*parts, _EDGE * times] if within else parts)


def _plain(text: str) -> str:
    return text.replace(_EDGE, "")


# -- Python's notation → RE2's --------------------------------------------------------------------------------

_WORD = r"\p{L}\p{N}_"
_BLANK = r"\t-\r\x{1C}-\x{20}\x{85}\p{Z}"
_CLASSES = {"d": r"\p{Nd}", "w": _WORD, "s": _BLANK}
_BEYOND = {
    ">": "an atomic group `(?>…)`",
    "=": "look-ahead `(?=…)`",
    "!": "look-ahead `(?!…)`",
    "<=": "look-behind `(?<=…)`",
    "<!": "look-behind `(?<!…)`",
    "P=": "a back-reference `(?P=…)`",
    "(": "a condition `(?(…)…)`",
}
_REMEDY = (
    "patterns run in linear time (RE2), without look-around, back-references, atomic groups, possessive "
    "quantifiers and conditions: match what stands around it, and put what is wanted into (…)"
)
_GROUP = re.compile(r"\(\?(?:(P<\w+>)|(#[^)]*\))|(P=|<=|<!|[=!>(])|(-?[a-zA-Z]+(?:-[a-zA-Z]+)?)([:)]))")
_REPEAT = re.compile(r"[*+?]|\{\d*(?:,\d*)?\}")
_ESCAPED = re.compile(
    r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|0[0-7]{0,2}|[0-7]{3}|.)", re.DOTALL
)
_CONTROLS = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


@cache
def _outside(kind: str) -> str:
    """The ranges of every sign but `_EDGE` that is not of a class, as RE2 wants them inside a set."""
    is_in = {"d": str.isdecimal, "s": str.isspace, "w": _is_word}[kind]
    ranges: list[list[int]] = []
    for code in range(1, sys.maxunicode + 1):
        if 0xD800 <= code <= 0xDFFF or is_in(chr(code)):
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"\\x{{{first:X}}}-\\x{{{last:X}}}" for first, last in ranges)


class _Translation:
    """Writes one pattern anew. `marked`: for texts with `_EDGE` where words begin and end."""

    def __init__(self, source: str, *, marked: bool = False) -> None:
        self._source = source
        self._marked = marked
        self._place = 0
        self._lines = False  # `$` and `^` mean lines
        self._dots = False  # `.` means a line's end, too
        self._around: list[tuple[bool, bool]] = []  # the same of the groups around
        self.edges = 0
        self.ends = False

    def written(self) -> str:
        """The pattern as RE2 reads it."""
        parts: list[str] = []
        while self._place < len(self._source):
            parts.append(self._next())
        return "".join(parts)

    def _next(self) -> str:
        repeat = _REPEAT.match(self._source, self._place)
        if repeat is not None and repeat.group() not in ("{}", "{,}"):
            return self._repeated(repeat)
        match self._source[self._place]:
            case "(":
                return self._group()
            case "[":
                return self._atom(self._set())
            case "\\":
                return self._escape()
            case sign:
                self._place += 1
                return self._sign(sign)

    def _sign(self, sign: str) -> str:
        match sign:
            case ".":
                return self._atom(self._any())
            case "$":
                edge = f"{_coded(0)}*" if self._marked else ""
                self.ends = self.ends or not self._lines
                return f"{edge}$" if self._lines else rf"{edge}\n?\z"
            case ")":
                self._lines, self._dots = self._around.pop()
                return sign
            case _:
                return sign if sign in "^|" else self._atom(_coded(ord(sign)))

    def _any(self) -> str:
        left_out = (_coded(0) if self._marked else "") + ("" if self._dots else _coded(10))
        return f"[^{left_out}]" if left_out else "(?s:.)"

    def _atom(self, written: str) -> str:
        """What takes one sign of the text: in a marked one an edge may stand before it."""
        return f"(?:{_coded(0)}*{written})" if self._marked else written

    def _repeated(self, repeat: re.Match[str]) -> str:
        self._place = repeat.end()
        words = repeat.group()
        if self._source[self._place : self._place + 1] == "+":
            raise BadPattern("a possessive quantifier", _REMEDY)
        lazy = "?" if self._source[self._place : self._place + 1] == "?" else ""
        self._place += len(lazy)
        return words.replace("{,", "{0,") + lazy

    def _group(self) -> str:
        begun = _GROUP.match(self._source, self._place)
        outside = (self._lines, self._dots)
        if begun is None:
            self._around.append(outside)
            width = 3 if self._source.startswith("(?:", self._place) else 1
            self._place += width
            return "(?:" if width == 3 else "("
        self._place = begun.end()
        named, comment, beyond, flags, closing = begun.groups()
        if beyond is not None:
            raise BadPattern(f"a regular expression with {_BEYOND[beyond]}", _REMEDY)
        if comment is not None:
            return ""
        if named is not None or closing == ":":
            self._around.append(outside)
        if named is not None:
            return "("
        if set(flags) - set("ims-u"):
            raise BadPattern(f"the flags `{flags}` in a regular expression", "there are i, m and s")
        on, _, off = flags.partition("-")
        self._lines = "m" in on or (self._lines and "m" not in off)
        self._dots = "s" in on or (self._dots and "s" not in off)
        kept = "".join(flag for flag in on if flag in "im") + ("-i" if "i" in off else "")
        return f"(?{kept}{closing}" if kept else ("(?:" if closing == ":" else "")

    def _escape(self) -> str:
        words = self._taken()
        match words[0]:
            case "d" | "w" | "s":
                return self._atom(f"[{_CLASSES[words]}]")
            case "D" | "W" | "S":
                return self._atom(f"[^{_CLASSES[words.lower()]}{_coded(0) if self._marked else ''}]")
            case "b":
                self.edges += 1
                return _coded(0) if self._marked else r"\b"
            case "B":
                raise BadPattern("a regular expression with `\\B`", "write the letters that stand around it")
            case "A" | "Z":
                return r"\A" if words == "A" else (rf"{_coded(0)}*\z" if self._marked else r"\z")
            case _ if words[0] in "123456789" and len(words) < 3:
                raise BadPattern(f"a regular expression with a back-reference `\\{words}`", _REMEDY)
            case _:
                return self._atom(_coded(_code(words)))

    def _taken(self) -> str:
        found = _ESCAPED.match(self._source, self._place)
        assert found is not None  # Python's parser has read it
        self._place = found.end()
        return found.group(1)

    def _set(self) -> str:
        """A set in brackets, its escapes and signs as RE2 has them."""
        self._place += 1
        negated = self._source[self._place] == "^"
        self._place += negated
        parts: list[str] = []
        while self._source[self._place] != "]" or not parts:
            parts.append(self._member())
        self._place += 1
        if negated and self._marked:
            parts.append(_coded(0))
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _member(self) -> str:
        first, is_class = self._one()
        behind = self._source[self._place : self._place + 2]
        if is_class or behind[:1] != "-" or behind == "-]":
            return first
        self._place += 1
        last, _ = self._one()
        return f"{first}-{last}"

    def _one(self) -> tuple[str, bool]:
        """One sign of a set or one class, and which."""
        if self._source[self._place] != "\\":
            self._place += 1
            return _coded(ord(self._source[self._place - 1])), False
        words = self._taken()
        if words in _CLASSES:
            return _CLASSES[words], True
        if words in ("D", "W", "S"):
            return _outside(words.lower()), True
        return _coded(_code(words)), False


def _coded(code: int) -> str:
    return f"\\x{{{code:X}}}"


def _code(words: str) -> int:
    """The code of an escaped sign."""
    if words[0] in "xuU" and len(words) > 1:
        return int(words[1:], 16)
    if words[0] == "N" and len(words) > 1:
        return ord(unicodedata.lookup(words[2:-1]))
    if words[0].isdigit():
        return int(words, 8)
    return _CONTROLS.get(words, ord(words[0]))
