"""What the headings above records say of them: a day, a district, a group line of a table."""

from collections.abc import Iterator, Sequence

from webdart.extract.columns.draft import Draft
from webdart.extract.page import Page
from webdart.extract.segment import Candidate

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
_LONGEST = 120  # letters of a heading


def context(page: Page, candidate: Candidate) -> Iterator[Draft]:
    """The nearest heading before each record, and the nearest line between the records, where they change."""
    firsts = [record[0] for record in candidate.roots]
    if len(firsts) < 2:
        return
    outer = page.common([*firsts, candidate.roots[-1][-1]])
    for source, marks in (("heading", _headings(page, candidate, outer)), ("group", _lines(page, candidate))):
        values, nodes = _nearest(page, firsts, marks)
        if len({value for value in values if value}) > 1 or (source == "group" and any(values)):
            key = f"context:{source}"
            yield Draft(key=key, source="text", values=values, nodes=nodes, parts=[], derived="context")


def _headings(page: Page, candidate: Candidate, outer: int) -> list[int]:
    within = _within(page, candidate)
    return [
        index
        for index in range(outer, page.ends[outer])
        if page.tags[index] in _HEADINGS and index not in within and 0 < len(page.text_of(index)) <= _LONGEST
    ]


def _within(page: Page, candidate: Candidate) -> set[int]:
    return {index for record in candidate.roots for node in record for index in range(node, page.ends[node])}


def _lines(page: Page, candidate: Candidate) -> list[int]:
    """Siblings between the records that are none themselves, alike among each other."""
    if candidate.groups:
        return list(candidate.groups)
    records = {node for record in candidate.roots for node in record}
    parents = {page.parents[record[0]] for record in candidate.roots}
    if len(parents) > 1:
        return []
    (parent,) = parents
    first, last = candidate.roots[0][0], candidate.roots[-1][0]
    between = [
        child
        for child in page.children[parent]
        if child < last and child not in records and 0 < len(page.text_of(child)) <= _LONGEST
    ]
    before = [child for child in between if child < first][-1:]
    return [*before, *(child for child in between if child > first)]


def _nearest(page: Page, firsts: Sequence[int], marks: Sequence[int]) -> tuple[tuple[str | None, ...], tuple[int, ...]]:
    values: list[str | None] = []
    nodes: list[int] = []
    place, current = 0, -1
    for first in firsts:
        while place < len(marks) and marks[place] < first:
            current = marks[place]
            place += 1
        values.append(page.text_of(current) or None if current >= 0 else None)
        nodes.append(current)
    return tuple(values), tuple(nodes)
