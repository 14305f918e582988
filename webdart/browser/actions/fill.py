"""Sets a control of any kind to a value and verifies that it took.

Covers text boxes, list boxes, check boxes and radios, files, ARIA list boxes, and widgets that stand in for a hidden
list box. Every value is read back from the page. Only an `upload` step gives a file: the page decides what its controls
are, and must not be able to turn a value into a file path.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from webdart.browser.actions.calendar import choose_day
from webdart.browser.actions.dropdown import Before, Choice, Choosing, opened
from webdart.browser.actions.slider import is_slider, slide
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Action, DoCheck, DoChoose, DoClick, DoPress, DoType, DoUpload, DoWait
from webdart.errors import NotFound, PageTimeout, SourceLine, StepFailed, WorkflowError
from webdart.page.control_value import remover_of, shows, shows_among, value_of
from webdart.page.date_text import iso_date
from webdart.page.field_headings import field_parts, says_part
from webdart.page.labels import ancestors
from webdart.page.locator import FillWords, Wish, element, one_sought
from webdart.page.locator_choice import described
from webdart.page.locator_query import Sought, marks_of, sought
from webdart.page.model import Node, PageView
from webdart.page.placeholder import Spot, spot_of
from webdart.page.roles import (
    is_clicked,
    is_control,
    is_list_box,
    is_opener,
    is_radio,
    is_text_box,
    is_ticked,
    option_for,
    options_of,
    type_of,
    words_of,
)
from webdart.page.text_match import folded, says
from webdart.page.visual_label import drawn_for
from webdart.secret import Secret
from webdart.values import replace
from webdart.workflow.model import Fill, FillValue, Locator, Upload
from webdart.workflow.steps import bad_file
from webdart.workflow.templates import Names, Template, fill


class Setting(Struct, frozen=True):
    """One control to set: what it is called, and the value, filled in; several words for a list.

    `data` says that the value came from a page: it may be a control's value, never the name of what is clicked.
    `file`: the value is the path of a file to upload. `among`: it is one of several that the control is to hold.
    """

    wanted: Sought
    value: "str | bool | Secret | tuple[str, ...]"
    at: SourceLine
    data: bool = False
    file: bool = False
    among: bool = False

    @property
    def words(self) -> FillWords:
        """What the control must be able to take; a secret is hidden from callers that only look."""
        return None if isinstance(self.value, Secret | tuple) else self.value


def settings_of(step: Fill | Upload, names: Names) -> tuple[Setting, ...]:
    """The controls of a `fill` or an `upload` step, templates filled in.

    Raises:
        WorkflowError: data from a page, or a secret, would be the path of a file.
    """
    if isinstance(step, Upload):
        return tuple(_file_setting(locator, path, names, step.at) for locator, path in step.values)
    return tuple(setting_of(locator, value, names, step.at) for locator, value in step.values)


def _file_setting(locator: Locator, path: Template, names: Names, at: SourceLine) -> Setting:
    filled = fill(path, names)
    if filled.data or filled.secrets:
        raise WorkflowError("the path of a file comes from the file's own words, never from a page or a secret", at=at)
    return Setting(sought(locator, names), filled.text, at, file=True)


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
            return Setting(wanted, tuple(part.text for part in parts), at, any(part.data for part in parts))
        case Template():
            filled = fill(value, names)
            if filled.secrets:
                return Setting(wanted, Secret(filled.secrets[0].name, filled.text), at)
            return Setting(wanted, filled.text, at, bool(filled.data))


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
    if isinstance(setting.value, str) and _is_piece(view, node, setting):  # its words are its name, not what it shows
        return await _press_piece(view, node, setting, patience)
    if _is_shown(view, node, setting):
        return view
    spot = spot_of(view, node, setting.wanted)
    await _put(view, node, setting, patience)
    try:
        view, _ = await patience.until(lambda view: _check(view, setting, before, spot), marks)
    except StepFailed:
        if not is_text_box(node) or not isinstance(setting.value, str) or "readonly" in node.states:
            raise
        view = await _put_otherwise(view, node, setting, lambda view: _check(view, setting, before, spot), patience)
    return await _taken_in(view, patience) if setting.file else view


async def _taken_in(view: PageView, patience: Patience) -> PageView:
    """The page when it has come to rest after a file was given: a script that takes it in shows that it has it."""
    for _ in range(_LOOKS):
        try:
            after = await patience.tab.act(DoWait(_REST))
        except PageTimeout:
            return view
        if after.held:
            raise HeldBack(after, whole=True)
        if after.nodes == view.nodes:
            return after
        view = after
    return view


_REST = 0.5  # seconds without a change, after which a page has taken a file in
_LOOKS = 10  # after which a page that never rests is taken as it is


def _control(view: PageView, setting: Setting) -> Node:
    return drawn_for(view, one_sought(view, setting.wanted, Wish("fill", setting.words)))


# -- putting a value in ---------------------------------------------------------------------------------------


Maker = Callable[[PageView, Node], Action]
ActionOf = Callable[[PageView], Action]


async def _put(view: PageView, node: Node, setting: Setting, patience: Patience) -> None:
    value = setting.value
    if type_of(node) == "file" and not setting.file:
        raise StepFailed(
            f"{setting.wanted} takes a file, and a value is no file's path",
            url=view.url,
            hint="if the file is to be sent: upload: {LABEL: PATH}, a path beside the workflow",
        )
    if is_ticked(node) and not setting.file:
        ticked = value if isinstance(value, bool) else True
        await patience.act(
            _again(setting, lambda view, node: DoCheck(element(view, node), ticked)), marks_of(setting.wanted)
        )
    elif node.tag == "select" and not setting.file:
        await _choose(view, node, setting, patience)
    elif setting.file:
        if is_control(node) and type_of(node) != "file":
            raise NotFound(f"{setting.wanted} takes no file: it is {described(view, node)}", url=view.url)
        files = (_file(str(value), setting.at),)
        await patience.act(
            _again(setting, lambda view, node: DoUpload(element(view, node), files)), marks_of(setting.wanted)
        )
    elif is_slider(node):
        await slide(lambda view: _control(view, setting), str(setting.wanted), str(value), patience)
    elif isinstance(value, str) and _is_chosen(node):
        await _choose_from_widget(view, node, setting, value, patience)
    else:
        await _type(view, setting, patience)


def _is_piece(view: PageView, node: Node, setting: Setting) -> bool:
    """Whether it is one piece of a widget (a star, a chip) that stands for the value, and has no value of its own."""
    if is_control(node) or is_opener(node) or setting.file:
        return False
    if not says_part(view, node, str(setting.value)) and len(field_parts(view, node)) < 2:
        return False
    if setting.data and (not str(setting.value).isdecimal() or not _is_mark(view, node)):
        raise NotFound(
            f"{setting.wanted} is no control but {described(view, node)}, and what a page says can't choose a button",
            url=view.url,
        )
    return True


def _is_mark(view: PageView, node: Node) -> bool:
    """Whether a piece has no words but a number: a star, "4", "4 stars"."""
    words = words_of(view, node).split()
    return not any(map(str.isalpha, "".join(words))) or (len(words) == 2 and words[0].isdecimal())


async def _press_piece(view: PageView, node: Node, setting: Setting, patience: Patience) -> PageView:
    """Click it, once; all that can be read back is that something beside it has changed."""
    around = view.nodes[node.parent].parent
    before = _look_of(view, around)
    try:
        await patience.act(_again(setting, lambda view, node: DoClick(element(view, node))), marks_of(setting.wanted))
    except HeldBack as held:
        raise HeldBack(held.view, acted=held.acted, whole=held.acted) from held

    def changed(view: PageView) -> None:
        if around < len(view.nodes) and _look_of(view, around) == before:
            raise StepFailed(f"nothing beside {setting.wanted} changed when it was clicked", url=view.url)

    after, _ = await patience.until(changed)
    return after


def _look_of(view: PageView, around: int) -> tuple[object, ...]:
    nodes = view.nodes[around : view.nodes[around].end]
    return tuple((node.tag, node.text, node.states, node.attributes.get("class"), node.box) for node in nodes)


def _again(setting: Setting, make: Maker) -> ActionOf:
    """The action, made of the control as the page of that moment has it."""
    return lambda view: make(view, _control(view, setting))


def _is_chosen(node: Node) -> bool:
    """Whether its value is chosen from what opens, and not merely typed."""
    if is_text_box(node):
        return "contenteditable" not in node.attributes and (is_opener(node) or "readonly" in node.states)
    return is_list_box(node) or not is_control(node)


async def _choose_from_widget(view: PageView, node: Node, setting: Setting, words: str, patience: Patience) -> None:
    spot = spot_of(view, node, setting.wanted)

    def control(view: PageView) -> Node:
        return (spot and spot.find(view)) or _control(view, setting)

    day = iso_date(words)
    if day is not None and not any(says(words_of(view, option), words) for option in options_of(view, node)):
        await choose_day(control, str(setting.wanted), day, patience)
    else:
        before = Before.of(view)
        asked = Choice(str(setting.wanted), words, marks_of(setting.wanted), data=setting.data)
        await Choosing(control, asked, patience).run()
        await _leave(before, control, patience, by_itself=setting.among)


async def _leave(
    before: Before, control: Callable[[PageView], Node], patience: Patience, *, by_itself: bool = False
) -> None:
    """Leave a control that has opened something which is still open: what lies over others can't be worked through.

    By Escape, which chooses nothing; by Tab where that may close more than the list, or has closed nothing; then,
    `by_itself`, by the control that has opened it.
    """
    for keys in ("Escape", "Tab", *(("",) if by_itself else ())):
        if not await _is_open(before, patience, calm=0.0 if keys == "Escape" else _CLOSING):
            return
        view = await patience.tab.view()
        try:
            node = control(view)
        except NotFound:
            return
        inside = any(above.role in ("dialog", "alertdialog") for above in ancestors(view, node))
        if not keys and is_opener(node) and node.shown:
            await patience.act(lambda view: DoClick(element(view, control(view)), through=True))
        elif keys == "Tab" or (keys and not inside):
            await patience.act(lambda _, keys=keys: DoPress(keys))


async def _is_open(before: Before, patience: Patience, *, calm: float) -> bool:
    """Whether what has opened stays open; it may go away within `calm` seconds."""

    def closed(view: PageView) -> None:
        if opened(view, before):
            raise NotFound("a list is open", url=view.url)

    try:
        await replace(patience, calm=calm).until(closed)
    except NotFound:
        return True
    return False


async def _type(view: PageView, setting: Setting, patience: Patience) -> None:
    """Type a text. Where that opens something (a calendar, suggestions), the control is left, so that it keeps it."""
    value = setting.value
    text = value if isinstance(value, Secret) else str(value)
    if isinstance(text, str) and type_of(_control(view, setting)) == "datetime-local":
        text = text.replace(" ", "T")
    before = Before.of(view)
    marks = marks_of(setting.wanted)
    typing = _again(setting, lambda view, node: DoType(element(view, node), text, keyed=setting.among))
    after = await patience.act(typing, marks)
    if marks:  # what an action leads to is looked at without them
        after = await patience.tab.view(marks)
    node = _control(after, setting)
    day = None if isinstance(text, Secret) else iso_date(text)
    popped = len(before.new(after)) >= _POPUP or (day is not None and type_of(node) == "text")
    if not setting.among and (node.tag != "input" or not popped):
        return
    await patience.act(lambda _: DoPress("Tab"))
    view = await patience.tab.view(marks)
    if day is not None and not shows(view, _control(view, setting), str(text)):
        await choose_day(lambda view: _control(view, setting), str(setting.wanted), day, patience)


async def _put_otherwise(
    view: PageView, node: Node, setting: Setting, check: Callable[[PageView], None], patience: Patience
) -> PageView:
    """Set a text box that did not keep its text: by choosing from what it opens, else key by key."""
    words, marks = str(setting.value), marks_of(setting.wanted)
    try:
        await _choose_from_widget(view, node, setting, words, patience)
        return (await patience.until(check, marks))[0]
    except (NotFound, StepFailed):
        await patience.act(_again(setting, lambda view, node: DoType(element(view, node), words, keyed=True)), marks)
        await patience.act(lambda _: DoPress("Tab"))
        return (await patience.until(check, marks))[0]


_CLOSING = 0.4  # seconds that a list takes to go away
_POPUP = 8  # nodes: what appears with typing and is smaller is a remark about the text


async def _choose(view: PageView, node: Node, setting: Setting, patience: Patience) -> None:
    """A native list box; one that is hidden stands behind a widget, which is operated if its parts can be told."""
    words = str(setting.value)
    option = option_for(view, node, words)
    if option is None:
        raise NotFound(f"{setting.wanted} has no option {words!r}", url=view.url)
    part = None if node.shown else _part_of_widget(view, node, option)
    if part is not None:
        await patience.act(_part_again(setting, words), marks_of(setting.wanted))
        after = await patience.tab.view(marks_of(setting.wanted))
        if shows(after, _control(after, setting), words):
            return
    chosen = (words_of(view, option),)
    await patience.act(
        _again(setting, lambda view, node: DoChoose(element(view, node), chosen)), marks_of(setting.wanted)
    )


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


def _file(path: str, at: SourceLine) -> str:
    """The absolute path of a file below the workflow file's folder, none of whose folders is hidden."""
    if (wrong := bad_file(path, at)) is not None:
        raise WorkflowError(wrong[1], at=at, hint=wrong[2])
    folder = Path(at.file).resolve().parent
    found = (folder / path).resolve()
    if not found.is_file():
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
        await patience.act(
            _again(first, lambda view, node: DoChoose(element(view, node), chosen)), marks_of(first.wanted)
        )
        view, _ = await patience.until(lambda view: _check_chosen(view, first, chosen), marks)
        return view
    if not is_ticked(node):
        await _take_out_others(setting, first, values, patience)
    before = Before.of(view)
    for value in values:
        view = await set_control(replace(setting, value=value, among=len(values) > 1), patience)
    if not is_ticked(node):
        await _leave(before, lambda view: _control(view, first), patience, by_itself=True)
        await _take_out_others(setting, first, values, patience)
        view, _ = await patience.until(lambda view: _check_all_shown(view, first, values), marks)
    return await _untick_others(view, node, values, patience)


