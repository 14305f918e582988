"""Reads the texts of a column as values of its type. The column decides how, never the cell; unreadable is said.

`coerce_column` is the one verb; the readers, one module a family of types, are its parts.
"""

from webdart.records.coerce.column import Coerced, coerce_column
from webdart.records.coerce.convention import NOTHING, Convention, Locality, RawCell

__all__ = ["NOTHING", "Coerced", "Convention", "Locality", "RawCell", "coerce_column"]
