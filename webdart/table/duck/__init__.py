"""Stores tables in DuckDB: the adapter of `Table`, and the only place but the sandbox that knows DuckDB."""

from webdart.table.duck.store import DATABASE, ROWS, DuckTable

__all__ = ["DATABASE", "ROWS", "DuckTable"]
