"""Finds other lists of a page that are made as the one that is read, and tells that they are not read.

A forum has what it announces above its topics, in a table that differs in one head, or one topic pinned in a box of its
own; a start page has its notes below its posts. Who asks for the topics may mean those too: a person is told.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence

from webdart.records.cells.cell_text import without_fragment
from webdart.records.cells.links import AddressKind, address_at
from webdart.records.columns.mined_columns import Column
from webdart.records.matching.title_score import links_around
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.query.spec import Problem
from webdart.records.structure.grid import Grid
from webdart.records.structure.list_names import describe_list
from webdart.records.structure.menus import is_bare_link, is_menu
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.values import replace

_COLUMNS = 2  # heads that two tables have in common, at least; elements that fields stand in
_MOST = 0.8  # of the records, that say of which make a list is
_SAMPLE = 12  # records that are looked at
_PART = 0.7  # of the chosen list's score
_SEVERAL = 2  # entries behind the records that lack what these have, so that they are some of them
_FEWER = 2  # times the records of an equal list under another heading, and there is no doubt which is the listing
_LINKED = frozenset({"link", "image"})
_WHERE = "write `in` with the heading above the one that is meant, or `each` with an `at`"

Path = tuple[int, ...]
"""The steps from a record's root to an element in it."""


def similar_lists(
    sought: Sought, best: Assigned, tried: Sequence[Assigned], rival: Assigned | None = None
) -> tuple[Remark, ...]:
    """That lists beside the one that is read, with records made as its own, are not read; of the `rival` it is told."""
    page = sought.page
    if best.region.kind == "page" or len(best.region.records) < _COLUMNS:
        return ()
    known = [] if rival is None else [rival.region]
    others = [one.region for one in _made_so(sought, best, tried, known)] or _strays(page, best, known)
    if not others:
        return _mixed(page, best.region) or _interleaved(page, best) or _relatives(sought, best)
    more = f" and {len(others) - 1} more such" if len(others) > 1 else ""
    text = (
        f"made as the records are, and not read: {describe_list(page, others[0])}{more}; `in` with the heading above "
        "chooses them, a further `extract` into the same table adds them"
    )
    longer = _are_typed(sought, best) and any(len(one.records) > len(best.region.records) for one in others)
    count = sum(len(region.records) for region in others)
    return (Remark(code="apart" if longer else "not read", text=text, count=count),)


def _are_typed(sought: Sought, best: Assigned) -> bool:
    """Whether records have a value of a type that few lists of links have: an amount, a date."""
    kinds = {field.type.kind for field in sought.by_column if field.name in best.matches}
    return not kinds <= _LINKED | {"text"}


def rival_doubt(
    page: Outline, best: Assigned, rival: Assigned | None
) -> tuple[tuple[Problem, ...], tuple[Remark, ...]]:
    """The doubt about a list that is as good as the chosen one; of one that is much shorter, that it is not read."""
    if rival is None:
        return (), ()
    mine, theirs = best.region, rival.region
    if [_text(page, record) for record in mine.records] == [_text(page, record) for record in theirs.records]:
        return (), ()  # one list that stands twice, say for narrow windows and for wide ones, is no doubt
    if len(theirs.records) * _FEWER > len(mine.records):
        return (Problem(field="", choices=(describe_list(page, mine), describe_list(page, theirs)), hint=_WHERE),), ()
    if not _says_more(page, mine, theirs):
        return (), ()
    text = f"not taken for the listing, which is longer: {describe_list(page, theirs)}; `in` would choose it"
    return (), (Remark(code="not read", text=text, count=len(theirs.records)),)


def are_headed_links(page: Outline, trial: Assigned) -> bool:
    """Whether every record has, for its only field, a heading that leads to a page of its own."""
    columns = [match.column for match in trial.matches.values()]
    if len(columns) != 1 or len(trial.records) <= _COLUMNS or columns[0].coverage < 1:
        return False
    around = [(hits[0][0], *list(page.ancestors(hits[0][0]))[:2]) for hits in columns[0].hits]
    links = links_around(page, columns[0])
    leads = [page.nodes[hits[0][0]].attributes.get("href", "#") if hits else "#" for hits in links.hits]
    headed = all(any(page.level(place) for place in places) for places in around)
    return headed and len(set(leads)) == len(leads) and not any("#" in address for address in leads)


