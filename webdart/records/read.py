"""Reads a page: regions are proposed, the declared fields choose one, its columns become records.

Every page is mined afresh; what an earlier page taught (the wrapper) only decides between equals, and a difference is
told as drift. An empty listing is one that is recognised; everything else is "not found".
"""

from collections.abc import Mapping, Sequence

from webdart.page.model import PageView
from webdart.records.cells.cell_lines import is_one_of_lines
from webdart.records.cells.record_assembly import BuiltRecords, build_records, text_lines
from webdart.records.cells.record_headings import headings_above, own_headings, read_above, with_lines_above
from webdart.records.cells.remaining_rows import RowsDiffer
from webdart.records.cells.shared_cells import joined_cells, lone_cells
from webdart.records.checks.constant_title import constant_title
from webdart.records.checks.detached_entry import detached_entry
from webdart.records.checks.doubtful_fields import doubtful_fields, heading_doubt, misnamed_fields, named_aside
from webdart.records.checks.doubtful_pictures import doubtful_pictures
from webdart.records.checks.drawn_signs import drawn_signs
from webdart.records.checks.featured_entry import featured_entry
from webdart.records.checks.hidden_records import hidden_records
from webdart.records.checks.merged_lists import merged_lists
from webdart.records.checks.model_choices import told_by_model
from webdart.records.checks.moved_fields import moved_fields
from webdart.records.checks.other_subjects import other_subjects
from webdart.records.checks.other_values import (
    answers_at_a_place,
    nearer_day,
    other_amounts,
    other_clocks,
    other_columns,
    other_days,
    other_links,
    values_in_turn,
)
from webdart.records.checks.page_language import OTHER_ORDER, by_language
from webdart.records.checks.record_parts import (
    entries_below,
    entries_within,
    parts_by_parents,
    parts_by_turns,
    parts_of_one,
    terms_of_several,
    titles_within,
)
from webdart.records.checks.remainder import signs_of_more
from webdart.records.checks.totals import read_totals, seen_on
from webdart.records.choice.known_template import by_template, known_template
from webdart.records.choice.listing_choice import LEAST, Chosen, best_region, choose
from webdart.records.choice.listing_template import lesson
from webdart.records.choice.vacancy import folded_table, has_emptied_list, has_empty_heads, is_called_elsewhere
from webdart.records.coerce import Convention, RawCell, coerce_column
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.detail.main_heading import main_heading
from webdart.records.labels.labelled_columns import visible_labels
from webdart.records.matching.region_match import match_region
from webdart.records.matching.running_text import paragraphs
from webdart.records.model import Remark, Totals
from webdart.records.query.field_matches import Assigned, Match, Sought, label_of, title_of
from webdart.records.query.long_page import LongPage, long_page
from webdart.records.query.scope import box_beside, empty_scope
from webdart.records.query.spec import Extraction, Fit, ListingSpec, Missing, Sample, foreign
from webdart.records.query.template import Template
from webdart.records.query.wrapper import Anchor, Frame, Wrapper, frame_of
from webdart.records.structure.list_names import describe_list
from webdart.records.structure.outline import Outline, outline
from webdart.records.structure.regions import Region, record_shape
from webdart.values import replace
from webdart.workflow.model import Field, Value

_TELLING = (
    parts_of_one,
    parts_by_parents,
    parts_by_turns,
    entries_within,
    entries_below,
    terms_of_several,
    titles_within,
    named_aside,
    other_amounts,
    answers_at_a_place,
    other_days,
    nearer_day,
    other_clocks,
    other_links,
    values_in_turn,
    doubtful_pictures,
    drawn_signs,
)
_DOUBTFUL = frozenset({"unreadable", "several", "drift", "found later", "key", "no key", "ambiguous", OTHER_ORDER})
_HEADED = 0.7  # of the headings' texts as the field's type


def read(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None) -> Extraction:
    """Read a page.

    Args:
        view: the page as observed.
        spec: what to read.
        wrapper: what an earlier page of the same listing taught.
        before: how many rows the pages before had (for stated totals); None where that is not known.

    Never raises for what a page lacks: `Extraction.error` and `Extraction.lacking` say it.
    """
    by_row = spec.kind == "listing" and not spec.ruling.read and not any(one.source == "heading" for one in spec.sought)
    long = long_page(view) if by_row else None
    if long is not None and (got := _by_sample(long, spec, wrapper, before)) is not None:
        return got
    return read_whole(view, spec, wrapper, before=before)


