"""Checks that the page is as an `expect` step says.

A text counts only where a person sees it: options of list boxes and the content of input fields do not count. A value
is what a person sees in the control.
"""

from msgspec import Struct

from webdart.errors import NotFound, StepFailed
from webdart.page.control_value import same_value
from webdart.page.locator import Wish, area, find_sought, one_sought
from webdart.page.locator_choice import described
from webdart.page.locator_query import Sought, marks_of, sought
from webdart.page.model import Node, PageView
from webdart.page.roles import is_ticked, words_of
from webdart.page.sections import Area
from webdart.page.text_match import folded, holds, says
from webdart.workflow.model import ExpectStep
from webdart.workflow.templates import Names, fill


class Expectation(Struct, frozen=True):
    """An `expect` step, filled in."""

    text: str | None
    value: str | None
    count: int | None
    gone: bool
    target: Sought | None
    within: Sought | None

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors to ask for."""
        return marks_of(self.target) + marks_of(self.within)


def expectation(step: ExpectStep, names: Names) -> Expectation:
    """The step with its templates filled in."""
    return Expectation(
        None if step.text is None else folded(fill(step.text, names).text),
        None if step.value is None else folded(fill(step.value, names).text),
        step.count,
        step.gone,
        None if step.target is None else sought(step.target, names),
        None if step.within is None else sought(step.within, names),
    )


def check(view: PageView, wanted: Expectation) -> None:
    """Raise unless it is so.

    Raises:
        StepFailed: it is not so; the message says what the page shows.
        NotFound: what is to be looked at, or in, is not there.
    """
    if wanted.within is not None:
        try:
            inside = area(view, wanted.within)
        except NotFound:
            if wanted.gone:
                return  # nothing stands in what is not there
            raise
    else:
        inside = Area(0, len(view.nodes))
    if wanted.target is None:
        _check_text(view, wanted, inside)
    elif wanted.count is not None:
        _check_count(view, wanted, wanted.target, inside)
    elif wanted.gone:
        _check_gone(view, wanted.target, inside)
    else:
        _check_target(view, wanted, wanted.target, inside)


def visible_text(view: PageView, inside: Area) -> str:
    """What a person reads in an area: no options of list boxes, nothing typed into fields; blanks folded."""
    parts: list[str] = []
    skip = 0
    for node in view.nodes[inside.start : inside.end]:
        if node.index < skip:
            continue
        if node.tag in ("select", "datalist", "textarea") or "contenteditable" in node.attributes:
            skip = node.end
        elif node.text and node.shown:
            parts.append(("" if "joined" in node.states or not parts else " ") + node.text)
    return "".join(parts)


def _check_text(view: PageView, wanted: Expectation, inside: Area) -> None:
    text = visible_text(view, inside)
    said = holds(text.casefold(), (wanted.text or "").casefold())
    if said and wanted.gone:
        raise StepFailed(f"the page still says {wanted.text!r}", url=view.url)
    if not said and not wanted.gone:
        where = f" in {wanted.within}" if wanted.within is not None else ""
        shown = text if len(text) <= 200 else f"{text[:200]}…"
        raise StepFailed(f"the page does not say {wanted.text!r}{where}", url=view.url, hint=f"it says: {shown}")


def _hits(view: PageView, target: Sought, inside: Area) -> tuple[Node, ...]:
    try:
        return tuple(node for node in find_sought(view, target, Wish("expect", area=inside)) if node.shown)
    except NotFound:
        return ()


def _check_count(view: PageView, wanted: Expectation, target: Sought, inside: Area) -> None:
    found = len(_hits(view, target, inside))
    if found != wanted.count:
        raise StepFailed(f"{target}: {found} on the page, not {wanted.count}", url=view.url)


def _check_gone(view: PageView, target: Sought, inside: Area) -> None:
    hits = _hits(view, target, inside)
    if hits:
        raise StepFailed(f"{target} is still there: {described(view, hits[0])}", url=view.url)


def _check_target(view: PageView, wanted: Expectation, target: Sought, inside: Area) -> None:
    verb = "expect" if wanted.value is None else "fill"
    node = one_sought(view, target, Wish(verb, area=inside))
    if wanted.value is not None:
        shown = _value_of(view, node)
        if not same_value(shown, wanted.value) and not says(shown, wanted.value):
            raise StepFailed(f"{target} shows {shown!r}, not {wanted.value!r}", url=view.url)
    if wanted.text is not None:
        text = visible_text(view, Area(node.index, node.end))
        if not holds(text.casefold(), wanted.text.casefold()):
            raise StepFailed(f"{target} does not say {wanted.text!r}", url=view.url, hint=f"it says: {text[:200]}")


def _value_of(view: PageView, node: Node) -> str:
    if is_ticked(node):
        return "true" if "checked" in node.states else "false"
    return folded(node.value if node.value is not None else words_of(view, node))
