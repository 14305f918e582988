"""What every room's tests share: a site on loopback that remembers what it was asked, and the bundled one."""

import asyncio
import gc
import os
import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import FunctionType
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser as Chromium
from playwright.async_api import async_playwright

from tests import assertion_cache
from tests.kept_driver import KeptBrowsers, KeptDriver
from webdart.browser.chromium import process
from webdart.browser.chromium.executable import find_browser
from webdart.browser.snapshot.reader import KeptPages
from webdart.demo import DemoSite, serve
from webdart.demo import server as demo_server
from webdart.demo.state import PASSWORD
from webdart.secret import encodings
from webdart_sandbox import host
from webdart_sandbox.helper import Helper

_YOUNG = 50_000  # objects
_GROUP = re.compile(r"@\w+$")


def pytest_configure(config: pytest.Config) -> None:
    """Spare what thousands of tests do again and again.

    Playwright's driver keeps what it has compiled, a fifth of its start; and Python looks for cycles rarely, as
    `webdart` itself does, else it goes through all that was imported a few times in every test: a tenth of the time.
    """
    gc.set_threshold(_YOUNG)
    if "PYTEST_XDIST_WORKER" not in os.environ and config.pluginmanager.has_plugin("cacheprovider"):
        os.environ.setdefault("NODE_COMPILE_CACHE", str(config.cache.mkdir("node")))


def pytest_sessionstart(session: pytest.Session) -> None:
    """In a fresh checkout the workers share the rewriting of the test modules."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        modules = sorted(Path(__file__).parent.glob("**/test_*.py"))
        number = int(worker["workerid"].removeprefix("gw"))
        assertion_cache.fill(session.config, modules, number * len(modules) // worker["workercount"])


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Of a function that is all for the proof no tests are made where they would be left out: each worker saves that."""
    if collector.config.option.markexpr != "not proof" or not isinstance(obj, FunctionType):
        return None
    return [] if any(mark.name == "proof" for mark in getattr(obj, "pytestmark", ())) else None


