"""Finds the form of a page that logs a person in, and the boxes in it to fill.

The form is the one with a single password box (docs/reference/sites.md). There may also be a form that makes an
account, which has two password boxes or says so in its mark-up, and the same form may appear twice, in a menu and in
the page. A password is typed nowhere else: if two forms remain, the file has to name one.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from webdart.errors import NotFound
from webdart.page.effects import form_of
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import type_of, words_of
from webdart.page.submit_button import sends
from webdart.page.text_match import folded

_TEXTS = frozenset({"text", "email", "tel", ""})
_MARKED = ("id", "name", "class", "action")
_REGISTERS = re.compile(r"regist|sign[-_\s]?up|creat|join|(?:^|[^a-z])new(?![a-z])", re.IGNORECASE)
_LOGS_IN = re.compile(r"log[-_\s]?[io]n|sign[-_\s]?in|session", re.IGNORECASE)
_AROUND = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_A_PAGE = 400  # letters from which on a page says something of its own
_MANY = 3  # text boxes: more than one needs to say who one is


class LoginForm(Struct, frozen=True):
    """What is typed into, and what sends it: None where there is no such box, or no button but the Enter key."""

    user: Node | None
    password: Node
    button: Node | None


def password_boxes(view: PageView) -> list[Node]:
    """Every password box of a page, shown or not."""
    return [node for node in view.nodes if node.tag == "input" and node.attributes.get("type") == "password"]


def login_form(view: PageView) -> LoginForm:
    """The form of the page that logs a person in.

    Raises:
        NotFound: there is none, or there are several that might.
    """
    boxes = password_boxes(view)
    shown = [box for box in boxes if box.shown] or boxes
    found = _with_one(view, shown)
    asking = _in_earnest(found)
    if len(asking) == 1 or (asking and _is_twice(asking)):
        return asking[0].fields()
    told = ", ".join(repr(form.called()) for form in found)
    several = f"{len(found)} forms that ask for one ({told})" if found else f"{len(shown)} password boxes"
    raise NotFound(
        f"the login page has {several} instead of one form with one password box",
        url=view.url,
        hint="give `login: at` the address of the form itself, or say its `steps`",
    )


def asks_to_log_in(view: PageView, *, given: bool) -> bool:
    """Whether a page shows one box for a password (two are for registering) and little else.

    In a menu, or beside a page's own words, it only offers to log in: meant where what to log in with is `given`.
    """
    shown = [node for node in password_boxes(view) if node.shown]
    if len(shown) != 1:
        return False
    offered = any(above.role in _AROUND for above in ancestors(view, shown[0]))
    return given or not (offered or _words_beside(view, shown[0]) >= _A_PAGE)


def _words_beside(view: PageView, password: Node) -> int:
    """How many letters a page shows outside of its menus, its list boxes and the form around a password box."""
    form = form_of(view, password)
    place, letters = 0, 0
    while place < len(view.nodes):
        node = view.nodes[place]
        if node.role in _AROUND or node.tag == "select" or (form is not None and node.index == form.index):
            place = node.end
            continue
        letters += sum(map(str.isalpha, node.text)) if node.text and node.shown else 0
        place += 1
    return letters


class _Form(Struct, frozen=True):
    """A password box and the part of the page that belongs to it: its form, or as far as its text box."""

    view: PageView
    around: Node
    password: Node

    def _below(self) -> Sequence[Node]:
        return self.view.nodes[self.around.index : self.around.end]

    def texts(self) -> list[Node]:
        return [node for node in self._below() if _is_text(node)]

    def marks(self) -> str:
        """Names that its author gave it and its boxes."""
        named = (self.around, *(node for node in self._below() if node.tag in ("input", "button")))
        said = (node.attributes.get(key, "") for node in named for key in _MARKED)
        return " ".join(filter(None, said))

    def address(self) -> str:
        return self.around.attributes.get("action", "")

    def called(self) -> str:
        """What its button says."""
        button = self.fields().button
        return folded(words_of(self.view, button)) if button is not None else self.around.name or self.address()

    def fields(self) -> LoginForm:
        before = [node for node in self.texts() if node.index < self.password.index]
        buttons = [node for node in self._below() if node.tag in ("button", "input") and node.shown and sends(node)]
        behind = [node for node in buttons if node.index > self.password.index]
        own = self.around.tag == "form"
        button = next(iter(behind or buttons), None) if own else None
        return LoginForm(before[-1] if before else None, self.password, button)


def _with_one(view: PageView, boxes: Sequence[Node]) -> list[_Form]:
    """The forms that hold one of these password boxes."""
    around = [(_around(view, box), box) for box in boxes]
    counts = [sum(other.index == form.index for other, _ in around) for form, _ in around]
    return [_Form(view, form, box) for (form, box), count in zip(around, counts, strict=True) if count == 1]


def _around(view: PageView, box: Node) -> Node:
    """The form of a password box; without one the smallest part of the page that has a text box before it too."""
    form = form_of(view, box)
    if form is not None:
        return form
    above = view.nodes[box.parent]
    while above.parent >= 0 and not any(_is_text(node) for node in view.nodes[above.index : box.index]):
        above = view.nodes[above.parent]
    return above


def _in_earnest(forms: Sequence[_Form]) -> list[_Form]:
    """Those that are not there to make an account, where others are left."""
    kept = [form for form in forms if not _makes_an_account(form)]
    return kept or list(forms)


def _makes_an_account(form: _Form) -> bool:
    marks = f"{form.marks()} {form.called()}"
    if form.password.attributes.get("autocomplete") == "new-password" or len(form.texts()) >= _MANY:
        return True
    return bool(_REGISTERS.search(marks)) and not _LOGS_IN.search(marks)


def _is_twice(forms: Sequence[_Form]) -> bool:
    """Whether these are one form that stands several times: it goes to one address, with the same boxes."""
    return len({_likeness(form) for form in forms}) == 1 and bool(forms[0].address())


def _likeness(form: _Form) -> tuple[str, tuple[str, ...]]:
    boxes: Iterator[Node] = (node for node in (*form.texts(), form.password))
    return form.address(), tuple(node.attributes.get("name", "") for node in boxes)


def _is_text(node: Node) -> bool:
    return node.tag == "input" and node.shown and type_of(node) in _TEXTS
