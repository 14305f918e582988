"""Tells how far a label's value reaches: to the end of a list of links, over the lines of an address.

`Categories: Lamps, Office` has two links with a comma between, or with none that lead to one kind of place, `Ship to:`
three lines with breaks between: each is one value. Anything else that follows on the line may be something to press, or
the next label.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import dropwhile, takewhile
from urllib.parse import urlsplit

from webdart.lexicon.phrases import alternatives, words
from webdart.page.text_match import COLONS, ENDS
from webdart.records.coerce.dates import dates_in
from webdart.records.labels.inline_labels import like_labels
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import plain

_SIGNS = frozenset(",;|·•/–—-，；、｜")  # in front of the next label
_LABEL = re.compile(r"[^:：]{1,60}[:：](?:\s|$)")
_HEADS = frozenset({"b", "strong", "label", "dt", "th"})
_MOST = 12  # pieces
_PARTED = re.compile(r"(?:(?<!\s)\s+)?(?:[,;|·•(\[–—，；、｜]|-\s|$)")
_DAY = 4  # pieces, the weekday and its comma left out
_UNIT = 3  # letters
_UNITS = frozenset("%°€$£¥₹′″'\"/µΩ")  # signs that a unit begins with
_BRACKETS = {"(": ")", "[": "]", "<": ">", "{": "}", "（": "）", "「": "」"}
_ROUND = frozenset("(（")
_WORDS = 3  # "out of 5"
_FAR = 12  # nodes between a heading and what follows it
_BOLD = frozenset({"b", "strong"})
_LISTS = frozenset({"ul", "ol"})
_MARKED = frozenset({"em", "i", "cite", "q", "mark", "code", "abbr", "sub", "sup", "var", "wbr"})  # in a sentence
_AROUND = 2  # texts that a marked word stands between
_PROSE = 40  # letters of a sentence


@cache
def _separator() -> re.Pattern[str]:
    return re.compile(rf"[,;/|·•&\s]+|[,;]?\s*(?:{alternatives(words('joined_by'))})\s+", re.IGNORECASE)


def run_of(page: Outline, kids: Sequence[int]) -> tuple[int, ...]:
    """The texts that make up one value, given what follows its label in one element; the first alone where in doubt."""
    first = next((place for place, kid in enumerate(kids) if page.text[kid]), None)
    if first is None:
        return ()
    behind = [kid for kid in kids[first:] if page.text[kid] or page.nodes[kid].tag == "br"]
    return _linked(page, _before_label(page, behind)) or _lines(page, behind) or (behind[0],)


def prose_of(page: Outline, kids: Sequence[int]) -> str:
    """The sentences that follow a label in one element, with links and marked words in them; "" where it is no prose.

    A line of prose ends as a sentence does, or goes on behind a marked word. Below a blank line it goes on where
    nothing but the label stands above.
    """
    behind = list(dropwhile(lambda kid: not page.text[kid], kids))
    line = list(takewhile(lambda kid: page.nodes[kid].tag not in BLOCKS, behind))
    if not line or page.nodes[line[0]].tag != "#text" or not _is_prose(page, line):
        return ""
    whole = _goes_on_below(page, behind)
    return _between(page, behind if whole else line) if whole or len(line) > 1 else ""


def carried_on(page: Outline, index: int, value: str) -> str:
    """A value that a text ends with, and the rest of its line where that is prose: "a wheel of <b>twelve</b> boards".

    A value that ends in an open bracket goes on until that closes.
    """
    after = [kid for kid in page.kids[page.nodes[index].parent] if kid > index]
    line = [index, *takewhile(lambda kid: page.nodes[kid].tag not in BLOCKS, after)]
    if page.nodes[index].tag != "#text" or not page.text[index].endswith(value) or not _is_prose(page, line, value):
        return closed(page, index, value)
    whole = _between(page, line)
    return whole[len(page.text[index]) - len(value) :]


def paragraphs_below(page: Outline, kids: Sequence[int]) -> tuple[int, ...]:
    """The paragraphs of a section's running text, given what follows its heading; () without two of one kind."""
    said = [kid for kid in kids if page.text[kid]]
    alike = takewhile(lambda kid: page.nodes[kid].tag == "p" and page.step[kid] == page.step[said[0]], said)
    found = tuple(takewhile(lambda kid: page.text[kid][-1] in ENDS and not _LABEL.match(page.text[kid]), alike))
    return found if len(found) > 1 and len(page.text[found[0]]) >= _PROSE else ()


