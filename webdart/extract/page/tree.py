"""A page as flat arrays in document order: tags, texts, attributes, boxes, and what follows from them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from webdart.extract.page.shape import Shapes
from webdart.lexicon import words_of

TEXT = "#text"
BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "td",
        "th",
        "ul",
        "body",
        "html",
    }
)
"""Elements that begin a line of their own."""
BREAKS = frozenset({"br", "hr"})
_SCHEME = re.compile(r"(?!https?:|javascript:)[a-z][a-z0-9+.-]*:")
_DIGITS = re.compile(r"\d+")
_CENTS = re.compile(r"[.,]\d")
_NAMED = re.compile(r"[^\W\d_]")
Box = tuple[float, float, float, float]


def scheme_of(address: str | None) -> str:
    """What an address begins with that leads to no page, `mailto:` or `tel:`; "" for all others."""
    found = _SCHEME.match(address or "")
    return found[0] if found else ""


@dataclass(frozen=True)
class Page:
    """One document, or several spliced into one tree; node 0 is its root.

    The arrays have an entry for every node. The descendants of `i` are `i + 1` to `ends[i] - 1`. A text node has the
    tag `#text` and its folded text. `boxes` is None for a page that was never rendered; a box is x, y, width and
    height in pixels of the page. `joined` says of a text that no blank parts it from the text before. `origin` leads
    back to the node of the view that a page was made from.
    """

    url: str
    title: str
    language: str
    tags: Sequence[str]
    parents: Sequence[int]
    ends: Sequence[int]
    texts: Sequence[str]
    attributes: Sequence[Mapping[str, str]]
    shown: Sequence[bool]
    joined: Sequence[bool]
    boxes: Sequence[Box] | None = None
    origin: Sequence[int] = ()

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.tags)

    @cached_property
    def children(self) -> Sequence[Sequence[int]]:
        """The direct children of every node, in order."""
        found: list[list[int]] = [[] for _ in self.tags]
        parents = self.parents
        for index in range(1, len(parents)):
            found[parents[index]].append(index)
        return found

    @cached_property
    def depths(self) -> Sequence[int]:
        """How many nodes are above each."""
        depths = [0] * len(self.tags)
        for index, parent in enumerate(self.parents):
            if index:
                depths[index] = depths[parent] + 1
        return depths

    @cached_property
    def classes(self) -> Sequence[tuple[str, ...]]:
        """The class tokens of every node that say what it is: no states, no numbers."""
        known: dict[str, tuple[str, ...]] = {"": ()}
        found: list[tuple[str, ...]] = []
        states = words_of("state_classes")
        for given in self.attributes:
            name = given.get("class", "")
            tokens = known.get(name)
            if tokens is None:
                kept = dict.fromkeys(_DIGITS.sub("#", token) for token in name.split() if token.lower() not in states)
                tokens = known[name] = tuple(token for token in kept if _NAMED.search(token))
            found.append(tokens)
        return found

    @cached_property
    def written_classes(self) -> Sequence[frozenset[str]]:
        """All class tokens of every node, as they are written."""
        known: dict[str, frozenset[str]] = {}
        names = (given.get("class", "") for given in self.attributes)
        return [known[name] if name in known else known.setdefault(name, frozenset(name.split())) for name in names]

    def scheme(self, index: int) -> str:
        """What the address of a link begins with that leads to no page, `mailto:` or `tel:`; "" for all others."""
        return scheme_of(self.attributes[index].get("href", ""))

    @cached_property
    def shapes(self) -> Shapes:
        """The shape of every node, and how alike two shapes are: the address of a person is not that of a page."""
        classes = list(self.classes)
        for index, tag in enumerate(self.tags):
            if tag == "a" and (scheme := self.scheme(index)):
                classes[index] = (*classes[index], scheme)
        return Shapes(self.tags, self.parents, classes, self.children)

    @cached_property
    def seen(self) -> Sequence[bool]:
        """Whether each text node counts as text that a person sees."""
        return [bool(text) and shown for text, shown in zip(self.texts, self.shown, strict=True)]

    @cached_property
    def lines(self) -> Sequence[Sequence[int]]:
        """The shown texts by the line that they stand in: a block or a break begins another."""
        found: list[list[int]] = []
        ends: list[int] = []  # of the blocks around
        begins = True
        for index, tag in enumerate(self.tags):
            while ends and ends[-1] <= index:
                ends.pop()
                begins = True
            if tag in BLOCKS or tag in BREAKS:
                ends.append(self.ends[index])
                begins = True
            elif self.seen[index]:
                if begins:
                    found.append([])
                    begins = False
                found[-1].append(index)
        return found

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """The first text of every line."""
        return [line[0] for line in self.lines]

    @cached_property
    def _line_numbers(self) -> Sequence[int]:
        """The line of every shown text, in order."""
        return [number for number, line in enumerate(self.lines) for _ in line]

    def lines_of(self, index: int) -> tuple[int, int]:
        """The lines of the first and the last shown text below a node; -1 for none."""
        first, behind = self.text_counts[index], self.text_counts[self.ends[index]]
        return (self._line_numbers[first], self._line_numbers[behind - 1]) if first < behind else (-1, -1)

    @cached_property
    def text_counts(self) -> Sequence[int]:
        """How many shown text nodes stand before each node: a difference counts those of a subtree."""
        return [0, *accumulate(map(int, self.seen))]

    @cached_property
    def letter_counts(self) -> Sequence[int]:
        """How many letters of shown texts stand before each node."""
        return [0, *accumulate(len(text) if seen else 0 for text, seen in zip(self.texts, self.seen, strict=True))]

    @cached_property
    def link_counts(self) -> Sequence[int]:
        """How many letters of shown texts within links stand before each node."""
        within = [False] * len(self.tags)
        for index, tag in enumerate(self.tags):
            within[index] = tag == "a" or (index > 0 and within[self.parents[index]])
        pairs = zip(self.texts, self.seen, within, strict=True)
        return [0, *accumulate(len(text) if seen and link else 0 for text, seen, link in pairs)]

    @cached_property
    def paths(self) -> Sequence[int]:
        """A number for the path of tags and classes from the root to each node: equal paths have equal numbers."""
        numbers: dict[tuple[int, str, tuple[str, ...]], int] = {}
        found: list[int] = []
        for tag, parent, classes in zip(self.tags, self.parents, self.classes, strict=True):
            key = (found[parent] if found else -1, tag, classes)
            found.append(numbers.setdefault(key, len(numbers)))
        return found

    @cached_property
    def places(self) -> Sequence[int]:
        """The place of every element among its sibling elements, from 1; 0 for texts."""
        found = [0] * len(self.tags)
        found[0] = 1
        for children in self.children:
            place = 0
            for child in children:
                if self.tags[child] != TEXT:
                    place += 1
                    found[child] = place
        return found

    @cached_property
    def by_tag(self) -> Mapping[str, Sequence[int]]:
        """The nodes of every tag, in order."""
        found: dict[str, list[int]] = {}
        for index, tag in enumerate(self.tags):
            found.setdefault(tag, []).append(index)
        return found

    @cached_property
    def path_counts(self) -> Mapping[int, int]:
        """How many nodes each path has."""
        return Counter(self.paths)

    def count_texts(self, index: int) -> int:
        """How many shown texts a subtree has."""
        return self.text_counts[self.ends[index]] - self.text_counts[index]

    def count_letters(self, index: int) -> int:
        """How many letters the shown texts of a subtree have."""
        return self.letter_counts[self.ends[index]] - self.letter_counts[index]

    def text_of(self, index: int) -> str:
        """The shown text below a node, blanks folded; of a hidden node all its text."""
        known = self._texts.get(index)
        if known is None:
            known = self._texts[index] = self._joined_text(index, self.ends[index])
        return known

    def _joined_text(self, index: int, end: int) -> str:
        texts = self.texts
        if end == index + 1:
            return texts[index]
        if end == index + 2:
            return texts[index + 1]
        seen: Sequence[object] = self.seen if self.text_counts[end] > self.text_counts[index] else self.texts
        parts: list[str] = []
        for place in range(index, end):
            if seen[place]:
                text = texts[place]
                if parts and not self.joined[place] and not (_CENTS.match(text) and parts[-1][-1:].isdigit()):
                    parts.append(" ")
                parts.append(text)
        return "".join(parts)

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def holds(self, outer: int, inner: int) -> bool:
        """Whether a node is, or lies in, another."""
        return outer <= inner < self.ends[outer]

    def common(self, nodes: Sequence[int]) -> int:
        """The innermost node that holds all of these (at least one)."""
        index = min(nodes)
        last = max(nodes)
        while self.ends[index] <= last:
            index = self.parents[index]
        return index
