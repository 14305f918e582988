"""Puts a control of a listing to use, and waits until the page has answered.

Links are opened by their address. Boxes and list boxes are set in the page; what does not show other rows by itself is
sent by its form's own button, or by Enter. Whether the rows that come are the right ones is not judged here.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from webdart.browser.port import Browser, DoCheck, DoChoose, DoClick, DoPress, DoType, DoWait
from webdart.controls.disclosure import out_of_sight
from webdart.errors import NotFound, PageTimeout, SiteError, StaleElement, StepFailed
from webdart.lexicon.phrases import pattern
from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.navigate.pushdown.dropdown_options import came, opened
from webdart.navigate.pushdown.offer import Put
from webdart.navigate.pushdown.range_slider import is_handle
from webdart.navigate.walk.page_turn import Same, at_rest
from webdart.page.effects import effect_of, form_of, method_of
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_text_box, is_ticked, options_of, type_of, words_of
from webdart.page.submit_button import applier
from webdart.page.text_match import loose, says
from webdart.plan.model import SitePlan
from webdart.values import replace

_RESET = pattern("reset")


class Applying(Struct, frozen=True):
    """One tab in which controls are put to use; `same` tells whether the rows have not changed since."""

    tab: Browser
    site: SitePlan
    tools: Tools
    marks: tuple[str, ...]
    same: Same

    async def put(self, view: PageView, puts: Sequence[Put]) -> PageView:
        """Do all of `puts`, one after another, and give the page that shows their effect.

        What a form holds back until it is sent is sent before a link leads on, or another form is filled in.

        Raises:
            NotFound, StepFailed: a control is gone, or nothing came of it.
            SiteError: the page that it led to could not be loaded.
        """
        waiting: Node | None = None
        here = await self._by_form(view, [put for put in puts if put.disclosure is not None and put.disclosure.href])
        for put in puts:
            if put.disclosure is not None and put.disclosure.href:
                continue
            here, node = await self._found(view, here, put)
            if waiting is not None and (put.how == "follow" or form_of(here, node) is not form_of(here, waiting)):
                here = await self._send(here, waiting)
                waiting = None
                here, node = await self._found(view, here, put)
            if put.how == "follow":
                here = await self._follow(here, node)
                continue
            before = here
            here = await self._set(here, node, put)
            if without_fragment(before.url) != without_fragment(here.url):
                self.tools.budget.spend("pages")
            answered = self._answered(before, here)
            waiting = None if answered else _again(_page_of(view, put), here, put, usable=put.disclosure is not None)
        if waiting is not None:
            here = await self._send(here, waiting)
        if puts and without_fragment(here.url) == without_fragment(view.url):
            here = await at_rest(self.tab, here, self.same, self.marks)
        if here.status >= 400:
            raise StepFailed(f"the page that came of it answers {here.status}", url=here.url)
        if not stays_on(self.site, here.url):
            raise StepFailed("it leads away from the site", url=here.url)
        return here

    async def _found(self, view: PageView, here: PageView, put: Put) -> tuple[PageView, Node]:
        """The control of `put`, and the page that shows it: what it is behind is opened first, if it is closed."""
        if put.disclosure is None:
            return here, _again(view, here, put)
        first, here = put.disclosure.view, await self.tab.view(self.marks)
        with suppress(StaleElement):
            return here, _again(first, here, put, usable=True)
        disclosure = _again(view, here, replace(put, node=put.disclosure.node, label=put.disclosure.label))
        await self.tab.act(DoClick(element(here, disclosure)))
        here = await self.tab.view(self.marks)
        return here, _again(first, here, put, usable=True)

    async def _by_form(self, view: PageView, puts: Sequence[Put]) -> PageView:
        """The page that comes of a form on a page of its own; `view` where nothing is to be put there."""
        if not puts or puts[0].disclosure is None:
            return view
        disclosure = puts[0].disclosure
        here = await self.tab.view(self.marks)
        if without_fragment(here.url) != without_fragment(disclosure.view.url):  # else it was just looked at
            self.tools.budget.spend("pages")
            here = await load(self.tab, disclosure.href, self.marks, self.tools)
        for put in puts:
            here = await self._set(here, _again(disclosure.view, here, put), put)
            if without_fragment(here.url) != without_fragment(disclosure.view.url):
                raise StepFailed("its form is left before all is set", url=here.url)
        return await self._send(here, _again(disclosure.view, here, puts[-1]))

    def _answered(self, before: PageView, after: PageView) -> bool:
        return without_fragment(before.url) != without_fragment(after.url) or not self.same(before, after)

    async def _follow(self, view: PageView, node: Node) -> PageView:
        address = node.attributes.get("href", "")  # of the page now shown: it keeps what was set before
        if address.startswith("http") and without_fragment(address) != without_fragment(view.url):
            if effect_of(view, node) != "navigational" or not stays_on(self.site, address):
                raise StepFailed("the link does more than show other rows", url=view.url)
            self.tools.budget.spend("pages")
            return await load(self.tab, address, self.marks, self.tools)
        return await self._settled(view, DoClick(element(view, node)))

    async def _set(self, view: PageView, node: Node, put: Put) -> PageView:
        target = element(view, node)
        if put.how == "type":
            await self.tab.act(DoType(target, put.words))
        elif put.how == "tick":
            await self.tab.act(DoCheck(target, True))
        elif node.tag == "select":
            option = next((one for one in options_of(view, node) if says(words_of(view, one), put.words)), None)
            if option is None:
                raise NotFound(f"no option {put.words!r} any more", url=view.url)
            await self.tab.act(DoChoose(target, (words_of(view, option),)))
        else:
            await self._from_widget(view, node, put)
        return await self.tab.view(self.marks)

    async def _from_widget(self, view: PageView, node: Node, put: Put) -> None:
        """An ARIA list box: opened by a click where its option is not in sight."""
        option = next((one for one in options_of(view, node) if says(words_of(view, one), put.words)), None)
        before = view
        if option is None or not option.shown:
            view = await opened(self.tab, view, node)
        shown = [one for one in view.nodes if one.role in ("option", "menuitemradio", "menuitem") and one.shown]
        shown = [one for one in shown if min(one.box.width, one.box.height) > 0]
        fitting = [one for one in shown if says(words_of(view, one), put.words)]
        if not fitting:  # options that say of themselves only what is written on them
            fitting = [one for text, one in came(before, view) if says(text, put.words)]
            fitting = [one for one in fitting if min(one.box.width, one.box.height) > 0]
        if len(fitting) != 1:
            raise NotFound(f"no option {put.words!r} in the open list", url=view.url)
        await self.tab.act(DoClick(element(view, fitting[0])))

    async def _send(self, view: PageView, node: Node) -> PageView:
        """Send a form that did not react to being set: by its own button, else by Enter, else wait for it."""
        form = form_of(view, node)
        if form is None:
            return await self._without_form(view, node)
        button = _button_of(view, form, node)
        if method_of(form, button) != "GET":
            raise StepFailed("the form writes", url=view.url)
        button = button or applier(view, node)
        if button is not None:
            return await self._settled(view, DoClick(element(view, button)))
        if not _is_chosen(node):
            return await self._settled(view, DoPress("Enter", element(view, node)))
        return await self._settled(view, None)

    async def _without_form(self, view: PageView, node: Node) -> PageView:
        """Apply controls outside of any form: they act by themselves, by the button beside them, or by Enter."""
        chosen = _is_chosen(node)
        after = await self._settled(view, None) if chosen else view
        button = applier(view, node)
        if chosen and (button is None or self._answered(view, after)):
            return after
        action = DoPress("Enter", element(view, node)) if button is None else DoClick(element(view, button))
        return await self._settled(view, action)

    async def _settled(self, view: PageView, action: DoClick | DoPress | None) -> PageView:
        """The page once its rows are others, or nothing more comes."""
        if action is not None:
            await self.tab.act(action)
        after = await self.tab.view(self.marks)
        while not self._answered(view, after):
            before = after.documents
            try:
                await self.tab.act(DoWait(min(2.0, self.tools.seconds)))
            except PageTimeout:
                break
            after = await self.tab.view(self.marks)
            if after.documents == before:
                break
        if without_fragment(after.url) != without_fragment(view.url):
            self.tools.budget.spend("pages")
        return after


def _is_chosen(node: Node) -> bool:
    """Whether setting it is all that a person does: Enter is pressed in boxes for text alone; others it opens again."""
    return is_ticked(node) or node.tag == "select" or is_handle(node) or not is_text_box(node)


def _button_of(view: PageView, form: Node, node: Node) -> Node | None:
    """The button that sends a form: its only one that submits, else the first behind the control."""
    inside = [
        other
        for other in view.nodes[form.index : form.end]
        if is_clicked(other) and other.shown and _submits(other) and "disabled" not in other.states
    ]
    inside = [other for other in inside if not _RESET.search(words_of(view, other))]
    if len(inside) <= 1:
        return inside[0] if inside else None
    return next((other for other in inside if other.index > node.index), inside[0])


def _submits(node: Node) -> bool:
    if node.tag == "input":
        return type_of(node) in ("submit", "image")
    return node.tag == "button" and node.attributes.get("type", "submit").lower() not in ("button", "reset")


def _page_of(view: PageView, put: Put) -> PageView:
    """The page on which a control was found: the listing's own `view`, or what its disclosure shows."""
    return view if put.disclosure is None else put.disclosure.view


def _again(first: PageView, now: PageView, put: Put, *, usable: bool = False) -> Node:
    """The node of `put` on a page that may be another one by now: the same element by kind, name and words.

    `usable`: not one that is hidden in something closed.
    """
    node = first.nodes[put.node]
    if now is first:
        return node

    def likeness(other: Node) -> tuple[bool, ...]:
        return (
            other.tag == node.tag,
            other.role == node.role,
            other.attributes.get("name", "") == node.attributes.get("name", ""),
            other.attributes.get("type", "") == node.attributes.get("type", ""),
            loose(other.name) == loose(node.name),
        )

    alike = [other for other in now.nodes if other.role == node.role and all(likeness(other))]
    if usable:  # for a list box that was not shown there either, a widget stands
        alike = [other for other in alike if other.shown or not (node.shown or out_of_sight(now, other))]
    if put.node < len(now.nodes) and any(other.index == put.node for other in alike):
        return now.nodes[put.node]
    if len(alike) != 1:
        raise StaleElement(f"{put.label or node.name!r} is not on the page any more", url=now.url)
    return alike[0]


Failed = (NotFound, StepFailed, SiteError)
"""What may go wrong when a control is tried: the walk goes on without it."""
