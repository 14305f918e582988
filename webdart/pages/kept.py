"""How are the pages that a run reads kept, so that it can be looked at again without the site?

`KeepingPool` stands before a browser's pool and writes down every page that a reading tab shows: what its script gave,
compressed, once, with the action that led there. `KeptPages` reads them back and hands out tabs over them, in which a
walk goes the same way again. Keeping pages never makes a run fail: what could not be kept is said once.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import cast
from urllib.parse import urldefrag

import pyarrow as pa

from webdart.errors import Incomplete, StoreError
from webdart.pages.album import Album
from webdart.pages.port import (
    Action,
    Bookmark,
    Browser,
    BrowserPool,
    DoBack,
    DoCheck,
    DoChoose,
    DoDrag,
    DoGoto,
    DoPress,
    DoType,
    DoWait,
    Held,
    Mode,
    Outcome,
    PageView,
)
from webdart.pages.saved import SavedPage, SavedTab, read
from webdart.plan.model import SitePlan
from webdart.secret import Mask

INDEX, STORE = "index.jsonl", "pages.zst"
MOST = 256 << 20
"""Bytes of compressed pages that one run keeps: some ten thousand pages."""

LOOK = "view"
"""What led to a page that changed by itself between two looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A line of the index: the address asked for and the one shown, and where the page stands in the store.

    `id` counts the lines from 1, `digest` is the page's own; `came` is the line before and `by` the action between
    them, where it was not opened by its address; `at` is the time, ISO 8601 in UTC, and `stage` counts from 0.
    """

    id: int
    asked: str
    url: str
    status: int
    digest: str
    offset: int
    size: int
    length: int
    at: str
    stage: int = -1
    came: int = 0
    by: str = ""


# -- writing --------------------------------------------------------------------------------------------------


class PageKeeper:
    """Writes pages into a folder; `warn` is told once when no more can be kept, `stage` says which one runs."""

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
        digest = blake2b(view.payload.encode(), digest_size=12).hexdigest()
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
        text = view.payload
        if self._mask.finds(text):
            text = json.dumps([json.dumps(_masked(json.loads(one), self._mask)) for one in json.loads(text)])
        data = text.encode()
        return _codec().compress(data).to_pybytes(), len(data)

    def _read_known(self) -> dict[str, Kept]:
        if self._known is None:
            self._known = {}
            try:
                self._folder.mkdir(mode=0o700, exist_ok=True)
                for entry in _entries(self._folder):
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
                index.write(json.dumps(asdict(entry), ensure_ascii=False) + "\n")
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


def _codec() -> pa.Codec:
    return pa.Codec("zstd", compression_level=3)


class KeepingPool:
    """A browser's pool whose reading tabs leave every page behind. Tabs that may write are handed on as they are."""

    def __init__(self, pool: BrowserPool, keeper: PageKeeper, album: Album) -> None:
        self._pool = pool
        self._keeper = keeper
        self._album = album

    async def tab(self, site: SitePlan, mode: Mode = "read", *, fresh: bool = False) -> Browser:
        """A new tab, see `BrowserPool.tab`."""
        tab = await self._pool.tab(site, mode, fresh=fresh)
        return tab if mode == "act" else KeepingTab(tab, self._keeper, self._album)

    async def close(self) -> None:
        """End the browser."""
        await self._pool.close()


