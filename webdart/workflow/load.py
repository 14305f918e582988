"""What does this file say, or what is wrong with it?

`load` reads format 1 strictly: every mistake is told in one go, sorted by place. Reading has three passes: events
to nodes (`events`), nodes to values by the declared keys (`file` and what it names), and the parts held against one
another (`checks`).
"""

import re
import stat
from pathlib import Path

from webdart.errors import SourceLine, WorkflowError, WorkflowErrors
from webdart.workflow.checks import check, declared
from webdart.workflow.events import MAX_BYTES, Unreadable, lines_of, read
from webdart.workflow.file import WORKFLOW, Contents
from webdart.workflow.later import LATER
from webdart.workflow.model import Workflow
from webdart.workflow.nodes import MapNode
from webdart.workflow.reader import Flawed, Notes, TooManyProblems, Use


def load(path: Path, *, later: frozenset[str] = LATER) -> Workflow:
    """The workflow of a file; `later` are the keys that answer `NotYet`.

    Raises:
        WorkflowErrors: every mistake in it, in order; or that it cannot be read.
    """
    return loads(_text(path), str(path), later=later)


def loads(text: str, file: str = "workflow.yaml", *, later: frozenset[str] = LATER) -> Workflow:
    """The workflow of a text; `file` is what places in messages are called by, and gives the default name.

    Raises:
        WorkflowErrors: every mistake in it, in order.
    """
    notes = Notes(file, later)
    workflow: Workflow | None = None
    try:
        workflow = _read(text, notes)
    except Unreadable as error:
        notes.problems.append(error.problem)
    except (Flawed, TooManyProblems):
        pass  # why is in the notes
    if notes.problems or workflow is None:
        raise WorkflowErrors(_in_order(notes.problems))
    return workflow


def _in_order(problems: list[WorkflowError]) -> tuple[WorkflowError, ...]:
    """Sorted by place, each once a line (two passes may see one mistake)."""
    once: dict[tuple[int, str], WorkflowError] = {}
    for problem in sorted(problems, key=lambda problem: problem.at):
        once.setdefault((problem.at.line, problem.problem.removeprefix(f"{problem.at}: ")), problem)
    return tuple(once.values())


def _read(text: str, notes: Notes) -> Workflow:
    root = read(text, notes.file, notes.add)
    if not isinstance(root, MapNode):
        raise notes.refuse(root.at, "a workflow file is a map", "begin with `webdart: 1`")
    contents = WORKFLOW.read(root, notes)
    contents = check(contents, declared(root), notes, lines_of(text))
    return _workflow(contents, text, notes)


def _workflow(contents: Contents, text: str, notes: Notes) -> Workflow:
    variables, secrets = _named(notes.uses, "env"), _named(notes.uses, "secret")
    return Workflow(
        file=notes.file,
        source=text,
        name=contents.name or default_name(notes.file),
        description=contents.description,
        params=contents.params,
        sites={site.name: site for site in contents.sites},
        stages=contents.stages,
        task=contents.task,
        answer=contents.answer,
        budget=contents.budget,
        variables=tuple(variables),
        secrets=tuple(secrets),
        optional=frozenset(f"env.{name}" for name, optional in variables.items() if optional)
        | frozenset(f"secret.{name}" for name, optional in secrets.items() if optional),
    )


def _named(uses: list[Use], first: str) -> dict[str, bool]:
    """The names below `env` or `secret`, in the file's order, and whether each use of them has a `default`."""
    found: dict[str, bool] = {}
    for use in uses:
        for reference in use.template.references:
            if len(reference.name) == 2 and reference.name[0] == first:
                name = reference.name[1]
                found[name] = found.get(name, True) and reference.optional
    return found


def default_name(file: str) -> str:
    """The name of a workflow that does not say one: its file's, with `-` for what a name cannot have."""
    return re.sub(r"[^A-Za-z0-9]+", "-", Path(file).stem).strip("-")[:64].strip("-") or "workflow"


def _text(path: Path) -> str:
    """The text of a file that is one, is not too large, and is UTF-8."""
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
    return WorkflowErrors((WorkflowError(problem, at=at, hint=hint),))
