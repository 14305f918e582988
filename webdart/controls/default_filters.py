"""Finds the filters of a listing that may leave rows out as they stand: "Include closed" unticked, or tabs at "Open".

A menu that stands at all of its values leaves nothing out. What a filter does is not known here: its words alone are
given, to be held against what is asked of the rows.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from webdart.controls.choices import holds_now
from webdart.lexicon.phrases import pattern
from webdart.page.labels import ancestors, group_label
from webdart.page.model import Control, DefaultFilter, Node, PageView
from webdart.page.roles import is_control, is_ticked, leads_to, options_of, words_of
from webdart.page.text_match import folded, letters, loose, says

_LEAVES_OUT = pattern("leave_out", "negation")
_ALL = pattern("all", at="start")
_TABS = frozenset({"tab", "link", "button"})
_CHOSEN = frozenset({"selected", "pressed", "current", "checked"})
_BESIDE = frozenset({"banner", "navigation", "contentinfo", "search"})
_BESIDE_TAGS = frozenset({"header", "nav", "footer"})
EMPTY = '""'
"""What opens a box that holds a text, as a file has it: whether it leaves rows out, those that are there must tell."""
_SHORT = 4
"""Letters of a word that are no longer found by chance within others."""
_MOST_TABS = 12
"""Links beside each other that are a choice: more are a menu, or the pages of a listing."""


def default_filters(view: PageView, led: str = "") -> tuple[DefaultFilter, ...]:
    """The filters of a page that may leave rows out, each with the words of what it may leave out.

    `led` are the words that were followed to the page: a choice of these is no default of the site.
    """
    found = [one for control in view.controls if control.kind == "filter" for one in _of_control(view, control, led)]
    return (*found, *_tabs(view))


def _of_control(view: PageView, control: Control, led: str) -> Iterator[DefaultFilter]:
    node = view.nodes[control.node]
    if control.options == ("true", "false") and is_ticked(node):
        label, own = _label(view, control, node), (control.label,)
        shows = (control.value == "true") != bool(_LEAVES_OUT.search(control.label))
        yield DefaultFilter(label=label, chosen=own) if shows else DefaultFilter(label=label, words=own, box=True)
        return
    chosen = tuple(filter(None, control.value.split("\n")))
    if not control.options and any(map(str.isalpha, control.value)) and not _is_of_the_site(view, node):
        if control.label and not _is_told(view, node, chosen):
            yield DefaultFilter(label=control.label, chosen=chosen, every=EMPTY)
        return
    if control.options and not _is_open(view, node, chosen):
        others = _others(control.options, chosen)
        named = control.label or is_control(node)
        asked = _is_told(view, node, chosen) or any(says(one, led) for one in chosen if led)
        every = _for_all(others) if named and not asked else ""
        every = "" if _is_of_the_site(view, node) else every
        label, name = _label(view, control, node), control.label
        yield DefaultFilter(label=label, words=others, chosen=chosen, every=every, name=name)


def _label(view: PageView, control: Control, node: Node) -> str:
    """The words that say what a control is about: its own and its group's."""
    words = (control.label, group_label(view, node) if node.role else "")
    return " ".join(dict.fromkeys(word for word in words if word))


def _is_open(view: PageView, node: Node, chosen: Sequence[str]) -> bool:
    """Whether a choice stands at all of its values: nothing is chosen, or the option for all, or one without value.

    One without value is that for all where no other option says so: a shop may begin with what is in stock.
    """
    if not any(any(map(str.isalnum, one)) for one in chosen) or any(_ALL.search(loose(one)) for one in chosen):
        return True
    options = options_of(view, node)
    if any(_ALL.search(loose(words_of(view, one))) for one in options):
        return False
    return any(one.attributes.get("value") == "" and folded(words_of(view, one)) in chosen for one in options)


def _for_all(options: Sequence[str]) -> str:
    """The option that stands for no choice; "" where there is none."""
    return next((one for one in options if _ALL.search(loose(one))), "")


def _is_of_the_site(view: PageView, node: Node) -> bool:
    """Whether a control stands beside the page's matter: the site's language, what its search box looks through."""
    return any(above.role in _BESIDE or above.tag in _BESIDE_TAGS for above in ancestors(view, node))


def _is_told(view: PageView, node: Node, chosen: Sequence[str]) -> bool:
    """Whether the address, the title or a heading says what is chosen: who asked for the page has asked for that."""
    values = [
        one.attributes.get("value", "") for one in options_of(view, node) if folded(words_of(view, one)) in chosen
    ]
    there = urlsplit(view.url)
    asked = {loose(value) for _, value in parse_qsl(there.query)}
    if asked & {loose(one) for one in (*chosen, *values)} or _leads_here(view, node, chosen):
        return True
    headings = (view.text_of(one.index) for one in view.nodes if one.role == "heading")
    said = [unquote(there.path), view.title, *headings]
    return any(_names(text, one) for one in (*chosen, *values) for text in said)


def _names(text: str, word: str) -> bool:
    """Whether a text has a word or the code for one, in any spelling; a short one, such as `o`, by itself alone."""
    found = letters(word)
    if found.isascii() and len(found) < _SHORT:
        return bool(found) and found in re.findall(r"\w+", loose(text))
    return found in letters(text)


def _leads_here(view: PageView, node: Node, chosen: Sequence[str]) -> bool:
    """Whether the address has what the link of a choice alone has in its query: `?state=moderated` for "Pending"."""
    links = [(words_of(view, one), leads_to(view, one)) for one in view.nodes[node.index : node.end]]
    queries = [(words, set(parse_qsl(urlsplit(address).query))) for words, address in links if address]
    own = [query for words, query in queries if any(says(words, one) for one in chosen)]
    others = [query for words, query in queries if not any(says(words, one) for one in chosen)]
    alone = set[tuple[str, str]]().union(*own).difference(*others)
    return bool(alone) and alone <= set(parse_qsl(urlsplit(view.url).query))


def _others(options: Sequence[str], chosen: Sequence[str]) -> tuple[str, ...]:
    return tuple(option for option in options if not any(says(option, one) for one in chosen))


def _tabs(view: PageView) -> Iterator[DefaultFilter]:
    """The tabs or links beside each other of which one says that it holds."""
    groups: dict[int, list[Node]] = {}
    for node in view.nodes:
        if node.role in _TABS and node.shown:
            around = view.nodes[node.parent]
            groups.setdefault(around.parent if around.tag == "li" else around.index, []).append(node)
    for members in groups.values():
        if not 1 < len(members) <= _MOST_TABS:
            continue
        chosen = [one for one in members if _CHOSEN & set(one.states) or holds_now(view, one)]
        words = [folded(words_of(view, one)) for one in members]
        if len(chosen) == 1:
            now = (folded(words_of(view, chosen[0])),)
            if not _is_open(view, chosen[0], now):
                yield DefaultFilter(label="", words=_others(words, now), chosen=now)
