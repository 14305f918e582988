"""Reads the pages of a listing one after another: pager, prefetch, detail pages, child tables."""
