"""Finds the column of each declared field in a region, and scores how well the region carries them all.

Tiers, in this order: a locator, a declared label, the field's own name as a label, a column marked up with the field's
name, the words that may stand there, the type. Within the last the assignment is one problem over all fields; where
another solution is as good and reads other values, both are told and none is taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log2

from webdart.records.cells.record_headings import MOMENTS, bare_days
from webdart.records.columns.image_names import image_names
from webdart.records.columns.markup_hints import hinted_elements
from webdart.records.columns.mined_columns import Column, Hit, Tier, mine
from webdart.records.columns.sole_values import PAID, TYPES, counted_values, paid_amounts, sole_values
from webdart.records.detail.own_page import OwnPage
from webdart.records.labels.labelled_columns import labelled_columns, other_spellings, with_items
from webdart.records.matching.column_choice import Judge
from webdart.records.matching.definition_lists import definition_pairs
from webdart.records.matching.link_names import named_links, spelled_as
from webdart.records.matching.linked_values import linked_values
from webdart.records.matching.price_lists import price_lines
from webdart.records.matching.title_score import headed_links
from webdart.records.matching.type_share import Shares
from webdart.records.query.field_matches import Assigned, Match, Sought, from_attribute, label_of, title_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region, record_shape
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field, Locator

_MOST = 0.6  # of the fields, that a rich record has
_TOGETHER = 2  # fields that some record has at once
_OF_TEXT = frozenset({"text", "heading"})  # sources of a field that takes its text; an attribute leaves it to others
_WORTH: Mapping[Tier, float] = {
    "at": 1.0,
    "label": 1.0,
    "told": 1.0,
    "name": 0.97,
    "mark": 0.93,
    "words": 0.9,
    "type": 0.85,
}


def match_region(sought: Sought, region: Region, records: Sequence[int]) -> Assigned:
    """Find the fields in some records (by place) of a region."""
    spec = sought.spec
    columns = _columns(sought, region, records)
    judge = Judge(sought, columns, region.grid)
    matches: dict[str, Match] = {}
    open_fields: list[Field] = []
    for field in sought.by_column:
        match = judge.certain(field)
        if match is not None:
            matches[field.name] = match
        elif field.label is None and field.target is None:
            open_fields.append(field)
    lines = price_lines(sought, region, records, open_fields)
    lines = lines or definition_pairs(sought, region, records, open_fields, list(matches))
    days = _days(sought, region, records, columns, judge.shares) if _lack_moments(open_fields) else {}
    if any(_hold(sought.page, match.column, day.column) for match in matches.values() for day in days.values()):
        days = {}
    lines = {**lines, **days}
    matches.update(lines)
    open_fields = [field for field in open_fields if field.name not in lines]
    whole = [one for one in columns if any(_hold(sought.page, one, day.column) for day in days.values())]
    texts = Judge(sought, [one for one in columns if one not in whole], region.grid) if whole else judge
    for family in ("text", "link", "image"):  # a link's text and its address are two readings of one element
        alike = [field for field in open_fields if _family(field) == family]
        named = [field for field in spec.sought if field.name in matches and _family(field) == family]
        owned = ((field, matches[field.name].column) for field in named if field.source in _OF_TEXT)
        taken = [column for field, column in owned if not judge.shares.drawn(field, column)]
        title = matches.get(title_of(sought.by_column))
        chosen = texts if family == "text" else judge
        matches.update(chosen.by_type(alike, taken, title.column if title else None))
    problems = judge.problems if texts is judge else [*judge.problems, *texts.problems]
    score = _score(expected_fields(sought, region, matches), matches, len(records), len(region.records))
    return Assigned(region, tuple(records), tuple(columns), matches, tuple(problems), score)


def _lack_moments(fields: Sequence[Field]) -> bool:
    return any(field.type.kind in MOMENTS for field in fields)


def _hold(page: Outline, whole: Column, part: Column) -> bool:
    """Whether elements of a column are around those of another."""
    pairs = [(one[0][0], other[0][0]) for one, other in zip(whole.hits, part.hits, strict=True) if one and other]
    return any(one <= other < page.nodes[one].end for one, other in pairs)


def _days(
    sought: Sought, region: Region, records: Sequence[int], columns: Sequence[Column], shares: Shares
) -> dict[str, Match]:
    """The days without a year for the only date that is sought, where no column has anything of its type."""
    moments = [field for field in sought.by_column if field.type.kind in MOMENTS]
    if len(moments) != 1 or any(shares.share(moments[0], column) > 0 for column in columns):
        return {}
    days = bare_days(sought, region, records, columns)
    return {moments[0].name: Match(days[0], "type", 1.0)} if days else {}


def match_all_records(sought: Sought, region: Region, sample: Assigned) -> Assigned:
    """The fields found in a sample, in all records of the region; fitted anew where the sample lacks one."""
    if len(sample.records) == len(region.records):
        return sample
    return carry_over(sought, region, sample) or match_region(sought, region, range(len(region.records)))


def carry_over(sought: Sought, region: Region, sample: Assigned) -> Assigned | None:
    """All records of a region by the columns of a sample, where that has every field and the region those columns."""
    records = range(len(region.records))
    if len(sample.matches) == len(sought.by_column):
        columns = _columns(sought, region, records)
        by_key = {column.key: column for column in columns}
        if all(match.column.key in by_key for match in sample.matches.values()):
            matches = {name: replace(m, column=by_key[m.column.key]) for name, m in sample.matches.items()}
            return replace(sample, region=region, records=tuple(records), columns=tuple(columns), matches=matches)
    return None


def _columns(sought: Sought, region: Region, records: Sequence[int]) -> list[Column]:
    """All columns of some records: beside labels, in the mark-up, at locators."""
    known = frozenset(anchor.key for anchor in sought.wrapper.anchors.values()) if sought.wrapper else frozenset[str]()
    wanted = {label: written or f"label:{label}" in known for label, written in sought.wanted().items()}
    labelled = labelled_columns(sought.page, region, records, wanted)
    named = frozenset[str]().union(*(column.labels for column in labelled))
    lacking = {label for label, written in sought.wanted().items() if not written} - named
    others = {*other_spellings(sought.page, region, records, lacking), *spelled_as(known, lacking)}
    if others:
        labelled += labelled_columns(sought.page, region, records, dict.fromkeys(sorted(others), False), surely=True)
    columns: list[Column] = [
        *with_items(sought.page, labelled, sought.lists()),
        *mine(sought.page, region, records, known),
    ]
    kinds = {field.type.kind for field in sought.by_column if not field.type.many}
    lone = (sole_values(sought.page, region, records, kind, sought.plausible) for kind in TYPES if kind in kinds)
    counted = (
        counted_values(sought.page, region, records, label_of(field), sought.plausible)
        for field in sought.by_column
        if field.type.kind in NUMERIC and field.target is None
    )
    marks = (
        hinted_elements(sought.page, region, records, label_of(field))
        for field in sought.by_column
        if field.label is None and field.target is None and field.type.kind not in {"link", "image"}
    )
    listed = sought.spec.kind == "listing"
    further = (
        *named_links(sought, region, records),
        *lone,
        paid_amounts(sought.page, region, records, sought.plausible, known=PAID in known)
        if listed and "money" in kinds
        else None,
        *counted,
        *marks,
        image_names(sought.page, region, records) if len(records) > 1 else None,
        *(located(sought, field, region, records) for field in sought.by_column),
        *(() if listed else _linked(sought, region)),
    )
    return [*columns, *(column for column in further if column is not None), *_headed(sought, region, records, columns)]


def _linked(sought: Sought, region: Region) -> Iterator[Column | None]:
    """The columns of what the page says of itself in data."""
    own = OwnPage(sought.page, sought.plausible)
    for field in sought.by_column:
        if field.target is None:
            yield linked_values(sought, field, region.node, lambda index: own.is_about(index, pictured=False))


def _headed(sought: Sought, region: Region, records: Sequence[int], columns: Sequence[Column]) -> list[Column]:
    """The headings' links, where a link is asked for and no column has them all."""
    if not any(field.type.kind == "link" for field in sought.by_column):
        return []
    found = headed_links(sought.page, region, records)
    return [] if found is None or any(_has_all(column, found) for column in columns) else [found]


