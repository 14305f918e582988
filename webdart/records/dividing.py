"""Which lines between records are headings of those that follow, though nothing marks them up as such?

A row of a table with the day in its first cell and nothing in the others, an entry of a list that only says "March":
they are left out as no records, and a field that is read `from: heading` means them.
"""

from collections.abc import Collection, Sequence

from webdart.records.outline import Outline

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


def _lone_text(page: Outline, roots: Sequence[int]) -> bool:
    """Whether these nodes have one text, and that a short one."""
    texts = [index for root in roots for index in page.below(root) if page.nodes[index].tag == "#text"]
    return len([index for index in texts if page.text[index]]) == 1 and len(page.text[roots[0]]) <= _LONG


def _make(page: Outline, roots: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The elements that they are made of."""
    return tuple((page.nodes[root].tag, page.nodes[root].attributes.get("class", "")) for root in roots)
