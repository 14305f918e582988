"""Writes rows back to a site, each once, and verifies them."""
