"""Gives what a cell carries for a field: one of its texts, an attribute, or an address.

Under a column head it is the link or heading that the cell begins with, unless the column is running text; else the
whole cell. A text that the page shows cut is completed from an attribute that begins with what is shown.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise, takewhile
from urllib.parse import unquote, urljoin, urlsplit

from webdart.page.model import Node
from webdart.records.cells.cell_start import COMMAS, beginning, joins
from webdart.records.cells.star_widths import partial_stars
from webdart.records.coerce import NOTHING, RawCell
from webdart.records.coerce.signs import read_rating, told_by_stars
from webdart.records.coerce.stars import LEAST, is_star
from webdart.records.columns.control_states import is_arrow
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.query.field_matches import label_of
from webdart.records.structure.outline import RAISED, Outline, is_cents_behind
from webdart.records.words import before_cut, folded, is_cut, is_placeholder, names_a_code, words_of_name
from webdart.workflow.model import NUMERIC, Field, Kind

_FILES = "..>"  # how lists of files cut names
_LEADING = frozenset(".·․…")
_LEADERS = re.compile(r"(?:(?<![.·․])[.·․]{5,}|(?<!…)…{3,}|(?<!\s[.·․…])(?:\s[.·․…]){4,})$")
_DOTS = (".", "·", "․", "…")
_CLOCK = re.compile(r"[012]?\d:\d\d(?::\d\d)?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LATER = re.compile(r"src$|original|lazy")
_ADDRESS = re.compile(r"(?!data:)[^\s,]*[/.][^\s,]*")
_ROUTE = re.compile(r"#!?/")
_CENTS = 2  # digits
_DIGITS = re.compile(r"\d+")
_FULL = ("title", "aria-label", "alt", "data-original-title", "data-full-text")
_DATES = ("datetime", "title", "content", "aria-label", "data-original-title")
_TOOLTIP = 80  # letters: longer ones tell of a day (that a picture was taken), and are none
_NAMING = ("aria-label", "title")
_SAYING = frozenset(_NAMING)
_TOGETHER = 3  # elements around a star that may hold its text, too
_ADDRESSES = frozenset({"link", "image"})
_CHOICES = frozenset({"input", "option"})
_AMOUNTS = NUMERIC | {"money", "currency"}
_PLAINLY = NUMERIC | {"text", "money", "duration", "date"}
"""Types that are read from a text alone, where nothing else is said."""
_SIGNS = frozenset({"boolean", "rating"})  # types that an icon's class may say
_OTHERS = ("aria-label", "title", "alt", "content", "value", "aria-valuenow")
_DRAWN = (*_OTHERS, "style")  # a bar's width is a rating, and no other kind of value
_SAID_BY = {names: frozenset(names) for names in (_DATES, _OTHERS, _DRAWN)}
_UNSAID = _SAID_BY[_OTHERS] | _SAID_BY[_DATES]  # what may say more than a text
_BADGES = frozenset({"badge", "count", "counter", "pill", "bubble"})
_COUNT = re.compile(r"\(?\d[\d.,\s]*[kKmM]?\+?\)?")
_BARS = frozenset({"progress", "meter", "progressbar"})
_BAR_ENDS = (("value", "aria-valuenow"), ("min", "aria-valuemin"), ("max", "aria-valuemax"))
_FULL_IN_HTML, _FULL_IN_ARIA = "1", "100"  # where a bar does not say it
_CELLS = frozenset({"cell", "gridcell"})
_PIECES = frozenset({"#text", "p"})
_PICTURES = frozenset({"i", "svg", "img", "canvas"})
_ICON_NAMES = ("data-icon", "data-lucide", "data-feather")  # where sets of icons that scripts draw have the name


def cell_of(page: Outline, column: Column, record: int, field: Field) -> RawCell:
    """What a field reads from a record, before it is typed."""
    hits = column.hits[record]
    if column.source == "label" and len(hits) > 1 and field.type.kind == "text" and field.of is None:
        hits = _one_value(page, hits) if not field.type.many else hits
    return cell_at(page, hits, field, leads=column.leads)


def without_tooltips(page: Outline, column: Column, cells: Sequence[RawCell]) -> list[RawCell]:
    """The cells without what an empty element has only as its tooltip, where all elements of the column have the same.

    `<span title="Code"></span>` beside `<span title="Code">B-7</span>`: that is what the column is called.
    """
    nodes = [hits[0][0] if hits else -1 for hits in column.hits]
    there = [page.nodes[node] for node in nodes if node >= 0]
    names = {folded(node.attributes.get("title", "")) for node in there}
    if len(there) < 2 or len(names) != 1 or not any(page.text[node.index] for node in there):
        return list(cells)
    return [
        cell._replace(text="") if node >= 0 and not page.text[node] and cell.text in names else cell
        for node, cell in zip(nodes, cells, strict=True)
    ]


def is_one_text(page: Outline, column: Column, hits: Sequence[Hit]) -> bool:
    """Whether what stands behind a label is the lines or paragraphs of one text, and is read as such."""
    pieces = all(part is None and page.nodes[node].tag in _PIECES for node, part in hits)
    return column.source == "label" and pieces and len(_one_value(page, hits)) == 1


def _one_value(page: Outline, hits: Sequence[Hit]) -> Sequence[Hit]:
    """The pieces of one element behind a label, as one text: the lines of an address, links with commas between.

    Links with nothing between are several: what stands beside the first may be something to press. What the same words
    name elsewhere in the record ("see also") is none of it.
    """
    around = page.nodes[hits[0][0]].parent
    together = list(takewhile(lambda hit: page.nodes[hit[0]].parent == around, hits))
    if len(together) < 2 or any(part is not None for _, part in together):
        return hits
    nodes = [node for node, _ in together]
    linked = all(page.nodes[node].tag == "a" for node in nodes)
    if linked and not any(
        page.nodes[place].tag == "#text" and page.text[place]
        for place in range(page.nodes[nodes[0]].end, nodes[-1])
        if page.nodes[place].parent == page.nodes[nodes[0]].parent
    ):
        return hits
    return ((nodes[0], (", " if linked else " ").join(page.text[node] for node in nodes)),)


def cell_at(page: Outline, hits: Sequence[Hit], field: Field, *, leads: bool) -> RawCell:
    """What a field reads from the hits of one record; `leads`: the link that a cell begins with is what it says."""
    if not hits:
        return NOTHING
    cell = _cell_at(page, hits, field, leads=leads)
    return partial_stars(page, hits, cell) if field.type.kind == "rating" else cell


def _cell_at(page: Outline, hits: Sequence[Hit], field: Field, *, leads: bool) -> RawCell:
    node, part = hits[-1] if field.of == "last" else hits[0]
    if part is None and (plainly := _plain(page, node, field)):
        return RawCell(plainly)
    text = text_at(page, (node, part), leads=leads, field=field)
    if field.source not in {"text", "heading"}:
        said = [_attribute(page, hit, field.source) for hit, _ in hits] if field.type.many else []
        return RawCell(text=_attribute(page, node, field.source), parts=tuple(one for one in said if one))
    elements = _elements(page, node)
    inner, kind = elements, field.type.kind
    if kind == "rating":
        inner = _without_scale(inner)
    if kind in _SIGNS:
        inner = _in_sight(inner)
    attributes = _said_besides(page, node, inner, kind, part)
    many = field.type.many
    if kind == "rating" and not text and part is None:
        text = _told_with(page, node)
    if not text and part is None and kind not in _SIGNS:
        text = _drawn_signs(inner, counts=kind in NUMERIC)
    if not text and part is None and kind == "text":
        text = _value_in(inner) or _pictured(inner)
    if not text and part is None and page.nodes[node].role in _CELLS:  # drawn, and told in words to who can't see it
        text = folded(page.nodes[node].attributes.get("aria-label", ""))
    return RawCell(
        text=text or (part is None and _value_in(inner)) or "",
        attributes=tuple(map(folded, attributes)) if part is None or kind in {"date", "datetime"} else (),
        classes=_classes(inner) if kind in _SIGNS or not text else (),
        icons=icons_in(inner, alone=not text) if kind == "rating" else _drawn(inner) if kind == "boolean" else (),
        address=_address(page, node, kind, elements) if kind in _ADDRESSES else "",
        parts=_listed(page, hits, field.split) if many else (),
        addresses=_addresses(page, hits, kind) if many else (),
        checked=_checked(inner),
    )


def _said_besides(page: Outline, node: int, inner: Sequence[Node], kind: Kind, part: str | None) -> list[str]:
    """What attributes of the elements of a cell say for a field of this kind."""
    names = _DATES if kind in {"date", "datetime"} else _DRAWN if kind == "rating" else _OTHERS
    unsaid = _SAID_BY[names].isdisjoint
    telling = [item.attributes for item in inner if not unsaid(item.attributes)]
    attributes = [said for name in names for given in telling if (said := given.get(name))] if telling else []
    attributes += [item.name for item in inner if item.role == "img" and item.name]
    if names is _DATES:
        attributes = [said for said in attributes if len(said) <= _TOOLTIP]
    if kind == "percentage" and part is None and (shares := _shares(inner)):
        return [shares]
    if kind == "datetime" and (whole := _with_clock(page, node)):
        attributes = whole
    return attributes


def _plain(page: Outline, index: int, field: Field) -> str:
    """The text of an element with nothing else to say, as most are, for a type that asks for nothing else; else ""."""
    node, text = page.nodes[index], page.text[index]
    if node.end != index + 2 or node.states or node.role == "img" or field.source != "text" or field.type.many:
        return ""
    if field.type.kind not in _PLAINLY or (node.attributes and not _UNSAID.isdisjoint(node.attributes)):
        return ""
    return "" if text.endswith(_DOTS) or is_cut(text) else text


def text_at(page: Outline, hit: Hit, *, leads: bool = False, field: Field | None = None) -> str:
    """The text of a hit; of a cell, for a text, that of the link or heading it begins with, if that `leads`."""
    node, part = hit
    if part is not None:
        return part
    if leads and field is not None and field.type.kind == "text" and not field.type.many and field.match is None:
        node = beginning(page, node, numbered=names_a_code(label_of(field)))
    if field is not None and field.type.kind == "text" and (name := _without_badge(page, node)):
        return name
    text = page.text[node]
    if text.endswith(_DOTS):
        text = _without_leaders(text, field)
    if is_cut(text):
        return _completed(page, node, text)
    amounts = field is not None and field.type.kind in _AMOUNTS
    return _current(page, node, amounts=amounts) or text


def _without_leaders(text: str, field: Field | None) -> str:
    """A text without the dots behind it that lead the eye on to a price or a page: they are neither said nor cut."""
    plainly = text[-1:] in _LEADING and field is not None and field.type.kind == "text" and field.match is None
    return (_LEADERS.sub("", text).rstrip() or text) if plainly else text


def _without_badge(page: Outline, node: int) -> str:
    """The words before a count that stands in the same element, called as one: "Inbox <span class=badge>4</span>"."""
    said = [kid for kid in page.kids[node] if page.text[kid]]
    if len(said) < 2 or not _COUNT.fullmatch(page.text[said[-1]]) or page.nodes[said[-1]].tag == "#text":
        return ""
    called = words_of_name(page.nodes[said[-1]].attributes.get("class", ""))
    words = [page.text[kid] for kid in said[:-1] if page.nodes[kid].tag == "#text"]
    return words[0] if len(words) == len(said) - 1 == 1 and not _BADGES.isdisjoint(called) else ""


def _current(page: Outline, node: int, *, amounts: bool) -> str:
    """What of a text is meant: what is seen where only a part is, and no older value; "" where that is all.

    What is struck is an older amount; of other texts, it may be what is done: see `_is_replaced`.

    The arrow of a list to choose from, in an element of its own beside words, is not said: an amount's may be its sign.

    The digits of an amount that are written in pieces are not run together: see `_parted`.

    What is there for screen readers alone ("Opens in a new window", the price once more) stands beside what is seen;
    beside a mere sign ("●") it is what the sign means.
    """
    if page.nodes[node].tag == "#text" or page.leaves[node] < 2:
        return ""
    texts = [item for item in page.nodes[node : page.nodes[node].end] if item.text and item.tag == "#text"]
    seen = [item for item in texts if item.shown] or texts
    if len(seen) < len(texts) and _is_sign(seen):
        seen = [item for item in texts if not item.shown]
    kept = (_without_struck(page, node, seen) if amounts or _is_replaced(page, node, seen) else seen) or seen
    kept = kept if amounts else _without_arrows(page, kept)
    if len(kept) == len(texts) and not (amounts and _in_pieces(kept)):
        return ""
    pieces = [page.text[item.index] for item in kept]
    if amounts and _in_pieces(kept):
        pieces = _parted(page, kept)
    parts = [
        ("" if not place or "joined" in item.states or is_cents_behind(page.nodes, item.index) else " ") + piece
        for place, (item, piece) in enumerate(zip(kept, pieces, strict=True))
    ]
    return "".join(parts)


def _is_sign(texts: Sequence[Node]) -> bool:
    """Whether texts are a sign that has no letters, and does not stand for nothing as a dash does."""
    said = "".join(item.text for item in texts)
    return not any(map(str.isalnum, said)) and not is_placeholder(said.strip())


def _without_arrows(page: Outline, texts: Sequence[Node]) -> list[Node]:
    words = [item for item in texts if not is_arrow(item.text) or page.text[item.parent] != page.text[item.index]]
    return words if any(map(str.isalpha, "".join(item.text for item in words))) else list(texts)


def _without_struck(page: Outline, node: int, texts: Sequence[Node]) -> list[Node]:
    """The texts that are no older amount, nor the words beside one in an element of their own ("was <s>$5</s>")."""
    struck = [item.index for item in texts if page.struck[item.index]]
    around: set[int] = set()
    for index in struck:
        for above in page.ancestors(index):
            inner = [item for item in texts if above < item.index < page.nodes[above].end]
            if above == node or any(any(map(str.isdigit, i.text)) for i in inner if not page.struck[i.index]):
                break
            around.update(item.index for item in inner)
    return [item for item in texts if item.index not in around and not page.struck[item.index]]


def _is_replaced(page: Outline, node: int, texts: Sequence[Node]) -> bool:
    """Whether struck texts have a newer one beside them: one marked as put in, or the same with other digits."""
    struck = [_DIGITS.sub("0", item.text) for item in texts if page.struck[item.index]]
    beside = [_DIGITS.sub("0", item.text) for item in texts if not page.struck[item.index]] if struck else list[str]()
    put_in = struck and any(item.tag == "ins" for item in page.nodes[node : page.nodes[node].end])
    return bool(put_in) or any("0" in form and struck.count(form) == beside.count(form) for form in set(struck))


def _in_pieces(texts: Sequence[Node]) -> bool:
    """Whether digits of two texts touch, and not those of a counter that has one element for each digit."""
    touching = [(a.text, b.text) for a, b in pairwise(texts) if "joined" in b.states and _touch(a.text, b.text)]
    return any(len(before) > 1 or len(after) > 1 for before, after in touching)


def _touch(before: str, after: str) -> bool:
    return before[-1].isdecimal() and after[0].isdecimal()


def _parted(page: Outline, texts: Sequence[Node]) -> list[str]:
    """The texts of an amount, two lone digits behind a number raised as cents are, others set apart."""
    found = [page.text[texts[0].index]]
    for before, item in pairwise(texts):
        piece = page.text[item.index]
        if "joined" in item.states and _touch(before.text, item.text) and piece == item.text:
            alone = page.text[item.parent] == item.text and len(item.text) == _CENTS
            piece = item.text.translate(RAISED) if alone else " " + item.text
        found.append(piece)
    return found


def _completed(page: Outline, node: int, text: str) -> str:
    """The whole of a text that ends in "…", if an attribute has it."""
    shown = before_cut(text)
    around = [page.nodes[node], *_elements(page, node)]
    for place, above in enumerate(page.ancestors(node)):
        if place == 2 or page.text[above] != text:
            break
        around.append(page.nodes[above])
    for item in around:
        for name in _FULL:
            whole = folded(item.attributes.get(name, ""))
            if len(whole) > len(shown) and whole.startswith(shown):
                return whole
    address = next((item.attributes["href"] for item in around if item.attributes.get("href")), "")
    name = folded(unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2]))
    return name if text.endswith(_FILES) and len(name) > len(shown) and name.startswith(shown) else text


def _with_clock(page: Outline, node: int) -> list[str]:
    """The moment that two `time` elements side by side tell, a day and a time of day; none where they don't."""
    said = page.nodes[node].attributes.get("datetime", "")
    parent = page.nodes[node].parent
    if page.nodes[node].tag != "time" or not _DAY.fullmatch(said):
        return []
    behind = page.nodes[page.nodes[node].end : page.nodes[parent].end]
    following = next((item for item in behind if item.tag == "time"), None)
    clock = following.attributes.get("datetime", "") if following is not None else ""
    return [f"{said}T{clock:0>5}"] if _CLOCK.fullmatch(clock) else []


