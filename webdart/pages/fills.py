"""How is a control of any kind set to a value, and is it really set?

Text boxes, list boxes, boxes and radios, files, ARIA list boxes, and widgets that stand for a hidden list box.
Whatever was set is read back from the page.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from webdart.errors import NotFound, SourceLine, StepFailed, WorkflowError
from webdart.pages.locate import FillWords, Wish, element, one_sought
from webdart.pages.patience import Patience
from webdart.pages.port import (
    Action,
    DoCheck,
    DoChoose,
    DoClick,
    DoPress,
    DoType,
    DoUpload,
    Node,
    PageView,
)
from webdart.pages.roles import (
    is_clicked,
    is_list_box,
    is_radio,
    is_text_box,
    is_ticked,
    option_for,
    options_of,
    type_of,
    words_of,
)
from webdart.pages.sought import Sought, marks_of, sought
from webdart.pages.wording import folded, says
from webdart.secret import Secret
from webdart.workflow.model import Fill, FillValue, Locator
from webdart.workflow.templates import Names, Template, fill


@dataclass(frozen=True, slots=True)
class Setting:
    """One control to set: what it is called, and the value, filled in; several words for a list."""

    wanted: Sought
    value: "str | bool | Secret | tuple[str, ...]"
    at: SourceLine

    @property
    def words(self) -> FillWords:
        """What the control must be able to take; a secret is told to nobody who only looks."""
        return None if isinstance(self.value, Secret | tuple) else self.value


def settings_of(step: Fill, names: Names) -> tuple[Setting, ...]:
    """The controls of a `fill` step, templates filled in."""
    return tuple(setting_of(locator, value, names, step.at) for locator, value in step.values)


def setting_of(locator: Locator, value: FillValue, names: Names, at: SourceLine) -> Setting:
    """One control of a `fill` step or of `set`, templates filled in."""
    wanted = sought(locator, names)
    match value:
        case bool():
            return Setting(wanted, value, at)
        case int() | float():
            return Setting(wanted, str(value), at)
        case tuple():
            parts = [fill(part, names) for part in value]
            if any(part.secrets for part in parts):  # the words of options are compared and listed, a secret never is
                raise WorkflowError("a secret can't be one of several options", at=at)
            return Setting(wanted, tuple(part.text for part in parts), at)
        case Template():
            filled = fill(value, names)
            if filled.secrets:
                return Setting(wanted, Secret(filled.secrets[0].name, filled.text), at)
            return Setting(wanted, filled.text, at)


async def set_control(setting: Setting, patience: Patience) -> PageView:
    """Set one control and read it back; the view after it.

    Raises:
        NotFound: no such control, or none that can take the value.
        StepFailed: the page does not show the value afterwards.
        HeldBack: setting it made the page send what could write.
    """
    if isinstance(setting.value, tuple):
        return await _set_many(setting, setting.value, patience)
    marks = marks_of(setting.wanted)
    view, node = await patience.until(lambda view: _control(view, setting), marks)
    before = view.url
    if not _already(view, node, setting.value):
        await _put(view, node, setting, patience)
    view, _ = await patience.until(lambda view: _check(view, setting, before), marks)
    return view


def _control(view: PageView, setting: Setting) -> Node:
    return one_sought(view, setting.wanted, Wish("fill", setting.words))


# -- putting a value in ---------------------------------------------------------------------------------------


Maker = Callable[[PageView, Node], Action]
ActionOf = Callable[[PageView], Action]


async def _put(view: PageView, node: Node, setting: Setting, patience: Patience) -> None:
    value = setting.value
    if is_ticked(node):
        ticked = value if isinstance(value, bool) else True
        await patience.act(_again(setting, lambda view, node: DoCheck(element(view, node), ticked)))
    elif node.tag == "select":
        await _choose(view, node, setting, patience)
    elif is_list_box(node) and not is_text_box(node):
        await _choose_from_widget(setting, patience)
    elif type_of(node) == "file":
        files = (_file(str(value), setting.at),)
        await patience.act(_again(setting, lambda view, node: DoUpload(element(view, node), files)))
    else:
        text = value if isinstance(value, Secret) else str(value)
        after = await patience.act(_again(setting, lambda view, node: DoType(element(view, node), text)))
        if isinstance(text, str):
            await _take_suggestion(after, setting, text, patience)


def _again(setting: Setting, make: Maker) -> ActionOf:
    """The action, made of the control as the page of that moment has it."""
    return lambda view: make(view, _control(view, setting))


async def _choose(view: PageView, node: Node, setting: Setting, patience: Patience) -> None:
    """A native list box; one that is hidden stands behind a widget, which is operated if its parts can be told."""
    words = str(setting.value)
    option = option_for(view, node, words)
    if option is None:
        raise NotFound(f"{setting.wanted} has no option {words!r}", url=view.url)
    part = None if node.shown else _part_of_widget(view, node, option)
    if part is not None:
        await patience.act(_part_again(setting, words))
        after = await patience.tab.view(marks_of(setting.wanted))
        if _already(after, _control(after, setting), words):
            return
    chosen = (words_of(view, option),)
    await patience.act(_again(setting, lambda view, node: DoChoose(element(view, node), chosen)))


def _part_again(setting: Setting, words: str) -> ActionOf:
    def make(view: PageView) -> Action:
        node = _control(view, setting)
        option = option_for(view, node, words)
        part = None if option is None else _part_of_widget(view, node, option)
        if part is None:
            raise NotFound(f"the widget of {setting.wanted} has no part for {words!r}", url=view.url)
        return DoClick(element(view, part))

    return make


def _part_of_widget(view: PageView, node: Node, option: Node) -> Node | None:
    """The clickable part (a star, a chip) that stands beside a hidden list box for one of its options.

    By its words or `data-*` value; else by position, when there are as many parts as options with a value.
    """
    around = view.nodes[node.parent]
    parts = [
        other
        for other in view.nodes[around.index + 1 : around.end]
        if other.shown and is_clicked(other) and not node.index <= other.index < node.end
    ]
    wanted = {words_of(view, option), option.attributes.get("value", "")} - {""}
    for part in parts:
        said = {words_of(view, part), part.attributes.get("title", "")}
        said |= {value for key, value in part.attributes.items() if key.startswith("data-")}
        if wanted & said:
            return part
    real = [other for other in options_of(view, node) if other.attributes.get("value", other.name) != ""]
    places = [place for place, other in enumerate(real) if other.index == option.index]
    return parts[places[0]] if places and len(parts) == len(real) else None


async def _choose_from_widget(setting: Setting, patience: Patience) -> None:
    """An ARIA list box: open it, click the option."""
    words = str(setting.value)
    view, node = await patience.until(lambda view: _control(view, setting), marks_of(setting.wanted))
    option = option_for(view, node, words)
    if option is None or not option.shown:
        await patience.act(_again(setting, lambda view, node: DoClick(element(view, node))))
    await patience.act(lambda view: DoClick(element(view, _open_option(view, words))))


def _open_option(view: PageView, words: str) -> Node:
    """The visible option with these words, wherever on the page its list opened."""
    options = [node for node in view.nodes if node.role in ("option", "menuitemradio") and node.shown]
    exact = [node for node in options if words_of(view, node) == words]
    fitting = exact or [node for node in options if says(words_of(view, node), words)]
    if not fitting:
        there = ", ".join(repr(words_of(view, node)) for node in options[:30]) or "none"
        raise NotFound(f"no option {words!r} in the open list", url=view.url, hint=f"there are: {there}")
    return fitting[0]


async def _take_suggestion(view: PageView, setting: Setting, text: str, patience: Patience) -> None:
    """In a box that suggests, take the suggestion that says just this, if one is shown already."""
    node = _control(view, setting)
    if node.role != "combobox" and "aria-autocomplete" not in node.attributes:
        return
    options = [other for other in view.nodes if other.role == "option" and other.shown and other.tag != "option"]
    if any(says(words_of(view, option), text) for option in options):
        await patience.act(lambda view: DoClick(element(view, _open_option(view, text))))
    elif options:
        await patience.act(lambda _: DoPress("Escape"))


def _file(path: str, at: SourceLine) -> str:
    """The absolute path of a file below the workflow file's folder."""
    folder = Path(at.file).resolve().parent
    found = (folder / path).resolve()
    if not found.is_relative_to(folder) or not found.is_file():
        raise WorkflowError(f"no file {path!r} below {folder}", at=at, hint="files to upload lie beside the workflow")
    return str(found)


