"""Plans the next directive in words and evaluates how it went: planner, reflector, evaluators.

After Plan-MCTS (section 3): directives as edges, a binary micro evaluation, a graded macro evaluation, a failed
directive reworded in place. What differs: every directive begins with a line that exists; the candidates that no
directive begins with stay as directives of their own, with less hope, so that an unlimited search still tries every
edge; the macro score is one question (or the observed value), not the mean of several samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from webdart.browser.port import Action
from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, number_in, text_in
from webdart.model.roles.history import Menu, barred, menu, told_steps, words_of
from webdart.model.roles.judge import YES, holds
from webdart.model.roles.page_excerpt import page_of
from webdart.model.roles.proposer import Known
from webdart.page.model import PageView
from webdart.search.heuristic import OnePlanEach
from webdart.search.port import Candidate
from webdart.search.roles import Subplan, Trail

PLANS = 4
_REST = 0.3


@dataclass(slots=True, kw_only=True)
class ModelPlanner:
    """Plans in words over candidates that exist. `objective` is the stage's; trails carry that of a directive."""

    adviser: Adviser
    objective: str
    known: Known | None = None
    _single: OnePlanEach[PageView, Action] = field(default_factory=OnePlanEach[PageView, Action])
    _menus: dict[str, Menu] = field(default_factory=dict[str, Menu])

    async def plans(self, trail: Trail[PageView], offered: Sequence[Candidate[Action]]) -> Sequence[Subplan]:
        """The model's directives first; every other candidate as a directive of one action behind them."""
        single = await self._single.plans(trail, offered)
        if len(offered) < 2:
            return single
        choices = menu(trail.state, offered, words_of(self.objective), self.adviser.mask)
        self._menus[trail.state.url] = choices
        known = "" if self.known is None else self.known(trail.state)
        question = Question(
            role="plans",
            values={
                "known": f"Known from before:\n{barred([known])}" if known else "",
                "steps": told_steps(trail),
                "objective": self.objective,
            },
            page=choices.page,
        )
        found = await self.adviser.ask(question, lambda reply: _plans(reply, choices))
        if found is None:
            return single
        begun = {plan.key for plan in found}
        return (*found, *(Subplan(one.words, one.prior * _REST, one.key) for one in single if one.key not in begun))

    async def refine(self, subplan: Subplan, trail: Trail[PageView], why: str) -> Subplan | None:
        """A failed directive put better; None where there is no advice, or it would begin the same way."""
        choices = self._menus.get(trail.state.url)
        if choices is None:
            return None
        question = Question(
            role="refine",
            values={"plan": barred([subplan.words]), "why": barred([why]), "objective": self.objective},
            page=choices.page,
            choices={"line": choices.lines},
        )
        found = await self.adviser.ask(question, lambda reply: _plan(reply, choices, 0.9))
        return None if found is None or found.key == subplan.key else found

    async def done(self, subplan: Subplan, trail: Trail[PageView]) -> bool:
        """Micro evaluation: asked of the model for its own directives; a single action is done when it led on."""
        if subplan.words == (trail.steps[-1].label if trail.steps else "") or not trail.steps:
            return await self._single.done(subplan, trail)
        likely = await holds(self.adviser, trail.state, f"This has been carried out: {subplan.words}")
        return await self._single.done(subplan, trail) if likely is None else likely >= YES

    async def progress(self, trail: Trail[PageView]) -> float:
        """Macro evaluation: the model's score with the observed value."""
        observed = await self._single.progress(trail)
        question = Question(
            role="progress",
            values={"steps": told_steps(trail), "objective": self.objective},
            page=page_of(trail.state, words_of(self.objective)),
            room=6000,
        )
        score = await self.adviser.ask(question, lambda reply: number_in(reply, "score", 0, 10))
        return observed if score is None else 0.5 * observed + 0.05 * score


def _plans(reply: Reply, choices: Menu) -> tuple[Subplan, ...]:
    value = reply.value.get("plans")
    if not isinstance(value, list | tuple) or not 1 <= len(cast("Sequence[object]", value)) <= PLANS:
        raise Unusable(f"plans is no list of one to {PLANS}")
    found: list[Subplan] = []
    strange: list[str] = []
    for place, one in enumerate(cast("Sequence[object]", value)):
        if not isinstance(one, dict):
            raise Unusable("a plan is no object")
        try:
            found.append(_plan(Reply(value=cast("dict[str, object]", one)), choices, 0.95 - 0.1 * place))
        except Unusable as unusable:
            strange.append(unusable.reason)
    if not found:
        raise Unusable("; ".join(strange))
    return tuple({plan.key: plan for plan in reversed(found)}.values())[::-1]


def _plan(reply: Reply, choices: Menu, prior: float) -> Subplan:
    line = text_in(reply, "line")
    if line not in choices.lines:
        raise Unusable(f"no such line on the page: {line[:80]!r}")
    words = text_in(reply, "words", most=200)
    if not words:
        raise Unusable("a plan has no words")
    return Subplan(words, prior, choices.at(choices.lines.index(line)).key)
