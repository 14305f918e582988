"""Reads a page of a listing for declared fields: by the rules, and where they do not tell by its record sets.

The rules read a page for what is declared; the record sets are found without it. Where the rules have no answer – two
lists, two places of a field, a label that they do not find – the record sets decide, if they find every field probable,
or give the rules the columns that are open (`open_fields`). Where the rules have another answer, and the sets are sure
of the records and of every field, these decide as well. A person is told: such an answer is doubtful unless the sets
are certain. How cells become values is one business for both (`webdart.records`).
"""

from collections.abc import Collection, Sequence

from webdart.extract.comparison import agreement, folded, is_comparable, is_part, is_same_but_for, value_of
from webdart.extract.fragment import is_fragment, is_one_of_several
from webdart.extract.match.joint import Reading
from webdart.extract.match.likeness import roles
from webdart.extract.misreading import BY_TYPE, is_doubted, misreading
from webdart.extract.model import Choice, Column, RecordSet
from webdart.extract.open_fields import (
    LABEL,
    as_declared,
    by_form,
    for_later_page,
    of_shared_columns,
    with_likelier_columns,
    with_open_fields,
)
from webdart.extract.page import Page
from webdart.extract.page_fields import with_columns
from webdart.extract.record_rows import are_others, without_rows
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading, holds_another, second_reading
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Ruling, Wrapper, read_by_place
from webdart.records import read as read_by_rules
from webdart.records.choice.known_template import region_of_roots
from webdart.records.choice.listing_choice import Chosen
from webdart.records.columns.mined_columns import Column as Hits
from webdart.records.columns.mined_columns import Hit, mine
from webdart.records.matching.region_match import located
from webdart.records.model import Record, Remark
from webdart.records.query.field_matches import Assigned, Match
from webdart.records.query.long_page import long_page
from webdart.records.query.scope import scope_of
from webdart.records.read import extraction_of, read_given
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region, shape_of
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field

BY_SETS = "sets"
"""The kind of a wrapper that was learned from a record set: the pages after it are read by theirs."""
JOINED = "joined"
"""The kind of a wrapper whose records a record set told, and whose columns the rules chose."""
_CERTAIN = "sure"  # the verdict of a choice whose probability is calibrated on sites left out
_CALLS = (
    *("name_head", "name_label", "name_near", "name_caption", "name_class", "name_itemprop"),
    *("label_head", "label_label", "label_near", "label_caption", "means_head", "means_near"),
)
"""Features that say that the page calls a column as a field is declared."""
_TITLE = "title"  # the role of what records are called
_BY_SETS = "by sets"  # the code of what a person is told where the sets decide, and are certain


def read(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None) -> Extraction:
    """Read a page; as `webdart.records.read`, which says what the arguments are."""
    if wrapper is not None and wrapper.kind == BY_SETS:
        later = None if before == 0 else read_by_place(view, spec, wrapper, before=before)
        later = later or _later_page(view, spec, wrapper, before)
        return _without_records(view, spec, before) if later is None else later
    if wrapper is not None and wrapper.kind == JOINED:
        return read_by_place(view, spec, wrapper, before=before) or _joined_page(view, spec, wrapper, before)
    asked, found = _read_as_before(view, spec, wrapper, before)
    if spec.kind != "listing" and spec.ruling == Ruling() and (wrapper is None or _is_to_be_named(wrapper, found)):
        found = with_columns(view, asked, wrapper, found, before, spec)
    if asked is not spec:
        found = as_declared(found, spec)
    if wrapper is not None or not may_be_told_by_sets(spec):
        return found
    is_open = _is_open(spec, found)
    is_whole = found.sample is None and long_page(view) is None
    is_read = found.verdict == "found" and not found.problems and not found.missing and is_whole
    if not is_open and not is_read:
        return found
    second = second_reading(view, spec).weighed(found)
    decided = _decided(second, found, before) if is_open else _contrary(second, found, before)
    if decided is None and (is_open or of_shared_columns(found)):
        decided = with_open_fields(second, found, before)
    if decided is None and not is_open:
        decided = with_likelier_columns(second, found, before)
    if decided is None and (found.problems or are_others(second, found)):
        decided = _joined(second, found, before)
    return replace(_agreed(second, found) if decided is None else decided, second=second)


