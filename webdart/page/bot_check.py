"""Recognises a page that checks for a person instead of showing what was asked for.

The signs are general: a frame, a control or a picture that is called a captcha, or a sentence that asks whether a
person is there, on a page that has hardly anything else. A comment form or a login that merely has a captcha is a page
like any other, and so is an article about captchas.
"""

import re
from itertools import accumulate
from urllib.parse import urlsplit

from webdart.lexicon.phrases import pattern
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_text_box, type_of

_CALLED = re.compile(r"captcha|turnstile|human.?(?:check|verif)|(?:bot|robot).?(?:check|test)")
_MAYBE_CALLED = re.compile(rf"{_CALLED.pattern}|(?<![a-z])challenges?(?![a-z])")  # on a page that asks
_ASKED, _HINTED = pattern("robot"), pattern("robot_hint")
_TURNED_AWAY = frozenset({401, 403, 405, 429, 503})  # with one of these, a hint is enough
_MOST_TEXT = 1500  # characters: a page that says more has something to say
_LITTLE_TEXT = 600
_HARDLY_TEXT = 300
_MOST_LINKS = 12
_FEW_LINKS = 4


def challenge_in(view: PageView) -> str:
    """The check that a page shows in place of its content: "a captcha", "a check of the browser"; else ""."""
    if not view.nodes or not _has_little(view):
        return ""
    said = f"{view.title} {view.visible_text_of(0)}".casefold()
    hinted = _HINTED.search(said) is not None
    asked = _ASKED.search(said) is not None or (hinted and view.status in _TURNED_AWAY)
    names = _MAYBE_CALLED if asked else _CALLED
    called = any(node.shown and _is_called(node, names) and not _floats(view, node) for node in view.nodes)
    others = sum(not _is_called(node, names) for node in view.nodes if node.shown and is_text_box(node))
    links = sum(node.shown and node.role == "link" for node in view.nodes)
    if called and (asked or (len(said) <= _HARDLY_TEXT and links <= _FEW_LINKS)):
        return "a captcha" if others <= (1 if asked else 0) else ""
    bare = len(said) <= _LITTLE_TEXT and links <= _FEW_LINKS and others <= 1
    return "a check of the browser" if asked and bare else ""


def _has_little(view: PageView) -> bool:
    """Whether nothing but a check can be what the page is for: short, hardly a link, no login."""
    lengths = accumulate(len(node.text) for node in view.nodes if node.shown)
    if any(length > _MOST_TEXT for length in lengths):  # of most pages this is known soon
        return False
    if any(node.shown and type_of(node) == "password" for node in view.nodes):
        return False
    links = sum(node.shown and node.role == "link" for node in view.nodes)
    return links <= _MOST_LINKS and len(view.visible_text_of(0)) <= _MOST_TEXT


def _floats(view: PageView, node: Node) -> bool:
    """Whether it hangs over every page of a site, as badges do that say who watches."""
    return any("floating" in one.states for one in (node, *ancestors(view, node)))


def _is_called(node: Node, so: re.Pattern[str]) -> bool:
    """Whether a frame, a control or a picture is a captcha by its name, or a box holds the key of such a service."""
    if "data-sitekey" in node.attributes:
        return True
    names = [node.name, *(node.attributes.get(name, "") for name in ("title", "name", "id", "alt", "aria-label"))]
    if node.tag in ("iframe", "frame", "img"):
        address = urlsplit(node.attributes.get("src", ""))
        names += [address.netloc, address.path]
    elif not (is_text_box(node) or type_of(node) == "checkbox" or node.tag == "canvas"):
        return False
    return any(so.search(name.casefold()) for name in names)
