"""Tells whether a list is a menu of the site, or a trail to the page, where no landmark says so.

Its entries are links and nothing else, and an element around each of them is called as navigation is, or one of them
leads to the site's front page: a hint that costs a list its rank among others, no more.
"""

from collections.abc import Sequence

from webdart.records.structure.outline import Outline
from webdart.records.structure.trails import leads_home
from webdart.records.words import words_of_name

_CALLED = frozenset(
    {"nav", "navbar", "navigation", "menu", "submenu", "topbar", "header", "footer", "toolbar", "sidebar"}
    | {"breadcrumb", "breadcrumbs", "masthead", "topmenu", "mainmenu", "footermenu"}
)
_SAMPLE = 12


def is_menu(page: Outline, records: Sequence[tuple[int, ...]]) -> bool:
    """Whether all that the records have is one link each, in what is named for navigation or with the front page's."""
    sample = records[:: max(1, len(records) // _SAMPLE)]
    if not all(is_bare_link(page, record) for record in sample):
        return False
    return all(_in_menu(page, record[0]) for record in sample) or any(_leads_home(page, record) for record in sample)


def _leads_home(page: Outline, record: tuple[int, ...]) -> bool:
    """Whether a record's link leads to the front page of the site."""
    around = (place for root in record for place in (*range(root, page.nodes[root].end), *page.ancestors(root)))
    links = (page.nodes[place].attributes.get("href") for place in around if page.nodes[place].tag == "a")
    return leads_home(page.view.url, next((one for one in links if one), ""))


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
