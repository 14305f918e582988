"""Finds the choices of a listing that are links or buttons beside each other: its orders, the values of a filter.

They stand in a line, a list or a menu that drops, each alone in its place. A link counts where it leads to the page
that is shown with another query, or to a part right below it; a button where it sends no form. What all links of a
record, a site's menu or a pager have in common tells these apart. Where they lead is not opened here.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from webdart.page.effects import effect_of, form_of
from webdart.page.labels import ancestors, heads_of
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.roles import is_clicked, is_control, is_opener, words_of
from webdart.page.sections import area_of
from webdart.page.submit_button import sends
from webdart.page.text_match import COLONS, folded, loose, readings, says
from webdart.page.vocabulary import ALL_WORDS, DIRECTION, ON_CLASS, SIZE_WORDS, SORT_WORDS

SORT_NAMES = re.compile(
    r"(?:^|[^a-z])(?:sort|order|orderby|ordering|sortby|sort_by|order_by)(?:$|[^a-z])", re.IGNORECASE
)
"""Names under which an order is sent."""

HEADS = frozenset({"dt", "legend", "summary"})
"""Elements that head what stands behind them, though they have no role."""

CHOICES = frozenset({"link", "button", "tab", "menuitem", "menuitemradio"})
"""Roles of what is chosen by a click, one of several beside each other."""

_HEADING = HEADS | {"label", "strong", "b", "th"}
_ARROWS = frozenset("↑↓▲▼")
_SET_OFF = frozenset({"strong", "b", "em", "mark"})
_CHOSEN = frozenset({"selected", "pressed", "current", "checked"})
_BETWEEN = "|·•/"
_APART = f" {_BETWEEN},;-–—:：()"  # what stands between a label and its choices, or between two groups
_LONG = 40  # characters of a label or a choice
_MANY = 60  # choices of one group
_FEW = 12  # nodes: an element that holds one choice and a little beside it
_COUNT = 14  # characters of a count beside a choice
_DIGITS = 3  # of the number of a page: a year has more
_CLIMB = 3  # elements around a choice, or a list, that hold nothing else
_FACETS = 30  # elements of one shape that hold choices: more are rows
_ROWS = 3  # groups of one form and label: they stand in the rows of a listing


def choices(view: PageView, others: Container[int]) -> Iterator[Control]:
    """The groups of choices of a page, in order; `others` are the nodes of its other controls."""
    groups: dict[int, dict[int, Node]] = {}
    for node in view.nodes:
        if node.role in CHOICES and (_below(view, node) is not None or _is_pressed(node)):
            place = _place(view, node)
            groups.setdefault(place.parent, {})[place.index] = node
    held = [(view.nodes[place], members) for place, members in groups.items() if len(members) <= _MANY]
    held = [(holder, members) for holder, members in held if len(members) > 1 or _has_label(view, holder)]
    alike = Counter(_shape(view, holder) for holder, _ in held)
    few = [(holder, members) for holder, members in held if alike[_shape(view, holder)] <= _FACETS]
    runs = [(holder, run) for holder, members in few for run in _runs(view, holder, members)]
    often = Counter(_form(view, holder, run) for holder, run in runs)
    for holder, run in runs:
        if often[_form(view, holder, run)] < _ROWS and not any(one.index in others for one in run.members):
            control = _control(view, holder, run)
            if control is not None:
                yield control


def choices_under(view: PageView, head: Node) -> Control | None:
    """A list of links under a heading that choose or order: all lead to the page that is shown, with another query."""
    label = folded(view.text_of(head.index))
    if not label or len(label) > _LONG:
        return None
    items = _list_after(view, head)
    if items is None:
        return None
    links = [node for node in view.nodes[items.index : items.end] if node.role == "link"]
    if len(links) < 2 or not all(_is_same_page(view, node.attributes.get("href", "")) for node in links):
        return None
    options = tuple(readings_of(words_of(view, node)) for node in links)
    label = next(filter(_is_label, (items.name, _label_before(view, items))), label)
    if all(option.isdigit() for option in options) and not SIZE_WORDS.search(label):
        return None
    chosen = [words_of(view, node) for node in links if holds_now(view, node)]
    kind = kind_of(label, options, by_address=_orders(view, links))
    return Control(kind, items.index, label, options, readings_of(chosen[0]) if chosen else "")


def kind_of(label: str, options: tuple[str, ...], *, by_address: bool) -> ControlKind:
    """What choices are for, by their words; `by_address`: they are sent under the name of an order."""
    if is_sizes(options):
        return "page size"
    return "sort" if by_address or SORT_WORDS.search(label) or has_directions(options) else "filter"


def readings_of(text: str) -> str:
    """A text of a choice without the count behind it ("Open (12)" → "Open")."""
    plain = folded(text)
    bare = readings(plain)[-1]
    return plain[: len(bare)] if plain.casefold().startswith(bare) else plain


def is_sizes(options: tuple[str, ...]) -> bool:
    """Whether all options but one at most ("All") are numbers, and they grow."""
    numbers = [int(match.group()) for option in options if (match := re.search(r"\d+", option)) and len(option) < 20]
    return len(numbers) >= 2 and len(numbers) >= len(options) - 1 and numbers == sorted(set(numbers))


def has_directions(options: tuple[str, ...]) -> bool:
    """Whether at least two options say a direction."""
    return sum(map(says_direction, options)) >= 2


def says_direction(option: str) -> bool:
    """Whether an option says which way it sorts, by a word or an arrow."""
    return bool(DIRECTION.search(loose(option)) or _ARROWS & set(option))


def holds_now(view: PageView, link: Node) -> bool:
    """Whether a choice is the one that holds: it says so, or its class or its item's hints at it."""
    around = view.nodes[link.parent]
    classes = [link.attributes.get("class", "")]
    classes += [around.attributes.get("class", "")] if around.tag == "li" else []
    return "current" in link.states or any(map(ON_CLASS.search, classes))


