"""Reads a page of a listing for declared fields: by the rules, and where they do not tell by its record sets.

The rules read a page for what is declared; the record sets are found without it. Where the rules have no answer – two
lists, two places of a field, a label that they do not find – or another one, and the record sets are sure of the
records and of every field, these decide, and a person is told: an answer against the rules is doubtful unless the sets
are certain. How cells become values is one business for both (`webdart.records`).
"""

from collections.abc import Sequence
from dataclasses import replace

from webdart.extract.comparison import agreement, is_comparable, value_of
from webdart.extract.match.joint import Reading, readings
from webdart.extract.model import Choice, Column, FieldSpec, RecordSet
from webdart.extract.page import Page, page_from_view
from webdart.extract.score import load
from webdart.extract.sets import record_sets
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Told, Wrapper
from webdart.records import read as read_by_rules
from webdart.records.choice.listing_choice import Chosen
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.mined_columns import Column as Hits
from webdart.records.columns.mined_columns import Hit, mine
from webdart.records.matching.region_match import located
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Match, Sought
from webdart.records.query.long_page import long_page
from webdart.records.query.scope import scope_of
from webdart.records.read import extraction_of
from webdart.records.structure.outline import Outline, outline
from webdart.records.structure.regions import Region, shape_of
from webdart.workflow.model import Field

BY_SETS = "sets"
"""The kind of a wrapper that was learned from a record set: the pages after it are read by theirs."""
_CERTAIN = "sure"  # the verdict of a choice whose probability is calibrated on sites left out
_WEAK = frozenset({"type", "mark"})  # evidence of the rules for a column that is no name of it
_SAMPLES = 3  # values that a remark shows
_LETTERS = 40  # of a value that a remark shows


def read(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None) -> Extraction:
    """Read a page; as `webdart.records.read`, which says what the arguments are."""
    if wrapper is not None and wrapper.kind == BY_SETS:
        later = _later_page(view, spec, wrapper, before)
        return _without_records(view, spec, before) if later is None else later
    found = read_by_rules(view, spec, wrapper, before=before)
    if wrapper is not None or not _may_be_told_by_sets(spec):
        return found
    if _is_open(spec, found):
        decided = _decided(view, spec, before)
    elif found.verdict == "found" and not found.problems and not found.missing and long_page(view) is None:
        decided = _contrary(view, spec, found, before)
    else:
        decided = None
    return found if decided is None else decided


def _may_be_told_by_sets(spec: ListingSpec) -> bool:
    """Whether the file leaves it to the page what a record is and where its fields stand."""
    extract = spec.extract
    located_records = (extract.each is not None and not isinstance(extract.each, str)) or extract.within is not None
    return spec.kind == "listing" and not located_records and spec.told == Told()


def _is_open(spec: ListingSpec, found: Extraction) -> bool:
    """Whether the rules leave something open.

    Of a page without any listing the record sets say something only where the file has the words of the page.
    """
    fields = [field for field in spec.sought if field.source != "heading"]
    if not fields or not all(map(_is_plain, fields)):
        return False
    if found.verdict == "not found":
        return all(field.label is not None for field in fields)
    return bool(found.problems or found.missing)


def _is_plain(field: Field) -> bool:
    """Whether a field has a column of its own; a `match` alone reads the whole record."""
    return field.source == "text" and (field.match is None or field.label is not None or field.target is not None)


def _decided(view: PageView, spec: ListingSpec, before: int | None) -> Extraction | None:
    """The page by its record sets, where they are sure of the records and of every field; else None."""
    sought = _sought(view, spec, None)
    page, found = _second_reading(view, sought)
    if not found or not _is_sure(found[0], sought):
        return None
    got = _as_read(page, sought, found[0], before, told=True)
    return None if got.problems or got.missing else got


def _contrary(view: PageView, spec: ListingSpec, found: Extraction, before: int | None) -> Extraction | None:
    """The page by its record sets, where they are sure, and the rules read other records or another column."""
    sought = _sought(view, spec, None)
    if any(field.source == "heading" for field in spec.sought):
        return None
    page, readings_of_page = _second_reading(view, sought)
    if not readings_of_page or not _are_records(best := readings_of_page[0]):
        return None
    got = _as_read(page, sought, best, before, told=False)
    if got.problems or got.missing or _has_unreadable(got):
        return None
    fields, mapped = _fields_apart(found, got, sought, page.url), _mapped(sought)
    same_records = len(got.records) == len(found.records) and all(field in mapped for field in fields)
    if not _are_weak(found, fields if same_records else None):
        return None
    if not _are_certain(best, fields if same_records else mapped):
        return None
    return replace(got, remarks=(*got.remarks, *_against_rules(sought, best, found, got, fields)))


