"""Goes over a page once and notes of every element its text, shape and path, and whether a record may use it."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar
from unicodedata import category

from webdart.page.markup import STRUCK
from webdart.page.model import Node, PageView
from webdart.records.structure.trails import trails
from webdart.records.words import words_of_name

_NO_TEXT = frozenset({"button", "select", "option", "optgroup", "script", "style", "template", "textarea", "datalist"})
_NO_TEXT_ROLES = frozenset({"button", "menu", "menubar", "listbox", "combobox", "menuitem", "toolbar", "tooltip"})
_ICON_NAME = re.compile(r"[a-z][a-z0-9]{1,20}(?:_[a-z0-9]{1,20}){0,4}$")
_ICON_CLASS = re.compile(r"(?:^|[\s_-])icons?(?:$|[\s_-])|[_-]symbols(?:$|[\s_-])", re.IGNORECASE)
_CODE = frozenset({"code", "kbd", "samp", "var", "tt", "pre", "td", "th", "a"})  # where names with "_" are at home
_RUBY = frozenset({"rt", "rp"})  # how signs are read, above them, and the brackets around that
_PERHAPS_NONE = _NO_TEXT | _RUBY | {"sup", "a", "input"}  # asked whether they are no content, as those roles are
_CHROME_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar", "dialog"})
_CHROME_TAGS = frozenset({"nav", "dialog"})
_PRESSED = frozenset({"submit", "button", "reset", "image", "hidden"})  # types of an input
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LONG_RUN = 60  # nodes in a link or heading; more are a part of the page
_MARK = 12  # letters of a footnote's mark: "[note 12]"
_LONG_MARK = 3  # letters of one that a line below explains: "¹", "12", "***"
_NOTE = re.compile(r"\[(?:\d{1,3}|[a-z])\]")  # a note's mark, also one that leads nowhere
_HEADS = frozenset({"th", "dt"})
_CELLS = frozenset({"cell", "gridcell"})
_OF_TABLES = frozenset({"td", "th", "tr", "table", "li", "body"})  # as far as one looks for a cell around something
_ANCHOR_SIGNS = frozenset({"¶", "#", "§", "∞", "🔗", "⚓"})
BLOCKS = frozenset({"div", "p", "li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "table", "section", "article",
    "header", "footer", "main", "h1", "h2", "h3", "h4", "h5", "h6", "br", "pre", "blockquote", "form",
    "fieldset"})  # fmt: skip
"""Elements that begin a line of their own."""
_Key = TypeVar("_Key")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits as they stand above the line: never to be run together with those on it."""
_RAISED_DIGITS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_CENTS_LONG = 2
_LETTERS = 2  # of a country before its dollar
_HINTS = frozenset({"hint", "tip", "tooltip", "tooltiptext", "infotip"})
_STROKES = frozenset({"⁄", "/"})
_GLUING = (*_STROKES, ".", ",")  # what may begin a text that goes on with the one before it
_CENTS = re.compile(r"[.,]\d\d(?!\d)")
_GENERATED = re.compile(
    r"\d|^[^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]|^(?:css|sc|jss|tw|ng|svelte|ember)-|^(?:odd|even|first|last|active|selected|hover|focus)$"
    r"|^(?i:zero|one|two|three|four|five)$"
    r"|(?:^|[-_])(?:odd|even)(?:[-_]|$)"  # which of two shades a row has, whatever it is called after
)


@lru_cache(maxsize=8192)
def stable_names(names: str) -> tuple[str, ...]:
    """Those of the names in a `class` that look written by a person, sorted."""
    return tuple(sorted(name for name in names.split() if len(name) > 1 and not _GENERATED.search(name)))


