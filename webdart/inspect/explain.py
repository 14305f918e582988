"""Explains what a chore wants of a listing, what its site could take over, and what that would save.

This happens before anything is walked: the first page of the listing is looked at, nothing is set and no row is kept.
"""

from contextlib import suppress

from msgspec import Struct

from webdart.navigate.context import Tools
from webdart.navigate.find.listing import Way
from webdart.navigate.pushdown.apply_control import Failed
from webdart.navigate.pushdown.baseline import NO_END, Base, base_of
from webdart.navigate.pushdown.dropdown_options import sizes_inside
from webdart.navigate.pushdown.hidden_controls import Behind, in_view
from webdart.navigate.pushdown.join import filled_before, joins
from webdart.navigate.pushdown.offers import offers
from webdart.navigate.pushdown.predicate_parts import Outlook, Part, Tried, not_skipped
from webdart.navigate.row_filter import wanted_of
from webdart.navigate.walk.page_count import extent_of
from webdart.navigate.walk.page_reader import Reading
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, Need, Plan
from webdart.plan.names import RunNames
from webdart.records import Extraction
from webdart.values import replace
from webdart.workflow.templates import Names


class ListingExplained(Struct, frozen=True, kw_only=True):
    """One listing: its table, the page looked at, its size as far as it tells, the parts, the controls that fit."""

    table: str
    url: str
    pages: int | None
    rows: int | None
    columns: str
    parts: tuple[Part, ...]
    controls: tuple[str, ...]
    note: str


class Explained(Struct, frozen=True, kw_only=True):
    """What could be pushed down in a chore: its listings, and those (`later`) that only a run can reach."""

    workflow: str
    listings: tuple[ListingExplained, ...]
    later: tuple[str, ...]


async def explain_plan(plan: Plan, tools: Tools) -> Explained:
    """Look at every listing of a chore that can be opened before it runs.

    Raises:
        SiteError: one could not be reached.
    """
    stages = [stage for stage in plan.stages if isinstance(stage, ListingStage)]
    now = [stage for stage in stages if stage.navigate.for_each is None and stage.extracts]
    names = RunNames.of(plan)
    listings = [await explain_stage(stage, plan, names, tools) for stage in now]
    later = [
        f"stage {stage.index + 1} walks once a row of its for_each: only a run can open it"
        for stage in stages
        if stage not in now
    ]
    return Explained(workflow=plan.name, listings=tuple(listings), later=tuple(later))


async def explain_stage(stage: ListingStage, plan: Plan, names: Names, tools: Tools) -> ListingExplained:
    """Look at the first page of a stage's listing, and say what could be pushed down to its controls.

    Raises:
        NotFound: the listing is not found.
    """
    site = plan.sites[stage.navigate.site]
    reading = Reading(stage, site, names, tools, width=1)
    way = Way(stage, site, names, reading, tools)
    tab = await tools.pool.tab(site)
    try:
        view = await way.arrive(tab)
        base = base_of(stage, tools, reading, view)
        outlook = _outlook(stage, plan)
        if isinstance(base, str):
            outlook = replace(outlook, plainly=base)
        else:
            outlook = await _offered(
                outlook,
                Behind(site=site, tools=tools, reading=reading, tab=way.tab or tab, base=base, wanted=outlook.wanted),
                trusting=stage.navigate.pushdown == "trusting",
            )
    finally:
        await tab.close()
    return _explained(outlook, view, base, reading.look(view) if len(stage.extracts) == 1 else None)


async def _offered(outlook: Outlook, behind: Behind, *, trusting: bool) -> Outlook:
    """With what the controls of the page offer, and those behind what can be opened there."""
    base = behind.base
    there = offers(base.view, outlook.wanted, behind.site.locale, base.found.records)
    there = tuple(offer for offer in there if in_view(base.view, offer))
    if not any(offer.kind == "size" for offer in there):
        with suppress(*Failed):
            there += tuple(await sizes_inside(behind.tab, base.view, len(base.found.records)))
    usable, skipped = not_skipped((*there, *await behind.offers(there)), behind.tools.memories.of(behind.site))
    offered, outlook = tuple(usable), replace(outlook, skipped=skipped)
    if base.ends or trusting:
        return replace(outlook, offers=offered, looked=behind.looked)
    tried = tuple(Tried(offer=offer, taken=False, why=NO_END) for offer in offered if offer.kind != "size")
    sizes = tuple(offer for offer in offered if offer.kind == "size")
    return replace(outlook, offers=sizes, tried=tried, looked=behind.looked)


def _outlook(stage: ListingStage, plan: Plan) -> Outlook:
    """What is wanted of a stage's listing, with the joins to tables that are filled before it."""
    extract = stage.extracts[0]
    need = stage.needs.get(extract.into, Need())
    filled = filled_before(plan.stages, stage.index)
    return Outlook(
        need=need, wanted=wanted_of(stage, extract), extract=extract, joins=tuple(joins(need, extract, filled))
    )


def _explained(outlook: Outlook, view: PageView, base: Base | str, found: Extraction | None) -> ListingExplained:
    extent = extent_of(view, len(found.records), found.totals) if found is not None else None
    columns = outlook.need.columns
    return ListingExplained(
        table=outlook.extract.into,
        url=view.url,
        pages=None if extent is None else extent.pages,
        rows=None if found is None else found.totals.stated,
        columns="all" if columns is None else ", ".join(sorted(columns)) or "none",
        parts=tuple(outlook.parts()),
        controls=tuple(f"{offer.control} → {offer.does}" for offer in outlook.offers),
        note=f"walked plainly: {base}" if isinstance(base, str) else "",
    )
