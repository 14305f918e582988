"""Texts become typed values by their column; what can't be read is NULL, kept, and reported."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.coerce import Coerced, Locality, RawCell, coerce_column
from webdart.records.coerce.numbers import same_stem
from webdart.workflow.model import Field, Value

Declare = Callable[..., Field]
Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


NOW = datetime(2026, 11, 21, 12, 0)  # noqa: DTZ001 - the site's own clock, as Locality wants it


def column(field: Field, texts: list[str], locale: str = "en-US", zone: str = "UTC") -> Coerced:
    return coerce_column(field, [RawCell(text) for text in texts], Locality(locale=locale, zone=zone, now=NOW))


D = Decimal


@pytest.mark.parametrize(
    ("locale", "texts", "values"),
    [
        ("en-US", ["$1,234.00", "$5", "US$ 7.50"], ["1234.00", "5.00", "7.50"]),
        ("de-DE", ["1.234,50 €", "5 €", "–5,00 €"], ["1234.50", "5.00", "-5.00"]),
        ("de-CH", ["CHF 1’234.50", "CHF 5.–", "Fr. 7.20"], ["1234.50", "5.00", "7.20"]),
        ("fr-FR", ["1 234,50 €", "12 345 678,00 €"], ["1234.50", "12345678.00"]),
        ("en-IN", ["₹1,23,456.00", "Rs. 99"], ["123456.00", "99.00"]),
        ("ja-JP", ["¥1,234", "5,000円"], ["1234.00", "5000.00"]),
        ("ar-EG", ["١٬٢٣٤٫٥٠ ج.م.", "٥ ج.م."], ["1234.50", "5.00"]),
        ("en-US", ["1.234,50 €", "1.234 €"], ["1234.50", "1234.00"]),  # the column speaks, not the locale
        ("en-US", ["$1.2k", "$3M"], ["1200.00", "3000000.00"]),
        ("en-US", ["($5.00)", "-$7.00", "$-8.00"], ["-5.00", "-7.00", "-8.00"]),
        ("de-DE", ["ab 5,00 €", "ab 7,00 €"], ["5.00", "7.00"]),  # words that are template
        ("en-US", ["$12.99 CAD", "CAD $5", "SGD4.90 $"], ["12.99", "5.00", "4.90"]),  # the code says whose $ it is
        ("en-US", ["$.75", ".75 €"], ["0.75", "0.75"]),
        ("en-US", ["5 870 Kč", "12 590,00 Kč", "990 Kč"], ["5870.00", "12590.00", "990.00"]),
        ("en-US", ["1 298,00", "1 690 р.", "2 285,81 грн."], ["1298.00", "1690.00", "2285.81"]),
    ],
)
def test_money_is_read_by_its_own_marks_first(
    declared: Declare, locale: str, texts: list[str], values: list[str]
) -> None:
    """Group and decimal marks, symbols before and behind, minus signs of all kinds."""
    assert column(declared("price", "money"), texts, locale).values == tuple(map(Decimal, values))


def test_dinars_have_thousandths(declared: Declare) -> None:
    """Three digits after the only mark are a group of an amount, but not where a currency or `digits` says otherwise."""
    assert column(declared("price", "money"), ["$1.234"]).values == (D("1234.00"),)
    assert column(declared("price", "money"), ["KWD 423.923"]).values == (None,)
    assert column(declared("price", "money", digits=3), ["KWD 423.923"]).values == (D("423.923"),)


@pytest.mark.parametrize(
    "text",
    [
        "$5 – $10",
        "5 € / 7 $",
        "$1,23,45",
        "about $5",
        "> $100",
        "$1.2345",
        "call us",
        "A-1042",
        "5 870",
        "5 870.00",
        "40% off",
        "KD-4231",
    ],
)
def test_money_that_cannot_be_read_is_null_and_reported(declared: Declare, text: str) -> None:
    """Ranges, two currencies, wrong groups, bounds: never a silent guess."""
    coerced = column(declared("price", "money"), ["$1.00", "$2.50", text, "$3.00", "$4.00"])
    assert coerced.values[2] is None
    assert coerced.raws[2] == text
    assert [remark.count for remark in coerced.remarks if remark.code == "unreadable"] == [1]
    assert coerced.values[0] == Decimal("1.00")


def test_two_currencies_in_one_column_are_warned(declared: Declare) -> None:
    """The amounts are read; that they are not comparable is said."""
    assert "two currencies" in {remark.code for remark in column(declared("p", "money"), ["$1", "2 €"]).remarks}


@pytest.mark.parametrize(
    ("kind", "locale", "texts", "values"),
    [
        ("integer", "en-US", ["1,234", "5", "1.2k", "12M"], [1234, 5, 1200, 12_000_000]),
        ("integer", "en-US", ["161 (01.79%)", "1,160 ( 2.70 % )"], [161, 1160]),
        ("integer", "de-DE", ["1.234", "5"], [1234, 5]),
        ("integer", "en-US", ["12 reviews", "1 review", "(7 reviews)"], [12, 1, 7]),
        ("integer", "en-US", ["(12)", "(1,007)"], [12, 1007]),
        ("integer", "en-US", ["#12", "#7"], [12, 7]),
        ("integer", "hi-IN", ["१२", "१,२३,४५६"], [12, 123456]),
        ("integer", "en-US", ["−3", "-4"], [-3, -4]),
        ("number", "en-US", ["1,234.5", "1,234"], [1234.5, 1234.0]),
        ("number", "en-US", ["1,5", "1,234"], [1.5, 1.234]),  # the first settles the second
        ("number", "fr-FR", ["1 234,5"], [1234.5]),
        ("number", "en-US", ["45%", "7%"], [45.0, 7.0]),
        ("number", "en-US", [".538", "(.500)", "-.5", "1.000"], [0.538, 0.5, -0.5, 1.0]),  # as statistics have it
    ],
)
def test_numbers(declared: Declare, kind: str, locale: str, texts: list[str], values: list[Value]) -> None:
    """Marks, native digits, multipliers, words that are template."""
    assert column(declared("n", kind), texts, locale).values == tuple(values)


@pytest.mark.parametrize("text", ["~5%", "50%+", "5%-10%", "A-20%", "v2%", "% of all: 5", "7"])
def test_what_is_no_percentage_is_null_and_reported(declared: Declare, text: str) -> None:
    """Bounds, ranges, codes, signs without a number; a number without a sign where the column has signs."""
    coerced = column(declared("n", "percentage"), ["1%", "2.5 %", text, "4%"])
    assert (coerced.values[2], coerced.raws[2]) == (None, text)
    assert coerced.unreadable == 1


@pytest.mark.parametrize(
    "text",
    ["1.5", "3 of 7", "over 10", "100+", "~5", "v2", "A-1042", "2024-03-05", "1,23", "no reviews", "v.5", ".5.6"],
)
def test_what_is_no_integer_is_null_and_reported(declared: Declare, text: str) -> None:
    """Bounds, codes, fractions and other words than the column's."""
    coerced = column(declared("n", "integer"), ["1", "2", text, "4"])
    assert (coerced.values[2], coerced.raws[2]) == (None, text)
    assert coerced.unreadable == 1


