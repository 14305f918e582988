"""Makes one run for a person who looks on: its progress on stderr, its answer on stdout, then what to know about it."""

from msgspec import Struct

from webdart import engine
from webdart.answer.outcome import Outcome
from webdart.cli import outcome_text as ending
from webdart.cli import progress
from webdart.cli import run_async as waiting
from webdart.values import replace


class ShownRun(Struct, frozen=True, kw_only=True):
    """How much is said: every step (`verbose`), or only what is not as it should be (`quiet`)."""

    as_json: bool
    verbose: bool = False
    quiet: bool = False

    def run(self, request: engine.RunRequest) -> Outcome:
        """Run it, and tell how it ended."""
        telling = ending.Telling(as_json=self.as_json, quiet=self.quiet)
        with progress.shown(verbose=self.verbose, quiet=self.quiet) as display:
            telling.clear = display.end
            work = engine.run(
                replace(request, answered=telling.answered), listeners=(display.listen,), ask_consent=display.ask
            )
            finished = waiting.complete(work, stopped=display.question.withdraw)
        telling.tell(finished.result)
        return finished.result
