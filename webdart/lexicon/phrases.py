"""Gives the phrases of a concept, in every language that has them, as a set of words or as a pattern.

Each file of `languages/` is one language: concepts with the phrases that pages use for them. A phrase is written as it
reads on a page, in lower case. `*` stands for the rest of a word. `/.../` is a regular expression, for what a phrase
can't say. README.md says how to add a language, and what each concept is for.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Literal

At = Literal["anywhere", "start", "end", "whole"]

_ANCHORED = ("start", "whole")
_CODES = {"no": "nb", "nn": "nb"}
"""Languages that pages declare by another code than the lexicon's."""
_MEANS = "means_"
"""What concepts begin with that have the words of one meaning of a column."""

_LATIN = re.compile(r"LATIN SMALL (?:LETTER|LIGATURE) (?:DOTLESS )?([A-Z]{1,2})(?: WITH .*)?")
"""How Unicode names a letter with a stroke, an accent or a hook, and two letters in one."""

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
    """The phrases of some concepts that are plain words, casefolded, to be compared with whole texts.

    Each as it is written, and in bare letters.
    """
    said = [phrase.casefold() for phrase in phrases(*concepts) if not _is_pattern(phrase) and "*" not in phrase]
    return frozenset((*said, *map(bare, said)))


def code_of(language: str) -> str:
    """The name of a language's file by what a page or a file calls it: "en" of "en-GB", "nb" of "no"."""
    code = re.split("[-_]", language, maxsplit=1)[0].casefold()
    return _CODES.get(code, code)


def meant(word: str, languages: Iterable[str] = ()) -> frozenset[str]:
    """What a word may mean as the name of a column: the concepts that have it, of some languages or of all."""
    if not languages:
        return _meanings("").get(word, frozenset())
    return frozenset[str]().union(*(_meanings(language).get(word, ()) for language in languages))


def called_first(name: str, languages: Iterable[str]) -> frozenset[str]:
    """The concepts of columns for which a name is the first word of some languages."""
    return frozenset[str]().union(*(_first_words(language).get(name, ()) for language in languages))


