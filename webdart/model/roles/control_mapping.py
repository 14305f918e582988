"""Maps a condition to the control with which the site itself applies it; a mapping, never an action.

Small models miss a filter as an action and find it as a mapping (measured): they are given the controls of a page, one
line for every thing that can be chosen, and copy the one that does it. Their reply is a proposal like any rule's: it
is applied, verified against the rows, and undone where it does not hold.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.model.roles.adviser import Adviser, Question, one_of
from webdart.model.roles.page_excerpt import Page
from webdart.page.model import PageView
from webdart.page.page_text import Line, clean

NONE = "none of these"

MOST = 60
"""So many lines are told at most."""


class Condition(Struct, frozen=True, kw_only=True):
    """What is wanted, in SQL, and the words that a fitting line may have in it, for the cut of long lists."""

    sql: str
    words: frozenset[str]


async def mapped(
    adviser: Adviser, view: PageView, lines: Sequence[str], condition: Condition, fields: Sequence[str]
) -> int | None:
    """The place of the line that does what is wanted; None where the model names none."""
    if not lines:
        return None
    kept = _nearest(lines, condition.words)
    told = _different([adviser.mask(clean(lines[place])) for place in kept])
    there = tuple(Line(text, -1, "element") for text in (*told, NONE))
    question = Question(
        role="map_control",
        values={"fields": "\n".join(f"- {one}" for one in fields), "condition": condition.sql},
        page=Page(url=view.url, title=view.title, lines=there),
        choices={"line": (*told, NONE)},
    )
    place = await adviser.ask(question, lambda reply: one_of(reply, "line", (*told, NONE)))
    return None if place is None or place == len(told) else kept[place]


def _nearest(lines: Sequence[str], words: frozenset[str]) -> list[int]:
    """The places of the lines that are told, in order: all, or of very many those that say most of the words."""
    if len(lines) <= MOST:
        return list(range(len(lines)))
    ranked = sorted(range(len(lines)), key=lambda place: (-_said(lines[place], words), place))
    return sorted(ranked[:MOST])


def _said(line: str, words: frozenset[str]) -> int:
    low = line.casefold()
    return sum(1 for word in words if word in low)


def _different(lines: Sequence[str]) -> tuple[str, ...]:
    """The same, a number behind each that says what one before it says."""
    found: list[str] = []
    for line in lines:
        count = sum(1 for other in found if other == line or other.startswith(f"{line} #"))
        found.append(f"{line} #{count + 1}" if count else line)
    return tuple(found)
