"""Tells whether a tab is logged in, and logs it in if not.

Logged out is seen, not assumed: the site sent us to its login page or to a form that asks for a password, answered 401,
or shows nothing of `check`. Then the declared form is filled in and sent, once, or the declared steps are carried out;
what they send to the site itself is the one write that a read stage may make (docs/reference/sites.md). A session that
a person opened by hand can't be renewed here: the error gives the command that renews it.
"""

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from webdart.browser.actions.expectation import Expectation, check
from webdart.browser.actions.step import carry_on
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.network.hosts import Hosts, allow_line, endpoint_of
from webdart.browser.network.session import login_line
from webdart.browser.network.shared_text import SharedTexts
from webdart.browser.port import (
    Browser,
    BrowserPool,
    DoClick,
    Document,
    DoPress,
    DoType,
    DoWait,
    Guard,
    Outcome,
    Sessions,
)
from webdart.errors import NotFound, Refused, SessionExpired, StepFailed
from webdart.navigate.address import stays_on
from webdart.navigate.blocked_requests import SCRIPTED, shapes_of
from webdart.navigate.login_form import asks_to_log_in, login_form, password_boxes
from webdart.page.body_fields import texts_of
from webdart.page.locator import element
from webdart.page.model import Held, Node, PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import folded, says
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace
from webdart.workflow.model import Fill, Step
from webdart.workflow.templates import Names, fill, templates_in

ReleaseLogin = Callable[[Held, str], Awaitable[Outcome]]
"""Lets the declared login request of a site (by name) go, journalled as a login, which may be repeated."""

SETTLE_SECONDS = 10.0
_TELLING = 3
_ALERT = 120  # letters of what a page says of its form
_SOME, _SHORT = 6, 24  # words that are offered for `check`, and their characters
_INTERRUPTIONS = 20
"""How often one step may be interrupted by a held request: forms that look up the user as it is typed have fewer."""

ATTEMPTS = 2


def sent_to_login(view: PageView, login: LoginPlan, *, first: bool, asked: str = "", answered: bool = False) -> bool:
    """Whether `view` shows that the tab is logged out; `asked` is the address that was to be opened.

    `check` alone decides on the `first` page of a stage; later only together with a password box. Where the file gives
    no `check`, a first page that asks for a password and shows little else is a login. `answered`: it is the document
    with which the site has answered the form.
    """
    if view.status == 401:
        return True
    if login.check is not None and shows(view, login.check) and not password_boxes(view):
        return False  # also at the login page's address: a site may have its first page there
    if login.page is not None and _is_at(view.url, login.page):
        # where every page of a site stands, its address tells nothing: the form does
        nobody_sent = answered or (bool(asked) and _is_at(asked, login.page))
        if login.steps or not nobody_sent or password_boxes(view):
            return True
    if login.check is not None and shows(view, login.check):
        return False
    asks = any(node.shown for node in password_boxes(view))
    sent_away = bool(asked) and _place(asked) != _place(view.url)
    if login.check is None:  # some sites have the form at every address
        return (asks and sent_away) or (first and asks_to_log_in(view, given=False))
    return asks or first


def is_turned_away(view: PageView, site: SitePlan, asked: str) -> bool:
    """Whether `view`, which came when `asked` was opened behind the first page of a stage, asks for a login."""
    return site.login is not None and sent_to_login(view, site.login, first=False, asked=asked)


def shown_to(document: Document, login: LoginPlan, page: Callable[[str], PageView | None]) -> bool | None:
    """Whether a document shows that who asked for it is logged in; None where only the rendered page tells.

    `page` makes a page of its text: None where it can't.
    """
    if document.status == 401 or (document.location and login.page and _is_at(document.location, login.page)):
        return False
    view = page(document.text) if document.status == 200 else None
    if view is None:
        return None
    if not sent_to_login(view, login, first=True, asked=document.url):
        return True
    return False if sent_to_login(view, login, first=False, asked=document.url) else None


class SharedLogins(Struct, frozen=True):
    """The logins that runs side by side make once: `texts` are the sessions that came of them, by `session_name`.

    `entered` has those that this run's browser has been in.
    """

    texts: SharedTexts
    sessions: Sessions
    entered: dict[str, str]

    async def open(self, site: SitePlan, log_in: Callable[[], Awaitable[str]], trace: Trace) -> str:
        """Enter the session that another run has opened since ours; `log_in` if there is none, for all of them.

        It gives the address to which our own login led, if it was ours.
        """
        ours, landed = False, ""

        async def opened() -> str:
            nonlocal ours, landed
            ours = True
            landed = await log_in()
            return await self.sessions.state(site)

        name = session_name(site)
        state = await self.texts.once(name, opened, self.entered.get(name)) or ""
        if not ours:
            await self.sessions.enter(site, state)
            trace("login", f"logged in to {site.name} by another run's session", site=site.name)
        self.entered[name] = state
        return landed


