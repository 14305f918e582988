"""Tells the columns of a table without heads from cells that are laid out in rows: cards, days, links."""

from collections import Counter
from collections.abc import Collection, Sequence

from webdart.records.structure.grid import Grid
from webdart.records.structure.outline import Outline

_FEW = 3  # cells that tell what a column has


def has_columns(page: Outline, grid: Grid) -> bool:
    """Whether some column has cells of kinds that no other column has: a date beside links, figures beside words."""
    width = max((len(row.cells) for row in grid.records), default=0)
    columns = [{cell for row in grid.records for cell in row.cells[n : n + 1] if cell >= 0} for n in range(width)]
    kinds = [{_kind(page, cell) for cell in cells if page.text[cell]} for cells in columns if len(cells) >= _FEW]
    filled = [one for one in kinds if one]
    return len(filled) > 1 and any(all(one.isdisjoint(other) for other in filled if other is not one) for one in filled)


def are_alike(page: Outline, one: Grid, other: Grid) -> bool:
    """Whether two tables have cells of the same kinds in every column, and not of one kind in all."""
    kinds = [
        [_usual(page, [row.cells[n] for row in grid.records]) for n in range(len(one.labels))] for grid in (one, other)
    ]
    return kinds[0] == kinds[1] and len({kind for kind in kinds[0] if kind}) > 1


def _usual(page: Outline, cells: Sequence[int]) -> tuple[bool, bool] | None:
    """Whether most cells that say something have letters, and figures; None where none does."""
    kinds = Counter(_kind(page, cell)[:2] for cell in cells if cell >= 0 and page.text[cell])
    return kinds.most_common(1)[0][0] if kinds else None


def are_cells(page: Outline, grid: Grid, roots: Collection[int]) -> bool:
    """Whether elements are cells of a table, or all that these say, and several of most rows."""
    places = {cell: number for number, row in enumerate(grid.records) for cell in row.cells if cell >= 0}
    rows = Counter(places.get(_around(page, root)) for root in roots)
    return None not in rows and sum(count > 1 for count in rows.values()) * 2 > len(rows)


def _around(page: Outline, root: int) -> int:
    """The cell that says nothing but what an element in it does, or the element."""
    for place in (root, *page.ancestors(root)):
        if page.text[place] != page.text[root]:
            break
        if page.nodes[place].tag in {"td", "th"}:
            return place
    return root


def _kind(page: Outline, cell: int) -> tuple[bool, bool, tuple[str, ...]]:
    """Whether a cell has letters, whether it has figures, and how it is built."""
    text = page.text[cell]
    tags = tuple(node.tag for node in page.nodes[cell + 1 : page.nodes[cell].end])
    return (any(map(str.isalpha, text)), any(map(str.isdigit, text)), tags)
