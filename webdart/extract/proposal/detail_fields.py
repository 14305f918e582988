"""Proposes the fields of a record's own page: what stands there under labels, and how it can be declared."""

import re
from collections.abc import Sequence

from webdart.errors import SourceLine
from webdart.extract.proposal.identifiers import identifier
from webdart.extract.proposal.table_proposal import Found
from webdart.page.model import PageView
from webdart.records.coerce.dates import age_in
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.labels.labelled_columns import visible_labels
from webdart.records.model import Totals
from webdart.records.query.spec import Extraction, ListingSpec
from webdart.records.read import read
from webdart.records.structure.outline import Outline, outline
from webdart.records.words import default_label, plain
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Kind, Type

_NOWHERE = SourceLine("page", 1, 1)
_MOST_FIELDS = 12
_LONGEST = 300  # letters of a value; a longer text is an article
_SHARE = 0.9  # of the texts, that must be of a type

_KINDS: tuple[Kind, ...] = ("money", "datetime", "date", "integer", "number", "rating")
_LEAST_WHOLE = 0.65  # how plausible a whole number with words around it must be


def detail_fields(view: PageView, spec: ListingSpec) -> Found | None:
    """The page as one record of what its labels name; None where it has fewer than two with a value.

    `spec` says where the site is; its `extract` is not looked at.
    """
    page, plausible = outline(view), Plausible(spec.locale)
    of_page = replace(spec, kind="page")
    title = Field(name="title", type=Type("text"), at=_NOWHERE)
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
    told = [one for one in fields if isinstance(values.get(one.name), str) and len(str(values[one.name])) <= _LONGEST]
    typed = [replace(one, type=Type(_kind_of([str(values[one.name])], plausible))) for one in told if one is not title]
    if len(typed) < 2:
        return None
    fields = [title, *typed]
    got = _read_page(page, of_page, fields)
    kept = [
        one if got.records[0].values.get(one.name) is not None else replace(one, type=Type("text")) for one in fields
    ]
    got = _read_page(page, of_page, kept)
    extract = Extract(into="page", each="page", fields=tuple(kept), at=_NOWHERE)
    return Found(extract=extract, records=got.records, count=1, keyed=False, totals=Totals())


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


def _kind_of(texts: Sequence[str], plausible: Plausible) -> Kind:
    """The narrowest type that nearly all of some texts are of; ages ("2 hours ago") are texts."""
    if sum(age_in(text, plausible.locale) is not None for text in texts) >= _SHARE * len(texts):
        return "text"
    for kind in _KINDS:
        least = _LEAST_WHOLE if kind == "integer" and len(texts) > 1 else _SHARE
        good = sum(plausible.share(kind, (text,)) >= least for text in texts)
        if good >= _SHARE * len(texts) and not (kind == "integer" and _worded_apart(texts)):
            return _narrowed(kind, texts)
    return "text"


def _narrowed(kind: Kind, texts: Sequence[str]) -> Kind:
    if kind == "datetime":
        clocks = sum(bool(re.search(r"\d{1,2}[:.]\d{2}|\bnoon\b|\bmidnight\b|[ap]\.?m\.?", text)) for text in texts)
        return "datetime" if clocks >= _SHARE * len(texts) else "date"
    if kind == "integer" and any(re.search(r"\d[.,]\d{1,2}(?!\d)", text) for text in texts):
        return "number"
    leading = sum(bool(re.match(r"0\d", text)) for text in texts)  # article numbers, not amounts
    return "text" if kind == "integer" and leading else kind


def _worded_apart(texts: Sequence[str]) -> bool:
    """Whether the words around numbers differ from text to text, as in names that end with one."""
    said = {tuple(word[:4] for word in re.findall(r"[^\W\d_]+", text.casefold())) for text in texts}
    return len(said) > 2
