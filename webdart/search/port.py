"""Defines the ports through which the search core sees the world: opaque states and actions.

The core knows no pages, no rows, no models.
"""

from collections.abc import Hashable, Sequence
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

State = TypeVar("State")
Action = TypeVar("Action")

Effect = Literal["safe", "navigational", "destructive", "terminating", "invalid"]
"""What taking an action would do: change what is shown, lead on, write at the site, end the search, nothing."""


class Address(Struct, frozen=True):
    """How a state can be loaded by itself.

    `exact` is its address; `kind` the pattern of addresses that behave alike, under which is remembered whether loading
    one shows the state again.
    """

    exact: Hashable
    kind: Hashable


class Candidate(Struct, Generic[Action], frozen=True):
    """An action that could be taken.

    `key` merges equivalent ones: equal keys lead to the same place from wherever they are offered. `prior` (0 to 1) is
    what the policy hopes of it, `label` what a person would call it, `plain` whether it only loads an address, so that
    it can be looked at from a page beside.
    """

    action: Action
    key: Hashable
    prior: float
    effect: Effect = "navigational"
    label: str = ""
    plain: bool = False


class Appraisal(Struct, frozen=True):
    """How good a state is: `value` 0 to 1, `goal` whether the search may end here, `dead` whether it leads nowhere."""

    value: float
    goal: bool = False
    reason: str = ""
    dead: bool = False


class After(Struct, Generic[State], frozen=True):
    """What an action led to.

    `wrote`: a request that writes left and was answered, so states seen earlier are no longer what they were. `held`
    are the requests that were stopped on the wire (METHOD address), and had no effect.
    """

    state: State
    wrote: bool = False
    held: tuple[str, ...] = ()


class Rejected(Exception):
    """An action can't be taken (gone, disabled, not allowed). `moved`: the page shown is no longer the one before."""

    def __init__(self, reason: str, *, moved: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.moved = moved


State_contra = TypeVar("State_contra", contravariant=True)


class Reward(Protocol[State_contra]):
    """Judges a state by what can be observed."""

    async def __call__(self, state: State_contra) -> Appraisal:
        """How good `state` is."""
        ...


class Rehearsal(Protocol[State, Action]):
    """A page beside the one shown, in which whatever could write is stopped on the wire.

    Ends with `commit` (it becomes the page shown) or `abort` (nothing happened). How a state with an address is shown
    again (history, cache, a fresh load) is its own business.
    """

    async def load(self, state: State) -> State:
        """Show a state by its address; the state as it is now. Raises Rejected."""
        ...

    def match(self, seen: State, action: Action, now: State) -> Action | None:
        """The same action in `now`: on the same element, in the same neighbourhood; None if either is another."""
        ...

    async def take(self, state: State, action: Action) -> After[State]:
        """Replay an action; what it held shows that it is no mere reading. Raises Rejected."""
        ...

    async def commit(self) -> None:
        """From now on this is the page shown."""
        ...

    async def abort(self) -> None:
        """Close it."""
        ...


class World(Protocol[State, Action]):
    """Where actions are taken. One state is shown at a time."""

    def fingerprint(self, state: State) -> Hashable:
        """Equal for states that are the same place."""
        ...

    def address(self, state: State) -> Address | None:
        """The state's own address; None where it has none to be loaded by."""
        ...

    def resembles(self, seen: State, now: State) -> bool:
        """Whether `now` is `seen` again, whatever banner or order of a sidebar has changed since."""
        ...

    async def candidates(self, state: State) -> Sequence[Candidate[Action]]:
        """What can be done there (the dynamic action space), validated."""
        ...

    async def take(self, state: State, action: Action) -> After[State]:
        """Take an action in the state shown. Raises Rejected."""
        ...

    async def rehearse(self) -> Rehearsal[State, Action]:
        """A page beside the one shown, to try the way back in."""
        ...


State_co = TypeVar("State_co", covariant=True)
Action_contra = TypeVar("Action_contra", contravariant=True)


class Scout(Protocol[State_co, Action_contra]):
    """Looks where plain links lead, side by side, while the page shown stays where it is."""

    async def look(self, actions: Sequence[Action_contra]) -> Sequence[State_co | None]:
        """The state behind each action, None where it could not be seen."""
        ...