def _read_as_before(
    view: PageView, spec: ListingSpec, wrapper: Wrapper | None, before: int | None
) -> tuple[ListingSpec, Extraction]:
    """What was asked of a page, and the answer of the rules: as a page before told, else by a field's very name."""
    asked = for_later_page(spec, wrapper)
    found = read_by_rules(view, asked, wrapper, before=before)
    if spec.kind == "listing" or asked is spec or not found.missing:
        return asked, found
    open_fields = {one.field for one in found.missing}
    named = for_later_page(spec, wrapper, open_fields)
    other = read_by_rules(view, named, wrapper, before=before)
    is_fuller = len(other.missing) < len(found.missing)
    return (named, other) if is_fuller and is_same_but_for(open_fields, found, other) else (asked, found)


def _is_to_be_named(wrapper: Wrapper, found: Extraction) -> bool:
    """Whether a field has no value, or the columns of a page before told its label."""
    missing = found.missing or any(value is None for record in found.records for value in record.values.values())
    return bool(missing) or any(one.tier == LABEL for one in wrapper.anchors.values())


def _agreed(second: SecondReading, found: Extraction) -> Extraction:
    """The rules' reading without the doubts on columns that they took by type, as far as the sets settle these.

    Of yes and no the sets know no more than the type.
    """
    if found.problems or not second.readings or not _are_records(second):
        return found
    best = second.readings[0]
    if len(best.record_set) != len(found.records):
        return found
    settled = {
        field.name
        for field in second.mapped
        if field.type.kind != "boolean" and is_doubted(field, found) and _is_settled(second, best, field, found)
    }
    kept = [one for one in found.remarks if not (one.code == BY_TYPE and one.column in settled)]
    return replace(found, remarks=tuple(kept))


