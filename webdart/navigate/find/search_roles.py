"""Chooses who advises the search for a listing: rules, a model where they are unsure, or a model.

`heuristic` never asks. `auto` asks where no link says much of what is looked for, and where a page has the declared
fields under headings that say something else; a search that rules can do costs no token. `model` asks in every role of
the strategy. Whoever advises, a listing is found only where its declared fields are.
"""

from typing import Literal

from msgspec import Struct

from webdart.browser.port import Action
from webdart.errors import UsageError
from webdart.model.roles.adviser import Adviser
from webdart.model.roles.critic import ModelChooser, ModelCritic
from webdart.model.roles.judge import ModelWorth
from webdart.model.roles.proposer import ModelProposer, WhereUnsure
from webdart.model.roles.subplans import ModelPlanner
from webdart.model.roles.subtask_manager import ModelSubtasks
from webdart.navigate.find.heuristic import FIELDS_WEIGHT, Worth
from webdart.page.model import PageView
from webdart.search.heuristic import BestPlace, ObservedCritic, OnePlanEach, WholeObjective
from webdart.search.memory import SiteMemory
from webdart.search.port import Appraisal, Reward
from webdart.search.roles import Chooser, Critic, Planner, Proposer, Subtasks
from webdart.search.tree import Node, Tree

Policy = Literal["auto", "heuristic", "model"]

SAID = 0.5
"""The share of the objective that a page's headings must name for rules to be sure of it."""


class Roles(Struct, frozen=True, kw_only=True):
    """The roles that advise one search. `doubts` holds a model's doubts about pages that have all fields."""

    reward: Reward[PageView]
    propose: Proposer[PageView, Action] | None
    critic: Critic[PageView]
    chooser: Chooser[PageView]
    subtasks: Subtasks[PageView]
    planner: Planner[PageView, Action]
    doubts: ModelWorth | None = None

    def doubted(self, tree: Tree[PageView, Action]) -> Node[PageView, Action] | None:
        """The best page with all declared fields that a model took for something else."""
        if self.doubts is None or not self.doubts.doubted:
            return None
        worth: dict[int, Appraisal] = {id(view): seen for view, seen in self.doubts.doubted}
        there = [node for node in tree.nodes if id(node.state) in worth]
        return max(there, key=lambda node: (worth[id(node.state)].value, -node.index), default=None)


def roles_of(policy: Policy, adviser: Adviser | None, worth: Worth, looked_for: str, memory: SiteMemory) -> Roles:
    """The roles of a search under a policy; `looked_for` is the objective in words.

    Raises:
        UsageError: the policy is `model`, and none is configured.
    """
    if policy == "model" and adviser is None:
        raise UsageError("`search: {policy: model}` needs a language model", hint="name one, or write `policy: auto`")
    if policy == "heuristic" or adviser is None or adviser.silent:
        return _by_rules(worth, None, worth)
    doubts = ModelWorth(
        adviser=adviser,
        observed=worth,
        objective=looked_for if policy == "model" or worth.has_objective else "",
        always=policy == "model",
        sure=FIELDS_WEIGHT + (1 - FIELDS_WEIGHT) * SAID,
    )
    if policy == "auto":
        proposer = WhereUnsure(adviser, ModelProposer(adviser=adviser, contexts=("steps",)))
        return _by_rules(doubts, proposer, doubts)

    def known(view: PageView) -> str:
        return memory.recall(view.url.partition("#")[0], looked_for).summary

    return Roles(
        reward=doubts,
        propose=ModelProposer(adviser=adviser, known=known),
        critic=ModelCritic(adviser),
        chooser=ModelChooser(adviser),
        subtasks=ModelSubtasks(adviser=adviser, memory=memory),
        planner=ModelPlanner(adviser=adviser, objective=looked_for, known=known),
        doubts=doubts,
    )


def _by_rules(reward: Reward[PageView], propose: Proposer[PageView, Action] | None, doubts: Reward[PageView]) -> Roles:
    return Roles(
        reward=reward,
        propose=propose,
        critic=ObservedCritic(),
        chooser=BestPlace(),
        subtasks=WholeObjective(),
        planner=OnePlanEach(),
        doubts=doubts if isinstance(doubts, ModelWorth) else None,
    )
