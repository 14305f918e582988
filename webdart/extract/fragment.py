"""Tells whether a column has a piece of the line that was read: a text is parted anywhere by links and emphasis."""

from webdart.extract.comparison import folded
from webdart.extract.model import Column
from webdart.extract.page import Page
from webdart.records import Extraction
from webdart.records.structure.outline import BLOCKS
from webdart.workflow.model import Field


def is_fragment(page: Page, field: Field, column: Column, found: Extraction) -> bool:
    """Whether a column has a piece of the line that was read: what a search has marked parts a text anywhere."""
    if field.type.kind != "text":
        return False
    pieces = [
        _is_piece(page, node, folded(record.values.get(field.name)))
        for record, node in zip(found.records, column.nodes, strict=True)
        if node >= 0
    ]
    return sum(pieces) > len(pieces) / 2


def _is_piece(page: Page, node: int, text: str) -> bool:
    """Whether an element around a node has this very text, in one line, and the node less of it."""
    if folded(page.text_of(node)) == text:
        return False
    place = page.parents[node]
    while place >= 0 and len(folded(page.text_of(place))) < len(text):
        place = page.parents[place]
    if place < 0 or folded(page.text_of(place)) != text:
        return False
    return not any(page.tags[inner] in BLOCKS for inner in range(place + 1, page.ends[place]))
