"""Runs the trial of `webdart model test`, and tells what came of it."""

import asyncio
import json
import time

import click

from webdart.budget import Budget, Limits
from webdart.errors import ModelError, UsageError
from webdart.model.calibration.trial import LEAST, Case, Tried, Voted, tried
from webdart.model.calibration.trial_record import TrialRecords
from webdart.model.door.account import Books, CountedModel, Terms
from webdart.model.door.endpoint import SETTING, Opened, open_model
from webdart.model.door.retry import Repairing
from webdart.model.roles.adviser import Adviser
from webdart.settings import Settings
from webdart.trace import Trace
from webdart.values import asdict


def run(settings: Settings, *, as_json: bool, seconds: float) -> int:
    """Try the model of the settings and keep the result; gives the exit code.

    Raises:
        UsageError: no model is set.
        ModelError: it does not answer.
    """
    opened = open_model(settings)
    if opened is None:
        raise UsageError("no model is set", hint=SETTING)
    books = Books(trace=Trace(time.monotonic))
    came = asyncio.run(_tried(opened, books, quiet=as_json, seconds=seconds))
    TrialRecords.of_user().keep(opened.name, settings.model_url, came)
    use = books.account.total
    if as_json:
        told = {"model": opened.name, **asdict(came), "better": came.better}
        click.echo(json.dumps({**told, "tokens_in": use.tokens_in, "tokens_out": use.tokens_out}))
    else:
        click.echo("\n".join(_told(opened.name, came)))
        click.echo(f"{use.calls} questions, {use.tokens_in + use.tokens_out} tokens, {came.seconds:.0f} s", err=True)
    return 1 if came.better is False else 0


async def _tried(opened: Opened, books: Books, *, quiet: bool, seconds: float) -> Tried:
    counted = CountedModel(opened.model, Budget(Limits()), books, Terms(price=opened.price, thinking=opened.thinking))
    adviser = Adviser(model=Repairing(counted), trace=books.trace, name=opened.name)

    def said(case: Case, voted: Voted) -> None:
        if not quiet:
            click.echo(f"{_MARKS[voted]} {case.field} of {case.table}", err=True)

    try:
        came = await tried(adviser, said, seconds=seconds)
    finally:
        await opened.close()
    if adviser.silent:
        raise ModelError(adviser.silent)
    return came


_MARKS = {"right": "✓", "wrong": "✗", "none": "–"}


def _told(name: str, came: Tried) -> list[str]:
    """What came of it, and what runs make of it."""
    left = came.asked - came.right - came.wrong
    lines = [
        f"{name}: of {came.asked} doubts {came.right} settled right, {came.wrong} wrong, {left} left open",
        f"the rules' first reading would be right in {came.rules}",
    ]
    if came.better is None:
        return [
            *lines,
            f"too slow to be judged: fewer than {LEAST} in that time (--seconds gives it more); runs ask it",
        ]
    if came.better:
        return [*lines, "its votes are better: runs ask it where a page leaves a doubt, and tell its votes as doubts"]
    return [*lines, "its votes are no better: runs do not ask it about doubts"]
