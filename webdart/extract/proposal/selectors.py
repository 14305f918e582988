"""Writes selectors for the records and the parts of a set, and tells what they hit: CSS, and XPath for single texts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.page.markup import TEST_MARKS
from webdart.values import replace

_IDENT = re.compile(r"-?[A-Za-z_][\w-]*")
_MADE = re.compile(r"(?:.*[-_])?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:[-_].*)?", re.IGNORECASE)
"""A name with a UUID (RFC 9562): a script made it, and makes another one when the page is loaded again."""
_MOST_STEPS = 4
_MOST_WAYS = 3  # in which one part of the records is marked up
_NAMING = ("itemprop", *TEST_MARKS, "data-field")
"""Attributes by which authors of pages call an element, looked at where it has no class."""
_VALUE = re.compile(r"[\w-]+")


class Step(Struct, frozen=True):
    """One compound of a selector: a tag with classes, perhaps the place among its siblings."""

    tag: str
    classes: tuple[str, ...] = ()
    place: int = 0
    since: int = 0  # the first place of those that it selects
    id: str = ""
    scheme: str = ""  # that a link's address begins with, where it is no page's: "mailto:"
    called: tuple[str, str] = ("", "")  # an attribute that names the element, and what it says

    def __str__(self) -> str:
        nth = f":nth-child({self.place})" if self.place else f":nth-child(n+{self.since})" if self.since else ""
        if self.id:
            return f"#{self.id}"
        scheme = f"[href^='{self.scheme}']" if self.scheme else ""
        name, value = self.called
        called = f"[{name}='{value}']" if name else ""
        return self.tag + "".join(f".{one}" for one in self.classes) + called + scheme + nth


class Selector(Struct, frozen=True):
    """Steps from outer to inner, each the child of the one before; `text` picks one text of the last (from 1)."""

    steps: tuple[Step, ...]
    text: int = 0

    @property
    def engine(self) -> Literal["css", "xpath"]:
        """What understands it: CSS selects no texts."""
        return "xpath" if self.text else "css"

    def __str__(self) -> str:
        if not self.text:
            return " > ".join(map(str, self.steps))
        path = "/".join(_in_xpath(step) for step in self.steps)
        return f"//{path}/text()[normalize-space()][{self.text}]"

    def hits(self, page: Page, among: Mapping[str, Sequence[int]]) -> list[int]:
        """The nodes that it selects, in order, among some elements by their tags."""
        return sorted(self._selected(page, among))

    def first(self, page: Page, among: Mapping[str, Sequence[int]]) -> int:
        """The first node that it selects among some elements, -1 for none."""
        return next(self._selected(page, among), -1)

    def _selected(self, page: Page, among: Mapping[str, Sequence[int]]) -> Iterator[int]:
        for element in among.get(self.steps[-1].tag, ()):
            if self._fits(page, element):
                yield from _texts(page, element)[self.text - 1 : self.text] if self.text else (element,)

    def since(self, place: int) -> "Selector":
        """The same without the siblings before a place."""
        return Selector((*self.steps[:-1], replace(self.steps[-1], since=place)))

    def wider(self) -> Iterator["Selector"]:
        """The same with one class of the last step: of two, one may tell records of one kind from another."""
        last = self.steps[-1]
        for one in last.classes if len(last.classes) > 1 else ():
            yield Selector((*self.steps[:-1], replace(last, classes=(one,))))

    def _fits(self, page: Page, index: int) -> bool:
        for step in reversed(self.steps):
            if index < 0 or not _fits(page, index, step, within_words=bool(self.text)):
                return False
            index = page.parents[index]
        return True


class Either(Struct, frozen=True):
    """Selectors of which the first hit in a record counts: an amount that is marked up in one of two ways."""

    selectors: tuple[Selector, ...]
    engine: Literal["css"] = "css"

    def __str__(self) -> str:
        return ", ".join(map(str, self.selectors))

    def hits(self, page: Page, among: Mapping[str, Sequence[int]]) -> list[int]:
        """The nodes that any of them selects, in order."""
        return sorted({hit for one in self.selectors for hit in one.hits(page, among)})

    def first(self, page: Page, among: Mapping[str, Sequence[int]]) -> int:
        """The first of these nodes, -1 for none."""
        return min((hit for one in self.selectors if (hit := one.first(page, among)) >= 0), default=-1)


def either(
    page: Page, nodes: Sequence[int], tops: Sequence[int], inside: Sequence[Mapping[str, Sequence[int]]]
) -> Iterator[Either]:
    """A selector for each way in which a part of the records is marked up; `inside` has their elements by tags."""
    ways: dict[tuple[tuple[str, tuple[str, ...]], ...], list[int]] = {}
    for number, node in enumerate(nodes):
        if node >= 0:
            way = tuple((page.tags[one], page.classes[one]) for one in _up(page, node, tops))
            ways.setdefault(way, []).append(number)
    if not 1 < len(ways) <= _MOST_WAYS:
        return
    found: list[Selector] = []
    for numbers in ways.values():
        tried = selectors(page, [nodes[number] for number in numbers], tops)
        one = next((one for one in tried if _is_of_way(page, one, nodes, inside, numbers)), None)
        if one is None:
            return
        found.append(one)
    yield Either(tuple(found))


def _is_of_way(
    page: Page,
    selector: Selector,
    nodes: Sequence[int],
    inside: Sequence[Mapping[str, Sequence[int]]],
    numbers: Sequence[int],
) -> bool:
    """Whether a selector hits the nodes of some records, and in the others nothing else."""
    firsts = [selector.first(page, among) for among in inside]
    own = all(firsts[number] == nodes[number] for number in numbers)
    return own and all(first in {-1, node} for first, node in zip(firsts, nodes, strict=True))


def _fits(page: Page, index: int, step: Step, *, within_words: bool) -> bool:
    if page.tags[index] != step.tag or page.places[index] < step.since:
        return False
    if step.place and page.places[index] != step.place:
        return False
    if not page.attributes[index].get("href", "").startswith(step.scheme):
        return False
    if step.called[0] and page.attributes[index].get(step.called[0]) != step.called[1]:
        return False
    if step.classes:
        # XPath looks into the attribute as it is written
        known = page.attributes[index].get("class", "") if within_words else page.written_classes[index]
        if not all(one in known for one in step.classes):
            return False
    return not step.id or page.attributes[index].get("id") == step.id


def _in_xpath(step: Step) -> str:
    if step.id:
        return f"{step.tag}[@id='{step.id}']"
    classes = "".join(f"[contains(@class, '{one}')]" for one in step.classes)
    scheme = f"[starts-with(@href, '{step.scheme}')]" if step.scheme else ""
    name, value = step.called
    called = f"[@{name}='{value}']" if name else ""
    tag = f"*[{step.place}][self::{step.tag}]" if step.place else step.tag
    return f"{tag}{classes}{called}{scheme}"


def by_tag(page: Page, record: Sequence[int]) -> Mapping[str, Sequence[int]]:
    """The nodes of a record, in order, by their tags."""
    found: dict[str, list[int]] = {}
    for root in record:
        for index in range(root, page.ends[root]):
            found.setdefault(page.tags[index], []).append(index)
    return found


def _texts(page: Page, element: int) -> list[int]:
    return [child for child in page.children[element] if page.tags[child] == TEXT]


def text_selectors(page: Page, nodes: Sequence[int], tops: Sequence[int]) -> Iterator[Selector]:
    """Selectors for the texts themselves, where their elements have several; none for preformatted text."""
    some = [node for node in nodes if node >= 0]
    if not some or any(page.tags[node] != TEXT or page.tags[page.parents[node]] == "pre" for node in some):
        return
    places = {_texts(page, page.parents[node]).index(node) + 1 for node in some}
    if len(places) != 1:
        return
    elements = [page.parents[node] if node >= 0 else -1 for node in nodes]
    for selector in selectors(page, elements, tops):
        yield replace(selector, text=next(iter(places)))


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
    if len(tags) != 1 or TEXT in tags:
        return None
    name = page.attributes[nodes[0]].get("id", "")
    if len(set(nodes)) == 1 and _IDENT.fullmatch(name) and not _MADE.fullmatch(name):
        return Step(page.tags[nodes[0]], id=name)
    shared = frozenset[str].intersection(*(frozenset(page.attributes[node].get("class", "").split()) for node in nodes))
    classes = tuple(
        one for one in page.attributes[nodes[0]].get("class", "").split() if one in shared and _IDENT.fullmatch(one)
    )
    places = {page.places[node] for node in nodes} if placed else set[int]()
    if placed and len(places) != 1:
        return None
    called = ("", "") if classes else _called(page, nodes)
    return Step(next(iter(tags)), classes[:2], next(iter(places), 0), scheme=_scheme(page, nodes), called=called)


def _called(page: Page, nodes: Sequence[int]) -> tuple[str, str]:
    """The attribute that names all of some elements alike, with what it says."""
    for name in _NAMING:
        said = {page.attributes[node].get(name, "") for node in nodes}
        if len(said) == 1 and _VALUE.fullmatch(value := said.pop()):
            return name, value
    return "", ""


def _scheme(page: Page, nodes: Sequence[int]) -> str:
    """What all addresses begin with that are no pages'; "" where they are, or begin otherwise."""
    found = {page.scheme(node) for node in nodes}
    return found.pop() if len(found) == 1 else ""
