"""Finds what a page says of a form that was sent to it where no markup tells: by its words, and by where they stand.

A failure is told in a place that is there to tell it: the heading of a page, a page that says nothing else, a message,
a live region or a box over the page, the form and what comes next to it. The same words anywhere else are content. What
a page says of something being saved may stand anywhere: it only ever speaks for a write.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from msgspec import Struct

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import pattern
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box, type_of
from webdart.page.speech import WALLS, class_parts, speech
from webdart.page.text_match import folded

Fields = Mapping[str, Sequence[str]]

_SHORT = 200  # characters of an answer that is all that is new on a page: the longest of eleven sites' has 170
_LONG = 400  # characters of a remark: the longest of eleven sites' has 192, in the median 50
_SENTENCE = 3  # words: what has fewer is a title or a figure, where the place does not say otherwise
_NOT_ONE = re.compile(r"(?<![\w.,:-])0 \w+")
_LIVE = frozenset({"alert", "status", "alertdialog", "dialog"})


class News(Struct, frozen=True):
    """The texts of a page that the page before had not, and that are no content, each with the element that says it.

    A text is all that its element says; where that is too long to be a remark, what stands there by itself. `typed` are
    the texts that were sent from boxes, in small letters, the longest first.
    """

    before: PageView
    after: PageView
    fields: Fields
    typed: Sequence[str]
    texts: Sequence[tuple[Node, str]]

    @classmethod
    def of(cls, before: PageView, after: PageView, fields: Fields) -> Self:
        """What is new on the page that has come of a form with these fields; each element is looked at once."""
        boxes = [node for node in (*before.nodes, *after.nodes) if is_text_box(node) and type_of(node) != "password"]
        names = {node.attributes.get("name") for node in boxes}
        typed = {folded(text).casefold() for name in names & fields.keys() for text in fields[name or ""]} - {""}
        return cls(before, after, fields, sorted(typed, key=len, reverse=True), tuple(_new_texts(before, after)))

    @property
    def sent_text(self) -> bool:
        """Whether any text was sent from a box."""
        return bool(self.typed)

    def say_saved(self) -> bool:
        """Whether any of it says that something is saved."""
        return any(says_saved(self.without_typed(text)) for _, text in self.texts)

    def mark_saved(self) -> bool:
        """Whether any of it says so in an element that is marked as a success."""
        said = (node for node, text in self.texts if says_saved(self.without_typed(text)))
        return any(class_parts(above) & _FINE for node in said for above in ancestors(self.after, node))

    def sentence(self) -> str:
        """The first sentence that is not made of what was typed; "" where there is none."""
        said = (text for _, text in self.texts if len(_words(text)) >= _SENTENCE)
        return next((text for text in said if self.without_typed(text) == text.casefold()), "")

    def without_typed(self, text: str) -> str:
        """A text in small letters without what was typed: the words of a record say nothing of its being saved."""
        bare = text.casefold()
        for typed in self.typed:
            if typed in bare:
                bare = re.sub(rf"(?<!\w){re.escape(typed)}(?!\w)", "", bare)
        return bare


def told_by_heading(news: News) -> str:
    """The heading of a page if it speaks of a failure: the first one that the page before had not; else ""."""
    before, after = news.before, news.after
    old = {before.visible_text_of(node.index) for node in before.nodes if node.role == "heading"}
    new = (after.visible_text_of(node.index) for node in after.nodes if node.role == "heading" and node.shown)
    first = next((text for text in new if text and text not in old), "")
    return first if _FAILED_PAGE.search(_bare(first)) else ""


def told_in_few_words(news: News) -> str:
    """All that is new on a page, if that is not much and says that something has failed; else "".

    Where the page takes something in, its headings are what it is about.
    """
    old = {_words(node.text) for node in news.before.nodes if node.tag == "#text"}
    new = [
        node.text for node in news.after.nodes if node.tag == "#text" and node.shown and _words(node.text) not in old
    ]
    if sum(map(len, new)) > _SHORT:
        return ""
    heads = takes_in(news.after)
    told = (one for one in news.texts if not (heads and _is_heading(news.after, one[0])))
    said = [text for node, text in told if not _is_of_others(news.after, node, ())]
    sentences = [text for text in said if len(said) == 1 or len(_words(text)) >= _SENTENCE]
    return " ".join(said) if any(_is_against(news.without_typed(text)) for text in sentences) else ""


def _is_heading(view: PageView, text: Node) -> bool:
    return any(above.role == "heading" for above in ancestors(view, text))


def takes_in(view: PageView) -> bool:
    """Whether a page shows a control."""
    return any(is_control(node) and node.shown for node in view.nodes)


def told_aloud(news: News) -> str:
    """The words of a message, a live region, a box over the page or an alert that say of a failure; else ""."""
    loud = (text for node, text in news.texts if _is_loud(news.after, node) and not _is_of_others(news.after, node, ()))
    said = (*news.after.dialogs, *loud)
    return next((text for text in said if _is_against(news.without_typed(text))), "")


def told_beside(news: News) -> str:
    """The new sentence in the form that was sent, or next to it, that says that something has failed; else "".

    Before the last step is done a form may be there to be sent for good, with the remark that it is not saved yet.
    """
    boxes = _boxes(news.after, news.fields)
    for node, text in news.texts if boxes else ():
        against = len(_words(text)) >= _SENTENCE and _is_against(news.without_typed(text))
        if against and not _is_of_others(news.after, node, boxes) and _is_near(news.after, node, boxes):
            return text
    return ""


def told_anywhere(news: News) -> str:
    """The first new sentence of a page that says that something has failed, wherever it stands; else ""."""
    boxes = _boxes(news.after, news.fields)
    said = (text for node, text in news.texts if not _is_of_others(news.after, node, boxes))
    long_ = (text for text in said if len(_words(text)) >= _SENTENCE)
    return next((text for text in long_ if _is_against(news.without_typed(text))), "")


def is_as_sent(view: PageView, fields: Fields) -> bool:
    """Whether a page shows the form of these fields with what was sent: the longest of its texts, and no other text.

    A password or a code is not shown again. A form that is empty again is as it was sent only if it was empty.
    """
    found = _boxes(view, fields)
    boxes = [box for box in found if type_of(box) != "password"]
    sent = [[folded(text) for text in fields[box.attributes["name"]]] for box in boxes]
    values = [folded(box.value or "") for box in boxes]
    longest = max((text for texts in sent for text in texts), key=len, default="")
    kept = all(not value or value in texts for value, texts in zip(values, sent, strict=True))
    return kept and bool(found) and (not longest or longest in values)


def says_failed(text: str) -> bool:
    """Whether a sentence says that something has failed: "2 errors", and not "0 errors"."""
    return _FAILED.search(_NOT_ONE.sub("", text)) is not None


def says_saved(text: str) -> bool:
    """Whether a text says that something is saved: "saved", and not "not saved" or "will be saved"."""
    return _SAVED.search(_UNSAVED.sub("", text)) is not None


def _is_against(text: str) -> bool:
    """Whether a text says that something has failed, and not that something is saved as well."""
    return says_failed(text) and not says_saved(text)


def _new_texts(before: PageView, after: PageView) -> Iterator[tuple[Node, str]]:
    old = {_words(node.text) for node in before.nodes if node.tag == "#text"}
    short: dict[int, bool] = {}
    for node in speech(after):
        if _words(node.text) in old or short.get(node.parent):
            continue
        if node.parent not in short:
            said = after.visible_text_of(node.parent)
            short[node.parent] = len(said) <= _LONG
            if short[node.parent]:
                yield node, said
                continue
        if len(node.text) <= _LONG:
            yield node, node.text


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without its figures: a clock that has gone on says nothing new."""
    return tuple(word for word in text.split() if any(map(str.isalpha, word)) and not any(map(str.isdigit, word)))


