"""Does the journal keep what it must never forget?"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from webdart.errors import StoreError
from webdart.plan.model import Cursor
from webdart.runs.entries import (
    AskWritten,
    Doubted,
    Entry,
    Intent,
    LoginSent,
    ModelAsked,
    NotSent,
    OutcomeKnown,
    PageAcknowledged,
    RowDone,
    RunEnded,
    RunResumed,
    RunStarted,
    Settled,
    StageDone,
    StageStarted,
    TurnedDown,
    Unanswered,
    Verified,
    WalkEnded,
)
from webdart.runs.history import History
from webdart.runs.journal import Journal, read_journal

AT = "2026-11-21T08:00:00+00:00"
CURSOR = Cursor(stage=0, walk=0, sequence=1, url="http://x/", following=None, rows=3)


def intent(name: str, row: str = "r1") -> Intent:
    return Intent(
        id=name, stage=2, row=row, request=f"POST /orders/{name}", url=f"http://x/orders/{name}",
        shape="POST /orders/*", fields={"status": ("Shipped",)}, at=AT,
    )  # fmt: skip


ENTRIES: tuple[Entry, ...] = (
    RunStarted(run="r", sha256="abc", at=AT),
    StageStarted(stage=0, what="navigate", at=AT),
    PageAcknowledged(cursor=CURSOR),
    WalkEnded(stage=0, walk=0, end="the last page was reached", at=AT),
    AskWritten(stage=1, sql="SELECT 1", at=AT),
    ModelAsked(role="write_sql", tokens_in=7, tokens_out=1, cost=0.5),
    StageDone(stage=0, into="products", at=AT),
    LoginSent(site="desk", request="POST /login/", at=AT),
    intent("a"),
    OutcomeKnown(id="a", status=302, note="→ /orders/", at=AT),
    intent("b"),
    NotSent(id="b", why="no file", at=AT),
    intent("c"),
    Unanswered(id="c", note="reset", at=AT),
    Settled(id="c", happened=True, at=AT),
    TurnedDown(id="a", note="Name is taken", at=AT),
    Doubted(id="z", note="it says neither", at=AT),
    Verified(stage=2, row="r1", ok=True, at=AT),
    RowDone(stage=2, row="r1", state="done", at=AT),
    RunEnded(status="failed", exit=1, at=AT),
    RunResumed(repairs=("cut",), at=AT),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def write(path: Path, entries: tuple[Entry, ...] = ENTRIES) -> bytes:
    with Journal.open(path) as journal:
        for entry in entries:
            journal.append(entry)
    return path.read_bytes()


def test_every_kind_of_entry_comes_back_as_it_went_in(path: Path) -> None:
    """The closed union is written and read without loss."""
    write(path)
    assert {type(entry) for entry in ENTRIES} | {RunEnded} == set(Entry.__args__)
    assert read_journal(path) == ENTRIES
    with Journal.open(path) as journal:
        assert (journal.entries, journal.repairs) == (ENTRIES, ())


def test_an_entry_is_stamped_with_the_time(path: Path) -> None:
    """Where it has none."""
    write(path, (StageStarted(stage=0, what="navigate"),))
    entry = read_journal(path)[0]
    assert isinstance(entry, StageStarted)
    assert entry.at.endswith("+00:00")


def test_a_torn_tail_is_cut_at_every_byte_of_the_last_three_entries(path: Path) -> None:
    """What was whole stays, what was torn is cut and reported, and the journal goes on from there."""
    whole = write(path)
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    for size in range(ends[-4], len(whole)):
        path.write_bytes(whole[:size])
        # an entry that lacks only its line's end is whole
        kept = sum(size >= end - 1 for end in ends)
        with Journal.open(path) as journal:
            assert journal.entries == ENTRIES[:kept]
            assert bool(journal.repairs) == (size not in ends)
            journal.append(ENTRIES[0])
        assert read_journal(path) == (*ENTRIES[:kept], ENTRIES[0])


def test_a_flipped_byte_stops_with_file_and_line(path: Path) -> None:
    """An entry that was written and then changed is never cut: it could be the intent of a write."""
    whole = write(path)
    starts = [0, *(place + 1 for place, byte in enumerate(whole) if byte == ord("\n"))]
    for line in (1, 6, len(ENTRIES)):
        begin, end = starts[line - 1], starts[line]
        for place in range(begin, end - 1):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            with pytest.raises(StoreError, match=r"journal\.jsonl:\d+: the line is damaged"):
                Journal.open(path)


def test_a_changed_end_of_the_last_line_loses_nothing(path: Path) -> None:
    """The entry still vouches for itself; its line's end is restored."""
    whole = write(path)
    path.write_bytes(whole[:-1] + b"\x0b")
    with Journal.open(path) as journal:
        assert (journal.entries, len(journal.repairs)) == (ENTRIES, 1)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("garbage", [b"\0" * 512, b"garbage", b"gar\nbage\n", bytes(range(128, 192))])
