"""Is a menu of the site all that could be the listing, on a page whose own part has next to nothing to say?

"Nothing here yet." below the heading, the menu beside it: its entries would be records with a name and an address. What
is empty cannot be told from what is not recognised, so it is in doubt.
"""

from collections.abc import Sequence

from webdart.records.detail.main_heading import main_heading
from webdart.records.query.spec import Problem
from webdart.records.structure.menus import is_bare_link, is_menu
from webdart.records.structure.outline import Outline

_LITTLE = 160  # letters of "there is nothing here", and what goes with it
_NAMED = 2  # entries of a menu that stand for it
_PRESSED = frozenset({"link", "button", "combobox", "option", "textbox", "searchbox", "checkbox", "radio"})


def beside_nothing(page: Outline, records: Sequence[tuple[int, ...]]) -> Problem | None:
    """The doubt whether a menu is the listing, where nothing but it is there to be one; None where there is none."""
    first = records[0][0]
    inside = page.main >= 0 and page.main <= first < page.nodes[page.main].end
    links = all(is_bare_link(page, record) for record in records)
    if inside or not (page.chrome[first] or (links and (page.main >= 0 or is_menu(page, records)))):
        return None
    heading = main_heading(page)
    begin, end = (page.main, page.nodes[page.main].end) if page.main >= 0 else (heading or 0, len(page.nodes))
    said = [page.text[index] for index in range(begin, end) if _is_said(page, index, records)]
    if heading is None or sum(map(len, said)) > _LITTLE or (page.main < 0 and not any(" " in text for text in said)):
        return None
    entries = ", ".join(repr(" ".join(page.text[root] for root in record)) for record in records[:_NAMED])
    choices = (f"a menu of the page ({entries}, …)", "empty")
    return Problem(
        field="", choices=choices, hint="the menu is taken by `each` with an `at`, or by `in` with its heading"
    )


def _is_said(page: Outline, index: int, records: Sequence[tuple[int, ...]]) -> bool:
    """Whether a node is a text of the page's own: in no menu and no heading, and nothing to press."""
    if page.nodes[index].tag != "#text" or not page.text[index] or page.chrome[index] or not page.nodes[index].shown:
        return False
    around = [index, *page.ancestors(index)]
    roots = {root for record in records for root in record}
    return not any(place in roots or page.level(place) or page.nodes[place].role in _PRESSED for place in around)
