"""Finds tables without table mark-up: a line of heads, and lines of as many cells below it.

Grids of `div`s say their heads once, in a line above. Such a line is known by the declared fields: most of the wanted
labels stand in it, one a cell; one is enough where the mark-up sets the line apart as heads.
"""

from collections.abc import Sequence
from itertools import pairwise

from webdart.records.structure.grid import Grid, GridRow, head_readings
from webdart.records.structure.outline import Outline
from webdart.records.structure.table_heads import without_parts
from webdart.records.words import names_of, plain, words_of_name

_MOST = 60  # letters of a head
_LINE = 6  # pixels within which boxes are on one line
_CALLED = frozenset({"head", "header", "headers", "heading", "headings", "thead", "th", "columnheader", "caption"})
_BOLD = frozenset({"b", "strong", "th"})
_PARTS = frozenset({"caption", "thead", "tbody", "tfoot", "tr"})
_TABLE = frozenset({"tr", "table", "thead", "tbody", "tfoot", "pre"})


def div_tables(page: Outline, wanted: frozenset[str]) -> list[Grid]:
    """The grids of a page that only their heads give away."""
    found: list[Grid] = []
    for line in range(len(page.nodes)):
        if page.leaves[line] < 2 or (_is_of_table(page, line) and not _are_lone_heads(page, line)):
            continue
        cells = _cells(page, line)
        if len(cells) < 2 or len(page.text[line]) > _MOST * len(cells):
            continue
        said = plain(page.text[line])
        if not any(label in said for label in wanted):
            continue
        flat = _flat(page, cells)
        heads = cells[: len(flat.labels)] if flat else cells
        hits = len(wanted.intersection(plain(page.text[head]) for head in heads))
        if not hits and all(wanted.isdisjoint(map(plain, head_readings(page, head))) for head in heads):
            continue
        grid = flat or _led(page, line, cells)
        plainly = grid is not None and (flat is not None or _are_plain(page, heads, grid))
        many = plainly and hits > 1 and hits * 2 >= len([head for head in heads if page.leaves[head]])
        if grid is not None and (many or _set_apart(page, line if grid is not flat else -1, heads, grid)):
            found.append(grid)
    return found


def _are_plain(page: Outline, heads: Sequence[int], grid: Grid) -> bool:
    """Whether the rows are no boxes around their cells, and have one below each head."""
    cells = ((row.rows[0], row.cells) for row in grid.records)
    return all(len(own) == len(heads) and page.nodes[own[0]].parent == row for row, own in cells)


def _is_of_table(page: Outline, line: int) -> bool:
    return page.nodes[line].tag in _TABLE or page.nodes[line].role == "row"


def _are_lone_heads(page: Outline, line: int) -> bool:
    """Whether a row is all that its table says: the rows below are drawn apart, as those of a long list are."""
    table = next((above for above in page.ancestors(line) if page.nodes[above].tag == "table"), None)
    return page.nodes[line].tag == "tr" and table is not None and page.text[table] == page.text[line]


def _set_apart(page: Outline, line: int, heads: Sequence[int], grid: Grid) -> bool:
    """Whether the mark-up calls a line (-1: it has no element), or each of its cells, heads, and no record below it.

    What heads say are words: a line with a figure in it is a record, whatever it is called.
    """
    if any(map(str.isdigit, "".join(page.text[cell] for cell in heads))):
        return False
    if line >= 0 and _is_head(page, line) and not any(_is_head(page, row.rows[0]) for row in grid.records):
        return True
    return all(_is_head(page, cell) for cell in heads) and not any(
        _is_head(page, cell) for row in grid.records for cell in row.cells
    )


def _is_head(page: Outline, index: int) -> bool:
    """Whether an element is one of heads by its role, its name or its print."""
    node = page.nodes[index]
    lone = next(iter(page.kids[index]), index) if len(page.kids[index]) == 1 else index
    said = f"{node.attributes.get('class', '')} {node.attributes.get('id', '')}"
    called = not _CALLED.isdisjoint(words_of_name(said))
    return called or node.role == "columnheader" or page.nodes[lone].tag in _BOLD or node.tag in _BOLD


