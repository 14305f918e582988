"""Finds the part of a page that `in` leaves: below a heading, a caption or a legend, or at a locator."""

from collections.abc import Callable, Sequence

from webdart.page.model import Node
from webdart.page.roles import is_clicked, is_control
from webdart.page.text_match import nearest
from webdart.records.query.field_matches import Sought
from webdart.records.structure.heading_words import heading_words
from webdart.records.structure.outline import Outline
from webdart.records.words import plain
from webdart.workflow.model import Locator, Words

_CONTENT = frozenset({"li", "p", "tr", "td", "dd", "dt", "article", "section", "img"})  # what no bar is made of
_PARTS = frozenset({"tabpanel", "region", "table", "grid", "treegrid", "list", "feed", "group"})
_LINES = frozenset({"div", "p", "strong", "b"})
_WORDED = _LINES | {"span"}  # whose words may be a line's
_HEADS = frozenset({"caption", "legend", "summary"})
_ENTRIES = frozenset({"li", "article"})
_LISTS = frozenset({"ul", "ol", "dl", "table"})
_FEW = 60  # letters


def scope_of(sought: Sought) -> Callable[[int], bool]:
    """Which nodes `in` leaves: those below its locator, or of the section of its heading.

    It is a part of the listing's page: records' own pages have other headings.
    """
    within = sought.spec.extract.within
    if within is None or sought.spec.kind == "detail":
        return lambda _: True
    spans = _spans(sought, within)
    return lambda node: any(start <= node < end for start, end in spans)


def empty_scope(sought: Sought) -> str:
    """What is to be told of an `in` that leaves nothing of the page; "" where it leaves something, or isn't there."""
    page, within = sought.page, sought.spec.extract.within
    if within is None or sought.spec.kind == "detail":
        return ""
    spans = _spans(sought, within)
    if any(start < end for start, end in spans):
        return ""
    if spans:
        return "`in`: what it names has nothing below it before the next heading: another `in` names what holds both"
    said = [page.text[n.index][:_FEW] for n in page.nodes if _heads(page, n) and page.text[n.index]]
    words = within.text.source if isinstance(within, Words) else ""
    there = ", ".join(map(repr, nearest(words, said))) or "none"
    called = repr(words) if words else "its locator"
    return f"`in`: {called} is nowhere on the page; headings there: {there}"


def box_beside(sought: Sought) -> str:
    """The words of a box that stands behind the only box that `in` leaves, and is of its kind; "" where none does.

    The heading stands in the first of some boxes, and the others have none.
    """
    page, within = sought.page, sought.spec.extract.within
    spans = _spans(sought, within) if within is not None and sought.spec.kind == "listing" else []
    if len(spans) != 1 or spans[0][0] >= spans[0][1]:
        return ""
    start, end = spans[0]
    box = page.nodes[start].parent
    around = page.nodes[box].parent if box >= 0 and page.nodes[box].end == end and page.step[box] else -1
    behind = (kid for kid in page.kids[around] if kid > box and page.text[kid]) if around >= 0 else ()
    alike = (kid for kid in behind if page.step[kid] == page.step[box])
    level = next((page.level(index) for index in reversed(page.headings) if index < start), 0)
    return next((page.text[kid][:_FEW] for kid in alike if not _has_heading(page, kid, level)), "")


def _spans(sought: Sought, within: Locator) -> list[tuple[int, int]]:
    """The parts of the page that `in` leaves: from a node to the one behind its end."""
    page = sought.page
    words = plain(within.text.source) if isinstance(within, Words) and within.text.constant else ""
    hits = sought.spec.locate(page.view, within) or _named(page, words)
    hits = _headings_around(page, hits, words) or hits
    if all(page.nodes[hit].role == "tab" for hit in hits):
        hits = _called(page, words) or hits
    elif all(page.nodes[hit].role == "link" for hit in hits):  # those of a table of contents, or of a menu
        named = [hit for hit in _named(page, words) if not any(above in hits for above in page.ancestors(hit))]
        hits = named or ([] if _lines(page, words) else hits)
    lines = {hit for hit in hits if page.nodes[hit].tag in _WORDED and plain(page.text[hit]) == words}
    spans = [_below_line(page, hit) if hit in lines and not page.level(hit) else _section(page, hit) for hit in hits]
    spans = spans or [_below_line(page, line) for line in _lines(page, words)]
    return [_headed_table(page, start) or (start, end) for start, end in spans]