@dataclass
class Outline:
    """A page with what extraction asks again and again, by node index.

    `text` is the text below a node without that of controls; `leaves` how many texts it is made of, or pictures where
    these are the content; `step` one id for tag and stable classes; `chrome` is navigation, banner, footer, or trail;
    `struck` is marked as deleted or drawn through: an older value. `headings` are all headings, in order; `marks` the
    elements by the names that the mark-up gives them, as soon as one is asked for.
    """

    view: PageView
    nodes: tuple[Node, ...]
    kids: Sequence[Sequence[int]]
    text: list[str]
    leaves: list[int]
    step: list[int]
    skipped: list[bool]
    chrome: list[bool]
    main: int
    struck: list[bool]
    classes: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    headings: list[int] = field(default_factory=list[int])
    marks: dict[str, list[int]] | None = None

    @cached_property
    def tag_path(self) -> list[int]:
        """One id for the tags from the root to each node."""
        found, paths = [0] * len(self.nodes), _Numbers[tuple[int, str]]()
        for index, node in enumerate(self.nodes):
            found[index] = paths[found[node.parent] if node.parent >= 0 else 0, node.tag]
        return found

    @cached_property
    def radios(self) -> list[int]:
        """The radio boxes, in order."""
        return [node.index for node in self.nodes if is_radio(node)]

    @cached_property
    def images(self) -> list[int]:
        """The pictures, in order."""
        return [node.index for node in self.nodes if node.tag == "img"]

    @cached_property
    def captions(self) -> list[int]:
        """The captions of tables, in order."""
        return [node.index for node in self.nodes if node.tag == "caption"]

    def below(self, index: int) -> Iterator[int]:
        """The elements and texts of a subtree in order, without controls and what is in them."""
        place, end = index, self.nodes[index].end
        skipped, nodes = self.skipped, self.nodes
        while place < end:
            if skipped[place]:
                place = nodes[place].end
            else:
                yield place
                place += 1

    def reaches(self, root: int, index: int) -> bool:
        """Whether `below(root)` comes to a node of that subtree."""
        skipped, nodes = self.skipped, self.nodes
        while index > root and not skipped[index]:
            index = nodes[index].parent
        return not skipped[index]

    def innermost(self, found: Sequence[int]) -> list[int]:
        """Those of some nodes in which none of the others stands."""
        ordered = sorted(found)
        after = (bisect_right(ordered, index) for index in found)
        return [
            index
            for index, place in zip(found, after, strict=True)
            if place == len(ordered) or ordered[place] >= self.nodes[index].end
        ]

    def named(self, index: int) -> str:
        """An element as a step of a path: its tag and stable classes, a dot between."""
        return ".".join((self.nodes[index].tag, *self.classes[index]))

    def ancestors(self, index: int) -> Iterator[int]:
        """The elements around a node, the nearest first."""
        place = self.nodes[index].parent
        while place >= 0:
            yield place
            place = self.nodes[place].parent

    def running(self, index: int) -> bool:
        """Whether a link or heading is one running text with a part marked up in its middle, as in hits of a search."""
        node = self.nodes[index]
        if (node.tag != "a" and node.tag not in HEADINGS) or node.end - index > _LONG_RUN:
            return False
        texts = [kid for kid in self.kids[index] if self.nodes[kid].tag == "#text"]
        marked = texts and any(texts[0] < kid < texts[-1] for kid in self.kids[index] if kid not in texts)
        return bool(marked) and not any(item.tag in BLOCKS for item in self.nodes[index + 1 : node.end])

    def has_raised_cents(self, index: int) -> bool:
        """Whether two raised digits stand right behind a text with digits: an amount without them is another one."""
        behind = next((kid for kid in self.kids[self.nodes[index].parent] if kid > index), -1)
        if behind < 0 or self.nodes[behind].tag != "sup" or not any(map(str.isdecimal, self.text[index])):
            return False
        said = self.text[behind]
        return len(said) == _CENTS_LONG and all(sign in _RAISED_DIGITS for sign in said)

    def text_before(self, index: int) -> str:
        """The text that stands right before a node, in the same element or another; "" before the first."""
        places = range(index - 1, -1, -1)
        return next((self.text[place] for place in places if self.nodes[place].tag == "#text" and self.text[place]), "")

    def within_word(self, index: int) -> bool:
        """Whether a text is a part of a word whose rest stands right before or behind it, in the same element."""
        kids = self.kids[self.nodes[index].parent]
        place = bisect_left(kids, index)
        after = next((n for n in range(place + 1, min(place + 3, len(kids))) if self.nodes[kids[n]].tag == "#text"), 0)
        return _goes_on(self.nodes, kids, place) or (after > 0 and _goes_on(self.nodes, kids, after))

    def is_bold(self, cell: int) -> bool:
        """Whether a cell is a head of a table, or all its text is bold."""
        tags = ((self.nodes[kid].tag, self.text[kid]) for kid in self.kids[cell])
        return self.nodes[cell].tag == "th" or any(
            tag in {"b", "strong"} and text == self.text[cell] for tag, text in tags
        )

    def level(self, index: int) -> int:
        """The level of a heading, 0 for anything else."""
        return level_of(self.nodes[index])


