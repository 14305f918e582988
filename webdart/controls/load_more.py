"""Finds the button that loads more rows into a listing."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from webdart.controls.pager_link import Sayings, address_of, control_for, in_carousel, leads_on
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import words_of
from webdart.page.text_match import loose, readings
from webdart.page.vocabulary import MORE, MORE_WORDS

_DIGITS = re.compile(r"\d[\d.,]*")
_FEW = 8  # nodes of a button
_SHORT = 40  # characters on it
_DOWN, _UP = frozenset("↓⇓⬇▼▽▾→⇒»›"), frozenset("↑⇑⬆▲△▴←⇐«‹")


def more(view: PageView, clickable: Sequence[Node], sayings: Sayings) -> list[Control]:
    """The controls that let a listing grow: a button or a link to this very page, whose words are unique on the page.

    Several of the same words are folds of the listing's records, but for "More ↑" above a list and "More ↓" below it.
    Which of those found belongs to the listing is told by where the records stand.
    """
    said = [node for node in clickable if node.shown and _says_more(view, node, sayings)]
    if any(_points(view, node, _DOWN) for node in said):
        said = [node for node in said if not _points(view, node, _UP)]
    often = Counter(_more_words(view, node) for node in said)
    return [
        control_for(view, "more", node)
        for node in said
        if often[_more_words(view, node)] == 1
        and not node.states & {"expanded", "collapsed"}
        and "aria-haspopup" not in node.attributes
        and not in_carousel(view, node)
        and leads_on(view, node)
        and (node.role == "button" or not address_of(view, node) or _same_page(view, node))
    ]


def _more_words(view: PageView, node: Node) -> str:
    return loose(_DIGITS.sub("", words_of(view, node)))


def _points(view: PageView, node: Node, signs: frozenset[str]) -> bool:
    """Whether there is one of these signs beside its words."""
    return not signs.isdisjoint(words_of(view, node))


def _says_more(view: PageView, node: Node, sayings: Sayings) -> bool:
    """Whether it says that it shows more: of nothing said, of a number, or of what is listed ("Load 20 more posts")."""
    if sayings.says(node, MORE):
        return True
    words = words_of(view, node) if node.end - node.index <= _FEW else ""
    return 0 < len(words) <= _SHORT and _more_of(words)


@lru_cache(maxsize=2048)
def _more_of(text: str) -> bool:
    words = readings(_DIGITS.sub("", text))[-1].split()
    heads = (" ".join(words[:length]) for length in (2, 3))
    return 2 <= len(words) <= 5 and any(head in MORE_WORDS for head in heads)


def _same_page(view: PageView, node: Node) -> bool:
    """Whether a link leads to the page that is shown, with another query."""
    there, here = urlsplit(address_of(view, node)), urlsplit(view.url)
    return (there.netloc, there.path) == (here.netloc, here.path)
