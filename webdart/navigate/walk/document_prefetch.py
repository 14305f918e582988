"""Fetches the documents, or the data, of the next pages while the one before them is read.

As many as a walk has under way, and only those that it asks for: whatever else is asked for instead ends them.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

from webdart.browser.port import Document, Documents
from webdart.errors import WebdartError
from webdart.page.model import DataRequest
from webdart.plan.model import SitePlan

_SENT = 3  # turns of the event loop in which a request over a kept connection is on its way


Asked = str | DataRequest
"""The address of a document, or a request for data."""


class DocumentPrefetch:
    """The documents of one walk, the next of which may be on their way."""

    def __init__(self, site: SitePlan) -> None:
        self._site = site
        self._tasks: dict[Asked, asyncio.Future[Document]] = {}

    async def expect(self, documents: Documents, wanted: Sequence[Asked]) -> None:
        """Ask for documents that are likely wanted next; their errors are raised to whoever takes them."""
        await self._end([one for one in self._tasks if one not in wanted])
        missing = [one for one in wanted if one not in self._tasks]
        new = {one: asyncio.create_task(documents.fetch(self._site, one)) for one in missing}
        self._tasks |= new
        for _ in range(_SENT if new else 0):
            await asyncio.wait(new.values(), timeout=0)

    async def take(self, documents: Documents, asked: Asked) -> Document:
        """A document, as `Documents.fetch` gives it."""
        if asked not in self._tasks:
            await self.close()
            return await documents.fetch(self._site, asked)
        task = self._tasks.pop(asked)
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            raise

    def give_back(self, document: Document) -> None:
        """Have a document that was taken given to who asks for it next."""
        self._tasks[document.url] = asyncio.get_running_loop().create_future()
        self._tasks[document.url].set_result(document)

    async def close(self) -> None:
        """End what is on its way and was not taken."""
        await self._end(tuple(self._tasks))

    async def _end(self, asked: Iterable[Asked]) -> None:
        ended = [self._tasks.pop(one) for one in asked]
        for task in ended:
            task.cancel()
        for task in ended:
            with suppress(asyncio.CancelledError, WebdartError):
                await task
