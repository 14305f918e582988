"""Converts pages kept by earlier versions to today's columns.

In those versions each node had its own tag, role and mask, the places of its parent and its end, and attributes or
null.
"""

from typing import Any

_GIVEN = 1 << 19  # view.js: it has attributes
_MOST_NODES = 60_000  # of a page that was cut, without saying how


def renewed(columns: dict[str, Any]) -> dict[str, Any]:
    """The columns of a payload as `parse` wants them; those of this version as they are."""
    if isinstance(columns["cut"], bool):
        columns["cut"] = {"nodes": _MOST_NODES} if columns["cut"] else {}
    if "shapes" in columns:
        return columns
    old = {name: columns.pop(name) for name in ("parents", "ends", "tags", "roles", "kept", "masks")}
    shapes: dict[tuple[int, int, int], int] = {}
    looks: list[int] = []
    for tag, role, mask, kept in zip(old["tags"], old["roles"], old["masks"], old["kept"], strict=True):
        shape = (tag, role, mask | (_GIVEN if kept is not None else 0))
        looks.append(shapes.setdefault(shape, len(shapes)))
    return columns | {
        "shapes": [number for shape in shapes for number in shape],
        "looks": looks,
        "above": [index - parent for index, parent in enumerate(old["parents"])],
        "sizes": [end - index for index, end in enumerate(old["ends"])],
        "given": [kept for kept in old["kept"] if kept is not None],
    }
