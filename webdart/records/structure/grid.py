"""Turns a table element into a grid: its records, the heads of its columns, its groups.

Every row has a cell in every column (`spans`). Head rows join to a path, or name a line of each record (`row_groups`);
a row of heads in mid-table begins again; a cell across most columns is a group row; footers, totals and notes are no
records.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from unicodedata import normalize

from msgspec import Struct

from webdart.records.structure.outline import Outline
from webdart.records.structure.row_groups import hanging_lines, lines_of_records
from webdart.records.structure.spans import TableRow, expanded_rows, nearest_heads
from webdart.records.structure.table_heads import (
    distinct_heads,
    first_group,
    group_lines,
    names_group,
    without_asides,
    without_parts,
)
from webdart.records.structure.total_rows import is_called_sum, sums_among
from webdart.records.words import names_of, plain
from webdart.values import replace

_POWER = re.compile(r"(?:(?<!\s)\s+)?([⁰¹²³⁴-⁹]+)(?:\s+(?=[)\]]))?")
_SIGNS = frozenset({"img", "svg", "input", "a", "i", "meter", "progress", "time"})
_BOXES = frozenset({"input", "select"})
_PRESSED = frozenset({"input", "button", "a", "option", "li"})
_TICKED = frozenset({"checkbox", "radio", "hidden"})
_NAMES = ("title", "aria-label", "alt")
_YEAR = re.compile(r"(?:19|20)\d\d")
_HEAD = 40  # letters of a head
_SIGNED = 2  # cells of a line that heads a group, the first with nothing but a sign
_TOP = 4  # rows among which the heads are: a report has its name and its date above them
_NAMED = 3  # heads that are called as fields are: no record has so many of these words in its cells
_BELOW = 3  # rows below, to tell a row of heads from a record
_COLUMNS = 2  # columns in which they differ from it
_MOST = 0.8  # of the rows below


class GridRow(Struct, frozen=True):
    """A record of a table: its row elements, a cell per column (-1: none), and the group row above it."""

    rows: tuple[int, ...]
    cells: tuple[int, ...]
    group: str | None


class Grid(Struct, frozen=True):
    """A table: per column the words of its head (all ways to read them, the leaf first), and its records.

    `left` are the elements of rows that are no records by the look of them: cells joined that records keep apart, heads
    alone. `unfilled` counts rows of several cells that say nothing: places that a script has yet to fill. `sums` are
    the elements of rows that are sums of others, `beside` those of records below other heads of the same table. `heads`
    are the cells of the nearest heads above the columns (-1: none), where these are of the table itself.
    """

    table: int
    labels: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...]
    records: tuple[GridRow, ...]
    left: tuple[int, ...] = ()
    unfilled: int = 0
    sums: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    heads: tuple[int, ...] = ()

    @property
    def headed(self) -> bool:
        """Whether the columns have heads."""
        return any(self.labels)


def grids(page: Outline, wanted: frozenset[str]) -> list[Grid]:
    """The tables of a page, each by itself; `wanted` are labels in plain form: a head row may have no head cells."""
    found: list[Grid] = []
    for node in page.nodes:
        if node.tag == "table" or node.role in {"table", "grid", "treegrid"}:
            lines = [row for row in expanded_rows(page, node.index) if not _is_spacer(page, row)]
            parts = (_grid(page, node.index, rows, wanted) for rows in _parts(page, lines))
            found.extend(_beside([grid for grid in parts if grid is not None]))
    return found


def _beside(parts: Sequence[Grid]) -> Iterable[Grid]:
    """The parts of one table, each with the rows of the others that are as wide and have other heads."""
    for grid in parts:
        others = (one for one in parts if len(one.labels) == len(grid.labels) and one.labels != grid.labels)
        yield replace(grid, beside=tuple(row.rows[0] for one in others for row in one.records))


def _parts(page: Outline, rows: Sequence[TableRow]) -> list[list[TableRow]]:
    """The rows of each part of a table that begins with heads of its own: below them the columns are others."""
    found: list[list[TableRow]] = [[]]
    heads: TableRow | None = None
    for row in rows:
        if heads is not None and not found[-1][-1].head and _begins_anew(page, row, heads):
            found.append([])
        found[-1].append(row)
        heads = row if row.head else heads
    return found


def _is_spacer(page: Outline, row: TableRow) -> bool:
    """Whether a row is one empty head cell: a line drawn between heads and rows, which are no less heads for it."""
    return row.head and len(row.own) == 1 and not page.text[row.own[0]]


def _begins_anew(page: Outline, row: TableRow, heads: TableRow) -> bool:
    """Whether a row in mid-table is of other heads: words in all its cells, most of them not those that stood above.

    One or two that differ may name the group that follows: "North | Won | Lost", "South | Won | Lost".
    """
    texts, above = [page.text[cell] for cell in row.own], [page.text[cell] for cell in heads.own]
    if not row.head or len(set(texts)) < max(len(texts), _COLUMNS):
        return False
    if not all(any(map(str.isalpha, text)) and len(text) <= _HEAD and not _counts(text) for text in texts):
        return False
    return sum(text not in above for text in texts) * 2 > len(texts) and not is_called_sum(texts[0])


def _grid(page: Outline, table: int, rows: Sequence[TableRow], wanted: frozenset[str]) -> Grid | None:
    width = _width(rows)
    for row in rows:
        del row.cells[width:]
    if width < 2 and not any(row.head for row in rows):
        return None
    if rows and not any(row.head for row in rows) and width > 1:
        _mark_heads(page, rows, width, wanted)
    heads, body = _split(page, rows)
    if heads and len(body) > 1 and _filters(page, body[0]) and not _filters(page, body[1]):
        del body[0]
    if heads and len(body) > 1 and _filters(page, body[-1]) and not _filters(page, body[-2]):
        del body[-1]  # the boxes of an entry yet to be made
    plainly = [row for row in body if not row.names]
    special = _turned(page, heads, plainly, wanted) or _folded(page, table, heads, plainly)
    if special is not None:
        return special
    heads = [_over_cells(page, row, plainly) for row in heads]
    labels, shown = _labels(page, heads, width)
    records, left = _records(page, body, width, (heads, first_group(page, heads, body, wanted)))
    away = {column for column in range(width) if _is_put_away(page, heads, records, column)}
    labels = tuple(() if column in away else names for column, names in enumerate(labels))
    shown = tuple("" if column in away else name for column, name in enumerate(shown))
    summed = sums_among(page, [record.cells for record in records], len(left))
    sums = tuple(node for place in summed for node in records[place].rows)
    records = tuple(record for place, record in enumerate(records) if place not in summed)
    unfilled = sum(len(row.own) > 1 and not any(page.text[c] or _says(page, c) for c in row.own) for row in body)
    return Grid(table, labels, shown, records, left, unfilled, sums, heads=nearest_heads(page, heads, width))


def _mark_heads(page: Outline, rows: Sequence[TableRow], width: int, wanted: frozenset[str]) -> None:
    """Mark the heads of a table without head cells: its first row below titles, by its labels or its make.

    Below a line of few cells it is the next one, if it has the labels that are wanted.
    """
    first = next((n for n, row in enumerate(rows[:_TOP]) if not _spanning(row, width)), 0)
    line = len(rows[first].own) < width and max(rows[first].widths, default=1) * 2 > width
    below = rows[first:]
    if line and not _are_named(page, below[0], wanted) and len(below) > 1 and _are_named(page, below[1], wanted):
        below = below[1:]
    if _are_named(page, below[0], wanted) or _bold(page, below) or _unlike(page, below):
        below[0].head = True
        for row in below[1:]:
            row.head = _says_again(page, row, below[0])


def _are_named(page: Outline, row: TableRow, wanted: frozenset[str]) -> bool:
    """Whether the cells of a row are labels that are wanted: several, or half of them."""
    said = [text for cell in row.own if (text := plain(page.view.text_of(cell)))]
    hits = [text for text in said if text in wanted]
    return len(set(hits)) >= _NAMED or (len(hits) >= 2 and len(hits) * 2 >= len(said))


def _over_cells(page: Outline, heads: TableRow, body: Sequence[TableRow]) -> TableRow:
    """A row of heads without the empty ones, where every row below has just as many cells as heads say something.

    A script adds a column of boxes head first: a page may be seen before its rows have them.
    """
    said = [cell for cell in heads.own if page.text[cell]]
    plainly = all(len(row.own) == len(said) == len(row.cells) - row.cells.count(-1) for row in body)
    if not body or not plainly or len(heads.own) <= len(said) or set(heads.widths) != {1}:
        return heads
    return replace(heads, cells=[*said, *[-1] * (len(heads.cells) - len(said))], own=said, widths=[1] * len(said))


def _is_put_away(page: Outline, heads: Sequence[TableRow], records: Sequence[GridRow], column: int) -> bool:
    """Whether nobody sees a column, neither head nor cells, though they have texts: it is shown on narrow screens."""
    above = [row.cells[column] for row in heads if column < len(row.cells) and row.cells[column] >= 0]
    below = [record.cells[column] for record in records if record.cells[column] >= 0]
    unseen = bool(above and below) and all(page.skipped[cell] for cell in (*above, *below))
    return unseen and any(page.view.text_of(cell) for cell in below)


def _turned(page: Outline, heads: Sequence[TableRow], body: Sequence[TableRow], wanted: frozenset[str]) -> Grid | None:
    """A table whose columns are the records: the fields' names stand at its side, and not above it."""
    rows = [row for row in body if len(row.own) == len(row.cells) > _COLUMNS and page.nodes[row.own[0]].tag == "th"]
    side = [plain(page.view.text_of(row.own[0])) for row in rows]
    above = [plain(page.view.text_of(cell)) for row in heads for cell in row.own]
    if len(rows) < len(body) or len(wanted & set(side)) < _COLUMNS or len(wanted & set(above)) > 1:
        return None
    width = min(len(row.cells) for row in rows)
    top = [row for row in heads if len(row.cells) >= width][-1:]
    lines = [*top, *rows]
    records = [tuple(row.cells[column] for row in lines) for column in range(1, width)]
    names = [head_readings(page, row.cells[0]) for row in lines]
    labels = tuple(names_of(*readings) for readings in names)
    shown = tuple(readings[0] if readings else "" for readings in names)
    return Grid(page.nodes[rows[0].node].parent, labels, shown, tuple(GridRow(cells, cells, None) for cells in records))


