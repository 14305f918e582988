"""Shows an earlier state again, from its nearest checkpoint, and replays what is missing from there.

A checkpoint is a state that shows the same after its address was loaded again. What lies between it and the wanted
state is replayed in a page beside the one shown, with writes stopped on the wire; before each step the acted-on element
and its neighbourhood are compared with what was seen the first time. Only when all of it matches does that page become
the one shown; else nothing happened (WebOperator's speculative backtracking, made isolated).

Whether a kind of address shows its pages again is learned from the first way back that uses one, and remembered for its
pattern. Trying it beforehand, for every page seen, would load pages that are seldom gone back to; learning it so costs
one load for a pattern that does not (tests/bench/bench_backtrack.py has the figures).
"""

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic

from webdart.search.port import Action, Candidate, Rehearsal, Rejected, State, World
from webdart.search.tree import Node, Tree


class Unreachable(Exception):
    """The way back is not what it was; the page shown is untouched.

    `whole`: the state itself can't be shown again, not only what was to be done in it.
    """

    def __init__(self, reason: str, *, whole: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.whole = whole


class _Differs(Exception):
    """A rehearsal went another way than the first time.

    `loading`: already its first page was another. `last`: only what was to be done in the end is another.
    """

    def __init__(self, reason: str, *, loading: bool = False, last: bool = False) -> None:
        super().__init__(reason)
        self.loading = loading
        self.last = last


@dataclass(slots=True)
class Cost:
    """What going back has cost: pages loaded, actions replayed; how often it was asked for, came off, was given up."""

    loads: int = 0
    actions: int = 0
    asked: int = 0
    exact: int = 0
    aborted: int = 0


class Backtracker(Generic[State, Action]):
    """The one way back of every strategy. `cost` is a running account."""

    def __init__(self, world: World[State, Action]) -> None:
        self._world = world
        self._stable: dict[Hashable, bool] = {}
        self._lost: set[int] = set()
        self.cost = Cost()

    async def reach(
        self, tree: Tree[State, Action], node: Node[State, Action], toward: Candidate[Action] | None = None
    ) -> tuple[State, Action | None]:
        """Show `node` again, so that `toward` (if any) can be taken; the state and the action as they are now.

        Without `toward` the whole state has to be the one that was seen; with
        it, what is acted on and its neighbourhood.

        Raises:
            Unreachable: with the reason; the page that was shown is untouched.
        """
        self.cost.asked += 1
        line = tree.line(node)
        if not line:
            raise Unreachable("it lies before a write: what was seen then may no longer be so")
        reason, whole = "no page on the way to it can be loaded by its address", True
        for place in self._places(line):
            try:
                shown = await self._rehearse(line[place:], toward)
            except _Differs as differs:
                self.cost.aborted += 1
                reason, whole = str(differs), not differs.last
                if differs.loading:
                    self._stable[_kind(line[place])] = False
                    if not differs.last:
                        self._lost.add(line[place].index)
                continue
            self.cost.exact += 1
            return shown
        raise Unreachable(reason, whole=whole)

    def _places(self, line: tuple[Node[State, Action], ...]) -> list[int]:
        """Where the way back may begin: nearest first, but pages of a kind that a load has lost once come last."""
        first = max((place for place, node in enumerate(line) if node.held), default=0)
        addressed = [
            place
            for place in range(len(line) - 1, first - 1, -1)
            if line[place].address is not None and line[place].index not in self._lost
        ]
        return sorted(addressed, key=lambda place: self._stable.get(_kind(line[place])) is False)

    async def _rehearse(
        self, line: tuple[Node[State, Action], ...], toward: Candidate[Action] | None
    ) -> tuple[State, Action | None]:
        """Load the first of `line`, replay the rest, commit."""
        rehearsal = await self._world.rehearse()
        committed = False
        try:
            shown = await self._replay(rehearsal, line, toward)
            await rehearsal.commit()
            committed = True
        except Rejected as rejected:
            raise _Differs(rejected.reason) from rejected
        finally:
            if not committed:
                await rehearsal.abort()
        return shown

    async def _replay(
        self,
        rehearsal: Rehearsal[State, Action],
        line: tuple[Node[State, Action], ...],
        toward: Candidate[Action] | None,
    ) -> tuple[State, Action | None]:
        now = await self._load(rehearsal, line[0], alone=len(line) == 1 and toward is None)
        for before, node in pairwise(line):
            assert node.via is not None
            action = rehearsal.match(before.state, node.via.action, now)
            if action is None:
                raise _Differs(_elsewhere(node.via), loading=before is line[0])
            self.cost.actions += 1
            after = await rehearsal.take(now, action)
            if after.held:
                raise _Differs(f"{node.via.label!r} would write: {', '.join(after.held)}")
            now = after.state
        if toward is None:
            if len(line) > 1 and not self._world.resembles(line[-1].state, now):
                raise _Differs("it shows something else than it did")
            return now, None
        action = rehearsal.match(line[-1].state, toward.action, now)
        if action is None:
            raise _Differs(_elsewhere(toward), loading=len(line) == 1, last=True)
        return now, action

    async def _load(self, rehearsal: Rehearsal[State, Action], node: Node[State, Action], *, alone: bool) -> State:
        self.cost.loads += 1
        now = await rehearsal.load(node.state)
        if alone and not self._world.resembles(node.state, now):
            raise _Differs("its address shows something else than it did", loading=True)
        return now


def _elsewhere(candidate: Candidate[Action]) -> str:
    return f"{candidate.label!r} is no longer where it was"


def _kind(node: Node[State, Action]) -> Hashable:
    return None if node.address is None else node.address.kind