def read_whole(
    view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None
) -> Extraction:
    """As `read`, looking at every row of a long page for every question.

    Where pictures and links are all that is sought, and no list with texts has them, it is one of pictures alone.
    """
    got = _read(Sought(_outline(view, spec), spec, Plausible(spec.locale), wrapper), before)
    if not spec.pictured or (got.verdict == "found" and len(got.records) > 1):
        return got
    pictures = outline(view, hidden=spec.unfolded, pictured=True)
    again = _read(Sought(pictures, spec, Plausible(spec.locale), wrapper), before)
    return again if again.verdict == "found" and len(again.records) > len(got.records) else got


def _outline(view: PageView, spec: ListingSpec) -> Outline:
    return outline(view, hidden=spec.kind != "listing" or spec.unfolded)


def _by_sample(long: LongPage, spec: ListingSpec, wrapper: Wrapper | None, before: int | None) -> Extraction | None:
    """A long page, read as a sample of its rows is; None where that does not tell it all."""
    sought = Sought(_outline(long.view, spec), spec, Plausible(spec.locale), wrapper, long)
    try:
        got = _read(sought, before)
    except RowsDiffer:
        return None
    if got.verdict != "found" or got.problems or got.sample is None:
        return None
    region, around = (long.origin[place] if place >= 0 else place for place in (got.region, got.around))
    return replace(got, region=region, around=around)


def read_given(sought: Sought, records: Region, before: int | None) -> Extraction:
    """Read a page of which it is known what its records are: the rules say where their fields stand."""
    return _read(sought, before, records)


def _read(sought: Sought, before: int | None, given: Region | None = None) -> Extraction:
    wrapper = sought.wrapper
    sought = read_above(sought, wrapper.headed if wrapper else {})
    page, spec = sought.page, sought.spec
    known = known_template(sought, first=before == 0) if given is None else None
    if known is not None:
        got = extraction_of(sought, Chosen(known), before)
        if not any(remark.code in _DOUBTFUL for remark in got.remarks):
            return _with_first(sought, known, got, before)
    chosen = choose(sought, given)
    if chosen is None or not chosen.assigned.records or (chosen.lone and has_empty_heads(sought)):
        return _nothing(sought, chosen, before)
    if _is_vacant(sought, chosen, before):
        return _nothing(sought, None, before)
    sought, assigned = with_lines_above(sought, chosen.assigned)
    own = {field.name for field in sought.by_column} | {""}
    problems = tuple(problem for problem in chosen.problems if problem.field in own)
    chosen = replace(chosen, assigned=assigned, problems=problems)
    if wrapper is None and is_called_elsewhere(sought, chosen):
        first = page.text[chosen.assigned.region.records[0][0]][:40]
        text = f"the table whose heads have the fields' names is empty; not taken for its rows: {first!r}"
        told = _of_table(spec, [Remark(code="no record", text=text)])
        return replace(_nothing(sought, chosen, before), remarks=told)
    return _with_first(sought, chosen.assigned, extraction_of(sought, chosen, before), before)


def read_by_place(view: PageView, spec: ListingSpec, wrapper: Wrapper, *, before: int | None) -> Extraction | None:
    """A later page of a listing by its template alone; None where the template does not know all of it."""
    sought = Sought(_outline(view, spec), spec, Plausible(spec.locale), wrapper)
    known = by_template(sought) if spec.kind == "listing" else None
    if known is None:
        return None
    got = extraction_of(sought, Chosen(known), before)
    return None if any(remark.code in _DOUBTFUL for remark in got.remarks) else got


def _with_first(sought: Sought, chosen: Assigned, got: Extraction, before: int | None) -> Extraction:
    """The records of a listing's first page with the one that stands apart above them, if the page counts it in."""
    each = sought.spec.extract.each
    declared = each is not None and not isinstance(each, str)
    later = sought.wrapper is not None and before != 0
    if later or sought.spec.kind != "listing" or declared or got.problems:
        return got
    alone = detached_entry(sought, chosen)
    if alone is None:
        all_there = got.totals.stated == len(got.records)
        more = (
            () if all_there or _tells(got.remarks, "not read", "apart") else featured_entry(sought, chosen, got.records)
        )
        return replace(got, remarks=(*got.remarks, *_of_table(sought.spec, more)))
    first = extraction_of(replace(sought, long=None), Chosen(alone), before)
    if any(one.values in [record.values for record in got.records] for one in first.records):
        return got  # shown above the others, and among them
    counted = got.totals.stated == len(got.records) + 1 and len(first.records) == 1 and not got.keyed
    if counted:
        return replace(got, records=(*first.records, *got.records), links={})
    words = sought.page.text[alone.region.records[0][0]][:40]
    text = (
        f"one like the records stands above them, built otherwise, and is not read: {words!r}; "
        "`each` with an `at` that finds it too reads both"
    )
    link = next((record.link for record in first.records if record.link), "")
    return replace(got, remarks=(*got.remarks, *_of_table(sought.spec, [Remark(code="apart", text=text, link=link)])))


