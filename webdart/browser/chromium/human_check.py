"""Handles pages that check for a person: some let a browser pass by themselves, others need one.

A person who watches the window is asked to answer, one page at a time, while the run waits. Meanwhile, what their page
sends passes the guard: it is theirs. If no person is there, the run ends with an explanation and keeps what it has.
Nothing here ever answers such a check.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from webdart.errors import Challenged
from webdart.page.bot_check import challenge_in
from webdart.page.model import PageView
from webdart.trace import Trace

Person = Callable[[str], Awaitable[None]]
"""Tells a person what to do in the window, and returns when they say that it is done."""

Again = Callable[[float], Awaitable[PageView]]
"""The page as it is once it has changed, or so many seconds later."""

Anew = Callable[[], Awaitable[PageView]]
"""The page, loaded once more."""


class Watched(Protocol):
    """What the guard knows of a tab; while `attended`, what could write passes."""

    attended: bool


_ASKED = 3  # times: who can't answer it by then won't


class Attendant:
    """Gets past checks for a person, for all tabs of a browser. `seconds` is how long one may take by itself."""

    def __init__(self, trace: Trace, person: Person | None, seconds: float) -> None:
        self._trace = trace
        self._person = person
        self._seconds = seconds
        self._asking = asyncio.Lock()
        self._answered = 0

    async def past(self, seen: PageView, watch: Watched, again: Again, anew: Anew) -> PageView:
        """The page behind the check that `seen` shows; `seen` where it shows none.

        Raises:
            Challenged: it is still there, and nobody is asked, or they could not answer it.
        """
        if seen.held or not challenge_in(seen):
            return seen
        seen = await self._let_pass(seen, again)
        what = challenge_in(seen)
        if not what:
            self._trace("action", "a check of the browser was passed by itself", url=seen.url)
            return seen
        answered = self._answered
        async with self._asking:
            if self._answered > answered:  # in another tab: the session may pass now
                seen = await anew()
                what = challenge_in(seen)
            return await self._asked(seen, watch, again, what) if what else seen

    async def _let_pass(self, seen: PageView, again: Again) -> PageView:
        end = time.monotonic() + self._seconds
        while challenge_in(seen) and (left := end - time.monotonic()) > 0:
            seen = await again(left)
        return seen

    async def _asked(self, seen: PageView, watch: Watched, again: Again, what: str) -> PageView:
        if self._person is None:
            raise Challenged(f"the site asks for {what} instead of showing the page", url=seen.url, hint=REMEDY)
        watch.attended = True
        try:
            for _ in range(_ASKED):
                await self._person(f"{seen.url} asks for {what}: answer it in the window")
                seen = await again(0.5)
                if not challenge_in(seen):
                    self._answered += 1
                    self._trace("action", f"a person has answered {what}", url=seen.url)
                    return seen
        finally:
            watch.attended = False
        raise Challenged(f"the site still asks for {what}", url=seen.url, hint=REMEDY)


REMEDY = (
    "run it with --headed on a terminal: it waits there until you have answered; or `webdart login NAME URL` keeps a "
    "session in which you have; what was collected is kept, `webdart resume` goes on"
)
