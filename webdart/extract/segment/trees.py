"""Items of lists within items are records of one list: a tree of pages, an answer below a comment."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from webdart.extract.page import Page
from webdart.extract.segment.model import Candidate, Roots

_NAMELESS = frozenset({"li"})
"""Tags that say what they are without a class."""
_FEW = 3  # items of a tree that come together by chance


def trees(page: Page) -> Iterator[Candidate]:
    """For every tree of items of one tag and class: all, each without those within it; and those without any."""
    for items in _groups(page):
        parts = [_own(page, item, after) for item, after in zip(items, [*items[1:], len(page)], strict=True)]
        every: Roots = tuple(one for one in parts if one)
        leaves: Roots = tuple((item,) for item, one in zip(items, parts, strict=True) if one == (item,))
        if len(every) >= _FEW:
            yield Candidate(kind="path", roots=every, variant="tree")
        if len(leaves) >= _FEW:
            yield Candidate(kind="path", roots=leaves, variant="leaves")


def _groups(page: Page) -> Iterator[Sequence[int]]:
    """Elements of one tag and class below one parent, at every depth, where some lie in others."""
    groups: dict[tuple[str, tuple[str, ...], int], list[int]] = defaultdict(list)
    latest: dict[tuple[str, tuple[str, ...]], int] = {}
    for index, name in enumerate(zip(page.tags, page.classes, strict=True)):
        if (name[1] or name[0] in _NAMELESS) and page.count_texts(index):
            top = latest.get(name, -1)
            if top < 0 or not page.holds(top, index):
                latest[name] = top = index
            groups[*name, page.parents[top]].append(index)
    for items in groups.values():
        if any(page.holds(one, other) for one, other in pairwise(items)):
            yield items


def _own(page: Page, item: int, after: int) -> tuple[int, ...]:
    """An item, or what stands in it before the next one, if that lies within it; nothing where no text does."""
    if not page.holds(item, after):
        return (item,)
    before = tuple(child for child in page.children[item] if page.ends[child] <= after)
    return before if any(page.count_texts(child) for child in before) else ()
