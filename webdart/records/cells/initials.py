"""Leaves out the initials that cells begin with where a person has no picture: "AL Ann Lee"."""

from collections.abc import Sequence

from webdart.records.coerce import RawCell
from webdart.records.columns.mined_columns import Column
from webdart.records.structure.outline import Outline
from webdart.records.words import are_initials
from webdart.workflow.model import Field

_LETTERS = 2  # in the place of a picture
_SEVERAL = 2  # cells that tell a picture from a name's own first letter


def without_initials(page: Outline, column: Column, field: Field, cells: Sequence[RawCell]) -> Sequence[RawCell]:
    """A column's texts without their first element, where that is the initials of the rest in every cell."""
    plain = field.type.kind == "text" and not field.type.many and field.match is None
    wholes = [hits[0][0] for hits in column.hits if hits and hits[0][1] is None and page.text[hits[0][0]]]
    if not plain or len(wholes) < max(_SEVERAL, column.filled) or len({page.text[node] for node in wholes}) < _SEVERAL:
        return cells
    rests = {node: _behind_initials(page, node) for node in wholes}
    if not all(rests.values()):
        return cells
    firsts = [hits[0][0] if hits else -1 for hits in column.hits]
    return [
        cell._replace(text=rests[node]) if node in rests and cell.text == page.text[node] else cell
        for node, cell in zip(firsts, cells, strict=True)
    ]


def _behind_initials(page: Outline, node: int) -> str:
    """What stands behind the initials that an element begins with, "" where it begins otherwise."""
    first = next((place for place in page.below(node) if page.nodes[place].tag == "#text" and page.text[place]), None)
    drawn = page.text[first] if first is not None else ""
    beside = first is not None and page.text[page.nodes[first].parent] == drawn  # in an element of its own
    rest = page.text[node].removeprefix(drawn).strip()
    letters = 0 < len(drawn) <= _LETTERS and drawn.isalpha()
    return rest if beside and letters and are_initials(drawn, rest) else ""
