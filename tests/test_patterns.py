"""No pattern of ours takes time by the square of the text: a page must not be able to hold up a run with a long line."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

import webdart

LENGTH = 8_000
MOST = 0.1
"""Seconds of the processor for one text: linear patterns take a hundredth of it, quadratic ones several times as much."""

ROOT = Path(webdart.__file__).parent
PARSER = importlib.import_module("re._parser")
UNITS = (" ", "a", "1", "-", ".", "a ", "1 ", "1,", "1.", "é", "A", "\n", "(", "<", "/", '"', "x-", "Aa ", "$1 ", "[ a")
"""What texts repeat, besides the beginnings of each pattern."""

CLASSES = {"DIGIT": "1", "SPACE": " ", "WORD": "a", "NOT_DIGIT": "x", "NOT_SPACE": "x", "NOT_WORD": " "}


def within(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    """The compiled patterns in a value of a module."""
    if isinstance(value, re.Pattern):
        pattern = cast("re.Pattern[Any]", value)
        if isinstance(pattern.pattern, str):
            yield pattern
    elif depth < 3 and isinstance(value, dict):
        for pair in cast("dict[object, object]", value).items():
            yield from within(pair, depth + 1)
    elif depth < 3 and isinstance(value, tuple | list | frozenset | set):
        for item in cast("list[object]", value):
            yield from within(item, depth + 1)
    elif depth < 3 and is_dataclass(value) and not isinstance(value, type):  # pyright: ignore[reportUnknownArgumentType]
        for one in fields(value):
            yield from within(getattr(value, one.name, None), depth + 1)


def patterns() -> dict[str, tuple[re.Pattern[str], bool]]:
    """Every pattern of the package by its module, and whether it is matched from a text's beginning alone."""
    found: dict[str, tuple[re.Pattern[str], bool]] = {}
    seen: set[re.Pattern[str]] = set()
    for module in pkgutil.walk_packages([str(ROOT)], "webdart."):
        if module.name.endswith("__main__"):
            continue
        loaded = importlib.import_module(module.name)
        source = Path(str(loaded.__file__)).read_text()
        for name, value in list(vars(loaded).items()):
            for place, pattern in enumerate(within(value)):
                if pattern not in seen:
                    seen.add(pattern)
                    used = set(re.findall(rf"\b{name}\.(\w+)", source))
                    anchored = name.startswith("_") and bool(used) and used <= {"match", "fullmatch", "pattern"}
                    found[f"{module.name}.{name}.{place}"] = (pattern, anchored)
    return found


def sample(items: Any, which: int) -> str:
    """A text that a sequence of a parsed pattern matches, or nearly."""
    parts: list[str] = []
    for operation, argument in items:
        match str(operation):
            case "LITERAL":
                parts.append(chr(argument))
            case "NOT_LITERAL" | "ANY":
                parts.append("x" if argument != ord("x") else "y")
            case "IN":
                parts.append(member(argument, which))
            case "BRANCH":
                parts.append(sample(argument[1][which % len(argument[1])], which))
            case "SUBPATTERN":
                parts.append(sample(argument[3], which))
            case "MAX_REPEAT" | "MIN_REPEAT":
                parts.append(sample(argument[2], which) * max(1, argument[0]))
            case _:
                pass
    return "".join(parts)


def member(options: Any, which: int) -> str:
    """A sign of a set; of a negated one whatever is not named."""
    if str(options[0][0]) == "NEGATE":
        named = {chr(argument) for operation, argument in options if str(operation) == "LITERAL"}
        return next((sign for sign in (" 1x-.é", "x1 -.é", "1x .-é")[which % 3] if sign not in named), "x")
    operation, argument = options[which % len(options)]
    if str(operation) == "LITERAL":
        return chr(argument)
    return chr(argument[0]) if str(operation) == "RANGE" else CLASSES[str(argument).removeprefix("CATEGORY_")]


def sequences(items: Any) -> Iterator[Any]:
    """Every sequence of a parsed pattern, those of its groups too."""
    yield items
    for operation, argument in items:
        match str(operation):
            case "BRANCH":
                for branch in argument[1]:
                    yield from sequences(branch)
            case "SUBPATTERN":
                yield from sequences(argument[3])
            case "MAX_REPEAT" | "MIN_REPEAT":
                yield from sequences(argument[2])
            case _:
                pass


def texts(pattern: re.Pattern[str]) -> Iterator[str]:
    """Long texts against a pattern: a beginning of it again and again, or once, with what it repeats behind it."""
    units: dict[str, None] = dict.fromkeys((*UNITS, ""))
    tails: dict[tuple[str, str], None] = {}
    for items in sequences(PARSER.parse(pattern.pattern, pattern.flags)):
        for end in range(1, len(items) + 1):
            for which in range(3):
                begun, following = sample(items[:end], which), sample(items[end : end + 1], which)
                units[begun[:200]] = None
                if following and which == 0:
                    tails[begun[:200], following] = None
    for unit in filter(None, units):
        yield unit * (LENGTH // len(unit)) + "\x01"
    for begun, unit in tails:
        yield begun + unit * (LENGTH // len(unit)) + "\x01"


def seconds(pattern: re.Pattern[str], text: str, *, anchored: bool) -> float:
    """The processor's time for all that a pattern finds in a text."""
    before = time.thread_time()
    if anchored:
        pattern.fullmatch(text)
        pattern.match(text)
    else:
        for _ in pattern.finditer(text):
            pass
    return time.thread_time() - before


FEW = 120
"""Texts a pattern in the gate; some that have the words of thirty languages have thousands."""


def slow(most: int | None) -> dict[str, tuple[str, str]]:
    """The patterns that take too long, with the beginning of a text; looked at twice, as a busy machine counts more."""
    return {
        name: (pattern.pattern[:200], text[:60])
        for name, (pattern, anchored) in patterns().items()
        for text in islice(texts(pattern), most)
        if seconds(pattern, text, anchored=anchored) > MOST and seconds(pattern, text, anchored=anchored) > MOST
    }


@pytest.mark.proof
def test_patterns_take_time_by_the_length_of_the_text():
    assert slow(FEW) == {}


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_patterns_take_time_by_the_length_of_every_text():
    assert slow(None) == {}
