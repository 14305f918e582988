"""Reads the value that a control shows, and compares it with the value that was meant.

A native control has a value; a drawn one shows what was chosen somewhere in its own box: the box around it that holds
no other control.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

from webdart.page.date_text import iso_date, shows_date, shows_moment, time_of_day
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.moment_boxes import moment_parts, time_box
from webdart.page.roles import (
    is_clicked,
    is_control,
    is_list_box,
    is_opener,
    is_part,
    is_text_box,
    is_ticked,
    option_for,
    options_of,
    type_of,
    words_of,
)
from webdart.page.text_match import loose, says
from webdart.secret import Secret

Value = str | bool | Secret | tuple[str, ...]

_TALL = 160.0  # pixels: a larger box is no one control's
_WALLS = frozenset({"body", "main", "form", "table", "tr", "fieldset", "dialog"})


def shows(view: PageView, node: Node, value: Value) -> bool:
    """Whether the control shows the value. Of a password nothing is known but its length: never."""
    if is_ticked(node):
        return ("checked" in node.states) is (value if isinstance(value, bool) else True)
    shown = value_of(view, node)
    if isinstance(value, Secret) or type_of(node) == "password":
        return type_of(node) != "password" and isinstance(value, Secret) and shown == value.reveal()
    return _says(view, node, shown, str(value))


def shows_among(view: PageView, node: Node, value: str) -> bool:
    """Whether a control that holds several values shows this one: in its text, as one of its options, or beside it."""
    if is_ticked(node):
        return shows(view, node, value)
    typed = is_text_box(node) and "readonly" not in node.states  # what is still being typed is not one of them yet
    held = () if typed else (value_of(view, node),)
    chosen = (words_of(view, one) for one in options_of(view, node) if "selected" in one.states)
    texts = (*held, *chosen, *texts_in_box(view, node, without_own=typed))
    return any(says(part, value) for text in texts for part in _parts(text))


def count_shown(view: PageView, node: Node) -> int:
    """How many values a drawn list says that it holds, or holds beyond those it shows: "3 selected", "+1"; else 0."""
    texts = {view.visible_text_of(node.index), *texts_in_box(view, node, without_own=is_text_box(node))}
    numbers = {int(number) for text in texts for number in _COUNT.findall(text)}
    return numbers.pop() if len(numbers) == 1 and not is_ticked(node) else 0


def _parts(text: str) -> list[str]:
    return [text, *(part.strip() for part in _BETWEEN.split(text))]


_OFFERED = frozenset({"option", "menuitemradio", "menuitem", "gridcell"})
_BETWEEN = re.compile("[,;\n]")
_COUNT = re.compile(r"(?<![\w.,/-])\d{1,3}(?![\w.,/-])")


def value_of(view: PageView, node: Node) -> str:
    """The text that a control holds, else the words on it."""
    if node.role == "slider" and node.value is None:
        return node.attributes.get("aria-valuenow", "")
    return node.value if node.value is not None else words_of(view, node)


def _says(view: PageView, node: Node, shown: str, wanted: str) -> bool:
    if node.tag == "select":
        option = option_for(view, node, wanted)
        return option is not None and shown == words_of(view, option)
    if node.role == "slider":
        return same_value(shown, wanted)
    if type_of(node) == "file":
        return shown == Path(wanted).name or _in_box(view, node, Path(wanted).name)
    day = iso_date(wanted)
    if is_text_box(node):
        return _holds(view, node, shown, wanted)
    if says(shown, wanted) or _in_box(view, node, wanted):
        return True
    return day is not None and shows_date(view.visible_text_of(node.index), day, view.language)


def _holds(view: PageView, node: Node, shown: str, wanted: str) -> bool:
    """Whether a text box holds the text; one that searches a list shows what was chosen beside it."""
    if "contenteditable" in node.attributes:
        return "".join(shown.split()) == "".join(wanted.split())
    day = iso_date(wanted)
    if same_value(shown, wanted) or (day is not None and _is_day(node, shown, day)):
        return True
    if type_of(node) == "text" and _is_moment(shown, wanted, ""):
        return True
    clock = time_box(view, node) if moment_parts(wanted) else None
    if clock is not None and same_value(f"{shown} {clock.value}", wanted):
        return True
    drawn = not shown or (is_opener(node) and "readonly" in node.states)
    return (is_opener(node) and says(shown, wanted)) or (drawn and _in_box(view, node, wanted))


def _is_day(node: Node, shown: str, day: date) -> bool:
    """Whether a text box that writes dates in its own way shows the day; a native one keeps the ISO form."""
    return type_of(node) == "text" and shown != day.isoformat() and shows_date(shown, day, "")


def _is_moment(shown: str, wanted: str, language: str) -> bool:
    """Whether a text is the moment that is wanted, in the page's own way of writing it."""
    parts = moment_parts(wanted)
    day, clock = (iso_date(parts[0]), time_of_day(parts[1], "")) if parts else (None, None)
    return day is not None and clock is not None and shows_moment(shown, day, clock, language)


def _in_box(view: PageView, node: Node, wanted: str) -> bool:
    return any(says(text, wanted) for text in texts_in_box(view, node))


def texts_in_box(view: PageView, node: Node, *, without_own: bool = False) -> Iterator[str]:
    """The texts inside the control's own box: neither its options nor its label; `without_own`: nor what is in it."""
    box = own_box(view, node)
    label = loose(node.name)
    skip = box.index
    for below in view.nodes[box.index : box.end]:
        if below.index < skip:
            continue
        offered = below.role in _OFFERED and "selected" not in below.states
        if offered or (without_own and below.index == node.index):
            skip = below.end
        elif below.shown and below.end - below.index <= 4:
            text = below.text or view.visible_text_of(below.index)
            if text and (loose(text) != label or _within(below, node) or _on_part(view, below, box)):
                yield text


