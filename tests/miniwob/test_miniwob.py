"""MiniWoB++, offline: what the action layer does from short step files, and what the policy does from the sentence."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.conftest import SiteServer
from tests.miniwob import episodes
from tests.miniwob.player import Player
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(4000)]

SAMPLE = ("click-checkboxes", "enter-password", "choose-date-easy", "email-inbox-delete")
SEEDS = (1, 2, 3)
LEAST = 45


@pytest.fixture(scope="module")
def served() -> Iterator[SiteServer]:
    site = SiteServer()
    site.start()
    episodes.serve(site)
    yield site
    site.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=15, ready_seconds=2), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("task", SAMPLE)
async def test_a_step_file_does_it(engine: Chromium, served: SiteServer, tmp_path: Path, task: str):
    """Raw reward 1, from a few steps by the words on the page."""
    reward, said = await Player(engine, served, tmp_path).by_steps(task, 1)
    assert reward == 1.0, said


@pytest.mark.proof
async def test_the_action_layer_does_at_least_45_kinds_of_task(engine: Chromium, served: SiteServer, tmp_path: Path):
    """A kind counts when every seed gave the raw reward 1."""
    player = Player(engine, served, tmp_path)
    done: list[str] = []
    wrong: list[str] = []
    for task in episodes.scripts():
        results = [await player.by_steps(task, seed) for seed in SEEDS]
        failures = [f"{task}: {said}" for reward, said in results if reward != 1.0]
        wrong += failures
        done += [] if failures else [task]
    print(f"MiniWoB++ by step files: {len(done)} of {len(episodes.names())} kinds of task ({len(SEEDS)} seeds each)")
    print("\n".join(wrong))
    assert len(done) >= LEAST, wrong


@pytest.mark.proof
async def test_the_heuristic_policy_alone_is_counted(engine: Chromium, served: SiteServer, tmp_path: Path):
    """Over every task of the package, told nothing but the sentence; the count is what it is."""
    player = Player(engine, served, tmp_path)
    rewards = {task: await player.by_objective(task, 1) for task in episodes.names()}
    done = sorted(task for task, reward in rewards.items() if reward == 1.0)
    print(
        f"MiniWoB++ by the objective alone: {len(done)} of {len(rewards)} kinds of task (one seed): {', '.join(done)}"
    )
    assert len(rewards) == len(episodes.names())
