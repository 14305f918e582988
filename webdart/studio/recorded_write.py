"""Makes a stage that writes of what a person did on a page: steps, the shape of the request, a check afterwards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.errors import NotFound
from webdart.inspect.proposal import quoted
from webdart.navigate.walk.row_identity import link_of
from webdart.page.effects import form_of, method_of
from webdart.page.labels import ancestors
from webdart.page.locator import FillWords, Wish, one_sought
from webdart.page.locator_query import SoughtWords
from webdart.page.model import Held, Node, PageView
from webdart.page.roles import Verb, is_clicked, is_control, is_list_box, is_ticked, type_of, words_of
from webdart.page.submit_button import button_for
from webdart.studio.record_page import Listing
from webdart.workflow.model import Value

_KEPT_TO_ITSELF = frozenset({"hidden", "file", "submit", "button", "image", "reset"})
_FORM, _BEACON, _POST = "Document", "Ping", "POST"

Key = tuple[str, str, str, str, int]
"""What tells a control of a page: tag, `name`, `id`, accessible name, its place among equals."""


class Request(NamedTuple):
    """A request that would write."""

    method: str
    url: str


class Recording(Struct, frozen=True, kw_only=True):
    """A write that a person is showing: the page as it was, the button pressed last, what had been held by then.

    `link` is the column whose value leads to this page in each row, "" where none does; `links` are its values.
    """

    start: PageView
    pressed: tuple[PageView, Node] | None = None
    known: frozenset[str] = frozenset()
    table: str = ""
    link: str = ""
    links: tuple[str, ...] = ()

    @classmethod
    def begun(cls, view: PageView, held: Sequence[Held], listing: Listing | None) -> Self:
        """One that begins on a page, which a record of a `listing` led to."""
        known = frozenset(one.id for one in held)
        if listing is None:
            return cls(start=view, known=known)
        read = listing.preview
        links = tuple(link for one in read.got.records if (link := link_of(one, read.extract)))
        own = next((one for one in read.got.records if link_of(one, read.extract) == view.url), None)
        values: Mapping[str, Value] = {} if own is None else own.values
        name = next((name for name, value in values.items() if value == view.url), "")
        return cls(start=view, known=known, table=read.extract.into, link=name, links=links)

    def sent(self, held: Sequence[Held]) -> Request | None:
        """The request that was held since: a form's before a script's; a beacon is nobody's wish."""
        new = [one for one in held if one.id not in self.known and one.kind != _BEACON]
        chosen = next((one for one in new if one.kind == _FORM), new[-1] if new else None)
        return None if chosen is None else Request(chosen.method, chosen.url)

    def meant(self, after: PageView) -> Request | None:
        """What the form would send that the person has filled: it may have been held before, and is told once."""
        filled = (node for _, _, node in _changed(self.start, after))
        nodes = filled if self.pressed is None else (self.pressed[1],)
        forms = (form_of(after, node) for node in nodes if node.index < len(after.nodes))
        form = next((form for form in forms if form is not None and method_of(form) == _POST), None)
        return None if form is None else Request(_POST, form.attributes.get("action") or after.url)

    def stage(self, after: PageView, sent: Request) -> list[str]:
        """The stage as lines of the file; `after` is the page as the person left it."""
        changed = [*_changed(self.start, after)]
        opened = f'"{{{{ row.{self.link} }}}}"' if self.link else quoted(_place(self.start.url))
        each = [f"    for_each: {self._select()}", "    rows: 1"] if self.link else []
        fills = [line for one in changed for line in _fill(*one)]
        pressed = self._pressed(after, [node for _, _, node in changed])
        click = [f"      - click: {quoted(pressed)}"] if pressed else []
        return [
            "- execute:",
            "    act:",
            *(f"  {line}" for line in each),
            f"      writes: [{quoted(f'{sent.method} {self._shape(sent.url)}')}]",
            "      steps:",
            f"        - open: {opened}",
            *(f"  {line}" for line in (*fills, *click)),
            *(["      verify:", f"        - open: {opened}", *_checks(changed)] if changed else []),
        ]

    def _pressed(self, after: PageView, changed: Sequence[Node]) -> str:
        """The words of the button that was pressed; of one that the Enter key has pressed, the form's."""
        if self.pressed is not None:
            return words_of(*self.pressed)
        buttons = (button_for(after, node) for node in changed)
        return next((words_of(after, button) for button in buttons if button is not None), "")

    def _select(self) -> str:
        return f"SELECT {self.link} FROM {self.table}"  # noqa: S608 - names of the file, for the file

    def _shape(self, url: str) -> str:
        """The path of a request; what differs from row to row is `*`, and so is a number."""
        own = urlsplit(self.start.url).path.split("/")
        others = [urlsplit(link).path.split("/") for link in self.links]
        alike = [other for other in others if len(other) == len(own)]
        differing = {own[place] for place in range(len(own)) if any(other[place] != own[place] for other in alike)}
        parts = urlsplit(url).path.rstrip("/").split("/")
        return "/".join("*" if part and (part in differing or part.isdigit()) else part for part in parts) or "/"


