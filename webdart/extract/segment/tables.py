"""Tables: spans expanded to a grid, head rows, lines that head a group, rows as records."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from webdart.extract.page import Page
from webdart.extract.segment.model import Candidate
from webdart.extract.types import is_typed
from webdart.records.structure.total_rows import sums_among
from webdart.values import replace

_MOST_SPAN = 200  # columns and rows that a span is believed
_HEAD_WORDS = 60  # letters of a head
_WIDE = 2  # cells of a row that one above it spans
_CELLS = frozenset({"td", "th"})
_LINES = range(2, 5)  # of a record
_SECTIONS = frozenset({"thead", "tbody", "tfoot"})


class Row(Struct, frozen=True):
    """A row of a table: its node, its section, and its cells with the columns that they cover."""

    node: int
    section: str
    cells: tuple[tuple[int, int, int], ...]  # node, first column, how many
    spanned: tuple[int, ...] = ()  # cells of rows above that reach into it


@dataclass(frozen=True)
class Grid:
    """The rows of one table and how many columns it has; `columns` has the column of every cell."""

    table: int
    rows: tuple[Row, ...]
    width: int

    @cached_property
    def columns(self) -> Mapping[int, int]:
        """The first column of every cell."""
        return {cell: column for row in self.rows for cell, column, _ in row.cells}


def grids(page: Page) -> Iterator[Grid]:
    """Every table of the page, spans expanded."""
    for index, tag in enumerate(page.tags):
        if tag == "table":
            rows = list(_rows(page, index))
            placed = _place(page, rows)
            width = max((column + span for row in placed for _, column, span in row.cells), default=0)
            if len(placed) > 1:
                yield Grid(index, tuple(placed), width)


def _rows(page: Page, table: int) -> Iterator[tuple[int, str]]:
    for child in page.children[table]:
        tag = page.tags[child]
        if tag == "tr":
            yield child, "tbody"
        elif tag in _SECTIONS:
            yield from ((row, tag) for row in page.children[child] if page.tags[row] == "tr")


def _span(page: Page, cell: int, name: str) -> int:
    given = page.attributes[cell].get(name, "1").strip()
    return min(max(int(given), 1), _MOST_SPAN) if given.isascii() and given.isdigit() else 1


def _place(page: Page, rows: Sequence[tuple[int, str]]) -> list[Row]:
    placed: list[Row] = []
    taken: dict[int, tuple[int, int]] = {}  # column -> rows that a cell from above still covers, its node
    for node, section in rows:
        cells: list[tuple[int, int, int]] = []
        column = 0
        below: dict[int, tuple[int, int]] = {at: (left - 1, cell) for at, (left, cell) in taken.items() if left > 1}
        for cell in _without_spare(page, [kid for kid in page.children[node] if page.tags[kid] in _CELLS]):
            while column in taken:
                column += 1
            wide, high = _span(page, cell, "colspan"), _span(page, cell, "rowspan")
            cells.append((cell, column, wide))
            if high > 1:
                below.update(dict.fromkeys(range(column, column + wide), (high - 1, cell)))
            column += wide
        reaching = tuple(dict.fromkeys(cell for _, cell in taken.values()))
        taken = below
        placed.append(Row(node, section, tuple(cells), reaching))
    return placed


def _without_spare(page: Page, cells: Sequence[int]) -> Sequence[int]:
    """The cells of a row without those at its end that nobody sees and that say nothing: a cell spans their columns."""
    last = next((place for place, cell in enumerate(reversed(cells)) if page.shown[cell] or page.text_of(cell)), 0)
    return cells[: len(cells) - last]


def tables(page: Page) -> Iterator[Candidate]:
    """The body rows of every table, with its head rows and the lines between them that head a group.

    Tables under the same heads are one as well, and rows that cells tie are one record.
    """
    alike: dict[tuple[str, ...], list[Candidate]] = defaultdict(list)
    for grid in grids(page):
        candidate = _read(page, grid)
        if candidate is not None:
            yield candidate
            yield from _tied(candidate)
            alike[tuple(page.text_of(head) for head in candidate.heads)].append(candidate)
    for heads, group in alike.items():
        if len(group) > 1 and any(heads):
            yield _united(group)


def _united(group: Sequence[Candidate]) -> Candidate:
    """The rows of several tables under the same heads."""
    return replace(
        group[0],
        roots=tuple(root for one in group for root in one.roots),
        grid={cell: column for one in group for cell, column in one.grid.items()},
        spanned={row: cells for one in group for row, cells in one.spanned.items()},
        groups=tuple(line for one in group for line in one.groups),
        variant="united",
    )


def _tied(table: Candidate) -> Iterator[Candidate]:
    """Rows that cells of the first one reach into as one record, where every record has as many of them."""
    records: list[list[int]] = []
    for (row,) in table.roots:
        if records and row in table.spanned:
            records[-1].append(row)
        else:
            records.append([row])
    counts = {len(record) for record in records}
    if len(records) > 1 and len(counts) == 1 and counts.pop() in _LINES:
        yield replace(table, roots=tuple(map(tuple, records)), spanned={}, variant="tied")


def _read(page: Page, grid: Grid) -> Candidate | None:
    rows = [row for row in grid.rows if page.count_texts(row.node) or _pictured(page, row.node)]
    heads = _heads(page, rows)
    above = {row.node for row in heads}
    body = [row for row in rows if row.node not in above and row.section != "tfoot"]
    names = {page.text_of(row.node) for row in heads}
    usual = Counter(len(row.cells) for row in body).most_common(1)
    groups: list[int] = []
    records: list[int] = []
    for row in body:
        if page.text_of(row.node) in names and heads:
            continue
        if _heads_group(page, row, usual[0][0]):
            groups.append(row.node)
        else:
            records.append(row.node)
    summed = sums_among(_Cells(page, _Texts(page)), _by_column(grid, records))
    records = [record for place, record in enumerate(records) if place not in summed]
    if len(records) < 1 or (len(records) < 2 and not heads):
        return None
    return Candidate(
        kind="table",
        roots=tuple((record,) for record in records),
        heads=tuple(row.node for row in heads),
        grid={**grid.columns, **_over_cells(page, heads, body)},
        spanned={row.node: row.spanned for row in body if row.spanned},
        groups=tuple(groups),
    )


def _over_cells(page: Page, heads: Sequence[Row], body: Sequence[Row]) -> dict[int, int]:
    """The columns of heads that say something, where every row below has just as many cells as they are.

    A script adds a column of boxes head first: a page may be seen before its rows have them.
    """
    found: dict[int, int] = {}
    for row in heads:
        said = [cell for cell, _, _ in row.cells if page.count_texts(cell)]
        plainly = all(len(one.cells) == len(said) and not one.spanned for one in body)
        if body and plainly and len(row.cells) > len(said) and all(width == 1 for _, _, width in row.cells):
            found.update({cell: column for column, cell in enumerate(said)})
            found.update({cell: len(said) for cell, _, _ in row.cells if cell not in said})
    return found


@dataclass(frozen=True)
class _Texts:
    page: Page

    def __getitem__(self, cell: int) -> str:
        return self.page.text_of(cell)


@dataclass(frozen=True)
class _Cells:
    """A page as sums are looked for in it."""

    page: Page
    text: _Texts

    def is_bold(self, cell: int) -> bool:
        return _in_bold(self.page, cell)


def _by_column(grid: Grid, records: Sequence[int]) -> list[list[int]]:
    """The cells of rows by column, -1 for none; what reaches in from above stands where it does."""
    found: dict[int, list[int]] = {}
    for row in grid.rows:
        cells = [-1] * grid.width
        for cell in row.spanned:
            cells[grid.columns[cell]] = cell
        for cell, column, _ in row.cells:
            cells[column] = cell
        found[row.node] = cells
    return [found[record] for record in records]


def _pictured(page: Page, node: int) -> bool:
    return any(page.tags[inner] in {"img", "input", "svg"} for inner in range(node, page.ends[node]))


def _heads_group(page: Page, row: Row, usual: int) -> bool:
    """A line of one cell among wider ones, or of head cells alone."""
    said = [cell for cell, _, _ in row.cells if page.count_texts(cell)]
    if usual >= 3 and len(said) <= 1 and len(row.cells) < usual:
        return True
    return bool(row.cells) and usual >= 2 and all(page.tags[cell] == "th" for cell, _, _ in row.cells)


def _heads(page: Page, rows: Sequence[Row]) -> list[Row]:
    heads: list[Row] = []
    for row in _without_title(page, rows):
        cells = [cell for cell, _, _ in row.cells]
        if row.section == "thead" or (cells and all(page.tags[cell] == "th" for cell in cells)):
            heads.append(row)
        elif not heads and len(rows) > 2 and _reads_as_heads(page, row, rows[1:]):
            return [row]
        elif heads and heads[-1].section == "thead" and row.section == "thead":
            heads.append(row)
        else:
            break
    return heads if len(heads) < len(rows) else []


def _without_title(page: Page, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows after lines that are one cell above wider rows: a title, or the first group."""
    width = max((len(row.cells) for row in rows), default=0)
    first = next(
        (place for place, row in enumerate(rows) if sum(page.count_texts(cell) > 0 for cell, _, _ in row.cells) > 1), 0
    )
    return rows[first:] if width >= _WIDE and all(len(row.cells) == 1 for row in rows[:first]) else rows


