"""Reads a page of a known template without mining it: where its frame holds, the columns are where they were."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from webdart.records.choice.listing_template import LINK, placed
from webdart.records.columns.markup_hints import hinted_elements
from webdart.records.columns.mined_columns import Column, mine
from webdart.records.columns.sole_values import PAID, TYPES, counted_values, paid_amounts, sole_values
from webdart.records.labels.labelled_columns import labelled_columns, with_items
from webdart.records.matching.link_names import CALLED, links_of_name
from webdart.records.matching.region_match import located, match_region
from webdart.records.matching.title_score import HEADED, headed_links
from webdart.records.query.field_matches import Assigned, Match, Sought, label_of
from webdart.records.query.scope import scope_of
from webdart.records.query.wrapper import Wrapper, frame_of
from webdart.records.structure.div_tables import div_tables
from webdart.records.structure.page_tables import page_tables
from webdart.records.structure.regions import Region, region_from_starts, shape_of, table_region
from webdart.values import replace

_FEW = 3  # elements of the shape of records that may be something else
_MOST = 0.8  # of the fields of the pages before, that one of them has at least


def known_template(sought: Sought, *, first: bool = False) -> Assigned | None:
    """The records of a page of a settled template; None where anything about it is in doubt.

    On the `first` page of a listing a record may stand apart from the others: it is not read by place alone.
    """
    wrapper = sought.wrapper
    if wrapper is None or sought.spec.kind != "listing" or not wrapper.frame.settled:
        return None
    by_place = None if first else by_template(sought)
    if by_place is not None:
        return by_place
    region = _region(sought, wrapper)
    if region is None or not region.records:
        return None
    places = range(len(region.records))
    mined = mine(sought.page, region, places, frozenset(anchor.key for anchor in wrapper.anchors.values()))
    anchored = frozenset(anchor.key for anchor in wrapper.anchors.values())
    if not wrapper.frame.holds(frame_of(sought.page, region, mined, anchored)):
        return None
    columns = [*mined, *_others(sought, region, places, wrapper)]
    matches = _matches(wrapper, columns)
    if not matches and wrapper.anchors:
        return None
    return Assigned(region, tuple(places), tuple(columns), matches, (), 1.0, settled=True)


def by_template(sought: Sought) -> Assigned | None:
    """The records of a page by places alone; None where the template does not know all of it."""
    wrapper = sought.wrapper
    found = placed(sought)
    if wrapper is None or found is None:
        return None
    places = range(len(found.region.records))
    others = list(_others(sought, found.region, places, wrapper))
    matches = _matches(wrapper, others) | {
        name: Match(found.columns[name], anchor.tier, anchor.quality, anchor.other)
        for name, anchor in wrapper.anchors.items()
        if name in found.columns and found.columns[name].key == anchor.key
    }
    if len(matches) < len(wrapper.anchors):
        return None
    columns, link = [*found.columns.values(), *others], found.columns.get(LINK)
    if wrapper.link and link is None:
        return None
    return Assigned(found.region, tuple(places), tuple(columns), matches, (), 1.0, settled=True, placed=True, link=link)


def _matches(wrapper: Wrapper, columns: Sequence[Column]) -> dict[str, Match]:
    by_key = {column.key: column for column in columns}
    return {
        name: Match(by_key[anchor.key], anchor.tier, anchor.quality, anchor.other)
        for name, anchor in wrapper.anchors.items()
        if anchor.key in by_key
    }


def _region(sought: Sought, wrapper: Wrapper) -> Region | None:
    """The one region that has the shape of the pages before."""
    page, allowed = sought.page, scope_of(sought)
    each = sought.spec.extract.each
    if each is not None and not isinstance(each, str):
        return region_from_starts(page, [hit for hit in sought.spec.locate(page.view, each) if allowed(hit)])
    if wrapper.kind == "table":
        wanted = frozenset(sought.wanted())
        found = [
            table_region(grid)
            for grid in (*page_tables(page, wanted), *div_tables(page, wanted))
            if allowed(grid.table)
        ]
        alike = [region for region in found if region.shape == wrapper.shape and region.records]
        return alike[0] if len(alike) == 1 else None
    if wrapper.kind != "siblings":
        return None
    return region_of_roots(sought, wrapper, allowed)


def region_of_roots(sought: Sought, wrapper: Wrapper, allowed: Callable[[int], bool]) -> Region | None:
    """The elements of the shapes that the roots of records had on the pages before."""
    page, roots = sought.page, wrapper.frame.roots
    tags = {shape.rpartition("/")[2].partition(".")[0] for shape in roots}
    known: dict[tuple[int, int], bool] = {}
    hits: list[int] = []
    for node in page.nodes:
        if node.tag in tags and page.leaves[node.index] and not page.chrome[node.index] and allowed(node.index):
            key = (node.parent, page.step[node.index])
            if key not in known:
                known[key] = shape_of(page, node.index) in roots
            if known[key]:
                hits.append(node.index)
    if not hits or any(after < page.nodes[before].end for before, after in pairwise(hits)):
        return None
    return Region("siblings", page.nodes[hits[0]].parent, tuple((hit,) for hit in hits), wrapper.shape)


def _others(sought: Sought, region: Region, places: Sequence[int], wrapper: Wrapper) -> Iterator[Column]:
    """The columns of fields that are not found by a path: beside labels, by words, by marks, at locators."""
    page, plausible = sought.page, sought.plausible
    keys = {anchor.key for anchor in wrapper.anchors.values()}
    labels = {label: True for label in sought.wanted() if f"label:{label}" in keys}
    yield from with_items(page, labelled_columns(page, region, places, labels), sought.lists()) if labels else ()
    for kind in TYPES:
        if f"only:{kind}" in keys and (column := sole_values(page, region, places, kind, plausible)):
            yield column
    if PAID in keys and (column := paid_amounts(page, region, places, plausible, known=True)):
        yield column
    if HEADED in keys and (column := headed_links(page, region, places)):
        yield column
    for field in sought.by_column:
        label = label_of(field)
        if CALLED + label in keys and (column := links_of_name(page, region, places, label)):
            yield column
        if f"words:{label}" in keys and (column := counted_values(page, region, places, label, plausible)):
            yield column
        if f"mark:{label}" in keys and (column := hinted_elements(page, region, places, label)):
            yield column
        if f"at:{field.name}" in keys and (column := located(sought, field, region, places)):
            yield column


def filled_as_before(sought: Sought, region: Region) -> Region:
    """A few elements of the shape that records had before: those that have most of their fields, and their siblings.

    What stands elsewhere and has less may be the link back to the page before; a sibling with little is a record.
    """
    if sought.wrapper is None or not 1 < len(region.records) <= _FEW or region.tops:
        return region
    single = [replace(region, records=(record,)) for record in region.records]
    filled = [len(match_region(sought, one, (0,)).matches) for one in single]
    least, parent = _MOST * len(sought.wrapper.anchors), [sought.page.nodes[own[0]].parent for own in region.records]
    places = {parent[place] for place, count in enumerate(filled) if count >= least}
    kept = tuple(record for record, above in zip(region.records, parent, strict=True) if above in places)
    return replace(region, records=kept) if kept else region
