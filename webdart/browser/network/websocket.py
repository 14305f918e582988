"""Blocks the sockets that the proxy cannot see.

The proxy sees a socket with a tunnel of its own, but not one that shares its page's HTTP/2 connection (RFC 8441): the
browser itself has to refuse it, by a rule that cuts off the network at these addresses alone. Such a rule holds for a
page, the frames in its process and its workers. A frame with a process of its own needs its own rule, and is kept
waiting until it has it.
"""

import asyncio
import itertools
import json
from typing import Any

from webdart.browser.cdp import Gone, Late, Line

_METHOD = "Network.emulateNetworkConditionsByRule"
_NOTHING = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1, "offline": True}
_RULE = {
    "offline": True,
    "matchedNetworkConditions": [{"urlPattern": f"{scheme}://*:*/*", **_NOTHING} for scheme in ("ws", "wss")],
}
_FRAMES = {
    "autoAttach": True,
    "waitForDebuggerOnStart": True,
    "flatten": False,  # the driver knows nothing of sessions that are not its own
    "filter": [{"type": "iframe"}, {"exclude": True}],
}

_Path = tuple[str, ...]  # of sessions, outermost first


class Shutter:
    """Keeps sockets shut by way of one session of the protocol."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        line.on("Target.attachedToTarget", lambda event: self._attached((), event))
        line.on("Target.receivedMessageFromTarget", lambda event: self._received((), event))

    async def shut(self) -> bool:
        """In the page that the session is for, and in every frame of it; whether the browser has such a rule.

        One from before there were such rules has none; what the proxy sees is shut there too.

        Raises:
            Gone, Late: the page ended, or does not answer.
        """
        if not await self._line.has(_METHOD, _RULE):
            return False
        await self._line.send("Target.setAutoAttach", _FRAMES)
        return True

    async def shut_in(self, target: str) -> None:
        """In a page that is about to load, and in every frame of it."""
        try:
            found = await self._line.send("Target.attachToTarget", {"targetId": target, "flatten": False})
            await self._tell((found["sessionId"],), _METHOD, _RULE)
            await self._tell((found["sessionId"],), "Target.setAutoAttach", _FRAMES)
        except (Gone, Late):
            return  # it is no more; or the browser hangs, and whoever waits for it ends it

    def _attached(self, path: _Path, event: dict[str, Any]) -> None:
        if path or event["targetInfo"]["type"] == "iframe":
            task = asyncio.get_running_loop().create_task(self._shut_frame((*path, event["sessionId"])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _shut_frame(self, path: _Path) -> None:
        try:
            await self._tell(path, _METHOD, _RULE)
            await self._tell(path, "Target.setAutoAttach", _FRAMES)
            await self._tell(path, "Runtime.runIfWaitingForDebugger", {})
        except (Gone, Late):
            return  # gone meanwhile; or the page hangs, and whoever waits for it ends it

    def _received(self, path: _Path, event: dict[str, Any]) -> None:
        """What a session within ours says: of interest is only what is attached within it."""
        inner = (*path, str(event["sessionId"]))
        message = json.loads(event["message"])
        if message.get("method") == "Target.attachedToTarget":
            self._attached(inner, message["params"])
        elif message.get("method") == "Target.receivedMessageFromTarget":
            self._received(inner, message["params"])

    async def _tell(self, path: _Path, method: str, params: dict[str, Any]) -> None:
        """Hand a call to the session at the end of `path`; it is carried out before what is handed over after it."""
        for session in reversed(path):
            message = json.dumps({"id": next(self._numbers), "method": method, "params": params})
            method, params = "Target.sendMessageToTarget", {"sessionId": session, "message": message}
        await self._line.send(method, params)
