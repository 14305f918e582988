"""One workflow over many inputs, in real processes."""

import os
import signal
import time
from pathlib import Path
from typing import Any, cast

import pytest

from tests.batch.shelves import CHORE, KINDS, batch, expected, inputs, listing, results, started
from tests.conftest import Asked, Reply, SiteServer
from webdart.batch.folder import BatchFolder, Done, find
from webdart.batch.inputs import Inputs, inputs_of, read
from webdart.batch.results import joined
from webdart.browser.network.turns import SharedTurns
from webdart.cli.batch_run import kept_flags
from webdart.errors import UsageError
from webdart.settings import Settings
from webdart.workflow import loads


@pytest.fixture
def project(tmp_path: Path, site_server: SiteServer) -> Path:
    """A project with the chore."""
    site_server.on("/list", listing)
    (tmp_path / ".webdart").mkdir()
    (tmp_path / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="0s"))
    return tmp_path


@pytest.mark.proof
@pytest.mark.browser
def test_every_input_has_its_rows_and_what_fails_is_told(project: Path):
    """Rows in the inputs' order beside the inputs' columns; a failed input is one line, and run again by a resume."""
    inputs(project, "lamps", "ghosts", "chairs", "desks")
    code, told, err = batch(
        project, "batch", "chore.yaml", "--over", "inputs.csv", "--jobs", "2", "--out", "all.parquet"
    )
    assert (code, told["answered"], told["rows"]) == (3, 3, 12), err
    assert [one["input"] for one in told["not_sure"]] == [2]
    assert "404" in told["not_sure"][0]["error"]
    assert results(project / "all.parquet") == [
        row for row in expected("lamps", "ghosts", "chairs", "desks") if row[1] != "ghosts"
    ]
    before = len(list((project / ".webdart" / "runs").iterdir()))
    code, told, _ = batch(project, "resume", told["batch"])
    assert (code, told["answered"]) == (3, 3)
    assert len(list((project / ".webdart" / "runs").iterdir())) == before + 1


@pytest.mark.browser
def test_a_killed_batch_goes_on_and_a_killed_worker_costs_its_task(project: Path, site_server: SiteServer):
    """Nothing is lost or doubled: the table is that of a batch that nobody disturbed."""
    kinds = KINDS[:3]
    inputs(project, *kinds)
    process = started(project, "batch", "chore.yaml", "--over", "inputs.csv", "--jobs", "1")
    site_server.wait_for("/list", count=1, seconds=120)
    worker = next(pid for pid in children(process.pid) if "webdart.batch.worker" in command_of(pid))
    os.kill(worker, signal.SIGKILL)  # in the middle of a task
    (folder,) = (project / ".webdart" / "batches").iterdir()
    wait_for_line(folder / "done.jsonl", seconds=120)
    process.kill()
    for pid in everybody():
        if "webdart.batch.worker" in command_of(pid) and str(project) == cwd_of(pid):
            os.kill(pid, signal.SIGTERM)
    process.communicate()
    done = (folder / "done.jsonl").read_text().count("\n")
    assert 0 < done < len(kinds)
    code, told, err = batch(project, "resume", folder.name)
    assert (code, told["answered"]) == (0, len(kinds)), err
    assert results(folder / "results.parquet") == expected(*kinds)


def wait_for_line(file: Path, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not file.exists() or "\n" not in file.read_text():
        assert time.monotonic() < deadline, f"no line in {file.name}"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def everybody() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def cwd_of(pid: int) -> str:
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink())
    except OSError:
        return ""


@pytest.mark.proof
@pytest.mark.browser
def test_processes_keep_the_pace_together(project: Path, site_server: SiteServer):
    """Three of them take three turns at a site, not one each at once."""
    times: list[float] = []

    def noted(asked: Asked) -> Reply:
        times.append(time.monotonic())
        return listing(asked)

    site_server.on("/list", noted)
    (project / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="3s"))
    inputs(project, *KINDS[:3])
    code, _, err = batch(project, "batch", "chore.yaml", "--over", "inputs.csv", "--jobs", "3")
    assert code == 0, err
    assert len(times) == 3
    assert max(times) - min(times) > 3  # twice that, less what a busy machine takes from a turn to the server


def test_turns_are_shared_by_a_folder(tmp_path: Path):
    """Two of them on one folder give out times one delay apart; a time of another start of the machine is void."""
    first, second = SharedTurns(tmp_path), SharedTurns(tmp_path)
    assert [first.take("shop", 2, 100.0), second.take("shop", 2, 100.5), first.take("shop", 2, 101.0)] == [
        100,
        102,
        104,
    ]
    assert second.take("other", 2, 100.0) == 100
    assert second.take("shop", 2, 200.0) == 200
    assert first.take("shop", 2, 5.0) == 202
    assert SharedTurns(tmp_path, furthest=60).take("shop", 2, 5.0) == 5


