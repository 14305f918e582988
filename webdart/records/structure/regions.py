"""Proposes the regions of a page where records could be, ranked by a cheap estimate.

Proposals: the rows of every table; elements of one kind below one parent; one kind below several parents of one path
(sections, a `tbody` per group); from each start to the next among siblings (headings, `dt`, records of several rows);
what rules or blank lines part; list items, articles and rows by role; and the page itself, because one record is a
listing too. The declared fields decide later.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile
from math import log2
from typing import Literal

from msgspec import Struct

from webdart.records.structure.columns_of_kinds import are_alike
from webdart.records.structure.div_tables import div_tables
from webdart.records.structure.grid import Grid
from webdart.records.structure.menus import is_aside, is_chrome, is_menu
from webdart.records.structure.outline import Outline
from webdart.records.structure.page_tables import page_tables
from webdart.records.structure.separators import separated_records
from webdart.records.words import plain
from webdart.values import replace

_WORTH_A_LOOK = 0.1  # of the best estimate
_ASIDE = 0.5  # what stands beside the main part of a page
_KEPT = 6  # proposals that are looked at closely
_NEARLY = 0.8  # of the wanted labels, that a table's heads are
_ITEM_TAGS = frozenset({"li", "article", "tr", "dt"})
_ITEM_ROLES = frozenset({"listitem", "article", "row", "option"})
_INLINE = frozenset(
    {"#text", "br", "wbr", "b", "i", "em", "strong", "small", "sup", "sub", "script", "style", "link", "option"}
)
_PAIR, _AS_MUCH = 2, 2  # elements inside each other that may be anything; times the texts of others
_PAIRED = frozenset({"dt", "dd"})
_LONG_TABLE, _ROUND = 20, 10  # rows of a table that is cut in pieces, and what their number is divided by
_BETWEEN = frozenset({"hr", "br", "script", "style"})

Kind = Literal["table", "siblings", "starts", "parted", "page"]


@dataclass(frozen=True)
class Region:
    """A proposal: `records` are the root nodes of each record (several where a record is a run of siblings).

    `tops`: where records hold records of their own kind, the element of each; its roots are what is left of it.
    """

    kind: Kind
    node: int
    records: tuple[tuple[int, ...], ...]
    shape: str
    grid: Grid | None = None
    tops: tuple[int, ...] = ()

    @cached_property
    def roots(self) -> frozenset[int]:
        """The nodes that the records stand on."""
        return frozenset(root for record in self.records for root in record)


class Bits(Struct, frozen=True):
    """What each node's subtree could hold: one bit a declared field; `full` is all of them, `texts` those of a text."""

    of: Sequence[int]
    full: int
    texts: int = 0


def propose(page: Outline, wanted: frozenset[str], bits: Bits, allowed: Callable[[int], bool]) -> list[Region]:
    """The most promising regions, the best estimate first; `allowed` tells the nodes that `in` leaves.

    Tables that are called as the fields are among them, and so is what holds the records of one of these and has more.
    """
    gridded = [_cut_to(grid, allowed) for grid in (*page_tables(page, wanted), *div_tables(page, wanted))]
    found = [table_region(grid) for grid in gridded if grid.records]
    found += _united(page, found)
    found += [region for region in _groups(page, allowed) if region.records and not _terms(page, region, wanted)]
    estimates = ((_estimate(page, region, bits, wanted), -place) for place, region in enumerate(found))
    ranked = sorted(estimates, reverse=True)
    kept: list[Region] = []
    seen: dict[tuple[int, str, str], Region] = {}
    for estimate, place in ranked:
        region = found[-place]
        worth = estimate > ranked[0][0] * _WORTH_A_LOOK and len(kept) <= _KEPT
        further = worth and (len(kept) < _KEPT or any(_is_around(page, region, one) for one in kept))
        if not further and not _is_called(region, wanted):
            continue
        look = (len(region.records), _text_of(page, region.records[0]), _text_of(page, region.records[-1]))
        # an element and its only child are one proposal, unless the children are of several kinds
        if look not in seen or _is_within_alike(page, region, seen[look]):
            seen.setdefault(look, region)
            kept.append(region)
    return kept