def _has_all(column: Column, found: Column) -> bool:
    """Whether a column has every hit of another one."""
    return all(set(mine) >= set(theirs) for mine, theirs in zip(column.hits, found.hits, strict=True))


def _family(field: Field) -> str:
    return field.type.kind if field.type.kind in {"link", "image"} else "text"


def located(sought: Sought, field: Field, region: Region, records: Sequence[int]) -> Column | None:
    """The column of a field with `at`, the locator's hits inside each record; or with nothing but `from: attribute`.

    What the page does not show counts where the records show none of their hits, whatever others the page shows.
    """
    if field.target is None:
        return _attributed(sought, field, region, records)
    hits: list[tuple[Hit, ...]] = []
    for inside in _within_records(sought, field.target, region, records):
        hidden = field.source == "text" and not any(sought.page.text[place] for place in inside)
        hits.append(tuple((place, (_hidden_text(sought, place) or None) if hidden else None) for place in inside))
    there = any(hits) or field.type.kind == "boolean"  # a sign that no record has is still a column: all false
    return Column(f"at:{field.name}", "path", tuple(hits)) if there else None


def _within_records(sought: Sought, target: Locator, region: Region, records: Sequence[int]) -> list[list[int]]:
    """The hits of a locator inside each record; those that are shown, where any is."""
    nodes = sought.page.nodes
    places = sought.spec.locate_all(sought.page.view, target)
    found = [
        [place for place in places if any(root <= place < nodes[root].end for root in region.records[number])]
        for number in records
    ]
    shown = [[place for place in inside if nodes[place].shown] for inside in found]
    return shown if any(shown) else found


