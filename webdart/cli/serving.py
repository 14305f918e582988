"""How is the bundled site served until somebody has seen enough?"""

import threading

import click

from webdart.demo import DemoSite


def until_interrupted(site: DemoSite) -> None:
    """Say where the site is, and return on Ctrl-C."""
    try:
        click.echo(site.url)
        click.echo(f"The tracker's user is {site.user}, the password {site.password}. Ctrl-C ends it.", err=True)
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo(err=True)
