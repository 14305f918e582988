"""Reaches a listing: along a path, or by search."""
