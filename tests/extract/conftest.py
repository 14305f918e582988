"""Pages and specifications built as the tests of `records` build them."""

from tests.records.conftest import page, spec

__all__ = ["page", "spec"]
