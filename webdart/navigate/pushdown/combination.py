"""Chooses which candidate controls are tried together."""

from collections.abc import Sequence

from webdart.navigate.pushdown.baseline import Base
from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.row_filter import Wanted


def chosen_of(found: Sequence[Offer], base: Base, wanted: Wanted, *, exact: bool) -> tuple[Offer, ...]:
    """The offers to try together: the surest filter of every column, a sort that could end the walk early, a page size.

    What leaves rows out can only be sampled where it spares pages: for `exact`, a page size is what is left. A form on
    a page of its own leads to a listing of its own: it is tried alone, where it takes over more than what is in view.
    A page size that leaves as few pages as a sample of a listing without addresses would take is tried alone as well.
    """
    chosen: list[Offer] = []
    size = next((offer for offer in found if offer.kind == "size"), None)
    if size is not None and _is_little(size, base):
        return (size,)
    if not exact:
        chosen = _filters([offer for offer in found if offer.form is None])
        for form in {offer.form.href for offer in found if offer.form is not None}:
            own = _filters([offer for offer in found if offer.form is not None and offer.form.href == form])
            chosen = max(chosen, own, key=lambda some: len(set[str]().union(*map(_columns, some))))
        if any(offer.form is not None for offer in chosen):
            return tuple(chosen)
        sort = next((offer for offer in found if offer.kind == "sort"), None)
        if sort is not None and base.spares(wanted):
            if _is_enough(base, wanted):
                chosen = [offer for offer in chosen if wanted.order and wanted.order.column in _columns(offer)]
            chosen.append(sort)
    return (*chosen, size) if size is not None else tuple(chosen)


def _filters(found: Sequence[Offer]) -> list[Offer]:
    """The surest filter of every column; a search box alone."""
    chosen: list[Offer] = []
    columns: set[str] = set()
    used: set[int] = set()  # a query builder takes one condition at a time
    for offer in found:
        own, nodes = _columns(offer), {put.node for put in offer.puts}
        searches = offer.kind == "search" and chosen
        if offer.kind in ("filter", "search") and not columns & own and not used & nodes and not searches:
            chosen.append(offer)
            columns |= own
            used |= nodes
    return chosen


SAMPLES = 2
"""Pages of the plain listing that have to be read besides its first one before a filter is believed."""


def _is_little(size: Offer, base: Base) -> bool:
    """Whether the whole listing has few pages of that size, and those of a sample could not be used by the walk."""
    known = base.extent.turned and base.stated is not None and size.size > 0
    return known and -(-(base.stated or 0) // size.size) <= SAMPLES + 1


def _is_enough(base: Base, wanted: Wanted) -> bool:
    """Whether by an order alone enough wanted rows come as soon as a filter could be believed.

    How many of the rows are wanted is told by the first page; conditions on the ordered column itself are another
    matter, since they say where in the order the wanted rows stand.
    """
    rows = base.found.records
    there = sum(1 for record in rows if wanted.satisfied(record))
    if wanted.limit is None or not there:
        return False
    alone = -(-wanted.limit // there)
    return alone <= -(-wanted.limit // len(rows)) + SAMPLES


def _columns(offer: Offer) -> set[str]:
    return {one.column for one in offer.serves}
