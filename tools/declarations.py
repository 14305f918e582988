"""Other ways to declare the columns of a labelled page: more or fewer fields, other names, labels or none.

The truth tells which column is meant, whatever the field is called: by the words of the page, by another word of the
same role, or by its name with its label written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tools.labels import Labelled, TruthColumn
from webdart.extract import FieldSpec
from webdart.extract.match.likeness import roles
from webdart.lexicon import lexicon

_KEPT = (0.5, 0.8, 1.0)  # shares of the columns that are declared
_BY_LABEL, _BY_ROLE, _LABELLED = 0.3, 0.15, 0.25  # how often a field is named otherwise, or its label is written
_NO_WORD = re.compile(r"\W+")
_LONGEST = 40  # letters of a label that a person would make a name of


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as declared, and the column of the truth that is meant."""

    spec: FieldSpec
    column: str


def variations(page: Labelled, count: int) -> Iterator[tuple[Declared, ...]]:
    """So many declarations of the page's columns, the same for the same page."""
    second = {one.other for one in page.columns.values()}
    meant = [one for one in page.columns.values() if one.name not in second and _has_values(one)]
    for number in range(count if meant else 0):
        random = Random(f"{page.name}/{number}")  # noqa: S311 - repeatable chance is what is wanted
        size = max(1, round(random.choice(_KEPT) * len(meant)))
        kept = sorted(random.sample(range(len(meant)), size))
        yield tuple(_distinct(_declared(meant[place], page, random) for place in kept))


def _has_values(column: TruthColumn) -> bool:
    return any(value is not None for value in column.values.values())


def _distinct(fields: Iterator[Declared]) -> Iterator[Declared]:
    """The fields without those that are called as one before."""
    names: set[str] = set()
    for field in fields:
        if field.spec.name not in names:
            names.add(field.spec.name)
            yield field


def _declared(column: TruthColumn, page: Labelled, random: Random) -> Declared:
    given = next((one for one in page.fields if one.name == column.name), None)
    kind, match = (given.type, given.match) if given else (column.type, None)
    name, chance = column.name, random.random()
    if column.label is not None and chance < _BY_LABEL:
        name = _name_of(column.label) or name
    elif chance > 1 - _BY_ROLE:
        name = random.choice(_of_role(column.name) or [name])
    label = column.label if column.label is not None and random.random() < _LABELLED else None
    return Declared(FieldSpec(name=name, type=kind, label=label, match=match), column.name)


def _name_of(label: str) -> str:
    """A label as a person would write it for a name; "" where nobody would."""
    return _NO_WORD.sub("_", label.casefold()).strip("_") if len(label) <= _LONGEST else ""


def _of_role(name: str) -> list[str]:
    """Other words of the one role of a name."""
    own = roles(name)
    return [word for word in lexicon("roles")[next(iter(own))] if word.isalpha()] if len(own) == 1 else []
