"""Makes a page value of a document's source, without a browser: the page of view.js less its boxes.

Parsed by the HTML standard's algorithm, as a browser does it, so that the trees are the same where no script changes
the page. What only a style sheet tells (what is hidden, drawn through, set apart) is not known here; `Looks` says it
as pages of the same site have shown it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from webdart.browser.snapshot.looks import Looks, signs_of
from webdart.browser.snapshot.size_limits import BOUNDS
from webdart.browser.snapshot.source_attributes import ADDRESSES, Unfit, declared, kept_as
from webdart.browser.snapshot.source_names import Drawn, Named, may_be_named, name_of
from webdart.browser.snapshot.source_roles import BY_PLACE, Around, nests, role_of
from webdart.controls.listing_controls import describe
from webdart.page.lazy_sequence import Deferred
from webdart.page.model import Box, Node, PageView
from webdart.page.source_ending import ending_of
from webdart.values import replace

_NOWHERE = Box(0, 0, 0, 0)
_SKIPPED = frozenset({"script", "style", "noscript", "template", "head", "base", "title", "param", "source", "track"})
_LEAVES = frozenset({"iframe", "frame", "object", "embed", "canvas", "textarea", "video", "audio", "svg", "math"})
_HEAD_LINKS = 50
_ONWARD = frozenset({"next", "prev", "canonical"})  # before those to other languages, which are many on some sites
_RELATIONS = _ONWARD | {"alternate"}
_EDGES = frozenset({"br", "img", "svg", "input", "button", "select", "textarea", "meter", "progress", "video", "hr"})
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_INLINE_SAFE = "!$&'()*+,;=:@/%[]~"
_DATA = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\b[0-9][\w.]*""")
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})
_NO_STATES = frozenset[str]()
_JOINED = frozenset({"joined"})
_EDGING = _BLOCKS | _EDGES
_VALUED = frozenset({"slider", "spinbutton"})  # roles that carry a value
_PLAIN_PATH = re.compile(r"(?:/[\w~-][\w.~-]*)+(?:\?[\w=&%+~-]+)?", re.ASCII)  # nothing in it is written otherwise
_SITE = re.compile(r"https?://[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)")
_LIST = 3  # links of a preformatted text that make it a list, drawn in columns


class SourcePage(Struct, frozen=True):
    """A document as a page value (`plain`: as the mark-up alone shows it), with the signs of its nodes.

    `code` are its scripts and styles: addresses, and digests of what stands in the page itself. `parser` has the tree
    that it was made of, `elements` the element of each of its nodes that is one.
    """

    plain: PageView
    signs: Sequence[str]
    code: Sequence[str]
    source: str
    parser: Any
    elements: Mapping[int, Any]

    def under(self, looks: Looks) -> PageView:
        """The page as it would look where signs look so."""
        view = replace(self.plain, nodes=looks.over(self.plain.nodes, self.signs))
        return replace(view, controls=Deferred(partial(describe, view)))


def page_of(source: str, url: str, marks: Sequence[str] = ()) -> SourcePage:
    """The page of a document's source that came with status 200 from `url`.

    Raises:
        Unfit: the source is larger than an observation, or a mark is none that can be looked for here.
    """
    parser = LexborHTMLParser(source)
    reader = _Reader(address(url, base_of(parser)))
    root = cast("Any", parser.root)
    if root is None:
        raise Unfit("no document")
    reader.read(parser, root)
    nodes = reader.nodes()
    view = PageView(
        url=url,
        title=title_of(parser),
        language=root.attributes.get("lang") or "",
        status=200,
        nodes=nodes,
        marks=reader.marks(parser, marks),
        ending=ending_of(source),
        scripted=parser.css_first("script") is not None,
        frames=(url,),
        drawn=False,
        linked=linked_of(parser),
    )
    return SourcePage(view, signs_of(nodes), code_of(parser, reader.base), source, parser, reader.elements)


def base_of(parser: LexborHTMLParser) -> str:
    """What addresses are relative to, as a document says it; "" where it does not."""
    base = parser.css_first("base[href]")
    return (base.attributes.get("href") if base is not None else "") or ""


def title_of(parser: LexborHTMLParser) -> str:
    """The title of a document."""
    title = parser.css_first("title")
    return "" if title is None else " ".join(title.text().split())


def linked_of(parser: LexborHTMLParser) -> tuple[str, ...]:
    """The texts of JSON-LD in a document, as many as there is room for."""
    found: list[str] = []
    room = BOUNDS.linked
    for script in parser.css('script[type="application/ld+json" i]'):
        text = script.text() or ""
        if text and len(text) <= room:
            found.append(text)
            room -= len(text)
    return tuple(found)


