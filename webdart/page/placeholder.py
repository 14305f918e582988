"""Finds a control again that was named by the words it showed, once it shows others.

A drawn list box may have no name but its content before anything is chosen ("Status"), also as its `aria-label`. After
a choice that name is gone, or belongs to something else (a column's head): the control is known by its place among
those of its kind.
"""

from msgspec import Struct

from webdart.page.labels import drawn_in
from webdart.page.locator_query import Sought, SoughtWords
from webdart.page.model import Node, PageView
from webdart.page.roles import is_list_box, is_opener, words_of
from webdart.page.text_match import says
from webdart.values import replace


class Spot(Struct, frozen=True):
    """The place of a control among the shown ones of its tag and role, or all of them: drawn over, it is not seen."""

    tag: str
    role: str
    place: int
    shown: bool

    def find(self, view: PageView) -> Node | None:
        """The control that stands there now."""
        alike = _alike(view, self)
        return alike[self.place] if self.place < len(alike) else None


def spot_of(view: PageView, node: Node, wanted: Sought) -> Spot | None:
    """The place of a control whose words will go away; None if it has a name of its own."""
    if node.tag == "select" or not isinstance(wanted, SoughtWords):
        return None
    if not is_list_box(node) and node.role != "combobox" and not is_opener(node):
        return None
    if node.name and not says(view.visible_text_of(node.index), node.name):  # a name that merely repeats them goes, too
        return None
    if not says(words_of(view, node) or drawn_in(view, node), wanted.text):
        return None
    return place_of(view, node)


def place_of(view: PageView, node: Node) -> Spot | None:
    """The place of a control, whatever it is called."""
    spot = Spot(node.tag, node.role, 0, node.shown)
    alike = [other.index for other in _alike(view, spot)]
    return replace(spot, place=alike.index(node.index)) if node.index in alike else None


def _alike(view: PageView, spot: Spot) -> list[Node]:
    found = (node for node in view.nodes if node.tag == spot.tag and node.role == spot.role)
    return [node for node in found if node.shown or not spot.shown]
