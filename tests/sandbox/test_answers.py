"""Answers and what they are made of: every value comes back as it was, in frames that the host can bound."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import cast

import pyarrow as pa
import pytest

from webdart_sandbox import Exceeded, Forbidden, Limits, Sandbox, ScriptJob, SqlJob
from webdart_sandbox.answer_frames import assemble, frames

VALUES: list[object] = [
    None,
    [],
    {},
    [[], {}],
    "x" * 700_000,
    "é\n" * 300_000,
    b"\x00" * 700_000,
    [{"n": n, "name": f"name {n}", "price": Decimal(n), "day": date(2026, 1, 1)} for n in range(3_000)],
    {"rows": [{"body": "y" * 1_000} for _ in range(1_000)], "count": 1_000},
    {("a", 1): ["z" * 300_000, {"inner": ["w" * 300_000]}]},
    [["v" * 300_000] * 3] * 3,
]


def again(value: object, limits: Limits) -> object:
    made = iter(frames(value, limits))
    return assemble(lambda _most: next(made), limits)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__} {str(value)[:12]!r}")
def test_a_value_comes_back_as_it_was(value: object):
    """However large its parts are, and whatever holds them."""
    assert again(value, Limits()) == value


def test_no_frame_takes_long():
    """Apart from single texts, a frame is short, so that decoding one is a matter of milliseconds."""
    made = frames([[n] for n in range(200_000)], Limits())
    assert max(map(len, made)) <= 256 * 1024


@pytest.mark.proof
def test_an_answer_beyond_its_limit_is_named():
    """Too many bytes are found where they are made, too many values where they arrive."""
    with pytest.raises(Exceeded, match=r"1 MiB of output \(output_mb\)"):
        frames(["x" * 600_000] * 2, Limits(output_mb=1))
    many: list[list[int]] = [[]] * 130_000
    with pytest.raises(Exceeded, match=r"more than 125,000 values.*output_mb"):
        again(many, Limits(output_mb=1))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


def test_decoding_is_under_the_deadline(sandbox: Sandbox):
    """A child that answers faster than the host can unfold is ended in time, and what came is dropped."""
    source = "answer = [[]] * 6_000_000"
    begun = time.monotonic()
    with pytest.raises(Exceeded, match="seconds"):
        sandbox.start(ScriptJob(source=source, tables={}, limits=Limits(seconds=0.3, rows=10_000_000))).result()
    assert time.monotonic() - begun < 10  # here others work too; the bench has the figure


def test_a_large_honest_answer_arrives(sandbox: Sandbox):
    """100,000 rows of three columns, as a mapping that holds them."""
    source = "answer = {'rows': [{'n': n, 'name': 'name ' + str(n), 'half': n / 2} for n in range(100_000)]}"
    found = sandbox.start(ScriptJob(source=source, tables={}, limits=Limits(seconds=120, cpu_seconds=120))).result()
    rows = cast("dict[str, list[object]]", found.answer)["rows"]
    assert (len(rows), rows[-1]) == (100_000, {"n": 99_999, "name": "name 99999", "half": 49_999.5})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "+02:00"])
def test_an_instant_of_any_zone_is_the_same_instant_in_a_script(sandbox: Sandbox, zone: str):
    """Behind the walls no zone can be loaded: instants come in UTC, as `sql()` gives them."""
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    table = pa.Table.from_pylist(
        [{"moment": noon}, {"moment": None}], pa.schema({"moment": pa.timestamp("us", tz=zone)})
    )
    source = "answer = [tables['t'][0]['moment'].isoformat(), tables['t'][1]['moment'], sql('SELECT moment FROM t')[0]['moment']]"
    assert sandbox.start(ScriptJob(source=source, tables={"t": table})).result().answer == [
        "2026-07-01T12:00:00+00:00",
        None,
        noon,
    ]


def test_a_database_that_was_opened_ahead_has_the_limits_of_its_job(sandbox: Sandbox):
    """Whatever a child did before it knew its job, the job's own bounds and its own present hold."""
    for _ in range(2):
        sandbox.start(SqlJob(statement="SELECT 1", tables={})).result()
    small = SqlJob(statement="SELECT list(range) FROM range(30_000_000)", tables={}, limits=Limits(memory_mb=32))
    with pytest.raises(Exceeded, match="memory_mb"):
        sandbox.start(small).result()
    now = datetime(2001, 2, 3, tzinfo=UTC)
    dated = SqlJob(statement="SELECT current_date AS d", tables={}, now=now)
    assert sandbox.start(dated).result().to_pylist() == [{"d": now.date()}]
    with pytest.raises(Forbidden):
        sandbox.start(SqlJob(statement="SET memory_limit = '9GB'", tables={})).result()
