"""Chooses the next action for an objective on the current page: the action policy of `act`, as a model plays it.

It follows the published agents' next-action step. The difference: the model copies one of the lines that say what can
be done (one for each option of a list, because small models are right at mapping and wrong at verbs), listed for the
boxes of the page and the links and buttons nearest to the objective. What is typed is a question of its own, limited to
words of the objective; asked together, a small model was seen to fill in what the prompt says about values. Whether all
is done is never asked here: the caller judges that by what can be observed.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from webdart.model.door.port import Reply
from webdart.model.roles.adviser import TRIES, Adviser, Question, Unusable, one_of, text_in
from webdart.model.roles.history import NEAREST, barred, told_steps, trimmed, words_of
from webdart.model.roles.page_excerpt import Page
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.page_text import Line, clean, lines_of, told
from webdart.page.roles import is_control, is_text_box, is_ticked, options_of, type_of
from webdart.page.roles import words_of as words_on
from webdart.page.text_match import holds, loose
from webdart.search.roles import Trail
from webdart.values import replace

T = TypeVar("T")

_SIGNS = ".,;:!?()\"\u201c\u201d'"
_WORDS = 6  # of a value that is not in quotes
_SPANS = 160

NONE = "none of these"

BOXES = 24
"""So many boxes and lists are told, those nearest to the objective."""

OPTIONS = 12
"""So many options of a list are told, those nearest to the objective."""


class Doing(Struct, frozen=True, kw_only=True):
    """What the model would do: an element, and what is put into it ("" where it is only clicked).

    `options` are the options of a list that are meant; `tick` whether a box is to be ticked.
    """

    node: Node
    value: str = ""
    options: tuple[str, ...] = ()
    tick: bool | None = None


async def next_doing(
    adviser: Adviser,
    trail: Trail[PageView],
    objective: str,
    may: Callable[[Node], bool],
    accept: Callable[[Doing], T],
) -> T | None:
    """What `accept` makes of the model's next step; None where it names none, or there is no advice.

    Args:
        adviser: who is asked.
        trail: the page shown and the way there; its objective may be a part of the whole.
        objective: the whole, from which values come.
        may: which elements may be acted on.
        accept: raises Unusable for what must not be done; its reason is fed back once.
    """
    page, offered = _choices(adviser, trail.state, words_of(f"{objective} {trail.objective}"), may)
    if not offered:
        return None
    steps = told_steps(trail)
    if trail.objective != objective:
        steps = f"{steps}\n{barred([f'now: {trail.objective}'])}"
    lines, task = tuple(offered), adviser.mask(objective)

    async def chosen(wrong: str) -> Doing | None:
        question = Question(
            role="act",
            values={"steps": f"{steps}\n{wrong}".strip(), "objective": objective},
            page=page,
            choices={"line": (*lines, NONE)},
            sees=trail.state,
        )
        place = await adviser.ask(question, lambda reply: one_of(reply, "line", (*lines, NONE)))
        return None if place is None or place == len(lines) else offered[lines[place]]

    wrong = ""
    for _ in range(TRIES):
        doing = await chosen(wrong)
        if doing is None:
            return None
        try:
            return accept(await _with_value(adviser, trail.state, doing, task))
        except Unusable as unusable:
            wrong = barred([f"refused: {unusable.reason}"])
            adviser.refuse("act", unusable.reason)
    return None


async def _with_value(adviser: Adviser, view: PageView, doing: Doing, task: str) -> Doing:
    """The same, with what is typed.

    Raises:
        Unusable: no words of the objective belong there, or the objective names another option of the list.
    """
    if doing.options:
        _check_option(doing, view, task)
    if doing.options or doing.tick is not None or not is_text_box(doing.node):
        return doing

    def read(reply: Reply) -> str:
        value = text_in(reply, "words", most=400)
        if not value or not holds(task, value):
            raise Unusable(f"{value[:80]!r} does not stand in the task; copy it from there")
        return value

    spans = _spans(task)
    question = Question(
        role="act_value",
        values={"box": adviser.mask(told(view, doing.node)), "objective": task},
        choices={"words": spans} if spans else {},
    )
    value = await adviser.ask(question, read)
    if value is None:
        raise Unusable("no words of the task belong into that box")
    return replace(doing, value=value)


def _spans(task: str) -> tuple[str, ...]:
    """The words of an objective that may be a value, one after another; none where they are too many to list."""
    words = [word.strip(_SIGNS) for word in task.split()]
    spans = (
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 1, min(start + _WORDS, len(words)) + 1)
    )
    quoted = (found.strip() for found in re.findall(r'"([^"]+)"', task))
    found = tuple(dict.fromkeys(one for one in (*quoted, *spans) if one and holds(task, one)))
    return found if len(found) <= _SPANS else ()


def _choices(
    adviser: Adviser, view: PageView, words: frozenset[str], may: Callable[[Node], bool]
) -> tuple[Page, Mapping[str, Doing]]:
    """The page as it is told, and what can be done there, each by the line that can be copied."""
    there = lines_of(view)
    usable = [place for place, line in enumerate(there) if line.kind == "element" and may(view.nodes[line.node])]
    boxes = [place for place in usable if is_control(view.nodes[there[place].node])]
    others = [place for place in usable if place not in set(boxes)]
    kept = {*_nearest(there, boxes, words, BOXES), *_nearest(there, others, words, NEAREST)}
    offered: dict[str, Doing] = {}
    shown: list[Line] = []
    for place, line in enumerate(there):
        if place in kept:
            own = {adviser.mask(text): doing for text, doing in _doings(view, line, words)}
            offered |= own
            shown += [Line(text, line.node, "element") for text in own]
        elif line.kind in ("heading", "alert"):
            shown.append(line)
    lines = (*trimmed(shown, frozenset(offered)), Line(NONE, -1, "element"))
    return Page(url=view.url, title=view.title, lines=lines), offered


def _doings(view: PageView, line: Line, words: frozenset[str]) -> Iterator[tuple[str, Doing]]:
    """What can be done with an element, in lines: of a list each option that is not chosen."""
    node = view.nodes[line.node]
    if node.tag == "select":
        name = line.text.partition(" of: ")[0].partition(' = "')[0]
        options = [words_on(view, one) for one in options_of(view, node) if "disabled" not in one.states]
        left = [option for option in dict.fromkeys(options) if option and option != node.value]
        near = sorted(left, key=lambda option: -sum(1 for word in words if word in loose(option)))[:OPTIONS]
        for option in (one for one in left if one in near):
            yield f'choose "{clean(option)}" in {name}', Doing(node=node, options=(option,))
    elif is_ticked(node):
        tick = "checked" not in node.states
        yield f"{'tick' if tick else 'untick'} {line.text}", Doing(node=node, tick=tick)
    elif is_text_box(node):
        yield f"type into {line.text}", Doing(node=node)
    else:
        yield f"click {line.text}", Doing(node=node)


def _nearest(lines: Sequence[Line], places: Sequence[int], words: frozenset[str], most: int) -> list[int]:
    """The places whose lines say most of the words; of equal ones buttons that send before others, then in order."""

    def near(place: int) -> tuple[float, bool, int]:
        said = loose(lines[place].text)
        return (-sum(1 for word in words if word in said), not lines[place].text.startswith("button"), place)

    return sorted(places, key=near)[:most]


def _check_option(doing: Doing, view: PageView, task: str) -> None:
    task, meant = loose(task), doing.options[0]
    options = [words_on(view, one) for one in options_of(view, doing.node)]
    named = [option for option in options if option and holds(task, loose(option))]
    if named and meant not in named:
        raise Unusable(f"the task says {named[0]!r}, and not {meant!r}")


def can_be_acted_on(view: PageView, node: Node) -> bool:
    """Whether a model may name it: shown, enabled, and no box for a password or a file, which rules alone fill in."""
    if node.states & {"disabled", "readonly"} or type_of(node) in ("password", "file", "hidden"):
        return False
    if is_control(node) and not (node.tag == "select" or is_text_box(node) or is_ticked(node)):
        return False
    if node.shown:
        return True
    return is_ticked(node) and any(above.tag == "label" and above.shown for above in ancestors(view, node))
