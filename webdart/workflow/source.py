"""Reads the text of a workflow file, or refuses it if it isn't text."""

import stat
from pathlib import Path

from webdart.errors import SourceLine, WorkflowError, WorkflowErrors
from webdart.workflow.codes import Code
from webdart.workflow.yaml_events import MAX_BYTES


def text_of(path: Path) -> str:
    """The text of a file that is an ordinary one, is not too large, and is UTF-8.

    Raises:
        WorkflowErrors: it can't be read.
    """
    start = SourceLine(str(path), 1, 1)
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would wait, a device never end
            raise _unreadable(start, "no ordinary file", "give the path of a workflow file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(start, f"cannot be read: {error.strerror}", "check the path") from error
    if len(data) > MAX_BYTES:
        raise _unreadable(start, f"more than {MAX_BYTES:,} bytes", "a workflow file is at most 1 MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        at = SourceLine(str(path), line, column)
        raise _unreadable(at, "not UTF-8", "save the file as UTF-8") from error


def _unreadable(at: SourceLine, problem: str, hint: str) -> WorkflowErrors:
    return WorkflowErrors((WorkflowError(problem, at=at, hint=hint, code=Code.UNREADABLE_FILE.number),))
