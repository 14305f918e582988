"""Chooses an option from a widget that opens: a drawn list, a search box, a menu.

It does what a person does: click the widget, read what appears, click the words; if they are not there yet, type them
into whatever takes text, or scroll down the list. Whatever appears counts, regardless of its markup; elements marked up
as options go first.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from msgspec import Struct

from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import DoClick, DoPress, DoType
from webdart.errors import Ambiguous, NotFound, StepFailed
from webdart.page.effects import effect_of, form_of
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.locator_choice import described
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, is_list_box, is_opener, is_text_box, options_of, words_of
from webdart.page.submit_button import sends
from webdart.page.text_match import holds, loose, says
from webdart.page.vocabulary import APPLY_WORDS, CONFIRM_WORDS

_OPTIONS = frozenset({"option", "menuitemradio", "menuitemcheckbox", "menuitem", "treeitem"})
_ENTRIES = _OPTIONS | {"gridcell"}
_TABLES = frozenset({"table", "grid", "treegrid"})
_SMALL = 12  # nodes: what has appeared and is larger is the list, not one of it
_CALM = 0.6  # seconds that an open list without a change is given
_OPENING = 3.0  # seconds that a list may take to come, where nothing says that it is loading
_DOWN = 40  # how often the list is gone down without anything new

_OVERLAP = 8  # pixels by which a list lies over the edge of its box
_GAP = 24  # pixels from there within which it begins: eight below the box, and as many for a frame of its own

Control = Callable[[PageView], Node]


class Before(Struct, frozen=True):
    """What was on the page before something opened."""

    seen: Counter[tuple[str, str, str]]

    @classmethod
    def of(cls, view: PageView) -> "Before":
        """What is on it now."""
        return cls(Counter(_key(view, node) for node in view.nodes if node.shown))

    def new(self, view: PageView) -> list[Node]:
        """What a person sees now and did not before; of equals the later ones."""
        left = Counter(self.seen)
        found: list[Node] = []
        for node in view.nodes:
            if node.shown:
                key = _key(view, node)
                left[key] -= 1
                if left[key] < 0:
                    found.append(node)
        return found


def _key(view: PageView, node: Node) -> tuple[str, str, str]:
    small = node.end - node.index <= _SMALL
    return node.tag, node.attributes.get("id", ""), node.text or (view.visible_text_of(node.index) if small else "")


def opened(view: PageView, before: Before) -> list[Node]:
    """What can be chosen from since `before`; what is chosen already is no sign that a list is open."""
    new = before.new(view)
    entries = [node for node in new if node.role in _ENTRIES and "selected" not in node.states]
    lists = [node for node in new if node.role in ("listbox", "menu")]
    return entries or [node for node in lists if not any(one.role in _ENTRIES for one in _inside(view, node))]


def is_offered(view: PageView, new: Sequence[Node], text: str) -> bool:
    """Whether what has come up with the typing offers that very text: Enter takes it in then.

    It is an entry that says no more, or stands in a sentence that is no entry: `Press Enter to add "red"`.
    """
    for node in new:
        words = node.text or node.name
        entry = any(one.role in _ENTRIES for one in (node, *ancestors(view, node)))
        if not is_control(node) and (says(words, text) if entry else holds(words, text)):
            return True
    return False


def choice_for(view: PageView, box: Node, new: Sequence[Node], words: str) -> Node | None:
    """What says just these words in a list of choices that has come up at a box with the typing; else None.

    Suggestions for what was typed hold it, and so do the records that it leaves; the others of a list to choose from do
    not. They stand one below the other, and no click on them does anything else.
    """
    small = [node for node in new if node.end - node.index <= _SMALL and not is_text_box(node)]
    fitting = _innermost([node for node in small if says(words_of(view, node), words) and not _commands(view, node)])
    if len(fitting) != 1:
        return None
    same = takewhile(lambda above: says(view.visible_text_of(above.index), words), ancestors(view, fitting[0]))
    entry = [fitting[0], *same][-1]  # all of it, with the box around its words
    others = [node for node in small if node.parent == entry.parent and _is_stacked(node, entry)]
    texts = [text for node in others if (text := words_of(view, node))]
    choices = _touches(view.nodes[entry.parent], box) and bool(texts)
    return fitting[0] if choices and not any(holds(text, words) for text in texts) else None


def _touches(opened: Node, box: Node) -> bool:
    """Whether what has opened hangs on a box: right below or above it."""
    below, above = opened.box.y - (box.box.y + box.box.height), box.box.y - (opened.box.y + opened.box.height)
    aside = opened.box.x > box.box.x + box.box.width or box.box.x > opened.box.x + opened.box.width
    return not aside and 0 <= max(below, above) + _OVERLAP <= _GAP


def _is_stacked(other: Node, node: Node) -> bool:
    """Whether another entry stands above or below one, drawn alike."""
    names, own = (set(one.attributes.get("class", "").split()) for one in (other, node))
    alike = other.tag == node.tag and bool(names & own or not (names or own))
    column = (other.box.x, other.box.width) == (node.box.x, node.box.width)
    return alike and column and other.box.y != node.box.y


def takes_entries(view: PageView, node: Node) -> bool:
    """Whether Enter in a box takes an entry in and sends no form: it says that it has a list, or no form is sent by it.

    A browser sends a form by Enter if it has a button for that, shown or not, or no other box to type in.
    """
    popup = node.attributes.get("aria-haspopup") == "listbox"
    listed = node.attributes.get("aria-autocomplete", "none") in ("list", "both")
    form = form_of(view, node)
    if popup or listed or node.role == "combobox" or form is None:
        return True
    lines = [one for one in view.nodes if one.tag == "input" and is_text_box(one) and form_of(view, one) is form]
    return len(lines) > 1 and not any(sends(one) and form_of(view, one) is form for one in view.nodes)


def _inside(view: PageView, node: Node) -> Sequence[Node]:
    return view.nodes[node.index + 1 : node.end]


class Choice(Struct, frozen=True):
    """What is to be chosen: the name of the control, the words, the selectors to look for.

    `data` says that the words came from a page: they choose among values, never among links, buttons and commands.
    """

    name: str
    words: str
    marks: tuple[str, ...] = ()
    data: bool = False


class Choosing(Struct, frozen=True):
    """One choice from a control, in how much time."""

    control: Control
    choice: Choice
    patience: Patience

    async def run(self) -> Node | None:
        """Choose the words; the box that has them now, where the control opened a box to type in and nothing else.

        Raises:
            NotFound: the list has opened and does not have them, and the control takes no other text.
            Ambiguous: the list has them several times.
            HeldBack: a request is held meanwhile.
            StepFailed: what stands there is a command.
        """
        view, node = await self.patience.until(self.control, self.choice.marks)
        before = Before.of(view)
        if not any(
            option.shown and says(words_of(view, option), self.choice.words) for option in options_of(view, node)
        ):
            await self._open()
        if await self._take(before):
            return None
        closed = await self.patience.tab.view(self.choice.marks)
        if not before.new(closed):  # it stood open, and the click has closed it
            before = Before.of(closed)
            await self._open()
            if await self._take(before):
                return None
        alone = _opened_box(await self.patience.tab.view(self.choice.marks), before) is not None
        typed_in = await self._type(before)
        if typed_in is not None and await self._take(before):
            return None
        if typed_in is None and await self._go_down(before):
            return None
        if typed_in is not None and typed_in == node.index:
            await self._give(before)
            return None
        view = await self.patience.tab.view(self.choice.marks)
        if alone and (box := _box_with(view, before, self.choice.words)) is not None:
            return box
        raise self._nothing(await self.patience.tab.view(), before)

    async def _give(self, before: Before) -> None:
        """Give a text of one's own, which the page may keep: by Enter where it is offered, else by leaving the box."""
        view = await self.patience.tab.view(self.choice.marks)
        node = self.control(view)
        offered = takes_entries(view, node) and is_offered(view, before.new(view), self.choice.words)
        box = element(view, node) if offered else None
        await self.patience.act(lambda _: DoPress("Tab" if box is None else "Enter", box))

    async def _open(self) -> None:
        """Click what opens the list; what is not marked as such, and would send something, is a command.

        Raises:
            StepFailed: it is one; nothing of it is sent.
        """
        try:
            await self._act(lambda view, node: DoClick(element(view, _face(view, node)), through=True))
        except HeldBack as held:
            node = self.control(held.view)
            if not held.acted or is_control(node) or is_list_box(node) or is_opener(node):
                raise
            raise StepFailed(
                f"{self.choice.name} has no list: {described(held.view, node)} stands there, which sends something",
                url=held.view.url,
                hint="if it is to be pressed: click it",
            ) from held

    async def _act(self, make: "Callable[[PageView, Node], DoClick | DoType]") -> PageView:
        return await self.patience.act(lambda view: make(view, self.control(view)), self.choice.marks)

    def _waiting(self) -> Patience:
        """Patience for a list that should be there at once, unless the page says that it is loading it."""
        whole = self.patience
        until = min(whole.deadline, whole.clock() + max(_OPENING, whole.left() / 2))
        return Patience(whole.tab, until, whole.clock, _CALM)

    async def _take(self, before: Before) -> bool:
        """Click the option with the words as soon as there is one; False where none comes."""
        try:
            await self._waiting().until(lambda view: self._option(view, before), self.choice.marks)
        except Ambiguous:
            raise
        except NotFound:
            return False
        after = await self.patience.act(
            lambda view: DoClick(element(view, self._option(view, before))), self.choice.marks
        )
        button = self._keeper(after, before)
        if button is not None:
            await self.patience.act(lambda _: DoClick(element(after, button)), self.choice.marks)
        return True

    def _keeper(self, view: PageView, before: Before) -> Node | None:
        """The button in what has opened, still open around what was chosen, without which that is not kept: "OK"."""
        if self.choice.data:
            return None  # what a page says presses nothing
        new = before.new(view)
        opened = {node.index for node in new}
        buttons = [
            node
            for node in new
            if node.role == "button" and "disabled" not in node.states
            and effect_of(view, node) in {"safe", "navigational"}
        ]  # fmt: skip
        for option in (node for node in new if says(words_of(view, node), self.choice.words)):
            for around in takewhile(lambda above: above.index in opened, ancestors(view, option)):
                own = [node for node in buttons if around.index < node.index < around.end]
                if own:
                    keeping = [node for node in own if _keeps(loose(words_of(view, node)))]
                    return keeping[0] if len(keeping) == 1 else None
        return None

    def _option(self, view: PageView, before: Before) -> Node:
        node = self.control(view)
        own = [option for option in options_of(view, node) if option.shown]
        come = before.new(view)
        new = [other for other in come if not self.choice.data or not _commands(view, other)]
        shown = own or [other for other in new if other.role in _OPTIONS]
        for pool in (shown, [other for other in new if other.end - other.index <= _SMALL and not is_text_box(other)]):
            exact = [other for other in pool if words_of(view, other) == self.choice.words]
            fitting = _innermost(exact or [other for other in pool if says(words_of(view, other), self.choice.words)])
            if pool is not shown:  # records that what was set before has changed are no choices
                fitting = [other for other in fitting if not _is_record(view, other, come)]
            if len(fitting) == 1 or (fitting and pool is not shown):
                return fitting[0]
            if fitting:
                listed = "; ".join(described(view, other) for other in fitting[:8])
                raise Ambiguous(
                    f"{self.choice.words!r} stands {len(fitting)} times in the list: {listed}", url=view.url
                )
        offered = [other for other in shown if holds(words_of(view, other), self.choice.words)]
        if len(shown) == 1 and offered and is_text_box(node):
            return offered[0]  # "Create …": the only thing offered for a text of one's own
        raise NotFound(f"{self.choice.name} has no {self.choice.words!r}", url=view.url)

    async def _type(self, before: Before) -> int | None:
        """Type the words into what takes them: the control, or the search box of what has opened; which node it was."""
        view = await self.patience.tab.view(self.choice.marks)
        node = self.control(view)
        boxes = [other for other in (node, *before.new(view)) if is_text_box(other) and "readonly" not in other.states]
        inside = [other for other in view.nodes[node.index + 1 : node.end] if is_text_box(other) and other.shown]
        for box in (*boxes, *inside):
            target = element(view, box)
            await self.patience.act(lambda _, target=target: DoType(target, self.choice.words))
            return box.index
        return None

    async def _go_down(self, before: Before) -> bool:
        """Go down a list that shows only a part of itself, until the words come or nothing new does."""
        seen: set[str] = set()
        idle = 0
        while idle < _DOWN and self.patience.left() > 0:
            view = await self.patience.act(lambda _: DoPress("ArrowDown"))
            texts = {words_of(view, node) for node in before.new(view) if node.end - node.index <= _SMALL}
            idle = 0 if texts - seen else idle + 1
            seen |= texts
            if any(says(text, self.choice.words) for text in texts):
                return await self._take(before)
            if not texts:
                return False
        return False

    def _nothing(self, view: PageView, before: Before) -> NotFound:
        options = [node for node in before.new(view) if node.role in _OPTIONS] or [
            node for node in before.new(view) if node.tag == "#text"
        ]
        there = ", ".join(repr(words_of(view, node)[:60] or node.text[:60]) for node in options[:30]) or "nothing"
        return NotFound(f"{self.choice.name} has no {self.choice.words!r}", url=view.url, hint=f"it offers: {there}")