def session_name(site: SitePlan) -> str:
    """A name for what a login opens, the same for all who log in to the same place as the same person."""
    login = site.login
    assert login is not None
    filled = () if login.names is None else (fill(one, login.names).text for one in templates_in(login.steps))
    told = (site.url, login.page, _revealed(login.user), _revealed(login.password), *filled)
    return sha256(json.dumps(told).encode()).hexdigest()


def _revealed(text: "str | Secret | None") -> str | None:
    return text.reveal() if isinstance(text, Secret) else text


async def log_in(
    site: SitePlan,
    pool: BrowserPool,
    guard: Guard,
    release: ReleaseLogin,
    trace: Trace,
    shared: SharedLogins | None = None,
) -> str:
    """Open a session for every tab of `site`, by its login form (sent once more where no answer came) or its steps.

    It gives the address to which that led. With `shared`, a session that another run has opened meanwhile is taken
    instead, which leads nowhere ("").

    Raises:
        as `_log_in`.
    """
    own = partial(_log_in, site, pool, guard, release, trace)
    if shared is None or site.login is None or site.login.page is None:
        return await own()
    return await shared.open(site, own, trace)


async def _log_in(site: SitePlan, pool: BrowserPool, guard: Guard, release: ReleaseLogin, trace: Trace) -> str:
    """Open a session by the login's form or its steps; the address to which that led.

    Raises:
        SessionExpired: the session is one that a person opened; the message has the line that opens it again.
        NotFound: the login page has no single form with one password box, or not what a step acts on.
        StepFailed: the form was sent, and the page that followed shows nothing of `check`.
        Refused: the form sends the password to another host than the site's.
    """
    login = site.login
    assert login is not None
    if login.page is None:
        raise SessionExpired(
            f"{login.at}: the saved session {login.name!r} is none any more",
            url=site.url,
            hint=f"log in again: {login_line(str(login.name), site.url)}",
        )
    tab = await pool.tab(site, "act")
    answered = False
    try:
        page = await tab.open(login.page)
        if login.steps:
            await _by_steps(tab, site, login, lambda held: release(held, site.name), guard)
        else:
            for attempt in range(ATTEMPTS):
                page = await _drawn(tab, await tab.open(login.page) if attempt else page, login, guard)
                if _is_open(page, login):
                    break
                view = await _send_form(tab, page, login, guard)
                answered = any(held.kind == "Document" and _carries(held, login) for held in view.held)
                if await _let_go(view, site, guard, release):
                    break
        if login.steps or not _is_open(page, login):
            page = await _until_in(tab, site, page, guard, answered=answered)
    finally:
        await tab.close()
    trace("login", f"logged in to {site.name}", site=site.name)
    return page.url


def still_in(view: PageView, site: SitePlan, asked: str) -> PageView:
    """`view` itself, the page that was asked for again after logging in.

    Raises:
        StepFailed: the site sends whoever has just logged in to its login page: once more would not help.
    """
    if is_turned_away(view, site, asked):
        hint = "see that this user may open that page, and that `check` is on it"
        page = site.login.page if site.login is not None else None
        if page is not None and not _is_at(asked, page):
            path = urlsplit(page)._replace(scheme="", netloc="").geturl()
            hint += f"; where addresses carry who is logged in, `start: {path}` and `path` lead to it"
        raise StepFailed(f"{site.name} asks to log in for {asked}, right after logging in", url=view.url, hint=hint)
    return view


def led_on(view: PageView, site: SitePlan, asked: str, landed: str) -> bool:
    """Whether the page to which the login led (`landed`) is what `asked` means, the login page's own address.

    So it is where that page (`view`) has the form again: some sites say in every address who is logged in.
    """
    page = site.login.page if site.login is not None else None
    if not landed or page is None or (_is_at(landed, page) and _is_at(page, landed)):
        return False
    return _is_at(asked, page) and is_turned_away(view, site, asked)


def _is_open(page: PageView, login: LoginPlan) -> bool:
    """Whether what came for the login page tells that somebody is logged in: sites send them on from there."""
    if login.check is None or password_boxes(page):
        return False
    sent_on = login.page is not None and not _is_at(page.url, login.page)
    return shows(page, login.check) or (sent_on and _has_hidden(page, login))


