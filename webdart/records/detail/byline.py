"""Finds who signed a record's own page, where neither a label nor a mark has the field's name.

Authors of pages say it in ways of their own: a link that is `rel=author`, an element that is called a byline, HTML's
`address` ("contact information for the nearest article", HTML Standard 4.3.10), a line that begins with "By", a link to
what a site keeps of its authors. The first of these ways that the page has is taken; of several texts in it the first,
and that is told.
"""

from collections.abc import Callable, Iterator, Sequence
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from webdart.lexicon.phrases import meant, words
from webdart.records.coerce.bylines import is_byline, leads_to_a_name, name_behind, names_behind, signs
from webdart.records.columns.markup_hints import whole_names
from webdart.records.columns.mined_columns import Column
from webdart.records.detail.own_page import OwnPage
from webdart.records.structure.outline import Outline
from webdart.records.words import plain

_CALLED = frozenset({"byline", "byline name", "author name", "author byline", "article author", "article byline",
    "writer", "writer name"})  # fmt: skip
_WRITERS = words("author_folder")
_WRITER = "means_author"
_LABELLED = frozenset({"dt", "dd", "th", "td"})  # each a part of more than one line
_LONGEST = 60  # letters of a line that says who wrote something
_WORDS = 8  # and words
_PARTICLES = words("name_particle")
_MOST = 0.8  # of the records have who wrote them
_BEFORE = 4  # nodes before a name, as far as its "By" stands


def signer(page: Outline, own: OwnPage) -> Column | None:
    """The column of who wrote the page; None where nothing says it, or only of something beside it."""
    for says in (_is_authors, _is_byline, _is_address, _is_by, _is_led, _is_linked):
        found = tuple(
            (index, None) for index in _innermost(page, says) if own.is_about(index, pictured=says is _is_address)
        )
        if found:
            return Column("signed", "only", (found,))
    return None


def signers(page: Outline, columns: Sequence[Column]) -> Column | None:
    """The column of those whose line begins with "By" in the records that have one; None where two say different names.

    Of columns with the same names the first one.
    """
    most = [column for column in columns if column.coverage >= _MOST]
    found = [column for column in most if _begin_lines(page, column)] or [
        one for one in most if _are_bylines(page, one)
    ]
    said = {tuple(page.text[hits[0][0]] if hits else "" for hits in column.hits) for column in found}
    return found[0] if len(said) == 1 else None


def _begin_lines(page: Outline, column: Column) -> bool:
    """Whether all texts of a column, one to a record, stand behind a "By" that begins their line."""
    return all(node >= 0 and _is_first(page, node) for node in _whole_texts(page, column))


def _are_bylines(page: Outline, column: Column) -> bool:
    """Whether all texts of a column, one to a record, begin with "By" and have nothing but a name behind it."""
    texts = [page.text[node] if node >= 0 else "" for node in _whole_texts(page, column)]
    short = all(len(text.split()) <= _WORDS and not any(map(str.isdigit, text)) for text in texts)
    names = [name_behind(text).split() for text in texts]
    full = sum(len(name) > 1 for name in names) * 2 > len(names) and len(set(texts)) > 1  # "by Monday" names nobody
    written = all(word[0].isupper() or word in _PARTICLES for name in names for word in name)  # nor "by Friday evening"
    return short and full and written and all(names_behind(text, page.view.language) for text in texts)


def _whole_texts(page: Outline, column: Column) -> Sequence[int]:
    """The elements of a column that has one to a record; (-1,) where they are no whole texts."""
    firsts = [hits[0] for hits in column.hits if hits]
    whole = all(part is None and page.text[node] for node, part in firsts)
    told = column.source in {"path", "place"} and column.multiplicity == 1
    return [node for node, _ in firsts] if told and whole else (-1,)


def _is_first(page: Outline, index: int) -> bool:
    """Whether nothing but a "By" stands before a text in the element around it: not "Last reply by"."""
    around = next((place for place in page.ancestors(index) if page.text[place] != page.text[index]), index)
    before, found, _ = page.text[around].partition(page.text[index])
    return bool(found) and leads_to_a_name(before, page.view.language)


def _innermost(page: Outline, says: Callable[[Outline, int], bool]) -> Iterator[int]:
    """The elements and texts that say so, of several around one text the innermost."""
    found = [index for index in page.below(0) if _is_line(page, index) and says(page, index)]
    for place, index in enumerate(found):
        inner = found[place + 1] if place + 1 < len(found) else len(page.nodes)
        if inner >= page.nodes[index].end:
            yield index


def _is_line(page: Outline, index: int) -> bool:
    """Whether a short text that is seen may be a name, with or without the words that lead to it."""
    text = page.text[index]
    if len(text) > _LONGEST or len(text.split()) > _WORDS or not page.nodes[index].shown or is_byline(text):
        return False
    name = name_behind(text)
    return any(map(str.isalpha, name)) and not any(map(str.isdigit, text)) and not name.endswith(":")


def _is_authors(page: Outline, index: int) -> bool:
    return "author" in page.nodes[index].attributes.get("rel", "").lower().split()


def _is_byline(page: Outline, index: int) -> bool:
    return any(name in _CALLED for name in whole_names(page.nodes[index], page.text[index]))


def _is_address(page: Outline, index: int) -> bool:
    """An `address`: that of the page's foot, which is the publisher's, is none of what the page is about."""
    return page.nodes[index].tag == "address"


def _is_by(page: Outline, index: int) -> bool:
    """A line that begins with "By" and goes on with a name, in one text or behind a text of that word alone."""
    nodes = page.nodes
    first = next((node for node in nodes[index : nodes[index].end] if node.tag == "#text" and node.text), None)
    if (
        first is None
        or _names_another(first.text)
        or any(node.tag in _LABELLED for node in nodes[index + 1 : nodes[index].end])
    ):
        return False
    return (first.index == index or is_byline(first.text)) and signs(page.text[index], page.view.language)


def _is_led(page: Outline, index: int) -> bool:
    """What stands right behind a "By" that is a text by itself, whatever the line goes on with."""
    texts = (node.text for node in reversed(page.nodes[max(0, index - _BEFORE) : index]) if node.tag == "#text")
    lead = next((text for text in texts if text), "")
    return is_byline(lead) and not _names_another(lead) and signs(f"{lead} {page.text[index]}", page.view.language)


def _names_another(text: str) -> bool:
    """Whether the label that a text is, or begins with, may be another's than a writer's: "Published by: Acme"."""
    label, colon, _ = text.partition(":")
    return bool(colon or is_byline(text)) and bool(meant(plain(label)) - {_WRITER})


def _is_linked(page: Outline, index: int) -> bool:
    """A link to what the site keeps of its writers, under the name that is shown: "/author/ann-lee/"."""
    node = page.nodes[index]
    steps = urlsplit(node.attributes.get("href", "")).path.split("/") if node.tag == "a" else []
    place = next((place for place, step in enumerate(steps) if step in _WRITERS), len(steps))
    kept = _letters("/".join(steps[place + 1 :]))
    return any(len(word) > 1 and word in kept for word in map(_letters, page.text[index].split()))


def _letters(text: str) -> str:
    """The letters and digits of a text as addresses have them: no accents, no case."""
    return "".join(letter for letter in normalize("NFKD", unquote(text)).casefold() if letter.isalnum())
