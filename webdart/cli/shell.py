"""Implements `webdart shell`: SQL over the tables of a run, statement after statement."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from webdart.cli.command import Command, settings_of, settings_options
from webdart.cli.completers import runs

if TYPE_CHECKING:
    from webdart.answer.shape import AnswerValue
    from webdart.runs.folder import RunFolder
    from webdart.settings import Settings

_PROMPT, _MORE = "sql> ", "...> "
_TABLES, _QUIT = ".tables", ".quit"


@click.command(cls=Command)
@click.argument("run", metavar="[RUN]", required=False, shell_complete=runs)
@settings_options("project", "sandbox")
def command(*, run: str | None, **flags: Any) -> None:
    """Ask a run's tables question after question in SQL.

    Of the RUN with this id, or the beginning of it (default: the latest). A statement ends with ; or an empty line. Tab
    completes tables, columns and words of SQL, the arrow keys bring back what was asked before. What is wider or longer
    than the screen is shown in a pager: the arrow keys move it, q leaves it. .tables lists the tables, .quit or Ctrl-D
    ends.

    \b
        webdart shell
        webdart shell 20261121
        echo "SELECT count(*) FROM products" | webdart shell
    """
    from webdart.cli import line_editor
    from webdart.cli.run_list import project_of

    settings = settings_of(flags)
    project = project_of(settings)
    folder = project.get(run)
    lines = line_editor.edited(project.questions, lambda: _names(folder))
    with lines as ask:
        _converse(ask, folder, settings)


def _converse(ask: Callable[[str], str], folder: "RunFolder", settings: "Settings") -> None:
    """Answer until there is nothing more to answer."""
    begun: list[str] = []
    while True:
        try:
            line = ask(_MORE if begun else _PROMPT)
        except KeyboardInterrupt:  # what was begun is dropped
            click.echo()
            begun.clear()
            continue
        except EOFError:
            _answer("\n".join(begun), folder, settings)
            return
        word = line.strip()
        if not begun and word == _QUIT:
            return
        begun.append(line)
        if word and not word.endswith(";") and word != _TABLES:
            continue
        _answer("\n".join(begun), folder, settings)
        begun.clear()


def _answer(sql: str, folder: "RunFolder", settings: "Settings") -> None:
    """Show what a statement gives, or why it gives nothing."""
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.errors import WebdartError
    from webdart.printable import printable

    if not sql.strip(" \n;"):
        return
    try:
        if sql.strip() == _TABLES:
            click.echo("\n".join(f"{name} ({', '.join(columns)})" for name, columns in _names(folder).items()))
            return
        answer = waiting.complete(asking.ask(sql, (folder,), settings))
        _show(answer)
    except KeyboardInterrupt:  # this answer is waited for no longer
        click.echo()
    except WebdartError as error:
        click.echo(printable(str(error)), err=True)


def _show(answer: "AnswerValue") -> None:
    """Rows as `query` shows them; what is wider or longer than the terminal, uncut, in a pager that moves both ways."""
    import os
    import shutil
    import sys

    from webdart.answer import render
    from webdart.printable import printable
    from webdart.table import text_table as plain

    whole = printable(plain.aligned(answer.columns, answer.rows))
    lines, screen = whole.split("\n"), shutil.get_terminal_size()
    fits = len(lines) < screen.lines and max(map(plain.width, lines)) <= screen.columns
    if fits or not sys.stdout.isatty():
        render.table(answer.columns, answer.rows, sys.stdout)
        return
    os.environ.setdefault("LESS", "-S")  # lines are not folded
    click.echo_via_pager(whole)


def _names(folder: "RunFolder") -> dict[str, list[str]]:
    """The run's tables as they are now, each with its columns."""
    from webdart.cli import run_async as waiting
    from webdart.inspect.collected_tables import tables_of

    tables = waiting.complete(tables_of(folder))
    return {name: [one for one in table.column_names if one[0] != "_"] for name, table in sorted(tables.items())}
