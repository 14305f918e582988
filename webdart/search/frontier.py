"""Which untried actions are left, best first?

Equivalent candidates (equal keys) are one entry, with the better of their hopes: an action is tried once, wherever it
was first seen. Destructive and invalid ones never enter.
"""

import heapq
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic

from webdart.search.port import Action, Candidate, State
from webdart.search.tree import Node


@dataclass(order=True, slots=True)
class _Entry(Generic[State, Action]):
    rank: tuple[float, int]
    node: Node[State, Action] = field(compare=False)
    candidate: Candidate[Action] = field(compare=False)


class Frontier(Generic[State, Action]):
    """A priority queue of (node, candidate); the hope of a candidate fades with depth, so near ones go first."""

    def __init__(self, *, fade: float = 0.9) -> None:
        self._heap: list[_Entry[State, Action]] = []
        self._hopes: dict[Hashable, float] = {}
        self._taken: set[Hashable] = set()
        self._fade = fade
        self._count = 0

    def push(self, node: Node[State, Action], candidate: Candidate[Action]) -> None:
        """Offer a candidate of `node`; a worse duplicate of one already offered is ignored."""
        if candidate.effect in ("destructive", "invalid") or candidate.key in self._taken:
            return
        hope = candidate.prior * self._fade**node.depth
        if self._hopes.get(candidate.key, -1.0) >= hope:
            return
        self._hopes[candidate.key] = hope
        self._count += 1
        heapq.heappush(self._heap, _Entry((-hope, self._count), node, candidate))

    def pop(self) -> tuple[Node[State, Action], Candidate[Action]] | None:
        """The most hopeful untried action, or None when nothing is left."""
        while self._heap:
            entry = heapq.heappop(self._heap)
            if entry.candidate.key not in self._taken:
                self._taken.add(entry.candidate.key)
                return entry.node, entry.candidate
        return None

    def hope(self) -> float:
        """The hope of the best untried action; 0 when nothing is left."""
        while self._heap and self._heap[0].candidate.key in self._taken:
            heapq.heappop(self._heap)
        return -self._heap[0].rank[0] if self._heap else 0.0
