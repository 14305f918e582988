"""Finds the name behind a "by", and tells which texts only lead to a name.

A word that names have too ("von Neumann", "Da Silva Pereira") is part of the name, unless a colon or a word for what
was written says otherwise; German bylines are told by a first and a last name behind theirs.
"""

import re

_LEADS = ("by", "von", "par", "por", "door", "av", "af", "przez", "от", "автор", "di", "da", "de")
_PARTICLES = frozenset({"von", "di", "da", "de", "av", "af"})
_TOLD = (
    r"(?P<told>(?:posted|written|published|submitted|reported|created|recipe|article|artikel|rezept|text|story)\s+)?"
)
_BYLINE = re.compile(rf"{_TOLD}(?P<lead>{'|'.join(_LEADS)})(?:\s*:\s*|\s+)(?=\S)", re.IGNORECASE)
_WITHIN = re.compile(rf"(?<!\w)(?P<lead>{'|'.join(_LEADS)})(?:\s*:\s*|\s+)(?=\S)", re.IGNORECASE)
_LEADING = re.compile(rf"(?:\S+\s+){{0,2}}(?:{'|'.join(_LEADS)})", re.IGNORECASE)
_FIRST_AND_LAST = re.compile(r"[^\W\d_][\w.’'-]*\s+[^\W\d_a-zß-ÿ]")  # no comma, as in "Neumann, John", and no "und"
_OF_LANGUAGE = {
    "de": "von", "fr": "par", "es": "por", "pt": "por", "nl": "door", "sv": "av", "nb": "av", "no": "av", "da": "af",
    "pl": "przez", "ru": "от", "it": "di",
}  # fmt: skip
_CREDIT = re.compile(
    r"(?:image|photo|picture|photograph|foto|bild|fotografía|credits?)\w*(?:\s+by)?\s*[:/|]|©", re.IGNORECASE
)
_WRITERS = """author authors autor autoren autorin auteur auteurs autore autori autores writer by byline reporter
    verfasser verfasserin schrijver författare forfatter автор"""
_PERSONS = frozenset({*_WRITERS.split(), "posted by", "written by", "reported by", "submitted by", "created by"})


def names_a_person(label: str) -> bool:
    """Whether a field of this label (in plain form) is who wrote something."""
    return label in _PERSONS


def name_behind(text: str) -> str:
    """A text without the byline's word before the name: "By Ann Lee" is Ann Lee, "von Neumann" is himself."""
    match = _BYLINE.match(text)
    if match is None:
        return text
    name = text[match.end() :]
    if name[0].islower():  # "by the sea" is no byline; scripts without capitals have no such difference
        return text
    if match["lead"].casefold() in _PARTICLES and not match["told"] and ":" not in match[0]:
        return name if match["lead"].casefold() == "von" and _FIRST_AND_LAST.match(name) else text
    return name


def signs(text: str, language: str) -> bool:
    """Whether a line by itself says who wrote something: "By Ann Lee", in the page's language ("en-GB").

    A first and a last name, or a word for what was written before: "By Category" and "Door Handles" are headings.
    """
    match = _BYLINE.match(text)
    if match is None or match["lead"].casefold() not in {"by", _OF_LANGUAGE.get(language[:2].casefold(), "by")}:
        return False
    name = text[match.end() :]
    named = _FIRST_AND_LAST.match(name) is not None and not name[0].islower()
    return named or (bool(match["told"]) and name_behind(text) != text)


def is_signed(text: str, language: str) -> bool:
    """Whether a line says anywhere who wrote something: "3 May 2024 at 9:15 by Ann Lee", in the page's language."""
    leads = {"by", _OF_LANGUAGE.get(language[:2].casefold(), "by")}
    found = (match for match in _WITHIN.finditer(text) if match["lead"].casefold() in leads)
    return any(_FIRST_AND_LAST.match(text, match.end()) and not text[match.end()].islower() for match in found)


def is_credit(text: str) -> bool:
    """Whether a text says whom a picture is by: "Image: GCIS"."""
    return _CREDIT.match(text) is not None


def is_byline(text: str) -> bool:
    """Whether a text only leads to a name: "By", "Rezept von", "Author:"."""
    return text.endswith(":") or _LEADING.fullmatch(text) is not None
