"""Tells of records that come from several tables or lists, and of one that shows again what another shows.

Tables with the same heads are one listing. Mostly that is what is meant: the groups of a league, the years of a prize.
But "Top 30 by hits" and "Top 10 by size" have the same entries, which would be counted twice without a word. So the
tables are told with the headings above them, unless the file keeps them apart. Where the heading is one and the same
("Parameters"), no heading can: each table is a part of a record of its own.
"""

import re
from collections import Counter
from collections.abc import Sequence

from webdart.page.text_match import says
from webdart.records.cells.links import AddressKind, Kind, address_kind
from webdart.records.cells.record_headings import headings_above
from webdart.records.model import Record, Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.values import replace

_MOST = 4  # headings that are told
_SHOWN = 60  # letters of a heading, or of what is there twice
_PAIR = 2  # lists
_ROW = 4  # records: fewer are a row of cards, in which none may have what not all have
_FEW = 1  # record in each of many elements: a box around it, no list
_PARTS = re.compile(r"\s*[:|»›–—]\s*")  # between what a heading is about and which one: "Series: Small Planets"
_TABLES = frozenset({"table", "grid", "treegrid"})


def merged_lists(sought: Sought, assigned: Assigned, records: Sequence[Record]) -> tuple[Remark, ...]:
    """That the records of a listing's first page stand in several tables, or some of them in several lists."""
    page, spec, region = sought.page, sought.spec, assigned.region
    apart = any(field.source == "heading" for field in spec.sought)
    declared = spec.extract.each is not None and not isinstance(spec.extract.each, str)
    if apart or declared or sought.wrapper is not None or spec.kind != "listing" or len(records) < len(region.records):
        return ()
    lists = _lists(page, region)
    sizes = Counter(lists)
    count = len(sizes)
    if not _FEW < count < len(lists) or max(sizes.values()) <= _FEW:
        return ()
    same = _heads_each(page, lists) if region.grid is not None else ""
    if same:
        text = (
            f"the records are of {count} tables with the same heads, below {same[:_SHOWN]!r} each: parts of "
            "larger records; `in` with the heading of one, or `each` with an `at`, says which are meant"
        )
        return (Remark(code="one record", text=text),)
    title = title_of(sought.by_column) if region.grid is not None else ""
    twice = _twice(lists, [_said(record, title) for record in records], records)
    names = _names(sought, region, lists)
    other = region.grid is None and len(set(names)) == count and _are_other_things(sought, lists, records)
    meant = "" if region.grid is not None or other else _followed(page, lists, spec.led)
    if not twice and not other and not meant and (region.grid is None or len(set(names)) < count):
        return ()
    kind = "lists" if region.grid is None else "tables with the same heads"
    shown = [f"{name[:_SHOWN]!r} ({size})" for size, name in zip(sizes.values(), names, strict=True)]
    more = f" and {count - _MOST} more" if count > _MOST else ""
    which = f": {', '.join(shown[:_MOST])}{more}" if any(names) else ""
    again = "; not all have the same fields, or lead to things of one kind" if other else ""
    again += f"; what was followed, {meant[:_SHOWN]!r}, stands above one of them" if meant else ""
    again += f"; {_many(twice)} in more than one, such as {twice[0][:_SHOWN]!r}" if twice else ""
    text = (
        f"the records are of {count} {kind}{which}{again}; `in` with the heading above chooses one, "
        "a field with `from: heading` says of which each is"
    )
    doubled = bool(twice) and region.grid is None
    return (Remark(code="other records" if meant or doubled else "several lists", text=text),)


def _heads_each(page: Outline, lists: Sequence[int]) -> str:
    """What most tables have above them as a heading of their own, where it is the same one: "Parameters"; else ""."""
    tables = list(dict.fromkeys(lists))
    above = [next((place for place in reversed(page.headings) if place < table), -1) for table in tables]
    said = Counter(page.text[place] for place in set(above) if place >= 0)
    words, often = max(said.items(), key=lambda each: each[1], default=("", 0))
    return words if often > _FEW and often * 2 > len(tables) else ""


