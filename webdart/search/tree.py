"""What has been seen, and how did we get there? The tree that every strategy grows.

A node is an observed state, the edge to it the candidate that was taken. Nodes are never removed: the report draws
them, and the backtracker walks up them.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Generic

from webdart.search.port import Action, Appraisal, Candidate, State


@dataclass(slots=True, eq=False)
class Node(Generic[State, Action]):
    """One observed state. `via` is None at the root; `note` says what became of it (for the report)."""

    index: int
    parent: "Node[State, Action] | None"
    via: Candidate[Action] | None
    state: State
    appraisal: Appraisal
    depth: int
    checkpoint: bool
    note: str = ""

    def path(self) -> "tuple[Node[State, Action], ...]":
        """From the root to this node."""
        above = () if self.parent is None else self.parent.path()
        return (*above, self)


class Tree(Generic[State, Action]):
    """The nodes of one search, in the order in which they were seen."""

    def __init__(self) -> None:
        self.nodes: list[Node[State, Action]] = []
        self._seen: dict[Hashable, Node[State, Action]] = {}

    def add(
        self,
        state: State,
        appraisal: Appraisal,
        *,
        fingerprint: Hashable,
        checkpoint: bool,
        parent: Node[State, Action] | None = None,
        via: Candidate[Action] | None = None,
    ) -> Node[State, Action]:
        """A new node below `parent`; the first node with a fingerprint is the one that `known` gives."""
        depth = 0 if parent is None else parent.depth + 1
        node = Node(len(self.nodes), parent, via, state, appraisal, depth, checkpoint)
        self.nodes.append(node)
        self._seen.setdefault(fingerprint, node)
        return node

    def known(self, fingerprint: Hashable) -> Node[State, Action] | None:
        """The node that showed this place before, if any."""
        return self._seen.get(fingerprint)

    def best(self) -> Node[State, Action]:
        """The node with the highest appraisal; the earliest of equals."""
        return max(self.nodes, key=lambda node: (node.appraisal.goal, node.appraisal.value, -node.index))

    def __iter__(self) -> Iterator[Node[State, Action]]:
        return iter(self.nodes)
