"""Finds an entry above the records that leads where theirs lead: the latest article, in a box of its own.

Its mark-up is another, so that it is no record of the list; but its heading leads to an address of the records' kind,
which none of them has, and it has their other fields too. The page does not tell whether it is one of them or
advertised there: a person is told, and the listing is not called complete for having ended.
"""

from collections.abc import Collection, Iterator, Sequence

from webdart.records.cells.cell_text import without_fragment
from webdart.records.cells.links import AddressKind
from webdart.records.matching.region_match import match_region
from webdart.records.model import Record, Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.query.scope import scope_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region, shape_of

_FEW = 3  # records that are too few to say what their addresses are like
_LOOKED = 6  # entries above the records
_SHOWN = 40  # letters of a title, for a message
_PICTURES = frozenset({"img", "picture", "svg", "video"})
_LINKED = frozenset({"link", "image"})


def featured_entry(sought: Sought, chosen: Assigned, records: Sequence[Record]) -> tuple[Remark, ...]:
    """That entries which lead where the records do stand above them, and are not read."""
    links = [record.link for record in records if record.link]
    if len(links) <= _FEW or chosen.region.kind == "page" or sought.spec.kind != "listing":
        return ()
    like = AddressKind(links)
    if not like.certain and not _telling(sought, chosen):
        return ()
    above: dict[str, int] = {}
    for link, node in _above(sought, chosen.region, like):
        above.setdefault(link, node)
    looked = list(above.items())[:_LOOKED]
    titles = {link: _title(sought, node, above.values(), chosen, like) for link, node in looked}
    kept = {link: title for link, title in titles.items() if title}
    if not kept:
        return ()
    link, title = next(iter(kept.items()))
    many, words = ("one that leads", "is") if len(kept) == 1 else (f"{len(kept)} that lead", "are")
    text = (
        f"{many} where the records' links lead stands apart above them, and {words} not read: "
        f"{title[:_SHOWN]!r}; `each` with an `at` that finds both reads it too, an `in` leaves it out"
    )
    # a banner above a shop's list has an amount, too, and leads where its products do: told, and no more
    amounts = {field.name for field in sought.by_column if field.type.kind == "money"}
    telling = _telling(sought, chosen)
    code = "not read" if telling and telling <= amounts else "apart"
    return (Remark(code=code, text=text, count=len(kept), link=link),)


def _telling(sought: Sought, chosen: Assigned) -> frozenset[str]:
    """The fields that were found in the records, besides their title and their link."""
    title = title_of(sought.by_column)
    kinds = {field.name: field.type.kind for field in sought.by_column}
    return frozenset(name for name in chosen.matches if name != title and kinds[name] not in _LINKED)


def _above(sought: Sought, region: Region, like: AddressKind) -> Iterator[tuple[str, int]]:
    """The links before the records to addresses of their kind, by address; none that a record has, too."""
    page, first, allowed = sought.page, min(region.roots), scope_of(sought)
    own = {_address(page, index) for root in region.roots for index in range(root, page.nodes[root].end)}
    own.add(without_fragment(page.view.url))
    for node in page.nodes[:first]:
        index = node.index
        if node.tag != "a" or not node.shown or page.chrome[index] or page.skipped[index] or node.end > first:
            continue
        address = _address(page, index)
        if address not in own and allowed(index) and like.knows(address):
            yield address, index


def _address(page: Outline, index: int) -> str:
    return without_fragment(page.nodes[index].attributes.get("href", ""))


def _title(sought: Sought, link: int, links: Collection[int], chosen: Assigned, like: AddressKind) -> str:
    """What an entry is called to which a link belongs, by its only heading; "" where there is no such entry.

    It says more than its heading, and has what the records have: one of their fields where the address is certain to
    be of their kind, else all.
    """
    page = sought.page
    place = _box(page, link, min(chosen.region.roots), [other for other in links if other != link])
    inner = page.nodes[place : page.nodes[place].end]
    headings = [node.index for node in inner if page.level(node.index) and page.text[node.index]]
    if len(headings) != 1:
        return ""
    if page.leaves[place] <= page.leaves[headings[0]] and not any(node.tag in _PICTURES for node in inner):
        return ""
    telling = _telling(sought, chosen)
    alone = match_region(sought, Region("siblings", page.nodes[place].parent, ((place,),), shape_of(page, place)), (0,))
    there = alone.matches.keys()
    return page.text[headings[0]] if telling <= there or (telling & there and like.certain) else ""


def _box(page: Outline, node: int, first: int, others: Sequence[int]) -> int:
    """The largest element around a link with at most one heading, in which neither records nor other such links are."""
    place = node
    for above in page.ancestors(node):
        end = page.nodes[above].end
        headings = sum(above <= heading < end for heading in page.headings)
        if end > first or headings > 1 or any(above < other < end for other in others):
            break
        place = above
    return place
