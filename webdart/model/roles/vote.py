"""Puts one doubt to a model as a short question with few answers, and reads which of the candidates it votes for.

The candidates are shown as a person would see them, numbered, with at most a few samples each. A question has a fixed
size: of more candidates than it has room for, those that say most of the words looked for are shown.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from webdart.model.door.port import Reply
from webdart.model.door.prompts import load_prompt
from webdart.model.door.tokens import of_prompt
from webdart.model.roles.adviser import Adviser, Question, Unusable, one_of
from webdart.model.roles.control_mapping import NONE
from webdart.model.roles.page_excerpt import Page
from webdart.page.page_text import Line, clean
from webdart.page.text_match import loose

TOKENS = 300
"""Of one question, its second try included."""
_RETRY = 25  # of which for what was wrong with a reply
_CANDIDATE = 100  # letters of a candidate that are shown
_TITLE = 60  # letters of the page's title
_INPUT = 160  # letters of each thing that is said of the doubt


class Ballot(Struct, frozen=True, kw_only=True):
    """A doubt: the role that decides it, what is said of it, the candidates in the order of the page.

    `likely` are texts of the candidates that the rules stood between: those are shown in any case.
    """

    role: str
    values: Mapping[str, str]
    candidates: Sequence[str]
    likely: Sequence[str] = ()
    title: str = ""

    def masked(self, mask: Callable[[str], str]) -> "Ballot":
        """The same with secrets blanked, before anything is cut: a part of one is a secret too."""
        return Ballot(
            role=self.role,
            values={name: mask(clean(text)) for name, text in self.values.items()},
            candidates=[mask(clean(text)) for text in self.candidates],
            likely=[mask(text) for text in self.likely],
            title=mask(clean(self.title)),
        )

    def shown(self) -> tuple[int, ...]:
        """The places of the candidates that there is room for, in order."""
        words = {word for text in self.likely for word in loose(text).split()}
        places = range(len(self.candidates))
        ranked = sorted(places, key=lambda place: -len(words & {*loose(self.candidates[place]).split()}))
        kept: list[int] = []
        for place in ranked:
            if self._size([*kept, place]) > TOKENS - _RETRY:
                break
            kept.append(place)
        return tuple(sorted(kept))

    def lines(self, places: Sequence[int]) -> tuple[str, ...]:
        """The candidates at some places as numbered lines, and the one that is none of them."""
        texts = (self.candidates[place][:_CANDIDATE] for place in places)
        return (*(f"{number}. {text}" for number, text in enumerate(texts, 1)), NONE)

    def page(self, lines: Sequence[str]) -> Page:
        """What is quoted of the page."""
        quoted = tuple(Line(line, -1, "element") for line in lines)
        return Page(url="", title=self.title[:_TITLE], lines=quoted)

    @property
    def said(self) -> Mapping[str, str]:
        """What is said of the doubt, each text cut where it is long."""
        return {name: text[:_INPUT] for name, text in self.values.items()}

    def _size(self, places: Sequence[int]) -> int:
        lines = self.lines(places)
        page = self.page(lines).quote(sum(map(len, lines)) * 2)
        return of_prompt(load_prompt(self.role).fill({**self.said, "page": page.text, "wrong": ""}))


async def vote(adviser: Adviser, ballot: Ballot) -> int | None:
    """The place of the candidate that a model votes for; None for none of them, or where it gives no usable reply."""
    ballot = ballot.masked(adviser.mask)
    shown = ballot.shown()
    if not shown:
        return None
    lines = ballot.lines(shown)
    question = Question(role=ballot.role, values=ballot.said, page=ballot.page(lines), choices={"line": lines})

    def chosen(reply: Reply) -> int:
        try:
            return one_of(reply, "line", lines)
        except Unusable:
            raise Unusable("it is none of the lines") from None

    place = await adviser.ask(question, chosen)
    return None if place is None or place == len(shown) else shown[place]
