"""Implements `webdart demo`: serves the bundled site and runs a real chore on it."""

import os
from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options

CHORE = "demo/top-reviewed"


@click.command(cls=Command)
@click.option("--serve", is_flag=True, help="Only serve the site, until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="any free one", help="Where to serve.")
@click.option("-v", "--verbose", is_flag=True, help="Say every step on stderr.")
@json_option
@settings_options()
def command(*, serve: bool, port: int, verbose: bool, as_json: bool, **flags: Any) -> None:
    """Run a chore on a site that comes with webdart.

    The site is served on this machine only: a shop, a forum and an issue tracker. The chore finds the three
    most-reviewed home-audio products within a price band.

    \b
        webdart demo
        webdart demo --headed --slow 300ms
        webdart demo --serve --port 8765
    """
    from webdart import engine
    from webdart.cli import demo_server as serving
    from webdart.cli import outcome_text as ending
    from webdart.cli import progress
    from webdart.cli import run_async as waiting

    with serving.started(port) as site:
        if serve:
            serving.until_interrupted(site)
            return
        telling = ending.Telling(as_json=as_json, with_table=True)
        environment = {**os.environ, "SHOP_URL": site.url}
        request = engine.RunRequest(
            file=CHORE, settings=settings_of(flags), environment=environment, answered=telling.answered
        )
        with progress.shown(verbose=verbose) as display:
            telling.clear = display.end
            work = engine.run(request, listeners=(display.listen,), ask_consent=display.ask)
            finished = waiting.complete(work, stopped=display.question.withdraw)
    telling.end(finished.result)
