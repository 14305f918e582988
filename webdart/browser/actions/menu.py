"""Opens the closed menu that holds words not yet on the page.

Some menus are built only when they are opened. Elements that say they open something are tried one after another, first
with the pointer, then with a click if that shows nothing; entries of navigation bars are tried with the pointer only.
Elements that can't be pointed at right away are skipped, and entries of bars where the words are not even hidden and no
script of the page listens for the pointer: a misspelt word should be reported soon, with a list of what is there.
"""

from collections import Counter
from contextlib import suppress

from webdart.browser.actions.wait import Patience, is_hopeless
from webdart.browser.port import DoClick, DoHover
from webdart.errors import NotFound, StaleElement, StepFailed, Unheeded
from webdart.page.labels import ancestors
from webdart.page.locator import Wish, element, one_sought
from webdart.page.locator_query import Sought
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control

_MOST = 12  # menus tried
_BARS = frozenset({"navigation", "menubar", "menu", "banner"})
_LISTS = _BARS | {"list"}
_ENTRIES = frozenset({"link", "button", "menuitem", "listitem"})


async def open_menu_with(patience: Patience, wanted: Sought, missing: NotFound) -> bool:
    """Open the first menu in which the words are; False where none has them.

    `missing` is what is said of them with the menus closed.
    """
    after = view = await patience.tab.view()
    if is_hopeless(view, missing):
        return False
    begun = view.url
    for node in _menus(view)[:_MOST]:
        if patience.left() <= 0:
            return False
        opens, target = _opens(node), element(view, node)
        try:
            after = await patience.do(DoHover(target, glance=True, heeded=missing.nowhere and not opens))
        except Unheeded:
            return False
        except (StepFailed, StaleElement):
            pass
        if opens and not _has(after, wanted):
            with suppress(StepFailed):
                after = await patience.act(lambda _, target=target: DoClick(target))
        if _has(after, wanted):
            return True
        if after.url != begun:
            return False
    return False


def _menus(view: PageView) -> list[Node]:
    """What may open a menu: what says so first, those in bars before others; then the entries of bars.

    An item that holds a link or a button is pointed at with that. More alike entries than are tried are no bar, but a
    list that leads on.
    """
    shown = [node for node in view.nodes if node.shown and node.role and not is_control(node)]
    saying = [node for node in shown if _opens(node)]
    saying.sort(key=lambda node: not _in_bar(view, node))
    entries = [node for node in shown if node.role in _ENTRIES and _in_bar(view, node) and not _opens(node)]
    held = {above.index for node in entries if node.role != "listitem" for above in ancestors(view, node)}
    lists = [_list_of(view, node) for node in entries]
    alike = Counter(lists)
    bare = [
        node
        for node, inside in zip(entries, lists, strict=True)
        if alike[inside] <= _MOST and not (node.role == "listitem" and node.index in held)
    ]
    return [*saying, *bare]


def _list_of(view: PageView, node: Node) -> int:
    """The list or bar that an entry stands in."""
    return next((above.index for above in ancestors(view, node) if above.role in _LISTS), -1)


def _opens(node: Node) -> bool:
    if node.role not in ("button", "link", "menuitem", "combobox") and node.tag != "summary":
        return False
    return "collapsed" in node.states or node.attributes.get("aria-haspopup", "false") in ("true", "menu", "")


def _in_bar(view: PageView, node: Node) -> bool:
    return any(above.role in _BARS for above in ancestors(view, node))


def _has(view: PageView, wanted: Sought) -> bool:
    try:
        one_sought(view, wanted, Wish("follow"))
    except NotFound:
        return False
    return True
