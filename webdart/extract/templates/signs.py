"""Tells the elements of a page by their signs, and walks the records that a template knows."""

from collections.abc import Sequence

from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.templates.model import Part, Sign

_SHORT = 40  # letters of a label
_AHEAD = 8  # nodes of an element among which its label is
_COLONS = (":", "：")
_TERMS = frozenset({"dt", "th", "label"})
_VALUES = frozenset({"dd", "td"})
Kind = tuple[str, tuple[str, ...]]
"""A sign without its label: a tag with classes."""


def label_of(page: Page, node: int, before: int) -> str:
    """The label that an element begins with, or that the sibling before it (-1: none) is."""
    if before >= 0 and page.tags[node] in _VALUES and page.tags[before] in _TERMS:
        return page.text_of(before)[:_SHORT]
    for index in range(node, min(page.ends[node], node + _AHEAD)):
        text = page.texts[index]
        if text:
            plain = len(text) <= _SHORT and not any(map(str.isdigit, text))
            return text if plain and (text.endswith(_COLONS) or page.tags[page.parents[index]] in _TERMS) else ""
    return ""


class Walk:
    """Gives the nodes of records their parts; parts that are not known are numbered if it is to grow."""

    def __init__(self, page: Page, parts: Sequence[Part], labelled: Sequence[Sign], *, grows: bool = False) -> None:
        self._page = page
        self._labelled = frozenset((one.tag, one.classes) for one in labelled)
        self._grows = grows
        self.parts = list(parts)
        self._numbers: dict[tuple[int, str, tuple[str, ...], str, int], int] = {}
        self._bare: dict[tuple[int, str, str, int], int] = {}  # by all but the classes, -1 where several are
        for number, one in enumerate(parts):
            sign = one.sign
            self._numbers[one.parent, sign.tag, sign.classes, sign.label, one.place] = number
            bare = (one.parent, sign.tag, sign.label, one.place)
            self._bare[bare] = -1 if bare in self._bare else number

    def walk(self, record: Sequence[int]) -> dict[int, int]:
        """By part: its node in a record."""
        found: dict[int, int] = {}
        waiting: list[tuple[int, Sequence[int]]] = []
        tags, children = self._page.tags, self._page.children
        for place, node in enumerate(record):
            part = self._number(-1, tags[node], (), "", place)
            if part >= 0:
                found[part] = node
                waiting.append((part, children[node]))
        while waiting:
            above, nodes = waiting.pop()
            for part, node in self._placed(above, nodes):
                found[part] = node
                below = children[node]
                if below:
                    waiting.append((part, below))
        return found

    def _placed(self, above: int, nodes: Sequence[int]) -> list[tuple[int, int]]:
        tags, classes = self._page.tags, self._page.classes
        counts: dict[tuple[str, tuple[str, ...], str], int] = {}
        placed: list[tuple[int, int]] = []
        before = -1
        for node in nodes:
            tag, tokens = tags[node], classes[node]
            label = label_of(self._page, node, before) if (tag, tokens) in self._labelled else ""
            key = (tag, tokens, label)
            place = counts.get(key, 0)
            counts[key] = place + 1
            part = self._number(above, tag, tokens, label, place)
            if part >= 0:
                placed.append((part, node))
            if tag != TEXT:
                before = node
        return placed

    def _number(self, above: int, tag: str, classes: tuple[str, ...], label: str, place: int) -> int:
        part = self._numbers.get((above, tag, classes, label, place), -1)
        if part < 0 and self._grows:
            part = self._numbers[above, tag, classes, label, place] = len(self.parts)
            self.parts.append(Part(above, Sign(tag, classes, label), place))
        return part if part >= 0 else self._bare.get((above, tag, label, place), -1)


def labelled_signs(page: Page, records: Sequence[Sequence[int]]) -> list[Sign]:
    """The signs of elements of which one record has several, each with a label of its own."""
    labels: dict[Kind, set[str]] = {}
    bare: set[Kind] = set()
    for record in records:
        for root in record:
            for node in range(root, page.ends[root]):
                before = -1
                for child in page.children[node]:
                    if page.tags[child] == TEXT:
                        continue
                    kind = (page.tags[child], page.classes[child])
                    label = label_of(page, child, before)
                    before = child
                    if label:
                        labels.setdefault(kind, set()).add(label)
                    else:
                        bare.add(kind)
    return [Sign(tag, tokens) for (tag, tokens), said in labels.items() if len(said) > 1 and (tag, tokens) not in bare]
