"""Finds the address at which a stage begins, and tells which addresses belong to a site."""

import re
from collections.abc import Collection, Mapping, Sequence
from urllib.parse import parse_qsl, unquote_plus, urlencode, urljoin, urlsplit, urlunsplit

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


def without_parameters(url: str, names: Collection[str]) -> str:
    """An address without some parameters of its query."""
    parts = urlsplit(url)
    left = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name not in names]
    return urlunsplit(parts._replace(query=urlencode(left)))


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


def lost_on_the_way(start: str, before: str | None, chain: Sequence[str]) -> str:
    """As `lost_condition`, for what `start` asks for and what controls have put into the first address of `chain`.

    `before` is the address of the page on which they were set; None where none were.
    """
    asked = dict(parameters_of(start))
    if before is not None and len(chain) > 1:
        there, second = parameters_of(before), parameters_of(chain[1])
        added = parameters_of(chain[0]).items() - there.items()
        asked |= {name: value for name, value in added if name in second}  # a form sends more than its filters
    return lost_condition(asked, chain)


def lost_condition(asked: Mapping[str, str], addresses: Sequence[str]) -> str:
    """What a walk's first page is asked for, and a later one is not; "" where nothing is lost.

    A site that loses its own filter on the way gives other rows from there on. `asked` are the parameters that the
    file, or a control that was set, put into the address. What the second page leaves out while it keeps others, and
    what only tells where a visitor came from, is no filter. Numbers that change may turn the page.
    """
    queries = [parameters_of(address) for address in addresses]
    judged = {name: value for name, value in asked.items() if value and not _TRACKING.match(name)}
    judged = {name: value for name, value in judged.items() if queries and queries[0].get(name) == value}
    second: Mapping[str, str] = queries[1] if len(queries) > 1 else {}
    for name, value in judged.items():
        proven = name in second or judged.keys().isdisjoint(second)
        for number, (address, query) in enumerate(zip(addresses, queries, strict=True), 1):
            now = query.get(name)
            if now is None and proven and value not in unquote_plus(address):
                return f"page {number} no longer asks for {name}={value}, as the first page does"
            if now is not None and now != value and not (now.isdecimal() and value.isdecimal()):
                return f"page {number} asks for {name}={now}, not for {name}={value} as the first page does"
    return ""


_TRACKING = re.compile(r"utm_|mc_|_ga|_gl$|[a-z]*clid$|utf8$|commit$|submit$|ref$|referr?er$|_$", re.IGNORECASE)
"""Names of parameters that tell where a visitor came from, or which button a form was sent by."""


def is_elsewhere(url: str, other: str) -> bool:
    """Whether another script of a site answers there: a part of the path, or a parameter, has another word in it.

    What is added behind the path, a further parameter or another number says which page of the same is meant.
    """
    steps = zip(_steps(url), _steps(other), strict=False)
    first, second = parameters_of(url), parameters_of(other)
    shared = ((first[name], second[name]) for name in first.keys() & second.keys())
    return any(_NUMBERS.sub("", one) != _NUMBERS.sub("", two) for one, two in (*steps, *shared))


def _steps(url: str) -> list[str]:
    return [step for step in urlsplit(url).path.split("/") if step]


_NUMBERS = re.compile(r"[\d._-]+")
_SEMICOLONS = re.compile(r"[^=;&]+=[^;&]*(?:;[^=;&]+=[^;&]*)+")
"""A query whose parameters are parted as they may also be: "p=lamps;a=log;pg=1"."""


def parameters_of(url: str) -> Mapping[str, str]:
    """The parameters of an address; of several with one name the last."""
    query = urlsplit(url).query
    mark = ";" if _SEMICOLONS.fullmatch(query) else "&"
    return dict(parse_qsl(query, keep_blank_values=True, separator=mark))
