"""Collects nodes in document order into a `Page`; formatting elements that hold blocks are dissolved."""

from collections.abc import Mapping
from types import MappingProxyType

from webdart.extract.page.tree import BLOCKS, TEXT, Box, Page

NOTHING: Mapping[str, str] = MappingProxyType({})
FORMATTING = frozenset({"b", "i", "em", "strong", "font", "u", "small", "big", "tt", "center", "s"})
"""Elements that, left open by mistake, run around the blocks that follow."""


class Builder:
    """Nodes are entered in document order and closed when all below them are in."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []
        self.attributes: list[Mapping[str, str]] = []
        self.shown: list[bool] = []
        self.joined: list[bool] = []
        self.boxes: list[Box] = []
        self.origin: list[int] = []

    def enter(self, parent: int, tag: str, attributes: Mapping[str, str], *, shown: bool, origin: int = -1) -> int:
        """A new element below `parent`."""
        index = len(self.tags)
        self.tags.append(tag)
        self.parents.append(parent)
        self.ends.append(index + 1)
        self.texts.append("")
        self.attributes.append(attributes)
        self.shown.append(shown)
        self.joined.append(False)
        self.origin.append(origin)
        return index

    def text(self, parent: int, text: str, *, shown: bool, joined: bool, origin: int = -1) -> int:
        """A new text below `parent`."""
        index = self.enter(parent, TEXT, NOTHING, shown=shown, origin=origin)
        self.texts[index] = text
        self.joined[index] = joined
        return index

    def close(self, index: int) -> None:
        """All below the node `index` is in."""
        self.ends[index] = len(self.tags)

    def page(self, url: str, title: str, language: str, *, boxes: bool) -> Page:
        """What was collected, without formatting elements around blocks."""
        gone = self._dissolved()
        if gone:
            self._without(gone)
        return Page(
            url=url,
            title=title,
            language=language,
            tags=self.tags,
            parents=self.parents,
            ends=self.ends,
            texts=self.texts,
            attributes=self.attributes,
            shown=self.shown,
            joined=self.joined,
            boxes=self.boxes if boxes else None,
            origin=self.origin,
        )

    def _dissolved(self) -> set[int]:
        gone: set[int] = set()
        holds = [False] * len(self.tags)  # whether a block is below
        for index in range(len(self.tags) - 1, 0, -1):
            tag = self.tags[index]
            if holds[index] and tag in FORMATTING:
                gone.add(index)
            if holds[index] or tag in BLOCKS:
                holds[self.parents[index]] = True
        return gone

    def _without(self, gone: set[int]) -> None:
        places: list[int] = []  # old node -> its new place, or that of the first node after it
        kept = 0
        for index in range(len(self.tags)):
            places.append(kept)
            kept += index not in gone
        places.append(kept)
        parents = self.parents
        above: list[int] = []
        for index, parent in enumerate(parents):
            while parent in gone:
                parent = parents[parent]  # noqa: PLW2901 - climbs to the node that stays
            if index not in gone:
                above.append(places[parent] if parent >= 0 else -1)
        self.ends = [places[end] for index, end in enumerate(self.ends) if index not in gone]
        self.parents = above
        for name in ("tags", "texts", "attributes", "shown", "joined", "origin", "boxes"):
            setattr(self, name, [value for index, value in enumerate(getattr(self, name)) if index not in gone])
