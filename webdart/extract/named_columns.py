"""Finds the columns that stand under the very words which fields are called by.

A label that is a field's name, or its translation, needs no weighing: where it names one place of a record, that is the
field's, whatever else would fit.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.records.columns.synonyms import are_translations
from webdart.records.query.field_matches import label_of
from webdart.records.words import plain
from webdart.workflow.model import Field

LABELS = frozenset({"label", "head"})
"""Where names of columns come from that the rules read a field by."""
_DATED = frozenset({"date", "datetime"})
_DATE_SOURCE = "@datetime"


def named_columns(
    page: Page, record_set: RecordSet, fields: Sequence[Field], languages: Collection[str]
) -> Mapping[str, int]:
    """By field: the place of the column that is called just as it; none for two fields of one column.

    The very name comes before a translation of it, which is none of a `label` that the file gives.
    """
    found: dict[str, int] = {}
    labelled = dict(_labelled(record_set))
    for field in fields:
        name = label_of(field)
        same = [place for place, words in labelled.items() if words == name]
        if not same and field.label is None:
            same = [place for place, words in labelled.items() if are_translations(name, words, languages)]
        place = _only_place(page, record_set, same, field)
        if place >= 0:
            found[field.name] = place
    return {name: place for name, place in found.items() if list(found.values()).count(place) == 1}


def _labelled(record_set: RecordSet) -> Iterator[tuple[int, str]]:
    """The places of the columns with one label, that is not part of their texts, and the words of it."""
    for place, column in enumerate(record_set.columns):
        words = {plain(one.words) for one in column.names if one.source in LABELS}
        if len(words) == 1 and not any(begin_with(column, one.words) for one in column.names if one.source in LABELS):
            yield place, words.pop()


def _only_place(page: Page, record_set: RecordSet, places: Sequence[int], field: Field) -> int:
    """The outermost of columns that stand in one another; of dates the one that is written for machines; else -1."""
    columns = record_set.columns
    outer = [
        one
        for one in places
        if not any(_lies_in(page, columns[one], columns[other]) for other in places if other != one)
    ]
    if len({tuple(columns[one].nodes) for one in outer}) != 1:
        return -1
    dated = [one for one in places if field.type.kind in _DATED and columns[one].source == _DATE_SOURCE]
    texts = [one for one in (*outer, *places) if columns[one].source == "text"]
    return next(iter((*dated, *texts)), -1)


def _lies_in(page: Page, inner: Column, outer: Column) -> bool:
    """Whether a column's elements stand in those of another, and are not the same."""
    both = [(node, whole) for node, whole in zip(inner.nodes, outer.nodes, strict=True) if min(node, whole) >= 0]
    return bool(both) and all(whole < node < page.ends[whole] for node, whole in both)


def begin_with(column: Column, words: str) -> bool:
    """Whether the texts of a column have its label in front: they are the whole line."""
    return all(value is None or value.startswith(words) for value in column.values)
