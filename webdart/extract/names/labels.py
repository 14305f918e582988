"""Labels inside the records: words that are the same in every record, or that read as a label, and what they name."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.extract.align import Template
from webdart.extract.model import Name
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.page.text_match import COLONS
from webdart.records.columns.synonyms import has_meaning

LONGEST = 48
"""Letters of a label."""
HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_TAGS = frozenset({"dt", "th", "label", "strong", "b", *HEADINGS})
_CLASSES = ("label", "title", "name", "term", "caption", "key")
_CLIMB = 4  # elements that hold nothing but the label
_LABELLED = re.compile(rf"([^\W\d_][^:：]{{0,{LONGEST - 1}}})[:：]\s+\S")  # a text that begins with a label
_PIECES = 8  # texts of one value; more are a part of the page


class Label(Struct, frozen=True):
    """The words of a part that may be a label; `sure` where its form says that it is one.

    `heads` where it is a heading without a colon: of a value, or of all that follows.
    """

    words: str
    sure: bool
    heads: bool = False

    @property
    def source(self) -> str:
        """Where the name stands that it gives."""
        return "label" if self.sure and not self.heads else "near"


def label_parts(page: Page, template: Template) -> dict[int, Label]:
    """The text parts that may be labels, with their words: of one record only those whose form says so."""
    found: dict[int, Label] = {}
    for part in template.preorder():
        if template.tags[part] != TEXT:
            continue
        words = {page.texts[node] for node in template.instances[part].values()}
        if len(words) != 1:
            continue
        (word,) = words
        if len(word) > LONGEST or not any(map(str.isalpha, word)):
            continue
        sure = _reads_as_label(page, template, part, word)
        if template.count == 1 and not sure:
            continue
        if template.count > 1 and (len(template.instances[part]) < 2 or _is_linked(template, part)):
            continue
        found[part] = Label(word.rstrip(":： "), sure, _is_heading(template, part, word))
    return found


def _is_heading(template: Template, part: int, word: str) -> bool:
    above = template.path(part)
    return not word.endswith(COLONS) and any(template.tags[one] in HEADINGS for one in above)


def _is_linked(template: Template, part: int) -> bool:
    return any(template.tags[above] == "a" for above in template.path(part))


def _reads_as_label(page: Page, template: Template, part: int, word: str) -> bool:
    if word.endswith(COLONS):
        return True
    for above in template.path(part)[-3:-1]:
        if template.tags[above] in _TAGS and len(template.children[above]) == 1:
            return True
        face = template.faces[above]
        if face < 0:
            continue
        if any(token.lower().endswith(_CLASSES) for token in page.classes[face]):
            return True
        if template.count == 1 and template.tags[above] == "td" and _is_first_of_two(template, above):
            return True
    return False


def _is_first_of_two(template: Template, cell: int) -> bool:
    cells = [one for one in template.children[template.parents[cell]] if template.tags[one] in {"td", "th"}]
    return len(cells) == 2 and cells[0] == cell  # a line of a label and its value


def labelled(
    page: Page, template: Template, labels: Mapping[int, Label], pairs: Mapping[int, int]
) -> dict[int, list[tuple[Name, int]]]:
    """By part: the labels that stand before or after it, each with its own part; `pairs`: those that are known."""
    found: dict[int, list[tuple[Name, int]]] = defaultdict(list)
    for part, label in labels.items():
        if part in pairs:
            _name(template, _climb(template, pairs[part]), Name(label.source, label.words), part, found)
            continue
        top = _climb(template, part)
        siblings = template.children[template.parents[top]] if template.parents[top] >= 0 else []
        place = siblings.index(top) if top in siblings else -1
        if place < 0:
            continue
        following = _value(template, siblings[place + 1 :], labels)
        if following >= 0 and not label.heads and _is_next_line(page, template, top, following, labels):
            continue
        if following >= 0:
            _name(template, following, Name(label.source, label.words), part, found)
            continue
        before = _value(template, siblings[:place][::-1], labels)
        if before >= 0:
            _name(template, before, Name("caption", label.words), part, found)
    return found


def _is_next_line(page: Page, template: Template, top: int, following: int, labels: Mapping[int, Label]) -> bool:
    """Whether what follows a label is a heading, or a line as its own with another label: its value is not there.

    Of one record alone; several tell by what they have in common.
    """
    if template.count > 1 or template.tags[following] in HEADINGS:
        return template.count == 1
    if template.tags[top] != template.tags[following]:
        return False
    first = next(part for part in template.preorder(following) if template.tags[part] == TEXT)
    text = next((page.texts[node] for node in template.instances[first].values()), "")
    return (first in labels and not labels[first].heads and first != following) or _has_label(text)


def _has_label(text: str) -> bool:
    """Whether a text begins with a word that columns are called by, and a colon."""
    begun = _LABELLED.match(text)
    return begun is not None and has_meaning(begun[1])


def _climb(template: Template, part: int) -> int:
    """The outermost element that holds nothing but the label."""
    for _ in range(_CLIMB):
        above = template.parents[part]
        if above <= 0 or len(template.children[above]) != 1:
            return part
        part = above
    return part


def _value(template: Template, siblings: Sequence[int], labels: Mapping[int, Label]) -> int:
    """The nearest sibling that is a value, unless another label comes first."""
    for sibling in siblings:
        texts = [part for part in template.preorder(sibling) if template.tags[part] == TEXT]
        if not texts:
            continue
        return -1 if all(part in labels for part in texts) else sibling
    return -1


def _name(template: Template, part: int, name: Name, label: int, found: dict[int, list[tuple[Name, int]]]) -> None:
    """The name for a part and for what is the only text in it; of several texts in it each is in what is so called."""
    found[part].append((name, label))
    while len(template.children[part]) == 1:
        (part,) = template.children[part]
        found[part].append((name, label))
    _, *inner = template.preorder(part)
    if sum(template.tags[one] == TEXT for one in inner) <= _PIECES:
        for one in inner:
            found[one].append((Name("in_head", name.words), label))
