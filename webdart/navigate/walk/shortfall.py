"""Tells what a page's rows may lack because one observation does not hold the whole page."""

from webdart.page.model import PageView
from webdart.records.model import Remark
from webdart.workflow.model import Extract

SHORTFALL = "page cut"
"""The code of such a remark: it makes the table incomplete."""

_EARLY = "a page was read before all of its scripts had run: one did not arrive in time"
_BUSY = "a page's list still said that it is busy when it was read"


def shortfall(view: PageView, extract: Extract, around: int = -1) -> tuple[Remark, ...]:
    """Remarks about what a table may lack of a page: parts beyond bounds, attributes cut off, what scripts add.

    `around` is the element that holds its rows; -1 where there is none.
    """
    cut = [
        *view.cut,
        *(f"{one.name}: {one.source!r} is too long" for one in extract.fields if one.source in view.left_out),
    ]
    said = [f"a page is too large to be read whole: {'; '.join(cut)}"] if cut else []
    said += [_EARLY] if view.early else []
    said += [_BUSY] if _says_busy(view, around) else []
    return tuple(Remark(code=SHORTFALL, text=f"{text} ({view.url})", table=extract.into) for text in said)


def _says_busy(view: PageView, place: int) -> bool:
    """Whether an element, or one around it, says that it is yet to be filled (`aria-busy`, ARIA 1.2, 6.6)."""
    while place >= 0:
        if "busy" in view.nodes[place].states:
            return True
        place = view.nodes[place].parent
    return False