def menu_button(view: PageView, menu: Node) -> Node | None:
    """The button that drops a menu: the one that says so, else the one right before it."""
    own = menu.attributes.get("id")
    before = [one for one in view.children_of(menu.parent) if one.index < menu.index] if menu.parent >= 0 else []
    named = [one for one in view.nodes if own and is_opener(one) and one.attributes.get("aria-controls") == own]
    return next((one for one in (*named, *before[-1:]) if is_opener(one) and is_clicked(one)), None)


def parted(words: str, options: tuple[str, ...]) -> tuple[str, str]:
    """The label on the button of a menu, and the choice that may stand behind it: "Sort by: newest"."""
    for option in options:
        if words != option and words.casefold().endswith(option.casefold()):
            return words[: -len(option)].strip(_APART), option
    return words.strip(_APART), ""


# -- under a heading ----------------------------------------------------------------------------------------------


def _is_same_page(view: PageView, href: str) -> bool:
    there, here = urlsplit(href), urlsplit(view.url)
    return (there.netloc, there.path) == (here.netloc, here.path)


def _list_after(view: PageView, head: Node) -> Node | None:
    """The list that a heading stands over; of a term its definition, of a fold the fold."""
    if head.tag == "dt":
        siblings = view.children_of(head.parent)
        return next((node for node in siblings if node.index > head.index and node.tag == "dd"), None)
    for node in view.nodes[head.end : head.end + 8]:
        if node.role in ("list", "menu", "listbox") or node.tag == "nav":
            return node if area_of(view, head).holds(node) else None
        if node.role in ("heading", "link") or node.tag in HEADS or is_opener(node):
            return None  # another one stands nearer to the list
    return None


# -- what is a choice ---------------------------------------------------------------------------------------------


def _below(view: PageView, node: Node) -> str | None:
    """What a link's address adds to that of the page: a query, a part right below it, nothing; None of any other.

    What leads to a place in the page is no choice.
    """
    href = node.attributes.get("href", "") if node.tag in ("a", "area") else ""
    here = view.url.partition("#")[0].partition("?")[0]
    if not href.startswith(here) or href.partition("#")[2]:
        return None
    rest = href[len(here) :].rstrip("#")
    if rest[:1] in ("", "?"):
        return rest
    part = rest.partition("?")[0]
    return rest if (rest[0] == "/" or here.endswith("/")) and "/" not in part.strip("/") else None