def _headings_around(page: Outline, hits: Sequence[int], words: str) -> list[int]:
    """The headings with these words that have hits in them, where none is a heading itself."""
    if any(_heads(page, page.nodes[hit]) for hit in hits):
        return []
    spans = ((one, page.nodes[one].end) for one in page.headings if plain(heading_words(page, one)) == words)
    return [start for start, end in spans if any(start < hit < end for hit in hits)]


def _named(page: Outline, words: str) -> list[int]:
    """The headings, captions and legends with these words; else those that have them before an aside in an element.

    "Tree <span>@main (download)</span>" is read as "Tree" by whoever names it, "Hits (<a>Query</a>)" as "Hits".
    """
    found = [n.index for n in page.nodes if _heads(page, n)]
    whole = [index for index in found if words and plain(page.text[index]) == words]
    close = "".join(words.split())  # "int, float" is read where each is an element of its own: "int , float"
    whole = whole or [index for index in found if words and "".join(plain(page.text[index]).split()) == close]
    return whole or [index for index in found if words and plain(_bare(page, index).rstrip("@:()–—|·- ")) == words]


def _heads(page: Outline, node: Node) -> bool:
    return node.tag in _HEADS or bool(page.level(node.index)) or _part_of_table(page, node.index) is not None


def _bare(page: Outline, index: int) -> str:
    """The text that an element has by itself, without what the elements in it say."""
    return " ".join(page.nodes[kid].text for kid in page.kids[index] if page.nodes[kid].tag == "#text")


def _called(page: Outline, words: str) -> list[int]:
    """The parts of a page that are called so by another element (a tab its panel) or by a name of their own."""
    return [n.index for n in page.nodes if words and n.role in _PARTS and plain(n.name) == words]


def _lines(page: Outline, words: str) -> list[int]:
    """The lines of nothing but these words, each with what wraps it: headings to the eye, whatever the mark-up."""
    found: list[int] = []
    for index in page.below(0):
        node = page.nodes[index]
        fits = words and node.tag in _LINES and not page.chrome[index] and plain(page.text[index]) == words
        if fits and not (found and index < page.nodes[found[-1]].end):
            found.append(index)
    return found


def _below_line(page: Outline, line: int) -> tuple[int, int]:
    """What stands below a line, to the next heading or the next line that is set as this one is."""
    parent = page.nodes[line].parent
    while page.nodes[parent].parent >= 0 and page.text[parent] == page.text[line]:  # a bar of nothing but the line
        if any(page.nodes[kid].tag in _LISTS for kid in page.kids[parent] if kid > line):
            break  # with a list that is empty
        line, parent = parent, page.nodes[parent].parent
    for kid in page.kids[parent]:
        headed = any(page.level(inner) for inner in range(kid, page.nodes[kid].end))
        if kid > line and page.text[kid] and (_is_set_so(page, kid, line) or headed):
            return page.nodes[line].end, kid
    return page.nodes[line].end, page.nodes[parent].end


def _is_set_so(page: Outline, one: int, line: int) -> bool:
    """Whether an element is a line that is set as another one is."""
    alike = page.step[one] == page.step[line] and len(page.text[one]) <= _FEW
    return alike and _is_bold(page, one) == _is_bold(page, line)


def _is_bold(page: Outline, index: int) -> bool:
    texts = (node.index for node in page.nodes[index : page.nodes[index].end] if node.tag == "#text" and node.text)
    return all(any(page.nodes[above].tag in {"b", "strong"} for above in page.ancestors(text)) for text in texts)


def _section(page: Outline, hit: int) -> tuple[int, int]:
    """What a heading, caption or legend stands over; of anything else, the thing itself."""
    node = page.nodes[hit]
    if node.tag in {"caption", "legend", "summary"}:
        return node.parent, page.nodes[node.parent].end
    level = page.level(hit)
    if not level and (part := _part_of_table(page, hit)) is not None:
        return part
    if not level:
        return hit, node.end
    top = hit
    for above in page.ancestors(hit):
        if page.text[above] != page.text[hit] and not _is_bar(page, above, top):
            break
        top = above
    parent = page.nodes[top].parent
    end = page.nodes[parent].end if parent >= 0 else node.end
    return page.nodes[top].end, _end_of_section(page, top, level, end)