def _is_around(page: Outline, region: Region, part: Region) -> bool:
    """Whether records hold those of another region, each one at most, and some none."""
    if {part.kind, region.kind} != {"siblings"} or region.tops or len(region.records) <= len(part.records):
        return False
    starts = sorted(record[0] for record in region.records)
    held = {root: bisect_right(starts, root) - 1 for root in part.roots}
    inside = all(place >= 0 and root < page.nodes[starts[place]].end for root, place in held.items())
    return inside and len(set(held.values())) == len(held)


def _is_within_alike(page: Outline, region: Region, other: Region) -> bool:
    """Whether the records are of several kinds, and those of another region, all of one kind, hold one of them each."""
    inner, outer = [record[0] for record in region.records], [record[0] for record in other.records]
    if len({page.step[root] for root in inner}) < _PAIR or len({page.step[root] for root in outer}) > 1:
        return False
    return [page.nodes[root].parent for root in inner] == outer


def _is_called(region: Region, wanted: frozenset[str]) -> bool:
    """Whether the heads of a table are the wanted labels, nearly all: longer lists around it matter nothing then."""
    if region.grid is None or len(wanted) < _PAIR:
        return False
    heads = {name for names in region.grid.labels for name in names}
    return len(wanted & heads) >= _NEARLY * len(wanted)


def _terms(page: Outline, region: Region, wanted: frozenset[str]) -> bool:
    """Whether records are the pairs of a definition list that calls one of them as a field: then they are fields."""
    first = page.nodes[region.records[0][0]]
    if first.tag not in _PAIRED or first.parent < 0:
        return False
    kids = (kid for kid in page.kids[first.parent] if page.nodes[kid].tag == "dt")
    return any(plain(page.text[kid]) in wanted for kid in kids)


def _text_of(page: Outline, record: Sequence[int]) -> str:
    return " ".join(page.text[root] for root in record)


def page_region(page: Outline, allowed: Callable[[int], bool]) -> Region:
    """The page itself as the one record: `main` where there is one; what `in` leaves of it, if it has no element."""
    node = page.main if page.main >= 0 and allowed(page.main) else 0
    roots = (node,)
    if not allowed(node):
        left = (n.index for n in page.nodes if allowed(n.index) and not allowed(n.parent))
        roots = tuple(left) or roots
    return Region("page", roots[0], (roots,), "page")


def empty_tables(page: Outline, wanted: frozenset[str], allowed: Callable[[int], bool]) -> list[Grid]:
    """Tables with heads and no records; rows that are yet to be filled are not none, nor are those of a closed fold.

    Heads in a table of their own have their rows in the tables right below them, here or where they stand once more.
    """
    found = page_tables(page, wanted)
    vacant = [grid for grid in found if _is_vacant(grid) and allowed(grid.table)]
    filled = [grid.labels for grid in vacant if any(_goes_on(page, grid, other) for other in found)]
    return [grid for grid in vacant if not grid.unfilled and _is_shown(page, grid) and grid.labels not in filled]


def _goes_on(page: Outline, heads: Grid, rows: Grid) -> bool:
    """Whether a table without heads, and as wide, comes next, and nothing is said between."""
    behind = page.nodes[heads.table].end
    if rows.table < behind or rows.headed or not rows.records or len(rows.labels) < len(heads.labels):
        return False
    return not any(node.text for node in page.nodes[behind : rows.table])


def hidden_tables(page: Outline, wanted: frozenset[str], allowed: Callable[[int], bool]) -> list[Grid]:
    """Tables with heads of which nothing is shown: what is in them is behind a closed tab or fold."""
    return [grid for grid in _without_records(page, wanted, allowed) if not _is_shown(page, grid)]


