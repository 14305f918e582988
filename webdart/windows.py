"""Which browser does a run get, a look at a page, a person who logs in?

What the settings and the saved sessions say, as the adapter wants it. Part of the composition root: besides the engine,
the only place that names the browser's adapter.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path

from webdart.answer.draft import Sighting
from webdart.errors import UsageError
from webdart.navigate.look import Visit
from webdart.navigate.look import look as visited
from webdart.pages import sessions
from webdart.pages.chromium import BrowserOptions, launch
from webdart.pages.sessions import SavedSession
from webdart.pages.trust import Authorities
from webdart.pages.upstream import Upstream
from webdart.plan import Plan
from webdart.plan.model import SitePlan
from webdart.secret import Mask
from webdart.settings import Settings
from webdart.trace import Trace
from webdart.workflow.sites import bad_address

__all__ = ["Visit", "browser_options", "login", "look", "refuse_later", "sessions_of"]


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


async def look(visit: Visit, settings: Settings) -> Sighting:
    """What could be read from a page: it is opened once, and nothing is kept.

    Raises:
        UsageError: the address is none of the web.
        SiteError: the page can't be had.
    """
    if wrong := bad_address(visit.url):
        raise UsageError(f"{visit.url!r} {wrong}", hint="such as https://shop.example/lamps")
    refuse_later(settings)
    trace = Trace(time.monotonic)
    chromium = await launch(browser_options(settings), {visit.site.name: visit.site}, trace)
    try:
        view, login = await visited(visit, chromium.pool, chromium.guard, trace)
    finally:
        await chromium.pool.close()
    return Sighting.of(view, visit.locale, login, Mask(visit.secrets))


def sessions_of(plan: Plan) -> Mapping[str, SavedSession]:
    """The saved session of every site that names one.

    Raises:
        UsageError: one is missing, or can't be used.
    """
    named = {name: site for name, site in plan.sites.items() if site.login is not None and site.login.name is not None}
    return {name: sessions.load(str(site.login and site.login.name), site) for name, site in named.items()}


def browser_options(settings: Settings) -> BrowserOptions:
    """How the browser is run."""
    authorities = Authorities(None if settings.ca_file is None else str(settings.ca_file))
    return BrowserOptions(
        executable=None if settings.browser is None else str(settings.browser),
        headed=settings.headed,
        slow=settings.slow,
        seconds=settings.timeout,
        upstream=None if settings.proxy is None else Upstream.of(settings.proxy, authorities),
        authorities=authorities,
    )


def refuse_later(settings: Settings) -> None:
    """What may be set already and is not carried out yet is answered, not passed over."""
    later = {"model": settings.model}
    for name, value in later.items():
        if value is not None:
            raise UsageError(f"the setting {name!r} is not yet in this version", hint=f"take it out: {value}")
