"""Chooses who advises the short way of an objective: rules, a model where they are unsure, or a model in every role.

A model proposes one move among those of the rules, held to the same standard: values are words of the sentence, what
the sentence forbids stays undone, what undoes or deletes is pressed only where the sentence says so, nothing is sent
before every value has its place, and nothing is sent twice. Only what `writes:` declares and a person consents to
leaves the machine. Whether the objective is done is observed, never believed; a model may doubt it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.port import Action, DoCheck, DoChoose, DoClick, DoType
from webdart.execute.act.grounding import leads
from webdart.execute.act.policy import ActPolicy, Move, Stand, place_of
from webdart.execute.act.sentence import Asked
from webdart.model.roles.action_policy import Doing, can_be_acted_on, next_doing
from webdart.model.roles.adviser import Adviser, Unusable
from webdart.model.roles.critic import ModelChooser, ModelCritic
from webdart.model.roles.judge import YES, holds
from webdart.model.roles.subplans import ModelPlanner
from webdart.model.roles.subtask_manager import ModelSubtasks
from webdart.navigate.find.heuristic import stays_on
from webdart.page.effects import effect_of, form_of
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, leads_to, words_of
from webdart.page.submit_button import sends
from webdart.plan.model import SitePlan
from webdart.search.memory import SiteMemory
from webdart.search.port import Appraisal, Candidate
from webdart.search.roles import Critique, Return, Step, Subplan, Subtask, Trail
from webdart.search.strategies.registry import Advisers
from webdart.values import replace

SURE = 0.55
"""The score from which a move that the sentence asks for needs no second opinion."""

ADVISED = 0.97
"""The hope of what the model says comes next."""

_REST = 0.5  # what the hope of every other move is then worth

DOUBTED = 0.95
"""The value of a state in which everything visible is done but the model says that something is not."""


@dataclass(slots=True, kw_only=True)
class ModelMoves:
    """Puts the model's next move first; implements the port `Proposer`. `always`: also where rules are sure."""

    adviser: Adviser
    policy: ActPolicy
    asked: Asked
    site: SitePlan
    always: bool
    _helped: set[str] = field(default_factory=set[str])  # pages on which the model said what to fill in

    async def __call__(self, trail: Trail[Stand], offered: Sequence[Candidate[Move]]) -> Sequence[Candidate[Move]]:
        """The rules' moves with the model's before them; as they are where there is no advice.

        What would send a form is no longer offered where the model says that something else comes next.
        """
        why = unsure(offered, helped=trail.state.view.url in self._helped)
        if self.adviser.silent or not (self.always or why):
            return offered
        stand = trail.state
        if not self.always:
            self.adviser.trace("model", f"rules are unsure: {why}", url=stand.view.url, why=why)
        move = await next_doing(
            self.adviser,
            seen(trail),
            self.asked.text,
            lambda node: self._may(stand.view, node),
            lambda doing: self._move(stand, doing),
        )
        if move is None:
            return offered
        if move.action.fills:
            self._helped.add(stand.view.url)
        same = [one for one in offered if one.action.action == move.action.action]
        first = replace(same[0], prior=ADVISED) if same else move
        others = (one for one in offered if one.key != first.key and not _closes(one))
        return (first, *(replace(one, prior=one.prior * _REST) for one in others))

    def _may(self, view: PageView, node: Node) -> bool:
        url = leads_to(view, node)
        return can_be_acted_on(view, node) and (not url or stays_on(self.site, url))

    def _move(self, stand: Stand, doing: Doing) -> Candidate[Move]:
        """The move that a model's step comes to.

        Raises:
            Unusable: the sentence does not ask for it, forbids it, or something has to be done before.
        """
        one, label = element(stand.view, doing.node), words_of(stand.view, doing.node)
        if any((put.role, put.name) == (one.role, one.name) for put in stand.touched):
            raise Unusable(f"{label!r} has been filled in already")
        if doing.options:
            words = self._words(stand, doing.options[0])
            return self._filled(stand, DoChoose(one, doing.options), f"{label}: {doing.options[0]}", words)
        if doing.tick is not None:
            return self._filled(stand, DoCheck(one, doing.tick), label, self._ticked(stand, label, doing.tick))
        if doing.value:
            words = self._words(stand, doing.value)
            if not words:
                raise Unusable(f"{doing.value[:80]!r} is no value of the task")
            return self._filled(stand, DoType(one, doing.value), f"{label}: {doing.value}", words)
        return self._clicked(stand, doing.node, label)

    def _filled(self, stand: Stand, action: Action, label: str, words: frozenset[int]) -> Candidate[Move]:
        """A move that fills something in. If the sentence names neither box nor option, that is reported."""
        named = label.partition(": ")[0]
        if not self.asked.mentions(named, data=True):
            self.adviser.trace(
                "warning", f"{label}: the task does not name {named!r}; that it is meant only the model says"
            )
        move = Move(action, words, asked=True, fills=True)
        return Candidate(move, (place_of(stand), str(action)), ADVISED, "safe", f"fill {label}")

    def _words(self, stand: Stand, value: str) -> frozenset[int]:
        """The first words of the sentence that say a value and are not done yet; empty where it says it nowhere."""
        spans = self.asked.mentions(value, data=True)
        if any(self.asked.forbids(span.start) for span in spans):
            raise Unusable(f"the task says not to: {value[:80]!r}")
        left = [frozenset(span) for span in spans if not frozenset(span) <= stand.done]
        if spans and not left:
            raise Unusable(f"{value[:80]!r} has been put in already")
        return left[0] if left else frozenset()

    def _ticked(self, stand: Stand, label: str, tick: bool) -> frozenset[int]:  # noqa: FBT001 - what is ticked
        spans = self.asked.mentions(label, data=True)
        if any(self.asked.unsets(span.start) is tick for span in spans):
            raise Unusable(f"the task says otherwise of {label!r}")
        return next((frozenset(span) for span in spans if not frozenset(span) <= stand.done), frozenset[int]())

    def _clicked(self, stand: Stand, node: Node, label: str) -> Candidate[Move]:
        view, action = stand.view, DoClick(element(stand.view, node))
        spans = self.asked.mentions(label)  # words that a page has said name nothing that is clicked
        if any(self.asked.forbids(span.start) for span in spans):
            raise Unusable(f"the task says not to press {label!r}")
        words = next((frozenset(span) for span in spans if not frozenset(span) <= stand.done), frozenset[int]())
        effect = effect_of(view, node)
        leads_on = leads(node) and effect in ("safe", "navigational")
        sure = bool(words) or node.index in self.policy.closing(stand)
        if not leads_on:
            self._check(stand, node, words, sure=sure)
        if effect == "destructive" and not sure:
            self.adviser.trace("warning", f"{label!r} is pressed because the model says so; the task does not name it")
        move = Move(action, words, asked=not leads_on and (sure or effect == "destructive"))
        told = "destructive" if effect == "terminating" else effect
        return Candidate(move, (place_of(stand), str(action)), ADVISED, told, f"click {label}")

    def _check(self, stand: Stand, node: Node, words: frozenset[int], *, sure: bool) -> None:
        """Whether a button may be pressed for the objective at all, and now; `sure`: named, or it closes the form."""
        view, label = stand.view, words_of(stand.view, node)
        writes = effect_of(view, node) == "destructive"
        if not words and self.policy.undoes(view, node):
            raise Unusable(f"{label!r} undoes, deletes or leaves, and the task does not say so")
        if words and words <= self.policy.doubtful:
            raise Unusable(f"{label!r} could mean several things, and the task does not say which")
        lacking = self.policy.unplaced(self.policy.so(stand) | words)
        if writes and lacking:
            raise Unusable(f"before {label!r} is pressed, {', '.join(map(repr, lacking))} has to be put in its place")
        if stand.sent and not stand.touched and not words:
            raise Unusable(f"something was sent already, and nothing filled in since: {label!r} is not pressed")
        if writes and not sure and _has_boxes(view, node):
            raise Unusable(f"nothing has been filled in that {label!r} would send")
        if writes and not sure and not _alone(view, node):
            raise Unusable(f"{label!r} is one of several buttons that send something, and the task does not name it")


