"""Tells whether a list is a menu of the site, or a trail to the page, where no landmark says so.

Its entries are links and nothing else, and an element around each of them is called as navigation is, or one of them
leads to the site's front page, or to the page itself, as the tab does that is open: a hint that costs a list its rank
among others, no more.
"""

from collections.abc import Sequence
from urllib.parse import parse_qsl, urljoin, urlsplit

from webdart.records.structure.outline import Outline
from webdart.records.structure.trails import leads_home
from webdart.records.words import words_of_name

_CALLED = frozenset(
    {"nav", "navbar", "navigation", "menu", "submenu", "topbar", "header", "footer", "toolbar", "sidebar"}
    | {"breadcrumb", "breadcrumbs", "masthead", "topmenu", "mainmenu", "footermenu"}
)
_SAMPLE = 12


def is_menu(page: Outline, records: Sequence[tuple[int, ...]]) -> bool:
    """Whether all that the records have is one link each, in what is named for navigation or with a page that is none.

    No record of a listing is the front page, or the page that lists it.
    """
    sample = records[:: max(1, len(records) // _SAMPLE)]
    if not all(is_bare_link(page, record) for record in sample):
        return False
    if all(_in_menu(page, record[0]) for record in sample) or any(_leads_home(page, record) for record in sample):
        return True
    return sum(_leads_here(page, record) for record in records) == 1


def _leads_home(page: Outline, record: tuple[int, ...]) -> bool:
    """Whether a record's link leads to the front page of the site."""
    return leads_home(page.view.url, _link(page, record))


def _leads_here(page: Outline, record: tuple[int, ...]) -> bool:
    """Whether a record's link leads to this page, or to what a search or a page number has made of it.

    A link with a fragment, be it an empty one, leads to a part of the page, or nowhere.
    """
    link = _link(page, record)
    here, there = urlsplit(page.view.url), urlsplit(link)
    if "#" in link or not there.netloc or (here.netloc, here.path) != (there.netloc, there.path):
        return False
    return set(parse_qsl(there.query)) <= set(parse_qsl(here.query))


def _link(page: Outline, record: tuple[int, ...]) -> str:
    """The address of a record's link; "" where it has none."""
    around = (place for root in record for place in (*range(root, page.nodes[root].end), *page.ancestors(root)))
    links = (page.nodes[place].attributes.get("href") for place in around if page.nodes[place].tag == "a")
    link = next((one for one in links if one), None)
    return "" if link is None else urljoin(page.view.url, link)


def is_chrome(page: Outline, records: Sequence[tuple[int, ...]]) -> bool:
    """Whether all records stand in the site's frame: its banner, its navigation, its foot, or several of them."""
    return all(page.chrome[root] for record in records for root in record if root >= 0)


def is_bare_link(page: Outline, record: tuple[int, ...]) -> bool:
    """Whether a record is one text, which is a link."""
    if sum(page.leaves[root] for root in record) > 1:
        return False
    inner = (node for root in record for node in page.nodes[root : page.nodes[root].end])
    return sum(node.tag == "a" for node in inner) == 1 or any(page.nodes[above].tag == "a" for above in record)


def _in_menu(page: Outline, index: int) -> bool:
    for place in page.ancestors(index):
        node = page.nodes[place]
        if node.tag in {"body", "main", "article"} or node.role == "main":
            return False
        said = f"{node.attributes.get('id', '')} {node.attributes.get('class', '')}"
        if not _CALLED.isdisjoint(words_of_name(said)):
            return True
    return False


def is_aside(page: Outline, node: int) -> bool:
    """Whether an element stands beside the main part of a page that has one: widgets with the latest posts."""
    if page.main < 0 or page.main <= node < page.nodes[page.main].end:
        return False
    around = (page.nodes[place] for place in (node, *page.ancestors(node)))
    return any(one.tag == "aside" or one.role == "complementary" for one in around)
