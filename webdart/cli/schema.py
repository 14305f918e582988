"""Implements `webdart schema`: prints format 1 as JSON Schema, for editors."""

import click

from webdart.cli.command import Command


@click.command(cls=Command)
def command() -> None:
    """Print the JSON Schema of workflow files.

    \b
        webdart schema > webdart.schema.json
        # then, in the first line of a workflow file:
        # yaml-language-server: $schema=webdart.schema.json
    """
    from webdart.workflow.schema import schema_text

    click.echo(schema_text(), nl=False)
