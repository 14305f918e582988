"""Replays the kept pages of another run, without touching the site."""

from datetime import datetime
from pathlib import Path

from msgspec import Struct

from webdart.browser.port import Outcome
from webdart.browser.snapshot.reader import INDEX, KeptPages, NoGuard
from webdart.errors import Refused, UsageError
from webdart.page.model import Held
from webdart.runs.folder import LATEST, Project, RunFolder
from webdart.runs.request import RunRequest
from webdart.runs.site_access import SiteAccess
from webdart.secret import Mask
from webdart.values import replace
from webdart.workflow.library import find

_MOST = 5  # runs that a message names


async def _nothing_sent(held: Held, site: str) -> Outcome:
    raise Refused(f"no login is sent to {site} with --offline: {held.url}", hint="run it on the site")


class Replay(Struct, frozen=True):
    """The kept pages of a run, and when it began: ages and `_seen` are counted from then."""

    pages: KeptPages
    began: datetime

    @property
    def access(self) -> SiteAccess:
        """The kept pages in the place of the site."""
        return SiteAccess(self.pages, NoGuard(), _nothing_sent)

    @classmethod
    def of(cls, folder: RunFolder, mask: Mask) -> "Replay":
        """The pages that a run kept; `mask` blanks the same secrets as it did.

        Raises:
            StoreError: it kept no pages, or its record can't be read.
        """
        return cls(KeptPages.of(folder.pages, mask), folder.began)


def replay_of(request: RunRequest, mask: Mask | None = None) -> Replay | None:
    """The kept pages that an offline request reads, its secrets blanked by `mask`; None to read the site.

    Raises:
        UsageError: there is no such run.
        StoreError: as `Replay.of`.
    """
    if request.offline is None:
        return None
    return Replay.of(Project(request.settings.project).get(request.offline), mask or Mask())


def offline_request(request: RunRequest) -> RunRequest:
    """`request` with whatever it leaves open (file, parameters, variables) taken from the run whose pages it reads.

    `latest` beside a file is the latest run of that file, not of any: another one kept other pages.

    Raises:
        UsageError: there is no such run, or no such file.
        StoreError: its record can't be read.
    """
    if request.offline is None:
        return request
    project = Project(request.settings.project)
    folder = _latest(project, request.file) if _is_any(request) else project.get(request.offline)
    while (before := folder.record().pinned.get("offline")) is not None:  # the pages are those of the first one
        folder = project.get(before)
    record = folder.record()
    return replace(
        request,
        file=request.file or record.file,
        params={**{name: str(value) for name, value in record.parameters.items()}, **request.params},
        environment={**request.environment, **record.environment},
        offline=folder.id,
        yes=False,
    )


def _is_any(request: RunRequest) -> bool:
    return request.offline == LATEST and bool(request.file)


def _latest(project: Project, file: str) -> RunFolder:
    """The latest run of a file that has kept pages, else the latest one."""
    path = find(file).resolve()
    runs = project.all()
    own = [folder for folder in runs if Path(folder.record().file).resolve() == path]
    if not own:
        others = ", ".join(f"{folder.id} ({Path(folder.record().file).name})" for folder in runs[:_MOST]) or "none yet"
        hint = f"run it once on the site, or name the run whose pages are meant; runs: {others}"
        raise UsageError(f"no run of {path.name} in {project.runs}", hint=hint)
    return next((folder for folder in own if (folder.pages / INDEX).exists()), own[0])