def _check_all_shown(view: PageView, setting: Setting, values: Sequence[str]) -> None:
    """Raise where a control that was to hold several values does not show one of them."""
    node = _control(view, setting)
    missing = [one for one in values if not _is_shown(view, node, replace(setting, value=one, among=len(values) > 1))]
    if is_control(node) and missing:
        shown = folded(value_of(view, node))
        raise StepFailed(f"{setting.wanted} shows {shown!r}, and not {missing} of {list(values)}", url=view.url)


def _is_shown(view: PageView, node: Node, setting: Setting) -> bool:
    if setting.among and isinstance(setting.value, str):
        return shows_among(view, node, setting.value)
    return shows(view, node, setting.value)


async def _take_out_others(setting: Setting, first: Setting, values: Sequence[str], patience: Patience) -> None:
    """What a drawn list has chosen and is not wanted is taken out by the small button that each of them has."""
    for _ in range(_CHIPS):
        view = await patience.tab.view(marks_of(setting.wanted))
        button = remover_of(view, _control(view, first), values)
        if button is None:
            return
        target = element(view, button)
        await patience.act(lambda _, target=target: DoClick(target))


_CHIPS = 50


def _check_chosen(view: PageView, setting: Setting, chosen: Sequence[str]) -> None:
    node = _control(view, setting)
    if set((node.value or "").split("\n")) != set(chosen):
        raise StepFailed(f"{setting.wanted} shows {node.value!r} after choosing {list(chosen)}", url=view.url)


