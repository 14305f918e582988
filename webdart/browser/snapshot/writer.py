"""Keeps the pages that a run reads.

`KeepingPool` wraps a browser's pool and writes down every page that a reading tab shows: the output of its script,
compressed, once, with the action that led there. Keeping pages never makes a run fail: a page that could not be kept is
reported once.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from html import unescape
from pathlib import Path
from typing import cast

from webdart.browser.port import Action, Bookmark, Browser, BrowserPool, Document, Documents, Mode
from webdart.browser.snapshot.kept_source import is_kept_source
from webdart.browser.snapshot.payload import encoded, written
from webdart.browser.snapshot.reader import INDEX, LOOK, STORE, Kept, codec, entries_of, name_of, no_page
from webdart.browser.snapshot.thumbnails import Album
from webdart.errors import NoPage
from webdart.page.model import DataRequest, PageView
from webdart.plan.model import SitePlan
from webdart.secret import Mask
from webdart.values import field_names

_OF_A_LINE = field_names(Kept)
MOST = 256 << 20
"""Bytes of compressed pages that one run keeps: some ten thousand pages."""


class PageKeeper:
    """Writes pages into a folder; `warn` is called once when no more can be kept, `stage` says which one runs."""

    def __init__(self, folder: Path, mask: Mask, warn: Callable[[str], None], *, most: int = MOST) -> None:
        self.stage = -1
        self._folder = folder
        self._mask = mask
        self._warn = warn
        self._most = most
        self._known: dict[str, Kept] | None = None
        self._digests: list[str] = []
        self._size = 0
        self._full = False

    async def keep(self, view: PageView, *, asked: str = "", came: int = 0, by: str = "") -> int:
        """Keep a page; the number of its line, by which what follows may name it (0: nothing is kept any more)."""
        if self._full:
            return 0
        digest = blake2b("\0".join(view.documents).encode(), digest_size=12).hexdigest()
        known = self._read_known()
        if by == LOOK and came and self._digests[came - 1] == digest:
            return came  # looked at again, and nothing had changed
        packed: bytes = b""
        length = 0
        if digest not in known:
            packed, length = await asyncio.to_thread(self._pack, view)
        before = known.get(digest)  # once more: another tab may have shown the same page meanwhile
        entry = Kept(
            id=len(self._digests) + 1,
            asked=self._mask(asked or view.url),
            url=self._mask(view.url),
            status=view.status,
            digest=digest,
            offset=self._size if before is None else before.offset,
            size=len(packed) if before is None else before.size,
            length=length if before is None else before.length,
            at=datetime.now(UTC).isoformat(),
            stage=self.stage,
            came=came,
            by=self._mask(by),
        )
        return entry.id if self._write(entry, packed if before is None else b"") else 0

    def _pack(self, view: PageView) -> tuple[bytes, int]:
        documents = list(
            view.documents
        )  # each in JSON already: a secret with a quote looks otherwise once more outside
        if not self._mask.is_empty and any(map(self._finds, documents)):
            if is_kept_source(documents[0]):
                documents = [encoded(view)]
            documents = [json.dumps(_masked(json.loads(one), self._mask)) for one in documents]
        data = written(documents).encode()
        return codec().compress(data).to_pybytes(), len(data)

    def _finds(self, document: str) -> bool:
        """Whether a secret stands in a document, in a source also where it is written as mark-up is."""
        return self._mask.finds(document) or (is_kept_source(document) and self._mask.finds(unescape(document)))

    def _read_known(self) -> dict[str, Kept]:
        if self._known is None:
            self._known = {}
            try:
                self._folder.mkdir(mode=0o700, exist_ok=True)
                for entry in entries_of(self._folder):
                    self._known.setdefault(entry.digest, entry)
                    self._digests += [""] * (entry.id - 1 - len(self._digests)) + [entry.digest]
                store = self._folder / STORE
                self._size = store.stat().st_size if store.exists() else 0
                self._begin_line()
            except OSError as error:
                self._stop(f"pages can't be kept: {error.strerror}")
        return self._known

    def _begin_line(self) -> None:
        """End a line that a kill tore, so that the next one is not lost with it."""
        index = self._folder / INDEX
        if index.exists() and (text := index.read_bytes()) and not text.endswith(b"\n"):
            with index.open("ab") as file:
                file.write(b"\n")

    def _write(self, entry: Kept, packed: bytes) -> bool:
        """Whether the page is kept."""
        if self._full:
            return False
        if self._size + len(packed) > self._most:
            self._stop(f"the run's saved pages have reached {self._most >> 20} MiB: later ones are not kept")
            return False
        try:
            if packed:
                with (self._folder / STORE).open("ab") as store:
                    store.write(packed)
                self._size += len(packed)
            with (self._folder / INDEX).open("a", encoding="utf-8") as index:
                index.write(json.dumps({name: getattr(entry, name) for name in _OF_A_LINE}, ensure_ascii=False) + "\n")
        except OSError as error:
            self._stop(f"pages can't be kept any more: {error.strerror}")
            return False
        self._read_known().setdefault(entry.digest, entry)
        self._digests.append(entry.digest)
        return True

    def _stop(self, why: str) -> None:
        if not self._full:
            self._full = True
            self._warn(f"{why}; `run --offline` and `why` will lack them")


def _masked(value: object, mask: Mask) -> object:
    """A decoded payload with its texts blanked; numbers are places and sizes, and stay as they are."""
    match value:
        case str():
            return mask(value)
        case list():
            return [_masked(one, mask) for one in cast("list[object]", value)]
        case dict():
            return {name: _masked(one, mask) for name, one in cast("dict[str, object]", value).items()}
        case _:
            return value


class KeepingPool:
    """A browser's pool whose reading tabs leave every page behind. Tabs that may write are handed on as they are."""

    def __init__(self, pool: BrowserPool, keeper: PageKeeper, album: Album) -> None:
        self._pool = pool
        self._keeper = keeper
        self._album = album

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """A new tab, see `BrowserPool.tab`."""
        tab = await self._pool.tab(site, mode)
        return tab if mode == "act" else KeepingTab(tab, self._keeper, self._album)

    async def renew(self, site: SitePlan) -> bool:
        """See `BrowserPool.renew`."""
        return await self._pool.renew(site)

    async def preserve(self, site: SitePlan) -> None:
        """See `BrowserPool.preserve`."""
        await self._pool.preserve(site)

    async def close(self) -> None:
        """End the browser."""
        await self._pool.close()