def _tells(remarks: Sequence[Remark], *codes: str) -> bool:
    """Whether something of a kind is told already."""
    return any(remark.code in codes for remark in remarks)


def extraction_of(sought: Sought, chosen: Chosen, before: int | None) -> Extraction:
    """The records of a region, and everything there is to say about them."""
    page, spec, long = sought.page, sought.spec, sought.long
    assigned, problems, remarks = chosen.assigned.as_before(sought.wrapper), chosen.problems, chosen.remarks
    if assigned.placed:
        return _by_place(sought, assigned, before)
    if spec.kind == "listing" and (spec.extract.each is None or isinstance(spec.extract.each, str)):
        problems = (*problems, *heading_doubt(page, assigned, sought.by_column))
    each = spec.extract.each
    words = (spec.extract.into, each if isinstance(each, str) else "")
    headings, others = own_headings(page, assigned.region) if spec.beside else ((), ())
    if not problems:
        problems = misnamed_fields(page, assigned, sought.by_column, words)
    built = build_records(sought, assigned)
    learned, drift = _learned(sought, assigned, built)
    around, notes = _around(sought)
    records = built.records
    if around:
        records = tuple(replace(record, values={**record.values, **around}) for record in records)
    if spec.ruling.read:
        said = [text_lines(page, assigned.region.records[number]) for number in assigned.records]
        records = tuple(
            replace(record, raw={**record.raw, **dict.fromkeys(spec.ruling.read, words)})
            for record, words in zip(records, said, strict=True)
        )
    missing, totals = _missing(sought, assigned), _totals(sought, assigned.region, len(records), before)
    return Extraction(
        verdict="found",
        records=records,
        keyed=built.keyed,
        links=built.links,
        wrapper=learned,
        totals=totals,
        signs=signs_of_more(page, assigned.region, totals, spec.led) if spec.kind == "listing" else (),
        remarks=_of_table(
            spec,
            (
                *remarks,
                *_lone(sought, assigned),
                *filter(None, (tell(sought, assigned) for tell in _TELLING)),
                *paragraphs(sought, assigned),
                *constant_title(sought, assigned),
                *joined_cells(page, assigned),
                *lone_cells(page, assigned, sought.by_column),
                *(() if long or _tells(remarks, "several lists") else merged_lists(sought, assigned, built.records)),
                *doubtful_fields(page, assigned, sought.by_column, words),
                *other_columns(page, assigned),
                *other_subjects(sought, assigned),
                *told_by_model(sought, assigned),
                *by_language(built.remarks, {one.name: one for one in spec.sought}, spec.locale, page.view.language),
                *drift,
                *notes,
                *(hidden_records(page, assigned.region, spec) if spec.kind == "listing" else ()),
            ),
        ),
        problems=problems,
        missing=missing,
        seen=_seen(page, assigned.region) if missing or problems else (),
        fit=_share(spec, missing),
        region=assigned.region.node,
        around=_around_all(page, assigned.region),
        headings=headings,
        others=others,
        sample=Sample(long.view, built.sampled) if long is not None else None,
    )


def _seen(page: Outline, region: Region) -> tuple[str, ...]:
    """The labels that a message lists where a field was not found."""
    return visible_labels(page, region, region.node, forms=True)


