"""Finds the button that loads more rows into a listing, or that shows some which the page counts and keeps back."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from webdart.controls.pager_link import Sayings, address_of, control_for, in_carousel, leads_on
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import loose, readings
from webdart.page.vocabulary import MORE, MORE_WORDS, REVEAL_WORDS

_DIGITS = re.compile(r"\d[\d.,]*")
_FEW = 8  # nodes of a button
_SHORT = 40  # characters on it
_SENTENCE = 160  # characters of what counts the rows that it shows
_COUNT = re.compile(r"(?<![\w.,:/-])(\d+)\s+[^\W\d_]{2}")
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


def kept_back(view: PageView, node: Node) -> tuple[str, int] | None:
    """The sentence that counts what a button shows, with its number: "There are 7 events in the past. [Show]"."""
    label = loose(words_of(view, node))
    if label not in REVEAL_WORDS or "expanded" in node.states:
        return None
    around = node.parent
    while around > 0 and loose(view.visible_text_of(around)) == label:
        around = view.nodes[around].parent
    text = " ".join(view.visible_text_of(around).split())
    others = [one for one in view.nodes[around : view.nodes[around].end] if is_clicked(one) and one.shown]
    counts = _COUNT.findall(text)
    alone = all(node.index <= one.index < node.end or one.index < node.index < one.end for one in others)
    said = alone and len(text) <= _SENTENCE and len(_DIGITS.findall(text)) == len(counts) == 1
    return (text, int(counts[0])) if said and loose(text).endswith(label) else None


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