def _followed(page: Outline, lists: Sequence[int], words: str) -> str:
    """The words that a chore followed last, where of the headings above the lists, all of one level, one has them.

    A category with products picked by chance above its own: nobody who followed "Lamps" means both.
    """
    own = list(dict.fromkeys(lists))
    above = [next((place for place in reversed(page.headings) if place < start), -1) for start in own]
    if not words or -1 in above or len(set(above)) < len(own) or len({page.level(place) for place in above}) > 1:
        return ""
    said = sum(any(says(part, words) for part in _PARTS.split(page.text[place])) for place in above)
    return words if said == 1 else ""


def _are_other_things(sought: Sought, lists: Sequence[int], records: Sequence[Record]) -> bool:
    """Whether a list lacks a field wholly that another has in each record, or its links lead to another kind of things.

    Posts below the products, set as these are.
    """
    of: dict[int, list[Record]] = {}
    for own, record in zip(lists, records, strict=True):
        of.setdefault(own, []).append(record)
    links = [[record.link for record in own if record.link] for own in of.values()]
    return _lead_elsewhere(links) or any(_is_in_some(field.name, list(of.values())) for field in sought.by_column)


def _lead_elsewhere(links: Sequence[Sequence[str]]) -> bool:
    """Whether some lists lead to other things than the others do; each may lead to its own, as shelves of a shop."""
    kinds = [AddressKind(own) for own in links]
    if not all(kind.certain for kind in kinds):
        return False
    of: dict[Kind | None, list[int]] = {}
    for number, like in enumerate(kinds):
        of.setdefault(like.kind, []).append(number)
    known = [
        any(kinds[place].knows(link) for link in own for place in of.get(address_kind(link), ()) if place != number)
        for number, own in enumerate(links)
    ]
    return not all(known) and (any(known) or len(links) == _PAIR)


def _is_in_some(name: str, lists: Sequence[Sequence[Record]]) -> bool:
    """Whether every record of one list has a field, and none of another: of lists that are more than a row of cards."""
    long = [own for own in lists if len(own) >= _ROW]
    shares = [sum(record.values.get(name) is not None for record in own) / len(own) for own in long]
    return bool(shares) and min(shares) == 0 and max(shares) == 1


def _many(twice: Sequence[str]) -> str:
    return "1 stands" if len(twice) == 1 else f"{len(twice)} stand"


def _lists(page: Outline, region: Region) -> list[int]:
    """By record the table that it stands in, or the element around it."""
    starts = [record[0] for record in region.records]
    if region.grid is None:
        return [] if region.tops or region.kind != "siblings" else [page.nodes[start].parent for start in starts]
    return [next((place for place in page.ancestors(start) if _is_table(page, place)), -1) for start in starts]


def _is_table(page: Outline, index: int) -> bool:
    return page.nodes[index].tag == "table" or page.nodes[index].role in _TABLES


def _names(sought: Sought, region: Region, lists: Sequence[int]) -> list[str]:
    """The heading above each list, "" where it has none; those of groups within a table are not asked."""
    grid = region.grid
    if grid is not None:
        grid = replace(grid, records=tuple(replace(record, group=None) for record in grid.records))
    said = headings_above(sought.page, replace(region, grid=grid), None).nearest
    names = {own: name or "" for own, name in reversed(list(zip(lists, said, strict=True)))}
    return [names[own] for own in dict.fromkeys(lists)]


def _said(record: Record, title: str) -> str:
    """What a record is called in its table; elsewhere, all that it says: one name may well be held on two days."""
    if title or not any(record.values.values()):
        return str(record.values.get(title) or record.link or "")
    return " ".join(str(value) for value in (*record.values.values(), record.link) if value is not None)


def _twice(lists: Sequence[int], said: Sequence[str], records: Sequence[Record]) -> list[str]:
    """What stands in more than one of the lists, and is the same there; a team that plays in each round is not."""
    where: dict[str, dict[int, Record]] = {}
    for own, words, record in zip(lists, said, records, strict=True):
        where.setdefault(words, {}).setdefault(own, record)
    return [words for words, found in where.items() if words and len(found) > 1 and _alike(list(found.values()))]


def _alike(records: Sequence[Record]) -> bool:
    """Whether what two records say differs in one thing at most: their rank in either list."""
    first, second = records[0].values, records[1].values
    differing = sum(first[name] != second.get(name) for name in first)
    return differing == 0 or (differing == 1 and len(first) > _PAIR)
