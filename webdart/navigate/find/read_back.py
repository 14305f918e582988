"""Reads back what a page shows of the controls that a chore has set: its fields, chosen options, ticks, chosen links.

Pure over a `PageView`, of the browser or of a source alike: what a run has set is held against the page after it, and
what a lock says was set against the page of today.
"""

from collections.abc import Mapping

from webdart.browser.actions.setting import Setting
from webdart.controls.choices import holds_now, readings_of
from webdart.errors import NotFound
from webdart.navigate.find.setting_target import link_of, lists_under, target_of, value_text
from webdart.page.box_group import others_ticked
from webdart.page.control_value import shows
from webdart.page.labels import ancestors
from webdart.page.locator import Wish, one_sought
from webdart.page.locator_query import SoughtWords
from webdart.page.model import Node, PageView, WasSet
from webdart.page.placeholder import Spot
from webdart.page.roles import is_clicked, is_control, is_opener, is_text_box, is_ticked, option_for, words_of
from webdart.page.text_match import says

_ARRANGING = frozenset({"sort", "filter", "search", "page size"})
_LABEL = 8  # nodes: what is larger is no choice of a list


def read_back(begun: PageView, view: PageView, setting: Setting, spot: Spot | None = None) -> WasSet:
    """What a page shows of a setting, and whether the one on which it was begun showed that already.

    `spot` is the place of a control whose words go away as it is set.
    """
    values = setting.value if isinstance(setting.value, tuple) else (value_text(setting),)
    node = control_of(view, setting, spot)
    first = _begun(begun, setting)
    typed = any(one is not None and is_text_box(one) and not is_opener(one) for one in (node, first))
    already = _shown(begun, first, setting) is True
    return WasSet(label_of(setting), values, _shown(view, node, setting), already=already, typed=typed)


def label_of(setting: Setting) -> str:
    """What a setting calls its control."""
    return str(setting.wanted.text if isinstance(setting.wanted, SoughtWords) else setting.wanted)


def control_of(view: PageView, setting: Setting, spot: Spot | None = None) -> Node | None:
    """The control of a setting on the page after it; None where it is no longer there, or was none."""
    try:
        node = (spot and spot.find(view)) or one_sought(view, setting.wanted, Wish("fill"))
    except NotFound:
        return None
    return node if is_control(node) else None


def arrangement(view: PageView, without: frozenset[str]) -> Mapping[str, str]:
    """What the controls show that arrange or choose what a page lists, by their labels; counts left out."""
    found: dict[str, str] = {}
    for one in view.controls:
        if one.kind in _ARRANGING and one.label and readings_of(one.label) not in without:
            label = readings_of(one.label)
            found[label] = "\n".join(filter(None, (found.get(label, ""), readings_of(one.value))))
    return found


def _begun(view: PageView, setting: Setting) -> Node | None:
    try:
        node = target_of(view, setting)
    except NotFound:
        return None
    return node if is_control(node) else None


def _shown(view: PageView, node: Node | None, setting: Setting) -> bool | None:
    """Whether the page shows what was set; None where that can't be told."""
    if isinstance(setting.value, tuple):
        return _all_shown(view, node, setting, setting.value) or None
    if node is not None:
        return shows(view, node, setting.value)
    return _is_chosen_link(view, setting) or None


def _all_shown(view: PageView, node: Node | None, setting: Setting, values: tuple[str, ...]) -> bool:
    """Whether exactly these options of a list box, or these boxes of a group, are chosen."""
    if node is not None and node.tag == "select":
        options = [option_for(view, node, value) for value in values]
        words = {words_of(view, option) for option in options if option is not None}
        return None not in options and set((node.value or "").split("\n")) == words
    boxes: list[Node] = []
    for value in values:
        try:
            boxes.append(one_sought(view, setting.wanted, Wish("fill", value)))
        except NotFound:
            return False
    ticked = all(is_ticked(box) and "checked" in box.states for box in boxes)
    return bool(boxes) and ticked and not others_ticked(view, boxes[0], setting.wanted, values)


def _is_chosen_link(view: PageView, setting: Setting) -> bool:
    """Whether a list of links has this choice as the one that holds: marked as such, or a text that leads nowhere."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return False
    link = link_of(view, setting)
    if link is not None:
        return holds_now(view, link)
    for inside in lists_under(view, setting.wanted):
        texts = [
            node
            for node in view.nodes[inside.start + 1 : inside.end]
            if node.shown and node.end - node.index <= _LABEL and says(view.text_of(node.index), setting.value)
        ]
        if texts and not any(_is_elsewhere(view, node) for node in texts):
            return True
    return False


def _is_elsewhere(view: PageView, node: Node) -> bool:
    """Whether a text leads somewhere, or is a cell of a record: neither is a choice that holds."""
    return any(is_clicked(one) or one.role == "row" for one in (node, *ancestors(view, node)))
