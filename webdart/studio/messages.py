"""Puts what the studio shows into JSON. Texts of sites are values here, and never anything else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.answer.doubt import Doubt, Sample
from webdart.errors import WorkflowError
from webdart.extract.proposal import Placed
from webdart.inspect.doubtful_cells import Doubtful
from webdart.inspect.proposal import site_name, told
from webdart.navigate.login_form import asks_to_log_in
from webdart.page.model import Box, Control
from webdart.studio.chore_text import ChoreText
from webdart.studio.preview import Preview, fill_share, placed_columns
from webdart.studio.record_page import RecordPage
from webdart.studio.sight import Sight
from webdart.table.cell_json import Json, cell, text, write
from webdart.workflow.model import Field, FillValue, Kind, Navigate, Sql, Stage, Template

_SAMPLES = 5  # values of a column that are shown
_LONG = 160  # letters of a value that are shown
_LOGIN = ("USER", "PASSWORD")  # what is typed into a form to log in
_DIGITS = 1  # decimals of a pixel

KINDS: tuple[str, ...] = get_args(Kind)


def packed(kind: str, **said: Json) -> str:
    """One message."""
    return write({"kind": kind, **said})


def sight_message(sight: Sight, chosen: int, secrets: Sequence[str] = ()) -> str:
    """The page: its listings with the places of their records, its controls, its pager."""
    tables = sight.sighting.tables
    placed = sight.placed or (None,) * len(tables)
    return packed(
        "sight",
        url=sight.view.url,
        title=sight.view.title,
        chosen=chosen,
        sets=[_set(sight, number, one) for number, one in enumerate(placed)],
        pager=_boxes(sight, (control.node for control in sight.pager)),
        controls=[_control(sight, control) for control in sight.settable],
        lacking=list(sight.sighting.lacking),
        login=_secret_names(sight, secrets) if asks_to_log_in(sight.view, given=True) else [],
    )


def _secret_names(sight: Sight, secrets: Sequence[str]) -> list[Json]:
    """What the secrets of a site are called in the file, else what they may be called."""
    if len(secrets) >= len(_LOGIN):
        return list(secrets[: len(_LOGIN)])
    site = site_name(urlsplit(sight.view.url).hostname or "").upper().replace("-", "_")
    return [f"{site}_{one}" for one in _LOGIN]


def _control(sight: Sight, control: Control) -> dict[str, Json]:
    is_list = sight.view.nodes[control.node].tag == "select"
    return {
        "line": told(control),
        "what": control.kind,
        "label": control.label,
        "options": list(control.options) if is_list else [],
        "value": control.value,
        "boxes": _boxes(sight, [control.node]),
    }


def _set(sight: Sight, number: int, placed: Placed | None) -> dict[str, Json]:
    found = sight.sighting.tables[number]
    total = sight.total(found)
    return {
        "name": found.extract.into,
        "heading": found.heading,
        "count": found.count,
        "stated": found.totals.stated,
        "boxes": [] if placed is None else [_box(box) for box in sight.boxes(placed.records)],
        "total": [] if total is None else _boxes(sight, [total]),
    }


def chore_message(
    chore: ChoreText, problems: Sequence[WorkflowError], preview: Preview | None, *, is_edited: bool, saved: str
) -> str:
    """The file: its text, its mistakes, its steps, its statement."""
    sql = chore.sql
    return packed(
        "chore",
        text=chore.text,
        edited=is_edited,
        saved=saved,
        sql="" if sql is None else sql.sql,
        into="" if chore.extract is None else chore.extract.into,
        steps=[] if chore.workflow is None else [_stage(stage) for stage in chore.workflow.stages],
        problems=[_problem(problem) for problem in problems],
        failure="" if preview is None else preview.failure,
        rows=0 if preview is None else len(preview.got.records),
        doubts=[] if preview is None else list(preview.doubts("")),
    )


def _problem(problem: WorkflowError) -> dict[str, Json]:
    said = problem.problem.removeprefix(f"{problem.at}: ")
    return {
        "line": problem.at.line,
        "column": problem.at.column,
        "code": problem.code,
        "text": said,
        "hint": problem.hint,
    }


def _stage(stage: Stage) -> dict[str, Json]:
    match stage:
        case Navigate():
            start = [] if stage.start is None else [("start", stage.start.source)]
            path = [("path", step.words.source) for step in stage.path]
            controls = [("set", f"{label.source}: {_value(value)}") for label, value in stage.set]
            read = [("extract", extract.into) for extract in stage.extracts]
            return {"line": stage.at.line, "parts": [list(pair) for pair in (*start, *path, *controls, *read)]}
        case Sql():
            return {"line": stage.at.line, "parts": [["execute", stage.sql.strip().partition("\n")[0]]]}
        case _:
            return {"line": stage.at.line, "parts": [["execute", type(stage).__name__.lower()]]}


def doubts_message(doubts: Iterable[Doubtful]) -> str:
    """What is doubtful about a run, each with its cells."""
    return packed("doubts", doubts=[_doubt(one.doubt, one.cells) for one in doubts])


def _doubt(doubt: Doubt, cells: Iterable[Sample]) -> dict[str, Json]:
    same = Counter((one.text, one.page) for one in cells)
    return {
        "place": doubt.place,
        "column": doubt.column or "",
        "kind": doubt.kind,
        "problem": doubt.problem,
        "remedy": doubt.remedy,
        "count": doubt.count,
        "cells": [[_shortened(text), page, text, count] for (text, page), count in same.items()],
    }


def spot_message(sight: Sight, nodes: Iterable[int], text: str) -> str:
    """Where the text stands that a person asked for."""
    return packed("spot", text=_shortened(text), boxes=_boxes(sight, nodes))


class Shown(Struct, frozen=True):
    """What the table shows: the rows of the listing, what a record's `own` page gave, and that page while it is shown.

    `is_of_record`: the page that is shown was reached by a link of a record.
    """

    preview: Preview | None
    own: Preview | None
    record: RecordPage | None
    is_of_record: bool

    @property
    def state(self) -> str:
        """Where the person is: on a record's own page, on one that may be, or on a listing."""
        if self.record is not None:
            return "record"
        return "reached" if self.is_of_record else "listing"


