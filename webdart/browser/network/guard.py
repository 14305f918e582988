"""Decides which requests may leave, and holds those that could write.

The guard sits on the browser's own CDP session: it sees every request of every page, frame, worker and beacon before it
leaves, and every hop of a redirect. Requests that only read pass. Requests that could write are refused in tabs that
read (answered 204, so that the page keeps its place and its typed values), and held in tabs that act, until they are
released or refused: `execute.act.rows` finds them in the view of the page, `write_decision` decides, `runs.release`
lets them go. A released request is not continued in the browser, which might repeat it: our own client sends it once,
and the answer is handed to the page.
"""

import asyncio
import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from webdart.browser.cdp import Gone, Late, Line
from webdart.browser.network.client import Client, NotSent, Unanswered
from webdart.browser.network.hosts import OLD, SOCKETS, Hosts, allow_line
from webdart.browser.network.proxy import MARK, Egress
from webdart.browser.network.request_pattern import covers, may_be
from webdart.browser.network.third_party import Loads
from webdart.browser.network.upload_body import filled
from webdart.browser.network.websocket import Shutter
from webdart.browser.port import Mode, Outcome
from webdart.errors import Refused
from webdart.page.answer_body import refusal_in
from webdart.page.body_fields import fields_in, fields_of
from webdart.page.graphql import carries_more
from webdart.page.http_request import could_write, is_guarded
from webdart.page.model import Held
from webdart.plan.model import SitePlan
from webdart.trace import Trace
from webdart.values import replace

