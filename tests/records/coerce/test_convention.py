"""What a column has settled on one page holds on the next."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.workflow.model import Field, Kind, Value

NOW = datetime(2025, 6, 1)  # noqa: DTZ001 - the site's own clock


def second_page(field: Field, first: list[str], second: list[str], locale: str = "en-US") -> tuple[Value, ...]:
    """The values of a page that another goes before."""
    locality = Locality(locale=locale, now=NOW)
    settled = coerce_column(field, [RawCell(text) for text in first], locality).convention
    return coerce_column(field, [RawCell(text) for text in second], locality, settled).values


@pytest.mark.parametrize(
    ("first", "second", "amounts"),
    [
        (["(50)", "20"], ["(1,200)", "(300)"], [-1200, -300]),
        (["50.00", "20.00"], ["(1,200)", "(300)"], [-1200, -300]),
        (["$50.00", "$20.00"], ["(1,200)", "($300)"], [None, -300]),  # the first may count something
        (["(50)", "(20)"], ["(1,200)", "(300)"], [1200, 300]),
        (["(50)", "(20)"], ["(1,200)", "300"], [None, 300]),  # two readings in one column would be one too many
        (["(50)", "20", "-7"], ["(1,200)", "300"], [1200, 300]),
        (["5.00 CR", "7.00"], ["5.00 CR", "9.00 CR"], [None, None]),
        (["$5.00", "$7.00"], ["5.00 CR", "9.00 CR"], [None, None]),
        (["5.00 CR", "7.00 CR"], ["5.00 CR", "9.00"], [None, 9]),
        (["85p", "£1.20"], ["85p", "90p"], [Decimal("0.85"), Decimal("0.90")]),
    ],
)
def test_amounts_are_read_as_on_the_pages_before(
    declared: Callable[..., Field], first: list[str], second: list[str], amounts: list[Decimal | int | None]
) -> None:
    """Parentheses, sides of an account and hundredths: what one page tells of them the next one need not."""
    assert second_page(declared("due", "money"), first, second) == tuple(amounts)


@pytest.mark.parametrize("kind", ["integer", "number", "percentage"])
def test_a_number_that_is_perhaps_below_zero_is_so_on_the_next_page(declared: Callable[..., Field], kind: Kind) -> None:
    """Where all of that page's numbers are in parentheses, too."""
    assert second_page(declared("growth", kind), ["(50%)", "20%"], ["(12%)", "(3%)"]) == (None, None)
    assert second_page(declared("growth", kind), ["50%", "20%"], ["(12%)", "(3%)"]) == (None, None)


def test_words_around_a_length_of_time_are_known_of_a_lone_row(declared: Callable[..., Field]) -> None:
    """That of the last page, say."""
    assert second_page(declared("left", "duration"), ["2d 4h left", "5h left"], ["3h left"]) == (timedelta(hours=3),)
