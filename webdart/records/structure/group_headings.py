"""Finds lines between records that are headings of those that follow, though nothing marks them up as such.

A row of a table with the day in its first cell and nothing in the others, an entry of a list that only says "March":
they are left out as no records, and a field that is read `from: heading` means them.
"""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import islice, pairwise, takewhile

from webdart.records.structure.outline import Outline

_TABLE_PARTS = frozenset({"tbody", "thead", "tfoot"})
_LONG = 80  # characters, more than a heading has


def groups_above(
    page: Outline, records: Sequence[Sequence[int]], left: Collection[int], *, first: bool
) -> tuple[str | None, ...]:
    """For every record that stays, the line above it that names it; empty where the lines left out name nothing.

    `left` are the places of those lines. They stand beside the records, each has one short text, all are built alike,
    the listing begins with one (on its `first` page), and each has a record below it: notes and advertising do not
    come so evenly.
    """
    lines = [place for place in sorted(left) if any(page.text[root] for root in records[place])]
    kept = [place for place in range(len(records)) if place not in left]
    if not lines or not kept or (first and lines[0] > kept[0]):
        return ()
    if len({page.nodes[root].parent for record in records for root in record}) > 1:
        return ()
    if any(not _lone_text(page, records[place]) for place in lines):
        return ()
    if len({_make(page, records[place]) for place in lines}) > 1:
        return ()
    ends = [*lines[1:], len(records)]
    if any(not any(line < place < end for place in kept) for line, end in zip(lines, ends, strict=True)):
        return ()
    texts = {place: " ".join(filter(None, (page.text[root] for root in records[place]))) for place in lines}
    return tuple(next((texts[line] for line in reversed(lines) if line < place), None) for place in kept)


def names_of_lists(page: Outline, records: Sequence[Sequence[int]], *, first: bool) -> tuple[str | None, ...]:
    """For every record the one line that its own list or table has above it, where the records lie in several.

    "Red team" above three names, "Blue team" above four: the lines are built alike, and not all say the same. Empty
    where some list has none, or more than one; after the listing's `first` page the first list may go on without.
    """
    starts = [record[0] for record in records]
    up = min((_steps_to(page, one, other) for one, other in pairwise(starts)), default=0)
    around = [_table_around(page, next(islice(page.ancestors(start), up, None), -1)) for start in starts]
    lists = list(dict.fromkeys(around))
    if len(lists) < 2 or -1 in lists:
        return ()
    lines = [_line_above(page, before, own, lists) for before, own in pairwise((-1, *lists))]
    said = [line for line in lines if line is not None]
    if None in lines[not first :] or len({_make(page, (line,)) for line in said}) > 1:
        return ()
    names = {own: page.text[line] for own, line in zip(lists, lines, strict=True) if line is not None}
    return tuple(map(names.get, around)) if len(set(names.values())) > 1 else ()


def _table_around(page: Outline, place: int) -> int:
    """The table that a part of it belongs to, its heads included; anything else is what it is."""
    while place >= 0 and page.nodes[place].tag in _TABLE_PARTS:
        place = page.nodes[place].parent
    return place


def names_between(page: Outline, records: Sequence[Sequence[int]], *, first: bool) -> tuple[str | None, ...]:
    """For every record the one line that stands between the boxes of the records and names those that follow.

    Days along a line of time: each record has a box to itself, and between these stand short lines, all built alike and
    nothing else. Empty where a line has no record below it, or the listing's `first` page does not begin with one.
    """
    starts = [record[0] for record in records]
    holding = next((up for up in page.ancestors(starts[0]) if page.nodes[up].end > starts[-1]), -1) if starts else -1
    kids = [kid for kid in page.kids[holding] if page.text[kid]] if holding >= 0 else []
    own = [_kid_over(page, start, holding) for start in starts]
    boxes = {_kid_over(page, root, holding) for record in records for root in record}
    lines = [kid for kid in kids if kid not in boxes and own[0] < kid < own[-1]]
    if not lines or len(set(own)) < len(starts):
        return ()
    above = [kid for kid in kids if kid < own[0]][-1:]
    lines = [*(kid for kid in above if _make(page, (kid,)) == _make(page, lines[:1])), *lines]
    if first and lines[0] > own[0]:
        return ()
    if any(not _lone_text(page, (line,)) for line in lines) or len({_make(page, (line,)) for line in lines}) > 1:
        return ()
    over = [bisect_right(lines, box) - 1 for box in own]
    if not set(range(len(lines))) <= set(over):
        return ()
    return tuple(page.text[lines[place]] if place >= 0 else None for place in over)


def _kid_over(page: Outline, place: int, holding: int) -> int:
    """The element in `holding` that holds a node, or is it."""
    path = (place, *page.ancestors(place))
    return next((one for one in path if page.nodes[one].parent == holding), -1)


def _steps_to(page: Outline, one: int, other: int) -> int:
    """How many elements around a node do not hold another one behind it."""
    return sum(1 for _ in takewhile(lambda above: page.nodes[above].end <= other, page.ancestors(one)))


def _line_above(page: Outline, before: int, own: int, lists: Collection[int]) -> int | None:
    """The element whose text, a short one, is all that stands above a list in what holds it and no other list."""
    around, place = -1, own
    while (above := page.nodes[place].parent) >= 0:
        around = above
        if any(above < other < page.nodes[above].end for other in lists if other != own):
            break
        if any(page.text[kid] for kid in page.kids[above] if kid < place):
            break
        place = above
    since = page.nodes[before].end if before >= 0 else 0
    said = [kid for kid in page.kids[around] if kid < place and kid >= since and page.text[kid]] if around >= 0 else []
    shared = any(around < other < page.nodes[around].end for other in lists if other != own)
    if shared and before < 0:
        said = said[-1:]  # above the first list stands what the page says of them all, too
    return said[0] if len(said) == 1 and _lone_text(page, said) else None


def _lone_text(page: Outline, roots: Sequence[int]) -> bool:
    """Whether these nodes have one text, and that a short one."""
    texts = [index for root in roots for index in page.below(root) if page.nodes[index].tag == "#text"]
    return len([index for index in texts if page.text[index]]) == 1 and len(page.text[roots[0]]) <= _LONG


def _make(page: Outline, roots: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The elements that they are made of."""
    return tuple((page.nodes[root].tag, page.nodes[root].attributes.get("class", "")) for root in roots)
