"""Finds the name behind a "by", and tells which texts only lead to a name.

A word that names have too ("von Neumann", "Da Silva Pereira") is part of the name, unless a colon or a word for what
was written says otherwise; German bylines are told by a first and a last name behind theirs.
"""

import re
from functools import cache

from webdart.lexicon.phrases import alternatives, code_of, expression, languages, words

_LEADS = words("by", "by_or_label", "name_particle")
_PARTICLES = words("name_particle")
_FIRST_AND_LAST = re.compile(r"[^\W\d_][\w.’'-]*\s+[^\W\d_a-z\u00df-\u00ff]")
"""A first name and a capital behind it: no comma, as in "Neumann, John", and no "und"."""
_ENGLISH, _GERMAN = "en", "de"
_PERSONS = words("writer_label")


@cache
def _byline() -> re.Pattern[str]:
    told = rf"(?P<told>(?:{alternatives(words('was_written'))})\s+)?"
    return re.compile(rf"{told}(?P<lead>{alternatives(_LEADS)})(?:\s*:\s*|\s+)(?=\S)", re.IGNORECASE)


@cache
def _within() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?P<lead>{alternatives(_LEADS)})(?:\s*:\s*|\s+)(?=\S)", re.IGNORECASE)


@cache
def _leading() -> re.Pattern[str]:
    return re.compile(rf"(?:\S+\s+){{0,2}}(?:{alternatives(_LEADS)})", re.IGNORECASE)


@cache
def _credit() -> re.Pattern[str]:
    by = alternatives(languages()[_ENGLISH]["by"])
    return re.compile(rf"{expression('picture')}(?:\s+(?:{by}))?\s*[:/|]|©", re.IGNORECASE)


@cache
def _leads_in(language: str) -> frozenset[str]:
    """What leads to a name on pages of a language ("en-GB"), and in English."""
    spoken = (languages().get(one, {}) for one in (code_of(language), _ENGLISH))
    return frozenset(word for said in spoken for word in said.get("by", ()))


def names_a_person(label: str) -> bool:
    """Whether a field of this label (in plain form) is who wrote something."""
    return label in _PERSONS


def name_behind(text: str) -> str:
    """A text without the byline's word before the name: "By Ann Lee" is Ann Lee, "von Neumann" is himself."""
    match = _byline().match(text)
    if match is None:
        return text
    name = text[match.end() :]
    if name[0].islower():  # "by the sea" is no byline; scripts without capitals have no such difference
        return text
    if match["lead"].casefold() in _PARTICLES and not match["told"] and ":" not in match[0]:
        german = match["lead"].casefold() in languages()[_GERMAN]["by"]
        return name if german and _FIRST_AND_LAST.match(name) else text
    return name


def signs(text: str, language: str) -> bool:
    """Whether a line by itself says who wrote something: "By Ann Lee", in the page's language ("en-GB").

    A first and a last name, or a word for what was written before: "By Category" and "Door Handles" are headings.
    """
    match = _byline().match(text)
    if match is None or match["lead"].casefold() not in _leads_in(language):
        return False
    name = text[match.end() :]
    named = _FIRST_AND_LAST.match(name) is not None and not name[0].islower()
    return named or (bool(match["told"]) and name_behind(text) != text)


def is_signed(text: str, language: str) -> bool:
    """Whether a line says anywhere who wrote something: "3 May 2024 at 9:15 by Ann Lee", in the page's language."""
    leads = _leads_in(language)
    found = (match for match in _within().finditer(text) if match["lead"].casefold() in leads)
    return any(_FIRST_AND_LAST.match(text, match.end()) and not text[match.end()].islower() for match in found)


def leads_to_a_name(text: str, language: str) -> bool:
    """Whether a text is nothing but the word before a name, in the page's language: "By", "par", "Posted by:"."""
    said = text.strip(" :：")
    match = _byline().match(f"{said} .")  # a name
    return match is not None and match.end() == len(said) + 1 and match["lead"].casefold() in _leads_in(language)


def names_behind(text: str, language: str) -> bool:
    """Whether a text is a name behind such a word: "by Ann Lee"."""
    match = _byline().match(text)
    return match is not None and match["lead"].casefold() in _leads_in(language) and name_behind(text) != text


def is_credit(text: str) -> bool:
    """Whether a text says whom a picture is by: "Image: GCIS"."""
    return _credit().match(text) is not None


def is_byline(text: str) -> bool:
    """Whether a text only leads to a name: "By", "Rezept von", "Author:"."""
    return text.endswith(":") or _leading().fullmatch(text) is not None
