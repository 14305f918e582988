"""Does a run go on from where it was, and only with what it began with?"""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.table.samples import SCHEMAS, products
from webdart.errors import StoreError, UsageError
from webdart.plan.model import Cursor
from webdart.records.model import CollectedPage
from webdart.runs.entries import (
    AskWritten,
    Intent,
    ModelAsked,
    PageAcknowledged,
    RowDone,
    RunStarted,
    StageDone,
    WalkEnded,
)
from webdart.runs.folder import Project, RunFolder, RunRecord, hash_of
from webdart.runs.journal import Journal
from webdart.runs.request import resumed_request
from webdart.runs.resume import prepare
from webdart.settings import Settings
from webdart.table.duck import DuckTable
from webdart.values import replace

NOW = datetime(2026, 11, 21, 6, 11, tzinfo=UTC)
SOURCE = "webdart: 1\nname: top\nsites: {shop: http://x/}\n"


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    file = tmp_path / "top.yaml"
    file.write_text(SOURCE)
    record = RunRecord(
        id="", workflow="top", file=str(file), source=SOURCE, sha256=hash_of(SOURCE), started="", parameters={"n": 3}
    )
    return Project(tmp_path).create(record, NOW)


def test_a_killed_run_knows_what_it_has_done(folder: RunFolder) -> None:
    """Stages, acknowledged pages, rows of an act, and writes that nobody knows about."""
    with Journal.open(folder.journal) as journal:
        journal.append(RunStarted(run=folder.id, sha256=hash_of(SOURCE)))
        journal.append(
            PageAcknowledged(cursor=Cursor(stage=0, walk=0, sequence=4, url="http://x/", following=None, rows=80))
        )
        journal.append(StageDone(stage=0))
        journal.append(RowDone(stage=1, row="r1", state="done"))
        journal.append(Intent(id="i", stage=1, row="r2", request="POST /a", url="http://x/a", shape="POST /a"))
    resumption = prepare(folder)
    assert resumption.record.parameters == {"n": 3}
    assert resumption.history.stages_done == {0}
    assert resumption.acknowledged == ((0, 0, 4),)
    assert resumption.history.rows_done == {(1, "r1"): "done"}
    assert [intent.id for intent in resumption.unknown] == ["i"]


CHILD = """
import asyncio, sys
from pathlib import Path
from tests.table.samples import SCHEMAS, products
from webdart.failpoints import crash_point
from webdart.runs.entries import StageDone
from webdart.runs.folder import RunFolder
from webdart.runs.journal import Journal
from webdart.table.duck import DuckTable

async def main() -> None:
    folder = RunFolder(Path(sys.argv[1]))
    journal = Journal.open(folder.journal)
    table = await DuckTable.open(folder.path, SCHEMAS)
    for sequence in range(1, 6):
        page = products(sequence, [f"p{sequence}", "same"])
        await table.commit(page)
        journal.acknowledge(page)
    journal.append(StageDone(stage=0))
    crash_point("after_stage")

asyncio.run(main())
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("at", "acknowledged", "committed"),
    [
        ("after_rows:3", 2, 3),
        ("in_commit:3", 3, 4),
        ("after_commit:3", 3, 4),
        ("after_ack:3", 3, 3),
        ("after_stage", 5, 5),
    ],
)
async def test_a_killed_walk_goes_on_behind_its_last_page(
    folder: RunFolder, at: str, acknowledged: int, committed: int
) -> None:
    """Store and journal agree: what is acknowledged is committed, and the cursor says where to go on."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "WEBDART_CRASH_AT": at}
    child = subprocess.run([sys.executable, "-c", CHILD, folder.path], env=environment, check=False, timeout=60)  # noqa: ASYNC221 - nothing else runs meanwhile
    assert child.returncode == -signal.SIGKILL
    resumption = prepare(folder)
    assert len(resumption.acknowledged) == acknowledged
    assert (0 in resumption.history.stages_done) == (acknowledged == 5)
    table = await DuckTable.open(folder.path, SCHEMAS, resumption.acknowledged)
    assert [cursor.sequence for cursor in await table.cursors()] == [committed]
    for sequence in range(committed + 1, 6):
        await table.commit(products(sequence, [f"p{sequence}", "same"]))
    names = (await table.read("products", ["name"])).to_pylist()
    assert [row["name"] for row in names] == ["p1", "same", "p2", "p3", "p4", "p5"]  # in the order of the walk
    assert (await table.describe())["products"].repeats == 4
    await table.close()


def test_a_run_killed_before_its_first_entry_begins_anew(folder: RunFolder) -> None:
    """There is nothing to skip."""
    assert prepare(folder).history.stages_done == frozenset()


def test_a_changed_file_is_refused_with_the_diff(folder: RunFolder) -> None:
    """Its rows would mix with those of another workflow."""
    Path(folder.record().file).write_text(SOURCE.replace("http://x/", "http://y/"))
    with pytest.raises(UsageError, match=r"has changed since(.|\n)*-sites: .*x/(.|\n)*\+sites: .*y/") as caught:
        prepare(folder)
    assert caught.value.exit_code == 2


def test_a_missing_file_is_refused(folder: RunFolder) -> None:
    """The message says where its text is kept."""
    Path(folder.record().file).unlink()
    with pytest.raises(UsageError, match=r"can't go on without its file(.|\n)*run\.json"):
        prepare(folder)


def test_a_run_with_its_answer_is_not_resumed(folder: RunFolder) -> None:
    """There is nothing left to do; one that failed is."""
    folder.end("failed", 1, NOW)
    prepare(folder)
    folder.end("answered", 0, NOW)
    with pytest.raises(UsageError, match=r"has ended \(answered\)"):
        prepare(folder)


def test_a_journal_of_another_workflow_is_noticed(folder: RunFolder) -> None:
    """Two folders mixed up by hand."""
    with Journal.open(folder.journal) as journal:
        journal.append(RunStarted(run=folder.id, sha256=hash_of("another")))
    with pytest.raises(StoreError, match="of two workflow files"):
        prepare(folder)


def test_what_was_known_before_a_kill_is_known_after_it(folder: RunFolder) -> None:
    """Ends of walks, pages opened, the SQL that a model wrote; and how the run was asked for."""
    cursor = Cursor(stage=0, walk=1, sequence=4, url="http://x/", following="http://x/5", rows=80)
    with Journal.open(folder.journal) as journal:
        journal.append(RunStarted(run=folder.id, sha256=hash_of(SOURCE)))
        journal.acknowledge(CollectedPage(cursor=cursor, rows=()), 9)
        journal.append(WalkEnded(stage=0, walk=1, end="the site showed a page again", unsure=True))
        journal.append(AskWritten(stage=2, sql="SELECT 1"))
        journal.append(ModelAsked(role="write_sql", tokens_in=7, tokens_out=1, cost=None))
    history = prepare(folder).history
    assert history.pages == 9
    assert (history.walked[0, 1].end, history.walked[0, 1].unsure) == ("the site showed a page again", True)
    assert {stage: one.sql for stage, one in history.asked.items()} == {2: "SELECT 1"}
    assert [one.tokens_in for one in history.model] == [7]
    record = replace(folder.record(), pinned={"dry_run": "True", "limit_pages": "3", "offline": "another"})
    again = resumed_request(record, Settings(), {"HOME": "/"})
    assert (again.dry_run, again.limit_pages, again.offline) == (True, 3, "another")
    assert again.params == {"n": "3"}
