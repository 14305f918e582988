"""Where do the words of a label stand inside a record, and which text is its value?

Ties first (`dt`/`dd`, a row head and its cell, a control's label), then `Label: value` in one text, then the text that
follows the label where nothing stands between. Only labels that are asked for are looked for; all that look like
labels are listed for messages.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from webdart.records.beside import seen_beside
from webdart.records.coerce.numbers import same_stem
from webdart.records.coerce.signs import boolean_of_classes
from webdart.records.columns import Column, Hit
from webdart.records.outline import Outline
from webdart.records.pieces import run_of
from webdart.records.regions import Region
from webdart.records.words import plain

_MAX_LABEL = 60
_MAX_COUNTS = 160  # letters of a text that counts several things
_COUNT = re.compile(r"(?<![\w.,])(\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?)\s?([^\W\d_]{2,30})")
_ICONS = frozenset({"#text", "img", "svg", "i", "br", "a", "input"})
_LABELS = ("data-label", "data-th", "data-title", "data-colname", "data-heading", "data-header")
_NAMED = ("title", "aria-label", "alt")
_CONTROLS = frozenset({"input", "select", "textarea", "button"})
_COLONS = frozenset({":", "："})  # in an element of its own it belongs to the label
_VALUE_TAGS = frozenset({"td", "dd"})


def labelled(page: Outline, region: Region, records: Sequence[int], wanted: Mapping[str, bool]) -> list[Column]:
    """A column for every wanted label (plain form → whether the file writes it) that the records have."""
    hits: dict[str, list[list[Hit]]] = {label: [[] for _ in records] for label in wanted}
    loose: dict[str, list[list[Hit]]] = {label: [[] for _ in records] for label in wanted}
    headed = region.grid is not None and region.grid.headed
    for place, number in enumerate(records):
        for root in region.records[number]:
            _gather(page, root, place, (hits, loose), alone=len(region.records) == 1, formal=headed)
    found: list[Column] = []
    for label, written in wanted.items():
        columns = [list(dict.fromkeys(column)) for column in hits[label]]
        if not any(columns):
            # without a colon the words must be template: in most records, unless the file wrote them
            having = sum(1 for column in loose[label] if column)
            if having and (written or (len(records) > 1 and having * 2 >= len(records))):
                columns = [list(dict.fromkeys(column)) for column in loose[label]]
                columns = [] if _template(columns) and not written else columns
        if any(columns):
            found.append(Column(f"label:{label}", "label", tuple(map(tuple, columns)), frozenset({label}), label))
    return found


def _template(columns: Sequence[Sequence[Hit]]) -> bool:
    """Whether what follows the words is the same in all records: "Docket Number" has no docket called "Number"."""
    rests = [hits[0][1] for hits in columns if hits]
    return len(rests) > 2 and None not in rests and len(set(rests)) == 1


_Hits = dict[str, list[list[Hit]]]
_Found = tuple[_Hits, _Hits]


def _gather(page: Outline, root: int, place: int, found: _Found, *, alone: bool, formal: bool) -> None:
    """The labels of one root: sure ones into the first table, those without a colon into the second.

    `formal`: the region has heads, so that what cells repeat of them in attributes says nothing new.
    """
    hits, loose = found
    for index in page.below(root):
        node = page.nodes[index]
        text = page.text[index]
        if node.attributes:
            for label, sure in _said(page, index, hits, formal=formal):
                values = [(index, None)] if text else _values_of(page, index, root)
                (hits if sure else loose)[label][place].extend(values)
        if not text:
            if node.value and node.role and plain(node.name) in hits:
                hits[plain(node.name)][place].append((index, node.value))
            continue
        if len(text) > _MAX_LABEL * 4 and node.tag != "#text":
            continue
        label = _name(text, hits) if len(text) <= _MAX_LABEL else ""
        if label in hits and node.tag not in _VALUE_TAGS and not _same_below(page, index):
            values = seen_beside(page, index, _values_of(page, index, root), hits)
            if values:
                sure = _formal(page, index) or text[-1] in ":：" or (alone and not _linked(page, index))
                (hits if sure else loose)[label][place].extend(values)
            continue
        if node.tag == "#text" or (page.leaves[index] > 1 and not _block_inside(page, index)):
            _inside(page, index, place, found)


def _said(page: Outline, index: int, wanted: Container[str], *, formal: bool) -> Iterator[tuple[str, bool]]:
    """The labels that an element has in attributes, and whether they are there to be labels."""
    attributes, tag = page.nodes[index].attributes, page.nodes[index].tag
    for name in () if formal else _LABELS:
        if name in attributes and (label := _name(attributes[name], wanted)) in wanted:
            yield label, True
    for name in () if tag in _CONTROLS else _NAMED:
        if name in attributes and len(attributes[name]) <= _MAX_LABEL:
            label = _name(attributes[name], wanted)
            if label in wanted and label != plain(page.text[index]):
                yield label, False


def _name(text: str, wanted: Container[str]) -> str:
    """A label in plain form, `_` read as a blank where only that is asked for."""
    label = plain(text)
    return label if label in wanted or "_" not in text else plain(text.replace("_", " "))


def _same_below(page: Outline, index: int) -> bool:
    """Whether an element below has the same text: that one is the label."""
    below = [kid for kid in page.kids[index] if page.text[kid]]
    return len(below) == 1 and page.nodes[below[0]].tag != "#text"


def _block_inside(page: Outline, index: int) -> bool:
    inner = page.nodes[index + 1 : page.nodes[index].end]
    return any(node.tag in {"div", "p", "li", "dd", "dt", "td", "tr", "ul", "section", "table"} for node in inner)


def _inside(page: Outline, index: int, place: int, found: _Found) -> None:
    """`Label: value` or `Label value` at the start of a text; the text of one element counts as one line."""
    hits, loose = found
    text = page.text[index]
    match = re.match(r"([^:：]{1,60})[:：]\s*(\S.*)", text)
    if match and _name(match[1], hits) in hits:
        if page.nodes[index].tag == "#text":
            hits[_name(match[1], hits)][place].append((index, match[2]))
        return
    if page.nodes[index].tag == "#text" and _counted(index, text, place, loose):
        return
    words = text.split()
    for count in range(1, min(5, len(words))):
        label = plain(" ".join(words[:count]))
        if label in loose and page.nodes[index].tag == "#text":
            loose[label][place].append((index, " ".join(words[count:])))
            return


def _counted(index: int, text: str, place: int, loose: _Hits) -> bool:
    """The numbers of a text that counts several things, each by what it counts: "517 bytes (78 words)"."""
    counts = [(match[1], plain(match[2])) for match in _COUNT.finditer(text)] if len(text) <= _MAX_COUNTS else []
    if len(counts) < 2:
        return False
    asked = [(number, label) for number, unit in counts for label in loose if same_stem(unit, label)]
    for number, label in asked:
        loose[label][place].append((index, number))
    return bool(asked)


def _formal(page: Outline, index: int) -> bool:
    """Whether the mark-up itself says that this is a label."""
    return any(
        page.nodes[place].tag in {"dt", "th", "label"} or page.nodes[place].role in {"term", "rowheader"}
        for place in (index, page.nodes[index].parent)
        if place >= 0
    )


def _linked(page: Outline, index: int) -> bool:
    return page.nodes[index].tag == "a" or page.nodes[page.nodes[index].parent].tag == "a" or page.chrome[index]


def _values_of(page: Outline, label: int, root: int) -> list[Hit]:
    """What a label names: the next thing with a text, looked for upwards as long as the label is all that is there."""
    node = page.nodes[label]
    if node.attributes.get("for"):
        control = next((n for n in page.nodes if n.attributes.get("id") == node.attributes["for"]), None)
        if control is not None and control.value is not None:
            return [(control.index, control.value)]
    place = label
    while place != root:
        parent = page.nodes[place].parent
        after = [kid for kid in page.kids[parent] if kid > place and not _acts(page, kid)]
        texts = [
            kid
            for kid in after
            if (page.text[kid] and page.text[kid] not in _COLONS) or _has_value(page, kid) or _is_shown(page, kid)
        ]
        if page.nodes[place].tag == "dt":
            return _definitions(page, after)
        if after and _is_blank_cell(page, after[0]):
            return [(after[0], None)]
        if texts and place != label and _is_pair(page, label, texts[0]):
            return [(place, "")]  # what follows is the next label with its value: this one has none
        if texts:
            return _named(page, label, after, texts[0]) if _is_value(page, place, texts[0]) else []
        if parent == root or not _same_text(page, parent, place):
            break
        place = parent
    return []


def _named(page: Outline, label: int, after: Sequence[int], first: int) -> list[Hit]:
    """The text behind a label; behind a colon also what goes on with it."""
    run = run_of(page, after) if page.text[label].endswith((":", "：")) else ()
    return [(text, None) for text in run] if len(run) > 1 else [_value(page, first)]


def _same_text(page: Outline, parent: int, place: int) -> bool:
    """Whether an element has no text but one of its own elements, links to press left aside."""
    if page.text[parent] == page.text[place]:
        return True
    return all(kid == place or not page.text[kid] or _acts(page, kid) for kid in page.kids[parent])


def _acts(page: Outline, index: int) -> bool:
    """Whether an element is a link that leads nowhere: something to press ("Edit"), no value."""
    node = page.nodes[index]
    if node.tag != "a":
        return False
    address = node.attributes.get("href", "")
    here = page.view.url.partition("#")[0]
    return address.startswith(("javascript:", "#")) or (address.partition("#")[0] == here and "#" in address)


def _is_value(page: Outline, label: int, value: int) -> bool:
    """A head cell is no value; nor is a block's text for a label inside a line of its own kind."""
    node = page.nodes[value]
    return (node.tag not in {"th", "dt"} and page.nodes[label].tag != "td") or node.tag == "td"


