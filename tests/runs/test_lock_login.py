"""A listing behind a login is replayed by our own client, in a session that is opened, renewed or taken over."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.data_site import DataSite
from tests.navigate.parts_site import PartsSite, parts
from tests.runs.lock_runs import lock, run
from webdart.browser.network import session as sessions
from webdart.browser.network.session import SavedSession
from webdart.runs.lock_place import path_of

pytestmark = pytest.mark.browser

FORM = "<title>Sign in</title><h1>Sign in</h1><form method=post action=/in><label>Name <input name=u></label><label>Word <input name=p type=password></label><button>Go</button></form>"
SECRETS = {"USER": "adele", "WORD": "s3cret-word"}
BY_FORM = '{at: /login, user: "{{ secret.USER }}", password: "{{ secret.WORD }}", check: Log out}'
AWAY = {
    "redirect": Reply(status=302, headers=(("Location", "/login"),)),
    "401": Reply("<title>Parts</title>Who are you?", status=401),
    "the form instead": Reply(FORM),
}


@dataclass(eq=False)
class Members:
    """The parts for whoever is logged in; `public`: they are there for others too, less every second one."""

    parts: PartsSite
    away: Reply = AWAY["redirect"]
    public: bool = False
    expires: Callable[[Asked], bool] = lambda _: False
    scripted: bool = False
    live: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        server = self.parts.server
        server.on("/parts", self.page)
        server.page("/login", FORM)
        server.on("/in", self.log_in)

    def log_in(self, asked: Asked) -> Reply:
        said = parse_qs(asked.body.decode())
        if said["p"] != [SECRETS["WORD"]]:
            return Reply(FORM)
        self.live.add(f"member-{len(self.live) + 1}")
        given = ("Set-Cookie", f"sid=member-{len(self.live)}; Path=/; HttpOnly")
        return Reply(status=303, headers=(("Location", "/parts"), given))

    def page(self, asked: Asked) -> Reply:
        cookie = asked.headers.get("cookie", "").removeprefix("sid=")
        if self.expires(asked):
            self.live.discard(cookie)
        rows = self.parts.rows
        try:
            if cookie in self.live:
                link = "<a href=/out>Log out</a>"
                drawn = f"<script>document.body.insertAdjacentHTML('afterbegin', '{link}')</script>"
                return self._with(self.parts.page(asked), drawn if self.scripted else link)
            if not self.public:
                return self.away
            self.parts.rows = rows[::2]
            return self._with(self.parts.page(asked), "<a href=/login>Log in</a>")
        finally:
            self.parts.rows = rows

    def _with(self, page: Reply, what: str) -> Reply:
        return Reply(str(page.body).replace("<body>", f"<body>{what}"))

    def once_at(self, page: int) -> None:
        """End the session when this page is asked for, once."""
        ended: list[str] = []

        def expires(asked: Asked) -> bool:
            if asked.query.get("page") != [str(page)] or ended:
                return False
            ended.append(asked.path)
            return True

        self.expires = expires


@pytest.fixture
def members(site_server: SiteServer) -> Members:
    return Members(PartsSite(site_server, rows=parts(34)))


def chore(folder: Path, members: Members, login: str = BY_FORM) -> Path:
    file = folder / "parts.yaml"
    url = members.parts.server.url
    text = members.parts.chore.replace(f'{{site: "{url}"}}', f'{{site: {{url: "{url}", login: {login}}}}}')
    file.write_text(text)
    return file


def replayed(file: Path, members: Members) -> int:
    """Replay the lock frozen, with the site's rows of now; how many of its pages a browser has shown."""
    members.parts.rows = [(no, name, price + 1, old, stock) for no, name, price, old, stock in members.parts.rows[1:]]
    drawn = len(members.parts.drawn)
    assert run(file, frozen=True, secrets=SECRETS) == (0, members.parts.truth, [])
    return len(members.parts.drawn) - drawn


