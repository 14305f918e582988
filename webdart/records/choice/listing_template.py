"""Learns where the records of a page stand and where their columns do, and reads the next page by that, in one pass.

What a page teaches is read back from the page itself: where that does not give the same records and hits, nothing is
learned. A page with anything of an unknown form among its records, other words in its table's heads, another list of
the same kind, or a row that is a sum is not read here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from webdart.page.model import Node
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.columns.value_expression import between
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.query.scope import scope_of
from webdart.records.query.template import RecordForm, Template
from webdart.records.structure.forms import digest_of, form_of, kind_at, kinds_around, words_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.structure.total_rows import sums_among

_BY_PLACE = frozenset({"path", "head", "place"})
"""Sources of columns that a record's form decides; those of the others are found in each record."""
_TABLES = frozenset({"table", "grid", "treegrid"})
_AT = "at:"  # how keys of columns at a locator begin
_KNOWN = 512  # expressions that are compiled once
_FORMED = frozenset({"table", "siblings", "starts", "parted"})
_REFUSED = Template(refused=True)
LINK = ""
"""In place of a field's name: the column of the records' main link."""


class Placed(Struct, frozen=True):
    """The records of a page by a template, and the columns that stand at places of theirs, by field; see `LINK`."""

    region: Region
    columns: Mapping[str, Column]


class _List(Struct, frozen=True):
    """An element that holds records: the spans of what is in it, with its form, in order."""

    node: int
    children: tuple[int, ...]
    forms: tuple[str, ...]


# -- learning -------------------------------------------------------------------------------------------------


def lesson(page: Outline, assigned: Assigned, link: str) -> Template:
    """What a page teaches of its listing by place; `link` is the key of the records' main link ("" for none)."""
    region = assigned.region
    records = [region.records[number] for number in assigned.records]
    roots = {root for record in records for root in record}
    holders = sorted({page.nodes[root].parent for root in roots})
    if region.kind not in _FORMED or region.tops or not all(map(bool, records)) or min(holders, default=0) <= 0:
        return _REFUSED
    lists = [_list(page, node) for node in holders]
    around = {kinds_around(page.nodes, one.node) for one in lists}
    columns = _by_place(assigned, link)
    keys = _keys(lists, records)
    if len(around) > 1 or keys is None:
        return _REFUSED
    forms: dict[str, RecordForm] = {}
    for number, (record, key) in enumerate(zip(records, keys, strict=True)):
        one = _form(page, record, number, columns)
        both = one if key not in forms else None if one is None else forms[key].joined(one)
        if both is None:
            return _REFUSED
        forms[key] = both
    cuts = _cuts(page, columns)
    alike = [*lists, *_alike(page, lists)]
    apart = {form for one in alike for child, form in zip(one.children, one.forms, strict=True) if child not in roots}
    rows = all(page.nodes[root].tag == "tr" or page.nodes[root].role == "row" for root in roots)
    above = _table_above(page.nodes, holders) if rows or region.kind == "table" else -1
    if cuts is None or any(key in apart for key in forms) or (above < 0 and (rows or region.kind == "table")):
        return _REFUSED
    found = Template(
        around=around.pop(),
        several=len(lists) > 1,
        records=forms,
        beside=frozenset(apart),
        heads=_heads(page.nodes, lists, above, records[0][0]),
        above=above,
        tables=_count_tables(page.nodes),
        others=_has_others(page, alike, [record[0] for record in records]),
        columns={name: (column.key, column.source) for name, column in columns.items()},
        cuts=cuts,
    )
    return found if _gives(page, found, records, columns) else _REFUSED


def _by_place(assigned: Assigned, link: str) -> dict[str, Column]:
    """The columns of fields, and that of the main link, which a record's form decides."""
    columns = {name: one.column for name, one in assigned.matches.items()}
    found = {name: one for name, one in columns.items() if one.source in _BY_PLACE and not one.key.startswith(_AT)}
    if link and (main := next((column for column in assigned.columns if column.key == link), None)) is not None:
        found[LINK] = main
    return found


def _list(page: Outline, node: int) -> _List:
    children = tuple(page.kids[node])
    return _List(node, children, tuple([form_of(page.nodes, child) for child in children]))


def _alike(page: Outline, lists: Sequence[_List]) -> list[_List]:
    """The elements that stand as those with the records do, and hold none."""
    around, known = kinds_around(page.nodes, lists[0].node), {one.node for one in lists}
    return [_list(page, node) for node in _standing(page, around) if node not in known]


