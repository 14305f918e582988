"""How is a state shown again? By its nearest checkpoint, and the actions from there.

A checkpoint has its own address and shows the same after loading it again; what lies between it and the wanted node is
replayed, each step compared with what was seen the first time (Plan: WebOperator's speculative replay, DESIGN.md 4).
"""

from webdart.search.port import Action, State, World
from webdart.search.tree import Node


class Unreachable(Exception):
    """The way back shows something else than it did: `node` is where it differs."""

    def __init__(self, node: Node[State, Action]) -> None:
        super().__init__(f"node {node.index} is no longer what it was")
        self.index = node.index


async def reach(world: World[State, Action], node: Node[State, Action]) -> State:
    """Show `node` again.

    Raises:
        Unreachable: a state on the way is not the one that was seen before.
    """
    path = node.path()
    start = max(place for place, step in enumerate(path) if step.checkpoint or step.parent is None)
    state = await world.restore(path[start].state)
    _same(world, state, path[start])
    for step in path[start + 1 :]:
        assert step.via is not None
        state = await world.take(state, step.via.action)
        _same(world, state, step)
    return state


def _same(world: World[State, Action], state: State, node: Node[State, Action]) -> None:
    if world.fingerprint(state) != world.fingerprint(node.state):
        raise Unreachable(node)
