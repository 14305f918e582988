"""Which rows of a table go on with the record of the row above, because its cells hang down beside them?

A picture and a price over two lines, the name on the first, number and unit on the second: one record. Cells that hang
down are no sign of that by themselves: a year stands beside all winners of that year, who are records. Those lines are
alike; the lines of one record differ, in every record in the same way.
"""

from collections.abc import Sequence

from webdart.records.spans import TableRow

_LINES = range(2, 5)  # of a record
_COUPLE = 2

_Shape = tuple[tuple[int, int], ...]
"""Column and width of the cells of a line that stand in it alone."""


def tied(rows: Sequence[TableRow]) -> frozenset[int]:
    """The elements of rows that are further lines of a record; none where every row is a record."""
    groups: list[list[TableRow]] = []
    for row in rows:
        if groups and any(0 <= cell < row.node for cell in row.cells):
            groups[-1].append(row)
        else:
            groups.append([row])
    if len(groups) < _COUPLE or len(groups[0]) not in _LINES:
        return frozenset()
    shapes = {tuple(_shape(group, row) for row in group) for group in groups}
    if len(shapes) > 1 or len(set(shapes.pop())) < len(groups[0]):
        return frozenset()
    return frozenset(row.node for group in groups for row in group[1:])


def _shape(group: Sequence[TableRow], line: TableRow) -> _Shape:
    others = {cell for row in group if row is not line for cell in row.cells}
    return tuple(
        (line.cells.index(cell), width)
        for cell, width in zip(line.own, line.widths, strict=False)
        if cell not in others and cell in line.cells
    )