class KeepingDocuments:
    """Documents of a session, of which the pages that are read stay behind as those of tabs do."""

    def __init__(self, documents: Documents, keeper: PageKeeper) -> None:
        self._documents = documents
        self._keeper = keeper

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """See `Documents.fetch`."""
        return await self._documents.fetch(site, asked)

    async def keep(self, view: PageView, asked: str) -> None:
        """See `Documents.keep`."""
        await self._keeper.keep(view, asked=asked)


class KeepingTab:
    """A tab that keeps what it shows; it is pictured while others read its page, and does nothing else meanwhile."""

    def __init__(self, tab: Browser, keeper: PageKeeper, album: Album) -> None:
        self._tab = tab
        self._keeper = keeper
        self._album = album
        self._at = 0
        self._pictured: asyncio.Task[None] | None = None

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        await self._still()
        try:
            view = await self._tab.open(url, marks)
        except NoPage:
            await self._keeper.keep(no_page(url))
            raise
        self._at = await self._keeper.keep(view, asked=url)
        self._pictured = asyncio.create_task(self._album.consider(self._tab, view))
        return view

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        await self._still()
        view = await self._tab.view(marks)
        self._at = await self._keeper.keep(view, came=self._at, by=LOOK)
        return view

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`."""
        await self._still()
        view = await self._tab.act(action)
        self._at = await self._keeper.keep(view, came=self._at, by=name_of(action))
        return view

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        return await self._tab.bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        await self._still()
        view = await self._tab.return_to(bookmark)
        self._at = await self._keeper.keep(view, asked=bookmark.url)
        return view

    async def close(self) -> None:
        """See `Browser.close`."""
        await self._still()
        await self._tab.close()

    async def _still(self) -> None:
        """Until no picture is being taken any more."""
        pictured, self._pictured = self._pictured, None
        if pictured is not None:
            await pictured
