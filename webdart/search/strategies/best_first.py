"""Best first: always try the most hopeful untried action anywhere in the tree.

Ends at a goal that nothing untried could better, when nothing is left, or when the budget is spent; complete on finite
sites whose actions can be undone, since nothing is pruned (DESIGN.md section 4; WebOperator section 3 for the order:
safe first, terminating only when nothing better is in sight).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from webdart.search.backtrack import Unreachable, reach
from webdart.search.frontier import Frontier
from webdart.search.port import Action, Appraisal, Candidate, Reward, State, World
from webdart.search.tree import Node, Tree


@dataclass(frozen=True, slots=True)
class Found(Generic[State, Action]):
    """The best node seen, why the search ended, and the whole tree."""

    node: Node[State, Action]
    reason: str
    tree: Tree[State, Action]


class BestFirst(Generic[State, Action]):
    """One search from a state that is shown now. `may_go_on` is asked before every action (the budget)."""

    def __init__(
        self,
        world: World[State, Action],
        reward: Reward[State],
        may_go_on: Callable[[], bool],
        seen: Callable[[Node[State, Action]], None],
    ) -> None:
        self._world = world
        self._reward = reward
        self._may_go_on = may_go_on
        self._tell = seen
        self._tree: Tree[State, Action] = Tree()
        self._frontier: Frontier[State, Action] = Frontier()
        self._shown: Node[State, Action] | None = None

    async def search(self, start: State) -> Found[State, Action]:
        """Search until done; the best node is *not* necessarily the one shown at the end."""
        await self._observe(start, None, None)
        while True:
            best = self._tree.best()
            if best.appraisal.goal and best.appraisal.value >= self._frontier.hope():
                return Found(best, "found", self._tree)
            if not self._may_go_on():
                return Found(best, "budget", self._tree)
            entry = self._frontier.pop()
            if entry is None:
                return Found(best, "found" if best.appraisal.goal else "nothing left to try", self._tree)
            await self._try(*entry)

    async def _try(self, node: Node[State, Action], candidate: Candidate[Action]) -> None:
        try:
            state = node.state if self._shown is node else await reach(self._world, node)
        except Unreachable as gone:
            self._tree.nodes[gone.index].note = "no longer there"
            self._shown = None
            return
        after = await self._world.take(state, candidate.action)
        await self._observe(after, node, candidate)

    async def _observe(self, state: State, parent: Node[State, Action] | None, via: Candidate[Action] | None) -> None:
        fingerprint = self._world.fingerprint(state)
        again = self._tree.known(fingerprint)
        appraisal = Appraisal(0.0, reason=f"seen before as {again.index}") if again else await self._reward(state)
        node = self._tree.add(
            state,
            appraisal,
            fingerprint=fingerprint,
            checkpoint=self._world.checkpoint(state),
            parent=parent,
            via=via,
        )
        self._shown = node
        self._tell(node)
        if again is None:
            for candidate in await self._world.candidates(state):
                self._frontier.push(node, candidate)
