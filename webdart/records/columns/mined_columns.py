"""Mines the columns of a region: cells under heads, elements of one path, texts beside a label.

A column runs over all records. Its key is a label where it has one, else the path of tags and stable classes inside
the record, so that it means the same on the listing's next page.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from webdart.page.markup import EMPHASIS
from webdart.page.model import Node
from webdart.records.coerce.signs import rating_of_classes
from webdart.records.coerce.stars import is_star
from webdart.records.columns.running_text import is_running
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

Hit = tuple[int, str | None]
"""A node, and the part of its text that is meant (None: all of it)."""

Tier = Literal["at", "label", "told", "name", "mark", "words", "type"]
"""How a field's column was named, the surest first; `told`: by a model, where nothing else decided."""

Source = Literal["head", "label", "path", "either", "loose", "place", "only"]

_MAX_LEAVES = 40  # an element of more texts is a part of the page, no cell
_MAX_PLACES = 12  # so many equal elements in a record are told apart by their place at most
_BOUNDARY = frozenset({"img", "svg", "input", "time", "meter", "progress", "a"})
_BREAKS = frozenset({"br", "hr", "wbr", "col", "source", "script", "style"})
_TELLING = frozenset({"title", "aria-label", "alt", "content", "datetime", "style"})


@dataclass(frozen=True)
class Column:
    """Hits per record, in the order of the region's records. `labels` are in plain form.

    `leads`: of cells that begin with a link, that is what they say.
    """

    key: str
    source: Source
    hits: tuple[tuple[Hit, ...], ...]
    labels: frozenset[str] = frozenset()
    shown: str = ""
    leads: bool = False

    @cached_property
    def filled(self) -> int:
        """In how many records the column is there."""
        return sum(1 for hits in self.hits if hits)

    @cached_property
    def coverage(self) -> float:
        """The share of records that have it."""
        return self.filled / len(self.hits) if self.hits else 0.0

    @cached_property
    def multiplicity(self) -> float:
        """How often a record that has it has it."""
        return sum(map(len, self.hits)) / self.filled if self.filled else 0.0

    @cached_property
    def nodes(self) -> tuple[tuple[int, ...], ...]:
        """The nodes of the hits, record by record."""
        return tuple([tuple([node for node, _ in hits]) for hits in self.hits])


def mine(page: Outline, region: Region, records: Sequence[int], known: frozenset[str] = frozenset()) -> list[Column]:
    """The columns of some records (by place) of a region, without those that labels inside the records make.

    `known` are keys of earlier pages: in a lone record equal elements are told apart by their place only for those.
    """
    miner = _Miner(page, len(records))
    for place, number in enumerate(records):
        if region.grid is not None:
            row = region.grid.records[number]
            for column, cell in enumerate(row.cells):
                if cell >= 0 and (column == 0 or row.cells[column - 1] != cell):
                    miner.walk(place, cell, f"col{column}")
            roots = tuple(root for root in row.rows[1:] if root not in row.cells)
        else:
            roots = region.records[number]
        leading = _leading(page, region, roots)
        for root in roots:
            if region.tops:
                miner.walk_below(place, region.tops[number], root)
                continue
            prefix = page.nodes[root].tag if root != leading or region.grid is not None else ""
            miner.walk(place, root, prefix)
    heads = _cells(page, region, records) if region.grid is not None else []
    return [*heads, *miner.columns(frozenset(column.nodes for column in heads), known)]


def _leading(page: Outline, region: Region, roots: Sequence[int]) -> int:
    """The part that a record begins with: where only rules part them, the first of the kind that most begin with."""
    if region.kind != "parted":
        return roots[0] if roots else -1
    kind, _ = Counter((page.nodes[own[0]].tag, page.step[own[0]]) for own in region.records).most_common(1)[0]
    return next((root for root in roots if (page.nodes[root].tag, page.step[root]) == kind), -1)


