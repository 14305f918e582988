"""Reads in the JSON of an answer that a program has not done what it was asked, though the status says it has.

A GraphQL server answers 200 with `errors`; a script of a form with `"success": false`, `"error": "…"`, `"status":
"error"`. Only the outermost object counts: what lies deeper may be a record.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

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
    flags = {name: answer[name] for name in _NAMES["false"] if isinstance(answer.get(name), bool)}
    if flags:
        return next((f"{name}: false" for name, value in flags.items() if value is False), None)
    for name in _NAMES["filled"]:
        if (value := answer.get(name)) and value is not False:
            return f"{name}: {value if isinstance(value, str) else json.dumps(value)}"
    for name in _NAMES["state"]:
        value = answer.get(name)
        if isinstance(value, str) and value.lower() in _NAMES["failed"]:
            return f"{name}: {value}"
    return None


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


_NAMES: Mapping[str, list[Any]] = lexicon("answer_names")