def _keys(lists: Sequence[_List], records: Sequence[Sequence[int]]) -> list[str] | None:
    """The forms of each record's elements; None where a record is no run of children of one element."""
    places = {child: (one, place) for one in lists for place, child in enumerate(one.children)}
    found: list[str] = []
    for record in records:
        one, place = places[record[0]]
        if tuple(record) != one.children[place : place + len(record)]:
            return None
        found.append(" ".join(one.forms[place : place + len(record)]))
    return found


def _form(page: Outline, record: Sequence[int], number: int, columns: Mapping[str, Column]) -> RecordForm | None:
    """Where the hits of one record stand; None where one stands elsewhere."""
    first, end = record[0], page.nodes[record[-1]].end
    hits: dict[str, tuple[int, ...]] = {}
    held: set[int] = set()
    for name, column in columns.items():
        nodes = column.nodes[number]
        if any(not first <= node < end for node in nodes):
            return None
        if nodes:
            hits[name] = tuple(node - first for node in nodes)
        held.update(place for node in nodes for place in range(node, page.nodes[node].end))
    if not any(part is not None for column in columns.values() for _, part in column.hits[number]):
        return RecordForm(hits)
    said = {
        node.index - first: digest_of(node.text)
        for node in page.nodes[first:end]
        if node.text and node.index not in held
    }
    return RecordForm(hits, said)


def _cuts(page: Outline, columns: Mapping[str, Column]) -> dict[str, str] | None:
    """For each column whose values are parts of texts the expression that takes them out; None where none does."""
    found: dict[str, str] = {}
    for name, column in columns.items():
        pairs = [(page.text[node], part) for hits in column.hits for node, part in hits]
        if all(part is None for _, part in pairs):
            continue
        cut = between([(text, part) for text, part in pairs if part is not None])
        if cut is None or any(part is None for _, part in pairs):
            return None
        found[name] = cut
    return found


def _table_above(nodes: Sequence[Node], holders: Iterable[int]) -> int:
    """How many elements around the records their table is, the same for all of them; -1 where none is."""
    found: set[tuple[int, int]] = set()
    for holder in holders:
        place, above = holder, 0
        while place >= 0 and not _is_table(nodes[place]):
            place, above = nodes[place].parent, above + 1
        found.add((place, above))
    place, above = found.pop()
    return -1 if found or place < 0 else above


def _is_table(node: Node) -> bool:
    return node.tag == "table" or node.role in _TABLES


def _count_tables(nodes: Sequence[Node]) -> int:
    return sum(node.tag == "table" or node.role in _TABLES for node in nodes)


def _heads(nodes: Sequence[Node], lists: Sequence[_List], above: int, first: int) -> str:
    """What is said above the `first` record in its list, and of a table also what is said beside its lists."""
    if above < 0:
        return words_of(nodes, lists[0].node + 1, first, ())
    table = _above(nodes, lists[0].node, above)
    apart = [(child, nodes[child].end) for one in lists for child in one.children if child >= first]
    return words_of(nodes, table, nodes[table].end, apart)


def _gives(page: Outline, template: Template, records: Sequence[Sequence[int]], columns: Mapping[str, Column]) -> bool:
    """Whether a template gives what it was learned from."""
    found = _placed(page, template, lambda _: True)
    if found is None or list(map(tuple, records)) != list(found.region.records):
        return False
    return all(name in found.columns and found.columns[name].hits == one.hits for name, one in columns.items())


# -- reading --------------------------------------------------------------------------------------------------


def placed(sought: Sought) -> Placed | None:
    """The records and columns of a page by its listing's template; None where anything is not known."""
    wrapper = sought.wrapper
    if wrapper is None or not wrapper.template.known:
        return None
    return _placed(sought.page, wrapper.template, scope_of(sought), wrapper.shape)


def _placed(page: Outline, template: Template, allowed: Callable[[int], bool], shape: str = "") -> Placed | None:
    if _count_tables(page.nodes) != template.tables:
        return None
    alike = [_list(page, node) for node in _standing(page, template.around)]
    held = [_records(page, template, one) for one in alike]
    lists = [one for one, records in zip(alike, held, strict=True) if records]
    if None in held or not lists or (len(lists) > 1 and not template.several):
        return None
    found = [one for records in held for one in records or ()]
    firsts = [record[0] for record, _ in found]
    if not all(map(allowed, firsts)) or (not template.others and _has_others(page, alike, firsts)):
        return None
    if _heads(page.nodes, lists, template.above, found[0][0][0]) != template.heads:
        return None
    if template.above >= 0 and not _is_one_table(page, template, lists, found):
        return None
    node = lists[0].node if template.above < 0 else _above(page.nodes, lists[0].node, template.above)
    kind = "siblings" if template.above < 0 else "table"
    region = Region(kind, node, tuple([record for record, _ in found]), shape)
    columns = _columns(page, template, found)
    return None if columns is None else Placed(region, columns)


