"""Rates which link or button to try next and how good a page is, without a model.

Hope comes from what a person would read: the words of a link beside the objective. Worth comes from what can be
observed: the declared fields found on the page, and whether its headings say what was asked for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from webdart.browser.port import Action, DoClick, DoGoto
from webdart.browser.snapshot.payload import fingerprint
from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.similarity import covered, words_of
from webdart.page.effects import effect_of, form_of
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, leads_to
from webdart.plan.model import SitePlan
from webdart.search.port import Appraisal, Candidate

Fit = Callable[[PageView], float]
"""The share of the declared fields that a page shows, 0 to 1."""

FIELDS_WEIGHT = 0.6
MANY = 8
ERROR_LETTERS = 3000
"""A page with an error's status and more text than this is looked at all the same."""

_CLICK = 0.7
"""The score of a click relative to a link with the same words: a link is surer and cheaper to undo."""


class Wish(Struct, frozen=True):
    """The words to look for: those of the objective (maybe none), of the table and of its fields."""

    objective: frozenset[str]
    table: frozenset[str]


class Worth:
    """The reward of a page: declared fields found, then the objective's words in its headings."""

    def __init__(self, wish: Wish, fit: Fit) -> None:
        self._wish = wish
        self._fit = fit

    @property
    def has_objective(self) -> bool:
        """Whether words say what is looked for, beside the fields."""
        return bool(self._wish.objective)

    async def __call__(self, state: PageView) -> Appraisal:
        """0 to 1; a goal carries every declared field; an error page without any of them leads nowhere."""
        fit = self._fit(state)
        if not fit and is_error(state):
            return Appraisal(0.0, reason=f"the site answers {state.status}", dead=True)
        if not self._wish.objective:
            return Appraisal(fit, goal=fit >= 1.0)
        said = covered(self._wish.objective, headings(state))
        value = FIELDS_WEIGHT * fit + (1 - FIELDS_WEIGHT) * said
        return Appraisal(value, goal=fit >= 1.0, reason=f"fields {fit:.0%}, objective {said:.0%}")


class Offers:
    """The moves that a page offers to a search: its links by address, then whatever opens or switches something."""

    def __init__(self, site: SitePlan, wish: Wish) -> None:
        self._site = site
        self._wish = wish

    def __call__(self, view: PageView) -> Sequence[Candidate[Action]]:
        """Every action that leads on and, as far as the page tells, writes nothing."""
        return (*self._links(view), *self._clicks(view))

    def _links(self, view: PageView) -> Iterator[Candidate[Action]]:
        """The links that stay on the site; records of a long list come last."""
        here = without_fragment(view.url)
        shapes = Counter(_shape(view, link) for link in view.links)
        for link in view.links:
            url = without_fragment(link.attributes["href"])
            if url == here or not stays_on(self._site, url) or effect_of(view, link) != "navigational":
                continue
            label = link.name or view.text_of(link.index)
            hope = self._hope(label, unquote(urlsplit(url).path), shapes[_shape(view, link)])
            yield Candidate(DoGoto(url), url, hope, label=label, plain=True)

    def _clicks(self, view: PageView) -> Iterator[Candidate[Action]]:
        """Tabs, folds, menus, buttons of a page's own script: what they show may have no address."""
        buttons = [node for node in view.nodes if _switches(view, node)]
        shapes = Counter(_shape(view, node) for node in buttons)
        state = (without_fragment(view.url), fingerprint(view), headings(view))
        for node in buttons:
            one = element(view, node)
            label = node.name or view.text_of(node.index)
            hope = _CLICK * self._hope(label, "", shapes[_shape(view, node)])
            yield Candidate(DoClick(one), (state, one.role, one.name, one.nth), hope, effect_of(view, node), label)

    def _hope(self, label: str, path: str, crowd: int) -> float:
        wanted = self._wish.objective or self._wish.table
        said = max(covered(wanted, label), 0.8 * covered(wanted, path)) if wanted else 0.0
        also = covered(self._wish.table, label + " " + path) if self._wish.table else 0.0
        hope = 0.1 + 0.7 * said + 0.1 * also
        return hope if crowd < MANY or said > 0.5 else hope * 0.3


def _switches(view: PageView, node: Node) -> bool:
    """Whether a click there may show something else, and is no submission: that is for `set`, and for `act`."""
    if not node.shown or not is_clicked(node) or is_control(node) or not _stays(view, leads_to(view, node)):
        return False
    if node.states & {"selected", "current", "pressed"} or not (node.name or view.text_of(node.index)):
        return False
    submits = node.tag in ("button", "input") and node.attributes.get("type", "submit") in ("submit", "image", "reset")
    return not (submits and form_of(view, node)) and effect_of(view, node) in ("safe", "navigational")


def _stays(view: PageView, link: str) -> bool:
    """Whether it is no link, or one whose `#` a script of the page takes: what it names is not there to be seen yet."""
    page, _, part = link.partition("#")
    if not link or not part or page != without_fragment(view.url):
        return not link
    return not any(
        node.shown and unquote(part) in (node.attributes.get("id"), node.attributes.get("name")) for node in view.nodes
    )


def is_error(view: PageView) -> bool:
    """Whether a page says by its status that there is nothing, and by its length that it means it.

    Applications that draw themselves in the browser may answer 404 to every address of theirs.
    """
    return (view.status in (404, 410) or view.status >= 500) and len(view.visible_text_of(0)) <= ERROR_LETTERS


def headings(view: PageView) -> str:
    """How a page describes itself: its title, headings and current menu entries."""
    telling = (node for node in view.nodes if node.role == "heading" or "current" in node.states)
    return " ".join([view.title, *(node.name or view.text_of(node.index) for node in telling)])


def wish_for(objective: str, table: str, fields: Sequence[str]) -> Wish:
    """The words to look for, without articles and verbs of asking."""
    return Wish(words_of(objective), words_of(" ".join([table, *fields])))


def _shape(view: PageView, link: Node) -> tuple[str, ...]:
    """The tags from a link up to the page: links of one list share theirs."""
    tags: list[str] = []
    place = link.index
    while place >= 0:
        node = view.nodes[place]
        tags.append(f"{node.tag}.{node.attributes.get('class', '')}")
        place = node.parent
    return tuple(tags)
