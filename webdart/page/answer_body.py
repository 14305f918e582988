"""Reads in the JSON of an answer that a program has not done what it was asked, though the status says it has.

A GraphQL server answers 200 with `errors`; a script of a form with `"success": false`, `"error": "…"`, `"status":
"error"`. Only the outermost object counts: what lies deeper may be a record. One with an identity is a record itself,
just made, whose state and error are its own.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from webdart.lexicon import lexicon

_MOST_BYTES = 1 << 20  # of an answer that is looked at: one that says no is short
_LONG = 300  # characters that are told of it, as much as three lines of a terminal hold


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
    answer = _named(cast("Mapping[str, object]", said))
    sign = _sign(answer)
    return "" if sign is None else (next(_words(answer), "") or sign)[:_LONG]


def _sign(answer: Mapping[str, object]) -> str | None:
    """What says no; where a flag says yes, errors beside it are of something else."""
    flags = {name: answer[name] for name in _NAMES["false"] if _is_flag(answer.get(name))}
    if flags:
        return next((f"{name}: {_text(value)}" for name, value in flags.items() if not _is_true(value)), None)
    is_record = any(name in answer for name in _NAMES["identity"])
    for name in _NAMES["filled"]:
        value = answer.get(name)
        if _says_something(value) and not (is_record and isinstance(value, str)):
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


def _says_something(value: object) -> bool:
    """Whether an error is filled in: a text with a letter, or a number other than 0; none beside a code 0 is."""
    queue = deque([value])
    while queue:
        one = queue.popleft()
        if isinstance(one, dict):
            named = _named(cast("Mapping[str, object]", one))
            codes = [named[name] for name in _NAMES["code"] if name in named]
            if not any(code in (0, "0") and not isinstance(code, bool) for code in codes):
                queue.extend(named.values())
        elif isinstance(one, list):
            queue.extend(cast("list[object]", one))
        elif isinstance(one, str):
            if any(map(str.isalpha, one)) and one.strip().lower() not in _NAMES["none"]:
                return True
        elif one:
            return True
    return False


def _words(value: object) -> Iterator[str]:
    """The texts by which an answer says what is wrong, the nearest first."""
    queue = deque([value])
    while queue:
        one = queue.popleft()
        told: list[object] = []
        if isinstance(one, dict):
            named = _named(cast("Mapping[str, object]", one))
            told = [named[name] for name in (*_NAMES["filled"], *_NAMES["words"]) if name in named]
            told += [inner for inner in named.values() if isinstance(inner, list)]
        elif isinstance(one, list):
            told = cast("list[object]", one)
        yield from (text for text in told if isinstance(text, str) and text)
        queue.extend(inner for inner in told if not isinstance(inner, str))


def _named(value: Mapping[str, object]) -> Mapping[str, object]:
    return {name.lower(): inner for name, inner in value.items()}


_NAMES: Mapping[str, Sequence[str]] = lexicon("answer_names")
