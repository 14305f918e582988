"""Decides how a listing goes on: the next page's address, a control, scrolling, or not at all.

The decision is made anew for every page, by what it shows: what the file names first, then next links, buttons and
boxes, then what lets the listing grow, then scrolling, then the next letter or year. `page_turn` carries it out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from webdart.controls.calendar_pager import other_period
from webdart.controls.pager_choice import own_turn, stands_by
from webdart.controls.partition import Part, Parts, parts_of
from webdart.errors import NotFound
from webdart.navigate.address import parameters_of, stays_on, without_fragment, without_parameters
from webdart.navigate.walk.next_link import named_by
from webdart.navigate.walk.next_place import NextPlace, found_at, place_of
from webdart.page.identity import same_element
from webdart.page.labels import ancestors
from webdart.page.locator import find
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, leads_to
from webdart.page.skeleton import says_busy
from webdart.page.text_match import loose
from webdart.plan.model import SitePlan
from webdart.values import replace
from webdart.workflow.model import Locator, Paging
from webdart.workflow.templates import Names

_ROOM = 20.0  # pixels below the last text of a box: less than a row, more than most boxes have for their looks

_DOTS = ("…", "...")  # at the end of a text that stands where rows come: "Loading more…"
_ROW = 0.5  # of what is in sight of a box: cards of a shelf are 0.42 high, rows less, and a list to be scrolled is more
_BLANK = 0.25  # of what is in sight of a box: panes end with 34 to 77 pixels of 800 for their looks, rows fill it

_GRIDS = frozenset({"grid", "treegrid", "table"})
_PANE = 0.5  # of a grid's height that a pane of its rows has at least

LAST = "the last page was reached"
REPEATED = "the site showed a page again that had been read before"
UNMOVED = "the control for more was used, and no other rows came"
_LEVEL = 2.0  # pixels by which a bar may be off the box that it scrolls
_SCROLLED = "scrolling to the end brought no more rows"
_NAMED = "what `pages:"
_PERIOD = "the button"
HARMLESS = (_SCROLLED, _NAMED, _PERIOD)
"""How ends begin that prove nothing, and are no sign of more rows either."""


class Turn(Struct, frozen=True, kw_only=True):
    """One way on.

    `open` loads `url` (`node` is the link, where there is one); `click` turns the page by `node`; `set` gives the box
    `node` the number or option `words`; `more` lets the listing grow by `node`; `scroll` moves or grows it by
    scrolling the box `node` (None: the page); `within` a page that goes on behind it.
    """

    kind: Literal["open", "click", "set", "more", "scroll"]
    url: str = ""
    node: Node | None = None
    words: str = ""
    within: bool = False


def found_again(seen: PageView, turn: Turn, now: PageView) -> Turn | None:
    """The turn in another view of its page: its node is the one there that means the same; None where there is none."""
    if turn.node is None:
        return turn
    node = same_element(seen, turn.node, now)
    return None if node is None else replace(turn, node=node)


class End(Struct, frozen=True):
    """Why a walk ends.

    `short`: pages are missing because of that; `asked`: the file asks for no more; `unsure`: this may not be the end
    at all; `covered`: it leaves out nothing that matters, by what was pushed down or because the page is the record.
    `proof` is what shows the end where pages have no even size ("" where page arithmetic must show it).
    """

    end: str
    short: bool = False
    asked: bool = False
    unsure: bool = False
    covered: bool = False
    proof: str = ""


@dataclass(slots=True)
class Turns:
    """Decides, page by page, how one walk goes on; remembers what led nowhere.

    `in_place`: what is shown has no address of its own, so that pages can only be turned where it is shown.
    `followed` are the words that the file had followed: whoever asks for the letter "Z" wants no other letter.
    """

    site: SitePlan
    names: Names
    paging: Paging
    followed: tuple[str, ...] = ()
    in_place: bool = False
    chain: list[str] = field(default_factory=list[str])
    leads_to_file: str = ""  # a next page that turned out to be a file
    _another: str = ""  # what a next page is called that turned out to be another document
    _spent: set[str] = field(default_factory=set[str])
    _grown: str = ""  # how the listing grew last
    _parts: tuple[Part, ...] = ()
    divided: bool = False  # into parts by a control, some rows of which were read before
    _proof: str = ""
    _unanswered: str = ""
    _bottomed: bool = False  # the box that was scrolled in vain stood at its end, with its last row in sight
    _low: bool = False  # it stood at its end, with a blank strip below its last text
    _turned: int = 0
    _windowed: bool = False  # its pages hold more rows than they show, and show others as their box is scrolled
    _first: bool = True
    _place: NextPlace | None = None
    _numbers: dict[str, str] = field(default_factory=dict[str, str])  # the pages that numbers led to, by address
    _revealed: set[str] = field(default_factory=set[str])  # pages that were scrolled for their pager

    def passed(self, url: str) -> None:
        """A page with this address was read."""
        plain = without_fragment(url)
        if not self.chain or self.chain[-1] != plain:
            self.chain.append(plain)

    def spent(self, turn: Turn, proof: str = "", after: PageView | None = None) -> None:
        """This way brought nothing new: it is not gone again. `proof`: what showed that there is no more.

        `after` is the page then: what it asked for in vain, and whether a box that was scrolled ends with its rows.
        """
        self._proof, self._unanswered = proof, next(iter(after.unanswered if after is not None else ()), "")
        if turn.kind == "scroll":
            box = 0 if after is None else box_of(after, turn)
            self._low = after is not None and _ends_in_strip(after, box)
            self._bottomed = self._low and after is not None and not _waits_below(after, box)
        self._spent.add(turn.url if turn.kind == "open" else turn.kind)

    def strays(self, view: PageView, turn: Turn, after: PageView) -> bool:
        """Whether a next link that nothing else confirms has led from `view` to another document, as chapters do."""
        if turn.node is not None and not self._says() and (name := named_by(view, turn.node, after)):
            counted = any(control.kind == "page number" for control in view.controls)
            self._another = self._another if counted else name
        return bool(self._another)

    def repeated(self, turn: Turn | None) -> End:
        """The end of a walk by a page with nothing but rows that were read; unsure where its number is a later one."""
        number = "" if turn is None else self._numbers.get(turn.url, "")
        unread = number.isdecimal() and int(number) > self._turned + 1
        return End(f"{REPEATED}, for page {number}", unsure=True) if unread else End(REPEATED)

    def worked(self, turn: Turn, *, grew: bool = True) -> None:
        """This way brought rows. `grew`: those of before stayed; a "more" after which they are gone turns pages."""
        self._first = False
        if turn.within:
            self._windowed = True
            return
        self._turned += 1
        if self._windowed:  # another page of such a listing: its box is scrolled in its turn
            self._spent.discard("scroll")
        if turn.kind == "scroll" or (turn.kind == "more" and grew):
            self._grown = turn.kind
            self._spent.discard("more" if turn.kind == "scroll" else "scroll")
        elif self._says():  # another page: it may grow in its turn
            self._grown = ""
            self._spent -= {"more", "scroll"}

    def onwards(self, view: PageView, region: int, *, satisfied: bool) -> Turn | End:
        """The way on from a page whose records stand in the node `region` (-1: none).

        `satisfied`: as many rows were read as the site states, so nothing is tried for more.
        """
        self._learn_parts(view)
        numbers = (control for control in view.controls if control.kind == "page number" and control.href)
        self._numbers |= {without_fragment(control.href): control.label for control in numbers}
        if self._hides_pager(view) and view.url not in self._revealed:
            self._revealed.add(view.url)
            self._spent.discard("scroll")
        ways = self._asked(view, region) if self._says() else self._seen(view, region, satisfied=satisfied)
        return ways or self.next_part() or self._end(view, region)

    def address(self, view: PageView, region: int) -> str:
        """Where a page's own next link leads, as `onwards` takes it; "" where it has none."""
        node: Node | None
        if self._says():
            following = self._named(view, self.paging.next)
            node = following[0] if following and _usable(following[0]) else None
        else:
            node = self._next(view, region)
            node = None if node is None or is_control(node) else node
        return "" if node is None else without_fragment(leads_to(view, node))

    def with_link(self, view: PageView, region: int, turn: Turn) -> Turn:
        """A turn to another page with the link on `view` that it goes by, where there is one."""
        node = self._next(view, region) if turn.node is None and not self._says() else None
        leads = "" if node is None or is_control(node) else without_fragment(leads_to(view, node))
        return replace(turn, node=node) if leads and leads == turn.url else turn

    def likely(self, view: PageView) -> str:
        """Where the link leads that stands where next links stood; "" where none does, or it was walked before."""
        node = None if self._place is None or self._says() else found_at(view, self._place)
        url = "" if node is None else without_fragment(leads_to(view, node))
        return "" if url in self.chain else url

    # -- what the file says ----------------------------------------------------------------------------------

    def _says(self) -> bool:
        return self.paging.next is not None or self.paging.more is not None or self.paging.scroll

    def _asked(self, view: PageView, region: int) -> Turn | End | None:
        """The turn that the file names: first a control that lets this page grow, then one that leads to the next."""
        more, following = self._named(view, self.paging.more), self._named(view, self.paging.next)
        if more and "more" not in self._spent and _usable(more[0]):
            return Turn(kind="more", node=more[0])
        if self.paging.scroll and "scroll" not in self._spent:
            turn = self._scroll(view, region)
            if turn is not None:
                return turn
        if following and _usable(following[0]):
            return self._leads(view, following[0])
        if self._first and not (more or following or self.paging.scroll):
            ways = (("next", self.paging.next), ("more", self.paging.more))
            names = " and ".join(f"`pages: {name}`" for name, locator in ways if locator is not None)
            return End(f"what {names} names is not on the first page", unsure=True)  # begins as `_NAMED` does
        return None

    def _named(self, view: PageView, locator: Locator | None) -> tuple[Node, ...]:
        """The nodes that a locator of the file matches; none if it is not on the page."""
        if locator is None:
            return ()
        try:
            return tuple(find(view, locator, self.names, "click"))
        except NotFound:
            return ()

    # -- what the page shows ---------------------------------------------------------------------------------

    def _seen(self, view: PageView, region: int, *, satisfied: bool) -> Turn | End | None:
        node = self._next(view, region)
        window = unfilled(view, region) if view.scripted and not satisfied and "scroll" not in self._spent else None
        if window is not None and not self._grown and (node is not None or self._windowed):
            return Turn(kind="scroll", node=window, within=True)
        if node is not None and not self._grown:
            if not is_control(node):
                return self._leads(view, node)
            if "set" not in self._spent:
                control = next(control for control in view.controls if control.kind == "next")
                return Turn(kind="set", node=node, words=control.options[0])
        more = self._more(view, region)
        if more is not None and "more" not in self._spent:
            return Turn(kind="more", node=more)
        may_bring = view.scripted and (self._first or bool(self._grown) or self._hides_pager(view))
        return None if satisfied or "scroll" in self._spent or not may_bring else self._scroll(view, region)

    def _next(self, view: PageView, region: int) -> Node | None:
        """The element that turns the page; in a page's source it is looked for where it stood before."""
        if not view.drawn and self._place is not None and (node := found_at(view, self._place)) is not None:
            return node
        control = next((control for control in view.controls if control.kind == "next"), None)
        node = None if control is None else own_turn(view, view.nodes[control.node], region)
        self._place = None if node is None else place_of(view, node)
        return node

    def _leads(self, view: PageView, node: Node) -> Turn | End | None:
        """The turn of a next control: to an address of the site, else a click."""
        address = leads_to(view, node)
        url = without_fragment(address)
        if not address or url == without_fragment(view.document_of(node)):
            return None if "click" in self._spent else Turn(kind="click", node=node)
        if not stays_on(self.site, address):
            return End(f"the next link leaves the site, to {url}", unsure=True)
        if self.in_place:
            return None if "click" in self._spent else Turn(kind="click", node=node, url=url)
        if url in self._spent:
            return None
        if url in self.chain:
            end = "the next link leads to a page that was read before"
            return None if self._parts else End(end, short=self._numbers_on(view))
        return Turn(kind="open", url=url, node=node)

    def _more(self, view: PageView, region: int) -> Node | None:
        """The button for more that stands behind the records: the nearest; one before them is another list's."""
        found = [view.nodes[control.node] for control in view.controls if control.kind == "more"]
        end = view.nodes[region].end if region >= 0 else 0
        start = max(region, 0)
        behind = (node for node in found if node.index >= end or start < node.index < end)
        return next((node for node in behind if node.role or stands_by(view, node, region)), None)

    def _scroll(self, view: PageView, region: int) -> Turn | None:
        """The turn that scrolls: the innermost box around the records that can be scrolled, else the page."""
        inside = _boxes(view, region)
        boxes = [node for node in inside if not view.scrollers[node.index].at_end] or inside
        page = view.scrollers.get(0)
        if boxes and (self._grown or not view.scrollers[boxes[0].index].at_end):
            return Turn(kind="scroll", node=boxes[0])
        if page is not None and (page.height > page.seen + 2 or self.paging.scroll):
            return Turn(kind="scroll")
        return Turn(kind="scroll", node=boxes[0]) if boxes else None

    # -- letters, years, months ------------------------------------------------------------------------------

    def _learn_parts(self, view: PageView) -> None:
        if self._parts or not self._first or self._says() or self.in_place:
            return
        found = parts_of(view)
        if found is not None and loose(found.run[found.current].words) not in map(loose, self.followed):
            self._parts = tuple(part for part in self._behind(view, found) if stays_on(self.site, part.url))

    def _behind(self, view: PageView, found: Parts) -> Sequence[Part]:
        """The parts behind the one that is shown, by the addresses of their first pages.

        On a later page of a part the links to others may keep its number. Where a walk goes on in the middle of a run,
        the parts that it has read before tell which way it goes; beside an end of the run it began there.
        """
        kept = self._kept(view, found.run)
        run = tuple(replace(part, url=without_parameters(part.url, kept)) for part in found.run) if kept else found.run
        begun, shown = self.chain[0] if len(self.chain) > 1 else "", found.current
        there = [place for place, part in enumerate(run) if part.url and without_fragment(part.url) in self.chain]
        if begun and not there and begun != without_fragment(without_parameters(view.url, kept)):
            there = [place for place in (0, len(run) - 1) if abs(place - shown) == 1]
        before = [place for place in there if place < shown]
        if begun and there and before in ([], there):
            return run[shown + 1 :] if before else tuple(reversed(run[:shown]))
        return Parts(run, shown).behind(begun)

    def _kept(self, view: PageView, run: Sequence[Part]) -> Mapping[str, str]:
        """What all links to parts have of the address that is shown, and the first page had not."""
        kept = dict(parameters_of(view.url).items() - parameters_of(self.chain[0]).items()) if self.chain else {}
        for part in run:
            kept = dict(kept.items() & parameters_of(part.url).items()) if part.url else kept
        return kept

    @property
    def parted(self) -> bool:
        """Whether the listing is walked part by part."""
        return bool(self._parts)

    def divide(self, parts: tuple[Part, ...]) -> Turn | None:
        """Walk the parts of a listing that does not show all of its rows; the way to the first that was not read."""
        self._parts, self.divided = parts, True
        return self.next_part()

    def next_part(self) -> Turn | None:
        """The next letter, year or month that was not read yet."""
        left = self.parts_left
        if not left:
            return None
        self._spent.clear()
        self._grown = ""
        return Turn(kind="open", url=left[0])

    @property
    def parts_left(self) -> list[str]:
        """The addresses of the parts that were not read yet, in their order."""
        return [url for part in self._parts if (url := without_fragment(part.url)) not in self.chain]

    def parts_behind(self, url: str) -> Sequence[str]:
        """The addresses of the parts behind that at `url`, if the one before it had one page, as they likely have."""
        left, begins = self.parts_left, {self.chain[0], *(without_fragment(part.url) for part in self._parts)}
        return left[1:] if left[:1] == [url] and self.chain[-1] in begins else ()

    # -- the end ---------------------------------------------------------------------------------------------

    def _end(self, view: PageView, region: int) -> End:
        if self.leads_to_file:
            return End(f"the way on gives a file, not a page ({self.leads_to_file})", unsure=True)
        if self._another:
            text = f"the next link leads to another document, {self._another!r}"
            return End(text, proof=f"{text} (`pages: {{next: …}}` would walk on)")
        if self._parts:
            return End(LAST, proof=f"every part was walked, to {self._parts[-1].words!r}")
        scrolled = "scroll" in self._spent and (self._grown == "scroll" or self.paging.scroll)
        if scrolled and not self._unanswered:
            return End(LAST, proof=self._proof) if self._proof else End(_SCROLLED, unsure=True)
        if doubt := self._in_doubt(view, region):
            return End(doubt, unsure=True)
        proof = "the control for more went away when everything was shown" if self._grown == "more" else ""
        if self.paging.next is not None and (self.paging.more is not None or self.paging.scroll):
            proof = "the last page leads to no other, and was let grow to its end"
        return End(LAST, proof=proof)

    def _in_doubt(self, view: PageView, region: int) -> str:
        """Why what looks like the last page may be none; "" where nothing speaks for more."""
        if self._unanswered:
            place = self._unanswered.partition("?")[0]  # what follows may hold a token
            return f"more rows were asked for, and the site failed to answer ({place})"
        paged = self._low and self._turned > 0 and not self._grown  # a pager has led on, and that was no row's room
        box = unfilled(view, region) if "scroll" in self._spent and not (self._bottomed or paged) else None
        if box is not None and not (self._low and _is_followed(view, box, region)):
            return "the list has room below its rows that scrolling did not fill"
        if self._hides_pager(view):
            return f"page {self._unread[-1]}, which a page before leads to, was not read, and this one leads nowhere"
        period = other_period(view, region)
        if period:
            return f"{_PERIOD} {period!r} shows another period, which is not read (`pages: {{next: {period}}}` would)"
        if self._spent & {"more", "click", "set"} and not self._is_last_number(view):
            return UNMOVED
        return ""

    @property
    def _unread(self) -> list[int]:
        """The numbers of pages that links led to, behind those that were read."""
        numbers = (int(label) for url, label in self._numbers.items() if label.isdecimal() and url not in self.chain)
        return sorted(number for number in numbers if number > self._turned + 1)

    def _hides_pager(self, view: PageView) -> bool:
        """Whether pages before lead further by number, and this one shows no number: a script may show it later.

        Only where numbers have led from page to page, and the next one was among them: others are sizes and years.
        """
        here = str(self._turned + 1)
        led = any(label == here and url in self.chain for url, label in self._numbers.items())
        following = bool(self._turned) and led and self._turned + 2 in self._unread
        return following and not any(control.kind == "page number" for control in view.controls)

    def _numbers_on(self, view: PageView) -> bool:
        """Whether the page has numbers of pages behind those that were read."""
        numbers = [control for control in view.controls if control.kind == "page number" and control.href]
        read = {int(one.label): without_fragment(one.href) in self.chain for one in numbers if one.label.isdecimal()}
        last = max((number for number, known in read.items() if known), default=0)
        return any(number > last for number in read)

    def _is_last_number(self, view: PageView) -> bool:
        """Whether the page shown is the last of those that are numbered: as many were read, and none is behind it."""
        others = [int(control.label) for control in view.controls if control.kind == "page number"]
        return bool(others) and max(others) == self._turned


