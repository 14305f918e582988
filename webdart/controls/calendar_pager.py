"""Recognises buttons that show the records of another period: the next month, the next week.

They don't turn pages: the chore may mean this month or all of them, and such buttons never end. So they are only
reported. Date pickers have the same buttons, but stand apart from the records.
"""

from webdart.controls.pager_link import address_of, leads_on
from webdart.page.labels import ancestors
from webdart.page.model import PageView
from webdart.page.text_match import loose
from webdart.page.vocabulary import NEXT_PERIODS

_BESIDE = 200  # characters that a calendar has beside its records: its title, its buttons


def other_period(view: PageView, region: int) -> str:
    """The name of the button; "" if there is none beside the records in the node `region`."""
    if region < 0:
        return ""
    for node in view.nodes:
        if node.role != "button" or not node.shown or address_of(view, node) or not leads_on(view, node):
            continue
        said = (view.text_of(node.index), node.name, node.attributes.get("title", ""))
        words = next((text for text in said if loose(text) in NEXT_PERIODS), "")
        if not words:
            continue
        around = next(above for above in ancestors(view, node) if above.index <= region < above.end)
        if len(view.text_of(around.index)) - len(view.text_of(region)) <= _BESIDE:
            return words
    return ""
