"""Grows a template record by record; children are matched in order by dynamic programming."""

from collections import defaultdict
from collections.abc import Sequence

from webdart.extract.align.likeness import Likeness
from webdart.extract.align.template import Template
from webdart.extract.page import Page
from webdart.extract.segment import Candidate

_START = 0.9  # by size, the place of the record that the template begins with: neither the first nor an outlier
_MOST_PAIRS = 40_000  # pairs of children that are compared; longer lists are matched by place
_CELLS = frozenset({"td", "th"})
Key = tuple[tuple[int, ...], tuple[str, ...]]


def align(page: Page, candidate: Candidate, likeness: Likeness | None = None) -> Template:
    """The template of a candidate, with every node of every record in its place."""
    template = Template(page, len(candidate))
    merger = _Merger(page, candidate, template, likeness or Likeness(page))
    for records in merger.classes():
        merger.merge(records)
    return template


class _Merger:
    def __init__(self, page: Page, candidate: Candidate, template: Template, likeness: Likeness) -> None:
        self._page = page
        self._candidate = candidate
        self._template = template
        self._likeness = likeness
        self._placed: list[tuple[int, int]] = []
        self._shift = 0.0

    def classes(self) -> list[list[int]]:
        """The records by exact structure and labels, that of the start record first."""
        groups: dict[Key | int, list[int]] = defaultdict(list)
        roots = self._candidate.roots
        for number, record in enumerate(roots):
            spanned = any(node in self._candidate.spanned for node in record)
            groups[number if spanned else self._key(record)].append(number)
        order = sorted(range(len(roots)), key=lambda number: (self._size(roots[number]), number))
        start = order[int(_START * (len(order) - 1))]
        return sorted(groups.values(), key=lambda records: (start not in records, records[0]))

    def _size(self, record: Sequence[int]) -> int:
        return self._page.text_counts[self._page.ends[record[-1]]] - self._page.text_counts[record[0]]

    def _key(self, record: Sequence[int]) -> Key:
        of, ends, labels = self._page.shapes.of, self._page.ends, self._likeness.text_labels
        said = (label for node in record for label in labels[node : ends[node]] if label)
        return tuple([of[node] for node in record]), tuple(said)

    def merge(self, records: Sequence[int]) -> None:
        """Merge records of one structure: the first is matched, the others follow it node by node."""
        first = self._candidate.roots[records[0]]
        self._placed = []
        self._shift = self._shift_of(first)
        self._match(0, first)
        instances = self._template.instances
        for part, node in self._placed:
            instances[part][records[0]] = node
        ranges = [(node, self._page.ends[node]) for node in first]
        for number in records[1:]:
            moved = [other - node for node, other in zip(first, self._candidate.roots[number], strict=True)]
            for part, node in self._placed:
                place = next(at for at, (begin, end) in enumerate(ranges) if begin <= node < end) if moved[1:] else 0
                instances[part][number] = node + moved[place]

    def _shift_of(self, record: Sequence[int]) -> float:
        boxes, faces = self._page.boxes, self._template.children[0]
        if boxes is None or not faces:
            return 0.0
        return boxes[record[0]][0] - boxes[self._template.faces[faces[0]]][0]

    def _match(self, part: int, nodes: Sequence[int]) -> None:
        """Give every node of a list its part below `part`, new ones where none fits."""
        template = self._template
        parts = template.children[part]
        pairs = self._pairs(parts, nodes)
        place = -1
        for node, matched in zip(nodes, pairs, strict=True):
            if matched < 0:
                number = template.add(part, place, node, self._candidate.grid.get(node, -1))
                place += 1
            else:
                number = matched
                place = parts.index(matched, max(place, 0)) if place < len(parts) else place
            self._placed.append((number, node))
            below = self._below(node)
            if below:
                self._match(number, below)

    def locate(self, nodes: Sequence[int]) -> list[tuple[int, int]]:
        """The parts of nodes that are not merged, children matched by place where they are as many."""
        found: list[tuple[int, int]] = []
        waiting = [(0, list(nodes))]
        while waiting:
            part, below = waiting.pop()
            parts = self._template.children[part]
            same = len(parts) == len(below)
            pairs = list(parts) if same else self._pairs(parts, below) if below else []
            for node, matched in zip(below, pairs, strict=True):
                if matched >= 0:
                    found.append((matched, node))
                    waiting.append((matched, list(self._page.children[node])))
        return found

    def _below(self, node: int) -> Sequence[int]:
        spanned = self._candidate.spanned.get(node)
        if not spanned:
            return self._page.children[node]
        grid = self._candidate.grid
        return sorted((*self._page.children[node], *spanned), key=lambda cell: grid.get(cell, -1))

    def _pairs(self, parts: Sequence[int], nodes: Sequence[int]) -> list[int]:
        """For every node the part that it is, -1 where it is a new one."""
        if not parts:
            return [-1] * len(nodes)
        if self._page.tags[nodes[0]] in _CELLS and nodes[0] in self._candidate.grid:
            by_column = {self._template.cells[part]: part for part in parts}
            return [by_column.get(self._candidate.grid.get(node, -2), -1) for node in nodes]
        if self._alike(parts, nodes):
            return list(parts)
        if len(parts) * len(nodes) > _MOST_PAIRS:
            return self._by_place(parts, nodes)
        return self._best(parts, nodes)

    def _alike(self, parts: Sequence[int], nodes: Sequence[int]) -> bool:
        """Whether tags and classes are the same one by one, and no label speaks against it."""
        if len(parts) != len(nodes):
            return False
        tags, classes, faces = self._page.tags, self._page.classes, self._template.faces
        for part, node in zip(parts, nodes, strict=True):
            face = faces[part]
            if tags[face] != tags[node] or classes[face] != classes[node] or self._likeness.conflict(face, node):
                return False
        return True

    def _by_place(self, parts: Sequence[int], nodes: Sequence[int]) -> list[int]:
        tags, faces = self._page.tags, self._template.faces
        waiting = list(parts)
        found: list[int] = []
        for node in nodes:
            place = next((at for at, part in enumerate(waiting) if tags[faces[part]] == tags[node]), -1)
            found.append(waiting[place] if place >= 0 else -1)
            waiting = waiting[place + 1 :] if place >= 0 else waiting
        return found

    def _best(self, parts: Sequence[int], nodes: Sequence[int]) -> list[int]:
        """The order-keeping match of greatest likeness in all."""
        least, faces, score = self._likeness.least, self._template.faces, self._likeness.score
        scores = [[score(faces[part], node, self._shift) for node in nodes] for part in parts]
        rows, columns = len(parts), len(nodes)
        best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
        for row in range(rows - 1, -1, -1):
            line, below, given = best[row], best[row + 1], scores[row]
            for column in range(columns - 1, -1, -1):
                value = max(below[column], line[column + 1])
                if given[column] >= least:
                    value = max(value, given[column] + below[column + 1])
                line[column] = value
        found = [-1] * columns
        row = column = 0
        while row < rows and column < columns:
            here = best[row][column]
            if scores[row][column] >= least and here == scores[row][column] + best[row + 1][column + 1]:
                found[column] = parts[row]
                row, column = row + 1, column + 1
            elif here == best[row + 1][column]:
                row += 1
            else:
                column += 1
        return found


def locate(page: Page, candidate: Candidate, template: Template, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Which part each node below a record that was left out would be; nothing is added to the template."""
    merger = _Merger(page, candidate, template, Likeness(page))
    return merger.locate(nodes)