def is_radio(node: Node) -> bool:
    """Whether an element is a radio box."""
    return node.role == "radio" or (node.tag == "input" and node.attributes.get("type") == "radio")


def level_of(node: Node) -> int:
    """The level of a heading, 0 for anything else."""
    if node.tag in HEADINGS:
        return HEADINGS[node.tag]
    if node.role == "heading":
        said = node.attributes.get("aria-level", "2")
        return int(said) if said.isdigit() else 2
    return 0


def _is_anchor_sign(nodes: Sequence[Node], index: int) -> bool:
    """Whether a node is the sign at a heading that leads to itself ("¶", "#"): no part of what the heading says."""
    node = nodes[index]
    if node.tag != "a" or node.end != index + 2 or "#" not in node.attributes.get("href", ""):
        return False
    return nodes[index + 1].text in _ANCHOR_SIGNS and nodes[node.parent].tag in {*HEADINGS, "dt"}


class _Numbers(dict[_Key, int]):
    """A number for every key, the first one 1."""

    def __missing__(self, key: _Key) -> int:
        number = self[key] = len(self) + 1
        return number


class _Kind(NamedTuple):
    """What tag, class and role tell of an element: many are alike, and asked once."""

    classes: tuple[str, ...]
    step: int
    perhaps: bool  # it may be no content
    struck: bool
    chrome: bool


class _Kinds(dict[tuple[str, str, str], _Kind]):
    """The kinds of elements by tag, class and role; steps are numbered from 1."""

    def __init__(self) -> None:
        super().__init__()
        self._steps = _Numbers[tuple[str, tuple[str, ...]]]()

    def __missing__(self, key: tuple[str, str, str]) -> _Kind:
        tag, names, role = key
        classes = stable_names(names) if names else ()
        perhaps = tag in _PERHAPS_NONE or role in _NO_TEXT_ROLES
        chrome = role in _CHROME_ROLES or tag in _CHROME_TAGS
        kind = _Kind(classes, self._steps[tag, classes], perhaps, tag in STRUCK, chrome)
        self[key] = kind
        return kind


