"""Finds the lines between records that say something of all that follow: a day, a time within it, a team, a shelf.

A line is a short text outside of the records, in what holds them all. Lines that stand at one path of tags and classes
are one column of the records below them; several such columns nest, as times do within days.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

_LONG = 80  # characters, more than a heading has


class Tree(Protocol):
    """A page as this module asks it; nodes are numbered in document order, -1 is none."""

    def kids(self, node: int) -> Sequence[int]:
        """The nodes right below one that may hold content."""
        ...

    def parent(self, node: int) -> int:
        """The node above."""
        ...

    def end(self, node: int) -> int:
        """The first node behind all that are below this one."""
        ...

    def text(self, node: int) -> str:
        """What a person sees below a node."""
        ...

    def step(self, node: int) -> str:
        """The tag of a node and the classes that say what it is."""
        ...

    def is_line(self, node: int) -> bool:
        """Whether what a node says is one line."""
        ...


class ContextLine(Struct, frozen=True):
    """For each record the node of the line that is above it, -1 where there is none; `path` is where such lines are."""

    path: str
    nodes: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len({node for node in self.nodes if node >= 0})


def context_lines(
    tree: Tree, records: Sequence[Sequence[int]], known: Collection[str] | None = None
) -> tuple[ContextLine, ...]:
    """The columns of lines above some records, the innermost first, of equal ones the upper; they change by group.

    Each line has a record below it before the next one at that path, or what holds them is empty. A path at which only
    some groups have a line holds for the groups after it if no line comes twice (days), and else says nothing (notes).
    On a listing's first page the first record has a line above it, and at least two lines differ; on later ones the
    lines of `known` paths may not.
    """
    starts = sorted(record[0] for record in records)
    outer = _holder(tree, records)
    if outer < 0 or len(starts) < 2:
        return ()
    held = _Held(tree, outer, records)
    found: list[ContextLine] = []
    for path, every in held.lines().items():
        before = [line for line in every if line < starts[0]]
        lines = [*before[-1:], *every[len(before) :]]
        texts = [tree.text(line) for line in lines]
        if max(map(len, texts)) > _LONG or (known is None and not before):
            continue
        if len(set(texts)) < 2 and path not in (known or ()):
            continue
        over = [bisect_right(lines, record[0]) - 1 for record in records]
        if not all(place in over or held.heads_nothing(lines, place, over) for place in range(len(lines))):
            continue
        if len(set(texts)) < len(texts) and not held.all_have(lines):
            continue
        found.append(ContextLine(path, tuple(lines[place] if place >= 0 else -1 for place in over)))
    return tuple(sorted(found, key=lambda line: (-line.count, min(node for node in line.nodes if node >= 0))))


def _holder(tree: Tree, records: Sequence[Sequence[int]]) -> int:
    """The innermost element that holds all records, and is none of them."""
    roots = [root for record in records for root in record]
    if not roots:
        return -1
    last = max(roots)
    return next((up for up in _around(tree, min(roots)) if tree.end(up) > last), -1)


def _around(tree: Tree, node: int) -> Iterator[int]:
    """The elements around a node, the nearest first."""
    place = tree.parent(node)
    while place >= 0:
        yield place
        place = tree.parent(place)


class _Held:
    """What an element holds that has the records, beside these."""

    def __init__(self, tree: Tree, outer: int, records: Sequence[Sequence[int]]) -> None:
        self._tree, self._outer = tree, outer
        self._records = frozenset(root for record in records for root in record)
        self._roots = sorted(self._records)
        self._kids: dict[int, Sequence[int]] = {}  # by element: those below it that have records

    def _has_records(self, node: int) -> bool:
        place = bisect_left(self._roots, node)
        return place < len(self._roots) and self._roots[place] < self._tree.end(node)

    def lines(self) -> Mapping[str, list[int]]:
        """The lines by path, in order.

        None where all are parts of groups without records, and the same parts of other groups hold these: they are what
        the other groups have in the place of records.
        """
        found: dict[str, list[int]] = {}
        heading, around = set[str](), set[str]()
        ahead = [(kid, "", False) for kid in reversed(self._tree.kids(self._outer))]
        while ahead:  # pages are nested deeper than functions may be
            node, above, empty = ahead.pop()
            holding = self._has_records(node)
            if node in self._records or not (holding or self._tree.text(node)):
                continue
            path = f"{above}/{self._tree.step(node)}" if above else self._tree.step(node)
            around |= {path} if holding else set()
            if not holding and self._tree.is_line(node) and not self._is_empty_group(node):
                found.setdefault(path, []).append(node)
                heading |= set() if empty else {path}
            else:
                empty = empty or (not holding and self._is_alike(node) and self._says_several(node))
                ahead += [(kid, path, empty) for kid in reversed(self._tree.kids(node))]
        return {path: nodes for path, nodes in found.items() if path in heading or path not in around}

    def _is_empty_group(self, node: int) -> bool:
        """Whether an element that has others is built as one beside it that has records: its line heads nothing."""
        return len(self._tree.kids(node)) > 1 and self._is_alike(node)

    def _is_alike(self, node: int) -> bool:
        """Whether an element is built as one beside it that has records."""
        step = self._tree.step
        return any(kid != node and step(kid) == step(node) for kid in self._record_kids(self._tree.parent(node)))

    def _says_several(self, node: int) -> bool:
        """Whether an element has several texts, as a group has, and not that of a line alone."""
        said = [node]
        while len(said) == 1:
            said = [kid for kid in self._tree.kids(said[0]) if self._tree.text(kid)]
        return len(said) > 1

    def heads_nothing(self, lines: Sequence[int], place: int, over: Collection[int]) -> bool:
        """Whether what stands right behind a line is built as what has the records of others, and has none."""
        mine = self._behind(lines[place])
        theirs = {self._behind(lines[other]) for other in over if other >= 0}
        kinds = {self._tree.step(node) for node in theirs if node >= 0 and self._has_records(node)}
        return -1 not in {mine, *theirs} and kinds == {self._tree.step(mine)} and not self._has_records(mine)

    def _behind(self, line: int) -> int:
        """What stands right behind a line in the same element, -1 for nothing."""
        around = self._tree.parent(line)
        return next((kid for kid in self._tree.kids(around) if kid > line), -1) if around >= 0 else -1

    def all_have(self, lines: Sequence[int]) -> bool:
        """Whether each element that stands where those of the lines do, and has records, has a line."""
        groups = {self._group(line) for line in lines}
        if self._outer in groups:
            return True
        kinds = {self._tree.step(group) for group in groups}
        beside = {kid for group in groups for kid in self._record_kids(self._tree.parent(group))}
        alike = [kid for kid in beside if self._tree.step(kid) in kinds]
        behind = {kid: bisect_right(lines, kid) for kid in alike}
        return all(place < len(lines) and lines[place] < self._tree.end(kid) for kid, place in behind.items())

    def _group(self, line: int) -> int:
        """The element around a line that has records, as others beside it do; the outer one where none is such."""
        around = (up for up in _around(self._tree, line) if self._has_records(up))
        return next((up for up in around if up == self._outer or self._is_one_of_several(up)), self._outer)

    def _is_one_of_several(self, node: int) -> bool:
        return len(self._record_kids(self._tree.parent(node))) > 1

    def _record_kids(self, around: int) -> Sequence[int]:
        if around not in self._kids:
            self._kids[around] = [kid for kid in self._tree.kids(around) if self._has_records(kid)]
        return self._kids[around]
