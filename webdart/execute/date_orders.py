"""Finds dates that were read month first on some pages of a table whose other pages can only be read day first.

A page is read by itself, and by what the pages before it have settled. Its dates may all be open ("01/08/2027"), and
those of a later page be not ("29/06/2027"): the column decides, and what was read before is in doubt.
"""

from collections.abc import Sequence
from datetime import date

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.plan.lineage import Lineage
from webdart.plan.model import Plan
from webdart.plan.sites import locale_of
from webdart.records.coerce.convention import Convention, DateOrder
from webdart.records.coerce.date_order import order_of
from webdart.records.coerce.dates import Written, dates_in, resolve
from webdart.table.audit import raws_of
from webdart.workflow.model import Extract, Field

_KINDS = frozenset({"date", "datetime"})
_FORMATS: dict[DateOrder, str] = {"dmy": "%d/%m/%Y", "mdy": "%m/%d/%Y", "ymd": "%Y/%m/%d"}


def swapped_dates(plan: Plan, extract: Extract, table: pa.Table, read: Lineage) -> list[Doubt]:
    """The columns of dates whose texts together allow one order, in which some of their values were not read."""
    asked = [
        field
        for field in extract.fields
        if field.type.kind in _KINDS and not field.type.many and field.format is None and read.reads(field.name)
    ]
    raws = raws_of(table) if asked else []
    if not any(raws):
        return []
    locale = locale_of(plan, extract.into)
    there = [field for field in asked if field.name in table.column_names]
    found = (_of(field, extract, table, [raw.get(field.name, "") for raw in raws], locale) for field in there)
    return [doubt for doubt in found if doubt is not None]


def _of(field: Field, extract: Extract, table: pa.Table, texts: Sequence[str], locale: str) -> Doubt | None:
    """The doubt of one column, whose cells have these texts."""
    values, pages = (table.column(name).to_pylist() for name in (field.name, "_page"))
    dates = {text: next(iter(dates_in(text, locale)), None) for text in set(texts) if text}
    written = [dates.get(text) for text in texts]
    order = order_of([item for item in dates.values() if item is not None], None, locale)
    if not order.fixed or order.told:
        return None
    convention = Convention(order=order.order, fixed=True)
    rows = [
        row
        for row, (item, value) in enumerate(zip(written, values, strict=True))
        if item is not None and value is not None and _is_swapped(item, value, convention)
    ]
    if not rows:
        return None
    return Doubt(
        table=extract.into,
        column=field.name,
        kind="guessed",
        problem=f"{len(rows)} dates were read with day and month the other way round than the rest of the column",
        count=len(rows),
        samples=samples_of([(texts[row], str(pages[row])) for row in rows]),
        remedy=f"{field.name}: the site's `locale`, or a `format` such as {_FORMATS[order.order]}",
    )


def _is_swapped(item: Written, value: date, convention: Convention) -> bool:
    """Whether a value is another day than its text is in the order of the column, and the day of another order."""
    if item.order is not None:
        return False
    day = date(value.year, value.month, value.day)
    read = [resolve(item, Convention(order=order)) for order in _FORMATS if order != convention.order]
    return resolve(item, convention) != day and day in read
