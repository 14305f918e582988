"""The listings of a page, the best first: which record sets they are, what their fields are called."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, islice
from statistics import median

from msgspec import Struct

from webdart.extract.match.set_view import SetView
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page, page_from_view, scheme_of
from webdart.extract.proposal.column_repair import mended
from webdart.extract.proposal.confirm import Confirmed, Confirmer
from webdart.extract.proposal.copies import without_copies, without_labels
from webdart.extract.proposal.declare import Declared, Parts, declare
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.extract.proposal.headings import HEADINGS, heading_above, table_name
from webdart.extract.proposal.identifiers import identifier
from webdart.extract.proposal.select import MOST, chosen, limited
from webdart.extract.proposal.set_order import ordered
from webdart.extract.proposal.table_proposal import Found
from webdart.extract.sets import headed_tables, listings
from webdart.extract.types import TYPED
from webdart.lexicon import lexicon, words_of
from webdart.page.model import PageView
from webdart.page.text_match import COLONS
from webdart.records.matching.linked_values import describes_one
from webdart.records.model import Record
from webdart.records.query.spec import ListingSpec
from webdart.records.words import default_label
from webdart.values import replace
from webdart.workflow.model import Extract, Field

_LOOKED = 6  # record sets that are looked at
_MOST = 3  # listings that a person is shown
_TABLES = 2  # tables with heads beside them
_NESTED = 4  # records within each record of another set, that the inner ones are a listing and no parts of it
_OWN = 2  # fields of records around or within those of another listing: one text each is a column of those
_APART = 0.9  # of the texts on a link that differ, so that they tell records apart
_OUTER = 2  # records of another set around those of a listing of its own
_SEVERAL = 3  # records of a further listing
_LABELS = 12  # of one thing
_LABEL_AND_VALUE = 3  # texts: the value may have its unit apart
_MOSTLY = 0.6  # of the records, that have a text
_TITLES = words_of("record_names")
_HEADS, _CELLS = frozenset({"th"}), frozenset({"td", "th"})  # what names columns, and what rows are made of
_PAIRS = (["th", "td"], ["dt", "dd"])  # a label and its value, in an element around both
_LABELLED = frozenset({"th", "td", "dt", "dd"})
_TURNING = frozenset({"next", "previous", "page number"})
_SENTENCE = 100  # letters; shorter paragraphs may be lines of a list
_UP = 3  # elements from a text up to the link that it is in


class Placed(Struct, frozen=True, kw_only=True):
    """A listing with the record set that it was made of; `fields` has the place of each field's column in the set."""

    found: Found
    page: Page
    record_set: RecordSet
    fields: Mapping[str, int]

    @property
    def records(self) -> tuple[tuple[int, ...], ...]:
        """The nodes of the view that each record begins with."""
        return tuple(tuple(self.page.origin[root] for root in record) for record in self.record_set.roots)

    def nodes(self, place: int) -> tuple[int, ...]:
        """The node of the view that has each record's value in a column, -1 for none."""
        return tuple(self.page.origin[node] if node >= 0 else -1 for node in self.record_set.columns[place].nodes)


def proposals(view: PageView, spec: ListingSpec, most: int = MOST) -> tuple[Found, ...]:
    """What could be read from a page, `most` fields a listing; `spec` says where the site is, not what is extracted.

    A list of labels with their values is of one thing: in its place stands the page itself as a record. Where the page
    says in data that it is about one, or begins with the paragraphs of a text, this comes before all but a table.
    """
    placed = placed_proposals(view, spec, most)
    labelled = [one for one in placed if _is_labelled(one)]
    prose = bool(placed) and _is_prose(placed[0])
    first = placed.index(labelled[0]) if labelled else None
    if prose or describes_one(view):
        first = int(bool(placed) and placed[0] not in labelled and bool(placed[0].record_set.heads))
    own = None if first is None else detail_fields(view, spec, least=1 if prose else 2)
    if own is None:
        return tuple(one.found for one in placed)
    listed = [one.found for one in placed if one not in labelled or not _has_labels(own, one)]
    return (*listed[:first], own, *listed[first:])