class KeepingTab:
    """A tab that keeps what it shows."""

    def __init__(self, tab: Browser, keeper: PageKeeper, album: Album) -> None:
        self._tab = tab
        self._keeper = keeper
        self._album = album
        self._at = 0

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        view = await self._tab.open(url, marks)
        self._at = await self._keeper.keep(view, asked=url)
        await self._album.consider(self._tab, view)
        return view

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        view = await self._tab.view(marks)
        self._at = await self._keeper.keep(view, came=self._at, by=LOOK)
        return view

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`."""
        view = await self._tab.act(action)
        self._at = await self._keeper.keep(view, came=self._at, by=name_of(action))
        return view

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        return await self._tab.bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        view = await self._tab.return_to(bookmark)
        self._at = await self._keeper.keep(view, asked=bookmark.url)
        return view

    async def close(self) -> None:
        """See `Browser.close`."""
        await self._tab.close()


def name_of(action: Action) -> str:
    """What tells an action from others on the same page: its kind, what it acts on, and its values (no secret)."""
    parts: list[object] = [type(action).__name__]
    if not isinstance(action, DoGoto | DoBack | DoWait) and (element := action.element) is not None:
        parts += [element.role, element.name, element.nth]
    match action:
        case DoType(text=text):
            parts.append(str(text))
        case DoChoose(options=options):
            parts += options
        case DoCheck(checked=checked):
            parts.append(checked)
        case DoPress(keys=keys):
            parts.append(keys)
        case DoDrag(to=to):
            parts += [to.role, to.name, to.nth]
        case DoGoto(url=url):
            parts.append(url)
        case _:
            pass
    return json.dumps(parts, ensure_ascii=False)


class NoGuard:
    """The guard of kept pages: nothing leaves this machine, so there is nothing to hold."""

    async def release(self, held: Held) -> Outcome:
        """Nothing is sent."""
        del held
        return Outcome(status=0, note="kept pages send nothing", left=False)

    async def refuse(self, held: Held) -> None:
        """Nothing was held."""

    def refused(self) -> tuple[Held, ...]:
        """Nothing was refused."""
        return ()


# -- reading --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class KeptPages:
    """The pages that a run left behind: by address, by what led to them, and as a pool of tabs."""

    folder: Path
    entries: tuple[Kept, ...] = ()
    _opened: dict[str, list[Kept]] = field(default_factory=dict[str, list[Kept]])
    _after: dict[tuple[int, str], list[Kept]] = field(default_factory=dict[tuple[int, str], list[Kept]])
    _alike: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    @classmethod
    def of(cls, folder: Path) -> "KeptPages":
        """The pages kept in a run's `pages/`.

        Raises:
            StoreError: there are none, or the index can't be read.
        """
        try:
            entries = tuple(_entries(folder))
        except OSError as error:
            raise StoreError(f"{folder} can't be read: {error.strerror}") from error
        if not entries:
            raise StoreError(f"no pages were kept in {folder}", hint="run the workflow once on the site")
        kept = cls(folder, entries)
        for entry in entries:
            kept._alike.setdefault(entry.digest, []).append(entry.id)
            if entry.by:
                kept._after.setdefault((entry.came, entry.by), []).append(entry)
            for url in dict.fromkeys((entry.asked, entry.url)):
                kept._opened.setdefault(urldefrag(url).url, []).append(entry)
        return kept

    def look(self, entry: Kept) -> PageView:
        """A kept page, read afresh.

        Raises:
            StoreError: it can't be read.
        """
        try:
            with (self.folder / STORE).open("rb") as store:
                store.seek(entry.offset)
                packed = store.read(entry.size)
            text = _codec().decompress(packed, entry.length).to_pybytes().decode()
            return read(SavedPage(url=entry.url, payload=text, status=entry.status))
        except (OSError, ValueError, TypeError, pa.ArrowException) as error:
            raise StoreError(f"the page kept of {entry.url} is damaged: {error}", hint="run it again") from error

    def at(self, url: str) -> Sequence[Kept]:
        """What was kept of an address (without its fragment), the latest first."""
        found = self._opened.get(urldefrag(url).url, ())
        return sorted(found, key=lambda entry: (not entry.by, entry.at), reverse=True)

    def after(self, entry: Kept, by: str) -> Kept | None:
        """The page to which an action led from a page, or else from one that was quite the same.

        What a page became by itself followed from that moment alone: from the same page, before a click, nothing did.
        """
        alike = () if by == LOOK else self._alike.get(entry.digest, ())
        for place in (entry.id, *alike):
            if there := self._after.get((place, by)):
                return there[0]
        return None

    async def tab(self, site: SitePlan, mode: Mode = "read", *, fresh: bool = False) -> Browser:
        """A new tab over the kept pages; nothing can be written here, so all modes are alike."""
        del site, mode, fresh
        return KeptTab(self)

    async def close(self) -> None:
        """Nothing to end."""

    def page(self, url: str) -> PageView:
        """The latest page kept for an address.

        Raises:
            Incomplete: none was.
        """
        return self.look(self.find(url))

    def find(self, url: str) -> Kept:
        """The latest entry for an address; one that was opened goes before one that an action led to.

        Raises:
            Incomplete: there is none.
        """
        for entry in self.at(url):
            return entry
        raise Incomplete(
            f"this page was not kept: {url}", hint=f"{len(self._opened)} addresses were; run it on the site"
        )


class KeptTab(SavedTab):
    """A tab over kept pages: an action leads where it led when the pages were kept, else where a link says."""

    def __init__(self, pages: KeptPages) -> None:
        super().__init__(pages)
        self._pages = pages
        self._entry: Kept | None = None

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Show the page that was kept for an address, in the version that knows `marks` if there is one."""
        self._pages.find(url)
        shown = None
        for entry in self._pages.at(url):
            view = self._pages.look(entry)
            shown = shown or (entry, view)
            if all(mark in view.marks for mark in marks):
                shown = (entry, view)
                break
        assert shown is not None
        if self._shown is not None:
            self._before.append(self._shown.url)
        self._entry, self._shown = shown
        return await super().view(marks)

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """The page shown, as it had become when it was looked at again."""
        self._go(LOOK)
        return await super().view(marks)

    async def act(self, action: Action) -> PageView:
        """Where this action led then; one that was never carried out here goes as `SavedTab` has it."""
        if self._go(name_of(action)):
            return self._current()
        if isinstance(action, DoWait):  # a live page, too, may stay as it is until the time is over
            return self._current()
        view = await super().act(action)
        if isinstance(action, DoType | DoChoose | DoCheck):
            self._entry = None  # the control was changed here and not on the site: what followed then does not follow
        return view

    def _go(self, by: str) -> bool:
        entry = None if self._entry is None else self._pages.after(self._entry, by)
        if entry is None:
            return False
        if self._shown is not None and self._shown.url != entry.url:
            self._before.append(self._shown.url)
        self._entry, self._shown = entry, self._pages.look(entry)
        return True


def _entries(folder: Path) -> Iterator[Kept]:
    """The lines of an index; a last one that a kill tore is none."""
    path = folder / INDEX
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as index:
        for line in index:
            try:
                body = cast("Mapping[str, str]", json.loads(line))
                yield Kept(**body)  # type: ignore[arg-type]  # as asdict wrote it
            except (ValueError, TypeError):
                continue