_PATTERNS = (
    {"urlPattern": "*", "requestStage": "Request"},
    {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"},
    {"urlPattern": "*", "resourceType": "XHR", "requestStage": "Response"},
    {"urlPattern": "*", "resourceType": "Fetch", "requestStage": "Response"},
)
_ASYNC_KINDS = frozenset({"XHR", "Fetch"})
_DATA_KINDS = _ASYNC_KINDS | {"Document"}  # documents of frames; a tab's own is waited for otherwise
_KEPT_REFUSALS = 1000
_MOST_HELD = 200  # of one tab at a time: each is kept whole; a page that sends more is no form


class Signal:
    """Wakes everybody who waits, each time it is fired."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def fire(self) -> None:
        """Wake all that wait now."""
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self) -> None:
        """Until it is fired the next time."""
        await self._event.wait()


@dataclass(eq=False, slots=True, kw_only=True)
class Watch:
    """What the guard knows of one tab: its rules, and what its pages are asking for.

    `tops` are the ids of its top frames (its page, its popups); `loading` the data requests under way; `navigating`
    the top frames that have asked for a document which did not arrive yet, `asked` the latest such address, `status`
    that of the latest one answered, `patience` the seconds of its Retry-After; `blocked` the navigations that were
    refused, latest last; `misled` the method and path of each refused request whose script got our answer, and may
    show what never happened; `uploads` the files that were given to its forms, by name; `files` the names of downloads
    that were kept, `gave` the frames whose latest request brought a file and no document. While `quiet`, what could
    write is refused without a word: it is unwanted. While `attended`, a person acts in the window: what could write
    passes.
    """

    id: str
    site: SitePlan
    mode: Mode
    hosts: Hosts
    egress: Egress
    tops: set[str] = field(default_factory=set[str])
    held: dict[str, Held] = field(default_factory=dict[str, Held])
    loading: set[str] = field(default_factory=set[str])
    blocked: list[str] = field(default_factory=list[str])
    navigating: set[str] = field(default_factory=set[str])
    misled: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    quiet: bool = False
    asked: str = ""
    status: int = 0
    patience: float = 0.0
    attended: bool = False
    uploads: dict[str, Path] = field(default_factory=dict[str, Path])
    files: list[str] = field(default_factory=list[str])
    gave: set[str] = field(default_factory=set[str])
    changed: Signal = field(default_factory=Signal)


class _Paused(Struct, frozen=True, kw_only=True):
    """A request that the browser paused, as its protocol tells it."""

    id: str
    frame: str
    kind: str
    method: str
    url: str
    headers: Mapping[str, str]
    entries: tuple[bytes | None, ...]  # None: a file that the browser would read
    body_unseen: bool
    network: str
    status: int | None  # of the answer, at its stage
    failed: bool
    answer_headers: tuple[Mapping[str, str], ...]

    @property
    def answered(self) -> bool:
        """Whether this is the stage of the answer."""
        return self.status is not None or self.failed


def _read(event: Mapping[str, Any]) -> _Paused:
    request = event["request"]
    entries = tuple(
        base64.b64decode(entry["bytes"]) if entry.get("bytes") else None for entry in request.get("postDataEntries", ())
    )
    return _Paused(
        id=event["requestId"],
        frame=event.get("frameId", ""),
        kind=event.get("resourceType", ""),
        method=request["method"],
        url=request["url"],
        headers=request["headers"],
        entries=entries,
        body_unseen=bool(request.get("hasPostData")) and not entries,
        network=event.get("networkId", ""),
        status=event.get("responseStatusCode"),
        failed="responseErrorReason" in event,
        answer_headers=tuple(event.get("responseHeaders", ())),
    )


class _Waiting(Struct, frozen=True):
    watch: Watch
    paused: _Paused


class WireGuard:
    """The guard of one browser. Made by `stand_guard`; implements the port `Guard`."""

    def __init__(self, line: Line, client: Client, trace: Trace) -> None:
        self._line = line
        self._sockets = Shutter(line)
        self._client = client
        self._trace = trace
        self._frames: dict[str, Watch] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._refused: dict[tuple[str, str, str], Held] = {}
        self.loads = Loads(trace)
        self._told: set[str] = set()
        self._shut: set[str] = set()  # sites that were told of their sockets
        self._is_old = False  # the browser, and that was told
        self._tasks: set[asyncio.Task[None]] = set()

    # -- tabs -----------------------------------------------------------------------------------------------

    def watch(self, watch: Watch, frame: str, *, top: bool = False) -> None:
        """From now on, what `frame` asks for belongs to that tab."""
        self._frames[frame] = watch
        if top:
            watch.tops.add(frame)

    def owner(self, frame: str) -> Watch | None:
        """The tab that a frame belongs to; None if unknown."""
        return self._frames.get(frame)

    def forget_frame(self, frame: str) -> None:
        """The frame is gone."""
        watch = self._frames.pop(frame, None)
        if watch is not None:
            watch.tops.discard(frame)
            watch.navigating.discard(frame)

    async def forget(self, watch: Watch) -> None:
        """The tab is about to close: what it holds is refused."""
        for held in tuple(watch.held.values()):
            await self.refuse(held)
        self._frames = {frame: owner for frame, owner in self._frames.items() if owner is not watch}

    # -- the port -------------------------------------------------------------------------------------------

    async def release(self, held: Held) -> Outcome:
        """Send it, once, through our own client, and hand the answer to the page. Never repeated.

        Raises:
            Refused: it was decided on before, or its body cannot be known whole; nothing was sent.
        """
        waiting = self._take(held)
        if waiting is None:
            raise Refused(f"{held.method} {held.url} was decided on before")
        try:
            whole = filled(held, waiting.paused.entries, waiting.watch.uploads, unseen=waiting.paused.body_unseen)
        except Refused:
            await self._answer_204(waiting.paused)
            raise
        try:
            answer = await self._client.send(
                whole, egress=waiting.watch.egress.own_url, language=waiting.watch.site.locale
            )
        except NotSent as error:
            await self._fail(waiting.paused)
            return Outcome(0, f"it did not leave this machine: {error}", left=False)
        except Unanswered as error:
            self._trace("released", f"{held.method} {held.url}", tab=held.tab)
            await self._fail(waiting.paused)
            return Outcome(0, str(error))
        self._trace("released", f"{held.method} {held.url}", tab=held.tab)
        await self._send(
            "Fetch.fulfillRequest",
            {
                "requestId": waiting.paused.id,
                "responseCode": answer.status,
                "responseHeaders": [{"name": name, "value": value} for name, value in answer.headers],
                "body": base64.b64encode(answer.body).decode(),
            },
        )
        kind = next((value for name, value in answer.headers if name.lower() == "content-type"), "")
        return Outcome(answer.status, refusal=refusal_in(kind, answer.body))

    async def refuse(self, held: Held) -> None:
        """Answer it 204: the page keeps its place and its typed values."""
        waiting = self._take(held)
        if waiting is not None:
            await self._answer_204(waiting.paused)

    def refused(self) -> tuple[Held, ...]:
        """What was refused so far in read stages, for the `reads:` lines that would allow it; once a path."""
        return tuple(self._refused.values())

    def _take(self, held: Held) -> _Waiting | None:
        waiting = self._waiting.pop(held.id, None)
        if waiting is not None:
            waiting.watch.held.pop(held.id, None)
            waiting.watch.changed.fire()
        return waiting

    # -- the wire -------------------------------------------------------------------------------------------

    def on_paused(self, event: dict[str, Any]) -> None:
        """A request, or its answer, waits for us."""
        task = asyncio.get_running_loop().create_task(self._judge(_read(event)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _judge(self, paused: _Paused) -> None:
        if paused.answered:
            await self._pass_answer(paused)
            return
        watch = self._frames.get(paused.frame) or await self._adopt(paused.frame, paused.kind)
        if _is_unwanted(paused):
            await self._send("Fetch.failRequest", {"requestId": paused.id, "errorReason": "BlockedByClient"})
        elif self._strays(watch, paused):
            assert watch is not None
            watch.blocked.append(paused.url)
            self._tell(paused.url, watch)
            await self._answer_204(paused)
        elif self._passes(watch, paused):  # what cannot be read (a broken address) does not
            if watch is not None:
                self._passing(watch, paused)
            await self._send("Fetch.continueRequest", {"requestId": paused.id})
        elif watch is not None and watch.quiet:
            await self._answer_204(paused)
        elif watch is not None and watch.mode == "act" and len(watch.held) < _MOST_HELD:
            self._hold(watch, paused)
        else:
            await self._refuse_read(watch, paused)

    def _passing(self, watch: Watch, paused: _Paused) -> None:
        self.loads.asked(watch.site.name, paused.url, paused.kind)
        if paused.kind == "Document" and paused.frame in watch.tops:
            watch.navigating.add(paused.frame)
            watch.asked = paused.url
        elif paused.kind in _DATA_KINDS:
            watch.loading.add(paused.network)

    @staticmethod
    def _strays(watch: Watch | None, paused: _Paused) -> bool:
        """Whether the tab would go to a host where it may not navigate."""
        top = watch is not None and paused.frame in watch.tops and paused.kind == "Document"
        return top and watch is not None and not watch.hosts.navigates(paused.url)

    def _passes(self, watch: Watch | None, paused: _Paused) -> bool:
        try:
            if not could_write(paused.method, paused.url, paused.headers, _joined(paused.entries)):
                owners = {*self._frames.values()} if watch is None else {watch}  # of a frame that nobody knows: any
                attended = watch is not None and watch.attended
                return attended or not (_may_act(watch, paused) or any(_declared(one, paused) for one in owners))
        except ValueError:  # an address that can't be read could say anything
            return False
        if watch is not None and watch.attended:
            return True
        if watch is None or not watch.site.reads or carries_more(paused.url, _joined(paused.entries) or b""):
            return False
        held = _held(paused, watch.id)
        return any(covers(shape, held, watch.site.url) for shape in watch.site.reads)

    def _hold(self, watch: Watch, paused: _Paused) -> None:
        held = _held(paused, watch.id)
        self._waiting[held.id] = _Waiting(watch, paused)
        watch.held[held.id] = held
        self._trace("held", f"{held.method} {held.url}", tab=watch.id, asked=held.kind)
        watch.changed.fire()

    async def _refuse_read(self, watch: Watch | None, paused: _Paused) -> None:
        framed = watch is None or paused.frame not in watch.tops
        held = replace(_bare(paused, watch.id if watch is not None else ""), framed=framed)
        key = (held.tab, held.method, held.url.partition("?")[0])  # a script that tries again counts its tries there
        if key not in self._refused and len(self._refused) < _KEPT_REFUSALS:
            self._refused[key] = held
            self._trace("refused", f"{held.method} {held.url}", tab=held.tab, asked=held.kind)
        if watch is not None and paused.kind in _ASYNC_KINDS:  # nothing waits for a beacon; a form leaves its page be
            watch.misled.add((held.method, held.url.partition("?")[0]))
        await self._answer_204(paused)

    async def _pass_answer(self, paused: _Paused) -> None:
        watch = self._frames.get(paused.frame)
        if paused.status is not None and watch is not None and paused.frame in watch.tops and paused.kind == "Document":
            watch.status = paused.status
            watch.patience = _patience(paused.answer_headers)
        framed = paused.kind == "Document" and (watch is None or paused.frame not in watch.tops)
        if framed and any(header["name"].lower() == MARK for header in paused.answer_headers):
            # what our own proxy says is no part of the page
            await self._send("Fetch.failRequest", {"requestId": paused.id, "errorReason": "BlockedByClient"})
        else:
            await self._send("Fetch.continueRequest", {"requestId": paused.id})
        if watch is not None and paused.kind in _DATA_KINDS:
            watch.loading.discard(paused.network)
            watch.changed.fire()

    async def _adopt(self, frame: str, kind: str) -> Watch | None:
        """The tab that a frame, popup or worker which we have not met belongs to; None if unknown."""
        found = await self._send("Target.getTargetInfo", {"targetId": frame})
        if found is None:
            return None
        info = found["targetInfo"]
        above = info.get("openerFrameId") or info.get("parentFrameId") or info.get("openerId") or info.get("parentId")
        watch = self._frames.get(above) if above else None
        if watch is not None:
            self.watch(watch, frame, top=info["type"] == "page" and kind == "Document")
            if info["type"] == "page" and not watch.site.sockets:
                await self._sockets.shut_in(frame)
        return watch

    # -- answers --------------------------------------------------------------------------------------------

    async def _answer_204(self, paused: _Paused) -> None:
        watch = self._frames.get(paused.frame)
        if watch is not None and paused.kind == "Document":
            watch.navigating.discard(paused.frame)
            watch.changed.fire()
        await self._send("Fetch.fulfillRequest", {"requestId": paused.id, "responseCode": 204})

    async def _fail(self, paused: _Paused) -> None:
        """The page learns that it failed; one that was about to be left stays."""
        if paused.kind == "Document":
            await self._answer_204(paused)
        else:
            await self._send("Fetch.failRequest", {"requestId": paused.id, "errorReason": "ConnectionReset"})

    async def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Tell the browser; None where the request, the frame or the browser is gone by now."""
        try:
            return await self._line.send(method, params)
        except (Gone, Late):  # a browser that hangs is ended by whoever waits for a page; here nothing may be lost
            return None

    def shut(self, site: str, place: str) -> None:
        """A script of a page asked for a socket to that place and was refused; told once a site."""
        if site not in self._shut:
            self._shut.add(site)
            self._trace("refused", f"a socket to {place}, asked for by a page of {site}; {SOCKETS}", socket=True)

    def leaves_open(self) -> None:
        """The browser has no way to shut sockets within a page's own connection; told once a run."""
        if not self._is_old:
            self._is_old = True
            self._trace("warning", OLD)

    def _tell(self, url: str, watch: Watch) -> None:
        line = allow_line(url)
        if line not in self._told and len(self._told) < _KEPT_REFUSALS:
            self._told.add(line)
            self._trace("refused", f"{url} is not on the hosts of {watch.site.name}; {line}", tab=watch.id)


def _patience(headers: tuple[Mapping[str, str], ...]) -> float:
    """Seconds until the site wants to be asked again (RFC 9110 section 10.2.3); 0 where it does not say."""
    text = next((header["value"].strip() for header in headers if header["name"].lower() == "retry-after"), "")
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
        aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return max(0.0, (aware - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):  # no date, or one that no calendar has
        return 0.0


def _is_unwanted(paused: _Paused) -> bool:
    """Whether the browser asks for what nobody looks at: a page ahead of time, a worker between us, a tab's icon."""
    headers = paused.headers
    if "prefetch" in headers.get("Sec-Purpose", "") or headers.get("Service-Worker") == "script":
        return True
    return paused.kind == "Other" and headers.get("Accept", "").startswith("image/")


def _joined(entries: tuple[bytes | None, ...]) -> bytes | None:
    return b"".join(entry or b"" for entry in entries) if entries else None


def _may_act(watch: Watch | None, paused: _Paused) -> bool:
    """Whether it is a page that steps of a stage that writes have asked for, with a token against forgery."""
    acts = watch is not None and watch.mode == "act"
    return acts and paused.method == "GET" and paused.kind == "Document" and is_guarded(paused.url)


def _declared(watch: Watch, paused: _Paused) -> bool:
    """Whether it is a GET of which the file says that it writes, or may be taken for one (a HEAD is carried out so)."""
    held = _bare(paused, watch.id)
    return paused.method != "OPTIONS" and any(may_be(shape, held, watch.site.url) for shape in watch.site.writing)


def _bare(paused: _Paused, tab: str) -> Held:
    """A request without what it carries: that may be large, and is never looked at of one that is refused."""
    return Held(id=paused.id, tab=tab, method=paused.method, url=paused.url, kind=paused.kind)


def _held(paused: _Paused, tab: str) -> Held:
    body = _joined(paused.entries)
    kind = next((value for name, value in paused.headers.items() if name.lower() == "content-type"), "")
    return Held(
        id=paused.id,
        tab=tab,
        method=paused.method,
        url=paused.url,
        kind=paused.kind,
        headers=dict(paused.headers),
        body=body,
        fields=fields_in(paused.url) if paused.method == "GET" else fields_of(kind, body),
    )


async def stand_guard(line: Line, client: Client, trace: Trace) -> WireGuard:
    """A guard on the browser's own session, from now on."""
    guard = WireGuard(line, client, trace)
    line.on("Fetch.requestPaused", guard.on_paused)
    await line.send("Fetch.enable", {"patterns": list(_PATTERNS)})
    return guard
