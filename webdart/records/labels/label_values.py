"""Gives the value that a label names: the text behind it, its control, or the sign drawn in its place.

The text that follows counts where nothing stands between. The line below is the next label's where lines of one kind
have their values beside their labels. An icon before or behind a word may say yes or no: "☑ Wifi".
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from webdart.page.model import Node
from webdart.page.roles import is_text_box
from webdart.page.text_match import COLONS, says_obligation
from webdart.records.coerce.signs import boolean_of_classes, read_boolean
from webdart.records.columns.control_states import control_state
from webdart.records.columns.mined_columns import Hit
from webdart.records.labels.next_label import PAIR, is_next_label
from webdart.records.labels.value_extent import day_of, is_title, paragraphs_below, prose_of, run_of, with_unit
from webdart.records.structure.outline import BLOCKS, Outline

_ICONS = frozenset({"#text", "img", "svg", "i", "br", "a", "input"})
_SIGNS = frozenset({"img", "svg", "i"})
_TICKS = frozenset({"checked", "unchecked"})  # the states of a box to tick
_DRAWN = "combobox"  # the role of a box that need be no form's: what it holds is a text in it
_COLONS = frozenset(COLONS)  # in an element of its own it belongs to the label
VALUE_TAGS = frozenset({"td", "dd"})
"""Elements that hold values, and are no labels themselves."""
_LABEL_TAGS = frozenset({"dt", "th", "label"})
_NAMED = ("title", "aria-label", "alt")
_PRESSED = frozenset({"a", "button"})
_UP = 3  # elements from a text up to the label that it is in
_PAIR = 2  # cells: a code, and what it means; texts of a tile: a value, and its label


def values_of(page: Outline, label: int, root: int) -> list[Hit]:
    """What a label names: the next thing with a text, looked for upwards as long as the label is all that is there."""
    if (control := tied_control(page, label)) is not None:
        if control.value is not None:
            return [(control.index, control.value)]
        if control.states & _TICKS:
            return [(control.index, None)]
        if control.role == _DRAWN and not _has_options(page, control):
            return [(control.index, page.view.visible_text_of(control.index))]
    if (told := _in_tile(page, label)) is not None:
        return told
    place = label
    while place != root:
        found = _beside(page, label, place)
        if found is not None:
            return found
        parent = page.nodes[place].parent
        if parent == root or not _same_text(page, parent, place):
            break
        place = parent
    return _pressable(page, label)


def tied_control(page: Outline, label: int) -> Node | None:
    """The control of a label that is all a text's, but for a sign: a ticket's price is only a part of its label.

    A box to tick may stand in the label itself.
    """
    around = [page.nodes[place] for place in (label, *page.ancestors(label))[:_UP]]
    around = [node for node in around if _says_only(page, node, label)]
    labels = [node for node in around if node.tag == "label"]
    tied = next((node.attributes.get("for", "") for node in labels), "")
    if tied and (control := next((node for node in page.nodes if node.attributes.get("id") == tied), None)) is not None:
        return control
    ids = [node.attributes["id"] for node in labels if "id" in node.attributes]
    named = (node for node in page.nodes[label:] if _named_by(node) in ids) if ids else iter(())
    boxes = (box for node in labels for box in page.nodes[node.index : node.end] if box.states & _TICKS)
    return next(named, None) or (None if tied else next(boxes, None))


def _named_by(node: Node) -> str | None:
    """The id of the one element that names a control; WAI-ARIA 1.2, aria-labelledby."""
    return node.attributes.get("aria-labelledby") if node.value is not None or node.role == _DRAWN else None


def _has_options(page: Outline, control: Node) -> bool:
    """Whether a drawn box holds its list, too: what is chosen of it is one of several texts."""
    return any(node.role in {"listbox", "option"} for node in page.nodes[control.index + 1 : control.end])


def _says_only(page: Outline, node: Node, label: int) -> bool:
    """Whether an element has no words but a text's, and a sign: the star of what has to be filled in, or "Optional"."""
    rest = page.text[node.index].replace(page.text[label], "", 1)
    return not any(map(str.isalnum, rest)) or says_obligation(rest)


def _in_tile(page: Outline, label: int) -> list[Hit] | None:
    """The one text above a label that ends its tile, as its like end the tiles beside it; none in an empty tile.

    None where it is no such label.
    """
    tile = page.nodes[label].parent
    if tile < 0 or page.nodes[tile].parent < 0 or page.nodes[label].tag not in BLOCKS:
        return None
    tiles = (kid for kid in page.kids[page.nodes[tile].parent] if page.nodes[kid].tag == page.nodes[tile].tag)
    said = {kid: inner for kid in tiles if (inner := [one for one in page.kids[kid] if page.text[one]])}
    pairs = sum(len(inner) == _PAIR and page.step[inner[0]] != page.step[label] for inner in said.values())
    if pairs < _PAIR or said[tile][-1] != label or len(said[tile]) > _PAIR:
        return None
    if any(page.step[inner[-1]] != page.step[label] for inner in said.values()):
        return None
    return [_value(page, said[tile][0])] if len(said[tile]) == _PAIR else [(label, "")]