def _boxes(view: PageView, region: int) -> list[Node]:
    """The boxes around the records that can be scrolled, the innermost first; not the page.

    For a box that is moved by a bar beside it, which a script draws, that bar stands.
    """
    place = view.nodes[region] if region >= 0 else view.nodes[0]
    around = ((node, _bar_beside(view, node)) for node in (place, *ancestors(view, place)) if node.index)
    return [bar or node for node, bar in around if bar or node.index in view.scrollers] or _panes(view, place)


def _panes(view: PageView, grid: Node) -> list[Node]:
    """The boxes within a grid that hold its rows, where each of its panes is scrolled by itself; the widest first."""
    if grid.role not in _GRIDS:
        return []
    inner = [view.nodes[place] for place in view.scrollers if grid.index < place < grid.end]
    panes = [node for node in inner if node.box.height > grid.box.height * _PANE and _rows_in(view, node)]
    return sorted(panes, key=lambda node: -node.box.width)


def _rows_in(view: PageView, box: Node) -> bool:
    return sum(node.role == "row" for node in view.nodes[box.index : box.end]) > 1


def _bar_beside(view: PageView, box: Node) -> Node | None:
    """The bar beside a box that is to be scrolled in its place: as high, and with nothing in it to be read."""
    for place in view.scrollers:
        bar = view.nodes[place]
        if not place or place == box.index or bar.parent != box.parent:
            continue
        level = abs(bar.box.y - box.box.y) <= _LEVEL and abs(bar.box.height - box.box.height) <= _LEVEL
        if level and not any(node.text for node in view.nodes[place : bar.end]):
            return bar
    return None


