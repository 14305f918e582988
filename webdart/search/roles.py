"""Defines the roles that advise a search, one small port each.

Each role has a heuristic (`heuristic.py`), a scripted double and a model. The roles are those of the published systems:
action proposer and process reward (WebOperator), critic and chooser of the place to go back to (explicit rollback),
subtask manager (Branch-and-Browse), planner, reflector and the two evaluators (Plan-MCTS). What they say is advice: the
explorer validates every action that comes of it.
"""

from collections.abc import Sequence
from typing import Generic, Protocol

from msgspec import Struct

from webdart.search.port import Action, Candidate, Effect, State


class Step(Struct, frozen=True):
    """One action of a trail, in words: what it was, what came of it (`value` of the state after it)."""

    label: str
    effect: Effect
    value: float
    held: tuple[str, ...] = ()
    note: str = ""


class Trail(Struct, Generic[State], frozen=True):
    """What a role gets: the present state, how it was reached, what failed here, the lessons of earlier branches.

    `objective` is that of the stage, or of the subtask or subplan that is being worked on; `before` the state that the
    last step was taken in.
    """

    state: State
    steps: tuple[Step, ...]
    failed: tuple[str, ...]
    lessons: tuple[str, ...]
    objective: str
    before: State | None = None


class Critique(Struct, frozen=True):
    """What a critic says of the last step: `score` 1 to 5, whether to go back, what to remember and why."""

    score: float
    back: bool
    details: str = ""
    reason: str = ""


class Return(Struct, frozen=True):
    """Where to go back to (`place`: index into the places offered), and what was learned."""

    place: int
    lesson: str = ""


class Subtask(Struct, frozen=True):
    """A part of the objective, and the words of a predicate that says when it is done."""

    objective: str
    done_when: str = ""


class Subplan(Struct, frozen=True):
    """A directive of a few actions in words; `key` names the candidate it begins with, where one is meant."""

    words: str
    prior: float
    key: object = None


class Proposer(Protocol[State, Action]):
    """Orders, narrows or adds to what a page offers."""

    async def __call__(self, trail: Trail[State], offered: Sequence[Candidate[Action]]) -> Sequence[Candidate[Action]]:
        """The candidates worth trying, with their hopes."""
        ...


class Critic(Protocol[State]):
    """Says when to go back."""

    async def __call__(self, trail: Trail[State]) -> Critique:
        """What to think of the last step."""
        ...


class Chooser(Protocol[State]):
    """Says where to go back to."""

    async def __call__(self, trail: Trail[State], critique: Critique, places: Sequence[Step | None]) -> Return:
        """One of `places` (the steps of the trail that can be gone back to, None the start), and the lesson."""
        ...


class Subtasks(Protocol[State]):
    """Splits an objective, and rewrites the parts as pages are seen."""

    async def split(self, trail: Trail[State]) -> Sequence[Subtask]:
        """The parts, in order; at least one."""
        ...

    async def revise(self, subtask: Subtask, trail: Trail[State]) -> Subtask:
        """The part in the light of the page that is shown."""
        ...

    async def done(self, subtask: Subtask, trail: Trail[State]) -> bool:
        """Whether its predicate holds."""
        ...


class Planner(Protocol[State, Action]):
    """Plans in words: what may be done next, whether it came off, how near the objective it brought us."""

    async def plans(self, trail: Trail[State], offered: Sequence[Candidate[Action]]) -> Sequence[Subplan]:
        """Alternative directives for the present state."""
        ...

    async def refine(self, subplan: Subplan, trail: Trail[State], why: str) -> Subplan | None:
        """A failed directive put better (finer steps, another target); None: there is no better way to say it."""
        ...

    async def done(self, subplan: Subplan, trail: Trail[State]) -> bool:
        """Micro evaluation: was the directive carried out?"""
        ...

    async def progress(self, trail: Trail[State]) -> float:
        """Macro evaluation: how near the objective, 0 to 1."""
        ...
