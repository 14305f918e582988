"""Every strategy on thousands of made-up sites: what it may never do, and what it always finds."""

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from tests.search.graph_sites import Edge, Made, Told, View, made, reachable
from webdart.search.backtrack import Unreachable
from webdart.search.explore import Explorer, Found, Ground, merge
from webdart.search.frontier import Frontier
from webdart.search.heuristic import BestPlace, ObservedCritic, OnePlanEach, WholeObjective
from webdart.search.memory import ForThisRun
from webdart.search.port import Appraisal, Candidate
from webdart.search.roles import Subplan, Subtask, Trail
from webdart.search.strategies.best_first import BestFirst
from webdart.search.strategies.branch import Branch
from webdart.search.strategies.one_way import OneWay
from webdart.search.strategies.plan_mcts import PlanMcts
from webdart.search.strategies.rollback import Rollback
from webdart.search.tree import Node
from webdart.values import replace

Search = Callable[
    [Ground[View, str], bool],
    BestFirst[View, str] | OneWay[View, str] | Rollback[View, str] | Branch[View, str] | PlanMcts[View, str],
]

STRATEGIES: dict[str, Search] = {
    "one_way": lambda ground, writes: OneWay(ground, writes=writes),
    "rollback": lambda ground, writes: Rollback(ground, ObservedCritic(), BestPlace(), writes=writes),
    "best_first": lambda ground, writes: BestFirst(ground, writes=writes),
    "bounded": lambda ground, writes: BestFirst(ground, writes=writes, limit=4),
    "branch": lambda ground, writes: Branch(ground, WholeObjective(), ForThisRun(), writes=writes),
    "plan_mcts": lambda ground, writes: PlanMcts(ground, OnePlanEach(), writes=writes),
}


SEEDS = [range(600), pytest.param(range(600, 4000), marks=pytest.mark.proof)]


def ground(site: Made, told: Told, actions: int = 120) -> Ground[View, str]:
    left = iter(range(actions))
    return Ground(world=site, reward=site.reward, may_go_on=lambda: next(left, None) is not None, watcher=told)


async def search(site: Made, name: str, *, writes: bool = False) -> tuple[Found[View, str], Told]:
    told = Told()
    return await STRATEGIES[name](ground(site, told), writes).search(site.start()), told


@pytest.mark.parametrize("name", ["best_first", "plan_mcts"])
@pytest.mark.parametrize("seeds", [range(1500), pytest.param(range(1500, 9000), marks=pytest.mark.proof)])
async def test_finds_every_goal_that_can_be_reached_on_a_reversible_site(name: str, seeds: range):
    """Unpruned best-first and unlimited Plan-MCTS are complete on finite sites whose actions can be undone."""
    hard = 0
    for seed in seeds:
        site = made(seed, reversible=True)
        expected = reachable(site)
        found, _ = await search(site, name)
        assert found.node.appraisal.goal == expected, f"site {seed}: {found.reason}"
        assert found.reason == ("found" if expected else "nothing left to try")
        hard += expected and bool(site.unaddressed) and len(found.tree.nodes) > 4
    assert hard > 100, "the sites are too easy to show anything"


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("seeds", SEEDS)
async def test_writes_nothing_where_nothing_may_be_written(name: str, seeds: range):
    """Whatever the labels say: what would write is stopped, in the page shown and in every rehearsal."""
    stopped = 0
    for seed in seeds:
        site = made(seed, reversible=False)
        found, _ = await search(site, name)
        assert site.written == []
        assert found.reason
        stopped += len(site.stopped)
    assert stopped > 20, "no site tried to write"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("seeds", SEEDS)
async def test_no_write_happens_while_going_back(name: str, seeds: range):
    """Where writes are allowed, each one is an edge of the tree; a replay never sends one again."""
    wrote = 0
    for seed in seeds:
        site = made(seed, reversible=False, writes_allowed=True)
        found, told = await search(site, name, writes=True)
        edges = [node.via.label for node in told.nodes if node.wrote and node.via is not None]
        assert sorted(site.written) == sorted(edges)
        wrote += len(edges)
        if edges:
            root = next(node for node in reversed(told.nodes) if node.wrote)
            assert found.tree.root is root
    assert wrote > 20, "no site was written to"


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("seeds", SEEDS)
async def test_ends_and_says_why(name: str, seeds: range):
    """Within any budget; the reason is one of those a person can act on."""
    for seed in seeds:
        site = made(seed, reversible=False)
        told = Told()
        found = await STRATEGIES[name](ground(site, told, actions=5), False).search(site.start())
        assert found.reason in ("found", "budget", "nothing left to try", "nothing left to try on any way back") or (
            found.reason.startswith("a dead end")
        )
        assert found.node in told.nodes


