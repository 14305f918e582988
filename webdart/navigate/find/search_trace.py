"""Writes the states, worth, ways back and writes of a search into the trace.

The report draws its tree from them.
"""

from collections.abc import Callable
from typing import Generic

from webdart.search.port import Action, Candidate, State
from webdart.search.tree import Node
from webdart.trace import Trace


class SearchTrace(Generic[State, Action]):
    """Reports the search core's steps; `address` gives the address of a state, `alerts` the dialogs shown on it."""

    def __init__(
        self, trace: Trace, address: Callable[[State], str], alerts: Callable[[State], tuple[str, ...]]
    ) -> None:
        self._trace = trace
        self._address = address
        self._alerts = alerts

    def saw(self, node: Node[State, Action]) -> None:
        """A node, with how it was reached, what it is worth, and what was sent or stopped on the way to it."""
        label = "start" if node.via is None else node.via.label
        url = self._address(node.state)
        self._trace(
            "search",
            f"{label or url}: {node.appraisal.value:.2f}",
            node=node.index,
            parent=-1 if node.parent is None else node.parent.index,
            url=url,
            label=label,
            value=node.appraisal.value,
            reason=node.appraisal.reason,
            goal=node.appraisal.goal,
            effect="" if node.via is None else node.via.effect,
            held=list(node.held),
            alerts=list(self._alerts(node.state)),
            wrote=node.wrote,
            again=-1 if node.again is None else node.again.index,
        )

    def failed(self, node: Node[State, Action], candidate: Candidate[Action], reason: str) -> None:
        """An action that could not be taken."""
        text = f"{candidate.label or 'a link'}: {reason}"
        self._trace("action", text, url=self._address(node.state), failed_at=node.index)

    def returned(self, node: Node[State, Action], toward: Candidate[Action]) -> None:
        """The way back to a node."""
        text = f"back to state {node.index}, for {toward.label!r}"
        self._trace("action", text, url=self._address(node.state), back_to=node.index)
