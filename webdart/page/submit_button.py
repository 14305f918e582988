"""Finds the button that submits a form, and the one that applies controls without a form."""

from itertools import islice

from webdart.page.effects import effect_of, form_of
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_opener, type_of, words_of
from webdart.page.text_match import loose
from webdart.page.vocabulary import APPLY_WORDS, LAST

_NEAR = 8  # boxes around a control within which a button is for it
_PARTS = frozenset({"navigation", "banner", "contentinfo", "complementary", "main"})
_TURNING = frozenset({"next", "previous", "page number", "more"})  # "Show more" sends nothing


def button_for(view: PageView, control: Node) -> Node | None:
    """The button that a person would press after setting a control: the first shown one that sends its form."""
    form = form_of(view, control)
    if form is None:
        return None
    own = form.attributes.get("id")
    for node in view.nodes:
        inside = form.index < node.index < form.end
        if not inside and not (own and node.attributes.get("form") == own):
            continue
        if node.shown and "disabled" not in node.states and sends(node):
            return node
    return None


def sends(node: Node) -> bool:
    """Whether a click on it sends the form that it belongs to."""
    if node.tag == "button":
        return node.attributes.get("type", "submit").lower() in ("submit", "")
    return type_of(node) in ("submit", "image")


def applier(view: PageView, control: Node) -> Node | None:
    """The button that applies a control outside of a form: the first one after it, near it, that says so.

    It is a button, or a link that only a script answers; of a control in a form it may stand anywhere in that form.
    """
    form = form_of(view, control)
    around = islice(ancestors(view, control), _NEAR) if form is None else (form,)
    for above in around:
        if above.tag in ("body", "main", "html"):
            return None
        said = [node for node in view.nodes[above.index : above.end] if _applies(view, node, form)]
        if said:
            return next((node for node in said if node.index > control.index), said[0])
        if above.role in _PARTS:  # what stands in another part of the page is for that
            return None
    return None


def _applies(view: PageView, node: Node, form: Node | None) -> bool:
    if node.role not in ("button", "link") or not node.shown or "disabled" in node.states or is_opener(node):
        return False
    effect = effect_of(view, node)
    by_script = effect == "safe" or node.attributes.get("href", "javascript:").startswith("javascript:")
    fitting = (effect == "navigational" or by_script) if node.role == "button" else by_script
    if any(control.node == node.index and control.kind in _TURNING for control in view.controls):
        return False
    words = loose(words_of(view, node))
    return fitting and form_of(view, node) == form and bool(APPLY_WORDS.search(words)) and not LAST.worded(words)
