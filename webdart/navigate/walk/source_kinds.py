"""Tells which sources the file lets pages be read from, beside the browser."""

from typing import Literal

from webdart.navigate.context import Replay
from webdart.navigate.walk.page_proof import PAGES
from webdart.plan.model import ListingStage
from webdart.workflow.model import Extract


def source_kinds(stage: ListingStage, replay: Replay) -> frozenset[str]:
    """`html` and `json`, as far as the file and its listing allow them; each page is to be a page by itself."""
    paging = stage.navigate.pages
    locked = replay.locks or replay.lock is not None
    every = frozenset({"html", "json"})
    allowed = {"html": {"html"}, "json": {"json"}, "auto": every, None: every if locked else frozenset[str]()}
    kinds = every
    for extract in stage.extracts:
        kinds &= frozenset() if extract.each == "page" else frozenset(allowed.get(extract.source, ()))
    if not stage.extracts or paging.one:
        return frozenset()
    if stage.navigate.for_each is not None:
        kinds -= {"json"}
    return kinds - {"html"} if paging.more is not None or paging.scroll else kinds


OwnPageUse = Literal["rendered", "compared", "fetched"]
"""Records' own pages are rendered; each is held against its source, too; they are fetched once that is proven."""


def own_page_use(stage: ListingStage, extract: Extract, replay: Replay) -> OwnPageUse:
    """What the file lets be done with the source of records' own pages, or a lock that was written with all compared.

    A child table is walked in the browser that shows it.
    """
    if extract.tables or extract.source in {"rendered", "json"}:
        return "rendered"
    if extract.source is not None:
        return "fetched"
    if replay.locks:
        return "compared"
    locked = None if replay.lock is None else replay.lock.of(stage.index)
    table = None if locked is None else locked.tables.get(extract.into)
    return "fetched" if table is not None and table.own_pages >= PAGES else "rendered"
