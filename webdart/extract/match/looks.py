"""What values look like beside what the name of a field means: a phone number, a year, a whole text.

Where no name on the page tells which of several columns a field is, its own name does: a `phone` has digits, a
`summary` sentences. That values are words speaks for no field, as most columns have such; that they are none speaks
against a `section`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from webdart.extract.match.naming import is_called
from webdart.extract.match.pair import Pair
from webdart.extract.types import kind_of
from webdart.lexicon import lexicon
from webdart.lexicon.phrases import is_spaced
from webdart.page.text_match import ENDS
from webdart.records.columns.synonyms import is_formed, meanings_of_kind
from webdart.records.words import is_code

_ANY, _WORDS, _PROSE = "any", "words", "prose"
_MAIL = re.compile(r"\S+@\S+\.\S+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S*", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_PHONE = re.compile(r"(?:\+|\(?0)[\d\s()./-]{6,}\d|\(?\d{2,4}\)?(?:[\s.-]\d{2,4}){2,}|\d{3}-\d{4}")
_OF_KIND: Mapping[str, str] = {
    **dict.fromkeys(("date", "datetime", "time", "relative"), "moment"),
    **dict.fromkeys(("integer", "number"), "number"),
    **dict.fromkeys(("money", "rating"), "amount"),
}
"""What a text looks like by its kind (`extract.types`)."""
_LIKE: Mapping[str, frozenset[str]] = {
    "code": frozenset({"code", "number", "year"}),
    "number": frozenset({"number", "year"}),
}
"""What else passes for a look: codes may be bare numbers, and numbers such as years are."""
_OF_SENTENCE, _OF_TEXT = 5, 8  # words of a sentence that ends, and of a text whether it does or not
_UNSPACED = 6  # letters of a sentence where no blanks part words


def look_fits(pair: Pair) -> float:
    """The share of the values that look as the field's name means them; 0 for words, which most columns have."""
    wanted = _wanted(pair.field.name, pair.kind)
    return _share(pair, wanted) if wanted - {_WORDS} else 0.0


def look_differs(pair: Pair) -> float:
    """The share of the values that look otherwise than the field's name means them; 0 where they are called so."""
    wanted = _wanted(pair.field.name, pair.kind)
    return 1.0 - _share(pair, wanted) if wanted and not is_called(pair) else 0.0


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
    """What a value looks like: mail, address, year, moment, phone, number, amount, prose, code or words."""
    for name, pattern in (("mail", _MAIL), ("address", _ADDRESS), ("year", _YEAR)):
        if pattern.fullmatch(value):
            return name
    told = _OF_KIND.get(kind_of(value), "")
    if told != "moment" and _PHONE.fullmatch(value):
        return "phone"
    return told or (_PROSE if _is_prose(value) else "code" if is_code(value) else _WORDS)


def _is_prose(value: str) -> bool:
    """Whether a value is a sentence, or a text of several words."""
    count, ended = len(value.split()), value[-1:] in ENDS
    unspaced = len(value) > _UNSPACED and any(sign.isalpha() and not is_spaced(sign) for sign in value)
    return count >= _OF_TEXT or (ended and (count >= _OF_SENTENCE or unspaced))
