"""Renders the history of a table as text, and finds the runs that it is made of."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import click

from webdart.errors import UsageError
from webdart.inspect.timeline import Changes, RowHistory, RunTable, Version, differences, is_new, readable
from webdart.printable import printable
from webdart.runs.folder import Project, RunFolder
from webdart.table.cell_json import Json, text
from webdart.table.rows import logged_tables
from webdart.table.text_table import aligned

_MOST = 50


def folders_of(project: Project, table: str, workflow: str | None) -> tuple[RunFolder, ...]:
    """The runs of one workflow, the latest first: the one that is named, else that of the latest run with the table.

    Raises:
        UsageError: there is none.
    """
    folders = project.all()
    names = list(dict.fromkeys(folder.record().workflow for folder in folders))
    if workflow is None:
        latest = next((folder for folder in folders if table in _tables(folder)), None)
        if latest is None:
            hint = f"workflows that ran here: {', '.join(names)}" if names else "run a workflow first"
            raise UsageError(f"no run has a table {table!r}", hint=hint)
        workflow = latest.record().workflow
    found = tuple(folder for folder in folders if folder.record().workflow == workflow)
    if not found:
        raise UsageError(f"no workflow {workflow!r} ran here", hint=f"there are: {', '.join(names) or 'none yet'}")
    return found


def _tables(folder: RunFolder) -> set[str]:
    """The names under which a run keeps rows."""
    return {*logged_tables(folder.rows)}


def told(workflow: str, table: str, runs: Sequence[RunTable], rows: Sequence[RowHistory]) -> str:
    """One line a change: `+` first seen, `~` changed, `-` gone, `?` not seen."""
    return "\n".join(_lines(workflow, table, runs, rows))


def changes(found: Sequence[Changes]) -> str:
    """What a run changed, one line a row: `+` new, `~` changed, `-` gone."""
    return "\n".join(line for one in found for line in _changes(one))


def _changes(one: Changes) -> Iterator[str]:
    if not one.any:
        return
    counts = f"{len(one.new)} new, {len(one.changed)} changed, {len(one.gone)} gone"
    yield click.style(f"{printable(one.table)}: {counts}", bold=True)
    lines = [
        *(click.style(f"+ {_whole(row)}", fg="green") for row in one.new),
        *(f"~ {printable(readable(key))}: {_cell_changes(cells)}" for key, cells in one.changed.items()),
        *(click.style(f"- {_whole(row)}", fg="red") for row in one.gone),
    ]
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"… and {len(lines) - _MOST:,} more (--json has all)"


def _whole(row: Mapping[str, Json]) -> str:
    return printable(" · ".join(" ".join(text(value).split()) for value in row.values() if value is not None))


def versions(row: RowHistory) -> str:
    """Every version of one row, as a table."""
    names = list(dict.fromkeys(name for version in row.versions for name in version.cells or {}))
    body = [
        (_time(version.since), "" if version.until is None else _time(version.until), *_cells(version, names))
        for version in row.versions
    ]
    head = f"{printable(readable(row.key))}: {_state(row)}"
    return f"{head}\n{printable(aligned(('since (UTC)', 'until', *names), body))}"


def _cells(version: Version, names: Sequence[str]) -> list[str]:
    if version.cells is None:
        return ["gone", *[""] * (len(names) - 1)]
    return [text(version.cells.get(name)) for name in names]


def _state(row: RowHistory) -> str:
    seen = f"first seen {_time(row.first_seen)}, last {_time(row.last_seen)}"
    return f"{seen}, {row.state}" if row.state != "there" else seen


def _lines(workflow: str, table: str, runs: Sequence[RunTable], rows: Sequence[RowHistory]) -> Iterator[str]:
    partial = sum(not run.whole for run in runs)
    incomplete = f" ({partial} not complete: a row that they lack is not gone)" if partial else ""
    when = f"{len(runs)} runs from {_time(runs[0])} to {_time(runs[-1])}{incomplete}"
    yield f"{printable(table)} of {printable(workflow)}: {when}"
    states = Counter(row.state for row in rows)
    changed = sum(len(row.versions) > 1 for row in rows if row.state == "there")
    there = f"{states['there']} there ({changed} of them changed)"
    yield f"{len(rows)} rows: {there}, {states['gone']} gone, {states['not seen']} not seen"
    lines = [line for row in rows for line in _row(row, runs)]
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"… and {len(lines) - _MOST:,} more (--json and --out have all)"


def _row(row: RowHistory, runs: Sequence[RunTable]) -> Iterator[str]:
    name = printable(readable(row.key))
    if is_new(row, runs):
        yield click.style(f"+ {_time(row.first_seen)} {name}", fg="green")
    for before, after in row.changes:
        if after.cells is None:
            yield click.style(f"- {_time(after.since)} {name}", fg="red")
        elif before.cells is None:
            yield click.style(f"+ {_time(after.since)} {name} again", fg="green")
        else:
            yield f"~ {_time(after.since)} {name}: {_cell_changes(differences(before, after))}"
    if row.state == "not seen":
        yield f"? {name}: last seen {_time(row.last_seen)}; later runs were not complete"


def _cell_changes(cells: Mapping[str, tuple[Json, Json]]) -> str:
    return ", ".join(f"{printable(name)} {_shown(old)} → {_shown(new)}" for name, (old, new) in cells.items())


def _shown(value: Json) -> str:
    return printable(text(value)) or "∅"


def _time(run: RunTable) -> str:
    return run.started[:16].replace("T", " ")
