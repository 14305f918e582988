"""Months are known by their names in every case: as capitals, which lose accents, and as people type them."""

import pytest

from webdart.records.coerce.dates import dates_in, languages_of


@pytest.mark.parametrize(
    ("locale", "text", "day"),
    [
        ("tr-TR", "14 Aralık 2024", (2024, 12, 14)),
        ("tr-TR", "14 ARALIK 2024", (2024, 12, 14)),  # the capital of ı is I
        ("tr-TR", "3 HAZİRAN 2024", (2024, 6, 3)),
        ("el-GR", "2 Μαΐου 2024", (2024, 5, 2)),
        ("el-GR", "2 ΜΑΪΟΥ 2024", (2024, 5, 2)),
        ("el-GR", "14 ΙΑΝΟΥΑΡΙΟΥ 2024", (2024, 1, 14)),  # Greek capitals have no accents
        ("ar-EG", "١٤ ابريل ٢٠٢٤", (2024, 4, 14)),  # typed without its hamza
        ("ar-EG", "14 يناير، 2024", (2024, 1, 14)),
        ("fr-FR", "14 FEVRIER 2024", (2024, 2, 14)),
        ("ru-RU", "14 МАЯ 2024 г.", (2024, 5, 14)),
    ],
)
def test_a_month_is_known_in_any_case(locale: str, text: str, day: tuple[int, int, int]):
    assert [date.numbers for date in dates_in(text, locale)] == [day]


@pytest.mark.parametrize(
    ("locale", "text", "days"),
    [
        ("fr-FR", "12 Aoû 2013 13:16", [(2013, 8, 12)]),
        ("fr-FR", "Ven 22 Fév 2013", [(2013, 2, 22)]),
        ("de-DE", "5. Mär 2014", [(2014, 3, 5)]),
        ("ru-RU", "3 сен 2015", [(2015, 9, 3)]),
        ("fr-FR", "3 Jui 2015", []),  # June, or July
        ("fr-FR", "3 Ma 2015", []),
    ],
)
def test_a_name_that_software_has_cut(locale: str, text: str, days: list[tuple[int, int, int]]):
    """The first three letters, where people would write "févr." and "sept."; not those that two months begin with."""
    assert [date.numbers for date in dates_in(text, locale)] == days


@pytest.mark.parametrize(
    ("texts", "languages"),
    [
        (("14 января 2024 г.", "2 мая 2024"), ("ru",)),
        (("14 Ιανουαρίου 2024",), ("el",)),
        (("14 Aralık 2024",), ("tr",)),
        (("14 november 2024",), ()),  # English names it too
        (("14 января 2024", "next week"), ()),
    ],
)
def test_the_language_of_dates_is_told(texts: tuple[str, ...], languages: tuple[str, ...]):
    assert languages_of(texts) == languages


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("24 Nov 26", [(2026, 11, 24)]),
        ("Tue 24 Nov 26", [(2026, 11, 24)]),
        ("24 Nov 26 replies", []),
        ("since the 24 Nov 26", []),
        ("24 Nov", []),
    ],
)
def test_a_short_year_ends_a_text_that_is_a_date(text: str, days: list[tuple[int, int, int]]):
    """A bank writes "24 Nov 26"; in a longer text the last number may count anything."""
    assert [date.numbers for date in dates_in(text, "en-GB")] == days
