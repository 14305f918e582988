"""Says why an answer is empty: conditions that no row passes, though the walk was led by the same values.

And which columns are: on a page that has not the column which every row of the other pages has.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.answer.shape import AnswerValue
from webdart.errors import WebdartError
from webdart.execute.query import Computing
from webdart.identifier import WORD, fold
from webdart.plan.lineage import Condition, Lineage, Place
from webdart.plan.model import ListingStage, Plan
from webdart.records.model import Remark
from webdart.workflow.model import Extract, Navigate, Scalar
from webdart.workflow.sql import scan
from webdart.workflow.templates import Template

_FEW = 3
"""How many rows to show as examples beside the value that matches none of them."""
_DRIFT = "drift"
"""The code of a remark that a page has a column elsewhere than those before, or not at all."""


def is_empty(answer: AnswerValue | None) -> bool:
    """True if an answer has no row, or only NULL."""
    return answer is not None and all(cell is None for row in answer.rows for cell in row)


async def unmatched(plan: Plan, extract: Extract, table: pa.Table, read: Lineage, computing: Computing) -> list[Doubt]:
    """The conditions that no row of a table passes, of those that the way to its page was meant to satisfy."""
    doubts: list[Doubt] = []
    led = _led_by(plan, extract)
    for place in read.places:
        for condition in place.conditions:
            names = [name for name in scan(condition.sql).names if name in led]
            if not names or len(condition.columns) != 1 or await _some(table, extract, condition, place, computing):
                continue
            (lowered,) = condition.columns
            column = next((one for one in table.column_names if fold(one) == lowered), lowered)
            doubts.append(_doubt(extract, table, column, _shown(condition, place.parameters)))
    return list({(doubt.column, doubt.problem): doubt for doubt in doubts}.values())


def without_column(extract: Extract, table: pa.Table, read: Lineage, remarks: Iterable[Remark]) -> list[Doubt]:
    """The columns that a page was told not to have, and that each row of other pages has: it may list other things."""
    pages = [str(page) for page in table.column("_page").to_pylist()]
    nullable = {field.name for field in extract.fields if field.nullable}
    doubts: list[Doubt] = []
    for column in dict.fromkeys(remark.column for remark in remarks if remark.code == _DRIFT):
        if column not in table.column_names or column in nullable or not read.reads(column):
            continue
        values = table.column(column).to_pylist()
        full = {page for page, value in zip(pages, values, strict=True) if value is not None}
        bare = [page for page in pages if page not in full]
        if bare and len(bare) + sum(value is not None for value in values) == len(values) > 2 * len(bare):
            doubts.append(_bare(extract, column, bare, len(values)))
    return doubts


def _bare(extract: Extract, column: str, pages: Sequence[str], rows: int) -> Doubt:
    return Doubt(
        table=extract.into,
        column=column,
        kind="empty",
        problem=f"no value in {len(pages)} of {rows} rows, all of a page that has no such column; every other has one",
        count=len(pages),
        samples=samples_of([("", page) for page in pages]),
        remedy="`pages: {max: …}` if that page is not of the listing; `accept: [empty]` if its rows have none",
    )


def _doubt(extract: Extract, table: pa.Table, column: str, said: str) -> Doubt:
    values = table.column(column).to_pylist() if column in table.column_names else []
    pages = [str(page) for page in table.column("_page").to_pylist()]
    pairs = [(str(value), page) for value, page in zip(values, pages, strict=False)]
    return Doubt(
        table=extract.into,
        column=column,
        kind="unmatched",
        problem=f"0 of {table.num_rows} rows match {said}, though the page was asked for it",
        count=table.num_rows,
        samples=samples_of(pairs[:_FEW]),
        remedy="`in` or `each` names the list that was searched, `accept: [unmatched]` takes the empty answer",
    )


async def _some(table: pa.Table, extract: Extract, condition: Condition, place: Place, computing: Computing) -> bool:
    """Whether a row passes a condition; True also where that can't be told."""
    sql = f'SELECT count(*) FROM "{extract.into}" WHERE {condition.sql}'  # noqa: S608 - the file's own words, sandboxed
    try:
        found = await computing.over(sql, {extract.into: table}, place.parameters)
    except WebdartError:
        return True
    return bool(found.column(0).to_pylist()[0])


def _shown(condition: Condition, parameters: Mapping[str, Scalar]) -> str:
    text = condition.sql.replace('"', "")
    return re.sub(rf"\$({WORD})", lambda found: repr(parameters.get(found[1], found[0])), text)


def _led_by(plan: Plan, extract: Extract) -> frozenset[str]:
    """The parameters that lead to a table's pages."""
    found: set[str] = set()
    for stage in plan.stages:
        if isinstance(stage, ListingStage) and extract in stage.extracts:
            for template in _templates(stage.navigate):
                found |= {part.name[0] for part in template.references if len(part.name) == 1}
    return frozenset(found)


def _templates(navigate: Navigate) -> Iterator[Template]:
    """The texts of a stage that say where to go and what to set there."""
    if navigate.start is not None:
        yield navigate.start
    yield from navigate.query.values()
    yield from (step.words for step in navigate.path)
    for _, value in navigate.set:
        values: Sequence[object] = value if isinstance(value, tuple) else (value,)
        yield from (one for one in values if isinstance(one, Template))