def _folded(page: Outline, table: int, heads: Sequence[TableRow], body: Sequence[TableRow]) -> Grid | None:
    """A table whose records have several lines, under as many lines of heads: each line is named by its own."""
    named = [row for row in heads if sum(bool(page.text[cell]) for cell in row.own) > 1]
    records = lines_of_records(page, named, body)
    if not records:
        return None
    width = max(len(row.cells) for row in named)
    said = [_labels(page, [_alone(row)], width) for row in named]
    labels = tuple(label for found, _ in said for label in found)
    shown = tuple(text for _, found in said for text in found)
    rows = [
        GridRow(
            tuple(line.node for line in lines),
            tuple(cell for line in lines for cell in _padded(_alone(line).cells, width)),
            None,
        )
        for lines in records
    ]
    return Grid(table, labels, shown, tuple(rows))


def _alone(row: TableRow) -> TableRow:
    """The row without the cells that hang down into it."""
    return replace(row, cells=[cell if cell in row.own else -1 for cell in row.cells])


def _padded(cells: Sequence[int], width: int) -> tuple[int, ...]:
    return (*cells, *[-1] * width)[:width]


def _says_again(page: Outline, row: TableRow, heads: TableRow) -> bool:
    """Whether a row of plain cells is of the heads once more, in their look; its first cell may name another group."""
    said, above = ([page.text[cell] for cell in one.own[1:]] for one in (row, heads))
    alike = [page.classes[one.node] for one in (row, heads)]
    first = page.text[row.own[0]] == page.text[heads.own[0]] if row.own and heads.own else False
    return len(above) > 1 and said == above and any(above) and (first or (any(alike) and alike[0] == alike[1]))


