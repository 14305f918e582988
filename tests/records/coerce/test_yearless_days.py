"""Days without a year: the nearest one is meant, on the weekday beside it."""

from datetime import date

import pytest

from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.yearless_days import names_a_day, with_year

TODAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("text", "locale", "day"),
    [
        ("Thursday, November 26", "en-US", date(2026, 11, 26)),
        ("Do., 26.11.", "de-DE", date(2026, 11, 26)),
        ("11月26日(木)", "ja-JP", date(2026, 11, 26)),
        ("чт, 26 ноября", "ru-RU", date(2026, 11, 26)),
        ("2 Jan", "en-GB", date(2027, 1, 2)),
        ("Friday, 2 January", "en-GB", date(2026, 1, 2)),  # that of next year is a Saturday
    ],
)
def test_the_nearest_day_on_its_weekday_is_meant(text: str, locale: str, day: date) -> None:
    """Of last year, this one and the next."""
    found = with_year(text, locale, TODAY)
    assert isinstance(found, str)
    assert day.isoformat() in found
    assert names_a_day(text, locale)


@pytest.mark.parametrize("text", ["Monday, 31 December", "30 February", "26–28 November", "3 May and 4 June"])
def test_what_is_no_day_of_these_years_is_unreadable(text: str) -> None:
    """A weekday of another year, no day at all, one end of a span, two days."""
    assert isinstance(with_year(text, "en-GB", TODAY), Unreadable)


@pytest.mark.parametrize("text", ["Room 26", "Chapter 3", "May", "Thursday"])
def test_other_texts_name_no_day(text: str) -> None:
    """Neither a number nor a month or weekday alone."""
    assert with_year(text, "en-GB", TODAY) is None
    assert not names_a_day(text, "en-GB")
