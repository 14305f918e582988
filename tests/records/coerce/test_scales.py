"""Words that multiply the number before them, and hundredths of a currency."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.records.read import read
from webdart.workflow.model import Field, Kind

Declare = Callable[..., Field]
NOW = datetime(2025, 6, 1)  # noqa: DTZ001 - the site's own clock


def values(field: Field, texts: list[str], locale: str) -> list[object]:
    return list(coerce_column(field, [RawCell(text) for text in texts], Locality(locale=locale, now=NOW)).values)


@pytest.mark.parametrize(
    ("locale", "texts", "amounts"),
    [
        ("en-IN", ["₹85 Lakh", "₹1.2 Crore", "₹ 85 Lac", "₹ 1.25 Cr"], [8500000, 12000000, 8500000, 12500000]),
        ("en-IN", ["₹ 85 L", "₹ 45 L"], [8500000, 4500000]),
        ("hi-IN", ["₹ 85 लाख", "₹ 1.2 करोड़"], [8500000, 12000000]),
        ("zh-CN", ["120万元", "85.5万元"], [1200000, 855000]),
        ("ja-JP", ["3,480万円", "980万円"], [34800000, 9800000]),
        ("ko-KR", ["5천원", "3만원"], [5000, 30000]),
        ("th-TH", ["2.5 ล้านบาท", "850,000 บาท"], [2500000, 850000]),
        ("es-ES", ["1,2 millones €", "850 mil €"], [1200000, 850000]),
        ("fr-FR", ["1,2 M€", "850 k€", "900 000 €"], [1200000, 850000, 900000]),
        ("en-GB", ["£1.2 million", "£850k", "£5 m", "£900,000"], [1200000, 850000, 5000000, 900000]),
        ("en-US", ["$2.5 billion", "$3 thousand"], [2500000000, 3000]),
        ("de-DE", ["2 Billionen €", "1,2 Mrd. €"], [2000000000000, 1200000000]),
        ("en-US", ["2,5 Mio. €", "1,2 Mrd. €", "850 Tsd. €"], [2500000, 1200000000, 850000]),  # a page in German
        ("nl-NL", ["€ 349.000 k.k.", "€ 250.000 k.k."], [349000, 250000]),  # no thousands, though k is
        ("en-GB", ["£45 B&B", "£60 B&B"], [45, 60]),
    ],
)
def test_a_word_behind_an_amount_multiplies_it(
    declared: Declare, locale: str, texts: list[str], amounts: list[int]
) -> None:
    """Whether all amounts of the column have one or some."""
    assert values(declared("price", "money"), texts, locale) == [Decimal(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("locale", "texts", "numbers"),
    [
        ("en-US", ["1.5 million", "250,000"], [1500000, 250000]),
        ("zh-CN", ["1.2万人", "5000人"], [12000, 5000]),
        ("ja-JP", ["3.5万回視聴", "900回視聴"], [35000, 900]),
        ("zh-CN", ["3.5万播放", "900播放"], [35000, 900]),
        ("de-DE", ["1,5 Mio.", "250 Tsd."], [1500000, 250000]),
        ("en-US", ["5 mi", "3 mi"], [5, 3]),
        ("en-US", ["5 m", "3 m"], [5, 3]),
    ],
)
def test_a_word_behind_a_number_multiplies_it(
    declared: Declare, locale: str, texts: list[str], numbers: list[int]
) -> None:
    """A unit does not."""
    assert values(declared("n", "number"), texts, locale) == numbers


@pytest.mark.parametrize("texts", [["5 mil €", "3 mil €"], ["2 billionen", "3 billionen"]])
def test_a_word_that_means_two_numbers_in_two_languages_is_not_read_elsewhere(
    declared: Declare, texts: list[str]
) -> None:
    """Or it is, where all languages that have it agree."""
    expected = [None, None] if "mil" in texts[0] else [2 * 10**12, 3 * 10**12]
    assert values(declared("n", "number"), texts, "en-US") == expected


@pytest.mark.parametrize(
    ("locale", "texts", "amounts"),
    [
        ("en-GB", ["85p", "£1.20", "5 pence"], ["0.85", "1.20", "0.05"]),
        ("de-DE", ["85 Cent", "1,20 €", "5 ct"], ["0.85", "1.20", "0.05"]),
        ("en-US", ["99 cents", "$1.20", "7¢"], ["0.99", "1.20", "0.07"]),
    ],
)
def test_hundredths_of_a_currency_are_amounts_of_it(
    declared: Declare, locale: str, texts: list[str], amounts: list[str]
) -> None:
    """Cents and pence beside dollars and pounds, or alone."""
    assert values(declared("price", "money"), texts, locale) == [Decimal(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("name", "locale", "texts", "amounts"),
    [
        ("size", "en-US", ["12 ct", "6 ct"], [None, None]),
        ("size", "en-GB", ["720p", "480p"], [None, None]),
        ("price", "de-DE", ["500 gr", "250 gr"], [None, None]),  # paid with euros
        ("price", "pl-PL", ["50 gr", "99 gr"], [None, None]),
        ("price", "pl-PL", ["50 groszy", "99 groszy"], ["0.50", "0.99"]),
        ("price", "en-US", ["50 cents", "99 cents"], ["0.50", "0.99"]),
        ("size", "en-US", ["50 cents", "99 cents"], [None, None]),
        ("price", "en-US", ["12 ct", "6 ct"], [None, None]),
        ("size", "pl-PL", ["50 gr", "2,50 zł"], ["0.50", "2.50"]),
        ("size", "en-US", ["50 gr", "$2.50"], [None, "2.50"]),
        ("price", "en-GB", ["1200p", "900p", "£9"], ["12.00", "9.00", "9"]),
        ("price", "en-GB", ["1,200p", "900p", "£9"], [None, "9.00", "9"]),
        ("size", "en-US", ["85p", "£1.20"], ["0.85", "1.20"]),
    ],
)
def test_hundredths_need_their_currency_in_the_column_or_a_price(
    declared: Declare, name: str, locale: str, texts: list[str], amounts: list[str | None]
) -> None:
    """The words and letters for them are those of grams, counts and lines, too."""
    expected = [None if amount is None else Decimal(amount) for amount in amounts]
    assert values(declared(name, "money"), texts, locale) == expected


@pytest.mark.parametrize(
    ("locale", "rows", "price"),
    [
        ("en-US", [("Eggs", "12 ct", "3.99"), ("Milk", "6 ct", "2.49")], "3.99"),
        ("de-DE", [("Mehl", "500 gr", "0,99"), ("Salz", "250 gr", "1,49")], "0.99"),
        ("en-US", [("Clip", "720p", "3.99"), ("Film", "480p", "4.99")], "3.99"),
    ],
)
def test_a_price_without_a_sign_is_not_passed_over_for_a_weight_or_a_count(
    page: Callable[..., PageView],
    spec: Callable[..., ListingSpec],
    locale: str,
    rows: list[tuple[str, str, str]],
    price: str,
) -> None:
    """Though what these are counted in is a word for hundredths of some currency."""
    items = "".join(f"<li><b>{name}</b> <span>{size}</span> <i>{paid}</i></li>" for name, size, paid in rows)
    found = read(page(f"<ul>{items}</ul>"), spec({"title": "text", "price": "money"}, locale=locale))
    assert found.records[0].values["price"] == Decimal(price)


def test_a_part_of_a_hundredth_is_no_amount_with_two_digits(declared: Declare) -> None:
    """As fuel has it."""
    assert values(declared("price", "money"), ["142.9p", "85p", "£1"], "en-GB") == [None, Decimal("0.85"), 1]


def test_whole_amounts_in_parentheses_among_others_are_below_zero(declared: Declare) -> None:
    """As accounts have it, without a currency and without cents; numbers and shares are not settled by that."""
    texts = ["(1,200)", "300", "(45)"]
    assert values(declared("tax", "money"), texts, "en-GB") == [Decimal(-1200), Decimal(300), Decimal(-45)]
    assert values(declared("growth", "percentage"), ["(12.5%)", "3.2%"], "en-US") == [None, 3.2]
    assert values(declared("growth", "number"), ["(12.5%)", "3.2%"], "en-US") == [None, 3.2]
    assert values(declared("share", "percentage"), ["(12.5%)", "(3.2%)"], "en-US") == [12.5, 3.2]


@pytest.mark.parametrize("kind", ["integer", "number", "money"])
def test_a_fraction_behind_a_number_is_not_left_out(declared: Declare, kind: str) -> None:
    """Two and a half is not two."""
    assert values(declared("size", kind), ["2½", "3 ½"], "en-US") == [None, None]


@pytest.mark.parametrize(
    ("locale", "texts", "numbers"),
    [
        ("ko-KR", ["5 만화", "3 만화"], [5, 3]),  # comics
        ("ja-JP", ["3 万年筆", "5 万年筆"], [3, 5]),  # pens
        ("ko-KR", ["5만화", "3만화"], [None, None]),
        ("ko-KR", ["5 만원", "3만원"], [50000, 30000]),
        ("ja-JP", ["5千円", "2百万円"], [5000, 2000000]),
        ("ko-KR", ["5백만원", "3천만원"], [5000000, 30000000]),
        ("zh-CN", ["3千", "5千"], [3000, 5000]),
        ("th-TH", ["5 หมื่นบาท", "2 พันบาท"], [50000, 2000]),
        ("sv-SE", ["12 000 mil", "900 mil"], [12000, 900]),  # ten kilometres each
        ("es-ES", ["12 mil", "900 mil"], [12000, 900000]),
    ],
)
def test_a_word_that_goes_on_multiplies_only_what_is_counted(
    declared: Declare, locale: str, texts: list[str], numbers: list[int | None]
) -> None:
    """A currency or a counter has to follow; and a unit of the locale multiplies nothing."""
    assert values(declared("n", "number"), texts, locale) == numbers


@pytest.mark.parametrize(
    ("kind", "texts", "numbers"),
    [
        ("integer", ["12 comments", "5 comments", "1.2k"], [12, 5, 1200]),
        ("integer", ["12 views", "15 views", "1.2M"], [12, 15, 1200000]),
        ("money", ["£5 pcm", "£7 pcm", "£1.2k"], [5, 7, 1200]),
    ],
)
def test_words_of_a_column_are_none_that_multiply(
    declared: Declare, kind: Kind, texts: list[str], numbers: list[int]
) -> None:
    """Though one of its numbers has one, and not these."""
    assert values(declared("n", kind), texts, "en-GB") == numbers


def test_a_word_that_may_multiply_is_not_left_out_beside_those_that_do(declared: Declare) -> None:
    """What counts is what stands behind all of them."""
    assert values(declared("price", "money"), ["₹4.2 Cr", "₹81 Lac", "₹2.1 Cr"], "en-US") == [
        None,
        Decimal(8100000),
        None,
    ]
    assert values(declared("views", "integer"), ["1.2M views", "900 views"], "en-US") == [1200000, 900]


@pytest.mark.parametrize(
    ("locale", "texts", "amounts"),
    [
        ("en-US", ["$5.00 CR", "$7.00", "$9.00 CR"], [None, "7.00", None]),
        ("en-IN", ["5.00 Cr", "7.00 Dr"], [None, None]),
        ("de-DE", ["5,00 S", "7,00 H"], [None, None]),
        ("en-GB", ["5.00 CR", "7.00 CR"], ["5.00", "7.00"]),
        ("en-IN", ["₹ 1.2 Cr", "₹ 85,000"], ["12000000", "85000"]),
        ("de-DE", ["15 €/h", "18 €/h", "20 €"], ["15", "18", "20"]),  # an hour is no side
    ],
)
def test_a_side_of_an_account_in_place_of_a_sign_is_not_left_out(
    declared: Declare, locale: str, texts: list[str], amounts: list[str | None]
) -> None:
    """Which of the two is below zero, the page does not say."""
    expected = [None if amount is None else Decimal(amount) for amount in amounts]
    assert values(declared("amount", "money"), texts, locale) == expected


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["12", "14b", "7", "120"], [12, None, 7, 120]),  # of a house
        (["3", "5m", "40"], [3, None, 40]),
        (["950", "1k", "20"], [950, 1000, 20]),
        (["3,900", "2m", "12"], [3900, 2000000, 12]),
        (["12", "40m", "2b"], [12, None, 2000000000]),
        (["12", "1.4b", "2b"], [12, 1400000000, 2000000000]),
        (["2b", "14b"], [2000000000, 14000000000]),
        (["12", "14 billion"], [12, 14000000000]),
        (["12", "120万"], [12, 1200000]),
    ],
)
def test_a_letter_multiplies_where_the_column_leads_up_to_it(
    declared: Declare, texts: list[str], numbers: list[int | None]
) -> None:
    """Else it may belong to the number, as in "14b" beside "12"."""
    assert values(declared("number", "integer"), texts, "en-US") == numbers