def _elements(page: Outline, node: int) -> list[Node]:
    """The elements of a hit: of a text the element around it, if the text is all that it has."""
    hit = page.nodes[node]
    if hit.tag == "#text":
        return [page.nodes[hit.parent]] if page.text[hit.parent] == page.text[node] else []
    inner = _without_editors(hit, page.nodes[node : hit.end])
    return [item for item in inner if item.tag != "#text" and not (item.tag in _CHOICES and _is_choice(item))]


def _without_editors(cell: Node, inner: Sequence[Node]) -> Sequence[Node]:
    """The parts of a cell that is seen without the forms hidden in it: they change what it says, and say nothing."""
    forms = [item for item in inner if item.tag == "form" and not item.shown and cell.shown]
    hidden = {place for form in forms for place in range(form.index, form.end)}
    return [item for item in inner if item.index not in hidden] if hidden else inner


def _is_choice(node: Node) -> bool:
    """Whether a box or an option is one of several that a reader could choose, and has not: "Rate this 1 out of 5"."""
    return node.role in {"radio", "option"} and not node.states & {"checked", "selected"}


def _without_scale(inner: Sequence[Node]) -> list[Node]:
    """The elements without those side by side that say 1, 2, 3 …: a scale to be pressed says no rating."""
    said: dict[int, list[float]] = {}
    for item in inner:
        if _SAYING.isdisjoint(item.attributes):
            continue
        texts = (item.attributes.get(name, "") for name in _NAMING)
        rating = next((found for text in texts if text and (found := read_rating(text)) is not None), None)
        if rating is not None:
            said.setdefault(item.parent, []).append(rating)
    scales = {parent for parent, ratings in said.items() if len(set(ratings)) >= LEAST}
    return [item for item in inner if item.parent not in scales]


