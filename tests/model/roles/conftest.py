"""Pages without a browser, as the rooms below build them."""

from tests.records.conftest import page

__all__ = ["page"]
