"""Summarises, per table, how complete the collected rows are."""

from collections.abc import Mapping, Sequence

from webdart.navigate.listing_walk import Walk
from webdart.navigate.walk.child_tables import family
from webdart.navigate.walk.pagination import HARMLESS, REPEATED, UNMOVED
from webdart.navigate.walk.walk_state import Ledger
from webdart.page.model import DefaultFilter
from webdart.plan.model import ListingStage, PlannedStage
from webdart.records.checks.completeness import ONLY_AGAIN, judge, signs_against, worst
from webdart.records.model import ListingSummary, Totals, Verdict
from webdart.table.port import TableInfo
from webdart.values import replace
from webdart.workflow.model import Extract

_SHUFFLED = "{} rows stood on several pages each, and others may stand on none: the site does not keep their order"
_SEVERAL = 2
"""Rows that came again and are no accident: one may be listed twice, or have moved while the pages were read."""


def summaries(
    stage: ListingStage, walk: Walk, tables: Mapping[str, TableInfo], stages: Sequence[PlannedStage] = ()
) -> tuple[ListingSummary, ...]:
    """A line of `_listings` for every table of the stage; the store's own count goes where it has one walk only.

    `stages` are all of the plan: a table that another one of them fills too has rows that are not of this walk.
    """
    others = [one for one in stages if isinstance(one, ListingStage) and one.index != stage.index]
    shared = {extract.into for one in others for extract in family(one.extracts)}
    found: list[ListingSummary] = []
    children = {child.into for child in family(stage.extracts)} - {extract.into for extract in stage.extracts}
    above = _above(stage.extracts)
    for table, ledger in walk.ledgers.items():
        info = tables.get(table)
        alone = stage.navigate.for_each is None and table not in shared
        known = ledger.walked(
            collected=info.rows if info is not None and alone else None,
            keyed=info is not None and info.keyed,
            dropped=info.dropped if info is not None and alone else 0,
        )
        end = walk.ending
        if walk.parted:
            whole = walk.replanned.whole  # what the pages state is of a letter or a year, not of all
            total, again = Totals(stated=whole), known.repeats if whole is None else 0
            known = replace(known, first=total, last=total, repeats=again)
        seen = not end.short and not end.asked and not end.unsure
        known = replace(known, ended=seen, stopped=_stopped(walk), asked=end.asked, proof=end.proof)
        one_page = end.asked and all(extract.each == "page" for extract in stage.extracts)
        known = replace(known, covered=end.end if end.covered or one_page else "", signs=_signs(walk, ledger))
        verdict, reasons = judge(known)
        signs = signs_against(known, verdict)
        if end.unsure and verdict != "complete":
            reasons = (*reasons, end.end)
        if gone_wrong := walk.disobeyed or walk.strayed:
            verdict, reasons = "incomplete", (gone_wrong, *reasons)
        if walk.lacking is not None and ledger.nowhere:
            verdict, reasons = "incomplete", (f"nowhere found: {', '.join(ledger.nowhere)}",)
        if table in children:
            verdict, reasons = _of_child(ledger, [one for one in found if one.table in above[table]])
            signs = reasons if ledger.amiss and verdict == "unknown" else ()
        if info is not None and info.conflicts and not info.schema.key and verdict != "incomplete":
            again = f"{info.conflicts} rows have a key that another, different row has; `key:` tells them apart"
            verdict, reasons, signs = "incomplete", (again, *reasons), ()
        stated = known.last.stated if known.last.stated is not None else known.first.stated
        stated = ledger.stated if table in children else walk.replanned.stated or stated
        found.append(
            ListingSummary(
                table=table,
                site=stage.navigate.site,
                objective=walk.objective,
                url=walk.url,
                stated=stated,
                collected=known.collected,
                pages=ledger.pages,
                verdict=verdict,
                reasons=reasons,
                signs=signs if verdict == "unknown" else (),
                filters=_filters(walk, ledger, stage),
            )
        )
    return tuple(found)


def _above(extracts: Sequence[Extract]) -> Mapping[str, frozenset[str]]:
    """The tables whose records have each child table, up to the listing; not those beside it."""
    found: dict[str, frozenset[str]] = {}
    for extract in extracts:
        for child in family(extract.tables):
            found[child.into] = found.get(child.into, frozenset()) | {extract.into}
        for child, names in _above(extract.tables).items():
            found[child] |= names
    return found


def _of_child(ledger: Ledger, parents: Sequence[ListingSummary]) -> tuple[Verdict, tuple[str, ...]]:
    """How complete a child table is: no more than the listings of its parents."""
    verdict, reasons = ledger.children()
    parent = next((one for one in parents if one.verdict != "complete"), None)
    if parent is None or verdict == "incomplete":
        return verdict, reasons
    both = worst((verdict, parent.verdict))
    return both, (f"{parent.table}, whose records have them, is {parent.verdict}", *reasons)


def _signs(walk: Walk, ledger: Ledger) -> tuple[str, ...]:
    """What speaks for more rows than were read: the last page, and how the walk ended."""
    end = walk.ending
    return () if end.asked or end.covered else _of_the_end(walk, ledger)


def _filters(walk: Walk, ledger: Ledger, stage: ListingStage) -> tuple[DefaultFilter, ...]:
    """The filters that the site itself has set; of those that the chore has set none is said to be open to more."""
    if stage.navigate.set or walk.ending.asked or walk.ending.covered:
        return tuple(replace(one, every="") for one in ledger.filters)
    moved = [step for step in walk.replanned.steps if step.verdict == "taken"]
    ours = [one for one in ledger.filters if any(step.by == "total" or _is_of(step.control, one) for step in moved)]
    return tuple(replace(one, every="") if one in ours else one for one in ledger.filters)


def _is_of(control: str, one: DefaultFilter) -> bool:
    """Whether a control that a push-down has moved, which may be told with its choice ("State: open"), is a filter."""
    called = control.partition(":")[0]
    return bool(called and one.label) and (control.startswith(one.label) or one.label.startswith(called))


def _of_the_end(walk: Walk, ledger: Ledger) -> tuple[str, ...]:
    """What speaks for more rows on the last page, and in how the walk ended."""
    end = walk.ending
    doubtful = end.unsure and not end.end.startswith(HARMLESS) and not (ledger.pages > 1 and end.end == UNMOVED)
    if end.end.startswith(REPEATED) and ledger.rows == 1:
        return (ONLY_AGAIN,)
    parted = () if walk.parted else ledger.signs_of(ledger.distinct)
    shuffled = (_SHUFFLED.format(ledger.again),) if ledger.again >= _SEVERAL and not walk.parted else ()
    return ((end.end,) if doubtful else ()) + shuffled + parted


def _stopped(walk: Walk) -> str:
    return walk.ending.end if walk.ending.short or walk.ending.asked else ""
