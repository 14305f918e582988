"""Follows the rows of a table over the runs of a workflow: first seen, last seen, changed, gone.

The versions of a row are those of a slowly changing dimension of type 2 (Kimball and Ross, The Data Warehouse Toolkit,
3rd edition, chapter 5): one a state, each with the run that brought it and the run that ended it.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import pyarrow as pa
from msgspec import Struct, field

from webdart.errors import StoreError, UsageError
from webdart.inspect.collected_tables import keyed_tables, lines_of
from webdart.runs.folder import RunFolder
from webdart.table.cell_json import Json, cell, text, write

State = Literal["there", "gone", "not seen"]
"""`gone`: a complete later run has no such row. `not seen`: only runs that could not tell have none."""

Change = Literal["new", "changed", "gone", "same"]


class RunTable(Struct, frozen=True, kw_only=True):
    """A table as one run left it: rows by canonical key; `whole` where a row that is missing is gone from the site."""

    run: str
    started: str
    whole: bool
    rows: Mapping[str, Mapping[str, Json]]


class Version(Struct, frozen=True, kw_only=True):
    """What a row was from the run `since` until before the run `until` (None: still); without cells it was gone."""

    since: RunTable
    until: RunTable | None
    cells: Mapping[str, Json] | None


class RowHistory(Struct, frozen=True, kw_only=True):
    """One row over all runs, its versions from the first to the latest."""

    key: str
    first_seen: RunTable
    last_seen: RunTable
    state: State
    versions: tuple[Version, ...]

    @property
    def changes(self) -> tuple[tuple[Version, Version], ...]:
        """Every version with the one that followed it."""
        return tuple(zip(self.versions, self.versions[1:], strict=False))


async def runs_of(folders: Sequence[RunFolder], table: str, warn: Callable[[str], None]) -> tuple[RunTable, ...]:
    """The table as each run left it, the oldest first; `folders` are of one workflow and come the latest first.

    Only runs with the parameters of the latest are comparable; others, and those that can't be read, are told.

    Raises:
        UsageError: none of them has the table.
    """
    kept: list[tuple[RunFolder, pa.Table]] = []
    tables: set[str] = set()
    parameters: Mapping[str, Any] | None = None
    for folder in folders:
        record = folder.record()
        try:
            collected = await keyed_tables(folder)
        except StoreError as error:
            warn(f"run {folder.id} is left out: {error}")
            continue
        tables |= set(collected)
        if table not in collected:
            continue
        parameters = record.parameters if parameters is None else parameters
        if record.parameters != parameters:
            warn(f"run {folder.id} is left out: it had other parameters")
            continue
        kept.append((folder, collected[table]))
    if not kept:
        raise UsageError(f"no run has a table {table!r}", hint=f"there are: {', '.join(sorted(tables)) or 'none yet'}")
    comparable = _comparable(kept, table, warn)
    return tuple([await _run_table(folder, rows, table) for folder, rows in reversed(comparable)])


def _comparable(
    kept: Sequence[tuple[RunFolder, pa.Table]], table: str, warn: Callable[[str], None]
) -> Sequence[tuple[RunFolder, pa.Table]]:
    """The runs whose rows are told apart in one way: by keys, where any has them."""
    keyed = [(folder, rows) for folder, rows in kept if _is_keyed(rows)]
    if not keyed:
        warn(f"{table} has no key: a row that changed counts as gone and new; `key` in the file follows it")
        return kept
    for folder, rows in kept:
        if not _is_keyed(rows):
            warn(f"run {folder.id} is left out: some rows of {table} have the same key there, or none")
    return keyed


async def _run_table(folder: RunFolder, rows: pa.Table, table: str) -> RunTable:
    """A table as a run left it; one that was stopped, or goes on, can't tell what is gone."""
    record = folder.record()
    verdict = next((line.verdict for line in await lines_of(folder) if line.name == table), None)
    whole = record.finished and verdict == "complete"
    return RunTable(run=folder.id, started=record.started, whole=whole, rows=_by_key(rows))


def _by_key(table: pa.Table) -> dict[str, Mapping[str, Json]]:
    """The rows by their keys; where not all have one of their own, a row is its own key, its double a numbered one."""
    columns = [column for column in table.column_names if not column.startswith("_")]
    cells = [[cell(value) for value in table.column(column).to_pylist()] for column in columns]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]
    if _is_keyed(table):
        return dict(zip(map(str, table.column("_key").to_pylist()), rows, strict=True))
    times: Counter[str] = Counter()
    keyed: dict[str, Mapping[str, Json]] = {}
    for row in rows:
        values = list(row.values())
        times[write(values)] += 1
        again = times[write(values)]
        keyed[write([*values, f"({again})"] if again > 1 else values)] = row
    return keyed


def _is_keyed(table: pa.Table) -> bool:
    keys = table.column("_key").to_pylist() if "_key" in table.column_names else [None] * table.num_rows
    return None not in keys and len(set(keys)) == len(keys)


def history(runs: Sequence[RunTable]) -> tuple[RowHistory, ...]:
    """Every row that any run has, in the order of first sight; `runs` from the oldest to the latest."""
    return tuple(_row(key, runs) for key in dict.fromkeys(key for run in runs for key in run.rows))


def _row(key: str, runs: Sequence[RunTable]) -> RowHistory:
    sightings = [run for run in runs if key in run.rows]
    states = _states(key, runs[runs.index(sightings[0]) :])
    untils = (*(run for run, _ in states[1:]), None)
    versions = tuple(
        Version(since=run, until=until, cells=cells) for (run, cells), until in zip(states, untils, strict=True)
    )
    there: State = "there" if sightings[-1] is runs[-1] else "not seen"
    return RowHistory(
        key=key,
        first_seen=sightings[0],
        last_seen=sightings[-1],
        state="gone" if versions[-1].cells is None else there,
        versions=versions,
    )