def _in_sight(inner: Sequence[Node]) -> list[Node]:
    """The elements without the icons that are hidden beside others: widgets hold both looks of a star, and show one.

    Where none is in sight (in a closed tab), nothing tells which would be. What holds icons is none itself.
    """
    drawn = [item for item in inner if item.tag in _PICTURES or is_star(item.attributes.get("class", ""))]
    following = [*(item.index for item in drawn[1:]), *(item.end for item in drawn[-1:])]
    icons = [item for item, behind in zip(drawn, following, strict=True) if behind >= item.end]
    hidden = {item.index for item in icons if not item.shown} if any(item.shown for item in icons) else set[int]()
    return [item for item in inner if item.index not in hidden]


def _told_with(page: Outline, drawn: int) -> str:
    """What a text beside a rating that is only drawn tells of it, in one element with it; "" where none does."""
    text = next((page.text[above] for above in islice(page.ancestors(drawn), _TOGETHER) if page.text[above]), "")
    return told_by_stars(text) if len(text) <= _TOOLTIP else ""


def _attribute(page: Outline, node: int, name: str) -> str:
    """An attribute of the hit: its own, else the first below it."""
    return next((folded(item.attributes[name]) for item in _elements(page, node) if name in item.attributes), "")


def _classes(inner: Sequence[Node]) -> tuple[str, ...]:
    """The class names of some elements; an icon's name in an attribute of its own is one."""
    named = [f"icon-{item.attributes[name]}" for item in inner for name in _ICON_NAMES if item.attributes.get(name)]
    return (*(name for item in inner for name in item.attributes.get("class", "").split()), *named)


