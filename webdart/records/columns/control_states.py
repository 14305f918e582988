"""Reads what controls say of a record: the option that is chosen, the button that is down, the words on one.

A drop-down shows the choice that holds, and of several radio boxes or toggles one is on: that is what a person reads,
whatever else could be chosen there. The words on a plain button are a state where they differ between the records
("Open", "Closed"), and something to press ("Edit") where they do not.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.page.model import Node
from webdart.records.coerce import RawCell
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.model import Remark
from webdart.records.structure.outline import Outline, is_radio
from webdart.workflow.model import Field

_CARETS = " ▾▼▿▽⏷⌄⯆🔽"
_CHOOSERS = frozenset({"combobox", "listbox"})
_LISTS = frozenset({"menu", "listbox", "tree", "grid", "dialog"})
_DRAWN = frozenset({"rating", "link", "image"})  # a scale of stars to be pressed holds no choice yet
_DAYS = frozenset({"date", "datetime"})
_GROUP = 2  # radio boxes or toggles, of which one is on


class ControlState(Struct, frozen=True):
    """What controls say: `words` ("" where nothing is chosen); `holds`: the mark-up tells that they are a choice.

    `on` is the state of a lone toggle, `beside` all that stands beside boxes of which one is on, `many` the words of
    several buttons of which none is.
    """

    words: str
    holds: bool
    on: bool | None = None
    beside: str = ""
    many: str = ""


def is_arrow(text: str) -> bool:
    """Whether a text is the arrow that opens a list to choose from, and nothing else."""
    return bool(text.strip()) and not text.strip(_CARETS)


def control_state(page: Outline, roots: Sequence[int]) -> ControlState | None:
    """What the controls in some elements say; None where there are none."""
    inner = [node for root in roots for node in page.nodes[root : page.nodes[root].end]]
    radios = [node for node in inner if is_radio(node)]
    if len(radios) >= _GROUP:
        return _one_on(page, radios, [node for node in radios if "checked" in node.states])
    buttons = _buttons(inner)
    toggles = [node for node in buttons if "aria-pressed" in node.attributes]
    if len(toggles) >= _GROUP and len(toggles) == len(buttons):
        return _one_on(page, toggles, [node for node in toggles if "pressed" in node.states])
    holding = [node for node in buttons if _holds_choice(node)]
    if len(holding) == 1:
        return ControlState(_words(page, holding[0]), holds=True)
    if len(buttons) != 1:
        many = ", ".join(filter(None, (_words(page, node) for node in buttons)))
        return ControlState("", holds=False, many=many) if many else None
    on = "pressed" in toggles[0].states if toggles else None
    return ControlState(_words(page, buttons[0]), holds=False, on=on)


def with_controls(
    page: Outline, column: Column, cells: Sequence[RawCell], field: Field
) -> tuple[list[RawCell], tuple[Remark, ...]]:
    """The cells of a field with what controls say where they hold nothing else.

    Where no words of the page name the field, only boxes are read, of which all that stands beside them is its text.
    """
    at = column.key.startswith("at:")
    if (at and field.type.kind == "boolean") or field.type.kind in _DRAWN:
        return list(cells), ()  # a truth value at a locator is whether it is there
    named = at or column.source in {"head", "label"}
    if not (named and any(map(_is_bare, cells))) and not _has_radios(page, column):
        return list(cells), ()
    said = [control_state(page, [n for n, _ in hits]) if _is_whole(hits) else None for hits in column.hits]
    varied = at or len({one.words for one in said if one is not None}) > 1
    found = [
        cell if one is None or not _speaks(one, cell, field, varied=varied, named=named) else _said(one, cell, field)
        for one, cell in zip(said, cells, strict=True)
    ]
    if not named:
        return found, ()
    silent = [
        one.many or one.words for one, cell in zip(said, found, strict=True) if one is not None and _is_bare(cell)
    ]
    dated = field.type.kind in _DAYS and any(cell.attributes for cell in found)
    if not any(silent) or dated or any(not _is_bare(cell) for cell in found):
        return found, ()
    sample = next(filter(None, silent))
    text = f"nothing stands there but what can be pressed ({sample!r}), and is not read; an `at` names what is meant"
    return found, (Remark(code="pressed", text=text, column=field.name, count=len(silent)),)


def _has_radios(page: Outline, column: Column) -> bool:
    if not page.radios:
        return False
    roots = (page.nodes[node] for hits in column.hits if _is_whole(hits) for node, _ in hits)
    return any(root.index <= radio < root.end for root in roots for radio in page.radios)


def _is_whole(hits: Sequence[Hit]) -> bool:
    return bool(hits) and all(part is None for _, part in hits)


def _speaks(said: ControlState, cell: RawCell, field: Field, *, varied: bool, named: bool) -> bool:
    """Whether controls are what a cell says: boxes also where what stands beside all of them is its text."""
    if not _is_bare(cell):
        return bool(said.beside) and cell.text == said.beside
    if said.many or not named:
        return False
    return said.holds or varied or (said.on is not None and field.type.kind == "boolean")


def _is_bare(cell: RawCell) -> bool:
    return cell.there and not cell.text and cell.checked is None


def _said(said: ControlState, cell: RawCell, field: Field) -> RawCell:
    if said.on is not None and field.type.kind == "boolean":
        return cell._replace(checked=said.on)
    kept = cell.attributes if field.type.kind in _DAYS else ()  # the moment behind "2 days ago"
    return cell._replace(text=said.words, attributes=kept, classes=(), icons=(), checked=None)


def _one_on(page: Outline, group: Sequence[Node], on: Sequence[Node]) -> ControlState | None:
    """The words of the one that is on."""
    beside = " ".join(_words(page, node) for node in group)
    return None if len(on) > 1 else ControlState(_words(page, on[0]) if on else "", holds=True, beside=beside)


def _buttons(inner: Sequence[Node]) -> list[Node]:
    """The outermost buttons and choosers that are shown and stand in no list to choose from."""
    found: list[Node] = []
    end = -1
    for node in inner:
        if node.index < end or not node.shown:
            continue
        if node.role in _LISTS:
            end = node.end
        elif (node.tag == "button" or node.role in {"button", *_CHOOSERS}) and node.value is None:
            found.append(node)
            end = node.end
    return found


def _holds_choice(node: Node) -> bool:
    """Whether a button shows the choice that holds, and opens the others."""
    return node.role in _CHOOSERS or node.attributes.get("aria-haspopup", "false") not in {"false", "dialog"}


def _words(page: Outline, node: Node) -> str:
    """What a person reads on a control, or beside a box."""
    around = (page.nodes[above] for above in page.ancestors(node.index) if page.nodes[above].tag == "label")
    own = _text(page, node) or node.name
    return (own or next((_text(page, label) for label in around), "")).strip(_CARETS)


def _text(page: Outline, node: Node) -> str:
    inner = page.nodes[node.index + 1 : node.end]
    return " ".join(item.text for item in inner if item.tag == "#text" and item.shown and item.text)