def test_contradicting_marks_leave_what_is_ambiguous_unread(declared: Declare) -> None:
    """1,5 and 1.5 in one column: 1,234 could be either, so it is neither."""
    coerced = column(declared("n", "number"), ["1,5", "1.5", "1,234", "7"])
    assert coerced.values == (None, None, None, 7.0) or coerced.values[2] is None
    assert "ambiguous" in {remark.code for remark in coerced.remarks}


def test_an_ambiguous_number_without_evidence_follows_the_locale_and_is_warned(declared: Declare) -> None:
    """One cell that can be read two ways: the locale decides, and the run says so."""
    coerced = column(declared("n", "number"), ["1,234", "5"])
    assert coerced.values == (1234.0, 5.0)
    assert [remark.code for remark in coerced.remarks] == ["ambiguous"]


def test_a_convention_settled_on_one_page_holds_on_the_next(declared: Declare) -> None:
    """Page one settled the comma as decimal mark; page two alone would not."""
    field = declared("n", "number")
    first = column(field, ["1,5"])
    again = coerce_column(field, [RawCell("1,234")], Locality(now=NOW), first.convention)
    assert again.values == (1.234,)
    assert again.remarks == ()


@pytest.mark.parametrize(
    ("locale", "texts", "values"),
    [
        ("en-US", ["2024-03-05"], [date(2024, 3, 5)]),
        ("en-US", ["11 Oct '23", "Oct 9, ’99"], [date(2023, 10, 11), date(1999, 10, 9)]),
        ("en-US", ["3/25/2024", "3/4/2024"], [date(2024, 3, 25), date(2024, 3, 4)]),
        ("ja", ["2024/3/25", "2024/3/4", "2.3.4"], [date(2024, 3, 25), date(2024, 3, 4), None]),
        ("en-US", ["25/3/2024", "3/4/2024"], [date(2024, 3, 25), date(2024, 4, 3)]),
        ("de-DE", ["5. März 2024", "05.03.2024", "31.12.99"], [date(2024, 3, 5), date(2024, 3, 5), date(1999, 12, 31)]),
        ("fr-FR", ["5 février 2024", "1er août 2024"], [date(2024, 2, 5), date(2024, 8, 1)]),
        ("es-ES", ["5 de marzo de 2024"], [date(2024, 3, 5)]),
        ("ja-JP", ["2024年3月5日"], [date(2024, 3, 5)]),
        ("hi-IN", ["5 मार्च 2024"], [date(2024, 3, 5)]),
        ("ar-EG", ["٥ مارس ٢٠٢٤"], [date(2024, 3, 5)]),
        ("en-US", ["Posted on March 5, 2024 by Ann", "Sat, 9 Nov 2024"], [date(2024, 3, 5), date(2024, 11, 9)]),
        ("en-US", ["5-Mar-2024", "Sept. 7, 2024"], [date(2024, 3, 5), date(2024, 9, 7)]),
    ],
)
def test_dates(declared: Declare, locale: str, texts: list[str], values: list[Value]) -> None:
    """Month names by locale, native digits, numeric orders settled by the column."""
    assert column(declared("d", "date"), texts, locale).values == tuple(values)


