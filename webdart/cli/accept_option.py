"""Defines the option `--accept`: doubts that an answer may rest on."""

from collections.abc import Callable
from typing import Any

import click

from webdart.doubt_kinds import DOUBTS, DoubtKind


def kinds(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> frozenset[DoubtKind]:
    """The kinds of doubt that are named, by commas or by several options."""
    named = [word.strip() for text in given for word in text.split(",") if word.strip()]
    unknown = [word for word in named if word not in DOUBTS]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is no kind of doubt: {', '.join(DOUBTS)}")
    return frozenset(kind for kind in DOUBTS if kind in named)


def accept_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--accept KIND[,KIND]`, as often as one likes."""
    told = f"Accept an answer in spite of these doubts: {', '.join(DOUBTS)}."
    return click.option("--accept", multiple=True, metavar="KINDS", callback=kinds, help=told)(command)
