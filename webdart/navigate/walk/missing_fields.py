"""Tells which declared fields a walk had nowhere, and whether that matters: other walks of the stage may have them."""

from webdart.errors import NotFound
from webdart.navigate.shared_templates import Learned
from webdart.navigate.walk.child_tables import family
from webdart.navigate.walk.page_reader import Reading
from webdart.plan.model import ListingStage


def excused(reading: Reading, learned: Learned) -> tuple[str, ...]:
    """The declared fields that no page of this walk had, if other walks of the stage have all of them."""
    if reading.lacking is None:
        return ()
    missing = [(table, name) for table, ledger in reading.ledgers.items() for name in ledger.missing or ()]
    known = all(learned.had(table, name) for table, name in missing)
    return tuple(name for _, name in missing) if known else ()


def lacking(stage: ListingStage, reading: Reading, learned: Learned) -> NotFound | None:
    """The error of declared fields that neither a page nor another walk of the stage had, with the first's line."""
    error = None if excused(reading, learned) else reading.lacking
    if error is None:
        return None
    missing = {(table, name) for table, ledger in reading.ledgers.items() for name in ledger.nowhere}
    fields = (
        field for extract in family(stage.extracts) for field in extract.fields if (extract.into, field.name) in missing
    )
    first = next(fields, None)
    return error if first is None else error.at(first.at)
