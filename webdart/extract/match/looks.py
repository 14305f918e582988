"""What values look like beside what the name of a field means: a phone number, a year, words, a whole text.

Where no name on the page tells which of several columns a field is, its own name does: a `phone` has digits, a
`section` a word or two, a `summary` sentences.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from webdart.extract.match.naming import nearest
from webdart.extract.match.pair import Pair
from webdart.lexicon import lexicon
from webdart.records.columns.synonyms import is_formed, meanings_of_kind
from webdart.records.words import is_code

_ANY, _WORDS = "any", "words"
_MAIL = re.compile(r"\S+@\S+\.\S+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S*", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MOMENT = re.compile(r"\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:\d{4}|\d{2})")
_PHONE = re.compile(r"(?:\+|\(?0)[\d\s()./-]{6,}\d|\(?\d{2,4}\)?(?:[\s.-]\d{2,4}){2,}|\d{3}-\d{4}")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,'\s]\d+)*\s?%?")
_SENTENCE = re.compile(r"(?:\S+\s+){4,}\S+[.!?…]|.{6,}[。！？]|(?:\S+\s+){7,}\S+", re.DOTALL)
_LOOKS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("mail", _MAIL),
    ("address", _ADDRESS),
    ("year", _YEAR),
    ("moment", _MOMENT),
    ("phone", _PHONE),
    ("number", _NUMBER),
    ("prose", _SENTENCE),
)
_LIKE: Mapping[str, frozenset[str]] = {
    "code": frozenset({"code", "number", "year"}),
    "number": frozenset({"number", "year"}),
}
"""What else passes for a look: codes may be bare numbers, and numbers such as years are."""
_CLOSE = 0.8  # likeness from which a name counts as the field's


def look_fits(pair: Pair) -> float:
    """The share of the values that look as the field's name means them; 0 for words, which most columns have."""
    wanted = _wanted(pair.field.name, pair.kind)
    return _share(pair, wanted) if wanted - {_WORDS} else 0.0


def look_differs(pair: Pair) -> float:
    """The share of the values that look otherwise than the field's name means them; 0 where they are called so."""
    wanted = _wanted(pair.field.name, pair.kind)
    return 1.0 - _share(pair, wanted) if wanted and not _is_called_so(pair) else 0.0


def _is_called_so(pair: Pair) -> bool:
    """Whether the page calls the column as the field, or by a word that means the same."""
    names = [one.words for one in pair.column.names]
    return nearest(pair) >= _CLOSE or any(pair.question.means(pair.field, words) for words in names)


def _share(pair: Pair, wanted: frozenset[str]) -> float:
    said = pair.question.samples[pair.place] if pair.is_plain else ()
    return sum(look(value.strip()) in wanted for value in said) / len(said) if said else 1.0


@lru_cache(maxsize=4096)
def _wanted(name: str, kind: str) -> frozenset[str]:
    """The looks of values that a field of a type is called so for; none where there are several or any."""
    if kind not in {"text", "integer"}:
        return frozenset()
    looks = {_look_of(meaning, kind) for meaning in meanings_of_kind(name, kind)}
    (only,) = looks if len(looks) == 1 else (_ANY,)
    return frozenset() if only == _ANY else _LIKE.get(only, frozenset({only}))


def _look_of(meaning: str, kind: str) -> str:
    listed = _looks().get(meaning)
    if kind == "integer":
        return listed if listed == "year" else _ANY if listed else "number"
    return listed or (_ANY if is_formed(meaning) else _WORDS)


@cache
def _looks() -> Mapping[str, str]:
    said: Mapping[str, Sequence[str]] = lexicon("meaning_forms")["looks"]
    return {f"means_{one}": name for name, meanings in said.items() for one in meanings}


@lru_cache(maxsize=16384)
def look(value: str) -> str:
    """What a value looks like: mail, address, year, moment, phone, number, prose, code or words."""
    found = next((name for name, pattern in _LOOKS if pattern.fullmatch(value)), None)
    return found or ("code" if is_code(value) else _WORDS)
