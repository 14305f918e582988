"""Reads a page before anybody asks: record sets with complete tables of columns, and declared fields mapped on them."""

from webdart.extract.match import Question, map_fields
from webdart.extract.model import Choice, Column, FieldSpec, Mapped, Name, RecordSet
from webdart.extract.page import Page, page_from_html, page_from_view
from webdart.extract.sets import record_sets

__all__ = [
    "Choice",
    "Column",
    "FieldSpec",
    "Mapped",
    "Name",
    "Page",
    "Question",
    "RecordSet",
    "map_fields",
    "page_from_html",
    "page_from_view",
    "record_sets",
]
