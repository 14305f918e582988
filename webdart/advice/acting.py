"""What is to be done next for an objective, on the page that is shown? The action policy of `act`, as a model plays it.

After the published agents' next-action step. What differs: the model copies the line of an element that exists, told
the boxes of the page and the links and buttons nearest to the objective; what the element is says what is done with it,
so that no verb can be wrong; a value is words of the objective or an option of the list, anything else is refused.
Whether all is done is never asked here: whoever asks judges that by what can be observed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from webdart.advice.adviser import Adviser, Question, Unusable, one_of, text_in
from webdart.advice.quoted import Page
from webdart.advice.trails import NEAREST, barred, told_steps, trimmed, words_of
from webdart.llm.port import Reply
from webdart.pages.labels import ancestors
from webdart.pages.lines import Line, lines_of
from webdart.pages.port import Node, PageView
from webdart.pages.roles import is_control, is_text_box, is_ticked, options_of, type_of
from webdart.pages.roles import words_of as words_on
from webdart.pages.wording import holds, loose, says
from webdart.search.roles import Trail

T = TypeVar("T")

NONE = "none of these"

BOXES = 24
"""So many boxes and lists are told, those nearest to the objective."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
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
    page, lines, nodes = _choices(adviser, trail.state, words_of(f"{objective} {trail.objective}"), may)
    if not lines:
        return None
    steps = told_steps(trail)
    if trail.objective != objective:
        steps = f"{steps}\n{barred([f'now: {trail.objective}'])}"
    task = adviser.mask(objective)

    def read(reply: Reply) -> T | None:
        place = one_of(reply, "line", (*lines, NONE))
        if place == len(lines):
            return None
        return accept(_doing(trail.state, nodes[place], text_in(reply, "value", most=400), task))

    question = Question(
        role="act",
        values={"steps": steps, "objective": objective},
        page=page,
        choices={"line": (*lines, NONE)},
        sees=trail.state,
    )
    return await adviser.ask(question, read)


def _choices(
    adviser: Adviser, view: PageView, words: frozenset[str], may: Callable[[Node], bool]
) -> tuple[Page, tuple[str, ...], tuple[Node, ...]]:
    """The page as it is told, the lines that can be copied, and their elements."""
    there = lines_of(view)
    usable = [place for place, line in enumerate(there) if line.kind == "element" and may(view.nodes[line.node])]
    boxes = [place for place in usable if is_control(view.nodes[there[place].node])]
    others = [place for place in usable if place not in set(boxes)]
    kept = {*_nearest(there, boxes, words, BOXES), *_nearest(there, others, words, NEAREST)}
    own = {place: adviser.mask(there[place].text) for place in sorted(kept)}
    told = [
        Line(own.get(place, line.text), line.node, line.kind)
        for place, line in enumerate(there)
        if place in own or line.kind in ("heading", "alert")
    ]
    nodes = tuple(view.nodes[there[place].node] for place in own)
    lines = (*trimmed(told, frozenset(own.values())), Line(NONE, -1, "element"))
    return Page(url=view.url, title=view.title, lines=lines), tuple(own.values()), nodes


def _nearest(lines: Sequence[Line], places: Sequence[int], words: frozenset[str], most: int) -> list[int]:
    """The places whose lines say most of the words; of equal ones buttons that send before others, then in order."""

    def near(place: int) -> tuple[float, bool, int]:
        said = loose(lines[place].text)
        return (-sum(1 for word in words if word in said), not lines[place].text.startswith("button"), place)

    return sorted(places, key=near)[:most]


def _doing(view: PageView, node: Node, value: str, objective: str) -> Doing:
    """What an element and a value come to.

    Raises:
        Unusable: the value is no words of the objective, no option of the list, neither yes nor no.
    """
    if node.tag == "select":
        return _chosen(view, node, value, objective)
    if is_ticked(node):
        if value.casefold() not in ("yes", "no"):
            raise Unusable('a box to tick takes "yes" or "no"')
        return Doing(node=node, tick=value.casefold() == "yes")
    if is_text_box(node):
        if not value or not holds(objective, value):
            raise Unusable(f"the value {value[:80]!r} does not stand in the task")
        return Doing(node=node, value=value)
    return Doing(node=node)


def _chosen(view: PageView, node: Node, value: str, objective: str) -> Doing:
    options = [words_on(view, option) for option in options_of(view, node) if "disabled" not in option.states]
    meant = next((option for option in options if says(option, value)), None)
    if meant is None:
        raise Unusable(f"the list has no option {value[:80]!r}; it has {', '.join(options[:BOXES])}")
    task = loose(objective)
    named = [option for option in options if option and holds(task, loose(option))]
    if named and meant not in named:
        raise Unusable(f"the task says {named[0]!r}, and not {meant!r}")
    return Doing(node=node, options=(meant,))


def can_be_acted_on(view: PageView, node: Node) -> bool:
    """Whether a model may name it: shown, enabled, and no box for a password or a file, which rules alone fill in."""
    if node.states & {"disabled", "readonly"} or type_of(node) in ("password", "file", "hidden"):
        return False
    if is_control(node) and not (node.tag == "select" or is_text_box(node) or is_ticked(node)):
        return False
    if node.shown:
        return True
    return is_ticked(node) and any(above.tag == "label" and above.shown for above in ancestors(view, node))