def _by_place(sought: Sought, assigned: Assigned, before: int | None) -> Extraction:
    """The records of a page that is made of what pages before were made of: which columns they have is in no doubt."""
    page, spec = sought.page, sought.spec
    built = build_records(sought, assigned)
    learned, _ = _learned(sought, assigned, built)
    headings, others = own_headings(page, assigned.region) if spec.beside else ((), ())
    around, notes = _around(sought)
    records = built.records
    if around:
        records = tuple(replace(record, values={**record.values, **around}) for record in records)
    missing, totals = _missing(sought, assigned), _totals(sought, assigned.region, len(records), before)
    return Extraction(
        verdict="found",
        records=records,
        keyed=built.keyed,
        wrapper=learned,
        totals=totals,
        signs=signs_of_more(page, assigned.region, totals, spec.led),
        remarks=_of_table(spec, (*built.remarks, *notes, *hidden_records(page, assigned.region, spec))),
        missing=missing,
        seen=_seen(page, assigned.region) if missing else (),
        fit=_share(spec, missing),
        region=assigned.region.node,
        around=_around_all(page, assigned.region),
        headings=headings,
        others=others,
        placed=built.placed,
    )


def _lone(sought: Sought, assigned: Assigned) -> tuple[Remark, ...]:
    """That a listing is read as one record, the page, or what is left of it where its like stands beside it."""
    if len(assigned.region.records) == 1 and sought.wrapper is None and (beside := box_beside(sought)):
        told = (
            f"nothing repeats below the heading that `in` names, and a box of its kind stands beside it: {beside!r}; "
            "`each` with an `at` says what one record is"
        )
        return (Remark(code="one record", text=told),)
    name = _lone_name(sought, assigned)
    text = (
        f"nothing repeats on the page, which is read as one record, called {name[:40]!r} as its heading: "
        "`each: page` says that it is meant, `each` with an `at` where the records are"
    )
    return (Remark(code="one record", text=text),) if name else ()


def _lone_name(sought: Sought, assigned: Assigned) -> str:
    """What the one record is called that a listing is read as, where nothing on the page repeats; "" for any other."""
    page, spec = sought.page, sought.spec
    title = assigned.matches.get(title_of(sought.by_column))
    if spec.kind != "listing" or assigned.region.kind != "page" or sought.wrapper is not None or title is None:
        return ""
    heading = main_heading(page)
    first = next((hits[0][0] for hits in title.column.hits if hits), None)
    return (
        page.text[heading]
        if heading is not None and first is not None and page.text[first] == page.text[heading]
        else ""
    )


def _around_all(page: Outline, region: Region) -> int:
    """The innermost element that holds every record."""
    first, last = min(region.roots, default=0), max(region.roots, default=0)
    place = page.nodes[first].parent
    while place > 0 and page.nodes[place].end <= last:
        place = page.nodes[place].parent
    return max(place, 0)


def appraise(view: PageView, spec: ListingSpec) -> Fit:
    """How well a page carries the declared fields, for a search that looks for the listing."""
    page = outline(view)
    sought = Sought(page, spec, Plausible(spec.locale), None)
    chosen = choose(sought)
    if chosen is None:
        return Fit(value=0.0, goal=False, reason="no region with the declared fields")
    missing = _missing(*with_lines_above(sought, chosen.assigned))
    found = len(spec.sought) - len(missing)
    reason = f"{found} of {len(spec.sought)} fields in {len(chosen.assigned.records)} records"
    enough = chosen.assigned.score >= LEAST and not chosen.problems
    value = min(1.0, chosen.assigned.score) * (0.5 + 0.5 * _share(spec, missing))
    lone = bool(_lone_name(sought, chosen.assigned))
    return Fit(value=value, goal=enough and not missing, reason=reason, missing=missing, lone=lone)


# -- what was learned, what is missing ------------------------------------------------------------------------


def _learned(sought: Sought, assigned: Assigned, built: BuiltRecords) -> tuple[Wrapper, tuple[Remark, ...]]:
    """The page's wrapper, and where it differs from the one before."""
    shape = record_shape(sought.page, assigned.region)
    anchors = {
        name: Anchor(match.column.key, match.tier, match.quality, match.other, match.column.leads)
        for name, match in assigned.matches.items()
    }
    old, region = sought.wrapper, assigned.region
    kind = "nested" if region.tops else region.kind
    keys = frozenset(anchor.key for anchor in anchors.values())
    if old is not None and assigned.placed:
        return replace(old, conventions=_agreed(old, built), above=built.above, headed=built.headed), ()
    taught = _taught(sought, assigned, built)
    if old is not None and assigned.settled and old.shape == shape:
        known = old.template.joined(taught)
        return replace(
            old, conventions=_agreed(old, built), above=built.above, headed=built.headed, template=known
        ), _gone(old, anchors)
    frame = frame_of(sought.page, region, assigned.columns, keys)
    if old is None:
        return Wrapper(
            shape=shape, kind=kind, anchors=anchors, frame=frame, conventions=built.conventions,
            keyed=built.keyed, link=built.link, above=built.above, headed=built.headed, template=taught,
        ), ()  # fmt: skip
    moved = [
        name
        for name, anchor in anchors.items()
        if old.anchor_of(name) not in {"", anchor.key} and {anchor.tier, old.anchors[name].tier} != {"mark"}
    ]
    remarks = [_moved(name, old.anchors[name], assigned.matches[name]) for name in moved]
    remarks += moved_fields(sought, assigned, moved, rebuilt=old.shape != shape)
    kept = {**old.anchors, **anchors}
    return replace(
        old,
        version=old.version + bool(moved),
        shape=shape,
        anchors=kept,
        conventions=_agreed(old, built),
        above=built.above,
        headed=built.headed,
        frame=_framed(old, frame, moved=bool(moved) or old.shape != shape),
        template=taught if moved or old.shape != shape else old.template.joined(taught),
    ), (*remarks, *_gone(old, anchors))


