"""How does a page become records? Regions are proposed, the declared fields choose one, its columns are read.

Every page is mined afresh; what an earlier page taught (the wrapper) only decides between equals, and a difference is
told as drift. An empty listing is one that is recognised; everything else is "not found".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from webdart.pages.port import PageView
from webdart.records.coerce import RawCell, coerce_column
from webdart.records.fit import Assigned, Sought, extend, fit, label_of
from webdart.records.labels import seen
from webdart.records.model import Remark, Totals
from webdart.records.outline import Outline, outline
from webdart.records.plausible import Plausible
from webdart.records.regions import Bits, Region, empty_tables, known, page_region, propose, shape_of, starts_at
from webdart.records.rows import Built, build
from webdart.records.spec import Extraction, Fit, ListingSpec, Missing, Problem
from webdart.records.totals import Seen, read_totals
from webdart.records.words import plain
from webdart.records.wrapper import Anchor, Wrapper
from webdart.workflow.model import Field, Kind, Value, Words

_DIGITS = str.maketrans("123456789", "1" * 9)
_SAMPLE = 12  # records that are looked at to choose a region
_LEAST = 0.3  # a region with a lower score is no listing
_SHARE = 0.6  # of the declared fields, that must be there
_NEAR = 0.98  # two regions with other records this near to each other are equally good
_PART = 0.7  # of a part's score, that the whole must reach
_POOR = 0.5  # a record with less of what most records have is none


def read(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None) -> Extraction:
    """Read a page.

    Args:
        view: the page as observed.
        spec: what to read.
        wrapper: what an earlier page of the same listing taught.
        before: how many rows the pages before had (for stated totals); None where that is not known.

    Never raises for what a page lacks: `Extraction.error` and `Extraction.lacking` say it.
    """
    page = outline(view, hidden=spec.kind != "listing")
    sought = Sought(page, spec, Plausible(spec.locale), wrapper)
    chosen = _choose(sought)
    if chosen is None or not chosen.assigned.records:
        return _nothing(sought, chosen, before)
    assigned, problems, remarks = chosen.assigned, chosen.problems, chosen.remarks
    built = build(sought, assigned)
    learned, drift = _learned(sought, assigned, built)
    around, notes = _around(sought)
    records = tuple(replace(record, values={**record.values, **around}) for record in built.records)
    missing = _missing(sought, assigned)
    return Extraction(
        verdict="found",
        records=records,
        keyed=built.keyed,
        wrapper=learned,
        totals=_totals(sought, assigned.region, len(records), before),
        remarks=_of_table(spec, (*remarks, *built.remarks, *drift, *notes)),
        problems=problems,
        missing=missing,
        seen=seen(page, assigned.region, assigned.region.node) if missing or problems else (),
        fit=_share(spec, missing),
        region=assigned.region.node,
    )


def appraise(view: PageView, spec: ListingSpec) -> Fit:
    """How well a page carries the declared fields, for a search that looks for the listing."""
    page = outline(view)
    sought = Sought(page, spec, Plausible(spec.locale), None)
    chosen = _choose(sought)
    if chosen is None:
        return Fit(value=0.0, goal=False, reason="no region with the declared fields")
    missing = _missing(sought, chosen.assigned)
    found = len(spec.sought) - len(missing)
    reason = f"{found} of {len(spec.sought)} fields in {len(chosen.assigned.records)} records"
    enough = chosen.assigned.score >= _LEAST and not chosen.problems
    value = min(1.0, chosen.assigned.score) * (0.5 + 0.5 * _share(spec, missing))
    return Fit(value=value, goal=enough and not missing, reason=reason, missing=missing)


# -- choosing the region --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Chosen:
    assigned: Assigned
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()


def _choose(sought: Sought) -> _Chosen | None:
    """The region that carries the declared fields best, with the fields found in all of its records."""
    page, spec = sought.page, sought.spec
    allowed = _scope(sought)
    if spec.kind != "listing":
        region = page_region(page, allowed)
        return _whole(sought, region)
    each = spec.extract.each
    if each is not None and not isinstance(each, str):
        region = starts_at(page, [hit for hit in spec.locate(page.view, each) if allowed(hit)])
        return _whole(sought, region) if region else None
    wanted = frozenset(sought.wanted())
    regions = propose(page, wanted, _bits(sought), allowed)
    if sought.wrapper is not None and sought.wrapper.kind in {"siblings", "starts"}:
        again = known(page, sought.wrapper, allowed)
        regions += [again] if again is not None else []
    tried = [_trial(sought, region) for region in regions]
    if not tried or max(trial.score for trial in tried) < _LEAST:
        tried.append(_trial(sought, page_region(page, allowed)))
    tried.sort(key=lambda trial: _rank(sought, trial), reverse=True)
    best = _largest(tried[0], tried)
    if best.score < _LEAST or not _recognised(sought, best):
        return None
    rival = next((other for other in tried[1:] if _rivals(sought, best, other)), None)
    chosen = _extended(sought, best)
    if rival is None or sought.wrapper is not None:
        return chosen
    choices = tuple(_described(page, trial.region) for trial in (best, rival))
    return replace(chosen, problems=(*chosen.problems, Problem(field="", choices=choices)))


def _scope(sought: Sought) -> Callable[[int], bool]:
    """Which nodes `in` leaves: those below its locator, or of the section of its heading."""
    within = sought.spec.extract.within
    if within is None:
        return lambda _: True
    page = sought.page
    hits = sought.spec.locate(page.view, within)
    spans = [_section(page, hit) for hit in hits or (_named(page, within) if isinstance(within, Words) else ())]
    return lambda node: any(start <= node < end for start, end in spans)


def _named(page: Outline, within: Words) -> list[int]:
    """The headings, captions and legends with these words."""
    words = plain(within.text.source) if within.text.constant else ""
    kinds = ("caption", "legend", "summary")
    return [
        n.index for n in page.nodes if (n.tag in kinds or page.level(n.index)) and plain(page.text[n.index]) == words
    ]


def _section(page: Outline, hit: int) -> tuple[int, int]:
    """What a heading, caption or legend stands over; of anything else, the thing itself."""
    node = page.nodes[hit]
    if node.tag in {"caption", "legend", "summary"}:
        return node.parent, page.nodes[node.parent].end
    level = page.level(hit)
    if not level:
        return hit, node.end
    top = hit
    for above in page.ancestors(hit):
        if page.text[above] != page.text[hit]:
            break
        top = above
    parent = page.nodes[top].parent
    end = page.nodes[parent].end if parent >= 0 else node.end
    for kid in page.kids[parent]:
        if kid > top and any(0 < page.level(inner) <= level for inner in range(kid, page.nodes[kid].end)):
            end = kid
            break
    return top, end


def _bits(sought: Sought) -> Bits:
    """For every subtree the fields that something in it could be."""
    page = sought.page
    fields = sought.by_column
    of = [0] * len(page.nodes)
    memo: dict[str, int] = {}
    texts: list[tuple[int, Kind]] = [
        (1 << n, field.type.kind) for n, field in enumerate(fields) if field.type.kind not in {"link", "image"}
    ]
    links = sum(1 << n for n, field in enumerate(fields) if field.type.kind == "link")
    images = sum(1 << n for n, field in enumerate(fields) if field.type.kind == "image")
    signs = sum(
        1 << n for n, field in enumerate(fields) if field.type.kind in {"rating", "boolean", "date", "datetime"}
    )
    plausible = sought.plausible
    for index in range(len(page.nodes) - 1, 0, -1):
        node = page.nodes[index]
        if node.tag == "#text":
            pattern = node.text.translate(_DIGITS)  # texts that differ in digits alone could be the same
            held = memo.get(pattern)
            if held is None:
                held = memo[pattern] = sum(bit for bit, kind in texts if plausible.share(kind, (node.text,)) > 0)
            of[index] |= held
        elif node.tag == "a" and node.attributes.get("href"):
            of[index] |= links
        elif node.tag in {"img", "svg", "i", "span", "input", "time", "p"} and node.attributes:
            of[index] |= signs | (images if node.tag == "img" else 0)
        if not page.skipped[index] and node.parent >= 0:
            of[node.parent] |= of[index]
    return Bits(of, (1 << len(fields)) - 1)


def _trial(sought: Sought, region: Region) -> Assigned:
    """The fit of a region on a sample of its records, without those that are none."""
    count = len(region.records)
    sample = range(count)
    if count > _SAMPLE:
        sample = sorted({n * (count - 1) // (_SAMPLE - 1) for n in range(_SAMPLE)})
    trial = fit(sought, region, sample)
    poor = _poor(trial)
    kept = [number for place, number in enumerate(sample) if place not in poor]
    return fit(sought, region, kept) if poor and kept else trial


def _largest(best: Assigned, tried: Sequence[Assigned]) -> Assigned:
    """A region that holds all records of the best and more of the kind: a part may look tidier than the whole."""
    for other in tried:
        if other.region.roots > best.region.roots and other.score >= best.score * _PART:
            best = other
    return best


def _rank(sought: Sought, trial: Assigned) -> tuple[float, bool, int]:
    """Higher is better: the score, the main part of the page, the smaller subtree."""
    page, node = sought.page, trial.region.node
    inside = page.main >= 0 and page.main <= node < page.nodes[page.main].end
    before = 0.15 if sought.wrapper is not None and sought.wrapper.shape == _shape(page, trial.region) else 0.0
    problem = 0.02 * len(trial.problems)
    chrome = 0.5 if page.chrome[node] else 0.0
    return (
        round(trial.score + before + (0.02 if inside else 0.0) - problem - chrome, 3),
        inside,
        node - page.nodes[node].end,
    )


def _shape(page: Outline, region: Region) -> str:
    return region.shape if region.grid is not None or region.kind == "page" else shape_of(page, region.records[0][0])


def _recognised(sought: Sought, trial: Assigned) -> bool:
    """Whether enough of the fields are there; what was declared by label or locator counts as much as the rest."""
    fields = sought.by_column
    return not fields or len(trial.matches) >= _SHARE * len(fields)


def _rivals(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether another region is as good and has none of these records."""
    if _rank(sought, other)[0] < _rank(sought, best)[0] * _NEAR:
        return False
    if len(other.region.records) == 1 or other.region.kind == "page":
        return False
    page = sought.page
    mine = [(root, page.nodes[root].end) for root in best.region.roots]
    return not any(start < page.nodes[root].end and root < end for root in other.region.roots for start, end in mine)