def logins(members: Members) -> int:
    return len(members.parts.server.seen("/in"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("away", AWAY)
def test_a_locked_walk_logs_in_and_then_fetches(away: str, members: Members, tmp_path: Path) -> None:
    """However the site asks for a login: once, and not one page of the listing is rendered but that which follows."""
    members.away = AWAY[away]
    file = chore(tmp_path, members)
    assert lock(file, secrets=SECRETS)[:2] == (0, members.parts.truth)
    text = path_of(file).read_text()
    assert "source: html" in text
    assert not any(secret in text for secret in [*SECRETS.values(), *members.live])
    members.live.clear()
    before = logins(members)
    assert replayed(file, members) <= 1  # the site shows its first page after the form
    assert logins(members) - before == 1


@pytest.mark.proof
@pytest.mark.parametrize("away", AWAY)
def test_a_session_that_ends_in_the_middle_is_renewed(away: str, members: Members, tmp_path: Path) -> None:
    """By the lock, too, no row is lost and none doubled."""
    members.away = AWAY[away]
    file = chore(tmp_path, members)
    lock(file, secrets=SECRETS)
    members.once_at(3)
    before = logins(members)
    replayed(file, members)
    assert logins(members) - before == 2


@pytest.mark.proof
def test_a_listing_that_others_see_less_of_is_not_taken_for_the_whole(members: Members, tmp_path: Path) -> None:
    """Nothing turns anybody away, but `check` is not there: the session is opened before a row is read."""
    members.public = True
    file = chore(tmp_path, members)
    assert lock(file, secrets=SECRETS)[:2] == (0, members.parts.truth)
    replayed(file, members)


@pytest.mark.proof
def test_what_tells_a_login_may_be_drawn_by_a_script(members: Members, tmp_path: Path) -> None:
    """Then its source can't tell who is in: one page is rendered for that, and no form is sent twice."""
    members.scripted = True
    file = chore(tmp_path, members)
    lock(file, secrets=SECRETS)
    before = logins(members)
    assert replayed(file, members) <= 3
    assert logins(members) - before == 1


@pytest.mark.proof
def test_a_session_that_a_person_opened_needs_no_browser(
    members: Members, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cookies are those of our own client; where they are no longer good, the line to paste is told."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    members.live.add("member-1")
    cookie = {"name": "sid", "value": "member-1", "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True,
              "secure": False, "sameSite": "Lax"}  # fmt: skip
    sessions.save(SavedSession("desk", members.parts.server.url, {"cookies": [cookie], "origins": []}))
    file = chore(tmp_path, members, "{name: desk, check: Log out}")
    assert lock(file)[:2] == (0, members.parts.truth)
    assert replayed(file, members) == 0
    members.live.clear()
    code, rows, said = run(file, frozen=True)
    assert (code, rows) == (1, [])
    assert any("webdart login desk" in one for one in said)


_ASKS = """
const asked = fetch;
window.fetch = async (...how) => {
  const answer = await asked(...how);
  if (answer.status == 401) { location.href = '/login'; await new Promise(() => {}); }
  return answer;
};
document.body.insertAdjacentHTML('afterbegin', MENU);
"""


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("ends", [0, 3], ids=["at first", "in the middle"])
@pytest.mark.parametrize("check", ["", ", check: Log out"], ids=["no check", "a check that a script draws"])
@pytest.mark.parametrize("placed", [True, False], ids=["placed", "turned"])
def test_data_behind_a_login_is_replayed(
    placed: bool, check: str, ends: int, site_server: SiteServer, tmp_path: Path
) -> None:
    """The document is for everybody, its data is not: who may not see it is sent to the login by the page's script."""
    site = DataSite(site_server, count=34, placed=placed)
    members = Members(PartsSite(site_server))
    site_server.on("/parts", site.page)
    asked_of: list[str] = []

    def data(asked: Asked) -> Reply:
        cookie = asked.headers.get("cookie", "").removeprefix("sid=")
        asked_of.append(cookie)
        if ends and asked.query["page"] == [str(ends)] and "ended" not in members.live and locked:
            members.live = {"ended"}
        return site.data(asked) if cookie in members.live else Reply("{}", status=401, type="application/json")

    site_server.on("/api/*", data)
    site.code = _ASKS.replace("MENU", "'<a href=/out>Log out</a>'")
    file = tmp_path / "parts.yaml"
    login = f"{BY_FORM.partition(', check')[0]}{check}}}"
    url = f'{{site: "{site_server.url}"}}'
    file.write_text(site.chore("auto").replace(url, f'{{site: {{url: "{site_server.url}", login: {login}}}}}'))
    locked = False
    assert lock(file, secrets=SECRETS)[:2] == (0, site.truth)
    assert "source: json" in path_of(file).read_text()
    locked, before, site.count = True, logins(members), site.count + 17
    members.live.clear()
    assert run(file, frozen=True, secrets=SECRETS) == (0, site.truth, [])
    assert logins(members) - before == (2 if ends else 1)
