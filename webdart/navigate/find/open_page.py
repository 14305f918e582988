"""Opens a page that no workflow names yet, and logs in where the page asks for it."""

from collections.abc import Callable

from msgspec import Struct

from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.network.load_failure import AGAIN
from webdart.browser.port import Browser, BrowserPool, Guard, Outcome
from webdart.errors import NotFound, SiteDown
from webdart.navigate.login import led_on, log_in
from webdart.navigate.login_form import asks_to_log_in
from webdart.navigate.walk.wide_table import whole
from webdart.page.model import Held, PageView
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace
from webdart.values import replace

_DRAWN_SECONDS = 10.0  # a page that goes on changing is not waited for longer


class Visit(Struct, frozen=True, kw_only=True):
    """An address to look at; `login` goes into the form of a page that asks for a password, and nowhere else.

    Without a `locale` the page's own language is that.
    """

    url: str
    locale: str = ""
    login: LoginPlan | None = None

    @property
    def site(self) -> SitePlan:
        """The site that the address is of."""
        site = SitePlan(name="site", url=self.url)
        return replace(site, locale=self.locale) if self.locale else site

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """Secrets, which must not be written down."""
        login = self.login
        given = () if login is None else (login.user, login.password)
        return tuple(one for one in given if isinstance(one, Secret))


async def look(
    visit: Visit,
    pool: BrowserPool,
    guard: Guard,
    trace: Trace,
    says_something: Callable[[PageView], bool],
    seconds: float,
) -> tuple[PageView, LoginPlan | None]:
    """The page at an address, and the login that led to it (with the form's address), if one was needed.

    One that scripts draw is waited for until it `says_something` or is calm without, at most so many `seconds`.

    Raises:
        NotFound: the page answers with an error, or asks for a password and none was given.
        SiteError: it can't be had, or the login did not work.
    """
    site = visit.site
    tab = await pool.tab(site)
    try:
        view = await tab.open(visit.url)
    except SiteDown as error:
        hint = error.hint.removesuffix(f"; {AGAIN}")  # there is no run that could go on
        raise SiteDown(error.problem, url=error.url, hint=hint) from error
    login: LoginPlan | None = None
    if asks_to_log_in(view, given=visit.login is not None) or view.status == 401:
        if visit.login is None:
            hint = "give the names of secrets: --user NAME --password NAME (webdart secret set NAME)"
            raise NotFound("this page asks to log in", url=view.url, hint=hint)
        login = replace(visit.login, page=view.url)

        async def release(held: Held, name: str) -> Outcome:
            del name
            return await guard.release(held)

        known = replace(site, login=login)
        landed = await log_in(known, pool, guard, release, trace)
        view = await tab.open(visit.url)
        if led_on(view, known, visit.url, landed):
            view = await tab.open(landed)
    if view.status >= 400:
        raise NotFound(f"the page answers {view.status}", url=view.url, hint="check the address")
    return await whole(tab, await _drawn(tab, view, says_something, min(seconds, _DRAWN_SECONDS))), login


async def _drawn(tab: Browser, view: PageView, says_something: Callable[[PageView], bool], seconds: float) -> PageView:
    """The page once its scripts have drawn it, as it stands where they don't."""

    def check(now: PageView) -> None:
        nonlocal view
        view = now
        if not says_something(now):
            raise NotFound("nothing is listed yet", url=now.url)

    if view.scripted and not says_something(view):
        try:
            await Patience.of(tab, seconds).until(check)
        except NotFound:
            pass  # it has no list: what it has is looked at
        except HeldBack as held:
            return held.view
    return view
