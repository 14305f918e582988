"""Implements `webdart new`: shows what could be read from a page, and writes a workflow file that reads it."""

import sys
from pathlib import Path
from typing import Any

import click

from webdart.cli.command import Command, for_terminal, json_option, settings_of, settings_options

_ROWS = 5
_UNRECOGNISED = (
    "no listing was recognised here: the file reads the page itself as one record. Rows on another page? Begin there, "
    "or add `path` with the words of the links; rows here? Write their fields instead of `each: page`, and run it"
)


@click.command(cls=Command)
@click.argument("url", metavar="URL")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the workflow here; an existing file is never overwritten.",
)
@click.option("--locale", help="How the site writes numbers and dates [default: the page's language, else en-US].")
@click.option("--user", metavar="NAME", help="The secret that a login form gets as its user.")
@click.option("--password", metavar="NAME", help="The secret that a login form gets as its password.")
@click.option("--check", metavar="WORDS", help="What only somebody who is logged in sees.")
@json_option
@settings_options("project", "headed", "timeout", "browser", "proxy", "ca_file", "secrets")
def command(
    *,
    url: str,
    out: str | None,
    locale: str | None,
    user: str | None,
    password: str | None,
    check: str | None,
    as_json: bool,
    **flags: Any,
) -> None:
    """Look at a page and write a workflow for it.

    Shows the listings that the page has, as tables with their first rows, and the controls that a query could be
    pushed to. The workflow runs as it stands; without --out it is printed. What the records' own pages have besides,
    as two of them show, stands in it as comments; behind a login none is opened.

    \b
        webdart new https://shop.example/lamps --out lamps.yaml
        webdart run lamps.yaml
        webdart new https://desk.example/orders --user DESK_USER --password DESK_PASSWORD
    """
    from webdart import engine
    from webdart.answer import render
    from webdart.cli import login_secrets as typed
    from webdart.cli import run_async as waiting
    from webdart.inspect import proposal as draft
    from webdart.printable import printable
    from webdart.runs.folder import Project
    from webdart.table.cell_json import cell, write
    from webdart.table.checked_line import refuse_place, write_asked
    from webdart.workflow.schema import editor_line, schema_text

    if out is not None:
        refuse_place(Path(out))
    address = url if "://" in url else f"https://{url}"
    settings = settings_of(flags)
    login = None if password is None else typed.login_of(user, password, check, settings)
    visit = engine.Visit(url=address, locale=locale or "", login=login)
    sighting = waiting.complete(engine.look(visit, settings))
    written = draft.draft(sighting, address)
    if out is not None:
        project = Project(settings.project)
        project.make()
        write_asked(project.schema, schema_text().encode())
        written = editor_line(Path(out), project.schema) + written
        write_asked(Path(out), written.encode())
    if as_json:
        click.echo(write(cell(draft.to_object(sighting, written, out)), 2))
        return
    for found in sighting.tables:
        columns, rows = draft.rows_of(found)
        stated = "" if found.totals.stated is None else f" of {found.totals.stated:,}"
        many = "record" if found.count == 1 and not stated else "records"
        click.secho(printable(f"{found.extract.into}: {found.count}{stated} {many}"), err=True, bold=True)
        render.table(columns, rows[:_ROWS], sys.stderr)
        click.echo(err=True)
    if not sighting.found:
        click.secho(_UNRECOGNISED, err=True, fg="yellow")
    for control in sighting.pushable:
        click.secho(printable(draft.told(control)), err=True, dim=True)
    for said in sighting.lacking:
        click.secho(printable(said), err=True, fg="yellow")
    click.echo(
        for_terminal(written) if out is None else f"wrote {out}; try: webdart run {out}",
        err=out is not None,
        nl=out is not None,
    )
