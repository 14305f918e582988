"""Does a list end with what is no record of it: "Older posts", "All posts", in the same mark-up as the entries before?

It turns the page, or leads to where all of them are: then it is left out. Where it only leads elsewhere than all the
others, or has nothing but a link where these have more, nobody can tell, and a person is told.
"""

from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from webdart.pages.paging import paging
from webdart.records.menus import is_bare_link
from webdart.records.model import Remark
from webdart.records.outline import Outline
from webdart.records.sought import Assigned

_OTHERS = 3  # records before, from which the last one differs
_SHOWN = 40
_TURNING = frozenset({"next", "previous", "more"})


def ending(page: Outline, assigned: Assigned) -> tuple[bool, tuple[Remark, ...]]:
    """Whether the last record is none and to be left out, and what is told of it."""
    records = [assigned.region.records[number] for number in assigned.records]
    if len(records) <= _OTHERS or assigned.region.kind == "page" or not is_bare_link(page, records[-1]):
        return False, ()
    *others, last = [_address(page, record) for record in records]
    if last is None:
        return False, ()
    text = page.text[records[-1][0]][:_SHOWN]
    there = [other for other in others if other is not None and other.netloc == last.netloc]
    if there and len(there) == len(others) and all(_is_above(last, other) for other in there):
        said = f"{text!r} at the end of the list leads to where all of its entries are"
        return True, (Remark(code="no record", text=said),)
    folder = _common(there)
    strange = len(there) < len(others) or not last.path.startswith(folder)
    if (strange or folder == "/") and _turns(page, records[-1]):
        return True, (Remark(code="no record", text=f"{text!r} at the end of the list turns the page"),)
    bare = sum(is_bare_link(page, record) for record in records[:-1])
    if bare * _OTHERS > len(others) and not (strange and len(there) == len(others)):
        return False, ()
    said = (
        f"{text!r} at the end of the list leads elsewhere than the others, or lacks all that they have, and is read as "
        "one of them: an `each` with an `at` that does not find it leaves it out"
    )
    return False, (Remark(code="last record", text=said),)


def _address(page: Outline, record: Sequence[int]) -> SplitResult | None:
    """Where the first link in or around a record leads."""
    inner = (node for root in record for node in page.nodes[root : page.nodes[root].end])
    around = (page.nodes[place] for place in page.ancestors(record[0]))
    link = next((node.attributes["href"] for node in (*inner, *around) if node.attributes.get("href")), "")
    return urlsplit(link) if link else None


def _is_above(last: SplitResult, other: SplitResult) -> bool:
    """Whether an address is that of the folder in which another one lies, however deep."""
    folder = last.path.rstrip("/") + "/"
    return folder != "/" and not last.query and other.path.startswith(folder) and other.path != last.path != ""


def _common(addresses: Sequence[SplitResult]) -> str:
    """The deepest folder in which all of some addresses lie."""
    if not addresses:
        return "/"
    parts = [address.path.split("/")[:-1] for address in addresses]
    shared: list[str] = []
    for names in zip(*parts, strict=False):
        if len(set(names)) > 1:
            break
        shared.append(names[0])
    return "/".join(shared) + "/"


def _turns(page: Outline, record: Sequence[int]) -> bool:
    """Whether a control that turns the page lies in a record."""
    turning = [control.node for control in paging(page.view) if control.kind in _TURNING]
    return any(root <= node < page.nodes[root].end for root in record for node in turning)
