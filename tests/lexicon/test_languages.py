"""The words that pages say are data, one file a language, and stand in no Python string."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from webdart.lexicon.phrases import expression, languages, pattern, phrases, words
from webdart.page.vocabulary import APPLY_WORDS, NARROW_WORDS, NEXT, PLACE, SIZE_WORDS, names_end

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "webdart" / "lexicon" / "README.md"

ENOUGH = 24
"""Languages that a concept has at least, once four have it."""

FEW = {
    "cookies": "most languages say cookie, which English has",
    "out_of": 'the other languages write "1 / 12"',
    "function_words": "grammar of the sentences that `act` takes, which are written in these languages",
    "summed": "grammar, as function_words",
    "counted": "grammar, as function_words",
    "telling": "grammar, as function_words",
    "whole_number": "grammar, as function_words",
    "asking_words": "grammar, as function_words",
    "after_value": "grammar, as function_words",
    "before_value": "grammar, as function_words",
    "sentence_break": "grammar, as function_words",
    "copyright": "most languages write ©",
    "of_month": "grammar of dates, which other languages do not have",
    "joint_word": "grammar of names, which other languages join without words",
    "rating_of": "beside out_of, which the other languages say",
    **dict.fromkeys(
        (
            "about", "any_entries", "author_folder", "before_count", "bound", "by", "code_label", "count_label", "entries", "joined_by", "mean_row", "moment_label",
            "name_particle", "no_value", "number_label", "others", "picture", "place_label", "prose_label", "publication_label", "ranked",
            "results", "sum_row", "votes", "was_written", "writer_label", "year_label",
        ),
        "decides how a value is read: a language is added with a page that shows the word",
    ),
}  # fmt: skip

SYNONYMS = "means_"
"""Concepts that begin so are exempt, too: they decide which column is meant, as those of `FEW` how a value is read."""

NOT_YET = ("webdart/demo/",)
"""Rooms whose strings may have words: pages of our own."""

NO_WORDS = frozenset("ºªµΩ")
"""Letters by their category alone: signs of ordinal numbers and of units."""


def concepts() -> set[str]:
    return {concept for words in languages().values() for concept in words}


@pytest.mark.parametrize("code", languages())
def test_a_language_is_written_as_pages_are_compared(code: str):
    """Phrases are lower case, composed, not repeated; expressions compile."""
    for concept, said in languages()[code].items():
        assert len(set(said)) == len(said), concept
        for phrase in said:
            if phrase.startswith("/"):
                re.compile(phrase.strip("/"))
            else:
                assert phrase == phrase.lower() == unicodedata.normalize("NFC", phrase).strip(), (concept, phrase)


def test_a_concept_of_four_languages_is_one_of_all():
    """What four languages say, two dozen do; concepts that only few need say why."""
    asked = {concept for concept in concepts() if concept not in FEW and not concept.startswith(SYNONYMS)}
    count = {concept: sum(concept in words for words in languages().values()) for concept in asked}
    assert {name: number for name, number in count.items() if 4 <= number < ENOUGH} == {}


def test_every_concept_is_explained():
    """README.md says what each concept is for, and of none that is not there."""
    listed = set(re.findall(r"^\| `([a-z_]+)`", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == concepts()


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The string literals of a module with their lines, docstrings apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def test_no_word_of_another_language_stands_in_python():
    """No letter beyond ASCII, and no two words that only other languages have, in any string literal."""
    english = {word for phrase in languages()["en"].values() for one in phrase for word in re.findall(r"\w+", one)}
    foreign = {
        word
        for code, said in languages().items()
        if code != "en"
        for group in said.values()
        for phrase in group
        if not phrase.startswith("/")
        for word in re.findall(r"\w+", phrase)
        if len(word) > 3 and word not in english
    }
    found: list[str] = []
    for path in sorted(ROOT.glob("webdart/**/*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(NOT_YET):
            continue
        for line, text in strings(path):
            letters = [sign for sign in text if sign.isalpha() and not sign.isascii() and sign not in NO_WORDS]
            if letters or len(foreign.intersection(re.findall(r"\w+", text.casefold()))) > 1:
                found.append(f"{place}:{line}: {text[:60]!r}")
    assert found == []


def test_an_unknown_concept_is_a_mistake():
    """A name that no file has is no empty set."""
    with pytest.raises(KeyError, match="nxet"):
        phrases("nxet")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("cs", "další"),
        ("hu", "következő"),
        ("vi", "trang sau"),
        ("sv", "nästa"),
        ("zh", "下一页"),
        ("el", "επόμενη"),
        ("bg", "следваща"),
    ],
)
def test_a_word_of_the_file_turns_the_page(code: str, text: str):
    """What a file says of `next` is what the pager compares with."""
    assert text in languages()[code]["next"]
    assert NEXT.worded(text)


def test_phrases_are_whole_words_and_stars_their_endings():
    """A star stands for the rest of a word; without it a word ends; languages without blanks need no ends."""
    assert pattern("narrow").search("Erweiterte Suche")
    assert NARROW_WORDS.search("refined search")
    assert not SIZE_WORDS.search("a showroom")
    assert pattern("reject").search("Ich möchte alle ablehnen.")
    assert not pattern("reject").search("unablehnenbar")
    assert pattern("close", at="start").search("これを閉じる")
    assert APPLY_WORDS.search("検索する")
    assert not APPLY_WORDS.search("we show")
    assert not pattern("confirm", at="whole").search("ok then")
    assert PLACE.search("第 3 页")


def test_casefolded_texts_are_found_too():
    """A page's text may be compared as it is or casefolded: ß and the last letter of Greek words differ then."""
    assert pattern("close", at="start").search("schließen")
    assert pattern("close", at="start").search("schliessen")
    assert "επόμενοσ μήνασ" in words("next_period")


@pytest.mark.parametrize("label", ["Từ", "từ 100", "Từ ngày", "from", "Von", "bis 20"])
def test_a_box_for_one_end_of_a_range_begins_so(label: str):
    assert names_end(label)


@pytest.mark.parametrize("label", ["Từ chối", "từ khóa", "Từ điển", "tomatoes", "vondel"])
def test_a_word_that_begins_like_an_end_of_a_range_is_another_word(label: str):
    """In Vietnamese blanks part syllables: "từ khóa" is one word, a keyword."""
    assert not names_end(label)


def test_a_concept_is_put_into_a_larger_expression():
    """Plain words end where a word ends, and what is written as an expression stands beside them."""
    pages = re.compile(rf"\d+\s*(?:{expression('out_of', 'page_counter')})\s*\d+")
    assert pages.fullmatch("3 out of 10")
    assert pages.fullmatch("3页,共10")
    assert not pages.search("3 office 10")
