"""Turns the columns of a region into records: typed values, raw texts, keys, headings."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from webdart.records.cells.cell_lines import cells_by_line
from webdart.records.cells.cell_text import cell_of, is_one_text, without_tooltips
from webdart.records.cells.closing_entries import closing_entry
from webdart.records.cells.initials import without_initials
from webdart.records.cells.leading_link import from_leading_link
from webdart.records.cells.links import address_at, is_link, leads_up, link_keys, main_link, without_way_back
from webdart.records.cells.record_headings import MOMENTS, Headings, heading_of, headings_above, with_years
from webdart.records.cells.remaining_rows import RowsDiffer, join_rows
from webdart.records.cells.shared_cells import blank_repeats
from webdart.records.cells.shortened_lists import shortened_lists
from webdart.records.coerce import Coerced, Convention, RawCell, coerce_column
from webdart.records.columns.control_states import with_controls
from webdart.records.model import Record, Remark
from webdart.records.query.field_matches import Assigned, Sought, label_of, title_of, whole_record
from webdart.records.query.spec import ListingSpec, PlacedRows
from webdart.records.query.wrapper import Wrapper
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import is_cut, plain
from webdart.values import replace
from webdart.workflow.model import Field, Value
from webdart.workflow.pattern import compiled

_SAMPLE = 80  # letters of a record, for a message
_SEVERAL = 2


class BuiltRecords(Struct, frozen=True):
    """The records of a region and what was settled and noticed on the way.

    `above` is what stands above the last record, by the path of such lines, `headed` the path that each field means.
    `sampled` are the places of the records that the sample of a long page has. `links` are the addresses of every
    column of links, by its key, where they are asked for. `placed` is what all was made of, if found by place.
    """

    records: tuple[Record, ...]
    keyed: bool
    conventions: Mapping[str, Convention]
    remarks: tuple[Remark, ...]
    link: str
    above: Mapping[str, str | None]
    headed: Mapping[str, str]
    sampled: tuple[int, ...]
    links: Mapping[str, tuple[str | None, ...]]
    placed: PlacedRows | None


class TypedRows(Struct, frozen=True):
    """Records of which the cells were known, with their keys, and how their columns are written."""

    records: tuple[Record, ...]
    keyed: bool
    conventions: Mapping[str, Convention]


class _Gathered(Struct, frozen=True):
    """The cells of all records before they are typed, by field, and the records' links; `link` is the key of those.

    `sampled` are the places of the records that stand on the page as it was looked at.
    """

    cells: Mapping[str, Sequence[RawCell]]
    addresses: list[str | None]
    sampled: Collection[int]
    link: str
    remarks: list[Remark]


def _gathered(sought: Sought, assigned: Assigned, headings: Headings) -> _Gathered:
    page, spec, wrapper = sought.page, sought.spec, sought.wrapper
    places = range(len(assigned.records))
    found: dict[str, Sequence[RawCell]] = {}
    remarks: list[Remark] = []
    for field in spec.sought:
        cells = _cells(sought, assigned, field, headings)
        if (match := assigned.matches.get(field.name)) is not None and field.source == "text":
            cells, told = with_controls(page, match.column, cells, field)
            cells, more = from_leading_link(page, match.column, field, cells)
            cells = without_initials(page, match.column, field, cells)
            cells, lined = cells_by_line(sought, assigned, field, cells)
            remarks += [*told, *more, *lined]
        found[field.name] = cells
    linked = spec.kind == "listing" and (wrapper is None or bool(wrapper.link))  # what the first page had none of
    title = assigned.matches.get(title_of(sought.by_column))
    link = assigned.link
    if linked and not assigned.placed:
        link = main_link(page, assigned.columns, wrapper.link if wrapper else "", title.column if title else None)
    addresses = [(address_at(page, link, place) or None) if link else None for place in places]
    key = link.key if link else ""
    if sought.long is None:
        return _Gathered(found, addresses, places, key, remarks)
    every = join_rows(sought.long, assigned, found, addresses)
    return _Gathered(every.cells, list(every.addresses), every.sampled, key, remarks)


def build_records(sought: Sought, assigned: Assigned) -> BuiltRecords:
    """Read every sought field of every record of the region.

    Raises:
        Unlike: the sample of a long page does not tell how its other rows are read.
    """
    page, spec, wrapper = sought.page, sought.spec, sought.wrapper
    headings = Headings({}) if assigned.placed else headings_above(page, assigned.region, wrapper)
    gathered = _gathered(sought, assigned, headings)
    addresses, sampled, count = gathered.addresses, gathered.sampled, len(gathered.addresses)
    columns = _typed(spec, wrapper, gathered.cells)
    records = _records(spec, columns, addresses, page.view.url)
    remarks = [*gathered.remarks, *(remark for coerced in columns.values() for remark in coerced.remarks)]
    kept = [*range(count)]
    if spec.kind == "listing":
        kept, left_out = _kept(sought, assigned, records, addresses)
        remarks += left_out
        records, addresses = [records[place] for place in kept], [addresses[place] for place in kept]
        sampled = {number for number, place in enumerate(kept) if place in sampled}
        for field in spec.sought:
            records = _as_it_is(field, records, page.view.url)
    remarks += _several(page, assigned, spec.sought)
    remarks += blank_repeats(page, assigned, spec.sought, records)
    remarks += [*_cut(spec.sought, records), *shortened_lists(page, assigned, spec.sought)]
    remarks += _unmatched(page, assigned, spec.sought, records)
    remarks += _required(spec.sought, records)
    records, keyed, more = _keyed(spec, wrapper, page.view.url, records, addresses)
    return BuiltRecords(
        tuple(records),
        keyed,
        {name: coerced.convention for name, coerced in columns.items()},
        (*remarks, *more),
        gathered.link,
        headings.last or (wrapper.above if wrapper else {}),
        _headed(sought, headings),
        tuple(sorted(sampled)),
        _links(sought, assigned, addresses, gathered.link, kept),
        _placed(sought, assigned, gathered, len(kept)),
    )


def _placed(sought: Sought, assigned: Assigned, gathered: _Gathered, kept: int) -> PlacedRows | None:
    """What the records were made of, if all of it stood at places of theirs or beside labels, and none was left out."""
    known = frozenset[str]() if sought.wrapper is None else sought.wrapper.template.columns.keys()
    others = {name: match.column for name, match in assigned.matches.items() if name not in known}
    if not assigned.placed or kept < len(assigned.records) or any(one.source != "label" for one in others.values()):
        return None
    roots = tuple(assigned.region.records[number] for number in assigned.records)
    labels = frozenset(one.key.removeprefix("label:") for one in others.values())
    return PlacedRows(sought.page, roots, gathered.cells, gathered.addresses, labels)


def _typed(spec: ListingSpec, wrapper: Wrapper | None, cells: Mapping[str, Sequence[RawCell]]) -> dict[str, Coerced]:
    settled: Mapping[str, Convention] = wrapper.conventions if wrapper else {}
    return {
        field.name: coerce_column(field, cells[field.name], spec.locality, settled.get(field.name))
        for field in spec.sought
    }


def _records(
    spec: ListingSpec, columns: Mapping[str, Coerced], addresses: Sequence[str | None], url: str
) -> list[Record]:
    own = url if spec.kind != "listing" else None
    constants = dict(spec.constants)
    told = spec.sought if spec.kind == "detail" else spec.extract.fields  # a detail page adds to what the listing gave
    return [
        Record(
            values={f.name: _value(f, constants, columns, place) for f in told},
            raw=_raw(columns, place),
            link=address or own,
            opened=spec.kind != "listing",
        )
        for place, address in enumerate(addresses)
    ]


def typed_rows(
    spec: ListingSpec,
    wrapper: Wrapper,
    url: str,
    cells: Mapping[str, Sequence[RawCell]],
    addresses: Sequence[str | None],
) -> TypedRows | None:
    """The records of a later page of a listing by their cells; None where anything is to be said of one of them."""
    columns = _typed(spec, wrapper, cells)
    if any(coerced.remarks for coerced in columns.values()) or leads_up(addresses, url):
        return None
    records = _records(spec, columns, addresses, url)
    if any(_says_nothing(record, spec.sought) for record in records):
        return None
    for field in spec.sought:
        records = _as_it_is(field, records, url)
    if _cut(spec.sought, records) or _required(spec.sought, records):
        return None
    records, keyed, remarks = _keyed(spec, wrapper, url, records, addresses)
    conventions = {name: coerced.convention for name, coerced in columns.items()}
    return None if remarks else TypedRows(tuple(records), keyed, conventions)


def _headed(sought: Sought, headings: Headings) -> Mapping[str, str]:
    """The path of the lines above the records that each field means which is read from them."""
    known = sought.wrapper.headed if sought.wrapper else dict[str, str]()
    fields = [field for field in sought.spec.sought if field.source == "heading"] if headings.above else []
    return {**known, **{field.name: heading_of(headings, sought, field) for field in fields}}


def _kept(
    sought: Sought, assigned: Assigned, records: Sequence[Record], addresses: Sequence[str | None]
) -> tuple[list[int], list[Remark]]:
    """The places of what are records of a listing, and what the others are.

    Raises:
        Unlike: among the rows of a long page are lines that say nothing, which its sample does not tell.
    """
    page, spec = sought.page, sought.spec
    everything = [*range(len(records))]
    kept = [place for place in everything if not _says_nothing(records[place], spec.sought)]
    if sought.long is not None and len(kept) < len(records):
        raise RowsDiffer
    kept = kept or everything
    remarks: list[Remark] = []
    if lines := len(records) - len(kept):
        remarks.append(Remark(code="no record", text="without any of what was declared", count=lines))
    if sought.long is None and (copies := _copies(page, assigned, kept, [records[place] for place in kept])):
        remarks.append(Remark(code="copies", text="hidden copies of other records, left out", count=len(copies)))
        kept = [place for number, place in enumerate(kept) if number not in copies]
    if leads_up([addresses[place] for place in kept], page.view.url):
        remarks.append(Remark(code="no record", text="the link to the folder above"))
        kept = kept[1:]
    ended, last = closing_entry(page, assigned) if not spec.ruling.read else (False, ())
    if ended and kept[-1:] == everything[-1:]:
        kept = kept[:-1]
    return kept, [*remarks, *last]


def _links(
    sought: Sought, assigned: Assigned, addresses: Sequence[str | None], main: str, kept: Sequence[int]
) -> Mapping[str, tuple[str | None, ...]]:
    """The addresses of every column of links as keys, by record, the main link's first; none unless asked for.

    Of a long page they are the main link's alone.
    """
    page, url = sought.page, sought.page.view.url
    if not sought.spec.links or sought.spec.kind != "listing":
        return {}
    found = {main: tuple(link_keys(addresses, url))} if main else {}
    for column in assigned.columns if sought.long is None else ():
        if column.key not in found and is_link(page, column):
            own = [address_at(page, column, place) or None for place in kept]
            found[column.key] = tuple(link_keys(own, url))
    return found


def _copies(page: Outline, assigned: Assigned, kept: Sequence[int], records: Sequence[Record]) -> frozenset[int]:
    """The places of records that are hidden from assistive technology, and say what others say: those of a carousel."""
    unheard = [node for node in page.nodes if node.attributes.get("aria-hidden") == "true"]
    roots = [assigned.region.records[assigned.records[number]][0] for number in kept] if unheard else []
    hidden = {place for place, root in enumerate(roots) if any(node.index <= root < node.end for node in unheard)}
    if not hidden:
        return frozenset()
    shown = {repr(record.values) for place, record in enumerate(records) if place not in hidden}
    return frozenset(place for place in hidden if repr(records[place].values) in shown)


def _as_it_is(field: Field, records: list[Record], listing: str) -> list[Record]:
    """Links without the way back to this very page of the listing, so that a record says the same on every one.

    What the page had stays in `raw`, and leads to the record's own page.
    """
    if field.type.kind != "link" or field.type.many:
        return records
    texts = [value if isinstance(value := record.values.get(field.name), str) else None for record in records]
    found = without_way_back(texts, listing)
    return [
        record
        if text == short
        else replace(record, values={**record.values, field.name: short}, raw={**record.raw, field.name: text or ""})
        for record, text, short in zip(records, texts, found, strict=True)
    ]


def _says_nothing(record: Record, fields: Sequence[Field]) -> bool:
    """Whether none of several fields could be read: a line between the records, with a text that is no value.

    What stands above it, or in the file, is said of every line.
    """
    own = [field for field in fields if field.source != "heading" and field.value is None]
    empty = all(record.values.get(field.name) is None for field in own)
    return empty and len(own) > 1 and sum(field.name in record.raw for field in own) <= 1


def _value(field: Field, constants: Mapping[str, Value], columns: Mapping[str, Coerced], place: int) -> Value:
    if field.name in constants:
        return constants[field.name]
    coerced = columns.get(field.name)
    return coerced.values[place] if coerced else None


def _raw(columns: Mapping[str, Coerced], place: int) -> dict[str, str]:
    """The texts before coercion, where they differ from the value or could not be read."""
    found: dict[str, str] = {}
    for name, coerced in columns.items():
        raw = coerced.raws[place]
        if raw is not None and raw != str(coerced.values[place]):
            found[name] = raw
    return found


def _cells(sought: Sought, assigned: Assigned, field: Field, headings: Headings) -> list[RawCell]:
    """What each record has for a field, before it is typed."""
    page, places = sought.page, range(len(assigned.records))
    match = assigned.matches.get(field.name)
    if field.source == "heading":
        texts = headings.above[heading_of(headings, sought, field)]
        return [RawCell(texts[number] or "") for number in assigned.records]
    if match is None and field.type.kind == "currency":
        money = _money_of(field, sought.spec.sought)
        match = assigned.matches.get(money.name) if money else None
    if match is not None:
        cells = [cell_of(page, match.column, place, field) for place in places]
        if field.type.kind == "text":
            cells = without_tooltips(page, match.column, cells)
        moments = [one for one in sought.spec.sought if one.type.kind in MOMENTS]
        if moments == [field] and headings.above:  # of two, the second may be of the next year
            cells = with_years(headings, assigned.records, cells, sought.spec.locale)
        if field.words and field.label is None and field.target is None:
            roots = (assigned.region.records[number] for number in assigned.records)
            cells = [cell if cell.text else _listed(page, own, field) for cell, own in zip(cells, roots, strict=True)]
        return cells
    if field.match is not None and field.label is None and field.target is None:
        return [RawCell(text_lines(page, assigned.region.records[number])) for number in assigned.records]
    return [RawCell(there=False)] * len(assigned.records)


def _listed(page: Outline, roots: Sequence[int], field: Field) -> RawCell:
    """The only one of the listed words that a record says, wherever: one thing may be marked up in two ways."""
    words = {plain(word) for word in field.words}
    found = {page.text[index] for root in roots for index in page.below(root) if plain(page.text[index]) in words}
    return RawCell(found.pop()) if len(found) == 1 else RawCell(there=False)


def _money_of(field: Field, fields: Sequence[Field]) -> Field | None:
    """The money field whose text has a currency: that of the same label, else the only one."""
    amounts = [other for other in fields if other.type.kind == "money"]
    same = [other for other in amounts if field.label is not None and label_of(other) == label_of(field)]
    if same:
        return same[0]
    return amounts[0] if len(amounts) == 1 else None


def text_lines(page: Outline, roots: Sequence[int]) -> str:
    """The text of some nodes, a line for every block."""
    parts: list[str] = []
    block = -1
    for root in roots:
        for index in page.below(root):
            node = page.nodes[index]
            if node.tag == "br":
                block = -1
            if node.tag != "#text":
                continue
            around = next((above for above in page.ancestors(index) if page.nodes[above].tag in BLOCKS), root)
            glue = "" if not parts else "\n" if around != block else "" if "joined" in node.states else " "
            parts.append(glue + node.text)
            block = around
    return "".join(parts)


def _several(page: Outline, assigned: Assigned, fields: Sequence[Field]) -> list[Remark]:
    """Fields of which a record has several with different texts, and the file does not say which."""
    found: list[Remark] = []
    for field in fields:
        match = assigned.matches.get(field.name)
        if match is None or field.of is not None or field.type.many or match.tier == "type":
            continue
        several = [hits for hits in match.column.hits if len(hits) > 1 and not is_one_text(page, match.column, hits)]
        torn = sum(1 for hits in several if len({part or page.text[node] for node, part in hits}) > 1)
        if torn:
            text = "several different texts in one record, the first taken; `of: first` or `of: last` says which"
            found.append(Remark(code="several", text=text, column=field.name, count=torn))
    return found


def _unmatched(page: Outline, assigned: Assigned, fields: Sequence[Field], records: Sequence[Record]) -> list[Remark]:
    """Fields whose `match` fits nothing in any record: what it was written for stands elsewhere, or reads otherwise."""
    found: list[Remark] = []
    for field in fields:
        if field.match is None or field.label is not None or field.target is not None:
            continue
        if records and all(one.values.get(field.name) is None and field.name not in one.raw for one in records):
            sample = " ".join(text_lines(page, assigned.region.records[assigned.records[0]]).split())[:_SAMPLE]
            text = f"its `match` fits nothing in any record; the first reads {sample!r}"
            found.append(Remark(code="no match", text=text, column=field.name, count=len(records)))
    return found


def _cut(fields: Sequence[Field], records: Sequence[Record]) -> list[Remark]:
    """Texts that the page shows cut, and has whole nowhere: what is counted or compared of them is of a part."""
    found: list[Remark] = []
    for field in fields:
        values = (record.values.get(field.name) for record in records)
        count = sum(isinstance(value, str) and is_cut(value) for value in values)
        if count and field.type.kind == "text":
            text = (
                "the page shows it cut, and the rest is not on it: it may be on the record's own page (`page: detail`)"
            )
            found.append(Remark(code="cut", text=text, column=field.name, count=count))
    return found


def _required(fields: Sequence[Field], records: Sequence[Record]) -> list[Remark]:
    found: list[Remark] = []
    for field in fields:
        empty = sum(record.values.get(field.name) is None for record in records) if field.required else 0
        if empty:
            found.append(Remark(code="empty required", text="a required cell is empty", column=field.name, count=empty))
    return found


def _keyed(
    spec: ListingSpec, wrapper: Wrapper | None, url: str, records: list[Record], addresses: Sequence[str | None]
) -> tuple[list[Record], bool, list[Remark]]:
    """The records with their keys: the declared columns, else the main link if every record has its own."""
    declared = spec.extract.key
    if spec.kind == "detail":
        return records, False, []
    if declared:
        return _declared_keys(spec, url, records)
    if spec.kind == "page" or spec.extract.keyless:
        return records, False, []
    keys = link_keys(addresses, url)
    unique = bool(keys) and None not in keys and len(set(keys)) == len(keys)
    if wrapper is not None:
        keyed = wrapper.keyed
        remarks = []
        shared = _shared(records, keys)  # what several records of a page have tells none of them apart
        if keyed and not spec.links and (shared or None in keys):
            remarks = [Remark(code="key", text="records without a link of their own on a later page of the listing")]
        made = [
            replace(record, key=(key,) if keyed and key and key not in shared else None)
            for record, key in zip(records, keys, strict=True)
        ]
        return made, keyed, remarks
    if not unique:
        return records, False, []
    return [replace(record, key=(key,)) for record, key in zip(records, keys, strict=True)], True, []


def _shared(records: Sequence[Record], keys: Sequence[str | None]) -> frozenset[str]:
    """The links of several records that differ; equal ones are one record, seen twice."""
    first: dict[str, Record] = {}
    differ = (
        key
        for record, key in zip(records, keys, strict=True)
        if key and first.setdefault(key, record).values != record.values
    )
    return frozenset(differ)


def _declared_keys(spec: ListingSpec, url: str, records: list[Record]) -> tuple[list[Record], bool, list[Remark]]:
    names = spec.extract.key
    kinds = {field.name: field.type.kind for field in spec.extract.fields}
    parts: dict[str, list[Value]] = {}
    for name in names:
        values: list[Value] = [record.values.get(name) for record in records]
        if kinds.get(name) == "link":
            texts = [value if isinstance(value, str) else None for value in values]
            values = [*link_keys(texts, url)]
        parts[name] = values
    made: list[Record] = []
    lacking = 0
    for place, record in enumerate(records):
        key = tuple(parts[name][place] for name in names)
        whole = all(part is not None for part in key)
        lacking += not whole
        made.append(replace(record, key=key if whole else None))
    remarks = (
        [Remark(code="no key", text="a key column is empty", column=", ".join(names), count=lacking)] if lacking else []
    )
    return made, True, remarks


def share_of_matches(sought: Sought, trial: Assigned) -> float:
    """The share of several records that fit the file's patterns, on average over these; 0 where there are none.

    A lone record is not weighed: what stands now and then in the records of a list stands once in all of the page.
    """
    patterns = [
        compiled(field.match)
        for field in sought.spec.sought
        if field.match is not None and whole_record(field) and not field.type.many and field.source != "heading"
    ]
    if not patterns or len(trial.records) < _SEVERAL:
        return 0.0
    texts = [text_lines(sought.page, trial.region.records[number]) for number in trial.records]
    found = (sum(1 for _ in pattern.matches(text)) == 1 for pattern in patterns for text in texts)
    return sum(found) / (len(patterns) * len(texts)) if texts else 0.0
