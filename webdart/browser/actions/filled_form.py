"""Holds what was filled in against what the page shows: when it is set, and again before something is done with it.

A box may take its text back when it is left, or when a list of its own comes late, and one control may change another.
So a `FilledForm` keeps what the steps have filled in since the last one that could change it on purpose.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from msgspec import Struct

from webdart.browser.actions.pick_list import check_picked, list_control, pair_of
from webdart.browser.actions.setting import Setting
from webdart.errors import NotFound, StepFailed
from webdart.page.control_value import count_shown, is_rewritten, shows, shows_among, value_of
from webdart.page.model import Node, PageView
from webdart.page.placeholder import Spot
from webdart.page.roles import is_control, is_radio, is_text_box, is_ticked, option_for, type_of, words_of
from webdart.page.text_match import folded
from webdart.secret import Secret
from webdart.values import replace


class _Filled(Struct, frozen=True):
    """A control that shows what it was set to, and the address of its page; whether that has `saved` it by itself."""

    setting: Setting
    address: str
    saved: bool = False


class FilledForm:
    """What is filled in on a page, until a step does something with it."""

    def __init__(self) -> None:
        self._filled: list[_Filled] = []
        self._left: Sequence[_Filled] = ()  # what the latest step has done something with, until it is sent

    def __bool__(self) -> bool:
        """Whether anything is."""
        return bool(self._filled)

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors that a view must be asked for, to find all of the controls in it."""
        return tuple(mark for filled in self._filled for mark in filled.setting.marks)

    def add(self, setting: Setting, address: str) -> None:
        """A control has been set, and shown it, on the page at this address."""
        self._filled.append(_Filled(setting, address))

    def forget(self) -> None:
        """Something is done with it: what the controls show from now on is what that has made of them."""
        self._left = tuple(self._filled) or self._left
        self._filled.clear()

    def sent(self) -> None:
        """It is sent, and nothing is left of it."""
        self._filled.clear()
        self._left = ()

    def saved(self) -> None:
        """The page has saved it by itself: a box may be empty again, ready for the next text."""
        self._filled = [replace(filled, saved=True) for filled in self._filled]

    def check_sent(self, view: PageView, fields: Mapping[str, Sequence[str]]) -> None:
        """Raise where a form is about to send nothing for a text that a control of it shows.

        An editor keeps its text in a box out of sight, and may not have put it there.

        Raises:
            StepFailed: it would; with the place of the step that filled it in.
        """
        for filled in (*self._left, *self._filled):
            setting = filled.setting
            node = _still_there(view, setting) if view.url == filled.address else None
            if node is None or isinstance(setting.value, bool) or not is_text_box(node) or not value_of(view, node):
                continue
            name = node.attributes.get("name") or _kept_in(view, node)
            if name in fields and not any(fields[name]):
                problem = f"{setting.wanted} is filled in, and the page would send nothing for it ({name})"
                raise StepFailed(problem, url=view.url).at(setting.at)

    def check(self, view: PageView) -> None:
        """Raise where a control no longer shows what it was set to last.

        A page that has moved on has nothing to be read back from, and a control that has gone is let be.

        Raises:
            StepFailed: one does not; with the place of the step that set it.
        """
        for setting, lost in self._lost(view):
            raise lost.at(setting.at) from lost

    def lost(self, view: PageView) -> Setting | None:
        """The setting of a control that no longer shows it."""
        return next((setting for setting, _ in self._lost(view)), None)

    def _lost(self, view: PageView) -> Iterator[tuple[Setting, StepFailed]]:
        seen: set[Hashable] = set()
        for filled in reversed(self._filled):
            setting = filled.setting
            node = _still_there(view, setting) if view.url == filled.address else None
            if node is None or _group(node) in seen:
                continue
            seen.add(_group(node))
            if filled.saved and not value_of(view, node):
                continue
            try:
                _check_kept(view, node, setting)
            except StepFailed as lost:
                yield setting, lost