def _is_blank_cell(page: Outline, index: int) -> bool:
    """A cell that stands beside its label and says nothing: what the label names is not there, or is drawn in it."""
    return page.nodes[index].tag in _VALUE_TAGS and not page.text[index] and not _has_value(page, index)


def _is_pair(page: Outline, label: int, index: int) -> bool:
    """Whether an element begins with a label of the same kind as another one, and has more than that.

    Both end in a colon, or both are of a class: bold print alone makes no label.
    """
    own = label if page.nodes[label].tag != "#text" else page.nodes[label].parent
    first = next((kid for kid in page.kids[index] if page.text[kid]), None)
    if first is None or page.step[first] != page.step[own] or page.text[first] == page.text[index]:
        return False
    colons = {page.text[one].endswith((":", "：")) for one in (own, first)}
    return colons == {True} or (colons == {False} and bool(page.classes[own]))


def _definitions(page: Outline, after: Iterable[int]) -> list[Hit]:
    found: list[Hit] = []
    for kid in after:
        tag = page.nodes[kid].tag
        if tag == "dd":
            found.append((kid, None))
        elif tag == "dt" and found:
            break
    return found


def _has_value(page: Outline, index: int) -> bool:
    return any(node.value for node in page.nodes[index : page.nodes[index].end])


