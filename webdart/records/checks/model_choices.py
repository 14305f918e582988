"""Tells of fields that are read where a language model said, and of a list that it picked."""

from webdart.records.columns.column_names import Naming
from webdart.records.matching.type_share import Shares
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.query.spec import BY_FORM
from webdart.records.structure.list_names import describe_list


def told_by_model(sought: Sought, assigned: Assigned) -> list[Remark]:
    """The remarks about what a model decided: a person should know, and may settle it."""
    shares = Shares(sought.page, sought.plausible)
    naming = Naming(sought.page, assigned.columns, assigned.region.grid, sought.plausible)
    found = [
        Remark(
            code="by model",
            text=f"read where {_who(sought, name)} said, where {shares.shown(match.column, naming)} stands; "
            "a `label` or an `at` would settle it",
            column=name,
            count=match.column.filled,
        )
        for name, match in assigned.matches.items()
        if match.tier == "told" and sought.spec.ruling.by.get(name) != BY_FORM
    ]
    if sought.spec.ruling.shape:
        shown = describe_list(sought.page, assigned.region)
        text = f"{_who(sought, '')} picked {shown}; an `in` or `each` would settle it"
        found.append(Remark(code="by model", text=text, count=len(assigned.records)))
    return found


def _who(sought: Sought, name: str) -> str:
    """The model that decided on a field ("" for the records)."""
    named = sought.spec.ruling.by.get(name, "")
    return f"the model {named}" if named else "the model"
