"""Implements `webdart studio`: a page in a person's browser in which a workflow is written by looking."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webdart.cli.command import Command, settings_of, settings_options
from webdart.values import replace

if TYPE_CHECKING:
    from webdart.settings import Settings
    from webdart.studio import Job


@click.command(cls=Command)
@click.argument("target", metavar="URL|FILE")
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False), help="Where Save writes to [default: FILE or SITE.yaml]."
)
@click.option("--locale", help="How the site writes numbers and dates [default: the file's, else the page's].")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Of loopback, to serve on [default: a free one]."
)
@click.option("--open", "opens", is_flag=True, help="Open the studio in the desktop's browser.")
@settings_options("project", "timeout", "browser", "proxy", "ca_file", "secrets", "sandbox")
def command(*, target: str, out: str | None, locale: str | None, port: int, opens: bool, **flags: Any) -> None:
    """Write or mend a workflow by looking at its site.

    Serves a page on loopback: the site in the middle, the records that webdart sees outlined on it, their table beside
    it, the file below. Open the address that is printed (through an SSH tunnel, too); it lets one browser in. What the
    site would write is held; shown once, it becomes a stage of the file. Ctrl-C ends it. Needs webdart[studio].

    A FILE is opened with the page that its latest run read first, to be mended: its doubtful cells come first,
    each a click away from its place on its page, and Save writes the file. A page that asks to log in gets a form of
    the studio's own; the file has the names of the secrets alone.

    \b
        webdart studio https://shop.example/lamps --out lamps.yaml
        webdart studio lamps.yaml
    """
    from webdart.cli import run_async as waiting
    from webdart.errors import UsageError

    try:
        from webdart import studio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn"}:
            raise
        raise UsageError("the studio's server is not installed", hint="pip install 'webdart[studio]'") from error
    job = job_of(target, out, locale, settings_of(flags))

    def opening(where: str) -> None:
        click.echo(where)
        click.echo("open this address in your browser; Ctrl-C ends the studio", err=True)
        if opens:
            click.launch(where)

    waiting.complete(studio.serve(job, opening, port))


def job_of(target: str, out: str | None, locale: str | None, settings: "Settings") -> "Job":
    """What the studio is opened for: a file that is there is saved over, and no other one.

    Raises:
        UsageError: there is no such file, or another one stands where the new one is to be.
    """
    from webdart.errors import UsageError
    from webdart.table.checked_line import refuse_place

    is_file = Path(target).is_file()
    if target.endswith((".yaml", ".yml")) and not is_file:
        raise UsageError(f"there is no file {target}", hint="a new one: webdart studio URL --out FILE")
    job = _of_file(target, locale, settings) if is_file else _of_site(target, locale, settings)
    if out is not None:
        job = replace(job, out=Path(out))
    refuse_place(job.out, over=is_file and job.out.absolute() == Path(target).absolute())
    return job


def _of_site(url: str, locale: str | None, settings: "Settings") -> "Job":
    from urllib.parse import urlsplit

    from webdart.inspect.proposal import site_name
    from webdart.studio import Job

    address = url if "://" in url else f"https://{url}"
    out = Path(f"{site_name(urlsplit(address).hostname or '')}.yaml")
    return Job(url=address, locale=locale or "", out=out, settings=settings)


def _of_file(file: str, locale: str | None, settings: "Settings") -> "Job":
    import os

    from webdart.cli import run_async as waiting
    from webdart.inspect.listing_address import listing_address
    from webdart.runs.folder import LATEST
    from webdart.runs.request import RunRequest, plan_of
    from webdart.studio import Job
    from webdart.studio.typed_login import known_login

    # as for kept pages: a secret that is nowhere yet is no reason not to mend the file
    request = RunRequest(file=file, settings=settings, environment=os.environ, offline=LATEST)
    address = waiting.complete(listing_address(request))
    site = next(iter(plan_of(request, lambda _: None)[1].sites.values()), None)
    spoken = "" if site is None else site.locale
    text = Path(file).read_text(encoding="utf-8")
    login = None if site is None else known_login(site)
    return Job(url=address, locale=locale or spoken, out=Path(file), settings=settings, chore=text, login=login)
