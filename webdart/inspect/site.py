"""Examines a site before a run: a page as `webdart new` sees it, and what `explain` says of a chore.

Nothing is kept and nothing is set.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from webdart.adapters import browser_options, launch, sessions_of
from webdart.browser.network import session as sessions
from webdart.browser.network.session import SavedSession
from webdart.browser.port import Browser, BrowserPool, Guard
from webdart.budget import Budget
from webdart.errors import NotFound, Refused, SiteError, UsageError
from webdart.extract.proposal import proposals
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.explain import Explained, explain_plan
from webdart.inspect.own_page import OwnPage, own_links, own_page
from webdart.inspect.proposal import Find, Sighting, spec_of
from webdart.navigate import Tools
from webdart.navigate.blocked_requests import what_was_refused
from webdart.navigate.find.open_page import Visit
from webdart.navigate.find.open_page import look as visited
from webdart.navigate.site_memory import Memories
from webdart.page.model import PageView
from webdart.plan.model import LoginPlan, SitePlan
from webdart.records.query.spec import ListingSpec
from webdart.runs.request import RunRequest, plan_of
from webdart.secret import Mask
from webdart.settings import Settings
from webdart.trace import Event, Trace
from webdart.values import replace
from webdart.workflow.sites import bad_address

_STRANGER = (
    "nobody was logged in: this page has no form for that, and is shown as a stranger sees it",
    "where it needs a login, give the address of the page with the form, or write `login: {at: …}` in the file",
)
_MOST_FIELDS = 16  # of a listing, that a small model tells apart


async def look(visit: Visit, settings: Settings) -> Sighting:
    """What could be read from a page and the own pages of two of its records: each is opened once, and nothing is kept.

    Raises:
        UsageError: the address is none of the web.
        SiteError: the page can't be had.
    """
    if wrong := bad_address(visit.url):
        raise UsageError(f"{visit.url!r} {wrong}", hint="such as https://shop.example/lamps")
    events: list[Event] = []
    trace = Trace(time.monotonic, events.append)
    chromium = await launch(browser_options(settings), {visit.site.name: visit.site}, trace)
    try:
        seen = await _seen(visit, chromium.pool, chromium.guard, trace, proposals, settings.timeout)
        if visit.login is None:  # to open a page there may say to others that it was read
            seen = replace(seen, own=await _own(seen, visit, chromium.pool))
    finally:
        await chromium.pool.close()
    stranger = visit.login is not None and seen.login is None
    return replace(seen, lacking=(*(_STRANGER if stranger else ()), *(what_was_refused(events) or ())))


async def _seen(visit: Visit, pool: BrowserPool, guard: Guard, trace: Trace, find: Find, seconds: float) -> Sighting:
    """What the page at an address has for a workflow, logged in where it asks for that."""
    known: Sighting | None = None

    def sighting(view: PageView) -> Sighting:
        nonlocal known
        if known is None or known.view is not view:
            known = Sighting.of(view, visit.locale, None, Mask(visit.secrets), find)
        return known

    def lists(view: PageView) -> bool:
        return bool(sighting(view).found)

    view, login = await visited(visit, pool, guard, trace, lists, seconds)
    return replace(sighting(view), login=login)


async def _own(sighting: Sighting, visit: Visit, pool: BrowserPool) -> OwnPage | None:
    """What own pages of the first listing have; None where there are none, or they can't be had, nor by a robot."""
    links = own_links(sighting.found[0], sighting.view.url) if sighting.found else ()
    if not links:
        return None
    with suppress(SiteError, Refused):
        tab = await pool.tab(visit.site)
        views = [await tab.open(link) for link in links]
        if all(view.status < 400 for view in views):
            return own_page(views, sighting.found[0], spec_of(views[0], sighting.locale))
    return None


class Around(Struct, frozen=True):
    """A browser on one site, to look at one page after another; nothing is kept and nothing set."""

    visit: Visit
    login: LoginPlan | None
    first: Sighting
    _tab: Browser

    async def at(self, url: str) -> Sighting:
        """What could be read from a page of the site.

        Raises:
            SiteError: the page can't be had.
        """
        view = await self.view(url)
        if view.status >= 400:
            raise NotFound(f"the page answers {view.status}", url=view.url, hint="check the address")
        return Sighting.of(view, self.visit.locale, self.login, Mask(self.visit.secrets), _likeliest)

    async def view(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """A page of the site, whatever it answers; `marks` are selectors whose hits it tells.

        Raises:
            SiteError: the page can't be had, or a selector can't be read.
        """
        return await self._tab.open(url, marks)


def _likeliest(view: PageView, spec: ListingSpec) -> tuple[Found, ...]:
    """The proposals of a page with as many fields as a model can choose from."""
    return proposals(view, spec, _MOST_FIELDS)


@asynccontextmanager
async def look_around(visit: Visit, settings: Settings, trace: Trace) -> AsyncGenerator[Around]:
    """A site's first page, logged in where it asks for that, and a way to look at further ones.

    Raises:
        UsageError: the address is none of the web.
        SiteError: the page can't be had.
    """
    if wrong := bad_address(visit.url):
        raise UsageError(f"{visit.url!r} {wrong}", hint="such as https://shop.example/")
    chromium = await launch(browser_options(settings), {visit.site.name: visit.site}, trace)
    try:
        first = await _seen(visit, chromium.pool, chromium.guard, trace, _likeliest, settings.timeout)
        yield Around(visit, first.login, first, await chromium.pool.tab(visit.site))
    finally:
        await chromium.pool.close()


async def explain(request: RunRequest) -> Explained:
    """Open each listing's first page, and say what its site could take over of the SQL. Nothing is set, kept or run.

    Raises:
        UsageError, WorkflowErrors: as `run`. SiteError: a listing could not be reached.
    """
    _, plan = plan_of(request, lambda _: None)
    trace = Trace(time.monotonic)
    chromium = await launch(replace(browser_options(request.settings), sessions=sessions_of(plan)), plan.sites, trace)
    try:
        tools = Tools(
            pool=chromium.pool,
            guard=chromium.guard,
            release_login=lambda held, _: chromium.guard.release(held),
            trace=trace,
            budget=Budget(plan.limits),
            now=lambda: datetime.now(UTC),
            pause=asyncio.sleep,
            memories=Memories.begin(request.settings.project, kept=request.settings.memories),
        )
        return await explain_plan(plan, tools)
    finally:
        await chromium.pool.close()


async def login(name: str, url: str, settings: Settings, finished: Callable[[], Awaitable[None]]) -> Path:
    """Show a window on `url` until the person is `finished` or closes it; keep the session under `name`, and say where.

    Raises:
        UsageError: no name for a session, or no address.
        BrowserMissing, BrowserLost: no window can be shown, or it ended before the session could be taken.
    """
    if wrong := bad_address(url):
        raise UsageError(f"{url!r} {wrong}", hint="such as https://desk.example/")
    session = SavedSession(name, url, {})
    sessions.where(session.name)
    site = SitePlan(name=name, url=url, private=True, robots="ignore", sockets=True)
    options = replace(browser_options(settings), headed=True, guarded=False)
    chromium = await launch(options, {name: site}, Trace(time.monotonic))
    try:
        return sessions.save(replace(session, state=await chromium.record(site, finished)))
    finally:
        await chromium.pool.close()