def test_garbage_behind_the_end_is_cut(path: Path, garbage: bytes) -> None:
    """As a lost power supply leaves it."""
    whole = write(path)
    path.write_bytes(whole + garbage)
    with Journal.open(path) as journal:
        assert journal.entries == ENTRIES
        assert "cut" in journal.repairs[0]
    assert path.read_bytes() == whole


@pytest.mark.parametrize("lost", [0, 5, -2])
def test_a_missing_line_is_damage(path: Path, lost: int) -> None:
    """Every line vouches for the one before it, so that none can be taken out; nor can two change places."""
    whole = write(path)
    lines = whole.splitlines(keepends=True)
    taken = lines[lost]
    path.write_bytes(whole.replace(taken, b"", 1))
    with pytest.raises(StoreError, match="damaged"):
        Journal.open(path)
    lines[lost], lines[lost + 1] = lines[lost + 1], lines[lost]
    path.write_bytes(b"".join(lines))
    with pytest.raises(StoreError, match="damaged"):
        Journal.open(path)


def test_an_intent_is_on_the_disk_when_append_returns(path: Path) -> None:
    """A process that kills itself right after it has the entry in its journal."""
    code = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from tests.runs.test_journal import intent\nfrom webdart.runs.journal import Journal\n"
        "Journal.open(Path(sys.argv[1])).append(intent('a'))\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.run([sys.executable, "-c", code, str(path)], env=environment, check=False, timeout=60)
    assert child.returncode == -signal.SIGKILL
    assert read_journal(path) == (intent("a"),)


def test_history_tells_what_is_done_and_what_nobody_knows(path: Path) -> None:
    """An intent is unknown until an outcome, a look at the row, or a person settles it."""
    told = History.of(ENTRIES)
    assert (told.run, told.sha256, told.stages_done) == ("r", "abc", frozenset({0}))
    assert told.acknowledged == ((0, 0, 1),)
    assert told.sent == ((intent("a"), 302), (intent("c"), 0))
    assert told.turned_down == {"a": "Name is taken"}
    assert (told.unknown, told.rows_done) == ((), {(2, "r1"): "done"})
    assert told.ended is None

    lost = History.of((intent("a"), Unanswered(id="a"), intent("b", "r2"), intent("c", "r3")))
    assert [one.id for one in lost.unknown] == ["a", "b", "c"]
    doubted = History.of((intent("a"), OutcomeKnown(id="a", status=200), Doubted(id="a", note="")))
    assert ([one.id for one in doubted.unknown], doubted.sent, doubted.unread) == (["a"], (), frozenset())
    looked = History.of((intent("a"), intent("b", "r2"), Verified(stage=2, row="r1", ok=False)))
    assert ([one.id for one in looked.unknown], looked.sent) == (["b"], ())
    before = History.of((Verified(stage=2, row="r1", ok=False), intent("a")))
    assert [one.id for one in before.unknown] == ["a"]
    failed = History.of((RowDone(stage=2, row="r1", state="failed"), RowDone(stage=2, row="r1", state="already so")))
    assert failed.rows_done == {(2, "r1"): "already so"}
    ended = History.of((RunEnded(status="failed", exit=1, at=AT),))
    assert ended.ended == RunEnded(status="failed", exit=1, at=AT)


def test_history_tells_which_page_was_not_read_any_more(path: Path) -> None:
    """A kill between a write's answer and what its page says: a later write of the row, or its end, shows that it was."""
    answered = OutcomeKnown(id="a", status=200, at=AT)
    assert History.of((intent("a"), answered)).unread == {"a"}
    another = (intent("b"), OutcomeKnown(id="b", status=200, at=AT))
    assert History.of((intent("a"), answered, *another)).unread == {"b"}
    ended = RowDone(stage=2, row="r1", state="failed")
    assert History.of((intent("a"), answered, ended)).unread == frozenset()


def test_an_entry_of_a_newer_version_is_refused(path: Path) -> None:
    """It says so, instead of guessing what it means."""
    from webdart.table.checked_line import seal  # noqa: PLC0415 - only this test forges a line

    path.write_bytes(seal({"kind": "Teleported", "at": AT}))
    with pytest.raises(StoreError, match="newer webdart"):
        Journal.open(path)
