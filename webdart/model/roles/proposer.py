"""Proposes which of the things that a page offers to try next: the action proposer and the judge of candidates.

After WebOperator (section 3): several contexts propose, equal proposals count together. What differs: the model copies
the element's own line, limited to lines that exist, and code knows what is done with it; the candidates that nobody
proposed stay, behind, so that a search still finds what a model overlooks; whether to stop is asked separately, before
(small models never choose it when it is due).
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from webdart.browser.port import Action
from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, one_of, text_in, texts_in
from webdart.model.roles.history import Menu, barred, menu, told_steps, words_of
from webdart.model.roles.page_excerpt import page_of
from webdart.page.model import PageView
from webdart.search.port import Candidate
from webdart.search.roles import Trail
from webdart.values import replace

Context = Literal["steps", "rephrased"]
"""What a proposal is told besides the page: the steps so far; the objective in other words, and page memory."""

Known = Callable[[PageView], str]
"""What is remembered of a page from earlier visits."""

Stop = Callable[[Trail[PageView]], Awaitable[Candidate[Action] | None]]
"""A candidate that ends the search, where it is due."""

_RANKS = (1.0, 0.6, 0.4)
_REST = 0.5
"""What the hope of a candidate is worth that nobody proposed."""


@dataclass(slots=True, kw_only=True)
class ModelProposer:
    """Puts what the model proposes first. `stop` is asked before every proposal where a stage may end by itself."""

    adviser: Adviser
    contexts: tuple[Context, ...] = ("steps", "rephrased")
    known: Known | None = None
    stop: Stop | None = None
    _rephrased: dict[str, str] = field(default_factory=dict[str, str])

    async def __call__(
        self, trail: Trail[PageView], offered: Sequence[Candidate[Action]]
    ) -> Sequence[Candidate[Action]]:
        """The same candidates with other hopes; where there is no advice, the same."""
        end = None if self.stop is None else await self.stop(trail)
        if end is not None:
            return (end, *offered)
        usable = [one for one in offered if one.effect not in ("invalid", "terminating")]
        if len(usable) < 2:
            return offered
        choices = menu(trail.state, usable, words_of(trail.objective), self.adviser.mask)
        votes: Counter[int] = Counter()
        for context in self.contexts:
            for rank, place in enumerate(await self._proposed(trail, choices, context)):
                votes[place] += round(100 * _RANKS[rank] / len(self.contexts))
        if not votes:
            return offered
        hopes = {choices.at(place).key: 0.5 + 0.45 * vote / 100 for place, vote in votes.items()}
        favourite = await self._judged(trail, choices, votes)
        if favourite is not None:
            hopes[favourite] = 0.97
        return tuple(replace(one, prior=hopes.get(one.key, one.prior * _REST)) for one in offered)

    async def _proposed(self, trail: Trail[PageView], choices: Menu, context: Context) -> Sequence[int]:
        objective, known = trail.objective, "" if self.known is None else self.known(trail.state)
        if context == "rephrased":
            objective = await self._other_words(trail)
            if not objective or objective == trail.objective:
                return ()

        def read(reply: Reply) -> list[int]:
            said = texts_in(reply, "lines", most=3)
            strange = [line for line in said if line not in choices.lines]
            found = [choices.lines.index(line) for line in dict.fromkeys(said) if line in choices.lines]
            if not found:
                raise Unusable(f"no such line on the page: {', '.join(repr(line[:80]) for line in strange) or 'none'}")
            return found

        question = Question(
            role="propose",
            values={
                "known": f"Known from before:\n{barred([known])}" if known else "",
                "steps": told_steps(trail),
                "objective": objective,
            },
            page=choices.page,
            choices={"lines": choices.lines},
            sees=trail.state,
        )
        return await self.adviser.ask(question, read) or ()

    async def _other_words(self, trail: Trail[PageView]) -> str:
        """The objective as this site would say it, asked once."""
        if trail.objective not in self._rephrased:
            question = Question(
                role="other_words",
                values={"objective": trail.objective},
                page=page_of(trail.state, words_of(trail.objective)),
                room=3000,
            )
            said = await self.adviser.ask(question, lambda reply: text_in(reply, "words", most=300))
            self._rephrased[trail.objective] = said or ""
        return self._rephrased[trail.objective]

    async def _judged(self, trail: Trail[PageView], choices: Menu, votes: Counter[int]) -> object:
        """The one of the best proposals that a second look prefers, where the contexts did not agree; by its key."""
        best = max(votes.values())
        even = [place for place, vote in votes.items() if vote >= 0.9 * best]
        if len(even) < 2:
            return None
        lines = tuple(choices.lines[place] for place in even)
        question = Question(
            role="judge",
            values={"steps": told_steps(trail), "objective": trail.objective},
            page=choices.page,
            choices={"line": lines},
            sees=trail.state,
        )
        place = await self.adviser.ask(question, lambda reply: one_of(reply, "line", lines))
        return None if place is None else choices.at(even[place]).key


class WhereUnsure:
    """Asks only where the rules are unsure, and says why (`policy: auto`)."""

    def __init__(self, adviser: Adviser, proposer: ModelProposer) -> None:
        self._adviser = adviser
        self._proposer = proposer

    async def __call__(
        self, trail: Trail[PageView], offered: Sequence[Candidate[Action]]
    ) -> Sequence[Candidate[Action]]:
        """The rules' hopes, unless they say little."""
        why = unsure(offered)
        if not why or self._adviser.silent or _worse(trail):
            return offered
        self._adviser.trace("model", f"rules are unsure: {why}", url=trail.state.url, why=why)
        return await self._proposer(trail, offered)


def _worse(trail: Trail[PageView]) -> bool:
    """Whether the last step led to a page that is worth less than one before it: rules go back from there."""
    values = [step.value for step in trail.steps]
    return len(values) > 1 and values[-1] < max(values[:-1])


SURE = 0.3
"""A hope from which on the words of a link speak for themselves."""

TIED = 4
"""So many candidates may be equally hopeful before rules count as unsure."""


def unsure(offered: Sequence[Candidate[Action]]) -> str:
    """Why rules can't tell which candidate to try first; "" where they can."""
    hopes = sorted((one.prior for one in offered if one.effect not in ("invalid", "terminating")), reverse=True)
    if len(hopes) < 2:
        return ""
    if hopes[0] < SURE:
        return f"of {len(hopes)} links and buttons none says much of what is looked for"
    even = sum(1 for hope in hopes if hope > hopes[0] - 0.02)
    return f"{even} links and buttons say as much of what is looked for" if even > TIED else ""
