"""An observed page as flat arrays, read-only and free of the browser."""

from webdart.extract.page.html import page_from_html
from webdart.extract.page.observed import page_from_view
from webdart.extract.page.tree import Page, scheme_of

__all__ = ["Page", "page_from_html", "page_from_view", "scheme_of"]
