"""Sets the controls that a chore names (`set`), and checks that the page shows the values.

A control is found by its label: a box, a list box, a menu button, or a list of links under a heading. What does not
apply by itself is sent by the form's own button, else by Enter. The guard holds what would write.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.actions.dropdown import Choice, Choosing
from webdart.browser.actions.fill import Setting, set_control, setting_of
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Browser, DoClick, DoPress, DoWait
from webdart.errors import Ambiguous, NotFound, StepFailed
from webdart.navigate.address import without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.page.control_value import shows
from webdart.page.effects import form_of
from webdart.page.labels import beside
from webdart.page.locator import Wish, area, element, find_sought, one_sought
from webdart.page.locator_query import Sought, SoughtWords
from webdart.page.model import Node, PageView, WasSet
from webdart.page.placeholder import Spot, spot_of
from webdart.page.roles import is_clicked, is_control, is_opener, is_text_box, options_of, words_of
from webdart.page.sections import Area
from webdart.page.submit_button import applier, button_for
from webdart.page.text_match import folded, loose, nearest, says
from webdart.workflow.model import FillValue, Words
from webdart.workflow.templates import Names, Template

_CALM = 0.8  # seconds without a change after which what was set last has had its effect
_MOST = 12  # controls and options named in an error
_MOST_CHOICES = 30  # choices of one control that are named


class _Pending(Struct, frozen=True):
    """A control that was set and may still have to be sent; what the page said before."""

    setting: Setting
    contents: tuple[object, ...]


@dataclass(slots=True)
class Controls:
    """Sets controls in one tab."""

    tab: Browser
    names: Names
    tools: Tools
    marks: tuple[str, ...] = ()
    _spots: dict[str, Spot] = field(default_factory=dict[str, Spot])

    async def set_all(self, wanted: Sequence[tuple[Template, FillValue]]) -> tuple[PageView, tuple[WasSet, ...]]:
        """Set them in their order, send what has to be sent; the page after it, and what it shows of each.

        Raises:
            NotFound: a control or an option isn't there; the message lists those that are.
            StepFailed: it can't be set, or the page shows another value and is otherwise what it was.
        """
        begun = await self.tab.view(self.marks)
        pending: _Pending | None = None
        settings: list[Setting] = []
        for label, value in wanted:
            setting = setting_of(Words(text=label, at=label.at), value, self.names, label.at)
            settings.append(setting)
            self.tools.budget.spend("steps")
            self.tools.trace("action", f"set {setting.wanted} to {_said(setting)}", url=begun.url)
            try:
                pending = await self._set(setting, pending)
            except (NotFound, StepFailed) as error:
                raise error.at(label.at) from error
        if pending is not None:
            await self._send(pending)
        view = await self._calm()
        return view, tuple(self._read_back(begun, view, setting) for setting in settings)

    async def _set(self, setting: Setting, pending: _Pending | None) -> _Pending | None:
        """Set one; it is returned if its form is still to be sent. What waits in another form is sent before."""
        patience = Patience.of(self.tab, self.tools.seconds)
        before, found = await patience.until(lambda view: target_of(view, setting), self.marks)
        if pending is not None and not _one_form(before, pending.setting, found):
            await self._send(pending)
            before, found = await patience.until(lambda view: target_of(view, setting), self.marks)
        spot = spot_of(before, found, setting.wanted)
        if spot is not None:
            self._spots[str(setting.wanted)] = spot
        try:
            if not is_control(found) and (found.attributes.get("href") or found == _link(before, setting)):
                await self._follow(before, found, patience)
                return None
            after = await self._take(before, found, setting, patience)
        except HeldBack as held:
            raise _held(held.view, setting) from held
        elsewhere = without_fragment(after.url) != without_fragment(before.url)
        return None if elsewhere else _Pending(setting, _contents(before))

    async def _take(self, view: PageView, found: Node, setting: Setting, patience: Patience) -> PageView:
        """Set a control; of a button called by its label, which is no markup and no value, choose from what opens."""
        opener = _opener(view, setting)
        if is_control(found) or (opener is None and not _is_drawn(view, found, setting)):
            return await set_control(setting, patience)
        choice = Choice(str(setting.wanted), str(setting.value), self.marks)
        choosing = Choosing(lambda now: _opener(now, setting) or found, choice, patience)
        await choosing.run()
        return await self.tab.view(self.marks)

    async def _follow(self, view: PageView, link: Node, patience: Patience) -> PageView:
        """Choose from a list of links: the address where it has one of its own, else a click."""
        address = link.attributes.get("href", "")
        if address.startswith("http") and without_fragment(address) != without_fragment(view.url):
            self.tools.budget.spend("pages")
            return await load(self.tab, address, self.marks, self.tools)
        return await patience.act(lambda now: DoClick(element(now, link)))

    async def _send(self, pending: _Pending) -> None:
        """Send the form of a control, as a person would; a text of no form by Enter, where it changed nothing yet."""
        view = await self.tab.view(self.marks)
        try:
            node = self._spotted(view, pending.setting) or target_of(view, pending.setting)
        except NotFound:
            return  # it is gone: what was set has had its effect
        button = button_for(view, node) or applier(view, node)
        if button is not None:
            self.tools.budget.spend("pages")
            after = await self.tab.act(DoClick(element(view, button)))
        elif _is_typed(node, pending.setting) and (form_of(view, node) is not None or await self._still(pending)):
            self.tools.budget.spend("pages")
            after = await self.tab.act(DoPress("Enter", element(view, node)))
        else:
            after = await self._calm()  # scripts apply it a moment later: what is set next finds it done
        if after.held:
            raise _held(after, pending.setting)

    async def _still(self, pending: _Pending) -> bool:
        """Whether what was set has changed nothing so far, though it was waited for."""
        return _contents(await self._calm()) == pending.contents

    async def _calm(self) -> PageView:
        """The page once nothing goes on any more: scripts apply what was set a moment later."""
        view = await self.tab.view(self.marks)
        for _ in range(20):
            before = view
            await self.tab.act(DoWait(_CALM))
            view = await self.tab.view(self.marks)
            if view.nodes == before.nodes and not view.busy:
                return view
        return view

    def _spotted(self, view: PageView, setting: Setting) -> Node | None:
        """The control that was set, where it was called by words that it no longer shows."""
        spot = self._spots.get(str(setting.wanted))
        return None if spot is None else spot.find(view)

    def _read_back(self, begun: PageView, view: PageView, setting: Setting) -> WasSet:
        values = setting.value if isinstance(setting.value, tuple) else (_said(setting),)
        label = str(setting.wanted.text if isinstance(setting.wanted, SoughtWords) else setting.wanted)
        try:
            node = self._spotted(view, setting) or one_sought(view, setting.wanted, Wish("fill"))
        except NotFound:
            return WasSet(label, values)
        if not is_control(node) or isinstance(setting.value, tuple):
            return WasSet(label, values)
        shown = shows(view, node, setting.value)
        if not shown:
            now = folded(node.value or words_of(view, node))
            text = f"{setting.wanted} shows {now!r} after it was set to {_said(setting)}"
            if _contents(begun) == _contents(view):
                raise StepFailed(text, url=view.url, hint="nothing else on the page has changed either").at(setting.at)
            self.tools.trace("warning", text, url=view.url)
        typed = is_text_box(node) and not is_opener(node)
        return WasSet(label, values, shown, already=_shown_already(begun, setting), typed=typed)


def _shown_already(begun: PageView, setting: Setting) -> bool:
    """Whether a control showed what it was to be set to before anybody set it."""
    try:
        node = target_of(begun, setting)
    except NotFound:
        return False
    return is_control(node) and not isinstance(setting.value, tuple) and shows(begun, node, setting.value)


_WHICH = "a label in `set` is words alone: use fuller ones, or `query: {NAME: VALUE}` with the name that it is sent as"


def target_of(view: PageView, setting: Setting) -> Node:
    """The control that a label means, or the link of a list under it that the value names.

    Raises:
        NotFound: neither is there, or not with this value; the message lists controls, or options.
        Ambiguous: several are.
    """
    value = setting.value[0] if isinstance(setting.value, tuple) and setting.value else setting.words
    try:
        node = one_sought(view, setting.wanted, Wish("fill", value))
    except Ambiguous as several:
        raise Ambiguous(several.problem, url=view.url, hint=_WHICH) from several
    except NotFound as missing:
        other = _link(view, setting) or _opener(view, setting)
        if other is not None:
            return other
        raise _nothing(view, setting, missing) from missing
    return node if is_control(node) or is_opener(node) else _link(view, setting) or node


def _is_typed(node: Node, setting: Setting) -> bool:
    """Whether a text was typed that Enter sends; in a list that was chosen from, Enter chooses once more."""
    return is_text_box(node) and (not is_opener(node) or folded(node.value or "") == setting.value)


def _link(view: PageView, setting: Setting) -> Node | None:
    """The link with the value's words, among those under the heading that the label names."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    for inside in _lists(view, setting.wanted):
        try:
            hits = find_sought(view, SoughtWords(text=setting.value), Wish("follow", area=inside))
        except NotFound:
            continue
        if len(hits) == 1 and is_clicked(hits[0]):
            return hits[0]
    return None


