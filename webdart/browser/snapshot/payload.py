"""Turns what the page's script saw into a `PageView`.

`look` is what an adapter evaluates in an isolated world of every document of a tab; `parse` joins the strings that come
back, frames spliced in where they stand; `locate` leads back from a node to the live element.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b
from importlib.resources import files
from itertools import islice, repeat
from operator import add, sub
from types import MappingProxyType
from typing import Any, TypeVar, cast

from msgspec import Struct, field
from msgspec.json import decode as from_json
from pydantic_core import to_json

from webdart.browser.snapshot.size_limits import BOUNDS, Bounds, said_of
from webdart.controls.listing_controls import describe
from webdart.errors import SiteError
from webdart.page.model import Box, Held, Node, PageView, Scroller
from webdart.surrogates import is_escaped_in, well_formed, well_formed_json
from webdart.values import replace

STATES = (
    "disabled",
    "checked",
    "unchecked",
    "expanded",
    "collapsed",
    "selected",
    "pressed",
    "current",
    "required",
    "readonly",
    "busy",
    "invalid",
    "multiple",
    "joined",
    "struck",
    "floating",
    "pointed",
)
"""The states of a node, bit by bit, as view.js sets them; the last three stand behind the two marks below."""

_BEFORE = 14  # states before those marks
_SHOWN = 1 << _BEFORE
_OWN_BOX = 1 << 15
_GIVEN = 1 << 19
_BEHIND = 16  # where the states behind the other two begin
_NOWHERE = Box(0, 0, 0, 0)
_LOADING = "loading"  # of a document: see `_Document.ready`
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})
_tuple = cast("Callable[..., Any]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType] - untyped
_as_node = cast("Callable[[Iterable[object]], Node]", partial(_tuple, Node))  # as `_make`, without its call
_Value = TypeVar("_Value")
_as_box = cast("Callable[[Iterable[float]], Box]", partial(_tuple, Box))


class FramePayload(Struct, frozen=True):
    """What the script returned in one document of the tab; the top document comes first.

    A document's place among its parent's frames comes from the script itself, so the order of the others is free. Only
    of a frame in a shadow root it can't know it (`misplaced`): the adapter finds the frame's element in the document
    around it and says `placed`.
    """

    text: str

    @property
    def misplaced(self) -> bool:
        """Whether the document, or one around it, lies in a frame whose place the script could not tell."""
        return '"path":[]' not in self.text and -1 in json.loads(self.text)["path"]

    def placed(self, owners: Sequence[int]) -> "FramePayload":
        """The same with the nodes of the frame elements around it, the outermost first, where places are missing."""
        document = _decoded(self.text)
        path = zip(document["path"], owners, strict=True)
        document["path"] = [-2 - owner if place == -1 else place for place, owner in path]
        return FramePayload(json.dumps(document, ensure_ascii=False, separators=(",", ":")))

    def cut_at(self, bound: str, most: int) -> "FramePayload":
        """The same, telling that the page is larger than the adapter looks at."""
        document = _decoded(self.text)
        document["cut"] = {**document["cut"], bound: most}
        return FramePayload(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


class Located(Struct, frozen=True):
    """How an adapter finds the live element of a node again.

    `expression` is evaluated in the isolated world of the document `frame` (the place of its payload in the list given
    to `parse`); it gives a Playwright selector for that document, or null when the element is gone.
    """

    frame: int
    expression: str


@cache
def script() -> str:
    """What an isolated world is given before `look` is evaluated in it; given again it changes nothing."""
    source = (files("webdart.browser.snapshot") / "view.js").read_text(encoding="utf-8")
    lines = (line.strip() for line in source.splitlines())
    kept = "\n".join(line for line in lines if line and not line.startswith("//"))  # half as long
    return f"globalThis.webdartLook ??= ({kept});"


def look(marks: Sequence[str] = (), bounds: Bounds = BOUNDS) -> str:
    """The expression to evaluate in an isolated world that has the script; its value is the payload, one string.

    `marks` are selectors (`css=…`, `xpath=…`) whose hits the view shall tell.
    """
    return f"webdartLook({json.dumps(list(marks))}, {json.dumps(bounds.told())})"


def locate(view: PageView, index: int) -> Located:
    """How to find the element of a node (of a text: the element around it) in the live page."""
    frame = view.nodes[index].frame
    return Located(frame, f"globalThis.webdartView?.selector({_local(view, index)}) ?? null")


def hide(view: PageView, index: int) -> Located:
    """How to put a node away, with all that it holds."""
    return Located(view.nodes[index].frame, f"globalThis.webdartView?.hide({_local(view, index)}) ?? false")


def cover_of(view: PageView, index: int) -> Located:
    """How to tell what a click on a node would hit instead: a number for `node_of`, or -1."""
    return Located(view.nodes[index].frame, f"globalThis.webdartView?.coverOf({_local(view, index)}) ?? -1")


def hold(view: PageView, index: int, name: int) -> Located:
    """How to remember the live element of a node over the looks that follow, as `name`."""
    return Located(view.nodes[index].frame, f"globalThis.webdartView?.hold({_local(view, index)}, {name}) ?? false")


def held(frame: int, name: int) -> Located:
    """How to tell where the element that is remembered as `name` stands by now: a number for `node_of`, or -1."""
    return Located(frame, f"globalThis.webdartView?.held({name}) ?? -1")


def node_of(view: PageView, frame: int, local: int) -> Node | None:
    """The node that a document numbers so."""
    inside = (node for node in view.nodes if node.frame == frame)
    return next(islice(inside, local, None), None) if local >= 0 else None


def _local(view: PageView, index: int) -> int:
    """The number that a node has in its own document."""
    frame = view.nodes[index].frame
    return sum(1 for node in view.nodes[:index] if node.frame == frame)


def frames_around(view: PageView, index: int) -> tuple[int, ...]:
    """The frame elements that a node lies in, the outermost first."""
    found: list[int] = []
    while (above := view.nodes[index].parent) >= 0:
        if view.nodes[above].frame != view.nodes[index].frame:
            found.insert(0, above)
        index = above
    return tuple(found)


# -- joining the documents ------------------------------------------------------------------------------------


class _Document(Struct, frozen=True):
    """One payload, decoded: columns with one entry a node, as view.js fills them.

    `shapes` has three numbers for every kind of nodes (the words of its tag and role, its mask), and `looks` tells of
    each node which one it has; `above` and `sizes` tell how far off its parent and its end are. `given` has the
    attributes of every node that has any: the word of its class if there is nothing else. `boxes` has four numbers for
    every node with a box of its own; `ready` is the document's readyState, `loading` also while scripts that are to run
    once it is parsed did not all run; `cut` has the bounds that were reached, `left` the attributes of which a value is
    missing; `linked` are its texts of JSON-LD; `frames` tells, by frame element, the place of its window among the
    document's frames and the corner of its content.
    """

    title: str
    url: str
    language: str
    ready: str
    size: tuple[float, float, float, float, float, float]
    path: list[int]
    cut: dict[str, int]
    words: list[str]
    shapes: list[int]
    looks: list[int]
    above: list[int]
    sizes: list[int]
    texts: list[int]
    names: list[int]
    given: list[dict[str, str] | int]
    boxes: list[float]
    values: dict[str, str]
    frames: dict[str, tuple[int, float, float]]
    marked: dict[str, list[int]]
    wrong: dict[str, str]
    scrolls: dict[str, tuple[float, float, float]] = field(default_factory=dict[str, tuple[float, float, float]])
    hides: dict[str, tuple[float, float, float]] = field(default_factory=dict[str, tuple[float, float, float]])
    wides: dict[str, float] = field(default_factory=dict[str, float])
    scripted: bool = True
    left: list[str] = field(default_factory=list[str])
    drawn: bool = True
    linked: list[str] = field(default_factory=list[str])

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.looks)


def _decoded(payload: str) -> dict[str, Any]:
    """The columns of a payload, every text in them well-formed: a page may show half an emoji."""
    if is_escaped_in(payload):
        return cast("dict[str, Any]", well_formed_json(json.loads(well_formed(payload))))
    return from_json(well_formed(payload), type=dict[str, Any])


@lru_cache(maxsize=2048)
def _of_class(names: str) -> Mapping[str, str]:
    """The attributes of an element that has a class and nothing else: many are alike, on page after page."""
    return MappingProxyType({"class": names})


@cache
def _states(bits: int) -> frozenset[str]:
    return frozenset(state for place, state in enumerate(STATES) if bits >> place & 1)


class _Layout(Struct, frozen=True):
    """Where the nodes of a document stand in the whole: their places, ends, the node above, how far boxes move."""

    number: int
    places: Sequence[int]
    ends: Sequence[int]
    parent: int
    dx: float
    dy: float
    shown: bool


class _Splicer:
    """Lays the nodes of all documents in one line, a frame's below its element."""

    def __init__(self, documents: Sequence[_Document]) -> None:
        self._numbers = {tuple(document.path): number for number, document in enumerate(documents)}
        self._documents = documents
        self.nodes: list[Node] = []
        self.places: list[Sequence[int]] = [() for _ in documents]  # document → its node → its place in the whole

    def splice(self, number: int, parent: int, dx: float, dy: float) -> None:
        """Append the document `number` below the node `parent`, its boxes moved by (dx, dy).

        Nothing shows in a frame that does not show itself.
        """
        shown = parent < 0 or self.nodes[parent].shown
        document = self._documents[number]
        inner = self._inner(document)
        after = len(self.nodes)
        if not inner:
            places: Sequence[int] = range(after, after + len(document))
            ends = list(map(add, places, document.sizes))
            self.places[number] = places
            self.nodes.extend(_nodes(document, _Layout(number, places, ends, parent, dx, dy, shown)))
            return
        bounds: list[int] = []
        for index in range(len(document)):
            bounds.append(after)
            after += 1 + (self._size(inner[index]) if index in inner else 0)
        self.places[number] = places = tuple(bounds)
        bounds.append(after)
        ends = [bounds[index + size] for index, size in enumerate(document.sizes)]
        own = _nodes(document, _Layout(number, places, ends, parent, dx, dy, shown))
        for index, node in enumerate(own):
            self.nodes.append(node)
            if index in inner:
                _, x, y = document.frames[str(index)]
                self.splice(inner[index], places[index], dx + x, dy + y)

    def _inner(self, document: _Document) -> dict[int, int]:
        """The frame elements of a document whose own document is known: place → number."""
        found: dict[int, int] = {}
        for key, (place, _, _) in document.frames.items():
            number = self._numbers.get((*document.path, place))
            if number is not None:
                found[int(key)] = number
        return found

    def _size(self, number: int) -> int:
        document = self._documents[number]
        return len(document) + sum(map(self._size, self._inner(document).values()))