async def _drawn(tab: Browser, page: PageView, login: LoginPlan, guard: Guard) -> PageView:
    """The login page once it has a password box, or somebody is logged in: a script may draw it late.

    As it is where nothing more comes. What it asks for meanwhile, in a way that could write, is refused as anywhere.
    """

    def ready(view: PageView) -> PageView:
        if password_boxes(view) or _is_open(view, login):
            return view
        raise NotFound("no password box yet", url=view.url)

    if password_boxes(page):
        return page
    patience = Patience.of(tab, SETTLE_SECONDS)
    for _ in range(_INTERRUPTIONS):
        for held in page.held:
            await guard.refuse(held)
        try:
            return (await patience.until(ready))[1]
        except HeldBack as interrupted:
            page = interrupted.view
        except NotFound:
            break
    return await tab.view()


async def _by_steps(
    tab: Browser, site: SitePlan, login: LoginPlan, release: Callable[[Held], Awaitable[Outcome]], guard: Guard
) -> None:
    assert login.page is not None
    assert login.names is not None
    typed = frozenset(_typed_in(login, login.names))
    for step in login.steps:
        try:
            rest: Step | None = step
            for _ in range(_INTERRUPTIONS):
                patience = Patience.with_step(rest, tab, SETTLE_SECONDS)
                carried = await carry_on(rest, patience, login.names, site_url=site.url)
                view, rest = carried.view, carried.rest
                while view.held:
                    for held in view.held:
                        await _decide(held, typed, site, release, guard)
                    view = await tab.view()
                if rest is None:
                    break
        except (NotFound, StepFailed) as failed:
            raise failed.at(step.at) from failed


async def _decide(
    held: Held,
    typed: frozenset[str],
    site: SitePlan,
    release: Callable[[Held], Awaitable[Outcome]],
    guard: Guard,
) -> None:
    """Let go what a step of the login sends to the site: its forms, and what carries a value that was typed."""
    carries = not typed.isdisjoint(texts_of(held.fields))
    if (carries or held.kind == "Document") and Hosts.of(site).navigates(held.url):
        await release(held)
        return
    await guard.refuse(held)
    if carries:
        raise Refused(f"the login of {site.name} sends what was typed to {held.url}", hint=allow_line(held.url))


def _typed_in(login: LoginPlan, names: Names) -> Iterator[str]:
    """The texts that the steps type, long enough to be told from others."""
    for step in login.steps:
        if isinstance(step, Fill):
            for _, value in step.values:
                texts = [fill(one, names).text for one in templates_in(value)]
                yield from (text for text in texts if len(text) >= _TELLING)


async def _let_go(view: PageView, site: SitePlan, guard: Guard, release: ReleaseLogin) -> bool:
    """Send what carries the password, refuse the rest; False where no answer came, which a login may survive."""
    assert site.login is not None
    answered = True
    for held in view.held:
        if not _carries(held, site.login):
            await guard.refuse(held)
        elif not (stays_on(site, held.url) or endpoint_of(held.url) == endpoint_of(site.login.page or "")):
            await guard.refuse(held)
            raise Refused(f"the login form of {site.name} sends the password to {held.url}", hint="check `login: at`")
        else:
            answered = (await release(held, site.name)).known
    return answered


async def _send_form(tab: Browser, view: PageView, login: LoginPlan, guard: Guard) -> PageView:
    """Fill in the form and send it; the page once it asks for what carries the password, or for nothing more.

    What else the page asks for meanwhile is refused before anything goes on: it would cut an action short.
    """
    form = login_form(view)
    if login.user is not None:
        if form.user is None:
            raise NotFound(
                "the login page shows no text box before the password",
                url=view.url,
                hint="" if form.password.shown else "say what opens it as `steps` of the login",
            )
        user = form.user
        view = await _typed(tab, view, guard, lambda now: login_form(now).user or user, login.user)
    if login.password is not None:
        view = await _typed(tab, view, guard, lambda now: login_form(now).password, login.password)
    view = await _unheld(tab, view, guard)
    form = login_form(view)
    if form.button is None:
        view = await tab.act(DoPress("Enter", element(view, form.password)))
    else:
        view = await tab.act(DoClick(element(view, form.button)))
    for _ in range(_INTERRUPTIONS):
        if not view.held or any(_carries(held, login) for held in view.held):
            break
        for held in view.held:
            await guard.refuse(held)
        view = await tab.act(DoWait(SETTLE_SECONDS))
    return view


async def _typed(
    tab: Browser, view: PageView, guard: Guard, box: Callable[[PageView], Node], words: "str | Secret"
) -> PageView:
    """The page with these words in a box of its form, typed again where a request has interrupted it."""
    for _ in range(_INTERRUPTIONS):
        view = await _unheld(tab, view, guard)
        view = await tab.act(DoType(element(view, box(view)), words))
        if not view.held:
            break
    return view