@pytest.mark.parametrize("seeds", [range(2500), pytest.param(range(2500, 20_000), marks=pytest.mark.proof)])
async def test_reach_ends_in_the_wanted_state_or_leaves_everything_as_it_was(seeds: range):
    """From anywhere to anywhere, on sites that do their worst."""
    exact = aborted = 0
    for seed in seeds:
        site = made(seed, reversible=False)
        told = Told()
        explorer = Explorer(ground(site, told))
        await explorer.begin(site.start())
        dice = random.Random(seed)
        for _ in range(8):
            nodes = [node for node in explorer.tree if explorer.untried(node) and not node.closed]
            if not nodes:
                break
            node = dice.choice(nodes)
            await explorer.take(node, dice.choice(explorer.untried(node)))
        target = dice.choice(explorer.tree.nodes)
        toward = dice.choice(target.offered) if target.offered and dice.random() < 0.7 else None
        before = site.shown
        view = None if before is None else before.view
        try:
            state, action = await explorer.back.reach(explorer.tree, target, toward)
        except Unreachable as gone:
            assert gone.reason  # noqa: PT017 - what else holds is looked at too
            assert site.shown is before
            assert site.shown is None or site.shown.view == view
            aborted += 1
        else:
            assert site.shown is not None
            assert site.shown.view == state
            assert state.place == target.state.place
            assert action == (None if toward is None else toward.action)
            exact += 1
        assert site.written == []
    assert exact > 500
    assert aborted > 100


def chain(*places: int, **more: object) -> Made:
    """A site of one path, over clicks."""
    edges = {here: [Edge(f"{here} to {to}", to)] for here, to in pairwise(places)}
    return replace(Made(edges, frozenset()), **more)


async def test_prefers_the_better_goal_while_hope_is_left():
    """A first goal of low value does not end the search while an untried action promises more."""
    site = Made({0: [Edge("poor", 1), Edge("good", 2)]}, frozenset({2}))

    async def reward(state: View) -> Appraisal:
        return Appraisal({1: 0.2, 2: 0.9}.get(state.place, 0.1), goal=state.place > 0)

    found = await BestFirst(replace(ground(site, Told()), reward=reward)).search(site.start())
    assert found.node.state.place == 2


async def test_says_that_the_budget_is_spent():
    """Out of budget is the best state so far, with that reason."""
    site = chain(*range(30), goals=frozenset({29}))
    found = await BestFirst(ground(site, Told(), actions=5)).search(site.start())
    assert (found.reason, len(found.tree.nodes)) == ("budget", 6)


async def test_going_back_replays_only_what_is_missing_from_the_nearest_checkpoint():
    """Ten clicks deep with an address half way: one load and the rest of the clicks, not ten."""
    site = chain(*range(11), unaddressed=frozenset(range(1, 11)) - {6})
    explorer = Explorer(ground(site, Told()))
    node = await explorer.begin(site.start())
    while node.offered:
        node = await explorer.take(node, node.offered[0]) or node
    await explorer.back.reach(explorer.tree, explorer.tree.nodes[8])
    assert (explorer.back.cost.loads, explorer.back.cost.actions) == (1, 2)


async def test_what_would_stop_the_search_is_taken_only_when_it_is_sure():
    """A hesitant proposal to stop is the last resort, a confident one ends the search."""
    for prior, reason, size in ((0.3, "stopped", 3), (0.9, "stopped", 1)):
        site = chain(0, 1, 2)

        async def propose(
            trail: Trail[View], offered: Sequence[Candidate[str]], prior: float = prior
        ) -> Sequence[Candidate[str]]:
            return [*offered, Candidate("stop", f"stop {trail.state.place}", prior, "terminating", "stop")]

        found = await BestFirst(replace(ground(site, Told()), propose=propose)).search(site.start())
        assert (found.reason, len(found.tree.nodes)) == (reason, size)