def _without_records(page: Outline, wanted: frozenset[str], allowed: Callable[[int], bool]) -> list[Grid]:
    return [grid for grid in page_tables(page, wanted) if _is_vacant(grid) and allowed(grid.table)]


def _is_vacant(grid: Grid) -> bool:
    return grid.headed and not grid.records


def _is_shown(page: Outline, grid: Grid) -> bool:
    return any(node.shown for node in page.nodes[grid.table : page.nodes[grid.table].end])


def shape_of(page: Outline, root: int) -> str:
    """The path of tags from the page to a record's root, with the root's stable classes."""
    tags = [page.nodes[above].tag for above in page.ancestors(root)]
    return "/".join(reversed(tags)) + "/" + ".".join((page.nodes[root].tag, *page.classes[root]))


def record_shape(page: Outline, region: Region) -> str:
    """What a region's records look like, in a form that can be kept: heads of a table, else path and classes.

    Records that hold others stand at many depths: theirs is the outermost, with a mark.
    """
    if region.tops:
        return f"{region.shape}*"
    return region.shape if region.grid is not None or region.kind == "page" else shape_of(page, region.records[0][0])


def region_of_shape(page: Outline, kind: str, shape: str, allowed: Callable[[int], bool]) -> Region | None:
    """The records of the shape that earlier pages had: how a last page with a single one is recognised."""
    path, _, root = shape.rpartition("/")
    tag = root.partition(".")[0]
    there = [n.index for n in page.nodes if n.tag == tag and page.leaves[n.index] and allowed(n.index)]
    shapes = {hit: shape_of(page, hit) for hit in there if not page.chrome[hit]}
    hits = [hit for hit, own in shapes.items() if own == shape]
    hits = hits or [hit for hit, own in shapes.items() if own.startswith(f"{path}/{tag}")]
    if kind == "starts":
        return region_from_starts(page, hits)
    if not hits or _nested(page, hits):
        return None
    return Region("siblings", page.nodes[hits[0]].parent, tuple((hit,) for hit in hits), shape)


def region_from_starts(page: Outline, hits: Iterable[int]) -> Region | None:
    """The records that begin at each of some nodes and reach to the next (`each: {at: …}`)."""
    starts = sorted(set(hits))
    outer = [hit for place, hit in enumerate(starts) if not any(h < hit < page.nodes[h].end for h in starts[:place])]
    if not outer:
        return None
    parents = {page.nodes[hit].parent for hit in outer}
    if len(parents) == 1:
        parent = parents.pop()
        return Region("starts", parent, tuple(_runs(page, page.kids[parent], outer)), shape_of(page, outer[0]))
    return Region("siblings", outer[0], tuple((hit,) for hit in outer), shape_of(page, outer[0]))


# -- tables ---------------------------------------------------------------------------------------------------


def table_region(grid: Grid) -> Region:
    """A table as a region."""
    shape = "table:" + "|".join(label[0] if label else "" for label in grid.labels)
    return Region("table", grid.table, tuple(row.rows for row in grid.records), shape, grid)


def _united(page: Outline, tables: Sequence[Region]) -> list[Region]:
    """Tables as one listing: those of one shape, each below its own heading, and those that go on without heads."""
    by_heads: dict[tuple[str, int], list[Region]] = defaultdict(list)
    for region in tables:
        by_heads[region.shape, page.tag_path[region.node]].append(region)
    groups = (*by_heads.values(), *_continued(page, tables))
    return [_as_one(group) for group in groups if len(group) > 1 and group[0].grid is not None]


def _continued(page: Outline, tables: Sequence[Region]) -> Iterator[list[Region]]:
    """Long tables with heads, each with those right behind it that have none and say such things: cut in pieces."""
    inner = sorted(((region, region.grid) for region in tables if region.grid is not None), key=lambda one: one[0].node)
    for place, (first, heads) in enumerate(inner):
        run, last = [first], heads
        for region, grid in inner[place + 1 :] if heads.headed else ():
            beside = page.nodes[grid.table].parent == page.nodes[heads.table].parent and _goes_on(page, last, grid)
            if not (beside and _may_be_cut(last, grid) and are_alike(page, heads, grid)):
                break
            run.append(region)
            last = grid
        yield run