@pytest.mark.parametrize(
    "text", ["12", "1.2", "May", "Sat", "1:05:00", "11 Mar", "31.02.2024", "2 years ago", "2024-03-05 – 2024-03-09"]
)
def test_what_is_no_whole_date_is_null_and_reported(declared: Declare, text: str) -> None:
    """No day without a year, no month alone, no two dates, no age."""
    coerced = column(declared("d", "date"), [text])
    assert (coerced.values, coerced.unreadable) == ((None,), 1)


def test_a_swappable_date_is_reported(declared: Declare) -> None:
    """3/4/2024 alone: the locale's order, with a warning."""
    coerced = column(declared("d", "date"), ["3/4/2024"], "en-GB")
    assert coerced.values == (date(2024, 4, 3),)
    assert [remark.code for remark in coerced.remarks] == ["ambiguous"]


@pytest.mark.parametrize(
    ("text", "micro"),
    [("2024-11-05 14:30:07.939", 939000), ("2024-11-05T14:30:07,5", 500000), ("5 Nov 2024, 14:30:07.25", 250000),
     ("2024-11-05T14:30:07.123456789Z", 123456)],
)  # fmt: skip
def test_parts_of_a_second_are_kept(declared: Declare, text: str, micro: int) -> None:
    """Lines of a log differ by them, and are sorted by them."""
    got = column(declared("d", "datetime"), [text]).values[0]
    assert got == datetime(2024, 11, 5, 14, 30, 7, micro)  # noqa: DTZ001 - in the site's zone


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [("Nov. 5, 2024, 3 p.m.", 15, 0), ("Nov. 5, 2024, noon", 12, 0), ("Nov. 5, 2024, midnight", 0, 0),
     ("2024-11-05T14:30:00Z", 15, 30), ("2024-11-05 14:30", 14, 30), ("5 Nov 2024 12:05 am", 0, 5)],
)  # fmt: skip
def test_times_of_day(declared: Declare, text: str, hour: int, minute: int) -> None:
    """`p.m.`, noon, midnight; a moment with its own zone is told in the site's."""
    got = column(declared("d", "datetime"), [text], zone="Europe/Berlin").values[0]
    assert got == datetime(2024, 11, 5, hour, minute)  # noqa: DTZ001 - in the site's zone


