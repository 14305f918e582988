"""Searches best first: always the most hopeful untried action anywhere in the tree.

Ends at a goal that nothing untried could better, where stopping was proposed with confidence, when nothing is left, or
when the budget is spent. Without a limit nothing is pruned, and on a finite site whose actions can be undone every goal
that can be reached is found. Action-aware (WebOperator section 3): harmless actions first, what may write deferred.
"""

from typing import Generic

from webdart.search.explore import Explorer, Found, Ground
from webdart.search.frontier import Entry, Frontier
from webdart.search.port import Action, State
from webdart.search.tree import Node

CONFIDENT = 0.8
"""How sure a proposal to stop must be to end the search while something else is left to try."""


class BestFirst(Generic[State, Action]):
    """One search from a state that is shown now; the best node is *not* necessarily the one shown at the end."""

    def __init__(self, ground: Ground[State, Action], *, limit: int | None = None, writes: bool = False) -> None:
        self.explorer = Explorer(ground)
        self._frontier: Frontier[State, Action] = Frontier(limit=limit, writes=writes)
        self._stop: Entry[State, Action] | None = None

    async def search(self, start: State) -> Found[State, Action]:
        """Search until done."""
        explorer, frontier = self.explorer, self._frontier
        self._open(await explorer.begin(start))
        while True:
            best = explorer.tree.best()
            if best.appraisal.goal and best.appraisal.value >= frontier.hope():
                return explorer.found("found")
            if not explorer.ground.may_go_on():
                return self._end("budget")
            entry = frontier.pop()
            if entry is None:
                return self._end("nothing left to try")
            if entry.node.closed:
                continue
            if entry.candidate.effect == "terminating":
                if entry.candidate.prior >= CONFIDENT:
                    return explorer.found("stopped", entry.node)
                self._stop = max(self._stop or entry, entry, key=lambda one: one.rank)
                continue
            node = await explorer.take(entry.node, entry.candidate)
            if node is not None:
                frontier.done(entry.candidate.key)
                self._open(node)
            elif explorer.ground.propose is not None:
                frontier.renew(entry.node, explorer.untried(entry.node))

    def _open(self, node: Node[State, Action]) -> None:
        if node.wrote:  # what was seen before the write is not gone back to
            self._frontier.keep(lambda other: bool(self.explorer.tree.line(other)))
        for candidate in node.offered:
            self._frontier.push(node, candidate)

    def _end(self, reason: str) -> Found[State, Action]:
        explorer = self.explorer
        if explorer.tree.best().appraisal.goal:
            return explorer.found("found")
        if self._stop is not None and explorer.tree.line(self._stop.node):
            return explorer.found("stopped", self._stop.node)
        return explorer.found(reason)
