"""Sets a control of any kind to a value and verifies that it took.

Covers text boxes, list boxes, check boxes and radios, files, ARIA list boxes, and widgets that stand in for a hidden
list box. Every value is read back from the page. Only an `upload` step gives a file: the page decides what its controls
are, and must not be able to turn a value into a file path.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from webdart.browser.actions.calendar import choose_day
from webdart.browser.actions.dropdown import Before, Choice, Choosing, choice_for, is_offered, opened, takes_entries
from webdart.browser.actions.filled_form import check_all_shown, check_chosen, check_shown, chosen_of, is_shown
from webdart.browser.actions.fold import bring_into_sight
from webdart.browser.actions.pick_list import list_control, pair_of, pick
from webdart.browser.actions.setting import Setting
from webdart.browser.actions.slider import is_slider, slide
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Action, DoCheck, DoChoose, DoClick, DoPress, DoType, DoUpload, DoWait
from webdart.errors import NotFound, PageTimeout, SourceLine, StepFailed, WorkflowError
from webdart.page.box_group import others_ticked
from webdart.page.control_value import count_shown, remover_of, shows
from webdart.page.date_text import iso_date
from webdart.page.field_headings import field_parts, part_for, says_part
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.locator_choice import described
from webdart.page.model import Node, PageView
from webdart.page.moment_boxes import moment_parts, time_box
from webdart.page.placeholder import spot_of
from webdart.page.roles import (
    is_clicked,
    is_control,
    is_list_box,
    is_opener,
    is_text_box,
    is_ticked,
    option_for,
    options_of,
    type_of,
    words_of,
)
from webdart.page.text_match import says
from webdart.secret import Secret
from webdart.values import replace
from webdart.workflow.steps import bad_file


async def set_control(setting: Setting, patience: Patience) -> PageView:
    """Set one control and read it back; the view after it.

    Raises:
        NotFound: no such control, or none that can take the value.
        StepFailed: the page does not show the value afterwards.
        HeldBack: setting it made the page send what could write.
    """
    if isinstance(setting.value, tuple):
        return await _set_many(setting, setting.value, patience)
    marks = setting.marks
    view, node = await bring_into_sight(setting.control, marks, patience)
    before = view.url
    if isinstance(setting.value, str) and _is_piece(view, node, setting):  # its words are its name, not what it shows
        return await _press_piece(view, node, setting, patience)
    if is_shown(view, node, setting):
        return view
    if isinstance(setting.value, str) and (parts := moment_parts(setting.value)) and time_box(view, node) is not None:
        return await _set_moment(setting, parts, patience)
    spot = spot_of(view, node, setting.wanted)
    counted = count_shown(view, node) if setting.among else 0
    await _put(view, node, setting, patience)

    def check(view: PageView) -> None:
        if not setting.among or not _counts_one_more(view, setting, counted):
            check_shown(view, setting, before, spot)

    try:
        view, _ = await patience.until(check, marks)
    except StepFailed:
        if not is_text_box(node) or not isinstance(setting.value, str) or "readonly" in node.states:
            raise
        view = await _put_otherwise(
            view, node, setting, lambda view: check_shown(view, setting, before, spot), patience
        )
    return await _taken_in(view, patience) if setting.file else view


def _counts_one_more(view: PageView, setting: Setting, counted: int) -> bool:
    """Whether a list that no longer names what it holds says that this is one more: "3 selected"."""
    try:
        node = setting.control(view)
    except NotFound:
        return False
    return not is_shown(view, node, setting) and count_shown(view, node) > counted


async def chosen_instead(setting: Setting, patience: Patience) -> bool:
    """Whether a text that its box has dropped when it was left could be chosen from what the box opens."""
    view, node = await bring_into_sight(setting.control, setting.marks, patience)
    if not is_text_box(node) or not isinstance(setting.value, str) or "readonly" in node.states:
        return False
    try:
        await _choose_from_widget(view, node, setting, setting.value, patience)
    except (NotFound, StepFailed):
        return False
    return True


async def _set_moment(setting: Setting, parts: tuple[str, str], patience: Patience) -> PageView:
    """Set the box for the day of a moment, and the one for its time."""
    day, clock = parts

    def box(view: PageView) -> Node:
        found = time_box(view, setting.control(view))
        if found is None:
            raise NotFound(f"{setting.wanted} has no box for the time any more", url=view.url)
        return found

    before = (await set_control(replace(setting, value=day), patience)).url
    await patience.act(lambda view: DoType(element(view, box(view)), clock), setting.marks)
    view, _ = await patience.until(lambda view: check_shown(view, setting, before), setting.marks)
    return view


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
        await patience.act(_again(setting, lambda view, node: DoCheck(element(view, node), ticked)), setting.marks)
    elif node.tag == "select" and not setting.file:
        await _choose(view, node, setting, patience)
    elif setting.file:
        if is_control(node) and type_of(node) != "file":
            raise NotFound(f"{setting.wanted} takes no file: it is {described(view, node)}", url=view.url)
        files = (_file(str(value), setting.at),)
        await _give(setting, files, patience)
    elif is_slider(node):
        await slide(setting.control, str(setting.wanted), str(value), patience)
    elif isinstance(value, str) and _is_chosen(node):
        await _choose_from_widget(view, node, setting, value, patience)
    else:
        await _type(view, setting, patience)


async def _give(setting: Setting, files: tuple[str, ...], patience: Patience) -> None:
    """Give a control its files; what the page sends at once has them, and they are not given a second time."""
    try:
        await patience.act(_again(setting, lambda view, node: DoUpload(element(view, node), files)), setting.marks)
    except HeldBack as held:
        raise HeldBack(held.view, acted=held.acted, whole=held.acted) from held


def _is_piece(view: PageView, node: Node, setting: Setting) -> bool:
    """Whether it is one piece of a widget (a star, a chip) that stands for the value, and has no value of its own."""
    if is_control(node) or is_opener(node) or setting.file:
        return False
    beside = field_parts(view, node)
    if not says_part(view, node, str(setting.value)) and part_for(view, beside, str(setting.value)) != node:
        _check_opens(view, node, setting, beside)
        return False
    if setting.data and (not str(setting.value).isdecimal() or not _is_mark(view, node)):
        raise NotFound(
            f"{setting.wanted} is no control but {described(view, node)}, and what a page says can't choose a button",
            url=view.url,
        )
    return True


def _check_opens(view: PageView, node: Node, setting: Setting, beside: Sequence[Node]) -> None:
    """That a part which does not stand for the value may open a list of values: no sign beside others, as "-" and "+".

    Raises:
        NotFound: it may not.
    """
    signed = not any(map(str.isalnum, view.visible_text_of(node.index)))
    if len(beside) > 1 and (setting.data or signed):
        raise NotFound(f"{setting.wanted} has no part for {setting.value!r}: {described(view, node)}", url=view.url)


def _is_mark(view: PageView, node: Node) -> bool:
    """Whether a piece has no words but a number: a star, "4", "4 stars"."""
    words = words_of(view, node).split()
    return not any(map(str.isalpha, "".join(words))) or (len(words) == 2 and words[0].isdecimal())


async def _press_piece(view: PageView, node: Node, setting: Setting, patience: Patience) -> PageView:
    """Click it, once; all that can be read back is that something beside it has changed."""
    around = view.nodes[node.parent].parent
    before = _look_of(view, around)
    try:
        await patience.act(_again(setting, lambda view, node: DoClick(element(view, node))), setting.marks)
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
    return lambda view: make(view, setting.control(view))


def _is_chosen(node: Node) -> bool:
    """Whether its value is chosen from what opens, and not merely typed."""
    if is_text_box(node):
        return "contenteditable" not in node.attributes and (is_opener(node) or "readonly" in node.states)
    return is_list_box(node) or not is_control(node)


async def _choose_from_widget(view: PageView, node: Node, setting: Setting, words: str, patience: Patience) -> None:
    spot = spot_of(view, node, setting.wanted)

    def control(view: PageView) -> Node:
        return (spot and spot.find(view)) or setting.control(view)

    day = iso_date(words)
    if day is not None and not any(says(words_of(view, option), words) for option in options_of(view, node)):
        await choose_day(control, str(setting.wanted), day, patience)
    else:
        before = Before.of(view)
        asked = Choice(str(setting.wanted), words, setting.marks, data=setting.data)
        box = await Choosing(control, asked, patience).run()
        if box is not None:
            name = f" by its own label, {box.name!r}" if box.name else ""
            text = f"{setting.wanted} opens a box to type in, and no list to choose {words!r} from"
            raise NotFound(text, url=view.url, hint=f"click it, then fill that box{name}")
        await _leave(before, control, patience, _WAYS_OF_SEVERAL if setting.among else _WAYS)


class _Way(Struct, frozen=True):
    """One way to close what a control has opened: where it may be tried, and what is done."""

    fits: Callable[[PageView, Node], bool]
    action: Callable[[PageView, Node], Action]


def _in_dialog(view: PageView, node: Node) -> bool:
    return any(above.role in ("dialog", "alertdialog") for above in ancestors(view, node))


_BY_ESCAPE = _Way(lambda view, node: not _in_dialog(view, node), lambda _, __: DoPress("Escape"))  # it chooses nothing
_BY_TAB = _Way(lambda _, __: True, lambda _, __: DoPress("Tab"))
_BY_ITS_OPENER = _Way(
    lambda _, node: is_opener(node) and node.shown,
    lambda view, node: DoClick(element(view, node), through=True),
)
_WAYS = (_BY_ESCAPE, _BY_TAB)
_WAYS_OF_SEVERAL = (*_WAYS, _BY_ITS_OPENER)  # a list of which more may be chosen stays open until it is told


async def _leave(
    before: Before, control: Callable[[PageView], Node], patience: Patience, ways: Sequence[_Way] = _WAYS
) -> None:
    """Leave a control that has opened something which is still open: what lies over others can't be worked through."""
    for way in ways:
        if not await _is_open(before, patience, calm=0.0 if way is ways[0] else _CLOSING):
            return
        view = await patience.tab.view()
        try:
            node = control(view)
        except NotFound:
            return
        if way.fits(view, node):
            await patience.act(lambda view, way=way: way.action(view, control(view)))


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
    if isinstance(text, str) and type_of(setting.control(view)) == "datetime-local":
        text = text.replace(" ", "T")
    before = Before.of(view)
    marks = setting.marks
    typing = _again(setting, lambda view, node: DoType(element(view, node), text, keyed=setting.among))
    after = await patience.act(typing, marks)
    if marks:  # what an action leads to is looked at without them
        after = await patience.tab.view(marks)
    node = setting.control(after)
    day = None if isinstance(text, Secret) else iso_date(text)
    popped = len(before.new(after)) >= _POPUP or (day is not None and type_of(node) == "text")
    if not setting.among and (node.tag != "input" or not popped):
        return
    if setting.among and takes_entries(after, node) and is_offered(after, before.new(after), str(text)):
        await patience.act(_again(setting, lambda view, node: DoPress("Enter", element(view, node))), marks)
        return
    listed = choice_for(after, node, before.new(after), text) if day is None and isinstance(text, str) else None
    if listed is not None:
        await patience.act(lambda _: DoClick(element(after, listed)))
        return
    await patience.act(lambda _: DoPress("Tab"))
    view = await patience.tab.view(marks)
    if day is not None and not shows(view, setting.control(view), str(text)):
        await choose_day(setting.control, str(setting.wanted), day, patience)


