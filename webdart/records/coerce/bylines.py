"""Who is named behind a "by"? And which text only leads to a name?

In the languages that the words for paging and sorting are known in. A particle of a name ("von Neumann") is told from
the word by what follows: of one that names have too, a whole name.
"""

import re

_LEADS = ("by", "von", "par", "por", "door", "av", "af", "przez", "от", "автор", "di", "da", "de")
_PARTICLES = frozenset({"von", "di", "da", "de", "av", "af"})
_TOLD = r"(?:(?:posted|written|published|submitted|reported|created|recipe|article|artikel|rezept|text|story)\s+)?"
_BYLINE = re.compile(rf"{_TOLD}(?P<lead>{'|'.join(_LEADS)})(?:\s*:\s*|\s+)(?=\S)", re.IGNORECASE)
_LEADING = re.compile(rf"(?:\S+\s+){{0,2}}(?:{'|'.join(_LEADS)})", re.IGNORECASE)
_WRITERS = """author authors autor autoren autorin auteur auteurs autore autori autores writer by byline reporter
    verfasser verfasserin schrijver författare forfatter автор"""
_PERSONS = frozenset({*_WRITERS.split(), "posted by", "written by", "reported by", "submitted by", "created by"})


def names_a_person(label: str) -> bool:
    """Whether a field of this label (in plain form) is who wrote something."""
    return label in _PERSONS


def name_behind(text: str) -> str:
    """A text without the byline's word before the name: "By Ann Lee" is Ann Lee, "Von Neumann" is himself."""
    match = _BYLINE.match(text)
    if match is None:
        return text
    name = text[match.end() :]
    if name[0].islower():  # "by the sea" is no byline; scripts without capitals have no such difference
        return text
    particle = match["lead"].casefold() in _PARTICLES and match.start("lead") == 0
    return text if particle and match["lead"][0].isupper() and len(name.split()) < 2 else name


def is_byline(text: str) -> bool:
    """Whether a text only leads to a name: "By", "Rezept von", "Author:"."""
    return text.endswith(":") or _LEADING.fullmatch(text) is not None
