"""Asks the model in a role and reads its reply.

A prompt is filled, the page in it shortened where the model can't take it all, and the reply read by the caller. A
reply that can't be read is refused: the model is asked once more with the reason, then there is no advice, and rules
decide. Every refusal is in the trace, the first of a role also a warning. A model that is unavailable, or whose budget
is spent, is not asked again; only a stage that wants the model and nothing else (`policy: model`) fails for it.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from webdart.browser.snapshot.vision import Eyes
from webdart.errors import ContextOverflow, Incomplete, ModelError, UnfitReply
from webdart.model.door.port import ChatModel, Image, Reply
from webdart.model.door.prompts import load_prompt, shared_text
from webdart.model.roles.page_excerpt import ROOM, Page
from webdart.page.model import PageView
from webdart.trace import Trace

T = TypeVar("T")

TRIES = 2
"""How often a question is put: once, and once more with what was wrong with the reply."""

LEAST_ROOM = 600
"""Letters of a page below which shortening it further would leave nothing to judge."""

FAILURES = 3
"""So many failures in a row of the model itself, after which it is not asked any more."""

QUESTIONS = 300
"""So many questions may be asked of a model in one stage, whatever its budget: advice that never ends is none."""


class Unusable(Exception):
    """A reply that can't be used: names what isn't there, has no place for what was asked. `reason` is fed back."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Question(Struct, frozen=True, kw_only=True):
    """What is asked: the role (a prompt file), its inputs, the page, and the words that parts of the reply may have.

    `choices` limits a key of the reply (or the items of its list) to these texts. `sees` is the page of which a picture
    helps, for a model that takes one.
    """

    role: str
    values: Mapping[str, str]
    page: Page | None = None
    room: int = ROOM
    choices: Mapping[str, Sequence[str]] = msgspec.field(default_factory=dict[str, Sequence[str]])
    sees: PageView | None = None


