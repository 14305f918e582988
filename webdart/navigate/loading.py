"""How is a page loaded when the site fails in a way that may pass?

Loading a page is a GET, which may be repeated: after a pause that doubles, a few times. What is still failing then is
told; a page that was asked for and never came is never passed over.
"""

from collections.abc import Sequence

from webdart.errors import PageTimeout, SiteDown
from webdart.navigate.tools import Tools
from webdart.pages.port import Browser, PageView

PASSING = frozenset({429, 500, 502, 503, 504})
"""HTTP status codes after which the same request may well succeed (RFC 9110 section 15.6, RFC 6585 section 4)."""

ATTEMPTS = 4
FIRST_PAUSE = 0.25


async def load(tab: Browser, url: str, marks: Sequence[str], tools: Tools) -> PageView:
    """Load `url`, again where that may help; a page that answers with an error to the end comes back as it is.

    Raises:
        SiteDown, PageTimeout: the site did not answer in any attempt.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            view = await tab.open(url, marks)
        except (SiteDown, PageTimeout) as error:
            if attempt == ATTEMPTS:
                raise
            why = error.problem
        else:
            if view.status not in PASSING or attempt == ATTEMPTS:
                return view
            why = f"status {view.status}"
        tools.trace("action", f"once more: {why}", url=url)
        await tools.pause(FIRST_PAUSE * 2 ** (attempt - 1))
    raise AssertionError("the last attempt returns or raises")
