"""Finds signs that a listing has more rows than its page shows: page numbers, "see all 12", closed rows of a tree."""

import re
from collections.abc import Iterator, Sequence

from webdart.pages.hints import ALL_OF, MORE_WORDS
from webdart.pages.leads import address_of, in_carousel
from webdart.pages.port import Node
from webdart.pages.roles import is_clicked, words_of
from webdart.pages.wording import loose
from webdart.records.coerce.numbers import ascii_digits
from webdart.records.model import Sign, Totals
from webdart.records.outline import Outline
from webdart.records.regions import Region

_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f ]\d{3})*")
_SHORT = 60  # characters of a link that leads to the rest
_LEAST = 3  # page numbers that are a pager, and not two counts
_ENOUGH = 2  # records that have a place below and above
_ABOVE = 120  # nodes between a heading and its first record; more is a part of the page by itself


def signs_of_more(page: Outline, region: Region, totals: Totals) -> tuple[Sign, ...]:
    """What on a page of a listing speaks for more rows than those that stand in its region."""
    found = [*_bound(totals), *_closed(page, region)]
    if region.kind != "page" and len(region.records) >= _ENOUGH:
        found += [*_numbers(page, region), *_links(page, region)]
    return tuple({sign.text: sign for sign in found}.values())


def _bound(totals: Totals) -> Iterator[Sign]:
    """A total that is rounded, or a bound: "About 1,000 results"."""
    if totals.bound is not None:
        yield Sign(text=f"the page says {totals.text!r}", rows=totals.bound)


def _closed(page: Outline, region: Region) -> Iterator[Sign]:
    """Rows of a tree that are closed: their children are not on the page."""
    roots = [record[0] for record in region.records if record]
    closed = [root for root in roots if _is_closed(page, root)]
    if closed:
        sample = page.text[closed[0]][:_SHORT]
        yield Sign(text=f"{len(closed)} of {len(roots)} rows are closed and hold others, as {sample!r}")


def _is_closed(page: Outline, root: int) -> bool:
    node = page.nodes[root]
    if "collapsed" not in node.states or "aria-haspopup" in node.attributes:
        return False
    return node.role in ("row", "treeitem") or "aria-level" in node.attributes


def _numbers(page: Outline, region: Region) -> Iterator[Sign]:
    """Page numbers of which none is known as the page shown, so that nothing leads to the next."""
    controls = page.view.controls
    numbers = [control for control in controls if control.kind == "page number" and control.label.isdecimal()]
    if len(numbers) < _LEAST or any(control.kind == "next" for control in controls):
        return
    highest = max(int(control.label) for control in numbers)
    last = next(control for control in numbers if int(control.label) == highest)
    if _inside(page, region, last.node) or _counts_on(page, last.node, highest):
        return
    yield Sign(text=f"page numbers up to {highest} that lead nowhere known", first=True)


def _counts_on(page: Outline, node: int, number: int) -> bool:
    """Whether the number after this one stands beside it: then that is the page shown, and the last."""
    place = node
    for _ in range(3):
        parent = page.nodes[place].parent
        if parent < 0:
            return False
        if any(page.text[kid].strip() == str(number + 1) for kid in page.kids[parent]):
            return True
        place = parent
    return False


def _links(page: Outline, region: Region) -> Iterator[Sign]:
    """What leads to all of the rows, or to more of them, right below the records or beside their heading."""
    for node in _around(page, region):
        words = ascii_digits(words_of(page.view, node)).strip()
        if not words or len(words) > _SHORT or not _says_rest(words) or in_carousel(page.view, node):
            continue
        if node.tag == "a" and not address_of(page.view, node) and "href" in node.attributes:
            continue  # to this very page, or by a script alone: the walk has tried what shows more here
        counts = [int(re.sub(r"\D", "", found)) for found in _NUMBER.findall(words)]
        yield Sign(text=f"the page has {words!r}", rows=max(counts) if counts else None)


def _says_rest(words: str) -> bool:
    plain = loose(_NUMBER.sub(" ", words).replace("()", " "))
    return bool(ALL_OF.search(plain)) or (len(plain.split()) > 1 and plain in MORE_WORDS)


def _around(page: Outline, region: Region) -> Iterator[Node]:
    """What can be clicked between the heading of the records and the next heading, outside the records."""
    roots = sorted(root for record in region.records for root in record)
    first, end = roots[0], max(page.nodes[root].end for root in roots)
    heads = [place for place in page.headings if not any(root <= place < page.nodes[root].end for root in roots)]
    above = max((place for place in heads if place < first), default=first)
    below = min((place for place in heads if place >= end), default=len(page.nodes))
    start = above if first - above <= _ABOVE else first
    limit = _block(page, first, end)
    place = start
    while place < min(below, limit):
        node = page.nodes[place]
        if place in region.roots:
            place = node.end
            continue
        if node.shown and not page.chrome[place] and is_clicked(node) and (node.tag == "a" or node.role == "button"):
            yield node
        place += 1


def _block(page: Outline, first: int, end: int) -> int:
    """Where the innermost part of the page ends that holds the records and something behind them."""
    place = page.nodes[first].parent
    while place > 0 and page.nodes[place].end <= end:
        place = page.nodes[place].parent
    around = page.nodes[place].parent
    return page.nodes[around if around > 0 else place].end if place >= 0 else len(page.nodes)


def _inside(page: Outline, region: Region, node: int) -> bool:
    roots: Sequence[int] = tuple(region.roots)
    return any(root <= node < page.nodes[root].end for root in roots)
