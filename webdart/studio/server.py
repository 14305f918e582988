"""Serves the studio's page on loopback: its files, and one socket for pictures, messages and commands."""

import asyncio
import socket
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from time import monotonic

import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from webdart.adapters import browser_options, launch
from webdart.browser.port import BrowserPool, Frame, Guard, Outcome
from webdart.errors import UsageError
from webdart.execute.sandbox import SandboxCompute
from webdart.navigate.login import log_in
from webdart.page.model import Held
from webdart.plan.model import LoginPlan, SitePlan
from webdart.studio.access import HEADERS, Access
from webdart.studio.commands import MOST_BYTES, command_of
from webdart.studio.desk import Desk
from webdart.studio.job import Job
from webdart.studio.messages import packed
from webdart.trace import Event, Trace
from webdart.values import replace
from webdart.workflow.sites import bad_address

_LOOPBACK = "127.0.0.1"
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_TURN_SECONDS = 0.001
"""After which a thread that reads a page lets the server have its turn; Python's own 5 ms, a dozen times over, are a
twentieth of a second a click."""

_TAKEN_OVER = 4001
"""The code with which a socket is closed because another page of the person's was opened."""

Opening = Callable[[str], Awaitable[None] | None]
"""Gets the address to open, once somebody can be served there."""


@dataclass(slots=True)
class Outbox:
    """What the person's page is to be told: every message, and of the pictures only the latest.

    `held` is called when the guard has held something back.
    """

    held: Callable[[], None] = lambda: None
    _messages: deque[str] = field(default_factory=deque[str])
    _frame: Frame | None = None
    _latest: Frame | None = None
    _filled: asyncio.Event = field(default_factory=asyncio.Event)
    _refused: list[str] = field(default_factory=list[str])

    def tell(self, message: str) -> None:
        """Add a message."""
        self._messages.append(message)
        self._filled.set()

    def show(self, frame: Frame) -> None:
        """Take a picture in place of the one before."""
        self._frame = self._latest = frame
        self._filled.set()

    def listen(self, event: Event) -> None:
        """Tell what the guard has held back."""
        if event.kind in {"refused", "warning"}:
            message = packed("held", what=event.kind, text=event.text)
            self._refused.append(message)
            self.tell(message)
            self.held()

    def begin(self) -> None:
        """Tell a page that has just been opened what it missed."""
        self._messages.clear()
        self._messages.extend(self._refused)
        self._frame = self._latest
        self._filled.set()

    async def send_to(self, peer: WebSocket) -> None:
        """Send what there is, as it comes."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._messages:
                await peer.send_text(self._messages.popleft())
            frame, self._frame = self._frame, None
            if frame is not None:
                await peer.send_text(
                    packed("frame", left=frame.left, top=frame.top, width=frame.width, height=frame.height)
                )
                await peer.send_bytes(frame.picture)


class Gate:
    """Lets nobody in who does not name us as their host, or comes from elsewhere; marks every answer as ours alone."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may come in."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        opens = scope["type"] == "http" and scope["path"] == f"{self._access.path}/open"
        known = opens or self._access.is_known(headers)
        if not (self._access.is_addressed(headers, scope["type"]) and known):
            await self._refuse(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *own]
            await send(message)

        await self._app(scope, receive, marked)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = PlainTextResponse("not for you: open the address that webdart studio printed\n", 403, dict(HEADERS))
        await answer(scope, receive, send)


