"""Finds the lines between records that say something of all that follow: a day, a time within it, a team, a shelf.

A line is a short text outside of the records, in what holds them all. Lines that stand at one path of tags and classes
are one column of the records below them; several such columns nest, as times do within days.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from webdart.records.structure.outline import BLOCKS, Outline

_LONG = 80  # characters, more than a heading has
_HEADS = frozenset({"thead", "th"})
_PARTS = frozenset({"tbody", "thead", "tfoot"})


class ContextLine(Struct, frozen=True):
    """For each record the node of the line that is above it, -1 where there is none; `path` is where such lines are."""

    path: str
    nodes: tuple[int, ...]

    def texts(self, page: Outline) -> tuple[str | None, ...]:
        """What the line above each record says."""
        return tuple(page.text[node] if node >= 0 else None for node in self.nodes)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len({node for node in self.nodes if node >= 0})


def context_lines(
    page: Outline, records: Sequence[Sequence[int]], known: Collection[str] | None = None
) -> tuple[ContextLine, ...]:
    """The columns of lines above some records, the innermost first; they change from group to group.

    Each line has a record below it before the next one at that path. A path at which only some groups have a line holds
    for the groups after it if no line comes twice (days), and else says nothing (notes). On a listing's first page the
    first record has a line above it, and at least two lines differ; on later ones the lines of `known` paths may not.
    """
    starts = sorted(record[0] for record in records)
    outer = _holder(page, records)
    if outer < 0 or len(starts) < 2:
        return ()
    held = _Held(page, outer, records)
    found: list[ContextLine] = []
    for path, every in held.lines().items():
        before = [line for line in every if line < starts[0]]
        lines = [*before[-1:], *every[len(before) :]]
        texts = [page.text[line] for line in lines]
        if max(map(len, texts)) > _LONG or (known is None and not before):
            continue
        if len(set(texts)) < 2 and path not in (known or ()):
            continue
        over = [bisect_right(lines, record[0]) - 1 for record in records]
        if not set(range(len(lines))) <= set(over):
            continue
        if len(set(texts)) < len(texts) and not held.all_have(lines):
            continue
        found.append(ContextLine(path, tuple(lines[place] if place >= 0 else -1 for place in over)))
    return tuple(sorted(found, key=lambda line: (-line.count, -max(line.nodes))))


def _holder(page: Outline, records: Sequence[Sequence[int]]) -> int:
    """The innermost element that holds all records, and is none of them."""
    roots = [root for record in records for root in record]
    if not roots:
        return -1
    last = max(roots)
    return next((up for up in page.ancestors(min(roots)) if page.nodes[up].end > last), -1)


class _Held:
    """What an element holds that has the records, beside these."""

    def __init__(self, page: Outline, outer: int, records: Sequence[Sequence[int]]) -> None:
        self._page, self._outer = page, outer
        self._roots = sorted({root for record in records for root in record})

    def _has_records(self, node: int) -> bool:
        place = bisect_left(self._roots, node)
        return place < len(self._roots) and self._roots[place] < self._page.nodes[node].end

    def lines(self) -> Mapping[str, list[int]]:
        """The lines by path, in order."""
        found: dict[str, list[int]] = {}
        for line in self._below(self._outer):
            found.setdefault(self._path(line), []).append(line)
        return found

    def _below(self, around: int) -> Iterator[int]:
        page = self._page
        for kid in page.kids[around]:
            if not page.text[kid] or page.chrome[kid] or page.nodes[kid].tag in _HEADS:
                continue
            if self._has_records(kid):
                if kid not in self._roots:
                    yield from self._below(kid)
            elif self._is_line(kid):
                yield kid
            else:
                yield from self._below(kid)

    def _is_line(self, node: int) -> bool:
        """Whether an element has one text, or is the innermost that begins a line of its own."""
        page = self._page
        if page.leaves[node] == 1 or page.nodes[node].tag == "#text" or page.level(node):
            return True
        return not any(inner.tag in BLOCKS for inner in page.nodes[node + 1 : page.nodes[node].end])

    def _path(self, line: int) -> str:
        page, steps, place = self._page, list[str](), line
        while place != self._outer:
            steps.append(page.named(place))
            place = page.nodes[place].parent
        return "/".join(reversed(steps))

    def all_have(self, lines: Sequence[int]) -> bool:
        """Whether each element that stands where those of the lines do, and has records, has a line."""
        groups = {self._group(line) for line in lines}
        if self._outer in groups:
            return True
        kinds = {self._page.step[group] for group in groups}
        beside = {kid for group in groups for kid in self._record_kids(self._page.nodes[group].parent)}
        alike = [kid for kid in beside if self._page.step[kid] in kinds]
        return all(any(kid < line < self._page.nodes[kid].end for line in lines) for kid in alike)

    def _group(self, line: int) -> int:
        """The element around a line that has records, as others beside it do; the outer one where none is such."""
        around = (up for up in self._page.ancestors(line) if self._has_records(up))
        return next((up for up in around if up == self._outer or self._is_one_of_several(up)), self._outer)

    def _is_one_of_several(self, node: int) -> bool:
        return len(self._record_kids(self._page.nodes[node].parent)) > 1

    def _record_kids(self, around: int) -> list[int]:
        return [kid for kid in self._page.kids[around] if self._has_records(kid)]