@pytest.mark.parametrize(
    ("locale", "text", "hour", "minute"),
    [("es-MX", "5 de noviembre de 2024, 3:04 p. m.", 15, 4), ("zh-CN", "2024年11月5日 下午3:04", 15, 4),
     ("ko-KR", "2024년 11월 5일 오후 3:04", 15, 4), ("ja-JP", "2024年11月5日 21時40分", 21, 40),
     ("el-GR", "5 Νοεμβρίου 2024, 3:04 μ.μ.", 15, 4), ("fr-FR", "5 novembre 2024 à 15 h 04", 15, 4),
     ("en-US", "Tue Nov  5 12:10:00 2024", 12, 10), ("en-US", "Nov 5,2024 15:30 PM", 15, 30),
     ("en-US", "Nov 5, 2024 10:00-12:00", 10, 0), ("en-US", "2024-11-05 10:00-12:00", 10, 0)],
)  # fmt: skip
def test_times_of_day_abroad(declared: Declare, locale: str, text: str, hour: int, minute: int) -> None:
    """Halves of the day in the locale's words; "-12:00" behind a time without seconds is its end and no zone."""
    assert column(declared("d", "datetime"), [text], locale).values == (datetime(2024, 11, 5, hour, minute),)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("zone", "text", "hour"),
    [("UTC", "Tue, 05 Nov 2024 13:00:39 -0700", 20), ("UTC", "2024-11-05T13:00-07:00", 20),
     ("UTC", "Nov 5, 2024, 1:00 PM EST", 18), ("America/New_York", "Nov 5, 2024, 1:00 PM EST", 13),
     ("UTC", "Nov 5, 2024 13:00 (UTC+2)", 11), ("UTC", "Nov 5, 2024 13:00:00 GMT+0800 (CST)", 5),
     ("Asia/Shanghai", "Nov 5, 2024 13:00 CST", 13), ("UTC", "Nov 5, 2024 13:00 by EDS", 13)],
)  # fmt: skip
def test_a_moment_with_a_zone_is_told_in_the_sites(declared: Declare, zone: str, text: str, hour: int) -> None:
    """Offsets with and without a colon, the letters of zones; letters of the site's own zone are the site's."""
    got = column(declared("d", "datetime"), [text], zone=zone).values[0]
    assert isinstance(got, datetime)
    assert got.hour == hour


def test_a_day_is_the_one_that_is_written(declared: Declare) -> None:
    """Midnight of a place to the east is no day before; that of machines is told in the site's zone."""
    assert column(declared("d", "date"), ["2024-11-05T00:00:00+01:00"]).values == (date(2024, 11, 5),)
    assert column(declared("d", "date"), ["2024-11-04T23:00:00Z"], zone="Europe/Berlin").values == (date(2024, 11, 5),)
    assert column(declared("d", "date"), ["2024-11-05T23:30-05:00"], zone="Europe/London").values == (
        date(2024, 11, 6),
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [("By Ann Lee", "Ann Lee"), ("by Ann", "Ann"), ("Posted by Ann", "Ann"), ("Par Thomas Lecomte", "Thomas Lecomte"),
     ("Von Moritz Wichmann", "Moritz Wichmann"), ("Artikel von Ann Lee", "Ann Lee"), ("di: Anna Rossi", "Anna Rossi"),
     *((name, name) for name in ("von Neumann", "Von Neumann, John", "von der Leyen", "von Neumann & Morgenstern",
                                 "Da Silva Pereira", "de Beauvoir", "Di Maria Angel", "da Vinci", "by the sea"))],
)  # fmt: skip
def test_an_author_is_the_name_behind_the_byline(declared: Declare, text: str, name: str) -> None:
    """A word that names have too is part of the name; no other field's text loses its "By"."""
    assert column(declared("author"), [text]).values == (name,)
    assert column(declared("title"), [text]).values == (text,)