def _opened_box(view: PageView, before: Before) -> Node | None:
    """The one box to type in that has come up, if nothing else has but its label: a search is behind the control."""
    new = before.new(view)
    boxes = [node for node in new if is_text_box(node)]
    if len(boxes) != 1 or any(node.role in _ENTRIES for node in new):
        return None
    texts = [node.text for node in new if node.tag == "#text" and any(map(str.isalnum, node.text))]
    return boxes[0] if all(says(text, boxes[0].name) for text in texts) else None


def _box_with(view: PageView, before: Before, words: str) -> Node | None:
    boxes = [node for node in before.new(view) if is_text_box(node)]
    return boxes[0] if len(boxes) == 1 and boxes[0].value == words else None


def _face(view: PageView, node: Node) -> Node:
    """What a person clicks to open a control: itself, or the small part around it where it is out of sight."""
    if node.shown:
        return node
    # what holds nothing but parts that float in it has no height, and can't be clicked
    around = (above for above in ancestors(view, node) if above.shown and above.box.width and above.box.height)
    first = next(around, node)
    return first if first.end - first.index <= _SMALL else node


def _is_record(view: PageView, node: Node, come: Sequence[Node]) -> bool:
    """Whether it stands in a table that was there before."""
    table = next((above for above in ancestors(view, node) if above.role in _TABLES), None)
    return table is not None and all(other.index != table.index for other in come)


def _commands(view: PageView, node: Node) -> bool:
    """Whether a click on it does something, instead of being a value: a link, a button, an entry of a menu."""
    near = (*islice(ancestors(view, node), 3), *view.nodes[node.index : node.end])
    return any(other.role in ("link", "button", "menuitem", "menu") for other in near)


def _keeps(words: str) -> bool:
    return bool(APPLY_WORDS.search(words) or CONFIRM_WORDS.search(words))


def _innermost(nodes: list[Node]) -> list[Node]:
    """Without those that hold another one; a text stands for the element around it."""
    elements = [node for node in nodes if node.tag != "#text"]
    return [node for node in elements if not any(node.index < other.index < node.end for other in elements)]
