"""Tells when a later page of a listing gives its fields from places that nothing calls so, or other records."""

from collections.abc import Collection

from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought

_NAMELESS = "type"
"""The tier of a column that nothing on the page calls as declared."""


def moved_fields(sought: Sought, assigned: Assigned, moved: Collection[str], *, rebuilt: bool) -> list[Remark]:
    """What makes a guess of fields that have `moved`; `rebuilt`: the records are built otherwise than before."""
    named = {name for name, match in assigned.matches.items() if match.tier != _NAMELESS}
    url = sought.page.view.url
    if rebuilt and not named and set(moved) == set(assigned.matches):
        text = (
            f"all fields of {url} are read from other places than on the pages before, of records that are built "
            "otherwise: `each` with an `at` says what a record is"
        )
        return [Remark(code="other records", text=text, count=len(assigned.records))]
    text = f"read from another place on {url} than on the pages before, and nothing calls it so: an `at` settles it"
    texts = {field.name for field in sought.by_column if field.type.kind == "text"}  # of other types the type speaks
    return [Remark(code="by type", text=text, column=name) for name in moved if name in texts - named]
