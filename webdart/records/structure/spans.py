"""Expands the spans of a table: the cell that each row has in every column.

Grids that keep some columns in place draw each row in several pieces, one in each of their boxes. Pieces of one number
(`aria-rowindex`) are one row, their cells in the columns that they say (`aria-colindex`). Where they have no numbers,
boxes that are drawn side by side, each below its part of the heads, have the pieces in the same order.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from webdart.records.structure.outline import Outline

_CELLS = frozenset({"td", "th"})
_CORNER = 2  # cells that a row must have more of
_CELL_ROLES = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_SIDES, _PANES = 2, 4  # panes side by side, and with those of their heads
_MAX_SPAN = 1000  # HTML's own bound for colspan


@dataclass(slots=True)
class TableRow:
    """A row of a table: its cells by column (-1: none), and whether it is one of heads.

    `pieces`: the elements that it is drawn in besides `node`. `names`: whether its first cell says what the records
    below it have in common, and the others repeat heads, sum up or say nothing.
    """

    node: int
    cells: list[int]  # by column, spans expanded
    own: list[int]  # the cells that begin here
    widths: list[int]
    part: str  # thead, tbody or tfoot
    head: bool
    pieces: tuple[int, ...] = ()
    names: bool = False

    @property
    def nodes(self) -> tuple[int, ...]:
        """All elements that it is drawn in."""
        return (self.node, *self.pieces)


def expanded_rows(page: Outline, table: int) -> list[TableRow]:
    """The rows of this table, not those of tables inside its cells, with a cell for every column that they reach."""
    nodes = _in_order(page, _nodes(page, table))
    return _in_pieces(page, nodes) or _side_by_side(page, nodes) or _spanned(page, nodes)


def _in_order(page: Outline, nodes: Sequence[int]) -> Sequence[int]:
    """The rows in the order in which a person reads them: by their numbers, else by where they are drawn.

    Grids that draw the rows in view only use their elements again for other rows, wherever these stand in the mark-up.
    """
    numbers = [_number(page, node, "aria-rowindex") for node in nodes]
    if 0 not in numbers and len(set(numbers)) == len(nodes):
        return [node for _, node in sorted(zip(numbers, nodes, strict=True))]
    groups: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        groups[page.nodes[node].parent].append(node)
    return [node for own in groups.values() for node in _by_place(page, own)]


def _by_place(page: Outline, rows: Sequence[int]) -> Sequence[int]:
    """Rows of one element from top to bottom, where each is drawn on lines of its own; those not drawn come last."""
    drawn = [node for node in rows if page.nodes[node].shown and page.nodes[node].box.height > 0]
    tops = [page.nodes[node].box.y for node in drawn]
    lefts = {page.nodes[node].box.x for node in drawn}
    if len(drawn) < len(rows) / 2 or tops == sorted(tops) or len(set(tops)) < len(tops) or len(lefts) > 1:
        return rows
    spare = [node for node in rows if node not in drawn]
    return [*(node for _, node in sorted(zip(tops, drawn, strict=True))), *spare]


def _in_pieces(page: Outline, nodes: Sequence[int]) -> list[TableRow]:
    """The rows of a grid that draws them in several pieces; empty where no row is, or a piece does not say its place.

    They come in the order of their numbers: such grids use their elements again for other rows.
    """
    pieces: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        pieces[_number(page, node, "aria-rowindex")].append(node)
    if not nodes or 0 in pieces or len(pieces) == len(nodes):
        return []
    rows: list[TableRow] = []
    for _, drawn in sorted(pieces.items()):
        cells = {_number(page, cell, "aria-colindex"): cell for node in drawn for cell in _cells_of(page, node)}
        if 0 in cells or max(cells, default=0) > _MAX_SPAN:
            return []
        places = [cells.get(column, -1) for column in range(1, max(cells, default=0) + 1)]
        own = [cells[column] for column in sorted(cells)]
        row = TableRow(drawn[0], places, own, [1] * len(own), _part(page, drawn[0]), head=False)
        row.pieces = tuple(drawn[1:])
        row.head = _is_head(page, row)
        rows.append(row)
    return rows


def _side_by_side(page: Outline, nodes: Sequence[int]) -> list[TableRow]:
    """The rows of a grid that draws their pieces in panes side by side, as it does its heads; empty where none does."""
    boxes: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        if page.nodes[node].shown and _cells_of(page, node):
            boxes[page.nodes[node].parent].append(node)
    if len(boxes) < _PANES:
        return []
    lines = sorted(boxes.values(), key=lambda pane: page.nodes[_cells_of(page, pane[0])[0]].box.x)
    heads = [pane for pane in lines if len(pane) == 1 and _says_heads(page, pane[0])]
    bodies = [pane for pane in lines if pane not in heads]
    if len(heads) < _SIDES or len(heads) != len(bodies) or len({len(pane) for pane in bodies}) > 1:
        return []
    words = [page.text[cell] for head in heads for cell in _cells_of(page, head[0]) if page.text[cell]]
    if len(set(words)) < len(words):
        return []  # parts of a table, each with its heads
    for head, body in zip(heads, bodies, strict=True):
        if {len(_cells_of(page, row)) for row in body} != {len(_cells_of(page, head[0]))}:
            return []
    drawn = [[pane[place] for pane in panes] for panes in (heads, bodies) for place in range(len(panes[0]))]
    if any(len({round(page.nodes[piece].box.y) for piece in pieces}) > 1 for pieces in drawn):
        return []
    return [_row_of(page, pieces) for pieces in drawn]


def _says_heads(page: Outline, row: int) -> bool:
    kinds = [page.nodes[cell] for cell in _cells_of(page, row)]
    return all(node.role == "columnheader" or node.tag == "th" for node in kinds)


def _row_of(page: Outline, pieces: Sequence[int]) -> TableRow:
    """A row of pieces that are drawn side by side, from the left."""
    cells = [cell for piece in pieces for cell in _cells_of(page, piece)]
    row = TableRow(pieces[0], cells, cells, [1] * len(cells), _part(page, pieces[0]), head=False)
    row.pieces = tuple(pieces[1:])
    row.head = _is_head(page, row)
    return row


def _number(page: Outline, node: int, name: str) -> int:
    """A place that an element says it has, from 1; 0 where it says none."""
    text = page.nodes[node].attributes.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else 0


def _spanned(page: Outline, nodes: Sequence[int]) -> list[TableRow]:
    """The rows of a table by the spans of their cells."""
    rows: list[TableRow] = []
    hanging: dict[int, tuple[int, int]] = {}  # column → cell of a row above, rows left
    for place, node in enumerate(nodes):
        own = _without_spare(page, _cells_of(page, node))
        row = TableRow(node, [], own, [], _part(page, node), head=False)
        column = 0
        for cell in [*own, -1]:
            while column in hanging:
                above, left = hanging.pop(column)
                row.cells.append(above)
                if left > 1:
                    hanging[column] = (above, left - 1)
                column += 1
            if cell < 0:
                break
            attributes = page.nodes[cell].attributes
            across = _span(attributes.get("colspan") or attributes.get("aria-colspan", "1"), 1)
            down = _span(attributes.get("rowspan") or attributes.get("aria-rowspan", "1"), len(nodes) - place)
            row.widths.append(across)
            for _ in range(across):
                row.cells.append(cell)
                if down > 1:
                    hanging[column] = (cell, down - 1)
                column += 1
        row.head = _is_head(page, row)
        rows.append(row)
    return rows


def _nodes(page: Outline, table: int) -> list[int]:
    """The rows of this table, not those of tables inside its cells."""
    found: list[int] = []
    place, end = table + 1, page.nodes[table].end
    while place < end:
        node = page.nodes[place]
        if node.tag == "tr" or node.role == "row":
            found.append(place)
            place = node.end
        elif node.tag == "table" or node.role in {"table", "grid"}:
            place = node.end
        else:
            place += 1
    return found


def _cells_of(page: Outline, row: int) -> list[int]:
    found: list[int] = []
    place, end = row + 1, page.nodes[row].end
    while place < end:
        node = page.nodes[place]
        if node.tag in _CELLS or node.role in _CELL_ROLES:
            found.append(place)
            place = node.end
        else:
            place += 1
    return found


def _without_spare(page: Outline, cells: Sequence[int]) -> list[int]:
    """The cells of a row without those at its end that nobody sees and that say nothing: a cell spans their columns."""
    last = next((place for place, cell in enumerate(reversed(cells)) if page.text[cell] or not page.skipped[cell]), 0)
    return list(cells[: len(cells) - last])


def _span(text: str, rest: int) -> int:
    if not text.isascii() or not text.isdigit():
        return 1
    return min(int(text), _MAX_SPAN) or rest


def _part(page: Outline, row: int) -> str:
    for above in page.ancestors(row):
        tag = page.nodes[above].tag
        if tag in {"thead", "tbody", "tfoot"}:
            return tag
        if tag == "table":
            break
    return "tbody"


def _is_head(page: Outline, row: TableRow) -> bool:
    """A row of `thead`, or one of head cells only; a lone head cell across the table is a group row."""
    if not row.own or (len(row.own) == 1 and row.widths[0] > 1):
        return row.part == "thead" and len(row.own) > 1
    kinds = [page.nodes[cell] for cell in row.own]
    blank = not page.text[row.own[0]] and (kinds[0].tag == "td" or kinds[0].role in _CELL_ROLES)
    if len(kinds) > _CORNER and blank:
        kinds = kinds[1:]  # the corner of a table with heads above and at its side, or the box that chooses all rows
    heads = sum((n.tag == "th" and n.attributes.get("scope") != "row") or n.role == "columnheader" for n in kinds)
    if row.part == "thead":
        return heads > 0 or len(row.own) > 1
    return heads == len(kinds) and (len(kinds) > 1 or not row.cells[1:])


def nearest_heads(page: Outline, heads: Sequence[TableRow], width: int) -> tuple[int, ...]:
    """The lowest head cell with a text above every column."""
    above = [[row.cells[column] for row in heads if column < len(row.cells)] for column in range(width)]
    return tuple(next((cell for cell in reversed(cells) if cell >= 0 and page.text[cell]), -1) for cells in above)
