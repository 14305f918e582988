"""Patterns of a file: Python's notation and meaning, in time linear in the text."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webdart.workflow.pattern import BadPattern, compiled

PATTERNS = (
    r"(\d+) Stück\b",
    r"\b(Über\w+)",
    r"\bЦена:?\s*(\d+)",
    r"([^\W\d_]+)",
    r"([\w.-]+@[\w-]+)",
    r"^(\d{,3})$",
    r"(?i)grüße (.*)",
    r"([\u00c0-\u00ff]+)",
    r"(a|b\b)c?",
    r"([\S]+)\s+([\D]+)",
    r"([^\]]+)\]",
    r"([[a-z]+)",
    r"([]a]+)",
    r"(?s:a.)(b.?)",
    r"(?m)^(\w+)$",
    r"(?i:a(?-i:b))(C)",
    r"(€\s?[\d.,]+)",
    r"(x{2}?)",
    r"(?P<n>\w+)=",
    r"(?#told)(a)",
    r"(\x41|\101|\N{LATIN SMALL LETTER A WITH DIAERESIS})",
    r"([a\-z+*]+)",
    r"(a{b|\{a\})",
    r"(\bй\b)",
)
TEXTS = (
    "12 Stück",
    "Über Straße Überall",
    "Цена: 500 й йй",
    "Grüße an Ä",
    "a.b c@d-e.f",
    "1\n2",
    "x\u00a0y\u2003z",
    "[a]b]",
    "a\nb\nc",
    "AbC abC",
    "€ 1.200,50",
    "xxxx",
    "nä=1",
    "a-z+",
    "{a} a{b",
    "café 5é bé",
    "٣٤ ५",
    "\u0301a",
    "foo\n",
)


def as_python(pattern: str, text: str) -> list[tuple[str, str]]:
    return [(hit[0], hit[1] or "") for hit in re.finditer(pattern, text) if hit[0].strip("\n")]


def as_webdart(pattern: str, text: str) -> list[tuple[str, str]]:
    return [(hit.whole, hit.group or "") for hit in compiled(pattern).matches(text) if hit.whole.strip("\n")]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_means_what_python_means(pattern: str):
    """Letters, digits, blanks and edges of words of every script."""
    for text in TEXTS:
        ours = [(whole.rstrip("\n"), group.rstrip("\n")) for whole, group in as_webdart(pattern, text)]
        assert ours == [(whole.rstrip("\n"), group.rstrip("\n")) for whole, group in as_python(pattern, text)], text


_ATOM = st.sampled_from([r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", ".", "a", "ä", "1", " ", "[^a]", "[ä-ü1]", r"[\W1]"])
_TIMES = st.sampled_from(["", "+", "?", "{1,2}", "+?"])


def _joined(parts: tuple[str, ...] | list[str]) -> str:
    return "".join(parts)


def _group(parts: list[str]) -> str:
    return f"({''.join(parts)})"


_PIECE = st.tuples(_ATOM, _TIMES).map(_joined)
_PATTERN = st.lists(st.one_of(_PIECE, st.just(r"\b")), min_size=1, max_size=5).map(_group)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(_PATTERN, st.text(alphabet="aäбz1٣ _-\u00a0", max_size=12))
def test_finds_first_what_python_finds_first(pattern: str, text: str):
    """Of any pattern that both can read."""
    assert as_webdart(pattern, text)[:1] == as_python(pattern, text)[:1]


BEYOND = {
    r"(?=a)(b)": "look-ahead",
    r"(?!a)(b)": "look-ahead",
    r"(?<=x)(a)": "look-behind",
    r"(?<!x)(a)": "look-behind",
    r"(a)\1": "back-reference",
    r"(?P<q>a)(?P=q)": "back-reference",
    r"(a)(?(1)b|c)": "condition",
    r"(?>a)(b)": "atomic",
    r"(a++)": "possessive",
    r"(?x) (a)": "flags",
    r"(a\B)": r"\B",
    r"(a{1001})": "repetition",
    r"(((a{100}){100}){100})": "repetition",
    r"(\W[\W]{900})": "too large",
    r"(": "unterminated",
}


@pytest.mark.parametrize("pattern", BEYOND)
def test_what_no_linear_engine_can_do_is_refused(pattern: str):
    """With its name, and with what to write."""
    with pytest.raises(BadPattern, match=re.escape(BEYOND[pattern])) as refused:
        compiled(pattern)
    assert refused.value.remedy


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"(\w+\s?)*$", r"(a|a)*c", r"(.*)*x", r"\b(é|a+)+\b!"])
def test_takes_time_by_the_length_of_the_text_alone(pattern: str):
    """Patterns that take Python's engine for ever."""
    began = time.monotonic()
    for text in ("a" * 40_000, "é a" * 10_000):
        list(compiled(pattern).matches(text))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("pattern", ["foo$", "o$", r"\w+$", r"[a-z]+$", r"é?o$"])
@pytest.mark.parametrize("text", ["foo\n", "é foo\n", "foo", "foo\n\n"])
def test_the_end_is_before_a_last_line_end(pattern: str, text: str):
    """`$` takes no line end with it, as in Python."""
    wanted = [hit[0] for hit in re.finditer(pattern, text)]
    assert [hit.whole for hit in compiled(pattern).matches(text)][: len(wanted)] == wanted
