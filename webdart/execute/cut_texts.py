"""Finds conditions that rest on texts which the page shows cut: what is asked for may stand in the rest of them."""

import re
from collections.abc import Collection, Sequence

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.execute.comparison import Wanted, compared
from webdart.identifier import fold
from webdart.plan.lineage import Condition, Lineage, Place
from webdart.records.words import before_cut, is_cut
from webdart.workflow.model import Extract

_FEW = 3
"""How many of the texts to show."""
_IS_THERE = re.compile(r"(?:NOT )?\S+ IS (?:NOT )?NULL", re.IGNORECASE)
"""A condition that asks for no part of a text."""


def cut_texts(extract: Extract, table: pa.Table, read: Lineage, columns: Collection[str]) -> list[Doubt]:
    """The columns with cut texts of which a condition can't tell whether their rows pass."""
    doubts: list[Doubt] = []
    pages = [str(page) for page in table.column("_page").to_pylist()]
    for name in columns:
        if name not in table.column_names:
            continue
        cut = [
            (str(value), page)
            for value, page in zip(table.column(name).to_pylist(), pages, strict=True)
            if value is not None and is_cut(str(value))
        ]
        conditions = [(place, one) for place in read.places for one in place.conditions if fold(name) in one.columns]
        left = [(text, page) for text, page in cut if any(_is_open(text, name, *one) for one in conditions)]
        if left:
            doubts.append(_doubt(extract, name, left))
    return doubts


def _is_open(text: str, name: str, place: Place, condition: Condition) -> bool:
    """Whether what is missing of a text could decide a condition; of one that compares it with no constant it may."""
    if _IS_THERE.fullmatch(condition.sql):
        return False
    said = [
        one for column, one in compared(condition.sql, place.parameters, loosely=True) if fold(column) == fold(name)
    ]
    return not said or any(_may_go_on_as(text, wanted) for wanted in said)


def _may_go_on_as(text: str, wanted: Wanted) -> bool:
    """Whether a cut text may be what is wanted, and isn't as it is shown, with the sign of its cut."""
    if wanted.fits(text, exact=False):
        return False
    shown = before_cut(text).casefold()
    begins, *others = wanted.text.casefold().split("%") if wanted.like else (wanted.text.casefold(),)
    longer = begins != shown and begins.startswith(shown)
    return longer or (bool(others) and shown.startswith(begins))


def _doubt(extract: Extract, column: str, cut: Sequence[tuple[str, str]]) -> Doubt:
    return Doubt(
        table=extract.into,
        column=column,
        kind="unreadable",
        problem=f"{len(cut)} texts are shown cut, and what is asked for may stand in the rest of them",
        count=len(cut),
        samples=samples_of(cut[:_FEW]),
        remedy=f"{column}: `page: detail` where the record's own page has it whole; "
        "`accept: [unreadable]` takes what is shown",
    )
