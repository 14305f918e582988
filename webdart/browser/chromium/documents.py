"""Fetches documents on the sessions of a browser: its cookies, its name, its language, its pace and robots."""

from collections.abc import Callable
from http.cookiejar import Cookie
from typing import TYPE_CHECKING, cast

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from webdart.browser.network.fetch import Fetcher, address_of, check
from webdart.browser.network.politeness import Courtesy
from webdart.browser.port import Document
from webdart.errors import BrowserLost
from webdart.page.model import DataRequest
from webdart.plan.model import SitePlan

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam


class SessionDocuments:
    """The documents of one session of a site."""

    def __init__(self, context: BrowserContext, courtesy: Courtesy, fetcher: Callable[[], Fetcher]) -> None:
        self._context = context
        self._courtesy = courtesy
        self._make = fetcher
        self._fetcher: Fetcher | None = None

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """See `Documents.fetch`."""
        url = address_of(asked)
        check(site, url)
        await self._courtesy.turn(url)
        if self._fetcher is None:
            self._fetcher = self._make()
        try:
            sent = {
                one["name"]: one["value"]
                for one in await self._context.cookies(url)
                if "name" in one and "value" in one
            }
            document, given = await self._fetcher.get(asked, sent)
            news = [one for one in given if sent.get(one.name) != one.value]
            if news:
                await self._context.add_cookies([_of(one) for one in news])
        except PlaywrightError as error:
            raise BrowserLost("the browser does not tell its cookies") from error
        return document

    async def close(self) -> None:
        """Close its connections."""
        if self._fetcher is not None:
            await self._fetcher.close()


def _of(cookie: Cookie) -> "SetCookieParam":
    """A cookie as the browser takes it."""
    given: dict[str, object] = {
        "name": cookie.name,
        "value": cookie.value or "",
        "domain": cookie.domain.removesuffix(".local") if cookie.domain.endswith(".local") else cookie.domain,
        "path": cookie.path,
        "secure": cookie.secure,
        "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
    }
    if cookie.expires is not None:
        given["expires"] = float(cookie.expires)
    return cast("SetCookieParam", given)
