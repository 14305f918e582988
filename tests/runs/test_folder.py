"""Are runs found, kept apart, and ended by one process at a time?"""

import os
import re
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from webdart.errors import StoreError, UsageError
from webdart.runs.folder import Project, RunFolder, RunRecord, hash_of
from webdart.values import replace

NOW = datetime(2026, 11, 21, 6, 11, 30, tzinfo=UTC)
RECORD = RunRecord(
    id="", workflow="top-reviewed", file="top.yaml", source="webdart: 1\n", sha256=hash_of("webdart: 1\n"), started="",
    parameters={"n": 3, "category": "Home Audio"}, versions={"webdart": "0.1.0"},
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_run_has_a_folder_of_its_own(project: Project) -> None:
    """Named by UTC time, workflow and four hex digits; git ignores it; what went in is in `run.json`."""
    folder = project.create(RECORD, NOW)
    assert re.fullmatch(r"20261121T0611-top-reviewed-[0-9a-f]{4}", folder.id)
    assert (project.root / ".webdart" / ".gitignore").read_text() == "*\n"
    assert folder.record() == replace(RECORD, id=folder.id, started="2026-11-21T06:11:30.000+00:00")
    assert folder.rows.is_dir()
    assert not folder.record().finished


def test_a_name_can_lead_nowhere_else(project: Project) -> None:
    """Whatever a workflow is called, its runs are in the project."""
    for name in ("../../etc", "a/b", "", "x" * 300, "Ünïcode name"):
        folder = project.create(replace(RECORD, workflow=name), NOW)
        assert folder.path.parent == project.runs


def test_runs_are_found_by_id_and_by_its_beginning(project: Project) -> None:
    """The latest where none is named; an error lists those there are."""
    with pytest.raises(UsageError, match=r"no run in .*\n  runs: none yet"):
        project.get(None)
    old = project.create(RECORD, NOW)
    new = project.create(replace(RECORD, workflow="other"), NOW + timedelta(minutes=5))
    assert project.all() == (new, old)
    assert project.get(None) == new
    assert project.get(old.id) == old
    assert project.get("20261121T0616") == new
    with pytest.raises(UsageError, match="2 runs begin with 20261121"):
        project.get("20261121")
    with pytest.raises(UsageError, match=rf"no runs begin with 1999(.|\n)*{new.id}"):
        project.get("1999")


def test_the_latest_interrupted_run_is_the_one_to_resume(project: Project) -> None:
    """Not one that has its answer, nor one that is being written, nor one that ended by itself: that has to be named."""
    killed = project.create(RECORD, NOW)
    busy = project.create(RECORD, NOW + timedelta(minutes=1))
    failed = project.create(RECORD, NOW + timedelta(minutes=2))
    answered = project.create(RECORD, NOW + timedelta(minutes=3))
    answered.end("answered", 0, NOW)
    failed.end("failed", 1, NOW)
    with busy.lock():
        assert project.latest_unfinished() == killed
        assert not busy.interrupted()
    assert project.latest_unfinished() == busy
    busy.end("refused", 4, NOW)
    killed.end("answered", 0, NOW)
    with pytest.raises(UsageError, match=rf"name it: .*{failed.id} \(failed\), {busy.id} \(refused\)$"):
        project.latest_unfinished()
    assert answered.record().ended == "2026-11-21T06:11:30.000+00:00"


def test_a_run_is_written_by_one_process_at_a_time(project: Project) -> None:
    """The second one is told who does; a killed holder leaves no lock behind."""
    folder = project.create(RECORD, NOW)
    code = (
        "import sys\nfrom pathlib import Path\nfrom webdart.runs.folder import RunFolder\n"
        "with RunFolder(Path(sys.argv[1])).lock():\n    print(1, flush=True)\n    input()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", code, folder.path], stdin=pipe, stdout=pipe, env=environment
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert folder.locked()
        with pytest.raises(StoreError, match=f"is being written by process {holder.pid}"), folder.lock():
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait(timeout=20)
    assert not folder.locked()
    with folder.lock():
        assert folder.locked()


def test_old_runs_are_pruned(project: Project) -> None:
    """Those that began before, except one that is being written."""
    old = project.create(RECORD, NOW)
    busy = project.create(RECORD, NOW)
    new = project.create(RECORD, NOW + timedelta(days=20))
    with busy.lock():
        assert project.prune(timedelta(days=30), NOW + timedelta(days=31)) == (old.id,)
    assert set(project.all()) == {new, busy}


def test_a_damaged_record_is_named(project: Project) -> None:
    """And its run is not among the others."""
    folder = project.create(RECORD, NOW)
    (folder.path / "run.json").write_text("{")
    with pytest.raises(StoreError, match=r"run\.json can't be read"):
        folder.record()
    assert project.all() == ()
    with pytest.raises(StoreError, match=r"run\.json can't be read"):
        RunFolder(project.runs / "none").record()


def test_of_two_runs_in_one_second_the_later_is_the_latest(project: Project) -> None:
    """Whatever four digits their names end with."""
    made = [project.create(RECORD, NOW + timedelta(milliseconds=step)).id for step in range(8)]
    assert [folder.id for folder in project.all()] == made[::-1]
    assert {folder.began for folder in project.all()} == {NOW}
