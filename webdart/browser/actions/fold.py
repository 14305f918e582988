"""Opens the fold, or turns to the tab, behind which a control is out of sight, before it is filled in."""

from collections.abc import Callable, Sequence
from urllib.parse import urldefrag

from webdart.browser.actions.wait import Patience
from webdart.browser.port import DoClick
from webdart.page.effects import form_of
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import leads_to
from webdart.page.submit_button import sends

_NESTED = 4  # folds in folds that are opened for one control
_HEADS = frozenset({"button", "link", "tab"})


async def bring_into_sight(
    control: Callable[[PageView], Node], marks: Sequence[str], patience: Patience
) -> tuple[PageView, Node]:
    """Open what is closed around a control; the view after it, and the control in it.

    Raises:
        NotFound: there is no such control.
        HeldBack: opening it made the page send what could write.
    """
    view, node = await patience.until(control, marks)
    for _ in range(_NESTED):
        head = None if node.shown else closed_head(view, node)
        if head is None:
            break
        target = element(view, head)
        await patience.act(lambda _, target=target: DoClick(target))
        view, node = await patience.until(control, marks)
    return view, node


def closed_head(view: PageView, node: Node) -> Node | None:
    """The head, in sight, of the innermost closed fold around something, or the tab of the sheet that it is on."""
    for above in ancestors(view, node):
        if above.tag == "details" and "collapsed" in above.states:
            head = next((child for child in view.children_of(above.index) if child.tag == "summary"), None)
        else:
            head = _opener(view, above)
        if head is not None and head.shown:
            return head
    return None


def _opener(view: PageView, sheet: Node) -> Node | None:
    """What says that it opens this part of the page, and that it is closed; nothing that sends a form or leads away."""
    own = sheet.attributes.get("id")
    if sheet.shown:
        return None
    if sheet.role == "tabpanel" and (tab := _tab_of(view, sheet)) is not None:
        return tab
    if not own:
        return None
    for other in view.nodes:
        if other.role in _HEADS and own in _opens(other) and _is_closed(other, own) and not _does_more(view, other):
            return other
    return None


def _is_closed(head: Node, sheet: str) -> bool:
    """Whether a head says that its sheet is closed; a link into the page that leads to what is out of sight does."""
    if head.role == "tab":
        return "selected" not in head.states
    return "collapsed" in head.states or ("expanded" not in head.states and _target(head) == sheet)


def _tab_of(view: PageView, sheet: Node) -> Node | None:
    """The tab of a sheet that names it as its label, or stands at its place among as many as there are sheets."""
    tabs = [node for node in view.nodes if node.role == "tab"]
    names = sheet.attributes.get("aria-labelledby", "").split()
    named = [tab for tab in tabs if tab.attributes.get("id") in names]
    if named:
        return named[0]
    if any("aria-controls" in tab.attributes for tab in tabs):
        return None
    sheets = [node.index for node in view.nodes if node.role == "tabpanel"]
    return tabs[sheets.index(sheet.index)] if len(sheets) == len(tabs) else None


def _does_more(view: PageView, head: Node) -> bool:
    """Whether a click on it sends the form that it stands in, or leads to another page."""
    if sends(head) and form_of(view, head) is not None:
        return True
    here = urldefrag(view.document_of(head)).url
    return urldefrag(leads_to(view, head) or here).url != here


def _opens(node: Node) -> Sequence[str]:
    return (*node.attributes.get("aria-controls", "").split(), _target(node))


def _target(node: Node) -> str:
    return node.attributes.get("href", "").partition("#")[2]
