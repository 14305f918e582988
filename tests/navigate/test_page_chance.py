"""Chance takes one page of every fifty, the same ones for the same seed."""

from typing import cast

from webdart.browser.port import Browser
from webdart.navigate.walk.page_chance import PageChance

_TAB = cast("Browser", object())
"""A tab that need not be told before."""


def _chosen(chance: PageChance, pages: int) -> list[int]:
    return [page for page in range(pages) if chance.is_due(_TAB)]


def test_one_page_of_every_fifty_is_chosen() -> None:
    """Another one in each fifty, and in a run with another seed."""
    chosen = _chosen(PageChance("a run"), 500)
    assert [page // 50 for page in chosen] == list(range(10))
    assert len({page % 50 for page in chosen}) > 1
    assert chosen == _chosen(PageChance("a run"), 500)
    assert chosen != _chosen(PageChance("another"), 500)


def test_a_short_locked_walk_needs_no_browser() -> None:
    """None of its first fifty pages is chosen."""
    assert [page // 50 for page in _chosen(PageChance("a run", spared=True), 200)] == [1, 2, 3]
