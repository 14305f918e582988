"""Fetches the document of the next page while the one before it is read.

One at most, and only where the walk asks for it: whatever else is asked for instead ends it.
"""

import asyncio
from contextlib import suppress

from webdart.browser.port import Document, Documents
from webdart.errors import WebdartError
from webdart.plan.model import SitePlan

_SENT = 3  # turns of the event loop in which a request over a kept connection is on its way


class DocumentPrefetch:
    """The documents of one walk, the next of which may be on its way."""

    def __init__(self, site: SitePlan) -> None:
        self._site = site
        self._url = ""
        self._task: asyncio.Future[Document] | None = None

    async def expect(self, documents: Documents, url: str) -> None:
        """Ask for a document that is likely wanted next; its errors are raised to whoever takes it."""
        if self._url == url:
            return
        await self.close()
        self._url, self._task = url, asyncio.create_task(documents.fetch(self._site, url))
        for _ in range(_SENT):
            await asyncio.wait({self._task}, timeout=0)

    async def take(self, documents: Documents, url: str) -> Document:
        """A document, as `Documents.fetch` gives it."""
        task, expected = self._task, self._url
        if task is None or expected != url:
            await self.close()
            return await documents.fetch(self._site, url)
        self._task, self._url = None, ""
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            raise

    def give_back(self, document: Document) -> None:
        """Have a document that was taken given to who asks for it next."""
        self._url, self._task = document.url, asyncio.get_running_loop().create_future()
        self._task.set_result(document)

    async def close(self) -> None:
        """End what is on its way and was not taken."""
        task, self._task, self._url = self._task, None, ""
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError, WebdartError):
                await task