# -- several values -------------------------------------------------------------------------------------------


async def _set_many(setting: Setting, values: Sequence[str], patience: Patience) -> PageView:
    """A list: the options of a list box that takes several, or exactly these boxes of a group."""
    marks = marks_of(setting.wanted)
    first = Setting(setting.wanted, values[0] if values else True, setting.at)
    view, node = await patience.until(lambda view: _control(view, first), marks)
    if node.tag == "select":
        options = [option_for(view, node, value) for value in values]
        chosen = tuple(words_of(view, option) for option in options if option is not None)
        if len(chosen) < len(values) or ("multiple" not in node.states and len(values) > 1):
            raise NotFound(f"{setting.wanted} can't take all of {list(values)}", url=view.url)
        await patience.act(_again(first, lambda view, node: DoChoose(element(view, node), chosen)))
        view, _ = await patience.until(lambda view: _check_chosen(view, first, chosen), marks)
        return view
    for value in values:
        view = await set_control(Setting(setting.wanted, value, setting.at), patience)
    return await _untick_others(view, node, values, patience)


def _check_chosen(view: PageView, setting: Setting, chosen: Sequence[str]) -> None:
    node = _control(view, setting)
    if set((node.value or "").split("\n")) != set(chosen):
        raise StepFailed(f"{setting.wanted} shows {node.value!r} after choosing {list(chosen)}", url=view.url)


