"""Renders the origin of a cell, and the place where a row was lost, as text and JSON."""

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec import Struct

from webdart.errors import StoreError, UsageError, WebdartError
from webdart.execute.sandbox import SandboxCompute
from webdart.inspect.why import Looking, Lost, Origin, RowOrigin
from webdart.printable import printable
from webdart.runs.folder import RunFolder
from webdart.settings import Settings
from webdart.table.cell_json import cell, text, write
from webdart.values import asdict

Provenance = RowOrigin | Lost


class Wanted(Struct, frozen=True, kw_only=True):
    """What is asked for: words that are missing, or the row of a table (and one of its columns)."""

    missing: str | None = None
    table: str = ""
    key: str = ""
    column: str | None = None

    @classmethod
    def of(cls, words: Sequence[str], missing: str | None) -> Self:
        """As the command line says it: TABLE KEY [COLUMN], or the words that are missing."""
        if missing is not None:
            return cls(missing=missing)
        return cls(table=words[0], key=words[1], column=words[2] if len(words) > 2 else None)


async def through(
    folders: Sequence[RunFolder], wanted: Wanted, settings: Settings, *, every: bool
) -> tuple[tuple[str, Provenance], ...]:
    """What each run knows of it, by the run's id; with `every`, runs that know nothing of it are left out.

    Raises:
        UsageError, StoreError: as `Looking.row` and `Looking.missing`; with `every`, only where all of them do.
    """
    compute = SandboxCompute(settings.sandbox)
    found: list[tuple[str, Provenance]] = []
    problems: list[WebdartError] = []
    try:
        for folder in folders:
            try:
                looking = Looking(folder)
                if wanted.missing is not None:
                    found.append((folder.id, await looking.missing(wanted.missing, compute)))
                else:
                    found.append((folder.id, await looking.row(wanted.table, wanted.key, wanted.column)))
            except (UsageError, StoreError) as problem:
                problems.append(problem)
    finally:
        await compute.close()
    if found or not (every or problems):
        return tuple(found)
    if len(problems) == 1:
        raise problems[0]
    raise UsageError(f"none of the {len(folders)} runs knows it", hint=problems[0].problem if problems else "no runs")


def to_text(found: Sequence[tuple[str, Provenance]], *, every: bool) -> str:
    """A paragraph a run; with `every`, its id above it."""
    said = [(run, lost_told(one) if isinstance(one, Lost) else row_told(one)) for run, one in found]
    return "\n\n".join(f"{run}\n{told}" if every else told for run, told in said)


def to_json(found: Sequence[tuple[str, Provenance]], *, every: bool) -> str:
    """The same as one object; with `every`, as a list of them, each with its `run`."""
    objects = [{"run": run, **asdict(one)} if every else asdict(one) for run, one in found]
    return write(cell(objects if every else objects[0]), 2)


def row_told(found: RowOrigin) -> str:
    """A row's origin, a line each."""
    return printable("\n".join(_row(found)))


def _row(found: RowOrigin) -> Iterator[str]:
    yield f"{found.table} {found.key}".rstrip()
    yield f"  page     {found.page}"
    yield f"  read     {found.seen} UTC, as row {found.place} of the walk" + (", its own page opened" * found.opened)
    if found.data:
        yield f"  data     {found.data}"
    if found.region:
        yield f"  records  {found.region}" + (f" (shape learned, version {found.wrapper})" if found.wrapper else "")
    for one in found.cells:
        yield from _cell(one, found)
    if not found.kept and not found.data:
        yield "  (the page was not kept: no element can be named)"


def _cell(one: Origin, found: RowOrigin) -> Iterator[str]:
    shown = "NULL" if one.value is None else text(one.value)
    yield f"\n  {one.column} = {shown}"
    if one.raw is not None:
        yield f"    read from {one.raw!r}"
    if one.element:
        yield f"    at {one.element}" + (f"\n    of {one.page}" if one.page != found.page else "")


def lost_told(lost: Lost) -> str:
    """Where words were lost: the verdict, then what led to it."""
    return printable("\n".join([f"{lost.words!r}: {lost.stage}", *(f"  {line}" for line in lost.said)]))
