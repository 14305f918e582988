"""How does a test run one of the chores on an application?"""

from pathlib import Path

import webdart
from tests.apps.app_server import Application
from webdart import Run

WORKFLOWS = Path(__file__).parent / "workflows"
LIBRARY = Path(__file__).parents[2] / "workflows"


def chore(name: str, application: Application, project: Path, **params: str | int) -> Run:
    """Run `workflows/<name>.yaml`, of this folder or the library, with the application in every name that chores use."""
    names = ("TRAC", "SHOP", "CLINIC", "FORUM", "TRACKER", "ADMIN", "DOCS", "LISTING")
    run = webdart.run(
        (LIBRARY if "/" in name else WORKFLOWS) / f"{name}.yaml",
        environment={f"{site}_URL": application.url for site in names},
        secrets={f"{site}_USER": application.user for site in names}
        | {f"{site}_PASSWORD": application.password for site in names},
        project=project,
        **params,  # type: ignore[arg-type]  # the workflow's own parameters
    )
    return sure(run)


def sure(run: Run) -> Run:
    """A run that answered, and whose answer nothing is held against: a right answer that is doubted fails, too.

    Raises:
        AssertionError: it ended with another exit code, or has a doubt.
    """
    assert (run.result.exit, run.result.doubts) == (0, ()), (run.result.error, run.result.doubts)
    return run


def complete(run: Run, table: str, rows: int) -> None:
    """A table has so many rows, and the run says so itself.

    Raises:
        AssertionError: it has not, or knows less than that.
    """
    (found,) = (item for item in run.result.tables if item.name == table)
    assert (found.rows, found.verdict) == (rows, "complete"), found
