"""Which button sends a form?"""

from webdart.pages.effects import form_of
from webdart.pages.port import Node, PageView
from webdart.pages.roles import type_of


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
