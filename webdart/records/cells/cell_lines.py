"""Gives the line of a cell that a field means where the head has several: "Column Type" above "Description".

Catalogues save a column so: every cell has the type in its first line and what it means in those below. Read whole, the
cell would be both. A head may as well be broken for want of room ("Unit<br>price", "Release<br>date"): there it is
one value, however many lines a cell has.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from webdart.records.cells.cell_text import cell_at
from webdart.records.coerce import NOTHING, RawCell
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought, label_of
from webdart.records.structure.grid import Grid
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import plain
from webdart.workflow.model import Field

_MOST = 0.8  # of the cells, that have as many lines as their head
_SOME = 0.2  # and of those that make it a doubt


class _Head(Struct, frozen=True):
    """The lines of a head, which of them a field is called by, and whether several fields are called by its lines."""

    text: str
    lines: tuple[Hit, ...]
    place: int
    asked: bool


def cells_by_line(
    sought: Sought, assigned: Assigned, field: Field, cells: Sequence[RawCell]
) -> tuple[list[RawCell], tuple[Remark, ...]]:
    """A column's cells, each but the line that the field is called by in the head; and what is to be told of it."""
    match, grid = assigned.matches.get(field.name), assigned.region.grid
    read = list(cells)
    if match is None or match.column.source != "head" or grid is None or not grid.heads or field.type.many:
        return read, ()
    head = _head(sought, grid, match.column, field)
    if head is None:
        return read, ()
    page, count = sought.page, len(head.lines)
    nodes = {n: hits[0][0] for n, hits in enumerate(match.column.hits) if hits and sought.page.text[hits[0][0]]}
    lines = {n: _lines_of(page, node) for n, node in nodes.items()}
    full = [n for n, found in lines.items() if len(found) >= count]
    if len(full) < _MOST * len(lines) or not full:
        return read, _doubted(page, field, head, nodes) if len(full) > _SOME * len(lines) else ()
    places = {n: _line(page, nodes[n], found, head) for n, found in lines.items()}
    if not head.asked and not _fits(sought, field, nodes, places):
        return read, ()
    for n, place in places.items():
        read[n] = cell_at(page, (place,), field, leads=True) if place is not None else NOTHING
    sure = len(full) == len(lines) and (head.asked or all(_alike(page, head.lines, lines[n]) for n in full))
    if sure or all(one.text == other.text for one, other in zip(read, cells, strict=True)):
        return read, ()
    text = (
        f"read from line {head.place + 1} of the cells, as its name stands in the head {head.text!r}; "
        f"`label: {head.text}` reads them whole, an `at` says otherwise"
    )
    return read, (Remark(code="lines", text=text, column=field.name, count=len(lines)),)


def is_one_of_lines(sought: Sought, assigned: Assigned, field: Field) -> bool:
    """Whether a field is called by one of the lines of its column's head."""
    match, grid = assigned.matches.get(field.name), assigned.region.grid
    if match is None or match.column.source != "head" or grid is None or not grid.heads or field.type.many:
        return False
    return _head(sought, grid, match.column, field) is not None


def _head(sought: Sought, grid: Grid, column: Column, field: Field) -> _Head | None:
    """The head of a column, if a field is called by one of its lines, and not by all of it."""
    page, label = sought.page, label_of(field)
    first = next((hits[0][0] for hits in column.hits if hits), -1)
    number = next((row.cells.index(first) for row in grid.records if first in row.cells), -1)
    cell = grid.heads[number] if 0 <= number < len(grid.heads) else -1
    if cell < 0 or page.leaves[cell] < 2 or plain(page.text[cell]) == label:
        return None
    lines = _lines_of(page, cell)
    names = [plain(_text(page, line)) for line in lines]
    if len(lines) < 2 or names.count(label) != 1:
        return None
    asked = sum(name in names for name in sought.wanted()) > 1
    return (
        None
        if not asked and _is_broken(page, lines)
        else _Head(page.text[cell], tuple(lines), names.index(label), asked)
    )