def _reads_as_heads(page: Page, row: Row, others: Sequence[Row]) -> bool:
    """Short, distinct words over columns that have something else from the second row on."""
    words = [page.text_of(cell) for cell, _, _ in row.cells]
    said = [word for word in words if word]
    if len(said) == 1 and len(words) > 1 and not any(map(is_typed, said)) and len(said[0]) <= _HEAD_WORDS:
        return _is_lone_head(page, row, others)
    if len(said) < 2 or len(set(said)) < len(said) or any(len(word) > _HEAD_WORDS for word in said):
        return False
    if any(is_typed(word) for word in said):
        return False
    if _bold(page, row) and not any(_bold(page, other) for other in others[:3]):
        return True
    below = [{column: page.text_of(cell) for cell, column, _ in other.cells} for other in others]
    typed = 0
    for _, column, _ in row.cells:
        texts = [cells[column] for cells in below if cells.get(column)]
        typed += bool(texts) and sum(map(is_typed, texts)) * 2 > len(texts)
    return typed > 0


def _is_lone_head(page: Page, row: Row, others: Sequence[Row]) -> bool:
    """Whether a row's one text is in bold as no other row is, and all others say more: "Name" above names and links."""
    wide = all(len(other.cells) == len(row.cells) for other in others)
    fuller = all(sum(page.count_texts(cell) > 0 for cell, _, _ in other.cells) > 1 for other in others)
    return wide and fuller and _bold(page, row) and not any(_bold(page, other) for other in others)


def _bold(page: Page, row: Row) -> bool:
    cells = [cell for cell, _, _ in row.cells if page.text_of(cell)]
    return bool(cells) and all(_in_bold(page, cell) for cell in cells)


def _in_bold(page: Page, cell: int) -> bool:
    if page.tags[cell] == "th":
        return True
    return any(
        page.tags[inner] in {"b", "strong", "th"} and page.text_of(inner) == page.text_of(cell)
        for inner in range(cell, page.ends[cell])
    )
