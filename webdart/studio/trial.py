"""Runs the file as it stands, as `webdart run` does, and tells its progress and its outcome."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from webdart import engine
from webdart.answer.doubt import Doubt
from webdart.errors import WebdartError
from webdart.settings import Settings
from webdart.studio.messages import packed
from webdart.trace import Event

ROWS = 200
"""Rows of the answer that are shown; the run keeps all."""
_TOLD = frozenset({"stage", "page", "end", "replan", "warning", "held", "refused"})
_TEXTS = "texts"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """Runs of one file. No write is consented to: what would write is refused, and said."""

    settings: Settings
    name: str

    async def run(self, text: str, pages: int, tell: Tell) -> Sequence[Doubt]:
        """Run it to its end, whatever that is; gives what speaks against its answer."""

        def listen(event: Event) -> None:
            if event.kind in _TOLD:
                tell(packed("progress", what=event.kind, text=event.text))

        tell(packed("running"))
        try:
            file = self._written(text)
            request = engine.RunRequest(file=str(file), settings=self.settings, limit_pages=pages or None)
            done = await engine.run(request, listeners=(listen,))
        except WebdartError as error:
            tell(packed("outcome", exit=error.exit_code, error=[str(error)], answer=None, tables=[]))
            return ()
        told = json.loads(done.result.to_json())
        answer = told["answer"]
        if answer is not None:
            count = len(answer["rows"])
            answer = {"columns": answer["columns"], "rows": answer["rows"][:ROWS], "count": count}
        kept = ("exit", "run", "grade", "tables", "pages", "pages_plain", "pushdowns", "warnings", "error")
        tell(json.dumps({"kind": "outcome", **{name: told.get(name) for name in kept}, "answer": answer}))
        return done.result.doubts

    def _written(self, text: str) -> Path:
        folder = self.settings.project / ".webdart" / _TEXTS
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.name}.yaml"
        file.write_text(text, encoding="utf-8")
        return file