def _cells(page: Outline, region: Region, records: Sequence[int]) -> list[Column]:
    """The columns of a table, each cell whole."""
    grid = region.grid
    if grid is None:
        return []
    found: list[Column] = []
    for number, labels in enumerate(grid.labels):
        hits: list[tuple[Hit, ...]] = []
        for place in records:
            cell = grid.records[place].cells[number]
            hits.append(((cell, None),) if cell >= 0 else ())
        key = f"head:{labels[0]}" if labels else f"cell:{number}"
        if any(column.key == key for column in found):
            key = f"{key}#{number}"
        running = is_running(page, (one[0][0] for one in hits if one))
        found.append(Column(key, "head", tuple(hits), frozenset(labels), grid.shown[number], leads=not running))
    return found


class _Miner:
    """Gathers, record by record, where each path of tags (with and without classes) leads."""

    def __init__(self, page: Outline, records: int) -> None:
        self._page = page
        self._records = records
        self._ids: dict[tuple[int, int | str], int] = {}
        self._keys: list[str] = [""]
        self._strict: dict[int, dict[int, list[int]]] = {}
        self._above: dict[int, tuple[int, str]] = {}  # strict path → the one above it, and the tag that it adds
        self._pictured: dict[int, dict[int, list[int]]] = {}  # by strict path: elements that only a picture fills

    def _id(self, above: int, step: int | str, name: str) -> int:
        number = self._ids.get((above, step))
        return self._new(above, step, name) if number is None else number

    def _new(self, above: int, step: int | str, name: str) -> int:
        number = self._ids[above, step] = len(self._keys)
        self._keys.append(f"{self._keys[above]}/{name}" if self._keys[above] else name)
        return number

    def walk(self, place: int, root: int, prefix: str) -> None:
        """Add a root of the record at `place`."""
        self._walk(place, root, self._id(0, prefix, prefix) if prefix else 0)

    def walk_below(self, place: int, top: int, root: int) -> None:
        """Add a part of the record at `place`, by its path from the record's element."""
        page, strict = self._page, 0
        chain = [root, *page.ancestors(root)]
        for index in reversed(chain[: chain.index(top)]):
            tag, above = page.nodes[index].tag, strict
            strict = self._id(above, page.step[index] or tag, page.named(index))
            self._above[strict] = (above, tag)
        self._walk(place, root, strict)

    def _walk(self, place: int, root: int, strict: int) -> None:
        page = self._page
        nodes, leaves, text, step, ids = page.nodes, page.leaves, page.text, page.step, self._ids
        above = {root: strict}
        self._add(place, root, strict)
        index, end = root + 1, nodes[root].end
        while index < end:
            if page.skipped[index]:
                index = nodes[index].end
                continue
            node = nodes[index]
            upper = above[node.parent]
            if node.tag == "#text":
                if len(page.kids[node.parent]) > 1 and not (page.within_word(index) or page.has_raised_cents(index)):
                    self._add(place, index, self._id(upper, "#text", "#text"))
                    self._above[self._id(upper, "#text", "#text")] = (upper, "#text")
            else:
                tag = node.tag
                known = ids.get((upper, step[index]))
                if known is None:
                    known = self._new(upper, step[index], page.named(index))
                    self._above[known] = (upper, tag)
                above[index] = strict = known
                held = text[index] and leaves[index] <= _MAX_LEAVES
                if held or tag in _BOUNDARY or _holds_place(node) or (not text[index] and self._stars(index) > 1):
                    self._add(place, index, strict)
                elif not text[index] and (
                    self._stars(index) or any(map(_is_picture, nodes[index + 1 : node.end]))
                ):  # a lone star is a rating where other records have a row of them
                    self._pictured.setdefault(strict, {}).setdefault(place, []).append(index)
            index += 1

    def _stars(self, index: int) -> int:
        """How many stars stand in an element."""
        below = (self._page.nodes[kid] for kid in self._page.kids[index])
        return sum(is_star(kid.attributes.get("class", "")) for kid in below)

    def _add(self, place: int, index: int, strict: int) -> None:
        by_record = self._strict.get(strict)
        if by_record is None:
            self._strict[strict] = {place: [index]}
        elif place in by_record:
            by_record[place].append(index)
        else:
            by_record[place] = [index]

    def _loosened(self) -> dict[int, dict[int, list[int]]]:
        """Where the paths lead without their classes: what several paths have in common."""
        loose: dict[int, int] = {}

        def loosely(strict: int) -> int:
            if strict not in self._above:
                return strict  # a root's own
            if strict not in loose:
                upper, tag = self._above[strict]
                loose[strict] = self._id(loosely(upper), tag, tag if tag == "#text" else tag + "*")
            return loose[strict]

        found: dict[int, dict[int, list[int]]] = {}
        for strict, by_record in self._strict.items():
            number = loosely(strict)
            if number not in found:
                found[number] = by_record
                continue
            both = found[number]
            found[number] = {
                place: sorted((*both.get(place, ()), *by_record.get(place, ()))) for place in (*both, *by_record)
            }
        return found

    def _in_turn(self) -> dict[int, dict[int, list[int]]]:
        """Where paths lead that are one but for emphasis, each record having one of them: a price, or a special one."""
        plain: dict[int, int] = {}

        def plainly(strict: int) -> int:
            if strict not in self._above:
                return strict
            if strict not in plain:
                upper, _ = self._above[strict]
                name = self._keys[strict][len(self._keys[upper]) :].lstrip("/")
                above = plainly(upper)
                plain[strict] = above if name in EMPHASIS else self._id(above, f"={name}", name)
            return plain[strict]

        joined: dict[int, list[dict[int, list[int]]]] = {}
        for strict, by_record in tuple(self._strict.items()):
            if strict in self._above and self._above[strict][1] not in {"#text", *EMPHASIS}:
                joined.setdefault(plainly(strict), []).append(by_record)
        found: dict[int, dict[int, list[int]]] = {}
        for number, parts in joined.items():
            records = [place for part in parts for place in part]
            if len(parts) > 1 and len(set(records)) == len(records):
                found[number] = {place: nodes for part in parts for place, nodes in part.items()}
        return found

    def columns(self, whole: frozenset[tuple[tuple[int, ...], ...]], known: frozenset[str]) -> list[Column]:
        """Every column, strict paths first; a loose one only where it says something else."""
        found: list[Column] = []
        seen = set(whole)
        loose = self._loosened()
        for number, by_record in self._pictured.items():
            if number in self._strict:  # of other records it has a text, or several stars
                self._strict[number] = by_record | self._strict[number]
        groups: tuple[tuple[Source, dict[int, dict[int, list[int]]]], ...] = (
            ("path", self._strict),
            ("either", self._in_turn()),
            ("loose", loose),
        )
        for source, table in groups:
            for number, by_record in table.items():
                nodes = tuple([tuple(by_record.get(place, ())) for place in range(self._records)])
                if nodes in seen:
                    continue
                seen.add(nodes)
                key = f"{source}:{self._keys[number]}"
                found.append(Column(key, source, tuple([tuple([(n, None) for n in hits]) for hits in nodes])))
                found.extend(column for column in _by_place(key, nodes) if len(nodes) > 1 or column.key in known)
        return found