def unfilled(view: PageView, region: int) -> Node | None:
    """The box around the records that has room below them: it is filled as it is scrolled."""
    for node in _boxes(view, region):
        if not view.scrollers[node.index].at_end and _room_below(view, node) > _ROOM:
            return node
    return None


def _room_below(view: PageView, node: Node) -> float:
    """The pixels of a box below its last text, in sight or not."""
    box = view.scrollers[node.index]
    return node.box.y - box.top + box.height - _end_of_text(view, node)


def _end_of_text(view: PageView, node: Node) -> float:
    last = _lowest_text(view, node)
    return node.box.y if last is None else last.box.y + last.box.height


def _lowest_text(view: PageView, node: Node) -> Node | None:
    texts = (text for text in view.nodes[node.index : node.end] if text.tag == "#text" and text.shown)
    return max(texts, key=lambda text: text.box.y + text.box.height, default=None)


def _is_followed(view: PageView, box: Node, region: int) -> bool:
    """Whether something else is written below the records in their box, as a foot line is: no row comes below that.

    "Loading more…" stands where rows come.
    """
    last = _lowest_text(view, box)
    if last is None or region < 0 or says_busy(view) or last.text.rstrip().endswith(_DOTS):
        return False
    return last.index >= view.nodes[region].end


def _ends_in_strip(view: PageView, place: int) -> bool:
    """Whether a box stands at its end and shows its last text there, with no more than a strip below it."""
    box = view.scrollers.get(place)
    return bool(place) and box is not None and box.at_end and _room_below(view, view.nodes[place]) < _BLANK * box.seen


