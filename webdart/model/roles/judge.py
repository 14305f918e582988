"""Judges whether this is the page that is looked for, and how near it is: statements, checklist, process reward.

After WebOperator (section 3, process reward from a checklist of milestones). What differs: that a page is the goal is
never the model's word alone. The declared fields have to be found there; a model may only doubt it. Where the server
reports how likely each answer was, that counts; else the answer itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, one_of, texts_in
from webdart.model.roles.history import words_of
from webdart.model.roles.page_excerpt import page_of
from webdart.page.model import PageView
from webdart.search.port import Appraisal, Reward
from webdart.values import replace

YES = 0.5
"""How likely a yes must be to count as one."""

BELIEVED = 0.97
"""What a page is worth that has the declared fields and that the model calls the one: nothing better is looked for."""

_WORTH: Mapping[str, float] = {"yes": 1.0, "in progress": 0.5, "no": 0.0}


ROOM = 6000
GLANCE = 600
"""Letters of a page that a judgement needs; those that tell what a page is a list of: its headings and first rows."""


async def holds(adviser: Adviser, view: PageView, statement: str, *, room: int = ROOM) -> float | None:
    """How likely a statement is true of a page (0 to 1); None where there is no advice."""
    question = Question(
        role="holds", values={"statement": statement}, page=page_of(view, words_of(statement)), room=room
    )
    return await adviser.ask(question, lambda reply: _likely(reply, {"yes": 1.0, "no": 0.0}))


def _likely(reply: Reply, worth: Mapping[str, float]) -> float:
    """What the answer is worth, weighed by how likely each word was where that is known."""
    words = tuple(worth)
    said = words[one_of(reply, "answer", words)]
    odds = {} if reply.odds is None else {word: odd for word, odd in reply.odds.items() if word in worth and odd >= 0}
    total = sum(odds.values())
    if total <= 0:
        return worth[said]
    return sum(worth[word] * odd for word, odd in odds.items()) / total


@dataclass(slots=True, kw_only=True)
class Checklist:
    """Milestones on the way to an objective, thought of once, at the first page that is seen."""

    adviser: Adviser
    objective: str
    items: tuple[str, ...] = ()
    _asked: bool = False

    async def progress(self, view: PageView) -> float | None:
        """The mean of the milestones, 0 to 1; None where there is no advice."""
        if not self._asked:
            self._asked = True
            self.items = await self._thought_of(view) or ()
        worths: list[float] = []
        for item in self.items:
            question = Question(
                role="milestone",
                values={"objective": self.objective, "item": item},
                page=page_of(view, words_of(f"{self.objective} {item}")),
                room=ROOM,
            )
            worth = await self.adviser.ask(question, lambda reply: _likely(reply, _WORTH))
            if worth is None:
                return None
            worths.append(worth)
        return sum(worths) / len(worths) if worths else None

    async def _thought_of(self, view: PageView) -> tuple[str, ...] | None:
        question = Question(
            role="checklist",
            values={"objective": self.objective},
            page=page_of(view, words_of(self.objective)),
            room=ROOM,
        )

        def read(reply: Reply) -> tuple[str, ...]:
            items = texts_in(reply, "items", most=4)
            if not items:
                raise Unusable("no milestone is named")
            return items

        return await self.adviser.ask(question, read)


@dataclass(slots=True, kw_only=True)
class ModelWorth:
    """What can be observed of a page, with a model's progress and doubts: implements the port `Reward`.

    `always` asks of every page; else the model is asked only about a goal whose headings don't say what is looked for
    (`policy: auto`). `doubted` are the addresses of pages that carry the declared fields and that the model took for
    something else: no goals to the search, which may fall back on them.
    """

    adviser: Adviser
    observed: Reward[PageView]
    objective: str
    always: bool
    sure: float
    doubted: list[tuple[PageView, Appraisal]] = field(default_factory=list[tuple[PageView, Appraisal]])
    _checklist: Checklist | None = None
    _confirmed: set[str] = field(default_factory=set[str])

    async def __call__(self, state: PageView) -> Appraisal:
        """0 to 1; a goal carries every declared field, and is not doubted."""
        seen = await self.observed(state)
        if not self.objective or seen.dead:
            return seen
        if seen.goal:
            return await self._goal(state, seen)
        return await self._nearer(state, seen) if self.always else seen

    async def _goal(self, state: PageView, seen: Appraisal) -> Appraisal:
        if not self.always and seen.value >= self.sure:
            return seen
        if not self.always:
            why = f"the page has the declared fields, and its headings do not say {self.objective!r}"
            self.adviser.trace("model", f"rules are unsure: {why}", url=state.url, why=why)
        statement = f"The page shows the list that is asked for: {self.objective}"
        likely = await holds(self.adviser, state, statement, room=GLANCE)
        if likely is None:
            return seen
        if likely >= YES:
            self._believed(state, seen)
            return replace(seen, value=max(seen.value, BELIEVED))
        self.doubted.append((state, seen))
        reason = f"{seen.reason}; the model says that it is not {self.objective!r}"
        return replace(seen, goal=False, value=min(seen.value, 0.5), reason=reason)

    def _believed(self, state: PageView, seen: Appraisal) -> None:
        """That a page is the one rests on the model alone where its headings do not say so: told, once a page."""
        if seen.value < self.sure and state.url not in self._confirmed:
            self._confirmed.add(state.url)
            text = f"{state.url} has the declared fields; that it is {self.objective!r} only the model says"
            self.adviser.trace("warning", text)

    async def _nearer(self, state: PageView, seen: Appraisal) -> Appraisal:
        if self._checklist is None:
            self._checklist = Checklist(adviser=self.adviser, objective=self.objective)
        progress = await self._checklist.progress(state)
        if progress is None:
            return seen
        value = 0.5 * seen.value + 0.5 * progress
        return replace(seen, value=min(value, 0.99), reason=f"{seen.reason}; milestones {progress:.0%}".strip("; "))