def _drawn(inner: Sequence[Node]) -> tuple[str, ...]:
    """What pictures and icons among some elements are: their classes, else their tags."""
    return tuple(item.attributes.get("class") or item.tag for item in inner if item.tag in _PICTURES)


def icons_in(inner: Sequence[Node], *, alone: bool) -> tuple[str, ...]:
    """The classes of each star among some elements: an icon without a text of its own.

    Where the stars are `alone`, one drawn in several parts, its halves, is what stands beside others of its kind.
    """
    found: list[str] = []
    if alone and (row := _row_of_stars(inner)):
        return row
    end = -1
    for item in inner:
        lone = item.end == item.index + 1 or item.tag == "svg"
        if lone and item.index >= end and is_star(item.attributes.get("class", "")):
            found.append(" ".join(sorted(item.attributes["class"].split())))
            end = item.end
    return tuple(found)


def _row_of_stars(inner: Sequence[Node]) -> tuple[str, ...]:
    """The classes of the outermost stars of which several stand in one element."""
    stars = [item for item in inner if is_star(item.attributes.get("class", ""))]
    beside = Counter(item.parent for item in stars)
    row = next((item.parent for item in stars if beside[item.parent] >= LEAST), None)
    return tuple(" ".join(sorted(item.attributes["class"].split())) for item in stars if item.parent == row)


