"""Searches one way: the most hopeful action of the page shown, again and again, never back.

This is what a person does who knows the way; the other strategies are measured against it.
"""

from typing import Generic

from webdart.search.explore import Explorer, Found, Ground
from webdart.search.port import Action, State
from webdart.search.strategies.best_first import CONFIDENT


class OneWay(Generic[State, Action]):
    """One search from a state that is shown now."""

    def __init__(self, ground: Ground[State, Action], *, writes: bool = False) -> None:
        self.explorer = Explorer(ground)
        self._writes = writes

    async def search(self, start: State) -> Found[State, Action]:
        """Follow the most hopeful action until a goal, a dead end or the end of the budget."""
        explorer = self.explorer
        node = await explorer.begin(start)
        while not node.appraisal.goal:
            if node.closed:
                return explorer.found(f"a dead end: {node.appraisal.reason or 'nothing is offered'}")
            choice = next((one for one in explorer.untried(node) if self._writes or one.effect != "destructive"), None)
            if choice is None:
                return explorer.found("a dead end: nothing left to try on the page that is shown")
            if choice.effect == "terminating":
                node.tried.add(choice.key)
                if choice.prior >= CONFIDENT:
                    return explorer.found("stopped", node)
                continue
            if not explorer.ground.may_go_on():
                return explorer.found("budget")
            node = await explorer.take(node, choice) or node
        return explorer.found("found", node)
