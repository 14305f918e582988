"""How does the text of a cell become a typed value? Decided by the column, never by the cell; unreadable is said.

`coerce_column` is the one verb; the readers, one module a family of types, are its parts.
"""

from webdart.records.coerce.column import Coerced, RawCell, coerce_column
from webdart.records.coerce.common import Convention, Locality

__all__ = ["Coerced", "Convention", "Locality", "RawCell", "coerce_column"]
