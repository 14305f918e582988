"""Which control was it that is called by the words it shows, once it shows others?

A drawn list box may have no name but what stands in it before anything is chosen ("Status"). After a choice nothing is
called so any more, or something else is (a column's head): the control is known by its place among those of its kind.
"""

from dataclasses import dataclass

from webdart.pages.port import Node, PageView
from webdart.pages.roles import is_list_box, words_of
from webdart.pages.sought import Sought, SoughtWords
from webdart.pages.wording import says


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a control among the shown ones of its tag and role."""

    tag: str
    role: str
    place: int

    def find(self, view: PageView) -> Node | None:
        """The control that stands there now."""
        alike = _alike(view, self.tag, self.role)
        return alike[self.place] if self.place < len(alike) else None


def spot_of(view: PageView, node: Node, wanted: Sought) -> Spot | None:
    """Where a control stands whose words will go away; None where it has a name of its own."""
    named = node.tag == "select" or not is_list_box(node) or bool(node.name)
    if named or not isinstance(wanted, SoughtWords) or not says(words_of(view, node), wanted.text):
        return None
    alike = [other.index for other in _alike(view, node.tag, node.role)]
    return Spot(node.tag, node.role, alike.index(node.index)) if node.index in alike else None


def _alike(view: PageView, tag: str, role: str) -> list[Node]:
    return [node for node in view.nodes if node.tag == tag and node.role == role and node.shown]
