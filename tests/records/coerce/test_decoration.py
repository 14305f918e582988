"""What a page sets around every text of a column is no part of it."""

import json
from collections.abc import Callable
from datetime import datetime

import pytest

from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.records.coerce.convention import Convention
from webdart.values import asdict
from webdart.workflow.model import Field

HERE = Locality(now=datetime(2025, 6, 1))  # noqa: DTZ001 - the site's own clock


def cells(*texts: str) -> list[RawCell]:
    """A column."""
    return [RawCell(text) for text in texts]


@pytest.mark.parametrize(
    ("shown", "meant"),
    [
        (["– Put back", "– Taken out", "–"], ["– Put back", "– Taken out", "–"]),  # two texts are no rule
        (["– Put back", "– Taken out", "–", "– Sold"], ["Put back", "Taken out", None, "Sold"]),
        (["[ History ]", "[ Art ]", "[ History ]"], ["History", "Art", "History"]),
        (["(Lent by Ann)", "(Sold)", "(Given away)"], ["Lent by Ann", "Sold", "Given away"]),
        (["(a) Lamp (old)", "(b) Desk (new)", "(c) Rug (old)"], ["(a) Lamp (old)", "(b) Desk (new)", "(c) Rug (old)"]),
        (["@ Ann", "@ Ann", "@ Ann"], ["Ann", "Ann", "Ann"]),
        (["Old Mill ·", "Quay ·", "Tower ·"], ["Old Mill", "Quay", "Tower"]),
        ([", Harbour", ", River", ", Hill"], ["Harbour", "River", "Hill"]),
        (["| Oak |", "| Elm |", "| Ash |"], ["Oak", "Elm", "Ash"]),
        (["#oak", "#elm", "#ash"], ["#oak", "#elm", "#ash"]),
        (["- 5", "- 7", "- 9"], ["- 5", "- 7", "- 9"]),
        (["▢ 1 cup of rye", "▢ ½ cup of salt", "▢ water"], ["1 cup of rye", "½ cup of salt", "water"]),
        (["☐ rye", "☑ salt", "☐ water"], ["☐ rye", "☑ salt", "☐ water"]),
        (["“Good”", "“Fair”", "“Poor”"], ["“Good”", "“Fair”", "“Poor”"]),
        (["Tell us …", "Write …", "Ask …"], ["Tell us …", "Write …", "Ask …"]),
        (["[1, 2]", "[3, 4]", "[5, 6]"], ["[1, 2]", "[3, 4]", "[5, 6]"]),
        (["(5.00)", "(6.00)", "(7.10)"], ["(5.00)", "(6.00)", "(7.10)"]),
        ([":8080", ":443", ":22"], [":8080", ":443", ":22"]),
        ([",5", ",7", ",9"], [",5", ",7", ",9"]),
        (["if x:", "for y:", "def z:"], ["if x:", "for y:", "def z:"]),
        (["🔥 Hot", "🔥 New", "🔥 Old"], ["🔥 Hot", "🔥 New", "🔥 Old"]),
        (["– Oak", "Elm", "– Ash", "– Yew"], ["– Oak", "Elm", "– Ash", "– Yew"]),
    ],
)
def test_signs_around_every_text(declared: Callable[..., Field], shown: list[str], meant: list[str | None]) -> None:
    """Of three texts or more, and in all of them."""
    assert list(coerce_column(declared("note", "text"), cells(*shown), HERE).values) == meant


def test_what_one_page_has_around_its_texts_the_next_has(declared: Callable[..., Field]) -> None:
    """Also where it has but one; and a page before that had nothing of the kind settles it, too."""
    field = declared("note", "text")
    learned = coerce_column(field, cells("– Oak", "– Elm", "– Ash"), HERE).convention
    assert coerce_column(field, cells("– Yew"), HERE, learned).values == ("Yew",)
    plain = coerce_column(field, cells("Oak", "Elm", "Ash"), HERE).convention
    assert coerce_column(field, cells("– Yew", "– Box", "– Fir"), HERE, plain).values == ("– Yew", "– Box", "– Fir")


@pytest.mark.parametrize("text", ["[Yew] or [Box]", "[2]", "Yew"])
def test_what_would_be_another_text_stays_on_later_pages(declared: Callable[..., Field], text: str) -> None:
    """There what was learned is held against each text."""
    field = declared("note", "text")
    learned = coerce_column(field, cells("[Oak]", "[Elm]", "[Ash]"), HERE).convention
    assert coerce_column(field, cells(text), HERE, learned).values == (text,)


def test_a_text_as_the_page_shows_it_is_kept(declared: Callable[..., Field]) -> None:
    """Beside the value that was made of it."""
    read = coerce_column(declared("note", "text"), cells("[Oak]", "[Elm]", "[Ash]"), HERE)
    assert (read.values, read.raws) == (("Oak", "Elm", "Ash"), ("[Oak]", "[Elm]", "[Ash]"))


def test_what_a_pattern_takes_is_taken_as_it_stands(declared: Callable[..., Field]) -> None:
    """The file says what it wants."""
    field = declared("note", "text", match=r"\(\w+\)")
    read = coerce_column(field, cells("Oak (old)", "Elm (new)", "Ash (old)"), HERE)
    assert read.values == ("(old)", "(new)", "(old)")


def test_what_was_learned_is_the_same_from_a_file(declared: Callable[..., Field]) -> None:
    """A lock keeps it as text."""
    learned = coerce_column(declared("note", "text"), cells("– Oak", "– Elm", "– Ash"), HERE).convention
    assert Convention(**json.loads(json.dumps(asdict(learned)))) == learned