async def _untick_others(view: PageView, node: Node, values: Sequence[str], patience: Patience) -> PageView:
    """Boxes of the same name that are ticked and not wanted."""
    name = node.attributes.get("name")
    others = [
        other
        for other in view.nodes
        if name and other.attributes.get("name") == name and "checked" in other.states and not is_radio(other)
        if not any(says(other.name, value) or other.attributes.get("value") == value for value in values)
    ]
    for other in others:
        target = element(view, other)
        view = await patience.act(lambda _, target=target: DoCheck(target, False))
    return view


# -- reading back ---------------------------------------------------------------------------------------------


def _already(view: PageView, node: Node, value: "str | bool | Secret | tuple[str, ...]") -> bool:
    """Whether the control shows the value."""
    if is_ticked(node):
        return ("checked" in node.states) is (value if isinstance(value, bool) else True)
    shown = node.value if node.value is not None else words_of(view, node)
    if isinstance(value, Secret) or type_of(node) == "password":  # of a password only the length is known
        return type_of(node) != "password" and isinstance(value, Secret) and shown == value.reveal()
    return _shows(view, node, shown, str(value))


def _shows(view: PageView, node: Node, shown: str, wanted: str) -> bool:
    """Whether what a control shows is these words."""
    if node.tag == "select":
        option = option_for(view, node, wanted)
        return option is not None and shown == words_of(view, option)
    if type_of(node) == "file":
        return shown == Path(wanted).name
    if is_text_box(node):
        return _same_value(shown, wanted)
    chosen = (words_of(view, option) for option in options_of(view, node) if "selected" in option.states)
    return any(says(text, wanted) for text in (shown, view.visible_text_of(node.index), *chosen))


_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _same_value(shown: str, wanted: str) -> bool:
    """Equal texts; also one that the page has set out in its own way (`1,234` for `1234`, `4` for `4.0`)."""
    shown, wanted = shown.replace("\r\n", "\n"), wanted.replace("\r\n", "\n")
    if shown == wanted:
        return True
    plain = shown.replace(",", "") if _GROUPED.fullmatch(shown) else shown
    if _NUMBER.fullmatch(plain) and _NUMBER.fullmatch(wanted):
        return Decimal(plain) == Decimal(wanted)
    bare = [re.sub(r"[\s()/-]", "", text) for text in (shown, wanted)]
    return bare[0] == bare[1] and bare[0].isdigit() and not wanted.startswith("-")


def _check(view: PageView, setting: Setting, before: str) -> None:
    """Raise unless the page shows what was set, or has moved on to another one without this control.

    A password is told by its length; the text of a secret stands in no message.
    """
    try:
        node = _control(view, setting)
    except NotFound:
        if view.url != before:
            return
        raise
    hidden = isinstance(setting.value, Secret) or type_of(node) == "password"
    if type_of(node) == "password":
        text = setting.value.reveal() if isinstance(setting.value, Secret) else str(setting.value)
        right = len(node.value or "") == len(text)
    else:
        right = _already(view, node, setting.value)
    if right:
        return
    if hidden:
        raise StepFailed(f"{setting.wanted} does not hold the text that was typed into it", url=view.url)
    shown = folded(node.value or words_of(view, node))
    wanted = "unticked" if setting.value is False else str(setting.value)
    raise StepFailed(f"{setting.wanted} shows {shown!r} after it was set to {wanted}", url=view.url)
