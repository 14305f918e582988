"""Fills the columns that the rules leave open by those of a record set, where these are probable.

The rules know the records and most of the fields, and stand between two places of one, find it nowhere, or take what
its type leaves. The record set with the same records weighs every column by itself, and against none. What it has is
given to the rules, which read the page again with it: that is a doubt, and a person is told.
"""

from collections.abc import Collection, Mapping, Sequence

from webdart.extract.comparison import folded, is_same_but_for
from webdart.extract.fragment import is_one_of_several
from webdart.extract.match.joint import Reading
from webdart.extract.misreading import BY_TYPE
from webdart.extract.model import Choice, Column, RecordSet
from webdart.extract.named_columns import LABELS, begin_with
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading
from webdart.records import Extraction, ListingSpec, Ruling, Wrapper
from webdart.records import read as read_by_rules
from webdart.records.choice.listing_choice import choose
from webdart.records.columns.mined_columns import Column as Mined
from webdart.records.columns.mined_columns import Hit
from webdart.records.columns.synonyms import has_meaning
from webdart.records.model import Remark
from webdart.records.query.spec import BY_FORM
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field

_TOLD = "told"
"""The tier of a column that was told to the rules by its key."""
LABEL = "label"
"""The tier of a column that has the label which is asked for: where the file gives none, the form of the page did."""
_SAMPLES = 3  # values that a remark shows
_LETTERS = 40  # of a value that a remark shows


def for_later_page(spec: ListingSpec, wrapper: Wrapper | None, declared: Collection[str] = ()) -> ListingSpec:
    """What is asked of a page, with the columns that the form of a page before told; of a first page as it stands.

    `declared`: fields that are asked for as the file declares them, whatever a page before told.
    """
    if wrapper is None or spec.ruling != Ruling():
        return spec
    names = wrapper.anchors.keys() - set(declared)
    known = [(field, wrapper.anchors[field.name]) for field in spec.sought if field.name in names]
    columns = {field.name: one.key for field, one in known if one.tier == _TOLD}
    labels = {
        field.name: one.key.partition(":")[2] for field, one in known if one.tier == LABEL and field.label is None
    }
    return told_spec(spec, columns, labels) if columns or labels else spec


def as_declared(found: Extraction, spec: ListingSpec) -> Extraction:
    """What a later page lacks, as the file declares it: a label that a page before told is none of the file's."""
    plain = {field.name for field in spec.sought if field.label is None and field.target is None}
    missing = [
        replace(one, written=False, looked_for=f"{one.looked_for}, as on the page before")
        if one.written and one.field in plain
        else one
        for one in found.missing
    ]
    return replace(found, missing=tuple(missing))


def with_open_fields(second: SecondReading, found: Extraction, before: int | None) -> Extraction | None:
    """The page with all its fields, and a doubt on each that was open; None where one of them stays so."""
    reading = _with_records(second, found)
    names = {one.field for one in found.problems} | {one.field for one in found.missing} | of_shared_columns(found)
    return _filled(second, reading, names, found, before)


def with_likelier_columns(second: SecondReading, found: Extraction, before: int | None) -> Extraction | None:
    """The page with probable columns of a set for fields of which nothing but their type told another.

    None where there are no such fields, or another field would be read otherwise. Each stays a doubt.
    """
    told = {one.column for one in found.remarks if one.code == BY_TYPE and one.column}
    reading = _with_records(second, found) if told else None
    if reading is None:
        return None
    names = {
        one.name
        for one in second.mapped
        if one.name in told and not second.is_agreed(reading, one, found) and is_probable(second, reading, one, "open")
    }
    got = _filled(second, reading, names, found, before) if names else None
    return got if got is not None and is_same_but_for(told, found, got) else None


def _filled(
    second: SecondReading, reading: Reading | None, names: Collection[str], found: Extraction, before: int | None
) -> Extraction | None:
    """The page with the columns of a reading for some fields, and a doubt on each; None where one stays open."""
    fields = [field for field in second.mapped if field.name in names]
    if (
        reading is None
        or len(fields) < len(names)
        or not all(is_probable(second, reading, one, "open") for one in fields)
    ):
        return None
    labels = {name: label for name in names if (label := label_of_column(reading, name))}
    keys = keys_of(second, reading, [field for field in fields if field.name not in labels])
    if not all(keys.values()):
        return None
    got = read_by_rules(second.sources.view, told_spec(second.spec, keys, labels), before=before)
    is_whole = got.verdict == "found" and not got.problems and not got.missing
    if not is_whole or len(got.records) != len(found.records):
        return None
    if not all(second.is_agreed(reading, field, got) and not _says_another(field.name, got) for field in fields):
        return None
    table, mapped = second.spec.extract.into, reading.alone
    doubted = [field for field in fields if not second.is_named(reading, field, found)]
    doubts = [by_form(table, field, mapped[field.name], reading.record_set) for field in doubted]
    return replace(got, remarks=(*got.remarks, *doubts))