def _whole(sought: Sought, region: Region) -> _Chosen:
    """A region that is not in doubt, with its fields."""
    assigned = fit(sought, region, range(len(region.records)))
    return _Chosen(assigned, assigned.problems)


def _extended(sought: Sought, trial: Assigned) -> _Chosen:
    """The region of a trial in all its records, once what is no record has been left out."""
    region = trial.region
    assigned = extend(sought, region, trial)
    poor = _poor(assigned)
    if not poor or len(poor) == len(assigned.records):
        return _Chosen(assigned, assigned.problems)
    kept = [place for place in range(len(region.records)) if place not in poor]
    grid = replace(region.grid, records=tuple(region.grid.records[p] for p in kept)) if region.grid else None
    region = replace(region, records=tuple(region.records[place] for place in kept), grid=grid)
    assigned = extend(sought, region, replace(assigned, region=region, records=()))
    text = "between the records, with too little of what they have: advertising, notes, sums"
    return _Chosen(assigned, assigned.problems, (Remark(code="no record", text=text, count=len(poor)),))


def _poor(assigned: Assigned) -> set[int]:
    """Records that have few of the fields and little of the shape that most records share."""
    if len(assigned.records) < 3:
        return set()
    common = [c for c in assigned.columns if c.source == "path" and c.coverage >= 0.6] or list(assigned.columns)
    found: set[int] = set()
    for place in range(len(assigned.records)):
        having = sum(1 for match in assigned.matches.values() if match.column.hits[place])
        shape = sum(1 for column in common if column.hits[place])
        short = having < _SHARE * len(assigned.matches)
        if short and (shape < _POOR * len(common) or having == 0):
            found.add(place)
    return found


