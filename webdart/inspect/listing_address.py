"""Finds where the first listing of a workflow file is, without a search: by its latest run, else by its first words."""

from urllib.parse import urljoin

from webdart.errors import UsageError
from webdart.plan.model import ListingStage
from webdart.plan.names import RunNames
from webdart.runs.folder import Project
from webdart.runs.request import RunRequest, plan_of
from webdart.table.memory import read_log
from webdart.workflow.templates import fill


async def listing_address(request: RunRequest) -> str:
    """The address at which the latest run of a file read its first listing; where none did, where the way begins.

    Raises:
        WorkflowErrors: the file has mistakes.
        UsageError: it has no listing, or a parameter is missing.
        StoreError: the latest run can't be read.
    """
    _, plan = plan_of(request, lambda _: None)
    stage = next((stage for stage in plan.stages if isinstance(stage, ListingStage)), None)
    if stage is None:
        raise UsageError(f"{request.file} has no listing to look at", hint="webdart studio URL")
    for folder in Project(request.settings.project).all():
        if folder.record().workflow == plan.name and folder.rows.is_dir():
            cursors = await read_log(folder.rows).cursors()
            first = next((one.url for one in cursors if one.stage == stage.index and one.sequence == 1), "")
            if first:
                return first
    navigate = stage.navigate
    start = "" if navigate.start is None else fill(navigate.start, RunNames.of(plan)).text
    return urljoin(plan.sites[navigate.site].url, start)
