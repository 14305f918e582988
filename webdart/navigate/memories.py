"""What is known of a site from earlier runs? Page action memory, and the controls that did not do what they said.

One small file a site, in the user's own state folder, for its user alone. It only orders what is tried, and leaves out
controls that lied before: no answer rests on it. What stands in it came from pages, so it is read as from a stranger:
known words, bounded numbers, short texts, the rest dropped; and it is forgotten after a month, so that a site which was
wrong once, or wanted to be, is not distrusted for ever (Branch-and-Browse keeps such memory within one run only).
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import cast, get_args
from urllib.parse import urlsplit

from webdart.plan.model import SitePlan
from webdart.search.memory import PageMemory, Result

KEPT_DAYS = 30
MOST_PAGES = 300
"""Pages that are remembered of a site, the latest."""

MOST_RESULTS = 60
"""Actions that are remembered of a page, the latest."""

MOST_SITES = 200
LONGEST = 200
"""Characters of a label, an address or an objective; what is longer is not kept."""

_LARGEST = 1 << 20
_FORMAT = 1
_KNOWN = frozenset(get_args(Result))
Lied = tuple[str, str]
"""A control's words, and what it should have done."""


class Memory:
    """What is known of one site; implements `SiteMemory`. `path` None: it ends with the run."""

    def __init__(self, path: Path | None, now: datetime) -> None:
        self._path = path
        self._now = now
        self._pages: dict[tuple[str, str], tuple[datetime, PageMemory]] = {}
        self._lied: dict[Lied, datetime] = {}
        self._changed = False
        if path is not None:
            self._read(path)

    @property
    def lied(self) -> frozenset[Lied]:
        """The controls that did not do what they said."""
        return frozenset(self._lied)

    def distrust(self, control: Lied) -> None:
        """Remember a control that lied; one that is known already keeps its day, so that it gets another chance."""
        if control not in self._lied and all(0 < len(text) <= LONGEST for text in control):
            self._lied[control] = self._now
            self._changed = True

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
        lied = [[*control, seen.isoformat()] for control, seen in list(self._lied.items())[-MOST_PAGES:]]
        return {"webdart": _FORMAT, "pages": pages, "lied": lied}

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
        for one in _items(told.get("lied"), MOST_PAGES):
            parts = [_word(part) or "" for part in _items(one, 3)]
            if len(parts) == 3 and all(parts) and (seen := self._day(parts[2])) is not None:
                self._lied[parts[0], parts[1]] = seen

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
    def begin(cls, *, kept: bool) -> "Memories":
        """Those of a run that begins now, beyond which they last if they are `kept`."""
        return cls(memories_folder() if kept else None, datetime.now(UTC))

    def distrusted(self, sites: Iterable[SitePlan]) -> set[tuple[str, str, str]]:
        """The controls that lied, by the name that the file gives their site."""
        return {(site.name, *control) for site in sites for control in self.of(site).lied}

    def of(self, site: SitePlan) -> Memory:
        """That of a site: by its own address, since any file may give it any name, and by the account if it has one."""
        account = "" if site.login is None else site.login.name or site.name
        key = f"{urlsplit(site.url).netloc} {account}".strip()
        if key not in self._open:
            path = None
            if self._folder is not None:
                path = self._folder / f"{blake2b(key.encode(), digest_size=12).hexdigest()}.json"
            self._open[key] = Memory(path, self._now)
        return self._open[key]

    def save(self) -> None:
        """Write down what was learned."""
        for memory in self._open.values():
            memory.save()


def memories_folder() -> Path:
    """Where this user's memories lie."""
    import platformdirs  # noqa: PLC0415 - as for sessions

    return platformdirs.user_state_path("webdart") / "memories"


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
