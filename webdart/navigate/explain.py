"""What does a chore want of a listing, what could its site take over, and what would that spare?

Said before anything is walked: the first page of the listing is looked at, nothing is set and no row kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webdart.navigate.eligible import eligible
from webdart.navigate.extent import extent_of
from webdart.navigate.offers import Offer, offers
from webdart.navigate.reach import Way
from webdart.navigate.reading import Reading
from webdart.navigate.replan import LEAST_PAGES
from webdart.navigate.tools import Tools
from webdart.navigate.wanted import Wanted, order_sql, sql_of, wanted_of
from webdart.pages.port import PageView
from webdart.plan.model import ListingStage, Need, Plan, SitePlan
from webdart.plan.names import RunNames
from webdart.workflow.model import Extract
from webdart.workflow.templates import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of what the SQL wants, where it would be evaluated, and why there."""

    sql: str
    where: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingExplained:
    """One listing: its table, the page looked at, its size as far as it tells, the parts, the controls that fit."""

    table: str
    url: str
    pages: int | None
    rows: int | None
    columns: str
    parts: tuple[Part, ...]
    controls: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
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
    listings = [await explain_stage(stage, plan.sites[stage.navigate.site], names, tools) for stage in now]
    later = [
        f"stage {stage.index + 1} walks once a row of its for_each: only a run can open it"
        for stage in stages
        if stage not in now
    ]
    return Explained(workflow=plan.name, listings=tuple(listings), later=tuple(later))


async def explain_stage(stage: ListingStage, site: SitePlan, names: Names, tools: Tools) -> ListingExplained:
    """Look at the first page of a stage's listing, and say what could be pushed down to its controls.

    Raises:
        NotFound: the listing is not found.
    """
    reading = Reading(stage, site, names, tools, width=1)
    tab = await tools.pool.tab(site)
    try:
        view = await Way(stage, site, names, reading, tools).arrive(tab)
    finally:
        await tab.close()
    return _explained(stage, site, reading, view, tools)


def _explained(stage: ListingStage, site: SitePlan, reading: Reading, view: PageView, tools: Tools) -> ListingExplained:
    extract = stage.extracts[0]
    need = stage.needs.get(extract.into, Need())
    wanted = wanted_of(stage, extract)
    found = reading.look(view) if len(stage.extracts) == 1 else None
    extent = extent_of(view, len(found.records), found.totals) if found is not None else None
    there: tuple[Offer, ...] = ()
    note = ""
    if not eligible(stage, tools):
        note = "walked plainly: something in the file needs every row, or its place"
    elif found is None or found.verdict != "found" or not found.keyed:
        note = "walked plainly: rows are told apart by no key"
    elif extent is None:
        note = "walked plainly: the page does not tell how far the listing reaches"
    elif extent.pages < LEAST_PAGES:
        note = f"walked plainly: {extent.pages} pages are too few for a sample to pay"
    else:
        there = offers(view, wanted, site.locale, len(found.records))
    return ListingExplained(
        table=extract.into,
        url=view.url,
        pages=None if extent is None else extent.pages,
        rows=None if found is None else found.totals.stated,
        columns="all" if need.columns is None else ", ".join(sorted(need.columns)) or "none",
        parts=tuple(_parts(need, wanted, there, extract)),
        controls=tuple(f"{offer.control} → {offer.does}" for offer in there),
        note=note,
    )


def _parts(need: Need, wanted: Wanted, there: Sequence[Offer], extract: Extract) -> Iterator[Part]:
    details = {field.name for field in extract.fields if field.page == "detail"}
    for one in need.predicates:
        offer = next((offer for offer in there if one in offer.serves), None)
        if offer is not None:
            yield Part(sql=sql_of(one), where=f"the site, by {offer.control!r}", why="if it stands the evidence")
        elif one.column in details:
            yield Part(sql=sql_of(one), where="DuckDB", why="the column is on the records' own pages")
        elif one not in wanted.predicates:
            yield Part(sql=sql_of(one), where="DuckDB", why="its operand does not fit the column's type without doubt")
        else:
            yield Part(sql=sql_of(one), where="DuckDB", why="no control for it on the page")
    for text in need.left:
        yield Part(sql=text, where="DuckDB", why="no comparison of one column with constants")
    if need.order:
        yield _order(need, wanted, there)


def _order(need: Need, wanted: Wanted, there: Sequence[Offer]) -> Part:
    limit = "" if need.limit is None else f" LIMIT {need.limit}"
    sql = f"ORDER BY {', '.join(map(order_sql, need.order))}{limit}"
    sort = next((offer for offer in there if offer.kind == "sort"), None)
    if sort is not None:
        return Part(
            sql=sql, where=f"the site, by {sort.control!r}", why="the walk may stop early if it stands the evidence"
        )
    if wanted.limit is None:
        return Part(sql=sql, where="DuckDB", why="no limit that an order could end the walk by")
    return Part(sql=sql, where="DuckDB", why="no control for it on the page")
