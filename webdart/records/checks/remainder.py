"""Finds signs that a listing has more rows than its page shows: page numbers, "see all 12", closed rows of a tree."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qsl, urlsplit

from webdart.controls.load_more import kept_back
from webdart.controls.pager import unsure_numbers
from webdart.controls.pager_link import address_of, in_carousel
from webdart.page.model import Node
from webdart.page.roles import is_clicked, is_opener, words_of
from webdart.page.text_match import loose, says
from webdart.page.vocabulary import ALL_OF, ALL_WORDS, MORE_WORDS, NEXT, ON_CLASS
from webdart.records.coerce.locales import ascii_digits
from webdart.records.model import Sign, Totals
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f ]\d{3})*")
_SHORT = 60  # characters of a link that leads to the rest, or of what is chosen by numbers
_DIGITS = 5  # of a number that is none of a page
_OF_TABLES = frozenset({"tr", "tbody", "table", "select", "form", "fieldset"})
_PAGER = re.compile(r"pag(?:e|ing|inat|er)", re.IGNORECASE)
_FEW = 8  # nodes of a number and the boxes that hold it alone
_PART = re.compile(r"#[^/=!]+$")  # of a page, as a note is: no route of a script
_CHOICES = 12  # links beside each other that are a choice; more are a menu
_LEAST = 3  # page numbers that are a pager, and not two counts
_UP = 3  # elements from the words of a button up to it
_ENOUGH = 2  # records that have a place below and above
_ABOVE = 120  # nodes between a heading and its first record; more is a part of the page by itself


def signs_of_more(page: Outline, region: Region, totals: Totals, led: str = "") -> tuple[Sign, ...]:
    """What on a page of a listing speaks for more rows than those that stand in its region.

    `led` are the words that were followed to it: who has followed "All", or "Closed" beside it, has what he asked for.
    """
    found = [*_bound(totals), *_closed(page, region)]
    if region.kind != "page" and len(region.records) >= _ENOUGH:
        found += [*_numbers(page, region), *_links(page, region, led), *_unpressed(page, region)]
    return tuple({sign.text: sign for sign in found}.values())


def _bound(totals: Totals) -> Iterator[Sign]:
    """A total that is rounded, or a bound: "About 1,000 results".

    As many rows as "more than 100" names are no more than that: the site shows these, and keeps others back.
    """
    if totals.bound is not None:
        yield Sign(text=f"the page says {totals.text!r}", rows=totals.bound + 1)


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
    """A row of page numbers from which the walk knows no way on, as it can't tell which of them is shown."""
    roots = _outermost(page, region)
    for node in page.nodes:
        kids = page.kids[node.index]
        if len(kids) < _LEAST or node.tag in _OF_TABLES or not node.shown or _is_inside(page, roots, node.index):
            continue
        numbers = {int(text): kid for kid in kids if (text := _said(page, kid)).isdecimal() and len(text) < _DIGITS}
        highest = max(numbers, default=0)
        if sorted(numbers)[:_LEAST] != list(range(1, _LEAST + 1)):  # the last ones may stand behind a gap
            continue
        pager = _is_pager(page, node, kids) or _ends_records(page, roots, node, numbers)
        shown = [number for number, place in numbers.items() if _is_shown(page, place)]
        if pager and (highest not in shown or len(shown) == len(numbers)):  # a class that all have marks none
            if not _is_turned(page):
                yield _untaken(highest)
            return
    unsure = {} if _is_turned(page) else unsure_numbers(page.view)
    outside = [highest for place, highest in unsure.items() if not _is_inside(page, roots, place)]
    if outside:
        yield _untaken(max(outside))


def _said(page: Outline, place: int) -> str:
    """The text of what may be a number; that of a button is none of a record's."""
    few = page.nodes[place].end - place <= _FEW
    return page.view.visible_text_of(place).strip() if few else page.text[place].strip()


def _is_turned(page: Outline) -> bool:
    return any(control.kind in ("next", "previous") for control in page.view.controls)


def _untaken(highest: int) -> Sign:
    return Sign(text=f"page numbers from 1 to {highest} that lead nowhere known", first=True)


