"""Groups the rows of a table that make one record: by several rows of heads, or by cells that hang down.

Two rows of heads may be one head each, over its own line of every record, or levels of one head. They are lines where
no head reaches over several columns, no two are alike, and the mark-up keeps the rows of a record together: in a body
of their own, or by a class that changes with the record and not with the row.

A picture and a price over two lines, the name on the first, number and unit on the second: one record. Cells that hang
down are no sign of that by themselves: a year stands beside all winners of that year, who are records. Those lines are
alike, or the later ones stop short; the lines of one record differ, in every record in the same way, and no cell of one
stands where the other has one of its width, or below a head of its own.
"""

from collections.abc import Sequence
from itertools import pairwise

from webdart.records.structure.outline import Outline
from webdart.records.structure.spans import TableRow

_LINES = range(2, 5)  # of a record
_COUPLE = 2

_Shape = tuple[tuple[int, int], ...]
"""Column and width of the cells of a line that stand in it alone."""


def lines_of_records(
    page: Outline, heads: Sequence[TableRow], body: Sequence[TableRow]
) -> tuple[tuple[TableRow, ...], ...]:
    """The rows of each record, as many as there are rows of heads; none where every row is a record."""
    fold, rows = len(heads), [row for row in body if row.own]
    names = [page.text[cell] for row in heads for cell in row.own if page.text[cell]]
    across = any(width > 1 for row in heads for width in row.widths)
    if fold < 2 or not rows or len(rows) % fold or across or len(set(names)) < len(names):
        return ()
    records = tuple(tuple(rows[place : place + fold]) for place in range(0, len(rows), fold))
    apart = page.nodes[heads[-1].node].parent if heads[-1].part != "thead" else None
    return records if _in_bodies(page, records, apart) or _in_classes(page, records) else ()


def _in_bodies(page: Outline, records: Sequence[Sequence[TableRow]], heads: int | None) -> bool:
    """Whether each record has a body to itself; a lone one tells that only where the heads have one too."""
    bodies = [{page.nodes[row.node].parent for row in record} for record in records]
    alone = all(len(body) == 1 for body in bodies) and len(set[int]().union(*bodies)) == len(records)
    return alone and (len(records) > 1 or (heads is not None and heads not in bodies[0]))


def _in_classes(page: Outline, records: Sequence[Sequence[TableRow]]) -> bool:
    """Whether the rows of a record are of one class, and those of the next record of another one."""
    classes = [{page.nodes[row.node].attributes.get("class", "").strip() for row in record} for record in records]
    return (
        len(records) > 1
        and all(len(found) == 1 and "" not in found for found in classes)
        and all(one != other for one, other in pairwise(classes))
    )


def hanging_lines(rows: Sequence[TableRow], heads: Sequence[TableRow]) -> frozenset[int]:
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