def _may_be_cut(before: Grid, behind: Grid) -> bool:
    """Whether one table may end where a listing is cut: as wide as the next, a round number of rows, and no fewer."""
    count = len(before.records)
    wide = len(before.labels) == len(behind.labels)
    return wide and count >= _LONG_TABLE and count % _ROUND == 0 and count >= len(behind.records)


def _as_one(group: Sequence[Region]) -> Region:
    grids = [region.grid for region in group if region.grid is not None]
    records = tuple(row for grid in grids for row in grid.records)
    left, sums = (tuple(n for grid in grids for n in grid.left), tuple(n for grid in grids for n in grid.sums))
    grid = replace(grids[0], records=records, left=left, sums=sums)
    return Region("table", grid.table, tuple(row.rows for row in records), group[0].shape, grid)


# -- repeated elements ----------------------------------------------------------------------------------------


def _groups(page: Outline, allowed: Callable[[int], bool]) -> list[Region]:
    found: list[Region] = []
    across: dict[tuple[int, int], list[int]] = defaultdict(list)
    by_role: dict[tuple[str, tuple[str, ...], bool], list[int]] = defaultdict(list)
    by_class: dict[int, list[int]] = defaultdict(list)
    by_list: dict[tuple[int, int], list[int]] = defaultdict(list)
    by_tag: dict[tuple[int, str], list[int]] = defaultdict(list)
    for parent, all_kids in enumerate(page.kids):
        # what stands below a heading may have no element of its own around it; the way to the page is no entry of it
        kids = [kid for kid in all_kids if page.chrome[kid] == page.chrome[parent] and allowed(kid)]
        if not kids:
            continue
        elements = [kid for kid in kids if page.leaves[kid] and page.nodes[kid].tag not in _INLINE]
        elements = elements[_is_headed(page, elements) :]
        found.extend(_below_one_parent(page, parent, kids, elements))
        found.extend(
            Region("parted", parent, records, shape_of(page, records[0][0]) + "-")
            for records in separated_records(page, kids)
        )
        for kid in elements:
            across[page.tag_path[kid], page.step[kid]].append(kid)
            by_tag[page.tag_path[kid], page.nodes[kid].tag].append(kid)
            if page.nodes[kid].tag == "li":
                by_list[page.tag_path[kid], page.step[parent]].append(kid)
            if page.nodes[kid].role in {"listitem", "article"}:
                by_role[page.nodes[kid].role, page.classes[kid], page.chrome[kid]].append(kid)
            elif page.classes[kid]:
                by_class[page.step[kid]].append(kid)
    nested = [sorted(members) for members in by_class.values() if len(members) > 1]  # answers below what they answer
    found.extend(_unnested(page, members) for members in nested if _thread(page, members))
    mixed = [members for members in by_list.values() if len({page.step[member] for member in members}) > 1]
    mixed += [sorted(members) for members in by_class.values() if _set_apart(page, sorted(members))]
    mixed += [family for members in by_tag.values() for family in _families(page, members)]
    for members in [*across.values(), *mixed, *(group for group in by_role.values() if not _headed_apart(page, group))]:
        parents = {page.nodes[kid].parent for kid in members}
        if len(members) > 1 and len(parents) > 1 and _nested(page, members):
            found.extend(_unnested(page, own) for own in _threads(page, members))
        elif len(members) > 1 and len(parents) > 1 and not _some_entries(page, members):
            found.append(
                Region("siblings", _common(page, members), tuple((m,) for m in members), shape_of(page, members[0]))
            )
    return [region for region in found if not _one_of_many(page, region, across)]


