"""Columns of plainly written numbers are read as any column is."""

from random import Random
from typing import Any

import pytest

from tests.records.conftest import NOW, make_field
from webdart.records.coerce import Coerced, Convention, Locality, RawCell, coerce_column, column
from webdart.workflow.model import Kind

SETTLED = [
    None,
    Convention(),
    Convention(decimal=".", fixed=True),
    Convention(decimal=",", fixed=True),
    Convention(decimal=".", residue="pieces"),
]
TEXTS: dict[Kind, tuple[str, ...]] = {
    "integer": ("7", "0", "007", "1234", "1,234", "12,345,678", "123456789012345678", "1.234", "1 234", "-3", "0,123", ""),
    "money": ("$1.50", "$12.00", "$1,234.50", "$1234.50", "€9.99", "$0.05", "$7", "$1,2.50", "1.50", "$1.5", "$1.505", ""),
}  # fmt: skip


def read(kind: Kind, texts: list[str], locale: str, settled: Convention | None) -> Coerced:
    cells = [RawCell(text) for text in texts]
    return coerce_column(make_field("x", kind), cells, Locality(locale=locale, zone="UTC", now=NOW), settled)


@pytest.mark.parametrize("kind", TEXTS)
def test_a_column_is_read_as_without_the_short_way(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(5)
    columns: list[tuple[Any, ...]] = []
    for _ in range(400):
        some = dice.sample(TEXTS[kind], dice.choice([1, 2, 3, 4]))
        texts = [dice.choice(some) for _ in range(dice.choice([1, 3, 8]))]
        columns.append((kind, texts, dice.choice(["en-US", "de-DE"]), dice.choice(SETTLED)))
    short = [read(*one) for one in columns]
    taken = [column.plain_values(make_field("x", kind), [RawCell(text) for text in one[1]], Locality(locale=one[2], zone="UTC", now=NOW), one[3])
             for one in columns]  # fmt: skip
    assert sum(one is not None for one in taken) > len(columns) / 10

    def weighed(*_: object) -> None:
        """Leaves every column to the readers."""

    monkeypatch.setattr(column, "plain_values", weighed)
    for one, got in zip(columns, short, strict=True):
        assert read(*one) == got, one
