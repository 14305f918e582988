"""Tells of lists that show only their first entries, and say so: "eco, new, 2 more", "+3".

Tables keep their rows low by folding the chips that are too many away. What is folded is often not on the page at all,
so it is told, and never counted on.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from webdart.records.columns.mined_columns import Hit
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned
from webdart.records.structure.outline import Outline
from webdart.workflow.model import Field

_MORE = re.compile(
    r"(?:\+\s?\d{1,3}(?:\s(?:more|others?))?|(?:and|und|et|y|e|en|&)?\s?\d{1,3}\s(?:more|others?|weitere|autres?|más|mais"
    r"|altr[ie]|meer))\s?(?:…|\.\.\.)?",
    re.IGNORECASE,
)
_LONG = 20  # characters
_FEW = 2  # elements around a lone entry that may hold the rest of its list


def shortened_lists(page: Outline, assigned: Assigned, fields: Sequence[Field]) -> list[Remark]:
    """The fields with lists that go on behind what is shown of them."""
    found: list[Remark] = []
    for field in fields:
        match = assigned.matches.get(field.name)
        if match is None or not field.type.many:
            continue
        said = [next(_more(page, hits), "") for hits in match.column.hits if hits]
        count = sum(map(bool, said))
        if count:
            sample = next(filter(None, said))
            text = f"the page shows the first entries and {sample!r}: the others are not read"
            found.append(Remark(code="cut", text=text, column=field.name, count=count))
    return found


def _more(page: Outline, hits: Sequence[Hit]) -> Iterator[str]:
    """What says that there are more, in the element that holds the entries."""
    first, last = hits[0][0], hits[-1][0]
    around = chain([first], page.ancestors(first))
    holding = [place for place in around if last < page.nodes[place].end]
    for place in holding[: 1 if len(hits) > 1 else _FEW]:
        if page.nodes[place].role == "row":
            return
        for node in page.nodes[place : page.nodes[place].end]:
            text = page.view.text_of(node.index) if node.shown and node.tag != "#text" else ""
            if text and len(text) <= _LONG and _MORE.fullmatch(text):
                yield text
