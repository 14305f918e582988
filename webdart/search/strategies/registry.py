"""Builds the search strategy that a stage names, with its advisers."""

from typing import Generic, Literal, assert_never

from msgspec import Struct

from webdart.search.explore import Ground
from webdart.search.heuristic import BestPlace, ObservedCritic, OnePlanEach, WholeObjective
from webdart.search.memory import ForThisRun, SiteMemory
from webdart.search.port import Action, State
from webdart.search.roles import Chooser, Critic, Planner, Subtasks
from webdart.search.strategies.best_first import BestFirst
from webdart.search.strategies.branch import Branch
from webdart.search.strategies.one_way import OneWay
from webdart.search.strategies.plan_mcts import PlanMcts
from webdart.search.strategies.rollback import Rollback

Kind = Literal["best_first", "one_way", "rollback", "branch", "plan_mcts"]


class Advisers(Struct, Generic[State, Action], frozen=True, kw_only=True):
    """The roles of a search; those of the heuristic unless others are named."""

    critic: Critic[State]
    chooser: Chooser[State]
    subtasks: Subtasks[State]
    planner: Planner[State, Action]
    memory: SiteMemory

    @classmethod
    def observing(cls, memory: SiteMemory | None = None) -> "Advisers[State, Action]":
        """What can be said without a model; `memory` None ends with the search."""
        return cls(
            critic=ObservedCritic[State](),
            chooser=BestPlace[State](),
            subtasks=WholeObjective[State](),
            planner=OnePlanEach[State, Action](),
            memory=memory or ForThisRun(),
        )


def chosen(
    kind: Kind, ground: Ground[State, Action], advisers: Advisers[State, Action], *, writes: bool = False
) -> (
    BestFirst[State, Action]
    | OneWay[State, Action]
    | Rollback[State, Action]
    | Branch[State, Action]
    | PlanMcts[State, Action]
):
    """The strategy `kind` over `ground`; `writes` says whether it may take what could write."""
    match kind:
        case "best_first":
            return BestFirst(ground, writes=writes)
        case "one_way":
            return OneWay(ground, writes=writes)
        case "rollback":
            return Rollback(ground, advisers.critic, advisers.chooser, writes=writes)
        case "branch":
            return Branch(ground, advisers.subtasks, advisers.memory, writes=writes)
        case "plan_mcts":
            return PlanMcts(ground, advisers.planner, writes=writes)
        case _:
            assert_never(kind)
