"""Reads an objective into its words, in order, and the values among them.

An objective is read left to right, as a person reads a note. Values are text in quotes, text that a template filled
in, addresses, and what follows a label ("Price to 12.50"); the other words name what to act on. Nothing is inferred
that is not written: what can't be placed on a page is reported, never guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from webdart.execute.act.vocabulary import ends_a_value, leads_to_a_value, links, negates, stops, ties, unsets
from webdart.workflow.templates import Names, Reference, Template, fill

_QUOTED = re.compile(
    r'"([^"\n]+)"|“([^“”\n]+)”|„([^„“”\n]+)[“”]|«\s?([^«»\n]+?)\s?»|(?<!\w)\'([^\'\n]+)\'(?!\w)|`([^`\n]+)`'
)
_TOKEN = re.compile(r"https?://\S*[^\s.,;:)\"”’]|\w+(?:[.,:@/'’+-]\w+)*|[^\w\s]")
_ADDRESS = re.compile(r"(?:https?://|/)\S*")
_NEAR = 3  # words before a mention in which a "not" is still about it


class Word(Struct, frozen=True):
    """One word of the sentence, folded; `data` says that it came from a page, `value` which value it is part of."""

    text: str
    data: bool = False
    value: int = -1


class Value(Struct, frozen=True):
    """Something to be put in, chosen or looked for, as written: the words `first` to `last` of the sentence.

    `hint` is the name under which a template knew it; `data` says that it came from a page, and so names nothing that
    is clicked.
    """

    text: str
    first: int
    last: int
    data: bool = False
    hint: str = ""

    @property
    def places(self) -> frozenset[int]:
        """Its words."""
        return frozenset(range(self.first, self.last + 1))

    @property
    def is_address(self) -> bool:
        """Whether it is an address to open."""
        return _ADDRESS.fullmatch(self.text) is not None


@dataclass(frozen=True)
class Asked:
    """An objective as read."""

    text: str
    words: tuple[Word, ...]
    values: tuple[Value, ...]

    @cached_property
    def content(self) -> frozenset[int]:
        """The places of the words that say something."""
        return frozenset(
            place for place, word in enumerate(self.words) if word.text[0].isalnum() and not links(word.text)
        )

    def mentions(self, phrase: str, *, data: bool = False) -> tuple[range, ...]:
        """The places where the words of `phrase` follow each other; with `data` also where a page supplied them."""
        wanted = tokens(phrase)
        if not wanted:
            return ()
        size, there = len(wanted), [word.text for word in self.words]
        found = (range(at, at + size) for at in range(len(there) - size + 1) if there[at : at + size] == [*wanted])
        empty = all(map(ties, wanted))
        return tuple(
            one
            for one in found
            if (data or not any(self.words[at].data for at in one)) and not (empty and not self._is_value(one))
        )

    def _is_value(self, place: range) -> bool:
        return any((one.first, one.last + 1) == (place.start, place.stop) for one in self.values)

    def forbids(self, place: int) -> bool:
        """True if a "not" precedes the word at `place`."""
        before = self._clause(place)
        return any(negates(word.text) for word in before)

    def unsets(self, place: int) -> bool:
        """Whether the word at `place` is to be unticked."""
        return self.forbids(place) or any(unsets(word.text) for word in self._clause(place))

    def _clause(self, place: int) -> Sequence[Word]:
        """The few words before a place, no further back than the last stop."""
        start = max(0, place - _NEAR)
        ended = [at for at in range(start, place) if stops(self.words[at].text)]
        return self.words[(ended[-1] + 1 if ended else start) : place]

    def following(self, place: int) -> Value | None:
        """The unquoted value that follows a label which ends before `place`: up to the end of its clause."""
        start = place
        while start < len(self.words) and leads_to_a_value(self.words[start].text):
            start += 1
        if start == place or not self._speaks(start):
            return None
        end = start
        while end < len(self.words) and not ends_a_value(self.words[end].text) and self.words[end].value < 0:
            end += 1
        if end == start:
            return None
        text = self._source(start, end)
        return Value(text, start, end - 1) if text else None

    def _speaks(self, place: int) -> bool:
        """Whether a word that is no part of a value stands there, and no sign before one."""
        if place >= len(self.words) or self.words[place].value >= 0:
            return False
        quotes = place + 1 < len(self.words) and self.words[place + 1].value >= 0
        return self.words[place].text[0].isalnum() or not quotes

    def _source(self, start: int, end: int) -> str:
        """The words as they were written."""
        spans = [found.span() for found in _TOKEN.finditer(self.text)]
        return self.text[spans[start][0] : spans[end - 1][1]] if len(spans) == len(self.words) else ""


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared; signs between them do not count."""
    return tuple(token.casefold() for token in _TOKEN.findall(text) if any(map(str.isalnum, token)))


def asked(template: Template, names: Names) -> Asked:
    """An objective, filled in and read.

    Raises:
        QueryError, UsageError: as `templates.fill`.
    """
    pieces: list[tuple[str, str, bool]] = []  # text, the name of what filled it in, whether a page said it
    for part in template.parts:
        if isinstance(part, Reference):
            filled = fill(Template(str(part), (part,), template.at), names)
            pieces.append((filled.text, part.name[-1].replace("_", " "), filled.data))
        else:
            pieces.append((part, "", False))
    return _read(pieces)


def _read(pieces: Sequence[tuple[str, str, bool]]) -> Asked:
    text = "".join(piece for piece, _, _ in pieces)
    given = list(_given(pieces))
    spans = [(begin, end, hint, data) for begin, end, hint, data in given]
    taken = [(begin, end) for begin, end, _, _ in spans]
    for found in _QUOTED.finditer(text):
        begin, end = found.span(found.lastindex or 0)
        if not any(begin < other_end and other < end for other, other_end in taken):
            spans.append((begin, end, "", False))
    for found in _TOKEN.finditer(text):
        begin, end = found.span()
        if found[0].startswith("http") and not any(begin < other[1] and other[0] < end for other in spans):
            spans.append((begin, end, "", False))
    spans.sort()
    words: list[Word] = []
    places: dict[int, list[int]] = {}
    for found in _TOKEN.finditer(text):
        at = next((n for n, span in enumerate(spans) if span[0] <= found.start() and found.end() <= span[1]), -1)
        if at >= 0:
            places.setdefault(at, []).append(len(words))
        words.append(Word(found[0].casefold(), at >= 0 and spans[at][3], at))
    values = tuple(
        Value(text[span[0] : span[1]].strip(), places[at][0], places[at][-1], span[3], span[2])
        for at, span in enumerate(spans)
        if at in places
    )
    return Asked(text, tuple(words), values)


def _given(pieces: Sequence[tuple[str, str, bool]]) -> "list[tuple[int, int, str, bool]]":
    place = 0
    found: list[tuple[int, int, str, bool]] = []
    for text, hint, data in pieces:
        if hint and text.strip():
            found.append((place, place + len(text), hint, data))
        place += len(text)
    return found
