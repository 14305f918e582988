"""Reads a table from JSON that a page asked for or carries, once it is proven to say what the page shows.

`data_proof` finds the rows of rendered pages in an answer, `data_table` reads other answers so, `request_series` learns
how those are asked for; `DataSource` is what is kept of it all.
"""

from webdart.records.data.data_source import DataSource

__all__ = ["DataSource"]
