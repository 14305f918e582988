"""Chooses a day in the calendar that opens beside a control.

A cell tells its day by an attribute with the full date, else by its number below the month and year in the head. Months
are turned until the day appears. A day that no cell identifies beyond doubt is never clicked.
"""

import re
from collections.abc import Sequence
from datetime import date
from statistics import median

from msgspec import Struct

from webdart.browser.actions.dropdown import Before, Control
from webdart.browser.actions.wait import Patience
from webdart.browser.port import DoClick
from webdart.errors import NotFound
from webdart.lexicon.phrases import pattern
from webdart.page.date_text import day_in, day_of_stamp, month_in
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import words_of

_TURNS = 600  # months that are turned at most
_MONTH = 20  # cells: fewer days than this are no month
_SMALL = 4  # nodes: a cell is small
_TURNER = 8  # nodes: so is what turns the months
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20|21)\d\d(?!\d)")


class Leaf(Struct, frozen=True):
    """A month as it is shown: its cells by the day that they say, and all that has appeared with it."""

    cells: dict[date, Node]
    new: Sequence[Node]

    @property
    def middle(self) -> date:
        """A day of the month that is shown."""
        return date.fromordinal(int(median(day.toordinal() for day in self.cells)))


async def choose_day(control: Control, name: str, day: date, patience: Patience) -> None:
    """Open the calendar of a control and click the day.

    Raises:
        NotFound: nothing that opens is a calendar, or it does not reach the day.
        HeldBack: a request is held meanwhile.
    """
    view, _ = await patience.until(control)
    before = Before.of(view)
    view = await patience.act(lambda view: DoClick(element(view, control(view)), through=True))
    view, leaf = await patience.until(lambda view: _leaf(view, before, name))
    for _ in range(_TURNS):
        if day in leaf.cells:
            cell = element(view, leaf.cells[day])
            await patience.act(lambda _, cell=cell: DoClick(cell))
            return
        turned = await _turn(view, leaf, day, patience)
        shown = leaf.middle
        view, leaf = await patience.until(lambda view: _leaf(view, before, name))
        if not turned or leaf.middle == shown:
            break
    raise NotFound(f"the calendar of {name} does not reach {day}", url=view.url, hint=f"it shows {leaf.middle:%Y-%m}")


def _leaf(view: PageView, before: Before, name: str) -> Leaf:
    """The month that has opened; else the one that stood open on the page before."""
    for nodes in (before.new(view), [node for node in view.nodes if node.shown]):
        leaf = _month(view, nodes)
        if len(leaf.cells) >= _MONTH:
            return leaf
    raise NotFound(f"no calendar opens for {name}", url=view.url)


def _month(view: PageView, new: Sequence[Node]) -> Leaf:
    head = _head(view, new)
    cells: dict[date, Node] = {}
    for node in new:
        if node.tag == "#text" or node.end - node.index > _SMALL + 2 or "disabled" in node.states:
            continue
        day = _day_of(view, node, head)
        if day is not None and (day not in cells or not _inside(node, cells[day])):
            cells.setdefault(day, node)
    return Leaf(cells, new)


def _inside(node: Node, around: Node) -> bool:
    return around.index <= node.index < around.end


def _head(view: PageView, new: Sequence[Node]) -> tuple[int, int] | None:
    """Year and month, where the calendar says exactly one of each; the chosen options of its list boxes count."""
    texts = [node.text if node.tag == "#text" else node.value or "" for node in new if node.role != "option"]
    texts = [text for text in texts if text and not re.search(r"\d[-/.]\d", text)]
    found = {int(year[0]) for text in texts if len(text) < 30 and (year := _YEAR.search(text))}
    named = {month for text in texts if len(text) < 30 and (month := month_in(text, view.language))}
    return (found.pop(), named.pop()) if len(found) == len(named) == 1 else None


def _day_of(view: PageView, node: Node, head: tuple[int, int] | None) -> date | None:
    """The day of a cell: whole in one of its attributes, in year and month beside its number, or by the head."""
    attributes = node.attributes
    number = view.visible_text_of(node.index)
    if not number.isdecimal() or not 1 <= int(number) <= 31:
        return None
    for key, text in attributes.items():
        if key in ("aria-label", "title", "datetime") or key.startswith("data-"):
            day = day_in(text, view.language) or day_of_stamp(text)
            if day is not None and day.day == int(number):
                return day
    places = [node, view.nodes[node.parent]]
    for place in places:
        year, month = place.attributes.get("data-year", ""), place.attributes.get("data-month", "")
        stated = (int(year), int(month) + 1) if year.isdecimal() and month.isdecimal() else None
        if stated is not None and stated == head:  # scripts count months from 0
            return _day(*stated, int(number))
    if head is None or _of_another_month(places):
        return None
    return _day(head[0], head[1], int(number))


_OTHER = re.compile(
    r"(?:other|prev|next|old|new|out|outside|adjacent|muted|off)[-_]?(?:month|day|view|side)?", re.IGNORECASE
)


def _of_another_month(places: Sequence[Node]) -> bool:
    """Whether a cell may be of the month before or after: it is set apart from the others by its class."""
    words = " ".join(place.attributes.get("class", "") for place in places[:1])
    return any(
        _OTHER.fullmatch(part) for word in words.split() for part in re.split(r"__|--|(?<=[a-z])(?=[A-Z])", word)
    )


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


# -- turning --------------------------------------------------------------------------------------------------

_BACK = pattern("previous", "previous_period", "earlier", also="[‹<←⟨]")
_ON = pattern("next", "next_period", "later_on", also="[›>→⟩]")
_BY_YEAR = pattern("year", also="super|double|[«»]")


async def _turn(view: PageView, leaf: Leaf, day: date, patience: Patience) -> bool:
    """One step towards the day: a year where that is far and can be, else a month; False where there is no way."""
    shown = leaf.middle
    sign = _ON if (day.year, day.month) > (shown.year, shown.month) else _BACK
    top = min(node.box.y for node in leaf.cells.values())
    turners = [
        node
        for node in leaf.new
        if node.tag != "#text" and node.box.width > 0 and node.box.y < top and node.end - node.index <= _TURNER
        if sign.search(_said(view, node))
    ]
    by_month = [node for node in turners if not _BY_YEAR.search(_said(view, node))]
    by_year = [node for node in turners if node not in by_month] if abs(day.year - shown.year) > 1 else []
    fitting = by_year or by_month or turners  # what looks like a year's step may be the only one there is
    if not fitting:
        return False
    target = element(view, fitting[0])
    await patience.act(lambda _: DoClick(target))
    return True


def _said(view: PageView, node: Node) -> str:
    return " ".join(
        [
            words_of(view, node),
            node.attributes.get("title", ""),
            node.attributes.get("class", "").replace("-", " ").replace("_", " "),
            *(text for key, text in node.attributes.items() if key.startswith("data-")),
        ]
    )
