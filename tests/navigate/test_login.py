"""A site that wants a session: its form, steps, a saved one; expiry in mid-run, two accounts, two ports."""

import json
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.table_comparison import rows
from webdart.browser.network import session as sessions
from webdart.browser.network.session import SavedSession
from webdart.errors import UsageError
from webdart.plan.model import SitePlan

pytestmark = pytest.mark.browser

FORM = "<h1>Sign in</h1><form method=post action=/in><label>Name <input name=u></label><label>Word <input name=p type=password></label><button>Go</button></form>"
SECRETS = {"USER": "ada", "WORD": "s3cret-word"}
PAGES, PER_PAGE = 4, 5


@dataclass(eq=False)
class Desk:
    """Orders, page by page, for whoever is logged in; `expires` tells whether a session ends at a request."""

    site: SiteServer
    expires: Callable[[Asked], bool] = lambda _: False
    live: set[str] = field(default_factory=set[str])
    steps: bool = False
    way_out: str = "Log out"
    away: Reply = field(default_factory=lambda: Reply(status=302, headers=(("Location", "/login"),)))

    def __post_init__(self) -> None:
        self.site.on("/orders", self.orders)
        self.site.page("/login", FORM)
        self.site.on("/in", self.log_in)

    def log_in(self, asked: Asked) -> Reply:
        said = dict(pair.split("=") for pair in asked.body.decode().split("&"))
        if said["p"] != SECRETS["WORD"]:
            return Reply("<p role=alert>Unknown name or word.</p>" + FORM)
        number = f"{said['u']}-{len(self.live) + 1}"
        self.live.add(number)
        headers = (("Location", "/orders"), ("Set-Cookie", f"sid={number}; Path=/; HttpOnly"))
        return Reply(status=303, headers=headers)

    def orders(self, asked: Asked) -> Reply:
        cookie = asked.headers.get("cookie", "").removeprefix("sid=")
        if self.expires(asked):
            self.live.discard(cookie)
        if cookie not in self.live:
            return self.away
        page = int(asked.query.get("page", ["1"])[0])
        lines = "".join(
            f"<tr><td>{cookie.split('-')[0]}-{number}<td>{number}.50"
            for number in range((page - 1) * PER_PAGE, page * PER_PAGE)
        )
        onwards = f"<a rel=next href='/orders?page={page + 1}'>Next</a>" if page < PAGES else ""
        return Reply(f"{self.way_out}<table><tr><th>Order<th>Price{lines}</table>{onwards}")


@pytest.fixture
def desk(site_server: SiteServer) -> Desk:
    return Desk(site_server)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


BY_FORM = '{at: /login, user: "{{ secret.USER }}", password: "{{ secret.WORD }}", check: Log out}'
BY_STEPS = """
      at: /login
      check: Log out
      steps:
        - fill: {Name: "{{ secret.USER }}"}
        - fill: {Word: "{{ secret.WORD }}"}
        - click: Go"""


def chore(tmp_path: Path, login: str) -> Path:
    path = tmp_path / "orders.yaml"
    path.write_text(
        f"""webdart: 1
sites:
  desk:
    url: "{{{{ env.DESK }}}}"
    login: {login}
    pace: {{concurrency: 1}}
stages:
  - navigate: {{start: /orders}}
  - extract: {{into: orders, fields: {{order: text, price: money}}}}
  - execute: SELECT count(*) FROM orders
"""
    )
    return path


