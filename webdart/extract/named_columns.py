"""Finds the columns that stand under the very words which fields are called by.

A label that is a field's name, or its translation, needs no weighing: where it names one place of a record, that is the
field's, whatever else would fit.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.records.columns.synonyms import are_translations, has_meaning
from webdart.records.query.field_matches import label_of
from webdart.records.words import plain
from webdart.workflow.model import Field

LABELS = frozenset({"label", "head"})
"""Where names of columns come from that the rules read a field by."""
_LIST = "list"  # what a column is derived as that has the texts of several elements
_HEADING = "in_head"  # where the name of a heading comes from that is above a whole part


def named_columns(
    page: Page, record_set: RecordSet, fields: Sequence[Field], languages: Collection[str]
) -> Mapping[str, int]:
    """By field: the place of the column that is called just as it; none for two fields of one column.

    The very name comes before a translation of it, which is none of a `label` that the file gives.
    """
    found: dict[str, int] = {}
    labelled = dict(_labelled(page, record_set))
    for field in fields:
        name = label_of(field)
        same = [place for place, words in labelled.items() if words == name]
        if not same and field.label is None:
            same = [place for place, words in labelled.items() if are_translations(name, words, languages)]
        place = _only_place(page, record_set.columns, same)
        if place >= 0:
            found[field.name] = place
    return {name: place for name, place in found.items() if list(found.values()).count(place) == 1}


def _labelled(page: Page, record_set: RecordSet) -> Iterator[tuple[int, str]]:
    """The places of the texts with one label, that is not part of them, and the words of it.

    Below a heading of a known meaning, as "Comments", the labels are of something else than the record.
    """
    columns = record_set.columns
    others = [one for one in columns if any(map(has_meaning, _words(one, _HEADING)))]
    for place, column in enumerate(columns):
        labels = _words(column, *LABELS)
        if column.source != "text" or len(set(map(plain, labels))) != 1:
            continue
        if any(_lies_in(page, column, other) for other in others) or any(begin_with(column, one) for one in labels):
            continue
        yield place, plain(labels[0])


def _words(column: Column, *sources: str) -> Sequence[str]:
    return [one.words for one in column.names if one.source in sources]


def _only_place(page: Page, columns: Sequence[Column], places: Sequence[int]) -> int:
    """The outermost of columns that stand each in the next, and are no list; else -1."""
    one_in_other = all(
        _lies_in(page, columns[one], columns[other]) or _lies_in(page, columns[other], columns[one])
        for one, other in combinations(places, 2)
    )
    if not places or not one_in_other or any(columns[one].derived == _LIST for one in places):
        return -1
    return max(places, key=lambda one: _size(page, columns[one]))


def _lies_in(page: Page, inner: Column, outer: Column) -> bool:
    """Whether a column stands in another, in every record that has both."""
    both = [(node, whole) for node, whole in zip(inner.nodes, outer.nodes, strict=True) if min(node, whole) >= 0]
    return bool(both) and all(whole <= node < page.ends[whole] for node, whole in both)


def _size(page: Page, column: Column) -> int:
    return max(page.ends[node] - node for node in column.nodes if node >= 0)


def begin_with(column: Column, words: str) -> bool:
    """Whether the texts of a column have its label in front: they are the whole line."""
    return all(value is None or value.startswith(words) for value in column.values)
