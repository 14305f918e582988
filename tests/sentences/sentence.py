"""A chore as a sentence for a real model, what would be right, and what became of it: read from `sentences.yaml`.

No replies stand beside these. What a person would take for the answer is right: the same rows, in the same order where
one was asked for, each perhaps with further columns beside those that were asked for. Where more rows than are asked for
are equally good, as many of these are right.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

import yaml

from tests.chores.script import chores

Kind = Literal["lookup", "aggregate", "sort", "filter", "detail", "join", "write"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Verdict = Literal["right", "refused", "wrong"]
Rows = Sequence[Sequence[object]]

_FILE = Path(__file__).parent / "sentences.yaml"
_SQL = re.compile(r"\{(SELECT [^{}]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """`at` is a page of the site, `expected` SQL over the site's own database, `writes` what must be asked for.

    `ties` is SQL for the rows that are equally good, where these are more than are asked for.
    """

    id: str
    kind: Kind
    site: str
    task: str
    at: str
    expected: str = ""
    ties: str = ""
    login: bool = False
    writes: Mapping[str, Any] | None = None


def sentences() -> tuple[Sentence, ...]:
    """All of them, in an order in which each beginning has every kind."""
    given = cast("Mapping[str, Any]", yaml.safe_load(_FILE.read_text("utf-8")))
    asked = cast("Mapping[Kind, Sequence[str]]", given["kinds"])
    kinds: dict[str, Kind] = {name: kind for kind, names in asked.items() for name in names}
    fewer = cast("Mapping[str, str]", given["expected"])
    tied = cast("Mapping[str, str]", given["ties"])
    known = {chore.id: chore for chore in chores()}
    found = [
        Sentence(
            id=name,
            kind=kind,
            site=known[name].site,
            task=known[name].task,
            at=known[name].at,
            expected=fewer.get(name, known[name].expected),
            ties=tied.get(name, ""),
            login=known[name].login,
            writes=_changed(known[name].writes),
        )
        for name, kind in kinds.items()
    ]
    own = cast("Mapping[str, Mapping[str, Any]]", given["sentences"])
    found += [Sentence(id=name, **one) for name, one in own.items()]
    places = {one.id: place for kind in KINDS for place, one in enumerate(o for o in found if o.kind == kind)}
    return tuple(sorted(found, key=lambda one: (places[one.id], KINDS.index(one.kind))))


def _changed(writes: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return None if writes is None else {"paths": writes["path"], "fields": writes["fields"]}


def filled(text: str, rows: Callable[[str], Rows]) -> str:
    """A text with what SQL over the site's database gives in the place of SQL in braces."""
    return _SQL.sub(lambda found: str(rows(found[1])[0][0]), text)


def judged(one: Sentence, answer: Rows, wanted: Rows, tied: Rows = ()) -> Verdict:
    """Whether rows that a run claims to be the answer are it; `tied` are rows that are equally good."""
    has, right = [_plain(row) for row in answer], [_plain(row) for row in wanted]
    if tied:
        good = [_plain(row) for row in tied]
        each = len(has) == len(right) and all(any(_within(other, row) for other in good) for row in has)
        return "right" if each and len(set(has)) == len(has) else "wrong"
    if one.kind != "sort":
        has, right = sorted(has, key=str), sorted(right, key=str)
    same = len(has) == len(right) and all(map(_within, right, has))
    return "right" if same else "wrong"


def _within(wanted: Sequence[object], row: Sequence[object]) -> bool:
    """Whether the cells that are wanted stand in a row, in their order."""
    left = iter(row)
    return all(any(cell == other for other in left) for cell in wanted)


def _plain(row: Sequence[object]) -> tuple[object, ...]:
    return tuple(_cell(cell) for cell in row)


def _cell(cell: object) -> object:
    text = str(cell).strip().casefold()
    try:
        return round(float(text), 2)
    except ValueError:
        return text
