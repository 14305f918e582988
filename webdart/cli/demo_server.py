"""Serves the bundled site until the person stops it."""

import threading

import click

from webdart.demo import DemoSite, serve
from webdart.errors import UsageError


def started(port: int) -> DemoSite:
    """The site, served on `port` (0: any free one).

    Raises:
        UsageError: the port can't be had.
    """
    try:
        return serve(port)
    except OSError as error:
        raise UsageError(
            f"port {port} can't be used: {error.strerror}", hint="--port 0 takes a free one, or name another"
        ) from error


def until_interrupted(site: DemoSite) -> None:
    """Say where the site is, and return on Ctrl-C."""
    try:
        click.echo(site.url)
        click.echo(f"The tracker's user is {site.user}, the password {site.password}. Ctrl-C ends it.", err=True)
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo(err=True)
