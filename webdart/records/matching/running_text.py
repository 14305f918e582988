"""Recognises records that are running text: lines to be read whole, paragraphs of prose.

"2 cups **flour**, sifted" in three elements is one text. As in a cell of a table, the text that is meant is the link or
heading that a record begins with, else the whole of it.

Any page has paragraphs, and one field that nothing names finds them. Where the file says nothing else of the records, a
page of prose carries `{text: text}` as well as a list of quotations does: the page alone does not tell, and so a person
is told.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from webdart.page.text_match import ENDS
from webdart.records.columns.mined_columns import Column
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.structure.outline import BLOCKS, Outline

WHOLE = "path:"  # the key of the column of records that are one element each
_LONGEST = 2000  # letters of a line
_MOST = 0.8  # of the records
_SEVERAL = 6  # so many amounts would not all differ
_NUMBER = re.compile(r"[#№]?\d+[.):]?")
_ENDED = re.compile(rf"""[{ENDS}](?:["'”’»)\]]|\s?»)*$""")
_WORDS = 6  # of a sentence
_PROSE = 0.6  # of the records
_ITEMS = frozenset({"li", "article", "tr", "td", "dt", "dd", "option"})  # what the mark-up itself makes an entry
_ITEM_ROLES = frozenset({"listitem", "article", "row", "option"})
_BARE = frozenset({"text", "link", "image"})  # types that paragraphs have
_SAMPLE = 60
_AROUND = 3  # elements around a piece of a text
_CELLS = frozenset({"td", "th"})
_FEW = 2  # records that may well have the same text
_WORD = 12  # letters; a longer run without blanks may be a sentence, where a script has none


def are_alike(page: Outline, column: Column) -> bool:
    """Whether a column says the same in each of several records: only what they are called may be so ("Choir")."""
    texts = [page.text[hits[0][0]] for hits in column.hits if hits]
    return len(texts) > _FEW and len(set(texts)) == 1


def are_sentences(page: Outline, column: Column) -> bool:
    """Whether most texts have as many words as a sentence: "The fair opens on 3 December in Leeds"."""
    texts = [part or page.text[node] for hits in column.hits for node, part in hits[:1]]
    return sum(sum(map(str.isalpha, text.split())) >= _WORDS for text in texts) * 2 > len(texts)


def are_words(page: Outline, column: Column) -> bool:
    """Whether a column says a single word in each record: "Jul", "Wien"."""
    texts = [part or page.text[node] for hits in column.hits for node, part in hits[:1]]
    return all(len(text) <= _WORD and len(text.split()) <= 1 for text in texts)


def is_torn_from(page: Outline, piece: Column, whole: Column) -> bool:
    """Whether a column's texts stand inside what shows another's in full: the 9 of "$9.99", written again."""
    pairs = [(a[0][0], b[0]) for a, b in zip(piece.hits, whole.hits, strict=True) if a and b]
    torn = 0
    for node, (other, part) in pairs:
        text = part or page.text[other]
        around = [page.text[above] for above in islice(page.ancestors(node), _AROUND)]
        torn += page.text[node] != text and text in around
    return torn * 2 > len(pairs)


def is_behind(page: Outline, column: Column) -> bool:
    """Whether texts stand in table cells behind a link or a heading in each: what is told of it, below its name."""
    firsts = [hits[0] for hits in column.hits if hits]
    return all(part is None and _has_name_before(page, node) for node, part in firsts)


def _has_name_before(page: Outline, node: int) -> bool:
    """Whether the cell around an element begins with a link or a heading that ends before it."""
    cell = next((above for above in page.ancestors(node) if page.nodes[above].tag in _CELLS), -1)
    named = (n for n in page.nodes[cell + 1 : node] if n.tag == "a" or page.level(n.index))
    first = next((n for n in named if page.text[n.index]), None) if cell >= 0 else None
    return first is not None and first.end <= node and next(iter(_texts(page, cell)), -1) < first.end


def are_lines(page: Outline, records: Column, *, named: bool = False) -> bool:
    """Whether most of the records are lines that begin with bare text, and some are written in pieces.

    Where the records' name is asked for (`named`), it is what they have in bold print at their beginning, or linked.
    """
    firsts = [hits[0][0] for hits in records.hits if len(hits) == 1]
    if len(firsts) < len(records.hits) or not any(page.leaves[first] > 1 for first in firsts):
        return False
    numbers = [_number_of(page, first) for first in firsts]
    numbered = len(set(numbers)) == len(numbers) >= _SEVERAL  # "1 **Ann Lee**, Bern": no amount, each has its own
    own = frozenset({"a", "b", "strong"}) if named else frozenset({"a"})
    linked = sum(any(node.tag == "a" for node in page.nodes[root : page.nodes[root].end]) for root in firsts)
    if named and linked >= _MOST * len(firsts):
        return False
    return sum(_is_line(page, first, own, numbered=numbered) for first in firsts) >= _MOST * len(firsts)


def _number_of(page: Outline, root: int) -> str:
    """The number that a record begins with, in an element of its own; "" where it does not."""
    first = next(iter(_texts(page, root)), root)
    alone = page.text[page.nodes[first].parent] == page.text[first] and page.nodes[first].parent != root
    return page.text[first] if alone and _NUMBER.fullmatch(page.text[first]) else ""


def _texts(page: Outline, root: int) -> Iterator[int]:
    return (n.index for n in page.nodes[root + 1 : page.nodes[root].end] if n.tag == "#text" and page.text[n.index])


def _is_line(page: Outline, root: int, own: frozenset[str], *, numbered: bool) -> bool:
    text, nodes = page.text[root], page.nodes
    inside = nodes[root + 1 : nodes[root].end]
    if not text or len(text) > _LONGEST or any(n.tag in BLOCKS and page.text[n.index] != text for n in inside):
        return False
    first = next(islice(_texts(page, root), numbered, None), root)
    around = [first, *(above for above in page.ancestors(first) if above > root)]
    return not any(nodes[place].tag in own or page.level(place) for place in around)


def paragraphs(sought: Sought, assigned: Assigned) -> tuple[Remark, ...]:
    """What tells a person that the records are paragraphs, and that nothing else speaks for them."""
    each, matches = sought.spec.extract.each, assigned.matches
    given = sought.spec.kind != "listing" or sought.wrapper is not None or each is not None
    kinds = {field.type.kind for field in sought.by_column if field.name in matches}
    if given or len(assigned.records) < 2 or not kinds <= _BARE or "text" not in kinds:
        return ()
    if assigned.region.grid is not None or any(match.tier != "type" for match in matches.values()):
        return ()
    page = sought.page
    records = [assigned.region.records[number] for number in assigned.records]
    tops = [page.nodes[record[0]] for record in records]
    if any(node.tag in _ITEMS or node.role in _ITEM_ROLES for node in tops) or not all(
        _is_paragraph(page, r) for r in records
    ):
        return ()
    texts = [page.text[record[0]] for record in records]
    if sum(_ENDED.search(text) is not None and len(text.split()) >= _WORDS for text in texts) < _PROSE * len(texts):
        return ()
    text = (
        f"nothing names the records, which are paragraphs of running text, as in {texts[0][:_SAMPLE]!r}: `each` with "
        "an `at` says that they are meant, `each: page` that the page is about one"
    )
    return (Remark(code="paragraphs", text=text, count=len(records)),)


def _is_paragraph(page: Outline, record: Sequence[int]) -> bool:
    """Whether a record is one element that begins no other line within: it has no heading, and no parts."""
    inner = page.nodes[record[0] + 1 : page.nodes[record[0]].end]
    return len(record) == 1 and not any(node.tag in BLOCKS and node.tag != "br" for node in inner)
