"""Searches by subtasks that are rewritten as pages are seen, with page memory and parallel look-ahead.

After Branch-and-Browse (sections 3 and 4): the objective is split; the tree is searched for the subtask at hand, most
hopeful first; when its predicate holds the next one begins at that page. Going back is the verified way back (that
paper loads the nearest cached address and replays unchecked). Background reasoning: plain links of the frontier are
opened side by side and judged before anything is committed to them.
"""

from collections.abc import Iterator, Sequence
from typing import Generic

from webdart.search.explore import Explorer, Found, Ground
from webdart.search.frontier import Entry, Frontier
from webdart.search.memory import PageMemory, Result, SiteMemory, weighed
from webdart.search.port import Action, After, Candidate, State
from webdart.search.roles import Subtask, Subtasks
from webdart.search.strategies.best_first import CONFIDENT
from webdart.search.tree import Node
from webdart.values import replace

BESIDE = 4
"""How many plain links are looked at side by side."""

LIMIT = 40
"""How many untried actions are remembered; the published width of 5 forgets the way out of a wrong turn."""


class Branch(Generic[State, Action]):
    """One search from a state that is shown now."""

    def __init__(
        self, ground: Ground[State, Action], subtasks: Subtasks[State], memory: SiteMemory, *, writes: bool = False
    ) -> None:
        self.explorer = Explorer(ground)
        self._roles = subtasks
        self._memory = memory
        self._writes = writes
        self._frontier: Frontier[State, Action] = Frontier(limit=LIMIT, writes=writes)
        self.subtasks: list[Subtask] = []
        """The subtasks as they were worked on, rewritings included, for the report."""

    async def search(self, start: State) -> Found[State, Action]:
        """Search until the last subtask is done at a goal, nothing is left, or the budget is spent."""
        explorer = self.explorer
        node = await explorer.begin(start)
        waiting = list(await self._roles.split(explorer.trail(node)))
        current = waiting.pop(0) if waiting else Subtask(explorer.ground.objective)
        self.subtasks.append(current)
        self._open(node, current)
        fresh: list[Node[State, Action]] = [node]
        while True:
            for seen in fresh:
                if seen.appraisal.goal:
                    self._praise(seen, current)
                    return explorer.found("found", seen)
                current = await self._revised(current, seen)
                if waiting and await self._roles.done(current, explorer.trail(seen, current.objective)):
                    current = waiting.pop(0)
                    self.subtasks.append(current)
                    self._frontier = Frontier(limit=LIMIT, writes=self._writes)
                    self._open(seen, current)
            if not explorer.ground.may_go_on():
                return explorer.found("budget")
            entry = self._frontier.pop()
            if entry is None:
                return explorer.found("nothing left to try")
            fresh = await self._try(entry, current)
            for seen in fresh:
                self._open(seen, current)

    async def _try(self, entry: Entry[State, Action], current: Subtask) -> list[Node[State, Action]]:
        if entry.node.closed:
            return []
        if entry.candidate.effect == "terminating":
            sure = entry.candidate.prior >= CONFIDENT
            return [entry.node] if sure and entry.node.appraisal.goal else []
        beside = self._beside(entry)
        if beside:
            return await self._look(beside, current)
        node = await self.explorer.take(entry.node, entry.candidate)
        if node is None:
            self._note(entry.node, entry.candidate, "failed", current)
            if self.explorer.ground.propose is not None:
                left = self.explorer.untried(entry.node)
                self._frontier.renew(entry.node, list(self._weighed(entry.node, left, current)))
            return []
        self._frontier.done(entry.candidate.key)
        self._learn(entry, node, current)
        return [node]

    def _beside(self, entry: Entry[State, Action]) -> list[Entry[State, Action]]:
        """The entry and the next plain links of the frontier, where they can be looked at side by side."""
        if self.explorer.ground.scout is None or not entry.candidate.plain:
            return []
        group = [entry]
        while len(group) < BESIDE:
            following = self._frontier.pop()
            if following is None:
                break
            if not following.candidate.plain or following.node.closed:
                self._frontier.push(following.node, following.candidate)
                break
            if following.candidate.key not in {one.candidate.key for one in group}:
                group.append(following)
        return group if len(group) > 1 else []

    async def _look(self, group: Sequence[Entry[State, Action]], current: Subtask) -> list[Node[State, Action]]:
        explorer, scout = self.explorer, self.explorer.ground.scout
        assert scout is not None
        paid = [entry for place, entry in enumerate(group) if place == 0 or explorer.ground.may_go_on()]
        states = await scout.look([entry.candidate.action for entry in paid])
        seen: list[Node[State, Action]] = []
        for entry, state in zip(paid, states, strict=True):
            entry.node.tried.add(entry.candidate.key)
            if state is None:
                self._note(entry.node, entry.candidate, "failed", current)
                continue
            self._frontier.done(entry.candidate.key)
            node = await explorer.add(After(state), entry.node, entry.candidate)
            self._learn(entry, node, current)
            seen.append(node)
        return seen

    def _open(self, node: Node[State, Action], current: Subtask) -> None:
        if node.wrote:
            self._frontier.keep(lambda other: bool(self.explorer.tree.line(other)))
        for one in self._weighed(node, node.offered, current):
            self._frontier.push(node, one)

    def _weighed(
        self, node: Node[State, Action], offered: Sequence[Candidate[Action]], current: Subtask
    ) -> Iterator[Candidate[Action]]:
        known = self._recall(node, current)
        for one in offered:
            prior = weighed(one.prior, known.results.get(one.label))
            if prior > 0:
                yield replace(one, prior=prior)

    async def _revised(self, current: Subtask, node: Node[State, Action]) -> Subtask:
        if node.closed:
            return current
        revised = await self._roles.revise(current, self.explorer.trail(node, current.objective))
        if revised != current:
            self.subtasks.append(revised)
        return revised

    def _learn(self, entry: Entry[State, Action], node: Node[State, Action], current: Subtask) -> None:
        better = not node.closed and node.appraisal.value > entry.node.appraisal.value
        result: Result = "held" if node.held else "led on" if better else "led nowhere"
        self._note(entry.node, entry.candidate, result, current)

    def _praise(self, goal: Node[State, Action], current: Subtask) -> None:
        """Every step to a goal led on, whatever it looked like on the way."""
        for step in goal.path():
            if step.parent is not None and step.via is not None:
                self._note(step.parent, step.via, "led on", current)

    def _note(self, node: Node[State, Action], candidate: Candidate[Action], result: Result, current: Subtask) -> None:
        if node.address is not None:
            known = self._recall(node, current).with_result(candidate.label, result)
            value = max(known.value, node.appraisal.value)
            self._memory.keep(
                str(node.address.exact), current.objective, PageMemory(known.results, value, known.summary)
            )

    def _recall(self, node: Node[State, Action], current: Subtask) -> PageMemory:
        return PageMemory() if node.address is None else self._memory.recall(str(node.address.exact), current.objective)
