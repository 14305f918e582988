"""Finds how a listing goes on from this page.

Structure first: `rel=next`, then a run of numbers (the number after the current one; what stands beside the run and
leads where that number leads), and only then words and signs, which are hints in several languages; pictures and bare
arrows come last. Without any of them: a box for the page's number, a button for more, an address that counts. What
belongs to a carousel never counts. Which way on is taken, `navigate.walk.pagination` decides.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from webdart.controls.arrow_link import in_pager, pointing
from webdart.controls.icon_pager import pictured
from webdart.controls.load_more import more
from webdart.controls.next_address import counts_pages, further, page_in
from webdart.controls.page_input import by_number_box
from webdart.controls.page_sequence import Numbered
from webdart.controls.pager_link import (
    ENTRIES,
    ROUTE,
    Sayings,
    address_of,
    control_for,
    in_carousel,
    in_record,
    is_bare,
    is_button,
    is_pressed,
    leads_on,
    names_entry,
    page_told_by,
)
from webdart.page.labels import ancestors
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.roles import is_clicked, is_control, is_list_box, is_part, words_of
from webdart.page.text_match import folded, loose
from webdart.page.vocabulary import LAST, NEXT, NEXT_PERIODS, ON_CLASS, PLACE, PREVIOUS, PREVIOUS_PERIODS, Direction
from webdart.values import replace

_NUMBER = re.compile(r"^\D{0,12}?(\d{1,5})\D{0,2}$")
_PLACE_TEXT = 200  # characters of a pager
_ALONE = re.compile(r"^(?:[^\w()]|_){0,12}?(\d{1,5})(?:[^\w()]|_){0,2}$")
"""A number beside signs; one in parentheses counts what a filter would leave."""
_SAYS = re.compile(r"[^\W_]")
_MANY = 3  # a pager stands above a listing and below it
_CODE = frozenset({"code", "kbd", "samp", "var", "pre"})


class _Step(Struct, frozen=True):
    """One number of a run: what is clicked for it (None: nothing), whether it is the page shown."""

    number: int
    node: Node
    clicked: Node | None
    current: bool
    classes: frozenset[str] = frozenset()  # of what holds this number alone
    here: bool = False  # its address is that of the page shown


class _Run(Struct, frozen=True):
    """Numbers that count pages, and the part of the page that holds them."""

    steps: tuple[_Step, ...]
    start: int
    end: int
    proven: bool  # by addresses that count, or by a next or previous beside it

    @property
    def first(self) -> int:
        """Where its first number stands, which tells it from all others."""
        return self.steps[0].node.index

    @property
    def current(self) -> int | None:
        """The number of the page shown, if the run tells it: also by leaving out that number alone."""
        shown = next((step.number for step in self.steps if step.current), None)
        if shown is not None or not self.proven:
            return shown
        numbers = [0, *(step.number for step in self.steps)]
        absent = [one + 1 for one, other in pairwise(numbers) if other == one + 2]
        whole = all(other - one <= 2 for one, other in pairwise(numbers))
        return absent[0] if len(absent) == 1 and whole else None


def paging(view: PageView) -> tuple[Control, ...]:
    """The controls that turn pages: next and previous (one of each at most), page numbers, more.

    The `options` of a next that is a box have the one value that turns to the next page.
    """
    sayings = Sayings(view)
    runs = _runs(view, sayings)
    clickable = [node for node in view.nodes if node.role and is_clicked(node) and not is_control(node)]
    pressed = sorted([*clickable, *filter(is_pressed, view.nodes)])
    telling = [node for node in pressed if sayings.tells(node)]
    turning = _Turning(view, runs, clickable, telling, sayings, _numbered(view, runs))
    found: list[Control] = []
    for step in (1, -1):
        control = _turn(turning, step)
        if control is not None:
            found.append(control)
    found.extend(
        control_for(view, "page number", step.clicked, str(step.number))
        for run in runs[:1]
        for step in run.steps
        if step.clicked is not None and not step.current
    )
    if not any(control.kind == "next" for control in found):
        found += _otherwise(view, pressed, sayings, runs)
    return tuple(found)


class NumberedTurn(Struct, frozen=True):
    """A run of numbers that count pages: where it stands, and what leads to the page behind the one shown, if any.

    `addresses`: where its numbers lead.
    """

    start: int
    end: int
    following: Node | None
    addresses: frozenset[str] = frozenset()


def numbered_turns(view: PageView) -> tuple[NumberedTurn, ...]:
    """The runs of a page that tell which page is shown, in the order of the page."""
    runs = sorted(_runs(view, Sayings(view)), key=lambda run: run.start)
    return tuple(
        NumberedTurn(run.start, run.end, _following(run, 1), _addresses(view, run))
        for run in runs
        if run.current is not None
    )


def _addresses(view: PageView, run: _Run) -> frozenset[str]:
    """Where the numbers of a run lead."""
    clicked = (step.clicked for step in run.steps if step.clicked is not None)
    return frozenset(address for node in clicked if (address := address_of(view, node)))


def _otherwise(view: PageView, clickable: Sequence[Node], sayings: Sayings, runs: Sequence[_Run]) -> list[Control]:
    """Ways on without a next link: a box for the page's number, a button for more, an address."""
    boxed = by_number_box(view)
    found = more(view, clickable, sayings) if boxed is None else [boxed]
    onwards = None if found or runs else further(view, clickable)
    return found if onwards is None else [control_for(view, "next", onwards)]


