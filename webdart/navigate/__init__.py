"""Reaches a listing and walks its pages: plan and browser in, committed pages out."""

from webdart.navigate.collection import Collected, Collection
from webdart.navigate.context import Tools
from webdart.navigate.walk.child_tables import family

__all__ = ["Collected", "Collection", "Tools", "family"]