def _is_shown(page: Outline, index: int) -> bool:
    """A value that is shown, not written: stars or a bar with a title, name or width; an icon for yes or no."""
    if page.nodes[index].tag in _ICONS or page.skipped[index]:
        return False
    inner = page.nodes[index : page.nodes[index].end]
    named = any(name in node.attributes for node in inner for name in ("title", "aria-label", "style"))
    return named or any(boolean_of_classes(node.attributes.get("class", "").split()) is not None for node in inner)


def _value(page: Outline, index: int) -> Hit:
    if not page.text[index]:
        held = next((node for node in page.nodes[index : page.nodes[index].end] if node.value), None)
        if held is not None:
            return held.index, held.value
    text = page.text[index]
    trimmed = text.lstrip(":： ")
    return index, (trimmed if trimmed != text else None)


def seen(page: Outline, region: Region | None, root: int) -> tuple[str, ...]:
    """What looks like a label on the page, for messages: heads, terms, row heads, texts that end in a colon."""
    found: dict[str, None] = {}
    if region is not None and region.grid is not None:
        found.update(dict.fromkeys(text for text in region.grid.shown if text))
    for index in page.below(root):
        node, text = page.nodes[index], page.text[index]
        if not text or len(text) > _MAX_LABEL:
            continue
        if node.tag in {"dt", "th"} or (node.tag == "#text" and text.endswith((":", "："))):
            found.setdefault(text.strip(":： "), None)
    return tuple(found)
