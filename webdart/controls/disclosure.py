"""Finds what would bring more controls into view if opened: a fold, a panel, a page with a form.

By structure first: a closed fold that has controls in it, a button that says what it opens. Where nothing tells what
comes, the words must say that it narrows the listing down (`hints.NARROW_WORDS`). Nothing here is clicked.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urldefrag

from msgspec import Struct

from webdart.page.effects import effect_of, form_of, method_of
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, words_of
from webdart.page.submit_button import sends
from webdart.page.text_match import folded
from webdart.page.vocabulary import NARROW_WORDS

_ROWS = 3  # of one name: each stands in a row of the listing
_AROUND = 2  # boxes around a hidden control in which a widget may stand for it
_LONG = 60  # characters: what opens something says so briefly


class Opener(Struct, frozen=True):
    """Something to open, by its words. `href`: the page that it leads to; "" where what it opens is in this page.

    `hides` is the stretch of nodes that it would show, where that is on the page already.
    """

    node: int
    label: str
    href: str = ""
    hides: tuple[int, int] | None = None


def openers(view: PageView) -> tuple[Opener, ...]:
    """The elements that may open controls of a listing, the likeliest first: in the page, then pages with a form."""
    found = [opener for node in view.nodes if (opener := _opener(view, node)) is not None]
    often = Counter(one.label for one in found)
    alone = [one for one in found if often[one.label] < _ROWS]
    return tuple(sorted(_different(alone), key=lambda one: (bool(one.href), one.hides is None, -_sure(one.label))))


def out_of_sight(view: PageView, node: Node) -> bool:
    """Whether a control is hidden with all that stands around it: in a closed fold, or a panel that was not opened.

    A list box that is hidden for a widget which stands in its place has that one beside it.
    """
    if node.shown:
        return False
    if any(above.tag == "details" and "collapsed" in above.states for above in ancestors(view, node)):
        return True
    around = [above for above in islice(ancestors(view, node), _AROUND) if above.tag not in ("form", "body")]
    return not any(other.shown for above in around for other in view.nodes[above.index : above.end])


def _different(found: list[Opener]) -> Iterator[Opener]:
    """Each but once: several may open one thing, or lead to one page."""
    seen: set[object] = set()
    for one in found:
        what = urldefrag(one.href).url or one.hides or one.node
        if what not in seen:
            seen.add(what)
            yield one


def _opener(view: PageView, node: Node) -> Opener | None:
    if not node.shown or not is_clicked(node) or is_control(node) or "disabled" in node.states:
        return None
    label = folded(words_of(view, node))
    if not label or len(label) > _LONG or "expanded" in node.states:
        return None
    hides = _hidden_by(view, node)
    if hides is not None:
        useful = _has_controls(view, hides) and _reads(view, node)
        return Opener(node.index, label, hides=hides) if useful else None
    if not NARROW_WORDS.search(label):
        return None
    href = node.attributes.get("href", "") if node.tag in ("a", "area") else ""
    if "collapsed" in node.states or not href.startswith("http") or _is_here(view, href):
        return Opener(node.index, label) if _only_shows(view, node) else None
    return Opener(node.index, label, href) if effect_of(view, node) == "navigational" else None


def _hidden_by(view: PageView, node: Node) -> tuple[int, int] | None:
    """The stretch that is hidden now and that a node says it would show."""
    if node.tag == "summary":
        fold = view.nodes[node.parent]
        return (node.end, fold.end) if "collapsed" in node.states else None
    named = (node.attributes.get("aria-controls") or node.attributes.get("data-target") or "").removeprefix("#")
    if not named and _is_here(view, node.attributes.get("href", "")):
        named = urldefrag(node.attributes["href"]).fragment
    target = next((one for one in view.nodes if named and one.attributes.get("id") == named), None)
    if target is None or target.frame != node.frame:
        return None
    hidden = not any(is_control(one) and one.shown for one in view.nodes[target.index : target.end])
    return (target.index, target.end) if hidden and not target.shown else None


def _sure(label: str) -> float:
    """How much of the words on it is about narrowing a listing: all of "Advanced search", little of tips for it."""
    said = NARROW_WORDS.search(label)
    return 0.0 if said is None else len(said.group()) / len(label)


def _has_controls(view: PageView, stretch: tuple[int, int]) -> bool:
    """Whether something hidden there takes a value, in a form that does not write."""
    return any(is_control(one) and _reads(view, one) for one in view.nodes[stretch[0] : stretch[1]])


def _reads(view: PageView, node: Node) -> bool:
    form = form_of(view, node)
    return form is None or method_of(form, node) == "GET"


def _is_here(view: PageView, href: str) -> bool:
    """Whether an address is of the page that is shown, at some place in it."""
    return bool(href) and urldefrag(href).url == urldefrag(view.url).url


def _only_shows(view: PageView, node: Node) -> bool:
    """Whether clicking it can be tried: it sends no form, and nothing says that it writes or leads elsewhere."""
    in_form = sends(node) and form_of(view, node) is not None
    return not in_form and effect_of(view, node) in ("safe", "navigational")
