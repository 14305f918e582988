"""Speaks the browser's own protocol, with a deadline on every call and typed errors.

A `Line` is one CDP session. The guard and the tab know nothing else of the protocol's plumbing.
"""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, cast

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

_GONE = (
    "Invalid InterceptionId",  # a navigation was quicker than our answer: the request is no more
    "No target with given id",
    "No target found for targetId",
    "no object with guid",  # the driver has let go of it: a window that closed by itself
    "Cannot find context with specified id",
    "Execution context was destroyed",
    "Inspected target navigated or closed",
    "uniqueContextId not found",
    "No frame for given id found",
    "No resource with given identifier found",
    "No data found for resource with given identifier",
    "evicted from inspector cache",
    "Frame with the given id was not found",
)
_CLOSED = ("Target closed", "Target crashed", "Session closed", "has been closed", "Connection closed", "page crashed")


class Gone(Exception):
    """What was spoken of (a request, a document) is no more."""


class Closed(Gone):
    """The page or the browser itself is no more."""


class Late(Exception):
    """The browser did not answer in time."""


def typed(error: PlaywrightError) -> Gone | None:
    """`error` as what it is, if it says that something is no more."""
    message = error.message.lower()
    if any(sign.lower() in message for sign in _CLOSED):
        return Closed(error.message)
    return Gone(error.message) if any(sign.lower() in message for sign in _GONE) else None


_SIGNATURE = Signature([Parameter("said", Parameter.POSITIONAL_ONLY)])
"""The driver takes a handler's signature anew for every event, of which a page causes a dozen: it finds it here."""


class Line:
    """One session of the protocol."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    async def send(self, method: str, params: dict[str, Any] | None = None, *, seconds: float = 10.0) -> dict[str, Any]:
        """Call `method`; its result.

        Raises:
            Gone: what it is about is no more.
            Late: no answer within `seconds`.
        """
        send = cast("Callable[..., Any]", self._session.send)  # pyright: ignore[reportUnknownMemberType] - untyped dicts
        try:
            return cast("dict[str, Any]", await send(method, params, timeout=seconds * 1000))
        except PlaywrightTimeout as error:
            raise Late(f"{method} did not end in {seconds:g} s") from error
        except PlaywrightError as error:
            raise (typed(error) or error) from error

    async def has(self, method: str, params: dict[str, Any]) -> bool:
        """Call `method` where the browser has it; whether it does.

        Raises:
            Gone, Late: as `send`.
        """
        try:
            await self.send(method, params)
        except PlaywrightError as error:
            if f"'{method}' wasn't found" in error.message:
                return False
            raise
        return True

    def on(self, event: str, handler: Callable[[dict[str, Any]], None]) -> None:
        """Call `handler` with each event of that name."""

        def told(said: dict[str, Any]) -> None:
            handler(said)

        told.__signature__ = _SIGNATURE  # pyright: ignore[reportFunctionMemberAccess] - see there
        self._session.on(event, told)

    async def close(self) -> None:
        """End the session; the page stays."""
        try:
            await self._session.detach()
        except PlaywrightError as error:
            if typed(error) is None:
                raise
