"""How does a run read the pages that another one kept, with the site untouched?"""

from dataclasses import dataclass, replace
from datetime import datetime

from webdart.errors import Refused
from webdart.pages.kept import KeptPages, NoGuard
from webdart.pages.port import Held, Outcome
from webdart.runs.doors import Doors
from webdart.runs.folder import Project, RunFolder
from webdart.runs.request import RunRequest


async def _nothing_sent(held: Held, site: str) -> Outcome:
    raise Refused(f"no login is sent to {site} with --offline: {held.url}", hint="run it on the site")


@dataclass(frozen=True, slots=True)
class Replay:
    """The kept pages of a run, and when it began: ages and `_seen` are told from then."""

    pages: KeptPages
    began: datetime

    @property
    def doors(self) -> Doors:
        """The kept pages in the place of the site."""
        return Doors(self.pages, NoGuard(), _nothing_sent)

    @classmethod
    def of(cls, folder: RunFolder) -> "Replay":
        """What a run left behind.

        Raises:
            StoreError: it kept no pages, or its record can't be read.
        """
        return cls(KeptPages.of(folder.pages), datetime.fromisoformat(folder.record().started))


def replay_of(request: RunRequest) -> Replay | None:
    """The pages that a request is to be carried out on; None: those of the site.

    Raises:
        UsageError: there is no such run.
        StoreError: as `Replay.of`.
    """
    if request.offline is None:
        return None
    return Replay.of(Project(request.settings.project).get(request.offline))


def offline_request(request: RunRequest) -> RunRequest:
    """`request` as it is carried out: offline, the file, parameters and variables of the other run fill what is left.

    Raises:
        UsageError: there is no such run.
        StoreError: its record can't be read.
    """
    if request.offline is None:
        return request
    project = Project(request.settings.project)
    folder = project.get(request.offline)
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
