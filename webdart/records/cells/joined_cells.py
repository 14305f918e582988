"""Is one cell of a table read for several fields, because it stands over their columns?

"Not awarded", across the columns of the laureate and the country, is neither; "closed", over the hours of both halves
of a day, is both. Nothing on the page tells which, so a person is told.
"""

from collections import defaultdict

from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned
from webdart.records.structure.outline import Outline

_PAIR = 2  # fields
_SHOWN = 40  # letters of the cell


def joined_cells(page: Outline, assigned: Assigned) -> tuple[Remark, ...]:
    """That the cells of some records are read for several fields, with the first of them."""
    fields = {name: match.column for name, match in assigned.matches.items() if match.column.source == "head"}
    found: list[tuple[int, list[str]]] = []
    for place in range(len(assigned.records)):
        read: dict[int, dict[str, str]] = defaultdict(dict)
        for name, column in fields.items():
            for node, part in column.hits[place][:1]:
                if part is None and page.text[node]:
                    read[node][column.key] = name
        found += [(node, list(names.values())) for node, names in read.items() if len(names) >= _PAIR]
    if not found:
        return ()
    node, names = found[0]
    text = (
        f"a cell over several columns is read for each of them, as {page.text[node][:_SHOWN]!r} for {', '.join(names)}"
    )
    return (Remark(code="joined cells", text=text, count=len(found)),)