def _is_headed(page: Outline, elements: Sequence[int]) -> bool:
    """Whether the first of some elements is a row of heads, and no other: none of the records below it."""
    heads = [
        page.nodes[one].tag == "tr" and {page.nodes[kid].tag for kid in page.kids[one]} == {"th"} for one in elements
    ]
    return len(heads) > 1 and heads[0] and not any(heads[1:])


def _families(page: Outline, members: Sequence[int]) -> list[tuple[int, ...]]:
    """The elements of several kinds that share a class, in places of one kind: entries that differ by their state."""
    by_class: dict[str, list[int]] = defaultdict(list)
    for member in members:
        for name in page.classes[member]:
            by_class[name].append(member)
    found = {tuple(own) for own in by_class.values() if len({page.step[member] for member in own}) > 1}
    largest: list[tuple[int, ...]] = []
    within: dict[int, set[int]] = defaultdict(set)  # by element: the families that have it
    for own in sorted(found, key=lambda family: (-len(family), family)):
        if not set[int].intersection(*(within[member] for member in own)):
            for member in own:
                within[member].add(len(largest))
            largest.append(own)
    return [own for own in largest if _are_mixed(page, own) and _are_placed_alike(page, own)]


def _are_mixed(page: Outline, members: Sequence[int]) -> bool:
    """Whether some element holds entries of several kinds: what differs by where it stands differs in no state."""
    kinds: dict[int, set[int]] = defaultdict(set)
    for member in members:
        kinds[page.nodes[member].parent].add(page.step[member])
    return any(len(own) > 1 for own in kinds.values())


def _are_placed_alike(page: Outline, members: Sequence[int]) -> bool:
    """Whether all that stands between elements and what holds them all is of the same classes: no box beside a list."""
    around = _common(page, members)
    paths = {
        tuple(page.step[above] for above in takewhile(lambda above: above != around, page.ancestors(member)))
        for member in members
    }
    return len(paths) == 1


def _set_apart(page: Outline, members: Sequence[int]) -> bool:
    """Whether elements of one kind stand in one parent, some of them in wrappers of their own there."""
    if len({page.tag_path[member] for member in members}) < 2 or _nested(page, members):
        return False
    around = _common(page, members)
    return any(page.nodes[member].parent == around for member in members)


def _cut_to(grid: Grid, allowed: Callable[[int], bool]) -> Grid:
    """A table with the records that `in` leaves of it: all, none, or those below a heading in one of its rows."""
    if allowed(grid.table):
        return grid
    return replace(grid, records=tuple(record for record in grid.records if allowed(record.rows[0])))


def _some_entries(page: Outline, members: Sequence[int]) -> bool:
    """Whether each is the whole of an entry of one list that has more such entries: folders have other classes."""
    entries = [page.nodes[member].parent for member in members]
    first = page.nodes[entries[0]]
    if first.tag not in _ITEM_TAGS and first.role not in _ITEM_ROLES:
        return False
    if any(page.text[entry] != page.text[member] for entry, member in zip(entries, members, strict=True)):
        return False
    beside = {kid for kid in page.kids[first.parent] if page.step[kid] == page.step[entries[0]] and page.leaves[kid]}
    return beside > set(entries)


