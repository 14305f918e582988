"""Skips the words before the link or heading that the other cells of a column begin with: "[1, 2] Mulch".

A list of threads sets the pages of the long ones before their titles, or "Sticky:". Read whole, those rows would say
more than the others, and sort and join as something else.
"""

from collections.abc import Sequence

from webdart.records.cells.cell_start import beginning
from webdart.records.cells.cell_text import cell_at
from webdart.records.coerce import RawCell
from webdart.records.columns.mined_columns import Column
from webdart.records.model import Remark
from webdart.records.query.field_matches import label_of
from webdart.records.structure.outline import Outline
from webdart.records.words import names_a_code
from webdart.workflow.model import Field

_SAMPLE = 60  # letters of a cell, for a message


def from_leading_link(
    page: Outline, column: Column, field: Field, cells: Sequence[RawCell]
) -> tuple[list[RawCell], tuple[Remark, ...]]:
    """A column's cells, those with other words before the link that others begin with read as these; and that told.

    Only where the mark-up calls the link so in every cell that begins with one, most of the column, and the cell has
    one: any words may have a link in their middle, and some of these may be called something.
    """
    read = list(cells)
    plain = field.type.kind == "text" and not field.type.many and field.match is None and field.source == "text"
    if column.source != "head" or not plain:
        return read, ()
    numbered = names_a_code(label_of(field))
    places = {n: hits[-1 if field.of == "last" else 0] for n, hits in enumerate(column.hits) if hits}
    roots = {n: node for n, (node, part) in places.items() if part is None and page.text[node]}
    starts = {n: beginning(page, root, numbered=numbered) for n, root in roots.items()}
    kinds = [_path(page, roots[n], start) for n, start in starts.items() if start != roots[n]]
    named = set(kinds) if all("." in kind for kind in kinds) and len(kinds) * 2 > len(roots) else frozenset[str]()
    left: list[int] = []
    for number, root in roots.items():
        if starts[number] != root or not named:
            continue
        same = [node for node in page.below(root) if node != root and _path(page, root, node) in named]
        if len(same) == 1:
            read[number] = cell_at(page, ((same[0], None),), field, leads=False)
            left.append(root)
    if not left:
        return read, ()
    text = (
        "read from the link that the other cells begin with, without what stands before and behind it, as in "
        f"{page.text[left[0]][:_SAMPLE]!r}"
    )
    return read, (Remark(code="begun otherwise", text=text, column=field.name, count=len(left)),)


def _path(page: Outline, root: int, node: int) -> str:
    """The steps from a cell to an element in it."""
    steps: list[str] = []
    place = node
    while place > root:
        steps.append(page.named(place))
        place = page.nodes[place].parent
    return "/".join(reversed(steps))
