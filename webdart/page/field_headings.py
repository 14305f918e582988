"""Finds the controls in the field that a text heads, when no markup ties them together.

A person reads a short text and fills in what follows it: a switch whose box is hidden, stars, a drawn list, an editor
below its tool bar, a button that asks for a file. The field is the smallest box around the text that holds such a
thing behind it; it ends at the next text that could head another.
"""

from collections.abc import Callable, Iterator, Sequence

from webdart.page.control_value import is_remover
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_opener, is_part, is_text_box, is_ticked, type_of, words_of
from webdart.page.text_match import says

_BOUNDS = frozenset({"form", "body", "main", "table", "dialog"})
_FAR = 240.0  # pixels below the text beyond which a thing belongs to something else
_FEWEST_SIGNS = 3  # alike things that are a row of stars
_ROW = 24.0  # pixels: parts whose middles differ by less stand in one row


def field_of(view: PageView, head: Node, value: "str | bool | None", takes: "Takes") -> tuple[Node, ...]:
    """The controls and parts of the field that `head` heads, in document order; hidden controls among them.

    A head that one can itself act on is its own field, unless a control for files stands beside it. Where nothing near
    the head takes the value, as the boxes of its options, the field may go on beside that.
    """
    part = next((node for node in (head, *ancestors(view, head)) if is_part(node)), None)
    part = None if part is None or _is_region(view, part) else part
    if part is not None and not _in_heading(view, part):
        return _files_beside(view, part) or (*_switch_beside(view, part), part)
    if (meant := _meant(view, head)) is not None:
        return (meant,)
    nearest: tuple[Node, ...] = ()
    for above in ancestors(view, head):
        found = tuple(_following(view, head, above)) or _before(view, head, above)
        fits = value is None or fitting(view, found, value, takes) is not None
        if found and (fits or not (nearest or all(map(is_ticked, found)))):
            return found
        nearest = nearest or found
        if above.tag in _BOUNDS:
            break
    return nearest or (() if part is None else (part,))


def _meant(view: PageView, head: Node) -> Node | None:
    """The one control in what the label around a text is for, where a script has drawn more around it."""
    label = _label_around(view, head) if head.tag != "label" else head
    target = label and label.attributes.get("for")
    boxes = (node for node in view.nodes if target and node.attributes.get("id") == target and not is_control(node))
    found = [node for box in boxes for node in view.nodes[box.index : box.end] if is_control(node)]
    return found[0] if len(found) == 1 else None


def _is_region(view: PageView, part: Node) -> bool:
    """Whether it only takes the keyboard's focus, as a panel does, and holds several things that one acts on."""
    inside = view.nodes[part.index + 1 : part.end]
    acted = [node for node in inside if node.shown and (is_control(node) or is_clicked(node))]
    return not is_clicked(part) and len(acted) > 1


def _in_heading(view: PageView, part: Node) -> bool:
    """Whether it only folds away what stands below the heading that it is in."""
    return any(above.role == "heading" for above in ancestors(view, part))


def _files_beside(view: PageView, part: Node) -> tuple[Node, ...]:
    """The control for files that a button stands for: the only one in a box where it is the only such part."""
    for above in ancestors(view, part):
        inside = view.nodes[above.index : above.end]
        if any(is_part(node) and not part.index <= node.index < part.end for node in inside):
            return ()
        files = [node for node in inside if type_of(node) == "file"]
        if files or above.tag in _BOUNDS:
            return tuple(files) if len(files) == 1 else ()
    return ()


def _switch_beside(view: PageView, part: Node) -> tuple[Node, ...]:
    """The switch that a button with words of its own turns as well: all that one can act on beside it in its box."""
    around = view.nodes[part.parent]
    inside = [node for node in view.nodes[around.index : around.end] if node.shown and not _is_in(node, part)]
    acted = [node for node in inside if is_control(node) or is_clicked(node)]
    return tuple(acted) if len(acted) == 1 and is_ticked(acted[0]) else ()


def _is_in(node: Node, around: Node) -> bool:
    return around.index <= node.index < around.end


def _before(view: PageView, head: Node, around: Node) -> tuple[Node, ...]:
    """The one text box before a label that is drawn over or below it."""
    nodes = view.nodes[around.index : around.end]
    boxes = [node for node in nodes if is_control(node) and not is_ticked(node)]
    labelled = head.tag == "label" or any(above.tag == "label" for above in ancestors(view, head))
    return (boxes[0],) if labelled and len(boxes) == 1 and boxes[0].index < head.index and _nameless(boxes[0]) else ()


def _following(view: PageView, head: Node, around: Node) -> Iterator[Node]:
    """The controls after `head`, up to the next text that could head another field."""
    found, skip, texts = False, head.end, 0
    for node in view.nodes[head.end : around.end]:
        if node.index < skip:
            continue
        if node.role == "toolbar" or (node.tag == "#text" and not node.shown):
            skip = node.end
        elif node.shown and node.box.y > head.box.y + head.box.height + _FAR:
            return
        elif _stands_alone(view, node):
            found, skip = True, node.end
            yield node
        elif is_text_box(node) and not texts and _hinted(view, node):
            yield node
            return
        elif is_control(node) and not found:
            return  # a control with a name of its own: nothing of this field
        elif node.tag == "#text" and any(map(str.isalnum, node.text)) and not _names_box(view, node):
            texts += 1
            if found or texts > 1 or _label_around(view, node) is not None:
                return


