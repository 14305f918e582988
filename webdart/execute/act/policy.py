"""Chooses the next move for an objective and decides when it is done: the short-horizon policy without a model.

What the objective refers to on the current page comes first, in the order of the sentence, with values before the
button that sends them. Then comes the form's own button, and where nothing matches, whatever harmless thing sounds
nearest. What the objective does not ask for is only ever looked at: nothing that it sends is let go (`Move.asked`).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from webdart.browser.port import Action, DoClick, DoPress
from webdart.execute.act.grounding import SURE, Meant, Reader, Reading, leads
from webdart.execute.act.sentence import Asked
from webdart.execute.act.vocabulary import affirms, undoes
from webdart.navigate.find.heuristic import Offers, Wish, is_error
from webdart.page.effects import effect_of, form_of
from webdart.page.http_request import looks_destructive
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.model import Element, Node, PageView
from webdart.page.roles import is_control, is_text_box, type_of, words_of
from webdart.page.text_match import loose
from webdart.plan.model import SitePlan
from webdart.search.port import Appraisal, Candidate

NEXT = 0.95
"""The hope of what the sentence asks for next."""

_CLOSING = 0.92
_LATER = 0.12  # of what is meant too, but comes later in the sentence
_ASIDE = 0.5  # what a link that is not meant is hoped for, beside its words
_MEANWHILE = 0.1


class Stand(Struct, frozen=True):
    """A page, and how far the objective has come: words done, what was filled in since something was sent, writes."""

    view: PageView
    done: frozenset[int] = frozenset()
    touched: tuple[Element, ...] = ()
    sent: int = 0


class Move(Struct, frozen=True):
    """An action, the words of the objective that it does, and whether the objective asks for it."""

    action: Action
    words: frozenset[int] = frozenset()
    asked: bool = False
    fills: bool = False


class ActPolicy:
    """The possible moves of a state, and their scores. `writes`: the stage declares some, so one must be sent."""

    def __init__(self, asked: Asked, site: SitePlan, *, writes: bool) -> None:
        self._asked = asked
        self._writes = writes
        content = frozenset(asked.words[at].text for at in asked.content)
        self._around = Offers(site, Wish(content, frozenset()))
        self._last: tuple[tuple[int, frozenset[int]], PageView, Reading] | None = None
        self.doubtful: frozenset[int] = frozenset()
        self.unclear: set[str] = set()

    def offers(self, stand: Stand) -> Sequence[Candidate[Move]]:
        """The meaning of the objective here, the buttons that send the form, and the links that may lead on."""
        reading = self._read(stand.view, stand.done)
        for one in reading.unclear:
            self.unclear.add(one.problem)
            self.doubtful |= one.words
        meant = [one for one in reading.meant if not one.so and not self._in_doubt(stand, one)]
        first = self._first(meant)
        found = [self._candidate(stand, one, NEXT * one.fit if one is first else _LATER) for one in meant]
        if first is None and (closing := self._closing(stand)) is not None:
            found.append(closing)
        busy = bool(found)
        return (*found, *self._aside(stand, busy=busy))

    async def worth(self, state: Stand) -> Appraisal:
        """The share of the objective that is done; a goal once nothing is left and the required write was sent."""
        if is_error(state.view):
            return Appraisal(0.0, reason=f"the site answers {state.view.status}", dead=True)
        content = self._asked.content
        share = len(content & self.so(state)) / len(content) if content else 0.0
        goal = self._fulfilled(state)
        return Appraisal(1.0 if goal else 0.9 * share, goal=goal, reason=f"{share:.0%} of the objective")

    def _fulfilled(self, stand: Stand) -> bool:
        """True if no value is left to enter, and no control to fill in or press."""
        so = self.so(stand)
        if self.unplaced(so) or self._form_waits(stand):
            return False
        last = max(stand.done, default=-1)
        left = [one for one in self._read(stand.view, so).meant if one.fit >= SURE]
        if any((one.kind != "click" or one.at > last) and not one.so for one in left):
            return False
        return stand.sent > 0 if self._writes else bool(stand.done)

    def _form_waits(self, stand: Stand) -> bool:
        """True if something was filled in and a button would send it."""
        filled = _filled(stand)
        return bool(filled) and (any(map(is_text_box, filled)) or any(True for _ in _buttons_of(stand.view, filled)))

    def closing(self, stand: Stand) -> frozenset[int]:
        """The buttons that send the filled-in controls: those of their form, else of the smallest box around them."""
        filled = _filled(stand)
        buttons = _buttons_of(stand.view, filled) if filled else ()
        own = (node for node in buttons if "formaction" not in node.attributes)
        return frozenset(node.index for node in own if not self.undoes(stand.view, node))

    def unplaced(self, done: frozenset[int]) -> tuple[str, ...]:
        """The values of the objective that nothing has taken yet."""
        return tuple(value.text for value in self._asked.values if not value.places <= done)

    def so(self, stand: Stand) -> frozenset[int]:
        """The words of the objective that are done, or that the page shows as done."""
        reading = self._read(stand.view, stand.done)
        return stand.done.union(*(one.words for one in reading.meant if one.so))

    def _in_doubt(self, stand: Stand, one: Meant) -> bool:
        """True if it could write while its words were ambiguous elsewhere, or a value has no place yet."""
        if one.kind != "click" or one.node is None:
            return False
        effect = effect_of(stand.view, one.node)
        if one.words <= self.doubtful and not (leads(one.node) and effect in ("safe", "navigational")):
            return True
        return effect == "destructive" and bool(self.unplaced(self.so(stand) | one.words))

    def _read(self, view: PageView, done: frozenset[int]) -> Reading:
        """A page is asked for its offers and its worth in turn: read once."""
        key = (id(view), done)
        if self._last is None or self._last[0] != key:
            self._last = (key, view, Reader(self._asked, view, done).read())
        return self._last[2]

    def _first(self, meant: Sequence[Meant]) -> Meant | None:
        """The next moves: the earliest of the clear ones; a button only once nothing is left to fill in."""
        sure = [one for one in meant if one.fit >= SURE]
        filling = [one for one in sure if one.kind in ("put", "choose", "tick")]
        before = [one for one in sure if one.kind == "open" or (one.kind == "click" and _leads(one))]
        early = [one for one in before if not filling or one.at < filling[0].at]
        waiting = early or filling or sure
        return waiting[0] if waiting else None

    def _candidate(self, stand: Stand, one: Meant, hope: float) -> Candidate[Move]:
        effect = "safe" if one.node is None or one.kind != "click" else effect_of(stand.view, one.node)
        effect = "destructive" if effect == "terminating" else effect  # what ends a session, asked for by its name
        move = Move(one.action, one.words, asked=one.kind != "open", fills=one.kind in ("put", "choose", "tick"))
        verb = {"open": "open", "click": "click"}.get(one.kind, "fill")
        key = (place_of(stand), str(one.action))
        return Candidate(move, key, hope, "navigational" if one.kind == "open" else effect, f"{verb} {one.label}")

    def _closing(self, stand: Stand) -> Candidate[Move] | None:
        """The button that carries out what was filled in, where the sentence names none."""
        view = stand.view
        filled = _filled(stand)
        if not filled:
            return None
        buttons = list(_buttons_of(view, filled))
        allowed = [node for node in buttons if not self.undoes(view, node)]
        affirming = [node for node in allowed if affirms(loose(words_of(view, node)))]
        choice = allowed if len(allowed) == 1 else affirming[:1] if _same_form(view, affirming) else []
        if len(choice) == 1 and effect_of(view, choice[0]) == "destructive" and self.unplaced(self.so(stand)):
            return None  # half of what is asked for is not sent
        if len(choice) == 1:
            move = Move(DoClick(element(view, choice[0])), asked=True)
            label = words_of(view, choice[0])
            return Candidate(
                move, (place_of(stand), "close", label), _CLOSING, effect_of(view, choice[0]), f"click {label}"
            )
        boxes = [node for node in filled if is_text_box(node) and node.tag == "input"]
        if boxes and not buttons:
            move = Move(DoPress("Enter", element(view, boxes[-1])), asked=True)
            return Candidate(move, (place_of(stand), "enter"), _CLOSING, "navigational", "press Enter")
        if allowed:
            names = ", ".join(repr(words_of(view, node)) for node in allowed)
            self.unclear.add(f"the form on {view.url} has several buttons ({names}), and the objective names none")
        return None

    def undoes(self, view: PageView, node: Node) -> bool:
        """Whether a button says, or its address does, that it undoes or deletes; what is asked for is no closing."""
        action = node.attributes.get("formaction", "")
        return (
            undoes(loose(words_of(view, node)))
            or looks_destructive(action)
            or effect_of(view, node) in ("terminating", "invalid")
        )

    def _aside(self, stand: Stand, *, busy: bool) -> Iterator[Candidate[Move]]:
        """Moves that the objective does not name but that look harmless and may lead to what it names."""
        for one in self._around(stand.view):
            hope = one.prior * (_MEANWHILE if busy else _ASIDE)
            yield Candidate(Move(one.action), (stand.done, one.key), hope, one.effect, one.label, one.plain)


def _filled(stand: Stand) -> list[Node]:
    """The controls that were filled in, as the page has them now."""
    wanted = {(touched.role, touched.name) for touched in stand.touched}
    return [node for node in stand.view.nodes if node.shown and (node.role, node.name) in wanted and is_control(node)]


def _leads(one: Meant) -> bool:
    return one.node is not None and leads(one.node)


def place_of(stand: Stand) -> object:
    """The key of a move: the page, and how much of the objective is done on it."""
    return (stand.view.url, stand.done, len(stand.touched), stand.sent)


def _same_form(view: PageView, nodes: Sequence[Node]) -> bool:
    """Whether they belong to one form: then the first is what Enter would press."""
    forms = {None if (form := form_of(view, node)) is None else form.index for node in nodes}
    return len(forms) == 1


def _buttons_of(view: PageView, filled: Sequence[Node]) -> Iterator[Node]:
    """The buttons that send what was filled in: those of its form, else those in the smallest part around it."""
    form = form_of(view, filled[-1])
    if form is not None:
        named = form.attributes.get("id")
        for node in view.nodes:
            inside = form.index < node.index < form.end
            if (inside or (named and node.attributes.get("form") == named)) and _is_button(node):
                if inside and type_of(node) == "button" and node.tag == "input":
                    continue
                if node.attributes.get("type", "submit") in ("submit", "image"):
                    yield node
        return
    for above in ancestors(view, filled[-1]):
        found = [node for node in view.nodes[above.index : above.end] if _is_button(node)]
        if found:
            yield from found
            return


def _is_button(node: Node) -> bool:
    return node.shown and node.role == "button" and "disabled" not in node.states
