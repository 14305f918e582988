"""Takes processes of this machine, or workers of a cluster, as the options `--jobs` and `--cluster` name them."""

import re

import click

from webdart.batch.port import Crew
from webdart.browser.port import SideBrowsers
from webdart.errors import UsageError
from webdart.settings import Settings

_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
_REMOTE = re.compile(r"(?:tcp|tls)://[^/\s]+:[0-9]{1,5}")


def crew_of(jobs: int, cluster: str | None, settings: Settings) -> Crew:
    """The processes of this machine, or the workers of a cluster.

    Raises:
        UsageError: it is no address of a cluster, or Dask is not installed.
    """
    if cluster is None:
        from webdart.batch.pool import LocalPool

        return LocalPool(jobs)
    local = _LOCAL.fullmatch(cluster)
    if not local and not _REMOTE.fullmatch(cluster):
        raise UsageError(f"{cluster} is no cluster", hint="write tcp://HOST:PORT, tls://HOST:PORT or local:N")
    try:
        from webdart.batch.cluster.dask import DaskCrew
    except ImportError as error:
        raise UsageError(f"{error.name} is not installed", hint="pip install 'webdart[dask]'") from error
    address, workers = ("", int(local[1])) if local else (cluster, 0)
    return DaskCrew(settings, address, workers, lambda link: click.echo(f"dashboard: {link}", err=True))


def side_of(jobs: int, cluster: str | None, settings: Settings) -> SideBrowsers | None:
    """What loads pages beside a run's own browser: processes, for `jobs` browsers in all, or the workers of a cluster.

    Raises:
        UsageError: it is no address of a cluster, none can be reached there, or Dask is not installed.
    """
    if cluster is None:
        from webdart.batch.side_processes import SideProcesses

        return SideProcesses(jobs - 1, settings) if jobs > 1 else None
    if not _REMOTE.fullmatch(cluster):
        raise UsageError(f"{cluster} is no cluster", hint="write tcp://HOST:PORT or tls://HOST:PORT; here, --jobs N")
    try:
        from webdart.batch.cluster.side_workers import SideWorkers
    except ImportError as error:
        raise UsageError(f"{error.name} is not installed", hint="pip install 'webdart[dask]'") from error
    return SideWorkers(cluster, settings)