# -- next and previous ----------------------------------------------------------------------------------------


class _Turning(Struct, frozen=True):
    """The elements of a page that may turn it."""

    view: PageView
    runs: Sequence[_Run]
    clickable: Sequence[Node]
    telling: Sequence[Node]  # what of it may say where it leads
    sayings: Sayings
    numbered: Numbered | None  # what the numbers count, where they surely count pages


def _turn(page: _Turning, step: int) -> Control | None:
    """Next (1) or previous (-1), by the strongest evidence that there is; None when it is off, or not there."""
    view = page.view
    kind: ControlKind = "next" if step > 0 else "previous"
    for candidates in _by_evidence(page, step):
        nodes = [node for node in candidates if node.shown or address_of(view, node)]  # what hides can't be pressed
        usable = [node for node in nodes if leads_on(view, node)]
        if usable:
            shown = [node for node in usable if node.shown]
            return control_for(view, kind, (shown or usable)[0])
        if nodes:
            return None  # it is there, and it is off: this is the last page
    return None


def _numbered(view: PageView, runs: Sequence[_Run]) -> Numbered | None:
    """The pages that the best run counts by their addresses; None where it does not surely."""
    if not runs or runs[0].current is None:
        return None
    linked = ((step.number, step.clicked) for step in runs[0].steps if step.clicked is not None and not step.current)
    addresses = {number: address for number, node in linked if (address := address_of(view, node))}
    found = Numbered(view.url, runs[0].current, addresses)
    return found if found.sure else None


def _by_evidence(page: _Turning, step: int) -> Iterator[Iterable[Node]]:
    """The elements that may turn the page, the strongest evidence first; evaluated one group at a time."""
    view, numbered = page.view, page.numbered

    def turns(found: Iterable[Node]) -> Iterator[Node]:
        if step < 0 or numbered is None:
            yield from found
            return
        pager = page.runs[0]  # what stands in it belongs to it, wherever it leads
        yield from (
            node for node in found if pager.start <= node.index < pager.end or numbered.goes_on(address_of(view, node))
        )

    yield turns(_by_relation(view, "next" if step > 0 else "prev"))
    yield _beside_runs(page, step)
    yield turns(_surest_first(view, _by_words(page, step), NEXT if step > 0 else PREVIOUS))
    yield pictured(view, page.clickable, step)
    yield () if page.runs else pointing(view, page.telling, page.sayings, step)


def _by_relation(view: PageView, relation: str) -> Iterator[Node]:
    names = {relation, "previous"} if relation == "prev" else {relation}
    said = [node for node in view.nodes if node.tag in ("a", "link") and "rel" in node.attributes]
    found = [node for node in said if names & set(node.attributes["rel"].lower().split()) and "href" in node.attributes]
    yield from (node for node in found if node.tag == "a")
    for node in found:
        if node.tag != "link":
            continue
        address = node.attributes["href"]
        visible = (other for other in view.nodes if other.tag == "a" and other.attributes.get("href") == address)
        yield next(visible, node)


def _beside_runs(page: _Turning, step: int) -> Iterator[Node]:
    view, says = page.view, page.sayings.says
    way = NEXT if step > 0 else PREVIOUS
    for run in page.runs:
        following = _following(run, step)
        numbers = {one.clicked.index for one in run.steps if one.clicked is not None}
        beside = [
            node
            for node in view.nodes[run.start : run.end]
            if (is_clicked(node) or is_part(node)) and not is_control(node) and node.index not in numbers
        ]
        yield from (node for node in beside if says(node, way))
        if following is None:
            continue
        address = address_of(view, following)
        yield from (node for node in beside if address and address_of(view, node) == address)
        yield following


