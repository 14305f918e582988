"""Locates the text on a page that a check is about, by reading the benchmarks' locators without running them.

Their task files have pieces of JavaScript: a way from `document` by selectors to an element, and what is taken of it,
several of them joined by `+`. That much is understood here and answered from a page as webdart sees it, so that no text
of a task file runs anywhere. `func:` calls a function of the benchmark's own Python, which is not here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from webdart.page.model import Node, PageView
from webdart.page.roles import options_of, words_of

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?P<word>[A-Za-z_$][\w$]*)|(?P<number>\d+)"""
    r"""|(?P<sign>\.\.\.|=>|\|\||\?\.|[.()\[\]+;]))"""
)
_TO_ONE = ("querySelector", "closest")
_NEXT_TO = ("firstElementChild", "lastElementChild", "firstChild", "lastChild", "parentElement")
_TAKEN = ("outerText", "innerText", "textContent", "value", "selectedIndex", "checked")


class NotUnderstood(Exception):
    """A locator that says more than a way to an element. `why` is for whoever reads the score."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of a way; `argument` is a selector, an attribute's name or a place in a list."""

    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class _Term:
    """A way, what is said where it leads nowhere (None: nothing), and of each element of a list what is taken.

    `each` is empty for a way that ends by itself; else the alternatives, of which the first that is there counts.
    """

    steps: tuple[_Step, ...]
    otherwise: str | None = None
    each: tuple[tuple[_Step, ...], ...] = ()
    between: str = ""


