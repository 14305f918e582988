"""Which rows of a table make one record, where the table has several rows of heads?

Two rows of heads may be one head each, over its own line of every record, or levels of one head. They are lines where
no head reaches over several columns, no two are alike, and the mark-up keeps the rows of a record together: in a body
of their own, or by a class that changes with the record and not with the row.
"""

from collections.abc import Sequence
from itertools import pairwise

from webdart.records.structure.outline import Outline
from webdart.records.structure.spans import TableRow


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