def _following(run: _Run, step: int) -> Node | None:
    """The element to click for the number after (before) the current one."""
    current = run.current
    if current is None:
        return None
    return next((one.clicked for one in run.steps if one.number == current + step), None)


def _by_words(page: _Turning, step: int) -> Iterator[Node]:
    """Links or buttons that turn the page by their words, outside of carousels."""
    view, says = page.view, page.sayings.says
    way, opposite = (NEXT, PREVIOUS) if step > 0 else (PREVIOUS, NEXT)
    periods = NEXT_PERIODS if step > 0 else PREVIOUS_PERIODS
    for node in page.telling:
        if loose(words_of(view, node)) in periods and address_of(view, node):
            yield node  # a button that says so belongs to a widget that picks a date
        if not says(node, way) or in_carousel(view, node) or _in_code(view, node) or names_entry(view, node):
            continue
        worded = way.worded(loose(words_of(view, node))) or _titled(page, node, way)
        if worded and (address_of(view, node) or is_button(view, node)):
            yield node
            continue
        # a sign alone says little: only two of these together, a pair, a link, one that counts pages, the page's number
        paired = any(says(other, opposite) for other in _near(view, node) if other.index != node.index)
        address = address_of(view, node)
        if paired and worded and in_pager(view, node):
            yield node  # a link to a part of the page, by its looks
        elif [paired, bool(address), counts_pages(address), _tells_pages(view, node)].count(True) > 1:
            yield node


def _in_code(view: PageView, node: Node) -> bool:
    """Whether it is a name in a program, as NEXT is one: a list of constants links each to where it is explained."""
    return any(above.tag in _CODE for above in ancestors(view, node))


def _surest_first(view: PageView, found: Iterable[Node], way: Direction) -> list[Node]:
    """What leads somewhere first, then what is no part of an entry, then those whose whole text is the word."""
    whole = way.words
    return sorted(
        found, key=lambda one: (is_bare(view, one), in_record(view, one), loose(words_of(view, one)) not in whole)
    )


def _titled(page: _Turning, node: Node, way: Direction) -> bool:
    """Whether the tooltip of a sign or a picture says in words where it leads: ">" that is called "Next"."""
    shown = folded(page.view.text_of(node.index))
    return way.signs.issuperset(shown) and way.worded(loose(page.sayings.tooltip(node)))


def _near(view: PageView, node: Node) -> Iterator[Node]:
    """The elements in the box around a node or the one around that, whether they can be clicked or not."""
    around = view.nodes[node.parent]
    if around.parent >= 0 and around.end - around.index < 8:
        around = view.nodes[around.parent]
    return (other for other in view.nodes[around.index + 1 : around.end] if other.tag != "#text")


def _tells_pages(view: PageView, node: Node) -> bool:
    """Whether the box around a button tells where among the pages, or among the rows, this one is."""
    around = view.nodes[node.parent]
    boxes = (around, view.nodes[around.parent]) if around.parent >= 0 else (around,)
    return any(PLACE.search(folded(view.text_of(box.index))[:_PLACE_TEXT]) for box in boxes)


# -- runs of numbers ------------------------------------------------------------------------------------------


def _runs(view: PageView, sayings: Sayings) -> tuple[_Run, ...]:
    """The runs of page numbers, best first: beside a next or previous, in navigation, then the longer ones."""
    found = _told_apart(view, _all_runs(view, sayings))

    def order(run: _Run) -> tuple[bool, bool, int]:
        return not _has_turns(view, run, sayings), not _in_navigation(view, run), -len(run.steps)

    return tuple(sorted(found, key=order))


def unsure_numbers(view: PageView) -> dict[int, int]:
    """Where the runs begin that no one turns, as several tell the page shown and they differ: the highest of each."""
    found = _all_runs(view, Sayings(view))
    kept = {run.first for run in _told_apart(view, found)}
    return {run.first: run.steps[-1].number for run in found if run.first not in kept and not run.steps[-1].current}


