"""Completes what a person types in a shell: workflows, runs and tables of the project around it.

A completion never fails and never waits: what can't be read completes nothing.
"""

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from webdart.runs.folder import RunFolder


def workflows(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Workflow files and folders below what is typed, and the names of the library."""
    from pathlib import Path

    from webdart.workflow.library import SUFFIXES, names

    folder, begun = (Path(typed), "") if typed.endswith("/") else (Path(typed).parent, Path(typed).name)
    try:
        here = [path for path in sorted(folder.iterdir()) if path.name.startswith(begun) and path.name[0] != "."]
    except OSError:
        here = []
    found = [CompletionItem(f"{path}/") for path in here if path.is_dir()]
    found += [CompletionItem(str(path)) for path in here if path.suffix in SUFFIXES]
    return [*found, *(CompletionItem(name) for name in names() if name.startswith(typed))]


def runs(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """The ids of the project's runs, the latest first, with how they ended."""
    from webdart.runs.folder import LATEST

    ids = [(LATEST, "the latest run"), *((folder.id, folder.record().state) for folder in _folders())]
    return [CompletionItem(run, help=state) for run, state in ids if run.startswith(typed)]


def tables(context: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """The tables that the run meant by `--run` has kept, else those of the latest run."""
    named = context.params.get("run") or ""
    folder = next((folder for folder in _folders() if folder.id.startswith(named)), None)
    if folder is None:
        return []
    kept = sorted({path.name.partition(".")[0] for path in folder.rows.iterdir() if not path.name.startswith("_")})
    return [CompletionItem(name) for name in kept if name.startswith(typed)]


def _folders() -> "tuple[RunFolder, ...]":
    from pathlib import Path

    from webdart.runs.folder import Project
    from webdart.settings import find_project

    return Project(find_project(Path.cwd())).all()
