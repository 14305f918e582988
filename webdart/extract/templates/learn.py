"""Learns a listing from a record set: what of its table can be read again by place alone."""

from collections import Counter
from collections.abc import Mapping, Sequence

from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.templates.cells import cell, written
from webdart.extract.templates.expressions import between
from webdart.extract.templates.model import Learned, LearnedColumn, Sign
from webdart.extract.templates.signs import Walk, labelled_signs

_NEARLY_ALL = 0.9  # share of the records that have an anchor
_MOST_PARTS = 4  # places of one column; what stands in more is no column of a template


def learn(page: Page, record_set: RecordSet) -> Learned:
    """The template of a record set; a column that it would not read with the same values is not in it."""
    labelled = labelled_signs(page, record_set.roots)
    walk = Walk(page, (), labelled, grows=True)
    places = [walk.walk(record) for record in record_set.roots]
    counts = Counter(part for nodes in places for part in nodes)
    found = (_column(page, one, places) for one in record_set.columns if not one.label)
    return Learned(
        kind=record_set.kind,
        count=len(record_set),
        first=_shared(page, [record[0] for record in record_set.roots]),
        further=tuple(dict.fromkeys(_sign(page, node) for record in record_set.roots for node in record[1:])),
        around=_around(page, record_set),
        parts=tuple(walk.parts),
        columns=tuple(one for one in found if one is not None),
        anchors=tuple(part for part, count in sorted(counts.items()) if count >= _NEARLY_ALL * len(record_set)),
        labelled=tuple(labelled),
        heads=tuple(text for head in record_set.heads if (text := page.text_of(head))),
    )


def _sign(page: Page, node: int) -> Sign:
    return Sign(page.tags[node], page.classes[node])


def _shared(page: Page, nodes: Sequence[int]) -> Sign:
    """What elements of one tag have in common."""
    first, *others = (page.classes[node] for node in nodes)
    return Sign(page.tags[nodes[0]], tuple(one for one in first if all(one in classes for classes in others)))


def _around(page: Page, record_set: RecordSet) -> tuple[Sign, ...]:
    """The elements around the records up to the body; with the classes that these have in common."""
    found: list[Sign] = []
    level = {page.parents[record[0]] for record in record_set.roots}
    while level and 0 not in level and min(level) > 0:
        tags = {page.tags[node] for node in level}
        if len(tags) > 1 or tags == {"body"}:
            break
        found.append(_shared(page, sorted(level)))
        level = {page.parents[node] for node in level}
    return tuple(found)


def _column(page: Page, column: Column, places: Sequence[Mapping[int, int]]) -> LearnedColumn | None:
    """The column by the parts that its values stand in, None where these do not say the same."""
    numbers = [{node: part for part, node in nodes.items()} for nodes in places]
    parts = [known.get(node) for known, node in zip(numbers, column.nodes, strict=True) if node >= 0]
    counts = Counter(part for part in parts if part is not None)
    if not counts or None in parts or len(counts) > _MOST_PARTS:
        return None
    ranked = tuple(part for part, _ in counts.most_common())
    match = _match(page, column)
    if match is None:
        return None
    learned = LearnedColumn(
        name=column.name, source=column.source, parts=ranked, kind=column.kind,
        share=column.share, fill=column.fill, match=match,
    )  # fmt: skip
    read = (cell(page, learned, nodes)[0] for nodes in places)
    return learned if all(map(_same, read, column.values)) else None


def _same(left: str | None, right: str | None) -> bool:
    return (left or "").split() == (right or "").split()


def _match(page: Page, column: Column) -> str | None:
    pairs = [
        (written(page, node, column.source), value)
        for node, value in zip(column.nodes, column.values, strict=True)
        if node >= 0 and value is not None
    ]
    return "" if all(text == value for text, value in pairs) else between(pairs)