def _told_apart(view: PageView, found: Sequence[_Run]) -> Sequence[_Run]:
    """The runs without those that may count something else: a pager says the same numbers wherever it stands."""
    unsure = [run for run in found if not run.proven]
    entries = _in_entries(view, unsure)
    outside = {tuple(step.number for step in run.steps) for run in unsure if run.first not in entries}
    return [run for run in found if run.proven or (run.first not in entries and len(outside) == 1)]


def _in_entries(view: PageView, unsure: Sequence[_Run]) -> set[int]:
    """Where the runs begin that stand in the records of a list, each beside words that no other has."""
    if len(unsure) < _MANY:
        return set()
    starts = [run.first for run in unsure]
    boxes = [(run.first, _worded(view, run)) for run in unsure]
    alone = {
        first: view.visible_text_of(box.index)
        for first, box in boxes
        if bisect_left(starts, box.end) - bisect_left(starts, box.index) == 1
    }
    words = set(alone.values())
    return set(alone) if len(words) >= _MANY and len(words) == len(alone) else set()


def _worded(view: PageView, run: _Run) -> Node:
    """The innermost box that has words beside the numbers."""
    boxes = ancestors(view, run.steps[0].node)
    return next((box for box in boxes if not _is_wordless(view, box)), view.nodes[0])


def _all_runs(view: PageView, sayings: Sayings) -> list[_Run]:
    found: list[_Run] = []
    pending: list[_Step] = []
    for node in view.nodes:
        if node.tag != "#text" or not node.shown:
            continue
        step = _step(view, node)
        if step is not None and (not pending or step.number > pending[-1].number):
            pending.append(step)
        elif pending and (step is not None or _SAYS.search(node.text)):  # words end a run; gaps and signs do not
            found.extend(_closed(view, pending, sayings))
            pending = [] if step is None else [step]
    found.extend(_closed(view, pending, sayings))
    return [run for run in found if not _is_of_an_entry(view, run)]


def _is_of_an_entry(view: PageView, run: _Run) -> bool:
    """Whether numbers count something of a record: the pages that a link before them leads to, as of a long thread."""
    if not run.proven and in_record(view, run.steps[0].node):
        return True
    first, clicked = run.steps[0].node, [step.clicked for step in run.steps if step.clicked is not None]
    addresses = [address for node in clicked if (address := address_of(view, node))]
    box = next((above for above in ancestors(view, first) if above.tag in ENTRIES), first)
    links = (address_of(view, node) for node in view.nodes[box.index : first.index] if node.tag == "a")
    bases = {link for link in links if link and not view.url.startswith(link)}
    return bool(addresses) and any(all(_is_page_of(base, address) for address in addresses) for base in bases)


def _is_page_of(base: str, address: str) -> bool:
    rest = address.removeprefix(base)
    return rest != address and bool(rest) and not rest[0].isalnum()


def _step(view: PageView, text: Node) -> _Step | None:
    number = _alone_in(text.text)
    if not number:
        return None
    clicked: Node | None = None
    current = False
    classes: set[str] = set()
    for depth, above in enumerate(ancestors(view, text)):
        if is_list_box(above):
            return None  # the number that is chosen in it
        if depth > 3 or not _only(view, above, text, number):
            break
        if clicked is None and (is_clicked(above) or is_part(above) or "pointed" in above.states):
            clicked = above
        current = current or "current" in above.states
        classes.update(above.attributes.get("class", "").split())
    here = clicked is not None and address_of(view, clicked) == view.document_of(clicked)
    return _Step(int(number), text, clicked, current or clicked is None, frozenset(classes), here)


def _alone_in(text: str) -> str:
    """The number that a text has with no words beside it; "" where there is none."""
    match = _ALONE.match(text)
    return "" if match is None else match.group(1)


def _only(view: PageView, above: Node, text: Node, number: str) -> bool:
    """Whether an element holds this number and nothing else; a link may say "Page 2"."""
    whole = view.text_of(above.index)
    if text.text in (whole, view.visible_text_of(above.index)):  # "(current)" is for those who can't see it
        return True
    match = _NUMBER.match(whole)
    return is_clicked(above) and match is not None and match.group(1) == number


def _closed(view: PageView, steps: Sequence[_Step], sayings: Sayings) -> Iterable[_Run]:
    """The run that these numbers make, if they count pages; what stands before a pager may be a number of a record."""
    found = _run_of(view, steps, sayings)
    for first in range(1, len(steps) - 1):
        if found or steps[first - 1].clicked is not None:
            break
        found = tuple(run for run in _run_of(view, steps[first:], sayings) if run.proven)
    return found