def _hidden_text(sought: Sought, place: int) -> str:
    """What an element says that the page doesn't show now: the file points at it."""
    nodes = sought.page.nodes
    inner = nodes[place : nodes[place].end]
    return " ".join(item.text for item in inner if item.tag == "#text" and not item.shown and item.text.strip())


def _attributed(sought: Sought, field: Field, region: Region, records: Sequence[int]) -> Column | None:
    """The column of a field that is read from an attribute, and says nothing else of where: the first that has it."""
    if not from_attribute(field):
        return None
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        inside = (index for root in region.records[number] for index in range(root, sought.page.nodes[root].end))
        first = next((index for index in inside if field.source in sought.page.nodes[index].attributes), None)
        hits.append(((first, None),) if first is not None else ())
    return Column(f"at:{field.name}", "path", tuple(hits)) if any(hits) else None


def expected_fields(sought: Sought, region: Region, matches: Mapping[str, Match]) -> tuple[Field, ...]:
    """The fields that a region must carry: on a later page of the listing not those whose name it happens to lack."""
    old = sought.wrapper
    if old is None or not matches or old.shape != record_shape(sought.page, region):
        return sought.by_column
    absent = {
        name for name, anchor in old.anchors.items() if anchor.tier in {"label", "told", "name"} and name not in matches
    }
    return tuple(field for field in sought.by_column if field.name not in absent)


def scored(sought: Sought, trial: Assigned) -> float:
    """How well a region carries the fields by what was found of them."""
    fields = expected_fields(sought, trial.region, trial.matches)
    return _score(fields, trial.matches, len(trial.records), len(trial.region.records))


def _score(fields: Sequence[Field], matches: Mapping[str, Match], looked: int, records: int) -> float:
    """The sum of the fields' worth, times the share of records that have most fields; more records break ties."""
    if not fields:
        return 0.3 + 0.01 * log2(1 + records)
    total = sum(_WORTH[match.tier] * match.quality for match in matches.values())
    enough = min(ceil(_MOST * len(fields)), max(1, len(fields) - 1))  # of two fields one may be there now and then
    having = [sum(1 for match in matches.values() if match.column.hits[record]) for record in range(looked)]
    if len(matches) > 1 and max(having, default=0) < _TOGETHER:
        return 0.0  # one has the title, another the date: these are no records
    rich = sum(count >= enough for count in having)
    return total / len(fields) * (rich / looked if looked else 0.0) * (1 + 0.01 * log2(1 + records))