def head_links(parser: LexborHTMLParser) -> Sequence[tuple[AbstractSet[str], Any]]:
    """The links of a document's head to other pages, with their relations: those that lead on come first."""
    links = [(set((link.attributes.get("rel") or "").lower().split()), link) for link in parser.css("head link[rel]")]
    onward = [(relations, link) for relations, link in links if relations & _ONWARD]
    others = [(relations, link) for relations, link in links if relations & _RELATIONS and not relations & _ONWARD]
    return [*onward, *others][:_HEAD_LINKS]


def code_of(parser: LexborHTMLParser, base: str) -> Sequence[str]:
    """The scripts and styles of a document; texts and numbers in its scripts, which are its data, do not count."""
    return code_at(coded(parser), base)


def code_at(found: Sequence[tuple[str, str, str]], base: str) -> Sequence[str]:
    """The scripts and styles of a document whose addresses are relative to `base`."""
    return tuple(dict.fromkeys(f"{tag} {address(base, source) if source else said}" for tag, source, said in found))


def coded(parser: LexborHTMLParser) -> Sequence[tuple[str, str, str]]:
    """The tag of each script or style, and its address or a digest of what it says."""
    found: list[tuple[str, str, str]] = []
    for element in parser.css("script, style, link[rel~=stylesheet]"):
        given = element.attributes
        source = given.get("src") or given.get("href") or ""
        kind = (given.get("type") or "").lower()
        tag = element.tag or ""
        if source:
            found.append((tag, source, ""))
        elif tag == "style" or not kind.endswith("json"):
            text = element.text() or ""
            plain = text if tag == "style" else _DATA.sub("", text)
            found.append((tag, "", blake2b(plain.encode(), digest_size=6).hexdigest()))
    return found


@lru_cache(maxsize=16384)
def address(base: str, text: str) -> str:
    """An address as browsers write it: absolute, in ASCII; what leads nowhere as view.js gives it."""
    if _PLAIN_PATH.fullmatch(text) and (site := _SITE.match(base)):
        return site[0] + text
    try:
        parts = urlsplit(urljoin(base, text.strip().replace("\n", "").replace("\t", "")))
        _ = parts.port  # one that is no number of a port is found out when it is asked for
    except ValueError:
        return f"about:invalid?{text}"
    if parts.scheme not in {"http", "https"}:
        return parts.geturl()
    return urlunsplit(
        (
            parts.scheme,
            parts.netloc,
            quote(parts.path or "/", safe=_INLINE_SAFE),
            quote(parts.query, safe=_INLINE_SAFE + "?{}|^`\\"),
            quote(parts.fragment, safe=_INLINE_SAFE + "?{}|^\\"),
        )
    )


class _Mark(NamedTuple):
    """What an element's tag and attributes say by themselves: the same on every page."""

    kept: Mapping[str, str]  # the attributes that are kept, less addresses
    addresses: tuple[tuple[str, str], ...]  # which depend on where the page is
    hides: bool
    states: frozenset[str]
    role: str | None  # None where it depends on what stands around
    holds: bool  # a value or a control's label
    edge: bool  # of a block
    nests: bool  # the roles of what stands in it depend on it


_Items = tuple[tuple[str, str | None], ...]


@lru_cache(maxsize=16384)
def _mark_of(tag: str, items: _Items) -> _Mark:
    given = dict(items)
    kept: dict[str, str] = {}
    addresses: list[tuple[str, str]] = []
    for name, value in items:
        if name in ADDRESSES:
            addresses.append((name, value or ""))
        elif (text := kept_as(name, value or "", given, tag)) is not None:
            kept[name] = text
    role = role_of(tag, given, Around()) if given.get("role") or tag not in BY_PLACE else None
    return _Mark(
        kept or _NO_ATTRIBUTES, tuple(addresses), _hides(given, tag), _states_of(given, tag), role,
        holds=tag in _CONTROLS or tag == "label" or role in _VALUED, edge=tag in _EDGING, nests=nests(tag, role or ""),
    )  # fmt: skip


