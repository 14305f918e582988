"""Commits pages beside whoever reads them: in their order, those that wait together as one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")

_MOST = 64
"""Pages that may wait; then the next one is not read before they are committed."""


class CommitQueue(Generic[Item]):
    """Hands what is put in on to `commit`, which is never called twice at a time."""

    def __init__(self, commit: Callable[[Sequence[Item]], Awaitable[None]]) -> None:
        self._commit = commit
        self._waiting: list[Item] = []
        self._task: asyncio.Task[None] | None = None

    async def put(self, item: Item) -> None:
        """Have an item committed; raises what committing those before it raised."""
        if self._task is not None and (self._task.done() or len(self._waiting) >= _MOST):
            await self.close()
        self._waiting.append(item)
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Wait until all is committed; raises what committing raised."""
        task, self._task = self._task, None
        if task is not None:
            await task

    async def _work(self) -> None:
        while self._waiting:
            items, self._waiting = self._waiting, []
            await self._commit(items)
