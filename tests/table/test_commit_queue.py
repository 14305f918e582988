"""Pages are committed beside their walk: in order, together where they wait together, none lost, no error hidden."""

import asyncio
from collections.abc import Sequence

import pytest

from webdart.table.commit_queue import CommitQueue


class _Store:
    """Commits numbers once it is let."""

    def __init__(self, broken: int = -1) -> None:
        self.calls: list[list[int]] = []
        self.open = asyncio.Event()
        self._broken = broken

    async def commit(self, numbers: Sequence[int]) -> None:
        await self.open.wait()
        if self._broken in numbers:
            raise OSError("disk full")
        self.calls.append(list(numbers))


async def test_what_waits_together_is_committed_together() -> None:
    """The first is on its way; those that come meanwhile are one commit."""
    store = _Store()
    queue = CommitQueue(store.commit)
    await queue.put(1)
    await asyncio.sleep(0)
    for number in (2, 3, 4):
        await queue.put(number)
    store.open.set()
    await queue.close()
    assert store.calls == [[1], [2, 3, 4]]


async def test_no_more_waits_than_is_bounded() -> None:
    """A reader that is quicker than the disk is held back, and all is committed in order."""
    store = _Store()
    queue = CommitQueue(store.commit)
    reading = asyncio.create_task(_put(queue, 500))
    await asyncio.sleep(0.01)
    assert not reading.done()
    store.open.set()
    await reading
    await queue.close()
    assert [number for call in store.calls for number in call] == list(range(500))
    assert max(map(len, store.calls)) <= 65


async def _put(queue: CommitQueue[int], count: int) -> None:
    for number in range(count):
        await queue.put(number)


async def test_an_error_is_raised_to_the_reader() -> None:
    """By the next page, or at the end."""
    store = _Store(broken=1)
    store.open.set()
    queue = CommitQueue(store.commit)
    await queue.put(1)
    await asyncio.sleep(0.01)
    with pytest.raises(OSError, match="disk full"):
        await queue.put(2)
    again = CommitQueue(store.commit)
    await again.put(1)
    with pytest.raises(OSError, match="disk full"):
        await again.close()