def _taught(sought: Sought, assigned: Assigned, built: BuiltRecords) -> Template:
    """What the page teaches of its listing by place; nothing where more than the records' forms decides."""
    spec = sought.spec
    each = spec.extract.each
    declared = each is not None and not isinstance(each, str)
    whole = spec.ruling.read or spec.links or any(field.source == "heading" for field in spec.sought)
    whole = whole or any(is_one_of_lines(sought, assigned, field) for field in sought.by_column)
    if spec.kind != "listing" or sought.long is not None or declared or whole:
        return Template(refused=True)
    return lesson(sought.page, assigned, built.link)


def _gone(old: Wrapper, anchors: Mapping[str, Anchor]) -> tuple[Remark, ...]:
    """What is to be said of the columns that are not on this page."""
    names = (name for name in old.anchors if name not in anchors)
    return tuple(Remark(code="drift", text="the column is not on this page", column=name) for name in names)


def _agreed(old: Wrapper, built: BuiltRecords) -> dict[str, Convention]:
    """How the columns are written: what pages before have settled holds."""
    return {**built.conventions, **{name: one for name, one in old.conventions.items() if one.fixed}}


def _framed(old: Wrapper, new: Frame, *, moved: bool) -> Frame:
    """What is known of the template with one more page: begun anew where columns or records have moved."""
    if moved:
        return new
    return old.frame if old.frame.settled and old.frame.holds(new) else old.frame.joined(new)


def _moved(name: str, old: Anchor, match: Match) -> Remark:
    """What to say of a field that is read from another place than before; a name found later outweighs a type."""
    code, text = "drift", "read from another place than on the pages before"
    if old.tier == "type" and match.tier in {"label", "name", "mark"}:
        code = "found later"
        text = (
            "the pages before lack this field's name and gave it by its type alone, this page has it elsewhere: "
            "the values before may be of something else; declare a `label`"
        )
    return Remark(code=code, text=text, column=name)


def _missing(sought: Sought, assigned: Assigned) -> tuple[Missing, ...]:
    found: list[Missing] = []
    for field in sought.by_column:
        if field.name not in assigned.matches and field.name not in sought.spec.ruling.read:
            if field.target is not None:
                attribute = "" if field.source in {"text", "heading"} else f"the attribute '{field.source}' at "
                looked = f"{attribute}its locator"
            elif field.label is not None:
                looked = f"label '{field.label}'"
            else:
                looked = f"label '{label_of(field)}' or the only {field.type} of a record"
            looked += foreign(field, sought.spec.locale, sought.page.view.language)
            written = bool(field.label or field.target)
            above = "" if field.target is not None else _headed(sought, assigned, field)
            found.append(Missing(field=field.name, looked_for=looked, written=written, above=above))
    headed = [field for field in sought.spec.sought if field.source == "heading"]
    if headed and not any(headings_above(sought.page, assigned.region, sought.wrapper).nearest):
        found += [Missing(field=one.name, looked_for="a heading above the records", written=True) for one in headed]
    return tuple(found)


def _headed(sought: Sought, assigned: Assigned, field: Field) -> str:
    """The first heading above the records, where those read as a field that is no text; "" else."""
    if field.type.kind == "text":
        return ""
    found = headings_above(sought.page, assigned.region, sought.wrapper).nearest
    texts = list(dict.fromkeys(text for text in found if text))
    fitting = sum(sought.plausible.share(field.type.kind, [text]) >= _HEADED for text in texts)
    return texts[0] if texts and fitting * 2 > len(texts) else ""


