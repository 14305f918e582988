"""Lists what is doubtful about the rows that a run collected: each doubt with the texts and pages of its cells."""

from collections.abc import Sequence
from time import monotonic

from msgspec import Struct

from webdart.answer.doubt import Doubt, Sample, of_count, sorted_out
from webdart.execute.appraisal import Appraisal, Walks, accepted_by, tables_of
from webdart.execute.query import Computing
from webdart.execute.sandbox import Compute
from webdart.inspect.why import Looking
from webdart.runs.folder import Project, RunFolder
from webdart.settings import Settings
from webdart.table.audit import unreadable
from webdart.table.memory import read_log
from webdart.trace import Trace

_MOST = 50
"""Cells of a doubt that are listed: more of one kind are settled by the same line of the file."""


class Doubtful(Struct, frozen=True, kw_only=True):
    """A doubt, and the cells that it is about as far as they are known one by one."""

    doubt: Doubt
    cells: tuple[Sample, ...]


def latest_run(project: Project, workflow: str) -> RunFolder | None:
    """The latest run of a workflow that has collected something."""
    runs = (folder for folder in project.all() if folder.record().workflow == workflow and folder.rows.is_dir())
    return next((folder for folder in runs if read_log(folder.rows).extracted), None)


async def doubtful_cells(folder: RunFolder, settings: Settings, compute: Compute) -> tuple[Doubtful, ...]:
    """What speaks against the rows of a run, by what it kept; what its file accepts is left out.

    Guesses of the walk are kept by no run: those are told of the page itself, when it is looked at.

    Raises:
        StoreError: the run's log is damaged.
    """
    looking = Looking(folder)
    plan = looking.plan()
    if plan is None:
        return ()
    store = looking.store
    computing = Computing(plan, store, compute, settings, Trace(monotonic))
    found = await Appraisal(plan, store, computing, Walks()).doubts(await store.describe())
    doubts = sorted_out((*await _of_walks(looking), *found), accepted_by(plan), frozenset()).doubts
    return tuple([Doubtful(doubt=doubt, cells=await _cells(looking, doubt)) for doubt in doubts])


async def _cells(looking: Looking, doubt: Doubt) -> tuple[Sample, ...]:
    """Every cell of a doubt about texts that can't be read, else its samples."""
    plan = looking.plan()
    if plan is None or doubt.kind != "unreadable" or doubt.column is None:
        return doubt.samples
    cells = unreadable(
        await looking.store.read(doubt.table, _columns(looking, doubt.table)), tables_of(plan)[doubt.table]
    )
    return tuple(Sample(cell.text, cell.page) for cell in cells.get(doubt.column, ())[:_MOST])


def _columns(looking: Looking, table: str) -> Sequence[str]:
    return (*(column.name for column in looking.store.extracted[table].columns), "_raw", "_page")


async def _of_walks(looking: Looking) -> list[Doubt]:
    """The walks that did not read all that their site states."""
    if "_listings" not in await looking.store.describe():
        return []
    rows = (await looking.store.read("_listings")).to_pylist()
    return [
        of_count(
            row["_table"],
            row["stated"],
            row["collected"],
            next((Sample(reason, row["url"]) for reason in row["_reasons"]), None),
        )
        for row in rows
        if row["verdict"] == "incomplete"
    ]
