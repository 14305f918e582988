"""Tells of records like those that are read which a closed tab or fold hides.

The sessions of the other days, the dishes of the other menus: they are on the page, a reader comes to them by a click,
and a list without them is no whole one. What is hidden may as well be what a filter took away: so they are told, not
read. Where the page has a pager, hidden ones are the pages to come.
"""

from collections.abc import Iterator

from webdart.controls.pager import paging
from webdart.records.model import Remark
from webdart.records.query.spec import ListingSpec
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region, shape_of
from webdart.records.words import plain

_LEAST = 2  # a single one is a template, or a line that is shown when there is nothing
_SAMPLE = 40  # letters of one, for a message


def hidden_records(page: Outline, region: Region, spec: ListingSpec) -> tuple[Remark, ...]:
    """That elements built as the records are hidden and say other things than the records do.

    Where the chore narrowed the listing, those that are hidden one by one beside the records are what it left out; and
    where it followed the words of the tab that is open, so are those of the others.
    """
    if region.kind in {"page", "parted"} or not region.records or _is_chosen(page, plain(spec.led)):
        return ()
    roots = [record[0] for record in region.records]
    tags = {page.nodes[root].tag for root in roots}
    out_of_sight = [node for node in page.nodes if not node.shown and node.tag in tags and page.skipped[node.index]]
    if len(out_of_sight) < _LEAST:
        return ()
    shapes = {shape_of(page, root) for root in roots}
    heads = _heads(page, region.grid.table) if region.grid is not None else ()
    said = {_words(page, root) for root in roots}
    around = {page.nodes[root].parent for root in roots} if spec.narrowed else frozenset[int]()
    hidden: dict[str, int] = {}
    for node in out_of_sight:
        if node.parent in around:
            continue
        words = _words(page, node.index)
        if not words or words in said:
            continue
        alike = shape_of(page, node.index) in shapes
        if region.grid is not None:
            table = next(_tables(page, node.index), -1)
            named = bool(heads) and _heads(page, table) == heads and words != " ".join(heads)
            alike = named or (alike and table == region.grid.table)
        if alike:
            hidden.setdefault(words, node.index)
    if len(hidden) < _LEAST or paging(page.view):
        return ()
    text = (
        "more like the records are on the page and hidden, by a tab or fold that is closed or by a filter: not read, "
        f"such as {next(iter(hidden))[:_SAMPLE]!r}; `path` with the words of the tab or fold shows them"
    )
    return (Remark(code="hidden", text=text, count=len(hidden)),)


def _is_chosen(page: Outline, words: str) -> bool:
    """Whether the tab that is open is called so."""
    tabs = (node for node in page.nodes if node.role == "tab" and "selected" in node.states)
    return bool(words) and any(words in {plain(node.name), plain(_words(page, node.index))} for node in tabs)


def _words(page: Outline, root: int) -> str:
    """All texts of an element, hidden ones too."""
    return " ".join(node.text for node in page.nodes[root : page.nodes[root].end] if node.tag == "#text")


def _tables(page: Outline, index: int) -> Iterator[int]:
    return (above for above in page.ancestors(index) if page.nodes[above].tag == "table")


def _heads(page: Outline, table: int) -> tuple[str, ...]:
    """The words of a table's head cells."""
    inner = page.nodes[table : page.nodes[table].end] if table >= 0 else ()
    return tuple(_words(page, node.index) for node in inner if node.tag == "th")