async def _untick_others(view: PageView, node: Node, values: Sequence[str], patience: Patience) -> PageView:
    """Boxes of the same name that are ticked and not wanted."""
    for other in others_ticked(view, node, values):
        target = element(view, other)
        view = await patience.act(lambda _, target=target: DoCheck(target, False))
    return view


def others_ticked(view: PageView, node: Node, values: Sequence[str]) -> Sequence[Node]:
    """The boxes of a box's name that are ticked and stand for none of the values."""
    name = node.attributes.get("name")
    return [
        other
        for other in view.nodes
        if name and other.attributes.get("name") == name and "checked" in other.states and not is_radio(other)
        if not any(says(other.name, value) or other.attributes.get("value") == value for value in values)
    ]


# -- reading back ---------------------------------------------------------------------------------------------


def settings_marks(settings: Sequence[Setting]) -> tuple[str, ...]:
    """The selectors that a view must be asked for, to find all of them in it."""
    return tuple(mark for setting in settings for mark in marks_of(setting.wanted))


def check_all(view: PageView, settings: Sequence[Setting], before: str) -> None:
    """Raise where one of several controls no longer shows what it was set to; one that has gone is let be.

    A form that was sent meanwhile (the page is no longer `before`) has nothing to be read back from.
    """
    for setting in settings if view.url == before else ():
        if isinstance(setting.value, tuple):
            continue
        try:
            node = _control(view, setting)
        except NotFound:
            continue
        if is_control(node):
            _check(view, setting, before)