def _is_pressed(node: Node) -> bool:
    """Whether only a script can tell where it leads: it is in sight, and opens nothing."""
    if not node.shown or is_opener(node) or is_control(node) or "disabled" in node.states:
        return False
    href = node.attributes.get("href", "") if node.tag in ("a", "area") else ""
    return not href or href.startswith("javascript:") or href.endswith("#")


def _is_harmless(view: PageView, node: Node) -> bool:
    """Whether it shows other rows at most: what writes, ends the session or sends a form is no choice."""
    in_form = sends(node) and form_of(view, node) is not None
    return not in_form and effect_of(view, node) in ("safe", "navigational")


def _place(view: PageView, node: Node) -> Node:
    """The outermost element that holds nothing but a choice, and maybe its count."""
    place, words = node, words_of(view, node)
    for above in islice(ancestors(view, node), _CLIMB):
        if above.tag in ("body", "nav", "ul", "ol", "form") or above.end - above.index > _FEW:
            break
        text = view.text_of(above.index)
        if len(text) > len(words) + _COUNT or not says(text, words):
            break
        place = above
    return place


# -- groups of them -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """Choices beside each other. `label` stands before them in their line, `now` is one that holds and is no link."""

    label: str = ""
    members: list[Node] = field(default_factory=list[Node])
    options: list[str] = field(default_factory=list[str])
    now: str = ""
    mixed: bool = False  # with links that lead elsewhere


def _has_label(view: PageView, holder: Node) -> bool:
    """Whether a text right in an element ends as a label does."""
    texts = (view.nodes[child.index].text for child in view.children_of(holder.index))
    return any(text.endswith(COLONS) for text in texts)


def _runs(view: PageView, holder: Node, members: Mapping[int, Node]) -> Iterator[_Run]:
    """The groups in one element: a text that is no choice begins another one."""
    run = _Run()
    for child in view.children_of(holder.index):
        if child.index in members:
            run.members.append(members[child.index])
            run.options.append(readings_of(words_of(view, members[child.index])))
            continue
        inside = view.nodes[child.index : child.end]
        text = folded(view.text_of(child.index))
        if any(is_clicked(one) for one in inside):
            run.mixed |= any(one.attributes.get("href") for one in inside)
        elif not any(map(str.isalnum, text)):
            continue
        elif _is_now(view, child, text, first=not (run.label or run.members)):
            run.now = readings_of(text.strip(_APART))
            run.options.append(run.now)
        else:
            yield run
            run = _Run(label=text)
    yield run


def _is_now(view: PageView, child: Node, text: str, *, first: bool) -> bool:
    """Whether a text among choices is the one that holds, and so is no link; the `first` may be their label."""
    if text.endswith(COLONS) or len(text) > _LONG:
        return False
    inside = view.nodes[child.index : child.end]
    if any("current" in one.states or ON_CLASS.search(one.attributes.get("class", "")) for one in inside):
        return True
    if not first and text[0] in _BETWEEN:
        return True
    bold = any(one.tag in _SET_OFF for one in inside)
    return bold and (not first or loose(text) in ALL_WORDS)


def _shape(view: PageView, holder: Node) -> tuple[str, ...]:
    """The kinds of an element and the one around it: what those in the rows of a listing have in common."""
    around = view.nodes[holder.parent] if holder.parent >= 0 else holder
    return (holder.tag, around.tag, *(one.attributes.get("class", "") for one in (holder, around)))


def _form(view: PageView, holder: Node, run: _Run) -> tuple[str, ...]:
    """What groups in the rows of a listing have in common: their shape and their label."""
    return (run.label, *_shape(view, holder)) if run.members else ("",)


def _control(view: PageView, holder: Node, run: _Run) -> Control | None:
    options = tuple(run.options)
    alone = len(run.members) == 1 and bool(run.now) and run.label.endswith(COLONS)
    if not (len(run.members) > 1 or alone) or run.mixed or not all(0 < len(option) <= _LONG for option in options):
        return None
    linked = [one for one in run.members if _below(view, one) is not None and not _is_pressed(one)]
    if (linked and len(linked) < len(run.members)) or not all(_is_harmless(view, one) for one in run.members):
        return None
    label, now = _label(view, holder, run)
    kind = kind_of(label, options, by_address=bool(linked) and _orders(view, linked))
    chosen = [words_of(view, one) for one in run.members if _CHOSEN & set(one.states) or holds_now(view, one)]
    value = readings_of(chosen[0]) if chosen else run.now or now
    if _counts(options) and not (kind == "page size" and SIZE_WORDS.search(" ".join((label, *options)))):
        return None
    if not _is_sure(view, run, linked, kind, marked=bool(chosen or run.now)):
        return None
    return Control(kind, holder.index, label, options, value)


