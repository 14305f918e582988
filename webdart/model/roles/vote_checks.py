"""Checks a model's vote by code: type, coverage and distinctness of what would be read, and stability page after page.

A vote says where to read; what stands there must read as the field, in most records, and be nothing that another field
already is. The pages after the first must have it where the first one has.
"""

from webdart.errors import Ambiguous
from webdart.records import Extraction, ListingSpec
from webdart.workflow.model import Field

_FILLED = 0.5
"""The share of the records that must have a value: what a minority has is found, but not by a vote alone."""
_READABLE = 0.9
"""The share of the texts there that must read as the field's type: a stray "n/a" is no other column."""
_SEVERAL = 3  # records that tell a column from a coincidence


def of_field(field: Field, spec: ListingSpec, found: Extraction) -> str:
    """Why a vote on a field does not stand, by what is read with it; "" where it does."""
    values = [record.values.get(field.name) for record in found.records]
    texts = [record.raw.get(field.name) for record in found.records]
    filled = sum(value is not None for value in values)
    there = sum(value is not None or bool(text) for value, text in zip(values, texts, strict=True))
    if not filled or filled < _READABLE * there:
        return f"{field.name}: {there - filled} of {there} texts there are no {field.type.kind}"
    if filled < _FILLED * len(values):
        return f"{field.name}: only {filled} of {len(values)} records have something there"
    if len(values) >= _SEVERAL and field.name in spec.extract.key and len(set(map(str, values))) == 1:
        return f"{field.name}: it is a key, and all records have the same there"
    twin = next((other.name for other in spec.sought if other != field and _is_same(found, field, other)), "")
    return f"{field.name}: all of it is what {twin} is" if twin else ""


def of_list(found: Extraction) -> str:
    """Why a vote on the list does not stand; "" where it does."""
    if found.verdict != "found" or not found.records:
        return "no records are read there"
    if any(not problem.field for problem in found.problems):
        return "it leaves open what one record is"
    return ""


def _is_same(found: Extraction, field: Field, other: Field) -> bool:
    """Whether two fields of one type have one value in every record, and not the same in all."""
    if field.type.kind != other.type.kind:
        return False
    pairs = [(record.values.get(field.name), record.values.get(other.name)) for record in found.records]
    return len(set(map(str, pairs))) > 1 and all(left == right for left, right in pairs)


def unstable(spec: ListingSpec, found: Extraction, url: str) -> Ambiguous | None:
    """The error of a later page that does not have what was voted for; None where it has, or nothing was voted.

    The run then ends as it would have ended without a model: what the page means is open.
    """
    if not spec.ruling.columns or not found.records:
        return None
    fields = (field for field in spec.sought if field.name in spec.ruling.columns)
    why = next((said for field in fields if (said := of_field(field, spec, found))), "")
    if not why:
        return None
    return Ambiguous(
        f"what a model chose on the first page does not hold on this one: {why}",
        url=url,
        hint="write a `label` or an `at` that says where the field stands",
    )
