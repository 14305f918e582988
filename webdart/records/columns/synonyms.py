"""Tells whether two names of a column mean the same, in the languages that pages speak."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import called_first, meant
from webdart.records.coerce.numbers import same_stem
from webdart.records.words import names_a_time, plain

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TELLING = re.compile(r"[^\W\d_]{2,}|[\u3040-\u9fff\uac00-\ud7af]")
"""Words that say something: one letter does in Chinese, Japanese and Korean; elsewhere it is a unit or a joint."""
_CODE = ("en",)
"""What developers write classes and addresses in, and most people the names of fields."""
_TITLE, _DATE = "means_title", "means_date"
_TIMES = frozenset(
    f"means_{one}"
    for one in ("published", "created", "updated", "deadline", "start", "end", "birth", "death", "departure", "arrival")
)
"""Meanings of names that say which time they are of."""
_WITH_HOUR = frozenset(f"means_{one}" for one in ("date", "start", "departure", "arrival"))
"""Meanings that a time of the day may be the rest of."""
_UNSETTLED = frozenset({_TITLE, "means_price"})
"""Meanings that a word does not settle: records are called many things, and have several amounts."""
_HOUR = "means_time"
_WORDS = "words"
"""What values look like whose meaning says nothing else."""


@lru_cache(maxsize=4096)
def related(one: str, other: str) -> bool:
    """Whether two names share a word, or the words of them that have a meaning mean the same, in any language."""
    mine, theirs = _WORD.findall(plain(one)), _WORD.findall(plain(other))
    if any(first == second or same_stem(first, second) for first in mine for second in theirs):
        return True
    if any(
        len(first) > 3 and len(second) > 3 and (first in second or second in first)
        for first in mine
        for second in theirs
    ):
        return True
    if names_a_time(plain(one)) and names_a_time(plain(other)):
        return True
    said, asked = ([found for word in _looked_up(name, _WORD) if (found := meant(word))] for name in (one, other))
    return _fit([[left <= right or right <= left for right in asked] for left in said])


@lru_cache(maxsize=4096)
def mean_apart(one: str, other: str) -> bool:
    """Whether the words of two names that have a meaning, in any language, have none in common: replies and views."""
    said, asked = (
        _told(frozenset[str]().union(*(meant(word) for word in _looked_up(name, _WORD)))) for name in (one, other)
    )
    if (_HOUR in said and asked & _WITH_HOUR) or (_HOUR in asked and said & _WITH_HOUR):
        return False
    return bool(said) and bool(asked) and said.isdisjoint(asked)


@lru_cache(maxsize=4096)
def are_other_times(one: str, other: str) -> bool:
    """Whether two names are of two times: a deadline is not when something was posted. Any date may be any of them."""
    said, asked = (
        frozenset[str]().union(*(meant(word) for word in _looked_up(name, _WORD))) & _TIMES for name in (one, other)
    )
    return bool(said) and bool(asked) and _first_times(said).isdisjoint(_first_times(asked))


def _first_times(times: frozenset[str]) -> frozenset[str]:
    """Times, with that of making a thing and that of making it public as one."""
    return times - {"means_created"} | {"means_published"} if "means_created" in times else times


@lru_cache(maxsize=4096)
def has_meaning(name: str, languages: frozenset[str] = frozenset()) -> bool:
    """Whether a word of a name is known to mean something, in some languages or in any."""
    return any(meant(word, languages) for word in _looked_up(name, _WORD))


@lru_cache(maxsize=16384)
def mean_alike(name: str, label: str, languages: frozenset[str], kind: str = "") -> bool:
    """Whether a name in some languages means what a label does: each of its words one of the label's, and back.

    A name may mean more than the label, not less: "Published" is a `date`, "Qty" is not the only `amount`. Where the
    label is a field's, its type leaves some of its meanings out.
    """
    said = [meant(word, languages) or meant(word, _CODE) for word in _looked_up(name, _TELLING)]
    asked = [_of_kind(_asked(word, languages), kind) for word in _looked_up(label, _TELLING)]
    return _fit([[_settles(left, right) for right in asked] for left in said])


@lru_cache(maxsize=16384)
def are_translations(name: str, label: str, languages: frozenset[str], kind: str = "") -> bool:
    """Whether a field's name and a label, both in plain form, are what English or some languages call one thing first.

    The further words of a meaning are like it, and may say something else: "Zustand" of a `status`. The name may have
    several meanings of which a field of its type has one; the label may not.
    """
    spoken = frozenset((*_CODE, *languages))
    asked, said = _of_kind(called_first(name, spoken), kind), called_first(label, spoken)
    return len(said) == 1 and asked == said and said == _told(meant(label, spoken))


@lru_cache(maxsize=4096)
def meanings_of_kind(name: str, kind: str) -> frozenset[str]:
    """What a field's name means in any language, as far as a field of its type has such values.

    Nothing, if it is not one word or phrase with a meaning.
    """
    said = _looked_up(name, _TELLING)
    return _of_kind(meant(said[0]), kind) if len(said) == 1 else frozenset()


@lru_cache(maxsize=4096)
def _of_kind(meanings: frozenset[str], kind: str) -> frozenset[str]:
    """Meanings whose values a field of a type may have; all of them, if it can have none."""
    wanted = lexicon("meaning_forms")["types"].get(kind, ())
    return frozenset(one for one in meanings if _forms().get(one, _WORDS) in wanted) or meanings


def is_formed(meaning: str) -> bool:
    """Whether the values of a meaning are no words: amounts, days, numbers."""
    return meaning in _forms()


@cache
def _forms() -> Mapping[str, str]:
    """What values look like, by what they mean."""
    said: Mapping[str, Sequence[str]] = lexicon("meaning_forms")["forms"]
    return {f"means_{one}": form for form, meanings in said.items() for one in meanings}


def means_in_code(word: str, label: str) -> bool:
    """Whether a word of a class or an address means just what a label does."""
    said = _told(meant(word, _CODE))
    return bool(said - _UNSETTLED) and all(_asked(asked, _CODE) == said for asked in _looked_up(label, _TELLING))


def calls_records(word: str) -> bool:
    """Whether a word may be what records are called: "entry", "post"."""
    return _TITLE in meant(word)


def is_name(text: str) -> bool:
    """Whether a text that stands where a name would is one: it has a word, and is no mere sign."""
    return any(len(word) > 1 for word in _WORD.findall(text))


def _looked_up(name: str, words: re.Pattern[str]) -> Sequence[str]:
    """The words of a name; itself where the whole of it has a meaning: "posted by"."""
    whole = plain(name)
    return [whole] if meant(whole) else words.findall(whole)


def _fit(same: Sequence[Sequence[bool]]) -> bool:
    """Whether of two names, by word of the one and of the other, each word has its like; not where either has none."""
    return bool(same and same[0]) and all(map(any, same)) and all(map(any, zip(*same, strict=True)))


def _told(meanings: frozenset[str]) -> frozenset[str]:
    """Meanings without that of any date, where one says which."""
    return meanings - {_DATE} or meanings


def _asked(word: str, languages: Collection[str]) -> frozenset[str]:
    """What a word of a label may mean: in English, or in the page's languages."""
    return _told((meant(word, _CODE) or meant(word, languages)) - {_TITLE})


def _settles(said: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether all that is asked for may be said, and what is said is neither what records are called nor an amount."""
    return said.isdisjoint(_UNSETTLED) and bool(asked - _UNSETTLED) and asked <= said
