"""Words the way so far for a role: steps, failures, lessons, and candidates in the lines of their elements."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from webdart.browser.port import Action, DoGoto
from webdart.model.roles.page_excerpt import Page
from webdart.page.model import PageView
from webdart.page.page_text import Line, clean, lines_of
from webdart.page.text_match import loose
from webdart.search.port import Candidate
from webdart.search.roles import Step, Trail

NEAREST = 15
"""So many candidates are told: small models are right more often among few (cut before asking harder)."""

STEPS = 6
"""So many of the last steps are told."""


def words_of(text: str) -> frozenset[str]:
    """The words of an objective that a line may say; short ones say nothing."""
    return frozenset(word for word in loose(text).split() if len(word) > 2)


def barred(lines: Sequence[str]) -> str:
    """Texts that come from a site, behind bars like its pages."""
    return "\n".join(f"| {clean(line)}" for line in lines)


def told_steps(trail: Trail[PageView]) -> str:
    """The last steps with what came of them, what failed here, the lessons of other branches."""
    steps = [told_step(step) for step in trail.steps[-STEPS:]] or ["none yet"]
    failed = [f"failed here: {one}" for one in trail.failed[-STEPS:]]
    lessons = [f"lesson: {one}" for one in trail.lessons[-STEPS:]]
    return barred([*steps, *failed, *lessons])


def told_step(step: Step) -> str:
    """One step in a line."""
    held = "; something that would write was stopped" if step.held else ""
    note = f"; {step.note}" if step.note else ""
    return f"{step.label or 'a link'} (led to a page worth {step.value:.1f} of 1{held}{note})"


class Menu(Struct, frozen=True):
    """The nearest candidates of a page by the line that tells each, and the page as far as a choice needs it."""

    lines: tuple[str, ...]
    candidates: tuple[Candidate[Action], ...]
    page: Page

    def at(self, place: int) -> Candidate[Action]:
        """The candidate of a line."""
        return self.candidates[place]


def menu(
    view: PageView, offered: Sequence[Candidate[Action]], words: frozenset[str], mask: Callable[[str], str]
) -> Menu:
    """The candidates nearest to what is looked for, in the order of the page, each as the line of its element.

    A page's headings and alerts stand between them, so that a choice is made in its surroundings.
    """
    there = lines_of(view)
    nearest = sorted(offered, key=lambda one: (-_near(one.label, words), -one.prior))[:NEAREST]
    by_node = {line.node: place for place, line in enumerate(there) if line.kind == "element"}
    placed = sorted(((_place(view, one, by_node), one) for one in nearest), key=lambda pair: pair[0])
    lines: list[str] = []
    for place, one in placed:
        line = there[place].text if place < len(there) else f'link "{clean(one.label)}" (not shown now)'
        line = mask(line)
        lines.append(line if line not in lines else f"{line} ({len(lines)})")
    chosen = {place: line for (place, _), line in zip(placed, lines, strict=True) if place < len(there)}
    hidden = [Line(line, -1, "element") for (place, _), line in zip(placed, lines, strict=True) if place >= len(there)]
    told_lines = [
        Line(chosen.get(place, line.text), line.node, line.kind)
        for place, line in enumerate(there)
        if place in chosen or line.kind in ("heading", "alert")
    ]
    page = Page(url=view.url, title=view.title, lines=(*trimmed(told_lines, frozenset(chosen.values())), *hidden))
    return Menu(tuple(lines), tuple(one for _, one in placed), page)


def _near(label: str, words: frozenset[str]) -> float:
    said = loose(label)
    return sum(1 for word in words if word in said) / len(words) if words else 0.0


def _place(view: PageView, one: Candidate[Action], by_node: dict[int, int]) -> int:
    """Where the line of a candidate's element is; behind all others where no line tells of it."""
    nowhere = 1 << 30
    if isinstance(one.action, DoGoto):
        url = one.action.url
        for link in view.links:
            if link.index in by_node and link.attributes["href"].partition("#")[0] == url.partition("#")[0]:
                return by_node[link.index]
        return nowhere
    node = getattr(getattr(one.action, "element", None), "node", -1)
    return by_node.get(node, nowhere)


def trimmed(lines: Sequence[Line], chosen: frozenset[str]) -> list[Line]:
    """Headings that have no candidate below them before the next one say little: all but the first two go."""
    found: list[Line] = []
    for place, line in enumerate(lines):
        leads = any(other.text in chosen for other in lines[place : place + 2])
        if line.kind != "heading" or leads or len(found) < 2:
            found.append(line)
    return found