@dataclass(slots=True, kw_only=True)
class Adviser:
    """A model, as one stage asks it. `mask` blanks secrets in whatever is sent; `obliged`: no rule may stand in.

    `eyes` are there for a model that takes pictures, by the settings. `name` is what the model is called; `votes`
    whether it may vote on what records leave in doubt (a model that is no better than the rules may not); `cheaper` is
    asked before it where there is such a doubt.

    `asked` counts its questions by role, `refused` the replies that were not used.
    """

    model: ChatModel
    trace: Trace
    mask: Callable[[str], str] = str
    obliged: bool = False
    eyes: Eyes | None = None
    name: str = ""
    votes: bool = True
    cheaper: "Adviser | None" = None
    asked: dict[str, int] = field(default_factory=dict[str, int])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    _silent: str = ""
    _failures: int = 0
    _room: int | None = None  # what the model turned out to take

    @property
    def silent(self) -> str:
        """Why the model is not asked any more; "" while it is."""
        return self._silent

    @property
    def by_cost(self) -> tuple["Adviser", ...]:
        """The models that may vote, the cheapest first."""
        before = () if self.cheaper is None else self.cheaper.by_cost
        return (*before, self) if self.votes else before

    async def ask(self, question: Question, read: Callable[[Reply], T]) -> T | None:
        """What `read` makes of the reply; None where there is no advice.

        Args:
            question: what is asked.
            read: checks a reply; raises Unusable with a reason that is fed back once.

        Raises:
            Incomplete: the model's budget is spent, and this stage wants nothing but the model.
            ModelError: so is the model itself not to be had.
        """
        wrong = ""
        for _ in range(TRIES):
            try:
                reply = await self._reply(question, wrong)
                return None if reply is None else read(reply)
            except Unusable as unusable:
                wrong = unusable.reason
                self.refuse(question.role, wrong)
            except UnfitReply as unfit:
                wrong = unfit.why
                self._failed(question.role, unfit)
        return None

    async def _reply(self, question: Question, wrong: str) -> Reply | None:
        if self._silent or self._over():
            return None
        room = min(question.room, self._room or question.room)
        while True:
            self.asked[question.role] = self.asked.get(question.role, 0) + 1
            try:
                reply = await self._once(question, wrong, room)
            except ContextOverflow as over:
                shorter = self._shorter(question, room, over)
                if shorter is None:
                    return self._failed(question.role, over)
                room = self._room = shorter
            except UnfitReply:
                raise
            except ModelError as error:
                return self._failed(question.role, error)
            except Incomplete as spent:
                self._stop(spent.problem, spent)
                return None
            else:
                self._failures = 0
                return reply

    async def _once(self, question: Question, wrong: str, room: int) -> Reply:
        prompt = load_prompt(question.role)
        values = {name: self.mask(value) for name, value in question.values.items()}
        if "reader" in prompt.inputs:
            values["reader"] = shared_text("reader")
        if "page" in prompt.inputs:
            assert question.page is not None
            values["page"] = question.page.quote(room, self.mask).text
        values["wrong"] = f"Your last reply was refused: {self.mask(wrong)}\n" if wrong else ""
        choices = {key: [self.mask(one) for one in words] for key, words in question.choices.items()}
        filled = prompt.fill(values, await self._pictured(question.sees))
        return await self.model.complete(filled, limited(prompt.schema, choices))

    async def _pictured(self, view: PageView | None) -> tuple[Image, ...]:
        """The page as it looks, where the model sees and the page may be shown."""
        if self.eyes is None or view is None:
            return ()
        picture = await self.eyes.see(view)
        return (Image(data=picture, media_type="image/jpeg"),) if picture else ()

    def _shorter(self, question: Question, room: int, over: ContextOverflow) -> int | None:
        """How much of the page to tell instead; None where it can't be told shorter."""
        if question.page is None or room <= LEAST_ROOM:
            return None
        size = len(question.page.quote(room, self.mask).text)
        shorter = max(LEAST_ROOM, min(room, size) // 2)
        self.trace(
            "model",
            f"{question.role}: the page is too long for the model ({over.problem}): told in {shorter} letters instead",
            role=question.role,
            room=shorter,
        )
        return shorter

    @contextmanager
    def obliged_if(self, only_model: bool) -> Generator[None]:  # noqa: FBT001 - it reads well
        """Within, a model that can't be had or paid fails the stage, where it wants `only_model`."""
        before, self.obliged = self.obliged, only_model
        if only_model and self._silent:
            raise ModelError(self._silent)
        try:
            yield
        finally:
            self.obliged = before

    # -- what is not used -------------------------------------------------------------------------------------

    def refuse(self, role: str, reason: str) -> None:
        """Tell that what the model said was not used: in the trace, the first of a role as a warning."""
        said = self.mask(f"what the model said as {role} was refused: {reason}")
        self.trace("model", said, role=role, refused=self.mask(reason))
        if role not in self.refused:
            self.trace("warning", said)
        self.refused[role] = self.refused.get(role, 0) + 1

    def _failed(self, role: str, error: ModelError) -> None:
        self.refuse(role, error.problem)
        self._failures += 1
        if self._failures >= FAILURES:
            self._stop(f"the model failed {FAILURES} times in a row, at last: {error.problem}", error)

    def _over(self) -> bool:
        if sum(self.asked.values()) >= QUESTIONS:
            self._stop(f"{QUESTIONS} questions were asked of the model in one stage", None)
        return bool(self._silent)

    def _stop(self, why: str, error: Incomplete | ModelError | None) -> None:
        """Ask no more. Where nothing but the model is wanted, that ends the stage."""
        self._silent = why
        if self.obliged:
            raise error or Incomplete(why, hint="raise the budget, or write `search: {policy: auto}`")
        self.trace("warning", f"the model is not asked any more, rules go on alone: {self.mask(why)}")


def limited(schema: Mapping[str, object], choices: Mapping[str, Sequence[str]]) -> Mapping[str, object]:
    """A reply's schema in which some keys may only say certain words."""
    if not choices:
        return schema
    properties = dict(cast("Mapping[str, Mapping[str, object]]", schema["properties"]))
    for key, words in choices.items():
        one = properties[key]
        said = {"type": "string", "enum": list(words)}
        properties[key] = {**one, "items": said} if one.get("type") == "array" else {**one, **said}
    return {**schema, "properties": properties}


# -- reading a reply ------------------------------------------------------------------------------------------


def text_in(reply: Reply, key: str, most: int = 600) -> str:
    """A text of a reply, blanks folded.

    Raises:
        Unusable: it is none, or longer than `most` letters.
    """
    value = reply.value.get(key)
    if not isinstance(value, str):
        raise Unusable(f"{key} is no text")
    if len(value) > most:
        raise Unusable(f"{key} is longer than {most} letters")
    return " ".join(value.split())


def texts_in(reply: Reply, key: str, most: int = 12) -> tuple[str, ...]:
    """The texts of a list in a reply, empty ones left out.

    Raises:
        Unusable: it is no list of texts, or has more than `most`.
    """
    value = reply.value.get(key)
    if not isinstance(value, list | tuple):
        raise Unusable(f"{key} is no list")
    items = cast("Sequence[object]", value)
    if len(items) > most or not all(isinstance(item, str) and len(item) <= 600 for item in items):
        raise Unusable(f"{key} is no list of at most {most} short texts")
    return tuple(folded for item in items if (folded := " ".join(str(item).split())))


def number_in(reply: Reply, key: str, least: float, most: float) -> float:
    """A number of a reply.

    Raises:
        Unusable: it is none, or not between `least` and `most`.
    """
    value = reply.value.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise Unusable(f"{key} is no number from {least:g} to {most:g}")
    return float(value)


def one_of(reply: Reply, key: str, words: Sequence[str]) -> int:
    """Which of some words a key of a reply says: its place among them.

    Raises:
        Unusable: it says something else.
    """
    value = reply.value.get(key)
    if isinstance(value, str):
        said = " ".join(value.split())
        for place, word in enumerate(words):
            if said == word:
                return place
    raise Unusable(f"{key} says {str(value)[:120]!r}, which is none of the {len(words)} lines to choose from")
