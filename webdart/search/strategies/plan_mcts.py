"""Searches over plans in words: nodes are verified states, edges are directives of a few actions.

After Plan-MCTS (section 3): select by UCT over the edges, execute, refine a failed directive in place, expand, and
propagate the running mean of micro (was it done?) times macro (how near the objective?) upwards. The paper leaves open
how a state is shown again between selections: here it is the verified way back. Unlimited, every edge of a finite
reversible site is tried in the end, so every goal that can be reached is found.
"""

import math
from dataclasses import dataclass, field
from typing import Generic

from webdart.search.explore import Explorer, Found, Ground
from webdart.search.port import Action, Candidate, State
from webdart.search.roles import Planner, Subplan, Trail
from webdart.search.tree import Node

EXPLORATION = math.sqrt(0.5)
"""The constant of UCT for rewards in 0..1 (Kocsis and Szepesvári 2006); the paper does not name its own."""

ACTIONS = 6
"""So many actions a directive may take."""

REFINEMENTS = 2
"""So often a failed directive is put better, in place."""


@dataclass(slots=True, eq=False)
class Edge(Generic[State, Action]):
    """A directive from a state: `q` the mean reward of `n` tries, `to` the place it led to, `spent` when done with."""

    plan: Subplan
    q: float = 0.0
    n: int = 0
    to: "Place[State, Action] | None" = None
    spent: bool = False


@dataclass(slots=True, eq=False)
class Place(Generic[State, Action]):
    """A state with the directives that were thought of there; None: not thought about yet."""

    node: Node[State, Action]
    edges: "list[Edge[State, Action]] | None" = field(default=None)


class PlanMcts(Generic[State, Action]):
    """One search from a state that is shown now."""

    def __init__(self, ground: Ground[State, Action], planner: Planner[State, Action], *, writes: bool = False) -> None:
        self.explorer = Explorer(ground)
        self._planner = planner
        self._writes = writes

    async def search(self, start: State) -> Found[State, Action]:
        """Simulate until a goal, until every directive is spent, or until the budget is."""
        explorer = self.explorer
        root = Place[State, Action](await explorer.begin(start))
        if root.node.appraisal.goal:
            return explorer.found("found", root.node)
        while True:
            line, edge = await self._select(root)
            if edge is None:
                if not line:
                    return explorer.found("nothing left to try")
                line[-1].spent = True
                continue
            place = root if not line else line[-1].to
            assert place is not None
            if not explorer.ground.may_go_on():
                return explorer.found("budget")
            reward, reached = await self._execute(place, edge)
            if reached is not None and reached.appraisal.goal:
                return explorer.found("found", reached)
            if reached is not None and reached.wrote:
                root = Place(reached)
                continue
            edge.spent = reached is None or reached.closed
            edge.to = None if reached is None or reached.closed else Place(reached)
            for step in (*line, edge):
                step.n += 1
                step.q += (reward - step.q) / step.n

    async def _select(self, root: Place[State, Action]) -> tuple[list[Edge[State, Action]], Edge[State, Action] | None]:
        """The edges to a place, and an edge there that was not tried yet (None: all of that place are spent)."""
        line: list[Edge[State, Action]] = []
        place = root
        while True:
            if place.edges is None:
                place.edges = await self._thought(place.node)
            open_edges = [] if place.node.closed else [edge for edge in place.edges if not edge.spent]
            if not open_edges:
                return line, None
            tries = sum(edge.n for edge in place.edges)
            edge = max(open_edges, key=lambda edge: _uct(edge, tries))
            if edge.to is None:
                return line, edge
            line.append(edge)
            place = edge.to

    async def _thought(self, node: Node[State, Action]) -> list[Edge[State, Action]]:
        if node.closed:
            return []
        plans = await self._planner.plans(self.explorer.trail(node), self._allowed(node))
        return [Edge(plan) for plan in plans]

    async def _execute(
        self, place: Place[State, Action], edge: Edge[State, Action]
    ) -> tuple[float, Node[State, Action] | None]:
        """Carry a directive out, put better where it fails; its reward and the state it led to (None: none)."""
        node = place.node
        for _ in range(REFINEMENTS + 1):
            reached = await self._operate(node, edge.plan)
            if reached is not None and (reached.appraisal.goal or reached.wrote):
                return 1.0, reached
            trail: Trail[State] = self.explorer.trail(reached or node, edge.plan.words)
            if reached is not None and await self._planner.done(edge.plan, trail):
                return await self._planner.progress(trail), reached
            why = "; ".join(trail.failed[-3:]) or (reached.appraisal.reason if reached else "it could not be done")
            better = await self._planner.refine(edge.plan, trail, why)
            if better is None or better == edge.plan:
                return 0.0, reached
            edge.plan = better
        return 0.0, None

    async def _operate(self, node: Node[State, Action], plan: Subplan) -> Node[State, Action] | None:
        """Up to ACTIONS actions under one directive; None where not even the first could be taken."""
        reached: Node[State, Action] | None = None
        place = node
        for _ in range(ACTIONS):
            choice = await self._choice(place, plan, first=reached is None)
            if choice is None:
                return reached
            if reached is not None and not self.explorer.ground.may_go_on():
                return reached
            after = await self.explorer.take(place, choice)
            if after is None:
                return reached
            reached = place = after
            trail = self.explorer.trail(after, plan.words)
            if after.closed or after.appraisal.goal or after.wrote or await self._planner.done(plan, trail):
                return after
        return reached

    async def _choice(self, node: Node[State, Action], plan: Subplan, *, first: bool) -> Candidate[Action] | None:
        if first and plan.key is not None:
            return next((one for one in self._allowed(node) if one.key == plan.key), None)
        propose = self.explorer.ground.propose
        offered = self._allowed(node)
        if propose is not None:
            offered = list(await propose(self.explorer.trail(node, plan.words), offered))
        return next((one for one in offered if one.effect != "terminating"), None)

    def _allowed(self, node: Node[State, Action]) -> list[Candidate[Action]]:
        return [one for one in self.explorer.untried(node) if self._writes or one.effect != "destructive"]


def _uct(edge: Edge[State, Action], tries: int) -> float:
    """Mean reward and what is still to be learned; an edge never tried goes first, the more hopeful the earlier."""
    if edge.n == 0:
        return 10.0 + edge.plan.prior
    return edge.q + EXPLORATION * math.sqrt(math.log(max(tries, 2)) / edge.n)
