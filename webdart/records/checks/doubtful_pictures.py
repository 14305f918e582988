"""Tells of pictures that are probably none of a record's own: a logo, a flag, what holds the place of a picture."""

from collections import Counter
from collections.abc import Sequence

from webdart.records.cells.cell_text import pictures_at
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought

_SEVERAL = 3  # records that tell a template from a coincidence
_PAIR = 2  # pictures; more are a gallery


def doubtful_pictures(sought: Sought, assigned: Assigned) -> Remark | None:
    """A remark where nothing but its type speaks for a picture, and all records or some have one that others have.

    Where some records have several pictures and others fewer, the first of those may be what stands behind a picture
    of their own in others.
    """
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if field.type.kind != "image" or field.type.many or match is None or match.tier != "type":
            continue
        shown = [pictures_at(sought.page, nodes) for nodes in match.column.nodes]
        address = _shared_by_all(shown) or _out_of_place(shown)
        if address:
            text = f"perhaps no picture of the record's own, such as {address!r}: an `at` says which is meant"
            return Remark(code="other column", column=field.name, text=text, count=match.column.filled)
    return None


def _shared_by_all(shown: Sequence[Sequence[str]]) -> str:
    """The first picture of every record, "" where they differ."""
    firsts = [own[0] for own in shown if own]
    return firsts[0] if len(firsts) >= _SEVERAL and len(set(firsts)) == 1 else ""


def _out_of_place(shown: Sequence[Sequence[str]]) -> str:
    """A picture that comes first in a record and may be what stands behind another one elsewhere, "" for none.

    So it is only where some records have several pictures and others fewer: two and one, or one of those many have.
    """
    counts = {len(own) for own in shown if own}
    if len(counts) < 2:
        return ""
    if max(counts) == _PAIR:
        return next(own[0] for own in shown if len(own) == 1)
    records = Counter(address for own in shown for address in dict.fromkeys(own))
    behind = {address for own in shown for address in own[1:]}
    return min({own[0] for own in shown if own and records[own[0]] > 1} & behind, default="")