def _has_boxes(view: PageView, node: Node) -> bool:
    """Whether the form of a button has something to fill in."""
    form = form_of(view, node)
    return form is not None and any(one.shown and is_control(one) for one in view.nodes[form.index : form.end])


def _alone(view: PageView, node: Node) -> bool:
    """Whether it is the only button of its form, and none elsewhere is called the same."""
    form, label = form_of(view, node), words_of(view, node)
    buttons = [one for one in view.nodes if one.shown and sends(one) and "disabled" not in one.states]
    return not any(
        one.index != node.index and (form_of(view, one) == form or words_of(view, one) == label) for one in buttons
    )


def _closes(one: Candidate[Move]) -> bool:
    """Whether it sends a form by a button that the sentence does not name: not while something else comes next."""
    return one.action.asked and not one.action.words and not one.action.fills


def unsure(offered: Sequence[Candidate[Move]], *, helped: bool = False) -> str:
    """Why rules can't tell what comes next; "" where the sentence says it in the page's own words.

    Where the form was filled in with the model's help (`helped`), rules can't tell either when it is complete.
    """
    sure = [one for one in offered if one.prior >= SURE and (one.action.asked or one.action.words)]
    if not sure:
        return "nothing on the page is called as the objective calls it"
    if helped and not any(one.action.words for one in sure):
        return "the form was filled in as the model said, and rules can't tell whether something is missing"
    return ""


