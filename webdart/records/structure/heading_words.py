"""Tells the words of a heading from what stands beside them: what is pressed there, how many records follow."""

import re
from collections.abc import Sequence
from itertools import groupby

from webdart.page.roles import is_clicked, is_control
from webdart.records.structure.outline import Outline

_COUNTED = re.compile(r"(.*\S)(?:\s+|(?=\())\(?(\d+)\)?")
_FEWEST = 2  # groups that bear each other out, headings with the same beside them


def heading_words(page: Outline, heading: int) -> str:
    """The text of a heading without a link or a button at its end that other headings have as well: "[edit]"."""
    aside = _aside(page, heading)
    if not aside or sum(_aside(page, other) == aside for other in page.headings) < _FEWEST:
        return page.text[heading]
    return page.text[heading].removesuffix(aside).rstrip()


def _aside(page: Outline, heading: int) -> str:
    """The text of the last element of a heading, if all its words are to be pressed and it is not the whole."""
    kids = [kid for kid in page.kids[heading] if page.text[kid]]
    last = kids[-1] if len(kids) > 1 else -1
    if last < 0 or page.nodes[last].tag == "#text":
        return ""
    texts = (node for node in page.nodes[last : page.nodes[last].end] if any(map(str.isalnum, node.text)))
    return page.text[last] if all(_is_pressed(page, node.index, last) for node in texts) else ""


def _is_pressed(page: Outline, text: int, within: int) -> bool:
    around = (page.nodes[above] for above in page.ancestors(text) if above >= within)
    return any(is_clicked(node) or is_control(node) for node in around)


def without_counts(names: Sequence[str | None], before: str | None) -> list[str | None]:
    """The names of groups, one a record, without the number of their records behind them: "New 10" above ten.

    The last group of a page may go on behind it. What the listing's first page settles, by two groups at least that
    are called differently, holds for the next ones: `before` is the name that the page before ended with.
    """
    runs = [(name or "", len(list(run))) for name, run in groupby(names)]
    own = [(_COUNTED.fullmatch(name), count) for name, count in runs if name != before]
    bare = [match[1] for match, _ in own if match]
    if len(bare) < len(own) or not own:
        return list(names)
    inner = own[1:-1] if bare[0] == before else own[:-1]
    counts = all(match and int(match[2]) == count for match, count in inner)
    counts = counts and all(match and int(match[2]) >= count for match, count in own)
    settled = len(set(bare)) == len(bare) >= _FEWEST if before is None else not _COUNTED.fullmatch(before)
    told = counts and settled
    short = {match[0]: match[1] for match, _ in own if match} if told else {}
    return [short.get(name, name) if name else name for name in names]
