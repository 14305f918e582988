"""The runs of a batch log in once, and once again where the session has expired."""

import asyncio
import json
import os
import re
import secrets
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.batch.dask_cluster import AwaitedWorkers, Cluster
from tests.batch.long_listing import beside
from tests.batch.shelves import KINDS, batch, expected, inputs, listing, results
from tests.conftest import Asked, Reply, SiteServer
from webdart import engine
from webdart.settings import Settings
from webdart.trace import Event
from webdart.values import replace

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
PAGES = 16
WORD = "a-word-of-this-test"


@dataclass
class Shop:
    """Shelves for whoever is logged in; every session ends once, when the shelves were asked for `ends` times."""

    site: SiteServer
    ends: int
    logins: int = 0
    live: set[str] = field(default_factory=set[str])
    sessions: list[str] = field(default_factory=list[str])
    asked: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.site.on("/list", self.shelf)
        self.site.on("/all", self.shelf)
        self.site.page("/login", FORM)
        self.site.on("/in", self.log_in)

    def log_in(self, asked: Asked) -> Reply:
        assert WORD in asked.body.decode()
        with self.lock:
            self.logins += 1
            session = f"sid={secrets.token_hex(8)}"
            self.live.add(session)
            self.sessions.append(session)
            headers = (("Location", "/list?kind=lamps"), ("Set-Cookie", f"{session}; Path=/; HttpOnly"))
        return Reply(status=303, headers=headers)

    def shelf(self, asked: Asked) -> Reply:
        with self.lock:
            known = asked.headers.get("cookie", "") in self.live
            self.asked += known
            if known and self.asked == self.ends:
                self.live.clear()
        if not known:
            return Reply(status=302, headers=(("Location", "/login"),))
        if asked.path == "/list":
            return Reply(f"{listing(asked).body}<a href=/out>Log out</a>")
        number = int(asked.query.get("page", ["1"])[0])
        onwards = f"<a rel=next href='/all?page={number + 1}'>Next</a>" if number < PAGES else ""
        shelf = str(listing(replace(asked, query={"kind": [f"shelf {number}"]})).body)
        return Reply(f"{shelf.replace('4 items', f'{4 * PAGES} items')}{onwards}<a href=/out>Log out</a>")


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


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
async def test_a_scheduler_has_neither_a_secret_nor_a_session(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, site_server: SiteServer, monkeypatch: pytest.MonkeyPatch
):
    """In all of its memory; neither of a batch whose workers share a login, nor of a run that they load pages for."""
    shop = Shop(site_server, ends=0)
    (tmp_path / ".webdart").mkdir()
    (tmp_path / "chore.yaml").write_text(CHORE.format(url=site_server.url))
    inputs(tmp_path, *KINDS[:4])
    cluster = Cluster(tmp_path_factory.mktemp("far"))
    cluster.scheduler()
    monkeypatch.setenv("WEBDART_SECRET_WORD", WORD)
    try:
        cluster.worker("one")
        cluster.worker("two")
        cluster.wait_for(2)
        words = ("batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
        code, told, err = await asyncio.to_thread(batch, tmp_path, *words)
        assert (code, told["answered"]) == (0, 4), err
        assert shop.logins == 1
        await pages_beside(tmp_path, cluster.address)
        assert shop.logins == 2
        memory = memory_of(cluster.processes["scheduler"].pid)
        assert b"chore.yaml" in memory  # it is the memory of who gave out the tasks
        told_nowhere = (WORD, *(session.removeprefix("sid=") for session in shop.sessions))
        assert [word for word in told_nowhere if word.encode() in memory] == []
    finally:
        cluster.end()


async def pages_beside(project: Path, address: str) -> None:
    """Run the chore over all shelves; workers load pages of it."""
    (project / "all.yaml").write_text((project / "chore.yaml").read_text().replace("/list?kind={{ kind }}", "/all"))
    side, events = AwaitedWorkers(address, Settings(project=project)), list[Event]()
    request = engine.RunRequest(
        file=str(project / "all.yaml"),
        params={"kind": "lamps"},
        settings=Settings(project=project),
        environment=os.environ,
        side=side,
    )
    run = await engine.run(request, listeners=[events.append])
    assert (run.result.exit, run.result.pages) == (0, PAGES), run.result
    assert beside(events)


def memory_of(pid: int) -> bytes:
    """All that a process could read of its own memory; skips where another one may not."""
    parts: list[bytes] = []
    try:
        with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                if found := re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line):
                    start, end = (int(one, 16) for one in found.groups())
                    memory.seek(start)
                    parts.append(memory.read(end - start))
    except PermissionError:
        pytest.skip("may not read another process's memory")
    return b"".join(parts)
