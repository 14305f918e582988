"""The complete table of a record set: one column for every text, datum and link of its template."""

from webdart.extract.columns.draft import Draft
from webdart.extract.columns.table import Table, columns, derive

__all__ = ["Draft", "Table", "columns", "derive"]
