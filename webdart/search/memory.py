"""Remembers what was tried on a page and what came of it, by address, across branches and runs.

After Branch-and-Browse (section 2): it keeps the actions tried on a page with their results, and how near the objective
the page was. What led nowhere, or could not be done, is tried last; a control that lied is not tried at all.
"""

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct, field

from webdart.values import replace

Result = Literal["led on", "led nowhere", "failed", "held", "lied"]


class PageMemory(Struct, frozen=True):
    """Of one address: the results of actions by their labels, the best value seen there, and a summary in words."""

    results: Mapping[str, Result] = field(default_factory=dict[str, Result])
    value: float = 0.0
    summary: str = ""

    def with_result(self, label: str, result: Result) -> "PageMemory":
        """One result more; what lied once stays a liar."""
        if self.results.get(label) == "lied":
            return self
        return replace(self, results={**self.results, label: result})


class SiteMemory(Protocol):
    """Pages' memories of one site and objective; whether they outlive the run is the keeper's business."""

    def recall(self, address: str, objective: str) -> PageMemory:
        """What is known of a page; nothing for a new one."""
        ...

    def keep(self, address: str, objective: str, memory: PageMemory) -> None:
        """Remember."""
        ...


class ForThisRun:
    """A memory that ends with the search."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], PageMemory] = {}

    def recall(self, address: str, objective: str) -> PageMemory:
        """What is known of a page; nothing for a new one."""
        return self._pages.get((address, objective), PageMemory())

    def keep(self, address: str, objective: str, memory: PageMemory) -> None:
        """Remember."""
        self._pages[address, objective] = memory


_WEIGHTS: Mapping[Result, float] = {"led on": 1.0, "held": 0.3, "led nowhere": 0.3, "failed": 0.2, "lied": 0.0}


def weighed(prior: float, result: Result | None) -> float:
    """A hope in the light of what an action led to before; 0 for what lied."""
    return prior if result is None else prior * _WEIGHTS[result]
