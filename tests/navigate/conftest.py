"""One browser for all that a module of these tests walks."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.navigate.pushdown_chores import Desk


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One loop for a module's tests, so that they share a browser."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def desk(loop: asyncio.Runner) -> Iterator[Desk]:
    """One browser for a module's tests; nothing is remembered: every test is another site."""
    made = Desk(remember=False)
    yield made
    loop.run(made.close())
