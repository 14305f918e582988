"""How is a step of a workflow carried out on a tab?

Every step waits by itself for what it acts on, and ends at its deadline with what was seen. As soon as a request is
held on the wire, the step returns the view that has it: whoever called decides, and the rest of the step is not done.
"""

import time
from collections.abc import Callable
from typing import assert_never
from urllib.parse import quote, urljoin

from webdart.budget import Clock
from webdart.errors import NotFound, SiteDown, SiteError, StepFailed
from webdart.pages.expects import check, expectation
from webdart.pages.fills import set_control, setting_of, settings_of
from webdart.pages.labels import ancestors
from webdart.pages.locate import Wish, element, leads_to, one_sought
from webdart.pages.patience import HeldBack, Patience
from webdart.pages.port import (
    Action,
    Browser,
    DoBack,
    DoClick,
    DoDrag,
    DoHover,
    DoPress,
    DoScroll,
    Element,
    Node,
    PageView,
)
from webdart.pages.roles import Verb
from webdart.pages.sought import Sought, SoughtWords, marks_of, sought
from webdart.workflow.model import (
    Click,
    Drag,
    ExpectStep,
    Fill,
    FillValue,
    GoBack,
    Hover,
    Open,
    Press,
    ScrollTo,
    Step,
    Words,
)
from webdart.workflow.templates import Names, Template, fill


async def carry_out(
    step: Step, tab: Browser, names: Names, *, site_url: str, seconds: float, clock: Clock = time.monotonic
) -> PageView:
    """Carry out one step within `seconds` (the step's own `timeout` goes before); the page after it.

    A view with `held` requests comes back at once; the step is then not finished. An `optional` step that can't be
    done leaves the page as it is.

    Raises:
        NotFound: what the step acts on is not there; the message lists what is.
        SiteDown: an address that it opens answers with a server error.
        StepFailed: it could not be done, or an `expect` did not come true in time.
        WorkflowError: page data stands where it would choose what is acted on.
    """
    patience = Patience.with_step(step, tab, seconds, clock)
    try:
        return await _do(step, patience, names, site_url)
    except HeldBack as held:
        return held.view
    except SiteError as error:
        if step.optional and isinstance(error, NotFound | StepFailed):
            return await tab.view()
        raise


def goes_on(step: Step) -> bool:
    """Whether a step that came back with a held request has to be carried out again once that was decided.

    A `fill` may have controls left, and sets only those that do not show their value yet; an `expect` only looks. Of
    all other steps the held request was what they were for: again would be twice.
    """
    return isinstance(step, Fill | ExpectStep)


async def set_value(control: Template, value: FillValue, tab: Browser, names: Names, *, seconds: float) -> PageView:
    """Set one control by its label, as an entry of `set` does; the view comes back as from `carry_out`."""
    setting = setting_of(Words(text=control, at=control.at), value, names, control.at)
    try:
        return await set_control(setting, Patience.of(tab, seconds))
    except HeldBack as held:
        return held.view


async def follow(tab: Browser, words: str, *, seconds: float) -> PageView:
    """Follow one word of a `path`: click the link, menu entry or tab; a link in a closed menu is opened by address.

    Raises:
        NotFound: nothing there is called that.
        Ambiguous: several are, and they lead to different places.
    """
    patience = Patience.of(tab, seconds)
    try:
        return await _click(patience, SoughtWords(text=words), "follow")
    except HeldBack as held:
        return held.view


def path_target(view: PageView, words: str) -> Node:
    """The link, menu entry or tab that one word of a `path` means on this page.

    Raises:
        NotFound, Ambiguous: as `follow`.
    """
    return one_sought(view, SoughtWords(text=words), Wish("follow"))


async def _do(step: Step, patience: Patience, names: Names, site_url: str) -> PageView:  # noqa: PLR0911 - one line a kind of step
    match step:
        case Open():
            return await _open(step, patience, names, site_url)
        case Click():
            return await _click(patience, sought(step.target, names), "click")
        case Hover():
            return await _on(patience, sought(step.target, names), "hover", DoHover)
        case ScrollTo():
            return await _on(patience, sought(step.target, names), "scroll", DoScroll)
        case Fill():
            return await _fill(step, patience, names)
        case Press():
            return await _press(step, patience, names)
        case Drag():
            return await _drag(step, patience, names)
        case GoBack():
            return await patience.act(lambda _: DoBack())
        case ExpectStep():
            wanted = expectation(step, names)
            view, _ = await patience.until(lambda view: check(view, wanted), wanted.marks)
            return view
        case _:
            assert_never(step)


