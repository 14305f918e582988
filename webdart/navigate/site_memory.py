"""Remembers a site across runs: page action memory, and the controls that did not do what they said.

One small file per site, in the project's `.webdart/memories`, readable by its user alone. It only orders what is tried,
and skips controls that were refused before: no answer rests on it. Its content came from pages, so it is read as
untrusted: known words, bounded numbers, short texts, the rest dropped. A refusal is forgotten once a few runs obeyed
it, all of it after a month, so that a control that was wrong once is tried again (Branch-and-Browse keeps such memory
within one run only).
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import cast, get_args
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.plan.model import SitePlan
from webdart.search.memory import PageMemory, Result
from webdart.values import replace

KEPT_DAYS = 30
MOST_SKIPS = 3
"""Runs that skip a control which was refused; the next one tries it again."""

MOST_PAGES = 300
"""Pages that are remembered of a site, the latest."""

MOST_RESULTS = 60
"""Actions that are remembered of a page, the latest."""

MOST_SITES = 200
LONGEST = 200
"""Characters of a label, an address or an objective; what is longer is not kept."""

_LARGEST = 1 << 20
_FORMAT = 2
_KNOWN = frozenset(get_args(Result))
Named = tuple[str, str]
"""A control's words, and what it should have done."""


class Refusal(Struct, frozen=True):
    """A control that did not do what it is taken for: when and why it was refused, how many runs skipped it since."""

    seen: datetime
    why: str
    skips: int = 0

    def __str__(self) -> str:
        """For a person, after the control's words."""
        return f"refused on {self.seen:%Y-%m-%d} because {self.why}"


class Memory:
    """What is known of one site; implements `SiteMemory`. `path` None: it ends with the run."""

    def __init__(self, path: Path | None, now: datetime, site: str = "") -> None:
        self._path = path
        self._now = now
        self._pages: dict[tuple[str, str], tuple[datetime, PageMemory]] = {}
        self._refused: dict[Named, Refusal] = {}
        self._skipped: set[Named] = set()
        self._changed = False
        self.site = site
        if path is not None:
            self._read(path)

    @property
    def refused(self) -> Mapping[Named, Refusal]:
        """The controls that did not do what they are taken for."""
        return dict(self._refused)

    @property
    def pages(self) -> int:
        """How many pages are remembered."""
        return len(self._pages)

    def refuse(self, control: Named, why: str) -> None:
        """Remember a control that did not do what it is taken for."""
        if control not in self._refused and all(0 < len(text) <= LONGEST for text in control):
            self._refused[control] = Refusal(self._now, " ".join(why.split())[:LONGEST])
            self._changed = True

    def skipped(self, control: Named) -> Refusal | None:
        """Why a control is not to be tried, which counts as a skip of this run; None where nothing is known of it."""
        refusal = self._refused.get(control)
        if refusal is not None and refusal.seen != self._now and control not in self._skipped:
            self._skipped.add(control)
            self._changed = True
        return refusal

    def recall(self, address: str, objective: str) -> PageMemory:
        """What is known of a page; nothing for a new one."""
        return self._pages.get((address, objective), (self._now, PageMemory()))[1]

    def keep(self, address: str, objective: str, memory: PageMemory) -> None:
        """Remember."""
        self._pages.pop((address, objective), None)
        self._pages[address, objective] = (self._now, memory)
        self._changed = True

    def save(self) -> None:
        """Write it down, if something was learned; a memory that can't be kept is no reason for a run to fail."""
        if self._path is None or not self._changed:
            return
        with contextlib.suppress(OSError):
            _write(self._path, json.dumps(self._told(), ensure_ascii=False))
            _prune(self._path.parent)

    def _told(self) -> dict[str, object]:
        pages = [
            {"at": at, "for": objective, "seen": seen.isoformat(), "value": memory.value, "did": _short(memory)}
            for (at, objective), (seen, memory) in list(self._pages.items())[-MOST_PAGES:]
            if len(at) <= LONGEST and len(objective) <= LONGEST
        ]
        refused = [
            [*control, one.why, one.seen.isoformat(), one.skips + (control in self._skipped)]
            for control, one in list(self._refused.items())[-MOST_PAGES:]
        ]
        return {"webdart": _FORMAT, "site": self.site, "pages": pages, "refused": refused}

    # -- reading: nothing in it is believed --------------------------------------------------------------------

    def _read(self, path: Path) -> None:
        told = _object(_text(path))
        if told.get("webdart") != _FORMAT:
            return
        for one in _items(told.get("pages"), MOST_PAGES):
            page = _mapping(one)
            at, objective, seen = _word(page.get("at")), _word(page.get("for")), self._day(page.get("seen"))
            if at and objective is not None and seen is not None:
                self._pages[at, objective] = (seen, _memory(page))
        self.site = self.site or _word(told.get("site")) or ""
        for one in _items(told.get("refused"), MOST_PAGES):
            parts = list(_items(one, 5))
            if len(parts) == 5:
                self._read_refusal([_word(part) or "" for part in parts[:4]], parts[4])

    def _read_refusal(self, texts: Sequence[str], skips: object) -> None:
        """One that has been obeyed often enough is not taken in: the control is tried again."""
        if not all(texts) or not isinstance(skips, int) or not 0 <= skips < MOST_SKIPS:
            return
        control, does, why, day = texts
        if (seen := self._day(day)) is not None:
            self._refused[control, does] = Refusal(seen, why, skips)

    def _day(self, text: object) -> datetime | None:
        """When it was learned; None for what is too old, of the future, or no time."""
        try:
            seen = datetime.fromisoformat(str(text))
            fresh = timedelta(0) <= self._now - seen <= timedelta(days=KEPT_DAYS)
        except (ValueError, TypeError):  # no time, or one without a zone
            return None
        return seen if fresh else None


