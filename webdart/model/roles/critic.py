"""Decides when to go back and where to: the critic and the chooser of explicit rollback.

After "Explicit rollback for web agents" (section 3): critique, then the place, then the lesson that outlives the
branch. What differs: a place is offered only if it can be shown again, and is chosen by its line, not by a number;
what was stopped on the wire always counts against a step. Without advice the observed values decide.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, number_in, one_of, text_in
from webdart.model.roles.history import barred, told_step, told_steps, words_of
from webdart.model.roles.page_excerpt import Page, page_of
from webdart.page.model import PageView
from webdart.page.page_text import Line, clean
from webdart.search.heuristic import BestPlace, ObservedCritic
from webdart.search.roles import Critique, Return, Step, Trail


class ModelCritic(Struct, frozen=True):
    """Says when to go back."""

    adviser: Adviser

    async def __call__(self, trail: Trail[PageView]) -> Critique:
        """The model's critique; what can be observed where there is none, or something was stopped on the wire."""
        observed = await ObservedCritic[PageView]()(trail)
        if trail.steps[-1].held:
            return observed
        question = Question(
            role="critique",
            values={"steps": told_steps(trail), "objective": trail.objective},
            page=page_of(trail.state, words_of(trail.objective), trail.before),
            room=6000,
            sees=trail.state,
        )
        return await self.adviser.ask(question, _critique) or observed


def _critique(reply: Reply) -> Critique:
    back = reply.value.get("back")
    if not isinstance(back, bool):
        raise Unusable("back is neither true nor false")
    return Critique(number_in(reply, "score", 1, 5), back, text_in(reply, "details"), text_in(reply, "reason"))


class ModelChooser(Struct, frozen=True):
    """Says where to go back to."""

    adviser: Adviser

    async def __call__(self, trail: Trail[PageView], critique: Critique, places: Sequence[Step | None]) -> Return:
        """A place of the trail and the lesson; the best observed one where there is no advice."""
        observed = await BestPlace[PageView]()(trail, critique, places)
        if len(places) < 2:
            return observed
        lines = [self.adviser.mask(f"{number}. {_place(step)}") for number, step in enumerate(places)]
        page = Page(
            url=trail.state.url, title=trail.state.title, lines=tuple(Line(line, -1, "element") for line in lines)
        )
        question = Question(
            role="go_back",
            values={"critique": barred([critique.reason or "it leads nowhere"]), "objective": trail.objective},
            page=page,
            choices={"line": lines},
        )

        def read(reply: Reply) -> Return:
            return Return(one_of(reply, "line", lines), text_in(reply, "lesson"))

        return await self.adviser.ask(question, read) or observed


def _place(step: Step | None) -> str:
    return "the page where the search began" if step is None else f"the page behind {clean(told_step(step))}"