def _made_so(sought: Sought, best: Assigned, tried: Sequence[Assigned], known: Sequence[Region]) -> list[Assigned]:
    """The regions that were tried whose records are made as those that are read, and say other things."""
    page, found = sought.page, list[Assigned]()
    for other in tried:
        regions = [best.region, *known, *(one.region for one in found)]
        apart = not any(_overlap(page, region, other.region) for region in regions)
        if apart and _is_made_so(sought, best, other) and _says_more(page, best.region, other.region):
            found.append(other)
    return found


def _is_made_so(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether records stand under nearly the same heads, or have every field as well, each in an element of its own."""
    page, mine, theirs = sought.page, best.region, other.region
    if theirs.kind == "page" or page.chrome[theirs.node] or is_menu(page, theirs.records) or _by_turns(mine, theirs):
        return False
    if mine.grid is not None and theirs.grid is not None and _nearly(mine.grid, theirs.grid):
        return True
    rows = theirs.grid is None and page.nodes[theirs.records[0][0]].tag == "tr"  # of a table, its heads among them
    if rows or not best.matches or not best.matches.keys() <= other.matches.keys() or len(theirs.records) < _COLUMNS:
        return False
    places = {_places(other.matches[name].column) for name in best.matches}
    if other.score < best.score * _PART:
        return False
    linked = {field.name for field in sought.by_column if field.type.kind in _LINKED}
    if len(best.matches.keys() - linked) <= 1:
        return _entries(sought, best, other)
    return len(places) >= _COLUMNS


def _entries(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether another list's titles and links are those of entries: any list of links has such.

    Beside nothing but links, they have more to them; or their links lead where the records' links lead, if the file
    asks for these.
    """
    page, mine, theirs = sought.page, best.region, other.region
    addresses, others = _addresses(sought, best), _addresses(sought, other)
    if _bare(page, mine.records) >= _MOST and _bare(page, theirs.records) <= 1 - _MOST:
        return len(others) >= _MOST * len(other.records)
    like = AddressKind(addresses)
    return len(best.matches) > 1 and (not like.certain or any(map(like.knows, others)))


def _addresses(sought: Sought, assigned: Assigned) -> list[str]:
    """Where the titles of a list lead, as far as they lead anywhere."""
    match = assigned.matches.get(title_of(sought.by_column))
    links = links_around(sought.page, match.column) if match is not None else None
    found = (address_at(sought.page, links, place) for place in range(len(links.hits))) if links is not None else ()
    return [address for address in found if address]


def _by_turns(mine: Region, theirs: Region) -> bool:
    """Whether most records of the one stand each between two of the other: terms and their definitions are one list."""
    starts = sorted(mine.roots)
    gaps = {place for root in theirs.roots if 0 < (place := bisect_right(starts, root)) < len(starts)}
    return len(gaps) * 2 > len(theirs.records)


def _bare(page: Outline, records: Sequence[tuple[int, ...]]) -> float:
    """The share of records, of some of them, that are one link and nothing else."""
    sample = records[:: -(-len(records) // _SAMPLE)]
    return sum(is_bare_link(page, record) for record in sample) / len(sample)


def _mixed(page: Outline, region: Region) -> tuple[Remark, ...]:
    """That records stand in several lists, of which some have nothing but links and others have more."""
    lists: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for record in region.records:
        lists[page.nodes[record[0]].parent].append(record)
    if len(lists) < 2 or region.grid is not None or region.kind != "siblings" or region.tops:
        return ()
    rich = [records for records in lists.values() if _bare(page, records) <= 1 - _MOST]
    plain = [records for records in lists.values() if _bare(page, records) >= _MOST]
    if not rich or not plain:
        return ()
    shown, others = (describe_list(page, replace(region, records=tuple(records))) for records in (rich[0], plain[0]))
    text = (
        f"the records stand in {len(lists)} lists, and some are nothing but links: {shown} have more than {others}; "
        "`in` chooses one"
    )
    return (Remark(code="several lists", text=text, count=sum(map(len, plain))),)


def _nearly(mine: Grid, theirs: Grid) -> bool:
    """Whether two tables are as wide, and most of their heads the same, but not all."""
    if len(mine.labels) != len(theirs.labels) or mine.table == theirs.table:
        return False
    pairs = [(one[:1], other[:1]) for one, other in zip(mine.labels, theirs.labels, strict=True)]
    same = sum(one == other != () for one, other in pairs)
    return same >= _COLUMNS and same * 2 > len(pairs) > same


def _strays(page: Outline, best: Assigned, known: Sequence[Region]) -> list[Region]:
    """Single elements of the records' make that stand elsewhere: a topic that is pinned, in a box of its own."""
    region = best.region
    if region.grid is not None or region.kind != "siblings" or region.tops:
        return []
    roots = [record[0] for record in region.records if len(record) == 1]
    steps = {page.step[root] for root in roots}
    paths = {_usual(page, best, match.column) for match in best.matches.values()} - {()}
    if len(paths) < _COLUMNS:
        return []
    found: list[int] = []
    known_roots = region.roots
    for node in page.nodes:
        index = node.index
        if page.step[index] in steps and page.leaves[index] >= _COLUMNS and not page.chrome[index]:
            if index in known_roots:
                continue
            alone = Region("siblings", node.parent, ((index,),), region.shape)
            apart = not any(_overlap(page, one, alone) for one in (region, *known))
            if apart and paths <= _paths(page, index) and _says_more(page, region, alone):
                found.append(index)
    return [Region("siblings", 0, tuple((index,) for index in found), region.shape)] if found else []


def _interleaved(page: Outline, best: Assigned) -> tuple[Remark, ...]:
    """That entries stand among the records, each in a box like theirs, and have all that was read of these.

    They are of another class: what is current, what is new. In a box with records, they may be what is no entry.
    """
    region = best.region
    roots = [record[0] for record in region.records if len(record) == 1]
    parents = {page.nodes[root].parent for root in roots}
    paths = {_usual(page, best, match.column) for match in best.matches.values()} - {()}
    if region.grid is not None or region.tops or region.kind != "siblings":
        return ()
    if len(parents) < _COLUMNS or len(paths) < _COLUMNS or len(roots) < len(region.records):
        return ()
    kinds = {(page.nodes[root].tag, page.tag_path[root]) for root in roots}
    boxes = {page.step[node] for node in parents}
    found = [
        node.index
        for node in page.nodes[min(roots) : max(roots)]
        if (node.tag, page.tag_path[node.index]) in kinds
        and node.parent not in parents
        and page.step[node.parent] in boxes
        and paths <= _paths(page, node.index)
    ]
    if not found:
        return ()
    text = f"among the records, and not read, though it has all that is read of them: {page.text[found[0]][:40]!r}"
    return (Remark(code="apart", text=text, count=len(found)),)


def _relatives(sought: Sought, best: Assigned) -> tuple[Remark, ...]:
    """That entries which share a class with the records stand where these do, and are called as they are.

    They lack what the others have: a forum that is elsewhere, an article without its author.
    """
    page, region = sought.page, best.region
    linked = [field.name for field in sought.by_column if field.type.kind == "link"]
    match = next((best.matches[name] for name in (title_of(sought.by_column), *linked) if name in best.matches), None)
    roots = [record[0] for record in region.records if len(record) == 1]
    if match is None or not roots or region.grid is not None or region.tops or region.kind != "siblings":
        return ()
    shared = set(page.classes[roots[0]]).intersection(*(page.classes[root] for root in roots))
    path, kinds = _usual(page, best, match.column), {page.tag_path[root] for root in roots}
    boxes = {page.step[page.nodes[root].parent] for root in roots}
    own = {_title_link(page, root, path) for root in roots}
    if not shared or not path or len(own - {""}) < len(region.records):
        return ()
    others = [
        node.index
        for node in page.nodes
        if page.tag_path[node.index] in kinds
        and page.step[node.parent] in boxes
        and not shared.isdisjoint(page.classes[node.index])
        and node.index not in roots
    ]
    found = [root for root in others if _title_link(page, root, path) not in own | {""}]
    around = {page.nodes[root].parent for root in roots}
    amid = any(roots[0] < root < roots[-1] for root in found)
    beside = [root for root in found if page.nodes[root].parent in around]
    if not amid and len(beside) < _SEVERAL:  # one behind them all leads to more of them, or is an advertisement
        return ()
    text = f"called as the records are, with less to them, and not read: {page.text[found[0]][:40]!r}"
    return (Remark(code="apart", text=text, count=len(found)),)


def _title_link(page: Outline, root: int, path: Path) -> str:
    """Where the title of an entry leads that stands on the path of the records' titles; "" where it leads nowhere."""
    named = [node for node in page.below(root) if page.text[node] and _path(page, root, node) == path]
    around = [page.nodes[place] for node in named[:1] for place in (node, page.nodes[node].parent)]
    return next((href for node in around if node.tag == "a" and (href := node.attributes.get("href", ""))), "")


def _usual(page: Outline, best: Assigned, column: Column) -> Path:
    """The path on which a field stands in most records."""
    found: Counter[Path] = Counter()
    for hits, number in list(zip(column.hits, best.records, strict=True))[:_SAMPLE]:
        if hits:
            found[_path(page, best.region.records[number][0], hits[0][0])] += 1
    return found.most_common(1)[0][0] if found else ()


def _path(page: Outline, root: int, node: int) -> Path:
    steps: list[int] = []
    place = node
    while place > root:
        steps.append(page.step[place])
        place = page.nodes[place].parent
    return tuple(step for step in reversed(steps) if step)  # without the text itself


def _paths(page: Outline, root: int) -> set[Path]:
    return {_path(page, root, node) for node in page.below(root)}


def _says_more(page: Outline, mine: Region, theirs: Region) -> bool:
    """Whether another list says anything that the one that is read does not say itself."""
    if theirs.grid is None and _tangential(page, theirs.node) and not _tangential(page, mine.node):
        return False
    said = {_text(page, record) for record in mine.records}
    return any(_text(page, record) not in said for record in theirs.records) and not _leads_there(page, mine, theirs)


def _tangential(page: Outline, node: int) -> bool:
    """Whether the page marks a part as no more than related to what it is about."""
    around = (page.nodes[place] for place in (node, *page.ancestors(node)))
    return any(one.tag == "aside" or one.role == "complementary" for one in around)


def _leads_there(page: Outline, mine: Region, theirs: Region) -> bool:
    """Whether every entry of another list that is no table leads where a record leads: shown again, by other words.

    Where the records are nothing but links, it is rather they that show again what the other list has.
    """
    if theirs.grid is not None or _bare(page, mine.records) >= _MOST:
        return False
    own = {address for record in mine.records for address in _links(page, record)}
    others = [_links(page, record) for record in theirs.records]
    return all(links and own.issuperset(links) for links in others)


def _links(page: Outline, record: Sequence[int]) -> list[str]:
    inner = (node for root in record for node in page.nodes[root : page.nodes[root].end] if node.tag == "a")
    return [href for node in inner if (href := without_fragment(node.attributes.get("href", "")))]


def _places(column: Column) -> tuple[int, ...]:
    return tuple(hits[0][0] if hits else -1 for hits in column.hits)


def _overlap(page: Outline, one: Region, other: Region) -> bool:
    """Whether an element of one region is, holds, or lies in an element of the other."""
    starts = sorted(one.roots)
    for root in other.roots:
        place = bisect_right(starts, root)
        if place and root < page.nodes[starts[place - 1]].end:
            return True
        if place < len(starts) and starts[place] < page.nodes[root].end:
            return True
    return False


def _text(page: Outline, record: Sequence[int]) -> str:
    return " ".join(page.text[root] for root in record)
