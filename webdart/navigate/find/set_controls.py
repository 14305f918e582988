"""Sets the controls that a chore names (`set`), and checks that the page shows the values.

A control is found by its label: a box, a list box, a menu button, or links with a heading or label. What does not
apply by itself is sent by the form's own button, else by Enter. The guard holds what would write.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec import Struct

from webdart.browser.actions.dropdown import Choice, Choosing
from webdart.browser.actions.fill import set_control
from webdart.browser.actions.setting import Setting
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.network.hosts import Hosts
from webdart.browser.port import Browser, DoChoose, DoClick, DoPress, DoType, DoWait
from webdart.errors import NotFound, SiteError, StepFailed
from webdart.navigate.address import without_fragment
from webdart.navigate.blocked_requests import shapes_of
from webdart.navigate.context import Tools
from webdart.navigate.find.read_back import control_of, read_back
from webdart.navigate.find.setting_target import (
    link_of,
    opener_of,
    settings_in,
    target_of,
    twin_of,
    unnamed_control,
    value_text,
)
from webdart.navigate.page_load import load
from webdart.page.effects import form_of
from webdart.page.locator import element
from webdart.page.locator_query import SoughtWords
from webdart.page.model import Held, Node, PageView, WasSet
from webdart.page.placeholder import Spot, place_of, spot_of
from webdart.page.roles import is_control, is_opener, is_text_box, words_of
from webdart.page.submit_button import applier, button_for
from webdart.page.text_match import folded
from webdart.plan.model import SitePlan
from webdart.values import replace
from webdart.workflow.model import FillValue
from webdart.workflow.templates import Names, Template

_MOVING = 4  # looks in a row at a page that says the same, after which what still moves in it moves for ever
_CALM = 0.8  # seconds without a change after which what was set last has had its effect
_SENDING = frozenset({"Document", "Fetch", "XHR"})  # kinds of requests whose answer a page waits for
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
    site: SitePlan
    names: Names
    tools: Tools
    marks: tuple[str, ...] = ()
    before: PageView | None = None
    """The page on which the first control was found: a script may have led on from the one that was loaded."""
    _spots: dict[str, Spot] = field(default_factory=dict[str, Spot])

    async def set_all(self, wanted: Sequence[tuple[Template, FillValue]]) -> tuple[PageView, tuple[WasSet, ...]]:
        """Set them in their order, send what has to be sent; the page after it, and what it shows of each.

        Raises:
            NotFound: a control or an option isn't there; the message lists those that are.
            StepFailed: it can't be set, or the page shows another value and is otherwise what it was, or its form was
                refused.
        """
        await self.tools.pool.preserve(self.site)
        begun = await self.tab.view(self.marks)
        known = len(self.tools.guard.refused())
        pending: _Pending | None = None
        settings: list[Setting] = []
        for setting in settings_in(wanted, self.names):
            settings.append(setting)
            self.tools.budget.spend("steps")
            self.tools.trace("action", f"set {setting.wanted} to {value_text(setting)}", url=begun.url)
            try:
                pending = await self._set(setting, pending)
            except (NotFound, StepFailed) as error:
                raise error.at(setting.at) from error
        if pending is not None:
            await self._send(pending)
        view = await _calm(self.tab, self.marks)
        if settings:
            await self._judge_refused(self.tools.guard.refused()[known:], begun, view, settings[-1])
        return view, tuple(self._read_back(begun, view, setting) for setting in settings)

    async def _set(self, setting: Setting, pending: _Pending | None) -> _Pending | None:
        """Set one; it is returned if its form is still to be sent. What waits in another form is sent before."""
        patience = Patience.of(self.tab, self.tools.seconds)
        before, found = await patience.until(lambda view: target_of(view, setting), self.marks)
        if pending is not None and not _one_form(before, pending.setting, found):
            await self._send(pending)
            before, found = await patience.until(lambda view: target_of(view, setting), self.marks)
        self.before = self.before or before
        setting = replace(setting, twin=found == twin_of(before, setting))
        spot = _spot_of(before, found, setting)
        if spot is not None:
            self._spots[str(setting.wanted)] = spot
        try:
            if found == link_of(before, setting):
                await self._follow(before, found, patience)
                return None
            after = await self._take(before, found, setting, patience)
        except HeldBack as held:
            raise _held(held.view, setting) from held
        elsewhere = without_fragment(after.url) != without_fragment(before.url)
        return None if elsewhere else _Pending(setting, _contents(before))

    async def _take(self, view: PageView, found: Node, setting: Setting, patience: Patience) -> PageView:
        """Set a control; of a button called by its label, which is no markup and no value, choose from what opens."""
        spot = self._spots.get(str(setting.wanted))
        unnamed = isinstance(setting.value, str) and found == unnamed_control(view, setting)
        if unnamed and spot is None:
            return await patience.act(partial(_set_unnamed, found, setting, str(setting.value)))
        opener = opener_of(view, setting)
        if not unnamed and (is_control(found) or (opener is None and not _is_drawn(view, found, setting))):
            return await set_control(setting, patience)
        choice = Choice(str(setting.wanted), str(setting.value), self.marks)
        shown = spot if unnamed else None
        choosing = Choosing(
            lambda now: (shown and shown.find(now)) or opener_of(now, setting) or found, choice, patience
        )
        box = await choosing.run()
        after = await self.tab.view(self.marks)
        opened = None if box is None else place_of(after, box)
        if opened is not None:
            self._spots[str(setting.wanted)] = opened
        return after

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
            after = await _calm(self.tab, self.marks)  # scripts apply it a moment later: what is set next finds it done
        if after.held:
            raise _held(after, pending.setting)

    async def _still(self, pending: _Pending) -> bool:
        """Whether what was set has changed nothing so far, though it was waited for."""
        return _contents(await _calm(self.tab, self.marks)) == pending.contents

    async def _judge_refused(self, refused: Sequence[Held], begun: PageView, view: PageView, setting: Setting) -> None:
        """Hold against what was set that the site was asked for something which was refused, as it could write.

        A form that was not sent leaves its page as it was. A script may have asked for something else, so that speaks
        against the listing only where the control has changed and the page says nothing else afterwards.

        Raises:
            StepFailed: the form of a control was refused.
        """
        hosts = Hosts.of(self.site)
        sent = [held for held in refused if held.kind in _SENDING and hosts.navigates(held.url)]
        stayed = without_fragment(begun.url) == without_fragment(view.url)
        if stayed and any(held.kind == "Document" and not held.framed for held in sent):
            text = f"setting {setting.wanted} sends a form, which could write and was refused"
            raise StepFailed(text, url=view.url, hint=f"if it only reads: {_reads(sent)}").at(setting.at)
        if sent and _contents(begun) == _contents(view) and _said(begun) != _said(view):
            idle = await self._idle(begun.url)
            caused = [held for held in sent if _shape(held) not in idle]
            if caused:
                why = f"setting {setting.wanted} asked for what was refused, and changed nothing"
                why = f"{why}; if it only reads: {_reads(caused)}"
                self.tools.trace("warning", why, url=view.url, against=why)

    async def _idle(self, url: str) -> set[tuple[str, str]]:
        """What is refused to that page while nothing is set on it: a sign of life by a timer, a count of its views."""
        known = len(self.tools.guard.refused())
        tab = await self.tools.pool.tab(self.site)
        try:
            self.tools.budget.spend("pages")
            await load(tab, url, self.marks, self.tools)
            await _calm(tab, self.marks)
        except SiteError:
            return set()
        finally:
            await tab.close()
        return {_shape(held) for held in self.tools.guard.refused()[known:]}

    def _spotted(self, view: PageView, setting: Setting) -> Node | None:
        """The control that was set, where it was called by words that it no longer shows."""
        spot = self._spots.get(str(setting.wanted))
        return None if spot is None else spot.find(view)

    def _read_back(self, begun: PageView, view: PageView, setting: Setting) -> WasSet:
        """What the page shows of a setting.

        Raises:
            StepFailed: its control shows something else, and nothing has changed.
        """
        spot = self._spots.get(str(setting.wanted))
        found = read_back(begun, view, setting, spot)
        node = control_of(view, setting, spot)
        if found.shown is False and node is not None:
            now = folded(node.value or words_of(view, node))
            text = f"{setting.wanted} shows {now!r} after it was set to {value_text(setting)}"
            if _contents(begun) == _contents(view):
                raise StepFailed(text, url=view.url, hint="nothing else on the page has changed either").at(setting.at)
            self.tools.trace("warning", text, url=view.url)
        return found


async def _calm(tab: Browser, marks: Sequence[str]) -> PageView:
    """The page once nothing goes on any more, or things merely move: scripts apply what was set a moment later."""
    view = await tab.view(marks)
    still = 0
    for _ in range(20):
        before = view
        await tab.act(DoWait(_CALM))
        view = await tab.view(marks)
        still = still + 1 if not view.busy and _said(view) == _said(before) else 0
        if still and (still == _MOVING or view.nodes == before.nodes):
            return view
    return view


def _shape(held: Held) -> tuple[str, str]:
    return held.method, held.url.partition("?")[0]


def _reads(refused: Sequence[Held]) -> str:
    return f"reads: [{', '.join(shapes_of(refused))}] beside the site's `url`"


def _is_typed(node: Node, setting: Setting) -> bool:
    """Whether a text was typed that Enter sends; in a list that was chosen from, Enter chooses once more."""
    return is_text_box(node) and (not is_opener(node) or folded(node.value or "") == setting.value)


def _is_drawn(view: PageView, node: Node, setting: Setting) -> bool:
    """Whether it is a button without words, a funnel in a column's head: it shows nothing of what is chosen there."""
    bare = node.role == "button" and not any(map(str.isalnum, view.visible_text_of(node.index)))
    return bare and isinstance(setting.value, str) and isinstance(setting.wanted, SoughtWords)


