"""Describes several elements that a locator could mean, so that a person can choose.

Each is listed with its words, where it leads, what it stands under, and the locator that means it alone.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urldefrag, urlsplit

from webdart.errors import Ambiguous
from webdart.page.labels import ancestors
from webdart.page.locator_query import Sought, SoughtParts, SoughtWords, Text
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, leads_to, type_of, words_of
from webdart.page.sections import heading_above, names_area
from webdart.values import replace

_MOST = 8  # things that a message lists
_LONG = 80  # characters of an address
_PARTS = {
    "navigation": "the navigation",
    "banner": "the page's header",
    "contentinfo": "the page's footer",
    "complementary": "an aside",
    "search": "the search",
    "main": "the main part",
    "dialog": "a dialog",
    "menu": "a menu",
}
_TAGS = {"nav": "navigation", "header": "banner", "footer": "contentinfo", "aside": "complementary", "main": "main"}
_PLAIN = re.compile(r"[^\W\d_][\w .()/&-]*")  # what YAML reads as a text without quotes, also within braces
_ADDRESS = re.compile(r"[\w/.-][\w/.?=&;+%:~-]*")
_WORDS = frozenset({"true", "false", "null"})

Meant = Callable[[SoughtParts], Sequence[Node]]
"""What a locator would mean in the same place, nothing where that is an error."""


def described(view: PageView, node: Node) -> str:
    """A node as a message names it: what it is, its words, and the heading above."""
    words = words_of(view, node)
    over = heading_above(view, node)
    what = f"{_kind(node)} {words[:60]!r}" if words else _kind(node)
    hidden = "" if node.shown else " (hidden)"
    return f"{what}{hidden} under {over[:40]!r}" if over and over != words else f"{what}{hidden}"


def several(
    view: PageView, wanted: Sought, hits: Sequence[Node], meant: Meant = lambda _: (), *, follows: bool = False
) -> Ambiguous:
    """The error that lists all hits, and how to say which; `follows`: a step of `path` looked for them."""
    shown = [_told(view, node) for node in hits[:_MOST]]
    alike = Counter(shown)
    pairs = zip(shown, hits, strict=False)
    texts = [text if alike[text] == 1 else f"{text}{_inside(view, node)}" for text, node in pairs]
    more = f"; and {len(hits) - _MOST} more" if len(hits) > _MOST else ""
    hint = _to_follow(view, hits) if follows else _to_act(view, hits, meant)
    return Ambiguous(f"{wanted} could mean {len(hits)} things: {'; '.join(texts)}{more}", url=view.url, hint=hint)


def _to_follow(view: PageView, hits: Sequence[Node]) -> str:
    """A step of `path` is words alone: one begins where the right link leads, or says more words."""
    addresses = (leads_to(view, node) for node in hits)
    own = urldefrag(view.url).url
    address = next((one for one in addresses if one and urldefrag(one).url != own), "")
    begin = f"begin where it leads: `start: {_quoted(_short(view, address), _ADDRESS)}`" if address else ""
    return f"{begin or 'follow first what leads to one of them alone'}; or use words that only one of them has"


def _to_act(view: PageView, hits: Sequence[Node], meant: Meant) -> str:
    found = next((locator for node in hits[:_MOST] if (locator := _locator(view, node, meant))), "")
    return f"say which, as in {found}" if found else "say which: {role: …, name: …, in: HEADING}, or nth"


def _kind(node: Node) -> str:
    return node.role or (f"{type_of(node)} field" if node.tag == "input" else f"<{node.tag}>")


def _told(view: PageView, node: Node) -> str:
    address = leads_to(view, node)
    over = heading_above(view, node)
    sent = node.attributes.get("name", "") if is_control(node) else ""
    where = f" → {_short(view, address)}" if address else f", sent as {sent!r}" if sent else ""
    if over or not (inside := _inside(view, node)):
        return f"{described(view, node)}{where}"
    return f"{described(view, node)}{inside}{where}"


def _short(view: PageView, address: str) -> str:
    """An address without what it has in common with the page's own."""
    parts, own = urlsplit(address), urlsplit(view.url)
    if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
        address = parts._replace(scheme="", netloc="").geturl() or "/"
    return address if len(address) <= _LONG else f"{address[:_LONG]}…"


def _inside(view: PageView, node: Node) -> str:
    """The part of the page that holds a node, if headings do not tell."""
    for above in ancestors(view, node):
        role = above.role if above.role in _PARTS else _TAGS.get(above.tag, "")
        if role:
            return f" in {_PARTS[role]}{f' {above.name[:40]!r}' if above.name else ''}"
    return ""


def _locator(view: PageView, node: Node, meant: Meant) -> str:
    """The exact locator that means this node alone; "" where none is short."""
    words = words_of(view, node)
    if not node.role or not words or len(words) > _LONG:
        return ""
    plain = SoughtParts(role=node.role, name=Text(text=words))
    tried = (replace(plain, within=SoughtWords(text=head)) for head in _heads(view, node))
    numbered = (replace(plain, nth=place) for place in range(1, _MOST + 1))
    for parts in (*tried, *numbered):
        if [hit.index for hit in meant(parts)] == [node.index]:
            return _written(node.role, words, parts)
    return ""


def _heads(view: PageView, node: Node) -> Iterator[str]:
    """The names of the areas around a node, the nearest first."""
    over = heading_above(view, node)
    if over:
        yield over
    yield from (above.name for above in ancestors(view, node) if names_area(above) and above.name != over)


def _written(role: str, words: str, parts: SoughtParts) -> str:
    where = f"in: {_quoted(parts.within.text)}" if isinstance(parts.within, SoughtWords) else f"nth: {parts.nth}"
    return f"{{role: {role}, name: {_quoted(words)}, {where}}}"


def _quoted(text: str, plain: "re.Pattern[str]" = _PLAIN) -> str:
    """A text as it stands in a file."""
    if plain.fullmatch(text) and text == text.strip() and text.casefold() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)
