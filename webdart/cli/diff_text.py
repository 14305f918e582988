"""Renders the differences of two runs as text."""

from collections.abc import Iterator, Mapping, Sequence

import click

from webdart.inspect.diff import Row, TableDiff
from webdart.printable import printable
from webdart.table.cell_json import Json, text

_MOST = 50


def told(diffs: Sequence[TableDiff], runs: tuple[str, str]) -> str:
    """One line a row: `+` added, `-` gone, `~` changed, with the cells before and after."""
    return "\n".join(_lines(diffs, runs))


def _lines(diffs: Sequence[TableDiff], runs: tuple[str, str]) -> Iterator[str]:
    yield f"{runs[0]} → {runs[1]}"
    if not any(one.differs for one in diffs):
        yield "no difference"
    for one in diffs:
        if one.differs:
            yield from _table(one)


def _table(one: TableDiff) -> Iterator[str]:
    counts = f"{len(one.added)} added, {len(one.gone)} gone, {len(one.changed)} changed, {one.same} the same"
    how = "" if one.keyed else " (no key: rows are compared whole)"
    yield click.style(f"\n{printable(one.name)}: {counts}{how}", bold=True)
    for sign, columns in (("+", one.columns_added), ("-", one.columns_gone)):
        yield from (f"{sign} column {printable(name)}" for name in columns)
    lines = [
        *(click.style(f"+ {_row(row)}", fg="green") for row in one.added),
        *(click.style(f"- {_row(row)}", fg="red") for row in one.gone),
        *(f"~ {printable(row.key)}: {_cells(row.cells)}" for row in one.changed),
    ]
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"… and {len(lines) - _MOST:,} more (--json has all)"


def _row(row: Row) -> str:
    return printable(" · ".join(" ".join(text(value).split()) for value in row.values() if value is not None))


def _cells(cells: Mapping[str, tuple[Json, Json]]) -> str:
    pairs = ((name, printable(text(old)) or "∅", printable(text(new)) or "∅") for name, (old, new) in cells.items())
    return ", ".join(f"{name} {old} → {new}" for name, old, new in pairs)
