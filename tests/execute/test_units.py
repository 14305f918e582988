"""Which numbers of records' own pages are measured in another unit than the rest?"""

from collections.abc import Sequence

import pyarrow as pa
import pytest

from tests.records.conftest import HERE, make_field
from webdart.execute.own_pages import own_pages
from webdart.plan.lineage import ALL
from webdart.values import replace
from webdart.workflow.model import Extract


def doubted(texts: Sequence[str], locale: str = "en-US") -> list[str]:
    """The samples of the doubts about a column of own pages with these texts."""
    raw = pa.array([[("size", text)] for text in texts], pa.map_(pa.string(), pa.string()))
    columns = {"size": range(len(texts)), "_raw": raw, "_page": ["p"] * len(texts)}
    rows = pa.table(columns)  # pyright: ignore[reportUnknownMemberType]
    field = replace(make_field("size", "number"), page="detail")
    doubts = own_pages(Extract(into="t", fields=(field,), at=HERE), rows, ALL, (), locale)
    return [sample.text for doubt in doubts for sample in doubt.samples]


@pytest.mark.parametrize(
    ("texts", "others"),
    [
        (("2 kg", "0.5 kg", "500 g"), ["500 g"]),
        (("5 lbs", "3 lbs", "2 kg"), ["2 kg"]),
        (("5 mins", "1 min", "20 minutes", "2 hours"), ["2 hours"]),
        (("30 sq ft", "20 sq ft", "3 m²"), ["3 m²"]),
    ],
)
def test_units_of_one_kind_are_not_added_up_without_a_word(texts: Sequence[str], others: Sequence[str]):
    assert doubted(texts) == others


@pytest.mark.parametrize(
    "texts",
    [
        ("1.2k", "3.4M", "950", "12k"),
        ("1st", "2nd", "3rd", "4th"),
        ("1 person", "5 people"),
        ("3 left", "5 available", "7 in stock"),
        ("1 osoba", "3 osoby", "5 osób"),
        ("1 год", "5 лет"),
        ("1 day", "3 days"),
    ],
)
def test_what_multiplies_orders_or_counts_is_no_unit(texts: Sequence[str]):
    assert doubted(texts) == []


@pytest.mark.parametrize(
    ("locale", "texts", "others"),
    [
        ("ru-RU", ("2 кг", "0,5 кг", "500 г"), ["500 г"]),
        ("ru-RU", ("1 час", "3 часа", "5 часов", "20 минут"), ["20 минут"]),
        ("el-GR", ("2 κιλά", "1 κιλό", "500 γρ."), ["500 γρ."]),
        ("ja-JP", ("2キログラム", "3キログラム", "500グラム"), ["500グラム"]),
        ("ar-EG", ("٢ كيلوغرام", "٣ كيلوغرام", "٥ غرامات"), ["٥ غرامات"]),
        ("de-DE", ("2 Stunden", "1 Stunde", "20 Minuten"), ["20 Minuten"]),
        ("ru-RU", ("2 kg", "0,5 kg", "500 g"), ["500 g"]),  # signs that every language has
    ],
)
def test_units_are_known_in_the_words_of_the_site(locale: str, texts: Sequence[str], others: Sequence[str]):
    assert doubted(texts, locale) == others


@pytest.mark.parametrize(
    ("locale", "texts"),
    [
        ("ru-RU", ("1 год", "2 года", "5 лет")),
        ("ru-RU", ("1 отзыв", "2 отзыва", "5 отзывов")),
        ("pl-PL", ("1 dzień", "2 dni", "5 dni")),
        ("ja-JP", ("3件", "12人")),
    ],
)
def test_forms_of_a_word_are_one_unit(locale: str, texts: Sequence[str]):
    assert doubted(texts, locale) == []
