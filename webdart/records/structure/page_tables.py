"""Gives the tables of a page, each with its heads, also where these stand in a table of their own.

Heads that stay while rows scroll are another table than the rows: the one right before, or whichever element is drawn
right above, column over column, wherever the mark-up has it.
"""

from collections.abc import Sequence

from webdart.records.structure.grid import Grid, grids
from webdart.records.structure.outline import Outline
from webdart.records.structure.preformatted_table import preformatted_tables
from webdart.records.words import names_of
from webdart.values import replace

_CELLS = frozenset({"td", "th"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_ROLES = frozenset({"columnheader", "cell", "gridcell"})
_HEAD = 40  # letters of a head
_ABOVE = 120.0  # pixels: how far above the rows their heads are drawn at most
_ASKEW = 12.0  # pixels by which a head may be off its column at either side
_MOST = 0.6  # of the columns with texts, that must have a head


def page_tables(page: Outline, wanted: frozenset[str]) -> list[Grid]:
    """The tables of a page; `wanted` are labels in plain form, which tell a head row without head cells."""
    found = grids(page, wanted)
    joined: list[Grid] = []
    for grid in found:
        place = _heads_before(page, joined, grid)
        heads = joined[place] if place >= 0 else None
        width = len(grid.labels)
        if heads is not None and not grid.headed and grid.records and width <= len(heads.labels) <= width + 1:
            joined[place] = replace(grid, labels=heads.labels[:width], shown=heads.shown[:width])
        else:
            joined.append(grid)
    return [
        *(grid if grid.headed or not grid.records else _headed(page, grid) for grid in joined),
        *preformatted_tables(page),
    ]


def _heads_before(page: Outline, joined: Sequence[Grid], grid: Grid) -> int:
    """The place of a table of nothing but heads right before one, -1 where there is none.

    Boxes for filters below the heads may be drawn as tables within that table.
    """
    place = next((place for place in reversed(range(len(joined))) if joined[place].headed), -1)
    if place < 0 or _says_anything(page, joined[place]):
        return -1
    inside = [_inside(page, one.table, joined[place]) for one in (*joined[place + 1 :], grid)]
    return place if all(inside[:-1]) and (len(inside) == 1 or not inside[-1]) else -1


def _says_anything(page: Outline, grid: Grid) -> bool:
    """Whether a table has a record with a text: boxes for filters below the heads are none."""
    return any(page.text[row] for record in grid.records for row in record.rows)


def _headed(page: Outline, grid: Grid) -> Grid:
    """The same with the heads that are drawn right above its columns, if most of those with texts have one."""
    columns = _columns(page, grid)
    top = _top(page, grid)
    heads = [cell for cell in _cells(page) if _over(page, cell, top) and not _inside(page, cell, grid)]
    names: dict[int, str] = {}
    for column, (left, width) in columns.items():
        near = [cell for cell in heads if _stands(page, cell, left, width)]
        lowest = max(near, key=lambda cell: page.nodes[cell].box.y, default=None)
        if lowest is not None:
            names[column] = page.text[lowest]
    if len(names) < max(2, _MOST * len(columns)) or len(set(names.values())) < len(names):
        return grid
    shown = tuple(names.get(column, "") for column in range(len(grid.labels)))
    return replace(grid, labels=tuple(names_of(name) for name in shown), shown=shown)


def _columns(page: Outline, grid: Grid) -> dict[int, tuple[float, float]]:
    """Where the columns that have texts are drawn: left and width, by the first record that shows each."""
    found: dict[int, tuple[float, float]] = {}
    for record in grid.records:
        for column, cell in enumerate(record.cells):
            if column not in found and cell >= 0 and page.text[cell] and page.nodes[cell].box.width > 1:
                box = page.nodes[cell].box
                found[column] = box.x, box.width
    return found


def _top(page: Outline, grid: Grid) -> float:
    """Where the rows begin to be seen: at their table, or at the box that they are scrolled in."""
    scrolled = (place for place in page.ancestors(grid.table) if place and place in page.view.scrollers)
    boxes = [page.nodes[place].box for place in (grid.table, *scrolled)]
    return max(box.y for box in boxes[:2])


def _cells(page: Outline) -> list[int]:
    """The cells that may be heads: short words in a table that has heads alone, or nothing but this line."""
    named = [node for node in page.nodes if node.tag in _CELLS or node.role in _ROLES]
    said = [node.index for node in named if node.shown and page.text[node.index]]
    lines: dict[int, set[int]] = {}
    rows: set[int] = set()  # tables that have other cells than heads
    for cell in said:
        table = _table(page, cell)
        lines.setdefault(table, set()).add(round(page.nodes[cell].box.y / _ASKEW))
        if page.nodes[cell].tag != "th" and page.nodes[cell].role != "columnheader":
            rows.add(table)
    alone = {table for table, drawn in lines.items() if len(drawn) == 1 or table not in rows}
    return [cell for cell in said if _table(page, cell) in alone and _is_head(page.text[cell])]


def _is_head(text: str) -> bool:
    return len(text) <= _HEAD and not any(letter.isdigit() for letter in text)


def _table(page: Outline, cell: int) -> int:
    around = ((place, page.nodes[place]) for place in page.ancestors(cell))
    return next((place for place, node in around if node.tag == "table" or node.role in _TABLES), -1)


def _over(page: Outline, cell: int, top: float) -> bool:
    box = page.nodes[cell].box
    return top - _ABOVE <= box.y and box.y + box.height <= top + _ASKEW


def _inside(page: Outline, cell: int, grid: Grid) -> bool:
    return grid.table < cell < page.nodes[grid.table].end


def _stands(page: Outline, cell: int, left: float, width: float) -> bool:
    box = page.nodes[cell].box
    return abs(box.x - left) <= _ASKEW and abs(box.x + box.width - left - width) <= _ASKEW