def _is_pager(page: Outline, around: Node, kids: Sequence[int]) -> bool:
    """Whether numbers side by side turn pages, by what stands beside them, or by what their element is called."""
    says = any(
        NEXT.worded(loose(page.text[kid])) or (page.text[kid] and NEXT.signs.issuperset(page.text[kid])) for kid in kids
    )
    called = f"{around.attributes.get('class', '')} {around.attributes.get('id', '')} {around.name}"
    return says or _PAGER.search(called) is not None


def _ends_records(page: Outline, roots: Sequence[int], around: Node, numbers: Mapping[int, int]) -> bool:
    """Whether numbers to click from 1 on, and nothing else, stand right below the records.

    Few words in the box around them say what they choose; many are another part of the page.
    """
    end = page.nodes[roots[-1]].end
    place = around.index
    while (above := page.nodes[place].parent) >= end and not _has_words(page, place):
        if len(page.view.visible_text_of(above)) > _SHORT:
            break
        place = above
    own = list(numbers) == list(range(1, len(numbers) + 1)) and not _has_words(page, place)
    own = own and all(_may_turn(page, number) for number in numbers.values())
    return own and around.index >= end and not _goes_on(page, end, around.index)


def _has_words(page: Outline, place: int) -> bool:
    return any(map(str.isalpha, page.view.visible_text_of(place)))


def _may_turn(page: Outline, place: int) -> bool:
    """Whether a number can be pressed, and leads to no part of this page and to no other page than the listing's."""
    nodes = page.nodes[place : page.nodes[place].end]
    pressed = next((node for node in nodes if is_clicked(node) or "pointed" in node.states), None)
    if pressed is None:
        return False
    href, here = pressed.attributes.get("href", ""), re.split(r"[?#]", page.view.document_of(pressed))[0]
    address = address_of(page.view, pressed)
    return address.startswith(here) if address else not _PART.search(href)


def _is_shown(page: Outline, place: int) -> bool:
    """Whether a page number is marked as that of the page shown."""
    nodes = page.nodes[place : page.nodes[place].end]
    return any("current" in node.states or ON_CLASS.search(node.attributes.get("class", "")) for node in nodes)


def _links(page: Outline, region: Region, led: str) -> Iterator[Sign]:
    """What leads to all of the rows, or to more of them, right below the records or beside their heading."""
    for node in _around(page, region):
        kept = kept_back(page.view, node)
        if kept is not None and kept[1] != len(region.records):
            yield Sign(text=f"the page has {kept[0]!r}")
        words = ascii_digits(words_of(page.view, node)).strip()
        if not words or len(words) > _SHORT or in_carousel(page.view, node):
            continue
        others = _counts_others(words)
        if is_opener(node) and loose(words) in ALL_WORDS:
            continue  # the choice that holds in a list of them
        if not _says_rest(words) and not (others and _follows_records(page, region, node.index)):
            continue
        if node.tag == "a" and not address_of(page.view, node) and "href" in node.attributes:
            continue  # to this very page, or by a script alone: the walk has tried what shows more here
        if _is_here(page, node, led) or _is_passed_over(page, node, led):
            continue
        counts = [] if others else [int(re.sub(r"\D", "", found)) for found in _NUMBER.findall(words)]
        yield Sign(text=f"the page has {words!r}", rows=max(counts) if counts else None)


def _is_here(page: Outline, link: Node, led: str) -> bool:
    """Whether a link leads to the page that is shown: if it was followed, the page may have been searched or paged."""
    there, here = urlsplit(address_of(page.view, link)), urlsplit(page.view.document_of(link))
    if not there.netloc or (there.netloc, there.path) != (here.netloc, here.path):
        return False
    same = Counter(parse_qsl(there.query)) == Counter(parse_qsl(here.query))
    return same or (bool(led) and says(words_of(page.view, link), led))


def _is_passed_over(page: Outline, link: Node, led: str) -> bool:
    """Whether "All" is one of a few choices beside each other, and another of them was followed."""
    if not led or loose(words_of(page.view, link)) not in ALL_WORDS:
        return False
    around = page.nodes[link.parent]
    around = page.nodes[around.parent] if around.tag == "li" else around
    inside = page.nodes[around.index : around.end]
    choices = [words_of(page.view, one) for one in inside if one.shown and is_clicked(one)]
    return len(choices) <= _CHOICES and any(says(words, led) for words in choices)


