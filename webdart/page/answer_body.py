"""Reads in the JSON of an answer that a program has not done what it was asked, though the status says it has.

A GraphQL server answers 200 with `errors`; a script of a form with `"success": false`, `"error": "…"`, `"status":
"error"`. Only the outermost object counts: what lies deeper may be a record. One with an identity is a record itself,
just made, whose state and error are its own.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from webdart.lexicon import lexicon

_MOST_BYTES = 1 << 20  # of an answer that is looked at: one that says no is short
_LONG = 300  # characters that are told
_DEEP = 4  # levels in which the words are looked for


def refusal_in(kind: str, body: bytes) -> str:
    """What an answer of that content type says against the request; "" where it says nothing."""
    if "json" not in kind.lower() or len(body) > _MOST_BYTES:
        return ""
    try:
        said: object = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(said, dict):
        return ""
    answer = {name.lower(): value for name, value in cast("Mapping[str, object]", said).items()}
    sign = _sign(answer)
    return "" if sign is None else (next(_words(answer, _DEEP), "") or sign)[:_LONG]


def _sign(answer: Mapping[str, object]) -> str | None:
    """What says no; where a flag says yes, errors beside it are of something else."""
    flags = {name: answer[name] for name in _NAMES["false"] if _is_flag(answer.get(name))}
    if flags:
        return next((f"{name}: {_text(value)}" for name, value in flags.items() if not _is_true(value)), None)
    is_record = any(name in answer for name in _NAMES["identity"])
    for name in _NAMES["filled"]:
        value = answer.get(name)
        if _says_something(value, _DEEP) and not (is_record and isinstance(value, str)):
            return f"{name}: {_text(value)}"
    for name in _NAMES["state"]:
        value = answer.get(name)
        if isinstance(value, str) and value.lower() in _NAMES["failed"] and not is_record:
            return f"{name}: {value}"
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _is_flag(value: object) -> bool:
    if isinstance(value, str):
        return value.lower() in (*_NAMES["yes"], *_NAMES["no"])
    return isinstance(value, int) and value in (0, 1)


def _is_true(value: object) -> bool:
    return value.lower() in _NAMES["yes"] if isinstance(value, str) else value == 1


def _says_something(value: object, deep: int) -> bool:
    """Whether an error is filled in: a text with a letter, or a number other than 0; none beside a code 0 is."""
    match value:
        case bool():
            return value
        case int() | float():
            return value != 0
        case str():
            return any(map(str.isalpha, value)) and value.strip().lower() not in _NAMES["none"]
        case list():
            return deep > 0 and any(_says_something(one, deep - 1) for one in cast("list[object]", value))
        case dict():
            named = {name.lower(): inner for name, inner in cast("Mapping[str, object]", value).items()}
            codes = [named[name] for name in _NAMES["code"] if name in named]
            fine = any(code in (0, "0") and not isinstance(code, bool) for code in codes)
            return deep > 0 and not fine and any(_says_something(one, deep - 1) for one in named.values())
        case _:
            return False


def _words(value: object, deep: int) -> Iterator[str]:
    """The texts by which an answer says what is wrong, the nearest first."""
    if isinstance(value, dict) and deep:
        named = {name.lower(): inner for name, inner in cast("Mapping[str, object]", value).items()}
        for name in (*_NAMES["filled"], *_NAMES["words"]):
            inner = named.get(name)
            if isinstance(inner, str) and inner:
                yield inner
            else:
                yield from _words(inner, deep - 1)
        for inner in named.values():
            if isinstance(inner, list):
                yield from _words(cast("object", inner), deep - 1)
    elif isinstance(value, list) and deep:
        for inner in cast("list[object]", value):
            if isinstance(inner, str) and inner:
                yield inner
            else:
                yield from _words(inner, deep - 1)


_NAMES: Mapping[str, Sequence[str]] = lexicon("answer_names")
