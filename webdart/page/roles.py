"""Tells what can be done with a node, judged by its tag, type and role."""

from typing import Literal
from urllib.parse import urldefrag

from webdart.page.model import Node, PageView
from webdart.page.text_match import says

Verb = Literal["click", "hover", "fill", "press", "drag", "scroll", "expect", "follow"]
"""What a locator is wanted for: `follow` is a click that leads on (a step of `path`), `expect` only looks."""

CLICKED = frozenset(
    {
        "link",
        "button",
        "tab",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "checkbox",
        "radio",
        "switch",
        "treeitem",
        "combobox",
    }
)
TYPED = frozenset({"textbox", "searchbox", "spinbutton"})
TICKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_BUTTONS = frozenset({"submit", "button", "reset", "image"})
_UNTYPED = _BUTTONS | {"hidden", "checkbox", "radio"}
_NOT_TEXT = _UNTYPED | {"file", "range", "color"}
_NO_VALUE = _BUTTONS | {"hidden"}
_VALUED = TICKED | {"combobox", "listbox", "slider"}  # roles of what takes a value and is not typed into


def type_of(node: Node) -> str:
    """The type of an `<input>`, lower case; "text" where none is said; "" for every other tag."""
    return node.attributes.get("type", "text").lower() or "text" if node.tag == "input" else ""


def is_clicked(node: Node) -> bool:
    """Whether people click such a thing."""
    if node.tag in ("a", "button", "summary", "area"):
        return True
    if node.tag == "input":
        return type_of(node) not in ("hidden", "file")
    return node.role in CLICKED or "onclick" in node.attributes


def is_text_box(node: Node) -> bool:
    """Whether text is typed into it."""
    if node.tag == "input":
        return type_of(node) not in _NOT_TEXT
    if node.tag == "textarea":
        return True
    if node.role in TYPED and node.tag not in ("select", "button"):
        return True
    return node.attributes.get("contenteditable", "false") in ("", "true", "plaintext-only")


def is_ticked(node: Node) -> bool:
    """Whether it is a box, a radio or a switch."""
    if node.tag == "input":
        return type_of(node) in ("checkbox", "radio")
    return node.role in TICKED


def is_radio(node: Node) -> bool:
    """Whether it is one of several of which one holds."""
    return type_of(node) == "radio" or node.role in ("radio", "menuitemradio")


def is_list_box(node: Node) -> bool:
    """Whether one chooses from options: a native list box, or an ARIA one."""
    if node.tag == "select":
        return True
    return node.role in ("combobox", "listbox") and node.tag != "input"


def is_control(node: Node) -> bool:
    """Whether it takes a value."""
    tag, role = node.tag, node.role
    if tag == "input":
        return type_of(node) not in _NO_VALUE
    if role in _VALUED or tag in ("textarea", "select"):
        return True
    if role in TYPED and tag != "button":
        return True
    return "contenteditable" in node.attributes and is_text_box(node)


def is_opener(node: Node) -> bool:
    """Whether acting on it shows something to choose from: a list, a menu, a calendar."""
    attributes = node.attributes
    popup = attributes.get("aria-haspopup", "false") != "false"
    listed = attributes.get("aria-autocomplete", "none") in ("list", "both")
    return popup or listed or node.role == "combobox" or bool(node.states & {"expanded", "collapsed"})


def is_part(node: Node) -> bool:
    """Whether it is a piece of a widget that a script listens to: no control, and nothing that leads on or submits."""
    if is_control(node) or "disabled" in node.states:
        return False
    if node.tag in ("a", "area"):
        return not node.attributes.get("href", "").partition("#")[0] or "#" in node.attributes.get("href", "")
    if node.tag in ("button", "input"):
        return node.attributes.get("type", "submit") == "button"
    return node.role in CLICKED or listens(node)


def listens(node: Node) -> bool:
    """Whether a script is made to hear of it: it takes a click, or the keyboard's focus."""
    return "onclick" in node.attributes or node.attributes.get("tabindex", "-1").isdecimal()


def lists_of(node: Node) -> tuple[str, ...]:
    """The ids of what an element says that it controls: a box the list that it opens."""
    return tuple((node.attributes.get("aria-controls") or node.attributes.get("aria-owns") or "").split())


def options_of(view: PageView, node: Node) -> tuple[Node, ...]:
    """The options of a list box: those below it, else those of the list that it says it controls."""
    inside = tuple(below for below in view.nodes[node.index + 1 : node.end] if below.role == "option")
    if inside:
        return inside
    for name in lists_of(node):
        for other in view.nodes:
            if other.attributes.get("id") == name and other.frame == node.frame:
                return tuple(
                    below for below in view.nodes[other.index : other.end] if below.role in ("option", "menuitemradio")
                )
    return ()


def words_of(view: PageView, node: Node) -> str:
    """The words on a node: its name, else its text."""
    return node.name or view.text_of(node.index)


def option_for(view: PageView, node: Node, words: str) -> Node | None:
    """The option of a list box that these words choose: exact, else loosely, else by its value."""
    options = options_of(view, node)
    for option in options:
        if words_of(view, option) == words:
            return option
    for option in options:
        if says(words_of(view, option), words):
            return option
    for option in options:
        if option.attributes.get("value") == words:
            return option
    return None


def leads_to(view: PageView, node: Node) -> str:
    """The address that a link leads to; "" for what only a script of the page can tell."""
    address = node.attributes.get("href", "") if node.role == "link" or node.tag in ("a", "area") else ""
    if not address.startswith(("http:", "https:")):
        return ""
    plain, fragment = urldefrag(address)
    if not fragment and plain == urldefrag(view.document_of(node)).url and address.endswith("#"):
        return ""
    return address