def _end_of_section(page: Outline, top: int, level: int, end: int) -> int:
    """The first of the elements below a heading with a heading as high; `end` where none has.

    Where entries are the first thing below it, or boxes of one kind, their own headings do not end it, however high
    they are. Of a box with such a heading that is the first thing below it, it has what stands before that.
    """
    said = [kid for kid in page.kids[page.nodes[top].parent] if kid > top and page.text[kid]]
    high = [kid for kid in said if _has_heading(page, kid, level)]
    if not high or high[0] != said[0]:
        return high[0] if high else end
    boxes = [kid for kid in high if page.step[kid] == page.step[said[0]] != page.step[top] and not page.level(kid)]
    alike = boxes if len(boxes) > 1 else ()
    found = next((kid for kid in high if kid not in alike and not _headed_entries(page, kid, level)), end)
    return _before_headings(page, found, level) if found == said[0] else found


def _before_headings(page: Outline, box: int, level: int) -> int:
    """Where the first part of a box begins that has a heading as high, if it says something before; else the box.

    The heading stands in a bar of its own, and what it is over in the box behind it, above other headings.
    """
    said = [kid for kid in page.kids[box] if page.text[kid]]
    high = None if page.level(box) else next((kid for kid in said if _has_heading(page, kid, level)), None)
    if high is None:
        return box
    if high != said[0]:
        return high
    inner = _before_headings(page, high, level)
    return box if inner == high else inner


def _has_heading(page: Outline, kid: int, level: int) -> bool:
    """Whether a heading of this level or a higher one stands in an element."""
    return any(0 < page.level(inner) <= level for inner in range(kid, page.nodes[kid].end))


def _headed_entries(page: Outline, kid: int, level: int) -> bool:
    """Whether all headings in an element that are as high stand in entries of it, or in it as one; there are some."""
    inside = range(kid, page.nodes[kid].end)
    high = [index for index in inside if 0 < page.level(index) <= level]
    around = ([above for above in page.ancestors(index) if above >= kid] for index in high)
    return bool(high) and all(any(page.nodes[above].tag in _ENTRIES for above in places) for places in around)


def _part_of_table(page: Outline, head: int) -> tuple[int, int] | None:
    """The rows below a head cell that is all of its row, to the next such row: what it says is their heading.

    A cell that is no head is one where the row below it has a table in its own only cell with a text, as pages that are
    laid out by tables have it.
    """
    row, tag = page.nodes[head].parent, page.nodes[head].tag
    if tag not in {"td", "th"} or _lone_cell(page, row, tag) != head:
        return None
    parent = page.nodes[row].parent
    below = [kid for kid in page.kids[parent] if kid > row]
    if tag == "td" and not (below and (cell := _lone_cell(page, below[0], tag)) and _holds_table(page, cell)):
        return None
    following = (kid for kid in below[tag == "td" :] if _lone_cell(page, kid, tag) is not None)
    return row, next(following, page.nodes[parent].end)


def _headed_table(page: Outline, hit: int) -> tuple[int, int] | None:
    """The table that a head cell stands in, among heads alone: its first head may be the name of all of it."""
    if hit >= len(page.nodes):  # nothing stands behind a heading that ends the page
        return None
    around = (place for place in (hit, *page.ancestors(hit)) if page.text[place] == page.text[hit])
    cell = next((place for place in around if page.nodes[place].tag == "th"), None)
    row = page.nodes[cell].parent if cell is not None else -1
    if row < 0 or any(page.nodes[kid].tag != "th" for kid in page.kids[row]):
        return None
    table = next((place for place in page.ancestors(row) if page.nodes[place].tag == "table"), None)
    return None if table is None else (table, page.nodes[table].end)


def _lone_cell(page: Outline, row: int, tag: str) -> int | None:
    """The cell with a text that is all that a table's row has; a head cell has no empty ones beside it, either."""
    cells = [kid for kid in page.kids[row] if page.nodes[kid].tag in {"td", "th"}]
    told = [cell for cell in cells if page.text[cell]]
    alone = page.nodes[row].tag == "tr" and len(told) == 1 and page.nodes[told[0]].tag == tag
    return told[0] if alone and (tag == "td" or len(cells) == 1) else None


def _holds_table(page: Outline, cell: int) -> bool:
    return any(node.tag == "table" for node in page.nodes[cell : page.nodes[cell].end])


def _is_bar(page: Outline, around: int, heading: int) -> bool:
    """Whether an element is a bar: a heading, its count or what is pressed beside it, and hardly a word more."""
    nodes = page.nodes
    beside = [*nodes[around + 1 : heading], *nodes[nodes[heading].end : nodes[around].end]]
    counted = not any(map(str.isalpha, "".join(node.text for node in beside)))
    return (
        (counted or any(is_clicked(node) or is_control(node) for node in beside))
        and not any(node.tag in _CONTENT or page.level(node.index) for node in beside)
        and len(page.text[around]) - len(page.text[heading]) <= _FEW
    )
