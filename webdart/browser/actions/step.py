"""Carries out a step of a workflow on a tab.

Every step waits for what it acts on, and at its deadline fails with what it saw. As soon as a request is held on the
wire, the step returns the view that holds it, and what remains to be done once the request is decided.
"""

from collections.abc import Callable
from typing import Any, assert_never
from urllib.parse import quote, urldefrag, urljoin

from msgspec import Struct

from webdart.browser.actions.expectation import check, expectation
from webdart.browser.actions.fill import chosen_instead, set_control
from webdart.browser.actions.filled_form import FilledForm, check_apart
from webdart.browser.actions.menu import open_menu_with
from webdart.browser.actions.setting import settings_of
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Action, Browser, DoBack, DoChoose, DoClick, DoDrag, DoHover, DoLeave, DoPress, DoScroll
from webdart.errors import Ambiguous, NoPage, NotFound, SiteDown, SiteError, StepFailed
from webdart.page.labels import ancestors
from webdart.page.locator import Wish, element, one_sought
from webdart.page.locator_query import Sought, SoughtWords, marks_of, sought
from webdart.page.model import Element, Node, PageView
from webdart.page.roles import Verb, is_opener, is_part, leads_to, words_of
from webdart.page.text_match import says
from webdart.page.vocabulary import ON_CLASS
from webdart.values import replace
from webdart.workflow.model import (
    Click,
    Drag,
    ExpectStep,
    Fill,
    GoBack,
    Hover,
    Open,
    Press,
    ScrollTo,
    Step,
    Upload,
)
from webdart.workflow.templates import Names, Template, fill

OneAction = Open | Click | Hover | ScrollTo | Press | Drag | GoBack | ExpectStep
"""Every step but `fill` and `upload`, which may be many actions."""


class Carried(Struct, frozen=True):
    """The page after a step, and what of the step is left where a held request has interrupted it; None: nothing.

    `acted` is False where the page sent that request before anything was done; `idle` is a `fill` or `upload` that has
    found everything there already.
    """

    view: PageView
    rest: Step | None = None
    acted: bool = True
    idle: bool = False


_CHOSEN = frozenset({"current", "selected", "pressed", "checked", "expanded"})
_NESTED = 4  # menus in menus that are opened for one entry


async def carry_out(step: Step, tab: Browser, names: Names, *, site_url: str, seconds: float) -> PageView:
    """As `carry_on`, for tabs in which nothing is held."""
    patience = Patience.with_step(step, tab, seconds)
    return (await carry_on(step, patience, names, site_url=site_url)).view


async def carry_on(
    step: Step, patience: Patience, names: Names, *, site_url: str, form: FilledForm | None = None
) -> Carried:
    """Carry out one step within its patience.

    `form` has what the steps before have filled in: a step that may send it fails where the page does not show it any
    more.

    As soon as a request is held, the view that has it comes back with what is left of the step: all of it where the
    page asked by itself before anything was done; of a `fill` the controls that are not set or not read back yet; of
    all others nothing, for the held request was what they were for, and again would be twice. An `optional` step that
    can't be done leaves the page as it is.

    Raises:
        NotFound: what the step acts on is not there; the message lists what is.
        SiteDown: an address that it opens answers with a server error.
        StepFailed: it could not be done, or an `expect` did not come true in time.
        WorkflowError: page data stands where it would choose what is acted on.
    """
    form = FilledForm() if form is None else form
    try:
        if isinstance(step, Fill | Upload):
            return await _fill(step, patience, names, form)
        if not isinstance(step, ExpectStep | Hover | ScrollTo):
            await _hold(form, step, patience, names)
        return Carried(await _do(step, patience, names, site_url))
    except HeldBack as held:
        return Carried(held.view, None if held.acted else step, acted=held.acted or patience.acted)
    except SiteError as error:
        if step.optional and isinstance(error, NotFound | StepFailed):
            return Carried(await patience.tab.view())
        raise


async def follow(tab: Browser, words: str, *, seconds: float) -> PageView:
    """Follow one word of a `path`: click the link, menu entry or tab; a link in a closed menu is opened by address.

    Raises:
        NotFound: nothing there is called that.
        Ambiguous: several are, and they lead to different places.
    """
    patience, wanted = Patience.of(tab, seconds), SoughtWords(text=words)
    try:
        try:
            return await _click(patience, wanted, "follow")
        except Ambiguous:
            raise
        except NotFound as missing:
            if not await open_menu_with(patience, wanted, missing):
                raise
            return await _click(patience, wanted, "follow")
    except HeldBack as held:
        return held.view


def path_target(view: PageView, words: str) -> Node:
    """The link, menu entry or tab that one word of a `path` means on this page.

    Raises:
        NotFound, Ambiguous: as `follow`.
    """
    return one_sought(view, SoughtWords(text=words), Wish("follow"))


def is_chosen(view: PageView, words: str) -> bool:
    """Whether what one word of a `path` means is the tab or the entry that is shown already."""
    try:
        node = path_target(view, words)
    except SiteError:
        return False
    around = (node, view.nodes[node.parent]) if node.parent >= 0 else (node,)
    return any(
        one.states & _CHOSEN
        or one.attributes.get("aria-current", "false") != "false"
        or ON_CLASS.search(one.attributes.get("class", ""))
        for one in around
    )


