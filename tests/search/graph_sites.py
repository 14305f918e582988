"""Made-up sites: graphs with everything that makes going back hard, and a server that counts what was written.

Places without an address, addresses that show something else after a reload, banners and shuffled lists, labels whose
neighbourhood moves on, requests that write behind harmless labels, loads that fail, sessions that end, traps.
"""

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from webdart.search.port import Address, After, Appraisal, Candidate, Effect, Rejected
from webdart.search.tree import Node

LOGIN = -1


@dataclass(frozen=True, slots=True)
class Edge:
    """What stands on a place: words, where they lead, what they do on the wire, and what they look like."""

    label: str
    to: int
    writes: bool = False
    looks: Effect = "navigational"
    plain: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A place as observed: which one, after how many writes, its words in the order of this load, with a section."""

    place: int
    epoch: int
    words: tuple[tuple[str, str], ...]
    banner: bool


@dataclass(slots=True)
class Page:
    """A tab: where it is, what it shows."""

    view: View


@dataclass
class Made:
    """A made-up site, and the browser that looks at it."""

    edges: dict[int, list[Edge]]
    goals: frozenset[int]
    unaddressed: frozenset[int] = frozenset()
    reloads_as: dict[int, int] = field(default_factory=dict[int, int])
    moving: frozenset[int] = frozenset()  # places whose words stand in another section at every load
    dead: frozenset[int] = frozenset()
    failing: float = 0.0  # share of loads that fail
    ending: int = 0  # so many loads until the session ends; 0 never
    writes_allowed: bool = False
    noise: random.Random = field(default_factory=lambda: random.Random(7))
    shown: Page | None = None
    epoch: int = 0
    loads: int = 0
    written: list[str] = field(default_factory=list[str])
    stopped: list[str] = field(default_factory=list[str])

    def look(self, place: int) -> View:
        """The place as it looks now: in any order, with or without a banner."""
        words = [edge.label for edge in self.edges.get(place, [])]
        self.noise.shuffle(words)
        section = f"section {self.noise.random():.3f}" if place in self.moving else "section"
        return View(place, self.epoch, tuple((word, section) for word in words), self.noise.random() < 0.3)

    def start(self, place: int = 0) -> View:
        self.shown = Page(self.look(place))
        return self.shown.view

    def fetch(self, place: int) -> View:
        """Load the address of a place."""
        self.loads += 1
        if self.failing and self.noise.random() < self.failing:
            raise Rejected("the site is down")
        if self.ending and self.loads > self.ending:
            return self.look(LOGIN)
        return self.look(self.reloads_as.get(place, place))

    def go(self, page: Page, action: str, *, writes: bool) -> After[View]:
        """Click words on a page."""
        edge = next((edge for edge in self.edges.get(page.view.place, []) if edge.label == action), None)
        if edge is None or action not in {word for word, _ in page.view.words}:
            raise Rejected(f"{action} isn't there")
        if edge.writes and not writes:
            self.stopped.append(action)
            return After(page.view, held=(f"POST /{action}",))
        if edge.writes:
            self.written.append(action)
            self.epoch += 1
        page.view = self.fetch(edge.to) if edge.plain else self.look(edge.to)
        return After(page.view, wrote=edge.writes)

    # -- the world ------------------------------------------------------------------------------------------------

    def fingerprint(self, state: View) -> Hashable:
        return (state.place, state.epoch, frozenset(word for word, _ in state.words))

    def address(self, state: View) -> Address | None:
        own = state.place not in self.unaddressed and state.place != LOGIN
        return Address(state.place, f"/{state.place // 2}/*") if own else None

    def resembles(self, seen: View, now: View) -> bool:
        return (seen.place, seen.epoch, set(seen.words)) == (now.place, now.epoch, set(now.words))

    async def candidates(self, state: View) -> Sequence[Candidate[str]]:
        return [
            Candidate(
                edge.label,
                edge.to if edge.plain else (state.place, edge.label),
                0.5,
                edge.looks,
                edge.label,
                edge.plain,
            )
            for edge in self.edges.get(state.place, [])
        ]

    async def take(self, state: View, action: str) -> After[View]:
        assert self.shown is not None
        plain = next((edge for edge in self.edges[state.place] if edge.label == action and edge.plain), None)
        if plain is not None:  # an address is loaded from wherever one is
            self.shown.view = self.fetch(plain.to)
            return After(self.shown.view)
        assert self.shown.view == state, "an action is taken only in the state that is shown"
        return self.go(self.shown, action, writes=self.writes_allowed)

    async def rehearse(self) -> "Beside":
        return Beside(self)

    async def reward(self, state: View) -> Appraisal:
        dead = state.place in self.dead or state.place == LOGIN
        return Appraisal(0.9 if state.place in self.goals else 0.1, goal=state.place in self.goals, dead=dead)


class Beside:
    """A page beside the one shown."""

    def __init__(self, site: Made) -> None:
        self._site = site
        self._page: Page | None = None
        self.ended = False

    async def load(self, state: View) -> View:
        assert state.place not in self._site.unaddressed
        self._page = Page(self._site.fetch(state.place))
        return self._page.view

    def match(self, seen: View, action: str, now: View) -> str | None:
        before = next(section for word, section in seen.words if word == action)
        return action if seen.place == now.place and (action, before) in now.words else None

    async def take(self, state: View, action: str) -> After[View]:
        assert self._page is not None
        assert self._page.view == state
        return self._site.go(self._page, action, writes=False)

    async def commit(self) -> None:
        assert not self.ended
        self.ended = True
        self._site.shown = self._page

    async def abort(self) -> None:
        assert not self.ended
        self.ended = True


class Told:
    """Remembers what a search tells."""

    def __init__(self) -> None:
        self.nodes: list[Node[View, str]] = []
        self.failures: list[str] = []
        self.returns: list[int] = []

    def saw(self, node: Node[View, str]) -> None:
        assert node.parent is None or not node.parent.closed, "nothing is opened below what leads nowhere"
        self.nodes.append(node)

    def failed(self, node: Node[View, str], candidate: Candidate[str], reason: str) -> None:
        self.failures.append(f"{node.index} {candidate.label}: {reason}")

    def returned(self, node: Node[View, str], toward: Candidate[str]) -> None:
        assert toward
        self.returns.append(node.index)


def made(seed: int, *, reversible: bool, writes_allowed: bool = False) -> Made:
    """A random site; `reversible`: every place can be shown again by its address or by replay, nothing writes."""
    dice = random.Random(seed)
    size = dice.randint(2, 14)
    unaddressed = frozenset(place for place in range(1, size) if dice.random() < 0.4)
    edges: dict[int, list[Edge]] = {}
    for place in range(size):
        for number in range(dice.randint(0, 4)):
            to = dice.randrange(size)
            plain = to not in unaddressed and dice.random() < 0.5
            writes = not reversible and not plain and dice.random() < 0.2
            looks: Effect = "destructive" if writes and dice.random() < 0.6 else "navigational"
            edges.setdefault(place, []).append(Edge(f"{place}.{number}", to, writes, looks, plain))
    addressed = [place for place in range(1, size) if place not in unaddressed]
    return Made(
        edges,
        frozenset({dice.randrange(size)}),
        unaddressed,
        reloads_as={place: 0 for place in addressed if dice.random() < 0.2},
        moving=frozenset() if reversible else frozenset(place for place in range(size) if dice.random() < 0.15),
        dead=frozenset() if reversible else frozenset(place for place in range(1, size) if dice.random() < 0.1),
        failing=0.0 if reversible else dice.choice([0.0, 0.0, 0.2]),
        ending=0 if reversible else dice.choice([0, 0, 5]),
        writes_allowed=writes_allowed,
        noise=random.Random(seed + 1),
    )


def reachable(site: Made) -> bool:
    """Whether a goal can be reached from the start at all."""
    seen, waiting = {0}, [0]
    while waiting:
        for edge in site.edges.get(waiting.pop(), []):
            to = site.reloads_as.get(edge.to, edge.to) if edge.plain else edge.to
            if to not in seen:
                seen.add(to)
                waiting.append(to)
    return bool(seen & site.goals)