def _unpressed(page: Outline, region: Region) -> Iterator[Sign]:
    """A text right behind the records that offers more of them and looks like no button: a script may hear of it."""
    end = page.nodes[_outermost(page, region)[-1]].end
    behind = (node for node in page.nodes[end:] if node.tag == "#text" and node.shown and node.text.strip())
    first = next(behind, None)
    words = "" if first is None or page.chrome[first.index] else loose(first.text)
    if first is not None and len(words.split()) > 1 and words in MORE_WORDS and not _is_on_a_button(page, first.index):
        yield Sign(text=f"the page has {first.text!r}")


def _is_on_a_button(page: Outline, text: int) -> bool:
    """Whether a text is on something that is made to be pressed, which the walk has tried."""
    above = [page.nodes[place] for place in page.ancestors(text)][:_UP]
    return any(is_clicked(node) or "pointed" in node.states for node in above)


def _says_rest(words: str) -> bool:
    plain = loose(_NUMBER.sub(" ", words).replace("()", " "))
    return bool(ALL_OF.search(plain)) or (len(plain.split()) > 1 and plain in MORE_WORDS)


def _counts_others(words: str) -> bool:
    """Whether words count the rows that are not shown: "+12 more", "Upgrade to see 33 more"."""
    counts = list(_NUMBER.finditer(words))
    return bool(counts) and loose(words[counts[-1].end() :]) in MORE_WORDS


def _follows_records(page: Outline, region: Region, place: int) -> bool:
    """Whether the innermost part of the page that has anything before a place has records there: not tags, or boxes."""
    around = page.nodes[place].parent
    while around > 0 and not _goes_on(page, around, place):
        around = page.nodes[around].parent
    return any(around <= root < place for root in region.roots)


def _around(page: Outline, region: Region) -> Iterator[Node]:
    """What can be clicked between the heading of the records and the next heading, outside the records."""
    roots = _outermost(page, region)
    first, end = roots[0], page.nodes[roots[-1]].end
    heads = [place for place in page.headings if page.nodes[place].shown and not _is_inside(page, roots, place)]
    above = max((place for place in heads if place < first), default=first)
    below = min((place for place in heads if place >= end), default=len(page.nodes))
    start = above if first - above <= _ABOVE else first
    limit = _block(page, first, end)
    asides = [
        node
        for node in page.nodes
        if (node.tag == "aside" or node.role == "complementary") and not node.index < first < node.end
    ]
    place = start
    while place < min(below, limit):
        node = page.nodes[place]
        if place in region.roots:
            place = node.end
            continue
        if any(aside.index < place < aside.end for aside in asides):
            place += 1
            continue
        if node.shown and not page.chrome[place] and is_clicked(node) and (node.tag == "a" or node.role == "button"):
            yield node
        place += 1


def _block(page: Outline, first: int, end: int) -> int:
    """Where the innermost part of the page ends that holds the records and something behind them."""
    place = page.nodes[first].parent
    while place > 0 and not _goes_on(page, end, page.nodes[place].end):
        place = page.nodes[place].parent
    around = page.nodes[place].parent
    return page.nodes[around if around > 0 else place].end if place >= 0 else len(page.nodes)


def _goes_on(page: Outline, start: int, end: int) -> bool:
    """Whether a text is seen between two places: rows that are hidden stand behind the last one that is not."""
    return any(node.text and node.shown for node in page.nodes[start:end])


def _outermost(page: Outline, region: Region) -> list[int]:
    """The elements of the records, in order, without those that stand in others: answers below what they answer."""
    found: list[int] = []
    for root in sorted(region.roots):
        if not found or root >= page.nodes[found[-1]].end:
            found.append(root)
    return found


def _is_inside(page: Outline, roots: Sequence[int], node: int) -> bool:
    """Whether a node is in one of some elements, which are in order and none in another."""
    place = bisect_right(roots, node) - 1
    return place >= 0 and node < page.nodes[roots[place]].end
