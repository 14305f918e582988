"""Chooses which node to expand next: one small file per strategy."""
