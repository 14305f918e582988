"""Skips the words before or behind the link that the other cells of a column are or begin with: "[1, 2] Mulch".

A list of threads sets the pages of the long ones before their titles, or "Sticky:", and behind an author's name how
many read along. Read whole, those rows would say more than the others, and sort and join as something else.
"""

from collections.abc import Mapping, Sequence

from webdart.records.cells.cell_text import beginning, cell_at
from webdart.records.coerce import RawCell
from webdart.records.columns.mined_columns import Column
from webdart.records.model import Remark
from webdart.records.query.field_matches import label_of
from webdart.records.structure.outline import Outline
from webdart.records.words import names_a_code
from webdart.workflow.model import Field

_SAMPLE = 60  # letters of a cell, for a message
_SEVERAL = 2  # cells that say one thing, at least


def from_leading_link(
    page: Outline, column: Column, field: Field, cells: Sequence[RawCell]
) -> tuple[list[RawCell], tuple[Remark, ...]]:
    """A column's cells, those with other words before the link that others begin with read as these; and that told.

    Only where the mark-up calls the link so in every cell that begins with one, most of the column, and the cell has
    one: any words may have a link in their middle, and some of these may be called something.
    """
    read = list(cells)
    plain = field.type.kind == "text" and not field.type.many and field.match is None and field.source == "text"
    if column.source == "label" or not plain:
        return read, ()
    numbered = names_a_code(label_of(field))
    places = {n: hits[-1 if field.of == "last" else 0] for n, hits in enumerate(column.hits) if hits}
    roots = {n: node for n, (node, part) in places.items() if part is None and page.text[node]}
    if column.source != "head":
        return _besides(page, field, roots, read) if field.target is None else (read, ())
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
    return read, (_told(page, field, left),)


def _besides(
    page: Outline, field: Field, roots: Mapping[int, int], read: list[RawCell]
) -> tuple[list[RawCell], tuple[Remark, ...]]:
    """The cells of elements that say one thing in some records, and in others more behind it.

    Where most are one link, it is what they say: how many read a thread may stand behind its author. Else the page does
    not tell, and a person is told: a name, or a name and a badge.
    """
    alone = [_alone(page, root) for root in roots.values() if page.leaves[root] == 1]
    usual = max(alone, key=alone.count, default=())
    more = {n: place for n, root in roots.items() if usual and (place := _begins(page, root, usual)) is not None}
    if len(alone) < _SEVERAL or not more:
        return read, ()
    left = [roots[n] for n in more]
    if len(alone) * 2 > len(roots) and all(page.nodes[place].tag == "a" for place in more.values()):
        for number, place in more.items():
            read[number] = cell_at(page, ((place, None),), field, leads=False)
        return read, (_told(page, field, left),)
    text = (
        f"some say more there, such as {page.text[left[0]][:_SAMPLE]!r}, others no more than what that begins with: an "
        "`at` says which is meant"
    )
    return read, (Remark(code="other column", text=text, column=field.name, count=len(left)),)


def _alone(page: Outline, root: int) -> tuple[str, ...]:
    """The elements around the only text of one, from without."""
    steps: list[str] = []
    inner = _said(page, root)
    while inner and page.nodes[inner[0]].tag != "#text":
        steps.append(page.named(inner[0]))
        inner = _said(page, inner[0])
    return tuple(steps)


def _begins(page: Outline, root: int, steps: Sequence[str]) -> int | None:
    """The element that another begins with, by the steps to it, where elements of other kinds stand behind it."""
    place = root
    for step in steps:
        first, *rest = _said(page, place) or (root,)
        if page.named(first) != step or any(page.named(kid) in {step, "#text"} for kid in rest):
            return None
        place = first
    return place if page.text[place] != page.text[root] else None


def _said(page: Outline, node: int) -> list[int]:
    return [kid for kid in page.kids[node] if page.text[kid]]


def _told(page: Outline, field: Field, left: Sequence[int]) -> Remark:
    text = (
        "read from the link that the other cells begin with, without what stands before and behind it, as in "
        f"{page.text[left[0]][:_SAMPLE]!r}"
    )
    return Remark(code="begun otherwise", text=text, column=field.name, count=len(left))


def _path(page: Outline, root: int, node: int) -> str:
    """The steps from a cell to an element in it."""
    steps: list[str] = []
    place = node
    while place > root:
        steps.append(page.named(place))
        place = page.nodes[place].parent
    return "/".join(reversed(steps))