def _are_weak(found: Extraction, fields: Sequence[Field] | None) -> bool:
    """Whether the rules may give way: in texts (at least one) that nothing names, or in records that are no table.

    They know what the sets do not: sums, spans, rows that belong together, numbers in parts, links that are icons.
    """
    known = found.wrapper
    if known is None:
        return False
    if fields is None:
        return known.kind != "table"
    tiers = [known.anchors[field.name].tier for field in fields if field.name in known.anchors]
    return bool(fields) and all(field.type.kind == "text" for field in fields) and _WEAK.issuperset(tiers)


def _has_unreadable(got: Extraction) -> bool:
    """Whether a field has no values, or a text that is not of its type."""
    names = dict.fromkeys(name for record in got.records for name in record.values)
    filled = all(any(record.values[name] is not None for record in got.records) for name in names)
    return not filled or any(remark.code in {"unreadable", "no match"} for remark in got.remarks)


def _fields_apart(found: Extraction, got: Extraction, sought: Sought, url: str) -> list[Field]:
    """The fields whose values are others in many of the records; none where the records are others."""
    if len(found.records) != len(got.records):
        return []
    least = load("second_opinion")["agreement"]
    return [
        field
        for field in sought.by_column
        if field.target is None
        and is_comparable(field)
        and agreement(*([value_of(one, field, url) for one in each.records] for each in (found, got))) < least
    ]


def _against_rules(
    sought: Sought, best: Reading, found: Extraction, got: Extraction, fields: Sequence[Field]
) -> list[Remark]:
    """What a person is told of records or fields that the rules read otherwise."""
    table, weights = sought.spec.extract.into, load("second_opinion")
    others = len(found.records) != len(got.records)
    mapped = {field.name for field in _mapped(sought)}
    chosen = [best.mapped[name] for name in mapped if others or any(name == field.name for field in fields)]
    if best.score >= weights["certain"] and all(one.probability >= weights["certain"] for one in chosen):
        return [Remark(code="by sets", text=_CHOSEN, table=table, count=len(got.records))]
    if others:
        text = (
            f"{len(got.records)} records are read by the form of the whole page, {len(found.records)} by the declared "
            "fields alone: `each` with an `at` says what one record is"
        )
        return [Remark(code="other records", text=text, table=table, count=len(got.records))]
    return [
        _remark(table, field, best.mapped[field.name], best.record_set)
        if field.name in mapped
        else Remark(code="other column", text=_CHOSEN, table=table, column=field.name, count=len(got.records))
        for field in fields
    ]


def _later_page(view: PageView, spec: ListingSpec, wrapper: Wrapper, before: int | None) -> Extraction | None:
    """A further page of a listing whose first page was read by its record sets; None where they do not tell."""
    sought = _sought(view, spec, wrapper)
    page, found = _second_reading(view, sought)
    alike = next((one for one in found if _is_alike(page, sought, one, wrapper)), None)
    if alike is not None:
        return _as_read(page, sought, alike, before, told=False)
    if found and _is_sure(found[0], sought):
        return _as_read(page, sought, found[0], before, told=True)
    return None


def _without_records(view: PageView, spec: ListingSpec, before: int | None) -> Extraction:
    """A page of no records, empty where the rules see that: other rows of theirs are none of the listing."""
    found = read_by_rules(view, spec, before=before)
    return found if found.verdict == "empty" else Extraction(verdict="not found", seen=found.seen)


def _second_reading(view: PageView, sought: Sought) -> tuple[Page, list[Reading]]:
    """The page as record sets, the best reading first; none of a page that can't be read so."""
    page = page_from_view(view)
    try:
        return page, _readings(page, sought)
    except (LookupError, ValueError, ArithmeticError, RecursionError):
        return page, []


def _sought(view: PageView, spec: ListingSpec, wrapper: Wrapper | None) -> Sought:
    return Sought(outline(view, hidden=spec.unfolded), spec, Plausible(spec.locale), wrapper)


def _readings(page: Page, sought: Sought) -> list[Reading]:
    fields = [field_spec(field) for field in _mapped(sought)]
    allowed = scope_of(sought)
    sets = [
        one for one in record_sets(page, of="lists") if all(allowed(page.origin[record[0]]) for record in one.roots)
    ]
    return readings(sets, fields, page, sought.spec.locale)


def _mapped(sought: Sought) -> list[Field]:
    """The fields whose columns are chosen among those of a set."""
    return [field for field in sought.by_column if field.target is None and field.source == "text"]


def field_spec(field: Field) -> FieldSpec:
    """A field of the file as record sets are asked for it."""
    return FieldSpec(name=field.name, type=field.type.kind, label=field.label, match=field.match, many=field.type.many)


