"""Compares two texts as a person would: exactly or loosely.

Loose means without case, icons, required marks, colons, and kinds of blank (`loose`); a page's text also matches
without a trailing count (`readings`): "Inbox (3)" is *Inbox*. No synonyms, no edit distance: those are guesses.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from webdart.lexicon.phrases import pattern

_ICONS = (
    "\u00ab\u00bb\u2039\u203a"  # angle quotes, as arrows
    "\u00b6"  # the sign that leads from a heading to itself
    "\u200b-\u200f\u2060\ufeff\ufe0e\ufe0f\u00ad"  # what has no width
    "\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff"  # arrows, technical, shapes, dingbats
    "\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use: icon fonts
    "\U0001f000-\U0001faff"  # pictures
)
_EDGES = re.compile(
    rf"^[\s{_ICONS}*:：]+|[\s{_ICONS}*:：…]+$|^\+\s+(?=[^\W\d_])|\.\.\.$|^<+[-=]*(?=\s*[^\W\d_])|(?<=\w)\s*[-=]*>+$"
)
_BRACKETS = re.compile(r"[(\[]\s*([^\W\d][^()\[\]]*)[)\]]")  # "[next]"
_INSIDE = re.compile("[\u200b-\u200f\u2060\ufeff\ufe0e\ufe0f\u00ad\ue000-\uf8ff]")
_COUNT = re.compile(
    r"(?:(?:(?<!\s)\s+)?[(\[（]\s*\d[\d.,\s\u00a0'’]*(?:[kKmM+]\s*)?[)\]）]|(?<!\s)\s+\d[\d.,]*[kKmM+]?)$"
)


def folded(text: str) -> str:
    """`text` with every run of blanks, of whatever kind, as one blank."""
    return " ".join(text.split())


def without_accents(text: str) -> str:
    """`text` with bare letters, as addresses have them: "página" is "pagina"."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


@lru_cache(maxsize=2048)
def loose(text: str) -> str:
    """A text reduced for a loose comparison; a text of icons alone stays as it is."""
    if text.isascii() and text[:1].isalnum() and text[-1:].isalnum():
        return folded(text).lower()  # nothing at its edges that could fall off: most texts are such
    plain = folded(_INSIDE.sub("", unicodedata.normalize("NFKC", text)))
    before = None
    bare = plain
    while before != bare:
        before = bare
        bare = _EDGES.sub("", bare)
    enclosed = _BRACKETS.fullmatch(bare)
    return (enclosed[1].rstrip() if enclosed else bare or plain).casefold()


COLONS = (":", "：")
"""What a label ends with: the colon, and that of East Asia."""
ENDS = ".!?…。！？"
"""What a sentence ends with, or a text that was cut off."""


def without_mark(text: str) -> str:
    """The words of a label without the signs that end it: its colon, the star of a field that must be filled in."""
    return text.rstrip(_LABEL_ENDS) or text


_LABEL_ENDS = " :：*"


def without_remark(text: str) -> str:
    """A label without the remark that ends it: in brackets, or whether one has to fill it in.

    "Phone (optional)", "Weight (kg)", and the "Phone optional" that is left of a small sign in a label.
    """
    bare = _REMARK.sub("", text)
    found = _OBLIGATION.search(bare)
    return bare if found is None else bare[: found.start()].rstrip(_BEFORE_REMARK) or bare


def says_obligation(text: str) -> bool:
    """Whether a text says no more than whether something has to be filled in: "Optional", "(required)"."""
    return _OBLIGATION_ALONE.search(loose(text)) is not None


_OBLIGATION = pattern("obligation", at="end")
_OBLIGATION_ALONE = pattern("obligation", at="whole")
_BEFORE_REMARK = " -–—·,:：*"
_REMARK = re.compile(r"(?<=\S)\s*[(（][^()（）]*[)）][\s:：*]*$")


@lru_cache(maxsize=2048)
def readings(text: str) -> tuple[str, ...]:
    """The loose forms under which a page's text answers: itself, and without a trailing count."""
    whole = loose(text)
    bare = loose(_COUNT.sub("", folded(text)))
    return (whole, bare) if bare and bare != whole else (whole,)


def letters(text: str) -> str:
    """What is left of a text however it is written and parted: its letters and digits, without case or accents."""
    return "".join(filter(str.isalnum, without_accents(text).casefold()))


def says(page: str, words: str) -> bool:
    """Whether a page's text loosely is `words`."""
    return bool(page) and loose(words) in readings(page)


def holds(page: str, words: str) -> bool:
    """Whether `words` stand in a page's text as whole words, case and all; blanks folded."""
    wanted, text = folded(words), folded(page)
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        left = start == 0 or not (text[start - 1].isalnum() and wanted[0].isalnum())
        right = end == len(text) or not (text[end].isalnum() and wanted[-1].isalnum())
        if left and right:
            return True
        start = text.find(wanted, start + 1)
    return False


def nearest(words: str, among: Iterable[str], most: int = 6) -> tuple[str, ...]:
    """The texts most like `words`, best first: for a message, never for a choice."""
    wanted = loose(words)
    different = {loose(text): text for text in among if text}

    def likeness(form: str) -> float:
        return SequenceMatcher(None, wanted, form[:200]).ratio() + (0.3 if wanted in form else 0.0)

    ranked = sorted(different, key=likeness, reverse=True)
    return tuple(different[form] for form in ranked[:most])
