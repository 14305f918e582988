"""How is a page that no workflow names yet opened, logged in where it asks for that?"""

from dataclasses import dataclass, replace

from webdart.errors import NotFound
from webdart.navigate.login import log_in
from webdart.pages.port import BrowserPool, Guard, Held, Outcome, PageView
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """An address to look at; `login` goes into the form of a page that asks for a password, and nowhere else."""

    url: str
    locale: str = "en-US"
    login: LoginPlan | None = None

    @property
    def site(self) -> SitePlan:
        """The site that the address is of."""
        return SitePlan(name="site", url=self.url, locale=self.locale)

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """What must not be written down."""
        login = self.login
        given = () if login is None else (login.user, login.password)
        return tuple(one for one in given if isinstance(one, Secret))


async def look(visit: Visit, pool: BrowserPool, guard: Guard, trace: Trace) -> tuple[PageView, LoginPlan | None]:
    """The page at an address, and the login that led to it (with the form's address), if one was needed.

    Raises:
        NotFound: the page answers with an error, or asks for a password and none was given.
        SiteError: it can't be had, or the login did not work.
    """
    site = visit.site
    tab = await pool.tab(site)
    view = await tab.open(visit.url)
    login: LoginPlan | None = None
    if asks_to_log_in(view) or view.status == 401:
        if visit.login is None:
            hint = "give the names of secrets: --user NAME --password NAME (webdart secret set NAME)"
            raise NotFound("this page asks to log in", url=view.url, hint=hint)
        login = replace(visit.login, page=view.url)

        async def release(held: Held, name: str) -> Outcome:
            del name
            return await guard.release(held)

        await log_in(replace(site, login=login), pool, guard, release, trace)
        view = await tab.open(visit.url)
    if view.status >= 400:
        raise NotFound(f"the page answers {view.status}", url=view.url, hint="check the address")
    return view, login


def asks_to_log_in(view: PageView) -> bool:
    """Whether a page shows a box for a password, and nothing but a form to send it with: one, not two to register."""
    boxes = [node for node in view.nodes if node.tag == "input" and node.attributes.get("type") == "password"]
    return len([node for node in boxes if node.shown]) == 1