def _flat(page: Outline, cells: Sequence[int]) -> Grid | None:
    """Heads and all cells side by side in one element, laid out as lines: those level with the first are heads."""
    top = page.nodes[cells[0]].box.y
    width = next((n for n, cell in enumerate(cells) if abs(page.nodes[cell].box.y - top) > _LINE), len(cells))
    if width < 2 or len(cells) % width or len(cells) == width:
        return None
    lines = [tuple(cells[n : n + width]) for n in range(width, len(cells), width)]
    shown = tuple(page.text[cell] for cell in cells[:width])
    labels = tuple(names_of(text) for text in shown)
    return Grid(page.nodes[cells[0]].parent, labels, shown, tuple(GridRow(line, line, None) for line in lines))


def _led(page: Outline, line: int, cells: Sequence[int]) -> Grid | None:
    """The lines below a line of heads, as a grid."""
    least = max((place for place, cell in enumerate(cells, start=1) if page.leaves[cell]), default=len(cells))
    widths = range(len(cells), least - 1, -1)  # behind the last head there may be room for a bar to scroll
    rows = next((rows for width in widths if (rows := _below(page, line, width))), None)
    if rows is None:
        return None
    records = tuple(GridRow((row,), tuple(_line_cells(page, row)), None) for row in rows)
    heads = cells[: len(records[0].cells)]
    labels = without_parts([names_of(*head_readings(page, cell)) for cell in heads])
    return Grid(page.nodes[rows[0]].parent, tuple(labels), tuple(page.text[cell] for cell in heads), records)


def _cells(page: Outline, line: int) -> list[int]:
    return [kid for kid in page.kids[line] if page.nodes[kid].tag != "#text" and not page.skipped[kid]]


def _line_cells(page: Outline, line: int) -> list[int]:
    """The cells of a line, or of the one element in it."""
    cells = _cells(page, line)
    return _cells(page, cells[0]) if len(cells) == 1 else cells


def _below(page: Outline, line: int, width: int) -> list[int]:
    """The lines of so many cells after a line of heads: its siblings, else those in what follows its wrapper."""
    place = line
    for _ in range(4):
        parent = page.nodes[place].parent
        if parent < 0:
            return []
        after = [kid for kid in page.kids[parent] if kid > place and page.nodes[kid].tag != "#text"]
        if _is_of_table(page, line):  # what stands farther below is beside the table, as its filters are
            after = [kid for kid in after if page.leaves[kid]][:1]
        rows = _lines(page, after, width)
        if not rows:
            deeper = (_inside(page, kid, width) for kid in after)
            rows = next(filter(None, deeper), list[int]())
        if rows:
            return rows
        if page.text[parent] != page.text[place]:
            return []
        place = parent
    return []


def _inside(page: Outline, index: int, width: int) -> list[int]:
    """The lines of a container, or of the only container in it that says anything: a bar to scroll says nothing."""
    for _ in range(4):
        kids = [kid for kid in _cells(page, index) if page.leaves[kid]]
        rows = _lines(page, kids, width)
        if rows:
            return rows
        if len(kids) != 1:
            return []
        index = kids[0]
    return []


def _lines(page: Outline, kids: Sequence[int], width: int) -> list[int]:
    """Those of some elements that have so many cells and a text, if they are most of them.

    Several may be wrapped, each by itself: a script places the rows of a long list.
    """
    filled = [kid for kid in kids if page.leaves[kid] and not _is_whole(page, kid)]
    rows = [kid for kid in filled if len(_cells(page, kid)) == width]
    if not rows:
        rows = [kid for kid in filled if len(_line_cells(page, kid)) == width]
        rows = rows if len(rows) > 1 else []
    if len(rows) == 1 and _holds_lines(page, rows[0], width):
        return []
    if rows and all(page.nodes[cell].tag == "th" for cell in _cells(page, rows[0])):
        return []  # a table that has heads of its own
    filled = [kid for kid in kids if page.leaves[kid]]
    return rows if rows and len(rows) * 2 >= len(filled) else []


def _is_whole(page: Outline, index: int) -> bool:
    """Whether an element is a table or a part of one: its caption, heads and body are no cells of a line."""
    return any(page.nodes[cell].tag in _PARTS for cell in _cells(page, index))


def _holds_lines(page: Outline, body: int, width: int) -> bool:
    """Whether an element is no line but holds some, just as many as a line has cells: they stand below each other."""
    cells = _cells(page, body)
    tops = [page.nodes[cell].box.y for cell in cells]
    below = all(after - before > _LINE for before, after in pairwise(tops))
    return below and all(len(_cells(page, cell)) == width for cell in cells)