def _bold(page: Outline, rows: Sequence[TableRow]) -> bool:
    """Whether the first row alone is set in bold: heads in a table without head cells."""
    strong = [
        [any(page.nodes[kid].tag in {"b", "strong"} and page.text[kid] == page.text[cell] for kid in page.kids[cell])
         for cell in row.own if page.text[cell]]
        for row in rows[:2]
    ]  # fmt: skip
    return len(strong) == 2 and len(strong[0]) > 1 and all(strong[0]) and not all(strong[1])


def _unlike(page: Outline, rows: Sequence[TableRow]) -> bool:
    """Whether the first row alone is all words where the rows below have figures or links in two columns or more."""
    first, below = rows[0], [row for row in rows[1:] if len(row.own) == len(rows[0].own)]
    texts = [page.text[cell] for cell in first.own]
    if len(below) < _BELOW or not all(0 < len(text) <= _HEAD and not _counts(text) for text in texts):
        return False
    if len(set(texts)) < len(texts) or any(_links(page, cell) for cell in first.own):
        return False
    columns: list[tuple[int, ...]] = list(zip(*(row.own for row in below), strict=True))
    figures = sum(_most(_counts(page.text[cell]) for cell in column) for column in columns)
    return figures + any(_most(_links(page, cell) for cell in column) for column in columns) >= _COLUMNS