def outline(view: PageView, *, hidden: bool = False, pictured: bool = False) -> Outline:
    """Go over the page once, then once back for the texts.

    `hidden` counts in what a closed tab or fold holds; `pictured` has pictures as content where there is no text.
    """
    nodes = view.nodes
    count = len(nodes)
    kids = _kids_of(nodes)
    step = [0] * count
    skipped, chrome, struck = [False] * count, [False] * count, [False] * count
    classes: list[tuple[str, ...]] = [()] * count
    buttons = [node for node in nodes if node.role == "button" or node.tag == "button"]
    telling = _telling_buttons(nodes, buttons) | _roving_buttons(nodes, buttons) | _rows_pressed(nodes, buttons)
    telling |= _price_buttons(nodes, buttons)
    marks = _explained_marks(nodes)
    kinds = _Kinds()
    for index, node in enumerate(nodes):
        _, parent, end, tag, _, role, _, given, _, shown, states, _, _ = node
        if parent >= 0:
            chrome[index], struck[index] = chrome[parent], struck[parent]
        if tag == "#text":
            continue
        kind = kinds[tag, given.get("class", "") if given else "", role]
        classes[index], step[index] = kind.classes, kind.step
        lone = end == index + 2  # a text and nothing else, as an icon's name is
        nothing = kind.perhaps and index not in telling and (index in marks or _is_no_content(nodes, index))
        if nothing or (lone and _is_icon(nodes, node)):
            skipped[index] = True
        elif not shown and _is_unseen(node):
            skipped[index] = not hidden or _is_hint(nodes, node)
        if kind.struck or (states and "struck" in states):
            struck[index] = True
        if kind.chrome:
            chrome[index] = True
    main = next((node.index for node in nodes if node.role == "main" or node.tag == "main"), -1)
    headings = [node.index for node in nodes if (node.tag in HEADINGS or node.role == "heading") and level_of(node)]
    text, leaves = _texts(nodes, kids, skipped)
    for trail in trails(view.url, nodes, kids, text):
        chrome[trail : nodes[trail].end] = [True] * (nodes[trail].end - trail)
    if pictured:
        leaves = [own or shown for own, shown in zip(leaves, _pictures(nodes, skipped), strict=True)]
    return Outline(view, nodes, kids, text, leaves, step, skipped, chrome, main, struck, classes, headings)


def _kids_of(nodes: Sequence[Node]) -> list[list[int]]:
    """The elements and texts right below every node."""
    nothing: list[int] = []  # what most nodes have below them: one list for all, in which nothing is ever put
    kids = [nothing] * len(nodes)
    for index, node in enumerate(nodes):
        parent = node.parent
        if parent >= 0:
            if kids[parent] is nothing:
                kids[parent] = [index]
            else:
                kids[parent].append(index)
    return kids


def _texts(
    nodes: Sequence[Node], kids: Sequence[Sequence[int]], skipped: Sequence[bool]
) -> tuple[list[str], list[int]]:
    """The text below every node, and of how many texts it is made, from the last node to the first."""
    text, leaves, glued = [""] * len(nodes), [0] * len(nodes), [False] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        if node.tag == "#text":
            text[index], leaves[index] = node.text, 1
            around = nodes[node.parent].tag if node.parent >= 0 else ""
            if around == "sup" and node.text.isdecimal() and not _is_fraction(nodes, index + 1):
                text[index] = node.text.translate(RAISED)
            if node.states or around == "sub" or node.text[:1] in _GLUING:
                glued[index] = "joined" in node.states or (
                    (node.text in _STROKES and _is_fraction(nodes, index))
                    or (around == "sub" and _is_fraction(nodes, index - 2))
                    or is_cents_behind(nodes, index)
                )
        elif not skipped[index] and kids[index]:
            own = kids[index]
            below = own if len(own) == 1 and text[own[0]] else [kid for kid in own if text[kid]]
            if below:
                glued[index] = glued[below[0]]
                text[index] = text[below[0]] if len(below) == 1 else _joined(below, text, glued)
                leaves[index] = leaves[below[0]] if len(below) == 1 else _pieces(nodes, own, leaves)
    return text, leaves


def _pictures(nodes: Sequence[Node], skipped: Sequence[bool]) -> list[int]:
    """Of how many pictures every node is made."""
    found = [0] * len(nodes)
    for index in range(len(nodes) - 1, 0, -1):
        node = nodes[index]
        found[index] += node.tag == "img"
        if not skipped[index] and node.parent >= 0:
            found[node.parent] += found[index]
    return found


def _pieces(nodes: Sequence[Node], kids: Sequence[int], leaves: Sequence[int]) -> int:
    """Of how many texts an element is made; letters that carry on a word are none."""
    return sum([leaves[kid] for place, kid in enumerate(kids) if not _goes_on(nodes, kids, place)])


