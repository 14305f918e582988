"""Rows that add up others: found from a column's figures alone, and only where every row takes part."""

from decimal import Decimal

import pytest

from webdart.table.rollup import rollup


@pytest.mark.parametrize(
    ("figures", "sums"),
    [
        ("10 6 4 7 3 4", {0: {1, 2}, 3: {4, 5}}),
        ("6 4 10 3 4 7", {2: {0, 1}, 5: {3, 4}}),
        ("17 10 6 4 7 3 4", {0: {1, 4}, 1: {2, 3}, 4: {5, 6}}),
        ("10 6 4 0 0 5 5 7 3 4", {0: {1, 2}, 5: {6}, 7: {8, 9}}),  # one part, and none
        ("10.50 6.25 4.25 - 7 3 4", {0: {1, 2}, 4: {5, 6}}),
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
        "10 6 4 7 3 4 2",  # the last row takes no part
        "5 5 5 5 5 5",
        "0 0 0 0",
        "10 12 -2 7 3 4",
        "3 2 1 1 1 1",  # a ranking
    ],
)
def test_rows_of_one_level(figures: str) -> None:
    assert rollup(_values(figures)) == {}


def _values(figures: str) -> list[Decimal | None]:
    return [None if one == "-" else Decimal(one) for one in figures.split()]
