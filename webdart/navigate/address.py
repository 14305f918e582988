"""Finds the address at which a stage begins, and tells which addresses belong to a site."""

from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from webdart.browser.network.hosts import Hosts, endpoint_of
from webdart.errors import UsageError
from webdart.plan.model import SitePlan
from webdart.workflow.model import Navigate
from webdart.workflow.templates import Names, fill, fill_address


def start_of(navigate: Navigate, site: SitePlan, names: Names) -> str:
    """The absolute address at which a `navigate` begins (docs/reference/navigate.md: `start`, `query`)."""
    start = "" if navigate.start is None else fill_address(navigate.start, names).text
    return with_query(
        urljoin(site.url, start), {name: fill(value, names).text for name, value in navigate.query.items()}
    )


def with_query(url: str, query: Mapping[str, str]) -> str:
    """`url` with parameters added or replaced, each encoded."""
    if not query:
        return url
    parts = urlsplit(url)
    kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name not in query]
    return urlunsplit(parts._replace(query=urlencode([*kept, *query.items()])))


def without_fragment(url: str) -> str:
    """The address that a server sees."""
    return urlunsplit(urlsplit(url)._replace(fragment=""))


def stays_on(site: SitePlan, url: str) -> bool:
    """Whether `url` is on the site's own host, a subdomain or its `www` twin (docs/reference/sites.md)."""
    try:
        place = endpoint_of(url)
    except UsageError:
        return False
    web = urlsplit(url).scheme in {"http", "https"}
    return web and place.port is not None and Hosts.of(site).owns(place.host, place.port)


def lost_condition(addresses: Sequence[str]) -> str:
    """What the addresses of a walk's first two pages ask for and a later one does not; "" where there is nothing.

    A site that loses its own filter on the way gives other rows from there on.
    """
    asked = [dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)) for address in addresses]
    if len(asked) <= _PROVEN:
        return ""
    first, second, *later = asked
    for name, value in first.items():
        for number, query in enumerate(later, _PROVEN + 1) if second.get(name) == value else ():
            if name not in query:
                return f"page {number} no longer asks for {name}={value}, as the pages before it do"
    return ""


_PROVEN = 2  # pages that show that a parameter belongs to the listing, and not to how it was reached
