"""A document that is on its way is handed to who asks for it; what nobody asks for any more is ended without a trace."""

import asyncio

import pytest

from webdart.browser.port import Document
from webdart.errors import SiteDown
from webdart.navigate.walk.document_prefetch import DocumentPrefetch
from webdart.page.model import DataRequest, PageView
from webdart.plan.model import SitePlan

pytestmark = pytest.mark.asyncio
SITE = SitePlan(name="site", url="http://shop.example/")


class Waiting:
    """Documents that come once they are let; those called `/gone` never do."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended: list[str] = []
        self.let = asyncio.Event()

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """See `Documents.fetch`."""
        url = asked if isinstance(asked, str) else asked.url
        self.asked.append(url)
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.ended.append(url)
            raise
        if url.endswith("/gone"):
            raise SiteDown("the document did not come", url=url)
        return Document(url=url, status=200, kind="text/html", text=site.name)

    async def keep(self, view: PageView, asked: str) -> None:
        """Nothing is kept."""


async def test_what_was_expected_is_asked_for_once() -> None:
    documents, ahead = Waiting(), DocumentPrefetch(SITE)
    await ahead.expect(documents, ["/2"])
    await ahead.expect(documents, ["/2"])
    assert documents.asked == ["/2"]
    documents.let.set()
    assert (await ahead.take(documents, "/2")).url == "/2"
    assert (await ahead.take(documents, "/3")).url == "/3"
    assert documents.asked == ["/2", "/3"]


async def test_several_are_on_their_way_and_what_nobody_waits_for_any_more_is_ended() -> None:
    documents, ahead = Waiting(), DocumentPrefetch(SITE)
    await ahead.expect(documents, ["/2", "/3", "/4"])
    await ahead.expect(documents, ["/3", "/4", "/5"])
    assert documents.asked == ["/2", "/3", "/4", "/5"]
    assert documents.ended == ["/2"]
    documents.let.set()
    assert (await ahead.take(documents, "/4")).url == "/4"
    assert (await ahead.take(documents, "/3")).url == "/3"
    await ahead.close()
    assert documents.asked == ["/2", "/3", "/4", "/5"]


async def test_another_one_ends_it() -> None:
    documents, ahead = Waiting(), DocumentPrefetch(SITE)
    await ahead.expect(documents, ["/2"])
    documents.let.set()
    documents.let.clear()
    await ahead.expect(documents, ["/5"])
    await ahead.close()
    assert documents.asked == ["/2", "/5"]
    assert "/5" in documents.ended


async def test_its_failure_is_told_to_who_takes_it() -> None:
    documents, ahead = Waiting(), DocumentPrefetch(SITE)
    documents.let.set()
    await ahead.expect(documents, ["/gone"])
    with pytest.raises(SiteDown):
        await ahead.take(documents, "/gone")
    await ahead.expect(documents, ["/gone"])
    await ahead.close()


async def test_who_stops_waiting_ends_it() -> None:
    documents, ahead = Waiting(), DocumentPrefetch(SITE)
    await ahead.expect(documents, ["/2"])
    waiting = asyncio.create_task(ahead.take(documents, "/2"))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0)
    assert documents.ended == ["/2"]
