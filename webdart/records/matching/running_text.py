"""Are the records lines of running text, each to be read whole?

"2 cups **flour**, sifted" in three elements is one text. As in a cell of a table, the text that is meant is the link or
heading that a record begins with, else the whole of it.
"""

import re
from collections.abc import Iterator
from itertools import islice

from webdart.records.columns.mined_columns import Column
from webdart.records.structure.outline import BLOCKS, Outline

WHOLE = "path:"  # the key of the column of records that are one element each
_LONGEST = 2000  # letters of a line
_MOST = 0.8  # of the records
_SEVERAL = 6  # so many amounts would not all differ
_NUMBER = re.compile(r"[#№]?\d+[.):]?")


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
