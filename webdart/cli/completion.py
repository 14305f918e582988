"""Implements `webdart completion`: lets the shell complete commands, workflows, runs and tables."""

import os
from pathlib import Path

import click

from webdart.cli.command import Command

SHELLS = ("bash", "zsh", "fish")


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Put it where the shell looks for it.")
def command(*, shell: str | None, install: bool) -> None:
    """Complete commands, workflows, runs and tables in your shell.

    Prints the script of a shell (default: yours), or puts it into its place.

    \b
        webdart completion --install
        webdart completion zsh > ~/.zfunc/_webdart
    """
    from click.shell_completion import get_completion_class

    from webdart.cli.main import cli

    shell = shell or Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise click.UsageError(f"Which shell? {shell or 'SHELL'!r} is none of {', '.join(SHELLS)}.")
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(cli, {}, "webdart", "_WEBDART_COMPLETE").source()
    if not install:
        click.echo(script)
        return
    place, then = place_of(shell)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(script, encoding="utf-8")
    click.echo(f"wrote {place}; {then}", err=True)


def place_of(shell: str) -> tuple[Path, str]:
    """Where a shell looks for completions of one's own, and what is left to do."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    again = "it works in the next shell"
    return {
        "bash": (data / "bash-completion" / "completions" / "webdart", f"{again}, where bash-completion is installed"),
        "zsh": (
            Path.home() / ".zfunc" / "_webdart",
            "add to ~/.zshrc: fpath+=~/.zfunc; autoload -Uz compinit; compinit",
        ),
        "fish": (config / "fish" / "completions" / "webdart.fish", again),
    }[shell]
