"""Implements `webdart batch`: runs a workflow once for each row of its inputs."""

import os
from pathlib import Path
from typing import Any

import click

from webdart.cli.accept_option import accept_option
from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.completers import workflows
from webdart.doubt_kinds import DoubtKind


@click.command(cls=Command)
@click.argument("file", metavar="FILE", shell_complete=workflows)
@click.option(
    "--over", required=True, metavar="INPUTS", help="A .csv, .parquet or .jsonl file, or a SELECT over the latest run."
)
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, metavar="N", help="Processes at once.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Dask's workers instead: tcp://HOST:PORT, or local:N to start N here."
)
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="Write the results there, too.")
@click.option("--to", metavar="URL", help="Put the results there: file://, s3:// …, in Parquet with a manifest.")
@click.option("--limit-pages", type=click.IntRange(1), metavar="N", help="Open at most N pages of a listing.")
@click.option("--own-logins", is_flag=True, help="Each run logs in by itself: none goes on in another one's session.")
@click.option("--no-lock", is_flag=True, help="Replay no lock: not CHORE.lock.yaml, nor what earlier inputs taught.")
@accept_option
@json_option
@settings_options("project", "timeout", "browser", "proxy", "ca_file", "secrets", "sandbox", "python_engine")
def command(
    *,
    file: str,
    over: str,
    jobs: int,
    cluster: str | None,
    out: str | None,
    to: str | None,
    limit_pages: int | None,
    own_logins: bool,
    no_lock: bool,
    accept: frozenset[DoubtKind],
    as_json: bool,
    **flags: Any,
) -> None:
    """Run a workflow once for each row of its inputs.

    Columns that are called as a parameter give its value; the others stand beside the answers. Every run is one of the
    project; the processes keep each site's pace together. A batch that was stopped goes on with `webdart resume`, which
    also runs again what failed. It only reads: a file that writes is refused.

    \b
        webdart batch part.yaml --over parts.csv --out prices.parquet
        webdart batch part.yaml --over "SELECT number AS part FROM orders" --jobs 4
        webdart batch part.yaml --over parts.csv --cluster tcp://scheduler:8786
        webdart resume 20261121T0611-part-batch-3f2a
    """
    from webdart.batch.destination import Destination
    from webdart.batch.inputs import inputs_of
    from webdart.cli import batch_run
    from webdart.cli.workers import crew_of

    settings = settings_of(flags)
    crew = crew_of(jobs, cluster, settings)
    if to is not None:
        Destination.of(to)  # what can't be written to is told before anything is opened
    workflow = batch_run.reading(file)
    columns, rows = batch_run.rows_of(over, settings)
    folder = batch_run.created(
        workflow,
        inputs_of(columns, rows, workflow),
        settings,
        {
            "flags": batch_run.kept_flags(flags, settings),
            "limit_pages": limit_pages,
            "own_logins": own_logins,
            "no_lock": no_lock,
            "accept": sorted(accept),
            "cluster": cluster,
            "to": to,
        },
    )
    batch_run.complete(folder, crew, None if out is None else Path(out), as_json=as_json)
