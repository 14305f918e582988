"""Resumes a run that was killed or ended without an answer."""

import difflib
from pathlib import Path

from msgspec import Struct

from webdart.errors import StoreError, UsageError, WorkflowErrors
from webdart.runs.entries import Intent
from webdart.runs.folder import RunFolder, RunRecord
from webdart.runs.history import History
from webdart.runs.journal import read_journal
from webdart.table.page import PageKey
from webdart.workflow.source import text_of

_DIFF_LINES = 40


class Resumption(Struct, frozen=True, kw_only=True):
    """The state that a resumed run starts from.

    Its inputs are those of `record`; `history.stages_done` need not run again; walks go on from the store's own
    cursors, `acknowledged` being what the store must have (pass it to its `open`); rows of an `act` that
    `history.rows_done` calls done or already so are over, and `unknown` writes have to be settled before their row
    goes on.
    """

    folder: RunFolder
    record: RunRecord
    history: History

    @property
    def acknowledged(self) -> tuple[PageKey, ...]:
        """Pages that the journal says are committed."""
        return self.history.acknowledged

    @property
    def unknown(self) -> tuple[Intent, ...]:
        """Writes that may have left, with an unknown outcome."""
        return self.history.unknown


def prepare(folder: RunFolder) -> Resumption:
    """The state from which the run of `folder` would be resumed; nothing is changed.

    Raises:
        UsageError: the run has its answer; or its workflow file has changed or is gone (the message has the diff).
        StoreError: `run.json` or the journal can't be read.
    """
    record = folder.record()
    if record.finished:
        raise UsageError(
            f"run {record.id} has ended ({record.state}); there is nothing to resume",
            hint=f"webdart run {record.file} begins a new one",
        )
    refuse_changed(record)
    history = History.of(read_journal(folder.journal))
    if history.sha256 and history.sha256 != record.sha256:
        raise StoreError(f"{folder.path}: run.json and journal.jsonl are of two workflow files", hint="start a new run")
    return Resumption(folder=folder, record=record, history=history)


def refuse_changed(record: RunRecord) -> None:
    """Nothing, where the workflow file and those that it uses are as they were.

    Raises:
        UsageError: one has changed (with the diff), or is gone.
    """
    for file, before in ((record.file, record.source), *record.used.items()):
        try:
            source = text_of(Path(file))
        except WorkflowErrors as error:
            raise UsageError(
                f"run {record.id} can't go on without its file {file}: {error}",
                hint="put it back; its text is in run.json under `source` or `used`",
            ) from error
        if source != before:
            raise _changed(record, file, before, source)


def _changed(record: RunRecord, file: str, before: str, now: str) -> UsageError:
    lines = difflib.unified_diff(
        before.splitlines(),
        now.splitlines(),
        fromfile=f"{file} as run {record.id} began",
        tofile=f"{file} now",
        lineterm="",
    )
    return UsageError(
        f"{file} has changed since run {record.id} began\n" + "\n".join(list(lines)[:_DIFF_LINES]),
        hint=f"undo the change, or `webdart run {record.file}` begins a new run",
    )