async def _put_otherwise(
    view: PageView, node: Node, setting: Setting, check: Callable[[PageView], None], patience: Patience
) -> PageView:
    """Set a text box that did not keep its text: by choosing from what it opens, else key by key."""
    words, marks = str(setting.value), setting.marks
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
        await patience.act(_part_again(setting, words), setting.marks)
        after = await patience.tab.view(setting.marks)
        if shows(after, setting.control(after), words):
            return
    chosen = (words_of(view, option),)
    await patience.act(_again(setting, lambda view, node: DoChoose(element(view, node), chosen)), setting.marks)


def _part_again(setting: Setting, words: str) -> ActionOf:
    def make(view: PageView) -> Action:
        node = setting.control(view)
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
    marks = setting.marks
    first = setting.first
    view, node = await bring_into_sight(lambda view: list_control(view, setting), marks, patience)
    if pair_of(view, node, setting) is not None:
        return await pick(setting, values, patience)
    if node.tag == "select":
        chosen = tuple(chosen_of(view, node, values))
        if len(chosen) < len(values) or ("multiple" not in node.states and len(values) > 1):
            raise NotFound(f"{setting.wanted} can't take all of {list(values)}", url=view.url)
        if set((node.value or "").split("\n")) == set(chosen):
            return view
        await patience.act(_again(first, lambda view, node: DoChoose(element(view, node), chosen)), first.marks)
        view, _ = await patience.until(lambda view: check_chosen(view, first, chosen), marks)
        return view
    if not is_ticked(node):
        await _take_out_others(setting, first, values, patience)
    before = Before.of(view)
    for value in values:
        view = await set_control(replace(setting, value=value, among=len(values) > 1), patience)
    if not is_ticked(node):
        await _leave(before, first.control, patience, _WAYS_OF_SEVERAL)
        await _take_out_others(setting, first, values, patience)
        view, _ = await patience.until(lambda view: check_all_shown(view, first, values), marks)
    return await _untick_others(view, node, setting, values, patience)


async def _take_out_others(setting: Setting, first: Setting, values: Sequence[str], patience: Patience) -> None:
    """What a drawn list has chosen and is not wanted is taken out by the small button that each of them has."""
    for _ in range(_CHIPS):
        view = await patience.tab.view(setting.marks)
        button = remover_of(view, first.control(view), values)
        if button is None:
            return
        target = element(view, button)
        await patience.act(lambda _, target=target: DoClick(target))


_CHIPS = 50


async def _untick_others(
    view: PageView, node: Node, setting: Setting, values: Sequence[str], patience: Patience
) -> PageView:
    """Boxes of the same group that are ticked and not wanted."""
    for other in others_ticked(view, node, setting.wanted, values):
        target = element(view, other)
        view = await patience.act(lambda _, target=target: DoCheck(target, False))
    return view