def columns_message(sight: Sight, placed: Placed | None, shown: Shown) -> str:
    """The table: the fields of the file with their values, and what else is there to be read."""
    preview = shown.preview
    if preview is None:
        return packed("columns", columns=[], spare=[], kinds=list(KINDS), state=shown.state)
    places: Mapping[str, int] = {} if placed is None else placed_columns(preview.extract, placed)
    columns: list[Json] = [_column(sight, placed, shown, field, places) for field in preview.extract.fields]
    if shown.record is not None:
        parts = shown.record.parts(preview.extract)
        spare = [
            {"place": place, "name": part.name, "values": [_shortened(part.said)], "fill": 1.0}
            for place, part in enumerate(parts)
        ]
    else:
        spare = [] if placed is None else list(_spare(placed, places))
    return packed("columns", columns=columns, spare=list(spare), kinds=list(KINDS), state=shown.state)


def _column(
    sight: Sight, placed: Placed | None, shown: Shown, field: Field, places: Mapping[str, int]
) -> dict[str, Json]:
    read = shown.own if field.page == "detail" else shown.preview
    values = () if read is None else read.values(field.name)
    boxes = [] if placed is None else _column_boxes(sight, placed, places.get(field.name))
    if shown.record is not None and field.page == "detail":
        said = next((text(cell(value)) for value in values if value is not None), "")
        boxes = _boxes(sight, shown.record.places(said)[:1])
    return {
        "name": field.name,
        "type": str(field.type),
        "own": field.page == "detail",
        "values": [_shortened(cell(value)) for value in values[:_SAMPLES]],
        "fill": fill_share(values),
        "doubts": [] if read is None else list(read.doubts(field.name)),
        "boxes": boxes,
    }


def _value(value: FillValue) -> str:
    """What a control is set to, as the file has it."""
    parts = value if isinstance(value, tuple) else (value,)
    return ", ".join(part.source if isinstance(part, Template) else str(part) for part in parts)


def _column_boxes(sight: Sight, placed: Placed, place: int | None) -> list[Json]:
    return [] if place is None else _boxes(sight, (node for node in placed.nodes(place) if node >= 0))


def _spare(placed: Placed, places: Mapping[str, int]) -> Iterable[dict[str, Json]]:
    taken = set(places.values())
    for place, column in enumerate(placed.record_set.columns):
        values = [value for value in column.values if value]
        if place not in taken and values and not column.label:
            yield {
                "place": place,
                "name": column.name or column.source,
                "values": [_shortened(value) for value in values[:2]],
                "fill": column.fill,
            }


def _shortened(value: Json) -> str:
    words = text(value)
    return words if len(words) <= _LONG else f"{words[: _LONG - 1]}…"


def _boxes(sight: Sight, nodes: Iterable[int]) -> list[Json]:
    return [_box(box) for node in nodes if (box := sight.box(node)) is not None]


def _box(box: Box) -> list[Json]:
    return [round(side, _DIGITS) for side in box]
