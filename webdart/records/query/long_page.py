"""Thins a page with thousands of rows in one list to a sample of them, on which a reader can decide.

Which list, which columns, which types: some hundred rows tell that as well as a hundred thousand, and looking at every
row for every question takes minutes. The sample has the first and the last rows, rows from everywhere between, and
every row that is built as few others are. What is left out is told by number and build: `remaining_rows` reads it.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter

from msgspec import Struct

from webdart.page.model import Node, PageView
from webdart.records.structure.total_rows import is_called_sum
from webdart.values import replace

LONG = 1_500  # rows: with fewer, everything is looked at
_FIRST, _LAST, _BETWEEN = 200, 100, 300  # rows of the sample
_SUPPORT = 20  # rows of one build in the sample; of a build with fewer rows, all
_MOST_ODD = 1_000  # rows of rare builds: with more, the list is not of a few builds
_AS_WRITTEN = frozenset({"type", "scope", "aria-hidden", "hidden", "itemprop"})
_SPANNING = ("rowspan", "colspan")
_DIGITS = re.compile(r"\d+")
_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[^\W\d_]")
_CUT_SIGNS = (".", "…", "·", "․")


class LongPage(Struct, frozen=True):
    """A page (`whole`) and what is left of it (`view`) with a sample of the `rows` of its longest list.

    `origin` is the place in `whole` of each node of `view`; `here` has the nodes of `view` that are rows, with their
    numbers; `builds` says by number which rows are built alike.
    """

    whole: PageView
    view: PageView
    origin: Sequence[int]
    rows: Sequence[int]
    here: Mapping[int, int]
    builds: Sequence[int]


def long_page(view: PageView) -> LongPage | None:
    """The page, thinned; None for one that is not long, or whose rows are of too many builds to be told by a sample."""
    nodes = view.nodes
    if len(nodes) <= 2 * LONG:
        return None
    around, count = Counter(map(attrgetter("parent"), nodes)).most_common(1)[0]
    if count <= LONG or around < 0 or _is_hidden(nodes, around):
        return None
    rows = [node.index for node in view.children_of(around)]
    builds = _builds(nodes, rows)
    if builds is None:
        return None
    chosen = _chosen(nodes, rows, builds)
    return None if chosen is None else _thinned(view, rows, builds, chosen)


def _is_hidden(nodes: Sequence[Node], place: int) -> bool:
    """Whether a list is hidden from assistive technology: it may show again what stands elsewhere."""
    while place >= 0:
        if nodes[place].attributes.get("aria-hidden") == "true":
            return True
        place = nodes[place].parent
    return False


def _builds(nodes: Sequence[Node], rows: Sequence[int]) -> list[int] | None:
    """A number for the build of every row; None where cells span several rows or columns, or a row is hidden.

    Rows of one build differ in their texts and addresses alone, and their texts have letters and digits in the same
    places.
    """
    kinds: dict[object, int] = {}
    numbers: dict[tuple[int, ...], int] = {}
    found: list[int] = []
    for row in rows:
        if nodes[row].attributes.get("aria-hidden") == "true":
            return None
        key: list[int] = []
        for node in nodes[row : nodes[row].end]:
            kind = _text_kind(node) if node.tag == "#text" else _kind(node)
            if kind is None:
                return None
            key.append(kinds.setdefault(kind, len(kinds)))
        build = tuple(key)
        found.append(numbers.setdefault(build, len(numbers)))
    return found


def _kind(node: Node) -> object | None:
    """All that tells an element from others but its texts and addresses; None where it spans rows or columns."""
    size = node.end - node.index
    seen = node.shown or bool(node.box.width or node.box.height)
    told = (node.tag, node.role, size, node.shown, seen, node.states, node.value is None)
    given = node.attributes
    if not given:
        return told
    if any(given.get(name, "1") != "1" for name in _SPANNING):
        return None
    attributes = [
        (name, _DIGITS.sub("0", value) if name == "class" else value if name in _AS_WRITTEN else "")
        for name, value in given.items()
    ]
    return (*told, tuple(attributes))


def _text_kind(node: Node) -> object:
    """What of a text may decide how it is read: letters, digits, its first sign, dots behind it."""
    text = node.text
    if text.isalpha():
        signs = "a"
    elif text.isdecimal():
        signs = "9"
    else:
        signs = ("9" if _DIGIT.search(text) else "") + ("a" if _LETTER.search(text) else "") + "-"
    return (signs, text[:1].isalnum(), text.endswith(_CUT_SIGNS), node.shown, node.states)


def _chosen(nodes: Sequence[Node], rows: Sequence[int], builds: Sequence[int]) -> list[int] | None:
    """The numbers of the rows in the sample; None where a sample can't tell what the rest is.

    What is a sum is told by all rows above it, and what stands at either end by the list as a whole.
    """
    often = Counter(builds)
    odd = {number for number, build in enumerate(builds) if often[build] <= _SUPPORT}
    odd |= _said_again(nodes, rows)
    if len(odd) > _MOST_ODD or _has_sums(nodes, rows) or len(rows) - 1 in odd:
        return None
    step = max(1, len(rows) // _BETWEEN)
    chosen = {*odd, *range(_FIRST), *range(len(rows) - _LAST, len(rows)), *range(0, len(rows), step)}
    there = Counter(builds[number] for number in chosen)
    for number, build in enumerate(builds):
        if there[build] < _SUPPORT and number not in chosen:
            there[build] += 1
            chosen.add(number)
    return sorted(chosen) if len(chosen) <= _MOST_ODD + LONG else None


def _texts(nodes: Sequence[Node], row: int) -> list[str]:
    return [node.text for node in nodes[row : nodes[row].end] if node.tag == "#text"]


def _said_again(nodes: Sequence[Node], rows: Sequence[int]) -> set[int]:
    """The rows that say no more than the heads or the first row do: heads once more."""
    heads = {node.index for node in nodes if node.tag == "th" and not rows[0] <= node.index < nodes[rows[-1]].end}
    said = set(chain.from_iterable(_texts(nodes, place) for place in (*heads, rows[0])))
    return {
        number
        for number, row in enumerate(rows)
        if all(node.text in said for node in nodes[row : nodes[row].end] if node.tag == "#text")
    }


def _has_sums(nodes: Sequence[Node], rows: Sequence[int]) -> bool:
    """Whether a row begins with a word for a sum."""
    firsts = (next((node.text for node in nodes[row : nodes[row].end] if node.text), "") for row in rows)
    return any(map(is_called_sum, {_DIGITS.sub("0", text) for text in firsts}))


def _thinned(view: PageView, rows: Sequence[int], builds: Sequence[int], chosen: Sequence[int]) -> LongPage:
    """The page with the chosen rows only."""
    nodes, last = view.nodes, view.nodes[rows[-1]].end
    parts = [range(rows[0]), *(range(rows[number], nodes[rows[number]].end) for number in chosen)]
    origin = [*chain.from_iterable(parts), *range(last, len(nodes))]
    new = {old: place for place, old in enumerate(origin)}
    kept = tuple(
        nodes[old]._replace(index=place, parent=new.get(nodes[old].parent, -1), end=bisect_left(origin, nodes[old].end))
        for place, old in enumerate(origin)
    )
    thin = replace(
        view,
        nodes=kept,
        controls=tuple(replace(one, node=new[one.node]) for one in view.controls if one.node in new),
        marks={mark: tuple(new[hit] for hit in hits if hit in new) for mark, hits in view.marks.items()},
        scrollers={new[place]: one for place, one in view.scrollers.items() if place in new},
        wider={new[place]: more for place, more in view.wider.items() if place in new},
        documents=(),
    )
    return LongPage(view, thin, origin, rows, {new[rows[number]]: number for number in chosen}, builds)
