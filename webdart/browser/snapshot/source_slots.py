"""Splits the source of a page into its mark-up and its slots: the texts and the values of attributes that it carries.

Elements of one build differ in their slots alone: the tags, the classes and all else that tells what an element is are
the same, and texts stand in the same places, with letters and digits alike. What a parser makes of one of them it makes
of the others.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import escape, unescape
from itertools import islice
from typing import Any, Literal

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser

from webdart.browser.snapshot.kept_source import cleaned, head_of, links_of, spared
from webdart.browser.snapshot.size_limits import BOUNDS
from webdart.browser.snapshot.source_attributes import ADDRESSES, is_data, is_kept
from webdart.browser.snapshot.source_page import address, base_of, code_at, coded, title_of
from webdart.page.source_ending import Ending, ending_of

_SLOTS = re.compile(r'((?<==")(?!<)[^"]*(?=")|(?<=>)[^<]+(?=<))')
"""In a source as the parser writes it: what stands between the quotes of an attribute, and between tags.

Behind a text that ends with `="` stands a tag, no value of an attribute: in these `<` is escaped.
"""

_RAW = re.compile(r"<(?:iframe|xmp|noembed|noframes|plaintext)\b")
"""Elements whose texts the parser writes as they are: what is a tag in them can't be told."""

_LINK = re.compile(r"<a(?=[\s>])|</a>")
_ROWS = "<\0>"
"""In the place of the elements that are apart: no tag of any document."""

_FREE = frozenset({"datetime", "title", "alt", "content", "id", "name", "for", "headers", "placeholder", "label"})
_FREE_NAMES = _FREE | ADDRESSES | {
    "value", "download", "aria-label", "aria-labelledby", "aria-describedby", "aria-controls", "aria-description",
    "aria-details", "aria-owns", "aria-valuetext", "aria-valuenow",
}  # fmt: skip
"""Attributes that say something of one element; the others tell what kind of element it is."""
_ICONS = frozenset({"data-icon", "data-lucide", "data-feather"})
_CUT_SIGNS = (".", "…", "·", "․")
_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[^\W\d_]")
_NUMBERS = re.compile(r"\d+")

Kind = Literal["text", "free", "data", "fixed", "dropped"]
Build = tuple[str, ...]


class Slots(Struct, frozen=True):
    """An element: its `build`, and what stands in its slots, in order; `spare`: attributes are left out of both."""

    build: Build
    values: tuple[str, ...]
    spare: bool


class SlotPlace(Struct, frozen=True):
    """What a slot is: the name of an attribute, "" for a text; `linked` where it stands in a link."""

    name: str
    linked: bool


class Divided(Struct, frozen=True):
    """A document in which some elements are `apart`; `around` is the rest of it.

    `rest` is the source of what is around, `sources` are those of what is apart.
    """

    url: str
    base: str
    title: str
    language: str
    code: Sequence[str]
    ending: Ending
    scripted: bool
    rest: str
    around: Slots
    apart: tuple[Slots, ...]
    sources: tuple[str, ...]
    body: str
    head: str

    @property
    def html(self) -> str:
        """The document less what a page value has nothing of."""
        spare = self.around.spare or any(one.spare for one in self.apart)
        return f"{self.head}{spared(self.body) if spare else self.body}</html>"


@lru_cache(maxsize=8192)
def _kind(mark: str) -> Kind:
    """What the slot behind a piece of mark-up is."""
    if mark[-1] == ">":
        return "text"
    return _kind_of(_name(mark))


@lru_cache(maxsize=1024)
def _kind_of(name: str) -> Kind:
    if name in _FREE_NAMES:
        return "free"
    if name.startswith("data-"):
        return "fixed" if name in _ICONS else "data"
    return "fixed" if is_kept(name) else "dropped"


def _name(mark: str) -> str:
    """The attribute that a piece of mark-up ends with."""
    return mark[max(mark.rfind(" "), mark.rfind("\n")) + 1 : -2]


def split(source: str) -> Slots:
    """An element's source, as the parser writes it, in its mark-up and its slots."""
    parts = _SLOTS.split(source)
    build: list[str] = []
    values: list[str] = []
    spare = False
    for mark, value in zip(parts[::2], parts[1::2], strict=False):
        build.append(mark)
        kind = _kind(mark)
        if kind == "fixed":
            build.append(value)
        elif kind == "dropped" or (kind == "data" and is_data("data-", unescape(value))):
            spare = True
        elif value:
            plain = unescape(value) if "&" in value else value
            if kind == "text" and plain.isspace():
                build.append(" ")
                continue
            build.append(_text_kind(plain) if kind == "text" else "+")
            values.append(plain)
    build.append(parts[-1])
    return Slots(tuple(build), tuple(values), spare)