def _most(signs: Iterable[bool]) -> bool:
    found = list(signs)
    return sum(found) >= _MOST * len(found)


def _counts(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def _links(page: Outline, cell: int) -> bool:
    return any(node.attributes.get("href") for node in page.nodes[cell : page.nodes[cell].end])


def _width(rows: Sequence[TableRow]) -> int:
    """How many columns there are: no further than any cell begins, however far a span says that it reaches."""
    return max((row.cells.index(row.own[-1]) + 1 for row in rows if row.own), default=0)


def _split(page: Outline, rows: Sequence[TableRow]) -> tuple[list[TableRow], list[TableRow]]:
    """The head rows at the top, and the rest without repeated heads and footers."""
    heads: list[TableRow] = []
    place = 0
    while place < len(rows) and rows[place].part != "tfoot" and (rows[place].head or not rows[place].own):
        heads.append(rows[place])
        place += 1
    if not heads:  # a caption row above the heads
        later = next((n for n, row in enumerate(rows[:_TOP]) if row.head), None)
        if later is not None:
            heads, place = [rows[later]], later + 1
            while place < len(rows) and rows[place].head:
                heads.append(rows[place])
                place += 1
    body = [row for row in rows[place:] if row.part != "tfoot"]
    records = [row for row in body if not row.head]
    for row, below in pairwise(body):
        row.names = row.head and not below.head and bool(below.own) and names_group(page, row, heads)
    if len(heads) > 1 and (last := heads[-1]).part != "thead":
        last.names = any(row.names for row in body) and names_group(page, last, heads[:-1])
        if last.names or (len(last.own) == len(last.cells) and _figures(page, last)):
            heads.pop()  # the first group's row, or a sum in the guise of heads
            body = [*([last] if last.names else []), *body]
    said = {page.text[row.node] for row in heads if len(row.own) > 1}
    body = [row for row in body if row.head or page.text[row.node] not in said]
    return heads, [row for row in body if not row.head or row.names or _in_line(page, row, heads, records)]


def _in_line(page: Outline, row: TableRow, heads: Sequence[TableRow], records: Sequence[TableRow]) -> bool:
    """Whether a row of head cells alone is a record like those around it: it fills all columns and begins as they do.

    Records begin with a number, a year, a date: "2013–14" among seasons. What begins with a word may be heads again,
    or a sum.
    """
    if row.part == "thead" or len(row.own) < len(row.cells) or not _counts(page.text[row.own[0]]):
        return False
    firsts = [page.text[one.own[0]] for one in records if len(one.own) > 1]
    again = any(page.text[one.node] == page.text[row.node] for one in heads)
    return len(firsts) > 1 and _most(map(_counts, firsts)) and not again


def _figures(page: Outline, row: TableRow) -> bool:
    """Whether a third of a row's cells are figures; years may well be heads."""
    numbers = [page.text[cell] for cell in row.own if any(c.isdigit() for c in page.text[cell])]
    return sum(not _YEAR.fullmatch(number) for number in numbers) * 3 >= len(row.own)


def _head_text(page: Outline, cell: int) -> str:
    """The words of a head, without those kept from readers of the screen: the name of an icon's sign."""
    if _menu_in(page, cell):
        return next(iter(head_readings(page, cell)), "")
    text, name = page.view.text_of(cell), page.nodes[cell].name
    return name if name and name in text else text


def _menu_in(page: Outline, cell: int) -> range:
    """The nodes of a closed menu in a head: boxes for all columns are no name of this one."""
    for below in page.nodes[cell + 1 : page.nodes[cell].end]:
        inner = page.nodes[below.index : below.end]
        if not below.shown and sum(item.tag in _PRESSED for item in inner) > 1:
            return range(below.index, below.end)
    return range(0)


def head_readings(page: Outline, cell: int) -> list[str]:
    """Every way to read a head: its text, that of each element in it, what one is short for, its accessible name."""
    node = page.nodes[cell]
    menu = _menu_in(page, cell)
    if menu:
        texts = (n for n in page.nodes[cell : node.end] if n.index not in menu and n.tag == "#text")
        return [" ".join(found)] if (found := [n.text for n in texts if n.text]) else []
    found = [page.view.text_of(cell), _lowered(page.text[cell])]
    for below in page.nodes[cell + 1 : node.end]:
        if below.tag != "#text":
            found.append(page.view.text_of(below.index))
            found.append(below.attributes.get("title", "") if below.tag == "abbr" else "")
        elif below.text:
            found.append(below.text)
    found.extend(node.attributes.get(name, "") for name in ("aria-label", "abbr", "title", "data-label"))
    return [reading for reading in found if reading]


def _lowered(text: str) -> str:
    """A text with its raised digits as they are typed: "Area (km2)"."""
    return _POWER.sub(lambda match: normalize("NFKC", match[1]), text)


def _filters(page: Outline, row: TableRow) -> bool:
    """Whether a row is of boxes to type into or choose from, and says nothing: where all rows are, they are records."""
    if any(page.text[cell] and not _is_pressed(page, cell) for cell in row.own):
        return False
    boxes = [
        any(
            node.tag in _BOXES and node.attributes.get("type") not in _TICKED
            for node in page.nodes[cell : page.nodes[cell].end]
        )
        for cell in row.own
    ]
    return any(boxes) and sum(boxes) * 2 >= len(boxes)


def _is_pressed(page: Outline, cell: int) -> bool:
    """Whether all that a cell says stands on one button."""
    inner = page.nodes[cell : page.nodes[cell].end]
    return any(node.tag == "button" and page.text[node.index] == page.text[cell] for node in inner)


def _labels(
    page: Outline, heads: Sequence[TableRow], width: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    labels: list[tuple[str, ...]] = []
    shown: list[tuple[str, str]] = []
    for column in range(width):
        path: list[int] = []
        for row in heads:
            cell = row.cells[column] if column < len(row.cells) else -1
            if cell >= 0 and cell not in path:
                path.append(cell)
        path = [cell for cell in path if page.view.text_of(cell)] or path  # a box for a filter is no head
        readings: list[str] = []
        for depth in range(len(path) - 1, -1, -1):
            texts = [_head_text(page, cell) for cell in path[depth:]]
            bare = [_lowered(page.text[cell]) for cell in path[depth:]]  # without the marks of notes
            readings += [" ".join(text for text in said if text) for said in (texts, bare)]
        lone = [cell for cell in path[:-1] if sum(row.cells.count(cell) for row in heads) == 1]  # "Weight" above "kg"
        for cell in (*path[-1:], *lone):
            readings.extend(head_readings(page, cell))
        whole = [text for cell in path if (text := _head_text(page, cell))]
        labels.append(names_of(*readings, " ".join(reversed(whole))))  # "Visits 2023" below "2023"
        shown.append((readings[0] if readings else "", " ".join(whole)))
    names = distinct_heads(shown)
    return without_asides(without_parts(labels), names), names


def _spanning(row: TableRow, width: int) -> bool:
    """One cell across most of the table, or alone in its row: cells that hang down fill no other column."""
    if len(row.own) != 1 or width < 2:
        return False
    return row.widths[0] * 2 > width or (width > 2 and (len(row.cells) < width or -1 in row.cells))


def _heads_behind_signs(page: Outline, rows: Sequence[TableRow], width: int) -> set[int]:
    """The places of rows that head groups which can be closed: the first is one, another is, and records follow each.

    Such a line among the rows, or below them, is a note. The first is enough where its sign says what it is for: a
    group may be longer than the page.
    """
    found = {place for place, row in enumerate(rows) if _heads_behind_sign(page, row, width)}
    noted = 0 not in found or any({place, place + 1} <= found for place in found) or len(rows) - 1 in found
    return set() if noted or (len(found) < _SIGNED and not _is_named(page, rows[0].own[0])) else found


def _heads_behind_sign(page: Outline, row: TableRow, width: int) -> bool:
    """Whether the one cell behind an empty one is the rest of the row, and no sum: a group that can be closed there."""
    if len(row.own) != _SIGNED or row.widths[0] != 1 or row.widths[1] != width - 1 or width <= _SIGNED:
        return False
    sign, cell = row.own
    return not page.text[sign] and bool(page.text[cell]) and not is_called_sum(page.text[cell])


def _records(
    page: Outline, body: Sequence[TableRow], width: int, above: tuple[Sequence[TableRow], str | None]
) -> tuple[tuple[GridRow, ...], tuple[int, ...]]:
    """The records below the heads and a group's name, and the elements of rows that are none by the look of them."""
    heads, group = above
    rows = [row for row in body if row.own and not _is_hidden(page, row)]
    closed = _heads_behind_signs(page, rows, width) | group_lines(page, rows)
    spans = [_spanning(row, width) or place in closed for place, row in enumerate(rows)]
    lines = [row for row, spanning in zip(rows, spans, strict=True) if not spanning and not row.names]
    further = hanging_lines(lines, heads)
    full = [row for row in lines if row.node not in further]
    if not full:
        return (), ()
    paired = bool(spans) and not spans[0] and _alternate(spans)
    usual = Counter(_cells(row) for row in full).most_common(1)[0][0]
    figures = _of_figures(page, full, width)
    records: list[GridRow] = []
    left: list[int] = []
    for row, spanning in zip(rows, spans, strict=True):
        if (spanning and paired) or (row.node in further and records):
            last = records[-1]
            records[-1] = GridRow((*last.rows, row.node), last.cells, last.group)
        elif spanning or row.names:
            group = page.text[row.node if spanning else row.own[0]] or group
        elif _cells(row) < usual and max(row.widths) > 1 and not _is_joined_record(page, row, full):
            left.append(row.node)  # sums and notes: cells joined that records keep apart
        elif records and _is_unfolded(page, row):
            left.append(row.node)
        elif not row.head and all(page.nodes[cell].tag == "th" for cell in row.own) and len(row.own) > 1:
            left.append(row.node)  # a sum in the guise of heads
        elif any(page.text[node] for node in row.nodes) or any(_says(page, cell) for cell in row.own):
            cells = [cell if cell in row.own or _hangs(row, cell) else -1 for cell in row.cells]
            cells = cells if _cells(row) == usual else _unjoined(page, cells, figures)
            records.append(GridRow(row.nodes, tuple(cells) + (-1,) * (width - len(cells)), group))
    return tuple(records), tuple(node for node in left if page.text[node])


def _is_hidden(page: Outline, row: TableRow) -> bool:
    """Whether nobody sees a row: spare ones and forms to edit one in place have values in their boxes all the same."""
    return all(page.skipped[place] for place in (*row.nodes, *row.own))


def _is_unfolded(page: Outline, row: TableRow) -> bool:
    """Whether a row has nothing but a table of its own, behind cells that are empty: what belongs to the row above."""
    filled = [cell for cell in row.own if page.text[cell]]
    if len(filled) != 1 or filled[0] == row.own[0]:
        return False
    inner = page.nodes[filled[0] + 1 : page.nodes[filled[0]].end]
    return any(node.tag == "table" and page.text[node.index] == page.text[filled[0]] for node in inner)


def _is_joined_record(page: Outline, row: TableRow, rows: Sequence[TableRow]) -> bool:
    """Whether a row with joined cells is a record all the same: "Week 9: bye", "Product 12: sold out".

    It begins as records do, in a cell of its own with a text that no other row begins with, and is not called a sum.
    """
    if row.widths[0] > 1 or row.cells[0] != row.own[0]:
        return False
    first = page.text[row.own[0]]
    others = [page.text[one.own[0]] for one in rows if one is not row and one.cells[0] == one.own[0]]
    if not first or first.endswith(":") or first in others or is_called_sum(first):
        return False
    plainer = [_counts(text) for text in others if text]
    return bool(plainer) and (sum(plainer) * 2 > len(plainer)) == _counts(first)


def _of_figures(page: Outline, rows: Sequence[TableRow], width: int) -> frozenset[int]:
    """The columns that have figures in most rows, and no words."""
    found: set[int] = set()
    for column in range(width):
        cells = {row.cells[column] for row in rows if column < len(row.cells) and row.cells[column] >= 0}
        texts = [page.text[cell] for cell in cells if page.text[cell]]
        if texts and _most(_counts(text) and not any(map(str.isalpha, text)) for text in texts):
            found.add(column)
    return frozenset(found)


def _unjoined(page: Outline, cells: Sequence[int], figures: frozenset[int]) -> list[int]:
    """The cells of a row without words joined over columns of figures, but where they begin: "did not play"."""
    return [
        -1 if column in figures and cell == before and cell >= 0 and not _counts(page.text[cell]) else cell
        for column, (before, cell) in enumerate(zip((-1, *cells), cells, strict=False))
    ]


def _says(page: Outline, cell: int) -> bool:
    """Whether a cell without a text says something: a picture, a box, a link, a name. One yet to be filled doesn't."""
    return any(item.tag in _SIGNS for item in page.nodes[cell : page.nodes[cell].end]) or _is_named(page, cell)


def _is_named(page: Outline, cell: int) -> bool:
    inner = page.nodes[cell : page.nodes[cell].end]
    return any(item.attributes.get(name) for name in _NAMES for item in inner)


def _cells(row: TableRow) -> int:
    """How many cells a row shows, those that hang down into it from rows above too."""
    return len({cell for cell in row.cells if cell >= 0} | set(row.own))


def _hangs(row: TableRow, cell: int) -> bool:
    """A cell of a row above that reaches down into this one: it belongs to both records."""
    return cell < row.node


def _alternate(spans: Sequence[bool]) -> bool:
    """Record, note, record, note: the note belongs to the record before it."""
    return len(spans) % 2 == 0 and all(spanning == (place % 2 == 1) for place, spanning in enumerate(spans))
