"""What does the search core need of the world? Ports over opaque states and actions: no pages, no rows, no models."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")

Effect = Literal["safe", "navigational", "destructive", "terminating", "invalid"]


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Action]):
    """An action that could be taken: `key` merges equivalent ones, `prior` (0 to 1) is what the policy hopes of it."""

    action: Action
    key: Hashable
    prior: float
    effect: Effect = "navigational"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How good a state is: `value` 0 to 1, `goal` whether the search may end here."""

    value: float
    goal: bool = False
    reason: str = ""


State_contra = TypeVar("State_contra", contravariant=True)


class Reward(Protocol[State_contra]):
    """Judges a state by what can be observed."""

    async def __call__(self, state: State_contra) -> Appraisal:
        """How good `state` is."""
        ...


class World(Protocol[State, Action]):
    """Where actions are taken. One state is shown at a time."""

    def fingerprint(self, state: State) -> Hashable:
        """Equal for states that are the same place."""
        ...

    def checkpoint(self, state: State) -> bool:
        """Whether `restore` can show this state again by itself (it has its own address)."""
        ...

    async def candidates(self, state: State) -> Sequence[Candidate[Action]]:
        """What can be done there (the dynamic action space), validated."""
        ...

    async def take(self, state: State, action: Action) -> State:
        """Take an action in the state shown; the state that follows."""
        ...

    async def restore(self, state: State) -> State:
        """Show a checkpoint again; the state as it is now."""
        ...