async def _unheld(tab: Browser, view: PageView, guard: Guard) -> PageView:
    """The page with nothing held: what it has asked for, in a way that could write, is refused as anywhere."""
    for _ in range(_INTERRUPTIONS):
        if not view.held:
            break
        for held in view.held:
            await guard.refuse(held)
        view = await tab.view()
    return view


async def _until_in(tab: Browser, site: SitePlan, stranger: PageView, guard: Guard, *, answered: bool) -> PageView:
    """The page once it shows that somebody is logged in; `stranger` is the login page as it was before.

    What a page asks for while it is drawn, in a way that could write, is refused as anywhere, and ends no wait.
    """
    login = site.login
    assert login is not None
    menu = not _has_hidden(stranger, login)
    interruptions, refused = 0, list(guard.refused())
    view = await tab.view()
    while sent_to_login(view, login, first=True, answered=answered):
        if menu and _has_hidden(view, login) and not password_boxes(view):
            return view
        for held in view.held:
            await guard.refuse(held)
        refused += view.held
        before = view
        view = await tab.act(DoWait(SETTLE_SECONDS))
        interrupted = bool(before.held or view.held)
        interruptions += interrupted
        if view.documents == before.documents and (not interrupted or interruptions > _INTERRUPTIONS):
            wanted = f"shows no {login.check!r}" if login.check else "is the login page again"
            raise StepFailed(
                f"could not log in to {site.name}: the page after the form {wanted}{_alert(view)}",
                url=view.url,
                hint=_line_for(refused) + (_seen_instead(view, login) or "check user, password and `check`"),
            )
    return view


def _line_for(refused: Sequence[Held]) -> str:
    """The line that lets go what scripts have asked for, in a way that could write, and were refused; "" for none."""
    asked = shapes_of(held for held in refused if held.kind in SCRIPTED)
    if not asked:
        return ""
    lines = f"reads: [{', '.join(asked)}]"
    return f"what the site asks before and after was refused; if it only reads: {lines} beside the site's `url`\n  "


def _alert(view: PageView) -> str:
    """What the page itself says of the form: "Wrong user name or password."; "" where it marks nothing as an alert."""
    said = (words_of(view, node) for node in view.nodes if node.shown and node.role == "alert")
    text = next((" ".join(words.split()) for words in said if words), "")
    return f", and says {text[:_ALERT]!r}" if text else ""


def _seen_instead(view: PageView, login: LoginPlan) -> str:
    """What could stand for `check`, where the form is gone and so `check` may be what is wrong; "" elsewhere."""
    if login.check is None or password_boxes(view):
        return ""
    words = (words_of(view, node) for node in view.nodes if node.shown and node.role in ("link", "button", "menuitem"))
    found = list(dict.fromkeys(one for one in words if one and len(one) <= _SHORT))[:_SOME]
    hidden = any(says(words_of(view, node), login.check) for node in view.nodes if node.role and not node.shown)
    why = f"it has {login.check!r} where nobody sees it" if hidden else "the form is gone"
    others = f", of {', '.join(map(repr, found))}" if found else ""
    return f"{why}: `check` takes words in sight that only who is logged in sees{others}; or check user and password"


def _carries(held: Held, login: LoginPlan) -> bool:
    """Whether the request carries the password that was typed."""
    secret = _revealed(login.password)
    return secret is not None and secret in texts_of(held.fields)


def _has_hidden(view: PageView, login: LoginPlan) -> bool:
    """Whether the page has `check` on something to press that nobody sees, as an entry of a closed menu.

    It tells that somebody is logged in where strangers do not have it: pages for all have both menus, and hide one.
    """
    pressed = (node for node in view.nodes if not node.shown and is_clicked(node))
    return login.check is not None and any(says(words_of(view, node), login.check) for node in pressed)


def shows(view: PageView, words: str) -> bool:
    """Whether a person sees these words: as text, or as the name of something (a button, an icon)."""
    if any(node.shown and node.name and says(node.name, words) for node in view.nodes):
        return True
    try:
        check(view, Expectation(folded(words), None, None, gone=False, target=None, within=None))
    except StepFailed:
        return False
    return True


def _is_at(url: str, page: str) -> bool:
    """Whether an address is a page's: some sites have all their pages at one path, told apart by the query."""
    own, wanted = (set(parse_qsl(urlsplit(one).query, keep_blank_values=True)) for one in (url, page))
    return _place(url) == _place(page) and wanted <= own


def _place(url: str) -> tuple[str, str, str]:
    """Host, path, and the path behind `#`: applications of one document have all their pages there."""
    parts = urlsplit(url)
    route = parts.fragment.removeprefix("!")
    return parts.netloc, parts.path.rstrip("/"), route.partition("?")[0].rstrip("/") if route.startswith("/") else ""