@cache
def _first_words(language: str) -> Mapping[str, frozenset[str]]:
    """The concepts of columns by the first word that a language has for them, written in each way."""
    found: dict[str, set[str]] = {}
    for concept, (first, *_) in languages().get(language, {}).items():
        for word in _spellings(first) if concept.startswith(_MEANS) else ():
            found.setdefault(word, set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


@cache
def _meanings(language: str) -> Mapping[str, frozenset[str]]:
    """The concepts of columns by word, written in each way."""
    found: dict[str, set[str]] = {}
    for words in languages().values() if not language else (languages().get(language, {}),):
        for concept in (name for name in words if name.startswith(_MEANS)):
            for phrase in words[concept]:
                for word in _spellings(phrase):
                    found.setdefault(word, set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


def _spellings(phrase: str) -> Iterator[str]:
    """A phrase as it is written, in small letters, in bare ones, and with signs for letters as these: "n.º", "n.o"."""
    yield from (phrase, phrase.casefold())
    yield from (bare(phrase), bare(phrase.casefold()), bare(unicodedata.normalize("NFKC", phrase.casefold())))


@lru_cache(maxsize=2048)
def bare(text: str) -> str:
    """A text in small letters, those of Latin and Greek bare: "über" is "uber", "τιμή" as its capitals are written."""
    return text if text.isascii() else "".join(map(_unstressed, bare_latin(text)))


@cache
def _unstressed(sign: str) -> str:
    """A Greek letter without its accent, as capitals have none; any other sign as it is."""
    is_greek = not sign.isascii() and unicodedata.name(sign, "").startswith("GREEK SMALL LETTER")
    return unicodedata.normalize("NFD", sign)[0] if is_greek else sign


@lru_cache(maxsize=2048)
def bare_latin(text: str) -> str:
    """A text in small letters with the Latin ones bare; other scripts stay as they are."""
    if text.isascii():
        return text
    letters = "".join(map(_bare_letter, unicodedata.normalize("NFC", text)))
    return _ABOVE_LATIN.sub("", letters)


_ABOVE_LATIN = re.compile("(?<=[a-z])[\u0300-\u036f]+")
"""Accents that no letter has taken in, as small letters leave them: "i̇" of "İ"."""


@cache
def _bare_letter(sign: str) -> str:
    latin = None if sign.isascii() else _LATIN.fullmatch(unicodedata.name(sign, ""))
    return sign if latin is None else latin[1].lower()


def script_expression(concept: str) -> str:
    """An expression of JavaScript (flags `iu`) that finds any phrase of a concept."""
    said = (re.sub(r"[\\^$.|?+()\[\]{}/]", r"\\\g<0>", phrase) for phrase in phrases(concept))
    return "|".join(phrase.replace("*", r"\p{L}*") for phrase in sorted(said, key=len, reverse=True))


class PhrasePattern:
    """Finds any phrase of some concepts in a text; made when it is first asked, for no run asks all of them.

    Its methods are those of `re.Pattern`.
    """

    def __init__(self, concepts: Sequence[str], at: At, also: str) -> None:
        self._phrases = phrases(*concepts)
        self._at: At = at
        self._also = also

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        body = "|".join([_expression(self._phrases, self._at), *([self._also] if self._also else [])])
        around = {"anywhere": body, "start": f"^(?:{body})", "end": rf"(?:{body})\W*$", "whole": f"^(?:{body})$"}
        return re.compile(around[self._at], re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """The first phrase in a text."""
        return self._compiled.search(text)

    def sub(self, by: str, text: str) -> str:
        """The text with `by` in place of every phrase."""
        return self._compiled.sub(by, text)


def pattern(*concepts: str, at: At = "anywhere", also: str = "") -> PhrasePattern:
    """What finds any phrase of some concepts in a text, or at its start or end, or is the whole text.

    Phrases match whole words, whatever their case. A leading `*` stands for anything before the phrase. `also` is a
    further alternative, for signs and names that belong to no language.

    Raises:
        KeyError: no language has such a concept.
    """
    return PhrasePattern(concepts, at, also)


def expression(*concepts: str) -> str:
    """Any phrase of some concepts as a regular expression, a group to be put into a larger one.

    Compile what is made of it when it is first needed, in a cached function: each takes some milliseconds.

    Raises:
        KeyError: no language has such a concept.
    """
    return f"(?:{_expression(phrases(*concepts), 'anywhere')})"


def alternatives(phrases: Iterable[str]) -> str:
    """Plain words as the alternatives of a regular expression, to be put into a larger one."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


def _expression(said: Sequence[str], at: At) -> str:
    written = [f"(?:{phrase[1:-1]})" for phrase in said if _is_pattern(phrase)]
    return "|".join([*_grouped([phrase for phrase in said if not _is_pattern(phrase)], at), *written])


def _grouped(plain: Iterable[str], at: At) -> list[str]:
    """Plain phrases, with their casefolded forms, as one expression for each way in which a phrase may begin.

    Greek ones stand there without accents too, as capitals have none. Most places of a text begin no phrase. So what
    must precede a phrase, and its first letter, are looked at once for all phrases of a group, instead of trying some
    two hundred phrases at every letter.
    """
    groups: dict[str, dict[str, str]] = {}
    for phrase in plain:
        folded = phrase.casefold()
        for form in dict.fromkeys((phrase, folded, "".join(map(_unstressed, folded)))):
            groups.setdefault(_head(form, at), {})[_body(form)] = form.lstrip("*")[0]
    return [
        f"{head}(?:{'|'.join(bodies)})"
        if head == _ANYTHING
        else f"{head}(?=[{_letters(bodies)}])(?:{'|'.join(bodies)})"
        for head, bodies in groups.items()
    ]


def _letters(bodies: Mapping[str, str]) -> str:
    return "".join(re.escape(letter) for letter in dict.fromkeys(bodies.values()))


_ANYTHING = ".*"


def _head(phrase: str, at: At) -> str:
    """What precedes a phrase: anything, for a phrase with a leading `*`; no letter, where blanks part words."""
    if phrase.startswith("*"):
        return _ANYTHING if at in _ANCHORED else ""
    return "" if at in _ANCHORED or not is_spaced(phrase[0]) else r"(?<!\w)"


def _body(phrase: str) -> str:
    """A phrase and what follows it: the rest of the word, for a phrase with a `*` at its end, else no letter."""
    parts = (re.escape(part) for part in phrase.strip("*").split("*"))
    tail = r"\w*" if phrase.endswith("*") else (r"(?!\w)" if is_spaced(phrase[-1]) else "")
    return r"\w*".join(parts).replace(r"\ ", r"\s+") + tail


def _is_pattern(phrase: str) -> bool:
    return len(phrase) > 1 and phrase.startswith("/") and phrase.endswith("/")


def is_spaced(letter: str) -> bool:
    """Whether a letter belongs to a script that puts blanks between words."""
    return letter.isalnum() and not unicodedata.name(letter, "").startswith(_UNSPACED)