def test_an_age_is_a_date_only_when_approximate_is_allowed(declared: Declare) -> None:
    """`2 days ago` is NULL and reported, unless the file accepts an approximation."""
    assert column(declared("d", "date"), ["2 days ago"]).unreadable == 1
    assert column(declared("d", "date", approximate=True), ["2 days ago"]).values == (date(2026, 11, 19),)
    assert column(declared("d", "date", approximate=True), ["a day ago"]).values == (date(2026, 11, 20),)
    assert column(declared("d", "date"), ["a day ago"]).unreadable == 1
    assert column(declared("d", "date", approximate=True), ["vor 3 Tagen"], "de-DE").values == (date(2026, 11, 18),)


def test_a_day_without_its_year_is_a_date_only_when_approximate_is_allowed(declared: Declare) -> None:
    """Else it is unreadable, and the reason says what allows it."""
    plain = column(declared("d", "date"), ["Thu, 26 November"])
    assert plain.values == (None,)
    assert "approximate" in str(plain.remarks)
    assert column(declared("d", "date", approximate=True), ["Thu, 26 November", "26 November"]).values == (
        date(2026, 11, 26),
        None,  # which year it is, nothing tells
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [("duration", "9" * 40 + " min"), ("duration", "P" + "9" * 30 + "D"), ("date", "5000 years ago"),
     ("datetime", "0001-01-01T00:00:00Z"), ("integer", "9" * 60), ("money", "$" + "9" * 60)],
)  # fmt: skip
def test_values_beyond_all_bounds_are_null_and_reported(declared: Declare, kind: str, text: str) -> None:
    """Longer than any length of time, before any date, more digits than a column has: never an error of ours."""
    field = declared("x", kind, **({"approximate": True} if kind == "date" else {}))
    coerced = column(field, [text], zone="America/New_York")
    assert (coerced.values, coerced.unreadable) == ((None,), 1)


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        ("2025-05-05", "Added on 2026-11-23", "2025-05-05"),  # of the row, not of what it tells
        ("Monday, May 5, 2025", "2026-11-23T10:00:00Z", "2025-05-05"),
        (
            "May 5, 2025",
            "2025-05-06T01:00:00Z",
            "2025-05-05",
        ),  # the same moment in another zone: the day as it is shown
        ("05/06/2025", "2025-06-05", "2025-06-05"),  # the attribute says in which order the text is written
        ("Closed May 5, 2025 by the owner, seen", "2025-05-09", "2025-05-09"),
    ],
)
def test_an_attribute_with_another_day_than_the_date_that_is_shown_tells_of_something_else(
    declared: Declare, text: str, said: str, day: str
) -> None:
    """A tooltip "Added on …" over a date; by a day it may differ, where it tells the time, in a sentence by more."""
    found = coerce_column(declared("day", "date"), [RawCell(text, attributes=(said,))], Locality(now=NOW))
    assert str(found.values[0]) == day


def test_attributes_of_dates_come_before_the_text(declared: Declare) -> None:
    """`<time datetime>` beats the age that is shown."""
    cells = [RawCell("2 years ago", attributes=("2024-11-05T23:30:00-05:00",))]
    assert coerce_column(declared("d", "date"), cells, Locality(now=NOW)).values == (date(2024, 11, 5),)


