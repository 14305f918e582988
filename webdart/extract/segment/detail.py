"""The page as one record: its main part, and its block of labels and values."""

from collections.abc import Iterator

from webdart.extract.page import Page
from webdart.extract.segment.model import Candidate

_MAIN = frozenset({"main", "article"})
_AROUND = frozenset({"nav", "header", "footer", "aside"})
_MOST = 0.7  # share of the letters below it that the main part keeps


def detail(page: Page) -> Iterator[Candidate]:
    """The main part of the page as one record."""
    main = main_part(page)
    if main >= 0:
        yield Candidate(kind="page", roots=((main,),))
        inner = _densest(page, main)
        if inner != main:
            yield Candidate(kind="block", roots=((inner,),))


def main_part(page: Page) -> int:
    """The element that holds what the page is about: `main`, else its body."""
    marked = [
        index
        for index, tag in enumerate(page.tags)
        if (tag == "main" or page.attributes[index].get("role") == "main") and page.count_texts(index)
    ]
    if len(marked) == 1:
        return marked[0]
    return next((index for index, tag in enumerate(page.tags) if tag == "body"), 0 if len(page) else -1)


def _densest(page: Page, main: int) -> int:
    """The innermost element that keeps most of the letters outside of navigation."""
    here = main
    while True:
        letters = page.count_letters(here)
        inner = [
            child
            for child in page.children[here]
            if page.tags[child] not in _AROUND and page.count_letters(child) >= _MOST * letters
        ]
        if not inner or page.count_texts(inner[0]) < 2:
            return here
        here = inner[0]