def _described(page: Outline, region: Region) -> str:
    first = " ".join(page.text[root] for root in region.records[0])[:60]
    return f"{len(region.records)} records that begin with {first!r}"


# -- what was learned, what is missing ------------------------------------------------------------------------


def _learned(sought: Sought, assigned: Assigned, built: Built) -> tuple[Wrapper, tuple[Remark, ...]]:
    """The page's wrapper, and where it differs from the one before."""
    shape = _shape(sought.page, assigned.region)
    anchors = {name: Anchor(match.column.key, match.tier) for name, match in assigned.matches.items()}
    old = sought.wrapper
    if old is None:
        return Wrapper(
            shape=shape, kind=assigned.region.kind, anchors=anchors, conventions=built.conventions,
            keyed=built.keyed, link=built.link, heading=built.heading,
        ), ()  # fmt: skip
    moved = [name for name, anchor in anchors.items() if old.anchor_of(name) not in {"", anchor.key}]
    gone = [name for name in old.anchors if name not in anchors]
    remarks = [
        Remark(code="drift", text="read from another place than on the pages before", column=name) for name in moved
    ]
    remarks += [Remark(code="drift", text="the column is not on this page", column=name) for name in gone]
    kept = {**old.anchors, **anchors}
    conventions = {**built.conventions, **{k: v for k, v in old.conventions.items() if v.fixed}}
    return replace(
        old,
        version=old.version + bool(moved),
        shape=shape,
        anchors=kept,
        conventions=conventions,
        heading=built.heading,
    ), tuple(remarks)


