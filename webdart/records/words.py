"""Compares words of a page: blanks folded, then exact, then without case, icons, `*`, `:`."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import bare, words

PLACEHOLDERS = frozenset("-–—‒―−·.…•/_|")
"""Signs that stand in a cell for "nothing here"."""

_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Soft hyphens, zero-width blanks and marks of direction; joiners stay, which make other letters and pictures."""

_CUT = ("[...]", "[…]", "...", "..>", "…")
"""How texts end that a page shows cut; the fourth is that of lists of files."""

_AROUND = "*:： .•·▪‣◦"
_BETWEEN_WORDS = re.compile(r"(?<=\w)[^\w\s]+\s*(?=\w)|(?<=\w)\s+[^\w\s]+\s+(?=\w)|_")
_IN_WORDS = re.compile(r"(?<=\w)['’‐‑-](?=\w)")
_PARTING = re.compile(r"(?<!\d)\s+|\s+(?!\d)")  # "11 2" is not "1 12"
_NUMBER_SIGNS = "".join(lexicon("numerals")["labels"]["number"])  # "Invoice #" is called "invoice"
_OPTIONAL = re.compile(r"(?<=[^\W\d_]{3})(?:\([^\W\d_]{1,5}\)|\[[^\W\d_]{1,5}\])")  # "Author(s)" is called "author"


def folded(text: str) -> str:
    """The text with every run of blanks as one blank, none at the ends, each letter with its accents as one sign.

    What nobody sees is left out: where a word may be broken, which way the text runs.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", _UNSEEN.sub("", text))
    return " ".join(text.split())


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """A name as names are compared: no case, accents, icons or endings in brackets, no `*`, `:` or `#` around it.

    Fields are named in bare letters: `pociag` is the column "Pociąg".
    """
    text = _OPTIONAL.sub("", text) if "(" in text or "[" in text else text
    if text.isascii() and "^" not in text and "`" not in text:  # nothing in it that is left out
        name = " ".join(text.lower().split())
        return name.strip(_AROUND + _NUMBER_SIGNS) or name.strip(_AROUND)
    kept = [
        letter
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) not in {"So", "Cf", "Co", "Cn", "Sk"}
    ]
    name = bare(" ".join("".join(kept).casefold().split()))
    return name.strip(_AROUND + _NUMBER_SIGNS) or name.strip(_AROUND)


_TIMES = words("moment_label")


def names_a_time(label: str) -> bool:
    """Whether a label (in plain form) is about a moment: its values are dates or ages, also as texts."""
    return not _TIMES.isdisjoint(label.split())


_ITS_OWN = words("publication_label")


def names_a_day_of_its_own(label: str) -> bool:
    """Whether a label (in plain form) is about the day that any page has, on which it was published; "due" is not."""
    return _ITS_OWN.issuperset(label.split())


_TELLING = words("prose_label")


def names_prose(label: str) -> bool:
    """Whether a label (in plain form) is of sentences about a thing, and so never of what the thing is called."""
    return not _TELLING.isdisjoint(label.split())


def signs_for(label: str) -> frozenset[str]:
    """The signs that mean the same as a label (in plain form): "#" is a number."""
    return frozenset(_NUMBER_SIGNS) if label.replace(".", "") in words("number_label") else frozenset()


_NUMBERS = frozenset(words("number_label") | set(_NUMBER_SIGNS))
_CODES = _NUMBERS | words("code_label")


def names_a_number(label: str) -> bool:
    """Whether a label (in plain form) is that of the numbers by which things are told apart: they have digits."""
    return _names(label, _NUMBERS)


def names_a_code(label: str) -> bool:
    """Whether a label is that of such numbers, or of codes and keys, which may be words."""
    return _names(label, _CODES)


def _names(label: str, said: frozenset[str]) -> bool:
    """Whether a label begins or ends with one of some words: "case no.", "numéro du dossier", not "pays no tax"."""
    own = label.replace(".", "").split()
    return bool(own) and (own[0] in said or own[-1] in said)


_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBERED = re.compile(r"\b(?=[\w-]*\d)[A-Z\d_-]+\b|\b[A-Z]{3}(?=\s\d)")  # "SCAP-22-557", "EZY 134"


def is_code(text: str, called: str = "") -> bool:
    """Whether a text is a number or a code: it has digits, and no words beside them but what it is `called`.

    "Bill 12" is one of a `bill number`, "No. 12/24" of anything.
    """
    said = {*called.split(), *_NUMBERS}
    rest = " ".join(word for word in text.split() if word.strip(".:#").casefold() not in said)
    return any(map(str.isdigit, rest)) and not _WORD.search(_NUMBERED.sub("", rest))


_PLACES = words("place_label")


def names_a_place(label: str) -> bool:
    """Whether a label (in plain form) is that of a place in an order, so that its values count from one on."""
    return not _PLACES.isdisjoint(label.replace(".", "").split())


def default_label(name: str) -> str:
    """The label of a field that declares none: its name, `_` read as a blank."""
    return plain(name.replace("_", " "))


@lru_cache(maxsize=2048)
def names_of(*readings: str) -> tuple[str, ...]:
    """What is called by some words, in plain form, and as fields are, which have letters alone; none twice.

    Signs between words are blanks ("Check-in" is `check_in`, "Max. size" `max_size`), those within one are left out
    ("E-mail" is `email`, "User's" `users`).
    """
    spaced = [_BETWEEN_WORDS.sub(" ", text) for text in readings]
    joined = [_BETWEEN_WORDS.sub(" ", _IN_WORDS.sub("", text)) for text in readings]
    return tuple(dict.fromkeys(name for name in map(plain, (*readings, *spaced, *joined)) if name))


def is_spelled_as(name: str, labels: Iterable[str]) -> bool:
    """Whether a name is one of some labels, both in plain form, or is parted otherwise: "web site" is `website`."""
    spelled = _in_one_word(name)
    return any(not spelled.isdisjoint(_in_one_word(label)) for label in labels)


@lru_cache(maxsize=2048)
def _in_one_word(name: str) -> frozenset[str]:
    return frozenset(_PARTING.sub("", each) for each in names_of(name))


def is_placeholder(text: str) -> bool:
    """Whether a text only marks an empty cell: nothing, or a dash or two."""
    return all(letter in PLACEHOLDERS or letter.isspace() for letter in text)


_NO_VALUES = words("no_value")


def is_cut(text: str) -> bool:
    """Whether a text ends as those do that a page shows cut."""
    return text.endswith(_CUT)


def before_cut(text: str) -> str:
    """A cut text without the signs of its cut."""
    end = next((end for end in _CUT if text.endswith(end)), "")
    return text.removesuffix(end).rstrip("….").rstrip()


def says_nothing(text: str) -> bool:
    """Whether a text only says that there is no value: a dash, "n/a", "not yet rated"."""
    return is_placeholder(text) or plain(text).strip("()[]<>.–—- ") in _NO_VALUES


def words_of_name(name: str) -> list[str]:
    """The words of what an element is called in the mark-up, in small letters: of "col-header" and "colHeader" two."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]


def are_initials(short: str, text: str) -> bool:
    """Whether some letters are those that a longer text's words, or its only word, begin with."""
    words = [word for word in re.split(r"[\W_]+", text.casefold()) if word]
    letters = short.casefold()
    return (
        len(text) > len(short)
        and bool(words)
        and (
            words[0].startswith(letters)
            or letters == "".join(word[0] for word in (words[0], words[-1])[: len(letters)])
        )
    )
