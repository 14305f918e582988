"""Keeps texts that runs side by side make once and all use: a site's robots.txt, the session of a login.

Processes of one machine share them in a folder, under the kernel's lock: whoever is killed while it makes a text holds
nobody up.
"""

import asyncio
import fcntl
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from webdart.errors import StoreError

Make = Callable[[], Awaitable[str | None]]
"""Makes a text; None where it is not to be kept."""

GOOD_FOR = 24 * 3600.0
"""Seconds for which a text is used: the longest that RFC 9309 (section 2.4) lets a robots.txt be."""


class SharedTexts(Protocol):
    """Texts by name, each made by one run and used by all."""

    async def kept(self, name: str) -> str | None:
        """The text that was made; None where none was."""
        ...

    async def once(self, name: str, make: Make, void: str | None = None) -> str | None:
        """The text that was made, unless it is the `void` one; else what `make` gives, while all others wait for it."""
        ...


class FolderTexts(Struct, frozen=True):
    """Texts that processes of one machine share in a folder, for its user alone; implements `SharedTexts`."""

    folder: Path
    good_for: float = GOOD_FOR

    async def kept(self, name: str) -> str | None:
        """As the port says.

        Raises:
            StoreError: the folder can't be used.
        """
        try:
            return self._read(name)
        except OSError as error:
            raise self._unusable(error) from error

    async def once(self, name: str, make: Make, void: str | None = None) -> str | None:
        """As the port says.

        Raises:
            StoreError: the folder can't be used.
        """
        async with self._alone(name):
            text = await self.kept(name)
            if text is None or text == void:
                text = await make()
                self._write(name, text)
            return text

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncGenerator[None]:
        """Within, nobody else makes this text."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = os.fdopen(os.open(f"{self._path(name)}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "rb")
        except OSError as error:
            raise self._unusable(error) from error
        with lock:  # closed early, by whoever stops waiting, it is let go by the thread, too
            await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
            yield

    def _read(self, name: str) -> str | None:
        try:
            with os.fdopen(os.open(self._path(name), os.O_RDONLY | os.O_NOFOLLOW), encoding="utf-8") as file:
                old = time.time() - os.fstat(file.fileno()).st_mtime
                return file.read() if old < self.good_for else None
        except FileNotFoundError:
            return None

    def _write(self, name: str, text: str | None) -> None:
        path = self._path(name)
        fresh = path.with_suffix(f".{os.getpid()}")
        try:
            if text is None:
                path.unlink(missing_ok=True)
                return
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(text)
            fresh.replace(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _path(self, name: str) -> Path:
        return self.folder / f"{sha256(name.encode()).hexdigest()[:16]}.text"

    def _unusable(self, error: OSError) -> StoreError:
        return StoreError(f"{self.folder} can't be used: {error.strerror}", hint="make room, then resume")
