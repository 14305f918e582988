"""Stores records as JSONL and in DuckDB, keyed and typed, with provenance."""
