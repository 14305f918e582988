"""Tells of entries that were left out though they have all that the file asks of a record.

What stands between the records with little of their make is advertising, a note, a sum. But a product at full price
lacks the "Now" of those on sale, and is one all the same: where a left-out entry has a text for every field that was
found, each in a place of its own, the page does not tell, and a person is told. So it is with rows of a table whose
other cells are joined, if the one that names a record leads to a page of its own as those of the records do.
"""

from collections.abc import Iterable, Sequence

from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.structure.outline import Outline
from webdart.workflow.model import Field

SHARE = 0.6
"""Of the declared fields, what must be there."""
_COMMON = 0.6  # of the records, that have what belongs to their shape
_POOR = 0.5  # a record with less of that is none
_FEW = 3  # records that are too few to say what most of them have
_LIKELY = 0.5  # of a text's plausibility: below it are amounts without a currency, and numbers among many words
_SHOWN = 40  # letters of an entry
_BARE = frozenset({"text", "link", "image", "boolean"})  # types that any note has


def poor_records(assigned: Assigned, *, given: bool = False) -> set[int]:
    """The places of records that have few of the fields and little of the shape that most records share.

    Where it is `given` what the records are, those with every field that all others have are none of them.
    """
    if len(assigned.records) < _FEW:
        return set()
    common = [c for c in assigned.columns if c.source == "path" and c.coverage >= _COMMON] or list(assigned.columns)
    hits = [match.column.hits for match in assigned.matches.values()]
    found: set[int] = set()
    for place in range(len(assigned.records)):
        having = sum(1 for column in hits if column[place])
        shape = sum(1 for column in common if column.hits[place])
        short = having < SHARE * len(assigned.matches)
        if short and (shape < _POOR * len(common) or having == 0):
            found.add(place)
    rest = [place for place in range(len(assigned.records)) if place not in found]
    always = [column for column in hits if all(column[place] for place in rest)] if given else []
    return {place for place in found if not always or not all(column[place] for column in always)}


def omissions(sought: Sought, assigned: Assigned, places: Iterable[int]) -> tuple[Remark, ...]:
    """A remark for those of the left-out records that have a text for every field; `places` are theirs."""
    fields = [field for field in sought.by_column if field.name in assigned.matches]
    if all(field.type.kind in _BARE for field in fields):
        return ()
    records = [assigned.region.records[assigned.records[place]] for place in places]
    whole = [record for record in records if all(_has(sought, record, field) for field in fields)]
    if not whole:
        return ()
    page = sought.page
    shown = " ".join(page.text[root] for root in whole[0])[:_SHOWN]
    text = f"between the records, and not read, though it has all that is asked of one: {shown!r}"
    return (Remark(code="apart", text=text, count=len(whole)),)


def omitted_rows(sought: Sought, assigned: Assigned) -> tuple[Remark, ...]:
    """A remark for the rows of joined cells that have a name with a link of its own where all records have one."""
    page, grid, match = sought.page, assigned.region.grid, assigned.matches.get(title_of(sought.by_column))
    if grid is None or not grid.left or match is None or not assigned.records:
        return ()
    named = [hits[0][0] if hits else -1 for hits in match.column.hits]
    rows = [grid.records[number].cells for number in assigned.records]
    places = {_column_of(page, cells, node) for cells, node in zip(rows, named, strict=True)}
    column = places.pop()
    if places or column < 0:
        return ()
    addresses = [_link_in(page, cells[column]) for cells in rows]
    left = [row for row in grid.left if (link := _link_in(page, _cell_at(page, row, column))) and link not in addresses]
    if not left or not all(addresses):
        return ()
    text = (
        f"a row of joined cells, and not read, though it is called as the records are: {page.text[left[0]][:_SHOWN]!r}"
    )
    return (Remark(code="apart", text=text, count=len(left)),)


def _column_of(page: Outline, cells: Sequence[int], node: int) -> int:
    """The column of the cell that a node stands in; -1 where it is in none."""
    return next((n for n, cell in enumerate(cells) if 0 <= cell <= node < page.nodes[cell].end), -1)


def _cell_at(page: Outline, row: int, column: int) -> int:
    """The cell of a row that begins in a column and is no wider; -1 where there is none."""
    start = 0
    for kid in page.kids[row]:
        width = page.nodes[kid].attributes.get("colspan", "1")
        wide = int(width) if width.isdecimal() else 1
        if start == column:
            return kid if wide == 1 else -1
        start += wide
    return -1


def _link_in(page: Outline, cell: int) -> str:
    """Where a link with a text in a cell leads; "" where there is none."""
    inner = page.nodes[cell : page.nodes[cell].end] if cell >= 0 else ()
    links = (node.attributes.get("href", "") for node in inner if node.tag == "a" and page.text[node.index])
    return next((address for address in links if address), "")


def _has(sought: Sought, record: Sequence[int], field: Field) -> bool:
    """Whether something in a record could be a field's value."""
    page, kind = sought.page, field.type.kind
    inner = [node for root in record for node in page.nodes[root : page.nodes[root].end]]
    if kind == "link":
        return any(node.tag == "a" and node.attributes.get("href") for node in inner)
    if kind == "image":
        return any(node.tag == "img" for node in inner)
    texts = [page.text[node.index] for node in inner if page.leaves[node.index] == 1]
    if kind == "text":
        return any(any(map(str.isalpha, text)) for text in texts)
    return any(sought.plausible.share(kind, (text,)) >= _LIKELY for text in texts)
