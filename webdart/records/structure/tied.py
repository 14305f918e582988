"""Which rows of a table go on with the record of the row above, because its cells hang down beside them?

A picture and a price over two lines, the name on the first, number and unit on the second: one record. Cells that hang
down are no sign of that by themselves: a year stands beside all winners of that year, who are records. Those lines are
alike, or the later ones stop short; the lines of one record differ, in every record in the same way, and no cell of one
stands where the other has one of its width, or below a head of its own.
"""

from collections.abc import Sequence

from webdart.records.structure.spans import TableRow

_LINES = range(2, 5)  # of a record
_COUPLE = 2

_Shape = tuple[tuple[int, int], ...]
"""Column and width of the cells of a line that stand in it alone."""


def tied(rows: Sequence[TableRow], heads: Sequence[TableRow]) -> frozenset[int]:
    """The elements of rows below some heads that are further lines of a record; none where every row is a record."""
    groups: list[list[TableRow]] = []
    for row in rows:
        if groups and any(0 <= cell < row.node for cell in row.cells):
            groups[-1].append(row)
        else:
            groups.append([row])
    if len(groups) < _COUPLE or len(groups[0]) not in _LINES:
        return frozenset()
    shapes = {tuple(_shape(group, row) for row in group) for group in groups}
    if len(shapes) > 1:
        return frozenset()
    lines = shapes.pop()
    places = [place for line in lines for place in line]
    if len(set(places)) < len(places) or not all(lines) or _are_headed(lines[1:], heads):
        return frozenset()
    return frozenset(row.node for group in groups for row in group[1:])


def _are_headed(lines: Sequence[_Shape], heads: Sequence[TableRow]) -> bool:
    """Whether a cell of these lines stands below a head of its own: then each line is read by itself."""
    lowest = heads[-1].cells if heads else ()
    own = {(lowest.index(head), lowest.count(head)) for head in lowest if head >= 0}
    return any(place in own for line in lines for place in line)


def _shape(group: Sequence[TableRow], line: TableRow) -> _Shape:
    others = {cell for row in group if row is not line for cell in row.cells}
    return tuple(
        (line.cells.index(cell), width)
        for cell, width in zip(line.own, line.widths, strict=False)
        if cell not in others and cell in line.cells
    )
