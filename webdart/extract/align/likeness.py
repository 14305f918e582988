"""How well a node fits a part of the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.types import TYPED, kind_of
from webdart.page.text_match import COLONS

_SHORT = 40  # letters of a text that may be a label
_NEAR, _FAR = 2.0, 40.0  # pixels: the same edge; surely another
_LABELS = frozenset({"dt", "th", "label"})


@dataclass(frozen=True)
class Pairing:
    """What each sign adds to the likeness of two nodes; set by hand on lists with optional parts."""

    text: float = 0.5
    same_class: float = 0.4
    other_class: float = -0.25
    same_property: float = 0.5
    other_property: float = -0.5
    same_text: float = 0.3
    same_label: float = 0.6
    other_label: float = -0.7
    same_kind: float = 0.25
    other_kind: float = -0.2
    same_edge: float = 0.2
    other_edge: float = -0.1
    least: float = 0.3
    """Pairs below never match."""


class Likeness:
    """Scores pairs of nodes of one page, each pair once."""

    def __init__(self, page: Page, signs: Pairing | None = None) -> None:
        self._page = page
        self._signs = signs or Pairing()
        self._labels: dict[int, str] = {}

    @property
    def least(self) -> float:
        """The least likeness of a match."""
        return self._signs.least

    def score(self, left: int, right: int, shift: float) -> float:
        """How alike two nodes are; `shift` is how far apart their records stand."""
        page, signs = self._page, self._signs
        if page.tags[left] != page.tags[right]:
            return 0.0
        if page.tags[left] == TEXT:
            return signs.text + self._by_text(left, right) + self._by_edge(left, right, shift)
        shapes = page.shapes
        score = shapes.similarity(shapes.of[left], shapes.of[right])
        score += self._by_class(left, right) + self._by_property(left, right) + self._by_text(left, right)
        score += self._by_label(left, right) + self._by_edge(left, right, shift)
        return score

    def conflict(self, left: int, right: int) -> bool:
        """Whether two nodes begin with different labels."""
        ours, theirs = self.label(left), self.label(right)
        return bool(ours or theirs) and ours != theirs

    def label(self, node: int) -> str:
        """The label that a node begins with, "" for none."""
        known = self._labels.get(node)
        if known is None:
            known = self._labels[node] = self._read_label(node)
        return known

    @cached_property
    def text_labels(self) -> Sequence[str]:
        """The label that every text is, "" for other texts and for elements."""
        texts = self._page.texts
        return [self._as_label(index, text) if text and len(text) <= _SHORT else "" for index, text in enumerate(texts)]

    def _as_label(self, index: int, text: str) -> str:
        if any(map(str.isdigit, text)):
            return ""
        page = self._page
        return text if text.endswith(COLONS) or page.tags[page.parents[index]] in _LABELS else ""

    def _read_label(self, node: int) -> str:
        page = self._page
        for index in range(node, min(page.ends[node], node + 8)):
            if page.texts[index]:
                return self.text_labels[index]
        return ""

    def _by_label(self, left: int, right: int) -> float:
        ours, theirs = self.label(left), self.label(right)
        if not ours and not theirs:
            return 0.0
        return self._signs.same_label if ours == theirs else self._signs.other_label

    def _by_class(self, left: int, right: int) -> float:
        ours, theirs = self._page.classes[left], self._page.classes[right]
        if not ours or not theirs:
            return 0.0
        return self._signs.same_class if set(ours) & set(theirs) else self._signs.other_class

    def _by_property(self, left: int, right: int) -> float:
        ours = self._page.attributes[left].get("itemprop")
        theirs = self._page.attributes[right].get("itemprop")
        if not ours and not theirs:
            return 0.0
        return self._signs.same_property if ours == theirs else self._signs.other_property

    def _by_text(self, left: int, right: int) -> float:
        page = self._page
        if page.ends[left] - left > 8 or page.ends[right] - right > 8:
            return 0.0
        ours, theirs = page.text_of(left), page.text_of(right)
        if ours and ours == theirs and len(ours) <= _SHORT:
            return self._signs.same_text
        first, second = kind_of(ours), kind_of(theirs)
        if first == second:
            return self._signs.same_kind if first in TYPED else 0.0
        return self._signs.other_kind if first in TYPED or second in TYPED else 0.0

    def _by_edge(self, left: int, right: int, shift: float) -> float:
        boxes = self._page.boxes
        if boxes is None:
            return 0.0
        apart = abs(boxes[right][0] - boxes[left][0] - shift)
        return self._signs.same_edge if apart <= _NEAR else self._signs.other_edge if apart > _FAR else 0.0