def _run_of(view: PageView, steps: Sequence[_Step], sayings: Sayings) -> tuple[_Run, ...]:
    apart = all(other.number - one.number > 1 for one, other in pairwise(steps))
    if len(steps) < 2 or (apart and steps[0].number > 1):
        return ()  # "20 | 50 | 100" are so many rows
    around = view.nodes[steps[0].node.parent]
    while around.parent >= 0 and around.end < steps[-1].node.end:
        around = view.nodes[around.parent]
    steps = _marked(steps)
    if not any(step.current for step in steps):
        steps = _drawn(view, steps, around)
    off = [step for step in steps if step.clicked is not None and "disabled" in step.clicked.states]
    if len(off) == 1 and not any(step.current for step in steps):  # the one that can't be pressed is the page shown
        steps = [replace(step, current=step is off[0]) for step in steps]
    clicked = [step for step in steps if step.clicked is not None and not step.current]
    if not clicked or sum(step.current for step in steps) > 1 or not _one_place(view, steps):
        return ()
    marked = any(step.current and (step.clicked is not None or _is_called_on(step)) for step in steps)
    linked = [step for step in clicked if step.clicked is not None and address_of(view, step.clicked)]
    pages = {page_in(address_of(view, step.clicked)) for step in linked if step.clicked is not None}
    if len(linked) > 1 and len(pages) == 1 and None not in pages:
        return ()  # all lead to one page: "25 | 50 | 100" are so many rows
    scripted = [step for step in clicked if step.clicked is not None and _script_of(step.clicked)]
    counted = (len(linked) > 1 and _counts(view, linked)) or (len(scripted) > 1 and _counts(view, scripted))
    run = _Run(tuple(steps), *_around(view, around), proven=counted)
    if not counted:
        run = replace(run, proven=_has_turns(view, run, sayings))
    told = linked or in_pager(view, steps[0].node)
    if not run.proven and not (marked or (told and any(step.current for step in steps))):
        return ()
    return () if in_carousel(view, clicked[0].node, by_class=not counted) else (run,)


def _marked(steps: Sequence[_Step]) -> Sequence[_Step]:
    """The numbers with the page shown among them, by the surest sign: no click, a state, a class, an address.

    A class that every number has tells none from the others.
    """
    shared = steps[0].classes.intersection(*(step.classes for step in steps[1:]))
    unclicked = any(step.clicked is None for step in steps)
    signs: tuple[Callable[[_Step], bool], ...] = (
        lambda step: step.current and (step.clicked is None) is unclicked,
        lambda step: _is_called_on(step, shared),
        lambda step: step.here,
    )
    sign = next((sign for sign in signs if any(map(sign, steps))), None)
    return steps if sign is None else [replace(step, current=sign(step)) for step in steps]


def _drawn(view: PageView, steps: Sequence[_Step], around: Node) -> Sequence[_Step]:
    """The numbers of a pager with the one that is drawn otherwise as the page shown.

    Numbers to rate by, or to choose rooms by, are drawn so, too: a pager is called one, or is navigation without
    words, or has addresses that count pages, and that of the page shown says the same.
    """
    shared = steps[0].classes.intersection(*(step.classes for step in steps[1:]))
    odd = [step for step in steps if any(not _says_end(name) for name in step.classes - shared)]
    whole = steps[0].number == 1 and all(other.number - one.number != 2 for one, other in pairwise(steps))
    if len(odd) != 1 or not whole or not _is_wordless(view, around):
        return steps
    addresses = {step.number: address_of(view, step.clicked) for step in steps if step.clicked is not None}
    if any(addresses.values()):
        pages = {number: page_in(address) or 1 for number, address in addresses.items() if address}
        told = all(number == page for number, page in pages.items()) and (page_in(view.url) or 1) == odd[0].number
    else:
        boxes = [box for box in (around, *ancestors(view, around)) if box.role == "navigation"]
        told = in_pager(view, steps[0].node) or any(_is_wordless(view, box) for box in boxes)
    return [replace(step, current=step is odd[0]) for step in steps] if told else steps


def _is_wordless(view: PageView, box: Node) -> bool:
    return not any(map(str.isalpha, view.visible_text_of(box.index)))


def _is_called_on(step: _Step, shared: frozenset[str] = frozenset()) -> bool:
    return any(map(ON_CLASS.search, step.classes - shared))


