"""Finds the element that a locator means on a page.

Pure over a `PageView`, by the rules of docs/reference/locators.md: what a person reads, exact before loose, what is
visible before what a closed menu holds, and for a verb only what it can act on and what can take the value. Links to
one address are one hit. Several hits are an error that lists them, never a guess.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import assert_never
from urllib.parse import urldefrag

from msgspec import Struct

from webdart.errors import NotFound, StaleElement
from webdart.page.control_value import hidden_list
from webdart.page.field_headings import field_of, fitting, part_for
from webdart.page.labels import ancestors, beside, drawn_in, group_label, label_beside, tied
from webdart.page.locator_choice import several
from webdart.page.locator_query import Sought, SoughtMark, SoughtParts, SoughtWords, sought
from webdart.page.model import Element, Node, PageView
from webdart.page.roles import (
    Verb,
    is_clicked,
    is_control,
    is_list_box,
    is_opener,
    is_text_box,
    is_ticked,
    leads_to,
    lists_of,
    option_for,
    options_of,
    type_of,
    words_of,
)
from webdart.page.sections import Area, area_of, names_area, smallest, whole
from webdart.page.submit_button import applier, button_for, sends
from webdart.page.text_match import folded, holds, letters, loose, nearest, readings, says, without_mark, without_remark
from webdart.page.visual_label import in_front, is_seen
from webdart.workflow.model import Locator
from webdart.workflow.templates import Names

_SMALL = 60  # nodes: an element larger than this is a region, not words on the page

_LOOKED_AT = frozenset[Verb]({"hover", "drag", "scroll", "expect"})

FillWords = str | bool | None
"""What a control is to take: words, or whether it is ticked; None asks for no value."""


class Wish(Struct, frozen=True):
    """The purpose of a look-up: the verb, the value that the node is to take, its place.

    `each`: of links to one address every one is meant, as where records are read that link to one author.
    `hidden`: what the page does not show is meant as well, beside what it shows.
    """

    verb: Verb
    value: FillWords = None
    area: Area | None = None
    each: bool = False
    hidden: bool = False


def find(view: PageView, locator: Locator, names: Names, verb: Verb, value: FillWords = None) -> tuple[Node, ...]:
    """Every node that the locator means, in document order; never empty.

    Selectors (css, xpath) are answered from `view.marks`: ask for `sought.marks_of` when you look.

    Raises:
        NotFound: nothing is called that, or nothing of that name can take the value; the message lists what is there.
        WorkflowError: page data stands where it would choose what is acted on.
    """
    return find_sought(view, sought(locator, names), Wish(verb, value))


def find_each(view: PageView, locator: Locator, names: Names, *, hidden: bool = False) -> tuple[Node, ...]:
    """As `find`, for the locator of a field or of records: links to one address are as many as there are.

    `hidden`: what a selector hits is told whether the page shows it or not.
    """
    return find_sought(view, sought(locator, names), Wish("expect", each=True, hidden=hidden))


def one(view: PageView, locator: Locator, names: Names, verb: Verb, value: FillWords = None) -> Node:
    """The one node that the locator means.

    Raises:
        NotFound: as `find`.
        Ambiguous: several are meant; the message lists them with the heading above each.
    """
    return one_sought(view, sought(locator, names), Wish(verb, value))


def one_sought(view: PageView, wanted: Sought, wish: Wish) -> Node:
    """As `one`, for a locator that has been filled in."""
    hits = find_sought(view, wanted, wish)
    if len(hits) == 1:
        return hits[0]

    def meant(parts: SoughtParts) -> Sequence[Node]:
        with suppress(NotFound):
            return find_sought(view, parts, wish)
        return ()

    raise several(view, wanted, hits, meant, follows=wish.verb == "follow")


def element(view: PageView, node: Node) -> Element:
    """A node as actions know it: enough to find it again if the page has moved on.

    Raises:
        StaleElement: the node is of another view, and what stands in its place in this one is something else.
    """
    name = node.name
    equals = [other.index for other in view.nodes if other.role == node.role and other.name == name]
    if node.index not in equals:
        raise StaleElement(f"{name or node.role or node.tag!r} is no longer where it was on the page", url=view.url)
    return Element(node.index, node.role, name, equals.index(node.index))


def area(view: PageView, wanted: Sought | None) -> Area:
    """The part of the page under a heading, caption or legend of these words, or at this locator (None: all of it).

    Raises:
        NotFound: no heading or named part has these words.
        Ambiguous: several have, side by side.
    """
    if wanted is None:
        return whole(view)
    if not isinstance(wanted, SoughtWords):
        return area_of(view, one_sought(view, wanted, Wish("expect")))
    heads = [node for node in view.nodes if names_area(node)]
    for hits in _tiers(heads, wanted.text, [lambda node: (words_of_head(view, node),)]):
        areas = [area_of(view, node) for node in hits]
        found = smallest(areas)
        if found is None:
            raise several(view, wanted, hits)
        return found
    there = nearest(wanted.text, (words_of_head(view, node) for node in heads if node.shown), most=12)
    raise NotFound(
        f"no heading, caption or legend {wanted} on the page", url=view.url, hint=f"there are: {_listed(there)}"
    )


def words_of_head(view: PageView, node: Node) -> str:
    """The words of a heading or of a named part."""
    if node.role == "heading" or node.tag in ("caption", "legend", "summary", "figcaption"):
        return view.text_of(node.index) or node.name
    return node.name


def find_sought(view: PageView, wanted: Sought, wish: Wish) -> tuple[Node, ...]:
    """As `find`, for a locator that has been filled in."""
    match wanted:
        case SoughtWords():
            return _by_words(view, wanted.text, wish)
        case SoughtMark():
            marked = set(view.marks.get(wanted.selector, ()))
            hits = [view.nodes[index] for index in sorted(marked)]
            return _settled(view, wanted, hits, wish)
        case SoughtParts():
            return _by_parts(view, wanted, wish)
        case _:
            assert_never(wanted)


# -- by words -------------------------------------------------------------------------------------------------


@dataclass
class _Asked:
    """One search by words: candidates, and what was met on the way that could not take the value."""

    view: PageView
    words: str
    wish: Wish
    unfit: list[Node] = field(default_factory=list[Node])
    _beside: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])

    @cached_property
    def tied(self) -> Mapping[tuple[int, str], Sequence[str]]:
        """The words of the labels that are for a control, by its frame and its id."""
        return tied(self.view)

    def candidates(self) -> list[Node]:
        """The nodes that the verb can act on."""
        inside = self.wish.area or whole(self.view)
        nodes = self.view.nodes[inside.start : inside.end]
        return [node for node in nodes if node.tag != "#text" and _can(node, self.wish.verb)]

    def named(self, node: Node) -> tuple[str, ...]:
        """Its accessible name, and the other words tied to it."""
        attributes = node.attributes
        words = [node.name, attributes.get("placeholder", ""), attributes.get("title", "") if is_control(node) else ""]
        labels = self.tied.get((node.frame, attributes.get("id", "")), ())
        if len(labels) > 1 or "aria-labelledby" in attributes or "aria-label" in attributes:
            words.extend(labels)  # of a label and a remark that is tied like one, each is read by itself
        if isinstance(self.wish.value, str) and is_ticked(node):
            words.append(group_label(self.view, node))
        if is_list_box(node) and node.tag != "select":  # its name may end with what it shows
            shown = self.view.text_of(node.index)
            words.append(node.name.removesuffix(shown))
            if node.role == "combobox" and not node.name:  # its name may stand where a choice will
                words.append(shown)
        if node.tag == "select" and not node.name:  # its first choice may say what is chosen, and be none
            words.extend(words_of(self.view, option) for option in options_of(self.view, node)[:1])
        return tuple(folded(text) for text in words if text)

    def beside(self, node: Node) -> tuple[str, ...]:
        """The words that merely stand beside a control."""
        if not is_control(node):
            return ()
        if node.index not in self._beside:
            self._beside[node.index] = beside(self.view, node)
        return self._beside[node.index]

    def hinted(self, node: Node) -> tuple[str, ...]:
        """Words that only hovering brings up; they count for less than visible ones."""
        title = node.attributes.get("title", "")
        return (folded(title),) if title and not is_control(node) else ()

    def text(self, node: Node) -> tuple[str, ...]:
        """The text on it; nothing for a region."""
        if node.end - node.index > _SMALL or is_control(node):
            return ()
        return (self.view.text_of(node.index),)

    def sent(self, node: Node) -> Node:
        """The control, or the hidden list box with the value that is sent in the place of a plain text box."""
        value = self.wish.value
        if self.wish.verb != "fill" or not isinstance(value, str) or not is_text_box(node) or is_opener(node):
            return node
        behind = hidden_list(self.view, node)
        return node if behind is None or option_for(self.view, behind, value) is None else behind

    def fitting(self, hits: Iterable[Node]) -> list[Node]:
        """The nodes that can take the value, list boxes before text boxes."""
        fit: list[Node] = []
        found = list(hits)
        opened = {name for node in found for name in lists_of(node)}
        for node in found:
            if node.attributes.get("id") not in opened:  # a list of the same name that a box opens is no control
                (fit if takes(self.view, node, self.wish.value) else self.unfit).append(node)
        if not fit and len(found) == 1 and is_list_box(found[0]) and found[0].tag != "select":
            fit = found  # a drawn list may hold a part of its options at a time
        fit = [node for node in fit if not _is_shadow(node)] or fit
        lists = [node for node in fit if is_list_box(node)]
        boxes = [
            node for node in lists if node.role != "listbox" or node.tag == "select"
        ]  # no list that a box has opened
        return boxes or lists or [self.sent(node) for node in fit]


def _is_shadow(node: Node) -> bool:
    """Whether a text box is only drawn behind another one, as the rest of what that could become: nobody gets there."""
    return is_text_box(node) and "readonly" in node.states and node.attributes.get("tabindex") == "-1"


def _by_words(view: PageView, words: str, wish: Wish) -> tuple[Node, ...]:
    asked = _Asked(view, folded(words), wish)
    nodes = asked.candidates()
    if wish.verb == "fill" and (found := _by_frame(asked, nodes)):
        return found
    sources = [asked.named, asked.beside, asked.text, asked.hinted]
    if wish.verb in _LOOKED_AT:  # for these the words on a thing say more than what they would label
        sources = [asked.named, asked.text, asked.beside, asked.hinted]
    clicks = wish.verb in ("click", "follow")
    for hits in _tiers(
        nodes, asked.words, sources, partial(is_seen, view), typed_last=clicks, remarks=wish.verb == "fill"
    ):
        fit = _laid_out(in_front(view, _merged(view, _innermost(asked.fitting(hits)), wish)))
        if fit:
            return tuple(_leading(view, fit) if wish.verb == "follow" else fit)
    if wish.verb == "fill" and (found := _by_button(asked, nodes) or _by_field(asked)):
        return found
    if wish.verb in ("click", "follow"):  # last, any words on the page: scripts listen to clicks on plain elements
        inside = wish.area or whole(view)
        plain = [node for node in view.nodes[inside.start : inside.end] if node.tag != "#text" and node.shown]
        for hits in _tiers(plain, asked.words, [asked.text]):
            return tuple(_merged(view, _innermost(hits), wish))
    raise _not_found(asked, nodes)


def _by_frame(asked: _Asked, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The box to choose from in whose frame these words are drawn, where nothing has them for a name.

    They are no label of what stands beside them.
    """
    boxes = [node for node in nodes if node.role == "combobox" and is_text_box(node) and not any(asked.named(node))]
    found = [node for node in boxes if says(drawn_in(asked.view, node), asked.words)]
    named = any(says(text, asked.words) for node in nodes if node.shown and found for text in asked.named(node))
    return () if len(found) != 1 or named else tuple(found)


