"""Tells what a page's rows may lack because one observation does not hold the whole page."""

from webdart.page.model import PageView
from webdart.records.model import Remark
from webdart.workflow.model import Extract

SHORTFALL = "page cut"
"""The code of such a remark: it makes the table incomplete."""

_EARLY = "a page was read before all of its scripts had run: one did not arrive in time"


def shortfall(view: PageView, extract: Extract) -> tuple[Remark, ...]:
    """Remarks about what a table may lack of a page: parts beyond bounds, attributes cut off, what scripts add."""
    found = () if not view.early else (Remark(code=SHORTFALL, text=f"{_EARLY} ({view.url})", table=extract.into),)
    said = list(view.cut)
    said += [f"{one.name}: {one.source!r} is too long" for one in extract.fields if one.source in view.left_out]
    if not said:
        return found
    text = f"a page is too large to be read whole: {'; '.join(said)} ({view.url})"
    return (*found, Remark(code=SHORTFALL, text=text, table=extract.into))