def _says_end(name: str) -> bool:
    """Whether a class says where among the numbers one stands: "last", "page-next"."""
    words = loose(re.sub(r"[-_]+", " ", name)).split()
    return any(way.worded(word) for way in (LAST, NEXT, PREVIOUS) for word in words)


def _one_place(view: PageView, steps: Sequence[_Step]) -> bool:
    """Whether the numbers stand together as a pager's do: not down a column, over a calendar, or in a table's row."""
    nearest = (next((above for above in ancestors(view, step.node) if above.tag == "tr"), None) for step in steps)
    rows = {row.index for row in nearest if row is not None}  # a pager may be a table within a row of its listing's
    lines = {round(step.node.box.y / 12) for step in steps}
    together = len(lines) <= 3 or _one_list(view, steps)
    return len(rows) <= 1 and together and not any(_among_alike(view, row, steps) for row in rows)


def _one_list(view: PageView, steps: Sequence[_Step]) -> bool:
    """Whether each number has an entry of one list to itself: a pager without its style sheet."""
    entries = [next((above for above in ancestors(view, step.node) if above.tag == "li"), None) for step in steps]
    found = [
        entry
        for entry, step in zip(entries, steps, strict=True)
        if entry is not None and view.text_of(entry.index) == step.node.text
    ]
    return len({entry.index for entry in found}) == len(steps) and len({entry.parent for entry in found}) == 1


def _among_alike(view: PageView, row: int, steps: Sequence[_Step]) -> bool:
    """Whether the numbers stand in cells of their own, in one of several rows with as many cells."""
    cells = _cells(view, row)
    holding = {cell.index for cell in cells for step in steps if cell.index < step.node.index < cell.end}
    if len(holding) < 2:
        return False
    table = view.nodes[row].parent
    rows = [node for node in view.nodes[table + 1 : view.nodes[table].end] if node.parent == table and node.tag == "tr"]
    return sum(len(_cells(view, other.index)) == len(cells) for other in rows) > 1


def _cells(view: PageView, row: int) -> list[Node]:
    inner = view.nodes[row + 1 : view.nodes[row].end]
    return [node for node in inner if node.parent == row and node.tag in ("td", "th")]


def _counts(view: PageView, steps: Sequence[_Step]) -> bool:
    """Whether the addresses differ in one number only, which grows evenly with the numbers shown."""
    said = (address_of(view, step.clicked) or _script_of(step.clicked) for step in steps if step.clicked is not None)
    split = [re.split(r"(\d+)", address) for address in said]
    pairs = zip(zip(steps, split, strict=True), zip(steps[1:], split[1:], strict=True), strict=False)
    rates: set[float] = set()
    for (one, left), (other, right) in pairs:
        apart = [place for place, part in enumerate(left) if len(left) == len(right) and part != right[place]]
        if len(apart) != 1 or not left[apart[0]].isdigit() or not right[apart[0]].isdigit():
            continue  # the first page often goes without its parameter
        rates.add((int(right[apart[0]]) - int(left[apart[0]])) / (other.number - one.number))
    return len(rates) == 1 and next(iter(rates)) > 0


def _script_of(node: Node) -> str:
    """What tells a script the page in place of an address.

    "javascript:__doPostBack('list','Page$2')", a route behind the address ("#/orders?page=2"), `data-page`.
    """
    href = node.attributes.get("href", "")
    if (route := ROUTE.search(href)) is not None and any(map(str.isdigit, route[0])):
        return route[0]
    if href.startswith("javascript:") and any(map(str.isdigit, href)):
        return href
    return page_told_by(node)


def _around(view: PageView, around: Node) -> tuple[int, int]:
    """The pager that holds a run: the box around the numbers and, while it says little else, the one around that."""
    place = around
    while place.parent >= 0 and view.nodes[place.parent].tag not in ("body", "main", "html"):
        above = view.nodes[place.parent]
        if len(view.text_of(above.index)) > len(view.text_of(around.index)) + 80:
            break
        place = above
    return place.index, place.end


def _has_turns(view: PageView, run: _Run, sayings: Sayings) -> bool:
    beside = [node for node in view.nodes[run.start : run.end] if is_clicked(node) or is_part(node)]
    return any(sayings.says(node, NEXT) or sayings.says(node, PREVIOUS) for node in beside)


def _in_navigation(view: PageView, run: _Run) -> bool:
    first = run.steps[0].node
    return any(above.role == "navigation" for above in ancestors(view, first))