DEAR = {"compute", "engine", "loop", "pool", "views", "wheel"}
"""What a module makes once for all of its tests that use it, and takes as long as a test: mostly a browser."""


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is `sampled(n)`, the first of every n stays in the gate; the rest are for the proof.

    The tests of a module that share what is dear run on one worker: else each of the workers makes it anew.
    """
    seen: Counter[str] = Counter()
    for item in items:
        shared = DEAR.intersection(item.fixturenames) if isinstance(item, pytest.Function) else ()
        if shared and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(re.sub(r"\W", "_", item.nodeid.partition(".py")[0])))
        sampled = item.get_closest_marker("sampled")
        if sampled is None or item.get_closest_marker("proof") is not None:
            continue
        test = item.nodeid.partition("[")[0]
        if seen[test] % sampled.args[0]:
            item.add_marker(pytest.mark.proof)
        seen[test] += 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name a test without the group that xdist writes behind its name: else nobody finds it again as the last to fail."""
    if "PYTEST_XDIST_WORKER" not in os.environ:  # a worker tells of its tests by the whole name
        report.nodeid = _GROUP.sub("", report.nodeid)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as the server received it; header names in lower case, `port` tells which of its two ports."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes
    port: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What a handler answers.

    `drop` closes the connection without a word, `reset` resets it, `cut` ends it in the middle of the body; `hang` are
    seconds for which nothing comes.
    """

    body: bytes | str = b""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    cut: bool = False
    reset: bool = False
    hang: float = 0.0


Handler = Callable[[Asked], Reply]


@dataclass(eq=False)
class SiteServer:
    """A web site on two ports of 127.0.0.1 (two origins), with the log of what it was asked.

    Handlers stand under a path; one that ends in `*` answers for every path that begins so. A path that nobody
    registered answers 404. Every request is in `log` before its handler runs. `reads` are the paths that a test lets a
    browser ask for with an unsafe method by itself.
    """

    log: list[Asked] = field(default_factory=list[Asked])
    reads: set[str] = field(default_factory=set[str])
    _handlers: dict[str, Handler] = field(default_factory=dict[str, Handler])
    _servers: list[ThreadingHTTPServer] = field(default_factory=list[ThreadingHTTPServer])
    _arrived: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        """The address of the first port, without a final slash."""
        return f"http://127.0.0.1:{self._servers[0].server_port}"

    @property
    def other(self) -> str:
        """The address of the second port: the same site to the browser's cookies, another origin to its pages."""
        return f"http://127.0.0.1:{self._servers[1].server_port}"

    def on(self, path: str, handler: Handler) -> None:
        """Let `handler` answer for `path`."""
        self._handlers[path] = handler

    def page(self, path: str, html: str, **more: str) -> None:
        """Serve `html` at `path`; `more` are headers, `_` for `-`."""
        headers = tuple((name.replace("_", "-"), value) for name, value in more.items())
        self.on(path, lambda _: Reply(html, headers=headers))

    def answers(self, path: str, body: bytes | str = b"", *, status: int = 200, slow: float = 0, **more: str) -> None:
        """Answer `path` with that, always, `slow` seconds late; `more` are headers, `_` for `-`, and `type`."""
        kind = more.pop("type", "text/html; charset=utf-8")
        headers = tuple((name.replace("_", "-"), value) for name, value in more.items())

        def answer(_: Asked) -> Reply:
            time.sleep(slow)
            return Reply(body, status, kind, headers)

        self.on(path, answer)

    def redirect(self, path: str, target: str, *, status: int = 302) -> None:
        """Send whoever asks for `path` to `target`."""
        self.answers(path, status=status, Location=target)

    def drop(self, path: str) -> None:
        """Take what comes for `path`, and close the connection without a word."""
        self.on(path, lambda _: Reply(drop=True))

    def echo(self, path: str) -> None:
        """Answer `path` with the body that it was sent."""
        self.on(path, lambda asked: Reply(asked.body or b"nothing", type="text/plain"))

    def script(self, path: str, source: str) -> None:
        """Serve JavaScript at `path`."""
        self.on(path, lambda _: Reply(source, type="text/javascript"))

    def seen(self, path: str = "*", *, method: str | None = None) -> list[Asked]:
        """The requests for `path` (or below, with a final `*`) so far."""
        return [
            asked
            for asked in list(self.log)
            if (asked.path == path or (path.endswith("*") and asked.path.startswith(path[:-1])))
            and (method is None or asked.method == method)
        ]

    def wait_for(self, path: str, *, count: int = 1, seconds: float = 10.0) -> list[Asked]:
        """The requests for `path`, as soon as there are `count` of them."""
        with self._arrived:
            there = self._arrived.wait_for(lambda: len(self.seen(path)) >= count, timeout=seconds)
        assert there, f"{path} was not asked for {count} times; asked: {[asked.path for asked in self.log]}"
        return self.seen(path)

    def answer(self, asked: Asked) -> Reply:
        """Remember the request and find its answer."""
        with self._arrived:
            self.log.append(asked)
            self._arrived.notify_all()
        exact = self._handlers.get(asked.path)
        if exact is not None:
            return exact(asked)
        for path, handler in self._handlers.items():
            if path.endswith("*") and asked.path.startswith(path[:-1]):
                return handler(asked)
        return Reply("<title>Not found</title>not here", status=404)

    def start(self) -> None:
        """Listen on two free ports."""
        for _ in range(2):
            server = _Server(("127.0.0.1", 0), _handler_of(self))
            self._servers.append(server)
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Close the ports and every connection.

        Raises:
            AssertionError: a browser wrote to it by itself, whatever it was served for.
        """
        for server in self._servers:
            server.shutdown()
            server.server_close()
        assert not undeclared(self), "these left the browser without having been released"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A peer that went away is no error of the site."""


