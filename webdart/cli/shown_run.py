"""Makes one run for a person who looks on: its progress on stderr, its answer on stdout, then what to know about it."""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from webdart.cli import progress
from webdart.cli import run_async as waiting
from webdart.run_start import RunStart
from webdart.runs.request import RunRequest
from webdart.values import replace

if TYPE_CHECKING:
    from webdart.answer.outcome import Outcome
    from webdart.answer.result import Run
    from webdart.cli.outcome_text import Telling


class ShownRun(Struct, frozen=True, kw_only=True):
    """How much is said: every step (`verbose`), or only what is not as it should be (`quiet`)."""

    as_json: bool
    verbose: bool = False
    quiet: bool = False

    def run(self, request: RunRequest) -> "Outcome":
        """Run it, and tell how it ended."""
        with progress.shown(verbose=self.verbose, quiet=self.quiet) as display:
            finished, telling = waiting.complete(self._run(request, display), stopped=display.question.withdraw)
        telling.tell(finished.result)
        return finished.result

    async def _run(self, request: RunRequest, display: progress.Display) -> "tuple[Run, Telling]":
        """Run it; the engine is loaded while the browser starts."""
        started = None if request.offline is not None else RunStart.of(request)
        try:
            await asyncio.to_thread(import_module, "webdart.engine")
            from webdart import engine
            from webdart.cli.outcome_text import Telling

            telling = Telling(as_json=self.as_json, quiet=self.quiet, clear=display.end)
            finished = await engine.run(
                replace(request, answered=telling.answered),
                listeners=(display.listen,),
                ask_consent=display.ask,
                started=started,
            )
        finally:
            if started is not None:
                await started.close()
        return finished, telling
