"""How alike two names are: in letters, and in the role that their words stand for."""

import re
from functools import cache, lru_cache

from rapidfuzz.distance import JaroWinkler

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import phrases

_WORDS = re.compile(r"[^\W\d_]+|\d+|[#№%]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PLAIN = {ord("_"): " ", 0xAD: None, 0x200B: None, 0x200D: None}  # signs that nobody sees part no words
_STEM = 4  # letters of a beginning that two forms of one word share
_NEAR = 0.9  # likeness of two spellings of one word
_EXTRA = 0.15  # what a word more on the page takes away


@lru_cache(maxsize=16384)
def words(text: str) -> tuple[str, ...]:
    """The words of a name, in lower case: of `date_registered`, `dateRegistered` and "Date registered:" the same."""
    return tuple(word.lower() for word in _WORDS.findall(_CAMEL.sub(" ", text.translate(_PLAIN))))


def folded(text: str) -> str:
    """A text without blanks, soft hyphens and case."""
    return "".join(text.translate(_PLAIN).split()).casefold()


@lru_cache(maxsize=65536)
def lexical(wanted: str, given: str) -> float:
    """How well the words of one name are found in another, 0 to 1."""
    ours, theirs = words(wanted), words(given)
    if not ours or not theirs:
        return 0.0
    if ours == theirs:
        return 1.0
    found = sum(max(_alike(one, other) for other in theirs) for one in ours) / len(ours)
    return found / (1.0 + _EXTRA * max(0, len(theirs) - len(ours)))


@lru_cache(maxsize=65536)
def _alike(left: str, right: str) -> float:
    if left == right:
        return 1.0
    short, long = sorted((left, right), key=len)
    if len(short) >= _STEM and long.startswith(short):
        return 0.9
    if len(short) >= _STEM and long.endswith(short):
        return 0.7
    likeness = 0.0 if frozenset((left, right)) in _unlike() else JaroWinkler.similarity(left, right)
    return likeness if likeness >= _NEAR and len(short) >= _STEM else 0.0


@cache
def _unlike() -> frozenset[frozenset[str]]:
    return frozenset(map(frozenset, lexicon("unlike_words")["pairs"]))


@lru_cache(maxsize=16384)
def roles(text: str) -> frozenset[str]:
    """The roles that the words of a name stand for."""
    known = _roles()
    return frozenset(role for word in words(text) for role in known.get(word) or known.get(_one_less(word), ()))


def _one_less(word: str) -> str:
    """A word without its last letter: "dates" are of the roles of "date"."""
    return word[:-1] if len(word) > _STEM else ""


@cache
def _roles() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    meanings = lexicon("meaning_forms")["roles"]
    for role, listed in lexicon("roles").items():
        meant = phrases(*(f"means_{one}" for one in meanings.get(role, ())))
        for word in dict.fromkeys((*listed, *meant)):
            found.setdefault(word, []).append(role)
    return {word: tuple(names) for word, names in found.items()}


@lru_cache(maxsize=16384)
def shared_role(wanted: str, given: str) -> float:
    """1 where the last words of both stand for one role, less where others do."""
    ours, theirs = roles(wanted), roles(given)
    if not ours or not theirs:
        return 0.0
    return len(ours & theirs) / min(len(ours), len(theirs))