class Room:
    """The routes of one studio."""

    def __init__(self, access: Access, desk: Desk, outbox: Outbox) -> None:
        self._access, self._desk, self._outbox = access, desk, outbox
        self._peer: WebSocket | None = None

    def app(self) -> ASGIApp:
        """All of them, behind the gate."""
        path = self._access.path
        routes = [
            Route(f"{path}/open", self._open),
            Route(f"{path}/", self._file),
            Route(f"{path}/static/{{name:str}}", self._file),
            WebSocketRoute(f"{path}/live", self._live),
        ]
        return Gate(Starlette(routes=routes), self._access)

    async def _open(self, request: Request) -> Response:
        if not self._access.redeem(request.query_params.get("token", "")):
            return PlainTextResponse("this address opens once; start webdart studio again\n", 403)
        return RedirectResponse(f"{self._access.path}/", 303, {"Set-Cookie": self._access.cookie})

    async def _file(self, request: Request) -> Response:
        name: str = request.path_params.get("name", "index.html")
        kind = _TYPES.get(name.rpartition(".")[2])
        file = files("webdart.studio") / "static" / name
        if kind is None or "/" in name or "\\" in name or not file.is_file():
            return PlainTextResponse("no such file\n", 404)
        return Response(file.read_bytes(), media_type=kind)

    async def _live(self, peer: WebSocket) -> None:
        await peer.accept()
        before, self._peer = self._peer, peer
        if before is not None:
            await before.close(_TAKEN_OVER)
        self._outbox.begin()
        self._desk.show()
        sending = asyncio.create_task(self._outbox.send_to(peer))
        try:
            while True:
                self._take(await peer.receive_text())
        except (WebSocketDisconnect, RuntimeError):  # the latter once another page has taken over
            pass
        finally:
            sending.cancel()
            await asyncio.wait({sending})
            if self._peer is peer:
                self._peer = None

    def _take(self, text: str) -> None:
        try:
            self._desk.take(command_of(text))
        except UsageError as error:
            self._outbox.tell(packed("failure", text=str(error)))


class _Server(uvicorn.Server):
    """A server that leaves signals to the command."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Take none."""
        yield


@asynccontextmanager
async def _served(app: ASGIApp, listening: socket.socket) -> AsyncGenerator[None]:
    config = uvicorn.Config(
        app, ws="wsproto", http="h11", lifespan="off", log_config=None, access_log=False,
        server_header=False, date_header=False, ws_max_size=MOST_BYTES, timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving


async def serve(job: Job, opening: Opening, port: int = 0) -> None:
    """Show the studio on loopback until cancelled; `opening` gets its address.

    Raises:
        UsageError: the address is none of the web, or the port is taken.
        SiteError: the browser could not be started.
    """
    if wrong := bad_address(job.url):
        raise UsageError(f"{job.url!r} {wrong}", hint="such as https://shop.example/lamps")
    listening = _listening(port)
    sys.setswitchinterval(_TURN_SECONDS)
    outbox = Outbox()
    site = SitePlan(name="site", url=job.url)
    site = replace(site, locale=job.locale) if job.locale else site
    trace = Trace(monotonic, outbox.listen)
    compute = SandboxCompute(job.settings.sandbox)
    try:
        chromium = await launch(browser_options(job.settings), {site.name: site}, trace)
        try:
            tab = await chromium.pool.tab(site)
            desk = Desk(tab, job, compute, outbox.tell, _Leave(chromium.pool, chromium.guard, site, trace))
            outbox.held = desk.look_again
            await tab.show(_both(outbox, desk))
            access = Access(listening.getsockname()[1])
            async with _served(Room(access, desk, outbox).app(), listening):
                await _told(opening, access.url)
                await desk.work()
        finally:
            await chromium.pool.close()
    finally:
        await compute.close()
        listening.close()


class _Leave(Struct, frozen=True):
    """Lets the login of a site out, to the form that the person has filled: the one write that leaves a studio."""

    pool: BrowserPool
    guard: Guard
    site: SitePlan
    trace: Trace

    async def log_in(self, login: LoginPlan) -> None:
        """See `Leave.log_in`."""

        async def release(held: Held, name: str) -> Outcome:
            del name
            return await self.guard.release(held)

        await log_in(replace(self.site, login=login), self.pool, self.guard, release, self.trace)

    def refused(self) -> tuple[Held, ...]:
        """See `Leave.refused`."""
        return self.guard.refused()


def _both(outbox: Outbox, desk: Desk) -> Callable[[Frame], None]:
    def told(frame: Frame) -> None:
        desk.seen(frame)
        outbox.show(frame)

    return told


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((_LOOPBACK, port))
    except OSError as error:
        raise UsageError(f"port {port} can't be listened on: {error.strerror}", hint="name another --port") from error


async def _told(opening: Opening, url: str) -> None:
    waits = opening(url)
    if waits is not None:
        await waits
