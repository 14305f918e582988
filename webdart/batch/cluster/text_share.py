"""Keeps what a cluster's runs share in the memory of its scheduler: what robots.txt says, and sessions, sealed.

Each text is made by one worker, which the scheduler names; the others wait. A worker that is gone, or has not given its
text for long, makes room for the next. Of a session the scheduler has only what a key opens that the workers make of
the secrets of its login.
"""

import asyncio
import base64
import hmac
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import scrypt, sha256
from typing import Any, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from distributed import Scheduler, SchedulerPlugin, Worker
from msgspec import Struct

from webdart.browser.network.shared_text import GOOD_FOR, Make
from webdart.errors import StoreError

_KEPT, _TAKE, _GIVE = "webdart_text", "webdart_take_text", "webdart_give_text"

_MAKING_SECONDS = 300.0
"""In this time a text is made: longer than a login that is tried twice, with every wait it may have."""

_WAIT_SECONDS = 5.0
"""After which whoever waits for a text asks again: a reply that comes so late is no sign of a lost scheduler yet."""

_SECONDS = 30.0
"""A scheduler that takes longer for an answer is not there."""

_SCRYPT: Mapping[str, int] = {"n": 1 << 15, "r": 8, "p": 1, "maxmem": 64 << 20, "dklen": 32}
"""32 MiB and a tenth of a second for a guess at the secrets (RFC 7914; OWASP's least is half of it)."""

_NONCE = 12
"""Bytes (NIST SP 800-38D, 8.2.2: a random one of 96 bits)."""


@dataclass(slots=True)
class _Entry:
    text: str | None = None
    since: float = 0.0
    maker: str = ""
    until: float = 0.0
    given: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class TextPlugin(SchedulerPlugin):
    """The texts of a cluster, as long as its scheduler lives."""

    name = "webdart-texts"
    idempotent = True  # whoever comes later finds the texts of who came first
    entries: dict[str, _Entry] = field(default_factory=dict[str, _Entry])

    async def start(self, scheduler: Scheduler) -> None:
        """Answer for texts from now on."""
        cast("Any", scheduler).handlers.update({_KEPT: self.kept, _TAKE: self.take, _GIVE: self.give})

    async def kept(self, name: str) -> str | None:
        """The text of that name, if it is there."""
        entry = self.entries.get(name)
        return None if entry is None or time.monotonic() - entry.since > GOOD_FOR else entry.text

    async def take(self, name: str, void: str | None, who: str) -> tuple[str, str | None]:
        """`kept` with the text; or that the caller is to `make` it, or to `wait` until another has."""
        entry, text, now = self.entries.setdefault(name, _Entry()), await self.kept(name), time.monotonic()
        if text is not None and text != void:
            return "kept", text
        if entry.maker and entry.until > now:
            with suppress(TimeoutError):
                await asyncio.wait_for(entry.given.wait(), _WAIT_SECONDS)
            return "wait", None
        entry.maker, entry.until = who, now + _MAKING_SECONDS
        return "make", None

    async def give(self, name: str, text: str | None, who: str) -> None:
        """Keep what the caller has made, if it was still to make it; None: it could not."""
        entry = self.entries.get(name)
        if entry is not None and entry.maker == who:
            self.entries[name] = _Entry(text, time.monotonic())
            entry.given.set()

    def remove_worker(self, scheduler: Scheduler, worker: str, **kwargs: Any) -> None:
        """Let others make what a worker was making that is gone."""
        del scheduler, kwargs
        for entry in self.entries.values():
            if entry.maker.startswith(f"{worker} "):
                entry.maker = ""
                entry.given.set()
                entry.given = asyncio.Event()


class ClusterTexts(Struct, frozen=True):
    """The texts of a worker's runs, which the scheduler keeps; implements `SharedTexts`.

    Not for the worker's own loop, which carries the questions.
    """

    worker: Worker

    async def kept(self, name: str) -> str | None:
        """As the port says.

        Raises:
            StoreError: the scheduler does not answer.
        """
        return await self._asked(_KEPT, name=name)

    async def once(self, name: str, make: Make, void: str | None = None) -> str | None:
        """As the port says.

        Raises:
            StoreError: the scheduler does not answer.
        """
        who = f"{self.worker.address} {base64.urlsafe_b64encode(os.urandom(_NONCE)).decode()}"
        while True:
            word, text = await self._asked(_TAKE, name=name, void=void, who=who)
            if word == "kept":
                return text
            if word == "make":
                break
        made: str | None = None
        try:
            made = await make()
        finally:
            await self._asked(_GIVE, name=name, text=made, who=who)
        return made

    async def _asked(self, handler: str, **what: Any) -> Any:
        loop: Any = self.worker.loop
        question = getattr(self.worker.scheduler, handler)
        reply = asyncio.run_coroutine_threadsafe(question(**what), loop.asyncio_loop)
        try:
            async with asyncio.timeout(_SECONDS):
                return await asyncio.wrap_future(reply)
        except (OSError, TimeoutError) as error:
            raise StoreError("the cluster's scheduler does not answer") from error


@dataclass(slots=True)
class SealedTexts:
    """Texts that none of those who keep them can read, nor what they are called; implements `SharedTexts`.

    `secret` is what all who read them know, `salt` the batch's name.
    """

    texts: ClusterTexts
    secret: str
    salt: str
    _made: bytes = b""

    async def kept(self, name: str) -> str | None:
        """As the port says; None where what is kept is of another secret."""
        key = await self._key()
        return _opened(key, await self.texts.kept(_called(key, name)))

    async def once(self, name: str, make: Make, void: str | None = None) -> str | None:
        """As the port says."""
        key = await self._key()
        called = _called(key, name)
        sealed = await self.texts.kept(called)
        current = _opened(key, sealed)
        made: str | None = None

        async def make_sealed() -> str | None:
            nonlocal made
            made = await make()
            return None if made is None else _sealed(key, made)

        void_seal = sealed if current is None or current == void else None
        text = await self.texts.once(called, make_sealed, void_seal)
        return _opened(key, text) if made is None else made

    async def _key(self) -> bytes:
        if not self._made:
            self._made = await asyncio.to_thread(
                scrypt, self.secret.encode(), salt=self.salt.encode(), **cast("Any", _SCRYPT)
            )
        return self._made


def _called(key: bytes, name: str) -> str:
    return "session " + hmac.new(key, name.encode(), sha256).hexdigest()


def _sealed(key: bytes, text: str) -> str:
    nonce = os.urandom(_NONCE)
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, text.encode(), None)).decode()


def _opened(key: bytes, sealed: str | None) -> str | None:
    if sealed is None:
        return None
    data = base64.b64decode(sealed)
    try:
        return AESGCM(key).decrypt(data[:_NONCE], data[_NONCE:], None).decode()
    except InvalidTag:
        return None