def run(tmp_path: Path, login: str, site: SiteServer, url: str = "") -> Any:
    return webdart.run(
        chore(tmp_path, login), environment={"DESK": url or site.url}, secrets=SECRETS, project=tmp_path, yes=False
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("login", [BY_FORM, BY_STEPS], ids=["form", "steps"])
def test_a_session_is_opened_as_declared(login: str, desk: Desk, tmp_path: Path) -> None:
    """By the form with its password box, or by steps: one post, and every page is read."""
    done = run(tmp_path, login, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert done.answer.value == PAGES * PER_PAGE
    assert len(desk.site.seen("/in")) == 1


NEW_HERE = """<form method=post action=/join><h2>New here?</h2><label>Name <input name=n></label><label>Mail <input name=m>
  </label><label>Word <input name=w type=password></label>{again}<button>Join</button></form>"""
AGAIN = "<label>Once more <input name=w2 type=password></label>"
SEARCH = "<form action=/find><input name=q><button>Find</button></form>"


@pytest.mark.proof
@pytest.mark.parametrize(
    "page",
    [
        NEW_HERE.format(again=AGAIN) + FORM,
        NEW_HERE.format(again="") + FORM,
        FORM
        + '<form method=post action=/join><input name=m><input name=w type=password autocomplete="new-password"></form>',
        FORM + FORM,
        SEARCH + FORM.replace("password>", "PASSWORD>"),
        FORM.replace("<form", "<form id=all").replace("<label>Name", "<button name=find>Find</button><label>Name"),
    ],
    ids=["two boxes", "many boxes", "a new password", "twice", "upper case", "another button before"],
)
def test_the_form_that_logs_in_is_told_from_its_neighbours(page: str, desk: Desk, tmp_path: Path) -> None:
    """One that makes an account, a search, the same form in a menu: nothing is typed or sent there."""
    desk.site.page("/login", page)
    done = run(tmp_path, BY_FORM, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert len(desk.site.seen("/in")) == 1
    assert b"find=" not in desk.site.seen("/in")[0].body
    assert not desk.site.seen("/join") + desk.site.seen("/find")


def test_a_password_is_typed_nowhere_in_doubt(desk: Desk, tmp_path: Path) -> None:
    """Two forms that might log in: both are named, nothing is sent."""
    other = FORM.replace("/in", "/partners").replace("Go", "Enter")
    desk.site.page("/login", FORM + other)
    done = run(tmp_path, BY_FORM, desk.site)
    assert done.result.exit == 1
    assert "2 forms that ask for one ('Go', 'Enter')" in str(done.result.error)
    assert not desk.site.seen("/in") + desk.site.seen("/partners")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("login", [BY_FORM, BY_STEPS], ids=["form", "steps"])
@pytest.mark.parametrize("way", ["redirect", "401", "the form instead"])
def test_a_session_that_expires_in_mid_run_is_renewed_once(login: str, way: str, desk: Desk, tmp_path: Path) -> None:
    """However the site says so: logged in again, the page asked for again, no row lost and none doubled."""
    gone: list[str] = []
    desk.away = {
        "redirect": desk.away,
        "401": Reply("Who are you?", status=401),
        "the form instead": Reply(FORM),
    }[way]

    def at_page_three(asked: Asked) -> bool:
        if asked.query.get("page") != ["3"] or gone:
            return False
        gone.append(asked.path)
        return True

    desk.expires = at_page_three
    done = run(tmp_path, login, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    names = [str(row[0]) for row in rows(done.table("orders").arrow(), ["order"])]
    assert sorted(names) == sorted(f"ada-{number}" for number in range(PAGES * PER_PAGE))
    assert len(desk.site.seen("/in")) == 2


@pytest.mark.proof
@pytest.mark.parametrize("path", ["", ", path: [Orders]"], ids=["at once", "on a path"])
def test_a_page_that_is_drawn_before_it_asks_who_is_there(path: str, desk: Desk, tmp_path: Path) -> None:
    """The frame of an application, with what only members see, until its script finds that nobody is there."""
    form = FORM.replace("\n", "")
    shell = f"<nav>Log out</nav><script>setTimeout(() => {{ location.hash = '#/login'; document.body.innerHTML = '{form}' }}, 900)</script>"
    desk.away = Reply(shell)
    desk.site.page("/", "<a href=/orders>Orders</a> Log out" if path else shell)
    file = chore(tmp_path, BY_FORM)
    if path:
        file.write_text(file.read_text().replace("start: /orders", f"start: /{path}"))
    done = webdart.run(file, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path)
    assert (done.result.exit, done.result.error) == (0, None)
    assert done.answer.value == PAGES * PER_PAGE


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "asks", ["", "fetch('/who', {method: 'POST'}).catch(() => 0).finally(draw)"], ids=["late", "asked"]
)
def test_a_form_that_a_script_draws_late_is_waited_for(asks: str, desk: Desk, tmp_path: Path) -> None:
    """Also by one that first asks who is there, in a way that could write, and draws it when that is refused."""
    form = FORM.replace("\n", "")
    draw = f"const draw = () => setTimeout(() => {{ document.body.innerHTML = '{form}' }}, 1200)"
    desk.site.page("/login", f"<body>…<script>{draw}; {asks or 'fetch(`/slow`).then(draw)'}</script>")
    desk.site.page("/slow", "")
    done = run(tmp_path, BY_FORM, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert not desk.site.seen("/who")


def test_a_form_of_a_slow_page_that_asks_meanwhile_is_filled_in(desk: Desk, tmp_path: Path) -> None:
    """What it asks for by itself is refused, and neither cuts the typing short nor stands for the form that is sent."""
    slow = """const begun = Date.now(), turn = () => { const now = Date.now(); while (Date.now() - now < 1500);
      if (now - begun < 9000) setTimeout(turn, 20) }; addEventListener('load', () => setTimeout(turn, 200))"""
    asks = "const ask = (left) => left && fetch('/who', {method: 'POST'}).catch(() => 0).finally(() => ask(left - 1)); ask(3)"
    desk.site.page("/login", f"{FORM}<script>{slow}; {asks}</script>")
    done = run(tmp_path, BY_FORM, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert len(desk.site.seen("/in")) == 1
    assert not desk.site.seen("/who")


@pytest.mark.parametrize("asks", [1, 2], ids=["once", "twice"])
def test_a_page_that_asks_before_it_shows_who_is_in(asks: int, desk: Desk, tmp_path: Path) -> None:
    """What it asks for in a way that could write is refused, and is no sign that nobody is logged in."""
    desk.way_out = f"""<b id=out></b><script>
      const ask = (left) => left && fetch('/news', {{method: 'POST'}}).catch(() => 0).finally(() => ask(left - 1))
      ask({asks}); setTimeout(() => {{ out.textContent = 'Log out' }}, 1500)</script>"""
    done = run(tmp_path, BY_FORM, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert len(desk.site.seen("/in")) == 1
    assert not desk.site.seen("/news")


@pytest.mark.proof
def test_a_site_with_all_its_pages_at_one_address(desk: Desk, tmp_path: Path) -> None:
    """The form stands where the listing will: its address tells nothing, whether it asks for a password does."""
    desk.away = Reply(FORM)
    login = '{at: /orders, user: "{{ secret.USER }}", password: "{{ secret.WORD }}"}'
    done = run(tmp_path, login, desk.site)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE)
    assert len(desk.site.seen("/in")) == 1


@pytest.mark.proof
def test_a_session_that_stands_in_every_address(desk: Desk, tmp_path: Path) -> None:
    """The login page shows its form to whoever asks for it again: what is meant by it is where the form led."""
    listing = "Log out <h2>Orders</h2><table><tr><th>Order<th>Price<tr><td>a-1<td>1.50<tr><td>a-2<td>2.50</table>"
    desk.site.on("/in", lambda _: Reply(status=303, headers=(("Location", "/home?key=7"),)))
    desk.site.on("/home", lambda asked: Reply("Log out <a href=/orders?key=7>Orders</a>" if asked.query else FORM))
    desk.site.on("/orders", lambda asked: Reply(listing if asked.query.get("key") == ["7"] else FORM))
    path = chore(tmp_path, BY_FORM)
    path.write_text(path.read_text().replace("start: /orders", "start: /login, path: [Orders]"))
    done = webdart.run(path, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path, yes=False)
    assert (done.result.exit, done.answer.value) == (0, 2)
    refused = run(tmp_path, BY_FORM, desk.site).result
    assert refused.exit == 1
    assert "`start: /login`" in str(refused.error)


@pytest.mark.proof
def test_a_login_page_behind_the_sign_of_a_fragment(desk: Desk, tmp_path: Path) -> None:
    """Applications of one document have their pages there: not each of them is the login page."""
    form = FORM.replace("\n", "")
    draw = f"document.body.innerHTML = location.hash.startsWith('#/login') ? '{form}' : document.body.dataset.rest"
    rows = "<table><tr><th>Order<th>Price<tr><td>A-1<td>2.50<tr><td>A-2<td>3.50<tr><td>A-3<td>1.50</table>"
    desk.site.on(
        "/app",
        lambda asked: Reply(
            f'<body data-rest="{rows}"><script>'
            + ("" if asked.headers.get("cookie", "").startswith("sid=ada") else "location.hash = '#/login';")
            + f"onhashchange = () => {{ {draw} }}; {draw}</script>"
        ),
    )
    file = chore(tmp_path, "{at: /app#/login, user: '{{ secret.USER }}', password: '{{ secret.WORD }}'}")
    file.write_text(file.read_text().replace("start: /orders", "start: /app#/orders"))
    done = webdart.run(file, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path)
    assert (done.result.exit, done.result.error) == (0, None)
    assert done.answer.value == 3


@pytest.mark.proof
def test_a_form_in_place_of_what_a_fragment_names(desk: Desk, tmp_path: Path) -> None:
    """The page asked for once more after logging in is loaded once more, though its address is the one that is shown."""
    form = FORM.replace("\n", "")
    rows = "<nav>Log out</nav><table><tr><th>Order<th>Price<tr><td>A-1<td>2.50<tr><td>A-2<td>3.50</table>"
    desk.site.on(
        "/app",
        lambda asked: Reply(
            f"<body><script>document.body.innerHTML = '"
            f"{rows if asked.headers.get('cookie', '').startswith('sid=ada') else form}'</script>"
        ),
    )
    file = chore(tmp_path, "{at: /app, user: '{{ secret.USER }}', password: '{{ secret.WORD }}', check: Log out}")
    file.write_text(file.read_text().replace("start: /orders", "start: /app#/orders"))
    done = webdart.run(file, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path)
    assert (done.result.exit, done.result.error) == (0, None)
    assert done.answer.value == 2


@pytest.mark.proof
def test_a_site_that_logs_out_at_once_is_given_up(desk: Desk, tmp_path: Path) -> None:
    """Logging in again does not help there: said after one try, and what was read is kept."""
    desk.expires = lambda asked: asked.query.get("page") == ["3"]
    done = run(tmp_path, BY_FORM, desk.site)
    assert done.result.exit == 1
    assert "right after logging in" in str(done.result.error)
    assert done.result.tables[0].rows == 2 * PER_PAGE


def test_rows_are_written_in_one_session_though_not_every_page_shows_it(desk: Desk, tmp_path: Path) -> None:
    """Where no order's page shows `check`, each row logs in once, and not once more for each page that it opens."""
    for number in (1, 2, 3):
        desk.site.page(f"/order/{number}", "<form method=post action=/done><label>Note <input name=n></label></form>")
    file = tmp_path / "notes.yaml"
    file.write_text(f"""webdart: 1
sites: {{desk: {{url: "{{{{ env.DESK }}}}", login: {BY_FORM}}}}}
stages:
  - execute:
      act:
        for_each: {{n: [1, 2, 3]}}
        rows: 3
        steps: [{{open: "/order/{{{{ row.n }}}}"}}, {{fill: {{Note: seen}}}}]
        verify: [{{open: "/order/{{{{ row.n }}}}"}}, {{expect: {{text: Note}}}}]
""")
    done = webdart.run(file, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path, yes=True)
    assert (done.result.exit, done.result.error) == (0, None)
    assert len(desk.site.seen("/in")) == 3


def test_no_row_is_written_as_a_stranger(desk: Desk, tmp_path: Path) -> None:
    """A session ends between two rows, and strangers are shown the same form: who wrote is who has logged in."""
    writers: dict[str, str] = {}

    def save(asked: Asked) -> Reply:
        cookie = asked.headers.get("cookie", "")
        writers[asked.path] = cookie.partition("=")[2] if cookie.partition("=")[2] in desk.live else ""
        desk.live.clear()
        return Reply("<p>Saved</p>")

    def order(asked: Asked) -> Reply:
        known = asked.headers.get("cookie", "").partition("=")[2] in desk.live
        who = "Log out" if known else "<a href=/login>Sign in</a>"
        form = (
            f"<form method=post action=/save{asked.path}><label>Note <input name=n></label><button>Save</button></form>"
        )
        return Reply(f"{who}{form}" + "<p>Noted: seen</p>" * (f"/save{asked.path}" in writers))

    for number in (1, 2, 3):
        desk.site.on(f"/order/{number}", order)
        desk.site.on(f"/save/order/{number}", save)
    file = tmp_path / "notes.yaml"
    file.write_text(f"""webdart: 1
sites: {{desk: {{url: "{{{{ env.DESK }}}}", login: {BY_FORM}}}}}
stages:
  - execute:
      act:
        for_each: {{n: [1, 2, 3]}}
        rows: 3
        writes: ["POST /save/order/*"]
        steps: [{{open: "/order/{{{{ row.n }}}}"}}, {{fill: {{Note: seen}}}}, {{click: Save}}]
        verify: [{{open: "/order/{{{{ row.n }}}}"}}, {{expect: {{text: "Noted: seen"}}}}]
""")
    done = webdart.run(file, environment={"DESK": desk.site.url}, secrets=SECRETS, project=tmp_path, yes=True)
    assert len(writers) == 3, done.result.error
    assert all(writers.values()), writers


BY_SCRIPT = """<script>document.forms[0].onsubmit = (event) => { event.preventDefault(); const at = document.forms[0]
  const query = 'mutation In($u: String!, $p: String!) { in(u: $u, p: $p) { id } }', headers = {'Content-Type': 'application/json'}
  const body = JSON.stringify({query, variables: {u: at.u.value, p: at.p.value}})
  fetch('/api', {method: 'POST', headers, body}).then((answer) => answer.ok && answer.status !== 204 && (location = '/orders')) }
</script>"""


def _by_script(desk: Desk) -> None:
    """Have the form sent by a script, within the variables of a GraphQL document."""

    def log_in(asked: Asked) -> Reply:
        said = json.loads(asked.body)["variables"]
        return desk.log_in(replace(asked, body=f"u={said['u']}&p={said['p']}".encode()))

    desk.site.page("/login", FORM + BY_SCRIPT)
    desk.site.on("/api", lambda asked: Reply("{}", headers=log_in(asked).headers[1:]))


@pytest.mark.parametrize("login", [BY_FORM, BY_STEPS], ids=["form", "steps"])
def test_a_password_within_the_json_that_a_script_sends(login: str, desk: Desk, tmp_path: Path) -> None:
    _by_script(desk)
    done = run(tmp_path, login, desk.site)
    assert (done.result.exit, done.result.error) == (0, None)
    assert len(desk.site.seen("/api")) == 1


def test_what_was_refused_while_logging_in_is_named(desk: Desk, tmp_path: Path) -> None:
    """A page that asks who is there, in a way that could write, before it shows that somebody is in."""
    desk.way_out = "<b id=out></b><script>fetch('/who', {method: 'POST'}).then((is) => { out.textContent = is.status === 204 ? '' : 'Log out' })</script>"
    done = run(tmp_path, BY_FORM, desk.site)
    assert done.result.exit == 1
    assert 'reads: ["POST /who"]' in str(done.result.error)


def test_a_wrong_password_is_said(desk: Desk, tmp_path: Path) -> None:
    """The form again after the form: one sentence, no second try with the same password."""
    done = webdart.run(
        chore(tmp_path, BY_FORM),
        environment={"DESK": desk.site.url},
        secrets={**SECRETS, "WORD": "wrong-word"},
        project=tmp_path,
    )
    assert done.result.exit == 1
    assert "could not log in" in str(done.result.error)
    assert "'Unknown name or word.'" in str(done.result.error)  # what the page says of it
    assert len(desk.site.seen("/in")) == 1


MENU = "<a href=/me>Ada</a><a href=/out>Log out</a>"
CLOSED_MENUS = {
    "fold": f"<details><summary>Ada</summary>{MENU}</details>",
    "list": f"<nav><a href=/me>Ada</a><div style='display: none'>{MENU}</div></nav>",
    "button": f"<button aria-expanded=false>Ada</button><ul hidden><li>{MENU}</ul>",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("menu", CLOSED_MENUS.values(), ids=CLOSED_MENUS)
def test_a_check_in_a_closed_menu_is_enough(menu: str, desk: Desk, tmp_path: Path) -> None:
    """Most applications keep their way out in a menu behind the user's name."""
    desk.way_out = menu
    assert run(tmp_path, BY_FORM, desk.site).answer.value == PAGES * PER_PAGE
    assert len(desk.site.seen("/in")) == 1


@pytest.mark.proof
def test_a_menu_that_strangers_have_too_tells_nothing(desk: Desk, tmp_path: Path) -> None:
    """A page that is kept for everybody has both menus, and a script shows the right one: that is said, with others."""
    desk.way_out = f"<div hidden>{MENU}</div>"
    desk.site.page("/login", f"<div hidden>{MENU}</div>{FORM}")
    found = run(tmp_path, BY_FORM, desk.site)
    assert "it has 'Log out' where nobody sees it: `check` takes words in sight" in str(found.result.error)


def test_the_table_of_strangers_is_not_taken_for_that_of_who_is_logged_in(desk: Desk, tmp_path: Path) -> None:
    """Hidden words on the first page are no proof: the login page is asked for."""
    table = "<table><tr><th>Order<th>Price<tr><td>all-1<td>1.50<tr><td>all-2<td>2.50</table>"
    desk.away = Reply(f"<div hidden>{MENU}</div><button>Enter</button>{table}")
    assert run(tmp_path, BY_FORM, desk.site).answer.value == PAGES * PER_PAGE
    assert len(desk.site.seen("/in")) == 1


# -- sessions that a person opened ----------------------------------------------------------------------------


def keep(name: str, url: str, sid: str) -> Path:
    cookie = {"name": "sid", "value": sid, "domain": "127.0.0.1", "path": "/", "expires": -1}
    state = {"cookies": [{**cookie, "httpOnly": True, "secure": False, "sameSite": "Lax"}], "origins": []}
    return sessions.save(SavedSession(name, url, state))


def test_a_saved_session_is_used(desk: Desk, tmp_path: Path) -> None:
    """`login: NAME` needs no password; the file is its user's alone."""
    desk.live.add("ada-1")
    path = keep("desk", desk.site.url, "ada-1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    done = run(tmp_path, "desk", desk.site)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE)
    assert desk.site.seen("/login") == []


@pytest.mark.proof
@pytest.mark.parametrize("login", ["desk", "{name: desk, check: Log out}"])
def test_an_expired_session_says_the_line_to_paste(login: str, desk: Desk, tmp_path: Path) -> None:
    """Exit 1, with the command that opens it again; at the beginning and in mid-run alike."""
    keep("desk", desk.site.url, "ada-1")
    done = run(tmp_path, login, desk.site)
    assert done.result.exit == 1
    assert f"webdart login desk {desk.site.url}" in str(done.result.error)
    desk.live.add("ada-1")
    desk.expires = lambda asked: asked.query.get("page") == ["3"]
    done = run(tmp_path, login, desk.site)
    assert done.result.exit == 1
    assert f"webdart login desk {desk.site.url}" in str(done.result.error)
    assert done.result.tables[0].rows == 2 * PER_PAGE


@pytest.mark.proof
def test_two_accounts_on_one_host_are_kept_apart(desk: Desk, tmp_path: Path) -> None:
    """Each site of the file has its own session, although the host is the same."""
    desk.live |= {"ada-1", "bob-2"}
    keep("one", desk.site.url, "ada-1")
    keep("two", desk.site.url, "bob-2")
    path = tmp_path / "both.yaml"
    path.write_text(
        f"""webdart: 1
sites:
  one: {{url: "{desk.site.url}", login: one}}
  two: {{url: "{desk.site.url}", login: two}}
stages:
  - navigate: {{site: one, start: /orders, pages: one}}
  - extract: {{into: orders, fields: {{order: text, price: money}}}}
  - navigate: {{site: two, start: /orders, pages: one}}
  - extract: {{into: orders, fields: {{order: text, price: money}}}}
  - execute: SELECT string_agg(DISTINCT split_part("order", '-', 1), ' ' ORDER BY split_part("order", '-', 1)) FROM orders
"""
    )
    done = webdart.run(path, project=tmp_path)
    assert (done.result.error, done.answer.value) == (None, "ada bob")


def plan(url: str, *allow: str) -> SitePlan:
    return SitePlan(name="site", url=url, allow=allow)


def test_a_session_of_another_port_is_another_session() -> None:
    """A browser sends a host's cookies to all its ports; webdart does not."""
    keep("desk", "http://127.0.0.1:8001/", "x")
    assert sessions.load("desk", plan("http://127.0.0.1:8001/app")).state["cookies"]
    with pytest.raises(UsageError, match="port 8001"):
        sessions.load("desk", plan("http://127.0.0.1:8002/"))


def test_only_what_belongs_to_the_site_is_used() -> None:
    """Cookies of hosts that the file does not name stay where they are."""
    cookies = [
        {"name": "n", "value": "v", "domain": domain} for domain in (".desk.example", "other.example", "cdn.example")
    ]
    origins = [{"origin": "https://desk.example"}, {"origin": "https://other.example"}]
    sessions.save(SavedSession("desk", "https://desk.example/", {"cookies": cookies, "origins": origins}))
    state = sessions.load("desk", plan("https://desk.example/", "cdn.example")).state
    assert [cookie["domain"] for cookie in state["cookies"]] == [".desk.example", "cdn.example"]
    assert [origin["origin"] for origin in state["origins"]] == ["https://desk.example"]


BROKEN: dict[str, Callable[[Path], object]] = {
    "could be read or written by others": lambda path: path.chmod(0o644),
    "none of this version": lambda path: path.write_text("[]"),
    "can't be read": lambda path: path.write_text('{"webdart": 1'),
    "larger than": lambda path: path.write_text(" " * 9_000_000),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_a_session_file_that_is_not_right_is_not_used(problem: str) -> None:
    """Each is said with what to do; nothing of the file is handed to the browser."""
    path = keep("desk", "http://127.0.0.1:8001/", "x")
    BROKEN[problem](path)
    with pytest.raises(UsageError, match=r"webdart login desk http://127\.0\.0\.1:8001/") as error:
        sessions.load("desk", plan("http://127.0.0.1:8001/"))
    assert problem in str(error.value)


def test_a_link_in_place_of_a_session_is_not_followed(tmp_path: Path) -> None:
    """Nobody can make webdart read another file as a session."""
    path = keep("desk", "http://127.0.0.1:8001/", "x")
    path.rename(tmp_path / "elsewhere.json")
    path.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(UsageError):
        sessions.load("desk", plan("http://127.0.0.1:8001/"))


def test_a_missing_session_is_said_before_anything_runs(desk: Desk, tmp_path: Path) -> None:
    """Misuse, exit 2, with the line that opens it; no run was begun."""
    with pytest.raises(UsageError, match="webdart login desk") as error:
        run(tmp_path, "desk", desk.site)
    assert error.value.exit_code == 2
    assert desk.site.log == []


def test_the_name_of_a_session_is_no_path() -> None:
    """Nothing outside the folder of sessions can be named."""
    for name in ("../x", "a/b", "", ".hidden"):
        with pytest.raises(UsageError):
            sessions.where(name)


def test_no_secret_of_a_session_stands_in_the_run(desk: Desk, tmp_path: Path) -> None:
    """The cookie's value is in no file of the run."""
    desk.live.add("ada-c00kie-canary")
    keep("desk", desk.site.url, "ada-c00kie-canary")
    done = run(tmp_path, "desk", desk.site)
    assert done.result.exit == 0
    for path in done.folder.rglob("*"):
        if path.is_file():
            assert b"c00kie-canary" not in path.read_bytes(), path
    assert json.loads((tmp_path / "state/webdart/sessions/desk.json").read_text())["url"] == desk.site.url
