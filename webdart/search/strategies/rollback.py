"""Searches forward greedily; a critic says when to go back, where to, and what was learned.

After "Explicit rollback for web agents" (section 3), with the two things that paper leaves open made sure: a place is
offered for going back only if it can be shown again, and it is shown again by the verified way back, never by its
address alone. Any number of steps back; the lesson outlives the branch.
"""

from typing import Generic

from webdart.search.explore import Explorer, Found, Ground
from webdart.search.port import Action, Candidate, State
from webdart.search.roles import Chooser, Critic, Critique, Return, Step
from webdart.search.strategies.best_first import CONFIDENT
from webdart.search.tree import Node


class Rollback(Generic[State, Action]):
    """One search from a state that is shown now."""

    def __init__(
        self,
        ground: Ground[State, Action],
        critic: Critic[State],
        chooser: Chooser[State],
        *,
        writes: bool = False,
    ) -> None:
        self.explorer = Explorer(ground)
        self._critic = critic
        self._chooser = chooser
        self._writes = writes

    async def search(self, start: State) -> Found[State, Action]:
        """Search until a goal, a confident stop, nothing left on any way back, or the end of the budget."""
        explorer = self.explorer
        node = await explorer.begin(start)
        while not node.appraisal.goal:
            choice = None if node.closed else self._choice(node)
            if choice is not None and choice.effect == "terminating":
                return explorer.found("stopped", node)
            critique = await self._critique(node, choice)
            place = await self._where(node, critique) if critique.back else None
            if place is not None:
                node, choice = place, self._choice(place)
            if choice is None:
                return explorer.found("nothing left to try on any way back")
            if not explorer.ground.may_go_on():
                return explorer.found("budget")
            node = await explorer.take(node, choice) or node
        return explorer.found("found", node)

    async def _critique(self, node: Node[State, Action], choice: Candidate[Action] | None) -> Critique:
        if node.parent is None and choice is not None:
            return Critique(3.0, back=False)
        if choice is None:
            return Critique(1.0, back=True, reason=node.appraisal.reason or "nothing is left to try here")
        return await self._critic(self.explorer.trail(node))

    async def _where(self, node: Node[State, Action], critique: Critique) -> Node[State, Action] | None:
        """Where the chooser says, among what still offers something; the lesson is kept."""
        explorer = self.explorer
        line = explorer.tree.line(node)[:-1]
        places = [step for step in line if not step.closed and self._choice(step) is not None]
        if not places:
            return None
        told = [None if one.via is None else Step(one.via.label, one.via.effect, one.appraisal.value) for one in places]
        where: Return = await self._chooser(explorer.trail(node), critique, told)
        if where.lesson and where.lesson not in explorer.lessons:
            explorer.lessons.append(where.lesson)
        return places[min(max(where.place, 0), len(places) - 1)]

    def _choice(self, node: Node[State, Action]) -> Candidate[Action] | None:
        for one in self.explorer.untried(node):
            if one.effect == "destructive" and not self._writes:
                continue
            if one.effect == "terminating" and one.prior < CONFIDENT:
                continue
            return one
        return None