def _nodes(document: _Document, layout: _Layout) -> Iterable[Node]:
    """The nodes of one document, in order, made column by column: there are thousands, on every page."""
    words, places, looks = document.words, layout.places, document.looks
    values = {int(place): value for place, value in document.values.items()}
    tags, roles, masks = document.shapes[::3], document.shapes[1::3], document.shapes[2::3]
    above = list(map(sub, range(len(places)), document.above))
    boxes = _boxes(document, above, [mask & _OWN_BOX != 0 for mask in masks], layout)
    if layout.parent >= 0 or places[:1] != range(1):
        above = [layout.parent if place < 0 else places[place] for place in above]
    given = (one if isinstance(one, dict) else _of_class(words[one]) for one in document.given)
    bare = [not mask & _GIVEN for mask in masks]
    columns = (
        places,
        above,
        layout.ends,
        _looked_up([words[tag] for tag in tags], looks),
        map(words.__getitem__, document.texts),
        _looked_up([words[role] for role in roles], looks),
        map(words.__getitem__, document.names),
        [_NO_ATTRIBUTES if bare[look] else next(given) for look in looks],
        boxes,
        _looked_up([layout.shown and mask & _SHOWN != 0 for mask in masks], looks),
        _looked_up([_states(mask & (_SHOWN - 1) | (mask & ~_GIVEN) >> _BEHIND << _BEFORE) for mask in masks], looks),
        map(values.get, range(len(places))) if values else repeat(None, len(places)),
        repeat(layout.number, len(places)),
    )
    return map(_as_node, zip(*columns, strict=True))