@pytest.mark.parametrize(
    ("texts", "seconds"),
    [
        (["2d 4h left", "0d 12h left", "5h left"], [187200, 43200, 18000]),
        (["Ready in 45 min", "Ready in 1 h 5 min"], [2700, 3900]),
        (["about 45 min", "about 2 h"], [None, None]),
        (["45 min left", "2 h gone"], [None, None]),
        *(
            (texts, [None, None])
            for texts in [
                ["5 min or more", "9 min or more"],
                ["minus 5 min", "minus 9 min"],
                ["under 5 min", "under 9 min"],
                ["5 hours less", "9 hours less"],
                ["a month and 5 days", "a month and 9 days"],
                ["5 days a month", "9 days a month"],
                ["5 days and a half", "9 days and a half"],
                ["Takes at least 5 min", "Takes at least 9 min"],
                ["Ready in about 5 min", "Ready in about 9 min"],
            ]
        ),
    ],
)
def test_words_that_all_durations_of_a_column_have(
    declared: Declare, texts: list[str], seconds: list[int | None]
) -> None:
    """Those that are known to say nothing are no part of the length of time; any other may change it."""
    read = column(declared("n", "duration"), texts).values
    assert read == tuple(None if one is None else timedelta(seconds=one) for one in seconds)


@pytest.mark.parametrize(
    ("locale", "text", "seconds"),
    [("en-US", "2h 15m", 8100), ("fr-FR", "1 h 30", 5400), ("en-US", "2h05", 7500), ("en-US", "1:05:00", 3900), ("en-US", "90 min", 5400), ("en-US", "PT2H", 7200),
     ("en-US", "1 day 3 hours", 97200), ("de-DE", "1,5 Std.", 5400), ("fr-FR", "2 heures et 5 minutes", 7500),
     ("en-US", "1 hour hr 5 minutes mins", 3900), ("en-US", "T 5 minutes min.", 300)],
)  # fmt: skip
def test_durations(declared: Declare, locale: str, text: str, seconds: int) -> None:
    """Clock, ISO and words in the site's language."""
    assert column(declared("t", "duration"), [text], locale).values == (timedelta(seconds=seconds),)


def test_two_units_that_differ_are_no_length_of_time(declared: Declare) -> None:
    """A unit may be said twice, once for screen readers; two that differ contradict each other."""
    assert column(declared("t", "duration"), ["5 minutes hours"]).unreadable == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("review", "reviews", True), ("reply", "replies", True), ("reviews in all", "reviews", True),
     ("author", "auto", False), ("price", "print", False), ("serving size", "servings", False)],
)  # fmt: skip
def test_words_with_another_ending(one: str, other: str, same: bool) -> None:
    """One word in two forms, and not two words that begin alike."""
    assert same_stem(one, other) is same_stem(other, one) is same


def test_a_two_part_clock_is_settled_by_its_column(declared: Declare) -> None:
    """5:32 beside 1:05:00 is minutes and seconds; alone it is unreadable."""
    assert column(declared("t", "duration"), ["5:32", "1:05:00"]).values[0] == timedelta(minutes=5, seconds=32)
    assert column(declared("t", "duration"), ["5:32"]).unreadable == 1


def test_signs(declared: Declare) -> None:
    """Ticks, words, boxes; stars, fractions, widths and classes."""
    assert column(declared("b", "boolean"), ["✓", "✗", "Yes", "nein", "", "maybe"]).values == (
        True,
        False,
        True,
        False,
        None,
        None,
    )
    rating = declared("r", "rating")
    assert column(rating, ["4.5 out of 5", "★★★☆☆", "4,5/5", "", "9 lives of 3"]).values == (4.5, 3.0, 4.5, None, None)
    shown = [RawCell("", attributes=("width: 80%",)), RawCell("", classes=("stars", "star-4"))]
    assert coerce_column(rating, shown, Locality(now=NOW)).values == (4.0, 4.0)


def test_nothing_is_null_and_never_an_empty_text_or_list(declared: Declare) -> None:
    """Blanks of all kinds are NULL, without a remark; a lone dash is no number."""
    for kind in ("text", "integer", "money", "date", "[text]"):
        coerced = column(declared("x", kind), ["", "\u00a0 \u200b"])
        assert (coerced.values, coerced.remarks) == ((None, None), ())
    assert column(declared("x", "integer"), ["–", "3"]).remarks == ()


