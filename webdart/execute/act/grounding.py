"""Finds what an objective refers to on the current page, and what to do with it.

Values go into the text box whose label stands beside them in the sentence. Options, boxes, radios, links and buttons
are identified by their own words. Words that came from a page (rows of a SELECT) may be values, and tell equal things
apart by the record around them; they never name what is clicked (docs/reference/file.md).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from webdart.browser.port import Action, DoCheck, DoChoose, DoClick, DoGoto, DoType
from webdart.execute.act.sentence import Asked, Value, tokens
from webdart.execute.act.vocabulary import leads_to_a_value, links
from webdart.page.labels import ancestors, beside, group_label
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box, is_ticked, leads_to, options_of, type_of, words_of
from webdart.values import replace

Kind = Literal["open", "put", "choose", "tick", "click"]

SURE = 0.6
"""A fit from which on the objective is taken to mean just this."""

_LEAST = 0.45
_LEFT_OVER = 0.7  # the only value for the only text box
_FAR = 0.15  # what every word between a label and its value costs
_TOWARDS = 0.05  # the same where "to" or the like stands before the value
_OTHER = 0.5  # what a further value between them costs
_NUMBER = re.compile(r"[-+]?\d[\d., ]*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Meant(Struct, frozen=True):
    """One thing to do: `words` are the places of the objective that it does, `fit` how surely it is meant."""

    kind: Kind
    action: Action
    node: Node | None
    label: str
    words: frozenset[int]
    fit: float
    so: bool = False  # the page shows it already

    @property
    def at(self) -> int:
        """Where in the sentence it is asked for."""
        return min(self.words, default=0)


class Unclear(Struct, frozen=True):
    """Words of the objective that could mean several things on a page."""

    words: frozenset[int]
    problem: str


class Reading(Struct, frozen=True):
    """The meaning of an objective on one page: what to do, and what could mean several things there."""

    meant: tuple[Meant, ...]
    unclear: tuple[Unclear, ...] = ()


class Reader:
    """Reads one page in the light of an objective; its words `done` are left out."""

    def __init__(self, asked: Asked, view: PageView, done: frozenset[int]) -> None:
        self._asked = asked
        self._view = view
        self._done = done
        self._values = [value for value in asked.values if not value.places <= done]
        self._called: dict[int, tuple[str, ...]] = {}

    def read(self) -> Reading:
        """Everything that is meant and not done yet, in the order of the sentence."""
        opened = [
            Meant("open", DoGoto(one.text), None, one.text, one.places, 1.0) for one in self._values if one.is_address
        ]
        chosen = _longest([*self._ticked(), *self._chosen()])
        typed = self._typed(chosen)
        clicked, unclear = self._clicked([*chosen, *typed])
        meant = [*opened, *chosen, *typed, *clicked]
        if not meant:
            meant = list(self._words_on_the_page())
        return Reading(tuple(sorted(meant, key=lambda one: one.at)), unclear)

    # -- text boxes -------------------------------------------------------------------------------------------

    def _typed(self, chosen: Sequence[Meant]) -> list[Meant]:
        boxes = [node for node in self._view.nodes if _can_be_typed(node)]
        free = [one for one in self._values if not any(one.places & other.words for other in chosen)]
        pairs = sorted(
            ((self._fit(node, value), node, value) for node in boxes for value in free),
            key=lambda pair: (-pair[0], pair[1].index),
        )
        found: list[Meant] = []
        used: set[int] = set()
        for fit, node, value in pairs:
            again = type_of(node) == "password" and any(one.words & value.places for one in found)
            if fit < _LEAST or node.index in used or (not again and any(one.words & value.places for one in found)):
                continue
            used.add(node.index)
            found.append(self._put(node, value, fit))
        for node in boxes:
            if node.index not in used and (value := self._unquoted(node, [*chosen, *found])) is not None:
                used.add(node.index)
                found.append(self._put(node, value, 0.9))
        return found or self._left_over(boxes, free)

    def _left_over(self, boxes: Sequence[Node], free: Sequence[Value]) -> list[Meant]:
        """The only value, for the only text box, which has no name that says what else belongs there."""
        alone = [one for one in free if not one.is_address and not self._named_so(one)]
        if len(boxes) != 1 or len(alone) != 1 or boxes[0].value or not _takes(boxes[0], alone[0].text):
            return []
        return [] if self._names(boxes[0]) else [self._put(boxes[0], alone[0], _LEFT_OVER)]

    def _named_so(self, value: Value) -> bool:
        wanted = tokens(value.text)
        return any(
            node.shown and is_clicked(node) and not is_text_box(node) and tokens(words_of(self._view, node)) == wanted
            for node in self._view.nodes
        )

    def _put(self, node: Node, value: Value, fit: float) -> Meant:
        label = self._label(node)
        words = value.places | self._near(node, value)
        so = node.value == value.text
        return Meant(
            "put", DoType(element(self._view, node), value.text), node, f"{label}: {value.text}", words, fit, so
        )

    def _label(self, node: Node) -> str:
        return next(iter(self._names(node)), "") or node.role

    def _names(self, node: Node) -> tuple[str, ...]:
        """The name of a control; a text that holds a value of the sentence is not a label."""
        if node.index not in self._called:
            said = (node.name, node.attributes.get("placeholder", ""), *beside(self._view, node))
            values = [] if is_ticked(node) else [tokens(value.text) for value in self._asked.values]
            called = (one for one in said if one and not any(_within(value, tokens(one)) for value in values))
            self._called[node.index] = tuple(dict.fromkeys(called))
        return self._called[node.index]

    def _near(self, node: Node, value: Value) -> frozenset[int]:
        """The words of the label nearest to the value."""
        spans = [span for name in self._names(node) for span in self._asked.mentions(name)]
        best = min(spans, key=lambda span: self._gap(span, value), default=None)
        return frozenset(best) if best is not None else frozenset()

    def _fit(self, node: Node, value: Value) -> float:
        """How likely a value belongs into a text box."""
        if not _takes(node, value.text) or value.is_address:
            return 0.0
        best = 0.0
        for name in self._names(node):
            if value.hint and tokens(value.hint) == tokens(name):
                best = max(best, 0.95)
            for span in self._asked.mentions(name):
                if not value.places & frozenset(span):
                    best = max(best, 1.0 - self._gap(span, value))
            best = max(best, self._partly(name, value))
        if type_of(node) in ("email", "password", "date", "url") and best < _LEAST:
            best = max(best, self._by_type(node, value))
        return best

    def _partly(self, name: str, value: Value) -> float:
        """By the words that label and sentence share: less sure than the whole label."""
        content = [token for token in tokens(name) if not links(token)]
        if not content:
            return 0.0
        hits: list[float] = []
        for token in content:
            spans = [range(at, at + 1) for at, word in enumerate(self._asked.words) if _same(word.text, token)]
            spans = [span for span in spans if self._asked.words[span.start].value < 0]
            hits.append(max((1.0 - self._gap(span, value) for span in spans), default=0.0))
        return 0.8 * sum(hits) / len(hits)

    def _by_type(self, node: Node, value: Value) -> float:
        kind = type_of(node)
        if kind == "email":
            return 0.7 if "@" in value.text else 0.0
        if kind == "date":
            return 0.7 if _DATE.fullmatch(value.text) else 0.0
        return 0.0

    def _gap(self, span: range, value: Value) -> float:
        """The penalty for words between a label and a value; a label usually comes before its value."""
        before = span.stop <= value.first
        between = range(span.stop, value.first) if before else range(value.last + 1, span.start)
        words = [self._asked.words[at] for at in between]
        plain = sum(1 for word in words if word.value < 0 and not links(word.text) and word.text[0].isalnum())
        others = len({word.value for word in words if word.value >= 0})
        stops = sum(1 for word in words if word.text in {".", ";", ","})
        towards = value.first > 0 and any(
            leads_to_a_value(self._asked.words[at].text) for at in range(max(0, value.first - 2), value.first)
        )
        return (
            (_TOWARDS if before and towards else _FAR) * plain
            + _OTHER * others
            + 0.15 * stops
            + (0.0 if before else 0.1)
        )

    def _unquoted(self, node: Node, taken: Sequence[Meant]) -> Value | None:
        """The value after the label of a text box in the sentence: "Price to 12.50"."""
        for name in self._names(node):
            for span in self._free(name):
                value = self._asked.following(span.stop)
                if value is None or value.places & self._done or any(value.places & one.words for one in taken):
                    continue
                if _takes(node, value.text):
                    return value
        return None

    # -- options and boxes ------------------------------------------------------------------------------------

    def _chosen(self) -> Iterator[Meant]:
        view = self._view
        for node in view.nodes:
            if node.tag != "select" or not node.shown or "disabled" in node.states:
                continue
            hits = list(self._options(node))
            if not hits:
                continue
            if "multiple" not in node.states:
                hits = [max(hits, key=lambda hit: hit[2])]
            texts = tuple(text for text, _, _ in hits)
            words = frozenset(place for _, span, _ in hits for place in span) | self._label_of(node, hits[0][1])
            so = node.value == "\n".join(texts)
            action = DoChoose(element(view, node), texts)
            label = f"{self._label(node)}: {', '.join(texts)}"
            yield Meant("choose", action, node, label, words, max(fit for _, _, fit in hits), so)

    def _options(self, node: Node) -> Iterator[tuple[str, range, float]]:
        for option in options_of(self._view, node):
            text = words_of(self._view, option)
            if "disabled" in option.states:
                continue
            for span in self._free(text, data=True):
                if not self._asked.forbids(span.start):
                    near = self._labelled(node, span)
                    yield text, span, near or (0.75 if not _NUMBER.fullmatch(text) else 0.5)

    def _free(self, text: str, *, data: bool = False) -> list[range]:
        """Where the sentence says these words, and they are not done."""
        return [span for span in self._asked.mentions(text, data=data) if not frozenset(span) <= self._done]

    def _labelled(self, node: Node, span: range) -> float:
        """How near the label of a control is to one of its options in the sentence; 0 if it is not mentioned."""
        at = Value("", span.start, span.stop - 1)
        names = (*self._names(node), group_label(self._view, node)) if is_ticked(node) else self._names(node)
        spans = [one for name in names for one in self._asked.mentions(name) if not at.places & frozenset(one)]
        return max((1.0 - self._gap(one, at) for one in spans), default=0.0)

    def _label_of(self, node: Node, span: range) -> frozenset[int]:
        return self._near(node, Value("", span.start, span.stop - 1))

    def _ticked(self) -> Iterator[Meant]:
        view = self._view
        for node in view.nodes:
            if not is_ticked(node) or "disabled" in node.states or not _visible(view, node):
                continue
            for name in self._names(node):
                spans = self._free(name, data=True)
                if not spans:
                    continue
                span = max(spans, key=lambda span: self._labelled(node, span))
                wanted = not self._asked.unsets(span.start)
                so = ("checked" in node.states) is wanted
                group = self._labelled(node, span) * 0.05
                action = DoCheck(element(view, node), wanted)
                yield Meant("tick", action, node, name, frozenset(span), 0.94 + group, so)
                break

    # -- links and buttons ------------------------------------------------------------------------------------

    def _clicked(self, others: Sequence[Meant]) -> tuple[list[Meant], tuple[Unclear, ...]]:
        view = self._view
        hits: list[Meant] = []
        for node in view.nodes:
            if not node.shown or not is_clicked(node) or is_control(node) or "disabled" in node.states:
                continue
            name = words_of(view, node)
            for span in self._free(name):
                if self._asked.forbids(span.start) or any(frozenset(span) & one.words for one in others):
                    continue
                hits.append(Meant("click", DoClick(element(view, node)), node, name, frozenset(span), 0.95))
                break
        return self._told_apart(_innermost(_longest(hits)))

    def _told_apart(self, hits: Sequence[Meant]) -> tuple[list[Meant], tuple[Unclear, ...]]:
        """Of equally good matches, the one whose record holds the sentence's values; else they stay ambiguous."""
        groups: dict[frozenset[int], list[Meant]] = {}
        for one in hits:
            groups.setdefault(one.words, []).append(one)
        clear: list[Meant] = []
        unclear: list[Unclear] = []
        for group in groups.values():
            different = {leads_to(self._view, one.node) or str(one.node.index): one for one in group if one.node}
            if len(different) == 1:
                clear.append(group[0])
            elif (found := self._in_record(list(different.values()))) is not None:
                clear.append(found)
            else:
                problem = f"{group[0].label!r} could mean {len(different)} things on {self._view.url}"
                unclear.append(Unclear(group[0].words, problem))
        return clear, tuple(unclear)

    def _in_record(self, group: Sequence[Meant]) -> Meant | None:
        """The match whose record holds most of the values that the sentence has for it."""
        nodes = [one.node for one in group if one.node is not None]
        scored: list[tuple[int, Meant, frozenset[int]]] = []
        for one in group:
            assert one.node is not None
            around = record_around(self._view, one.node, nodes)
            text = tokens(self._view.text_of(around.index))
            said = [value for value in self._asked.values if _within(tokens(value.text), text)]
            scored.append((len(said), one, frozenset(place for value in said for place in value.places)))
        scored.sort(key=lambda score: -score[0])
        if scored[0][0] == 0 or scored[0][0] == scored[1][0]:
            return None
        return replace(scored[0][1], words=scored[0][1].words | scored[0][2])

    def _words_on_the_page(self) -> Iterator[Meant]:
        """A value in quotes that is written on something small, where nothing else is meant: scripts listen there."""
        view = self._view
        for value in self._values:
            if value.data or value.is_address:
                continue
            wanted = tokens(value.text)
            hits = [
                node
                for node in view.nodes
                if node.shown
                and node.tag != "#text"
                and node.end - node.index < 6
                and tokens(view.text_of(node.index)) == wanted
            ]
            inner = [node for node in hits if not any(node.index < other.index < node.end for other in hits)]
            if len(inner) == 1:
                label = view.text_of(inner[0].index)
                yield Meant("click", DoClick(element(view, inner[0])), inner[0], label, value.places, SURE)