def _one_form(view: PageView, pending: Setting, node: Node) -> bool:
    """Whether what was set before is sent with this control: by one form, or without a form by the button beside it."""
    try:
        other = target_of(view, pending)
    except NotFound:
        return True
    form = form_of(view, node)
    return form == form_of(view, other) and (form is not None or applier(view, node) is not None)


def _spot_of(view: PageView, found: Node, setting: Setting) -> Spot | None:
    """The place of a control whose words go away as it is set: its name, or "All states" of one that has none."""
    spot = spot_of(view, found, setting.wanted)
    if spot is None and found == unnamed_control(view, setting):
        return spot_of(view, found, SoughtWords(text=words_of(view, found)))
    return spot


def _said(view: PageView) -> list[object]:
    """All that a page says, wherever on it: what pulses or turns is not going on."""
    return [(node.tag, node.text, node.states, node.value, node.shown) for node in view.nodes]


def _set_unnamed(found: Node, setting: Setting, words: str, view: PageView) -> DoChoose | DoType:
    """How a control is set that has no label: one that was found so before, by where it stands by now."""
    target = element(view, unnamed_control(view, setting) or found)
    return DoChoose(target, (words,)) if found.tag == "select" else DoType(target, words)


def _contents(view: PageView) -> tuple[object, ...]:
    """The page's text and address, without the state of its controls."""
    return (without_fragment(view.url), *(node.text for node in view.nodes if node.text and node.shown))


def _held(view: PageView, setting: Setting) -> StepFailed:
    asked = "; ".join(f"{held.method} {held.url}" for held in view.held)
    return StepFailed(f"setting {setting.wanted} would write: {asked}", url=view.url)