def _goes_on(nodes: Sequence[Node], kids: Sequence[int], place: int) -> bool:
    """Whether a text carries on the one before it within a word: "drop", a place where the line may break, "Cart"."""
    node = nodes[kids[place]]
    if place == 0 or node.tag != "#text" or "joined" not in node.states:
        return False
    before = nodes[kids[place - 1]].tag
    return before == "#text" or (before == "wbr" and place > 1 and nodes[kids[place - 2]].tag == "#text")


def _is_fraction(nodes: Sequence[Node], slash: int) -> bool:
    """Whether a node is the stroke between a raised number and a lowered one: "11 1⁄4" in three pieces."""
    if not 2 <= slash < len(nodes) - 1 or nodes[slash].text not in _STROKES:
        return False
    return nodes[slash - 2].tag == "sup" and nodes[slash + 1].tag == "sub"


def is_cents_behind(nodes: Sequence[Node], index: int) -> bool:
    """Whether a text is cents with their mark, right behind digits on one line: "9" and, raised or small, ",99".

    A mark never begins a number where another ends, so no blank is between them, whatever the sizes of the two are.
    """
    if not _CENTS.match(nodes[index].text):
        return False
    before = next((place for place in range(index - 1, -1, -1) if nodes[place].tag == "#text"), -1)
    if before < 0 or not nodes[before].text[-1:].isdecimal():
        return False
    between = list(nodes[before + 1 : index])
    above = nodes[before].parent
    while above >= 0 and nodes[above].end <= index:
        between.append(nodes[above])
        above = nodes[above].parent
    return not any(node.tag in BLOCKS for node in between)


def _is_unseen(node: Node) -> bool:
    return not node.shown and not node.box.width and not node.box.height


def _is_hint(nodes: Sequence[Node], node: Node) -> bool:
    """Whether the mark-up calls what is hidden, or the element around it, a hint: what a label means is no value."""
    said = node.attributes.get("class", "")
    if node.parent >= 0:
        said += " " + nodes[node.parent].attributes.get("class", "")
    return not _HINTS.isdisjoint(words_of_name(said))


def _is_no_content(nodes: Sequence[Node], index: int) -> bool:
    """Whether an element is there to be pressed: a button that heads no fold, a sign at a heading, a note's mark.

    How signs are read, above them (ruby), is none either: they are said twice then.
    """
    node = nodes[index]
    if _buttonlike(node):
        return not _heads_a_fold(nodes, index)
    if node.tag == "sup":
        return _is_footnote(nodes, index)
    return node.tag in _RUBY or (node.tag == "a" and _is_anchor_sign(nodes, index))


def _telling_buttons(nodes: Sequence[Node], buttons: Sequence[Node]) -> set[int]:
    """The buttons of tables that say what a row is called: alone in their cells, with other words in most rows.

    Tables that are drawn by scripts open a row by them; "Edit" and "Delete" say the same in every row.
    """
    columns: dict[tuple[int, int], list[tuple[Node, Node]]] = {}
    for node in buttons:
        if (cell := _cell_of_its_own(nodes, node)) is not None:
            row = nodes[cell.parent]
            before = [item.index for item in nodes[row.index + 1 : cell.index] if item.parent == row.index]
            columns.setdefault((row.parent, len(before)), []).append((node, cell))
    found: set[int] = set()
    for group in columns.values():
        said = {_words(nodes, cell) for _, cell in group}
        first = group[0][1]
        alone = len(group) == 1 and _words(nodes, nodes[first.parent], first.index)  # one row: its first words name it
        if len(said) * 2 > len(group) and not alone:
            found.update(button.index for button, _ in group)
    return found