def _standing(page: Outline, around: Sequence[str]) -> Iterator[int]:
    """The elements that are of the innermost kind of some, in elements of the others."""
    inner = around[0]
    tag = inner.partition(".")[0]
    for node in page.nodes:
        if node.tag != tag or kind_at(page.nodes, node.index) != inner:
            continue
        if kinds_around(page.nodes, node.index) == around:
            yield node.index


def _records(page: Outline, template: Template, one: _List) -> list[tuple[tuple[int, ...], RecordForm]] | None:
    """The records in an element, each with its form; None where something in it is not known."""
    found: list[tuple[tuple[int, ...], RecordForm]] = []
    place, most = 0, template.longest
    while place < len(one.children):
        for count in range(min(most, len(one.children) - place), 0, -1):
            form = template.records.get(" ".join(one.forms[place : place + count]))
            if form is not None:
                record = one.children[place : place + count]
                if form.words and not _says(page.nodes, record[0], form.words):
                    return None
                found.append((record, form))
                place += count
                break
        else:
            if one.forms[place] not in template.beside:
                return None
            place += 1
    return found


def _says(nodes: Sequence[Node], first: int, words: Mapping[int, str]) -> bool:
    return all(digest_of(nodes[first + place].text) == word for place, word in words.items())


def _has_others(page: Outline, lists: Sequence[_List], firsts: Sequence[int]) -> bool:
    """Whether elements of the records' kind stand at such a place of the page, and in none of the lists."""
    holders, nodes = {one.node for one in lists}, page.nodes
    kinds = {kind_at(nodes, first) for first in firsts}
    tags = {nodes[first].tag for first in firsts}
    others = [
        node.index
        for node in nodes
        if node.tag in tags and node.parent not in holders and kind_at(nodes, node.index) in kinds
    ]
    paths = {_tags(nodes, first) for first in firsts} if others else set[tuple[str, ...]]()
    return any(page.leaves[other] > 0 and _tags(nodes, other) in paths for other in others)


def _tags(nodes: Sequence[Node], index: int) -> tuple[str, ...]:
    """The tags of a node and of the elements around it."""
    found: list[str] = []
    while index >= 0:
        found.append(nodes[index].tag)
        index = nodes[index].parent
    return tuple(found)


def _is_one_table(
    page: Outline, template: Template, lists: Sequence[_List], found: Sequence[tuple[Sequence[int], RecordForm]]
) -> bool:
    """Whether the lists are of one table, and none of its rows is a sum of others."""
    tables = {_above(page.nodes, one.node, template.above) for one in lists}
    if len(tables) > 1 or not all(map(_is_table, (page.nodes[table] for table in tables))):
        return False
    rows = [[cell for root in record for cell in page.kids[root]] for record, _ in found]
    return not sums_among(page, rows)


def _above(nodes: Sequence[Node], place: int, count: int) -> int:
    for _ in range(count):
        place = nodes[place].parent
    return place


def _columns(
    page: Outline, template: Template, found: Sequence[tuple[Sequence[int], RecordForm]]
) -> dict[str, Column] | None:
    """The columns by field; None where a value is not where its text had it."""
    columns: dict[str, Column] = {}
    for name, (key, source) in template.columns.items():
        hits: list[tuple[Hit, ...]] = []
        cut = template.cuts.get(name, "")
        for record, form in found:
            nodes = form.hits.get(name, ())
            own = tuple([(record[0] + place, _part(page, record[0] + place, cut)) for place in nodes])
            if cut and any(part == "" for _, part in own):
                return None
            hits.append(own)
        if any(hits):
            columns[name] = Column(key, source, tuple(hits))
    return columns


def _part(page: Outline, node: int, cut: str) -> str | None:
    """The part of a node's text that an expression takes out ("" where it takes none); None for all of it."""
    if not cut:
        return None
    match = _compiled(cut).search(page.text[node])
    return match[1].strip() if match else ""


@lru_cache(maxsize=_KNOWN)
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression)
