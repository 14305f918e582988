"""Records what has been seen and how it was reached, in the tree that every strategy grows.

A node is an observed state, the edge to it the candidate that was taken. Nodes are never removed: the report draws
them, and the backtracker walks up them. After a write the present node is the root: what was seen before it may no
longer be so (WebOperator, re-rooting after a destructive action).
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic

from webdart.search.port import Action, Address, Appraisal, Candidate, State


@dataclass(slots=True, eq=False)
class Node(Generic[State, Action]):
    """One observed state. `via` is None at the root; `note` says what became of it (for the report).

    `address` is None where the state has none of its own (or that of the page before it); `wrote` and `held` are of
    the edge to it; `again` is the first node that showed the same place; `offered` what can be done
    there, `tried` the keys of what was.
    """

    index: int
    parent: "Node[State, Action] | None"
    via: Candidate[Action] | None
    state: State
    appraisal: Appraisal
    depth: int
    address: Address | None
    wrote: bool = False
    held: tuple[str, ...] = ()
    note: str = ""
    again: "Node[State, Action] | None" = None
    offered: "tuple[Candidate[Action], ...]" = ()
    tried: set[Hashable] = field(default_factory=set[Hashable])

    def path(self) -> "tuple[Node[State, Action], ...]":
        """From the very first node to this one."""
        line: list[Node[State, Action]] = [self]
        while line[-1].parent is not None:
            line.append(line[-1].parent)
        return tuple(reversed(line))

    @property
    def closed(self) -> bool:
        """Whether nothing is to be had from going on here: it leads nowhere, or was seen before."""
        return self.appraisal.dead or self.again is not None


class Tree(Generic[State, Action]):
    """The nodes of one search, in the order in which they were seen."""

    def __init__(self) -> None:
        self.nodes: list[Node[State, Action]] = []
        self.root: Node[State, Action] | None = None
        self._seen: dict[Hashable, Node[State, Action]] = {}

    def add(self, node: Node[State, Action], fingerprint: Hashable) -> None:
        """Put a node in; one that wrote is the root from now on, and no place counts as seen before it."""
        assert node.index == len(self.nodes)
        self.nodes.append(node)
        if node.parent is None or node.wrote:
            self.root = node
            self._seen = {}
        self._seen.setdefault(fingerprint, node)

    def known(self, fingerprint: Hashable) -> Node[State, Action] | None:
        """The node that showed this place since the last write, if any."""
        return self._seen.get(fingerprint)

    def line(self, node: Node[State, Action]) -> tuple[Node[State, Action], ...]:
        """From the present root down to `node`; empty where `node` lies before a write, and can't be gone back to."""
        path = node.path()
        place = next((at for at, step in enumerate(path) if step is self.root), None)
        return () if place is None else path[place:]

    def best(self) -> Node[State, Action]:
        """The node with the highest appraisal; the earliest of equals."""
        return max(self.nodes, key=lambda node: (node.appraisal.goal, node.appraisal.value, -node.index))

    def __iter__(self) -> Iterator[Node[State, Action]]:
        return iter(self.nodes)
