"""Gives the phrases of a concept, in every language that has them, as a set of words or as a pattern.

Each file of `languages/` is one language: concepts with the phrases that pages use for them. A phrase is written as it
reads on a page, in lower case. `*` stands for the rest of a word. `/.../` is a regular expression, for what a phrase
can't say. README.md says how to add a language, and what each concept is for.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

At = Literal["anywhere", "start", "end", "whole"]

_ANCHORED = ("start", "whole")

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "DEVANAGARI")
"""Scripts that do not put blanks between words, or whose words take endings that `\\w` does not know."""


@cache
def languages() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Every language by its code: its phrases by concept."""
    found = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in (files("webdart.lexicon") / "languages").iterdir()
        if file.name.endswith(".toml")
    }
    return {code: {name: tuple(words) for name, words in found[code].items()} for code in sorted(found)}


def phrases(*concepts: str) -> tuple[str, ...]:
    """The phrases of some concepts in all languages, as the files have them.

    Raises:
        KeyError: no language has such a concept.
    """
    found: dict[str, None] = {}
    for concept in concepts:
        spoken = [words[concept] for words in languages().values() if concept in words]
        if not spoken:
            raise KeyError(concept)
        found |= dict.fromkeys(phrase for words in spoken for phrase in words)
    return tuple(found)


def words(*concepts: str) -> frozenset[str]:
    """The phrases of some concepts that are plain words, casefolded, to be compared with whole texts."""
    return frozenset(
        phrase.casefold() for phrase in phrases(*concepts) if not _is_pattern(phrase) and "*" not in phrase
    )


def pattern(*concepts: str, at: At = "anywhere", also: str = "") -> re.Pattern[str]:
    """What finds any phrase of some concepts in a text, or at its start or end, or is the whole text; to be `search`ed.

    Phrases match whole words, whatever their case. A leading `*` stands for anything before the phrase. `also` is a
    further alternative, for signs and names that belong to no language.
    """
    parts = [_expression(phrase, at) for phrase in phrases(*concepts)]
    body = "|".join(dict.fromkeys([*parts, *([also] if also else [])]))
    around = {"anywhere": body, "start": f"^(?:{body})", "end": rf"(?:{body})\W*$", "whole": f"^(?:{body})$"}
    return re.compile(around[at], re.IGNORECASE)


def alternatives(phrases: Iterable[str]) -> str:
    """Plain words as the alternatives of a regular expression, to be put into a larger one."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


def _expression(phrase: str, at: At) -> str:
    """A phrase as a regular expression, with its casefolded form where that differs."""
    if _is_pattern(phrase):
        return f"(?:{phrase[1:-1]})"
    forms = dict.fromkeys((phrase, phrase.casefold()))
    return "|".join(_of_words(form, at) for form in forms)


def _of_words(phrase: str, at: At) -> str:
    before, after = phrase.startswith("*"), phrase.endswith("*")
    body = r"\w*".join(re.escape(part) for part in phrase.strip("*").split("*")).replace(r"\ ", r"\s+")
    if before:
        head = ".*" if at in _ANCHORED else ""
    else:
        head = "" if at in _ANCHORED or not _is_spaced(phrase[0]) else r"(?<!\w)"
    tail = r"\w*" if after else (r"(?!\w)" if _is_spaced(phrase[-1]) else "")
    return head + body + tail


def _is_pattern(phrase: str) -> bool:
    return len(phrase) > 1 and phrase.startswith("/") and phrase.endswith("/")


def _is_spaced(letter: str) -> bool:
    """Whether a letter belongs to a script that puts blanks between words."""
    return letter.isalnum() and not unicodedata.name(letter, "").startswith(_UNSPACED)