def _opener(view: PageView, setting: Setting) -> Node | None:
    """The button called so that opens something to choose from; its choice may stand behind the label ("Sort: new")."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    label = loose(setting.wanted.text)
    found = [
        node for node in view.nodes if node.shown and not is_control(node) and is_opener(node) and is_clicked(node)
    ]
    exact = [node for node in found if says(words_of(view, node), setting.wanted.text)]
    begun = [node for node in found if re.match(rf"{re.escape(label)}\b", loose(words_of(view, node)))]
    fitting = exact or begun
    return fitting[0] if len(fitting) == 1 else None


def _is_drawn(view: PageView, node: Node, setting: Setting) -> bool:
    """Whether it is a button without words, a funnel in a column's head: it shows nothing of what is chosen there."""
    bare = node.role == "button" and not any(map(str.isalnum, view.visible_text_of(node.index)))
    return bare and isinstance(setting.value, str) and isinstance(setting.wanted, SoughtWords)


def _lists(view: PageView, label: SoughtWords) -> list[Area]:
    """The stretches of the page that stand under a label: lists of choices first, then the part it heads."""
    found = [
        Area(control.node, view.nodes[control.node].end)
        for control in view.controls
        if says(control.label, label.text) and not is_control(view.nodes[control.node])
    ]
    with suppress(NotFound):  # no heading either: the caller says what there is
        found.append(area(view, label))
    return found