def _is_sure(view: PageView, run: _Run, linked: list[Node], kind: ControlKind, *, marked: bool) -> bool:
    """Whether they choose among the rows, and are no menu of the site, no commands and no list of records.

    Buttons have to show which one holds, or say an order. Of parts below the page's address most say how many rows they
    have, or one of them stands for all.
    """
    if not linked:
        return kind != "filter" or marked
    if len({one.attributes.get("href") for one in linked}) < len(run.options[:2]) - bool(run.now):
        return False
    if all((_below(view, one) or "?")[0] == "?" for one in linked) and (len(linked) > 1 or _below(view, linked[0])):
        return True
    counted = sum(readings_of(words_of(view, one)) != folded(words_of(view, one)) for one in linked)
    return counted * 2 >= len(linked) or any(loose(option) in ALL_WORDS for option in run.options)


def _counts(options: tuple[str, ...]) -> bool:
    """Whether half of the choices are small numbers or mere signs, as the pages of a listing are."""
    bare = [one for one in options if (one.isdigit() and len(one) <= _DIGITS) or not any(map(str.isalnum, one))]
    paged = len(bare) * 2 >= len(options) and not has_directions(options)
    return paged or is_sizes(options)


def _orders(view: PageView, linked: list[Node]) -> bool:
    """Whether the addresses of all links set an order: by the names of what they change of the page's own query."""
    here = set(parse_qsl(urlsplit(view.url).query))
    changes = [{name for name, _ in set(parse_qsl(urlsplit(one.attributes["href"]).query)) ^ here} for one in linked]
    return any(changes) and all(any(map(SORT_NAMES.search, names)) for names in changes if names)


# -- their label --------------------------------------------------------------------------------------------------


def _label(view: PageView, holder: Node, run: _Run) -> tuple[str, str]:
    """The words that say what choices are about, and what the button of their menu says of the one that holds.

    They stand before them in their line, are tied to them, or stand before their element.
    """
    if run.label:
        return (run.label.strip(_APART) if _is_label(run.label) else ""), ""
    button = menu_button(view, holder)
    if button is not None and not holder.name:
        label, now = parted(words_of(view, button), tuple(run.options))
        return (label if _is_label(label) else ""), now
    said = (holder.name, *heads_of(view, run.members[0]), _label_before(view, holder))
    return next(filter(_is_label, said), "").strip(_APART), ""


def _is_label(text: str) -> bool:
    """Whether a text is short, and says nothing that changes with the rows."""
    return 0 < len(text) <= _LONG and not any(map(str.isdigit, text))


def _label_before(view: PageView, holder: Node) -> str:
    """The heading or label before an element, or before the one around it that it begins."""
    for place in (holder, *islice(ancestors(view, holder), _CLIMB)):
        if place.parent < 0 or place.tag == "body":
            return ""
        worded = [one for one in view.children_of(place.parent) if any(map(str.isalnum, view.text_of(one.index)))]
        before = [one for one in worded if one.index < place.index]
        if before:
            alone = len(worded) == 2
            return _head_text(view, before[-1], alone=alone)
        around = view.nodes[place.parent]
        if around.name and around.role not in ("document", "main"):
            return around.name
    return ""


def _head_text(view: PageView, before: Node, *, alone: bool) -> str:
    """The words of an element that heads what stands behind it; "" of any other."""
    text = folded(view.text_of(before.index))
    inside = view.nodes[before.index : before.end]
    heads = any(one.tag in _HEADING or one.role == "heading" for one in inside) or text.endswith(COLONS)
    clicked = any(is_clicked(one) for one in inside if one.tag != "summary")
    return text if (heads or alone) and not clicked else ""