def _value_in(inner: Sequence[Node]) -> str:
    """The value of the one control in a cell."""
    values = [item.value for item in inner if item.value]
    return values[0] if len(values) == 1 else ""


def _shares(inner: Sequence[Node]) -> str:
    """How full the bars of a cell are between their least and their most; "" where it has none."""
    shares: dict[str, None] = {}
    for item in inner:
        if item.tag not in _BARS and item.role not in _BARS:
            continue
        value, least, most = (item.attributes.get(name) or item.attributes.get(other) for name, other in _BAR_ENDS)
        most = most or (_FULL_IN_HTML if item.tag in _BARS else _FULL_IN_ARIA)
        try:
            empty = float(least or 0)
            shares[f"{(float(value or '') - empty) / (float(most) - empty):.6%}"] = None
        except (ValueError, ZeroDivisionError):
            continue
    return " ".join(shares)


def _drawn_signs(inner: Sequence[Node], *, counts: bool) -> str:
    """What several pictures of one sign each say together: digits that are drawn, with the signs of an amount.

    Where a number `counts`, equal ones stay apart: they may be one for each thing.
    """
    signs = [item.attributes.get("alt", "") for item in inner if item.tag == "img"]
    if len(signs) < 2 or any(len(sign) != 1 or sign.isalpha() for sign in signs) or not any(map(str.isdecimal, signs)):
        return ""
    return (" " if counts and len(set(signs)) == 1 else "").join(signs)