def _is_prose(placed: Placed) -> bool:
    """Whether the records are the paragraphs of a text, and nothing but texts."""
    tops = [record[0] for record in placed.record_set.roots]
    texts = [placed.page.text_of(top) for top in tops]
    plain = all(field.type.kind == "text" for field in placed.found.extract.fields)
    return plain and all(placed.page.tags[top] == "p" for top in tops) and median(map(len, texts)) > _SENTENCE


def _has_labels(own: Found, placed: Placed) -> bool:
    """Whether the page as a record has most of a list's labels for its fields."""
    texts = next(each.values for each in placed.record_set.columns if each.source == "text")
    named = {identifier(text) for text in texts if text}
    return len(named & {field.name for field in own.extract.fields}) * 2 >= len(named)


def _is_labelled(placed: Placed) -> bool:
    """Whether the records are a label and its value each: a term or a head and what it has, or a text with a colon.

    Labels are few, differ, and lead nowhere; times, days and numbers in their place are those of a programme.
    Definitions of which most have several texts are entries, not values: a paper's title and its authors.
    """
    one, page = placed.record_set, placed.page
    texts = [each for each in one.columns if each.source == "text" and not (each.composite or each.derived)]
    if sum(each.fill >= _MOSTLY and not each.constant for each in texts) > _LABEL_AND_VALUE:
        return False
    tops = [record[0] for record in one.roots]
    if all(page.tags[top] == "dt" for top in tops):
        return not one.heads
    labels = texts[0].values if texts else ()
    if one.heads or not texts or texts[0].kind in TYPED or len(set(labels)) < len(labels) or len(labels) > _LABELS:
        return False
    if any(_is_on(page, texts[0], each) for each in one.columns if each.source == "@href"):
        return False
    if any(each.kind == "long" for each in texts) or any(page.tags[top] == "dl" for top in tops):
        return False
    rows = [[page.tags[kid] for kid in page.children[top] if page.tags[kid] in _LABELLED] for top in tops]
    pairs = any(all(row == pair for row in rows) for pair in _PAIRS)
    return pairs or all(value is not None and value.endswith(COLONS) for value in labels)


def placed_proposals(view: PageView, spec: ListingSpec, most: int = MOST) -> tuple[Placed, ...]:
    """As `proposals`, each with where it stands on the page."""
    page = page_from_view(view, spec.locale)
    found: list[Placed] = []
    taken: list[tuple[int, int]] = []
    names: set[str] = set()
    turning = {control.node for control in view.controls if control.kind in _TURNING}
    looked = islice((one for one in listings(page) if not _turns(page, one, turning)), _LOOKED)
    for one in ordered(page, [*looked]):
        if len(found) == _MOST:
            break
        heads = {head for other in found for head in other.record_set.heads}
        if _are_in_heads(page, one, heads) or (found and not _is_further(one)) or _overlaps(page, one, taken):
            continue
        listing = _listing(view, page, mended(one, spec.locale), spec, names, most)
        if listing is None or _is_of_another(listing, taken):
            continue
        if not _says_nothing_new(listing.found, [other.found for other in found]):
            taken.extend(_spans(page, one))
            names.add(listing.found.extract.into)
            found.append(listing)
    return (*found, *_tables(view, page, spec, found, names, most))


def _tables(
    view: PageView, page: Page, spec: ListingSpec, found: Sequence[Placed], names: set[str], most: int
) -> Iterator[Placed]:
    """The longest tables with heads that are not listed yet: they are meant to be read, whatever is around them."""
    listed = {root for one in found for record in one.record_set.roots for root in record}
    others = (one for one in headed_tables(page) if listed.isdisjoint(root for record in one.roots for root in record))
    for one in islice(others, _TABLES):
        listing = _listing(view, page, one, spec, names, most) if len(one) >= _SEVERAL else None
        if listing is not None:
            names.add(listing.found.extract.into)
            yield listing


def field_of(
    view: PageView, placed: Placed, place: int, spec: ListingSpec, taken: Collection[str] = ()
) -> Field | None:
    """The field that reads a column of a listing's records; None where no declaration reads it back.

    Its name is none of those `taken`, the names of the fields that are read already.
    """
    held = {number: name for name, number in placed.fields.items()}
    if place in held:
        field = next(one for one in placed.found.extract.fields if one.name == held[place])
        return _called(field, taken)
    one, page = placed.record_set, placed.page
    declared = declare(one, sorted({*held, place}), spec.locality, _parts(page, one))
    names = {item.place: held.get(item.place, item.field.name) for item in declared}
    names[place] = next(name for name in _numbered(names[place]) if name not in placed.fields)
    kept = [replace(item, field=replace(item.field, name=names[item.place])) for item in declared]
    confirmed = Confirmer(view, page, one, spec).confirm(kept, placed.found.extract.into)
    fields = () if confirmed is None else confirmed.extract.fields
    return next((_called(field, taken) for field in fields if field.name == names[place]), None)


