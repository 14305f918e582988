"""Which text of a record is the only one of its type, wherever it stands?

The last resort of a field whose name is not on the page: an amount that a page wraps one way for what is on sale and
another way for the rest has no one path, and is still the only amount of its record.
"""

import re
from collections.abc import Sequence

from webdart.records.coerce.numbers import Token, rounds, same_stem
from webdart.records.columns import Column, Hit
from webdart.records.outline import Outline
from webdart.records.plausible import Plausible
from webdart.records.regions import Region
from webdart.records.words import plain
from webdart.workflow.model import Kind

TYPES: tuple[Kind, ...] = ("money", "date", "datetime")
"""Types whose texts are told from any other without doubt."""
_SURE = 0.9
_MOST = 60  # letters around a counted number
_SAID = ("aria-label", "title")
_PIECES = 3  # texts that it may be made of
_DIGIT = re.compile(r"\d")


def alone(page: Outline, region: Region, records: Sequence[int], kind: Kind, plausible: Plausible) -> Column | None:
    """The column of the only text of a type in each record; None where some record has two that differ."""
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        found = [
            index
            for root in region.records[number]
            for index in page.below(root)
            if page.nodes[index].tag == "#text" and not page.struck[index]
            and plausible.share(kind, (page.text[index],)) >= _SURE
        ]  # fmt: skip
        found = [index for index in found if page.nodes[index].shown] or found
        if len({page.text[index] for index in found}) > 1:
            return None
        hits.append(((found[0], None),) if found else ())
    return Column(f"only:{kind}", "only", tuple(hits)) if any(hits) else None


def worded(page: Outline, region: Region, records: Sequence[int], label: str, plausible: Plausible) -> Column | None:
    """The numbers that a field's own word stands beside, wherever in a record: "1,234 reviews" for `reviews`."""
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        found = [
            index
            for root in region.records[number]
            for index in page.below(root)
            if len(page.text[index]) <= _MOST and page.leaves[index] <= _PIECES and _DIGIT.search(page.text[index])
            and (_called(page, index, label, plausible) or _followed(page, index, label, plausible))
        ]  # fmt: skip
        hits.append(tuple((index, None) for index in dict.fromkeys(page.innermost(found))))
    if not any(hits):
        return None
    return Column(f"words:{label}", "only", tuple(hits), frozenset({label}), label)


def _called(page: Outline, index: int, label: str, plausible: Plausible) -> bool:
    """Whether the word stands beside the number of a text, or in what the element says of it where nobody looks."""
    number = plausible.token(page.text[index])
    if number is None:
        return False
    if _counts(number, label):
        return True
    attributes = page.nodes[index].attributes
    said = (plausible.token(attributes[name]) for name in _SAID if attributes.get(name))
    return any(token is not None and _the_same(number, token) and _counts(token, label) for token in said)


def _the_same(shown: Token, said: Token) -> bool:
    """Whether two numbers are one: the same digits, or what is shown is the other one rounded ("6.6k" of 6566)."""
    return said.body == shown.body or rounds(shown, said)


def _followed(page: Outline, index: int, label: str, plausible: Plausible) -> bool:
    """Whether the word stands behind an element with nothing but a number: "4.75 from <b>8</b> votes"."""
    number = plausible.token(page.text[index]) if page.nodes[index].tag != "#text" else None
    behind = page.nodes[index].end
    if number is None or number.residue or behind >= len(page.nodes) or page.nodes[behind].tag != "#text":
        return False
    words = plain(page.text[behind]).split()
    return page.nodes[behind].parent == page.nodes[index].parent and bool(words) and same_stem(words[0], label)


def _counts(token: Token, label: str) -> bool:
    return bool(token.residue) and same_stem(plain(token.residue), label)
