"""Texts that tell two days, of which one has no year, and years of other calendars: none of them is a date."""

from collections.abc import Callable
from datetime import date, datetime

import pytest

from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.workflow.model import Field

Declare = Callable[..., Field]
NOW = datetime(2025, 6, 1)  # noqa: DTZ001 - the site's own clock


def day(declared: Declare, text: str, locale: str) -> object:
    return coerce_column(declared("when", "date"), [RawCell(text)], Locality(locale=locale, now=NOW)).values[0]


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-GB", "12–14 March 2025"),
        ("en-GB", "12 to 14 March 2025"),
        ("en-GB", "Fri 12 – Sun 14 March 2025"),
        ("en-GB", "12 March – 3 April 2025"),
        ("en-US", "March 5 – April 3, 2025"),
        ("de-DE", "12. bis 14. März 2025"),
        ("de-DE", "12./13. März 2025"),
        ("de-DE", "12.03. - 14.03.2025"),
        ("es-ES", "del 5 al 7 de marzo de 2025"),
        ("fr-FR", "du 5 au 7 mars 2025"),
        ("ja-JP", "2025年3月5日(水)～7日(金)"),
        ("ko-KR", "2025. 3. 5. ~ 3. 7."),
        ("hu-HU", "2025. március 5–7."),
        ("zh-CN", "2025年3月5日至7日"),
        ("ko-KR", "2025년 3월 5일부터 7일까지"),
        ("en-US", "2025-03-05 to 07"),
        ("en-US", "2025-03-05/07"),
        ("en-US", "March 5, 2025 (to March 7)"),
        ("en-US", "3rd - March 5, 2025"),
    ],
)
def test_one_end_of_a_span_of_days_is_no_date(declared: Declare, locale: str, text: str) -> None:
    """Which of the two days is wanted, nobody has said."""
    assert day(declared, text, locale) is None


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-GB", "Lecture 3 – 14 March 2025"),
        ("en-GB", "Room 12, 14 March 2025"),
        ("en-GB", "10:00 – 14 March 2025"),
        ("en-GB", "14 March 2025, 14:00–16:00"),
        ("ja-JP", "2025年3月14日 14:00～16:00"),
        ("he-IL", "14 במרץ 2025"),
        ("hu-HU", "2025. március 14."),
        ("vi-VN", "ngày 14 tháng 3 năm 2025"),
        ("en-US", "March 14, 2025 (updated March 17)"),
        ("en-US", "3 - March 14, 2025"),
        ("en-US", "3 - 2025-03-14"),
        ("en-US", "2025-03-14 10:00-12"),
        ("en-US", "2025-03-14 - 12 comments"),
    ],
)
def test_other_numbers_beside_a_date_are_no_days(declared: Declare, locale: str, text: str) -> None:
    """Numbers of things, and times."""
    assert day(declared, text, locale) == date(2025, 3, 14)


@pytest.mark.parametrize(
    ("locale", "text"),
    [("fa-IR", "۱۴۰۳/۱۲/۱۵"), ("en-US", "1403/12/15"), ("fa-IR", "1403-12-15"), ("ar-SA", "15/09/1446")],
)
def test_a_year_since_the_hijra_is_not_one_of_the_common_era(declared: Declare, locale: str, text: str) -> None:
    """It would be six centuries off."""
    assert day(declared, text, locale) is None


def test_a_day_of_the_middle_ages_is_read_where_it_is_written_as_one(declared: Declare) -> None:
    """By the name of its month, as ISO 8601 has it, or with dots."""
    assert day(declared, "25 October 1415", "en-GB") == day(declared, "1415-10-25", "en-GB") == date(1415, 10, 25)
    assert day(declared, "25.10.1415", "de-DE") == date(1415, 10, 25)