def _rows_pressed(nodes: Sequence[Node], buttons: Sequence[Node]) -> set[int]:
    """The buttons of lists that are entries: all that an item says, in several texts, with other words in most items.

    A list beside what is chosen in it opens an entry by a press anywhere on it; a command is one text.
    """
    lists: dict[int, list[Node]] = {}
    for node in buttons:
        item = nodes[node.parent] if node.parent >= 0 else node
        if item.role == "listitem" and item.index + 1 == node.index and item.end == node.end:
            lists.setdefault(item.parent, []).append(node)
    found: set[int] = set()
    for entries in lists.values():
        several = sum(_count_texts(nodes, node) > 1 for node in entries)
        said = {_words(nodes, node) for node in entries}
        if several * 2 > len(entries) > 1 and len(said) * 2 > len(entries):
            found.update(node.index for node in entries)
    return found


def _count_texts(nodes: Sequence[Node], node: Node) -> int:
    return sum(inner.tag == "#text" and inner.shown for inner in nodes[node.index : node.end])


def _price_buttons(nodes: Sequence[Node], buttons: Sequence[Node]) -> set[int]:
    """The buttons of a class that all say amounts and no word, not all the same: what pressing one buys costs that.

    Where a page shows amounts elsewhere, these are the prices: a button then says what one may bid or give.
    """
    alike: dict[tuple[str, str, str], list[Node]] = {}
    for node in buttons:
        alike.setdefault(_marked(nodes, node), []).append(node)
    found: set[int] = set()
    for mark, group in alike.items():
        said = [_words(nodes, node) for node in group] if mark[0] else []
        if len(set(said)) > 1 and all(map(_is_amount, said)):
            found.update(node.index for node in group)
    pressed = {inner for node in buttons for inner in range(node.index, node.end)} if found else set[int]()
    shown = (node for node in nodes if node.tag == "#text" and node.shown and node.index not in pressed)
    return set() if found and any(_is_amount(node.text) for node in shown) else found


def _is_amount(text: str) -> bool:
    """Whether a text is a number and a currency's sign, with no more letters than "US$" has."""
    letters = sum(map(str.isalpha, text))
    return letters <= _LETTERS and any(map(str.isdigit, text)) and any(category(sign) == "Sc" for sign in text)


def _roving_buttons(nodes: Sequence[Node], buttons: Sequence[Node]) -> set[int]:
    """Elements that are called buttons while others of their class, in a place of the same class, are none.

    Of a list that is walked by the arrow keys the one in focus may be called so, and it is a row like the others.
    """
    called = [one for one in buttons if one.role == "button" and one.tag not in _NO_TEXT and _marked(nodes, one)[0]]
    if not called:
        return set()
    wanted = {_marked(nodes, node) for node in called}
    others = Counter(mark for node in nodes if node.role != "button" and (mark := _marked(nodes, node)) in wanted)
    return {node.index for node in called if others[_marked(nodes, node)] > 1}


def _marked(nodes: Sequence[Node], node: Node) -> tuple[str, str, str]:
    """The classes of an element, its tag, and the classes of the element that it stands in."""
    above = nodes[node.parent].attributes.get("class", "") if node.parent >= 0 else ""
    return node.attributes.get("class", ""), node.tag, above


def _cell_of_its_own(nodes: Sequence[Node], button: Node) -> Node | None:
    """The cell of a table whose words all stand on one button."""
    place = button.parent
    while place >= 0 and nodes[place].tag not in _OF_TABLES and nodes[place].role not in _CELLS:
        place = nodes[place].parent
    if place < 0 or (nodes[place].tag != "td" and nodes[place].role not in _CELLS) or nodes[place].parent < 0:
        return None
    words = _words(nodes, nodes[place])
    return nodes[place] if words and words == _words(nodes, button) else None


def _words(nodes: Sequence[Node], node: Node, end: int | None = None) -> str:
    """All texts below an element that are shown, those of buttons too; as far as the node `end`."""
    inner = nodes[node.index : node.end if end is None else end]
    return " ".join(item.text for item in inner if item.tag == "#text" and item.shown and item.text.strip())