async def _open(step: Open, patience: Patience, names: Names, site_url: str) -> PageView:
    view = await patience.tab.open(address(step.address, names, site_url))
    if view.held:
        raise HeldBack(view)
    if view.status in (404, 410):
        raise NotFound(f"{step.at}: the site has no such page (status {view.status})", url=view.url)
    if view.status >= 500:  # what such a page lacks says nothing about the site's state
        raise SiteDown(f"{step.at}: the site answers {view.status}", url=view.url)
    return view


def address(template: Template, names: Names, site_url: str) -> str:
    """The address that a template means on a site: resolved as a browser resolves a link, data percent-encoded.

    A template that is one reference and nothing else may be a whole address (a `link` column).
    """
    if len(template.parts) == 1 and template.references:
        whole = fill(template, names).text
        if whole.startswith(("http://", "https://")):
            return whole
    return urljoin(site_url, fill(template, names, encode=lambda text: quote(text, safe="")).text)


# -- clicks ---------------------------------------------------------------------------------------------------


async def _click(patience: Patience, wanted: Sought, verb: Verb) -> PageView:
    marks = marks_of(wanted)
    view, node = await patience.until(lambda view: one_sought(view, wanted, Wish(verb)), marks)
    if not node.shown:
        link = leads_to(view, node)
        if link and verb == "follow":
            view = await patience.tab.open(link)
            if view.held:
                raise HeldBack(view)
            return view
        await _reveal(patience, view, node)
    return await patience.act(lambda view: DoClick(_element(view, wanted, verb)), marks)


async def _reveal(patience: Patience, view: PageView, node: Node) -> None:
    """Open the menu or fold that holds a hidden element: hover what is shown above it, else click its opener."""
    opener = opener_of(view, node)
    if opener is None:
        return
    target = element(view, opener)
    folded_ = "collapsed" in opener.states or opener.tag == "summary"
    await patience.act(lambda _: DoClick(target) if folded_ else DoHover(target))


def opener_of(view: PageView, node: Node) -> Node | None:
    """What a person would point at to see a hidden element: its fold's head, its menu's button, or the entry above."""
    below = node
    for above in ancestors(view, node):
        if above.tag == "details" and "collapsed" in above.states:
            return next((child for child in view.children_of(above.index) if child.tag == "summary"), None)
        name = above.attributes.get("id")
        if name:
            for other in view.nodes:
                if other.shown and name in other.attributes.get("aria-controls", "").split():
                    return other
        if above.shown:
            inside = [child for child in view.nodes[above.index + 1 : below.index] if child.shown and child.role]
            return inside[-1] if inside else above
        below = above
    return None


async def _on(patience: Patience, wanted: Sought, verb: Verb, make: Callable[..., Action]) -> PageView:
    return await patience.act(lambda view: make(_element(view, wanted, verb)), marks_of(wanted))


def _element(view: PageView, wanted: Sought, verb: Verb) -> Element:
    return element(view, one_sought(view, wanted, Wish(verb)))


# -- the others -----------------------------------------------------------------------------------------------


async def _fill(step: Fill, patience: Patience, names: Names) -> PageView:
    view: PageView | None = None
    for setting in settings_of(step, names):
        view = await set_control(setting, patience)
    return view or await patience.tab.view()


async def _press(step: Press, patience: Patience, names: Names) -> PageView:
    if step.target is None:
        return await patience.act(lambda _: DoPress(step.keys))
    wanted = sought(step.target, names)
    return await patience.act(lambda view: DoPress(step.keys, _element(view, wanted, "press")), marks_of(wanted))


async def _drag(step: Drag, patience: Patience, names: Names) -> PageView:
    start, end = sought(step.target, names), sought(step.to, names)
    return await patience.act(
        lambda view: DoDrag(_element(view, start, "drag"), _element(view, end, "drag")),
        marks_of(start) + marks_of(end),
    )
