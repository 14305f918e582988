"""What the lines above records say of them: a day and the time within it, a district, a group line of a table."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from webdart.extract.columns.draft import Draft
from webdart.extract.page import Page
from webdart.extract.page.tree import BLOCKS
from webdart.extract.segment import Candidate
from webdart.page.context_lines import context_lines

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
_LONGEST = 120  # letters of a heading
_HEADS = frozenset({"thead", "th"})


def context(page: Page, candidate: Candidate) -> Iterator[Draft]:
    """The nearest heading before each record, and the columns of lines between the records, where they change."""
    firsts = [record[0] for record in candidate.roots]
    if len(firsts) < 2:
        return
    outer = page.common([*firsts, candidate.roots[-1][-1]])
    seen: set[tuple[str | None, ...]] = set()
    for key, nodes in _columns(page, candidate, firsts, outer):
        values = tuple(page.text_of(node) or None if node >= 0 else None for node in nodes)
        if len({value for value in values if value}) > 1 and values not in seen:
            seen.add(values)
            yield Draft(key=f"context:{key}", source="text", values=values, nodes=nodes, parts=[], derived="context")


def _columns(
    page: Page, candidate: Candidate, firsts: Sequence[int], outer: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """By key, the line above each record: headings, rows of a table that head others, and lines of each path."""
    yield "heading", _nearest(firsts, _headings(page, candidate, outer))
    if candidate.groups:
        yield "group", _nearest(firsts, candidate.groups)
    for line in context_lines(_Lines(page), candidate.roots):
        yield line.path, line.nodes


def _headings(page: Page, candidate: Candidate, outer: int) -> list[int]:
    within = {index for record in candidate.roots for node in record for index in range(node, page.ends[node])}
    return [
        index
        for index in range(outer, page.ends[outer])
        if page.tags[index] in _HEADINGS and index not in within and 0 < len(page.text_of(index)) <= _LONGEST
    ]


def _nearest(firsts: Sequence[int], marks: Sequence[int]) -> tuple[int, ...]:
    """For each record the last of some nodes before it, -1 where there is none."""
    places = (bisect_left(marks, first) for first in firsts)
    return tuple(marks[place - 1] if place else -1 for place in places)


class _Lines:
    """A page as lines above records are looked for in it; implements `webdart.page.context_lines.Tree`."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def kids(self, node: int) -> Sequence[int]:
        """Without the heads of tables."""
        return [kid for kid in self._page.children[node] if self._page.tags[kid] not in _HEADS]

    def parent(self, node: int) -> int:
        """The element above."""
        return self._page.parents[node]

    def end(self, node: int) -> int:
        """The first node behind it."""
        return self._page.ends[node]

    def text(self, node: int) -> str:
        """What is shown below it."""
        return self._page.text_of(node) if self._page.count_texts(node) else ""

    def step(self, node: int) -> str:
        """The tag and the classes that say what it is."""
        return ".".join((self._page.tags[node], *self._page.classes[node]))

    def is_line(self, node: int) -> bool:
        """Whether it has one text, is a heading, or begins no other line within."""
        page = self._page
        if page.count_texts(node) == 1 or page.tags[node] in _HEADINGS:
            return True
        return not any(tag in BLOCKS for tag in page.tags[node + 1 : page.ends[node]])
