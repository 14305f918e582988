"""Reads a page for declared fields by its record sets: the interface of `webdart.records.read`.

The set and the columns are chosen here; how cells become values is still the business of `webdart.records`. No run
reads with it yet: `navigate.walk.page_reader` calls `webdart.records.read`.
"""

from collections.abc import Mapping, Sequence

from webdart.extract.match.joint import Reading, readings
from webdart.extract.model import Choice, Column, FieldSpec, RecordSet
from webdart.extract.page import Page, page_from_view
from webdart.extract.sets import record_sets, set_of
from webdart.page.model import PageView
from webdart.records.choose import Chosen
from webdart.records.columns import Column as Hits
from webdart.records.columns import Hit, Tier, mine
from webdart.records.fit import located
from webdart.records.outline import Outline, outline
from webdart.records.plausible import Plausible
from webdart.records.read import extraction_of
from webdart.records.regions import Region, shape_of, starts_at
from webdart.records.scope import scope_of
from webdart.records.sought import Assigned, Match, Sought
from webdart.records.spec import Extraction, ListingSpec, Problem
from webdart.records.wrapper import Wrapper
from webdart.workflow.model import Field

_SAMPLES = 3  # values that a message shows of a column
_TIERS: Mapping[str, Tier] = {"sure": "name", "ask": "type"}


def read(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None) -> Extraction:
    """Read a page; as `webdart.records.read`, which says what the arguments are."""
    whole = outline(view, hidden=spec.kind != "listing" or spec.unfolded)
    sought = Sought(whole, spec, Plausible(spec.locale), wrapper)
    reading = choose_reading(page_from_view(view), sought)
    if reading is None:
        return Extraction(verdict="not found")
    page, one = reading
    return extraction_of(sought, _chosen(page, sought, one), before)


def choose_reading(page: Page, sought: Sought) -> tuple[Page, Reading] | None:
    """The set and the columns that fit the declared fields best."""
    fields = [_field_spec(field) for field in sought.by_column if field.target is None]
    found = readings(_sets(page, sought), fields, page, sought.spec.locale)
    return (page, found[0]) if found else None


def _sets(page: Page, sought: Sought) -> Sequence[RecordSet]:
    spec = sought.spec
    if spec.kind != "listing":
        return record_sets(page, of="page")
    places = {origin: index for index, origin in enumerate(page.origin)}
    each = spec.extract.each
    allowed = scope_of(sought)
    if each is not None and not isinstance(each, str):
        region = starts_at(sought.page, [hit for hit in spec.locate(sought.page.view, each) if allowed(hit)])
        return [set_of(page, [tuple(places[root] for root in record) for record in region.records])] if region else []
    found = record_sets(page, of="lists")
    return [one for one in found if all(allowed(page.origin[record[0]]) for record in one.roots)]


def _field_spec(field: Field) -> FieldSpec:
    return FieldSpec(name=field.name, type=field.type.kind, label=field.label, match=field.match, many=field.type.many)


def _chosen(page: Page, sought: Sought, reading: Reading) -> Chosen:
    record_set = reading.record_set
    region = _region(page, sought.page, record_set)
    count = range(len(record_set))
    matches: dict[str, Match] = {}
    problems: list[Problem] = []
    for field in sought.by_column:
        if field.target is not None:
            column = located(sought, field, region, count)
            if column is not None:
                matches[field.name] = Match(column, "at", 1.0)
            continue
        choice = reading.mapped[field.name]
        if choice.column < 0:
            continue
        hits = _hits(page, record_set.columns[choice.column], field.name)
        matches[field.name] = Match(hits, _TIERS[choice.verdict], choice.probability)
        if choice.verdict == "ask" and choice.runner_up >= 0:
            problems.append(_problem(record_set, choice))
    columns = tuple(mine(sought.page, region, count))
    assigned = Assigned(region, tuple(count), columns, matches, (), reading.score)
    return Chosen(assigned, tuple(problems))


def _region(page: Page, whole: Outline, record_set: RecordSet) -> Region:
    records = tuple(tuple(page.origin[node] for node in record) for record in record_set.roots)
    if record_set.kind in {"page", "block"}:
        return Region("page", records[0][0], records, "page")
    node = page.origin[page.common([record_set.roots[0][0], record_set.roots[-1][-1]])]
    return Region("siblings", node, records, shape_of(whole, records[0][0]))


def _hits(page: Page, column: Column, name: str) -> Hits:
    """The column as the older reader has it: where the value of every record stands, and which part of the text."""
    hits: list[tuple[Hit, ...]] = []
    for node, value in zip(column.nodes, column.values, strict=True):
        if node < 0 or value is None:
            hits.append(())
            continue
        part = None if column.source != "text" or page.text_of(node) == value else value
        hits.append(((page.origin[node], part),))
    return Hits(f"column:{name}", "path", tuple(hits))


def _problem(record_set: RecordSet, choice: Choice) -> Problem:
    both = [record_set.columns[place] for place in (choice.column, choice.runner_up)]
    return Problem(field=choice.field, choices=tuple(map(_shown, both)))


def _shown(column: Column) -> str:
    samples = [value for value in column.values if value is not None][:_SAMPLES]
    return f"{column.name} ({', '.join(samples)})"