def _looked_up(of_shapes: Sequence[_Value], looks: Iterable[int]) -> Iterable[_Value]:
    """What a shape tells, of every node."""
    return map(of_shapes.__getitem__, looks)


def _boxes(document: _Document, above: Sequence[int], own: Sequence[bool], layout: _Layout) -> list[Box]:
    """The box of every node: a text without one of its own has that of its element."""
    given, dx, dy = zip(*[iter(document.boxes)] * 4, strict=True), layout.dx, layout.dy
    moved = given if dx == dy == 0 else ((x + dx, y + dy, width, height) for x, y, width, height in given)
    nexts = map(_as_box, moved)
    boxes: list[Box] = []
    append, nothing = boxes.append, _NOWHERE
    for text, parent, look in zip(document.texts, above, document.looks, strict=True):
        append(next(nexts) if own[look] else boxes[parent] if text else nothing)
    return boxes


def parse(
    payloads: Sequence[FramePayload],
    *,
    status: int = 0,
    held: Sequence[Held] = (),
    dialogs: Sequence[str] = (),
) -> PageView:
    """The page as one tree; `payloads[0]` is the top document's.

    A frame without a payload (it went away meanwhile) stays an empty element.

    Raises:
        SiteError: a mark is not a selector that the browser understands.
    """
    documents = [_Document(**_decoded(payload.text)) for payload in payloads]
    top = documents[0]
    if top.wrong:
        selector, reason = next(iter(top.wrong.items()))
        raise SiteError(f"the browser can't read the locator {selector!r}: {reason}", url=top.url)
    splicer = _Splicer(documents)
    splicer.splice(0, -1, 0.0, 0.0)
    marks: dict[str, list[int]] = {}
    for document, places in zip(documents, splicer.places, strict=True):
        if places:  # a document that no frame element of another has: not part of the page
            for selector, hits in document.marked.items():
                marks.setdefault(selector, []).extend(places[hit] for hit in hits)
    view = PageView(
        url=top.url,
        title=top.title,
        language=top.language,
        status=status,
        nodes=tuple(splicer.nodes),
        marks={selector: tuple(sorted(hits)) for selector, hits in marks.items()},
        held=tuple(held),
        dialogs=tuple(dialogs),
        documents=tuple(payload.text for payload in payloads),
        cut=said_of(document.cut for document in documents),
        left_out=frozenset(name for document in documents for name in document.left),
        height=top.size[1],
        scrollers=_scrollers(documents, splicer.places, splicer.nodes),
        wider=_wider(documents, splicer.places),
        scripted=any(document.scripted for document in documents),
        early=top.ready == _LOADING,
        frames=tuple(document.url for document in documents),
        drawn=top.drawn,
        linked=tuple(top.linked),
    )
    return replace(view, controls=describe(view))