def _stands_alone(view: PageView, node: Node) -> bool:
    """Whether it is a control without other words to its name, or a part of a widget that holds no further one."""
    if is_control(node):
        return _nameless(node)
    inside = (below for below in view.nodes[node.index + 1 : node.end] if not is_remover(view, below))
    if not node.shown or not _is_piece(view, node) or is_remover(view, node):
        return False
    return not any(is_control(below) or _is_piece(view, below) for below in inside)


def _is_piece(view: PageView, node: Node) -> bool:
    """Whether it is a part of a widget; a sign without words is one where the pointer shows a hand."""
    return is_part(node) or (
        _is_sign(view, node) and not any(_is_sign(view, one) for one in view.children_of(node.index))
    )


def _is_sign(view: PageView, node: Node) -> bool:
    """Whether the pointer shows a hand on a thing without words, or on the row of alike things that it is one of."""
    if node.tag == "#text" or view.visible_text_of(node.index):
        return False
    around = view.nodes[node.parent]
    row = [one for one in view.children_of(around.index) if one.tag == node.tag and one.shown]
    in_row = "pointed" in around.states and len(row) >= _FEWEST_SIGNS and not view.visible_text_of(around.index)
    return "pointed" in node.states or in_row


def _nameless(node: Node) -> bool:
    """Whether no other words are tied to a control by its page; what it shows itself is no name."""
    return is_ticked(node) or not node.name or is_opener(node) or "contenteditable" in node.attributes


def _hinted(view: PageView, node: Node) -> bool:
    """Whether the label of a text box stands behind it: a hint, while what heads the box is its name to the eye."""
    own = node.attributes.get("id")
    labels = [other for other in view.nodes if own and other.tag == "label" and other.attributes.get("for") == own]
    return bool(labels) and all(label.index > node.index for label in labels)


def _names_box(view: PageView, text: Node) -> bool:
    """Whether a text is the label of one box or radio: in it, beside it, or by the name that it is for."""
    label = _label_around(view, text)
    if label is None:
        return False
    meant = label.attributes.get("for")
    near = view.nodes[label.index : label.end] if meant else view.nodes[label.parent : view.nodes[label.parent].end]
    named = (node for node in view.nodes if node.attributes.get("id") == meant) if meant else near
    return any(map(is_ticked, named))


def _label_around(view: PageView, text: Node) -> Node | None:
    return next((above for above in ancestors(view, text) if above.tag == "label"), None)


# -- which of them takes a value ------------------------------------------------------------------------------


def fitting(view: PageView, found: Sequence[Node], value: "str | bool | None", takes: "Takes") -> Node | None:
    """The control of a field that takes the value: a box by its words, a control, a part, an opener."""
    ticked = [node for node in found if is_ticked(node)]
    parts = [node for node in found if not is_control(node)]
    if isinstance(value, bool):
        return ticked[0] if len(ticked) == 1 else None
    if ticked and value is not None:
        box = next((node for node in ticked if takes(view, node, value)), None) or part_for(view, ticked, value)
        if box is not None:
            return box
    controls = [node for node in found if is_control(node) and not is_ticked(node) and takes(view, node, value)]
    for node in sorted(controls, key=lambda node: not node.shown):
        return node
    if parts and value is not None:
        part = part_for(view, parts, value)
        if part is not None:
            return part
    openers = [node for node in parts if is_opener(node)] or [node for node in parts if not _leads_away(view, node)]
    return openers[0] if len(openers) == 1 else None


def _leads_away(view: PageView, node: Node) -> bool:
    """Whether it is a link to another page: no list opens there."""
    address = node.attributes.get("href", "").partition("#")[0]
    return address.startswith("http") and address != view.url.partition("#")[0]


Takes = Callable[[PageView, Node, "str | bool | None"], bool]


def part_for(view: PageView, parts: Sequence[Node], value: str) -> Node | None:
    """The one of several parts or boxes that a value means: by words, by a `data-*` or `value`, else by its place.

    By place only a whole number, and only where the parts are alike and stand in one row, as stars do.
    """
    return next((part for part in parts if says_part(view, part, value)), None) or _by_place(parts, value)


def field_parts(view: PageView, part: Node) -> tuple[Node, ...]:
    """The parts that stand beside one, alike: it is one of several."""
    around = view.nodes[part.parent]
    return tuple(
        node
        for node in view.nodes[around.index : around.end]
        if node.shown and _is_piece(view, node) and (node.tag, node.role) == (part.tag, part.role)
    )


def says_part(view: PageView, part: Node, value: str) -> bool:
    """Whether the words on a part, its `data-*` or its `value`, are these; "4 stars" says 4."""
    said = {words_of(view, part), part.attributes.get("title", ""), part.attributes.get("value", "")}
    said |= {text for key, text in part.attributes.items() if key.startswith("data-")}
    counted = {text.split()[0] for text in said if text.split()[1:] and text.split()[0].isdecimal()}
    return value in (said | counted) - {""} or says(words_of(view, part), value)


def _by_place(parts: Sequence[Node], value: str) -> Node | None:
    whole = value.removesuffix(".0")
    if not whole.isdecimal() or not 3 <= len(parts) <= 10 or not 1 <= int(whole) <= len(parts):
        return None
    for part in parts:
        if part.attributes.get("aria-posinset") == whole:
            return part
    first = parts[0].box
    alike = all(
        (part.tag, part.role) == (parts[0].tag, parts[0].role)
        and part.shown
        and abs(part.box.width - first.width) <= 2
        and abs(part.box.y - first.y) < _ROW
        for part in parts
    )
    return sorted(parts, key=lambda part: part.box.x)[int(whole) - 1] if alike else None
