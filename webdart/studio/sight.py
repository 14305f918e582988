"""Holds what webdart sees on the page that is shown: listings with their places, controls, and what lies at a point."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from webdart.errors import SourceLine
from webdart.extract.proposal import Placed, placed_proposals
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import Sighting
from webdart.page.labels import ancestors
from webdart.page.model import Box, Control, Node, PageView
from webdart.page.roles import options_of, words_of
from webdart.plan.model import LoginPlan
from webdart.records.query.spec import ListingSpec
from webdart.secret import Mask, Secret
from webdart.studio.preview import present
from webdart.workflow.model import Extract

_PAGER = frozenset({"next", "previous", "page number", "more"})
_MOST_BOXES = 40
_AT = SourceLine("page", 1, 1)


@dataclass(frozen=True)
class Sight:
    """A page as webdart sees it; `placed` are its listings with their places, in the order of `sighting.tables`."""

    view: PageView
    sighting: Sighting
    placed: tuple[Placed, ...]

    @classmethod
    def of(cls, view: PageView, locale: str, login: LoginPlan | None = None) -> "Sight":
        """What a page has for a workflow; `login` is how it was reached."""
        placed: list[Placed] = []

        def find(page: PageView, spec: ListingSpec) -> tuple[Found, ...]:
            placed.extend(placed_proposals(page, spec))
            return tuple(one.found for one in placed)

        blank = (
            None if login is None else Mask([one for one in (login.user, login.password) if isinstance(one, Secret)])
        )
        return cls(view, Sighting.of(view, locale, login, blank, find), tuple(placed))

    def spec(self, locale: str) -> ListingSpec:
        """What a reading of the page is told besides the fields."""
        return ListingSpec(extract=Extract(into="page", fields=(), at=_AT), locale=locale, now=present())

    # -- places -----------------------------------------------------------------------------------------------

    def box(self, index: int) -> Box | None:
        """Where a node is drawn: its own box, that of what is in it, else of what it stands in; None for nowhere."""
        node = self.view.nodes[index]
        below = (one.box for one in self.view.nodes[index : node.end])
        found = around(box for box in below if box.width > 0 and box.height > 0)
        if found is None and node.tag == "#text" and node.parent >= 0:
            return self.box(node.parent)
        return found

    def boxes(self, records: Iterable[Sequence[int]]) -> Iterator[Box]:
        """Where records are drawn, each of them whole."""
        for record in records:
            found = around(box for root in record if (box := self.box(root)) is not None)
            if found is not None:
                yield found

    def at(self, x: float, y: float) -> tuple[Node, ...]:
        """What lies at a point of the page, the smallest first."""
        hits = [node for node in self.view.nodes if node.shown and _covers(node.box, x, y)]
        return tuple(sorted(hits, key=lambda node: (node.box.width * node.box.height, -node.index)))

    def link_at(self, x: float, y: float) -> Node | None:
        """The link at a point."""
        for node in self.at(x, y):
            link = next((one for one in (node, *ancestors(self.view, node)) if one.attributes.get("href")), None)
            if link is not None:
                return link
        return None

    def is_in(self, placed: Placed, node: Node) -> bool:
        """Whether a node belongs to a record of a listing."""
        roots = (root for record in placed.records for root in record)
        return any(root <= node.index < self.view.nodes[root].end for root in roots)

    def column_at(self, placed: Placed, x: float, y: float) -> int | None:
        """The column of a listing whose value lies at a point: the smallest one there that reads a text."""
        spots = [node.index for node in self.at(x, y)]
        for spot in spots:
            found = self._columns_on(placed, spot)
            if found:
                return min(found, key=lambda place: _plainness(placed, place))
        return None

    def _columns_on(self, placed: Placed, spot: int) -> list[int]:
        """The columns with a value on a node, or right in it."""
        found: list[int] = []
        for place in range(len(placed.record_set.columns)):
            nodes = (node for node in placed.nodes(place) if node >= 0)
            if any(node == spot or self.view.nodes[node].parent == spot for node in nodes):
                found.append(place)
        return found

    @property
    def settable(self) -> tuple[Control, ...]:
        """What could answer a part of a query, and the other list boxes: what those unfold is in no picture."""
        known = self.sighting.pushable
        nodes = {control.node for control in known}
        others = (node for node in self.view.nodes if node.tag == "select" and node.shown and node.index not in nodes)
        return (*known, *islice(map(self._list_box, others), _MOST_BOXES))

    def _list_box(self, node: Node) -> Control:
        options = tuple(words_of(self.view, one) for one in options_of(self.view, node))
        return Control("filter", node.index, node.name.strip(" :*"), options, node.value or "")

    # -- the listing's surroundings ---------------------------------------------------------------------------

    @property
    def pager(self) -> tuple[Control, ...]:
        """What turns the page."""
        return tuple(control for control in self.view.controls if control.kind in _PAGER)

    def total(self, found: Found) -> int | None:
        """The node that states how many rows there are."""
        words = found.totals.text
        hits = [node.index for node in self.view.nodes if words and node.shown and words in (node.text or node.name)]
        return hits[-1] if hits else None


def around(boxes: Iterable[Box]) -> Box | None:
    """The box around some boxes."""
    every = list(boxes)
    if not every:
        return None
    left, top = min(box.x for box in every), min(box.y for box in every)
    right = max(box.x + box.width for box in every)
    return Box(left, top, right - left, max(box.y + box.height for box in every) - top)


def _covers(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height


def _plainness(placed: Placed, place: int) -> tuple[bool, bool, bool, int]:
    """The plainest first: a text as it stands in the page."""
    column = placed.record_set.columns[place]
    return (column.source != "text", bool(column.derived), column.composite, place)