def _headed_apart(page: Outline, members: Sequence[int]) -> bool:
    """Whether elements of one kind stand in places of two kinds, and some below a heading of their own there.

    "Recently viewed" shows the cards that the listing has, and is no part of it.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for member in members:
        places[page.tag_path[member]].append(member)
    if len(places) < 2 or _nested(page, sorted(members)):
        return False
    most = max(places.values(), key=len)
    return any(_headed(page, own, members) for own in places.values() if own is not most)


def _headed(page: Outline, own: Sequence[int], members: Sequence[int]) -> bool:
    """Whether a heading stands before some elements in what is around them and around no other member."""
    others = [member for member in members if member not in own]
    for above in page.ancestors(own[0]):
        end = page.nodes[above].end
        if any(above < other < end for other in others):
            return False
        if any(page.level(index) for index in range(above + 1, own[0]) if not page.skipped[index]):
            return True
    return False


def _one_of_many(page: Outline, region: Region, across: Mapping[tuple[int, int], Sequence[int]]) -> bool:
    """Whether a lone element has its like in the same place elsewhere: an article in each of twenty list items."""
    if region.kind != "siblings" or len(region.records) != 1:
        return False
    node = region.records[0][0]
    alike = across.get((page.tag_path[node], page.step[node]), ())
    return len(alike) > 1 and not _nested(page, alike)


def _below_one_parent(page: Outline, parent: int, kids: Sequence[int], elements: Sequence[int]) -> list[Region]:
    """Siblings of one kind, by tag and classes and by tag alone; and from each start to the next of all `kids`."""
    if len(elements) == 1:
        node = page.nodes[elements[0]]
        if node.tag in _ITEM_TAGS or node.role in _ITEM_ROLES:
            return [Region("siblings", parent, ((elements[0],),), shape_of(page, elements[0]))]
        return []
    kinds: dict[int | str, list[int]] = defaultdict(list)
    for kid in elements:
        kinds[page.step[kid]].append(kid)
        kinds[page.nodes[kid].tag].append(kid)
    found: list[Region] = []
    runs = _leading_kinds(page, list(kinds.values()))
    for members in kinds.values():
        single = len(members) == 1
        if single and page.nodes[members[0]].tag not in _ITEM_TAGS:
            continue
        shape = shape_of(page, members[0])
        found.append(Region("siblings", parent, tuple((kid,) for kid in members), shape))
        if len(members) < len(elements) and (not single or page.level(members[0])) and tuple(members) in runs:
            found.append(Region("starts", parent, tuple(_runs(page, kids, members)), shape + "+"))
    return found


def _leading_kinds(page: Outline, kinds: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """The kinds that records could begin with: of those that alternate the one that comes first, or headings."""
    found: set[tuple[int, ...]] = set()
    for members in kinds:
        before = any(other[0] < members[0] and len(other) >= len(members) for other in kinds)
        if page.level(members[0]) or not before:
            found.add(tuple(members))
    return found


def _runs(page: Outline, kids: Sequence[int], starts: Sequence[int]) -> list[tuple[int, ...]]:
    """Each start with its siblings up to the next one.

    The last run ends where the others do: behind it may stand what is no part of a record. A sibling of a kind that
    stands between no two starts ends it.
    """
    marks = set(starts)
    runs: list[list[int]] = []
    for kid in kids:
        if kid in marks:
            runs.append([kid])
        elif runs and page.nodes[kid].tag not in _BETWEEN:
            runs[-1].append(kid)
    if len(runs) > 1:
        usual = {page.step[kid] or -1 for run in runs[:-1] for kid in run}
        last = runs[-1]
        longest = max(len(run) for run in runs[:-1])
        keep = 1
        while keep < min(len(last), longest) and (page.step[last[keep]] or -1) in usual:
            keep += 1
        runs[-1] = last[:keep]
    return [tuple(run) for run in runs]


def _thread(page: Outline, members: Sequence[int]) -> bool:
    """Whether elements of one kind are records that hold others: they differ in depth, and hold texts besides those."""
    if not _nested(page, members):
        return False
    inner = [b for a, b in pairwise(members) if b < page.nodes[a].end]
    if not all(len(page.text[a]) > len(page.text[b]) for a, b in pairwise(members) if b in inner):
        return False
    apart = any(not any(other < member < page.nodes[other].end for other in members) for member in members[1:])
    return apart or _first_of_a_kind(page, members)


def _threads(page: Outline, members: Sequence[int]) -> list[Sequence[int]]:
    """Elements of one kind inside each other: all, and of the entries of lists those below each outermost list.

    A page of threads may have a list above them that says how to sort them, and holds nothing of its kind.
    """
    if page.nodes[members[0]].tag != "li":
        return [members]
    below: dict[int, list[int]] = defaultdict(list)
    outer = -1
    for member in sorted(members):
        if outer < 0 or member >= page.nodes[outer].end:
            outer = member
        below[page.nodes[outer].parent].append(member)
    apart = [own for own in below.values() if len(below) > 1 and _nested(page, own)]
    return [members, *apart]


def _first_of_a_kind(page: Outline, members: Sequence[int]) -> bool:
    """Whether the one that holds all others says as much by itself as they do: what everybody answers, no wrapper."""
    ordered = sorted(members)
    own = [sum(page.leaves[node] for node in _left_of(page, member, ordered)) for member in members]
    return len(own) > _PAIR and min(own) > 0 and own[0] <= _AS_MUCH * sorted(own)[len(own) // 2]


def _unnested(page: Outline, members: Sequence[int]) -> Region:
    """Elements of one kind inside each other, as records of their own: each without those in it."""
    ordered = sorted(members)
    records = tuple(tuple(_left_of(page, member, ordered)) for member in ordered)
    kept = [(record, top) for record, top in zip(records, ordered, strict=True) if record]
    return Region(
        "siblings",
        _common(page, ordered),
        tuple(record for record, _ in kept),
        shape_of(page, ordered[0]),
        tops=tuple(top for _, top in kept),
    )


def _left_of(page: Outline, index: int, members: Sequence[int]) -> list[int]:
    """The smallest set of subtrees that makes up an element without the members (in order) in it."""
    found: list[int] = []
    for kid in page.kids[index]:
        place = bisect_left(members, kid)
        first = members[place] if place < len(members) else len(page.nodes)
        if first == kid:
            continue
        if first < page.nodes[kid].end:
            found.extend(_left_of(page, kid, members))
        else:
            found.append(kid)
    return found


def _nested(page: Outline, members: Sequence[int]) -> bool:
    return any(after < page.nodes[before].end for before, after in pairwise(members))


def _common(page: Outline, members: Sequence[int]) -> int:
    """The smallest element around the first and the last of some nodes."""
    last = members[-1]
    for above in page.ancestors(members[0]):
        if page.nodes[above].end > last:
            return above
    return 0


# -- the cheap estimate ---------------------------------------------------------------------------------------


def _estimate(page: Outline, region: Region, bits: Bits, wanted: frozenset[str]) -> float:
    """How promising a proposal is: the share of fields that a record could hold, for many records, not for menus.

    A table's heads name the fields that its records have, also where their cells are empty, or hold what is no text.
    """
    labels = region.grid.labels if region.grid is not None and region.grid.headed else ()
    named = sum(not wanted.isdisjoint(readings) for readings in labels)
    count = len(region.records)
    rows = region.records if region.grid is None else [row.cells for row in region.grid.records]
    sample = rows if count <= 20 else rows[:: count // 20]  # of a table the cells, those that hang down into a row too
    total, rich = 0, 0
    for record in sample:
        held, leaves = 0, 0
        for root in record:
            if root < 0:
                continue
            held |= bits.of[root]
            leaves += page.leaves[root]
        open_texts = (held & bits.texts).bit_count()  # one text is one field's, whatever it could be
        share = max(held.bit_count() - max(0, open_texts - max(leaves, 1)), named if leaves else 0)
        total += share
        rich += share * 5 >= bits.full.bit_count() * 3
    if not rich:
        return 0.0
    share = total / (len(sample) * max(bits.full.bit_count(), 1))
    weight = share * share * (rich / len(sample)) * (1 + log2(1 + min(count, 64)) / 4)
    if region.grid is not None and region.grid.headed:
        weight *= 1.5
    if is_chrome(page, region.records) or is_menu(page, region.records):
        weight *= 0.2
    if is_aside(page, region.node):
        weight *= _ASIDE
    return weight
