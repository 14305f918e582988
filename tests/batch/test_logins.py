"""The runs of a batch log in once, and once again where the session has expired."""

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.batch.shelves import KINDS, batch, expected, inputs, listing, results
from tests.conftest import Asked, Reply, SiteServer

CHORE = """\
webdart: 1
params: {{kind: {{type: text}}}}
sites:
  shop: {{url: "{url}/", login: {{at: /login, user: ada, password: "{{{{ secret.WORD }}}}", check: Log out}}}}
stages:
  - navigate: {{start: "/list?kind={{{{ kind }}}}"}}
  - extract: {{into: items, key: name, fields: {{name: text, price: number}}}}
  - execute: SELECT name, price FROM items ORDER BY price
"""
FORM = "<h1>Sign in</h1><form method=post action=/in>Name <input name=u> Word <input name=p type=password><button>Go</button></form>"
WORD = "a-word-of-this-test"


@dataclass
class Shop:
    """Shelves for whoever is logged in; every session ends once, when the shelves were asked for `ends` times."""

    site: SiteServer
    ends: int
    logins: int = 0
    live: set[str] = field(default_factory=set[str])
    asked: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.site.on("/list", self.shelf)
        self.site.page("/login", FORM)
        self.site.on("/in", self.log_in)

    def log_in(self, asked: Asked) -> Reply:
        assert WORD in asked.body.decode()
        with self.lock:
            self.logins += 1
            self.live.add(f"sid={self.logins}")
            headers = (("Location", "/list?kind=lamps"), ("Set-Cookie", f"sid={self.logins}; Path=/; HttpOnly"))
        return Reply(status=303, headers=headers)

    def shelf(self, asked: Asked) -> Reply:
        with self.lock:
            known = asked.headers.get("cookie", "") in self.live
            self.asked += known
            if known and self.asked == self.ends:
                self.live.clear()
        if not known:
            return Reply(status=302, headers=(("Location", "/login"),))
        found = listing(asked)
        return Reply(f"{found.body}<a href=/out>Log out</a>")


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.parametrize(
    "how",
    [
        ("--jobs", "2"),
        ("--cluster", "local:2"),
    ],
    ids=["processes", "cluster"],
)
def test_runs_side_by_side_log_in_once(
    how: tuple[str, str], tmp_path: Path, site_server: SiteServer, monkeypatch: pytest.MonkeyPatch
):
    """And renew the session once, however many of them find it expired; no session and no secret stays behind."""
    shop = Shop(site_server, ends=3)
    state = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    monkeypatch.setenv("WEBDART_SECRET_WORD", WORD)
    project = tmp_path / "project"
    (project / ".webdart").mkdir(parents=True)
    (project / "chore.yaml").write_text(CHORE.format(url=site_server.url))
    kinds = KINDS[:4]
    inputs(project, *kinds)
    code, told, err = batch(project, "batch", "chore.yaml", "--over", "inputs.csv", "--out", "all.parquet", *how)
    assert (code, told["answered"]) == (0, len(kinds)), (err, told)
    assert results(project / "all.parquet") == expected(*kinds)
    assert shop.logins == 2
    left = [path for place in (state, project) for path in place.rglob("*") if path.is_file()]
    assert not [
        path for path in left if b"sid=" in path.read_bytes() or (path.suffix == ".text" and state in path.parents)
    ]
    assert json.dumps(WORD) not in err
    assert os.environ["WEBDART_SECRET_WORD"] == WORD
