"""Which link is worth trying next, and how good is a page? The heuristic policy of the navigator: no model.

Hope comes from what a person would read: the words of a link beside the objective. Worth comes from what can be
observed: the declared fields found on the page, and whether its headings say what was asked for (DESIGN.md section 4).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.words import covered, words_of
from webdart.pages.effects import effect_of
from webdart.pages.port import Browser, Node, PageView
from webdart.plan.model import SitePlan
from webdart.search.port import Address, After, Appraisal, Candidate, Rehearsal, Rejected

Fit = Callable[[PageView], float]
"""Which share of the declared fields a page carries, 0 to 1."""

FIELDS_WEIGHT = 0.6
MANY = 8


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: the words of the objective (may be none) and those of the table and its fields."""

    objective: frozenset[str]
    table: frozenset[str]


@dataclass(frozen=True, slots=True)
class Follow:
    """Go to where a link leads."""

    url: str


class Worth:
    """The reward of a page: declared fields found, then the objective's words in its headings."""

    def __init__(self, wish: Wish, fit: Fit) -> None:
        self._wish = wish
        self._fit = fit

    async def __call__(self, state: PageView) -> Appraisal:
        """0 to 1; a goal carries every declared field."""
        fit = self._fit(state)
        if not self._wish.objective:
            return Appraisal(fit, goal=fit >= 1.0)
        said = covered(self._wish.objective, headings(state))
        value = FIELDS_WEIGHT * fit + (1 - FIELDS_WEIGHT) * said
        return Appraisal(value, goal=fit >= 1.0, reason=f"fields {fit:.0%}, objective {said:.0%}")


class Links:
    """The site as the search core sees it: pages are states, links are actions, every page has an address."""

    def __init__(self, tab: Browser, site: SitePlan, wish: Wish, marks: Sequence[str] = ()) -> None:
        self._tab = tab
        self._site = site
        self._wish = wish
        self._marks = tuple(marks)

    def fingerprint(self, state: PageView) -> Hashable:
        """Pages are told apart by their address."""
        return without_fragment(state.url)

    def address(self, state: PageView) -> Address:
        """Every page reached over links has its own address."""
        url = without_fragment(state.url)
        return Address(url, url)

    def resembles(self, seen: PageView, now: PageView) -> bool:
        """The same address, showing a page of the same name."""
        return self.fingerprint(seen) == self.fingerprint(now) and seen.title == now.title

    async def candidates(self, state: PageView) -> Sequence[Candidate[Follow]]:
        """The links of a page that stay on the site and only navigate; records of a long list come last."""
        here = without_fragment(state.url)
        shapes = Counter(_shape(state, link) for link in state.links)
        found: list[Candidate[Follow]] = []
        for link in state.links:
            url = without_fragment(link.attributes["href"])
            if url == here or not stays_on(self._site, url) or effect_of(state, link) == "destructive":
                continue
            label = link.name or state.text_of(link.index)
            crowd = shapes[_shape(state, link)]
            found.append(Candidate(Follow(url), url, self._hope(label, url, crowd), label=label, plain=True))
        return found

    async def take(self, state: PageView, action: Follow) -> After[PageView]:  # noqa: ARG002 - followed by address
        """Follow a link."""
        return After(await self._tab.open(action.url, self._marks))

    async def rehearse(self) -> Rehearsal[PageView, Follow]:
        """Never needed: a link is followed by its address, from wherever the search is."""
        raise Rejected("links are followed by their address")

    def _hope(self, label: str, url: str, crowd: int) -> float:
        path = unquote(urlsplit(url).path)
        wanted = self._wish.objective or self._wish.table
        said = max(covered(wanted, label), 0.8 * covered(wanted, path)) if wanted else 0.0
        also = covered(self._wish.table, label + " " + path) if self._wish.table else 0.0
        hope = 0.1 + 0.7 * said + 0.1 * also
        return hope if crowd < MANY or said > 0.5 else hope * 0.3


def headings(view: PageView) -> str:
    """What a page says it is: title, headings, and what is marked as current in its menus."""
    telling = (node for node in view.nodes if node.role == "heading" or "current" in node.states)
    return " ".join([view.title, *(node.name or view.text_of(node.index) for node in telling)])


def wish_for(objective: str, table: str, fields: Sequence[str]) -> Wish:
    """What to look for; words that say nothing of their own (articles, verbs of asking) are left to the weights."""
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