def encoded(view: PageView) -> str:
    """A page of one document that was made without the script, as the script would tell it, so that it can be kept."""
    words = _Words()
    shapes: dict[tuple[str, str, bool, bool, bool, frozenset[str]], int] = {}
    looks: list[int] = []
    boxes: list[float] = []
    above: list[int] = []
    sizes: list[int] = []
    texts: list[int] = []
    names: list[int] = []
    given: list[Mapping[str, str]] = []
    values: dict[str, str] = {}
    for index, parent, end, tag, text, role, name, attributes, box, shown, states, value, _ in view.nodes:
        own = box is not _NOWHERE and tag != "#text" and box != _NOWHERE
        if own:
            boxes += box
        if attributes:
            given.append(dict(attributes))
        if value is not None:
            values[str(index)] = value
        looks.append(shapes.setdefault((tag, role, shown, own, bool(attributes), states), len(shapes)))
        above.append(index - parent)
        sizes.append(end - index)
        texts.append(words[text])
        names.append(words[name])
    columns: dict[str, Any] = {
        "title": view.title, "url": view.url, "language": view.language, "ready": "complete",
        "size": [0, 0, 0, 0, 0, 0], "path": [], "cut": {},
        "shapes": [part for shape in shapes for part in _shape(words, *shape)],
        "looks": looks, "above": above, "sizes": sizes, "texts": texts, "names": names, "given": given, "boxes": boxes,
        "values": values,
        "frames": {}, "marked": {mark: list(hits) for mark, hits in view.marks.items()}, "wrong": {},
        "scripted": view.scripted, "drawn": view.drawn, "linked": list(view.linked),
    }  # fmt: skip
    return written({**columns, "words": list(words)})


