"""Tells what a page's rows lack because one observation does not hold the whole page."""

from webdart.page.model import PageView
from webdart.records.model import Remark
from webdart.workflow.model import Extract

SHORTFALL = "page cut"
"""The code of such a remark: it makes the table incomplete."""


def shortfall(view: PageView, extract: Extract) -> tuple[Remark, ...]:
    """Remarks about what a table lacks of a page: parts beyond the file's bounds, and attributes cut off."""
    said = list(view.cut)
    said += [f"{one.name}: {one.source!r} is too long" for one in extract.fields if one.source in view.left_out]
    if not said:
        return ()
    text = f"a page is too large to be read whole: {'; '.join(said)} ({view.url})"
    return (Remark(code=SHORTFALL, text=text, table=extract.into),)
