"""Turns a `Plan` and a browser into the pages of a listing, one after another."""

from webdart.navigate.context import Tools
from webdart.navigate.listing_walk import Walk
from webdart.navigate.summary import summaries
from webdart.navigate.walk.child_tables import family

__all__ = ["Tools", "Walk", "family", "summaries"]