def _is_settled(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether a set has just what was read in a column that is probable, and not called otherwise."""
    choice = best.alone[field.name]
    if choice.probability < load("misreading")["settled"] or choice.features.get("apart"):
        return False
    one = misreading(second, best.record_set, best.alone, field, found)
    return second.is_agreed(best, field, found) and one is not None and not one.told


def may_be_told_by_sets(spec: ListingSpec) -> bool:
    """Whether the file leaves it to the page what a record is and where its fields stand."""
    extract = spec.extract
    located_records = extract.each is not None and not isinstance(extract.each, str)
    return spec.kind == "listing" and not located_records and spec.ruling == Ruling()


def _is_open(spec: ListingSpec, found: Extraction) -> bool:
    """Whether the rules leave something open that record sets may tell."""
    fields = [field for field in spec.sought if field.source != "heading"]
    if not fields or not all(map(_is_plain, fields)):
        return False
    return found.verdict == "not found" or bool(found.problems or found.missing)


def _is_plain(field: Field) -> bool:
    """Whether a field has a column of its own; a `match` alone reads the whole record."""
    return field.source == "text" and (field.match is None or field.label is not None or field.target is not None)


def _decided(second: SecondReading, found: Extraction, before: int | None) -> Extraction | None:
    """The page by its record sets, where they are sure of the records and of every field; else None.

    Of few records they are sure if the rules have the same.

    A column that a table's head calls otherwise is not made the field's by sets, which may see its rows without heads.
    What is not sure is a doubt, and so is what the rules left open, if it is not certain. Of a page without any listing
    for the rules the sets say something only where the page calls fields as they are declared.
    """
    if not second.readings or any(one.misnamed for one in found.problems):
        return None
    best = second.readings[0]
    if not (_are_records(second) or (found.records and second.has_records_of(best, found))):
        return None
    if found.verdict == "not found" and not _are_called(second, best):
        return None
    weights = load("second_opinion")
    if not _are_certain(best, second.mapped, weights["open"], weights["open_ahead"]):
        return None
    if _takes_one_number(second, best):
        return None
    got = _as_read(second, best, before, told=True)
    if doubts := _of_open(second, best, found, {one.column for one in got.remarks}):
        got = replace(got, remarks=(*(one for one in got.remarks if one.code != _BY_SETS), *doubts))
    return None if got.problems or got.missing or _are_some(got, found) else got


def _are_called(second: SecondReading, best: Reading) -> bool:
    """Whether the page calls the columns of several fields as they are declared, or what a label says all of them."""
    if all(field.label is not None for field in second.mapped):
        return True
    weights = load("second_opinion")
    features = [best.mapped[field.name].features for field in second.mapped]
    called = [one for one in features if max(one.get(name, 0.0) for name in _CALLS) >= weights["named_alike"]]
    return len(called) >= weights["fields"]


def _are_some(got: Extraction, found: Extraction) -> bool:
    """Whether records are some of those of the rules, which ask what list is meant: that is no answer to it."""
    own = [record.values for record in found.records]
    asked = any(not one.field for one in found.problems)
    return asked and len(got.records) < len(own) and all(record.values in own for record in got.records)


def _of_open(second: SecondReading, best: Reading, found: Extraction, told: Collection[str]) -> list[Remark]:
    """Doubts on the columns that the rules left open, but for those of which something is told, or that are certain.

    Of few records none is certain, but for what the page calls just so.
    """
    left = {one.field for one in (*found.problems, *found.missing)}.difference(told)
    least = 2.0 if second.is_short(best) else load("second_opinion")["certain"]
    fields = [field for field in second.mapped if field.name in left and best.mapped[field.name].probability < least]
    fields = [field for field in fields if not second.is_named(best, field, found)]
    return [by_form(second.spec.extract.into, one, best.mapped[one.name], best.record_set) for one in fields]


def _takes_one_number(second: SecondReading, best: Reading) -> bool:
    """Whether a field would be one of the numbers of a text that has several, and no words to tell them apart."""
    columns = best.record_set.columns
    places = [(field, best.mapped[field.name].column) for field in second.mapped]
    return any(
        field.type.kind in NUMERIC and place >= 0 and is_one_of_several(second.page, columns[place])
        for field, place in places
    )


def _contrary(second: SecondReading, found: Extraction, before: int | None) -> Extraction | None:
    """The page by its record sets, where they are sure, and the rules read other records or another column."""
    headed = any(field.source == "heading" for field in second.spec.sought)
    if headed or not second.readings or not _are_records(second):
        return None
    best = second.readings[0]
    if second.agrees(best, found):
        return None
    got = _as_read(second, best, before, told=False)
    if got.problems or got.missing or _reads_worse(got, found) or _takes_one_number(second, best):
        return None
    fields = _fields_apart(found, got, second, best)
    same_records = len(got.records) == len(found.records) and all(field in second.mapped for field in fields)
    least = load("misreading")["decides"]
    if not (_is_outweighed(second, best, fields, found, least) if same_records else _gives_way(second, best, found)):
        return None
    if same_records and (whole := _as_agreed(second, best, fields, found)) != best:
        best, got = whole, _as_read(second, whole, before, told=False)
    return replace(got, remarks=(*got.remarks, *_against_rules(second, best, found, got, fields)))


def _as_agreed(second: SecondReading, best: Reading, apart: Sequence[Field], found: Extraction) -> Reading:
    """The reading with the columns that have the very texts of the rules, for the fields that are not apart.

    Where a link parts a text in some of the records, a piece of it nearly is what the rules read.
    """
    names, mapped = {field.name for field in apart}, dict(best.alone)
    for field in second.mapped:
        if field.name in names or field.type.kind != "text" or field.type.many or mapped[field.name].column < 0:
            continue
        own = [folded(record.values.get(field.name)) for record in found.records]
        alike = [
            place
            for place, column in enumerate(best.record_set.columns)
            if column.source == "text" and [folded(value) for value in column.values] == own
        ]
        if alike and mapped[field.name].column not in alike:
            mapped[field.name] = replace(mapped[field.name], column=alike[-1])
    return replace(best, alone=mapped)


def _gives_way(second: SecondReading, best: Reading, found: Extraction) -> bool:
    """Whether the rules give way in which records there are: those of a table they know better."""
    weights = load("second_opinion")
    weak = found.wrapper is not None and found.wrapper.kind != "table" and best in without_rows(second, found)
    return weak and _are_certain(best, second.mapped, weights["probable"], weights["ahead"])


def _joined(second: SecondReading, found: Extraction, before: int | None) -> Extraction | None:
    """The page by records of which those of the rules are some: lists in several places, of which one kind was read.

    The rules read them again, as if the file had said what one record is, and have to read the same of what they read
    before, and all that is in each of those in each of the others. Of tables they know better what their rows are.
    """
    weights, problems = load("second_opinion"), [one for one in found.problems if one.field]
    for share, group in second.by_records if found.records and not problems else ():
        within, one = second.share_within(group[0]), group[0].record_set
        likely = share >= weights["joined"] and share >= weights["joined_ahead"] * within
        headed = found.wrapper is not None and found.wrapper.kind == "table"
        if not likely or len(one) <= len(found.records) or (headed and one.kind == "table"):
            continue
        for reading in group:
            region = _region(second.page, second.sought.page, reading.record_set)
            got = read_given(second.sought, region, before)
            if got.wrapper is not None and not got.problems and not got.missing and _has_more(got, found):
                single = all(len(record) == 1 for record in region.records)
                wrapper = replace(got.wrapper, kind=JOINED if single else "starts")
                return replace(_as_joined(got, found, second.spec), wrapper=wrapper)
    return None


def _as_joined(got: Extraction, found: Extraction, spec: ListingSpec) -> Extraction:
    """The reading by a set's records, as a doubt: what stands in another place may be another list."""
    text = (
        f"{len(got.records)} records are read by the form of the whole page, {len(found.records)} of which stand in "
        "places of one kind: `each` with an `at` says what one record is"
    )
    told = Remark(code="other records", text=text, table=spec.extract.into, count=len(got.records))
    return replace(got, remarks=(*got.remarks, told))


def _has_more(got: Extraction, found: Extraction) -> bool:
    """Whether a reading has all records of another, in their order, and more that lack nothing which all those have.

    One that says what another says is shown there again, and is no further record.
    """
    rest = iter(one.values for one in got.records)
    held = all(any(record.values == other for other in rest) for record in found.records)
    names = [name for name in found.records[0].values if all(one.values[name] is not None for one in found.records)]
    full = all(_has_some(one, name) for one in got.records for name in names)
    again, before = (len(each.records) - len({str(one.values) for one in each.records}) for each in (got, found))
    return held and full and again == before and len(got.records) > len(found.records)


def _has_some(record: Record, name: str) -> bool:
    """Whether a record has a value of a field, or one that can't be read; a head's words, without a digit, are none."""
    return record.values.get(name) is not None or any(map(str.isdigit, record.raw.get(name) or ""))


def _joined_page(view: PageView, spec: ListingSpec, wrapper: Wrapper, before: int | None) -> Extraction:
    """A further page of a listing whose first page has records in places of several kinds: those, and others."""
    second = second_reading(view, spec, wrapper)
    known = region_of_roots(second.sought, wrapper, scope_of(second.sought))
    found = None if known is None else read_given(second.sought, known, before)
    if found is None or found.verdict != "found":
        return read_by_rules(view, spec, wrapper, before=before)
    return _joined(second, found, before) or found


def _is_outweighed(
    second: SecondReading, best: Reading, fields: Sequence[Field], found: Extraction, least: float
) -> bool:
    """Whether the columns of a set are sure, and the rules misread each of these fields, or read no value of it.

    `least` are the log-odds from which on a field is taken to be misread.
    """
    known: list[bool] = []
    for field in fields if _are_certain(best, fields) else ():
        one = misreading(second, best.record_set, best.alone, field, found)
        is_read = any(record.values.get(field.name) is not None for record in found.records)
        known.append(one is not None and not one.labelled and (one.odds >= least or not is_read))
    return bool(known) and all(known)


def _reads_worse(got: Extraction, found: Extraction) -> bool:
    """Whether a field has no values, or more texts that are not of its type than by the rules."""
    names = dict.fromkeys(name for record in got.records for name in record.values)
    filled = all(any(record.values[name] is not None for record in got.records) for name in names)
    return not filled or "no match" in {remark.code for remark in got.remarks} or _unread(got) > _unread(found)


def _unread(one: Extraction) -> int:
    """How many texts stand there and are no value."""
    cells = ((record, name, value) for record in one.records for name, value in record.values.items())
    return sum(value is None and bool(record.raw.get(name)) for record, name, value in cells)


def _fields_apart(found: Extraction, got: Extraction, second: SecondReading, best: Reading) -> list[Field]:
    """The fields whose values are others in many of the records; none where the records are others.

    Where one only lacks some of what the other has, it is no other one.
    """
    if len(found.records) != len(got.records):
        return []
    least, url = load("second_opinion")["agreement"], second.page.url
    apart: list[Field] = []
    for field in second.sought.by_column:
        if field.target is None and _is_weighed(field) and not _is_piece(second, best, field, found):
            own, theirs = ([value_of(one, field, url) for one in each.records] for each in (found, got))
            if agreement(own, theirs) < least and not (is_part(theirs, own) or is_part(own, theirs)):
                apart.append(field)
    return apart


def _is_weighed(field: Field) -> bool:
    """Whether sets and rules can be held against each other for a field: which link is the record's the rules know."""
    return field.type.kind != "link" and is_comparable(field)


def _is_piece(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether the set has a piece of what the rules read whole, and none that parts two fields.

    A text is whole under a head, an amount anywhere.
    """
    anchor = None if found.wrapper is None else found.wrapper.anchor_of(field.name)
    headed = anchor is not None and anchor.startswith("head:")
    place = best.mapped[field.name].column if field in second.mapped else -1
    if not (headed or field.type.kind == "money") or place < 0 or len(best.record_set) != len(found.records):
        return False
    column = best.record_set.columns[place]
    return is_fragment(second.page, field, column, found) and not holds_another(field, column, found)


def _against_rules(
    second: SecondReading, best: Reading, found: Extraction, got: Extraction, fields: Sequence[Field]
) -> list[Remark]:
    """What a person is told of records or fields that the rules read otherwise."""
    table, weights = second.spec.extract.into, load("second_opinion")
    others = len(found.records) != len(got.records)
    mapped = {field.name for field in second.mapped}
    chosen = [best.mapped[name] for name in mapped if others or any(name == field.name for field in fields)]
    sure = second.share >= weights["certain"] and not second.is_short(best)
    sure = sure and (others or _is_outweighed(second, best, fields, found, load("misreading")["undoubted"]))
    if sure and all(one.probability >= weights["certain"] for one in chosen):
        return [Remark(code=_BY_SETS, text=_CHOSEN, table=table, count=len(got.records))]
    if others:
        text = (
            f"{len(got.records)} records are read by the form of the whole page, {len(found.records)} by the declared "
            "fields alone: `each` with an `at` says what one record is"
        )
        return [Remark(code="other records", text=text, table=table, count=len(got.records))]
    return [
        by_form(table, field, best.mapped[field.name], best.record_set)
        if field.name in mapped
        else Remark(code="other column", text=_CHOSEN, table=table, column=field.name, count=len(got.records))
        for field in fields
    ]


def _later_page(view: PageView, spec: ListingSpec, wrapper: Wrapper, before: int | None) -> Extraction | None:
    """A further page of a listing whose first page was read by its record sets; None where they do not tell."""
    second = second_reading(view, spec, wrapper)
    alike = (one for one in second.readings if _is_alike(second, one, wrapper))
    known = next((got for one in alike if (got := _by_known_columns(second, one, wrapper)) is not None), None)
    if known is not None:
        return _as_read(second, known, before, told=False)
    if second.readings and _are_records(second) and _are_certain(second.readings[0], second.mapped):
        return _as_read(second, second.readings[0], before, told=True)
    return None


def _without_records(view: PageView, spec: ListingSpec, before: int | None) -> Extraction:
    """A page of no records, empty where the rules see that: other rows of theirs are none of the listing."""
    found = read_by_rules(view, spec, before=before)
    return found if found.verdict == "empty" else Extraction(verdict="not found", seen=found.seen)


def _are_records(second: SecondReading) -> bool:
    """Whether the best set is that of the listing beyond doubt."""
    return second.share >= load("second_opinion")["set"] and second.is_long_enough(second.readings[0])


def _are_certain(
    best: Reading, fields: Sequence[Field], sure: float | None = None, margin: float | None = None
) -> bool:
    """Whether the columns of fields (at least one) are theirs beyond doubt; none that the page calls something else."""
    weights = load("second_opinion")
    sure, margin = weights["sure"] if sure is None else sure, weights["margin"] if margin is None else margin
    chosen = [best.mapped[field.name] for field in fields]
    named = not any(map(_is_called_otherwise, fields, chosen))
    likely = all(one.column >= 0 and one.probability >= sure and one.margin >= margin for one in chosen)
    return bool(chosen) and named and likely


def _is_called_otherwise(field: Field, choice: Choice) -> bool:
    """Whether the page calls a column by words that have nothing to do with the field; a title is told by more."""
    otherwise = choice.features.get("other_head") or choice.features.get("apart")
    return bool(otherwise) and _TITLE not in roles(field.name)


def _is_alike(second: SecondReading, one: Reading, wrapper: Wrapper) -> bool:
    """Whether the records are built like those before, each like one of them: rows in two colours have two classes."""
    before = [shape.split(".") for shape in sorted(wrapper.frame.roots | {wrapper.shape})]
    page = second.sought.page
    own = (shape_of(page, root).split(".") for root, *_ in _region(second.page, page, one.record_set).records)
    return all(any(_is_shape_like(shape, known) for known in before) for shape in own)


def _is_shape_like(shape: Sequence[str], before: Sequence[str]) -> bool:
    """Whether paths are equal, and a class is: classes that tell of one record ("tag-music") are others in the next."""
    (path, *names), (known, *classes) = shape, before
    return path == known and not (classes and not names) and not (names and set(names).isdisjoint(classes))


def _by_known_columns(second: SecondReading, one: Reading, wrapper: Wrapper) -> Reading | None:
    """The reading with the column that every field had before, whatever is probable of it here; None if one is gone.

    A few records may all lack some of them.
    """
    columns, chosen, lacking = one.record_set.columns, dict(one.alone), list[str]()
    for field in second.mapped:
        before = (wrapper.anchor_of(field.name) or "").casefold()
        called = [place for place, column in enumerate(columns) if _key(column).casefold() == before]
        called = called or [place for place, column in enumerate(columns) if before in _other_keys(column)]
        if chosen[field.name].column in called:
            continue
        if len(called) > 1:
            return None
        lacking += [] if called else [field.name]
        chosen[field.name] = replace(chosen[field.name], column=called[0] if called else -1)
    whole = not lacking or (second.is_short(one) and len(lacking) * 2 < len(second.mapped))
    return replace(one, alone=chosen) if whole else None


def _as_read(second: SecondReading, reading: Reading, before: int | None, *, told: bool) -> Extraction:
    """What the rules make of the cells of a set; with a remark where a person is to know who chose them."""
    page, sought = second.page, second.sought
    region = _region(page, sought.page, reading.record_set)
    count = range(len(reading.record_set))
    matches = _matches(second, reading, region)
    columns = (*(match.column for match in matches.values()), *mine(sought.page, region, count))
    assigned = Assigned(region, tuple(count), columns, matches, (), reading.score)
    got = extraction_of(sought, Chosen(assigned), before)
    wrapper = None if got.wrapper is None else replace(got.wrapper, kind=BY_SETS, shape=region.shape)
    remarks = (*got.remarks, *(_remarks(second, reading) if told else ()))
    return replace(got, wrapper=wrapper, remarks=remarks)


def _region(page: Page, whole: Outline, record_set: RecordSet) -> Region:
    records = tuple(tuple(page.origin[node] for node in record) for record in record_set.roots)
    node = page.origin[page.common([record_set.roots[0][0], record_set.roots[-1][-1]])]
    return Region("siblings", node, records, shape_of(whole, records[0][0]))


def _matches(second: SecondReading, reading: Reading, region: Region) -> dict[str, Match]:
    found: dict[str, Match] = {}
    page, sought = second.page, second.sought
    mapped = {field.name for field in second.mapped}
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


def _other_keys(column: Column) -> set[str]:
    """By what a column may go on another page: what it is called by there may be what it has in common here."""
    return {f"{BY_SETS}:{column.source}:{name.words}".casefold() for name in column.names}


def _remarks(second: SecondReading, reading: Reading) -> list[Remark]:
    """Who chose the records and the columns: a doubt where one of them is not certain."""
    table = second.spec.extract.into
    found: list[Remark] = []
    for field in second.mapped:
        choice = reading.mapped[field.name]
        if choice.verdict != _CERTAIN:
            found.append(by_form(table, field, choice, reading.record_set))
    return found or [Remark(code=_BY_SETS, text=_CHOSEN, table=table, count=len(reading.record_set))]


_CHOSEN = "which part of the page one record is, and where its fields stand, was told by the form of the whole page"
