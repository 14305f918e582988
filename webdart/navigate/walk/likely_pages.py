"""Derives the addresses of a listing's next pages from those before, or from the numbers that a page links."""

from collections.abc import Iterable, Sequence

from webdart.navigate.walk.address_series import series_of
from webdart.navigate.walk.page_count import numbered_from
from webdart.page.model import PageView


def likely_pages(view: PageView, chain: Sequence[str], url: str, count: int) -> list[str]:
    """What likely comes from `url` on, which `view` leads to, the last of the `chain`; `count` addresses at most.

    Those that three addresses in a row promise, or else those that the page links by number behind `url`.
    """
    series = series_of(chain[-2], chain[-1], url) if len(chain) > 1 else None
    return numbered_from(view, url)[:count] if series is None else [series.ahead(step) for step in range(count)]


def loaded_ahead(width: int, most: Iterable[int | None]) -> int:
    """How many pages are loaded ahead where `width` may be under way: some wait, as the walk takes them in order."""
    return max(1, min((width + width // 2, *(number for number in most if number is not None))))