def _is_prose(page: Outline, line: Sequence[int], value: str = "") -> bool:
    """Whether a line is a sentence or more, or goes on behind a marked word; no label stands in it.

    `value`: what the line begins with, where its first text says something else before it.
    """
    texts = [kid for kid in line if page.text[kid]]
    if _has_label(page, texts) or any(page.nodes[kid].role == "button" for kid in texts):
        return False
    said, first = _between(page, texts), page.text[texts[0]]
    long = len(said) - len(first) + len(value or first) >= _PROSE
    if said[-1] in ENDS and (long or any(_resumes(page, kid) for kid in texts[1:])):
        return True
    marked = len(texts) > _AROUND and all(page.nodes[kid].tag in {"#text", *_MARKED} for kid in texts)
    return marked and page.nodes[texts[-1]].tag == "#text" and any(map(str.isalpha, page.text[texts[-1]]))


def _resumes(page: Outline, index: int) -> bool:
    """Whether a text goes on with a sentence behind a word that is marked or linked."""
    return page.nodes[index].tag == "#text" and page.text[index][0].islower()


def _has_label(page: Outline, texts: Sequence[int]) -> bool:
    """Whether a label stands in a line behind its first text: words before a colon, or bold ones that begin anew.

    Bold words in small letters are part of a sentence that did not end before, and goes on behind them so.
    """
    plain = [kid for kid in texts if page.nodes[kid].tag not in _BOLD]
    if _before_label(page, plain) != plain:
        return True
    for before, bold, behind in zip(texts, texts[1:], [*texts[2:], -1], strict=False):
        text = page.text[bold]
        small = behind >= 0 and page.text[behind][0].islower() and page.text[before][-1].isalnum()
        if page.nodes[bold].tag in _BOLD and (not small or text[0].isupper() or text[-1] in COLONS):
            return True
    return False


def _goes_on_below(page: Outline, kids: Sequence[int]) -> bool:
    """Whether the lines of an element are the paragraphs of one label, the first text in it."""
    above = [kid for kid in page.kids[page.nodes[kids[0]].parent] if kid < kids[0] and page.text[kid]]
    texts = [kid for kid in kids if page.text[kid]]
    inline = all(page.nodes[kid].tag not in BLOCKS for kid in texts)
    return len(above) == 1 and inline and len(texts) > 1 and not _has_label(page, texts)


def _between(page: Outline, kids: Sequence[int]) -> str:
    """What their element says from the first of some elements to the last."""
    whole, texts = page.text[page.nodes[kids[0]].parent], [page.text[kid] for kid in kids if page.text[kid]]
    start = place = whole.rfind(texts[0]) if len(texts) == 1 else whole.find(texts[0])
    for text in texts:
        place = whole.find(text, place) + len(text)
    return whole[start:place]


def is_title(page: Outline, label: int, kids: Sequence[int]) -> bool:
    """Whether a label stands on a line of its own above lines that it names, in bold print and in one element."""
    node = page.nodes[label]
    bold = node.tag in _HEADS or page.nodes[node.parent].tag in _BOLD
    above = kids and any(kid < kids[0] and page.text[kid] != page.text[label] for kid in _said(page, kids[0]))
    return bold and not above and bool(kids) and page.nodes[kids[0]].tag == "br"


