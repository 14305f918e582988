"""Moves a search: observes, takes a candidate from any node, goes back; shared by all strategies.

A strategy asks for a step from a node; the explorer shows that node again if it must, takes the candidate, appraises
and remembers what follows. A step that could not be done is reported to whoever proposed it, and drawn.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol

from msgspec import Struct

from webdart.search.backtrack import Backtracker, Unreachable
from webdart.search.port import Action, Address, After, Appraisal, Candidate, Rejected, Reward, Scout, State, World
from webdart.search.roles import Proposer, Step, Trail
from webdart.search.tree import Node, Tree
from webdart.values import replace


class Watcher(Protocol[State, Action]):
    """Is told what a search does, for the trace and the report."""

    def saw(self, node: Node[State, Action]) -> None:
        """A new node."""
        ...

    def failed(self, node: Node[State, Action], candidate: Candidate[Action], reason: str) -> None:
        """A candidate of `node` could not be taken; nothing was done."""
        ...

    def returned(self, node: Node[State, Action], toward: Candidate[Action]) -> None:
        """The search went back to `node`, to take `toward` from there."""
        ...


class Found(Struct, Generic[State, Action], frozen=True):
    """The best node seen, why the search ended, the whole tree, and the lessons learned on the way."""

    node: Node[State, Action]
    reason: str
    tree: Tree[State, Action]
    lessons: tuple[str, ...] = ()


class Ground(Struct, Generic[State, Action], frozen=True, kw_only=True):
    """What a search stands on.

    `may_go_on` is asked before every action (the budget); `propose` orders and narrows what a page offers; `scout`
    looks at plain links side by side, where the world can.
    """

    world: World[State, Action]
    reward: Reward[State]
    may_go_on: Callable[[], bool]
    watcher: Watcher[State, Action]
    propose: Proposer[State, Action] | None = None
    scout: Scout[State, Action] | None = None
    objective: str = ""


class Explorer(Generic[State, Action]):
    """One search: its tree, the node that is shown (None when unknown), and the way back."""

    def __init__(self, ground: Ground[State, Action]) -> None:
        self.ground = ground
        self.tree: Tree[State, Action] = Tree()
        self.back: Backtracker[State, Action] = Backtracker(ground.world)
        self.shown: Node[State, Action] | None = None
        self.lessons: list[str] = []
        self._refusals: dict[int, list[str]] = {}
        self._reconsidered: set[int] = set()

    async def begin(self, state: State) -> Node[State, Action]:
        """The state shown now is where the search starts."""
        return await self.observe(After(state), None, None)

    async def take(self, node: Node[State, Action], candidate: Candidate[Action]) -> Node[State, Action] | None:
        """Take a candidate of `node`, wherever the search is; None where it could not be taken."""
        node.tried.add(candidate.key)
        state, action = node.state, candidate.action
        try:
            if node is not self.shown and not candidate.plain:
                state, action = await self._reach(node, candidate)
            after = await self.ground.world.take(state, action)
        except Unreachable as gone:
            await self._fail(node, candidate, gone.reason)
            return None
        except Rejected as rejected:
            # a node that was shown again is no longer the very page on which its candidates were found
            self.shown = self.shown if not rejected.moved and state is node.state else None
            await self._fail(node, candidate, rejected.reason)
            return None
        return await self.observe(after, node, candidate)

    async def _reach(self, node: Node[State, Action], toward: Candidate[Action]) -> tuple[State, Action]:
        """Show `node` again; a node that is gone as a whole offers nothing any more."""
        try:
            state, action = await self.back.reach(self.tree, node, toward)
        except Unreachable as gone:
            if gone.whole:
                node.note = gone.reason
                node.appraisal = replace(node.appraisal, dead=True)
            raise
        assert action is not None
        self.shown = node
        self.ground.watcher.returned(node, toward)
        return state, action

    async def observe(
        self, after: After[State], parent: Node[State, Action] | None, via: Candidate[Action] | None
    ) -> Node[State, Action]:
        """Put the state that is shown now into the tree."""
        node = await self.add(after, parent, via)
        self.shown = node
        return node

    async def add(
        self, after: After[State], parent: Node[State, Action] | None, via: Candidate[Action] | None
    ) -> Node[State, Action]:
        """Appraise a state and put it into the tree, with what it offers; a place seen before offers nothing."""
        world, state = self.ground.world, after.state
        fingerprint = world.fingerprint(state)
        again = None if after.wrote else self.tree.known(fingerprint)
        appraisal = Appraisal(0.0, reason=f"seen before as {again.index}") if again else await self.ground.reward(state)
        node = Node(
            len(self.tree.nodes),
            parent,
            via,
            state,
            appraisal,
            0 if parent is None else parent.depth + 1,
            self._address(state, parent, via),
            wrote=after.wrote,
            held=after.held,
            again=again,
        )
        if not node.closed:
            offered = merge(await world.candidates(state))
            propose = self.ground.propose
            asked = propose is not None and not appraisal.goal  # no role is asked the way on from a goal
            node.offered = tuple(await propose(self.trail(node), offered)) if propose and asked else offered
        self.tree.add(node, fingerprint)
        self.ground.watcher.saw(node)
        return node

    def trail(self, node: Node[State, Action], objective: str = "") -> Trail[State]:
        """What a role gets: the steps to `node`, what failed there, and the lessons so far."""
        steps = tuple(
            Step(step.via.label, step.via.effect, step.appraisal.value, step.held, step.note)
            for step in node.path()
            if step.via is not None
        )
        failed = tuple(self._refusals.get(node.index, ()))
        before = None if node.parent is None else node.parent.state
        return Trail(node.state, steps, failed, tuple(self.lessons), objective or self.ground.objective, before)

    def untried(self, node: Node[State, Action]) -> Sequence[Candidate[Action]]:
        """What `node` offers and was not tried there, most hopeful first."""
        left = (one for one in node.offered if one.key not in node.tried and one.effect != "invalid")
        return sorted(left, key=lambda one: -one.prior)

    def found(self, reason: str, node: Node[State, Action] | None = None) -> Found[State, Action]:
        """The end of the search."""
        return Found(node or self.tree.best(), reason, self.tree, tuple(self.lessons))

    def _address(
        self, state: State, parent: Node[State, Action] | None, via: Candidate[Action] | None
    ) -> Address | None:
        """Its own address: one that is still that of the page before shows that page, not this state."""
        address = self.ground.world.address(state)
        if address is None or parent is None or (via is not None and via.plain):
            return address
        before = self.ground.world.address(parent.state)
        return None if before is not None and before.exact == address.exact else address

    async def _fail(self, node: Node[State, Action], candidate: Candidate[Action], reason: str) -> None:
        """Tell that it could not be done; whoever proposes may order anew what is left there, once for each node."""
        self._refusals.setdefault(node.index, []).append(f"{candidate.label}: {reason}")
        self.ground.watcher.failed(node, candidate, reason)
        propose, left = self.ground.propose, self.untried(node)
        if propose is not None and left and not node.closed and node.index not in self._reconsidered:
            self._reconsidered.add(node.index)
            tried = tuple(one for one in node.offered if one.key in node.tried)
            node.offered = (*tried, *await propose(self.trail(node), left))


def merge(candidates: Sequence[Candidate[Action]]) -> tuple[Candidate[Action], ...]:
    """One of every equal key, hopes summed up to 1: what several proposals agree on counts for more."""
    merged: dict[object, Candidate[Action]] = {}
    for one in candidates:
        first = merged.get(one.key)
        merged[one.key] = (
            one
            if first is None
            else Candidate(
                first.action, first.key, min(1.0, first.prior + one.prior), first.effect, first.label, first.plain
            )
        )
    return tuple(merged.values())
