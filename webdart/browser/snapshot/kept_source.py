"""Writes a page that was made of a document down as the document's source, and makes it of that again.

What a page value has nothing of is left out: scripts and comments, values of hidden boxes and of passwords, attributes
that are not kept. Of the looks of the page those are kept by which it was made.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from typing import Any

from msgspec.json import decode as from_json
from selectolax.lexbor import LexborHTMLParser

from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.payload import written
from webdart.browser.snapshot.source_attributes import is_data, is_kept
from webdart.browser.snapshot.source_page import base_of, head_links, page_of
from webdart.page.model import PageView
from webdart.values import replace

_UNREAD = re.compile(r"<!--.*?-->|<(script|style|noscript|template)\b.*?</\1>", re.DOTALL)
_HIDING = re.compile(r'<input\b[^>]*\btype="(?:hidden|password)"[^>]*>', re.IGNORECASE)
_VALUE = re.compile(r'(?<=\svalue=")[^"]*')
_ATTRIBUTE = re.compile(r' ([^\s="<>]+)="([^"]*)"')
_BARE = "<!---->"
_BEGINS = '{"html":'


def cleaned(source: str) -> str:
    """A source, as the parser writes it, with a mark in the place of what no page value has."""
    if "<!--" in source or "<s" in source or "<noscript" in source or "<template" in source:
        source = _UNREAD.sub(_BARE, source)
    return _HIDING.sub(lambda found: _VALUE.sub("", found[0]), source) if "<input" in source else source


def spared(source: str) -> str:
    """A source without the values of attributes that are not kept."""
    return _ATTRIBUTE.sub(_spared, source)


def _spared(found: "re.Match[str]") -> str:
    name = found[1]
    gone = not is_kept(name) or is_data(name, unescape(found[2]))
    return f' {name}=""' if gone else found[0]


def head_of(parser: LexborHTMLParser, root: Any) -> str:
    """The beginning of a document: what its head says of the page."""
    given = "".join([f' {name}="{escape(value or "")}"' for name, value in root.attributes.items()])
    title, base = parser.css_first("title"), base_of(parser)
    said = "" if title is None else title.html
    based = f'<base href="{escape(base)}">' if base else ""
    return f"<html{given}><head>{said}{based}{links_of(parser)}</head>"


def links_of(parser: LexborHTMLParser) -> str:
    """The links of a document's head that a page value has."""
    return "".join([link.html or "" for _, link in head_links(parser)])


def source_of(parser: LexborHTMLParser) -> str:
    """The source of a document as it is kept."""
    body = parser.body
    return f"{head_of(parser, parser.root)}{spared(cleaned((body and body.html) or ''))}</html>"


def kept_source(html: str, view: PageView, looks: Looks) -> str:
    """What is kept of a page: its source, cleaned, and how it looked."""
    known = {name: signs for name, signs in looks.to_json().items() if name not in {"mixed", "order", "code"}}
    told = {"html": html, "url": view.url, "title": view.title, "scripted": view.scripted, "looks": known}
    told |= {"linked": view.linked} if view.linked else {}
    return written(told)


def is_kept_source(document: str) -> bool:
    """Whether what was kept of a page is its source."""
    return document.startswith(_BEGINS)


def page_of_kept(document: str, status: int) -> PageView:
    """The page that was kept so.

    Raises:
        ValueError: it is damaged.
    """
    told: Mapping[str, Any] = from_json(document, type=dict[str, Any])
    looks: Mapping[str, Sequence[str]] = told["looks"]
    view = page_of(told["html"], told["url"]).under(Looks.from_json(looks))
    return replace(
        view, status=status, scripted=told["scripted"], linked=tuple(told.get("linked", ())), documents=(document,)
    )
