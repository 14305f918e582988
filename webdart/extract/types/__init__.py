"""The kinds of values: what a text reads as, told by its form. The values themselves are read by `records.coerce`."""

from webdart.extract.types.finders import finders
from webdart.extract.types.kinds import TYPED, is_typed, kind_of

__all__ = ["TYPED", "finders", "is_typed", "kind_of"]
