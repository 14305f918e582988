"""Runs the file as it stands, as `webdart run` does, and tells its progress, its outcome and what is doubtful in it."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from webdart import engine
from webdart.answer.doubt import Doubt
from webdart.errors import WebdartError
from webdart.execute.sandbox import Compute
from webdart.inspect.doubtful_cells import Doubtful, doubtful_cells, latest_run
from webdart.runs.folder import Project
from webdart.settings import Settings
from webdart.studio.messages import doubts_message, packed
from webdart.trace import Event

ROWS = 200
"""Rows of the answer that are shown; the run keeps all."""
_TOLD = frozenset({"stage", "page", "end", "replan", "warning", "held", "refused"})
_TEXTS = "texts"
_KEPT = ("exit", "run", "grade", "tables", "pages", "pages_plain", "pushdowns", "warnings", "error")

Tell = Callable[[str], None]


@dataclass(slots=True)
class Trials:
    """Runs of one file, one at a time. No write is consented to: what would write is refused, and said.

    `secrets` are those that a person typed into the studio; no file has them.
    """

    settings: Settings
    name: str
    tell: Tell
    secrets: dict[str, str] = field(default_factory=dict[str, str], repr=False)
    _doubts: Sequence[Doubtful] = ()
    _running: asyncio.Task[None] | None = None

    async def begin(self, text: str, pages: int) -> None:
        """Run a text to its end, whatever that is, in place of what runs; `pages` bounds a listing (0: no bound)."""
        await self.stop()
        self._running = asyncio.create_task(self._run(text, pages))

    async def stop(self) -> None:
        """End what runs."""
        if self._running is not None and not self._running.done():
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
            self.tell(packed("stopped"))

    async def recall(self, workflow: str, compute: Compute) -> None:
        """Tell what was doubtful in the latest run of a workflow.

        Raises:
            StoreError: that run is damaged.
        """
        run = latest_run(Project(self.settings.project), workflow)
        if run is not None:
            self._doubts = await doubtful_cells(run, self.settings, compute)
            self.show()

    def show(self) -> None:
        """Tell what is doubtful in the latest run."""
        self.tell(doubts_message(self._doubts))

    async def _run(self, text: str, pages: int) -> None:
        self.tell(packed("running"))
        try:
            told, doubts = await self._outcome(text, pages)
        except WebdartError as error:
            self.tell(packed("outcome", exit=error.exit_code, error=[str(error)], answer=None, tables=[]))
            return
        self.tell(json.dumps({"kind": "outcome", **told}))
        self._doubts = [Doubtful(doubt=one, cells=one.samples) for one in doubts]
        self.show()

    async def _outcome(self, text: str, pages: int) -> tuple[Mapping[str, object], Sequence[Doubt]]:
        def listen(event: Event) -> None:
            if event.kind in _TOLD:
                self.tell(packed("progress", what=event.kind, text=event.text))

        request = engine.RunRequest(
            file=str(self._written(text)), settings=self.settings, secrets=self.secrets, limit_pages=pages or None
        )
        done = await engine.run(request, listeners=(listen,))
        told = json.loads(done.result.to_json())
        answer = told["answer"]
        if answer is not None:
            answer = {"columns": answer["columns"], "rows": answer["rows"][:ROWS], "count": len(answer["rows"])}
        return {**{name: told.get(name) for name in _KEPT}, "answer": answer}, done.result.doubts

    def _written(self, text: str) -> Path:
        folder = self.settings.project / ".webdart" / _TEXTS
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.name}.yaml"
        file.write_text(text, encoding="utf-8")
        return file
