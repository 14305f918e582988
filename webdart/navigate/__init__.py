"""`Plan` + browser → pages of the listing, one after another."""

from webdart.navigate.children import family
from webdart.navigate.summary import summaries
from webdart.navigate.tools import Tools
from webdart.navigate.walk import Walk

__all__ = ["Tools", "Walk", "family", "summaries"]
