"""Reads the pages that a run kept, without the site.

`writer` writes them; `KeptPages` reads them back: by address, by the action that led to them, and as a pool of tabs in
which a walk takes the same way again.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import urldefrag

import pyarrow as pa
from msgspec import Struct

from webdart.browser.port import (
    Action,
    Browser,
    DoBack,
    DoCheck,
    DoChoose,
    DoClick,
    DoDrag,
    DoGoto,
    DoPress,
    DoScrollTo,
    DoType,
    DoWait,
    Mode,
    Outcome,
)
from webdart.browser.snapshot.saved_page import SavedPage, SavedTab, read
from webdart.errors import Incomplete, NoPage, StoreError
from webdart.page.model import Held, PageView
from webdart.plan.model import SitePlan

INDEX, STORE = "index.jsonl", "pages.zst"
_BLANKED = "<secret "
LOOK = "view"
"""What led to a page that changed by itself between two looks."""


class Kept(Struct, frozen=True, kw_only=True):
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


NO_PAGE = 204
"""The status under which an address is kept that gave no page: a file, or nothing (RFC 9110 section 15.3.5)."""


def no_page(url: str) -> PageView:
    """What is kept of such an address."""
    return PageView(url=url, title="", language="", status=NO_PAGE, nodes=(), documents=("null",))


def codec() -> pa.Codec:
    """How pages are compressed."""
    return pa.Codec("zstd", compression_level=3)


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
        case DoScrollTo(top=top, times=times):
            parts.append(round(top))
            parts += [times] if times > 1 else []
        case DoClick(times=times) if times > 1:
            parts.append(times)
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
    """The pages that a run left behind: by address, by what led to them, and as a pool of tabs.

    `blank` is what secrets were blanked with: addresses are kept without them, and asked for as the file has them.
    """

    folder: Path
    entries: tuple[Kept, ...] = ()
    blank: Callable[[str], str] = str
    _opened: dict[str, list[Kept]] = field(default_factory=dict[str, list[Kept]])
    _after: dict[tuple[int, str], list[Kept]] = field(default_factory=dict[tuple[int, str], list[Kept]])
    _alike: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    @classmethod
    def of(cls, folder: Path, blank: Callable[[str], str] = str) -> "KeptPages":
        """The pages kept in a run's `pages/`.

        Raises:
            StoreError: there are none, or the index can't be read.
        """
        try:
            entries = tuple(entries_of(folder))
        except OSError as error:
            raise StoreError(f"{folder} can't be read: {error.strerror}") from error
        if not entries:
            raise StoreError(f"no pages were kept in {folder}", hint="run the workflow once on the site")
        kept = cls(folder, entries, blank)
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
        if entry.status == NO_PAGE:
            return no_page(entry.url)
        try:
            with (self.folder / STORE).open("rb") as store:
                store.seek(entry.offset)
                packed = store.read(entry.size)
            text = codec().decompress(packed, entry.length).to_pybytes().decode()
            return read(SavedPage(url=entry.url, payload=text, status=entry.status))
        except (OSError, ValueError, TypeError, pa.ArrowException) as error:
            raise StoreError(f"the page kept of {entry.url} is damaged: {error}", hint="run it again") from error

    def at(self, url: str) -> Sequence[Kept]:
        """What was kept of an address (without its fragment), the latest first."""
        found = self._opened.get(urldefrag(self.blank(url)).url, ())
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

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """A new tab over the kept pages; nothing can be written here, so all modes are alike."""
        del site, mode
        return KeptTab(self)

    async def renew(self, site: SitePlan) -> bool:
        """Kept pages are always as they were."""
        del site
        return True

    async def preserve(self, site: SitePlan) -> None:
        """Kept pages are always as they were."""

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
        blanked = any(_BLANKED in url for url in self._opened)
        why = (
            " (a secret is blanked in addresses that were: it has to be given as it was on the site)" if blanked else ""
        )
        raise Incomplete(
            f"this page was not kept: {url}{why}", hint=f"{len(self._opened)} addresses were; run it on the site"
        )


class KeptTab(SavedTab):
    """A tab over kept pages: an action leads where it led when the pages were kept, else where a link says."""

    def __init__(self, pages: KeptPages) -> None:
        super().__init__(pages)
        self._pages = pages
        self._entry: Kept | None = None

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Show the page that was kept for an address, in the version that knows `marks` if there is one."""
        if self._pages.find(url).status == NO_PAGE:
            raise NoPage("the address gave a file, not a page, when the pages were kept", url=url)
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


def entries_of(folder: Path) -> Iterator[Kept]:
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