def _shape(words: Mapping[str, int], tag: str, role: str, *facts: Any) -> tuple[int, int, int]:
    shown, own, given, states = facts
    mask = (_bits_of(states) if states else 0) | (_SHOWN if shown else 0)
    return words[tag], words[role], mask | (_OWN_BOX if own else 0) | (_GIVEN if given else 0)


def written(value: object) -> str:
    """A value as JSON, quickly; halves of letters, which UTF-8 has not, are told as JSON tells them."""
    try:
        return to_json(value).decode()
    except ValueError:
        return json.dumps(value, separators=(",", ":"))


@lru_cache(maxsize=1024)
def _bits_of(states: frozenset[str]) -> int:
    return sum(1 << STATES.index(state) << (2 if STATES.index(state) >= _BEFORE else 0) for state in states)


class _Words(dict[str, int]):
    """A number for every word, the empty one 0."""

    def __init__(self) -> None:
        super().__init__({"": 0})

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


def _scrollers(
    documents: Sequence[_Document], places: Sequence[Sequence[int]], nodes: Sequence[Node]
) -> dict[int, Scroller]:
    """The boxes of all documents that can be scrolled; the window of the top one is the node 0.

    One that hides what it holds is scrolled by a script, where it was, or has room that nothing is written in yet. A
    body whose page scrolls just as far is no box of its own: what it asks for is the window's (CSS Overflow 3, 3.3).
    """
    _, height, _, seen, _, top = documents[0].size
    found = {0: Scroller(top, height, seen)}
    for document, own in zip(documents, places, strict=True):
        for key, (at, whole, shown) in document.scrolls.items():
            index = own[int(key)] if own else 0
            if index and not (nodes[index].tag == "body" and whole == document.size[1]):
                found[index] = Scroller(at, whole, shown)
        for key, (at, whole, shown) in document.hides.items():
            if own and own[int(key)] and (at or _room(nodes, own[int(key)], whole) > shown):
                found[own[int(key)]] = Scroller(at, whole, shown)
    return found


def _room(nodes: Sequence[Node], index: int, height: float) -> float:
    """How much of a box that is not scrolled lies below the last text in it."""
    box = nodes[index].box
    texts = (text.box for text in nodes[index : nodes[index].end] if text.tag == "#text" and text.shown)
    return box.y + height - max((text.y + text.height for text in texts), default=box.y)


def _wider(documents: Sequence[_Document], places: Sequence[Sequence[int]]) -> dict[int, float]:
    """The boxes of all documents that hold more to the side than they show."""
    found = zip(documents, places, strict=True)
    return {own[int(key)]: beyond for document, own in found if own for key, beyond in document.wides.items()}


def payloads_of(view: PageView) -> tuple[FramePayload, ...]:
    """The payloads that a view was parsed from, for saving it and reading it again."""
    return tuple(map(FramePayload, view.documents))


# -- fingerprint ----------------------------------------------------------------------------------------------

_WORDED = frozenset({"heading", "link", "button", "tab", "textbox", "searchbox", "combobox", "checkbox", "radio"})


def fingerprint(view: PageView) -> str:
    """A short digest of a page's structure: equal for the same state of a page, whatever its volatile texts say.

    Counted in: tags and roles of what is shown, names of what can be acted on (digits apart), states and chosen
    values. Left out: plain text, digits, attributes, positions.
    """
    digest = blake2b(digest_size=16)
    for node in view.nodes:
        if not node.shown or node.tag == "#text":
            continue
        name = "".join(letter for letter in node.name if not letter.isdigit()) if node.role in _WORDED else ""
        value = node.value if node.value is not None and node.tag == "select" else ""
        digest.update(f"{node.tag}\x1f{node.role}\x1f{name}\x1f{','.join(sorted(node.states))}\x1f{value}\x1e".encode())
    return digest.hexdigest()