async def _do(step: OneAction, patience: Patience, names: Names, site_url: str) -> PageView:  # noqa: PLR0911 - one line a kind of step
    match step:
        case Open():
            return await _open(step, patience, names, site_url)
        case Click():
            return await _click(patience, sought(step.target, names), "click")
        case Hover():
            return await _on(patience, sought(step.target, names), "hover", DoHover)
        case ScrollTo():
            return await _on(patience, sought(step.target, names), "scroll", DoScroll)
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
    try:
        view = await patience.tab.open(address(step.address, names, site_url))
    except NoPage as gave:
        if not gave.files:
            raise
        return await patience.tab.view()  # a file was asked for, and is kept
    if view.held:
        raise HeldBack(view, acted=True)
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
    if verb == "follow" and node.tag == "option":  # of a list box that leads on
        return await patience.act(lambda view: _choice(view, one_sought(view, wanted, Wish(verb))), marks)
    link = leads_to(view, node)
    if verb == "follow" and link and (not node.shown or _heads_own_menu(view, node, link)):
        view = await patience.tab.open(link)
        if view.held:
            raise HeldBack(view)
        return view
    if not node.shown:
        for _ in range(_NESTED):
            try:
                await _reveal(patience, view, node, wanted, verb)
            except HeldBack as held:  # what was wanted is not clicked yet
                raise HeldBack(held.view) from held
            view, node = await patience.until(lambda view: one_sought(view, wanted, Wish(verb)), marks)
            if node.shown:
                break
    if verb == "follow" and _is_open(node):
        return view
    return await patience.act(lambda view: DoClick(_element(view, wanted, verb)), marks)


def _heads_own_menu(view: PageView, node: Node, link: str) -> bool:
    """Whether a click would open a menu, out of sight now, in which an entry of the same words leads there."""
    if not is_opener(node) or urldefrag(link).url == urldefrag(view.url).url:
        return False
    others = (one for one in view.nodes if one.role == "link" and not one.shown and leads_to(view, one) == link)
    return any(says(words_of(view, one), words_of(view, node)) for one in others)


def _choice(view: PageView, option: Node) -> DoChoose:
    """What chooses an option of a native list box."""
    box = next(above for above in ancestors(view, option) if above.tag == "select")
    return DoChoose(element(view, box), (view.text_of(option.index),))


async def _reveal(patience: Patience, view: PageView, node: Node, wanted: Sought, verb: Verb) -> None:
    """Open the menu or fold that holds a hidden element: hover what is shown above it, else click its opener."""
    opener = opener_of(view, node)
    if opener is None:
        return
    target = element(view, opener)
    if not ("collapsed" in opener.states or opener.tag == "summary" or "aria-haspopup" in opener.attributes):
        try:
            after = await patience.act(lambda _: DoHover(target, glance=True))
        except StepFailed:  # something lies over it: a dialog that is just coming up, maybe with what is wanted
            _, now = await patience.until(lambda view: one_sought(view, wanted, Wish(verb)), marks_of(wanted))
            if now.shown:
                return
            after = await patience.act(lambda _: DoHover(target))
        if one_sought(after, wanted, Wish(verb)).shown or not _only_opens(after, opener):
            return
    await patience.act(lambda _: DoClick(target))


def _is_open(node: Node) -> bool:
    """Whether a fold or a tab shows already what a click on it would show (or hide)."""
    if node.role == "tab":
        return "selected" in node.states
    return "expanded" in node.states and (node.tag == "summary" or node.role == "button")


def _only_opens(view: PageView, opener: Node) -> bool:
    """Whether a click on it can't do more than show something: it has no words of its own, and submits nothing."""
    return is_part(opener) and not any(map(str.isalnum, view.text_of(opener.index)))


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


async def _fill(step: Fill | Upload, patience: Patience, names: Names, form: FilledForm) -> Carried:
    """Set every control, and look at all of them again: setting one may have changed another."""
    address = (await patience.tab.view()).url
    settings = settings_of(step, names)
    for place, setting in enumerate(settings):
        try:
            await set_control(setting, patience)
        except HeldBack as held:
            left: tuple[Any, ...] = step.values[place + held.whole :]  # of either kind
            rest = replace(step, values=left) if left else None
            return Carried(held.view, rest, acted=held.acted or patience.acted)
        form.add(setting, address)
    try:
        try:
            view, _ = await patience.until(form.check, form.marks)
        except StepFailed:
            lost = form.lost(await patience.tab.view(form.marks))
            if lost is None or not await chosen_instead(lost, patience):
                raise
            view, _ = await patience.until(form.check, form.marks)
    except HeldBack as held:
        return Carried(held.view, replace(step, values=()), acted=patience.acted)  # only to be read back once more
    if view.url == address:
        check_apart(view, settings)
    return Carried(view, idle=not patience.acted)


async def _hold(form: FilledForm, step: Step, patience: Patience, names: Names) -> None:
    """Hold what is filled in against the page, which is left for the button that a step clicks.

    Raises:
        StepFailed: a control does not show it any more.
    """
    if not form:
        return
    try:
        if isinstance(step, Click):
            wanted = sought(step.target, names)
            _, node = await patience.until(lambda view: one_sought(view, wanted, Wish("click")), marks_of(wanted))
            if node.role == "button" and node.shown:
                await patience.act(lambda view: DoLeave(_element(view, wanted, "click")), marks_of(wanted))
        await patience.until(form.check, form.marks)
    except HeldBack as held:
        raise HeldBack(held.view) from held  # what the step is for is not done yet
    form.forget()


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
