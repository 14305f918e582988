"""Turns a result into its shape, then into text, JSON, a table and a report."""
