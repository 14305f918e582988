"""Rows that add up others: found from a column's figures alone, and only where every row takes part."""

from decimal import Decimal

import pytest

from webdart.table.rollup import rollup


@pytest.mark.parametrize(
    ("figures", "sums"),
    [
        ("110 66 44 75 31 44", {0: {1, 2}, 3: {4, 5}}),
        ("66 44 110 31 44 75", {2: {0, 1}, 5: {3, 4}}),
        ("17 10 6 4 7 3 4", {0: {1, 4}, 1: {2, 3}, 4: {5, 6}}),
        ("110 66 44 0 0 5 5 75 31 44", {0: {1, 2}, 5: {6}, 7: {8, 9}}),  # one part, and none
        ("10.50 6.25 4.25 - 70 30 40", {0: {1, 2}, 4: {5, 6}}),
    ],
)
def test_every_row_is_a_sum_or_a_part(figures: str, sums: dict[int, set[int]]) -> None:
    assert {total: set(parts) for total, parts in rollup(_values(figures)).items()} == sums


@pytest.mark.parametrize(
    "figures",
    [
        "",
        "5",
        "10 6 4",  # one film, and two that take as long together
        "110 66 44 75 31 44 2",  # the last row takes no part
        "5 5 5 5 5 5",
        "0 0 0 0",
        "110 112 -2 75 31 44",
        "3 2 1 1 1 1",  # small counts
        "2 1 1 2 1 1 3 2 1",
        "NaN 66 44 75 31 44",
    ],
)
def test_rows_of_one_level(figures: str) -> None:
    assert rollup(_values(figures)) == {}


def _values(figures: str) -> list[Decimal | None]:
    return [None if one == "-" else Decimal(one) for one in figures.split()]
