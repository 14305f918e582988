"""Runs a workflow file again on the same kept pages whenever it is saved: edit, save, see."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import click
from msgspec import Struct

from webdart.answer.outcome import Outcome
from webdart.cli import run_async as waiting
from webdart.cli.sql_query import told
from webdart.errors import WebdartError
from webdart.printable import printable

_LOOK_SECONDS = 0.2
"""Between two looks at the file: sooner than a person looks up from the editor."""

Stamp = tuple[int, int] | None
"""When a file was written, in nanoseconds, and its size in bytes; None while there is none."""


class EditWatch(Struct, frozen=True):
    """`run` makes one run and tells how it ended, on the pages that the run of that id kept, None: on the site."""

    file: Path
    run: Callable[[str | None], Outcome]

    def keep(self, offline: str | None) -> None:
        """Run, and run again whenever the file was saved, until a signal ends it.

        The pages are those of the run `offline`; without one, those of the first run that read the site.
        """
        pages = offline
        while True:
            seen = stamp(self.file)
            try:
                outcome = self.run(pages)
                pages = pages or (outcome.run if outcome.pages else None)
            except WebdartError as error:
                told(str(error))
            click.get_current_context().find_root().obj.run = None  # what has ended is not gone on with
            click.secho(printable(f"waiting for {self.file} to be saved (Ctrl-C ends)"), err=True, dim=True)
            waiting.complete(_change(self.file, seen))


def stamp(file: Path) -> Stamp:
    """What changes when the file is saved; an editor may take it away for a moment."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def _change(file: Path, seen: Stamp) -> None:
    while (now := stamp(file)) is None or now == seen:  # noqa: ASYNC110 - a file gives no event
        await asyncio.sleep(_LOOK_SECONDS)
