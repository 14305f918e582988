"""Finds fields of a page that is one record which it calls otherwise: "Prep" for `prep_time`, "Genres" for `genre`.

The rules look for a field's very name there. Where they find it nowhere, the page's columns are weighed as those of
record sets are, by weights fitted on such pages. What a label names is then read by the rules under that label, and has
to be what the column says. That is a doubt: "Ratings" may count them. A label that says more than the name does is of
something else: the "Author website", the "Maximum age". What no label names is taken from its column as it stands
there, where that is more probable than any other and than none; that is a doubt as well.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from webdart.extract.comparison import is_comparable
from webdart.extract.match import Question, map_fields
from webdart.extract.match.likeness import lexical
from webdart.extract.model import Choice, Column
from webdart.extract.page import Page, page_from_view
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading, Sources, field_spec, is_told_by_column
from webdart.extract.sets import page_record
from webdart.page.model import PageView
from webdart.page.text_match import without_mark
from webdart.records import Extraction, ListingSpec, Wrapper
from webdart.records import read as read_by_rules
from webdart.records.columns.synonyms import mean_apart, related
from webdart.records.labels.label_blocks import block_lines
from webdart.records.model import Remark
from webdart.records.query.field_matches import label_of, whole_record
from webdart.records.structure.outline import Outline
from webdart.records.words import plain
from webdart.values import replace
from webdart.workflow.model import Field, Value

_LABELS = frozenset({"label", "head"})
"""Where names of columns come from that are labels."""
_LETTERS = 40  # of a value that a remark shows


class _Called(Struct, frozen=True):
    """A field, its column, the label that names it ("" for none), and what that says."""

    field: Field
    column: Column
    label: str
    value: Value


def with_other_labels(
    view: PageView, spec: ListingSpec, wrapper: Wrapper | None, found: Extraction, before: int | None
) -> Extraction:
    """The page with the fields that the rules found nowhere, as far as labels of other words or its form tell them."""
    lacking = {missing.field for missing in found.missing}
    wanted = [field for field in spec.sought if field.name in lacking and _may_be_called_otherwise(field)]
    likely = list(_called(view, spec, wanted)) if wanted else []
    called = [one for one in likely if one.label]
    labels = {one.field.name: one.label for one in called}
    got = _read(view, spec, wrapper, before, labels) if labels else found
    values = got.records[0].values if got.records else dict[str, Value]()
    wrong = {one.field for one in got.problems} | {one.field for one in got.missing}
    wrong |= {one.field.name for one in called if values.get(one.field.name) != one.value}
    kept = {name: label for name, label in labels.items() if name not in wrong}
    if len(kept) < len(labels):
        got = _read(view, spec, wrapper, before, kept) if kept else found
    shown = [one for one in likely if not one.label]
    told = (_remark(spec, one) for one in called if one.field.name in kept)
    return _with_values(replace(got, remarks=(*got.remarks, *told)), spec, shown)


def _with_values(found: Extraction, spec: ListingSpec, shown: Sequence[_Called]) -> Extraction:
    """The page with what columns without a label say, if nothing is open or missing then; else as it is."""
    given = {one.field.name: one for one in shown}
    if not given or found.problems or len(found.records) != 1 or {one.field for one in found.missing} - given.keys():
        return found
    record = found.records[0]
    texts = {name: one.column.values[0] or "" for name, one in given.items()}
    values = {**record.values, **{name: one.value for name, one in given.items()}}
    records = (replace(record, values=values, raw={**record.raw, **texts}),)
    told = tuple(_remark(spec, one) for one in shown)
    return replace(found, records=records, missing=(), fit=1.0, remarks=(*found.remarks, *told))


def _may_be_called_otherwise(field: Field) -> bool:
    """Whether the file leaves it to the page where a field of one value stands."""
    is_open = is_told_by_column(field) and not whole_record(field) and field.label is None
    return is_open and is_comparable(field) and field.type.kind not in {"link", "boolean"}


def _called(view: PageView, spec: ListingSpec, fields: Sequence[Field]) -> Iterator[_Called]:
    """The fields with a column that a label names, none that another field is called by, or that is most probable."""
    page, sources = page_from_view(view, spec.locale), Sources(view, spec)
    record = page_record(page, labelled=True)
    if record is None:
        return
    asked = [field_spec(field) for field in spec.sought if is_told_by_column(field)]
    mapped = map_fields(Question(record, asked, page, spec.locale))
    second, weights = SecondReading(page, sources, []), load("second_opinion")
    taken = {label_of(field) for field in spec.sought}
    for field in fields:
        choice = mapped[field.name]
        if choice.column < 0:
            continue
        column = record.columns[choice.column]
        label = _label(page, sources.sought.page, column, field, weights["called_alike"])
        if plain(label) in taken or not _is_likely(choice, lexical(field.name, label), weights):
            label = ""
        if not label and not (_is_called(field, column) and _is_probable(choice, weights, "shown")):
            continue
        values = second.values_of(column, field)
        if values is not None and values[0] is not None:
            taken |= {plain(label)} if label else set[str]()
            yield _Called(field, column, label, values[0])


def _is_called(field: Field, column: Column) -> bool:
    """Whether the mark-up calls a column without a label as a field, in some words, and in none something else."""
    said = [name.words for name in column.names]
    labelled = any(name.source in _LABELS for name in column.names)
    near = [words for words in said if _is_near(field, words)]
    return not labelled and bool(near) and not any(mean_apart(label_of(field), words) for words in near)


def _is_likely(choice: Choice, likeness: float, weights: Mapping[str, float]) -> bool:
    """Whether a column is probable enough; less so where its label has all words of the field's name."""
    return _is_probable(choice, weights, "named" if likeness >= weights["named_alike"] else "called")


