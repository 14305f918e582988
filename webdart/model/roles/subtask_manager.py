"""Chooses the part of the objective to work on and decides when it is done: the subtask manager, with page memory.

After Branch-and-Browse (sections 3 and 4): parts with a predicate each, reworded in the words of the pages that come
into view, and a summary of every page kept under its address. What differs: one question revises and summarises; a part
that is done is asked for separately; a summary only ever goes to a model again, and no rule believes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, text_in
from webdart.model.roles.history import barred, words_of
from webdart.model.roles.judge import YES, holds
from webdart.model.roles.page_excerpt import page_of
from webdart.page.model import PageView
from webdart.search.memory import SiteMemory
from webdart.search.roles import Subtask, Trail
from webdart.values import replace

PARTS = 4


@dataclass(slots=True, kw_only=True)
class ModelSubtasks:
    """Splits, revises and ends parts of an objective. `memory` keeps what a page offered, for later visits."""

    adviser: Adviser
    memory: SiteMemory | None = None
    _whole: str = ""
    _revised: dict[tuple[str, str], Subtask] = field(default_factory=dict[tuple[str, str], Subtask])

    async def split(self, trail: Trail[PageView]) -> Sequence[Subtask]:
        """The parts, in order; the whole objective where there is no advice."""
        self._whole = trail.objective
        question = Question(
            role="subtasks",
            values={"objective": trail.objective},
            page=page_of(trail.state, words_of(trail.objective)),
            room=6000,
        )
        return await self.adviser.ask(question, _parts) or (Subtask(trail.objective),)

    async def revise(self, subtask: Subtask, trail: Trail[PageView]) -> Subtask:
        """The part in the words of the page, once for every address; what the page offers is remembered."""
        place = (trail.state.url.partition("#")[0], subtask.objective)
        if place not in self._revised:
            self._revised[place] = await self._again(subtask, trail, place[0])
        return self._revised[place]

    async def _again(self, subtask: Subtask, trail: Trail[PageView], url: str) -> Subtask:
        known = "" if self.memory is None else self.memory.recall(url, subtask.objective).summary
        question = Question(
            role="revise",
            values={
                "known": f"Remembered of this page:\n{barred([known])}" if known else "",
                "part": subtask.objective,
                "objective": self._whole,
            },
            page=page_of(trail.state, words_of(subtask.objective)),
            room=6000,
        )

        def read(reply: Reply) -> tuple[Subtask, str]:
            objective = text_in(reply, "objective", most=200)
            if not objective:
                raise Unusable("the part has no words")
            return Subtask(objective, text_in(reply, "done_when", most=200)), text_in(reply, "summary", most=200)

        said = await self.adviser.ask(question, read)
        if said is None:
            return subtask
        revised, summary = said
        if self.memory is not None and summary:
            for words in {subtask.objective, revised.objective}:
                self.memory.keep(url, words, replace(self.memory.recall(url, words), summary=summary))
        return revised

    async def done(self, subtask: Subtask, trail: Trail[PageView]) -> bool:
        """Whether its predicate holds on the page; without advice no part is ever done but by the goal."""
        statement = subtask.done_when or f"This is done: {subtask.objective}"
        likely = await holds(self.adviser, trail.state, statement)
        return likely is not None and likely >= YES


def _parts(reply: Reply) -> tuple[Subtask, ...]:
    value = reply.value.get("parts")
    if not isinstance(value, list | tuple) or not 1 <= len(cast("Sequence[object]", value)) <= PARTS:
        raise Unusable(f"parts is no list of one to {PARTS}")
    found: list[Subtask] = []
    for one in cast("Sequence[object]", value):
        if not isinstance(one, dict):
            raise Unusable("a part is no object")
        part = Reply(value=cast("dict[str, object]", one))
        objective = text_in(part, "objective", most=200)
        if not objective:
            raise Unusable("a part has no words")
        found.append(Subtask(objective, text_in(part, "done_when", most=200)))
    return tuple(found)