def _pictured(inner: Sequence[Node]) -> str:
    """What the one picture or sign of a cell is called, "" where there are several names."""
    names = [
        next(
            (folded(item.attributes[name]) for name in ("alt", "aria-label", "title") if item.attributes.get(name)), ""
        )
        for item in inner
    ]
    return names[0] if len(names := [name for name in dict.fromkeys(names) if name]) == 1 else ""


def _checked(inner: Sequence[Node]) -> bool | None:
    boxes = [item for item in inner if item.states and item.states & {"checked", "unchecked"}]
    return "checked" in boxes[0].states if len(boxes) == 1 else None


def _address(page: Outline, node: int, kind: str, elements: Sequence[Node]) -> str:
    if kind == "image":
        return next(filter(None, (_picture(page, item) for item in elements)), "")
    own = next((href for item in elements if (href := item.attributes.get("href"))), "")
    if own:
        return without_fragment(own)
    around = (page.nodes[above].attributes.get("href", "") for above in page.ancestors(node))
    return without_fragment(next((address for address in around if address), ""))


def _picture(page: Outline, item: Node) -> str:
    """Where a picture is, also one that is fetched when it comes into sight: until then another holds its place.

    Scripts keep its address in an attribute of their own (`data-src`, `data-original`, `data-lazy-src`). What holds the
    place is drawn in the page itself, or is one picture for several.
    """
    shown = item.attributes.get("src", "")
    if item.tag != "img" or not (shown.startswith("data:") or _fetched_later(item)):
        return shown
    later = urljoin(page.view.url, _fetched_later(item))
    others = (page.nodes[node] for node in page.images if page.nodes[node].attributes.get("src", "") == shown)
    held = shown.startswith("data:") or any(_fetched_later(one) not in {"", _fetched_later(item)} for one in others)
    return later if held and _fetched_later(item) else shown


