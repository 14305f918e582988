"""Names the columns of a table, and tells a row of heads in mid-table that names a group of records.

"North | 12 | 3" above the cities of the north names a group: a name, and sums; or a name and the heads once more. A
column is called by its lowest head, or by those above it too where two have the same.
"""

import re
from collections import Counter
from collections.abc import Sequence

from webdart.records.structure.outline import Outline
from webdart.records.structure.spans import TableRow
from webdart.records.structure.total_rows import is_called_sum
from webdart.records.words import plain

_BOLD = frozenset({"b", "strong"})
_CELLS = 2  # of a row: one text and one blank may well be a record
_ASIDE = re.compile(r"(?<=\w)\s*[(\[][^()\[\]]*[)\]]$")


def first_group(
    page: Outline, heads: Sequence[TableRow], body: Sequence[TableRow], wanted: frozenset[str]
) -> str | None:
    """What the first records have in common, where heads are said again for each group: "North | Won | Lost"."""
    named = [row for row in body if row.names]
    if not named or named[0] is body[0] or len(heads) != 1 or plain(page.text[heads[0].own[0]]) in wanted:
        return None
    said = {tuple(page.text[cell] for cell in row.own[1:]) for row in (*heads, *named)}
    return page.text[heads[0].own[0]] if len(said) == 1 else None


def names_group(page: Outline, row: TableRow, heads: Sequence[TableRow]) -> bool:
    """Whether a row of head cells in mid-table names a group: "North | 12 | 3", "North | Won | Lost" below such heads.

    Its first cell is a word that no head is, and the others are figures, heads again or blank.
    """
    first, *others = [page.text[cell] for cell in row.own]
    above = {page.text[cell] for head in heads for cell in head.own}
    if (
        not others
        or not any(map(str.isalpha, first))
        or first in above
        or any(map(str.isdigit, first))
        or is_called_sum(first)
    ):
        return False
    return all(not text or text in above or any(map(str.isdigit, text)) for text in others)


def group_lines(page: Outline, rows: Sequence[TableRow]) -> set[int]:
    """The places of rows that name groups in one bold cell among blank ones: "**North**" above the cities of the north.

    Records have more to say, and no bold print there; each such row has records below it, and they begin with one or
    have several.
    """
    filled = [[cell for cell in row.own if page.leaves[cell]] for row in rows]
    found = {place for place, cells in enumerate(filled) if len(cells) == 1 and _is_name(page, rows[place], cells[0])}
    records = [place for place in range(len(rows)) if place not in found]
    columns = {rows[place].cells.index(filled[place][0]) for place in found}
    plain_rows = (rows[place].cells for place in records)
    bold = any(
        column < len(cells) and cells[column] >= 0 and _is_bold(page, cells[column])
        for cells in plain_rows
        for column in columns
    )
    above = all(place + 1 in records for place in found)
    told = found and above and not bold and (0 in found or len(found) > 1)
    return found if told and all(len(filled[place]) > 1 for place in records) else set()


def _is_name(page: Outline, row: TableRow, cell: int) -> bool:
    """Whether the one text of a row of several cells may name a group: bold words, and no sum."""
    text = page.text[cell]
    words = any(map(str.isalpha, text)) and not is_called_sum(text)
    return len(row.own) > _CELLS and words and _is_bold(page, cell)


def _is_bold(page: Outline, cell: int) -> bool:
    """Whether all that a cell says is bold."""
    inner = page.nodes[cell + 1 : page.nodes[cell].end]
    return any(node.tag in _BOLD and page.text[node.index] == page.text[cell] for node in inner)


def distinct_heads(shown: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What columns are called: the lowest head, or with those above it where two have the same."""
    often = Counter(name for name, _ in shown)
    wholly = Counter(whole for _, whole in shown)
    return tuple(whole if often[name] > 1 and wholly[whole] < often[name] else name for name, whole in shown)


def without_parts(labels: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The labels without parts of heads that are the whole of another one: "Giant<br>Slalom" beside "Slalom"."""
    whole = {names[0] for names in labels if names}
    return [(*names[:1], *(name for name in names[1:] if name not in whole)) for names in labels]


def without_asides(labels: Sequence[tuple[str, ...]], shown: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The labels, and each head ("Price (USD)") without what stands in brackets behind it, if no other is called so."""
    bare = [plain(_ASIDE.sub("", text)) if _ASIDE.search(text) else "" for text in shown]
    known = Counter(name for names in labels for name in names) + Counter(bare)
    pairs = zip(labels, bare, strict=True)
    return tuple((*names, name) if name and known[name] == 1 else names for names, name in pairs)