def of_shared_columns(found: Extraction) -> set[str]:
    """The fields that are doubted as their column is another field's too: a head names two, and a cell has one text."""
    told = {one.column for one in found.remarks if one.code == BY_TYPE and one.column}
    return {name for name in told if found.records and _says_another(name, found)}


def by_form(table: str, field: Field, choice: Choice, record_set: RecordSet) -> Remark:
    """The doubt on a column that the form of the whole page told."""
    column = record_set.columns[choice.column]
    filled: Sequence[str] = [value for value in column.values if value is not None]
    shown = ", ".join(repr(value[:_LETTERS]) for value in filled[:_SAMPLES])
    text = f"taken from {column.name!r}, as in {shown}, by the form of the whole page: a `label` or an `at` settles it"
    return Remark(code="other column", text=text, table=table, column=field.name, count=len(filled))


def _with_records(second: SecondReading, found: Extraction) -> Reading | None:
    """The most probable reading that has the records of the rules, if it is probable enough."""
    least = load("second_opinion")["open_set"]
    likely = (one for one in second.readings if one.score >= least)
    return next((one for one in likely if second.has_records_of(one, found)), None)


def _says_another(name: str, got: Extraction) -> bool:
    """Whether a field has the values of another one: two fields are not read from one column."""
    values = [record.values for record in got.records]
    others = [other for other in values[0] if other != name]
    return len(values) > 1 and any(all(one[name] == one[other] for one in values) for other in others)


def told_spec(spec: ListingSpec, columns: Mapping[str, str], labels: Mapping[str, str]) -> ListingSpec:
    """What is asked, with some fields by the key of their column, and some by the words that the page has for it."""
    columns = {**spec.ruling.columns, **columns}
    fields = tuple(replace(one, label=labels.get(one.name, one.label)) for one in spec.extract.fields)
    ruling = Ruling(columns=columns, by=dict.fromkeys(columns, BY_FORM))
    return replace(spec, extract=replace(spec.extract, fields=fields), ruling=ruling)


def label_of_column(reading: Reading, name: str) -> str:
    """The words that the page has for a field's column alone, and for none that has them in it; "" for none."""
    columns = reading.record_set.columns
    said = [
        [one.words for one in column.names if one.source in LABELS and not begin_with(column, one.words)]
        for column in columns
    ]
    own = said[reading.alone[name].column]
    return next((words for words in own if sum(words in each for each in said) == 1), "")


def is_probable(second: SecondReading, reading: Reading, field: Field, kind: str) -> bool:
    """Whether a reading has a column for a field that is more probable than any other, and than none.

    How probable, and how far ahead, the weights of a `kind` of question say. A column that the page calls by words of a
    known meaning, and not the field's, is none: the page may lack the field.
    """
    weights, choice = load("second_opinion"), reading.alone[field.name]
    likely = choice.probability >= weights[kind] and choice.margin >= weights[f"{kind}_ahead"]
    if choice.column < 0 or field.label is not None or not likely or choice.features.get("apart"):
        return False
    column = reading.record_set.columns[choice.column]
    heads = [one.words for one in column.names if one.source in LABELS]
    if choice.features.get("other_head") and any(map(has_meaning, heads)):
        return False
    return not (field.type.kind in NUMERIC and is_one_of_several(second.page, column))


def keys_of(second: SecondReading, reading: Reading, fields: Sequence[Field]) -> dict[str, str]:
    """By field: the key of the column that the rules have in the place of the set's; "" for none."""
    chosen = choose(second.sought) if fields else None
    mined = () if chosen is None else chosen.assigned.columns
    columns = {field.name: reading.record_set.columns[reading.alone[field.name].column] for field in fields}
    return {name: _key(second, column, mined) for name, column in columns.items()}


def _key(second: SecondReading, column: Column, mined: Sequence[Mined]) -> str:
    """The key of the rules' column whose elements are those of a set's column, else of one that says the same."""
    nodes = [second.page.origin[node] if node >= 0 else -1 for node in column.nodes]
    rows = [one for one in mined if len(one.hits) == len(nodes)]
    same = [one.key for one in rows if [hits[0][0] if hits else -1 for hits in one.hits] == nodes]
    if same or column.source != "text":
        return same[0] if same else ""
    said = [folded(value) for value in column.values]
    return next((one.key for one in rows if [_text(second, hits) for hits in one.hits] == said), "")


def _text(second: SecondReading, hits: Sequence[Hit]) -> str:
    """What the first hit of a record says, folded; "" for none."""
    if not hits:
        return ""
    node, part = hits[0]
    return folded(second.sought.page.text[node] if part is None else part)
