"""Infers the type of a column that no file describes, and makes an identifier of its name."""

import re
import unicodedata
from collections.abc import Sequence

from webdart.identifier import name_from
from webdart.lexicon.phrases import bare_latin
from webdart.records.coerce.dates import age_in
from webdart.records.coerce.type_likelihood import Plausible
from webdart.workflow.model import Kind

SHARE = 0.9
"""Of the texts of a column, that must be of a type."""

_KINDS: tuple[Kind, ...] = ("money", "datetime", "date", "integer", "number", "rating")
_LEAST_WHOLE = 0.65  # how plausible a whole number with words around it must be


def kind_of(texts: Sequence[str], plausible: Plausible) -> Kind:
    """The narrowest type that nearly all of some texts are of; ages ("2 hours ago") are texts."""
    if sum(age_in(text, plausible.locale) is not None for text in texts) >= SHARE * len(texts):
        return "text"
    for kind in _KINDS:
        least = _LEAST_WHOLE if kind == "integer" and len(texts) > 1 else SHARE
        good = sum(plausible.share(kind, (text,)) >= least for text in texts)
        if good >= SHARE * len(texts) and not (kind == "integer" and _worded_apart(texts)):
            return _narrowed(kind, texts)
    return "text"


def _narrowed(kind: Kind, texts: Sequence[str]) -> Kind:
    if kind == "datetime":
        clocks = sum(bool(re.search(r"\d{1,2}[:.]\d{2}|\bnoon\b|\bmidnight\b|[ap]\.?m\.?", text)) for text in texts)
        return "datetime" if clocks >= SHARE * len(texts) else "date"
    if kind == "integer" and any(re.search(r"\d[.,]\d{1,2}(?!\d)", text) for text in texts):
        return "number"
    leading = sum(bool(re.match(r"0\d", text)) for text in texts)  # article numbers, not amounts
    return "text" if kind == "integer" and leading else kind


def _worded_apart(texts: Sequence[str]) -> bool:
    """Whether the words around numbers differ from text to text, as in names that end with one."""
    said = {tuple(word[:4] for word in re.findall(r"[^\W\d_]+", text.casefold())) for text in texts}
    return len(said) > 2


def unaccented(text: str) -> str:
    """Letters without their accents, as far as ASCII has them."""
    letters = unicodedata.normalize("NFKD", bare_latin(text.casefold()))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def identifier(text: str, most: int = 4) -> str:
    """A name for a column or a table from the first words of a text of a page: "" where they give none.

    Latin letters are without their accents, for every keyboard; what other scripts write stays as it is.
    """
    small = bare_latin(unicodedata.normalize("NFKC", text).lower())
    return name_from("".join(plain if (plain := sign.casefold()).isascii() else sign for sign in small), most)
