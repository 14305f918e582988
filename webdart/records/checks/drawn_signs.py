"""Tells of numbers without a sign whose elements say that some rise and some fall: by a colour, an icon, a class."""

import re

from webdart.lexicon import lexicon
from webdart.records.coerce.minus import MARKED
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.structure.outline import Outline
from webdart.workflow.model import NUMERIC

_SIGNED = NUMERIC | {"percentage", "money"}
_SAYING = ("class", "style", "aria-label", "title", "alt")
_WORD = re.compile(r"[a-z]+")


def drawn_signs(sought: Sought, assigned: Assigned) -> Remark | None:
    """A remark where the elements of some numbers say "up" and those of others "down", and no number has a sign."""
    page = sought.page
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if field.type.kind not in _SIGNED or field.type.many or match is None:
            continue
        firsts = [hits[0] for hits in match.column.hits if hits]
        if any(MARKED.search(part or page.text[node]) for node, part in firsts):
            continue
        drawn = [_directions(page, node) for node, _ in firsts]
        falling = next((place for place, said in enumerate(drawn) if said == {"down"}), None)
        if falling is not None and {"up"} in drawn:
            node, part = firsts[falling]
            text = (
                f"no sign is read, though the elements of some say that they fall, as that of "
                f"{part or page.text[node]!r} does, and others that they rise: an `at` with a `from` may read it"
            )
            return Remark(code="other column", column=field.name, text=text, count=match.column.filled)
    return None


def _directions(page: Outline, node: int) -> set[str]:
    """Which directions a number tells by its words, its element, what holds nothing else, and the sign before that."""
    top = node
    while page.nodes[top].parent >= 0 and page.text[page.nodes[top].parent] == page.text[node]:
        top = page.nodes[top].parent
    parts = [kid for kid in page.kids[page.nodes[top].parent] if kid <= top]
    start = parts[-2] if len(parts) > 1 and _is_its_sign(page, parts[-2], top) else top
    inner = page.nodes[start : page.nodes[top].end]
    said = [node.attributes.get(name, "") for node in inner for name in _SAYING]
    written = [page.text[place] for place in {start, top}]
    words = set(_WORD.findall(" ".join([*said, *written]).casefold()))
    return {direction for direction, known in lexicon("sign_classes").items() if not words.isdisjoint(known)}


def _is_its_sign(page: Outline, before: int, number: int) -> bool:
    """Whether what stands before a number is a picture, or words that an element has with the number alone."""
    if page.nodes[before].tag in {"td", "th"} or any(map(str.isdigit, page.text[before])):
        return False
    whole = page.text[page.nodes[number].parent]
    return not page.text[before] or whole == f"{page.text[before]} {page.text[number]}"
