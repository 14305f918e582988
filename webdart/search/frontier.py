"""Queues the untried actions, best first.

Safe actions go before those that may write, and what was done three times in a row goes last. Equivalent candidates
(equal keys) are tried once; they stay queued until one of them succeeded, since the way to the first may be lost. With
a limit the queue is minimised as WebOperator does (section 3): actions whose state can't be gone back to are dropped,
one action that ends, one that writes and one that repeats are kept, then the most hopeful.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic

from msgspec import Struct

from webdart.search.port import Action, Candidate, State
from webdart.search.tree import Node

FADE = 0.9
"""By how much the hope of a candidate fades with every step from the root: near ones go first."""

DEFERRED = 0.5
"""What may write waits until nothing harmless has half its hope,"""

ASKED_FOR = 0.9
"""unless its own hope is at least this: then it is what the search is for."""

REPEATED = 3
"""So many equal actions in a row count as repetition."""

_REPEATING = 0.25


class Entry(Struct, Generic[State, Action], frozen=True):
    """An action that may be tried from a node; `hope` is what orders the queue."""

    node: Node[State, Action]
    candidate: Candidate[Action]
    hope: float
    repeats: bool
    order: int

    @property
    def rank(self) -> tuple[float, int]:
        """Higher goes first; of equals the earlier."""
        return (self.hope, -self.order)


class Frontier(Generic[State, Action]):
    """The queue of (node, candidate). `limit` bounds it; None keeps everything (then best-first is complete)."""

    def __init__(self, *, limit: int | None = None, writes: bool = False) -> None:
        self._entries: list[Entry[State, Action]] = []
        self._done: set[Hashable] = set()
        self._limit = limit
        self._writes = writes
        self._count = 0

    def push(self, node: Node[State, Action], candidate: Candidate[Action]) -> None:
        """Offer a candidate of `node`; one that can't be taken, or writes where nothing may, never enters."""
        forbidden = candidate.effect == "invalid" or (candidate.effect == "destructive" and not self._writes)
        if forbidden or candidate.key in self._done:
            return
        self._count += 1
        repeats = _repeats(node, candidate)
        waits = candidate.effect == "destructive" and candidate.prior < ASKED_FOR
        hope = candidate.prior * FADE**node.depth * (DEFERRED if waits else 1.0)
        self._entries.append(Entry(node, candidate, hope * (_REPEATING if repeats else 1.0), repeats, self._count))
        if self._limit is not None and len(self._entries) > self._limit:
            self._minimise(self._limit)

    def pop(self) -> Entry[State, Action] | None:
        """The most hopeful untried action, or None when nothing is left."""
        self._entries = [entry for entry in self._entries if entry.candidate.key not in self._done]
        if not self._entries:
            return None
        entry = max(self._entries, key=lambda entry: entry.rank)
        self._entries.remove(entry)
        return entry

    def renew(self, node: Node[State, Action], left: Sequence[Candidate[Action]]) -> None:
        """What is left to try from `node` is this, with these hopes."""
        self._entries = [entry for entry in self._entries if entry.node is not node]
        for candidate in left:
            self.push(node, candidate)

    def done(self, key: Hashable) -> None:
        """An action came off: nothing equivalent need be tried again."""
        self._done.add(key)

    def keep(self, wanted: Callable[[Node[State, Action]], bool]) -> None:
        """Drop what hangs on nodes that can't be gone back to; after a write, what was done may be done again."""
        self._entries = [entry for entry in self._entries if wanted(entry.node)]
        self._done = set()

    def hope(self) -> float:
        """The hope of the best untried action; 0 when nothing is left."""
        return max((one.hope for one in self._entries if one.candidate.key not in self._done), default=0.0)

    def __len__(self) -> int:
        return len(self._entries)

    def _minimise(self, limit: int) -> None:
        best_first = sorted(self._entries, key=lambda entry: entry.rank, reverse=True)
        kept: list[Entry[State, Action]] = []
        seen: set[Hashable] = set()
        for entry in best_first:
            kind = _kind(entry)
            if entry.node.closed or entry.candidate.key in seen or kind in seen:
                continue
            seen |= {entry.candidate.key, *([kind] if kind != "harmless" else [])}
            kept.append(entry)
        self._entries = kept[:limit]


def _kind(entry: Entry[State, Action]) -> str:
    if entry.candidate.effect in ("terminating", "destructive"):
        return f"one that is {entry.candidate.effect}"
    return "one that repeats" if entry.repeats else "harmless"


def _repeats(node: Node[State, Action], candidate: Candidate[Action]) -> bool:
    """Whether the last steps to `node` were this very action, three times in a row with this one."""
    place: Node[State, Action] | None = node
    for _ in range(REPEATED - 1):
        if place is None or place.via is None or place.via.label != candidate.label or not candidate.label:
            return False
        place = place.parent
    return True
