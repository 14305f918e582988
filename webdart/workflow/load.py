"""Loads a workflow file, or reports everything that is wrong with it.

`load` reads format 1 strictly: every mistake is reported in one go, sorted by place. Reading has three passes: events
to nodes (`events`), nodes to values by the declared keys (`file` and what it names), and a check of the parts against
one another (`checks`).
"""

from pathlib import Path

from webdart.errors import WorkflowError, WorkflowErrors
from webdart.identifier import title_from
from webdart.values import replace
from webdart.workflow.checks import check, declared
from webdart.workflow.codes import Code
from webdart.workflow.file import Contents
from webdart.workflow.forms import read_as
from webdart.workflow.includes import Spliced, splice
from webdart.workflow.model import Workflow
from webdart.workflow.nodes import MapNode
from webdart.workflow.reader import Flawed, Notes, TooManyProblems, Use
from webdart.workflow.source import text_of
from webdart.workflow.yaml_events import Unreadable, lines_of, read


def load(path: Path) -> Workflow:
    """The workflow of a file.

    Raises:
        WorkflowErrors: every mistake in it, in order; or that it cannot be read.
    """
    return loads(text_of(path), str(path))


def loads(text: str, file: str = "workflow.yaml") -> Workflow:
    """The workflow of a text; `file` is what places in messages are called by, and gives the default name.

    Raises:
        WorkflowErrors: every mistake in it, in order.
    """
    notes = Notes(file)
    workflow: Workflow | None = None
    try:
        workflow = _read(text, notes)
    except Unreadable as error:
        notes.problems.append(error.problem)
    except (Flawed, TooManyProblems):
        pass  # why is in the notes
    if notes.problems or workflow is None:
        raise WorkflowErrors(_in_order(notes.problems, file))
    return workflow


def _in_order(problems: list[WorkflowError], file: str) -> tuple[WorkflowError, ...]:
    """Sorted by place, those of used files last, each once a line (two passes may see one mistake)."""
    once: dict[tuple[str, int, str], WorkflowError] = {}
    for problem in sorted(problems, key=lambda problem: (problem.at.file != file, problem.at)):
        once.setdefault((problem.at.file, problem.at.line, problem.problem.removeprefix(f"{problem.at}: ")), problem)
    return tuple(once.values())


def _read(text: str, notes: Notes) -> Workflow:
    root = read(text, notes.file, notes.add)
    if not isinstance(root, MapNode):
        raise notes.refuse(Code.WRONG_KIND, root.at, "a workflow file is a map", "begin with `webdart: 1`")
    spliced = splice(root, text, notes)
    notes.parts = spliced.parts
    contents: Contents = read_as(Contents, spliced.root, notes)
    names = declared(spliced.root)
    names = replace(
        names,
        own_params={use.file: tuple(parameter.name for parameter in use.params) for use in spliced.uses},
        own_sites=spliced.sites_of,
        open=names.open or spliced.open,
    )
    contents = check(contents, names, notes, {name: lines_of(one) for name, one in spliced.texts.items()})
    return _workflow(contents, spliced, notes)


def _workflow(contents: Contents, spliced: Spliced, notes: Notes) -> Workflow:
    variables, secrets = _named(notes.uses, "env"), _named(notes.uses, "secret")
    return Workflow(
        file=notes.file,
        source=spliced.texts[notes.file],
        name=contents.name or default_name(notes.file),
        description=contents.description,
        params=contents.params,
        sites={site.name: site for site in contents.sites},
        stages=contents.stages,
        task=contents.task,
        answer=contents.answer,
        saves=contents.save,
        budget=contents.budget,
        variables=tuple(variables),
        secrets=tuple(secrets),
        uses=tuple(spliced.uses),
        parts=tuple(notes.stage_parts),
        site_parts=spliced.site_parts,
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
    return title_from(Path(file).stem) or "workflow"
