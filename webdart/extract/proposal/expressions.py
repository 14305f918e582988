"""Writes the regular expression that takes values out of longer texts, by what stands around all of them."""

import re
from collections.abc import Sequence
from itertools import takewhile

_LONGEST = 24  # letters around a value that an expression quotes


def between(pairs: Sequence[tuple[str, str]]) -> str | None:
    """An expression whose first group is the value of every (text, value); None where none is."""
    places = [text.find(value) for text, value in pairs]
    if not pairs or min(places) < 0:
        return None
    before = [text[:place] for (text, _), place in zip(pairs, places, strict=True)]
    after = [text[place + len(value) :] for (text, value), place in zip(pairs, places, strict=True)]
    left, right = _shared([text[::-1] for text in before])[::-1], _shared(after)
    begin = "^" if not any(before) else _quoted(left)
    end = "$" if not any(after) else _quoted(right)
    tried = (
        f"{begin}(.+?){end}",
        f"{begin}(.+){end}",
        rf"{begin}(\d[\d.,\'’\u00a0]*)",
        rf"{begin}([\w-]+)",
        r"^(\S+)",
        r"(\S+)$",
    )
    return next((one for one in tried if (begin or end or "d" in one[:6]) and _takes(one, pairs)), None)


def _shared(texts: Sequence[str]) -> str:
    """The beginning that all texts have."""
    same = takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    return "".join(signs[0] for signs in same)[:_LONGEST]


def _quoted(text: str) -> str:
    return re.escape(text).replace("\\ ", " ")


def _takes(expression: str, pairs: Sequence[tuple[str, str]]) -> bool:
    found = ((re.search(expression, text), value) for text, value in pairs)
    return all(match is not None and match[1].strip() == value for match, value in found)
