"""Proposes the fields of a record's own page: what stands there under labels, or is told by its data."""

import re
from collections.abc import Collection, Iterator, Sequence

from webdart.errors import SourceLine
from webdart.extract.proposal.identifiers import identifier
from webdart.extract.proposal.table_proposal import Found
from webdart.page.model import PageView
from webdart.records.coerce.dates import age_in
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.labels.label_blocks import block_lines
from webdart.records.labels.labelled_columns import visible_labels
from webdart.records.matching.linked_values import told_fields
from webdart.records.model import Totals
from webdart.records.query.spec import Extraction, ListingSpec
from webdart.records.read import read
from webdart.records.structure.outline import Outline, outline
from webdart.records.words import default_label, plain
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Kind, Type, Value

_NOWHERE = SourceLine("page", 1, 1)
_MOST_FIELDS = 12
_SIGNED = {"author": Type("text"), "date": Type("date")}  # what a line below the heading tells without a label
_LONGEST = 300  # letters of a value; a longer text is an article
_WORD = re.compile(r"\w+")
_SHARE = 0.9  # how plausible a type must be

_KINDS: tuple[Kind, ...] = ("money", "datetime", "date", "duration", "integer", "number", "rating")


def detail_fields(view: PageView, spec: ListingSpec, least: int = 2) -> Found | None:
    """The page as one record of what its labels and its data name; None where fewer than `least` have a value.

    `spec` says where the site is; its `extract` is not looked at.
    """
    page, plausible = outline(view), Plausible(spec.locale)
    of_page = replace(spec, kind="page")
    title = Field(name="title", type=Type("text"), at=_NOWHERE)
    lines = {identifier(page.text[line.label]): line.value for line in block_lines(page, max(page.main, 0))}
    fields = [title]
    taken = {"title"}
    for label in visible_labels(page, None, max(page.main, 0)):
        name = identifier(label)
        if name and name not in taken and len(fields) < _MOST_FIELDS:
            taken.add(name)
            written = label if default_label(name) != plain(label) else None
            fields.append(Field(name=name, type=Type("text"), label=written, at=_NOWHERE))
    got = _read_page(page, of_page, fields)
    values = dict(got.records[0].values) if got.records else {}
    told = [one for one in fields if _is_told(values.get(one.name), lines.get(one.name), plausible)]
    typed = [replace(one, type=Type(_kind_of(str(values[one.name]), plausible))) for one in told if one is not title]
    data = _by_data(page, of_page, title, taken)
    if len(typed) + len(data) < least:
        return None
    fields = [title, *data, *typed]
    got = _read_page(page, of_page, fields)
    kept = [
        one if got.records[0].values.get(one.name) is not None else replace(one, type=Type("text")) for one in fields
    ]
    got = _read_page(page, of_page, kept)
    found = tuple(one for one in kept if one.name in got.records[0].values)  # a label may have what told another
    extract = Extract(into="page", each="page", fields=found, at=_NOWHERE)
    return Found(extract=extract, records=got.records, count=1, keyed=False, totals=Totals())


def _is_told(value: Value, line: str | None, plausible: Plausible) -> bool:
    """Whether a label has a short text for its value; in a fact sheet's line one of that, and no piece of a time."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        return False
    if line is None:
        return True
    times = [_kind_of(text, plausible) == "duration" for text in (line, value)]
    torn = times == [True, False]  # the 1 of "1 hour 30 minutes"
    own, whole = _WORD.findall(value), _WORD.findall(line)
    return own[:1] == whole[:1] and set(own) <= set(whole) and not torn


def _by_data(page: Outline, spec: ListingSpec, title: Field, taken: Collection[str]) -> Sequence[Field]:
    """The fields that the page's data tells and the page shows, or its byline, where nothing about them is doubtful."""
    told = {**_SIGNED, **dict(told_fields(page))}
    fields = [Field(name=name, type=type_, at=_NOWHERE) for name, type_ in told.items() if name not in taken]
    got = _read_page(page, spec, [title, *fields])
    values = dict(got.records[0].values) if got.records else {}
    doubted = {remark.column for remark in got.remarks}
    return [one for one in fields if values.get(one.name) is not None and one.name not in doubted]


def _read_page(page: Outline, spec: ListingSpec, fields: Sequence[Field]) -> Extraction:
    """What reading the page gives, without the fields that it has twice or not."""
    while True:
        got = read(
            page.view, replace(spec, extract=Extract(into="page", each="page", fields=tuple(fields), at=_NOWHERE))
        )
        wrong = {problem.field for problem in got.problems} | {missing.field for missing in got.missing}
        left = [field for field in fields if field.name not in wrong]
        if len(left) == len(fields) or not left:
            return got
        fields = left


def _kind_of(text: str, plausible: Plausible) -> Kind:
    """The narrowest type that a text is likely of; an age ("2 hours ago") is a text."""
    if age_in(text, plausible.locale) is not None:
        return "text"
    likely: Iterator[Kind] = (kind for kind in _KINDS if plausible.share(kind, (text,)) >= _SHARE)
    kind: Kind = next(likely, None) or "text"
    if kind == "datetime":
        return "datetime" if re.search(r"\d{1,2}[:.]\d{2}|\bnoon\b|\bmidnight\b|[ap]\.?m\.?", text) else "date"
    if kind == "integer" and re.search(r"\d[.,]\d{1,2}(?!\d)", text):
        return "number"
    if kind == "duration" and not any(map(str.isalpha, text)):
        return "text"  # "5:30" may be a time of day
    is_code = kind == "integer" and re.match(r"0\d", text)  # an article's number, no amount
    return "text" if is_code else kind
