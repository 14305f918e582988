"""Columns inside a running text: what stands between words that every text has, and the one date or amount in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from webdart.extract.columns.draft import Draft
from webdart.extract.types import finders
from webdart.values import replace

_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)+|[^\W\d_]+\d\w*|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,٬٫:'’/-]\d+)*|[^\w\s]")
_EVERYWHERE = 0.97  # share of the texts that a constant word stands in
_MOST_SLOTS = 12
_MOST_TOKENS = 60  # of a text that is cut
_MANY = 10  # texts of which one may say something else: "closed"
_FEW = 3  # texts from which on words count as constant
_MOST_WORDS = 3  # beside a slot that name it
_EDGE = " \t\u00a0,;:|·•–—-/()[]»«>"
_PROBE = 8  # texts that are tried before all are
_FOUND = 0.6  # share of the texts in which a datum is found
_KNOWN = 8192  # texts that are taken apart once: the sets of a page share most of them
Span = tuple[int, int]
Token = tuple[str, int]


def slots(draft: Draft, language: str) -> Iterator[Draft]:
    """The columns between the constant words of a text column.

    A word of a date is constant by chance: all of a page's are of November.
    """
    said = [value for value in draft.values if value is not None]
    if len(said) < _FEW or draft.typed or draft.constant:
        return
    if not _marks([[token for token, _ in _tokens(value, language)] for value in said[:_PROBE]]):
        return
    tokens = [_tokens(value, language) for value in said]
    if any(len(one) > _MOST_TOKENS for one in tokens):
        return
    marks = _marks([[token for token, _ in one] for one in tokens])
    if not marks or len(marks) > _MOST_SLOTS:
        return
    cuts = {value: _cut(value, dict(one), marks) for value, one in zip(said, tokens, strict=True)}
    filled = [any(cut is not None and cut[place] for cut in cuts.values()) for place in range(len(marks) + 1)]
    for place in range(len(marks) + 1):
        values = tuple(
            None if value is None or cuts[value] is None else (cuts[value] or [])[place] for value in draft.values
        )
        values = tuple(value or None for value in values)
        if any(values):
            before = " ".join(reversed(_words(marks[:place][::-1], filled[1:place][::-1])))
            after = " ".join(_words(marks[place:], filled[place + 1 : len(marks)]))
            nodes = tuple(node if value else -1 for node, value in zip(draft.nodes, values, strict=True))
            yield replace(
                draft, key=f"{draft.key}/{place}", values=values, nodes=nodes, derived="slot", composite=False,
                before=before, after=after, made_of=(draft.key,), parts=list(draft.parts), sources=[],
            )  # fmt: skip


def _words(marks: Sequence[Token], filled: Sequence[bool]) -> list[str]:
    """The nearest constant words, up to a sign or to what changes; `filled` says where something does between them."""
    found: list[str] = []
    for (token, _), ends in zip(marks, (*filled, True), strict=False):
        if token[0].isalpha():
            found.append(token)
        elif found:
            break
        if (ends and found) or len(found) == _MOST_WORDS:
            break
    return found


@lru_cache(maxsize=_KNOWN)
def _tokens(text: str, language: str) -> tuple[tuple[Token, Span], ...]:
    """Every token with its number among equal ones, and where it stands.

    Numbers and codes ("p14", "F-39") are no words, nor is what a date has.
    """
    counts: dict[str, int] = {}
    found: list[tuple[Token, Span]] = []
    days = [day.span() for day in _days(language).finditer(text)] if any(map(str.isdigit, text)) else []
    for match in _TOKEN.finditer(text):
        token = match[0].lower()
        if not any(map(str.isdigit, token)) and not any(begin <= match.start() < end for begin, end in days):
            count = counts[token] = counts.get(token, 0) + 1
            found.append(((token, count), match.span()))
    return tuple(found)


def _days(language: str) -> re.Pattern[str]:
    return dict(finders(language))["date"]


def _marks(texts: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """The tokens that (nearly) every text has, in the one order in which they stand."""
    counts = Counter(token for text in texts for token in text)
    least = min(_EVERYWHERE * len(texts), max(_MANY, len(texts) - 1))
    common = {token for token, count in counts.items() if count >= least}
    order = [token for token in texts[0] if token in common]
    if len(order) < len(common):
        full = next((text for text in texts if sum(token in common for token in text) == len(common)), texts[0])
        order = [token for token in full if token in common]
    for text in texts:
        places = {token: place for place, token in enumerate(text)}
        last = -1
        kept: list[tuple[str, int]] = []
        for token in order:
            place = places.get(token)
            if place is not None and place < last:
                continue
            last = place if place is not None else last
            kept.append(token)
        order = kept
    return order


def _cut(text: str, places: dict[tuple[str, int], Span], marks: Sequence[tuple[str, int]]) -> list[str] | None:
    pieces: list[str] = []
    begin = 0
    for mark in marks:
        span = places.get(mark)
        if span is None or span[0] < begin:
            return None
        pieces.append(text[begin : span[0]].strip(_EDGE))
        begin = span[1]
    pieces.append(text[begin:].strip(_EDGE))
    return pieces


def data(draft: Draft, language: str) -> Iterator[Draft]:
    """The date, the amount or the number that stands once in every text."""
    said = [value for value in draft.values if value is not None]
    if not said or draft.typed:
        return
    probe = said[:_PROBE]
    if sum(any(map(str.isdigit, value)) for value in probe) < _FOUND * len(probe):
        return
    for kind, pattern in finders(language):
        if sum(pattern.search(value) is not None for value in probe) * 2 < len(probe):
            continue
        single = [None if value is None else _only_match(pattern, value) for value in draft.values]
        count = sum(one is not None for one in single)
        if count < _FOUND * len(said) or count == 0:
            continue
        nodes = tuple(node if value else -1 for node, value in zip(draft.nodes, single, strict=True))
        found = replace(
            draft, key=f"{draft.key}/{kind}", values=tuple(single), nodes=nodes, derived=kind, composite=False,
            made_of=(draft.key,), parts=list(draft.parts), sources=[],
        )  # fmt: skip
        yield found
        if kind != "integer":
            return


@lru_cache(maxsize=_KNOWN)
def _only_match(pattern: re.Pattern[str], text: str) -> str | None:
    """The match of a pattern, if there is one and no other."""
    first = pattern.search(text)
    if first is None or pattern.search(text, max(first.end(), first.start() + 1)) is not None:
        return None
    return first[0].strip()
