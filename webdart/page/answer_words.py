"""Finds what a page says of a form that was sent to it where no markup tells: by its words, and by the form itself.

A heading that speaks of a failure, the few words of a page that has nothing else, and a new sentence on the page of the
form may say that it was not taken. A form that comes back as it was sent, with a new sentence that does not say that it
is saved, leaves that open: a preview, a question, a refusal all look like it. A page that says anything of what was
sent being saved or received has not turned it down: to send a thing twice is worse than to miss a refusal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import pattern
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box, type_of
from webdart.page.speech import WALLS, class_parts, speech
from webdart.page.text_match import folded

Fields = Mapping[str, Sequence[str]]

_SHORT = 200  # characters: a page that says no more than this, and takes nothing in, is an answer and nothing else
_LONG = 400  # characters: a longer text is no remark
_SENTENCE = 3  # words: what has fewer is a title or a figure
_MOST = 200  # texts that are looked at: a page that has more news has them as its content
_LINES = 20  # texts that stand in one element: where there are more they are a log, a poem, a mail


def told_at_once(before: PageView, after: PageView) -> str:
    """What the document that a form has led to says of a failure, by a heading or as all of its few words; else ""."""
    new = list(islice(_new_texts(before, after), _MOST))
    if any(_says_saved(text) for _, text in new):
        return ""
    old = {before.visible_text_of(node.index) for node in before.nodes if node.role == "heading"}
    for node in after.nodes:
        if node.role == "heading" and node.shown:
            said = after.visible_text_of(node.index)
            if said not in old and _FAILED_PAGE.search(_bare(said)):
                return said
    if any(is_control(node) and node.shown for node in after.nodes) or len(after.visible_text_of(0)) > _SHORT:
        return ""
    said = [text for node, text in new if not _is_of_others(after, node, ())]
    sentences = [text for text in said if len(said) == 1 or len(_words(text)) >= _SENTENCE]
    return " ".join(said) if any(map(says_failed, sentences)) else ""


def told_in_the_end(before: PageView, after: PageView, fields: Fields, *, direct: bool) -> str:
    """The new sentence on a page that shows the form again, which says that it has failed; "" if there is none.

    Before the last step is done a form may be there to be sent for good, with the remark that it is not saved yet.
    A form that is empty again has been taken, unless the sentence stands in it or beside it.
    Where the page is the `direct` answer, without a redirect, with the form as it was sent: any new sentence that does
    not say that it is saved.
    """
    boxes = [node for node in after.nodes if node.shown and is_text_box(node) and node.attributes.get("name") in fields]
    if not boxes:
        return ""
    sent = {box.index: [folded(text) for text in fields[box.attributes["name"]]] for box in boxes}
    typed = sorted({text.casefold() for texts in sent.values() for text in texts if text}, key=len, reverse=True)
    new = [(node, text, _without(text, typed)) for node, text in islice(_new_texts(before, after), _MOST)]
    if any(_says_saved(bare) for *_, bare in new):
        return ""
    said = [one for one in new if len(_words(one[1])) >= _SENTENCE and not _is_of_others(after, one[0], boxes)]
    holds = _holds(boxes, sent)
    for node, text, bare in said:
        if says_failed(bare) and (holds or _is_near(after, node, boxes)):
            return text
    as_sent = all(folded(box.value or "") in sent[box.index] for box in boxes)
    open_ = [text for _, text, bare in said if bare == text.casefold()]
    return open_[0] if direct and as_sent and open_ else ""


def _without(text: str, typed: Sequence[str]) -> str:
    """A sentence without what a person has typed: the words of a record say nothing of its being saved."""
    bare = text.casefold()
    for words in typed:
        bare = bare.replace(words, "")
    return bare


def says_failed(text: str) -> bool:
    """Whether a sentence says that something has failed."""
    return _FAILED.search(text) is not None


def _says_saved(text: str) -> bool:
    """Whether a text says that something is saved: "saved", and not "not saved" or "will be saved"."""
    return _SAVED.search(_UNSAVED.sub("", text)) is not None


def _new_texts(before: PageView, after: PageView) -> Iterator[tuple[Node, str]]:
    """The texts that are no content: what a page says of what was done. Each element is looked at once.

    A text is all that its element says; where that is too long to be a remark, what stands there by itself.
    """
    old = {_words(node.text) for node in before.nodes if node.tag == "#text"}
    new = [node for node in speech(after) if _words(node.text) not in old]
    lines = Counter(node.parent for node in new)
    seen: set[int] = set()
    for node in new:
        if lines[node.parent] > _LINES or node.parent in seen:
            continue
        said = after.visible_text_of(node.parent)
        if len(said) <= _LONG:
            seen.add(node.parent)
            yield node, said
        elif len(node.text) <= _LONG:
            yield node, node.text


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without its figures: a clock that has gone on says nothing new."""
    return tuple(word for word in text.split() if any(map(str.isalpha, word)))


def _bare(text: str) -> str:
    """A heading without its figures and signs: "Error 500!" is "Error"."""
    return " ".join("".join(sign if sign.isalpha() or sign == "-" else " " for sign in text).split())


def _holds(boxes: Sequence[Node], sent: Mapping[int, Sequence[str]]) -> bool:
    """Whether the form holds what was sent: the longest of its texts, for a password or a code is never shown again."""
    told = [box for box in boxes if type_of(box) != "password"]
    main = max(told, key=lambda box: max(map(len, sent[box.index]), default=0), default=None)
    return main is not None and bool(main.value) and folded(main.value or "") in sent[main.index]


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


_CONTENT = frozenset[str](lexicon("message_classes")["content"])
_FAILED = pattern("failed")
_FAILED_PAGE = pattern("failed_page", at="whole")
_SAVED = pattern("saved")
_UNSAVED = pattern("unsaved")
