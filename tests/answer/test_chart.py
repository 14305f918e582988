"""Which answers are drawn, and how: labels as bars, dates and rising numbers as a line, anything else not at all."""

from decimal import Decimal

import pytest

from webdart.answer.chart import Bar, chart
from webdart.table.cell_json import Json

MONTHS = (("2026-01-01", 10), ("2026-02-01", None), ("2026-03-02", 30), ("2026-04-01", 20))


def test_labels_with_numbers_are_bars_from_zero():
    """Of one scale; a number below zero lies on its other side, and what is missing has no length."""
    found = chart([["Closed", 30], ["Open", -10], ["Blocked", None], ["Else", Decimal(5)]])
    assert found is not None
    assert found.line is None
    assert found.bars == (
        Bar("Closed", 30, 25.0, 75.0),
        Bar("Open", -10, 0.0, 25.0),
        Bar("Blocked", None, 25.0, 0.0),
        Bar("Else", Decimal(5), 25.0, 12.5),
    )


@pytest.mark.parametrize("rows", [MONTHS, MONTHS[::-1]], ids=["rising", "falling"])
def test_dates_with_numbers_are_a_line_from_the_earliest(rows: tuple[tuple[Json, ...], ...]):
    """Where they lie in time; the line is broken where a number is missing."""
    found = chart(rows)
    assert found is not None
    assert found.line is not None
    assert found.line.strokes == (((0.0, 0.0),), ((pytest.approx(66.667, abs=0.01), 100.0), (100.0, 50.0)))
    assert (found.line.first, found.line.last, found.line.low, found.line.high) == ("2026-01-01", "2026-04-01", 10, 30)


@pytest.mark.parametrize(
    "rows",
    [
        [["2026-01-01", 12], ["2026-01-02", 12], ["2026-01-03", 12]],  # a line that shows nothing
        [],
        [["a", 1]],
        [["a", 1, 2], ["b", 2, 3]],
        [["a", 1], ["a", 2]],
        [["a", "x"], ["b", "y"]],
        [["a", True], ["b", False]],
        [["https://shop.example/1", 1], ["https://shop.example/2", 2]],
        [[3, 1], [1, 2], [2, 3]],
        [["2026-01-02", 1], ["2026-01-02", 2], ["2026-01-03", 3]],
        [[f"label {number}", number] for number in range(41)],
        [["a", float("inf")], ["b", 2]],
    ],
)
def test_anything_else_is_not_drawn(rows: list[list[Json]]):
    """Several rows of one label, links, what is in no order, more than a screen of bars, texts for numbers."""
    assert chart(rows) is None
