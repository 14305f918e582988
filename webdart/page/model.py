"""An observed page as values: nodes with their boxes, controls, and requests held on the wire."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from webdart.page.source_ending import Ending


class Box(NamedTuple):
    """A rectangle in CSS pixels of the page (not of the window). A tuple for the reason that `Node` is one."""

    x: float
    y: float
    width: float
    height: float


class Node(NamedTuple):
    """One element or text of the flattened tree (shadow roots and frames opened up), in document order.

    `index` is its place in `PageView.nodes`; its descendants are `nodes[index + 1 : end]`. A text node has the tag
    `#text`, its folded `text`, and nothing else. `role` and `name` are the accessible ones ("" where there are
    none); `value` is the current value of a control (of a list box the words of the chosen options, newline
    between); `shown` whether a person sees it now; `states` from: disabled, checked, unchecked, expanded,
    collapsed, selected, pressed, current, required, readonly, busy, invalid, multiple, struck (drawn through),
    floating (it keeps its place when the page is scrolled); of a text, `joined`: it carries on the text before it as
    letters of one word do. A password's `value` is as many dots as it has characters.

    Attributes are the allow-listed ones of the script, addresses among them absolute. Made by
    the thousand for every page (a tuple is made ten times quicker than a frozen dataclass): build it only in
    `view.parse`.
    """

    index: int  # pyright: ignore[reportIncompatibleMethodOverride] - no place is looked up in a node
    parent: int
    end: int
    tag: str
    text: str
    role: str
    name: str
    attributes: Mapping[str, str]
    box: Box
    shown: bool
    states: frozenset[str]
    value: str | None
    frame: int


ControlKind = Literal["sort", "filter", "search", "page size", "next", "previous", "page number", "more"]


class Control(Struct, frozen=True):
    """A control of a listing: which node it is, its words, the options it offers and the current one.

    `href` is where a link leads (absolute). Described here, put to use in `navigate`.
    """

    kind: ControlKind
    node: int
    label: str
    options: tuple[str, ...] = ()
    value: str = ""
    href: str = ""


class DefaultFilter(Struct, frozen=True):
    """A filter of a listing that may leave rows out as it stands: those that its `words` name.

    `chosen` is what it stands at. The word of a `box` is its label, which may say more than a value: "Include closed".
    `every` is the option that would leave nothing out, where the page says nowhere else that it shows what is chosen.
    `name` is what `set` calls the control; its `label` may have the words of its group, too.
    """

    label: str
    words: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    box: bool = False
    every: str = ""
    name: str = ""


class WasSet(Struct, frozen=True):
    """A control that a chore has set, in the page's words; several values for a list.

    `shown` is whether the page shows it afterwards; None where the control is no longer there to be read, or is a link
    that says nothing of it. `already`: it was so before. `typed`: into a box for text, where a part of what is looked
    for is enough.
    """

    label: str
    values: tuple[str, ...]
    shown: bool | None = None
    already: bool = False
    typed: bool = False


class Scroller(Struct, frozen=True):
    """The scroll position of a box: at `top` of `height`, with `seen` in view at a time (CSS pixels)."""

    top: float
    height: float
    seen: float

    @property
    def at_end(self) -> bool:
        """Whether its lower end is in view."""
        return self.top + self.seen >= self.height - 2


class Held(Struct, frozen=True):
    """A request that could write, held before it leaves the machine.

    `fields` are the form or JSON fields of the body, as sent; `tab` says which tab asked; `kind` is the browser's
    word for what asked (Document, XHR, Fetch, Ping, …); a Document may be `framed`, of a frame within the tab's page.
    """

    id: str
    tab: str
    method: str
    url: str
    kind: str
    headers: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    body: bytes | None = None
    fields: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict[str, tuple[str, ...]])
    framed: bool = False


class DataRequest(Struct, frozen=True):
    """A GET that a script of the page made and that was answered with JSON; of its headers those that shape answers."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class PageView:
    """A page as observed at one moment. `url` is absolute and final, `status` that of the document (0: unknown).

    `marks` has, for every selector that was asked for, the nodes that it hits. `held` are requests of this tab that
    wait for a decision. `documents` are the observations of its documents as the page's script gave them.
    """

    url: str
    title: str
    language: str
    status: int
    nodes: tuple[Node, ...]
    controls: Sequence[Control] = ()
    marks: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    held: tuple[Held, ...] = ()
    dialogs: tuple[str, ...] = ()  # texts of alerts that were dismissed since the last view
    documents: Sequence[str] = ()
    cut: tuple[str, ...] = ()  # how the page is larger than what one observation holds; what is beyond is missing here
    left_out: frozenset[str] = frozenset()  # attributes of which a value is missing: JSON that a script keeps there
    ending: Ending | None = field(default=None, compare=False)  # how its document's source ends, where that is known
    height: float = 0.0  # of the whole page, in CSS pixels: what scrolling to its end may let grow
    scrollers: Mapping[int, Scroller] = field(default_factory=dict[int, Scroller])  # by node; 0 is the page itself
    wider: Mapping[int, float] = field(default_factory=dict[int, float])  # by box: pixels that it holds beside its view
    scripted: bool = True  # it has scripts: what they may still add by themselves can't be known
    early: bool = False  # it was looked at before all scripts of its document had run: they took longer than is waited
    frames: tuple[str, ...] = ()  # the address of every document, by `Node.frame`
    patience: float = 0.0  # seconds after which the site wants to be asked again (Retry-After); 0: it says nothing
    busy: bool = False  # it still loads, or a request of its scripts is still open: more may come by itself
    files: tuple[str, ...] = ()  # names in the run's `downloads/` of what the latest action made the site send
    data: tuple[DataRequest, ...] = field(default=(), compare=False)  # of its scripts since the document came
    unanswered: tuple[str, ...] = field(default=(), compare=False)  # what they asked for in vain where data was before
    linked: tuple[str, ...] = field(default=(), compare=False)  # what its document says of itself: texts of JSON-LD
    loads: int = field(default=0, compare=False)  # documents that its window has loaded so far
    drawn: bool = True  # False: made of the document's source, without boxes; what scripts would add is missing

    @cached_property
    def payload(self) -> str:
        """The observation as one text, for saving and reading again; "" for a page that was made otherwise."""
        return json.dumps(list(self.documents)) if self.documents else ""

    def text_of(self, index: int) -> str:
        """All text below a node, blanks folded, in document order (shown or not)."""
        text = self._texts.get(index)
        if text is None:
            text = self._texts[index] = self._text_of(index, shown=False)
        return text

    def visible_text_of(self, index: int) -> str:
        """The text below a node that a person sees now, blanks folded."""
        return self._text_of(index, shown=True)

    @cached_property
    def _texts(self) -> dict[int, str]:
        """The texts that `text_of` has computed."""
        return {}

    def _text_of(self, index: int, *, shown: bool) -> str:
        node = self.nodes[index]
        if node.tag == "#text":
            return node.text if node.shown or not shown else ""
        if node.end == index + 2 and not shown:
            return self.nodes[index + 1].text  # of most elements with a text
        parts: list[str] = []
        before = node
        for below in self.nodes[index + 1 : node.end]:
            if below.text and (below.shown or not shown):
                is_joined = "joined" in below.states and (before.shown or not below.shown)  # to what is shown before it
                parts.append(below.text if is_joined or not parts else f" {below.text}")
                before = below
        return "".join(parts)

    def children_of(self, index: int) -> tuple[Node, ...]:
        """The direct children of a node, in order."""
        found: list[Node] = []
        place, end = index + 1, self.nodes[index].end
        while place < end:
            found.append(self.nodes[place])
            place = self.nodes[place].end
        return tuple(found)

    def document_of(self, node: Node) -> str:
        """The address of the document that a node stands in: of a frame's its own."""
        return self.frames[node.frame] if 0 < node.frame < len(self.frames) else self.url

    @cached_property
    def links(self) -> tuple[Node, ...]:
        """Every link with an address (attribute `href`, absolute), in order."""
        return tuple(node for node in self.nodes if node.role == "link" and node.attributes.get("href"))


class Element(Struct, frozen=True):
    """An element of the latest view of the tab, with what it is called: found again by that if the page moved on.

    Identity is semantic: role, name, and the place among equals (from 0).
    """

    node: int
    role: str
    name: str
    nth: int = 0
