"""Implements `webdart studio`: a page in a person's browser in which a workflow is written by looking."""

from pathlib import Path
from typing import Any

import click

from webdart.cli.command import Command, settings_of, settings_options


@click.command(cls=Command)
@click.argument("url", metavar="URL")
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False), help="Where Save writes to [default: SITE.yaml]."
)
@click.option("--locale", default="en-US", show_default=True, help="How the site writes numbers and dates.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Of loopback, to serve on [default: a free one]."
)
@click.option("--open", "opens", is_flag=True, help="Open the studio in the desktop's browser.")
@settings_options("project", "timeout", "browser", "proxy", "ca_file", "secrets", "sandbox")
def command(*, url: str, out: str | None, locale: str, port: int, opens: bool, **flags: Any) -> None:
    """Write a workflow by looking at the site in your browser.

    Serves a page on loopback: the site in the middle, the records that webdart sees outlined on it, their table beside
    it, the file below. Open the address that is printed (through an SSH tunnel, too); it lets one browser in. What the
    site would write is held. Ctrl-C ends it. Needs webdart[studio].

    \b
        webdart studio https://shop.example/lamps --out lamps.yaml
    """
    from urllib.parse import urlsplit

    from webdart.cli import run_async as waiting
    from webdart.errors import UsageError
    from webdart.inspect.proposal import site_name
    from webdart.table.checked_line import refuse_place

    try:
        from webdart import studio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn"}:
            raise
        raise UsageError("the studio's server is not installed", hint="pip install 'webdart[studio]'") from error
    address = url if "://" in url else f"https://{url}"
    place = Path(out or f"{site_name(urlsplit(address).hostname or '')}.yaml")
    refuse_place(place)

    def opening(where: str) -> None:
        click.echo(where)
        click.echo("open this address in your browser; Ctrl-C ends the studio", err=True)
        if opens:
            click.launch(where)

    job = studio.Job(url=address, locale=locale, out=place, settings=settings_of(flags))
    waiting.complete(studio.serve(job, opening, port))