def _fetched_later(item: Node) -> str:
    """The address of a picture that a script fetches when it comes into sight, "" for none."""
    later = (
        value
        for name, value in item.attributes.items()
        if name.startswith("data-") and _LATER.search(name) and _ADDRESS.fullmatch(value)
    )
    return next(later, "")


def pictures_at(page: Outline, nodes: Sequence[int]) -> Sequence[str]:
    """Where the pictures in elements are, each once."""
    items = (item for node in nodes for item in _elements(page, node))
    return tuple(dict.fromkeys(filter(None, (_picture(page, item) for item in items))))


def _addresses(page: Outline, hits: Sequence[Hit], kind: str) -> tuple[str, ...]:
    if kind not in {"link", "image"}:
        return ()
    items = (item for node, _ in hits for item in _elements(page, node))
    found = (_picture(page, item) if kind == "image" else item.attributes.get("href", "") for item in items)
    return tuple(dict.fromkeys(without_fragment(address) for address in found if address))


def _listed(page: Outline, hits: Sequence[Hit], split: str) -> tuple[str, ...]:
    """The items of a list: several hits, else the chips inside one, or its lines where no other sign is to split it."""
    if len(hits) > 1:
        return tuple(text for hit in hits if not is_placeholder(text := text_at(page, hit)))
    return parts_of(page, hits[0][0], by_lines=split == COMMAS[0]) if hits[0][1] is None else ()


def parts_of(page: Outline, node: int, *, by_lines: bool) -> tuple[str, ...]:
    """The texts of several links, items or chips of one kind, or `by_lines`; none where the cell is one text."""
    place = node
    while True:
        kids = [kid for kid in page.kids[place] if page.text[kid]]
        if len(kids) != 1 or page.nodes[kids[0]].tag == "#text":
            break
        place = kids[0]
    chips = [kid for kid in kids if page.nodes[kid].tag != "#text"]
    rest = [page.text[kid].strip(" ,;·|/&") for kid in kids if page.nodes[kid].tag == "#text"]
    if not chips:
        return _lines(page, place) if by_lines else ()
    if not any(rest) and len({page.nodes[kid].tag for kid in chips}) == 1:
        return tuple(page.text[kid].strip(" ,;") for kid in chips if not is_placeholder(page.text[kid]))
    return ()


def _lines(page: Outline, place: int) -> tuple[str, ...]:
    """The texts between the line breaks of an element; none where it has signs or words of its own between items."""
    found = [""]
    for kid in page.kids[place]:
        if page.nodes[kid].tag == "br":
            found.append("")
        else:
            found[-1] = f"{found[-1]} {page.text[kid]}".strip()
    lines = [text for text in found if text and not is_placeholder(text)]
    joined = any(joins(text.rpartition(" ")[2]) or joins(text.partition(" ")[0]) for text in lines)
    return () if len(lines) < 2 or joined or any(sign in text for text in lines for sign in COMMAS) else tuple(lines)


def without_fragment(address: str) -> str:
    """An address without what stands behind `#`, unless it is a path: applications of one document keep theirs so."""
    return address if "#" not in address or _ROUTE.search(address) else address.partition("#")[0]
