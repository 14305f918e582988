"""Fills the columns that the rules leave open by those of a record set, where these are probable.

The rules know the records and most of the fields, and stand between two places of one, or find it nowhere. The record
set with the same records weighs every column by itself, and against none. What it has is given to the rules, which read
the page again with it: that is a doubt, and a person is told.
"""

from collections.abc import Mapping, Sequence

from webdart.extract.comparison import folded
from webdart.extract.fragment import is_one_of_several
from webdart.extract.match.joint import Reading
from webdart.extract.model import Choice, Column
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading
from webdart.records import Extraction, ListingSpec, Ruling, Wrapper
from webdart.records import read as read_by_rules
from webdart.records.choice.listing_choice import choose
from webdart.records.columns.mined_columns import Column as Mined
from webdart.records.columns.synonyms import has_meaning
from webdart.records.query.spec import BY_FORM
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field

_TOLD, _LABEL = "told", "label"  # the tiers of columns that were told to the rules, by their key or by a label
_LABELS = frozenset({"label", "head"})
"""Where names of columns come from that the rules read a field by."""


def as_told(spec: ListingSpec, wrapper: Wrapper) -> ListingSpec:
    """What is asked of a later page, with the columns that the form of the first one told."""
    known = {field.name: wrapper.anchors[field.name] for field in spec.sought if field.name in wrapper.anchors}
    unsaid = {field.name for field in spec.sought if field.label is None}
    columns = {name: anchor.key for name, anchor in known.items() if anchor.tier == _TOLD}
    labels = {name: anchor.key for name, anchor in known.items() if anchor.tier == _LABEL and name in unsaid}
    labels = {name: key.partition(":")[2] for name, key in labels.items()}
    return _told(spec, columns, labels) if (columns or labels) and spec.ruling == Ruling() else spec


def with_open_fields(second: SecondReading, found: Extraction, before: int | None) -> tuple[Extraction, Reading] | None:
    """The page with all its fields, and the reading that has them; None where one of them stays open."""
    least = load("second_opinion")["open_set"]
    likely = (one for one in second.readings if one.score >= least)
    reading = next((one for one in likely if second.has_records_of(one, found)), None)
    names = {one.field for one in found.problems} | {one.field for one in found.missing}
    fields = [field for field in second.mapped if field.name in names]
    if reading is None or len(fields) < len(names) or not all(_is_probable(second, reading, one) for one in fields):
        return None
    labels = {name: label for name in names if (label := _label(reading, name))}
    chosen = choose(second.sought) if len(labels) < len(names) else None
    mined = () if chosen is None else chosen.assigned.columns
    keys = {field.name: _key(second, reading, field, mined) for field in fields if field.name not in labels}
    if not all(keys.values()):
        return None
    got = read_by_rules(second.sources.view, _told(second.spec, keys, labels), before=before)
    is_whole = got.verdict == "found" and not got.problems and not got.missing
    if not is_whole or len(got.records) != len(found.records):
        return None
    own = all(second.is_agreed(reading, field, got) and not _says_another(field.name, got) for field in fields)
    return (got, reading) if own else None


def _says_another(name: str, got: Extraction) -> bool:
    """Whether a field has the values of another one: two fields are not read from one column."""
    values = [record.values for record in got.records]
    others = [other for other in values[0] if other != name]
    return len(values) > 1 and any(all(one[name] == one[other] for one in values) for other in others)


def _told(spec: ListingSpec, columns: Mapping[str, str], labels: Mapping[str, str]) -> ListingSpec:
    """What is asked, with some fields by the key of their column, and some by the words that the page has for it."""
    fields = tuple(replace(one, label=labels.get(one.name, one.label)) for one in spec.extract.fields)
    ruling = Ruling(columns=columns, by=dict.fromkeys(columns, BY_FORM))
    return replace(spec, extract=replace(spec.extract, fields=fields), ruling=ruling)


def _label(reading: Reading, name: str) -> str:
    """The words that the page has for a field's column alone, "" for none."""
    columns = reading.record_set.columns
    said = [[one.words for one in column.names if one.source in _LABELS] for column in columns]
    own = said[reading.alone[name].column]
    return next((words for words in own if sum(words in each for each in said) == 1), "")


def _is_probable(second: SecondReading, reading: Reading, field: Field) -> bool:
    """Whether a reading has a column for a field that is more probable than any other, and than none.

    None that the page calls by words that are known to mean something: it may not have what is looked for.
    """
    weights, choice = load("second_opinion"), reading.alone[field.name]
    likely = choice.probability >= weights["open"] and choice.margin >= weights["open_ahead"]
    if choice.column < 0 or field.label is not None or not likely or choice.features.get("apart"):
        return False
    column = reading.record_set.columns[choice.column]
    heads = [one.words for one in column.names if one.source in _LABELS]
    if choice.features.get("other_head") and any(map(has_meaning, heads)):
        return False
    return not (field.type.kind in NUMERIC and is_one_of_several(second.page, column))


def _key(second: SecondReading, reading: Reading, field: Field, mined: Sequence[Mined]) -> str:
    """The key of the rules' column that is a set's, by where its texts stand or by what they say; "" for none."""
    choice: Choice = reading.alone[field.name]
    column = reading.record_set.columns[choice.column]
    nodes = [second.page.origin[node] if node >= 0 else -1 for node in column.nodes]
    rows = [one for one in mined if len(one.hits) == len(nodes)]
    same = [one for one in rows if [hits[0][0] if hits else -1 for hits in one.hits] == nodes]
    alike = [one for one in rows if _texts(second, one) == _folded(column)] if column.source == "text" else []
    return next((one.key for one in (*same, *alike)), "")


def _texts(second: SecondReading, column: Mined) -> list[str]:
    outline = second.sought.page
    return [
        folded(outline.text[hits[0][0]] if hits[0][1] is None else hits[0][1]) if hits else "" for hits in column.hits
    ]


def _folded(column: Column) -> list[str]:
    return [folded(value) for value in column.values]
