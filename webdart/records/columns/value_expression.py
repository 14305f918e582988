"""Writes the regular expression that takes values out of longer texts, by what stands around all of them."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

_LONGEST = 24  # letters around a value that an expression quotes

_CORES = (".+?", r"\d[\d.,'’\u00a0]*", r"[\w-]+", r"\S+", ".+")
"""What a value may be, tried in this order."""
_BARE = (r"(\d[\d.,]*)",)
"""Expressions that need nothing around the value."""


def between(pairs: Sequence[tuple[str, str]]) -> str | None:
    """An expression whose first group is the value of every (text, value); None where none is."""
    return next(expressions(pairs), None)


def expressions(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """All such expressions, those that quote most first.

    A value may stand in its text twice ("10:25 - 25 min"): all are looked for from the left, then from the right.
    """
    for find in (str.find, str.rfind):
        yield from _between(pairs, [find(text, value) for text, value in pairs])


def _between(pairs: Sequence[tuple[str, str]], places: Sequence[int]) -> Iterator[str]:
    """The expressions, where the values stand at these places of their texts."""
    if not pairs or min(places) < 0:
        return
    before = [text[:place] for (text, _), place in zip(pairs, places, strict=True)]
    after = [text[place + len(value) :] for (text, value), place in zip(pairs, places, strict=True)]
    begin = _quoted(_shared([text[::-1] for text in before])[::-1]) if any(before) else "^"
    end = _quoted(_shared(after)) if any(after) else "$"
    around = dict.fromkeys([(begin, end), (begin, ""), ("", end), ("^", ""), ("", "$")])
    tried = (f"{left}({core}){right}" for left, right in around if left or right for core in _CORES)
    yield from (one for one in (*tried, *_BARE) if _takes(one, pairs))


def _shared(texts: Sequence[str]) -> str:
    """The beginning that all texts have, in whole words."""
    same = takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    shared = "".join(signs[0] for signs in same)[:_LONGEST]
    if any(text[len(shared) : len(shared) + 1].isalnum() for text in texts):  # a part of words that differ
        shared = shared.rstrip("".join(filter(str.isalnum, shared)))
    return shared


def _quoted(text: str) -> str:
    return re.escape(text).replace("\\ ", " ")


def _takes(expression: str, pairs: Sequence[tuple[str, str]]) -> bool:
    found = ((re.search(expression, text), value) for text, value in pairs)
    return all(match is not None and match[1].strip() == value for match, value in found)
