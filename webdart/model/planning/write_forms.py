"""Finds the forms of a page that write, with their fields and the names of their requests in `writes:`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.page.effects import effect_of, method_of
from webdart.page.http_request import asks_for_a_method
from webdart.page.labels import beside
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, is_text_box, type_of
from webdart.page.submit_button import sends
from webdart.printable import printable

_MOST_OPTIONS = 12
_HAS_DIGIT = re.compile(r"\d")


class FormField(Struct, frozen=True, kw_only=True):
    """A control of a form by its label, and the options of a list; `needed`: the form is not sent without it."""

    label: str
    needed: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form that writes: its path (of its action), its fields, the words of its button.

    `method` is what the server is asked for: that of a hidden `_method`, where the form has one.
    """

    path: str
    fields: tuple[FormField, ...]
    button: str
    method: str = "POST"

    @property
    def shape(self) -> str:
        """Its request for `writes:`: what names one record of many stands as `*`."""
        segments = ["*" if _HAS_DIGIT.search(part) else part for part in self.path.split("/")]
        return f"{self.method} {'/'.join(segments)}"

    @property
    def line(self) -> str:
        """The form in one line."""
        return f"FORM {_quoted(self.button)}: {', '.join(_told(field) for field in self.fields)}"[:290]


def forms_of(view: PageView) -> tuple[Form, ...]:
    """The forms of a page that are sent with POST, are shown and take something; none with a password."""
    return tuple(_forms(view))


def _forms(view: PageView) -> Iterator[Form]:
    for node in view.nodes:
        if node.tag != "form" or method_of(node) != "POST":
            continue
        inside = [one for one in view.nodes[node.index + 1 : node.end] if one.shown]
        button = next((one for one in inside if sends(one) and effect_of(view, one) == "destructive"), None)
        fields = tuple(_fields(view, inside))
        if button is None or any(type_of(one) == "password" for one in inside):
            continue
        words = " ".join((button.name or view.text_of(button.index)).split())
        action = button.attributes.get("formaction") or node.attributes.get("action") or view.url
        if words and fields:
            yield Form(path=urlsplit(action).path or "/", fields=fields, button=words, method=_method(view, node))


def _method(view: PageView, form: Node) -> str:
    inside = view.nodes[form.index + 1 : form.end]
    hidden = [one for one in inside if type_of(one) == "hidden" and asks_for_a_method(one.attributes.get("name", ""))]
    said = (hidden[-1].value or hidden[-1].attributes.get("value", "")).upper() if hidden else ""
    return said if said in ("PUT", "PATCH", "DELETE") else "POST"


def _fields(view: PageView, inside: list[Node]) -> Iterator[FormField]:
    for node in inside:
        if not (is_control(node) or is_text_box(node)) or sends(node) or type_of(node) in {"hidden", "button", "reset"}:
            continue
        label = " ".join((node.name or next(iter(beside(view, node)), "")).split()).rstrip(" *:")
        if label:
            below = view.nodes[node.index + 1 : node.end] if node.tag == "select" else ()
            options = (view.text_of(one.index) for one in below if one.tag == "option")
            needed = "required" in node.states and not node.value
            yield FormField(label=label, needed=needed, options=tuple(one for one in options if one))


def _told(field: FormField) -> str:
    if not field.options:
        return _quoted(field.label)
    more = ["…"] if len(field.options) > _MOST_OPTIONS else []
    return f"{_quoted(field.label)} ({' | '.join([*map(_quoted, field.options[:_MOST_OPTIONS]), *more])})"


def _quoted(words: str) -> str:
    line = printable(" ".join(words.split())).replace('"', "'")
    return f'"{line[:60]}"'
