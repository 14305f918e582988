"""Defines a page of a walk as it was rendered and read, and one that was fetched, to be held against each other."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.snapshot.source_attributes import Unfit
from webdart.browser.snapshot.source_page import SourcePage
from webdart.navigate.walk.page_reader import Before
from webdart.page.model import PageView
from webdart.records import Extraction


class RenderedPage(Struct, frozen=True):
    """A rendered page as it was read: the rows before it, by table, what was read, the address of the next.

    `page` is its number in the walk, from 0. `news` are the rows that it was read for: where a listing grows, those of
    before stand there too.
    """

    view: PageView
    before: Before
    found: Mapping[str, Extraction]
    following: str
    page: int
    news: Mapping[str, Extraction]


@dataclass(slots=True)
class FetchedPage:
    """A page that was fetched, as far as it could be read; `unusual` says why it is rendered, too.

    `page` is what was made of its document. Where it was read without that, `make` makes it.
    """

    view: PageView | None = None
    page: SourcePage | None = None
    found: Mapping[str, Extraction] = field(default_factory=dict[str, Extraction])
    unusual: str = ""
    make: Callable[[], SourcePage] | None = None

    @property
    def is_document(self) -> bool:
        """Whether it was read from a document."""
        return self.page is not None or self.make is not None

    def whole(self) -> SourcePage | None:
        """What its document is made of; None where it has none, or that can't be made."""
        if self.page is None and self.make is not None:
            with suppress(Unfit):
                self.page = self.make()
        return self.page


def heading_of(view: PageView) -> str:
    """What a page is called: its title and its main heading, without numbers."""
    main = next((node.index for node in view.nodes if node.tag == "h1"), -1)
    said = f"{view.title} | {view.text_of(main) if main >= 0 else ''}"
    return " ".join("".join("" if letter.isdigit() else letter for letter in said).split())
