"""Matches a name and an amount to the two halves of lines: "Tomato soup – 4.50", "Tomato soup ........ $4.50".

A bill of fare has no elements for the two, and a person parts them at the dash or the dots. Only where every line with
a figure in it is parted so, and what is behind is an amount and nothing else.
"""

import re
from collections.abc import Sequence

from webdart.records.coerce.money import Amount, amount_in
from webdart.records.coerce.numbers import reading_of
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.query.field_matches import Match, Sought, title_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.workflow.model import Field

_DASHED = re.compile(r"(.*\S)(?:\s[-–—―]\s|[–—―]\s)\s*(\S.*)")
_LED = re.compile(r"(.*[^\s.·․…])\s*(?:[.·․…]{3,}|(?:\s[.·․]){3,})\s*([^\s.·․…].*)")
_LEAST = 2  # lines
_LONGEST = 120  # letters
_QUALITY = 0.9


def price_lines(sought: Sought, region: Region, records: Sequence[int], fields: Sequence[Field]) -> dict[str, Match]:
    """The matches of a title and an amount in lines that have both; none where that is not all that is open."""
    title = next((field for field in fields if field.name == title_of(sought.by_column)), None)
    amounts = [field for field in fields if field.type.kind == "money" and not field.type.many]
    texts = [field for field in fields if field.type.kind == "text"]
    if region.grid is not None or title is None or texts != [title] or len(amounts) != 1 or len(records) < _LEAST:
        return {}
    names: list[tuple[Hit, ...]] = []
    values: list[tuple[Hit, ...]] = []
    for number in records:
        parts = _parts(sought, region.records[number])
        if parts is None:
            return {}
        names.append(((parts[0], parts[1]),) if parts[1] else ())
        values.append(((parts[0], parts[2]),) if parts[1] else ())
    if sum(map(bool, names)) < _LEAST:
        return {}
    return {
        title.name: Match(Column("line:name", "only", tuple(names)), "type", _QUALITY),
        amounts[0].name: Match(Column("line:amount", "only", tuple(values)), "type", _QUALITY),
    }


def _parts(sought: Sought, record: Sequence[int]) -> tuple[int, str, str] | None:
    """The text of a line, its name and its amount ("" of a line without figures); None where it can't be parted."""
    page = sought.page
    node = _text_of(page, record)
    text = page.text[node] if node >= 0 else ""
    if not text or len(text) > _LONGEST:
        return None
    if not any(map(str.isdigit, text)):
        return node, "", ""
    match = _LED.fullmatch(text) or _DASHED.fullmatch(text)
    amount = amount_in(match[2], sought.plausible.locale) if match else None
    if match is None or not isinstance(amount, Amount) or amount.token.residue:
        return None
    sure = amount.currency or reading_of(amount.token.body)[0] == "decimal"
    return (node, match[1], match[2]) if sure and any(map(str.isalpha, match[1])) else None


def _text_of(page: Outline, record: Sequence[int]) -> int:
    """The one text of a record; -1 where it has several."""
    if sum(page.leaves[root] for root in record) != 1:
        return -1
    return next((n for root in record for n in page.below(root) if page.nodes[n].tag == "#text" and page.text[n]), -1)
