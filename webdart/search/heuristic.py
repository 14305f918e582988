"""Fills the search roles without a model, from what can be observed: values, places seen, hopes left.

Rules first, so that every strategy runs, and can be tested, without a model.
"""

from collections.abc import Sequence
from typing import Generic

from webdart.search.port import Action, Candidate, State
from webdart.search.roles import Critique, Return, Step, Subplan, Subtask, Trail

WORSE = 0.05
"""By how much a state must be worth less than the best before it on the trail for a step to count as a bad one."""

PATIENCE = 2
"""So many bad steps in a row are forgiven before going back."""


class ObservedCritic(Generic[State]):
    """Goes back where a step led nowhere, was stopped, or the trail has long been better than it is now."""

    async def __call__(self, trail: Trail[State]) -> Critique:
        """Score from the value of the last state: 1 + 4 x value."""
        last = trail.steps[-1]
        score = round(2 * (1 + 4 * last.value)) / 2
        if last.held:
            return Critique(score, back=True, reason=f"a request was stopped: {', '.join(last.held)}")
        best = max((step.value for step in trail.steps[: -1 - PATIENCE]), default=0.0)
        recent = max(step.value for step in trail.steps[-1 - PATIENCE :])
        if recent < best - WORSE:
            return Critique(score, back=True, reason=f"worth {recent:.2f}, and it was {best:.2f} before")
        return Critique(score, back=False)


class BestPlace(Generic[State]):
    """Goes back to the best state of the trail; of equals the nearest. The lesson names the step that led astray."""

    async def __call__(self, trail: Trail[State], critique: Critique, places: Sequence[Step | None]) -> Return:
        """An index into `places`."""
        values = [0.0 if place is None else place.value for place in places]
        where = max(range(len(places)), key=lambda at: (values[at], at))
        wrong = trail.steps[-1].label if trail.steps else ""
        return Return(where, f"{wrong!r} did not help: {critique.reason}" if wrong else "")


class WholeObjective(Generic[State]):
    """One subtask: the objective as it stands, never rewritten."""

    async def split(self, trail: Trail[State]) -> Sequence[Subtask]:
        """The objective."""
        return (Subtask(trail.objective),)

    async def revise(self, subtask: Subtask, trail: Trail[State]) -> Subtask:  # noqa: ARG002 - the port's
        """Unchanged."""
        return subtask

    async def done(self, subtask: Subtask, trail: Trail[State]) -> bool:  # noqa: ARG002 - the port's
        """The search ends at a goal, not before."""
        return False


class OnePlanEach(Generic[State, Action]):
    """Every candidate is a directive of one action, done when it led somewhere, as near as the state is worth."""

    async def plans(self, trail: Trail[State], offered: Sequence[Candidate[Action]]) -> Sequence[Subplan]:  # noqa: ARG002
        """One for each candidate."""
        return tuple(Subplan(one.label or str(one.key), one.prior, one.key) for one in offered)

    async def refine(self, subplan: Subplan, trail: Trail[State], why: str) -> Subplan | None:  # noqa: ARG002
        """A single action can't be put better."""
        return None

    async def done(self, subplan: Subplan, trail: Trail[State]) -> bool:  # noqa: ARG002 - the port's
        """One action was taken."""
        return bool(trail.steps)

    async def progress(self, trail: Trail[State]) -> float:
        """The value of the last state."""
        return trail.steps[-1].value if trail.steps else 0.0