def test_lists_words_and_maps(declared: Declare) -> None:
    """Lists split; a map gives values for the site's words; listed words refuse others."""
    assert column(declared("x", "[text]"), ["a, b ,c"]).values == (("a", "b", "c"),)
    assert column(declared("x", "[integer]", split=";"), ["1; 2"]).values == ((1, 2),)
    assert column(declared("x", "money", mapping={"Free": 0}), ["Free", "$5"]).values == (D("0.00"), D("5.00"))
    assert column(declared("x", words=("Open", "Closed")), ["open", "Shut"]).unreadable == 1
    assert column(declared("x", match=r"by (\w+)"), ["sent by Ann", "none"]).values == ("Ann", None)
    assert column(declared("x", match=r"N-\d+"), ["sent as N-7", "none"]).values == ("N-7", None)


def test_raised_digits_that_a_pattern_asks_for_are_a_number(declared: Declare) -> None:
    """A badge above the word; without the pattern they may be the mark of a note."""
    assert column(declared("x", "integer", match=r"Parts ([⁰¹²³⁴-⁹]+)"), ["Parts ¹²", "Parts"]).values == (12, None)
    assert column(declared("x", "integer"), ["7", "¹"]).values == (7, None)


@given(
    amount=st.decimals(min_value=-9_999_999, max_value=9_999_999, places=2),
    locale=st.sampled_from(["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "ja-JP", "hi-IN", "pl-PL", "sv-SE"]),
)
@settings(
    max_examples=150, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_a_locale_writes_is_read_back(declared: Declare, amount: Decimal, locale: str) -> None:
    """An amount formatted by the locale's own rules reads as itself, or is NULL and reported; never another."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - only this test formats

    text = format_decimal(amount, format=None, locale=locale.replace("-", "_"), decimal_quantization=False)
    got = column(
        declared("p", "money"), [text, format_decimal(Decimal("1234567.25"), locale=locale.replace("-", "_"))], locale
    )
    assert got.values[0] == amount, text


@pytest.mark.parametrize(
    ("locale", "text", "value"),
    [
        ("en-US", "4.0 out of 5 stars 1,521 reviews", 4.0),
        ("en-US", "2.0 / 5.0", 2.0),
        ("en-US", "Rated 4.5 of 5 by 8 people", 4.5),
        ("de-DE", "4,5 von 5 Sternen (1.521)", 4.5),
        ("en-US", "4.5 stars", 4.5),
        ("en-US", "4.5", 4.5),
        ("en-US", "8 reviews", None),
        ("en-US", "1,521 reviews", None),
        ("en-US", "1,521", None),
        ("de-DE", "1.521", None),
        ("en-US", "3 reviews 5 stars", None),
        ("en-US", "3/5/2024", None),
        ("en-US", "4.86 from 7 votes", 4.86),
        ("en-US", "5 from 48 votes", 5.0),
        ("en-US", "5 of 48 reviews", None),  # so many are shown
        ("nl-NL", "Wat vind jij van dit recept? 3.4 (152 stemmen)", 3.4),
    ],
)
def test_a_rating_is_on_a_scale_and_a_count_is_none(
    locale: str, text: str, value: float | None, declared: Declare
) -> None:
    """Anywhere in the cell "x out of y" counts; a lone number only where no words but stars follow."""
    got = column(declared("rating", "rating"), [text], locale=locale)
    assert got.values == (value,)
    assert value is not None or got.unreadable == 1


def test_a_rating_beside_a_count_keeps_the_text_that_says_it(declared: Declare) -> None:
    """A picture named "4.0 out of 5 stars" beside "1,521 reviews" or "8 reviews": the picture, in value and raw."""
    cells = [RawCell(f"{n} reviews", attributes=("4.0 out of 5 stars",)) for n in ("1,521", "8")]
    got = coerce_column(declared("rating", "rating"), cells, Locality(now=NOW))
    assert got.values == (4.0, 4.0)
    assert got.raws == ("4.0 out of 5 stars",) * 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("★ 4.7 (1,234)", 4.7),
        ("4,5★", 4.5),
        ("★★★☆☆", 3.0),
        ("★ (12)", None),
        ("★★★★★ 4.7", 4.7),
        ("★★★★★ 4.9 /5 (38)", 4.9),
        ("★★☆☆☆ 9 of 10 found this helpful", 2.0),
    ],
)
def test_a_star_beside_a_number_is_a_sign(text: str, value: float | None, declared: Declare) -> None:
    """One star and a number is no rating of one; stars alone are counted."""
    got = column(declared("rating", "rating"), [text])
    assert got.values == (value,)


@pytest.mark.parametrize(
    ("text", "value"),
    [("05.11.2024", date(2024, 11, 5)), ("01/Dec/24", date(2024, 12, 1)), ("2 Jan 99", date(1999, 1, 2))],
)
def test_dots_part_days_first_and_short_years_stand_behind_names(
    text: str, value: date | None, declared: Declare
) -> None:
    """The day first, with a warning where the locale's people could mean the month; two digits that end a text after a name are a year."""
    got = column(declared("day", "date"), [text])
    assert got.values == (value,)
    assert any(remark.code == "ambiguous" for remark in got.remarks) == ("." in text)


def test_dots_are_read_as_their_column_has_them(declared: Declare) -> None:
    """A month first with dots, as one date of the column shows; and no doubt where the locale knows but one order."""
    got = column(declared("day", "date"), ["9.10.2019", "9.30.2019"])
    assert got.values == (date(2019, 9, 10), date(2019, 9, 30))
    assert not got.remarks


def test_a_clock_that_cannot_be_is_unreadable(declared: Declare) -> None:
    """25:00 is not midnight."""
    got = column(declared("at", "datetime"), ["2024-11-05 25:00"])
    assert (got.values, got.unreadable) == ((None,), 1)


@pytest.mark.parametrize(
    ("locale", "text", "day"),
    [
        ("th-TH", "01/05/2567", date(2024, 5, 1)),
        ("th-TH", "29/02/2567", date(2024, 2, 29)),  # no day of the common era's year 2567
        ("th-TH", "2024-05-01", date(2024, 5, 1)),
        ("de-DE", "31.12.9999", date(9999, 12, 31)),  # without an end
        ("de-DE", "01.05.2567", None),
    ],
)
def test_years_of_the_buddhist_era_are_told_or_read(declared: Declare, locale: str, text: str, day: date | None):
    """Where people count so they are read, elsewhere a year five centuries ahead is no date without a `format`."""
    read = column(declared("posted", "date"), [text, text], locale)
    assert read.values == (day, day)
    assert read.unreadable == (0 if day else 2)


@pytest.mark.parametrize("kind", ["integer", "number"])
def test_a_number_in_parentheses_beside_others_is_told(declared: Declare, kind: str):
    """In accounts it is one below zero; where all stand in parentheses they are counts."""
    mixed = column(declared("profit", kind), ["1,234", "(987)", "65"])
    assert (mixed.values, mixed.unreadable) == ((1234, None, 65), 1)
    assert column(declared("reviews", kind), ["(12)", "", "(987)"]).values == (12, None, 987)


def test_numbers_grouped_by_blanks_whatever_the_locale(page: Page, spec: Spec) -> None:
    """A column of nothing else, in which a part begins with 0; two numbers beside each other are still two."""
    table = "<table><tr><th>Name</th><th>Size</th></tr>{}</table>"
    row = "<tr><td>{}</td><td>{}</td></tr>"
    sizes = {"a": "4 096", "b": "100 000", "c": "7", "d": "2 500 000"}
    html = table.format("".join(row.format(*one) for one in sizes.items()))
    found = rows_of(page(html), spec({"name": "text", "size": "integer"}))
    assert [row["size"] for row in found] == [4096, 100000, 7, 2500000]
    html = table.format("".join(row.format(name, size) for name, size in (("a", "3 150"), ("b", "4 200"))))
    assert [
        record.values["size"] for record in read(page(html), spec({"name": "text", "size": "integer"})).records
    ] == [
        None,
        None,
    ]
