"""Tells which sources the file lets pages be read from, beside the browser."""

from webdart.navigate.context import Replay
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


def reads_own_pages(stage: ListingStage, extract: Extract, replay: Replay) -> bool:
    """Whether the file, or a lock that reads the stage from its source, lets records' own pages be read from theirs.

    A child table is walked in the browser that shows it.
    """
    locked = None if replay.lock is None else replay.lock.of(stage.index)
    source = extract.source or ("rendered" if locked is None or locked.source == "rendered" else "auto")
    return source in {"html", "auto"} and not extract.tables