@dataclass(frozen=True, slots=True)
class Locator:
    """Texts of a page, one after another; none is the whole page."""

    terms: tuple[_Term, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors whose hits a page must tell."""
        steps = (step for term in self.terms for step in term.steps)
        return tuple(dict.fromkeys(_mark(step.argument) for step in steps if step.name in _SELECTING))

    def text(self, view: PageView) -> str | None:
        """What the page says there; "" where the way leads nowhere, None where no page tells it (hidden fields)."""
        if not self.terms:
            return view.text_of(0)
        texts = [_text(view, term) for term in self.terms]
        return None if None in texts else "".join(text for text in texts if text is not None)


_SELECTING = (*_TO_ONE, "querySelectorAll")


def read_locator(said: str) -> Locator:
    """A locator of a task file.

    Raises:
        NotUnderstood: it is a function of the benchmark's, or a script.
    """
    said = said.strip()
    if not said:
        return Locator()
    if said.startswith("func:"):
        raise NotUnderstood(f"the check calls {said[5:].partition('(')[0]!r}, a function of the benchmark's own")
    return Locator(_Parser(said).terms())


class _Parser:
    """Reads one locator, token by token."""

    def __init__(self, said: str) -> None:
        self._said = said
        self._tokens = list(_tokens(said))
        self._place = 0

    def terms(self) -> tuple[_Term, ...]:
        found = [self._term()]
        while self._took("+"):
            found.append(self._term())
        self._took(";")
        if self._place < len(self._tokens):
            self._fail()
        return tuple(found)

    def _term(self) -> _Term:
        if self._took("("):
            way = self._way("document")
            otherwise = self._text() if self._took("||") else None
            self._need(")")
            return _Term(way, otherwise)
        if self._took("["):
            return self._list()
        return _Term(self._way("document"))

    def _list(self) -> _Term:
        """`[...way].map(one => one.x || one.y).join(" ")`."""
        self._need("...")
        way = self._way("document")
        self._need("]", ".", "map", "(")
        name = self._next()
        self._need("=>")
        each = [self._way(name)]
        while self._took("||"):
            each.append(self._way(name))
        self._need(")", ".", "join", "(")
        between = self._text()
        self._need(")")
        return _Term(way, each=tuple(each), between=between)

    def _way(self, begins: str) -> tuple[_Step, ...]:
        self._need(begins)
        steps: list[_Step] = []
        while True:
            if self._took("[") and steps:
                steps.append(_Step("item", self._next()))
                self._need("]")
            elif self._took(".") or self._took("?."):
                steps.append(self._step())
            else:
                break
        if not steps:
            self._fail()
        return tuple(steps)

    def _step(self) -> _Step:
        name = self._next()
        if name in (*_SELECTING, "getAttribute"):
            self._need("(")
            step = _Step(name, self._text())
            self._need(")")
            return step
        if name in ("toString", "trim"):
            self._need("(", ")")
            return _Step(name)
        if name not in (*_NEXT_TO, *_TAKEN):
            self._fail()
        return _Step(name)

    def _text(self) -> str:
        token = self._next()
        if token[0] not in "'\"`" or "${" in token:
            self._fail()
        return re.sub(r"\\(.)", r"\1", token[1:-1])

    def _next(self) -> str:
        if self._place >= len(self._tokens):
            self._fail()
        self._place += 1
        return self._tokens[self._place - 1]

    def _took(self, token: str) -> bool:
        if self._place < len(self._tokens) and self._tokens[self._place] == token:
            self._place += 1
            return True
        return False

    def _need(self, *tokens: str) -> None:
        if not all(self._took(token) for token in tokens):
            self._fail()

    def _fail(self) -> NoReturn:
        raise NotUnderstood(f"the check's locator is a script, which is not run: {self._said[:120]}")


def _tokens(said: str) -> Iterator[str]:
    place = 0
    while place < len(said.rstrip()):
        found = _TOKEN.match(said, place)
        if found is None:
            raise NotUnderstood(f"the check's locator is a script, which is not run: {said[:120]}")
        yield found[0].strip()
        place = found.end()


# -- on a page ------------------------------------------------------------------------------------------------


def _text(view: PageView, term: _Term) -> str | None:
    if not term.each:
        text = _followed(view, (view.nodes[0],), term.steps)
        return text or term.otherwise if term.otherwise is not None else text
    found = _elements(view, (view.nodes[0],), term.steps)
    said = [[_followed(view, (node,), way) or "" for way in term.each] for node in found]
    return term.between.join(next((text for text in texts if text), "null") for texts in said)


def _followed(view: PageView, nodes: Sequence[Node], steps: Sequence[_Step]) -> str | None:
    """The text at the end of a way, "" where it leads nowhere."""
    ways = [place for place, step in enumerate(steps) if step.name in (*_TAKEN, "getAttribute")]
    if not ways:
        return ""  # an element and not its text
    found = _elements(view, nodes, steps[: ways[0]])
    return _taken(view, found[0], steps[ways[0]]) if found else ""


def _elements(view: PageView, nodes: Sequence[Node], steps: Sequence[_Step]) -> list[Node]:
    found = list(nodes)
    for step in steps:
        found = (
            [other for node in found for other in _stepped(view, node, step)]
            if step.name != "item"
            else (found[int(step.argument) :][:1])
        )
    return found


def _stepped(view: PageView, node: Node, step: _Step) -> Sequence[Node]:
    marked = view.marks.get(_mark(step.argument), ())
    whole = node.parent < 0
    match step.name:
        case "querySelector":
            return [view.nodes[hit] for hit in marked if whole or node.index < hit < node.end][:1]
        case "querySelectorAll":
            return [view.nodes[hit] for hit in marked if whole or node.index < hit < node.end]
        case "closest":
            above = [hit for hit in marked if view.nodes[hit].index <= node.index < view.nodes[hit].end]
            return [view.nodes[above[-1]]] if above else []
        case "parentElement":
            return [view.nodes[node.parent]] if node.parent >= 0 else []
        case _:
            below = [one for one in view.nodes[node.index + 1 : node.end] if one.parent == node.index]
            kept = [one for one in below if one.tag != "#text"] if "Element" in step.name else below
            return (kept[:1] if step.name.startswith("first") else kept[-1:]) if kept else []


def _taken(view: PageView, node: Node, step: _Step) -> str | None:
    match step.name:
        case "getAttribute":
            return node.attributes.get(step.argument, "")
        case "textContent":
            return view.text_of(node.index)
        case "value":
            return _value(view, node)
        case "selectedIndex":
            return str(_chosen(view, node))
        case "checked":
            return str("checked" in node.states).lower()
        case _:
            return view.visible_text_of(node.index) if node.shown else view.text_of(node.index)


def _value(view: PageView, node: Node) -> str | None:
    """What is sent for a control; None for a hidden field, whose value no page tells us."""
    if node.tag == "select":
        options, place = options_of(view, node), _chosen(view, node)
        return options[place].attributes.get("value", words_of(view, options[place])) if place >= 0 else ""
    hidden = node.attributes.get("type", "").lower() in ("hidden", "password")
    return None if hidden else node.value if node.value is not None else node.attributes.get("value", "")


def _chosen(view: PageView, node: Node) -> int:
    """Which option of a list box is chosen; -1 for none."""
    words = [words_of(view, option) for option in options_of(view, node)]
    return words.index(node.value) if node.value in words else -1


def _mark(selector: str) -> str:
    return f"css={selector}"
