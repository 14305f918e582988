"""Lays out a search tree like the outline of a book: one state per line, children indented."""

from collections.abc import Sequence
from dataclasses import dataclass

LINE, INDENT, MARGIN = 26, 22, 14
"""Pixels: height of a line, width of a level, room around the first node."""

SHOWN = 120
"""Nodes drawn at most; the way to the goal is always among them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A state that a search saw: what led to it, how good it was from 0 to 1, whether the search ended there.

    `effect` is what the action was taken for, `held` the requests of it that were stopped, `wrote` whether one was let
    go; `alerts` what dialogs said over it; `again` the state that it showed once more (-1: none); `returns` how often
    the search came back here, `failures` what could not be done from here.
    """

    number: int
    parent: int | None
    label: str
    url: str
    reason: str
    value: float
    goal: bool
    effect: str = ""
    held: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()
    wrote: bool = False
    again: int = -1
    returns: int = 0
    failures: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[tuple[str, str], ...]:
        """The note after a node's label: its kind, which sets the colour, and its words."""
        said: list[tuple[str, str]] = []
        if self.wrote:
            said.append(("wrote", "sent"))
        if self.held:
            said.append(("held", f"held {', '.join(self.held)}"))
        if self.alerts:
            said.append(("quiet", f"said {' / '.join(self.alerts)}"))
        if self.again >= 0:
            said.append(("quiet", f"state {self.again} again"))
        if self.returns:
            said.append(("returns", f"back here {self.returns}x" if self.returns > 1 else "back here"))
        if self.failures:
            said.append(("quiet", f"{len(self.failures)} not possible"))
        return tuple(said)


@dataclass(frozen=True, slots=True)
class Placed:
    """A state with its place in the drawing; `above` is where its parent stands, `chosen` on the way to the goal."""

    seen: Seen
    x: int
    y: int
    above: tuple[int, int] | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawn tree: its size in pixels, its nodes from top to bottom, and how many more were seen."""

    width: int
    height: int
    nodes: tuple[Placed, ...]
    hidden: int
    found: bool


def outline(nodes: Sequence[Seen]) -> Outline:
    """Lay out a tree whose parents come before their children; a node with an unknown parent is a root."""
    by_number = {node.number: node for node in nodes}
    way = _way(nodes, by_number)
    kept = _kept(nodes, way)
    below: dict[int | None, list[Seen]] = {}
    for node in kept:
        below.setdefault(node.parent if node.parent in by_number else None, []).append(node)
    placed: list[Placed] = []
    # an explicit stack: a chain of a thousand pages must not be a thousand calls deep
    waiting: list[tuple[Seen, int, tuple[int, int] | None]] = [
        (node, 0, None) for node in reversed(below.get(None, []))
    ]
    while waiting:
        node, depth, above = waiting.pop()
        place = (MARGIN + depth * INDENT, MARGIN + len(placed) * LINE)
        placed.append(Placed(node, *place, above, node.number in way))
        waiting += [(child, depth + 1, place) for child in reversed(below.pop(node.number, []))]
    deepest = max((node.x for node in placed), default=0)
    return Outline(
        width=deepest + 820,
        height=2 * MARGIN + max(len(placed) - 1, 0) * LINE,
        nodes=tuple(placed),
        hidden=len(nodes) - len(placed),
        found=any(node.goal for node in nodes),
    )


def _way(nodes: Sequence[Seen], by_number: dict[int, Seen]) -> frozenset[int]:
    """The numbers from the goal (or the best state) up to the root."""
    end = max(nodes, key=lambda node: (node.goal, node.value), default=None)
    way: set[int] = set()
    while end is not None and end.number not in way:
        way.add(end.number)
        end = None if end.parent is None else by_number.get(end.parent)
    return frozenset(way)


def _kept(nodes: Sequence[Seen], way: frozenset[int]) -> list[Seen]:
    room = SHOWN - len(way)
    kept: list[Seen] = []
    numbers: set[int] = set()
    for node in nodes:
        beside_kept = node.parent is None or node.parent in numbers
        if node.number in way or (room > 0 and beside_kept):
            room -= node.number not in way
            kept.append(node)
            numbers.add(node.number)
    return kept