def _bare(text: str) -> str:
    """A heading without its figures and signs: "Error 500!" is "Error"."""
    return " ".join("".join(sign if sign.isalpha() or sign == "-" else " " for sign in text).split())


def _boxes(view: PageView, fields: Fields) -> Sequence[Node]:
    return [node for node in view.nodes if node.shown and is_text_box(node) and node.attributes.get("name") in fields]


def _is_loud(view: PageView, text: Node) -> bool:
    """Whether a text stands where a page speaks up: in a message, a live region, a dialog, or a box over the page."""
    return any(
        above.role in _LIVE
        or above.attributes.get("aria-live", "off") != "off"
        or "floating" in above.states
        or class_parts(above) & _LOUD
        for above in ancestors(view, text)
        if above.tag not in WALLS
    )


def _is_of_others(view: PageView, text: Node, boxes: Sequence[Node]) -> bool:
    """Whether a text stands in a part of the page that is marked as content, and is not around the form."""
    apart = [above for above in ancestors(view, text) if above.tag not in WALLS and not _is_around(above, boxes)]
    return any(class_parts(above) & _CONTENT for above in apart)


def _is_near(view: PageView, text: Node, boxes: Sequence[Node]) -> bool:
    """Whether a text stands in the form of these boxes, or is what comes next to it, and leads nowhere."""
    form = next((above for above in ancestors(view, boxes[0]) if above.tag == "form"), None)
    if form is None:
        return False
    if form.index < text.index < form.end:
        return True
    part = next((above for above in (text, *ancestors(view, text)) if above.parent == form.parent), None)
    if part is None or len(view.visible_text_of(part.index)) > _LONG:
        return False
    between = view.nodes[min(part.end, form.end) : max(part.index, form.index)]
    beside = all(node.tag == "#text" and not node.text.strip() for node in between)
    return beside and not any(is_clicked(node) for node in view.nodes[part.index : part.end])


def _is_around(above: Node, boxes: Sequence[Node]) -> bool:
    return any(above.index < box.index < above.end for box in boxes)


_CLASSES = lexicon("message_classes")
_CONTENT = frozenset[str](_CLASSES["content"])
_LOUD = frozenset[str](_CLASSES["loud"])
_FINE = frozenset[str](_CLASSES["fine"])
_FAILED = pattern("failed")
_FAILED_PAGE = pattern("failed_page", at="whole")
_SAVED = pattern("saved")
_UNSAVED = pattern("unsaved")
