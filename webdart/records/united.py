"""Of how many tables or lists are the records, and does one of these show again what another shows?

Tables with the same heads are one listing. Mostly that is what is meant: the groups of a league, the years of a prize.
But "Top 30 by hits" and "Top 10 by size" have the same entries: counted twice, nobody would know. So the tables are
told with the headings above them, unless the file keeps them apart.
"""

from collections.abc import Sequence
from dataclasses import replace

from webdart.records.model import Record, Remark
from webdart.records.outline import Outline
from webdart.records.regions import Region
from webdart.records.rows import headings_of
from webdart.records.sought import Assigned, Sought, title_of

_MOST = 4  # headings that are told
_SHOWN = 60  # letters of a heading, or of what is there twice
_FEW = 1  # record in each of many elements: a box around it, no list
_TABLES = frozenset({"table", "grid", "treegrid"})


def united(sought: Sought, assigned: Assigned, records: Sequence[Record]) -> tuple[Remark, ...]:
    """That the records of a listing's first page stand in several tables, or some of them in several lists."""
    page, spec, region = sought.page, sought.spec, assigned.region
    apart = any(field.source == "heading" for field in spec.sought)
    declared = spec.extract.each is not None and not isinstance(spec.extract.each, str)
    if apart or declared or sought.wrapper is not None or spec.kind != "listing" or len(records) < len(region.records):
        return ()
    lists = _lists(page, region)
    count = len(set(lists))
    if not _FEW < count < len(lists) or max(map(lists.count, set(lists))) <= _FEW:
        return ()
    title = title_of(sought.by_column) if region.grid is not None else ""
    twice = _twice(lists, [_said(record, title) for record in records])
    names = _names(sought, region, lists)
    if not twice and (region.grid is None or len(set(names)) < count):
        return ()
    kind = "lists" if region.grid is None else "tables with the same heads"
    shown = [f"{name[:_SHOWN]!r} ({lists.count(own)})" for own, name in zip(dict.fromkeys(lists), names, strict=True)]
    more = f" and {count - _MOST} more" if count > _MOST else ""
    which = f": {', '.join(shown[:_MOST])}{more}" if any(names) else ""
    again = f"; {_many(twice)} in more than one, such as {twice[0][:_SHOWN]!r}" if twice else ""
    text = (
        f"the records are of {count} {kind}{which}{again}; `in` with the heading above chooses one, "
        "a field with `from: heading` says of which each is"
    )
    return (Remark(code="several lists", text=text),)


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
    said = headings_of(sought.page, replace(region, grid=grid), None)
    names = {own: name or "" for own, name in reversed(list(zip(lists, said, strict=True)))}
    return [names[own] for own in dict.fromkeys(lists)]


def _said(record: Record, title: str) -> str:
    """What a record is called in its table; elsewhere, all that it says: one name may well be held on two days."""
    if title or not any(record.values.values()):
        return str(record.values.get(title) or record.link or "")
    return " ".join(str(value) for value in (*record.values.values(), record.link) if value is not None)


def _twice(lists: Sequence[int], said: Sequence[str]) -> list[str]:
    """What stands in more than one of the lists."""
    where: dict[str, set[int]] = {}
    for own, words in zip(lists, said, strict=True):
        where.setdefault(words, set()).add(own)
    return [words for words, places in where.items() if words and len(places) > 1]