def _said(page: Outline, kid: int) -> list[int]:
    return [one for one in page.kids[page.nodes[kid].parent] if page.text[one]]


def day_of(page: Outline, kids: Sequence[int]) -> str:
    """The day that elements behind a label say together, and none alone: "6th", "December", "1982"; else ""."""
    texts = [page.text[kid] for kid in kids if page.text[kid]][:_DAY]
    for count in range(1, len(texts) + 1):
        said = " ".join(texts[:count])
        found = dates_in(said, page.view.language or "en")
        if len(found) == 1 and not any(map(str.isalnum, found[0].rest)):
            return said if count > 1 else ""
    return ""


def with_unit(page: Outline, number: int, behind: Sequence[int]) -> str:
    """A number in an element of its own with the text that goes on with it on the line: "<b>4</b> km"; else "".

    A text as far as a sign that parts it from what follows, or to the line's end. Before something else on the line,
    and in another element, no more than a unit's letters: it may be the next label, or something to press. Another
    number with its unit behind that is part of it: "<b>4</b> h <b>30</b> min".
    """
    after = [kid for kid in behind if kid > number and (page.text[kid] or page.nodes[kid].tag in BLOCKS)]
    line = list(takewhile(lambda kid: page.nodes[kid].tag not in BLOCKS, after))
    said = page.text[number]
    if not _is_number(page, number) or not line or not (words := _unit(page, line)):
        return ""
    said += ("" if "joined" in page.nodes[line[0]].states else " ") + words
    if len(line) == 1 or words != page.text[line[0]] or not _is_number(page, line[1]):
        return said
    further = with_unit(page, line[1], line)
    return f"{said} {further}" if further else ""


def closed(page: Outline, index: int, value: str) -> str:
    """A value with what follows on its line, where a bracket in it is open: "Ann <" before the link to write to her.

    As far as the bracket closes; where it does not on this line, the value as it is.
    """
    bracket, parent = _open_bracket(value), page.nodes[index].parent
    whole = page.text[parent]
    after = [kid for kid in page.kids[parent] if kid > index]
    line = takewhile(lambda kid: page.nodes[kid].tag not in BLOCKS, after)
    if not bracket or whole.count(value) != 1 or not any(bracket in page.text[kid] for kid in line):
        return value
    start = whole.index(value)
    return whole[start : whole.index(bracket, start + len(value)) + 1]


def _open_bracket(value: str) -> str:
    """What closes the last bracket of a text, where it is open: in round ones words may stand before the text ends."""
    last = max(value.rfind(sign) for sign in _BRACKETS)
    sign = value[last] if last >= 0 else ""
    is_open = last == len(value) - 1 or (sign in _ROUND and _BRACKETS[sign] not in value[last:])
    return _BRACKETS[sign] if sign and is_open else ""


def items_below(page: Outline, value: int, labels: frozenset[str]) -> tuple[int, ...]:
    """The items of the list that a label's value is, or of the lists in the section of a heading that is the label.

    "Ingredients" may be followed by how many it serves before its list, and the list be in groups, each with a line
    above it. Lists of another kind are others: the steps below. () without two items.

    Args:
        page: the page.
        value: what follows the label; the label itself where nothing does.
        labels: its forms, plain.
    """
    nodes = page.nodes
    lists = [node for node in nodes[value : _section_end(page, value, labels)] if node.tag in _LISTS]
    items = [[kid for kid in page.kids[one.index] if nodes[kid].tag == "li" and page.text[kid]] for one in lists]
    flat = [own for own in items if own and not any(nodes[i].tag in _LISTS for i in range(own[0], nodes[own[-1]].end))]
    kinds = [(page.step[nodes[own[0]].parent], page.step[own[0]]) for own in flat]
    alike = [kid for own, kind in zip(flat, kinds, strict=True) if kind == kinds[0] for kid in own]
    return tuple(alike) if len(alike) > 1 and not any(page.chrome[kid] for kid in alike) else ()


