"""Defines what was learned from a listing's first page, so that later pages can be held against it.

A `Wrapper` has the columns of the fields. Its `Frame` keeps what every record of the pages that were mined was made
of: the shapes of their roots, of what stood between them, and each record's skeleton, the paths of tags and classes
that it has. A page whose records are all of known skeletons, with nothing unknown between them, would be mined to the
same columns; any other is mined afresh.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from msgspec import Struct, field

from webdart.records.coerce import Convention
from webdart.records.columns.mined_columns import Column, Tier
from webdart.records.query.template import Template
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region, shape_of

_MOST = 2000  # skeletons that are kept; a listing with more is mined on every page
_ENOUGH = 2  # pages that are mined before any is not


class Frame(Struct, frozen=True, kw_only=True):
    """What the records of some mined pages were made of; `pages` counts those."""

    roots: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()
    skeletons: frozenset[str] = frozenset()
    pages: int = 0

    @property
    def settled(self) -> bool:
        """Whether enough pages were mined to hold others against them."""
        return self.pages >= _ENOUGH and 0 < len(self.skeletons) < _MOST

    def holds(self, other: "Frame") -> bool:
        """Whether all that another page is made of is known."""
        return other.skeletons <= self.skeletons and other.roots <= self.roots and other.between <= self.between

    def joined(self, other: "Frame") -> "Frame":
        """What both have."""
        return Frame(
            roots=self.roots | other.roots,
            between=self.between | other.between,
            skeletons=self.skeletons | other.skeletons,
            pages=self.pages + other.pages,
        )


def frame_of(page: Outline, region: Region, columns: Sequence[Column], anchored: frozenset[str]) -> Frame:
    """The frame of one page; of the columns of fields (`anchored` keys) it also tells one hit from several."""
    parts: list[list[str]] = [[] for _ in region.records]
    for column in columns:
        if column.source in {"path", "head"}:
            key, counted = column.key, column.key in anchored
            several = key + "+"
            for place, hits in enumerate(column.hits):
                if hits:
                    parts[place].append(several if counted and len(hits) > 1 else key)
    skeletons = Counter("\n".join(part) for part in parts)
    shapes, between = roots_of(page, region) if region.grid is None else (frozenset[str](), frozenset[str]())
    return Frame(
        roots=shapes,
        between=between,
        skeletons=frozenset(blake2b(text.encode(), digest_size=12).hexdigest() for text in skeletons),
        pages=1,
    )


def roots_of(page: Outline, region: Region) -> tuple[frozenset[str], frozenset[str]]:
    """The shapes of the records' roots, and of what stands beside them below the same parents."""
    roots = region.roots
    parents = {page.nodes[root].parent for root in roots}
    seen: dict[tuple[int, int], str] = {}

    def shape(node: int) -> str:
        key = (page.nodes[node].parent, page.step[node])
        if key not in seen:
            seen[key] = shape_of(page, node)
        return seen[key]

    beside = {kid for parent in parents for kid in page.kids[parent] if kid not in roots and page.leaves[kid]}
    return frozenset(map(shape, roots)), frozenset(map(shape, beside))


class Anchor(Struct, frozen=True):
    """Where a field's column is: its key (a label, or a path of tags and stable classes), and how it was found.

    `leads`: of cells that begin with a link that is what they say. The cells of one page tell it, and a later page may
    have too few of them.
    """

    key: str
    tier: Tier
    quality: float = 1.0
    other: str = ""  # the name that the page gives a column which was taken by its type alone
    leads: bool = False


class Wrapper(Struct, frozen=True, kw_only=True):
    """A page template: the records' shape, the columns of the fields, what their texts settled.

    A value that can be written down. `version` counts re-learnings; `keyed` and `link` keep the first page's
    decision on the default key and the column of the main link. `frame` is what the records of the pages before were
    made of: a page that is like them is not mined afresh. `template` knows them by place. `above` is what stood above
    the last record, by the path of such lines, carried over the page break; `headed` the path of the lines that each
    field means.
    """

    version: int = 1
    shape: str
    kind: str = "siblings"
    anchors: Mapping[str, Anchor]
    conventions: Mapping[str, Convention] = field(default_factory=dict[str, Convention])
    keyed: bool = False
    link: str = ""
    frame: Frame = Frame()
    template: Template = Template()
    above: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    headed: Mapping[str, str] = field(default_factory=dict[str, str])

    def anchor_of(self, name: str) -> str:
        """The key of a field's column, "" where the page had none."""
        anchor = self.anchors.get(name)
        return anchor.key if anchor else ""
