"""Tells of lists that show only their first entries, and say so: "eco, new, 2 more", "+3".

Tables keep their rows low by folding the chips that are too many away. What is folded is often not on the page at all,
so it is told, and never counted on.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from webdart.lexicon.phrases import alternatives, words
from webdart.records.columns.mined_columns import Hit
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned
from webdart.records.structure.outline import Outline
from webdart.workflow.model import Field

_LONG = 20  # characters
_FEW = 2  # elements around a lone entry that may hold the rest of its list


@cache
def _rest() -> re.Pattern[str]:
    """What stands for the entries that are not shown: "+3", "and 3 more", "3 others…"."""
    joined, others = alternatives(words("joined_by")), alternatives(words("others"))
    count = rf"\+\s?\d{{1,3}}(?:\s(?:{others}))?|(?:{joined}|&)?\s?\d{{1,3}}\s(?:{others})"
    return re.compile(rf"(?:{count})\s?(?:…|\.\.\.)?", re.IGNORECASE)


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
            if text and len(text) <= _LONG and _rest().fullmatch(text):
                yield text