def _beside(page: Outline, label: int, place: int) -> list[Hit] | None:
    """What follows an element that has the label and nothing else; None where nothing does."""
    parent = page.nodes[place].parent
    after = [kid for kid in page.kids[parent] if kid > place and not _acts(page, kid)]
    if page.nodes[place].tag == "dt":
        lacks = bool(after) and is_next_label(page, label, place, after[0])
        return [(place, "")] if lacks else _definitions(page, after)
    blank: list[Hit] = [(after[0], None)] if after and _is_blank_cell(page, after[0]) else []
    if found := blank or _typed(page, after) or _chosen(page, label, after):
        return found
    texts = [
        kid
        for kid in after
        if (page.text[kid] and page.text[kid] not in _COLONS) or _has_value(page, kid) or _is_shown(page, kid)
    ]
    if texts and (twins := _twins(page, label, texts)):
        if len(twins) == len(texts):
            return None
        texts = texts[len(twins) :]
    pressed = _pressed(page, label, parent) if place == label and not any(_says(page, kid) for kid in texts) else []
    if pressed or not texts:
        return pressed or _signed(page, label, place)
    if is_next_label(page, label, place, texts[0]):
        return [(place, "")]  # what follows is the next label with its value: this one has none
    return _named(page, label, after, texts[0]) if _is_value(page, place, texts[0]) else []


def _typed(page: Outline, after: Sequence[int]) -> list[Hit]:
    """What the text box holds that a label's element begins with: words behind it say how it is filled, or what with.

    An empty one may as well be there to ask for more: it is the value only where all words behind it are to be pressed.
    """
    first = next((kid for kid in after if page.text[kid] or not page.skipped[kid]), None)
    if first is None or page.nodes[first].tag not in VALUE_TAGS:
        return []
    inner = [node for node in page.nodes[first : page.nodes[first].end] if not page.skipped[node.index]]
    written = [node for node in inner if is_text_box(node) or (node.tag == "#text" and page.text[node.index])]
    begins = next(iter(written), None)
    if begins is None or not is_text_box(begins) or sum(map(is_text_box, inner)) > 1:
        return []
    pressed = [node for node in inner if node.tag in _PRESSED and any(map(str.isalnum, page.text[node.index]))]
    said = [node for node in inner if node.tag == "#text" and any(map(str.isalnum, page.text[node.index]))]
    only = all(any(link.index < node.index < link.end for link in pressed) for node in said)
    return [(begins.index, begins.value or "")] if begins.value or only else []


def _twins(page: Outline, label: int, texts: Sequence[int]) -> Sequence[int]:
    """The words that stand for a label on screens of another width: hidden, in its line, and before something shown.

    Where nothing is shown behind them, they are a value that is yet to be unfolded.
    """
    parent = page.nodes[texts[0]].parent
    if not page.nodes[label].shown or page.nodes[parent].parent < 0:
        return ()
    hidden = list(takewhile(lambda kid: _is_hidden_word(page, kid), texts))
    if len(hidden) < len(texts):
        return hidden
    around = page.kids[page.nodes[parent].parent]
    behind = next((kid for kid in around if kid > parent and page.text[kid]), None)
    beside = behind is not None and page.nodes[behind].shown and page.step[behind] != page.step[parent]
    return hidden if beside else ()


def _is_hidden_word(page: Outline, index: int) -> bool:
    """Whether an element in a line is not shown: a block may be a fold."""
    node = page.nodes[index]
    return not node.shown and node.tag not in {"#text", *BLOCKS, *VALUE_TAGS}


def _signed(page: Outline, label: int, place: int) -> list[Hit] | None:
    sign = sign_before(page, place) if place == label else None
    return None if sign is None else [(sign, None)]


def is_pair(page: Outline, index: int) -> bool:
    """Whether a text is a label with a colon, or begins with one: "Publisher: Insel"."""
    return page.text[index].endswith(COLONS) or bool(PAIR.match(page.text[index]))


def _named(page: Outline, label: int, after: Sequence[int], first: int) -> list[Hit]:
    """The text behind a label; behind a colon also what goes on with it, or what a code means."""
    ends = page.text[label].endswith(COLONS)
    run = run_of(page, after) if ends or is_title(page, label, after) else ()
    if len(run) > 1:
        return [(text, None) for text in run]
    if len(paragraphs := paragraphs_below(page, [kid for kid in after if kid >= first])) > 1:
        return [(paragraph, None) for paragraph in paragraphs]
    if len(cells := _coded(page, label, after)) > 1:
        return [(cell, None) for cell in cells]
    prose = prose_of(page, after) if ends else ""
    measured = day_of(page, after) or prose or with_unit(page, first, after)
    return [(first, measured)] if measured else [_value(page, first)]