def _called(field: Field, taken: Collection[str]) -> Field:
    """The field under a name that is free; the words that find it on the page stay those of its own name."""
    name = next(name for name in _numbered(field.name) if name not in taken)
    by_name = name != field.name and field.target is None and field.label is None
    return replace(field, name=name, label=default_label(field.name) if by_name else field.label)


def _numbered(name: str) -> Iterator[str]:
    """A name, then the same with numbers behind it."""
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _turns(page: Page, one: RecordSet, turning: Collection[int]) -> bool:
    """Whether each record is a link of a pager: one of the controls `turning`."""
    return all(any(page.origin[node] in turning for node in range(first, last)) for first, last in _spans(page, one))


def _is_further(one: RecordSet) -> bool:
    """Whether a set may be a listing beside a better one: no menu, and more than a pair of parts of something."""
    return (len(one) >= _SEVERAL or bool(one.heads)) and not one.features.get("around")


def _are_in_heads(page: Page, one: RecordSet, heads: Collection[int]) -> bool:
    """Whether the records are the heads of a table, or lie in them; `heads` are those of the listings so far."""
    return all(
        any(page.tags[node] in _HEADS or node in heads for node in _upwards(page, record[0])) for record in one.roots
    )


def _upwards(page: Page, node: int) -> Iterator[int]:
    """A node and those above it."""
    while node >= 0:
        yield node
        node = page.parents[node]


def _are_all(page: Page, one: RecordSet, tags: frozenset[str]) -> bool:
    """Whether every record begins with an element of such a tag."""
    return all(page.tags[record[0]] in tags for record in one.roots)


def _spans(page: Page, one: RecordSet) -> list[tuple[int, int]]:
    return [(record[0], page.ends[record[-1]]) for record in one.roots]


