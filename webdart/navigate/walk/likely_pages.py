"""Derives the addresses of a listing's next pages from those before, from numbers that a page links, or from parts."""

from collections.abc import Iterable, Sequence

from webdart.navigate.walk.address_series import series_of
from webdart.navigate.walk.page_count import numbered_from
from webdart.navigate.walk.pagination import Turns
from webdart.page.model import PageView


def likely_pages(view: PageView, turns: Turns, url: str, expected: Sequence[str], count: int) -> list[str]:
    """What likely comes from `url` on, which `view` leads to, the last page of the walk: some `count` addresses.

    Those that three addresses in a row promise, or else those that the page links by number behind `url`. Where the
    listing is walked by parts that had one page so far, further parts; those that are `expected` already stay so.
    """
    begun = [part for part in turns.parts_left if part != url and part in expected]
    pages = _in_series(view, turns.chain, url, max(1, count - len(begun))) or [url]
    likely = dict.fromkeys((*pages, *begun, *turns.parts_behind(url)))
    return list(likely)[: max(count, len(pages) + len(begun))]


def _in_series(view: PageView, chain: Sequence[str], url: str, count: int) -> list[str]:
    series = series_of(chain[-2], chain[-1], url) if len(chain) > 1 else None
    return numbered_from(view, url)[:count] if series is None else [series.ahead(step) for step in range(count)]


def loaded_ahead(width: int, most: Iterable[int | None]) -> int:
    """How many pages are loaded ahead where `width` may be under way: some wait, as the walk takes them in order."""
    return max(1, min((width + width // 2, *(number for number in most if number is not None))))