class Memories:
    """The memories of the sites of one run; `folder` None keeps nothing beyond it."""

    def __init__(self, folder: Path | None, now: datetime) -> None:
        self._folder = folder
        self._now = now
        self._open: dict[str, Memory] = {}

    @classmethod
    def begin(cls, project: Path, *, kept: bool) -> "Memories":
        """Those of a run of `project` that begins now, beyond which they last if they are `kept`."""
        return cls(memories_folder(project) if kept else None, datetime.now(UTC))

    def of(self, site: SitePlan) -> Memory:
        """That of a site: by its own address, since any file may give it any name, and by the account if it has one."""
        account = "" if site.login is None else site.login.name or site.name
        key = f"{urlsplit(site.url).netloc} {account}".strip()
        if key not in self._open:
            path = None
            if self._folder is not None:
                path = self._folder / f"{blake2b(key.encode(), digest_size=12).hexdigest()}.json"
            self._open[key] = Memory(path, self._now, key)
        return self._open[key]

    def save(self) -> None:
        """Write down what was learned."""
        for memory in self._open.values():
            memory.save()


def memories_folder(project: Path) -> Path:
    """Where a project's memories lie."""
    return project / ".webdart" / "memories"


def known_sites(project: Path, now: datetime) -> list[tuple[Path, Memory]]:
    """The memory of every site that the project knows, with its file, by the site's host."""
    files = sorted(memories_folder(project).glob("*.json"))
    return sorted(((path, Memory(path, now)) for path in files), key=lambda pair: pair[1].site)


def forget(project: Path, host: str | None, now: datetime) -> list[str]:
    """Forget what is known of the sites of a host, or of all; their names."""
    gone: list[str] = []
    for path, memory in known_sites(project, now):
        named = memory.site.partition(" ")[0]
        if host is None or host in (named, named.rpartition(":")[0]):
            path.unlink(missing_ok=True)
            gone.append(memory.site)
    return gone


def _short(memory: PageMemory) -> Mapping[str, Result]:
    short = [label for label in memory.results if len(label) <= LONGEST][-MOST_RESULTS:]
    return {label: memory.results[label] for label in short}


def _memory(page: Mapping[str, object]) -> PageMemory:
    value = page.get("value")
    number = float(value) if isinstance(value, int | float) and 0 <= value <= 1 else 0.0
    memory = PageMemory(value=number)
    for label, result in list(_mapping(page.get("did")).items())[-MOST_RESULTS:]:
        if len(label) <= LONGEST and result in _KNOWN:
            memory = replace(memory, results={**memory.results, label: cast("Result", result)})
    return memory


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= LONGEST else None


def _items(value: object, most: int) -> Iterator[object]:
    yield from cast("list[object]", value)[-most:] if isinstance(value, list) else ()


def _mapping(value: object) -> Mapping[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _object(text: str) -> Mapping[str, object]:
    try:
        return _mapping(json.loads(text)) if text else {}
    except (ValueError, RecursionError):
        return {}


def _text(path: Path) -> str:
    """The text of a file that is its user's own and nobody else's to read or write; "" for any other."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            facts = os.fstat(file.fileno())
            own = stat.S_ISREG(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o077
            return file.read().decode("utf-8", "replace") if own and facts.st_size <= _LARGEST else ""
    except OSError:
        return ""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as file:
        file.write(text)
    fresh.replace(path)


def _prune(folder: Path) -> None:
    """Keep the latest sites."""
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for old in files[:-MOST_SITES]:
        old.unlink(missing_ok=True)
