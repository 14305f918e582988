"""Tells by our own client whether a locked walk is logged in, before it fetches its pages."""

from webdart.browser.port import Documents
from webdart.browser.snapshot.source_attributes import Unfit
from webdart.browser.snapshot.source_page import page_of
from webdart.errors import BrowserLost, SiteError
from webdart.navigate.login import shown_to
from webdart.navigate.walk.document_prefetch import DocumentPrefetch
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.runs.lock import LockedStage


async def is_logged_in(
    locked: LockedStage, site: SitePlan, documents: Documents, ahead: DocumentPrefetch
) -> bool | None:
    """Whether the document of a locked listing is one for who is logged in; None where only its rendered page tells.

    It is asked for once: `ahead` hands on the one that was looked at.
    """
    if site.login is None:
        return True

    def page(text: str) -> PageView | None:
        try:
            return page_of(text, locked.address).under(locked.looks)
        except Unfit:
            return None

    try:
        document = await ahead.take(documents, locked.address)
    except (SiteError, BrowserLost):
        return None
    there = shown_to(document, site.login, page)
    if there:
        ahead.give_back(document)
    return there