@dataclass(slots=True, kw_only=True)
class ModelDoubts:
    """Judges by what can be observed, and asks the model before a goal; implements the port `Reward`."""

    adviser: Adviser
    policy: ActPolicy
    objective: str
    doubted: list[Stand] = field(default_factory=list[Stand])

    async def __call__(self, state: Stand) -> Appraisal:
        """As the policy's; a goal that the model doubts does not end the search, which may still fall back on it."""
        observed = await self.policy.worth(state)
        if not observed.goal:
            return observed
        likely = await holds(self.adviser, state.view, f"Nothing is left to be done of this: {self.objective}")
        if likely is None or likely >= YES:
            return observed
        self.doubted.append(state)
        return replace(observed, value=DOUBTED, goal=False, reason="the model says that something is left to be done")


# -- the roles of the strategies, which judge pages -----------------------------------------------------------


def seen(trail: Trail[Stand]) -> Trail[PageView]:
    """A trail as the roles are shown it: the pages of its states."""
    before = None if trail.before is None else trail.before.view
    return Trail(trail.state.view, trail.steps, trail.failed, trail.lessons, trail.objective, before)


def roles_of(adviser: Adviser, objective: str, memory: SiteMemory) -> Advisers[Stand, Move]:
    """A model in every role of whichever strategy."""
    return Advisers(
        critic=_Critic(ModelCritic(adviser)),
        chooser=_Chooser(ModelChooser(adviser)),
        subtasks=_Subtasks(ModelSubtasks(adviser=adviser, memory=memory)),
        planner=_Planner(ModelPlanner(adviser=adviser, objective=objective)),
        memory=memory,
    )


class _Critic(Struct, frozen=True):
    inner: ModelCritic

    async def __call__(self, trail: Trail[Stand]) -> Critique:
        return await self.inner(seen(trail))


class _Chooser(Struct, frozen=True):
    inner: ModelChooser

    async def __call__(self, trail: Trail[Stand], critique: Critique, places: Sequence[Step | None]) -> Return:
        return await self.inner(seen(trail), critique, places)


class _Subtasks(Struct, frozen=True):
    inner: ModelSubtasks

    async def split(self, trail: Trail[Stand]) -> Sequence[Subtask]:
        return await self.inner.split(seen(trail))

    async def revise(self, subtask: Subtask, trail: Trail[Stand]) -> Subtask:
        return await self.inner.revise(subtask, seen(trail))

    async def done(self, subtask: Subtask, trail: Trail[Stand]) -> bool:
        return await self.inner.done(subtask, seen(trail))


class _Planner(Struct, frozen=True):
    inner: ModelPlanner

    async def plans(self, trail: Trail[Stand], offered: Sequence[Candidate[Move]]) -> Sequence[Subplan]:
        return await self.inner.plans(seen(trail), [_on_the_page(one) for one in offered])

    async def refine(self, subplan: Subplan, trail: Trail[Stand], why: str) -> Subplan | None:
        return await self.inner.refine(subplan, seen(trail), why)

    async def done(self, subplan: Subplan, trail: Trail[Stand]) -> bool:
        return await self.inner.done(subplan, seen(trail))

    async def progress(self, trail: Trail[Stand]) -> float:
        return await self.inner.progress(seen(trail))


def _on_the_page(one: Candidate[Move]) -> Candidate[Action]:
    return Candidate(one.action.action, one.key, one.prior, one.effect, one.label, one.plain)
