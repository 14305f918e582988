"""Runs a workflow for one input after another, in a process of its own.

A task is a line on stdin, its end a line on stdout; before them comes the request that all share. Secrets stand in none
of them: they are looked up here, as in any run. A driver of the browser and a zygote of the sandbox are kept for all
tasks. The process ends after a failure of the browser, so that the next one is sound.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

from msgspec import Struct

from webdart import engine
from webdart.adapters import one_browser, one_driver, one_zygote
from webdart.batch.folder import Done
from webdart.batch.learned_locks import LearnedLocks
from webdart.browser.network.shared_text import FolderTexts, SharedTexts
from webdart.browser.network.turns import SharedTurns, Turns
from webdart.errors import BrowserLost, BrowserMissing, WebdartError
from webdart.settings import Settings, build
from webdart.table.cell_json import write
from webdart.trace import Event
from webdart.values import asdict


async def work(tasks: TextIO, ends: TextIO) -> None:
    """Run every task, until there are no more."""
    shared: Mapping[str, Any] = json.loads(tasks.readline())
    settings = build(shared["flags"], environment=os.environ)
    texts = FolderTexts(Path(shared["texts"]))
    company = Company(
        SharedTurns(Path(shared["turns"])),
        texts,
        lambda _: FolderTexts(Path(shared["logins"])),
        LearnedLocks(texts, shared["batch"]),
    )
    async with one_driver(), one_browser(), one_zygote():
        while line := await asyncio.to_thread(tasks.readline):
            task = json.loads(line)
            request = request_of(shared, task, settings, company)
            done, sound = await end_of(task["place"], request, company.locks)
            ends.write(write(asdict(done)) + "\n")
            ends.flush()
            if not sound:
                return


class Company(Struct, frozen=True):
    """What the runs of a batch share of their sites: see `RunRequest`, and `LearnedLocks`."""

    turns: Turns
    texts: SharedTexts
    sessions: Callable[[str], SharedTexts | None]
    locks: LearnedLocks


def request_of(
    shared: Mapping[str, Any], task: Mapping[str, Any], settings: Settings, company: Company
) -> engine.RunRequest:
    """The request of one run, from what all share and from its own task."""
    return engine.RunRequest(
        file=shared["file"],
        params=task["params"],
        settings=settings,
        limit_pages=shared["limit_pages"],
        accept=frozenset(shared["accept"]),
        turns=company.turns,
        texts=company.texts,
        sessions=None if shared.get("own_logins") else company.sessions,
        use_lock=not shared.get("no_lock"),
    )


async def end_of(place: int, request: engine.RunRequest, locks: LearnedLocks) -> tuple[Done, bool]:
    """What became of a task, and whether this process can take another."""
    assert request.turns is not None
    hosts = Hosts(request.turns)
    try:
        outcome = (await locks.run(request, (hosts.listen,))).result
    except (BrowserLost, BrowserMissing) as error:
        return Done(place=place, run=None, exit=error.exit_code, error=str(error)), False
    except WebdartError as error:
        return Done(place=place, run=None, exit=error.exit_code, error=str(error)), True
    answer = outcome.answer
    done = Done(
        place=place,
        run=outcome.run,
        exit=outcome.exit,
        seconds=round(outcome.seconds, 3),
        pages=outcome.pages,
        hosts=dict(hosts.pages),
        error="; ".join(outcome.error or ()),
        doubts=tuple(f"{doubt.kind}: {doubt}" for doubt in outcome.doubts),
        columns=() if answer is None else tuple(answer.columns),
        rows=() if answer is None else tuple(map(tuple, answer.rows)),
    )
    return done, True


class Hosts:
    """Counts the pages of a run by host, and lets nobody open a page of one that has asked to be left alone."""

    def __init__(self, turns: Turns) -> None:
        self.pages: Counter[str] = Counter()
        self._turns = turns

    def listen(self, event: Event) -> None:
        """Take note of one event of the trace."""
        host = urlsplit(str(event.data.get("url", ""))).netloc
        asked = event.data.get("asked")
        if event.kind == "page":
            self.pages[host] += 1
        elif event.kind == "noted" and isinstance(asked, float):
            self._turns.hold(host, asked, time.monotonic())


async def _work(ends: TextIO) -> None:
    """Work until there is nothing to do; a signal cancels what is under way, so that it closes what it opened."""
    task = asyncio.ensure_future(work(sys.stdin, ends))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    ends = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed here is no end of a task
    asyncio.run(_work(ends))
