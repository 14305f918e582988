"""Runs of a chore over the small shop, beside which a lock may lie."""

import asyncio
from pathlib import Path
from typing import Any

from tests.navigate.lying_shop import Lie, Shop
from webdart import engine
from webdart.answer.outcome import Outcome
from webdart.settings import build

HONEST = Lie(name="none", sql="")


def run(file: Path, **how: Any) -> tuple[Outcome, list[object]]:
    """The outcome, and the rows of the answer in their order."""
    settings = build({"project": str(file.parent)}, environment={})
    done = asyncio.run(engine.run(engine.RunRequest(file=str(file), settings=settings, environment={}, **how)))
    return done.result, [] if done.result.answer is None else list(done.result.answer.rows)


def drawn(shop: Shop) -> int:
    """How many of its pages a browser has asked for."""
    return sum("sec-ch-ua" in asked.headers for asked in shop.server.seen("/items"))
