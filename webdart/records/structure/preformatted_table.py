"""Reads a preformatted text as a table: lines of a link and what blanks set apart from it, as servers list files.

The view cuts such a text into its pieces, each with its box: pieces that lie on one line are a row, pieces that lie one
above another a column. The first line is the heads where its links lead to this very listing in another order.
"""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from webdart.records.structure.grid import Grid, GridRow
from webdart.records.structure.outline import Outline
from webdart.records.words import names_of

_LINE = 6  # pixels within which boxes are on one line
_FEWEST = 2  # lines, and columns

Line = list[int]


def preformatted_tables(page: Outline) -> list[Grid]:
    """The preformatted lists of a page."""
    grids = (_grid(page, node.index) for node in page.nodes if node.tag == "pre" and not page.skipped[node.index])
    return [grid for grid in grids if grid is not None]


def _grid(page: Outline, block: int) -> Grid | None:
    lines = [line for line in _lines(page, page.kids[block]) if any(page.nodes[kid].tag == "a" for kid in line)]
    heads = lines[0] if lines and _sorts(page, lines[0]) else []
    rows = [line for line in lines if line is not heads and not any(_leads_up(page, kid) for kid in line)]
    columns = _columns(page, rows)
    if len(rows) < _FEWEST or len(columns) < _FEWEST or any(len(line) > len(columns) for line in rows):
        return None
    records = tuple(GridRow(tuple(line), tuple(_placed(page, line, columns)), None) for line in rows)
    shown = tuple(page.text[cell] if cell >= 0 else "" for cell in _placed(page, heads, columns))
    return Grid(block, tuple(names_of(text) for text in shown), shown, records)


def _lines(page: Outline, kids: Iterable[int]) -> list[Line]:
    """What has a text, line by line."""
    found: list[Line] = []
    for kid in kids:
        if not page.text[kid] or page.skipped[kid]:
            continue
        if found and abs(page.nodes[found[-1][-1]].box.y - page.nodes[kid].box.y) <= _LINE:
            found[-1].append(kid)
        else:
            found.append([kid])
    return found


def _sorts(page: Outline, line: Line) -> bool:
    """Whether all of a line are links to this listing with another query: heads that sort it."""
    here = urlsplit(page.view.url)
    links = [urlsplit(page.nodes[kid].attributes.get("href", "")) for kid in line]
    return len(links) > 1 and all((one.netloc, one.path) == (here.netloc, here.path) and one.query for one in links)


def _leads_up(page: Outline, kid: int) -> bool:
    """Whether a link leads to what this listing is a part of: no entry of it."""
    address = page.nodes[kid].attributes.get("href", "").partition("?")[0]
    here = page.view.url.partition("?")[0]
    return address.endswith("/") and here != address and here.startswith(address)


def _columns(page: Outline, lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Where the pieces of all lines lie one above another, from left to right: between columns all lines are blank."""
    boxes = (page.nodes[kid].box for line in lines for kid in line)
    found: list[tuple[float, float]] = []
    for left, right in sorted((box.x, box.x + box.width) for box in boxes):
        if found and left < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], right))
        else:
            found.append((left, right))
    return found


def _placed(page: Outline, line: Line, columns: Sequence[tuple[float, float]]) -> list[int]:
    """The piece of a line in each column, -1 where it has none."""
    cells = [-1] * len(columns)
    for kid in line:
        box = page.nodes[kid].box
        shared = [min(right, box.x + box.width) - max(left, box.x) for left, right in columns]
        place = max(range(len(columns)), key=lambda number: shared[number])
        if cells[place] < 0:
            cells[place] = kid
    return cells