def _is_sure(best: Reading, sought: Sought) -> bool:
    return _are_records(best) and _are_certain(best, _mapped(sought))


def _are_records(best: Reading) -> bool:
    """Whether a set is that of the listing beyond doubt."""
    weights = load("second_opinion")
    return best.score >= weights["set"] and len(best.record_set) >= weights["records"]


def _are_certain(best: Reading, fields: Sequence[Field]) -> bool:
    """Whether the columns of fields (at least one) are theirs beyond doubt."""
    weights = load("second_opinion")
    chosen = [best.mapped[field.name] for field in fields]
    return bool(chosen) and all(
        one.column >= 0 and one.probability >= weights["sure"] and one.margin >= weights["margin"] for one in chosen
    )


def _is_alike(page: Page, sought: Sought, one: Reading, wrapper: Wrapper) -> bool:
    """Whether the records have the shape of those before, and every field the column that it had."""
    if _region(page, sought.page, one.record_set).shape != wrapper.shape:
        return False
    chosen = ((field.name, one.mapped[field.name].column) for field in _mapped(sought))
    return all(
        column >= 0 and _key(one.record_set.columns[column]) == wrapper.anchor_of(name) for name, column in chosen
    )


def _as_read(page: Page, sought: Sought, reading: Reading, before: int | None, *, told: bool) -> Extraction:
    """What the rules make of the cells of a set; with a remark where a person is to know who chose them."""
    region = _region(page, sought.page, reading.record_set)
    count = range(len(reading.record_set))
    matches = _matches(page, sought, reading, region)
    columns = (*(match.column for match in matches.values()), *mine(sought.page, region, count))
    assigned = Assigned(region, tuple(count), columns, matches, (), reading.score)
    got = extraction_of(sought, Chosen(assigned), before)
    wrapper = None if got.wrapper is None else replace(got.wrapper, kind=BY_SETS, shape=region.shape)
    remarks = (*got.remarks, *(_remarks(sought, reading) if told else ()))
    return replace(got, wrapper=wrapper, remarks=remarks)


def _region(page: Page, whole: Outline, record_set: RecordSet) -> Region:
    records = tuple(tuple(page.origin[node] for node in record) for record in record_set.roots)
    node = page.origin[page.common([record_set.roots[0][0], record_set.roots[-1][-1]])]
    return Region("siblings", node, records, shape_of(whole, records[0][0]))


def _matches(page: Page, sought: Sought, reading: Reading, region: Region) -> dict[str, Match]:
    found: dict[str, Match] = {}
    mapped = {field.name for field in _mapped(sought)}
    for field in sought.by_column:
        if field.name in mapped:
            choice = reading.mapped[field.name]
            if choice.column >= 0:
                column = _hits(page, reading.record_set.columns[choice.column])
                found[field.name] = Match(column, "name", choice.probability)
        elif (column := located(sought, field, region, range(len(region.records)))) is not None:
            found[field.name] = Match(column, "at", 1.0)
    return found


def _hits(page: Page, column: Column) -> Hits:
    """Where the value of every record stands, and which part of the text it is."""
    hits: list[tuple[Hit, ...]] = []
    for node, value in zip(column.nodes, column.values, strict=True):
        if node < 0 or value is None:
            hits.append(())
            continue
        whole = column.source in {"@href", "@src"} or (column.source == "text" and page.text_of(node) == value)
        hits.append(((page.origin[node], None if whole else value),))
    return Hits(_key(column), "path", tuple(hits))


def _key(column: Column) -> str:
    """What tells a column from the others on every page of a listing."""
    return f"{BY_SETS}:{column.source}:{column.name}"


def _remarks(sought: Sought, reading: Reading) -> list[Remark]:
    """Who chose the records and the columns: a doubt where one of them is not certain."""
    table = sought.spec.extract.into
    found: list[Remark] = []
    for field in _mapped(sought):
        choice = reading.mapped[field.name]
        if choice.verdict != _CERTAIN:
            found.append(_remark(table, field, choice, reading.record_set))
    return found or [Remark(code="by sets", text=_CHOSEN, table=table, count=len(reading.record_set))]


_CHOSEN = "which part of the page one record is, and where its fields stand, was told by the form of the whole page"


def _remark(table: str, field: Field, choice: Choice, record_set: RecordSet) -> Remark:
    column = record_set.columns[choice.column]
    filled: Sequence[str] = [value for value in column.values if value is not None]
    shown = ", ".join(repr(value[:_LETTERS]) for value in filled[:_SAMPLES])
    text = f"taken from {column.name!r}, as in {shown}, by the form of the whole page: a `label` or an `at` settles it"
    return Remark(code="other column", text=text, table=table, column=field.name, count=len(filled))
