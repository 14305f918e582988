"""Tells what the controls of a page hold under the names by which a form sends it, and whether that is what was sent.

What was sent proves a write only where it differs from what the form was loaded with: the rest is there in any case.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, Self

from msgspec import Struct

from webdart.page.answer_words import Fields, News
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_control, is_text_box, is_ticked, options_of, type_of, words_of
from webdart.page.text_match import folded

Values = Mapping[str, frozenset[str]]

_UNTOLD = frozenset({"password", "file"})  # types of boxes that are empty on every page that is opened
_TICKED = "on"  # what a box without a value sends


class FormValues(Struct, frozen=True):
    """The `texts` of boxes by their names, and what is `chosen` by lists, ticks and sliders of what they `offer`."""

    texts: Values = {}
    chosen: Values = {}
    offered: Values = {}

    @classmethod
    def of(cls, view: PageView) -> Self:
        """What a page holds; texts are folded, and in small letters."""
        texts, chosen, offered = (defaultdict[str, frozenset[str]](frozenset) for _ in range(3))
        for node in view.nodes:
            name = node.attributes.get("name", "")
            if not name or not is_control(node) or "disabled" in node.states or type_of(node) in _UNTOLD:
                continue
            if is_text_box(node):
                texts[name] |= {_plain(node.value or "")}
                continue
            for value, holds in _choices(view, node):
                offered[name] |= {value}
                chosen[name] |= {value} if holds else set()
        return cls(texts, chosen, offered)

    def then(self, later: Self) -> Self:
        """These, and of a page as it is later those that were not there yet."""
        return type(self)(
            {**later.texts, **self.texts}, {**later.chosen, **self.chosen}, {**later.offered, **self.offered}
        )

    def choice_of(self, name: str, fields: Fields) -> frozenset[str]:
        """What these fields choose by this name: a box may have one out of sight beside it that says "not ticked"."""
        return self.offered.get(name, frozenset[str]()) & frozenset(fields.get(name, ()))


Evidence = Literal["proves", "contradicts", "leaves open"]


def evidence(view: PageView, news: News, loaded: FormValues) -> Evidence:
    """What a page that was opened afresh tells of what was sent.

    It proves it if all lists, ticks and sliders are as they were sent, and all texts are there: in the form again, or
    where that is empty somewhere on the page. One of them has to differ from what the form was `loaded` with, and a
    text outside of it from all that the page before has said. It contradicts it if the form, with any of its texts,
    holds again all that it was loaded with and that was sent otherwise.
    """
    sent, fresh = FormValues.of(news.before), FormValues.of(view)
    names = _names_sent(news.before, news.fields)
    if _is_proved(view, news, names, (loaded, sent, fresh)):
        return "proves"
    texts = {name: frozenset(map(_plain, news.fields[name])) for name in names & sent.texts.keys() & news.fields.keys()}
    choices = {name: sent.choice_of(name, news.fields) for name in names & sent.chosen.keys()}
    old, now = {**loaded.texts, **loaded.chosen}, {**fresh.texts, **fresh.chosen}
    changed = [name for name, wanted in {**texts, **choices}.items() if old.get(name, wanted) != wanted]
    held = any(name in choices or any(old[name]) for name in changed)
    undone = held and all(now.get(name) == old[name] for name in changed)
    return "contradicts" if undone and any(any(now.get(name, ())) for name in texts) else "leaves open"


def _is_proved(view: PageView, news: News, names: set[str], held: tuple[FormValues, FormValues, FormValues]) -> bool:
    loaded, sent, fresh = held
    proved = False
    for name in names & sent.chosen.keys():
        choice = sent.choice_of(name, news.fields)
        if fresh.chosen.get(name) != choice:
            return False
        proved = proved or loaded.chosen.get(name, choice) != choice
    shown, before = (page.visible_text_of(0).casefold() for page in (view, news.before))
    for name in names & sent.texts.keys():
        old = loaded.texts.get(name)
        for text in map(_plain, news.fields.get(name, ())):
            now = fresh.texts.get(name, frozenset[str]())
            if text in now:
                proved = proved or (old is not None and text not in old)
            elif text and not any(now) and text in shown:
                proved = proved or (any(map(str.isalpha, text)) and text not in before)
            else:
                return False
    return proved


def _plain(text: str) -> str:
    return folded(text).casefold()


def _choices(view: PageView, node: Node) -> Iterator[tuple[str, bool]]:
    """What a control can send, and whether it would."""
    if is_ticked(node):
        yield node.attributes.get("value", _TICKED), "checked" in node.states
    elif node.tag == "select":
        for option in options_of(view, node):
            yield option.attributes.get("value", words_of(view, option)), "selected" in option.states
    elif node.value is not None:
        yield node.value, True


def _names_sent(view: PageView, fields: Fields) -> set[str]:
    """The names of the controls of the form that sent these fields; a box that is not ticked sends nothing."""
    sent = [node for node in view.nodes if is_control(node) and node.attributes.get("name") in fields]
    forms = {above.index for node in sent for above in ancestors(view, node) if above.tag == "form"}
    inside = (node for index in forms for node in view.nodes[index : view.nodes[index].end] if is_control(node))
    return {name for node in (*sent, *inside) if (name := node.attributes.get("name"))}