def _is_probable(choice: Choice, weights: Mapping[str, float], kind: str) -> bool:
    return choice.probability >= weights[kind] and choice.margin >= weights[f"{kind}_ahead"]


def _label(page: Page, outline: Outline, column: Column, field: Field, least: float) -> str:
    """The label of a column, of several the nearest to a field's name; "" where nothing that names it is near.

    Its words have to be found in that name, on average `least`, 0 to 1: "Author website" says more.
    """
    labels = [name.words for name in column.names if name.source in _LABELS]
    if not labels:
        node, lines = page.origin[column.nodes[0]], block_lines(outline, max(outline.main, 0))
        labels = [outline.text[one.label] for one in lines if one.label < node < outline.nodes[one.node].end]
    if not any(_is_near(field, words) for words in (*labels, *(name.words for name in column.names))):
        return ""
    labels = [words for words in labels if lexical(words, field.name) >= least]
    return without_mark(max(labels, key=lambda words: lexical(field.name, words), default="")).strip()


def _is_near(field: Field, words: str) -> bool:
    """Whether words that name a column have something in common with a field's name, or mean the same."""
    return lexical(field.name, words) > 0 or related(field.name.replace("_", " "), words)


def _read(
    view: PageView, spec: ListingSpec, wrapper: Wrapper | None, before: int | None, labels: Mapping[str, str]
) -> Extraction:
    """The page by the rules, some fields by the labels given."""
    fields = tuple(replace(one, label=labels.get(one.name, one.label)) for one in spec.extract.fields)
    return read_by_rules(view, replace(spec, extract=replace(spec.extract, fields=fields)), wrapper, before=before)


def _remark(spec: ListingSpec, one: _Called) -> Remark:
    shown, field = repr(str(one.value)[:_LETTERS]), one.field.name
    text = f"taken from {one.label!r}, as in {shown}: `label: {one.label}` settles it"
    if not one.label:
        text = f"taken from {one.column.name!r}, as in {shown}, by the form of the page: an `at` settles it"
    return Remark(code="other column", text=text, table=spec.extract.into, column=field, count=1)
