"""Best-first search over small made-up sites: graphs whose nodes are addresses, without a browser."""

import asyncio
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from webdart.search.port import Appraisal, Candidate
from webdart.search.strategies.best_first import BestFirst, Found
from webdart.search.tree import Node


class Graph:
    """A site whose pages are integers; pages without an address of their own can only be reached by acting."""

    def __init__(self, edges: dict[int, list[int]], goals: dict[int, float], stateful: frozenset[int] = frozenset()):
        self.edges, self.goals, self.stateful = edges, goals, stateful
        self.shown: int | None = None
        self.loads = 0

    def fingerprint(self, state: int) -> int:
        return state

    def checkpoint(self, state: int) -> bool:
        return state not in self.stateful

    async def candidates(self, state: int) -> Sequence[Candidate[int]]:
        return [Candidate(to, (state, to) if to in self.stateful else to, 0.5) for to in self.edges.get(state, [])]

    async def take(self, state: int, action: int) -> int:
        assert self.shown == state, "an action is taken only in the state that is shown"
        assert action in self.edges[state]
        self.shown = action
        return action

    async def restore(self, state: int) -> int:
        assert state not in self.stateful
        self.loads += 1
        self.shown = state
        return state

    async def reward(self, state: int) -> Appraisal:
        return Appraisal(self.goals.get(state, 0.1), goal=state in self.goals)


async def look(graph: Graph, budget: int = 1000) -> tuple[Found[int, int], list[Node[int, int]]]:
    seen: list[Node[int, int]] = []
    graph.shown = 0
    search = BestFirst(graph, graph.reward, lambda: len(seen) < budget, seen.append)
    return await search.search(0), seen


async def test_finds_a_goal_that_lies_behind_a_page_without_an_address():
    """The way back to a stateful page is replayed from its nearest checkpoint."""
    graph = Graph({0: [1, 2], 1: [3, 4], 4: [5]}, {5: 1.0}, stateful=frozenset({1, 4, 5}))
    found, _ = await look(graph)
    assert (found.node.state, found.reason) == (5, "found")


async def test_prefers_the_better_goal_while_hope_is_left():
    """A first goal of low value does not end the search while an untried action promises more."""
    found, _ = await look(Graph({0: [1, 2]}, {1: 0.2, 2: 0.9}))
    assert found.node.state == 2


async def test_says_why_it_stopped():
    """Without a goal the best state seen is given, with the reason."""
    nothing, _ = await look(Graph({0: [1]}, {}))
    assert nothing.reason == "nothing left to try"
    short, seen = await look(Graph({n: [n + 1] for n in range(50)}, {49: 1.0}), budget=5)
    assert (short.reason, len(seen)) == ("budget", 5)


async def test_visits_no_place_twice_in_a_circular_site():
    """A place seen before is neither appraised nor expanded again."""
    found, seen = await look(Graph({0: [1], 1: [0, 2], 2: [1, 0]}, {}))
    assert found.reason == "nothing left to try"
    assert len({node.state for node in seen}) == 3


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_finds_every_reachable_goal_of_a_finite_site(data: st.DataObject):
    """Unpruned best-first search is complete on finite reversible sites, stateful pages included."""
    size = data.draw(st.integers(2, 12))
    edges = {
        page: data.draw(st.lists(st.integers(0, size - 1), max_size=4, unique=True), label=f"links of {page}")
        for page in range(size)
    }
    stateful = frozenset(data.draw(st.sets(st.integers(1, size - 1), max_size=3)))
    reachable, todo = {0}, [0]
    while todo:
        for to in edges[todo.pop()]:
            if to not in reachable:
                reachable.add(to)
                todo.append(to)
    goal = data.draw(st.sampled_from(sorted(range(size))))
    found, _ = asyncio.run(look(Graph(edges, {goal: 1.0}, stateful)))
    assert (found.node.state == goal and found.node.appraisal.goal) == (goal in reachable)
