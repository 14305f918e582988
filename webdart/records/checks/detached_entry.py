"""Finds an entry above the records that has their fields in other mark-up: the first message of a thread.

It has another place, and so it is no record of the region; but each of its parts is called as the fields are. Whether
it belongs to the listing ("5 messages" above four answers) or not (the lamp of the week, above all lamps), the page's
own count tells; where it does not, a person is told.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from webdart.records.matching.region_match import match_region
from webdart.records.query.field_matches import Assigned, Sought, label_of
from webdart.records.structure.regions import Region, shape_of
from webdart.records.words import plain
from webdart.workflow.model import Field

_NAMED = frozenset({"label", "name", "mark"})
_FEW = 2  # parts that are called as fields are, at least
_MOST_TEXTS = 200
_LOOKED = 8  # elements above the records
_UNNAMED = frozenset({"link", "image"})
_ASKED = frozenset({"input", "select", "textarea"})


def detached_entry(sought: Sought, chosen: Assigned) -> Assigned | None:
    """The element above the records whose parts are called as all fields are, with these; None where there is none."""
    fields = [field for field in sought.by_column if field.type.kind not in _UNNAMED]
    if len(fields) < _FEW or chosen.region.kind == "page" or not all(_is_called(chosen, field) for field in fields):
        return None
    if not any(field.type.kind == "text" for field in fields):
        return None
    heads = _heads(sought, chosen.region, fields)
    for place in _above(sought, chosen.region):
        region = Region("siblings", sought.page.nodes[place].parent, ((place,),), shape_of(sought.page, place))
        alone = match_region(sought, region, (0,))
        called = not alone.problems and all(_is_called(alone, field) for field in fields)
        if called and _says(sought, alone, fields, heads):
            return alone
    return None


def _heads(sought: Sought, region: Region, fields: Sequence[Field]) -> frozenset[str]:
    """What the fields are called, and all columns of a table: a row of heads has another column's behind a field's."""
    page = sought.page
    shown = region.grid.shown if region.grid is not None else ()
    drawn = (page.text[node.index] for node in page.nodes if node.role == "columnheader")
    return frozenset(map(plain, (*(label_of(field) for field in fields), *filter(None, (*shown, *drawn)))))


def _is_called(assigned: Assigned, field: Field) -> bool:
    """Whether a field is found, and a text by its name: of dates or amounts a record may well have one alone."""
    match = assigned.matches.get(field.name)
    return match is not None and (match.tier in _NAMED or field.type.kind != "text")


def _says(sought: Sought, alone: Assigned, fields: Sequence[Field], heads: frozenset[str]) -> bool:
    """Whether all parts have a text, and none of them is but what the next part is called: heads are no record."""
    for match in (alone.matches[field.name] for field in fields):
        texts = [sought.page.text[node] if part is None else part for hits in match.column.hits for node, part in hits]
        if not texts or not texts[0] or plain(texts[0]) in heads:
            return False
    return True


def _above(sought: Sought, region: Region) -> Iterator[int]:
    """The elements that stand before the records, beside what is around them; no menus, and nothing to fill in."""
    page, first = sought.page, min(region.roots)
    looked = 0
    around = [first, *page.ancestors(first)]
    for inner, outer in pairwise(around):
        for kid in reversed([kid for kid in page.kids[outer] if kid < inner]):
            if not _FEW <= page.leaves[kid] <= _MOST_TEXTS or page.chrome[kid] or page.nodes[kid].tag == "#text":
                continue
            if kid in region.roots or any(node.tag in _ASKED for node in page.nodes[kid : page.nodes[kid].end]):
                continue
            looked += 1
            if looked > _LOOKED:
                return
            yield kid
