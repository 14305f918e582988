"""Writes CSS selectors for the records and the parts of a set, and tells what they hit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT

_IDENT = re.compile(r"-?[A-Za-z_][\w-]*")
_MOST_STEPS = 4
_CELLS = frozenset({"td", "th"})


@dataclass(frozen=True, slots=True)
class Step:
    """One compound of a selector: a tag with classes, perhaps the place among its siblings."""

    tag: str
    classes: tuple[str, ...] = ()
    place: int = 0
    since: int = 0  # the first place of those that it selects
    id: str = ""

    def __str__(self) -> str:
        nth = f":nth-child({self.place})" if self.place else f":nth-child(n+{self.since})" if self.since else ""
        if self.id:
            return f"#{self.id}"
        return self.tag + "".join(f".{one}" for one in self.classes) + nth


@dataclass(frozen=True, slots=True)
class Selector:
    """Steps from outer to inner, each the child of the one before."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return " > ".join(map(str, self.steps))

    def hits(self, page: Page) -> list[int]:
        """The elements that it selects, in order."""
        return [index for index in page.by_tag.get(self.steps[-1].tag, ()) if self._fits(page, index)]

    def since(self, place: int) -> "Selector":
        """The same without the siblings before a place."""
        return Selector((*self.steps[:-1], replace(self.steps[-1], since=place)))

    def _fits(self, page: Page, index: int) -> bool:
        for step in reversed(self.steps):
            if index < 0 or not _fits(page, index, step):
                return False
            index = page.parents[index]
        return True


def _fits(page: Page, index: int, step: Step) -> bool:
    if page.tags[index] != step.tag or (step.id and page.attributes[index].get("id") != step.id):
        return False
    if step.classes and not set(step.classes) <= set(page.attributes[index].get("class", "").split()):
        return False
    if page.places[index] < step.since:
        return False
    return not step.place or page.places[index] == step.place


def element_of(page: Page, node: int) -> int:
    """The element that a node is or stands in."""
    return node if page.tags[node] != TEXT else page.parents[node]


def selectors(page: Page, nodes: Sequence[int], tops: Sequence[int], most: int = _MOST_STEPS) -> Iterator[Selector]:
    """Selectors for one part of several records, the shortest first; `tops` are the records' own elements."""
    some = [node for node in nodes if node >= 0]
    if not some:
        return
    paths = [_up(page, node, tops) for node in some[:40]]
    depth = min(len(path) for path in paths)
    for steps in range(1, min(most, depth) + 1):
        for placed in {-1: None, steps - 1: None, 0: None}:  # none by its place, the outermost, the part itself
            found = [_step(page, [path[level] for path in paths], placed=level == placed) for level in range(steps)]
            if all(step is not None for step in found):
                yield Selector(tuple(step for step in found[::-1] if step is not None))


def _up(page: Page, node: int, tops: Sequence[int]) -> list[int]:
    """The elements from a node up to its record's top, innermost first."""
    known = set(tops)
    found = [node]
    while found[-1] not in known and page.parents[found[-1]] > 0:
        found.append(page.parents[found[-1]])
    return found


def _step(page: Page, nodes: Sequence[int], *, placed: bool) -> Step | None:
    tags = {page.tags[node] for node in nodes}
    if len(tags) != 1:
        return None
    name = page.attributes[nodes[0]].get("id", "")
    if len(set(nodes)) == 1 and _IDENT.fullmatch(name):
        return Step(page.tags[nodes[0]], id=name)
    shared = frozenset[str].intersection(*(frozenset(page.attributes[node].get("class", "").split()) for node in nodes))
    classes = tuple(
        one for one in page.attributes[nodes[0]].get("class", "").split() if one in shared and _IDENT.fullmatch(one)
    )
    places = {page.places[node] for node in nodes} if placed else set[int]()
    if placed and len(places) != 1:
        return None
    return Step(next(iter(tags)), classes[:2], next(iter(places), 0))
