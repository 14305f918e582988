"""Finds the control that a label of `set` means on a page, or says which controls and choices are there.

Pure over a `PageView`: a box, a list box, a menu button, or a link of a list under a heading.
"""

import re
from collections.abc import Sequence
from contextlib import suppress

from webdart.browser.actions.setting import Setting, setting_of
from webdart.errors import Ambiguous, NotFound
from webdart.lexicon.phrases import pattern
from webdart.navigate.address import without_fragment
from webdart.page.effects import form_of, method_of
from webdart.page.labels import ancestors, beside
from webdart.page.locator import Wish, area, find_sought, one_sought
from webdart.page.locator_query import Sought, SoughtWords
from webdart.page.model import Node, PageView
from webdart.page.roles import (
    is_clicked,
    is_control,
    is_list_box,
    is_opener,
    is_text_box,
    leads_to,
    options_of,
    type_of,
    words_of,
)
from webdart.page.sections import Area
from webdart.page.submit_button import sends
from webdart.page.text_match import loose, nearest, says
from webdart.page.vocabulary import ALL_WORDS
from webdart.workflow.model import FillValue, Words
from webdart.workflow.templates import Names, Template

_SEARCH = pattern("search", at="whole")
_MOST = 12  # controls and options named in an error
_MOST_CHOICES = 30  # choices of one control that are named
_ENDING = 2  # letters of a plural that its singular does not have

_WHICH = "a label in `set` is words alone: use fuller ones, or `query: {NAME: VALUE}` with the name that it is sent as"


def settings_in(wanted: Sequence[tuple[Template, FillValue]], names: Names) -> tuple[Setting, ...]:
    """The controls of a `set` with their values, templates filled in, in the order of the file."""
    return tuple(setting_of(Words(text=label, at=label.at), value, names, label.at) for label, value in wanted)


def target_of(view: PageView, setting: Setting) -> Node:
    """The control that a label means, or the link of a list under it that the value names.

    Raises:
        NotFound: neither is there, or not with this value; the message lists controls, or options.
        Ambiguous: several are.
    """
    if setting.twin:
        return setting.control(view)
    value = setting.value[0] if isinstance(setting.value, tuple) and setting.value else setting.words
    try:
        node = one_sought(view, setting.wanted, Wish("fill", value))
    except Ambiguous as several:
        twin = twin_of(view, setting)
        if twin is not None:
            return twin
        raise Ambiguous(several.problem, url=view.url, hint=_WHICH) from several
    except NotFound as missing:
        other = unnamed_control(view, setting) or link_of(view, setting) or opener_of(view, setting)
        other = other or _drawn_button(view, setting)
        if other is not None:
            return other
        raise _nothing(view, setting, missing) from missing
    if node.role == "listbox" and node.tag != "select" and not node.shown:
        return opener_of(view, setting) or node  # the list of a button that is called so
    if is_control(node):
        return _search_of_the_list(view, setting, node) or node
    return unnamed_control(view, setting) or (node if is_opener(node) else link_of(view, setting) or node)


def twin_of(view: PageView, setting: Setting) -> Node | None:
    """The first of controls that are one, drawn above the rows and below them: all send the same, in the same way."""
    try:
        nodes = find_sought(view, setting.wanted, Wish("fill", setting.first.words))
    except NotFound:
        return None
    if len(nodes) == 1:
        return None
    sent = {_sent_by(view, node) for node in nodes}
    return nodes[0] if len(sent) == 1 and None not in sent and all(node.shown for node in nodes) else None


def _sent_by(view: PageView, node: Node) -> tuple[object, ...] | None:
    """What the form of a control sends, and where; None where that can't be told."""
    form, name = form_of(view, node), node.attributes.get("name")
    if form is None or not name or not is_control(node):
        return None
    inside = view.nodes[form.index : form.end]
    named = [(one.attributes.get("name"), one.tag, type_of(one), one.value) for one in inside if is_control(one)]
    hidden = [(one.attributes["name"], one.attributes.get("value")) for one in inside if _is_hidden_field(one)]
    choices = tuple(words_of(view, below) for below in view.nodes[node.index + 1 : node.end])
    return (name, node.value, choices, form.attributes.get("action"), method_of(form), *named, *hidden)


def _is_hidden_field(node: Node) -> bool:
    return type_of(node) == "hidden" and bool(node.attributes.get("name"))


