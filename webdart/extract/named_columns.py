"""Finds the columns that stand under the very words which fields are called by.

A label that is a field's name, or its translation, needs no weighing: where it names one place of a record, that is the
field's, whatever else would fit.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from webdart.extract.columns.inline_labels import SLOT
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.page.text_match import COLONS, without_mark
from webdart.records.columns.synonyms import are_translations, has_meaning, mean_alike
from webdart.records.query.field_matches import label_of
from webdart.records.words import plain
from webdart.workflow.model import Field

LABELS = frozenset({"label", "head"})
"""Where names of columns come from that the rules read a field by."""
_BESIDE = frozenset({"button", "select", "textarea", "aside"})
_CODE = "en"  # the language that code is written in
_LIST = "list"  # what a column is derived as that has the texts of several elements
_HEADING = "in_head"  # where the name of a heading comes from that is above a whole part


def named_columns(
    page: Page, record_set: RecordSet, fields: Sequence[Field], languages: Collection[str]
) -> Mapping[str, int]:
    """By field: the place of the column that is called just as it; none for more fields than a column has labels.

    The very name comes before a translation of it, which is none of a `label` that the file gives, and says nothing
    beside another label that means the same: "Ort" of the organiser, and "Veranstaltungsort".
    """
    found: dict[str, int] = {}
    spoken = frozenset(languages)
    labelled = list(_labelled(page, record_set, spoken | {_CODE}))
    shown = (column for column in record_set.columns if column.derived != SLOT)
    labels = {plain(words) for column in shown for words in _words(column, *LABELS)}
    for field in fields:
        name, kind = label_of(field), field.type.kind
        same = [place for place, words in labelled if words == name]
        if not same and field.label is None and sum(mean_alike(name, words, spoken) for words in labels) <= 1:
            same = [place for place, words in labelled if are_translations(name, words, spoken, kind)]
        place = _only_place(page, record_set.columns, same)
        if place >= 0:
            found[field.name] = place
    asked, called = Counter(found.values()), Counter(place for place, _ in labelled)
    return {name: place for name, place in found.items() if asked[place] <= called[place]}


def _labelled(page: Page, record_set: RecordSet, spoken: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The places of the texts with one label, that is not part of them, and the words of it.

    Below a heading of a known meaning, as "Comments", the labels are of something else than the record, and so are
    those of forms and asides, and those within sentences. Of a label that the page has twice, one place may be empty.
    What a page says twice is one column, and may have a label at each place, if no column has that label alone.
    """
    columns = record_set.columns
    others = [one for one in columns if any(has_meaning(words, spoken) for words in _words(one, _HEADING))]
    said = [text.casefold() for text in page.texts if text] if len(record_set) == 1 else []
    labels = [{plain(words): words for words in _words(one, *LABELS)} for one in columns]
    alone = {name for names in labels if len(names) == 1 for name in names}
    for place, (column, names) in enumerate(zip(columns, labels, strict=True)):
        times = said.count((column.values[0] or "").casefold()) if said else 1
        if column.source != "text" or column.derived == SLOT or not 0 < len(names) <= max(1, times):
            continue
        if _is_beside(page, column) or any(_lies_in(page, column, other) for other in others):
            continue
        if not any(begin_with(column, words) for words in names.values()):
            own = [name for name in names if len(names) == 1 or name not in alone]
            yield from ((place, name) for name in own if _is_at_one_place(names[name].casefold(), said))


def _is_at_one_place(label: str, said: Sequence[str]) -> bool:
    """Whether at most one text of a page has a label, at its beginning."""
    having = [text for text in said if _has_label(text, label)]
    return len(having) <= 1 and all(text.startswith(label) for text in having)


def _has_label(text: str, label: str) -> bool:
    """Whether a text is a label, or has it before a colon."""
    return without_mark(text) == label or any(f"{label}{colon}" in text for colon in COLONS)


def _is_beside(page: Page, column: Column) -> bool:
    """Whether a text is what a button or a list box says, or stands in a part beside what the page is about."""
    node = next((node for node in column.nodes if node >= 0), -1)
    while node >= 0 and page.tags[node] not in _BESIDE:
        node = page.parents[node]
    return node >= 0


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
    """Whether the texts of a column have its label in front, or its colon: they are the whole line."""
    return all(value is None or value.startswith((words, *COLONS)) for value in column.values)