def _is_broken(page: Outline, lines: Sequence[Hit]) -> bool:
    """Whether a head is one name on several lines: what is below goes on in small letters, or in brackets."""
    first, *rest = (_text(page, line) for line in lines)
    return not first[0].islower() and any(text[0].islower() or not text[0].isalnum() for text in rest)


def _fits(sought: Sought, field: Field, nodes: dict[int, int], places: dict[int, Hit | None]) -> bool:
    """Whether the lines are rather of a field's type than the whole cells: "12 March<br>2024" is one date."""
    if field.type.kind == "text":
        return True
    page, kind, share = sought.page, field.type.kind, sought.plausible.share
    whole = sum(share(kind, (page.text[node],)) for node in nodes.values())
    line = sum(share(kind, (_text(page, place),)) for place in places.values() if place is not None)
    return line > 0 and line >= whole


def _doubted(page: Outline, field: Field, head: _Head, nodes: dict[int, int]) -> tuple[Remark, ...]:
    """That cells are read whole of which some have lines as their head has."""
    sample = page.text[next(iter(nodes.values()))][:60]
    text = (
        f"one line of the head {head.text!r} is called so, and only some of the cells have as many: read "
        f"whole, as in {sample!r}; an `at` or a `match` takes a part"
    )
    return (Remark(code="lines", text=text, column=field.name, count=len(nodes)),)


def _line(page: Outline, cell: int, found: Sequence[Hit], head: _Head) -> Hit | None:
    """The line of a cell that stands where the field's name does in the head; the last name has all that is left."""
    if head.place >= len(found):
        return None
    last = head.place == len(head.lines) - 1
    if not last or head.place == len(found) - 1:
        return found[head.place]
    return cell, " ".join(_text(page, line) for line in found[head.place :])


def _alike(page: Outline, head: Sequence[Hit], cell: Sequence[Hit]) -> bool:
    """Whether the lines of a head and of a cell are elements of one make, in one order: nothing is left to guess."""
    makes = [(page.nodes[node].tag, page.classes[node], part is None) for node, part in head]
    own = [(page.nodes[node].tag, page.classes[node], part is None) for node, part in cell[: len(head)]]
    return makes == own and any(tag in BLOCKS and whole for tag, _, whole in makes)


def _text(page: Outline, line: Hit) -> str:
    return page.text[line[0]] if line[1] is None else line[1]


def _lines_of(page: Outline, cell: int) -> list[Hit]:
    """The lines of a cell: each an element where one is all of it, else its text."""
    found: list[Hit] = []
    for run in _runs(page, cell):
        whole = run[0]
        around = page.nodes[whole].parent
        text = _joined(page, run)
        if around != cell and page.text[around] == text:
            found.append((around, None))
        else:
            found.append((whole, None) if len(run) == 1 else (cell, text))
    return found


def _runs(page: Outline, node: int) -> Iterator[list[int]]:
    """The nodes with texts that stand in one line, line by line."""
    run: list[int] = []
    for kid in page.kids[node]:
        tag = page.nodes[kid].tag
        blocks = tag in BLOCKS or any(
            one.tag in BLOCKS and not page.skipped[kid] for one in page.nodes[kid : page.nodes[kid].end]
        )
        if run and blocks:
            yield run
            run = []
        if page.text[kid] and blocks:
            yield from _runs(page, kid)
        elif page.text[kid]:
            run.append(kid)
    if run:
        yield run


def _joined(page: Outline, run: Sequence[int]) -> str:
    """The texts of one line, a blank between them unless they are letters of one word."""
    parts = [page.text[run[0]]]
    for kid in run[1:]:
        first = next((n for n in page.below(kid) if page.nodes[n].tag == "#text"), kid)
        parts.append(("" if "joined" in page.nodes[first].states else " ") + page.text[kid])
    return "".join(parts)