async def test_the_bounded_queue_keeps_one_action_of_every_doubtful_kind():
    """One that writes, one that ends, one that repeats, then the most hopeful (WebOperator, minimising)."""
    frontier: Frontier[str, str] = Frontier(limit=5, writes=True)
    node = Node[str, str](0, None, None, "start", Appraisal(0.1), 0, None)
    for number in range(4):
        frontier.push(node, Candidate(f"d{number}", f"d{number}", 0.9 - number / 10, "destructive", f"d{number}"))
        frontier.push(node, Candidate(f"t{number}", f"t{number}", 0.3, "terminating", f"t{number}"))
        frontier.push(node, Candidate(f"s{number}", f"s{number}", 0.2 + number / 100, "safe", f"s{number}"))
    left: list[str] = []
    while (entry := frontier.pop()) is not None:
        left.append(entry.candidate.action)
    assert left == ["d0", "t0", "s3", "s2", "s1"]


def state(number: int, parent: Node[str, str] | None = None, via: Candidate[str] | None = None) -> Node[str, str]:
    depth = 0 if parent is None else parent.depth + 1
    return Node(number, parent, via, "state", Appraisal(0.1), depth, None)


async def test_what_was_done_three_times_in_a_row_waits():
    """The third "more" after two goes behind everything else, and only one of the kind is kept where there is a limit."""
    frontier: Frontier[str, str] = Frontier(limit=3)
    more = Candidate("more", "more", 0.9, label="more")
    first = state(0)
    third = state(2, state(1, first, more), more)
    for number in range(3):
        frontier.push(third, Candidate(f"more {number}", f"more {number}", 0.9, label="more"))
    frontier.push(third, Candidate("else", "else", 0.4, label="else"))
    kept: list[str] = []
    while (entry := frontier.pop()) is not None:
        kept.append(entry.candidate.action)
    assert kept == ["else", "more 0"]


async def test_a_full_queue_drops_first_what_cannot_be_gone_back_to():
    """However hopeful it is."""
    frontier: Frontier[str, str] = Frontier(limit=2)
    gone, here = state(0), state(1)
    frontier.push(gone, Candidate("far", "far", 0.9))
    gone.appraisal = Appraisal(0.0, dead=True)
    for number in (1, 2):
        frontier.push(here, Candidate(f"near {number}", f"near {number}", 0.2))
    assert [entry.candidate.action for entry in iter(frontier.pop, None) if entry is not None] == ["near 1", "near 2"]


async def test_what_several_proposals_agree_on_counts_for_more():
    """Equal keys are one candidate, hopes summed up to 1."""
    merged = merge(
        [Candidate("a", 1, 0.3), Candidate("b", 2, 0.4), Candidate("a too", 1, 0.3), Candidate("a 3", 1, 0.9)]
    )
    assert [(one.action, one.prior) for one in merged] == [("a", 1.0), ("b", 0.4)]


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "plan_mcts"])
async def test_why_an_action_was_rejected_is_told_to_whoever_proposes(name: str):
    """Once for each state: what is left there is ordered anew, by somebody who knows the reason."""
    site = Made({0: [Edge(f"wrong {n}", n) for n in range(1, 9)] + [Edge("right", 9)]}, frozenset({9}))
    told: list[tuple[str, ...]] = []

    async def propose(trail: Trail[View], offered: Sequence[Candidate[str]]) -> Sequence[Candidate[str]]:
        told.append(trail.failed)
        if not trail.failed:
            return [Candidate("gone", "gone", 0.99, label="gone"), *offered]
        return [replace(one, prior=0.9 if one.label == "right" else 0.1) for one in offered]

    stage = replace(ground(site, Told()), propose=propose)
    memory, critic = ForThisRun(), ObservedCritic[View]()
    strategies: dict[str, BestFirst[View, str] | OneWay[View, str] | Rollback[View, str] | Branch[View, str]] = {
        "one_way": OneWay(stage),
        "rollback": Rollback(stage, critic, BestPlace()),
        "best_first": BestFirst(stage),
        "bounded": BestFirst(stage, limit=4),
        "branch": Branch(stage, WholeObjective(), memory),
    }
    found = await strategies[name].search(site.start())
    assert found.reason == "found"
    assert ("gone: gone isn't there",) in told
    assert len(found.tree.nodes) == 2


