"""Predicts what clicking an element would do, as far as the page tells.

The prediction follows from what the element is: the method of the form that it submits, where a link leads, its role;
its words never count. It orders what a search tries: the guard on the wire decides what may leave the machine.
"""

import re
from typing import Literal
from urllib.parse import urldefrag

from webdart.page.http_request import looks_destructive
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, is_text_box, type_of

Effect = Literal["safe", "navigational", "destructive", "terminating", "invalid"]
"""`safe` changes at most what is shown; `navigational` leads on; `destructive` could write at the site;
`terminating` ends the session; `invalid` can't be done now."""

_SHOWING = frozenset({"tab", "treeitem", "option", "menuitemradio", "menuitemcheckbox", "combobox", "slider"})
_ENDING = re.compile(r"(?<![a-z])(?:log|sign)[-_]?(?:out|off)(?![a-z])", re.IGNORECASE)


def effect_of(view: PageView, node: Node) -> Effect:
    """The effect of clicking the node; if only a script could tell, it is taken for navigation."""
    if "disabled" in node.states or type_of(node) == "hidden":
        return "invalid"
    if node.tag in ("a", "area") and "href" in node.attributes:
        return _of_link(view, node)
    if _submits(node):
        form = form_of(view, node)
        if form is not None:
            return _of_form(form, node)
    if node.tag == "summary" or node.role in _SHOWING or is_control(node) or is_text_box(node):
        return "safe"
    if type_of(node) == "reset" or node.states & {"expanded", "collapsed"} or "aria-haspopup" in node.attributes:
        return "safe"
    return "navigational"


def form_of(view: PageView, node: Node) -> Node | None:
    """The form that a control belongs to: the one that it names, else the one around it."""
    named = node.attributes.get("form")
    if named is not None:
        return next((one for one in view.nodes if one.tag == "form" and one.attributes.get("id") == named), None)
    return next((above for above in ancestors(view, node) if above.tag == "form" and above.frame == node.frame), None)


def method_of(form: Node, button: Node | None = None) -> str:
    """The method that a form is sent with, upper case: GET, POST or DIALOG."""
    said = (button.attributes.get("formmethod") if button is not None else None) or form.attributes.get("method", "get")
    method = said.strip().upper()
    return method if method in ("POST", "DIALOG") else "GET"  # as browsers read what they don't know


def _of_link(view: PageView, node: Node) -> Effect:
    address = node.attributes["href"]
    if address.startswith(("mailto:", "tel:", "sms:")):
        return "invalid"
    method = node.attributes.get("data-method", "get").casefold()  # links that a script sends as a form
    if method != "get" or node.attributes.get("data-turbo-method", "get").casefold() != "get":
        return "destructive"
    if not address.startswith(("http:", "https:")):
        return "navigational" if address.startswith("javascript:") else "invalid"
    if looks_destructive(address):
        return _ends_or_writes(address)
    plain, fragment = urldefrag(address)
    here = urldefrag(view.document_of(node)).url
    return "safe" if plain == here and (fragment or address.endswith("#")) else "navigational"


def _submits(node: Node) -> bool:
    if node.tag == "input":
        return type_of(node) in ("submit", "image")
    return node.tag == "button" and node.attributes.get("type", "submit").lower() not in ("button", "reset")


def _of_form(form: Node, button: Node) -> Effect:
    method = method_of(form, button)
    if method == "DIALOG":
        return "safe"
    action = button.attributes.get("formaction") or form.attributes.get("action", "")
    if method == "POST" or looks_destructive(action):
        return _ends_or_writes(action)
    return "navigational"


def _ends_or_writes(address: str) -> Effect:
    """The effect of an address that is known to end a session or to write."""
    return "terminating" if looks_destructive(address) and _ENDING.search(address) else "destructive"
