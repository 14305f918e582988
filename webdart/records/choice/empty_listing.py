"""Is a page without records the listing's page all the same: built like one that had them, with a note in their place?

"No releases in this month." stands where another month has its list; menus, heading and foot are those of the other
month. What is missing, or another page altogether (an error, a form to log in), has another heading, or more to say.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from webdart.page.model import PageView
from webdart.records.detail.main_heading import main_heading
from webdart.records.structure.outline import Outline, outline
from webdart.records.structure.regions import shape_of
from webdart.records.words import plain

_NOTE = 120  # letters of "there is nothing here"
_PIECES = 3  # texts of it
_REST = 0.6  # of what stands around the records, that must be there
_WORD = re.compile(r"\w+")
_TELLING = 4  # letters of a word that two headings have in common
_DOTS = ("…", "...")


def note_for_none(view: PageView, other: PageView, around: int, names: Sequence[str]) -> str | None:
    """What a page says in the place of the records that another page of the listing has; None where it is no such page.

    Args:
        view: the page without records.
        other: one with records.
        around: the node of that one which holds them all.
        names: what the listing is walked for (its month, its category), as a heading may say it.
    """
    page, known = outline(view), outline(other)
    if not _headed_alike(page, known, names):
        return None
    around = _with_heads(known, around)
    end = known.nodes[around].end
    rest = Counter(_said(known, (i for i in range(len(known.nodes)) if not around <= i < end)))
    here = list(_said(page, range(len(page.nodes))))
    heads = Counter(_said(known, range(around, end)))  # of the list itself: they may stand over nothing
    new = list((Counter(here) - rest - heads).elements())
    gone = list((rest - Counter(here)).elements())
    changed = Counter(path for path, _ in gone)
    note: list[str] = []
    for path, text in new:
        if changed[path]:  # the same element with another text: a heading, the open entry of a menu
            changed[path] -= 1
        else:
            note.append(text)
    lost = changed.total()
    if lost > (1 - _REST) * rest.total() or not 0 < len(note) <= _PIECES or len(" ".join(note)) > _NOTE:
        return None
    return None if note[-1].endswith(_DOTS) else " ".join(note)  # "Loading…" is a promise


def _with_heads(page: Outline, around: int) -> int:
    """The node around the records and the heads of their columns: of the body of a table the table."""
    above = page.nodes[around].parent
    return above if above >= 0 and page.nodes[above].tag == "table" else around


def _said(page: Outline, indexes: Iterator[int] | range) -> Iterator[tuple[str, str]]:
    """The texts at some places, each with the path of its element."""
    for index in indexes:
        node = page.nodes[index]
        if node.tag == "#text" and page.text[index] and not page.skipped[index] and node.shown:
            yield shape_of(page, node.parent), page.text[index]


def _headed_alike(page: Outline, known: Outline, names: Sequence[str]) -> bool:
    """Whether the main headings stand in the same place, and are the same, have a word in common, or name the walk."""
    one, other = main_heading(page), main_heading(known)
    if one is None or other is None or shape_of(page, one) != shape_of(known, other):
        return False
    text = plain(page.text[one])
    said, before = set(_WORD.findall(text)), set(_WORD.findall(plain(known.text[other])))
    common = any(len(word) >= _TELLING for word in said & before)
    named = (set(_WORD.findall(plain(name))) for name in names)
    return common or text == plain(known.text[other]) or any(words and words <= said for words in named)