def _coded(page: Outline, label: int, after: Sequence[int]) -> Sequence[int]:
    """The cells behind a label with a colon, where a code stands in one and what it means in the next."""
    cells = [kid for kid in after if page.nodes[kid].tag in VALUE_TAGS and page.text[kid]]
    if len(cells) != _PAIR or not page.text[label].endswith(COLONS):
        return ()
    code, meaning = cells
    linked = any(node.tag == "a" for node in page.nodes[meaning : page.nodes[meaning].end])
    worded = page.text[code].isdigit() and any(map(str.isalpha, page.text[meaning]))
    return () if linked or not worded or is_pair(page, meaning) else cells


def _same_text(page: Outline, parent: int, place: int) -> bool:
    """Whether an element has no text but one of its own elements, links to press left aside."""
    if page.text[parent] == page.text[place]:
        return True
    others = [kid for kid in page.kids[parent] if kid != place and page.text[kid] and not _acts(page, kid)]
    return not others or (page.nodes[place].shown and all(_is_hidden_word(page, kid) for kid in others))


def _chosen(page: Outline, label: int, after: Sequence[int]) -> list[Hit]:
    """The choice that controls behind a label hold, where nothing but the other choices stands beside them."""
    said = control_state(page, after) if page.text[label].endswith(COLONS) else None
    rest = " ".join(page.text[kid] for kid in after if page.text[kid])
    return [(after[0], said.words)] if said is not None and said.holds and rest in {"", said.beside} else []


def _pressable(page: Outline, label: int) -> list[Hit]:
    """The one button behind a label, where nothing else stands there: its words may be a value."""
    after = [kid for kid in page.kids[page.nodes[label].parent] if kid > label]
    if not page.text[label].endswith(COLONS) or any(page.text[kid] for kid in after):
        return []
    button = next((kid for kid in after if control_state(page, [kid]) is not None), None)
    return [] if button is None else [(button, None)]


def _acts(page: Outline, index: int) -> bool:
    """Whether an element is a link that leads nowhere: something to press ("Edit"), no value."""
    node = page.nodes[index]
    if node.tag != "a":
        return False
    address = node.attributes.get("href", "")
    here = page.view.url.partition("#")[0]
    return address.startswith(("javascript:", "#")) or (address.partition("#")[0] == here and "#" in address)


def _pressed(page: Outline, label: int, parent: int) -> list[Hit]:
    """The links that scripts answer behind a label with a colon, where they are all that its line has to say.

    They are no value where they stand in the label's own element, and the value in one of another kind behind that.
    """
    if page.nodes[parent].tag in _LABEL_TAGS or not page.text[label].endswith(COLONS):
        return []
    beside = page.kids[page.nodes[parent].parent] if page.nodes[parent].parent >= 0 else ()
    following = next((kid for kid in beside if kid > parent and page.text[kid]), None)
    if following is not None and page.step[following] != page.step[parent]:
        return []
    return [(kid, None) for kid in page.kids[parent] if kid > label and page.text[kid] and _acts(page, kid)]


def _says(page: Outline, index: int) -> bool:
    """Whether an element is more than a comma between two links."""
    return not page.text[index] or any(map(str.isalnum, page.text[index]))


def _is_value(page: Outline, label: int, value: int) -> bool:
    """A head cell is no value; nor is a block's text for a label inside a line of its own kind, nor a box's label."""
    node = page.nodes[value]
    if any(inner.states & _TICKS and _labels(page, value, inner) for inner in page.nodes[value : node.end]):
        return False
    return (node.tag not in {"th", "dt"} and page.nodes[label].tag != "td") or node.tag == "td"


def _labels(page: Outline, root: int, box: Node) -> bool:
    """Whether a box to tick stands in a label with words, in an element or above it."""
    around = (page.nodes[place] for place in page.ancestors(box.index) if place >= root)
    return any(node.tag == "label" and page.text[node.index] for node in around)


def _is_blank_cell(page: Outline, index: int) -> bool:
    """A cell that stands beside its label and says nothing: what the label names is not there, or is drawn in it."""
    return page.nodes[index].tag in VALUE_TAGS and not page.text[index] and not _has_value(page, index)


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
    if page.skipped[index]:
        return False
    if page.nodes[index].tag in _ICONS:  # most are there to be pressed or to please; one that says yes or no is a value
        return page.nodes[index].tag in _SIGNS and is_yes_or_no(page, index)
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


def is_yes_or_no(page: Outline, index: int) -> bool:
    """Whether an element says yes or no by a name or a class: an icon that does not is there to please."""
    inner = page.nodes[index : page.nodes[index].end]
    said = (node.attributes.get(name, "") for node in inner for name in _NAMED)
    classes = (node.attributes.get("class", "").split() for node in inner)
    return any(read_boolean(text) is not None for text in said if text) or any(
        boolean_of_classes(names) is not None for names in classes
    )


def sign_before(page: Outline, label: int) -> int | None:
    """The sign that a line begins with, where nothing but the label stands behind it."""
    before = [kid for kid in page.kids[page.nodes[label].parent] if kid < label and not page.skipped[kid]]
    alone = len(before) == 1 and not page.text[before[0]]
    return before[0] if alone and is_yes_or_no(page, before[0]) else None
