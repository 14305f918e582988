"""Lists the places where a field could stand, and the lists that could be meant, for whoever decides in doubt.

A place or a list that was chosen (`Ruling`) is then read by the same machinery as one that was found: page after page,
by its key in the wrapper.
"""

from msgspec import Struct

from webdart.page.model import PageView
from webdart.records.choice.listing_choice import best_region, likely_regions
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.column_names import Naming
from webdart.records.matching.type_share import Shares
from webdart.records.query.field_matches import Sought
from webdart.records.query.spec import ListingSpec
from webdart.records.structure.list_names import describe_list
from webdart.records.structure.outline import outline
from webdart.records.structure.regions import Region, record_shape
from webdart.workflow.model import Field

_COULD_BE = 0.5
"""Which share of a place's texts must be readable as the field's type."""

_MOST = 40


class Place(Struct, frozen=True):
    """A place in every record: its key in the wrapper, and what a person sees there in the first two records."""

    key: str
    shown: str


class Listed(Struct, frozen=True):
    """A list of a page: the shape of its records, and how a person would tell it from others."""

    shape: str
    shown: str


def lists(view: PageView, spec: ListingSpec) -> tuple[Listed, ...]:
    """The lists of a page that could be meant, in its order."""
    page = outline(view)
    sought = Sought(page, spec, Plausible(spec.locale), None)
    largest: dict[str, Region] = {}  # parts of a list have its shape
    for region in sorted(likely_regions(sought), key=lambda region: -len(region.records)):
        if len(region.records) > 1:
            largest.setdefault(record_shape(page, region), region)
    found = sorted(largest.items(), key=lambda pair: pair[1].records[0][0])
    return tuple(Listed(shape, describe_list(page, region)) for shape, region in found)


def places(view: PageView, spec: ListingSpec, field: Field) -> tuple[Place, ...]:
    """The places of the chosen list where a field could stand, without those that others have by name."""
    page = outline(view)
    sought = Sought(page, spec, Plausible(spec.locale), None)
    assigned = best_region(sought)
    if assigned is None:
        return ()
    shares = Shares(page, sought.plausible)
    naming = Naming(page, assigned.columns, assigned.region.grid, sought.plausible)
    sure = {name: match for name, match in assigned.matches.items() if match.tier != "type"}
    taken = {match.column.nodes for name, match in sure.items() if name != field.name}
    found: dict[str, Place] = {}
    seen: set[object] = set()
    for column in assigned.columns:
        if column.source not in ("head", "path", "either", "loose", "place") or column.nodes in taken:
            continue
        if column.key in ("path:", "loose:"):  # the record as a whole
            continue
        if shares.share(field, column) < _COULD_BE:
            continue
        said = tuple(shares.texts(field, column)) if field.type.kind not in ("link", "image") else column.nodes
        if said in seen:
            continue
        seen.add(said)
        found.setdefault(column.key, Place(column.key, str(shares.shown(column, naming))))
    return tuple(found.values())[:_MOST]
