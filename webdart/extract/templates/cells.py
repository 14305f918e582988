"""Reads the cell of a learned column in one record."""

import re
from collections.abc import Mapping
from functools import lru_cache

from webdart.extract.page import Page
from webdart.extract.templates.model import LearnedColumn

_MEASURED = "width: "
_KNOWN = 512  # expressions that are compiled once


def cell(page: Page, column: LearnedColumn, nodes: Mapping[int, int]) -> tuple[str | None, int]:
    """The value and the node that it stands in; (None, -1) where the record has none."""
    for part in column.parts:
        node = nodes.get(part, -1)
        text = written(page, node, column.source) if node >= 0 else ""
        if column.match and text:
            found = _compiled(column.match).search(text)
            text = found[1].strip() if found else ""
        if text:
            return text, node
    return None, -1


def written(page: Page, node: int, source: str) -> str:
    """What a node says by its text or by an attribute."""
    if source == "text":
        return page.text_of(node)
    value = page.attributes[node].get(source[1:], "").strip()
    return value.removeprefix(_MEASURED) if source == "@style" else value


@lru_cache(maxsize=_KNOWN)
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression)