def _on_part(view: PageView, text: Node, box: Node) -> bool:
    """Whether a text of a control's box is on something to click: what is chosen, which is the control's name then."""
    return any(is_clicked(above) for above in ancestors(view, text) if _within(above, box))


def remover_of(view: PageView, node: Node, wanted: Sequence[str]) -> Node | None:
    """The small button by which a drawn list lets go of something that it has chosen and that is not `wanted`."""
    box = own_box(view, node)
    for part in view.nodes[box.index : box.end]:
        chip = view.nodes[part.parent]
        if part.tag == "#text" or not part.shown or not _lets_go(view, part, chip, node):
            continue
        text = view.visible_text_of(chip.index).replace(view.visible_text_of(part.index), "", 1)
        if loose(text) and not all(any(says(held, one) for one in wanted) for held in _parts(text)[1:]):
            return part
    return None


def _lets_go(view: PageView, part: Node, chip: Node, node: Node) -> bool:
    """Whether a part is a sign or says that it removes, and stands beside a text in a box smaller than the control."""
    words = words_of(view, part)
    sign = is_remover(view, part) or (is_part(part) and not words)
    return sign and chip.end - chip.index <= _CHIP and not _within(node, chip) and chip.index != node.index


def is_remover(view: PageView, part: Node) -> bool:
    """Whether it is a sign that takes away what stands beside it, or is called so."""
    words = words_of(view, part)
    removes = _REMOVES.match(words) is not None and (is_part(part) or part.role == "img")
    return removes or words.strip() in _SIGNS


_REMOVES = re.compile("remove|delete|clear|close", re.IGNORECASE)
_SIGNS = frozenset("×✕✖✗✘⨯x")
_CHIP = 12  # nodes


def _within(node: Node, around: Node) -> bool:
    return around.index <= node.index < around.end


def own_box(view: PageView, node: Node) -> Node:
    """The largest box around a control that holds no other one, and nothing that is more than a control."""
    box = node
    for above in ancestors(view, node):
        if above.tag in _WALLS or above.role in ("dialog", "row", "main") or above.box.height > _TALL:
            break
        if any(_foreign(other, node) for other in view.nodes[above.index : above.end]):
            break
        box = above
    return box


def hidden_list(view: PageView, node: Node) -> Node | None:
    """The list box out of sight for which a control is drawn: the one in the control's own box; its value is sent.

    What is out of sight itself, as in a closed fold, is drawn for nothing.
    """
    if not node.shown:
        return None
    box = own_box(view, node)
    lists = [other for other in view.nodes[box.index : box.end] if other.tag == "select" and not other.shown]
    return lists[0] if len(lists) == 1 else None


def _foreign(other: Node, node: Node) -> bool:
    """Whether it shows that the box is not the control's own: another control, a heading."""
    if other.index <= node.index < other.end or node.index <= other.index < node.end:
        return False
    return other.role == "heading" or (is_control(other) and other.shown and not is_list_box(other))


# -- texts ----------------------------------------------------------------------------------------------------

_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::00?(?:\.0+)?)?")


def same_value(shown: str, wanted: str) -> bool:
    """Equal texts; also one that the page has set out in its own way (`1,234` for `1234`, `4` for `4.0`)."""
    shown, wanted = shown.replace("\r\n", "\n"), wanted.replace("\r\n", "\n")
    if shown == wanted or _moment(shown) == _moment(wanted):
        return True
    plain = shown.replace(",", "") if _GROUPED.fullmatch(shown) else shown
    if _NUMBER.fullmatch(plain) and _NUMBER.fullmatch(wanted):
        return Decimal(plain) == Decimal(wanted)
    bare = [re.sub(r"[\s()/-]", "", text) for text in (shown, wanted)]
    return bare[0] == bare[1] and bare[0].isdigit() and not wanted.startswith("-")


def is_rewritten(view: PageView, node: Node, value: str) -> bool:
    """Whether a text box that was left shows the value in its own way: `$1,234.50`, `12 kg`, `7:08 AM`, `ADA`.

    Case, grouping and added signs may differ, and a number may have its unit beside it; letters and digits not:
    `Porto Alegre` is another value than `Porto`.
    """
    shown = value_of(view, node)
    if not is_text_box(node) or type_of(node) == "password":
        return False
    if _NUMBER.fullmatch(value):
        figures = _FIGURES.findall(shown)
        return len(figures) == 1 and same_value(_with_point(figures[0]), value)
    if (clock := time_of_day(value, "")) is not None:
        return time_of_day(shown, view.language) == clock
    if _is_moment(shown, value, view.language):
        return True
    left = iter(shown.casefold())
    return _letters(value) == _letters(shown) != "" and all(
        sign in left for sign in _GROUPING.sub("", value).casefold()
    )


_FIGURES = re.compile(r"-?\d(?:[\d,.]*\d)?")
_GROUPING = re.compile(r"[\s()/.-]")


def _with_point(figures: str) -> str:
    """A number with its point, where it can only be meant to have a comma: `1.234,50`, `12,5`."""
    if _GROUPED.fullmatch(figures) or _NUMBER.fullmatch(figures):
        return figures
    return figures.translate(str.maketrans(",.", ".,"))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _moment(text: str) -> str:
    parts = _MOMENT.fullmatch(text)
    return f"{parts[1]}T{parts[2]}" if parts else text
