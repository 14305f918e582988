"""How is it told where a cell comes from, and where a row was lost?"""

from collections.abc import Iterator

from webdart.answer.json_text import text
from webdart.answer.plain import printable
from webdart.answer.why import Looking, Lost, Origin, RowOrigin
from webdart.compute import SandboxCompute
from webdart.runs.folder import RunFolder
from webdart.settings import Settings


async def row(folder: RunFolder, table: str, key: str, column: str | None) -> RowOrigin:
    """Where a row, or one cell of it, comes from.

    Raises:
        UsageError, StoreError: as `Looking.row`.
    """
    return await Looking(folder).row(table, key, column)


async def missing(folder: RunFolder, words: str, settings: Settings) -> Lost:
    """Where words were lost.

    Raises:
        StoreError: as `Looking.missing`.
    """
    compute = SandboxCompute(settings.sandbox)
    try:
        return await Looking(folder).missing(words, compute)
    finally:
        await compute.close()


def row_told(found: RowOrigin) -> str:
    """A row's origin, a line each."""
    return printable("\n".join(_row(found)))


def _row(found: RowOrigin) -> Iterator[str]:
    yield f"{found.table} {found.key}".rstrip()
    yield f"  page     {found.page}"
    yield f"  read     {found.seen} UTC, as row {found.place} of the walk" + (", its own page opened" * found.opened)
    if found.region:
        yield f"  records  {found.region}" + (f" (shape learned, version {found.wrapper})" if found.wrapper else "")
    for one in found.cells:
        yield from _cell(one, found)
    if not found.kept:
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