def check_apart(view: PageView, settings: Sequence[Setting]) -> None:
    """Raise where two labels of one `fill` have come to the same control: only the later one would be sent.

    Raises:
        StepFailed: two have; with the place of the later one.
    """
    first: dict[int, Setting] = {}
    for setting in settings:
        node = None if isinstance(setting.value, tuple) else _still_there(view, setting)
        if node is None or (before := first.setdefault(node.index, setting)) is setting:
            continue
        problem = f"{before.wanted} and {setting.wanted} are the same control of this page"
        raise StepFailed(problem, url=view.url, hint="write one of them, or what else the other is called").at(
            setting.at
        )


def _still_there(view: PageView, setting: Setting) -> Node | None:
    try:
        node = list_control(view, setting) if isinstance(setting.value, tuple) else setting.control(view)
    except NotFound:
        return None
    return node if is_control(node) else None


def _kept_in(view: PageView, node: Node) -> str:
    """The name of the one text box out of sight beside an editor, which is sent for it; "" if there is none.

    An input or a textarea is sent for itself or not at all: a box out of sight beside it is something else.
    """
    if node.tag in ("input", "textarea") or "contenteditable" not in node.attributes:
        return ""
    beside = [one for one in view.children_of(node.parent) if not one.shown and is_text_box(one)]
    return beside[0].attributes.get("name", "") if len(beside) == 1 else ""


def _group(node: Node) -> Hashable:
    """What is set together: a control, or the radios of one name."""
    return node.attributes.get("name", node.index) if is_radio(node) else node.index


def _check_kept(view: PageView, node: Node, setting: Setting) -> None:
    match setting.value:
        case tuple() as values if pair_of(view, node, setting) is not None:
            check_picked(view, setting, values)
        case tuple() as values if node.tag == "select":
            check_chosen(view, setting.first, chosen_of(view, node, values))
        case tuple() as values:
            if not is_ticked(node):
                check_all_shown(view, setting.first, values)
        case str() as value if is_rewritten(view, node, value):
            pass
        case Secret() as value if is_rewritten(view, node, value.reveal()):
            pass
        case _:
            check_shown(view, setting, view.url)


def check_shown(view: PageView, setting: Setting, before: str, spot: Spot | None = None) -> None:
    """Raise unless the page shows what was set, or has moved on to another one without this control.

    A password is reported by its length; the text of a secret stands in no message.
    """
    try:
        node = (spot and spot.find(view)) or setting.control(view)
    except NotFound:
        if view.url != before:
            return
        raise
    hidden = isinstance(setting.value, Secret) or type_of(node) == "password"
    if type_of(node) == "password":
        text = setting.value.reveal() if isinstance(setting.value, Secret) else str(setting.value)
        right = len(node.value or "") == len(text)
    else:
        right = is_shown(view, node, setting)
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


def is_shown(view: PageView, node: Node, setting: Setting) -> bool:
    """Whether a control shows what it was set to; as one of several, if it is one of them."""
    if setting.among and isinstance(setting.value, str):
        return shows_among(view, node, setting.value)
    return shows(view, node, setting.value)


def chosen_of(view: PageView, node: Node, values: Sequence[str]) -> list[str]:
    """The words of the options of a list box that are meant by these values; fewer where one is not among them."""
    options = [option_for(view, node, value) for value in values]
    return [words_of(view, option) for option in options if option is not None]


def check_chosen(view: PageView, setting: Setting, chosen: Sequence[str]) -> None:
    """Raise unless exactly these options of a list box are chosen."""
    node = setting.control(view)
    if set((node.value or "").split("\n")) != set(chosen):
        raise StepFailed(f"{setting.wanted} shows {node.value!r} after choosing {list(chosen)}", url=view.url)


def check_all_shown(view: PageView, setting: Setting, values: Sequence[str]) -> None:
    """Raise where a control that was to hold several values does not show one of them."""
    node = setting.control(view)
    missing = [one for one in values if not is_shown(view, node, replace(setting, value=one, among=len(values) > 1))]
    told = bool(missing) and count_shown(view, node) in (len(values), len(missing))
    if is_control(node) and missing and not told:
        shown = folded(value_of(view, node))
        raise StepFailed(f"{setting.wanted} shows {shown!r}, and not {missing} of {list(values)}", url=view.url)