async def test_lessons_of_a_rollback_outlive_the_branch():
    """What led astray is told to whoever proposes next."""
    site = Made({0: [Edge("wrong", 1), Edge("right", 2)], 1: [], 2: [Edge("on", 3)]}, frozenset({3}))
    told: list[tuple[str, ...]] = []

    async def propose(trail: Trail[View], offered: Sequence[Candidate[str]]) -> Sequence[Candidate[str]]:
        told.append(trail.lessons)
        return offered

    strategy = Rollback(replace(ground(site, Told()), propose=propose), ObservedCritic(), BestPlace())
    found = await strategy.search(site.start())
    assert found.reason == "found"
    assert any("'wrong' did not help" in lesson for lessons in told for lesson in lessons)


async def test_a_page_that_was_tried_in_vain_is_remembered_on_the_next_run():
    """Branch keeps what actions led to, by address, so that the next search goes the right way first."""
    memory = ForThisRun()
    site = Made(
        {0: [Edge("a wrong way", 1), Edge("the way", 2)], 1: [Edge("on", 4)], 2: [Edge("further", 3)]}, frozenset({3})
    )
    sizes: list[int] = []
    for _ in range(2):
        found = await Branch(ground(site, Told()), WholeObjective(), memory).search(site.start())
        assert found.reason == "found"
        sizes.append(len(found.tree.nodes))
    assert sizes[1] < sizes[0]


async def test_plain_links_are_looked_at_side_by_side():
    """Background reasoning: several links are judged before the search commits to one, within the budget."""
    site = Made({0: [Edge(f"link {n}", n, plain=True) for n in range(1, 9)]}, frozenset({7}))
    groups: list[int] = []

    class Looking:
        async def look(self, actions: Sequence[str]) -> Sequence[View | None]:
            groups.append(len(actions))
            return [site.look(int(action.removeprefix("link "))) for action in actions]

    stage = replace(ground(site, Told(), actions=20), scout=Looking())
    found = await Branch(stage, WholeObjective(), ForThisRun()).search(site.start())
    assert found.reason == "found"
    assert groups == [4, 4]
    assert site.shown is not None
    assert site.shown.view.place == 0


async def test_subtasks_follow_one_another_and_are_rewritten_as_pages_are_seen():
    """The next part begins at the page where the predicate of the last one held."""

    class Two:
        async def split(self, trail: Trail[View]) -> Sequence[Subtask]:
            return (Subtask("first to 2"), Subtask("then to 4"))

        async def revise(self, subtask: Subtask, trail: Trail[View]) -> Subtask:
            return Subtask("first to 2, by 1") if trail.state.place == 1 else subtask

        async def done(self, subtask: Subtask, trail: Trail[View]) -> bool:
            return trail.state.place == 2

    site = chain(0, 1, 2, 3, 4, goals=frozenset({4}))
    strategy = Branch(ground(site, Told()), Two(), ForThisRun())
    assert (await strategy.search(site.start())).reason == "found"
    assert [one.objective for one in strategy.subtasks] == ["first to 2", "first to 2, by 1", "then to 4"]


async def test_a_failed_directive_is_put_better_in_place():
    """Plan-MCTS repairs the directive at its edge, with the reason, instead of adding another branch."""
    site = Made({0: [Edge("real", 1)], 1: []}, frozenset({1}))
    reasons: list[str] = []

    class Repairing(OnePlanEach[View, str]):
        async def plans(self, trail: Trail[View], offered: Sequence[Candidate[str]]) -> Sequence[Subplan]:
            return (Subplan("press what isn't there", 0.5, "nowhere"),)

        async def refine(self, subplan: Subplan, trail: Trail[View], why: str) -> Subplan | None:
            reasons.append(why)
            return Subplan("press what is there", 0.5, (0, "real"))

    found = await PlanMcts(ground(site, Told()), Repairing()).search(site.start())
    assert (found.reason, len(reasons), len(found.tree.nodes)) == ("found", 1, 2)
