"""Implements `webdart mcp`: gives other tools webdart's commands by the Model Context Protocol."""

from typing import Any

import click

from webdart.cli.command import Command, settings_of, settings_options


@click.command(cls=Command)
@settings_options("project", "timeout", "browser", "proxy", "ca_file", "secrets", "sandbox")
def command(**flags: Any) -> None:
    """Serve this project to an assistant, over stdin and stdout.

    Tools look at a page, check and run a chore, query its tables, explain a cell and list runs; tables and reports are
    resources. A chore that writes is asked about first, and its writes are refused where nobody can be asked. Needs
    webdart[mcp].

    \b
        webdart mcp --project ~/chores
    """
    from webdart.cli import run_async as waiting
    from webdart.errors import UsageError

    try:
        from webdart.cli import mcp_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        problem = "the Model Context Protocol's package is not installed"
        raise UsageError(problem, hint="pip install 'webdart[mcp]'") from error
    waiting.complete(mcp_server.served(settings_of(flags)).run_stdio_async())
