"""Tells which texts the columns of a listing have on the page that was looked at."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import rows_of
from webdart.model.planning.pieces import Asked, name_of
from webdart.table.cell_json import text

_ROWS = 12
"""Rows that tell a column of few texts from one that is short by chance."""
_DISTINCT = 8
"""Texts of a column that repeats them, such as a status; measured on the demo and on other people's applications."""
_UNTOLD = frozenset({"link", "image"})


class SeenColumn(Struct, frozen=True):
    """A column with its different texts, the most frequent first; `repeats` where it has the same few all the time."""

    name: str
    type: str
    values: tuple[str, ...]
    repeats: bool


def columns_of(found: Found) -> tuple[SeenColumn, ...]:
    """The columns of a listing, links and pictures left out."""
    names, rows = rows_of(found)
    kinds = {field.name: field.type.kind for field in found.extract.fields}
    pairs = ((name, [row[place] for row in rows]) for place, name in enumerate(names))
    return tuple(_seen(name, kinds[name], cells) for name, cells in pairs if kinds.get(name) not in {None, *_UNTOLD})


def columns_of_page(asked: Sequence[Asked], *, alone: bool) -> tuple[SeenColumn, ...]:
    """The fields of a record's own page with the text of the one that was looked at; `alone`: there is no other."""
    return tuple(
        SeenColumn(name=name_of(one.label), type=one.type, values=(one.sample,), repeats=alone and one.type == "text")
        for one in asked
        if one.sample and one.type not in _UNTOLD
    )


def _seen(name: str, kind: str, cells: Sequence[object]) -> SeenColumn:
    texts = [text(cell) for cell in cells if cell is not None]  # pyright: ignore[reportArgumentType]
    counted = Counter(texts)
    few = kind == "text" and len(texts) >= _ROWS and len(counted) <= min(_DISTINCT, len(texts) // 2)
    return SeenColumn(name=name, type=str(kind), values=tuple(one for one, _ in counted.most_common()), repeats=few)
