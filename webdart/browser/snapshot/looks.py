"""Keeps what style sheets do to a site's elements, as rendered pages have shown it, for pages that are not rendered.

Elements are told apart by their sign: tag and classes, digits aside, with those of the elements around them. A sign
that a rendered page did not have is new; one whose elements look now so, now otherwise is mixed. Where records stand,
neither may be trusted: such a page is rendered.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

from msgspec import Struct, field

from webdart.page.model import Box, Node

_ABOVE = 3  # elements around one that belong to its sign
_FULL = frozenset({"img", "svg", "input", "select", "textarea", "button", "video", "iframe", "canvas", "hr", "br"})
"""Elements that take up room without a text."""
_STYLED = frozenset({"joined", "struck"})
"""States that only a style sheet tells for sure."""
_SHOWN, _BOXED = "shown", "boxed"
_PLAINLY = frozenset({_SHOWN})
_SOMEWHERE = Box(0, 0, 1, 1)
_NUMBER = str.maketrans("0123456789", "0000000000")
Look = frozenset[str]
"""Of an element: the styled states that it has, `shown` if a person sees it, `boxed` if it takes up room."""


def signs_of(nodes: Sequence[Node]) -> list[str]:
    """The sign of every node of a source, before any look is given to it."""
    full = [bool(node.text) or node.tag in _FULL for node in nodes]
    for index in range(len(nodes) - 1, 0, -1):
        if full[index]:
            full[nodes[index].parent] = True
    signs: list[str] = []
    latest: dict[int, str] = {}  # the tag of what was gone over last below an element
    for index, node in enumerate(nodes):
        tag, parent = node.tag, node.parent
        struck = bool(node.states) and "struck" in node.states
        step = _step(tag, node.attributes.get("class", "") if node.attributes else "", full[index], node.shown, struck)
        if tag == "#text":
            joined = bool(node.states) and "joined" in node.states
            step = f"{step} {'on' if joined else 'after'} {latest.get(parent) or '-'}"
        latest[parent] = tag
        signs.append(_below(step, signs[parent]) if parent >= 0 else step)
    return signs


@lru_cache(maxsize=16384)
def _below(step: str, around: str) -> str:
    """The sign of an element in one that has a sign."""
    return " < ".join((step, *around.split(" < ")[:_ABOVE]))


@lru_cache(maxsize=8192)
def _step(tag: str, names: str, *facts: bool) -> str:
    """What an element shows of itself; `facts`: it holds something, the mark-up shows it, it is drawn through there."""
    full, shown, struck = facts
    classes = sorted({name.translate(_NUMBER) for name in names.split()})
    notes = ("" if full else " empty", "" if shown else " hidden", " struck" if struck else "")
    return ".".join((tag, *classes)) + "".join(notes)


class Looks(Struct, frozen=True):
    """The look of every sign whose elements look all alike, otherwise than their mark-up says or not.

    `known` maps each sign to its look, `mixed` are those with several; `order` are the pairs of signs that stood one
    right after the other, as digests. `code` are the scripts and styles that the pages had: what others would do is not
    known.
    """

    known: Mapping[str, Look] = field(default_factory=dict[str, Look])
    mixed: frozenset[str] = frozenset()
    order: frozenset[str] = frozenset()
    code: frozenset[str] = frozenset()

    def over(self, nodes: Sequence[Node], signs: Sequence[str]) -> tuple[Node, ...]:
        """The nodes of a source with the looks of their signs; the others as their mark-up says."""
        if not self.known:
            return tuple(nodes)
        known = self.known
        return tuple([_drawn(node, known.get(sign)) for node, sign in zip(nodes, signs, strict=True)])

    def learned(
        self, rendered: Sequence[Node], source: Sequence[Node], signs: Sequence[str], code: Iterable[str] = ()
    ) -> "Looks":
        """These and what a rendered page tells; `source` are the nodes of its document, where these have equals."""
        known, mixed, there = dict(self.known), set(self.mixed), set[int]()
        for one, other in aligned(rendered, source):
            there.add(other)
            sign, look = signs[other], _look(rendered[one])
            if sign not in mixed and known.setdefault(sign, look) != look:
                mixed.add(sign)
                del known[sign]
        pairs = {_pair(signs[one], signs[one + 1]) for one in there if one + 1 in there}
        return Looks(known, frozenset(mixed), self.order | pairs, self.code.union(code))

    def strangers(self, signs: Sequence[str]) -> list[str]:
        """The signs whose look is not known for sure, and those that stood behind no such sign before."""
        unknown = [sign for sign in signs if sign not in self.known]
        placed = (f"{right}, behind {left}" for left, right in pairwise(signs) if _pair(left, right) not in self.order)
        return unknown or list(placed)

    def to_json(self) -> dict[str, list[str]]:
        """As plain values: the signs by their look, in order."""
        found: dict[str, list[str]] = {}
        for sign, look in sorted(self.known.items()):
            found.setdefault(" ".join(sorted(look)) or "hidden", []).append(sign)
        return (
            found
            | ({"mixed": sorted(self.mixed)} if self.mixed else {})
            | {"order": sorted(self.order), "code": sorted(self.code)}
        )

    @classmethod
    def from_json(cls, given: Mapping[str, Sequence[str]]) -> "Looks":
        """From the plain values."""
        known: dict[str, Look] = {}
        for words, signs in given.items():
            look = frozenset[str]() if words == "hidden" else frozenset(words.split())
            if words not in {"mixed", "order", "code"}:
                known |= dict.fromkeys(signs, look)
        return cls(known, *(frozenset(given.get(name, ())) for name in ("mixed", "order", "code")))


def _drawn(node: Node, look: Look | None) -> Node:
    """A node as it looks; most look as their mark-up says."""
    if look is None or (look == _PLAINLY and node.shown and _STYLED.isdisjoint(node.states)):
        return node
    box = _SOMEWHERE if _BOXED in look and _SHOWN not in look else node.box
    return node._replace(shown=_SHOWN in look, box=box, states=(node.states - _STYLED) | (look & _STYLED))


@lru_cache(maxsize=65536)
def _pair(left: str, right: str) -> str:
    return blake2b(f"{left}\n{right}".encode(), digest_size=5).hexdigest()


def _look(node: Node) -> Look:
    look = node.states & _STYLED
    if node.shown:
        look |= {_SHOWN}
    elif node.box.width or node.box.height:
        look |= {_BOXED}
    return look


def aligned(rendered: Sequence[Node], source: Sequence[Node]) -> Iterable[tuple[int, int]]:
    """The pairs of nodes that both trees have, below equal elements; what scripts put between them has no equal."""
    waiting = [(0, 0)]
    while waiting:
        one, other = waiting.pop()
        yield one, other
        left, right = _kids(rendered, one), _kids(source, other)
        if [rendered[kid].tag for kid in left] == [source[kid].tag for kid in right]:
            waiting.extend(zip(left, right, strict=True))
            continue
        here, there = ([_identity(nodes[kid]) for kid in kids] for nodes, kids in ((rendered, left), (source, right)))
        for block in SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks():
            waiting.extend((left[block.a + place], right[block.b + place]) for place in range(block.size))


def _identity(node: Node) -> tuple[str, str, str, str]:
    return node.tag, node.text, node.attributes.get("id", ""), node.attributes.get("class", "")


def _kids(nodes: Sequence[Node], index: int) -> list[int]:
    found: list[int] = []
    place, end = index + 1, nodes[index].end
    while place < end:
        found.append(place)
        place = nodes[place].end
    return found