def _by_button(asked: _Asked, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The one text box that the button of these words sends: a box for a search that nothing but "Search" names."""
    boxes = [node for node in nodes if node.shown and is_text_box(node) and not is_opener(node)]
    sent = ((node, button_for(asked.view, node) or applier(asked.view, node)) for node in boxes)
    found = tuple(node for node, button in sent if button and says(words_of(asked.view, button), asked.words))
    return found if len(found) == 1 and takes(asked.view, found[0], asked.wish.value) else ()


def _by_field(asked: _Asked) -> tuple[Node, ...]:
    """The controls that take the value in the field that a text with these words heads."""
    view, inside = asked.view, asked.wish.area or whole(asked.view)
    plain = [node for node in view.nodes[inside.start : inside.end] if node.shown and not is_control(node)]
    for hits in _tiers(plain, asked.words, [asked.text]):
        fields = [_own_field(view, head, asked.wish.value) for head in _innermost(hits)]
        pairs = [
            (node, found) for found in fields if (node := fitting(view, found, asked.wish.value, takes)) is not None
        ]
        fit = [node for node, found in pairs if not _is_mark(view, node, found, asked.wish.value)]
        fit = fit if any(map(is_control, fit)) else [node for node, _ in pairs]
        if fit:
            return tuple(_innermost(sorted({node.index: node for node in fit}.values(), key=lambda node: node.index)))
        asked.unfit.extend(node for found in fields for node in found)
    return ()


def _is_mark(view: PageView, node: Node, found: Sequence[Node], value: FillWords) -> bool:
    """Whether it is drawn without a word, and the value means no part of its field: a tick below a column's head."""
    if is_control(node) or is_opener(node) or node.name.strip() or view.visible_text_of(node.index).strip():
        return False
    return not isinstance(value, str) or part_for(view, found, value) is not node


Source = Callable[[Node], tuple[str, ...]]


def _is_shown(node: Node) -> bool:
    return node.shown


def _own_field(view: PageView, head: Node, value: FillWords) -> tuple[Node, ...]:
    """The field that a text heads; of a column's head what is in it: below it stand rows, and no field."""
    column = next((above for above in (head, *ancestors(view, head)) if above.role == "columnheader"), None)
    found = field_of(view, head, value, takes)
    return found if column is None else tuple(node for node in found if column.index < node.index < column.end)


def _tiers(
    nodes: Sequence[Node],
    words: str,
    sources: Sequence[Source],
    seen: Callable[[Node], bool] = _is_shown,
    *,
    typed_last: bool = False,
    remarks: bool = False,
) -> Iterable[list[Node]]:
    """The hits of each tier that has any: those `seen` before hidden ones, exact before loose, each source in turn.

    A label is exact without the signs that end it, too.
    `typed_last`: a box that one types into comes after whatever else is visible, as one clicks the button beside it.
    `remarks`: last, after hidden ones as well, labels without the remark in brackets that ends them.
    """
    exact, wanted = without_mark(words), loose(words)
    shown = [node for node in nodes if seen(node)]
    boxes = {node.index for node in shown if typed_last and is_text_box(node) and not is_opener(node)}
    others = [node for node in shown if node.index not in boxes]
    typed = [node for node in shown if node.index in boxes]
    pools = (others, typed, [node for node in nodes if not seen(node)])
    for pool in pools:
        for source in sources:
            if hits := [node for node in pool if words in source(node)]:
                yield hits
            if hits := [node for node in pool if any(exact == without_mark(text) for text in source(node))]:
                yield hits
        for source in sources:
            if hits := [node for node in pool if any(wanted in readings(text) for text in source(node))]:
                yield hits
    for pool in pools if remarks else ():
        for source in sources:
            if hits := [node for node in pool if any(wanted == loose(without_remark(text)) for text in source(node))]:
                yield hits


def _can(node: Node, verb: Verb) -> bool:
    match verb:
        case "click":
            return is_clicked(node)
        case "follow":
            return is_clicked(node) and not is_control(node)
        case "fill":
            return is_control(node)
        case _:
            return True


def takes(view: PageView, node: Node, value: FillWords) -> bool:
    """Whether a control can take a value: an option it has, its own words, `true` and `false` for what is ticked."""
    if value is None:
        return True
    if isinstance(value, bool):
        return is_ticked(node)
    if is_ticked(node):
        own = label_beside(view, node)
        words = node.name if own is None or node.name else view.text_of(own.index)
        return says(words, value) or node.attributes.get("value") == value
    if is_list_box(node) and not is_text_box(node):
        return not options_of(view, node) or option_for(view, node, value) is not None
    return True


def _innermost(hits: Sequence[Node]) -> list[Node]:
    """The nodes that contain no other hit."""
    return [
        node
        for place, node in enumerate(hits)
        if not (place + 1 < len(hits) and node.index < hits[place + 1].index < node.end)
    ]


def _laid_out(hits: Sequence[Node]) -> list[Node]:
    """Of several out of sight, those that have a place on the page: something is drawn for them; else all."""
    placed = [node for node in hits if node.box.width > 0 and node.box.height > 0]
    return placed if placed and not any(node.shown for node in hits) else list(hits)


def _merged(view: PageView, hits: Sequence[Node], wish: Wish) -> list[Node]:
    """Links to one address are one hit: the first; unless each is meant."""
    if wish.each:
        return list(hits)
    kept: list[Node] = []
    seen: set[str] = set()
    for node in hits:
        address = leads_to(view, node)
        if address:
            if address in seen:
                continue
            seen.add(address)
        kept.append(node)
    return kept


def _leading(view: PageView, hits: Sequence[Node]) -> Sequence[Node]:
    """What a step of these words leads on by.

    Links before buttons that send a form ("Search" leads on to what the button would do here), an entry of an open menu
    before what has opened it, and any before the page's own title that is a link to it.
    """
    links = [node for node in hits if leads_to(view, node)]
    hits = links if links and all(node in links or sends(node) for node in hits) else hits
    return [node for node in hits if not _is_own_title(view, node) and not _has_opened(view, node, hits)] or hits


def _is_own_title(view: PageView, node: Node) -> bool:
    """Whether a link is the title of the page that it stands on."""
    titles = any(one.role == "heading" for one in (node, *ancestors(view, node)))
    return titles and urldefrag(leads_to(view, node)).url == urldefrag(view.url).url


def _has_opened(view: PageView, node: Node, hits: Sequence[Node]) -> bool:
    """Whether it has opened the part in which another of the hits lies, and leads nowhere itself.

    The part that its address names may be one of this page whatever page that is: `<base>` makes it another's.
    """
    address, part = urldefrag(leads_to(view, node))
    if "expanded" not in node.states or (address and not part):
        return False
    named = {part} if part else {*lists_of(node)}
    parts = [one for one in view.nodes if one.attributes.get("id") in named and one.frame == node.frame]
    return any(one.index < hit.index < one.end for one in parts for hit in hits)


# -- by parts -------------------------------------------------------------------------------------------------


def _by_parts(view: PageView, wanted: SoughtParts, wish: Wish) -> tuple[Node, ...]:
    inside = wish.area or whole(view)
    if wanted.within is not None:
        inner = area(view, wanted.within)
        inside = Area(max(inside.start, inner.start), min(inside.end, inner.end))
    nodes = [node for node in view.nodes[inside.start : inside.end] if node.tag != "#text"]
    hits = [node for node in nodes if _fits(view, node, wanted)]
    if wanted.mark is None:
        hits = _innermost(hits)
    return _settled(view, wanted, hits, wish)


def _fits(view: PageView, node: Node, wanted: SoughtParts) -> bool:
    if wanted.role is not None and node.role != wanted.role:
        return False
    if wanted.mark is not None and node.index not in view.marks.get(wanted.mark, ()):
        return False
    if not wanted.states <= node.states or not _attributes_fit(node, wanted):
        return False
    return _words_fit(view, node, wanted)


def _attributes_fit(node: Node, wanted: SoughtParts) -> bool:
    if wanted.placeholder is not None and not wanted.placeholder.fits(node.attributes.get("placeholder", "")):
        return False
    return wanted.testid is None or node.attributes.get("data-testid") == wanted.testid


def _words_fit(view: PageView, node: Node, wanted: SoughtParts) -> bool:
    if wanted.name is not None and not wanted.name.fits(node.name or _text_if_small(view, node)):
        return False
    if wanted.label is not None and not (
        is_control(node) and (wanted.label.fits(node.name) or any(map(wanted.label.fits, beside(view, node))))
    ):
        return False
    if wanted.text is not None and not wanted.text.fits(_text_if_small(view, node)):
        return False
    return wanted.has is None or holds(view.text_of(node.index), wanted.has)


def _text_if_small(view: PageView, node: Node) -> str:
    if node.end - node.index > 4 * _SMALL:
        return ""
    if node.tag == "input" and type_of(node) in ("submit", "button", "reset"):
        return node.attributes.get("value", "")
    return view.text_of(node.index)


def _settled(view: PageView, wanted: Sought, hits: Sequence[Node], wish: Wish) -> tuple[Node, ...]:
    """The hits that suit the verb and can take the value, visible before hidden; then `nth`."""
    inside = wish.area or whole(view)
    found = [node for node in hits if inside.holds(node)]
    found = [node for node in found if _can(node, wish.verb)] or found
    found = [node for node in found if takes(view, node, wish.value)] or found
    nth = wanted.nth if isinstance(wanted, SoughtParts) else None
    if not wish.hidden or nth is not None:
        found = [node for node in found if node.shown] or found
    if nth is None:
        found = _merged(view, found, wish)
    elif 1 <= nth <= len(found):
        return (found[nth - 1],)
    else:
        raise NotFound(f"{wanted}: there are only {len(found)}", url=view.url)
    if not found:
        raise _none_of_parts(view, wanted)
    return tuple(found)


# -- errors ---------------------------------------------------------------------------------------------------


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(repr(text[:60]) for text in texts) or "none"


def _not_found(asked: _Asked, nodes: Sequence[Node]) -> NotFound:
    view, wish = asked.view, asked.wish
    if asked.unfit:
        node = asked.unfit[0]
        options = [words_of(view, option) for option in options_of(view, node)]
        offered = f"it has: {_listed(options[:30])}" if options else f"it is a {node.role or node.tag}"
        problem = f"{asked.words!r} can't take {wish.value!r}"
        return NotFound(problem, url=view.url, hint=offered)
    filled = wish.verb == "fill"  # it opens the fold or the tab that a control is in
    seen = [node for node in nodes if node.shown or (filled and type_of(node) != "hidden")]
    words = ((*asked.named(node), *asked.text(node), *(asked.beside(node) if filled else ())) for node in seen)
    there = (name for said in words for name in said if len(name) < 80)
    kind = {"fill": "control", "click": "link or button", "follow": "link, menu entry or tab"}.get(wish.verb, "element")
    close = nearest(asked.words, there)
    missing = NotFound(f"no {kind} {asked.words!r} on the page", url=view.url, hint=f"nearest: {_listed(close)}")
    missing.nowhere = _is_nowhere(view, asked.words)
    return missing


def _is_nowhere(view: PageView, words: str) -> bool:
    """Whether no text, name or attribute has these words, shown or hidden, wherever elements part them."""
    said = (text for node in view.nodes for text in (node.text, node.name, *node.attributes.values()))
    wanted = letters(words)
    return bool(wanted) and wanted not in letters("".join(said))


def _none_of_parts(view: PageView, wanted: Sought) -> NotFound:
    if isinstance(wanted, SoughtMark):
        return NotFound(f"nothing on the page matches {wanted}", url=view.url)
    hint = ""
    if isinstance(wanted, SoughtParts) and wanted.role is not None:
        alike = [words_of(view, node) for node in view.nodes if node.role == wanted.role and node.shown]
        name = wanted.name.text if wanted.name else wanted.has or ""
        hint = f"of the role {wanted.role} there are: {_listed(nearest(name, (text[:80] for text in alike)))}"
    return NotFound(f"nothing on the page is {wanted}", url=view.url, hint=hint)