class _Reader:
    """Goes over a document, column by column of its nodes."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._drawn: list[Drawn] = []
        self._ends: list[int] = []
        self._values: dict[int, str] = {}
        self._places: dict[int, int] = {}  # element of the parser → node
        self.elements: dict[int, Any] = {}  # node → element of the parser
        self._labels: dict[str, list[int]] = {}  # id of a control → nodes of its labels
        self._blank = True
        self._characters = 0
        self._selected: set[int] = set()  # options, of lists

    def read(self, parser: LexborHTMLParser, root: Any) -> None:
        """Go over the document."""
        self._walk(root, root.tag, -1, shown=True, depth=0, around=Around())
        for relations, link in head_links(parser):
            given = link.attributes
            mark = _mark_of("link", tuple(given.items()))
            role = "link" if relations & {"next", "prev"} else ""
            self._enter((0, "link", "", role, self._attributes(mark), False, _NO_STATES))
        self._ends[0] = len(self._drawn)

    def nodes(self) -> tuple[Node, ...]:
        """What was found, in document order; shown is what shows something, or is a box by itself."""
        named, values = Named(self._drawn, self._ends, self._labels), self._values
        return tuple(
            [
                Node(
                    index, parent, end, tag, text, role,
                    name_of(named, index, role) if may_be_named(tag, role, given) else "",
                    given, _NOWHERE, shown, states, values.get(index) if values else None, 0,
                )
                for index, ((parent, tag, text, role, given, shown, states), end) in enumerate(
                    zip(self._drawn, self._ends, strict=True)
                )
            ]
        )  # fmt: skip

    def marks(self, parser: LexborHTMLParser, marks: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """The nodes that selectors hit."""
        found: dict[str, tuple[int, ...]] = {}
        for mark in marks:
            engine, _, body = mark.partition("=")
            if engine != "css":
                raise Unfit(f"only a browser looks for {mark}")
            try:
                hits = [self._places.get(hit.mem_id, -1) for hit in parser.css(body)]
            except SelectolaxError as error:
                raise Unfit(f"only a browser looks for {mark}") from error
            found[mark] = tuple(sorted(hit for hit in hits if hit >= 0))
        return found

    # -- the walk ---------------------------------------------------------------------------------------------

    def _enter(self, drawn: Drawn) -> int:
        index = len(self._drawn)
        if index >= BOUNDS.nodes:
            raise Unfit("larger than an observation")
        self._drawn.append(drawn)
        self._ends.append(index + 1)
        return index

    def _walk(self, element: Any, tag: str, parent: int, *, shown: bool, depth: int, around: Around) -> None:
        if depth > BOUNDS.depth:
            raise Unfit("deeper than an observation")
        given: Mapping[str, str | None] = element.attributes
        mark = _mark_of(tag, tuple(given.items()) if given else ())
        shown = shown and not mark.hides
        role = role_of(tag, given, around) if mark.role is None else mark.role
        kept = self._attributes(mark) if mark.addresses else mark.kept
        index = self._enter((parent, tag, "", role, kept, shown, mark.states))
        self._places[element.mem_id], self.elements[index] = index, element
        if mark.holds:
            self._control(element, tag, index, given, role)
        self._blank = self._blank or mark.edge
        if tag not in _LEAVES:
            inner = around.within(element, tag, role) if mark.nests or around.row else around
            self._below(element, tag, index, shown=shown, depth=depth, around=inner)
        self._blank = self._blank or mark.edge
        self._ends[index] = len(self._drawn)

    def _control(self, element: Any, tag: str, index: int, given: Mapping[str, str | None], role: str) -> None:
        """Note what a control holds, and what a label is for."""
        value = _value_of(element, given, tag, role)
        if value is not None:
            self._values[index] = value
        if tag == "label":
            self._label(element, index)
        elif tag == "select":
            self._selected |= {option.mem_id for option in _chosen(element, multiple="multiple" in given)}
        elif tag == "option" and element.mem_id in self._selected:
            *_, shown, states = self._drawn[index]
            self._drawn[index] = (*self._drawn[index][:5], shown, states | {"selected"})

    def _below(self, element: Any, above: str, index: int, *, shown: bool, depth: int, around: Around) -> None:
        folded = above == "details" and "open" not in element.attributes
        if above == "pre" and len(element.css("a")) >= _LIST:
            raise Unfit("a list in columns")
        child = element.child
        while child is not None:
            tag = child.tag
            if tag == "-text":
                self._text(child.text_content or "", index, shown=shown and not folded)
            elif tag not in _SKIPPED and tag[0] != "-":
                visible = shown and (not folded or tag == "summary")
                self._walk(child, tag, index, shown=visible, depth=depth + 1, around=around)
            child = child.next

    def _text(self, source: str, parent: int, *, shown: bool) -> None:
        text = " ".join(source.split())
        if not text:
            self._blank = self._blank or bool(source)
            return
        self._characters += len(text)
        if self._characters > BOUNDS.characters:
            raise Unfit("longer than an observation")
        joined = (
            shown and not self._blank and not source[0].isspace() and self._drawn[parent][1] not in {"sup", "small"}
        )
        self._enter((parent, "#text", text, "", _NO_ATTRIBUTES, shown, _JOINED if joined else _NO_STATES))
        if shown:
            self._blank = source[-1].isspace()

    def _label(self, element: Any, index: int) -> None:
        target = element.attributes.get("for")
        control = None if target else element.css_first("input,select,textarea,meter,progress,output,button")
        if control is not None:
            target = f"\0{control.mem_id}"
        if target:
            self._labels.setdefault(target, []).append(index)

    # -- attributes -------------------------------------------------------------------------------------------

    def _attributes(self, mark: _Mark) -> Mapping[str, str]:
        """The attributes that are kept, addresses made absolute."""
        if not mark.addresses:
            return mark.kept
        kept = dict(mark.kept)
        for name, value in mark.addresses:
            kept[name] = text = "data:" if value.startswith("data:") else address(self.base, value)
            if len(text) > BOUNDS.address:
                raise Unfit("an attribute longer than an observation")
        return kept


def _hides(given: Mapping[str, str | None], tag: str) -> bool:
    """Whether the mark-up itself says that an element is not shown."""
    if tag == "input" and (given.get("type") or "").lower() == "hidden":
        return True
    if tag in {"datalist", "rp", "area", "dialog"}:
        return tag != "dialog" or "open" not in given
    if not given:
        return False
    style = declared(given.get("style") or "")
    return "hidden" in given or style.get("display") == "none" or style.get("visibility") in {"hidden", "collapse"}


_ARIA = (
    ("aria-disabled", "disabled", ""),
    ("aria-checked", "checked", "unchecked"),
    ("aria-expanded", "expanded", "collapsed"),
    ("aria-selected", "selected", ""),
    ("aria-pressed", "pressed", ""),
    ("aria-required", "required", ""),
    ("aria-readonly", "readonly", ""),
    ("aria-busy", "busy", ""),
    ("aria-multiselectable", "multiple", ""),
)
_CONTROLS = frozenset({"input", "select", "textarea", "button", "option", "optgroup", "fieldset"})
_OF_CONTROLS = (("disabled", "disabled"), ("required", "required"), ("readonly", "readonly"), ("multiple", "multiple"))


def _states_of(given: Mapping[str, str | None], tag: str) -> frozenset[str]:
    states = set(_said_states(given)) if given else set[str]()
    if tag == "details":
        states.add("expanded" if "open" in given else "collapsed")
    if tag in _CONTROLS:
        states |= {state for name, state in _OF_CONTROLS if name in given}
        if tag == "input" and (given.get("type") or "").lower() in {"checkbox", "radio"}:
            states.add("checked" if "checked" in given else "unchecked")
    return frozenset(states) if states else _NO_STATES


def _said_states(given: Mapping[str, str | None]) -> Iterator[str]:
    """The states that attributes of any element say."""
    for key, yes, no in _ARIA:
        said = given.get(key)
        if said == "true":
            yield yes
        elif said == "false" and no:
            yield no
    if (given.get("aria-current") or "false") != "false":
        yield "current"
    if (given.get("aria-invalid") or "false") != "false":
        yield "invalid"
    if "line-through" in (given.get("style") or ""):
        yield "struck"


_UNTOLD = frozenset({"file", "password"})
_VALUELESS = frozenset({"hidden", "checkbox", "radio", "submit", "button", "reset", "image"})


def _value_of(element: Any, given: Mapping[str, str | None], tag: str, role: str) -> str | None:
    if tag == "select":
        chosen = _chosen(element, multiple="multiple" in given)
        return "\n".join(" ".join((one.attributes.get("label") or one.text()).split()) for one in chosen)
    if tag == "textarea":
        return cast("str", element.text()).removeprefix("\n")
    if tag == "input":
        kind = (given.get("type") or "text").lower()
        if kind in _VALUELESS:
            return None
        return "" if kind in _UNTOLD else given.get("value") or ""
    if role in _VALUED:
        return given.get("aria-valuetext") or given.get("aria-valuenow")
    return None


def _chosen(element: Any, *, multiple: bool) -> Sequence[Any]:
    """The chosen options of a list box."""
    options = element.css("option")
    chosen = [option for option in options if "selected" in option.attributes]
    if multiple:
        return chosen
    usable = [option for option in options if "disabled" not in option.attributes]
    return chosen[-1:] or usable[:1]