def places(source: str) -> tuple[SlotPlace, ...]:
    """What each slot of an element is."""
    parts = _SLOTS.split(source)
    found: list[SlotPlace] = []
    linked = False
    for mark, value in zip(parts[::2], parts[1::2], strict=False):
        kind = _kind(mark)
        if tags := _LINK.findall(mark):
            linked = tags[-1] != "</a>"
        if kind in {"fixed", "dropped"} or not value or (kind == "data" and is_data("data-", unescape(value))):
            continue
        if kind != "text":
            found.append(SlotPlace(_name(mark), linked))
        elif not unescape(value).isspace():
            found.append(SlotPlace("", linked))
    return tuple(found)


def _text_kind(value: str) -> str:
    """What of a text may decide how it is read: letters, digits, its first sign, dots behind it, blanks at its ends."""
    if value.isdecimal():
        return " 9"
    if value.isalpha():
        return " a"
    text = value.strip()
    signs = ("9" if _DIGIT.search(text) else "") + ("a" if _LETTER.search(text) else "") + "-"
    first = "" if text[0].isalnum() else text[0]
    cut = "…" if text.endswith(_CUT_SIGNS) else ""
    return f"{first} {signs}{cut}{'>' * value[0].isspace()}{'<' * value[-1].isspace()}"


def without_numbers(text: str) -> str:
    """A text with every number as 0."""
    return _NUMBERS.sub("0", text)


# -- a document -----------------------------------------------------------------------------------------------


def way_to(element: Any) -> tuple[int, ...]:
    """Where an element stands: its place among the elements of each element from the root to it."""
    way: list[int] = []
    while (above := element.parent) is not None and above.tag[0] != "-":
        kids = [kid.mem_id for kid in _elements(above)]
        way.append(kids.index(element.mem_id))
        element = above
    return tuple(reversed(way))


def divide(
    source: str, url: str, way: Sequence[int], is_apart: Callable[[Any, Build], bool], parser: Any = None
) -> Divided | None:
    """A document with those of the elements apart that stand in the element at `way`, and are to be, by their build.

    None where there is no such element, or its source can't be split.
    """
    parser = LexborHTMLParser(source) if parser is None else parser
    root, body = parser.root, parser.body
    holder = None if root is None or body is None else _at(root, way)
    if root is None or body is None or holder is None:
        return None
    whole = body.html or ""
    head = parser.head
    top = _top("" if head is None else head.html or "", tuple(root.attributes.items()))
    if _RAW.search(whole) or "<base" in whole or len(whole) > BOUNDS.characters:
        return None
    found: list[tuple[str, Slots]] = []
    for element in _elements(holder):
        own = cleaned(element.html or "")
        slots = split(own)
        if len(own) > BOUNDS.attribute and any(len(value) > BOUNDS.attribute for value in slots.values):
            return None
        if is_apart(element, slots.build):
            found.append((own, slots))
    base = address(url, top.base)
    clean = cleaned(whole)
    try:
        rest = _rest(clean, clean.find(cleaned(holder.html or "")), [own for own, _ in found]) + top.links
    except ValueError:
        return None
    around = split(rest)
    return Divided(
        url=url,
        base=base,
        title=top.title,
        language=top.language,
        code=code_at(coded(parser) if "<script" in whole or "<style" in whole or "<link" in whole else top.code, base),
        ending=ending_of(source),
        scripted=top.scripted or "<script" in whole,
        rest=rest,
        around=Slots((*top.frame, *around.build), around.values, around.spare),
        apart=tuple([slots for _, slots in found]),
        sources=tuple([own for own, _ in found]),
        body=clean,
        head=top.html,
    )


class _Top(Struct, frozen=True):
    """What the head of a document and its root say of it; `frame` is what tells it from those of other pages."""

    title: str
    language: str
    base: str
    links: str
    code: Sequence[tuple[str, str, str]]
    scripted: bool
    html: str
    frame: Build


@lru_cache(maxsize=64)
def _top(head: str, given: tuple[tuple[str, str | None], ...]) -> _Top:
    """What a head says, and the attributes of its root: many pages of a listing have the same."""
    opening = "".join([f' {name}="{escape(value or "")}"' for name, value in given])
    parser = LexborHTMLParser(f"<html{opening}>{head}")
    title, base = title_of(parser), base_of(parser)
    return _Top(
        title=title,
        language=dict(given).get("lang") or "",
        base=base,
        links=links_of(parser),
        code=coded(parser),
        scripted="<script" in head,
        html=head_of(parser, parser.root),
        frame=(repr(sorted(given)), without_numbers(title), base),
    )


def _elements(above: Any) -> Iterator[Any]:
    kid = above.child
    while kid is not None:
        if kid.tag[0] != "-":
            yield kid
        kid = kid.next


def _at(root: Any, way: Sequence[int]) -> Any:
    """The element at a place; None where there is none."""
    for place in way:
        root = next(islice(_elements(root), place, None), None)
        if root is None:
            return None
    return root


def _rest(whole: str, start: int, apart: Sequence[str]) -> str:
    """A source with a mark in the place of each run of elements that are apart."""
    found: list[str] = []
    place = 0
    for number, own in enumerate(apart):
        at = whole.index(own, max(start, place))
        between = whole[place:at]
        if not number or (between and not between.isspace()):
            found += [between, _ROWS]
        place = at + len(own)
    return "".join([*found, whole[place:]])