def _section_end(page: Outline, value: int, labels: frozenset[str]) -> int:
    """Where a label's section ends: within the page's main part, at a heading of its rank; of no heading, its value."""
    nodes = page.nodes
    before = (place for place in range(value, max(0, value - _FAR), -1) if page.level(place))
    heading = next((place for place in before if plain(page.text[place]) in labels), None)
    if heading is None:
        return nodes[value].end
    rank, main = page.level(heading), max(page.main, 0)
    last = nodes[main].end if main <= heading < nodes[main].end else len(nodes)
    following = (i for i in page.headings if i > max(value, heading) and 0 < page.level(i) <= rank)
    return min(last, next(following, last))


def _is_number(page: Outline, index: int) -> bool:
    """Whether an element in a line is a number and nothing else."""
    text = page.text[index]
    return page.nodes[index].tag not in {"#text", *BLOCKS} and text[-1:].isdecimal() and not any(map(str.isalpha, text))


def _unit(page: Outline, line: Sequence[int]) -> str:
    """The words right behind a number, the first of what is left of its line, that belong to it; "" where none do."""
    said, node = page.text[line[0]], page.nodes[line[0]]
    words = _PARTED.split(said, maxsplit=1)[0].rstrip()
    if node.tag in {"a", *_HEADS} or not (words[:1].isalpha() or words[:1] in _UNITS) or words[-1] in ":：":
        return ""
    ends = node.tag == "#text" and (words != said or len(line) == 1)
    return words if len(words.split()) <= _WORDS and (ends or len(said) <= _UNIT) else ""


def _before_label(page: Outline, kids: Sequence[int]) -> Sequence[int]:
    """What stands on the line before the next label: "…, Level: easy" behind links, or bold print."""
    for place, kid in enumerate(kids[1:], 1):
        text, tag = page.text[kid], page.nodes[kid].tag
        if tag in _HEADS or (tag == "#text" and any(text[: at + 1].strip() in _SIGNS for _, at in like_labels(text))):
            return kids[:place]
    return kids


def _linked(page: Outline, kids: Sequence[int]) -> tuple[int, ...]:
    """Links with nothing but separators between them, and nothing behind; without any, links of one series."""
    links = [kid for kid in kids if page.nodes[kid].tag != "#text"]
    tags = {page.nodes[kid].tag for kid in links}
    between = [page.text[kid] for kid in kids if page.nodes[kid].tag == "#text"]
    if len(links) < 2 or tags != {"a"} or len(links) > _MOST:
        return ()
    if len(between) < len(links) - 1 and not series(page, links):
        return ()
    return tuple(links) if all(_separator().fullmatch(text) for text in between) else ()


def series(page: Outline, links: Sequence[int]) -> bool:
    """Whether links of one kind lead to pages side by side: no "edit" beside what it edits."""
    addresses = [urlsplit(page.nodes[link].attributes.get("href", "")) for link in links]
    around = {(one.netloc, one.path.rstrip("/").rpartition("/")[0], one.query.rpartition("=")[0]) for one in addresses}
    return len(around) == 1 and len({page.step[link] for link in links}) == 1 and len(set(addresses)) == len(links)


def _lines(page: Outline, kids: Sequence[int]) -> tuple[int, ...]:
    """Texts with a break between each and the next, none of which begins like a label."""
    breaks = [place for place, kid in enumerate(kids) if page.nodes[kid].tag == "br"]
    texts = [kid for kid in kids if page.nodes[kid].tag != "br"]
    alternate = list(range(1, len(kids), 2))
    if not breaks or len(texts) < 2 or breaks != alternate[: len(breaks)] or len(texts) > _MOST:
        return ()
    labels = any(page.nodes[kid].tag in _HEADS or _LABEL.match(page.text[kid]) for kid in texts)
    return () if labels else tuple(texts)