def button_at(view: PageView, nodes: Sequence[Node]) -> Node | None:
    """What is pressed at a place where these nodes lie, the smallest first; None for a control that takes a value."""
    for node in nodes:
        for one in (node, *ancestors(view, node)):
            if one.tag == "input" and type_of(one) not in ("submit", "button", "image"):
                return None
            if is_clicked(one) and words_of(view, one):
                return one
    return None


# -- what was changed -----------------------------------------------------------------------------------------


def _changed(before: PageView, after: PageView) -> Iterator[tuple[str, FillWords, Node]]:
    """The controls that hold something else than before: their labels, and what they hold."""
    held = {key: _held(node) for key, node in _controls(before)}
    for key, node in _controls(after):
        value = _held(node)
        if key in held and held[key] != value and value is not None:
            label = _label(after, node, value)
            if label:
                yield label, value, node


def _controls(view: PageView) -> Iterator[tuple[Key, Node]]:
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for node in view.nodes:
        if is_control(node) and type_of(node) not in _KEPT_TO_ITSELF:
            key = (node.tag, node.attributes.get("name", ""), node.attributes.get("id", ""), node.name)
            seen[key] += 1
            yield (*key, seen[key]), node


def _held(node: Node) -> FillWords:
    if is_ticked(node):
        return "checked" in node.states
    return node.value


def _label(view: PageView, node: Node, value: FillWords) -> str:
    """The words that mean a control alone; "" where no words do."""
    words = " ".join(node.name.split())
    for label in dict.fromkeys((words.rstrip(" :*"), words, node.attributes.get("name", ""))):
        if label and _is_meant(view, node, label, "fill", None if is_list_box(node) else value):
            return label
    return ""


def _is_meant(view: PageView, node: Node, label: str, verb: Verb, value: FillWords) -> bool:
    try:
        return one_sought(view, SoughtWords(text=label), Wish(verb, value)).index == node.index
    except NotFound:
        return False


def _secret(label: str) -> str:
    """A password is named, and never written."""
    name = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in label.upper()).strip(
        "_0123456789"
    )
    return f'"{{{{ secret.{name or "PASSWORD"} }}}}"'


# -- the lines ------------------------------------------------------------------------------------------------


def _fill(label: str, value: FillWords, node: Node) -> list[str]:
    said = _secret(label) if type_of(node) == "password" else _written(value)
    return [f"      - fill: {{{quoted(label)}: {said}}}"]


def _checks(changed: Sequence[tuple[str, FillWords, Node]]) -> list[str]:
    told = [(label, value) for label, value, node in changed if isinstance(value, str) and type_of(node) != "password"]
    return [f"        - expect: {{at: {quoted(label)}, value: {_written(value)}}}" for label, value in told]


def _written(value: FillWords) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value or "")


def _place(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
