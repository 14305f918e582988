"""Keeps to a site's pace and to its robots.txt.

Only addresses that a tab opens are checked here, not what a page then loads. Robots rules are obeyed on public hosts
unless the file says otherwise (docs/reference/sites.md), by RFC 9309: a missing robots.txt forbids nothing, one that
answers with a server error forbids everything.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlsplit

from protego import Protego

from webdart.browser.network.hosts import endpoint_of, is_near
from webdart.browser.network.shared_text import SharedTexts
from webdart.browser.network.turns import OwnTurns, Turns
from webdart.budget import Clock
from webdart.errors import Refused
from webdart.plan.model import SitePlan

AGENT = "webdart"

_CLOSED = "User-agent: *\nDisallow: /"

Fetch = Callable[[str], Awaitable[tuple[int, str]]]
"""Gets an address: HTTP status and text; status 0 is no answer."""


@dataclass(slots=True, eq=False)
class Courtesy:
    """One site's pace and robots. `wait` lets so many seconds pass; tests pass their own, with their clock.

    `turns` may be shared with other runs; `texts` are: what robots.txt says is asked for once among them all.
    """

    site: SitePlan
    fetch: Fetch
    clock: Clock = time.monotonic
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep
    turns: Turns = field(default_factory=OwnTurns)
    texts: SharedTexts | None = None
    _rules: dict[str, Protego] = field(default_factory=dict[str, Protego])
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def turn(self, url: str) -> None:
        """Return when `url` may be opened.

        Raises:
            Refused: the site's robots.txt keeps robots away from it.
        """
        delay = self.site.delay
        if self._obeyed():
            rules = await self._rules_of(url)
            if not rules.can_fetch(url, AGENT):
                raise Refused(
                    f"the site's robots.txt keeps robots away from {url}",
                    hint=f"if you may: sites: {{{self.site.name}: {{pace: {{robots: ignore}}}}}}",
                )
            delay = max(delay, rules.crawl_delay(AGENT) or 0.0)
        now = self.clock()
        turn = self.turns.take(urlsplit(self.site.url).netloc, delay, now)
        if turn > now:
            await self.wait(turn - now)

    def _obeyed(self) -> bool:
        if self.site.robots is not None:
            return self.site.robots == "obey"
        return not is_near(endpoint_of(self.site.url).host) and not self.site.private

    async def _rules_of(self, url: str) -> Protego:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        read = partial(self._read, origin)
        async with self._asking:
            if origin not in self._rules:
                text = await (read() if self.texts is None else self.texts.once(f"robots {origin}", read))
                self._rules[origin] = Protego.parse(_CLOSED if text is None else text)
            return self._rules[origin]

    async def _read(self, origin: str) -> str | None:
        """The rules of a host; None where its server fails, which others are not to go by."""
        status, text = await self.fetch(f"{origin}/robots.txt")
        if 200 <= status < 300:
            return text
        if status >= 500:
            return None
        return ""  # not there, or no answer at all: then the page itself will say what is wrong