def _overlaps(page: Page, one: RecordSet, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether it says again what is listed already; the entries of listed days, or the days of entries, do not."""
    spans = _spans(page, one)
    held = sum(any(other <= begin and end <= other_end for other, other_end in taken) for begin, end in spans)
    holds = sum(any(begin <= other and other_end <= end for begin, end in spans) for other, other_end in taken)
    if not held and not holds:
        return any(begin < other_end and other < end for begin, end in spans for other, other_end in taken)
    if held == len(spans):
        if _are_all(page, one, _CELLS):
            return True
        around = sum(any(other <= begin and end <= other_end for begin, end in spans) for other, other_end in taken)
        return held < _NESTED * around or around < _OUTER
    return holds < _OUTER * len(spans)


def _is_of_another(listing: Placed, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether records around those of a listing, or within them, say less than two things of their own."""
    one, page = listing.record_set, listing.page
    fields = [one.columns[place] for place in listing.fields.values()]
    if _lie_in(_spans(page, one), taken):
        return len(fields) < _OWN
    within = [column for column in fields if _lie_in([(node, node + 1) for node in column.nodes if node >= 0], taken)]
    return len(within) > len(fields) - _OWN and len(within) > 0


def _lie_in(spans: Sequence[tuple[int, int]], taken: Sequence[tuple[int, int]]) -> bool:
    return all(any(first <= begin and end <= last for first, last in taken) for begin, end in spans)


def _listing(
    view: PageView, page: Page, one: RecordSet, spec: ListingSpec, names: set[str], most: int
) -> Placed | None:
    parts = _parts(page, one)
    places = chosen(one, page, parts.titles)
    if not places:
        return None
    declared = declare(one, places, spec.locality, parts)
    apart = without_copies(declared, {item.field.name: item.values for item in declared})
    kept = limited(one.columns, [item.place for item in apart], {parts.link, *parts.titles}, most)
    declared = declare(one, kept, spec.locality, parts)
    heading = heading_above(page, one)
    usual = lexicon("table_names")
    into = table_name(page, heading, names, [*usual["usual"], *usual["empty"]])
    confirmed = Confirmer(view, page, one, spec).confirm(declared, into)
    if confirmed is None:
        return None
    extract, records = _without_copies(confirmed, declared)
    found = Found(
        extract=extract,
        records=records,
        count=len(records),
        keyed=confirmed.got.keyed,
        totals=confirmed.got.totals,
        heading=heading,
        around=confirmed.got.around,
    )
    fields = {item.field.name: item.place for item in declared}
    return Placed(
        found=found, page=page, record_set=one, fields={field.name: fields[field.name] for field in extract.fields}
    )


def _without_copies(confirmed: Confirmed, declared: Sequence[Declared]) -> tuple[Extract, tuple[Record, ...]]:
    """What was read without the fields that turn out to have the cells of another: a cut text, completed."""
    extract, records = confirmed.extract, confirmed.got.records
    read = {field.name for field in extract.fields}
    values = {name: [record.values.get(name) for record in records] for name in read}
    apart = without_copies([one for one in declared if one.field.name in read], values)
    kept = {item.field.name for item in without_labels(apart)}
    slim = (replace(one, values={name: one.values[name] for name in one.values if name in kept}) for one in records)
    order = {item.field.name: number for number, item in enumerate(declared)}  # that of the page
    fields = sorted((field for field in extract.fields if field.name in kept), key=lambda field: order[field.name])
    return replace(extract, fields=tuple(fields)), tuple(slim)


def _parts(page: Page, one: RecordSet) -> Parts:
    """The main link with the texts on it, and for every link the text that it is on."""
    texts: dict[int, list[int]] = {}
    for place, column in enumerate(one.columns):
        if column.source != "text" or column.composite or column.derived or column.kind not in {"text", "long"}:
            continue
        for link, linked in enumerate(one.columns):
            if linked.source == "@href" and _is_on(page, column, linked):
                texts.setdefault(link, []).append(place)
    main = _main_link(one, texts)
    titles = [place for place in texts.get(main, ()) if not one.columns[place].constant]
    titles = titles or [place for place in SetView(one).texts if _is_heading(page, one.columns[place])]
    titles.sort(key=lambda place: not _is_called_title(one.columns[place]))
    return Parts(main, frozenset(titles[:1]), {link: on[0] for link, on in texts.items()})


def _main_link(one: RecordSet, texts: Mapping[int, Sequence[int]]) -> int:
    """The record's link: no arrow to vote by, which leads where no text that tells records apart does."""
    first, columns = SetView(one).main_link, one.columns
    if first < 0 or any(not columns[place].constant for place in texts.get(first, ())):
        return first
    apart = (link for link in sorted(texts) if any(columns[on].features["distinct"] >= _APART for on in texts[link]))
    pages = (link for link in apart if not any(map(scheme_of, columns[link].values)))
    return next((link for link in pages if columns[link].fill >= columns[first].fill), first)


def _is_heading(page: Page, column: Column) -> bool:
    """Whether a text is all of a heading, another one in most records."""
    return not column.constant and all(node < 0 or page.tags[page.parents[node]] in HEADINGS for node in column.nodes)


def _is_called_title(column: Column) -> bool:
    """Whether the mark-up calls a column what records are called by: of a card that is all one link it is that text."""
    return any(not _TITLES.isdisjoint(name.words.casefold().split()[-1:]) for name in column.names)


def _is_on(page: Page, text: Column, link: Column) -> bool:
    """Whether a text stands in a link with the address of a column, in every record that has it."""
    pairs = zip(text.nodes, link.values, strict=True)
    addresses = [(_address(page, node), value) for node, value in pairs if node >= 0]
    return bool(addresses) and all(address and address == value for address, value in addresses)


def _address(page: Page, node: int) -> str:
    for _ in range(_UP):
        node = page.parents[node]
        if node < 0:
            return ""
        if page.tags[node] == "a":
            return page.attributes[node].get("href", "")
    return ""


def _says_nothing_new(listing: Found, found: Sequence[Found]) -> bool:
    """Whether all its values stand in one listing that is shown already: cells of a table, taken for records."""
    values = {str(value) for record in listing.records for value in record.values.values()}
    return any(
        values <= {str(value) for record in other.records for value in record.values.values()} for other in found
    )
