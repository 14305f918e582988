"""The two halves of lines that have no elements for them: a name and an amount, parted by a dash or by dots.

"Tomato soup – 4.50", "Tomato soup ........ $4.50": a person parts them there. Only where every line with a figure in it
is parted so, and what is behind is an amount and nothing else.
"""

import re
from collections.abc import Iterator

from webdart.extract.columns.draft import Draft
from webdart.extract.types import finders
from webdart.values import replace

HALVES = ("name", "amount")
"""What the keys of the two columns end in, behind that of their line's."""
_DASHED = re.compile(r"(.*\S)(?:\s[-–—―]\s|[–—―]\s)\s*(\S.*)")
_LED = re.compile(r"(.*[^\s.·․…])\s*(?:[.·․…]{3,}|(?:\s[.·․]){3,})\s*([^\s.·․…].*)")
_WITH_CENTS = re.compile(r"\d+[.,]\d{2}")
_LEAST = 2  # lines
_LONGEST = 120  # letters of one


def halves(draft: Draft, language: str) -> Iterator[Draft]:
    """The names and the amounts of a column of lines; none where a line can't be parted."""
    if draft.source != "text" or draft.typed or draft.derived or draft.composite:
        return
    amount = dict(finders(language))["money"]
    pairs = [None if value is None else _parted(value, amount) for value in draft.values]
    whole = [value for value, pair in zip(draft.values, pairs, strict=True) if value is not None and pair is None]
    if sum(pair is not None for pair in pairs) < _LEAST or any(any(map(str.isdigit, value)) for value in whole):
        return
    nodes = tuple(node if pair else -1 for node, pair in zip(draft.nodes, pairs, strict=True))
    for place, half in enumerate(HALVES):
        values = tuple(pair[place] if pair else None for pair in pairs)
        yield replace(
            draft, key=f"{draft.key}/{half}", values=values, nodes=nodes, derived="half", made_of=(draft.key,),
            parts=list(draft.parts), sources=[],
        )  # fmt: skip


def _parted(line: str, amount: re.Pattern[str]) -> tuple[str, str] | None:
    """The name and the amount of a line; None for any other."""
    if len(line) > _LONGEST or not any(map(str.isdigit, line)):
        return None
    match = _LED.fullmatch(line) or _DASHED.fullmatch(line)
    if match is None or not any(map(str.isalpha, match[1])):
        return None
    return (match[1], match[2]) if amount.fullmatch(match[2]) or _WITH_CENTS.fullmatch(match[2]) else None
