"""Bounds the stages of a run by the run's time limit and by their own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from webdart.budget import Budget
from webdart.plan.model import ActStage, ListingStage, PlannedStage


@asynccontextmanager
async def time_of(stage: PlannedStage, budget: Budget, *, asks: bool) -> AsyncGenerator[None]:
    """Ends its body when the time of the stage, or of the run, is up.

    A stage that computes has a little more, so that what was collected is still answered. A walk keeps its own account,
    and a person who is asked before something is written (`asks`) has the time that they take.

    Raises:
        Incomplete: the time was up.
    """
    if isinstance(stage, ListingStage) or (isinstance(stage, ActStage) and asks):
        yield
        return
    grace = 0.0 if isinstance(stage, ActStage) else budget.grace
    async with Budget(stage.limits).in_time(), budget.in_time(grace):
        yield