def _handler_of(site: SiteServer) -> type[BaseHTTPRequestHandler]:
    class Answering(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Nothing is printed: the log is a value."""

        def answer(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(parts.query, keep_blank_values=True)
            port = self.connection.getsockname()[1]
            reply = site.answer(Asked(self.command, parts.path, query, headers, body, port))
            time.sleep(reply.hang)
            if reply.reset:  # linger 0: closing sends RST
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if reply.drop or reply.reset:
                if reply.drop:
                    self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            content = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            if content:
                self.send_header("Content-Type", reply.type)
            for name, value in reply.headers:
                self.send_header(name, value)
            if reply.status != 204:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content[: len(content) // 2] if reply.cut else content)
            if reply.cut:
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = answer  # noqa: N815 - the base's names

    return Answering


@pytest.fixture
def site_server() -> Iterator[SiteServer]:
    """A fresh site on loopback, with an empty log. What a browser wrote to it by itself fails the test."""
    site = SiteServer()
    site.start()
    yield site
    site.stop()


SAFE = {"GET", "HEAD", "OPTIONS"}


def undeclared(site: SiteServer) -> list[str]:
    """The writes in a site's log that a browser sent, apart from the reads that the test lets it make."""
    return [
        f"{asked.method} {asked.path}"
        for asked in site.log
        if asked.path not in site.reads and by_itself(asked.method, asked.headers.get("accept-encoding", ""))
    ]


def by_itself(method: str, encodings: str) -> bool:
    """Whether a browser sent this write: a released one is sent by our client, which speaks no Brotli."""
    return method not in SAFE and "br" in encodings.replace(" ", "").split(",")


@pytest.fixture(scope="session")
def written_to_demo() -> Iterator[list[str]]:
    """What browsers have written by themselves to the bundled site, to any of those that tests serve."""
    written: list[str] = []
    answer = demo_server.Handler.do_POST

    def noting(handler: demo_server.Handler) -> None:
        if by_itself(handler.command, handler.headers.get("Accept-Encoding", "")):
            written.append(f"{handler.command} {handler.path}")
        answer(handler)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("do_POST", "do_PUT", "do_PATCH", "do_DELETE"):
            patch.setattr(demo_server.Handler, name, noting)
        yield written


@pytest.fixture(autouse=True)
def nothing_written_by_itself(written_to_demo: list[str]) -> Iterator[None]:
    """After every test, no bundled site has had a write that was not let go by us."""
    yield
    assert not written_to_demo, "these left the browser without having been released"


CANARIES = (PASSWORD, "a-test-password", "hunter2!")
"""Secrets that the tests type into forms."""


@pytest.fixture(autouse=True)
def no_secret_in_any_file(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test, no file of a run that it made has one of its secrets, in no encoding."""
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    if folder is None:
        return
    forms = [form.encode() for value in CANARIES for form in encodings(value)]
    for run in folder.rglob(".webdart/runs/*/run.json"):
        for path in run.parent.rglob("*"):
            data = path.read_bytes() if path.is_file() else b""
            assert not [form for form in forms if form in data], path
        if "secret." in run.read_text() and (run.parent / "pages" / "index.jsonl").is_file():
            kept = KeptPages.of(run.parent / "pages")
            for entry in kept.entries:
                text = kept.look(entry).payload.encode()
                assert not [form for form in forms if form in text], entry.url


@pytest.fixture(scope="module")
def module_site() -> Iterator[SiteServer]:
    """One site for the tests of a module that only read what it was asked."""
    site = SiteServer()
    site.start()
    yield site
    site.stop()


FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    """One browser for all tests that show it pages of their own, each in a context of its own."""
    path = find_browser(None, "")
    async with async_playwright() as driver:
        flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
        browser = await driver.chromium.launch(executable_path=path, args=flags)
        yield browser
        await browser.close()


class KeptHelper(Helper):
    """The sandbox's helper process, which the next sandbox of these tests takes over instead of starting its own.

    Nothing of a run is in it: every job has a child of its own, used once.
    """

    shelf: list["KeptHelper"]

    def close(self) -> str:
        """Wait for the next sandbox, where it still runs."""
        if not self.alive():
            return super().close()
        self.shelf.append(self)
        return ""

    def end(self) -> None:
        """End it with its children."""
        super().close()


@pytest.fixture(scope="session", autouse=True)
def one_sandbox_helper() -> Iterator[None]:
    """One helper process for the sandboxes of all runs, one after another: its start is a quarter of a small run.

    The sandbox's own tests, which look at how it starts and ends, have `own_helpers`.
    """
    shelf: list[KeptHelper] = []

    def taken(entry: str, homes: tuple[str, ...]) -> Helper:
        if homes or entry != "webdart_sandbox.zygote":
            return Helper(entry, homes)
        while shelf:
            if (helper := shelf.pop()).alive():
                return helper
            helper.end()
        helper = KeptHelper(entry, homes)
        helper.shelf = shelf
        return helper

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "Helper", taken)
        yield
    for helper in shelf:
        helper.end()


@pytest.fixture(scope="module")
def own_helpers(one_sandbox_helper: None) -> Iterator[None]:
    """Each sandbox of a module starts and ends a helper process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "Helper", Helper)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_driver() -> Iterator[None]:
    """One driver of Playwright, and one browser, for the runs of a worker; see `KeptDriver`."""
    kept = KeptDriver()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "start_driver", kept.start)
        patch.setattr(process, "_kept", KeptBrowsers(kept, process._kept))  # pyright: ignore[reportPrivateUsage]
        patch.setattr(asyncio, "Runner", kept.runner)
        patch.setattr(asyncio, "run", kept.complete)
        yield
    kept.end()


@pytest.fixture(scope="session")
def demo_site() -> Iterator[DemoSite]:
    """One well-behaved bundled site for all tests that only read."""
    with serve() as served:
        yield served


@pytest.fixture
def fresh_site() -> Iterator[DemoSite]:
    """A bundled site of one's own, for tests that write or count requests."""
    with serve() as served:
        yield served
