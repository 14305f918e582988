"""Gives an element of a page its form: what it is made of, whatever its texts say.

Two elements of one form have equal trees: the same tags, stable classes, roles and attributes at the same places, texts
where the other has texts, and the same labels. What stands at a place of one of them stands there in the other, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from webdart.page.model import Box, Node
from webdart.page.text_match import COLONS
from webdart.records.structure.outline import stable_names

_TELLING = frozenset(
    {"itemprop", "itemtype", "property", "rel", "type", "colspan", "rowspan", "headers", "scope", "aria-hidden", "dir"}
)
"""Attributes of which the value says what an element is; of the others it only counts that they are there."""
_STYLED = frozenset({"struck", "joined", "collapsed", "expanded"})
_LABELS = frozenset({"dt", "th", "label"})  # what their texts say names what stands beside them
_DIGITS = str.maketrans("0123456789", "0000000000")
_SIZE = 6  # bytes of a digest
_NOWHERE = Box(0, 0, 0, 0)
_NO_NAMES: tuple[str, ...] = ()


def form_of(nodes: Sequence[Node], root: int) -> str:
    """The form of an element with all that is in it, as a digest."""
    tag = nodes[root].tag
    found: list[int | str] = []
    for node in nodes[root : nodes[root].end]:
        if node.tag == "#text":
            text = node.text
            said = text.translate(_DIGITS) if tag in _LABELS or text.endswith(COLONS) else ""
            found.append(("#" if node.shown else "-") + ("+" if node.states else "") + said)
            continue
        tag, given = node.tag, node.attributes
        names = _NO_NAMES
        if given:
            names = tuple(given) if _TELLING.isdisjoint(given) else tuple(_names(given))
        states = node.states & _STYLED if node.states else node.states
        seen = node.shown or node.box != _NOWHERE
        found.append(node.end - node.index)
        found.append(_sign(tag, given.get("class", "") if given else "", node.role, names, states, node.shown, seen))
    return _digest(tuple(found))


def _names(given: Mapping[str, str]) -> Iterator[str]:
    for name, value in given.items():
        yield f"{name}={value}" if name in _TELLING else name


@lru_cache(maxsize=8192)
def _sign(tag: str, classes: str, role: str, names: tuple[str, ...], states: frozenset[str], *facts: bool) -> str:
    """What an element is by itself; `facts`: a person sees it, it takes up room."""
    return f"{kind_of(tag, classes)} {role} {' '.join(sorted(names))} {' '.join(sorted(states))} {facts}"


@lru_cache(maxsize=8192)
def _digest(parts: tuple[int | str, ...]) -> str:
    return digest_of("\n".join(map(str, parts)))


def digest_of(text: str) -> str:
    """A short digest of a text."""
    return blake2b(text.encode(), digest_size=_SIZE).hexdigest()


@lru_cache(maxsize=8192)
def kind_of(tag: str, classes: str) -> str:
    """An element by its tag and stable classes; the body is the body, whichever page of a site it is of."""
    return tag if tag == "body" else ".".join((tag, *stable_names(classes)))


def kind_at(nodes: Sequence[Node], index: int) -> str:
    """The kind of a node."""
    node = nodes[index]
    return kind_of(node.tag, node.attributes.get("class", ""))


def kinds_around(nodes: Sequence[Node], index: int) -> tuple[str, ...]:
    """The kinds of an element and of those around it, the innermost first, as far as the body."""
    found: list[str] = []
    while index >= 0:
        found.append(kind_at(nodes, index))
        if found[-1] == "body":
            break
        index = nodes[index].parent
    return tuple(found)


def words_of(nodes: Sequence[Node], start: int, end: int, apart: Sequence[tuple[int, int]]) -> str:
    """The kinds and texts of some nodes, less those of the spans that are `apart`, digits aside, as a digest."""
    found: list[str] = []
    spans = iter(sorted(apart))
    span = next(spans, None)
    place = start
    while place < end:
        if span is not None and place >= span[0]:
            place, span = max(place, span[1]), next(spans, None)
            continue
        node = nodes[place]
        found.append(node.text.translate(_DIGITS) if node.text else kind_at(nodes, place))
        place += 1
    return digest_of("\n".join(found))
