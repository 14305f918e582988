"""Sets a pair of list boxes between which options are moved: what is in the second one is what is sent.

What is chosen in the first changes nothing before a button moves it. The button is the one that comes to be usable when
something is chosen, else the one with the sign of a single arrow; where neither is there, a person's steps are needed.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from webdart.browser.actions.setting import Setting
from webdart.browser.actions.wait import Patience
from webdart.browser.port import DoChoose, DoClick
from webdart.errors import NotFound, StepFailed
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.locator_query import SoughtWords
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, option_for, options_of, words_of
from webdart.page.text_match import loose, says
from webdart.page.vocabulary import MOVES_BACK, MOVES_ON


class Pair(Struct, frozen=True):
    """The list of what there is, the list of what is chosen, and the box around both."""

    available: Node
    chosen: Node
    box: Node


def pair_of(view: PageView, node: Node, setting: Setting) -> Pair | None:
    """The pair that a list box is the first or second of, if the words of the setting name both as one field."""
    if node.tag != "select" or "multiple" not in node.states or not isinstance(setting.wanted, SoughtWords):
        return None
    for above in ancestors(view, node):
        inside = view.nodes[above.index : above.end]
        lists = [other for other in inside if other.tag == "select" and other.shown]
        if len(lists) < 2:
            continue
        movers = [other for other in inside if _is_mover(other) and lists[0].end <= other.index < lists[1].index]
        alike = len(lists) == 2 and all("multiple" in one.states for one in lists)
        names_one = any(other.tag == "#text" and says(other.text, setting.wanted.text) for other in inside)
        return Pair(lists[0], lists[1], above) if alike and len(movers) >= 2 and not names_one else None
    return None


def list_control(view: PageView, setting: Setting) -> Node:
    """The control of several values: a pair whatever its lists have now, else what can take the first of them.

    Raises:
        NotFound, Ambiguous: as `Setting.control`.
    """
    with suppress(NotFound):
        node = setting.control(view)
        if pair_of(view, node, setting) is not None:
            return node
    return setting.first.control(view)


def _is_mover(node: Node) -> bool:
    return node.shown and is_clicked(node) and not (is_control(node) and node.role != "button")


async def pick(setting: Setting, values: Sequence[str], patience: Patience) -> PageView:
    """Move options until the second list has exactly these.

    Raises:
        NotFound: neither list has one of them, or no button can be told that moves them.
        StepFailed: the second list has others afterwards.
    """
    view, pair = await patience.until(lambda view: _pair(view, setting), setting.marks)
    lacking = [
        value for value in values if not any(option_for(view, one, value) for one in (pair.chosen, pair.available))
    ]
    if lacking:
        raise NotFound(f"{setting.wanted} has no option {lacking[0]!r}", url=view.url)
    here = {loose(words_of(view, option)) for option in options_of(view, pair.chosen)}
    extra = [words_of(view, one) for one in options_of(view, pair.chosen) if not _among(words_of(view, one), values)]
    missing = [value for value in values if loose(value) not in here and option_for(view, pair.chosen, value) is None]
    if extra:
        await _move(setting, extra, patience, back=True)
    if missing:
        await _move(setting, missing, patience, back=False)
    view, _ = await patience.until(lambda view: check_picked(view, setting, values), setting.marks)
    return view


def check_picked(view: PageView, setting: Setting, values: Sequence[str]) -> None:
    """Raise unless the second list of a pair has exactly these options."""
    pair = _pair(view, setting)
    there = [words_of(view, option) for option in options_of(view, pair.chosen)]
    if len(there) != len(values) or not all(_among(words, values) for words in there):
        raise StepFailed(f"{setting.wanted} has {there} after choosing {list(values)}", url=view.url)


def _pair(view: PageView, setting: Setting) -> Pair:
    pair = pair_of(view, setting.control(view), setting)
    if pair is None:
        raise NotFound(f"{setting.wanted} is no pair of lists any more", url=view.url)
    return pair


def _among(words: str, values: Sequence[str]) -> bool:
    return any(says(words, value) for value in values)


async def _move(setting: Setting, words: Sequence[str], patience: Patience, *, back: bool) -> None:
    """Choose options in one list, and click what moves them to the other."""
    view, pair = await patience.until(lambda view: _pair(view, setting), setting.marks)
    off = {words_of(view, node) for node in _movers(view, pair) if "disabled" in node.states}

    def choose(view: PageView) -> DoChoose:
        pair = _pair(view, setting)
        source = pair.chosen if back else pair.available
        options = [option_for(view, source, one) for one in words]
        return DoChoose(element(view, source), tuple(words_of(view, one) for one in options if one is not None))

    def move(view: PageView) -> DoClick:
        movers = [node for node in _movers(view, _pair(view, setting)) if "disabled" not in node.states]
        signs = MOVES_BACK if back else MOVES_ON
        enabled = [node for node in movers if words_of(view, node) in off]
        found = enabled or [node for node in movers if words_of(view, node) in signs]
        if len(found) != 1:
            said = ", ".join(repr(words_of(view, node)) for node in movers)
            hint = f"fill in one of the two by its own label, then click what moves it: {said}"
            raise NotFound(f"{setting.wanted} is a pair of lists, and no button can be told", url=view.url, hint=hint)
        return DoClick(element(view, found[0]))

    await patience.act(choose, setting.marks)
    await patience.act(move, setting.marks)


def _movers(view: PageView, pair: Pair) -> list[Node]:
    return [node for node in view.nodes[pair.box.index : pair.box.end] if _is_mover(node)]