def _states(key: str, runs: Sequence[RunTable]) -> list[tuple[RunTable, Mapping[str, Json] | None]]:
    """The runs that brought a new state of a row, with its cells (None: gone). A run that can't tell says nothing."""
    states: list[tuple[RunTable, Mapping[str, Json] | None]] = []
    for run in runs:
        if key not in run.rows and not run.whole:
            continue
        cells = run.rows.get(key)
        if not states or _differ(states[-1][1], cells):
            states.append((run, cells))
    return states


def _differ(before: Mapping[str, Json] | None, after: Mapping[str, Json] | None) -> bool:
    """Whether a row changed, in the columns that it had before and after: a new column is no change of the site."""
    if before is None or after is None:
        return before is not after
    return any(before[name] != after[name] for name in before if name in after)


def readable(key: str) -> str:
    """A canonical key as a person reads it."""
    return ", ".join(text(part) for part in json.loads(key))


def named(rows: Sequence[RowHistory], key: str) -> RowHistory:
    """The row that a person means by `key`: its key as it is shown.

    Raises:
        UsageError: there is none.
    """
    found = next((row for row in rows if readable(row.key) == key), None)
    if found is None:
        near = [readable(row.key) for row in rows if key.casefold() in readable(row.key).casefold()]
        listed = near or [readable(row.key) for row in rows]
        raise UsageError(f"no row has the key {key!r}", hint=f"there are: {'; '.join(listed[:_LISTED])}")
    return found


_LISTED = 5


def is_new(row: RowHistory, runs: Sequence[RunTable]) -> bool:
    """Whether a complete run before the row's first sight shows that it was not there."""
    return any(run.whole for run in runs[: runs.index(row.first_seen)])


def changed(row: RowHistory, runs: Sequence[RunTable]) -> Change:
    """What the latest of `runs` did to a row; one that is there again is new."""
    latest = runs[-1]
    if row.first_seen is latest:
        return "new" if is_new(row, runs) else "same"
    if row.versions[-1].since is not latest:
        return "same"
    if row.versions[-1].cells is None:
        return "gone"
    return "new" if row.versions[-2].cells is None else "changed"


def table_of(rows: Sequence[RowHistory]) -> pa.Table:
    """All versions as one table: `_since`, `_until`, `_gone`, then the columns, as texts."""
    flat = [(row.key, version) for row in rows for version in row.versions]
    names = list(dict.fromkeys(name for _, version in flat for name in version.cells or {}))
    columns: dict[str, list[Any]] = {
        "_row": [readable(key) for key, _ in flat],
        "_since": [version.since.started for _, version in flat],
        "_until": [None if version.until is None else version.until.started for _, version in flat],
        "_gone": [version.cells is None for _, version in flat],
    }
    for name in names:
        cells = [(version.cells or {}).get(name) for _, version in flat]
        columns[name] = [None if value is None else text(value) for value in cells]
    return pa.Table.from_pydict(columns)


def to_json(workflow: str, table: str, runs: Sequence[RunTable], rows: Sequence[RowHistory]) -> dict[str, Json]:
    """All of it as one JSON object."""
    return {
        "workflow": workflow,
        "table": table,
        "runs": [
            {"run": run.run, "started": run.started, "complete": run.whole, "rows": len(run.rows)} for run in runs
        ],
        "rows": [
            {
                "key": json.loads(row.key),
                "first_seen": row.first_seen.started,
                "last_seen": row.last_seen.started,
                "state": row.state,
                "versions": [
                    {
                        "since": version.since.started,
                        "until": None if version.until is None else version.until.started,
                        "cells": None if version.cells is None else dict(version.cells),
                    }
                    for version in row.versions
                ],
            }
            for row in rows
        ],
    }


class Changes(Struct, frozen=True, kw_only=True):
    """What a run changed in a table: `new` and `gone` rows, and by key those `changed`, each cell before and after."""

    table: str
    new: tuple[Mapping[str, Json], ...] = ()
    gone: tuple[Mapping[str, Json], ...] = ()
    changed: Mapping[str, Mapping[str, tuple[Json, Json]]] = field(default_factory=dict[str, Any])

    @property
    def any(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.new or self.gone or self.changed)


def changes(table: str, runs: Sequence[RunTable]) -> Changes:
    """What the latest of `runs` changed. The first run of all is what the others are compared with: no change."""
    if len(runs) < 2:
        return Changes(table=table)
    rows = [(row, changed(row, runs)) for row in history(runs)]
    return Changes(
        table=table,
        new=tuple(row.versions[-1].cells or {} for row, change in rows if change == "new"),
        gone=tuple(row.versions[-2].cells or {} for row, change in rows if change == "gone"),
        changed={row.key: differences(*row.changes[-1]) for row, change in rows if change == "changed"},
    )


def differences(before: Version, after: Version) -> dict[str, tuple[Json, Json]]:
    """The cells in which two versions of a row differ; one that was gone has none."""
    old, new = before.cells or {}, after.cells or {}
    both = [name for name in old if name in new] or [*old, *new]
    names = [name for name in both if old.get(name) != new.get(name)]
    return {name: (old.get(name), new.get(name)) for name in names}


def changes_to_json(found: Sequence[Changes]) -> list[Json]:
    """The changes of several tables as JSON."""
    return [
        {
            "table": one.table,
            "new": [dict(row) for row in one.new],
            "changed": [
                {"key": readable(key), "cells": {name: list(pair) for name, pair in cells.items()}}
                for key, cells in one.changed.items()
            ],
            "gone": [dict(row) for row in one.gone],
        }
        for one in found
    ]