def _nothing(view: PageView, setting: Setting, missing: NotFound) -> NotFound:
    """The message for a missing option, with what is available: the label's options, else the page's controls."""
    if isinstance(setting.wanted, SoughtWords):
        problem = f"{setting.wanted} has no choice {_said(setting)}"
        if options := _options(view, setting):
            return NotFound(problem, url=view.url, hint=f"there are: {', '.join(map(repr, options))}")
        for inside in _lists(view, setting.wanted):
            links = [words_of(view, node) for node in view.nodes[inside.start : inside.end] if node.role == "link"]
            if links:
                there = ", ".join(repr(text[:40]) for text in links[:30])
                return NotFound(problem, url=view.url, hint=f"there are: {there}")
        if "can't take" not in missing.problem:
            return NotFound(
                f"no control {setting.wanted} on the page", url=view.url, hint=_controls(view, setting.wanted)
            )
    return missing


def _options(view: PageView, setting: Setting) -> list[str]:
    """The choices of the control that the label means, the one most like the wanted first; none of another control."""
    try:
        node = one_sought(view, setting.wanted, Wish("fill"))
    except NotFound:
        return []
    options = (
        dict.fromkeys(words_of(view, option)[:40] for option in options_of(view, node)) if is_control(node) else ()
    )
    return list(nearest(_said(setting), options, most=_MOST_CHOICES))


def _controls(view: PageView, wanted: Sought) -> str:
    """The controls of a page with the options of its list boxes, those most like the label first."""
    labels: dict[str, str] = {}
    for node in view.nodes:
        if node.shown and is_control(node):
            name = node.name or next(iter(beside(view, node)), "")
            options = [words_of(view, option) for option in options_of(view, node)][:6]
            labels.setdefault(name, f" ({', '.join(options)})" if options else "")
    for control in view.controls:
        if control.options and control.label:
            labels.setdefault(control.label, f" ({', '.join(control.options[:6])})")
    near = nearest(wanted.text if isinstance(wanted, SoughtWords) else "", labels, most=_MOST)
    return "there are: " + (", ".join(f"{name!r}{labels[name]}" for name in near) or "none")


def _one_form(view: PageView, pending: Setting, node: Node) -> bool:
    """Whether what was set before is sent with this control: by one form, or without a form by the button beside it."""
    try:
        other = target_of(view, pending)
    except NotFound:
        return True
    form = form_of(view, node)
    return form == form_of(view, other) and (form is not None or applier(view, node) is not None)


def _contents(view: PageView) -> tuple[object, ...]:
    """The page's text and address, without the state of its controls."""
    return (without_fragment(view.url), *(node.text for node in view.nodes if node.text and node.shown))


def _said(setting: Setting) -> str:
    value = setting.value
    return ", ".join(value) if isinstance(value, tuple) else repr(value) if isinstance(value, str) else str(value)


def _held(view: PageView, setting: Setting) -> StepFailed:
    asked = "; ".join(f"{held.method} {held.url}" for held in view.held)
    return StepFailed(f"setting {setting.wanted} would write: {asked}", url=view.url)
