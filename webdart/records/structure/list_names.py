"""Gives the name of a table or a list as a person sees it: a caption, a row or table of one cell, a heading above.

Where several tables are one listing, such a name says which of them a record is from, as a heading would.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

_LONGEST = 80  # letters of a name
_CELLS = frozenset({"td", "th"})


class TableNames(Struct, frozen=True):
    """By record the caption of its table, and the name that stands above it in a cell by itself."""

    captions: tuple[str | None, ...]
    cells: tuple[str | None, ...]

    def names(self, *, headed: bool) -> tuple[str | None, ...]:
        """The names of the records' tables where such names differ; cells by themselves only where no headings do."""
        if len({name for name in self.captions if name}) > 1:
            return self.captions
        cells = set(self.cells)
        return self.cells if not headed and len(cells) > 1 and None not in cells else (None,) * len(self.cells)


def table_names(page: Outline, starts: Sequence[int]) -> TableNames:
    """The names of the tables that records, which begin at `starts`, stand in."""
    parents = {page.nodes[start].parent: start for start in starts}
    table_of = {parent: _table(page, start) for parent, start in parents.items()}
    around = [table_of[page.nodes[start].parent] for start in starts]
    captions = {table: _caption(page, table) for table in set(around)}
    cells = {table: _first_row(page, table) or _above(page, table) for table in set(around)}
    return TableNames(tuple(captions[table] for table in around), tuple(cells[table] for table in around))


def _table(page: Outline, start: int) -> int:
    return next((place for place in page.ancestors(start) if page.nodes[place].tag == "table"), -1)


def _caption(page: Outline, table: int) -> str | None:
    kids = page.kids[table] if table >= 0 else ()
    return next((page.text[kid] for kid in kids if page.nodes[kid].tag == "caption" and page.text[kid]), None)


def _first_row(page: Outline, table: int) -> str | None:
    """The text of the first row, where it is one cell over several columns."""
    inner = page.nodes[table : page.nodes[table].end] if table >= 0 else ()
    row = next((node.index for node in inner if node.tag == "tr" and page.text[node.index]), None)
    cells = [] if row is None else [kid for kid in page.kids[row] if page.nodes[kid].tag in _CELLS]
    named = [cell for cell in cells if page.text[cell]]
    if (
        len(named) != 1
        or named[0] != cells[0]
        or (len(cells) == 1 and "colspan" not in page.nodes[named[0]].attributes)
    ):
        return None
    return _name(page.text[named[0]])


def _above(page: Outline, table: int) -> str | None:
    """The text right before a table, where it is all of another table, in one cell."""
    last = next((n for n in range(table - 1, 0, -1) if page.nodes[n].tag == "#text" and page.text[n]), -1)
    if table < 0 or last < 0 or page.skipped[last]:
        return None
    other = next((place for place in page.ancestors(last) if page.nodes[place].tag == "table"), None)
    if other is None or page.nodes[other].end > table:
        return None
    inner = page.nodes[other : page.nodes[other].end]
    named = [node.index for node in inner if node.tag in _CELLS and page.text[node.index]]
    return _name(page.text[other]) if len(named) == 1 else None


def _name(text: str) -> str | None:
    return text if len(text) <= _LONGEST else None


def describe_list(page: Outline, region: Region) -> str:
    """A listing as a person sees it: the heading above it, how many records, how the first two begin.

    What a table is called by itself goes before a heading further above.
    """
    start = region.records[0][0]
    above = [n.index for n in page.nodes[:start] if page.level(n.index) and page.text[n.index] and n.end <= start]
    texts = [" ".join(page.text[root] for root in record)[:40] for record in region.records[:2]]
    tables = table_names(page, [start])
    own = (tables.captions[0] or tables.cells[0]) if region.grid is not None else None
    heading = own or (page.text[above[-1]] if above else "")
    under = f" under the heading {heading!r}" if heading else ""
    count = len(region.records)
    many = f"the {count} records" if count > 1 else "the one record"
    return f"{many}{under} ({', '.join(map(repr, texts))})"
