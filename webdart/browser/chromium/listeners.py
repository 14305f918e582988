"""Does a script of the page listen for the pointer? Where none does, pointing at an element shows nothing new.

Asked of the browser's own debugger (`DOMDebugger.getEventListeners` of the Chrome DevTools Protocol), which the page
can't see; what style sheets show under the pointer stands in the document already.
"""

from contextlib import suppress

from webdart.browser.cdp import Gone, Line

_GROUP = "webdart-listeners"
_EVERYTHING = -1  # below it
_KINDS = frozenset({"mouseover", "mouseenter", "mousemove", "pointerover", "pointerenter", "pointermove"})


async def heeds_pointer(line: Line) -> bool:
    """Whether an element, the document or the window has a listener that runs as the pointer comes over something.

    Raises:
        Gone, Late: the page is no more, or does not answer.
    """
    try:
        for target in ("window", "document"):
            found = await line.send("Runtime.evaluate", {"expression": target, "objectGroup": _GROUP})
            asked = {"objectId": found["result"]["objectId"], "depth": _EVERYTHING, "pierce": True}
            heard = await line.send("DOMDebugger.getEventListeners", asked)
            if any(one["type"] in _KINDS for one in heard["listeners"]):
                return True
    finally:
        with suppress(Gone):
            await line.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
    return False