def _waits_below(view: PageView, place: int) -> bool:
    """Whether an element below the last text of a box may wait for rows; no icon or picture of a row that is there."""
    node = view.nodes[place]
    last = _end_of_text(view, node)
    below = (one for one in view.nodes[place + 1 : node.end] if one.tag != "#text" and one.box.height > 0)
    return any(one.box.y >= last and not _is_of_row(view, one, node) for one in below)


def _is_of_row(view: PageView, one: Node, box: Node) -> bool:
    """Whether the nearest element around it that has text is much lower than the box, as a row is and no list."""
    for around in ancestors(view, one):
        if around.index <= box.index or around.box.height > _ROW * view.scrollers[box.index].seen:
            return False
        texts = [
            text.text.rstrip() for text in view.nodes[around.index : around.end] if text.tag == "#text" and text.shown
        ]
        if texts:
            return not texts[-1].endswith(_DOTS)
    return False


def box_of(view: PageView, turn: Turn) -> int:
    """The node of the box that is scrolled, 0 for the page; where nodes before it came or went, the nearest like it."""
    node = turn.node
    if node is None:
        return 0
    alike = [place for place in view.scrollers if place and view.nodes[place].tag == node.tag]
    return min(alike, key=lambda place: abs(place - node.index), default=0)


def _usable(node: Node) -> bool:
    """Whether a person could click it now."""
    return node.shown and "disabled" not in node.states