def _share(spec: ListingSpec, missing: Sequence[Missing]) -> float:
    return 1 - len(missing) / len(spec.sought) if spec.sought else 1.0


def _of_table(spec: ListingSpec, remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    return tuple(replace(remark, table=spec.extract.into) for remark in remarks)


def _totals(sought: Sought, region: Region | None, rows: int, before: int | None) -> Totals:
    """What the page states about its listing."""
    spec = sought.spec
    if spec.kind != "listing":
        return Totals()
    roots = region.roots if region is not None else frozenset[int]()
    return read_totals(sought.page, seen_on(spec, roots, rows, before))


def _around(sought: Sought) -> tuple[dict[str, Value], tuple[Remark, ...]]:
    """The fields of the page around the records, the same in every row."""
    fields = sought.spec.around
    if not fields:
        return {}, ()
    values: dict[str, Value] = {}
    remarks: list[Remark] = []
    for field in fields:
        value, told = _value_around(sought, field)
        values[field.name] = value
        remarks.extend(told)
        if field.required and value is None:
            text = "a required field of the page around the records is empty"
            remarks.append(Remark(code="empty required", text=text, column=field.name))
        elif value is None and not told:
            text = "empty, or nowhere on the page around the records"
            remarks.append(Remark(code="nowhere around", text=text, column=field.name))
    return values, tuple(remarks)


def _value_around(sought: Sought, field: Field) -> tuple[Value, tuple[Remark, ...]]:
    """What the page says for one field: at its locator, beside its label, in its main heading, by its `match`."""
    page = sought.page
    if field.target is not None:
        hits = sought.spec.locate(page.view, field.target)
        cell = RawCell(page.text[hits[0]]) if hits else RawCell(there=False)
        coerced = coerce_column(field, [cell], sought.spec.locality)
        return coerced.values[0], coerced.remarks
    single = replace(field, page="record", required=False)
    spec = replace(sought.spec, extract=replace(sought.spec.extract, fields=(single,)), kind="page")
    inner = replace(sought, spec=spec, long=None)
    built = build_records(inner, match_region(inner, Region("page", 0, ((0,),), "page"), (0,)))
    return built.records[0].values.get(field.name), built.remarks


# -- nothing there --------------------------------------------------------------------------------------------


def _nothing(sought: Sought, chosen: Chosen | None, before: int | None) -> Extraction:
    """An empty listing if it is recognised as one, else "not found" with what was seen."""
    page, spec, wrapper = sought.page, sought.spec, sought.wrapper
    totals = _totals(sought, None, 0, before)
    headed = has_empty_heads(sought)
    empty = spec.kind == "listing" and (
        headed or totals.stated == 0 or (wrapper is not None and has_emptied_list(page, wrapper))
    )
    missing = _missing(sought, chosen.assigned) if chosen else tuple(_all_missing(sought))
    return Extraction(
        verdict="empty" if empty else "not found",
        wrapper=wrapper,
        keyed=wrapper.keyed if wrapper else False,
        totals=totals,
        missing=() if empty else missing,
        seen=visible_labels(page, None, 0, forms=True),
        absent=empty_scope(sought) or folded_table(sought) or _blank(page),
        repeated="" if empty else _repeated(sought),
        fit=1.0 if empty else _share(spec, missing),
    )


def _is_vacant(sought: Sought, chosen: Chosen, before: int | None) -> bool:
    """Whether it is in doubt that there are records at all, and the page counts none or the file allows for none."""
    doubted = any(problem.vacant for problem in chosen.problems)
    return doubted and (sought.spec.extract.expect.none_will_do or _totals(sought, None, 0, before).stated == 0)


def _repeated(sought: Sought) -> str:
    """The records that would have been read, had the fields been found in them."""
    best = best_region(sought) if sought.spec.kind == "listing" else None
    return describe_list(sought.page, best.region) if best is not None and best.region.kind != "page" else ""


def _all_missing(sought: Sought) -> list[Missing]:
    nowhere = Region("page", 0, (), "")
    return list(_missing(sought, Assigned(nowhere, (), (), {}, (), 0.0)))


def _blank(page: Outline) -> str:
    """What is to be told of a page without any text; "" where it has some."""
    return "" if any(page.leaves) else "the page shows no text at all: a script of it may fail; see it with `--headed`"
