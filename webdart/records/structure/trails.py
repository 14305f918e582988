"""Finds the ways to a page, "Home › Garden › Chairs": links with signs between, the first to the site's front page."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urljoin, urlsplit

from webdart.page.model import Node

_SIGN = re.compile(r"\s*[›»>→/\\|·•]")
_LONGEST = 200  # letters of a trail


def trails(here: str, nodes: Sequence[Node], kids: Sequence[Sequence[int]], text: Sequence[str]) -> Iterator[int]:
    """The elements of the page at an address that are the way to it: part of the site's frame, as its navigation is."""
    for node in nodes:
        around = node.parent
        if node.tag != "a" or around < 0 or not text[node.index] or len(text[around]) > _LONGEST:
            continue
        first = next((kid for kid in kids[around] if text[kid]), -1)
        signed = _SIGN.match(text[around], len(text[node.index]))
        if first == node.index and signed is not None and leads_home(here, node.attributes.get("href", "")):
            yield around


def leads_home(here: str, link: str) -> bool:
    """Whether a link of the page at an address leads to the front page of its site."""
    if not link:
        return False
    own, there = urlsplit(here), urlsplit(urljoin(here, link))
    return there.netloc == own.netloc and there.path in {"", "/"} and not (there.query or there.fragment)
