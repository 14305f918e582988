"""Bundles what a stage works with: the ports, the budget and the trace, handed down by the engine."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

from msgspec import Struct, field

from webdart.browser.port import BrowserPool, Documents, Guard
from webdart.budget import Budget
from webdart.model.roles.adviser import Adviser
from webdart.navigate.login import ReleaseLogin, SharedLogins
from webdart.navigate.shared_templates import Learned
from webdart.navigate.site_memory import Memories
from webdart.page.model import PageView
from webdart.runs.lock import Lock
from webdart.trace import Trace


class Replay(Struct, frozen=True, kw_only=True):
    """The lock that a run replays (None: none); `frozen`: it fails where that does not fit; `locks`: it writes one.

    `named` are the values that the file's templates may name.
    """

    lock: Lock | None = None
    frozen: bool = False
    locks: bool = False
    named: Mapping[str, object] = field(default_factory=dict[str, object])


class Tools(Struct, frozen=True, kw_only=True):
    """The tools of one run.

    `limit_pages` (of `--limit-pages`) ends every walk early, and says so; `concurrency` is how many pages are loaded
    side by side at most, whatever a site's pace allows. `distrusted` are controls (site, words, what they should do)
    that this run has refused; `memories` what is known of each site from earlier ones; `forms` are
    pages with a form that were looked at for controls, by their address. `seconds` is how
    long a step waits for what it acts on; `now` the run's own, recorded time; `pause` lets seconds pass before
    something is tried again. `learned` is what the walks of one stage teach each other; `adviser` the language model,
    where one is configured. `documents` fetches pages without rendering them; `seed` is the run's own, for what is left
    to chance. `replay` is what an earlier run has learned. `logins` are shared with runs side by side.
    `spread` has tabs of all `browsers` that load pages for this run.
    """

    pool: BrowserPool
    guard: Guard
    release_login: ReleaseLogin
    trace: Trace
    budget: Budget
    now: Callable[[], datetime]
    pause: Callable[[float], Awaitable[None]]
    seconds: float = 10.0
    limit_pages: int | None = None
    concurrency: int | None = None
    memories: Memories = field(default_factory=lambda: Memories(None, datetime.now(UTC)))
    distrusted: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    forms: dict[str, PageView] = field(default_factory=dict[str, PageView])
    learned: Learned = field(default_factory=Learned)
    adviser: Adviser | None = None
    documents: Documents | None = None
    seed: str = ""
    replay: Replay = field(default_factory=Replay)
    logins: SharedLogins | None = None
    spread: BrowserPool | None = None
    browsers: int = 1

    @property
    def ahead(self) -> BrowserPool:
        """The tabs in which pages are loaded that nothing is done to."""
        return self.pool if self.spread is None else self.spread
