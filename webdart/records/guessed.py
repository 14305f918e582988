"""Which fields were taken by their type alone, and what is a person told of them?

What a page calls otherwise, what nothing names, and a number out of a text that says more than the number.
"""

from collections.abc import Sequence

from webdart.records.columns import Column
from webdart.records.matching import title_of
from webdart.records.model import Remark
from webdart.records.outline import Outline
from webdart.records.sought import Assigned, Match
from webdart.workflow.model import Field

_NUMBERS = frozenset({"integer", "number"})
_SHOWN = 40  # letters of a sample
_UNIT = 3  # letters of a unit; longer words around a number say what it counts


def guessed(page: Outline, assigned: Assigned, fields: Sequence[Field]) -> list[Remark]:
    """A remark for each field that a person should look at."""
    title = title_of(fields)
    found: list[Remark] = []
    for field in fields:
        match = assigned.matches.get(field.name)
        why = "" if match is None else _why(page, field, match, title)
        if match is not None and why:
            found.append(Remark(code="by type", text=why, column=field.name, count=match.column.filled))
    return found


def _why(page: Outline, field: Field, match: Match, title: str) -> str:
    if match.other:
        return (
            f"taken by its type alone, from the text labelled {match.other!r}; "
            f"`label: {match.other}` says that it is meant"
        )
    if match.tier != "type" or field.type.many:
        return ""
    left_over = field.type.kind == "text" and field.name != title
    if left_over or (field.type.kind in _NUMBERS and _in_words(page, match.column)):
        return (
            f"nothing on the page is called so; taken as the one {field.type.kind} that is left of a record, as in "
            f"{_sample(page, match.column)!r}: a `label` or an `at` makes it sure"
        )
    return ""


def _in_words(page: Outline, column: Column) -> bool:
    """Whether the number stands among words: that of a title, a count of something else."""
    text = _sample(page, column)
    return any(len(word) > _UNIT and word.isalpha() for word in text.split())


def _sample(page: Outline, column: Column) -> str:
    """The first text of a column, cut short."""
    first = next(hits[0] for hits in column.hits if hits)
    return (first[1] or page.text[first[0]])[:_SHOWN]
