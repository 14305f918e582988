"""Keeps the files that a site sends instead of a page: capped, under a safe name, never opened.

The browser writes the file, whatever started it: a link, a button, a form, a script's own bytes. While it grows it lies
in a folder of its own; once complete it gets its name. A file over the cap is cancelled as soon as the browser reports
its size (from a server that states no size, about half a second more gets through), and nothing of it stays.
"""

import asyncio
import json
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webdart.browser.cdp import Gone, Late, Line
from webdart.browser.network.guard import Watch
from webdart.browser.snapshot.kept_files import INDEX, KeptFile, free_name, kept_files, safe_name
from webdart.surrogates import well_formed
from webdart.trace import Trace
from webdart.values import asdict

MOST_FILES = 200
"""Files that one run keeps."""


_PART = ".part"
_MOST_TOLD = 20  # downloads that were not kept: a script can begin as many as it likes
_BEGIN_SECONDS = 5.0
_STALLED_SECONDS = 30.0
_LONGEST_SECONDS = 900.0


@dataclass(slots=True)
class _Coming:
    """A download under way; `why` it was given up, `moved` when it last grew."""

    context: str
    url: str
    suggested: str
    watch: Watch | None
    received: int = 0
    why: str = ""
    moved: float = 0.0


class Downloads:
    """The downloads of one browser, kept in `folder` (None: every one is refused), `most` bytes in all."""

    def __init__(self, folder: Path | None, most: int, mask: Callable[[str], str]) -> None:
        self._folder = folder
        self._most = most
        self._mask = mask
        self._line: Line
        self._trace: Trace
        self._owner: Callable[[str], Watch | None]
        self._contexts: dict[str, None] = {}
        self._coming: dict[str, _Coming] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._files = 0
        self._bytes = 0
        self._lost = 0

    def begin(self, line: Line, trace: Trace, owner: Callable[[str], Watch | None]) -> None:
        """From now on, on this browser; `owner` tells whose frame it is."""
        self._line, self._trace, self._owner = line, trace, owner
        if self._folder is None:
            return
        before = tuple(kept_files(self._folder))
        self._files, self._bytes = len(before), sum(kept.bytes for kept in before)
        line.on("Browser.downloadWillBegin", self._on_begin)
        line.on("Browser.downloadProgress", self._on_progress)

    async def allow(self, context: str) -> None:
        """Let the pages of a browser context download, where files are kept."""
        if self._folder is None or self._most == 0 or context in self._contexts:
            return
        self._contexts[context] = None
        part = self._folder / _PART
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            part.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            self._trace("warning", f"downloads can't be kept: {error.strerror} ({part})")
            return
        await self._line.send(
            "Browser.setDownloadBehavior",
            {
                "behavior": "allowAndName",
                "browserContextId": context,
                "downloadPath": str(part),
                "eventsEnabled": True,
            },
        )

    async def begun(self, watch: Watch, frame: str) -> None:
        """Wait until the browser reports the file that `frame` was just sent, which it does a moment later."""
        if self._folder is not None and self._most > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(_BEGIN_SECONDS):
                    while frame not in watch.gave:
                        await watch.changed.wait()

    async def settled(self, watch: Watch) -> None:
        """Until none of this tab's downloads is under way; one that stopped growing is given up."""
        end = time.monotonic() + _LONGEST_SECONDS
        while mine := {guid: one for guid, one in self._coming.items() if one.watch is watch}:
            now = time.monotonic()
            for guid, one in mine.items():
                if now > end or now - one.moved > _STALLED_SECONDS:
                    self._give_up(guid, "it did not come to its end")
            try:
                async with asyncio.timeout(1.0):
                    await watch.changed.wait()
            except TimeoutError:
                continue

    def clear(self) -> None:
        """Nothing comes any more: what is not whole goes away, and a folder in which nothing was kept."""
        if self._folder is None:
            return
        for one in self._coming.values():
            self._tell_lost(one, one.why or "the run ended first")
        self._coming.clear()
        shutil.rmtree(self._folder / _PART, ignore_errors=True)
        if self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    # -- what the browser tells -------------------------------------------------------------------------------

    def _on_begin(self, event: dict[str, Any]) -> None:
        guid, frame = str(event["guid"]), str(event.get("frameId", ""))
        watch = self._owner(frame)
        one = _Coming(
            context=next(iter(self._contexts), ""),
            url=well_formed(str(event.get("url", ""))),
            suggested=well_formed(str(event.get("suggestedFilename", ""))),
            watch=watch,
            moved=time.monotonic(),
        )
        self._coming[guid] = one
        if self._files + len(self._coming) > MOST_FILES:
            self._give_up(guid, f"a run keeps {MOST_FILES} files")
        if watch is not None:
            watch.navigating.discard(frame)  # what it asked for is here, and is no document
            watch.gave.add(frame)
            watch.changed.fire()

    def _on_progress(self, event: dict[str, Any]) -> None:
        guid = str(event["guid"])
        one = self._coming.get(guid)
        if one is None:
            return
        received = int(event.get("receivedBytes", 0))
        if received > one.received:
            one.received, one.moved = received, time.monotonic()
        state = event.get("state")
        others = sum(other.received for other in self._coming.values() if other is not one)
        if self._bytes + others + max(received, int(event.get("totalBytes", 0))) > self._most:
            self._give_up(guid, f"a run keeps {self._most >> 20} MiB of files (the setting `downloads`)")
        if state == "inProgress":
            return
        del self._coming[guid]
        if state == "completed" and not one.why:
            self._keep(guid, one)
        else:
            self._part(guid).unlink(missing_ok=True)
            self._tell_lost(one, one.why or "it broke off (is the disk full?)")
        if one.watch is not None:
            one.watch.changed.fire()

    def _give_up(self, guid: str, why: str) -> None:
        one = self._coming[guid]
        if one.why:
            return
        one.why = why
        task = asyncio.get_running_loop().create_task(self._cancel(guid))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _cancel(self, guid: str) -> None:
        for context in self._contexts:  # the events do not say whose it is
            try:
                await self._line.send("Browser.cancelDownload", {"guid": guid, "browserContextId": context})
            except (Gone, Late):
                continue

    # -- what is kept -----------------------------------------------------------------------------------------

    def _part(self, guid: str) -> Path:
        assert self._folder is not None
        return self._folder / _PART / guid

    def _keep(self, guid: str, one: _Coming) -> None:
        assert self._folder is not None
        name = free_name(self._folder, safe_name(self._mask(one.suggested)))
        kept = KeptFile(file=name, url=self._mask(_address(one.url)), bytes=one.received)
        try:
            part = self._part(guid)
            part.chmod(0o600)
            part.rename(self._folder / name)
            with (self._folder / INDEX).open("a", encoding="utf-8") as index:
                index.write(json.dumps(asdict(kept), ensure_ascii=False) + "\n")
        except OSError as error:
            self._tell_lost(one, f"{error.strerror}")
            return
        self._files += 1
        self._bytes += one.received
        if one.watch is not None:
            one.watch.files.append(name)
        self._trace("download", f"kept downloads/{name} ({one.received:,} bytes) from {kept.url}", **asdict(kept))

    def _tell_lost(self, one: _Coming, why: str) -> None:
        self._lost += 1
        if self._lost <= _MOST_TOLD:
            further = "; further ones are not told" if self._lost == _MOST_TOLD else ""
            self._trace("warning", f"a download was not kept: {why} ({_address(one.url)}){further}")


def _address(url: str) -> str:
    """Where a file came from, short enough to be read: bytes of a page's own have no address."""
    return url if url.startswith(("http:", "https:")) else f"{url.partition(':')[0]}: (made by the page)"
