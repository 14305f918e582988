"""Records → JSONL → DuckDB, keyed and typed, with provenance."""
