"""Does a write leave this machine at most once, whatever happens in between?"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runs.samples import SendingGuard, held, serving
from webdart.browser.port import Outcome
from webdart.errors import OutcomeUnknown, Refused, SiteDown, StoreError
from webdart.page.model import Held
from webdart.runs.entries import Intent, LoginSent, NotSent, OutcomeKnown, Unanswered, Verified
from webdart.runs.history import History
from webdart.runs.journal import Journal, read_journal
from webdart.runs.release import Release, fingerprints, masked_fields
from webdart.secret import Mask, Secret

CHILD = """
import asyncio, sys
from pathlib import Path
from tests.runs.samples import SendingGuard, held
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.release import Release
from webdart.secret import Mask

journal = Journal.open(Path(sys.argv[1]))
release = Release(SendingGuard(), journal, Mask(), History.of(journal.entries))
asyncio.run(release(held(sys.argv[2]), shape="POST /orders/*", stage=2, row="r1"))
"""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.jsonl") as opened:
        yield opened


def reopened(journal: Journal, guard: SendingGuard) -> Release:
    """A release as a resumed run has it."""
    journal.close()
    return Release(guard, again := Journal.open(journal.path), Mask(), History.of(again.entries))


async def test_an_intent_comes_before_the_write_and_an_outcome_after(journal: Journal) -> None:
    """What is journalled before the request leaves names it; secrets are blanked."""
    secret = Secret("PIN", "hunter2hunter2")
    seen: list[tuple[type, ...]] = []

    class Watching(SendingGuard):
        async def release(self, held: Held) -> Outcome:
            seen.append(tuple(type(entry) for entry in read_journal(journal.path)))
            return await super().release(held)

    with serving() as (site, posts):
        release = Release(Watching(), journal, Mask([secret]), History())
        request = held(f"{site}/orders/7/?k=hunter2hunter2", pin="hunter2hunter2", status="Shipped")
        record = await release(request, shape="POST /orders/*", stage=2, row="r1")
    assert posts == ["/orders/7/"]
    assert seen == [(Intent,)]
    assert (record.request, record.state, record.status) == ("POST /orders/7/", "done", 302)
    intent, outcome = read_journal(journal.path)
    assert isinstance(intent, Intent)
    assert isinstance(outcome, OutcomeKnown)
    assert (intent.fields, intent.shape) == ({"pin": ("<secret PIN>",), "status": ("Shipped",)}, "POST /orders/*")
    assert b"hunter2" not in journal.path.read_bytes()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("at", "sent", "known"),
    [("before_intent", 0, True), ("after_intent", 0, False), ("after_release", 1, False), ("after_outcome", 1, True)],
)
async def test_killed_at_any_point_a_write_is_sent_once_or_its_outcome_is_unknown(
    tmp_path: Path, at: str, sent: int, *, known: bool
) -> None:
    """After kill -9 the resumed run sends what was not sent, never again what was, and guesses nothing."""
    path = tmp_path / "journal.jsonl"
    with serving() as (site, posts):
        url = f"{site}/orders/7/"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "WEBDART_CRASH_AT": at}
        child = subprocess.run([sys.executable, "-c", CHILD, path, url], env=environment, check=False, timeout=60)  # noqa: ASYNC221 - nothing else runs meanwhile
        assert child.returncode == -signal.SIGKILL
        assert len(posts) == sent
        with Journal.open(path) as journal:
            history = History.of(journal.entries)
            guard = SendingGuard()
            release = Release(guard, journal, Mask(), history)
            assert len(history.unknown) == (not known)
            if known:
                record = await release(held(url), shape="POST /orders/*", stage=2, row="r1")
                assert (record.state, record.status) == ("done", 302)
            else:
                with pytest.raises(OutcomeUnknown, match="POST /orders/7/ took effect; it is not sent again"):
                    await release(held(url), shape="POST /orders/*", stage=2, row="r1")
                assert len(guard.refusals) == 1
        assert len(posts) == (1 if known else sent)


async def test_a_write_that_no_connection_took_was_not_sent(journal: Journal) -> None:
    """Nobody has to settle it: it is sent again as if nothing had been tried."""
    with serving() as (site, posts):
        nowhere = Release(SendingGuard(), journal, Mask(), History())
        record = await nowhere(held("http://127.0.0.1:1/orders/7/"), shape="POST /orders/*", stage=2, row="r1")
        assert (record.state, record.status) == ("not sent", None)
        assert [type(entry) for entry in read_journal(journal.path)] == [Intent, NotSent]
        record = await reopened(journal, SendingGuard())(
            held(f"{site}/orders/7/"), shape="POST /orders/*", stage=2, row="r1"
        )
        assert (record.state, len(posts)) == ("done", 1)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_unknown_write_goes_on_once_it_is_settled(journal: Journal, *, happened: bool) -> None:
    """`verify`, or a person, says what became of it: sent again only if it did not happen."""
    with serving() as (site, posts):
        url = f"{site}/orders/7/"
        lost = Release(SendingGuard(lose=True), journal, Mask(), History())
        record = await lost(held(url), shape="POST /orders/*", stage=2, row="r1")
        assert (record.state, record.status, record.note) == ("unknown", None, "the connection was reset")
        with pytest.raises(OutcomeUnknown):
            await lost(held(url), shape="POST /orders/*", stage=2, row="r1")
        release = reopened(journal, SendingGuard())
        release.verified(2, "r1", ok=happened)
        await release(held(url), shape="POST /orders/*", stage=2, row="r1")
        assert len(posts) == (1 if happened else 2)
    kinds = [type(entry) for entry in read_journal(journal.path)]
    assert kinds[:3] == [Intent, Unanswered, Verified]
    assert History.of(read_journal(journal.path)).unknown == ()


async def test_a_person_may_settle_it(journal: Journal) -> None:
    """The answer is journalled, and the run goes on."""
    with serving() as (site, posts):
        lost = Release(SendingGuard(lose=True), journal, Mask(), History())
        await lost(held(f"{site}/a"), shape="POST /*", stage=2, row="r1")
        release = reopened(journal, SendingGuard())
        release.settle(2, "r1", happened=False)
        await release(held(f"{site}/a"), shape="POST /*", stage=2, row="r1")
        assert posts == ["/a", "/a"]


async def test_writes_of_other_rows_are_not_held_up(journal: Journal) -> None:
    """Only the row whose write is unknown waits."""
    with serving() as (site, posts):
        release = Release(SendingGuard(lose=True), journal, Mask(), History())
        for row in ("r1", "r2"):
            await release(held(f"{site}/{row}"), shape="POST /*", stage=2, row=row)
        assert posts == ["/r1", "/r2"]


async def test_equal_writes_of_one_row_are_counted(journal: Journal) -> None:
    """A row that sends the same twice has sent one of them before the kill: the other one is sent."""
    with serving() as (site, posts):
        first = Release(SendingGuard(), journal, Mask(), History())
        await first(held(f"{site}/a"), shape="POST /*", stage=2, row="r1")
        release = reopened(journal, SendingGuard())
        for _ in range(2):
            await release(held(f"{site}/a"), shape="POST /*", stage=2, row="r1")
        assert posts == ["/a", "/a"]


async def test_a_write_that_the_guard_cannot_send_never_left(journal: Journal) -> None:
    """It is journalled as not sent, and may be tried again."""
    release = Release(SendingGuard(fails=Refused("the file is gone")), journal, Mask(), History())
    with pytest.raises(Refused, match="the file is gone"):
        await release(held(), shape="POST /*", stage=2)
    assert [type(entry) for entry in read_journal(journal.path)] == [Intent, NotSent]
    assert History.of(read_journal(journal.path)).unknown == ()


async def test_any_other_failure_leaves_the_outcome_unknown(journal: Journal) -> None:
    """Whatever breaks on the way, nobody knows whether the write arrived."""
    release = Release(SendingGuard(fails=SiteDown("reset", url="http://x/")), journal, Mask(), History())
    record = await release(held(), shape="POST /*", stage=2)
    assert record.state == "unknown"
    assert len(History.of(read_journal(journal.path)).unknown) == 1


async def test_nothing_is_sent_without_its_intent(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that can't be written stops the write."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with serving() as (site, posts):
        release = Release(SendingGuard(), journal, Mask(), History())
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(StoreError, match="No space left"):
                await release(held(f"{site}/a"), shape="POST /*", stage=2)
        assert posts == []


async def test_being_cancelled_waits_for_the_answer(journal: Journal) -> None:
    """Ctrl-C in the middle of a write leaves no unknown outcome behind where one arrives."""
    started, answer = asyncio.Event(), asyncio.Event()

    class Slow(SendingGuard):
        async def release(self, held: Held) -> Outcome:
            assert held.method == "POST"
            started.set()
            await answer.wait()
            return Outcome(200)

    release = Release(Slow(), journal, Mask(), History())
    task = asyncio.ensure_future(release(held(), shape="POST /*", stage=2))
    await started.wait()
    task.cancel()
    asyncio.get_running_loop().call_soon(answer.set)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert History.of(read_journal(journal.path)).sent[0][1] == 200


async def test_a_login_may_be_sent_again(journal: Journal) -> None:
    """It is journalled as what it is, never as an intent."""
    with serving() as (site, posts):
        release = Release(SendingGuard(), journal, Mask(), History())
        for _ in range(2):
            assert (await release.login(held(f"{site}/login/"), "desk")).status == 302
        assert len(posts) == 2
    assert {type(entry) for entry in read_journal(journal.path)} == {LoginSent}


async def test_a_refused_write_is_answered_and_told(journal: Journal) -> None:
    """Held in a dry run, or refused: the page gets its 204, nothing is journalled."""
    guard = SendingGuard()
    record = await Release(guard, journal, Mask(), History()).refuse(held(), state="held", stage=1)
    assert (record.state, record.request) == ("held", "POST /orders/7/")
    assert len(guard.refusals) == 1
    assert read_journal(journal.path) == ()


def test_rows_have_the_same_names_on_resume() -> None:
    """Order of columns does not count; equal rows are told apart by their place among equals."""
    one, other, again = fingerprints([{"a": 1, "b": "x"}, {"a": 2, "b": "x"}, {"b": "x", "a": 1}])
    assert one != other
    assert again == f"{one}#2"


def test_nothing_of_a_secret_is_cut_out_of_its_mask():
    """A body without fields is shown in part: the mask comes before the scissors, and before blanks are folded."""
    mask = Mask([Secret("PIN", "hunter  s3cr3t")])
    for room in (0, 480, 490, 499, 500):
        body = b"x" * room + b" hunter  s3cr3t " + b"y" * 600
        sent = Held(id="1", tab="t", method="POST", url="http://a.example/", kind="XHR", body=body)
        (shown,) = masked_fields(sent, mask)["body"]
        assert "hunter" not in shown
        assert len(shown) <= 501
