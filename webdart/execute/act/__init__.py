"""Rows written back to a site, each once, and verified."""
