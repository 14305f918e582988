"""Writes down what was proven of the source of a walk's pages, and takes it up again."""

from webdart.browser.snapshot.looks import Looks
from webdart.navigate.walk.data_pages import DataPages
from webdart.navigate.walk.page_proof import PageProof
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.rendered_page import heading_of
from webdart.navigate.walk.walk_state import ELSEWHERE
from webdart.page.model import PageView
from webdart.records.data.data_table import Misread
from webdart.runs.lock import LockedStage, LockedTable, settled
from webdart.values import replace


def lock_of_html(locked: LockedStage, proof: PageProof, reading: Reading, first: PageView) -> LockedStage:
    """A lock by the source of the pages; `first` is the first of them."""
    tables = {
        table: LockedTable(
            wrapper=settled(one),
            size=proof.sizes[table],
            missing=tuple(sorted(proof.missing[table])),
            remarks=tuple(sorted(proof.remarks)),
            own_pages=reading.own_pages(table),
        )
        for table, one in reading.templates.items()
    }
    heading = heading_of(first)
    return replace(locked, source="html", heading=heading, closed=proof.closed, tables=tables, looks=proof.looks)


async def lock_of_data(locked: LockedStage, data: DataPages, reading: Reading) -> LockedStage | str:
    """A lock by the JSON of the pages, which is proven; why there is none."""
    if secret := data.opaque(locked.address):
        return f"the request of its data has what may be a secret: {secret}"
    told = {one.code for ledger in reading.ledgers.values() for one in ledger.remarks} - ELSEWHERE
    if told:
        return f"only its rendered pages tell what is in doubt: {min(told)}"
    try:
        heading, code = await data.surroundings(locked.address)
    except Misread as error:
        return str(error)
    return replace(locked, source="json", heading=heading, looks=Looks(code=code), data=data.source)


def proof_of(locked: LockedStage) -> PageProof:
    """What was proven of the pages of a lock by their source; what they state, the first of them tells."""
    return PageProof(
        looks=locked.looks,
        sizes={table: one.size for table, one in locked.tables.items()},
        stated={},
        missing={table: frozenset(one.missing) for table, one in locked.tables.items()},
        remarks=frozenset(code for one in locked.tables.values() for code in one.remarks),
        closed=locked.closed,
    )
