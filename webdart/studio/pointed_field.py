"""Adds to a file what a person pointed at: a column of the outlined records, or a part of a record's own page."""

import asyncio
from collections.abc import Mapping

from webdart.errors import UsageError
from webdart.extract.proposal import Placed, field_of
from webdart.studio.chore_text import ChoreText
from webdart.studio.commands import Add, Pick
from webdart.studio.preview import placed_columns
from webdart.studio.record_page import RecordPage
from webdart.studio.sight import Sight


def held_column(chore: ChoreText, placed: Placed, place: int) -> str:
    """The field that reads a column already, "" for none."""
    read: Mapping[str, int] = {} if chore.extract is None else placed_columns(chore.extract, placed)
    return next((name for name, other in read.items() if other == place), "")


def pointed_column(sight: Sight, placed: Placed | None, order: Pick | Add) -> tuple[Placed, int]:
    """The column that is meant.

    Raises:
        UsageError: there is none.
    """
    if placed is None:
        raise UsageError("no records are outlined here", hint="write the field by hand")
    place = order.place if isinstance(order, Add) else sight.column_at(placed, order.x, order.y)
    if place is None or place >= len(placed.record_set.columns):
        raise UsageError("no value of a record lies there", hint="click a text inside an outlined record")
    return placed, place


async def with_column(chore: ChoreText, sight: Sight, placed: Placed, place: int, locale: str) -> ChoreText:
    """The file with a column of the records, read by the locator that finds it in all of them.

    Raises:
        UsageError: none does.
    """
    names = {one.name for one in (chore.extract.fields if chore.extract else ())}
    field = await asyncio.to_thread(field_of, sight.view, placed, place, sight.spec(locale), names)
    if field is None:
        raise UsageError("no locator reads that in all records", hint="write the field by hand, with an `at`")
    return chore.with_field(field)


def with_part(chore: ChoreText, record: RecordPage, order: Pick | Add) -> ChoreText:
    """The file with a part of a record's own page.

    Raises:
        UsageError: nothing there can be declared by its label.
    """
    if chore.extract is None:
        raise UsageError("the file has mistakes", hint="mend what is listed below it first")
    parts = record.parts(chore.extract)
    if isinstance(order, Add):
        part = parts[order.place] if order.place < len(parts) else None
    else:
        part = record.part_at(parts, order.x, order.y)
    if part is None:
        raise UsageError("no value with a label lies there", hint="write the field by hand, with an `at`")
    return record.added(chore, part)