def _check(view: PageView, setting: Setting, before: str, spot: Spot | None = None) -> None:
    """Raise unless the page shows what was set, or has moved on to another one without this control.

    A password is reported by its length; the text of a secret stands in no message.
    """
    try:
        node = (spot and spot.find(view)) or _control(view, setting)
    except NotFound:
        if view.url != before:
            return
        raise
    hidden = isinstance(setting.value, Secret) or type_of(node) == "password"
    if type_of(node) == "password":
        text = setting.value.reveal() if isinstance(setting.value, Secret) else str(setting.value)
        right = len(node.value or "") == len(text)
    else:
        right = _is_shown(view, node, setting)
    if right or (spot is not None and view.url != before):  # another page, which need not say what it was asked for
        return
    if hidden:
        raise StepFailed(f"{setting.wanted} does not hold the text that was typed into it", url=view.url)
    if setting.among:
        hint = "if it takes them one by one: `fill` one, then `press: Enter` with `at`, then the next"
        raise StepFailed(f"{setting.wanted} does not keep {setting.value!r} as one of several", url=view.url, hint=hint)
    wanted = "unticked" if setting.value is False else str(setting.value)
    shown = folded(value_of(view, node))
    raise StepFailed(f"{setting.wanted} shows {shown!r} after it was set to {wanted}", url=view.url)
