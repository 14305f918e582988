"""Why does the shop not search with Haystack's own Whoosh engine?

Haystack tells Whoosh a page by its length, and takes the length of a short last page for that of every page: of 64
products, 40 a page, the second page shows rows 25 to 48, and the last sixteen are on no page at all. What the database
holds could not be read then by anybody.
"""

from django.conf import settings
from haystack.backends.whoosh_backend import WhooshEngine, WhooshSearchBackend


class WholePages(WhooshSearchBackend):
    """Asks Whoosh for pages of one length, that of the shop's listings."""

    def calculate_page(self, start_offset: int | None = 0, end_offset: int | None = None) -> tuple[int, int]:
        """The page (from 1) that holds the rows from `start_offset`, and its length."""
        size = settings.OSCAR_PRODUCTS_PER_PAGE
        if end_offset is None or end_offset - (start_offset or 0) > size:
            return super().calculate_page(start_offset, end_offset)
        return (start_offset or 0) // size + 1, size


class Engine(WhooshEngine):
    """Whoosh, with whole pages."""

    backend = WholePages
