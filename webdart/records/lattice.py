"""Which table has no table mark-up: a line of heads, and lines of as many cells below it?

Grids of `div`s say their heads once, in a line above. Such a line is known by the declared fields: most of the wanted
labels stand in it, one a cell.
"""

from collections.abc import Sequence

from webdart.records.grid import Grid, GridRow
from webdart.records.outline import Outline
from webdart.records.words import plain

_MOST = 60  # letters of a head
_TABLE = frozenset({"tr", "table", "thead", "tbody", "tfoot"})


def lattices(page: Outline, wanted: frozenset[str]) -> list[Grid]:
    """The grids of a page that only their heads give away."""
    found: list[Grid] = []
    if len(wanted) < 2:
        return found
    for line in range(len(page.nodes)):
        if page.leaves[line] < 2 or page.nodes[line].tag in _TABLE or page.nodes[line].role == "row":
            continue
        cells = _cells(page, line)
        if len(cells) < 2 or len(page.text[line]) > _MOST * len(cells):
            continue
        heads = [plain(page.text[cell]) for cell in cells]
        hits = len({head for head in heads if head in wanted})
        if hits < 2 or hits * 2 < len([head for head in heads if head]):
            continue
        rows = _below(page, line, len(cells))
        if rows:
            shown = tuple(page.text[cell] for cell in cells)
            labels = tuple((head,) if head else () for head in heads)
            records = tuple(GridRow((row,), tuple(_cells(page, row)), None) for row in rows)
            found.append(Grid(page.nodes[rows[0]].parent, labels, shown, records))
    return found


def _cells(page: Outline, line: int) -> list[int]:
    return [kid for kid in page.kids[line] if page.nodes[kid].tag != "#text" and not page.skipped[kid]]


def _below(page: Outline, line: int, width: int) -> list[int]:
    """The lines of so many cells after a line of heads: its siblings, else those in what follows its wrapper."""
    place = line
    for _ in range(4):
        parent = page.nodes[place].parent
        if parent < 0:
            return []
        after = [kid for kid in page.kids[parent] if kid > place and page.nodes[kid].tag != "#text"]
        rows = _lines(page, after, width)
        if not rows:
            rows = next((deeper for kid in after if (deeper := _inside(page, kid, width))), [])
        if rows:
            return rows
        if page.text[parent] != page.text[place]:
            return []
        place = parent
    return []


def _inside(page: Outline, index: int, width: int) -> list[int]:
    """The lines of a container, or of the only container in it."""
    for _ in range(4):
        kids = _cells(page, index)
        rows = _lines(page, kids, width)
        if rows:
            return rows
        if len(kids) != 1:
            return []
        index = kids[0]
    return []


def _lines(page: Outline, kids: Sequence[int], width: int) -> list[int]:
    """Those of some elements that have so many cells and a text, if they are most of them."""
    rows = [kid for kid in kids if page.leaves[kid] and len(_cells(page, kid)) == width]
    filled = [kid for kid in kids if page.leaves[kid]]
    return rows if rows and len(rows) * 2 >= len(filled) else []