def leads(node: Node) -> bool:
    """Whether a click there leads on, and sends nothing that was filled in: a link, a tab, an entry of a menu."""
    return node.role in ("link", "tab", "menuitem", "treeitem") or node.tag == "a"


def record_around(view: PageView, node: Node, equals: Sequence[Node]) -> Node:
    """The largest part of the page around a node that holds none of its equals."""
    around = node
    for above in ancestors(view, node):
        if any(above.index < other.index < above.end for other in equals if other.index != node.index):
            break
        around = above
    return around


def _can_be_typed(node: Node) -> bool:
    return node.shown and is_text_box(node) and not node.states & {"disabled", "readonly"}


def _visible(view: PageView, node: Node) -> bool:
    """True if a box, or the label that stands in for it, can be seen."""
    return node.shown or any(above.tag == "label" and above.shown for above in ancestors(view, node))


def _takes(node: Node, text: str) -> bool:
    match type_of(node):
        case "number":
            return _NUMBER.fullmatch(text.strip()) is not None
        case "date":
            return _DATE.fullmatch(text) is not None
        case "email":
            return "@" in text
        case _:
            return True


def _same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 2)


def _within(wanted: tuple[str, ...], text: tuple[str, ...]) -> bool:
    return bool(wanted) and any(text[at : at + len(wanted)] == wanted for at in range(len(text) - len(wanted) + 1))


def _longest(hits: Iterable[Meant]) -> list[Meant]:
    """Drops matches whose words are part of another's ("Add" beside "Add book"); of equal ones the best stays."""
    every = list(hits)
    return [
        one
        for one in every
        if not any(one.words < other.words or (one.words == other.words and one.fit < other.fit) for other in every)
    ]


def _innermost(hits: Sequence[Meant]) -> list[Meant]:
    nodes = [one.node for one in hits if one.node is not None]
    return [
        one
        for one in hits
        if one.node is None or not any(one.node.index < other.index < one.node.end for other in nodes)
    ]
