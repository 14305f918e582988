"""Dates whose year has two digits and may come first: the column decides, or its locale, or nobody."""

from collections.abc import Callable
from datetime import date, datetime

import pytest

from webdart.records.coerce import Coerced, Locality, RawCell, coerce_column
from webdart.workflow.model import Field

Declare = Callable[..., Field]
NOW = datetime(2026, 11, 21, 12, 0)  # noqa: DTZ001 - the site's own clock, as Locality wants it


def column(field: Field, texts: list[str], locale: str = "en-US") -> Coerced:
    return coerce_column(field, [RawCell(text) for text in texts], Locality(locale=locale, zone="UTC", now=NOW))


@pytest.mark.parametrize(
    ("locale", "texts", "last"),
    [
        ("en-US", ["24-11-26", "26-11-99"], date(1999, 11, 26)),  # no day is 99
        ("en-US", ["24-11-26", "99-11-26"], date(1999, 11, 26)),
        ("en-US", ["24-11-26", "11-26-24"], None),  # no order is that of both
        ("nl-NL", ["26-11-24", "05-06-07"], date(2007, 6, 5)),  # where days are written so
        ("ja-JP", ["24/11/26", "24/12/31"], date(2024, 12, 31)),
        ("ko-KR", ["24. 11. 26", "24. 12. 31"], date(2024, 12, 31)),
        ("en-US", ["26/11/24", "05/06/07"], date(2007, 6, 5)),  # nobody's year comes first before a slash there
        ("de-DE", ["26.11.24", "05.06.07"], date(2007, 6, 5)),
    ],
)
def test_what_decides_the_order(declared: Declare, locale: str, texts: list[str], last: date | None) -> None:
    """A number that can be no day, or how the locale writes dates."""
    assert column(declared("day", "date"), texts, locale).values[-1] == last


def test_a_year_that_may_come_first_is_not_guessed(declared: Declare) -> None:
    """It was read as a day, silently: "26-11-24" as the 26th, and "25-10-13" as a day of 2013."""
    found = column(declared("day", "date"), ["26-11-24", "25-10-13"])
    assert found.values == (None, None)
    assert found.raws == ("26-11-24", "25-10-13")
    assert ["day and year could be swapped" in remark.text for remark in found.remarks] == [True]
    assert column(declared("day", "date", format="%y-%m-%d"), ["26-11-24"]).values == (date(2026, 11, 24),)


def test_dates_that_follow_one_another_tell_their_order(declared: Declare) -> None:
    """A journal's entries, the newest first: they are in order with the year in front alone, and that is told."""
    found = column(declared("day", "date"), ["26-11-24", "26-11-08", "26-10-13", "25-12-31", "25-10-02"])
    assert found.values[0] == date(2026, 11, 24)
    assert found.values[-1] == date(2025, 10, 2)
    assert [remark.code for remark in found.remarks] == ["ambiguous"]
    either = column(declared("day", "date"), ["31-12-20", "30-12-20", "29-12-20", "28-12-20", "27-12-20"])
    assert set(either.values) == {None}


def test_a_year_comes_first_before_slashes_where_only_that_is_an_order(declared: Declare) -> None:
    """The newest first: read as days they would jump through the years. A few dates alone are days, and that is told."""
    texts = ["25/05/02", "25/04/19", "25/03/26", "25/03/09", "24/11/13"]
    found = column(declared("day", "date"), texts)
    assert (found.values[0], found.values[-1]) == (date(2025, 5, 2), date(2024, 11, 13))
    few = column(declared("day", "date"), texts[:2])
    assert few.values == (date(2002, 5, 25), date(2019, 4, 25))
    assert [remark.code for remark in (*found.remarks, *few.remarks)] == ["ambiguous", "ambiguous"]
    assert column(declared("day", "date"), ["25/05/69", "14/06/98"]).remarks == ()
