"""Is this tab logged in, and if not, how does it get there?

Logged out is seen, not assumed: the site sent us to its login page, answered 401, or shows nothing of `check`. Then
the declared form is filled in and sent, once; the request that carries the password to the site itself is the one
write that a read stage may make (FORMAT.md section 2).
"""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from webdart.errors import NotFound, Refused, StepFailed
from webdart.navigate.address import stays_on
from webdart.pages.expects import Expectation, check
from webdart.pages.locate import element
from webdart.pages.port import (
    Browser,
    BrowserPool,
    DoClick,
    DoPress,
    DoType,
    DoWait,
    Guard,
    Held,
    Node,
    Outcome,
    PageView,
)
from webdart.pages.wording import folded, says
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace

ReleaseLogin = Callable[[Held, str], Awaitable[Outcome]]
"""Lets the declared login request of a site (by name) go, journalled as a login, which may be repeated."""

SETTLE_SECONDS = 10.0
ATTEMPTS = 2


def sent_to_login(view: PageView, login: LoginPlan, *, first: bool) -> bool:
    """Whether `view` shows that nobody is logged in; `check` is looked for only on the `first` page of a stage."""
    if view.status == 401:
        return True
    if login.page is not None and _place(view.url) == _place(login.page):
        return True
    return first and login.check is not None and not shows(view, login.check)


async def log_in(site: SitePlan, pool: BrowserPool, guard: Guard, release: ReleaseLogin, trace: Trace) -> None:
    """Open a session for every tab of `site`, by its login form; sent once more where no answer came.

    Raises:
        NotFound: the login page has no single password box.
        StepFailed: the form was sent, and the page that followed shows nothing of `check`.
        Refused: the form sends the password to another host than the site's.
    """
    login = site.login
    assert login is not None
    assert login.page is not None
    tab = await pool.tab(site, "act")
    try:
        for _ in range(ATTEMPTS):
            view = await _send_form(tab, await tab.open(login.page), login)
            if await _let_go(view, site, guard, release):
                break
        await _until_in(tab, site, login)
    finally:
        await tab.close()
    trace("login", f"logged in to {site.name}", site=site.name)


async def _let_go(view: PageView, site: SitePlan, guard: Guard, release: ReleaseLogin) -> bool:
    """Send what carries the password, refuse the rest; False where no answer came, which a login may survive."""
    assert site.login is not None
    answered = True
    for held in view.held:
        if not _carries(held, site.login):
            await guard.refuse(held)
        elif not stays_on(site, held.url):
            await guard.refuse(held)
            raise Refused(f"the login form of {site.name} sends the password to {held.url}", hint="check `login: at`")
        else:
            answered = (await release(held, site.name)).known
    return answered


async def _send_form(tab: Browser, view: PageView, login: LoginPlan) -> PageView:
    boxes = [node for node in view.nodes if node.tag == "input" and node.attributes.get("type") == "password"]
    shown = [node for node in boxes if node.shown] or boxes
    if len(shown) != 1:
        raise NotFound(
            f"the login page has {len(shown)} password boxes instead of one",
            url=view.url,
            hint="give `login: at` the address of the form itself",
        )
    password = shown[0]
    name = _text_box_before(view, password)
    if login.user is not None:
        if name is None:
            raise NotFound("the login page has no text box before the password", url=view.url)
        view = await tab.act(DoType(element(view, name), login.user))
    if login.password is not None:
        view = await tab.act(DoType(element(view, view.nodes[password.index]), login.password))
    button = _button_of(view, password)
    if button is None:
        return await tab.act(DoPress("Enter", element(view, view.nodes[password.index])))
    return await tab.act(DoClick(element(view, button)))


async def _until_in(tab: Browser, site: SitePlan, login: LoginPlan) -> None:
    view = await tab.view()
    while sent_to_login(view, login, first=True):
        before = view
        view = await tab.act(DoWait(SETTLE_SECONDS))
        if view.payload == before.payload:
            wanted = f"shows no {login.check!r}" if login.check else "is the login page again"
            raise StepFailed(
                f"could not log in to {site.name}: the page after the form {wanted}",
                url=view.url,
                hint="check user, password and `check`",
            )


def _carries(held: Held, login: LoginPlan) -> bool:
    """Whether the request carries the password that was typed."""
    secret = login.password.reveal() if isinstance(login.password, Secret) else login.password
    return secret is not None and any(secret in values for values in held.fields.values())


def _text_box_before(view: PageView, password: Node) -> Node | None:
    texts = ("text", "email", "tel", "")
    before = [
        node
        for node in view.nodes[: password.index]
        if node.tag == "input" and node.shown and node.attributes.get("type", "") in texts
    ]
    return before[-1] if before else None


def _button_of(view: PageView, password: Node) -> Node | None:
    form = password.parent
    while form >= 0 and view.nodes[form].tag != "form":
        form = view.nodes[form].parent
    if form < 0:
        return None
    for node in view.nodes[form + 1 : view.nodes[form].end]:
        kind = node.attributes.get("type", "submit" if node.tag == "button" else "")
        if node.tag in ("button", "input") and kind in ("submit", "image") and node.shown:
            return node
    return None


def shows(view: PageView, words: str) -> bool:
    """Whether a person sees these words: as text, or as the name of something (a button, an icon)."""
    if any(node.shown and node.name and says(node.name, words) for node in view.nodes):
        return True
    try:
        check(view, Expectation(folded(words), None, None, gone=False, target=None, within=None))
    except StepFailed:
        return False
    return True


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.netloc, parts.path.rstrip("/")
