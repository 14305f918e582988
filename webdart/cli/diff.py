"""Implements `webdart diff`: shows what changed from one run to another."""

from typing import Any

import click

from webdart.cli.command import Command, json_option, project_option, settings_of
from webdart.cli.completers import runs


@click.command(cls=Command)
@click.argument("before", metavar="RUN", shell_complete=runs)
@click.argument("after", metavar="[RUN]", required=False, shell_complete=runs)
@click.option("--table", "only", metavar="NAME", help="Compare this table only.")
@click.option("--exit-code", is_flag=True, help="Leave with 1 where anything differs.")
@json_option
@project_option
def command(*, before: str, after: str | None, only: str | None, exit_code: bool, as_json: bool, **flags: Any) -> None:
    """Compare two runs: rows added, gone and changed.

    Rows are held together by their keys; a table without keys is compared row by row. Where the second RUN is left
    out, it is the latest of the same workflow.

    \b
        webdart diff 20261120
        webdart diff 20261120 latest
        webdart diff 20261120 20261121 --table products --exit-code
    """
    from webdart.cli import diff_text as changes
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.cli.run_list import pair_of, project_of
    from webdart.inspect import diff
    from webdart.table.cell_json import write

    folders = pair_of(project_of(settings_of(flags)), before, after)
    found = waiting.complete(asking.pair(folders, only))
    differences = diff.diff(*found)
    if as_json:
        click.echo(write(diff.to_json(differences, (folders[0].id, folders[1].id)), 2))
    else:
        click.echo(changes.told(differences, (folders[0].id, folders[1].id)))
    click.get_current_context().exit(int(exit_code and any(one.differs for one in differences)))