def _missing(sought: Sought, assigned: Assigned) -> tuple[Missing, ...]:
    found: list[Missing] = []
    for field in sought.by_column:
        if field.name not in assigned.matches:
            if field.target is not None:
                looked = "its locator"
            elif field.label is not None:
                looked = f"label '{field.label}'"
            else:
                looked = f"label '{label_of(field)}' or the only {field.type} of a record"
            found.append(Missing(field=field.name, looked_for=looked, written=bool(field.label or field.target)))
    return tuple(found)


def _share(spec: ListingSpec, missing: Sequence[Missing]) -> float:
    return 1 - len(missing) / len(spec.sought) if spec.sought else 1.0


def _of_table(spec: ListingSpec, remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    return tuple(replace(remark, table=spec.extract.into) for remark in remarks)


def _totals(sought: Sought, region: Region | None, rows: int, before: int | None) -> Totals:
    """What the page states about its listing."""
    spec = sought.spec
    if spec.kind != "listing":
        return Totals()
    each = spec.extract.each
    words = (spec.extract.into.replace("_", " "), each if isinstance(each, str) else "")
    roots = region.roots if region is not None else frozenset[int]()
    return read_totals(sought.page, Seen(rows=rows, before=before, roots=roots, words=words, locale=spec.locale))


def _around(sought: Sought) -> tuple[dict[str, Value], tuple[Remark, ...]]:
    """The fields of the page around the records, the same in every row."""
    fields = sought.spec.around
    if not fields:
        return {}, ()
    values: dict[str, Value] = {}
    remarks: list[Remark] = []
    for field in fields:
        coerced = coerce_column(field, [_cell_around(sought, field)], sought.spec.locality)
        values[field.name] = coerced.values[0]
        remarks.extend(coerced.remarks)
    return values, tuple(remarks)


def _cell_around(sought: Sought, field: Field) -> RawCell:
    """What the page says for one field: at its locator, beside its label, in its main heading, by its `match`."""
    page = sought.page
    if field.target is not None:
        hits = sought.spec.locate(page.view, field.target)
        return RawCell(page.text[hits[0]]) if hits else RawCell(there=False)
    single = replace(field, page="record")
    spec = replace(sought.spec, extract=replace(sought.spec.extract, fields=(single,)), kind="page")
    inner = replace(sought, spec=spec)
    assigned = fit(inner, Region("page", 0, ((0,),), "page"), (0,))
    record = build(inner, assigned).records[0]
    value = record.raw.get(field.name) or record.values.get(field.name)
    return RawCell("" if value is None else str(value), there=value is not None)


# -- nothing there --------------------------------------------------------------------------------------------


def _nothing(sought: Sought, chosen: _Chosen | None, before: int | None) -> Extraction:
    """An empty listing if it is recognised as one, else "not found" with what was seen."""
    page, spec, wrapper = sought.page, sought.spec, sought.wrapper
    totals = _totals(sought, None, 0, before)
    wanted = frozenset(sought.wanted())
    tables = empty_tables(page, wanted, _scope(sought)) if spec.kind == "listing" else []
    headed = any(_heads_fit(sought, table.labels) for table in tables)
    empty = spec.kind == "listing" and (
        headed or totals.stated == 0 or (wrapper is not None and _template(page, wrapper))
    )
    missing = _missing(sought, chosen.assigned) if chosen else tuple(_all_missing(sought))
    return Extraction(
        verdict="empty" if empty else "not found",
        wrapper=wrapper,
        keyed=wrapper.keyed if wrapper else False,
        totals=totals,
        missing=() if empty else missing,
        seen=seen(page, None, 0),
        fit=1.0 if empty else _share(spec, missing),
    )


def _all_missing(sought: Sought) -> list[Missing]:
    nowhere = Region("page", 0, (), "")
    return list(_missing(sought, Assigned(nowhere, (), (), {}, (), 0.0)))


def _heads_fit(sought: Sought, labels: Sequence[Sequence[str]]) -> bool:
    """Whether a table's heads have most of the fields that heads can have."""
    heads = {label for readings in labels for label in readings}
    fields = [field for field in sought.by_column if field.type.kind not in {"link", "image"}]
    having = sum(label_of(field) in heads for field in fields)
    return bool(fields) and having >= _SHARE * len(fields)


def _template(page: Outline, wrapper: Wrapper) -> bool:
    """Whether the place where earlier pages had records is still there, without any."""
    if wrapper.shape.startswith("table:"):
        return False
    path = wrapper.shape.rpartition("/")[0]
    return any(
        "/".join([*reversed([page.nodes[a].tag for a in page.ancestors(n.index)]), n.tag]) == path for n in page.nodes
    )