def _is_icon(nodes: Sequence[Node], node: Node) -> bool:
    """Whether an element's one text is the name that a font draws as an icon ("more_vert"): marked so, or unheard."""
    text = nodes[node.index + 1].text
    if not "a" <= text[:1] <= "z" or not _ICON_NAME.match(text) or node.tag in _CODE:
        return False
    marked = _ICON_CLASS.search(node.attributes.get("class", "")) is not None
    unheard = node.attributes.get("aria-hidden") == "true"
    return (marked or unheard) if "_" in text else (marked and unheard)


def _is_footnote(nodes: Sequence[Node], index: int) -> bool:
    """Whether a raised text is a mark of a note or a source: "[2]" is no part of a number, nor of a head.

    Elsewhere it is one where it leads down the page: "x[1]" may be what something is called.
    """
    inner = nodes[index + 1 : nodes[index].end]
    leads = any(item.tag == "a" and "#" in item.attributes.get("href", "") for item in inner)
    said = "".join(item.text for item in inner if item.tag == "#text").strip()
    if leads and len(said) <= _MARK:
        return True
    return _NOTE.fullmatch(said) is not None and (
        nodes[nodes[index].parent].tag in _HEADS or any(map(str.isdecimal, nodes[index - 1].text))
    )


def _explained_marks(nodes: Sequence[Node]) -> set[int]:
    """The raised marks behind numbers that a line of the page begins with, before its words: "120¹", "¹ with plates".

    Those of such lines, too. Behind words they may be anything ("m²"), and so behind a ten.
    """
    raised = [node for node in nodes if node.tag == "sup" and 0 < len(_words(nodes, node)) <= _LONG_MARK]
    heads = [node for node in raised if _begins_line(nodes, node)]
    lines = {_words(nodes, node) for node in heads}
    explained = [node.index for node in raised if _words(nodes, node) in lines]
    marks = [index for index in explained if _is_behind_number(nodes, index)]
    return {*marks, *(node.index for node in heads)} if marks else set()


def _is_behind_number(nodes: Sequence[Node], mark: int) -> bool:
    """Whether what a raised text stands behind is a number, of which it is neither the cents nor the power."""
    before, said = nodes[mark - 1].text, _words(nodes, nodes[mark])
    return before[-1:].isdigit() and not before.endswith("10") and not (len(said) == _CENTS_LONG and said.isdigit())


def _begins_line(nodes: Sequence[Node], mark: Node) -> bool:
    """Whether an element is the first of what is around it, and words stand behind it, a blank between."""
    around, behind = mark.parent, mark.end
    if mark.index != around + 1 or behind >= nodes[around].end or nodes[behind].tag != "#text":
        return False
    return "joined" not in nodes[behind].states and any(map(str.isalpha, nodes[behind].text))


def _buttonlike(node: Node) -> bool:
    """Whether an element is something to press; a link to another page is none, whatever role it was given.

    Nor is a fold that is called a menu: what stands on it is the choice that holds, and only its entries are pressed.
    """
    if node.tag == "details":
        return False
    if node.tag in _NO_TEXT:
        return True
    if node.role in _NO_TEXT_ROLES:
        return node.tag != "a" or node.role != "button" or not node.attributes.get("href", "").startswith("http")
    return node.tag == "input" and node.attributes.get("type", "text") in _PRESSED


def _heads_a_fold(nodes: Sequence[Node], index: int) -> bool:
    """Whether a button is the head of a fold, and its words content: one in a heading, or that says it is folded."""
    node = nodes[index]
    if node.tag != "button" and node.role != "button":
        return False
    if node.states & {"expanded", "collapsed"} and node.attributes.get("aria-haspopup", "false") == "false":
        return True
    around = (nodes[node.parent], *nodes[index + 1 : node.end])
    return any(other.tag in HEADINGS for other in around)


def _joined(below: Sequence[int], text: list[str], glued: list[bool]) -> str:
    """The texts side by side, a blank between them unless they are letters of one word."""
    parts = [text[below[0]]]
    parts.extend(text[kid] if glued[kid] else " " + text[kid] for kid in below[1:])
    return "".join(parts)
