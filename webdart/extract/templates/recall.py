"""Reads a page by a template: no candidates, no alignment; what does not fit is told, never mended."""

from collections.abc import Iterator, Mapping, Sequence

from webdart.extract.columns.draft import majority
from webdart.extract.model import Column
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.segment.model import count_texts
from webdart.extract.templates.cells import cell
from webdart.extract.templates.model import Learned, LearnedColumn, Problem, Recalled, Sign
from webdart.extract.templates.signs import Walk
from webdart.extract.types import TYPED

_LEAST_ANCHORS = 0.5  # share of the anchors of what is a record at all: no head line, no advert
_ALL = 0.9  # share of the records that have all anchors
_TEXTS = 0.8  # share of the records' texts that stand in parts
_OTHER_KIND = 0.3  # what the share of values of a column's kind may lose
_SAMPLE = 20  # values of a column whose kind is looked at
_LEAST_FILL = 0.5  # of a column that is a sign
Nodes = Mapping[int, int]


def recall(page: Page, learned: Learned) -> Recalled:
    """The records and columns of a page by a template, and what speaks against them."""
    walk = Walk(page, learned.parts, learned.labelled)
    heads = frozenset(learned.heads)
    found: list[tuple[tuple[int, ...], Nodes]] = []
    for record in _records(page, learned):
        if heads and page.text_of(record[0]) in heads:
            continue
        nodes = walk.walk(record)
        if sum(part in nodes for part in learned.anchors) >= _LEAST_ANCHORS * len(learned.anchors):
            found.append((record, nodes))
    if not found:
        return Recalled((), problems=("none",))
    roots = tuple(record for record, _ in found)
    places = [nodes for _, nodes in found]
    columns = tuple(_column(page, one, places) for one in learned.columns)
    return Recalled(roots, columns, tuple(_problems(page, learned, roots, places, columns)))


def _records(page: Page, learned: Learned) -> Iterator[tuple[int, ...]]:
    """The nodes of each record: an element that may be the first of one, and the siblings that belong to it."""
    for node in page.by_tag.get(learned.first.tag, ()):
        if page.shown[node] and _has(page, node, learned.first) and _is_in(page, node, learned.around):
            yield (node, *_following(page, node, learned)) if learned.further else (node,)


def _has(page: Page, node: int, sign: Sign) -> bool:
    return page.tags[node] == sign.tag and all(one in page.classes[node] for one in sign.classes)


def _is_in(page: Page, node: int, around: Sequence[Sign]) -> bool:
    for sign in around:
        node = page.parents[node]
        if node < 0 or not _has(page, node, sign):
            return False
    return True


def _following(page: Page, node: int, learned: Learned) -> list[int]:
    """The siblings up to the next beginning of a record, or to one that no record has."""
    siblings = page.children[page.parents[node]]
    known = {(one.tag, one.classes) for one in learned.further}
    found: list[int] = []
    for sibling in siblings[siblings.index(node) + 1 :]:
        sign = (page.tags[sibling], page.classes[sibling])
        if sign not in known or (_has(page, sibling, learned.first) and learned.first.classes):
            break
        found.append(sibling)
    return found


def _column(page: Page, learned: LearnedColumn, places: Sequence[Nodes]) -> Column:
    cells = [cell(page, learned, nodes) for nodes in places]
    values = tuple(value for value, _ in cells)
    said = [value for value in values if value is not None]
    kind, share = learned.kind, learned.share
    if learned.kind in TYPED and said:
        kind, share = majority(said[:_SAMPLE], page.language)
    return Column(
        key=learned.name, source=learned.source, values=values, nodes=tuple(node for _, node in cells),
        name=learned.name, kind=kind, share=share,
    )  # fmt: skip


def _problems(
    page: Page,
    learned: Learned,
    roots: Sequence[tuple[int, ...]],
    places: Sequence[Nodes],
    columns: Sequence[Column],
) -> Iterator[Problem]:
    whole = sum(all(part in nodes for part in learned.anchors) for nodes in places)
    if whole < _ALL * len(places):
        yield "anchors"
    texts = sum(count_texts(page, record) for record in roots)
    placed = sum(page.tags[node] == TEXT and page.seen[node] for nodes in places for node in nodes.values())
    if placed < _TEXTS * texts:
        yield "texts"
    pairs = zip(learned.columns, columns, strict=True)
    if any(_is_other(before, now) for before, now in pairs):
        yield "types"
    if learned.heads and not _has_heads(page, learned, roots[0][0]):
        yield "heads"


def _is_other(before: LearnedColumn, now: Column) -> bool:
    """Whether a typed column has values of another kind, or a full one none."""
    if before.fill >= _LEAST_FILL and not now.fill:
        return True
    if before.kind not in TYPED or not now.fill:
        return False
    return now.kind != before.kind and now.share > before.share - _OTHER_KIND


def _has_heads(page: Page, learned: Learned, first: int) -> bool:
    tags = dict.fromkeys(("tr", learned.first.tag))
    said = {page.text_of(node) for tag in tags for node in page.by_tag.get(tag, ()) if node < first}
    return said.issuperset(learned.heads)
