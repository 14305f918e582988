"""Other ways to declare the columns of a labelled page: more or fewer fields, other names, labels or none.

The truth tells which column is meant, whatever the field is called: by the words of the page, by another word of the
same role, or by its name with its label written. Some fields are of pages of another kind, and have no column.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random

from tools.labels import Labelled, TruthColumn
from webdart.extract import FieldSpec
from webdart.extract.match.likeness import lexical, roles
from webdart.lexicon import lexicon
from webdart.records.columns.synonyms import related

_KEPT = (0.5, 0.8, 1.0)  # shares of the columns that are declared
_BY_LABEL, _BY_ROLE, _LABELLED = 0.3, 0.15, 0.25  # how often a field is named otherwise, or its label is written
_NO_WORD = re.compile(r"\W+")
_LONGEST = 40  # letters of a label that a person would make a name of
_ABSENT = 4  # fields of other pages that a page is asked for


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as declared, and the column of the truth that is meant; "" where the page has none."""

    spec: FieldSpec
    column: str


def absent(pages: Sequence[Labelled]) -> Mapping[str, Sequence[FieldSpec]]:
    """By page, some fields of other pages that it has not: none that is ever declared together with one of its own.

    Nor one whose name is like that of a column or label of the page, or means the same.
    """
    beside: dict[str, set[str]] = {}
    fields: dict[str, FieldSpec] = {}
    for page in pages:
        for name in page.columns:
            beside.setdefault(name, set()).update(page.columns)
        fields |= {field.name: FieldSpec(name=field.name, type=field.type) for field in page.fields}
    found: dict[str, Sequence[FieldSpec]] = {}
    for page in pages:
        random = Random(page.name)  # noqa: S311 - repeatable chance is what is wanted
        names = sorted(name for name in fields if beside[name].isdisjoint(page.columns))
        random.shuffle(names)
        said = [*page.columns, *(one.label for one in page.columns.values() if one.label)]
        strange = (name for name in names if not any(_is_alike(name, words) for words in said))
        found[page.name] = [fields[name] for name in islice(strange, _ABSENT)]
    return found


def _is_alike(name: str, words: str) -> bool:
    """Whether the name of a field and words of a page may mean the same."""
    words = words.replace("_", " ")
    return lexical(name, words) > 0 or not roles(name).isdisjoint(roles(words)) or related(name, words)


def variations(page: Labelled, count: int, strange: Sequence[FieldSpec] = ()) -> Iterator[tuple[Declared, ...]]:
    """So many declarations of the page's columns, the same for the same page; of fields that it has not, some in each.

    The fields that it has not are not read rightly by any column.
    """
    second = {one.other for one in page.columns.values()}
    meant = [one for one in page.columns.values() if one.name not in second and _has_values(one)]
    for number in range(count if meant else 0):
        random = Random(f"{page.name}/{number}")  # noqa: S311 - repeatable chance is what is wanted
        size = max(1, round(random.choice(_KEPT) * len(meant)))
        kept = sorted(random.sample(range(len(meant)), size))
        asked = (_declared(meant[place], page, random) for place in kept)
        yield tuple(_distinct(chain(asked, (Declared(one, "") for one in strange[number::count]))))


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
