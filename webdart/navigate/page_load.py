"""Loads a page, and tries again when the site fails in a way that may pass.

Loading a page is a GET, which may be repeated: a few times, after a pause that doubles. A page that still fails then is
reported; a page that was asked for and never came is never skipped silently.
"""

from collections.abc import Sequence

from webdart.browser.port import Browser
from webdart.errors import PageTimeout, SiteDown
from webdart.navigate.context import Tools
from webdart.page.model import PageView

_LASTING = frozenset({501, 505, 511})
"""Server errors that say what the server can't do at all, or that it wants a login to its network (RFC 6585)."""

_ONCE_MORE = frozenset({404})
"""Of a page that was named: a server that is just being deployed says so of pages that it has."""

ATTEMPTS = 4
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 120.0
"""Seconds that a site may ask us to wait (Retry-After); who asks for more is taken at their word, and the run ends."""


def passes(status: int) -> bool:
    """Whether the same request may well succeed after such an answer (RFC 9110 sections 15.5.9, 15.6; RFC 6585)."""
    return status in {408, 429} or (status >= 500 and status not in _LASTING)


async def load(tab: Browser, url: str, marks: Sequence[str], tools: Tools, *, named: bool = False) -> PageView:
    """Load `url`, again where that may help; a page that answers with an error to the end comes back as it is.

    `named` is an address that the file gives: one that is not found is asked for once more.

    Raises:
        SiteDown, PageTimeout: the site did not answer in any attempt, or wants to be left alone for longer.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            view = await tab.open(url, marks)
        except (SiteDown, PageTimeout) as error:
            if attempt == ATTEMPTS:
                raise
            why, asked = error.problem, 0.0
        else:
            again = passes(view.status) or (named and attempt == 1 and view.status in _ONCE_MORE)
            if not again or attempt == ATTEMPTS:
                return view
            why = f"status {view.status}"
            asked = view.patience
        if asked:
            tools.trace("noted", f"the site asks to be left alone for {asked:g} s", url=url, asked=asked)
        pause = max(FIRST_PAUSE * 2 ** (attempt - 1), asked)
        if asked > LONGEST_PAUSE or pause > tools.budget.seconds_left():
            raise SiteDown(
                f"the site answers {why}, and wants to be asked again in {asked:.0f} s",
                url=url,
                hint="what was collected is kept: `webdart resume` goes on then; a slower `pace` may help",
            )
        tools.trace("action", f"once more: {why}, in {pause:g} s", url=url)
        await tools.pause(pause)
    raise AssertionError("the last attempt returns or raises")
