"""Days without a year: the weekday beside them tells it."""

from datetime import date

import pytest

from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.yearless_days import day_without_year, is_of_another_day, names_a_day, with_year

TODAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("text", "locale", "day"),
    [
        ("Thursday, November 26", "en-US", date(2026, 11, 26)),
        ("Do., 26.11.", "de-DE", date(2026, 11, 26)),
        ("11月26日(木)", "ja-JP", date(2026, 11, 26)),
        ("чт, 26 ноября", "ru-RU", date(2026, 11, 26)),
        ("Saturday, 2 January", "en-GB", date(2027, 1, 2)),
        ("2 January (Friday)", "en-GB", date(2026, 1, 2)),
    ],
)
def test_the_weekday_tells_the_year(text: str, locale: str, day: date) -> None:
    """Of last year, this one and the next."""
    found = with_year(text, locale, TODAY)
    assert isinstance(found, str)
    assert day.isoformat() in found
    assert names_a_day(text, locale)


@pytest.mark.parametrize("text", ["Monday, 31 December", "Thu 26 Nov - 28", "Thu 26 Nov 24"])
def test_what_is_no_day_of_these_years_is_unreadable(text: str) -> None:
    """A weekday of another year, one end of a span, a year of two figures."""
    assert isinstance(with_year(text, "en-GB", TODAY), Unreadable)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("26 November", "en-GB"),  # of this year or the last
        ("Jan 24", "en-US"),  # perhaps of 2024
        ("We open Nov 26", "en-US"),  # no Wednesday
        ("Nov 26 we open", "en-US"),
        ("Sun exhibition, Nov 28", "en-US"),
        ("mi casa 26 noviembre", "es-ES"),
        ("3 May and 4 June", "en-GB"),
        ("Room 26", "en-GB"),
        ("Chapter 3", "en-GB"),
        ("Thursday", "en-GB"),
    ],
)
def test_what_has_no_weekday_beside_it_is_no_such_day(text: str, locale: str) -> None:
    """Nothing tells its year, or it is no day at all."""
    assert with_year(text, locale, TODAY) is None
    assert not names_a_day(text, locale)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Nov 12", (11, 12)),
        ("12 November", (11, 12)),
        ("Thursday, November 12", (11, 12)),
        ("12 November 2026", None),
        ("Ends Nov 12", None),
        ("Nov 12, 14", None),
        ("Room 12", None),
    ],
)
def test_a_day_without_its_year_and_nothing_else(text: str, day: tuple[int, int] | None) -> None:
    """Leaves of a calendar have no year; words and numbers beside a day are something else."""
    assert day_without_year(text, "en-US") == day


def test_days_that_a_text_names_are_compared_without_their_year() -> None:
    """The order of day and month is of no matter."""
    assert is_of_another_day("Updated 10 November 2026", (11, 12), "en-US")
    assert not is_of_another_day("12 November 2026", (11, 12), "en-US")
    assert not is_of_another_day("11/12/2026", (11, 12), "en-US")
    assert not is_of_another_day("no day at all", (11, 12), "en-US")
