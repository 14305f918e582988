"""Renders a chore's push-downs as text, before and after it runs."""

import json
import os
from collections.abc import Iterator, Mapping

from msgspec import Struct

from webdart.cli import run_async as waiting
from webdart.cli.run_list import project_of
from webdart.errors import UsageError
from webdart.inspect.explain import Explained, ListingExplained
from webdart.inspect.site import explain
from webdart.printable import printable
from webdart.runs.request import RunRequest
from webdart.settings import Settings
from webdart.table.cell_json import cell, write
from webdart.values import asdict

_PART: tuple[str, ...] = ("table", "part", "where", "why")


class Explanation(Struct, frozen=True, kw_only=True):
    """What is printed: a listing a paragraph, or the replans of a run."""

    workflow: str
    listings: tuple[ListingExplained, ...] = ()
    later: tuple[str, ...] = ()
    replans: tuple[Mapping[str, str], ...] = ()
    parts: tuple[Mapping[str, str], ...] = ()
    run: str | None = None

    def to_json(self) -> str:
        """All of it as one JSON object."""
        return write(cell(asdict(self)), 2)

    def to_text(self) -> str:
        """All of it for a person."""
        return printable("\n".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        for listing in self.listings:
            yield from _listing(listing)
        yield from self.later
        if self.run is None:
            return
        yield f"{self.run}: {self.workflow}"
        if not self.replans:
            yield "nothing was pushed down"
        for part in self.parts:
            yield f"  {part['table']}: {part['part']}"
            yield f"      {part['where']}: {part['why']}"
        for step in self.replans:
            yield f"  {step['control']}: {step['does']}: {step['verdict']}"
            yield f"      {step['evidence']}"
            yield f"    - {step['before']}"
            yield f"    + {step['after']}"


def _listing(told: ListingExplained) -> Iterator[str]:
    size = ", ".join(
        part
        for part in (
            "" if told.rows is None else f"{told.rows} rows stated",
            "size not told" if told.pages is None else f"{told.pages} pages in the plain walk",
        )
        if part
    )
    yield f"{told.table}: {told.url} ({size})"
    yield f"  columns: {told.columns}"
    for part in told.parts:
        yield f"  {part.sql}"
        yield f"      {part.where}: {part.why}"
    if told.controls:
        yield "  controls that fit"
        yield from (f"      {control}" for control in told.controls)
    if told.note:
        yield f"  {told.note}"


def of_file(settings: Settings, file: str, params: Mapping[str, str]) -> Explanation:
    """What could be pushed down, by the first page of every listing that can be opened before the chore runs."""
    request = RunRequest(file=file, params=params, settings=settings, environment=os.environ)
    found: Explained = waiting.complete(explain(request))
    return Explanation(workflow=found.workflow, listings=found.listings, later=found.later)


def of_run(settings: Settings, run: str | None) -> Explanation:
    """What became of the push-downs of a run.

    Raises:
        UsageError: there is no such run, or it has not ended.
    """
    folder = project_of(settings).get(run)
    if not folder.trace.is_file():
        raise UsageError(f"run {folder.id} has not ended yet", hint="webdart runs")
    events = [json.loads(line) for line in folder.trace.read_text(encoding="utf-8").splitlines()]
    keys = ("control", "does", "verdict", "evidence", "before", "after")
    steps = [event["data"] for event in events if event["kind"] == "replan"]
    replans = tuple({key: str(step.get(key, "")) for key in keys} for step in steps)
    told = [event["data"] for event in events if event["kind"] == "noted" and "part" in event["data"]]
    rows = dict.fromkeys(tuple(str(part.get(key, "")) for key in _PART) for part in told)  # of many walks, once
    parts = tuple(dict(zip(_PART, row, strict=True)) for row in rows)
    return Explanation(workflow=folder.record().workflow, replans=replans, parts=parts, run=folder.id)