def test_inputs_are_texts_as_they_stand(tmp_path: Path):
    """A part number keeps its zeros; an empty cell is missing; columns that are no parameter are carried."""
    path = tmp_path / "inputs.csv"
    path.write_text("\ufeffkind,note\n007,\n,x\n", encoding="utf-8")
    columns, rows = read(path)
    found = inputs_of(columns, rows, loads(CHORE.format(url="http://127.0.0.1:9", delay="0s"), "chore.yaml"))
    assert rows == (("007", None), (None, "x"))
    assert (found.parameters, found.given(0), found.given(1)) == (("kind",), {"kind": "007"}, {})


@pytest.mark.parametrize(
    ("columns", "rows", "problem"),
    [
        (("kind",), (), "no rows"),
        (("colour",), (("red",),), "no column of the inputs .colour. is a parameter"),
        (("least",), ((1,),), "no column kind, which must be given"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(columns: tuple[str, ...], rows: tuple[Any, ...], problem: str):
    """Before anything is opened."""
    with pytest.raises(UsageError, match=problem):
        inputs_of(columns, rows, loads(CHORE.format(url="http://127.0.0.1:9", delay="0s"), "chore.yaml"))


def test_no_password_is_kept_with_a_batch(tmp_path: Path):
    """Flags are kept for a resume: one that has a password is refused."""
    settings = Settings(project=tmp_path)
    assert kept_flags({"timeout": "9s", "proxy": None}, settings) == {"timeout": "9s", "project": str(tmp_path)}
    with pytest.raises(UsageError, match="password"):
        kept_flags({"proxy": "http://me:word@proxy:3128"}, settings)


def test_answers_of_several_shapes_are_one_table():
    """Columns that only some have are missing elsewhere; a name that both sides have is told apart; money stays exact."""
    given = Inputs(("name",), (("a",), ("b",)), ("name",))
    line = b'{"place": 1, "run": "r", "exit": 0, "seconds": 1, "pages": 1, "error": "", "doubts": [],'
    done = {
        0: Done(place=0, run="q", exit=0, columns=("name",), rows=(("A",),)),
        1: Done.of(line + b' "columns": ["name", "price"], "rows": [["B", 0.10], ["C", 7]]}'),
    }
    assert [str(row["price"]) for row in joined(given, done).to_pylist()] == ["None", "0.10", "7.00"]
    assert joined(given, done).column("answer_name").to_pylist() == ["A", "B", "C"]


def test_a_column_has_the_type_of_all_its_answers(tmp_path: Path):
    """Whatever answer has which of its values; what has no type in common is text, as it stands."""
    cells: dict[str, tuple[list[str], str]] = {
        "exact": (["0.10", "7", "null", "1234.5"], "decimal128(6, 2)"),
        "whole": (["1", "2", "null", "3"], "int64"),
        "large": (["1", "9223372036854775808", "2", "3"], "string"),
        "mixed": (["1.50", '"x"', "true", "7"], "string"),
        "flags": (["true", "null", "false", "true"], "bool"),
        "lists": (["[1]", "[]", "null", "[2, 3]"], "list<item: int64>"),
        "odd": (["[1]", '["x"]', "null", "1"], "string"),
        "none": (["null"] * 4, "null"),
        "point": (["0.001", "10.1", "1e3", "2"], "decimal128(7, 3)"),
    }
    folder = BatchFolder(tmp_path)
    for place, row in enumerate(zip(*(texts for texts, _ in cells.values()), strict=True)):
        columns = ", ".join(f'"{name}"' for name in cells)
        line = f'"exit": 0, "seconds": 1, "doubts": [], "columns": [{columns}], "rows": [[{", ".join(row)}]]'
        folder.note(Done.of(f'{{"place": {place}, "run": "r", {line}}}'))
    table = joined(Inputs(("n",), (("a",),) * 4, ("n",)), folder.done())
    assert {name: str(cast("Any", table.schema).field(name).type) for name in cells} == {
        name: kind for name, (_, kind) in cells.items()
    }
    assert table.column("mixed").to_pylist() == ["1.50", "x", "True", "7"]
    assert list(map(str, table.column("exact").to_pylist())) == ["0.10", "7.00", "None", "1234.50"]
    assert table.column("lists").to_pylist() == [[1], [], None, [2, 3]]


def test_a_name_with_signs_is_no_pattern(tmp_path: Path):
    """What a person types as an id finds that id and nothing else."""
    place = tmp_path / ".webdart" / "batches" / "20260101T0000-x-batch-0000"
    place.mkdir(parents=True)
    (place / "batch.json").write_text("{}")
    assert find(tmp_path, "20260101T0000-x-batch") is not None
    assert find(tmp_path, "*-batch") is None
    assert find(tmp_path, "../batches/2026") is None
