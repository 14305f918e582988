"""Finds what a page says of a form that was sent to it where no markup tells: by its words, and by the form itself.

A heading that speaks of a failure, the few words of a page that has nothing else, and a new sentence on the page of the
form may say that it was not taken. A form that comes back as it was sent, with a new sentence that does not say that it
is saved, leaves that open: a preview, a question, a refusal all look like it.
"""

from collections.abc import Iterator, Mapping, Sequence

from webdart.lexicon.phrases import pattern
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box
from webdart.page.text_match import folded

Fields = Mapping[str, Sequence[str]]

_SHORT = 200  # characters: a page that says no more than this, and takes nothing in, is an answer and nothing else
_SENTENCE = 3  # words: what has fewer is a title or a figure
_LISTS = frozenset({"ul", "ol"})
_CONTENT = frozenset({"tr", "dl", "article", "pre", "code", "nav", "footer", "header", "option", "svg", "label"})


def says_failed(text: str) -> bool:
    """Whether a sentence says that something has failed."""
    return _FAILED.search(text) is not None


def told_at_once(before: PageView, after: PageView) -> str:
    """What the document that a form has led to says of a failure, by a heading or as all of its few words; else ""."""
    old = {before.visible_text_of(node.index) for node in before.nodes if node.role == "heading"}
    for node in after.nodes:
        if node.role == "heading" and node.shown:
            said = after.visible_text_of(node.index)
            if said not in old and _FAILED_PAGE.search(_bare(said)):
                return said
    whole = after.visible_text_of(0)
    bare = len(whole) <= _SHORT and not any(is_control(node) and node.shown for node in after.nodes)
    return whole if bare and whole != before.visible_text_of(0) and says_failed(whole) else ""


def told_in_the_end(before: PageView, after: PageView, fields: Fields, *, direct: bool) -> str:
    """The new sentence on a page that shows the form again, which says that it has failed; "" if there is none.

    Before the last step is done a form may be there to be sent for good, with the remark that it is not saved yet.
    Where the page is the `direct` answer, without a redirect, with the form as it was sent: any new sentence that does
    not say that it is saved.
    """
    boxes = [node for node in after.nodes if node.shown and is_text_box(node) and node.attributes.get("name") in fields]
    if not boxes:
        return ""
    sent = {box.index: [folded(text) for text in fields[box.attributes["name"]]] for box in boxes}
    typed = sorted({text.casefold() for texts in sent.values() for text in texts if text}, key=len, reverse=True)
    said = list(_new_sentences(before, after))
    if failed := [text for text in said if says_failed(_without(text, typed))]:
        return failed[0]
    as_sent = all(folded(box.value or "") in sent[box.index] for box in boxes)
    open_ = [text for text in said if _without(text, typed) == text.casefold()]
    return open_[0] if direct and as_sent and open_ and not any(map(_SAVED.search, said)) else ""


def _without(text: str, typed: Sequence[str]) -> str:
    """A sentence without what a person has typed: the words of a record say nothing of its being saved."""
    bare = text.casefold()
    for words in typed:
        bare = bare.replace(words, "")
    return bare


def _new_sentences(before: PageView, after: PageView) -> Iterator[str]:
    """The sentences that are no content: what a page says of what was done."""
    old = {_words(node.text) for node in before.nodes if node.tag == "#text"}
    for node in after.nodes:
        if node.tag != "#text" or not node.shown or _words(node.text) in old or _is_content(after, node):
            continue
        said = after.visible_text_of(node.parent)
        if len(_words(said)) >= _SENTENCE:
            yield said


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without its figures: a clock that has gone on says nothing new."""
    return tuple(word for word in text.split() if any(map(str.isalpha, word)))


def _bare(text: str) -> str:
    """A heading without its figures and signs: "Error 500!" is "Error"."""
    return " ".join("".join(sign if sign.isalpha() or sign == "-" else " " for sign in text).split())


def _is_content(view: PageView, text: Node) -> bool:
    """Whether a text belongs to a record, a menu or a control; a list that leads nowhere may be one of remarks."""
    for above in ancestors(view, text):
        linked = above.tag in _LISTS and any(is_clicked(node) for node in view.nodes[above.index : above.end])
        if above.tag in _CONTENT or linked or is_clicked(above) or is_control(above):
            return True
    return False


_FAILED = pattern("failed")
_FAILED_PAGE = pattern("failed_page", at="whole")
_SAVED = pattern("saved")
