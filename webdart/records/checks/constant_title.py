"""Tells when all records say the same where their names would stand, so that something else was taken for these.

Four evenings of one choir begin with "Choir", and differ in the hall: what is the same in all of them is template as a
rule ("New", "Offer"), and now and then what they are called. Nothing on the page tells; a person is told.
"""

from webdart.page.text_match import COLONS
from webdart.records.columns.markup_hints import are_marked
from webdart.records.columns.mined_columns import Column
from webdart.records.matching.title_score import TitleScore
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.structure.outline import Outline
from webdart.records.words import default_label

_LETTERS = 3
_LONGEST = 60  # letters of a name
_LABELS = frozenset({"dt", "th", "label"})
_SOURCES = frozenset({"path", "head", "place"})
_SHOWN = 40


def constant_title(sought: Sought, assigned: Assigned) -> tuple[Remark, ...]:
    """What is told of a text that begins every record, or heads it, and was passed over for one that differs."""
    name, grid = title_of(sought.by_column), assigned.region.grid
    match = assigned.matches.get(name)
    if match is None or match.tier != "type" or match.other or len(assigned.records) < 2:
        return ()
    if are_marked(sought.page, match.column, default_label(name)):
        return ()
    if sought.wrapper is not None or sought.spec.kind != "listing" or (grid is not None and grid.headed):
        return ()
    page, taken = sought.page, {one.column.nodes for one in assigned.matches.values()}
    same = [column for column in assigned.columns if _is_the_same(page, column) and column.nodes not in taken]
    same = [column for column in same if _is_before(page, column, match.column, assigned)]
    standing = TitleScore(page, assigned.columns)
    first = next((column for column in same if standing.of(column) >= standing.of(match.column)), None)
    if first is None:
        return ()
    own = next(part or page.text[node] for hits in match.column.hits for node, part in hits[:1])
    said = (
        f"every record has {page.text[first.hits[0][0][0]]!r} where it would be called something, the same in all, so "
        f"that {own[:_SHOWN]!r} is taken: an `at` says which is meant"
    )
    return (Remark(code="by type", text=said, column=name, count=match.column.filled),)


def _is_the_same(page: Outline, column: Column) -> bool:
    """Whether a column has one text of words in all records, and is no label."""
    if column.source not in _SOURCES or column.coverage < 1 or column.multiplicity > 1:
        return False
    text = page.text[column.hits[0][0][0]]
    if page.text[column.hits[1][0][0]] != text:
        return False
    firsts = [hits[0][0] for hits in column.hits]
    if any(page.text[first] != text or page.leaves[first] != 1 for first in firsts):
        return False
    words = len(text) <= _LONGEST and sum(map(str.isalpha, text)) >= _LETTERS and not any(map(str.isdigit, text))
    around = (firsts[0], page.nodes[firsts[0]].parent)
    return words and not text.endswith(COLONS) and not any(page.nodes[place].tag in _LABELS for place in around)


def _is_before(page: Outline, column: Column, title: Column, assigned: Assigned) -> bool:
    """Whether the texts stand before those that were taken, and begin their records or are headings."""
    for hits, own, number in zip(column.hits, title.hits, assigned.records, strict=True):
        node = hits[0][0]
        if own and own[0][0] < node:
            return False
        heads = any(page.level(place) for place in (node, *list(page.ancestors(node))[:2]))
        root = assigned.region.records[number][0]
        if not heads and any(page.text[n] for n in range(root, node) if page.nodes[n].tag == "#text"):
            return False
    return True
