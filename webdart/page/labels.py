"""Finds the words that name a control when no markup ties them to it.

A person reads the row head and the column head of the cell that a control stands in, the term before it, the legend
of its group, and whatever stands just left of it or just above it, with nothing between (to the right of a box or a
radio). What markup ties is in `Node.name` already.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile

from webdart.page.model import Box, Node, PageView
from webdart.page.roles import is_clicked, is_control, is_opener, is_ticked

_FAR = 320.0  # pixels to the left beyond which a text names something else
_HIGH = 48.0  # pixels above
_FRAME = 4  # elements around a box within which its own frame is
_LONG = 80  # characters: a label is short


def ancestors(view: PageView, node: Node) -> Iterator[Node]:
    """The nodes above, nearest first."""
    place = node.parent
    while place >= 0:
        yield view.nodes[place]
        place = view.nodes[place].parent


def group_of(view: PageView, node: Node) -> Node | None:
    """The named group that a control belongs to: a fieldset, or an ARIA group of radios or boxes."""
    for above in ancestors(view, node):
        if above.role in ("radiogroup", "group") and above.tag != "details":
            return above if above.name else None
        if above.tag in ("form", "body"):
            return None
    return None


def tied(view: PageView) -> Mapping[tuple[int, str], Sequence[str]]:
    """The words of the `<label>`s that are for a control, by its frame and its id.

    An id that several elements of a frame have ties nothing: each stands in a shadow root of its own. Nor does a label
    in another row of a table than its control: it is the head of that row, with a slip of its page's author.
    """
    owners: dict[tuple[int, str], list[Node]] = {}
    for node in view.nodes:
        if own := node.attributes.get("id"):
            owners.setdefault((node.frame, own), []).append(node)
    found: dict[tuple[int, str], list[str]] = {}
    for node in view.nodes:
        control = (node.frame, node.attributes.get("for", ""))
        own = owners.get(control, ()) if node.tag == "label" else ()
        if len(own) == 1 and _row_of(view, own[0]) == _row_of(view, node):
            found.setdefault(control, []).append(view.text_of(node.index))
    return found


def _row_of(view: PageView, node: Node) -> int | None:
    return next((above.index for above in ancestors(view, node) if above.tag == "tr"), None)


def heads_of(view: PageView, node: Node) -> tuple[str, ...]:
    """What heads the cell or the description that a control stands in: of its row, its column, its term."""
    return (*_heads(view, node), *_term(view, node))


def beside(view: PageView, node: Node) -> tuple[str, ...]:
    """The words that stand beside a control as its label, the strongest kind first."""
    found = [*heads_of(view, node)]
    if is_ticked(node):
        own = label_beside(view, node)
        found.append(_seen_label(view, node, before=False) if own is None else view.text_of(own.index))
    elif (near := _near_label(view, node)) and not _is_labelled(view, node, near):
        found.append(near)
    return tuple(dict.fromkeys(text for text in found if text))


def label_beside(view: PageView, node: Node) -> Node | None:
    """The `<label>` that stands beside a box or radio in an element that holds nothing else, and is for no other."""
    around = view.nodes[node.parent]
    if _controls(view, around) != 1:
        return None
    labels = [one for one in view.children_of(around.index) if one.tag == "label" and not one.attributes.get("for")]
    return labels[0] if len(labels) == 1 and not _has_control(view, labels[0]) else None


def _controls(view: PageView, around: Node) -> int:
    return sum(map(is_control, view.nodes[around.index : around.end]))


def _is_labelled(view: PageView, node: Node, near: str) -> bool:
    """Whether other words than those near a control are its label to the eye as well: its name is drawn on the page.

    What it shows itself, and a hint in it, are no label.
    """
    hints = (node.attributes.get("placeholder", ""), node.attributes.get("title", ""), node.value or "")
    if not node.name or node.name in (near, *hints) or is_opener(node) or "contenteditable" in node.attributes:
        return False
    return any(other.shown and other.text.strip(_LABEL_ENDS) == node.name for other in view.nodes)


_LABEL_ENDS = " :*\n"


def drawn_in(view: PageView, node: Node) -> str:
    """The words that are drawn in the frame of a box that has none itself: what it holds, or what it is called so far.

    The frame is the nearest element around it that says anything; it holds nothing else to type in or to choose from.
    """
    for above in islice(ancestors(view, node), _FRAME):
        others = (other for other in view.nodes[above.index : above.end] if is_control(other))
        if above.tag in ("form", "body", "td", "th") or any(other.index != node.index for other in others):
            return ""
        if text := view.visible_text_of(above.index):
            return text if len(text) <= _LONG and not any(map(is_clicked, _inner(view, above, node))) else ""
    return ""


def _inner(view: PageView, above: Node, node: Node) -> Iterator[Node]:
    return (other for other in view.nodes[above.index + 1 : above.end] if other.index != node.index)


# -- tables and terms -----------------------------------------------------------------------------------------


def _cell_of(view: PageView, node: Node) -> Node | None:
    return next((above for above in ancestors(view, node) if above.tag in ("td", "th")), None)


def _heads(view: PageView, node: Node) -> Iterator[str]:
    """Row head and column head of the cell around a control."""
    cell = _cell_of(view, node)
    if cell is None:
        return
    row = view.nodes[cell.parent]
    cells = view.children_of(row.index)
    place = next((number for number, other in enumerate(cells) if other.index == cell.index), 0)
    if place > 0:
        before = cells[place - 1]
        first = cells[0]
        for head in dict.fromkeys((before.index, first.index)):
            if not _has_control(view, view.nodes[head]):
                yield view.text_of(head)
    while cell is not None:
        table = next((above for above in ancestors(view, cell) if above.tag == "table"), None)
        if table is None:
            return
        row = view.nodes[cell.parent]
        before_it = takewhile(lambda other, own=cell: other.index != own.index, view.children_of(row.index))
        head = _column_head(view, table, row, sum(map(_span, before_it)))
        if head is not None:
            yield view.text_of(head.index)
        lines = (node for node in view.nodes[table.index : table.end] if node.tag == "tr")
        cell = _cell_of(view, table) if sum(1 for _ in lines) == 1 else None  # a line of boxes drawn as a table


def _span(cell: Node) -> int:
    text = cell.attributes.get("colspan", "1")
    return max(1, int(text)) if text.isdecimal() and len(text) < 4 else 1


def _column_head(view: PageView, table: Node, row: Node, column: int) -> Node | None:
    """The head cell over a column: the last row above that consists of head cells."""
    head: Node | None = None
    for node in view.nodes[table.index : row.index]:
        if node.tag != "tr":
            continue
        cells = view.children_of(node.index)
        heads = [cell for cell in cells if cell.tag == "th"]
        if not heads or any(_has_control(view, cell) for cell in cells if cell.tag != "th"):
            continue
        place = 0
        for cell in cells:
            if place <= column < place + _span(cell):
                head = cell if cell.tag == "th" and not _has_control(view, cell) else head
            place += _span(cell)
    return head


def _has_control(view: PageView, node: Node) -> bool:
    return any(is_control(below) for below in view.nodes[node.index : node.end])


def _term(view: PageView, node: Node) -> Iterator[str]:
    """The `dt` before the `dd` around a control."""
    inside = next((above for above in ancestors(view, node) if above.tag == "dd"), None)
    if inside is None:
        return
    terms = [child for child in view.children_of(inside.parent) if child.index < inside.index and child.tag == "dt"]
    if terms:
        yield view.text_of(terms[-1].index)


# -- what the eye sees ----------------------------------------------------------------------------------------


def group_label(view: PageView, node: Node) -> str:
    """The label of the group that a checkbox or radio belongs to: its name, else the words before its first member."""
    group = group_of(view, node)
    if group is not None:
        return group.name
    name = node.attributes.get("name")
    first = next(
        (other for other in view.nodes if name and is_ticked(other) and other.attributes.get("name") == name), node
    )
    heads = heads_of(view, first)
    return heads[0] if heads else _seen_label(view, first, before=True)


def _near_label(view: PageView, node: Node) -> str:
    """The short text left of a control or above it; of the frame that a box to choose from is drawn in, a `<label>`.

    What is chosen stands in that frame before the box, and names it no more than its frame's other parts do.
    """
    near = _seen_text(view, node, before=True)
    if node.tag == "input" and is_opener(node) and (near is None or _label_of(view, near) is None):
        frames = takewhile(lambda above: _is_frame(view, above), islice(ancestors(view, node), _FRAME))
        texts = (_seen_text(view, frame, before=True) for frame in frames)
        near = next((text for text in texts if text is not None and _is_free_label(view, text)), near)
    return "" if near is None else _whole_label(view, near)


def _is_frame(view: PageView, above: Node) -> bool:
    return above.tag not in ("form", "body", "td", "th") and _controls(view, above) == 1


def _label_of(view: PageView, text: Node) -> Node | None:
    return next((above for above in ancestors(view, text) if above.tag == "label"), None)


def _is_free_label(view: PageView, text: Node) -> bool:
    """Whether a text is a `<label>` of no other control: not in its element, nor by the id that it is for."""
    label = _label_of(view, text)
    if label is None or _has_control(view, view.nodes[label.parent]):
        return False
    meant = label.attributes.get("for")
    return not meant or all(other.attributes.get("id") != meant for other in view.nodes)


def _seen_label(view: PageView, node: Node, *, before: bool) -> str:
    text = _seen_text(view, node, before=before)
    return "" if text is None else _whole_label(view, text)


def _seen_text(view: PageView, node: Node, *, before: bool) -> Node | None:
    """The short text nearest to a control: left on its line or above its edge (`before`), else right of it."""
    if not node.shown or node.box.width <= 0:
        return None
    rtl = any(above.attributes.get("dir", "").lower() == "rtl" for above in ancestors(view, node))
    best: tuple[float, Node] | None = None
    for text in _texts_near(view, node):
        gap = _gap(text.box, node.box, right=before == rtl, above=before)
        if gap is not None and (best is None or gap < best[0]):
            best = (gap, text)
    return None if best is None or _between(view, best[1].box, node) else best[1]


def _texts_near(view: PageView, node: Node) -> Iterator[Node]:
    """Shown texts around a control that belong to nothing one can act on."""
    box = node.box
    for text in view.nodes:
        if text.tag != "#text" or not text.shown or len(text.text) > _LONG:
            continue
        at = text.box
        if at.y + at.height < box.y - _HIGH or at.y > box.y + box.height + 4:
            continue
        if node.index < text.index < node.end or not any(letter.isalnum() for letter in text.text):
            continue
        if any(is_clicked(above) or is_control(above) for above in ancestors(view, text)):
            continue
        yield text


def _gap(label: Box, control: Box, *, right: bool, above: bool) -> float | None:
    """The distance of a text from where a label of the control would be; None if it is not such a place."""
    middle = control.y + min(control.height, 30) / 2
    if label.y - 4 <= middle <= label.y + label.height + 4:
        gap = label.x - (control.x + control.width) if right else control.x - (label.x + label.width)
        if -2 <= gap <= _FAR:
            return gap
    rise = control.y - (label.y + label.height)  # a label may be drawn over the control's edge
    if above and -label.height / 2 <= rise <= _HIGH and abs(label.x - control.x) <= 12:
        return rise + 40  # what stands on the line goes first
    return None


def _between(view: PageView, label: Box, control: Node) -> bool:
    """Whether another control stands between a text and the control that it would name."""
    left = min(label.x + label.width, control.box.x + control.box.width)
    right = max(label.x, control.box.x)
    top = min(label.y, control.box.y)
    bottom = max(label.y + label.height, control.box.y + control.box.height)
    for other in view.nodes:
        if control.index <= other.index < control.end or not other.shown:
            continue
        if not is_control(other) and not is_clicked(other):
            continue
        x = other.box.x + other.box.width / 2
        y = other.box.y + other.box.height / 2
        aside = min(left, right) <= x <= max(left, right) and top <= y <= bottom
        over = label.y + label.height <= y <= control.box.y and label.x <= x <= control.box.x + control.box.width
        if other.box.width > 0 and (aside or over):
            return True
    return False


def _whole_label(view: PageView, text: Node) -> str:
    """A label's words, when the text found is a part of them (`<b>First</b> name`)."""
    parent = view.nodes[text.parent]
    whole = view.text_of(parent.index)
    return text.text if len(whole) > _LONG or _has_control(view, parent) else whole