def is_drawn(node: Node) -> bool:
    """Whether an element draws a rating: a star, or a bar of some width."""
    return is_star(node.attributes.get("class", "")) or "width" in node.attributes.get("style", "")


def _holds_place(node: Node) -> bool:
    """An element without a text that says something by an attribute, or stands empty where others have a text."""
    if node.end == node.index + 1 and node.tag not in _BREAKS:
        return True
    attributes = node.attributes
    if not attributes:
        return False
    if "class" in attributes and rating_of_classes(tuple(attributes["class"].split())) is not None:
        return True
    return not _TELLING.isdisjoint(attributes)


def _is_picture(node: Node) -> bool:
    """Whether a picture says something by its name or its classes."""
    if node.role == "img" and (node.name or any(node.attributes.get(name) for name in ("aria-label", "title", "alt"))):
        return True
    return "class" in node.attributes and rating_of_classes(tuple(node.attributes["class"].split())) is not None


def _by_place(key: str, nodes: Sequence[Sequence[int]]) -> Iterable[Column]:
    """Equal elements told apart by their place, where every record has the same number of them."""
    counts = {len(hits) for hits in nodes}
    if len(counts) != 1:
        return
    count = counts.pop()
    if 2 <= count <= _MAX_PLACES:
        for place in range(count):
            hits = tuple(((found[place], None),) for found in nodes)
            yield Column(f"{key}[{place + 1}/{count}]", "place", hits)
