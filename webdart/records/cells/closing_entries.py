"""Finds entries at the end of a list that are no records: "Older posts", "All posts", in the entries' mark-up.

Such a link turns the page, or leads to where all of them are: then it is left out. Where it only leads elsewhere than
all the others, or has nothing but a link where these have more, the page does not tell, and a person is told.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from webdart.controls.pager import paging
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned
from webdart.records.structure.menus import is_bare_link
from webdart.records.structure.outline import Outline

_OTHERS = 3  # records before, from which the last one differs
_SAMPLE = 16
_SHOWN = 40
_TURNING = frozenset({"next", "previous", "more"})


def closing_entry(page: Outline, assigned: Assigned) -> tuple[bool, tuple[Remark, ...]]:
    """Whether the last record is none and to be left out, and what is told of it."""
    records = [assigned.region.records[number] for number in assigned.records]
    if len(records) <= _OTHERS or assigned.region.kind == "page" or not is_bare_link(page, records[-1]):
        return False, ()
    last = _address(page, records[-1])
    some = [_address(page, record) for record in records[: -1 : _sparsely(len(records))]]
    folder = _common(some)
    if not last or (_is_deep(folder) and last.startswith(folder) and last.rstrip("/") + "/" != folder):
        bare = sum(is_bare_link(page, record) for record in records[: -1 : _sparsely(len(records))])
        if not last or bare * _OTHERS > len(some):
            return False, ()
    others = [_address(page, record) for record in records[:-1]]
    text = page.text[records[-1][0]][:_SHOWN]
    folder = _common(others)
    if _is_above(last, folder, others):
        said = f"{text!r} at the end of the list leads to where all of its entries are"
        return True, (Remark(code="no record", text=said),)
    strange = not last.startswith(folder)
    if (strange or not _is_deep(folder)) and _turns(page, records[-1]):
        return True, (Remark(code="no record", text=f"{text!r} at the end of the list turns the page"),)
    elsewhere = strange and all(urlsplit(other).netloc == urlsplit(last).netloc for other in others)
    if not elsewhere and sum(is_bare_link(page, record) for record in records[:-1]) * _OTHERS > len(others):
        return False, ()
    said = (
        f"{text!r} at the end of the list leads elsewhere than the others, or lacks all that they have, and is read as "
        "one of them: an `each` with an `at` that does not find it leaves it out"
    )
    return False, (Remark(code="last record", text=said),)


def _sparsely(count: int) -> int:
    """Every how many of so many records is looked at first."""
    return max(1, count // _SAMPLE)


def _is_deep(folder: str) -> bool:
    """Whether a folder is more than a whole site."""
    return urlsplit(folder).path not in {"", "/"}


def _address(page: Outline, record: Sequence[int]) -> str:
    """Where the first link in or around a record leads, "" where it has none."""
    for root in record:
        for node in page.nodes[root : page.nodes[root].end]:
            if node.tag == "a" and (address := node.attributes.get("href")):
                return address
    around = (page.nodes[place].attributes.get("href") for place in page.ancestors(record[0]))
    return next((address for address in around if address), "")


def _common(addresses: Sequence[str]) -> str:
    """The deepest folder in which all of some addresses lie."""
    first, last = min(addresses), max(addresses)
    same = next((n for n, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return first[:same].rpartition("/")[0] + "/"


def _is_above(last: str, folder: str, others: Sequence[str]) -> bool:
    """Whether an address is that of a folder in which all others lie, however deep."""
    path, around = urlsplit(last), last.rstrip("/") + "/"
    return path.path.strip("/") != "" and not path.query and folder.startswith(around) and last not in others


def _turns(page: Outline, record: Sequence[int]) -> bool:
    """Whether a control that turns the page lies in a record."""
    turning = [control.node for control in paging(page.view) if control.kind in _TURNING]
    return any(root <= node < page.nodes[root].end for root in record for node in turning)
