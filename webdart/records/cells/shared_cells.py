"""Tells of cells that stand for several rows or several columns.

A table may say once what holds for several rows: the day, or the machine, in the first of them. To a person the blank
cells below say "the same", or say nothing. A cell over several columns may be none of their values ("Not awarded") or
each ("closed", over the hours of both halves of a day). Which of the two, nothing on the page tells: the rows are kept
as they stand, and that is told.
"""

from collections import defaultdict
from collections.abc import Sequence

from webdart.records.model import Record, Remark
from webdart.records.query.field_matches import Assigned
from webdart.records.structure.grid import Grid
from webdart.records.structure.outline import Outline
from webdart.workflow.model import Field

SAID_ONCE = "said once"
"""The code of a remark on blank cells that may stand for the text above them."""
ONE_LINE = "one line"
"""The code of a remark on rows that may be no records: a break between the talks of a day, say."""
_WIDE = 3  # fields that a row's one cell stands for, where it is a line across the table
_ROWS = 4  # with fewer, blank cells are no pattern
_SHARE = 10  # one row in so many is blank, at least
_FEW = 2  # and more than one
_PAIR = 2  # fields
_SHOWN = 40  # letters of the cell


def blank_repeats(
    page: Outline, assigned: Assigned, fields: Sequence[Field], records: Sequence[Record]
) -> list[Remark]:
    """That the field of a table's first column is blank in rows below those that have it, each another one."""
    grid = assigned.region.grid
    if grid is None or not grid.headed or len(grid.records) < _ROWS:
        return []
    cells = _first_with_text(page, grid)
    texts = [page.text[cell] if cell >= 0 else "" for cell in cells]
    said = [text for text in texts if text]
    blank = len(texts) - len(said)
    if not texts or not texts[0] or len(said) < _FEW or len(set(said)) < len(said):
        return []
    if blank < _FEW or blank * _SHARE < len(texts):
        return []
    for field in fields:
        match = assigned.matches.get(field.name)
        if match is None or not any(node in cells for hits in match.column.hits for node, _ in hits):
            continue
        empty = sum(record.values.get(field.name) is None for record in records)
        says = f"last_value({field.name} IGNORE NULLS) OVER (ORDER BY _n)"
        text = f"blank in rows below one that has it; if it stands for them too, SQL can say so: {says}"
        return [Remark(code=SAID_ONCE, text=text, column=field.name, count=empty)] if empty else []
    return []


def _first_with_text(page: Outline, grid: Grid) -> Sequence[int]:
    """The cells of the first column that has a text anywhere."""
    for place in range(len(grid.labels)):
        cells = [row.cells[place] for row in grid.records]
        if any(cell >= 0 and page.text[cell] for cell in cells):
            return cells
    return ()


def joined_cells(page: Outline, assigned: Assigned) -> tuple[Remark, ...]:
    """That the cells of some records are read for several fields, with the first of them."""
    fields = {name: match.column for name, match in assigned.matches.items() if match.column.source == "head"}
    found: list[tuple[int, list[str]]] = []
    for place in range(len(assigned.records)):
        read: dict[int, dict[str, str]] = defaultdict(dict)
        for name, column in fields.items():
            for node, part in column.hits[place][:1]:
                if part is None and page.text[node]:
                    read[node][column.key] = name
        found += [(node, list(names.values())) for node, names in read.items() if len(names) >= _PAIR]
    if not found:
        return ()
    node, names = found[0]
    text = (
        f"a cell over several columns is read for each of them, as {page.text[node][:_SHOWN]!r} for {', '.join(names)}"
    )
    told = Remark(code="joined cells", text=text, count=len(found))
    lines = [(node, names) for node, names in found if len(names) >= _WIDE]
    if not lines or assigned.region.grid is None or len(lines) == len(assigned.records):
        return (told,)
    node, names = lines[0]
    text = (
        f"{len(lines)} of {len(assigned.records)} rows have one cell for {', '.join(names)}, as "
        f"{page.text[node][:_SHOWN]!r}: if these are no records, a `WHERE` leaves them out; `accept: [guessed]` takes "
        "the answer"
    )
    return (told, Remark(code=ONE_LINE, text=text, count=len(lines)))


def lone_cells(page: Outline, assigned: Assigned, fields: Sequence[Field]) -> tuple[Remark, ...]:
    """That a few rows of a table have one text and nothing else, where every other row has all of the fields.

    A text that is none of its field's type leaves no record anyway.
    """
    grid = assigned.region.grid
    columns = {name: match.column for name, match in assigned.matches.items() if match.column.source == "head"}
    if grid is None or len(columns) < _WIDE:
        return ()
    said = [
        {name for name, column in columns.items() if any(page.leaves[node] for node, _ in column.hits[place])}
        for place in range(len(assigned.records))
    ]
    rows = [grid.records[number].cells for number in assigned.records]
    alone = [place for place, row in enumerate(rows) if sum(page.leaves[cell] > 0 for cell in {*row} - {-1}) == 1]
    texts = {field.name for field in fields if field.type.kind == "text"}
    lines = [place for place in alone if len(said[place]) == 1 and said[place] <= texts]
    others = [names for place, names in enumerate(said) if place not in lines]
    if not lines or len(lines) * _FEW > len(others) or any(len(names) < len(columns) for names in others):
        return ()
    (name,) = said[lines[0]]
    ((node, _), *_) = columns[name].hits[lines[0]]
    text = (
        f"{len(lines)} of {len(rows)} rows have nothing but {name}, as {page.text[node][:_SHOWN]!r}: if these are no "
        "records, a `WHERE` leaves them out; `accept: [guessed]` takes the answer"
    )
    return (Remark(code=ONE_LINE, text=text, count=len(lines)),)
