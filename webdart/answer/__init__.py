"""A result → shape → text, JSON, table, report."""