def link_of(view: PageView, setting: Setting) -> Node | None:
    """The link with the value's words, among those under the heading that the label names."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    for inside in lists_under(view, setting.wanted):
        try:
            hits = find_sought(view, SoughtWords(text=setting.value), Wish("follow", area=inside))
        except NotFound:
            continue
        if len(hits) == 1 and is_clicked(hits[0]):
            return hits[0]
    return None


def unnamed_control(view: PageView, setting: Setting) -> Node | None:
    """The one control that nothing on the page names and that a setting of one value can only mean.

    That is a box for a search, where the label says no more than that it searches, or the list box that alone of all
    offers the value, if nothing to choose it from is called by the label.
    """
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    if _SEARCH.search(loose(setting.wanted.text)) is not None:
        searches = [one for one in view.controls if one.kind == "search" and not one.label]
        return view.nodes[searches[0].node] if len(searches) == 1 else None
    if link_of(view, setting) or opener_of(view, setting):
        return None
    boxes = [node for node in view.nodes if node.tag == "select" and node.shown and is_control(node)]
    offering = [box for box in boxes if any(says(words_of(view, one), setting.value) for one in options_of(view, box))]
    if offering:
        return offering[0] if len(offering) == 1 and not (offering[0].name or beside(view, offering[0])) else None
    drawn = [node for node in view.nodes if _shows_all_of(view, node, loose(setting.wanted.text))]
    return drawn[0] if len(drawn) == 1 else None


def _shows_all_of(view: PageView, node: Node, label: str) -> bool:
    """Whether it is a drawn list box that shows, of what the label names, that nothing is chosen: "All states"."""
    shown = loose(view.text_of(node.index))
    if not node.shown or node.tag == "select" or not is_list_box(node) or is_text_box(node):
        return False
    first, _, kind = shown.partition(" ")
    return (
        loose(node.name) in ("", shown)
        and first in ALL_WORDS
        and kind.startswith(label)
        and len(kind) - len(label) <= _ENDING
    )


def opener_of(view: PageView, setting: Setting) -> Node | None:
    """The button called so that opens something to choose from; its choice may stand behind the label ("Sort: new")."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    label = loose(setting.wanted.text)
    found = [
        node for node in view.nodes if node.shown and not is_control(node) and is_opener(node) and is_clicked(node)
    ]
    exact = [node for node in found if says(words_of(view, node), setting.wanted.text)]
    longer = [node for node in found if re.match(rf"{re.escape(label)}\b", loose(words_of(view, node)))]
    begun = [node for node in longer if not _leads_away(view, node)]
    fitting = exact or begun
    return fitting[0] if len(fitting) == 1 else None


def _leads_away(view: PageView, node: Node) -> bool:
    """Whether it is a link to another page, which the rest of its words names: "Colour list"."""
    address = leads_to(view, node)
    return bool(address) and without_fragment(address) != without_fragment(view.url)


def _drawn_button(view: PageView, setting: Setting) -> Node | None:
    """The one button without a word that its label for screen readers calls so: a lens, a funnel."""
    if not isinstance(setting.value, str) or not isinstance(setting.wanted, SoughtWords):
        return None
    label = setting.wanted.text
    named = [node for node in view.nodes if node.role == "button" and node.shown and says(node.name, label)]
    return named[0] if len(named) == 1 and not view.visible_text_of(named[0].index).strip() else None


def _search_of_the_list(view: PageView, setting: Setting, box: Node) -> Node | None:
    """The button beside the page's matter that opens a box of the same name as one that searches its menu."""
    button = _drawn_button(view, setting) if is_text_box(box) and _is_in_menu(view, box) else None
    return None if button is None or sends(button) or _is_in_menu(view, button) else button


def _is_in_menu(view: PageView, node: Node) -> bool:
    return any(above.role == "navigation" or above.tag == "nav" for above in ancestors(view, node))


def lists_under(view: PageView, label: SoughtWords) -> list[Area]:
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
        problem = f"{setting.wanted} has no choice {value_text(setting)}"
        if options := _options(view, setting):
            return NotFound(problem, url=view.url, hint=f"there are: {', '.join(map(repr, options))}")
        for inside in lists_under(view, setting.wanted):
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
    return list(nearest(value_text(setting), options, most=_MOST_CHOICES))


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


def plain_value(setting: Setting) -> str:
    """The value of a setting as a page says it; of a secret its name."""
    value = setting.value
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def value_text(setting: Setting) -> str:
    """The value of a setting as it is told; of a secret its name."""
    return repr(setting.value) if isinstance(setting.value, str) else plain_value(setting)
