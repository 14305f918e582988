"""SQL over extracted tables: real children of a real zygote, seen through the port that the engine uses."""

# pyright: reportPrivateUsage=false
# (the process of a helper is seen nowhere else)

import asyncio
import os
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pyarrow as pa
import pytest

from webdart.errors import LimitExceeded, QueryError, Refused, SourceLine
from webdart.execute.sandbox import SandboxCompute, SandboxLimits, one_zygote

pytestmark = pytest.mark.usefixtures("own_helpers")


@pytest.fixture(scope="module")
def compute(own_helpers: None) -> Iterator[SandboxCompute]:
    sandbox = SandboxCompute()
    yield sandbox
    asyncio.run(sandbox.close())


@pytest.fixture
def products() -> pa.Table:
    schema = pa.schema({"name": pa.string(), "price": pa.decimal128(18, 2), "reviews": pa.int64()})
    rows = [("Lamp", Decimal("19.99"), 12), ("Chair", None, 7), ("Table", Decimal("250.00"), 7)]
    return pa.Table.from_pylist([dict(zip(schema.names, row, strict=True)) for row in rows], schema=schema)


async def test_a_select_answers_with_bound_parameters(compute: SandboxCompute, products: pa.Table):
    """`$name` is bound; parameters that the statement doesn't name are no error and don't go over."""
    rows = await compute.query(
        "SELECT name FROM products WHERE reviews >= $least ORDER BY reviews DESC, name LIMIT $n",
        {"products": products},
        {"least": 7, "n": 2, "unused": object()},
    )
    assert rows.to_pylist() == [{"name": "Lamp"}, {"name": "Chair"}]


@pytest.mark.proof
async def test_types_come_back_as_they_are(compute: SandboxCompute, products: pa.Table):
    """DECIMAL, DATE, TIMESTAMP, INTERVAL, LIST, MAP and HUGEINT keep their types and values."""
    rows = await compute.query(
        """SELECT sum(price) AS price, sum(reviews) AS total, DATE '2026-02-28' AS day,
                  TIMESTAMP '2026-02-28 12:30:00' AS at, INTERVAL 90 MINUTE AS spent,
                  list(name ORDER BY name) AS names, MAP {'a': 1} AS raw
           FROM products""",
        {"products": products},
        {},
    )
    (row,) = rows.to_pylist()
    assert row["price"] == Decimal("269.99")
    assert row["total"] == 26
    assert rows.schema.types[1] == pa.decimal128(38, 0)
    assert row["day"] == date(2026, 2, 28)
    assert row["at"] == datetime(2026, 2, 28, 12, 30)  # noqa: DTZ001 - a TIMESTAMP has no zone
    assert row["spent"].nanoseconds == 90 * 60 * 10**9
    assert row["names"] == ["Chair", "Lamp", "Table"]
    assert row["raw"] == [("a", 1)]


@pytest.mark.parametrize(
    "value",
    [True, 3, 2**80, 1.5, "it's", Decimal("1.20"), date(2026, 1, 2), datetime(2026, 1, 2, 3, 4), None, [1, 2]],  # noqa: DTZ001
    ids=repr,
)
async def test_a_parameter_arrives_as_the_value_that_was_given(compute: SandboxCompute, value: object):
    """Every type that a workflow's parameter can have survives the way into DuckDB and back."""
    rows = await compute.query("SELECT $value AS value", {}, {"value": value})
    assert rows.to_pylist() == [{"value": value}]


async def test_an_interval_parameter_is_an_interval(compute: SandboxCompute):
    """A duration parameter can be added to a date."""
    rows = await compute.query("SELECT DATE '2026-01-01' + $d AS day", {}, {"d": timedelta(days=2)})
    assert rows.to_pylist() == [{"day": datetime(2026, 1, 3)}]  # noqa: DTZ001 - a TIMESTAMP has no zone


async def test_rows_keep_their_order(compute: SandboxCompute):
    """Without ORDER BY the rows come in the order in which they went in."""
    numbers = pa.Table.from_pylist([{"n": n} for n in range(50_000)])
    rows = await compute.query("SELECT n FROM numbers WHERE n % 2 = 0", {"numbers": numbers}, {})
    assert rows.column("n").to_pylist() == list(range(0, 50_000, 2))


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT name, name FROM products",
        "SELECT p FROM products p",
        "FROM products",
        "SELECT count(*) FROM products",
        "SELECT * EXCLUDE (name) FROM products NATURAL JOIN products q",
        "SUMMARIZE products",
        "PIVOT products ON name IN ('Lamp', 'Chair') USING sum(reviews)",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r",
        'SELECT "name" FROM PRODUCTS UNION ALL BY NAME SELECT name FROM products',
    ],
)
async def test_select_shapes_run_with_the_columns_they_need(
    compute: SandboxCompute, products: pa.Table, statement: str
):
    """Copying only the columns that a statement names never changes what it means."""
    rows = await compute.query(statement, {"products": products}, {})
    assert rows.num_rows > 0


async def test_a_failing_statement_says_what_there_is(compute: SandboxCompute, products: pa.Table):
    """An unknown column is DuckDB's message and the tables with their columns."""
    with pytest.raises(QueryError, match="prize") as caught:
        await compute.query("SELECT prize FROM products", {"products": products}, {})
    assert "products (name, price, reviews)" in str(caught.value)


async def test_a_parameter_without_value_is_named(compute: SandboxCompute):
    """A `$name` that nobody gave is said by name."""
    with pytest.raises(QueryError, match=r"\$least"):
        await compute.query("SELECT $least", {}, {})


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO products SELECT * FROM products",
        "WITH a AS (INSERT INTO products SELECT * FROM products RETURNING *) SELECT * FROM a",
        "SELECT 1; SELECT 2",
        "COPY products TO 'stolen.csv'",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT query('SELECT 1')",
        "FROM query('SELECT 1')",
        "SET threads = 4",
        "EXPLAIN SELECT 1",
        "SELECT current_setting('home_directory')",
        "SELECT pg_sleep(1)",
    ],
)
async def test_what_is_no_plain_select_is_refused(compute: SandboxCompute, products: pa.Table, statement: str):
    """Anything but one SELECT that computes with its tables is refused, with exit code 4."""
    with pytest.raises(Refused) as caught:
        await compute.query(statement, {"products": products}, {})
    assert caught.value.exit_code == 4


@pytest.mark.parametrize("name", ["/etc/hostname", "duckdb_settings", "sqlite_master", "nowhere"])
async def test_only_the_given_tables_exist(compute: SandboxCompute, products: pa.Table, name: str):
    """A file, an internal view and a typing slip are all tables that aren't there."""
    with pytest.raises(QueryError, match="does not exist"):
        await compute.query(f'SELECT * FROM "{name}"', {"products": products}, {})


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("limit", "statement", "limits"),
    [
        ("0.5 seconds", "SELECT count(*) FROM range(100000000000) WHERE random() < 0.5", SandboxLimits(seconds=0.5)),
        ("0.5 seconds", "SELECT levenshtein(repeat('a', 300000), repeat('b', 300000))", SandboxLimits(seconds=0.5)),
        ("cpu_seconds", "SELECT count(*) FROM range(100000000000) WHERE random() < 0.5", SandboxLimits(cpu_seconds=1)),
        ("memory_mb", "SELECT list(repeat('x', 1000) || i) FROM range(10000000) r(i)", SandboxLimits(memory_mb=128)),
        ("output_mb", "SELECT repeat('x', 100000) FROM range(1000)", SandboxLimits(output_mb=1)),
        ("rows", "SELECT * FROM range(11)", SandboxLimits(rows=10)),
    ],
)
async def test_a_passed_limit_is_named(compute: SandboxCompute, limit: str, statement: str, limits: SandboxLimits):
    """Over a limit is an error that names the limit, also where DuckDB itself doesn't stop."""
    with pytest.raises(LimitExceeded, match=limit):
        await compute.query(statement, {}, {}, limits)


async def test_tables_beyond_the_memory_limit_are_narrowed_to_the_named_columns(compute: SandboxCompute):
    """Only columns that the statement names are copied; where those are too large, the error says so."""
    big = pa.Table.from_pylist([{"n": n, "text": "x" * 20_000_000} for n in (1, 2)])
    limits = SandboxLimits(memory_mb=32)
    rows = await compute.query("SELECT sum(n) AS n FROM big", {"big": big}, {}, limits)
    assert rows.to_pylist() == [{"n": 3}]
    with pytest.raises(LimitExceeded, match="names columns of 38 MiB"):
        await compute.query("SELECT max(text) FROM big", {"big": big}, {}, limits)


async def test_a_cancelled_query_ends_its_child(compute: SandboxCompute, products: pa.Table):
    """Cancelling gives the machine back at once, and the next query works."""
    endless = asyncio.create_task(
        compute.query("SELECT count(*) FROM range(100000000000) WHERE random() < 0.5", {}, {})
    )
    await compute.query("SELECT 1", {}, {})  # both have started by now
    endless.cancel()
    with pytest.raises(asyncio.CancelledError):
        await endless
    rows = await compute.query("SELECT count(*) AS n FROM products", {"products": products}, {})
    assert rows.to_pylist() == [{"n": 3}]


async def test_queries_run_side_by_side(compute: SandboxCompute):
    """Several at once, each with its own child and its own answer."""
    answers = await asyncio.gather(*(compute.query("SELECT $n AS n", {}, {"n": n}) for n in range(6)))
    assert [table.to_pylist() for table in answers] == [[{"n": n}] for n in range(6)]


async def test_a_script_answers_from_tables_sql_and_params(compute: SandboxCompute, products: pa.Table):
    """`tables` has plain typed rows, `sql()` the same tables, `params` the parameters; prints come along."""
    result = await compute.python(
        """
best = sql("SELECT name FROM products WHERE reviews >= $least ORDER BY reviews DESC, name LIMIT $n", n=2)
print("rows:", len(tables["products"]))
answer = {"best": [row["name"] for row in best], "total": sum(row["price"] or 0 for row in tables["products"])}
""",
        {"products": products},
        {"least": 7},
    )
    assert result.answer == {"best": ["Lamp", "Chair"], "total": Decimal("269.99")}
    assert result.printed == "rows: 3\n"


async def test_a_failing_script_shows_its_own_line(compute: SandboxCompute, products: pa.Table):
    """The error has the script's line and text, what was printed, and what tables there are."""
    with pytest.raises(QueryError) as caught:
        await compute.python("print('so far')\nn = 0\nanswer = 1 / n", {"products": products}, {})
    for part in ("line 3", "ZeroDivisionError", "answer = 1 / n", "so far", "products (name, price, reviews)"):
        assert part in str(caught.value)


async def test_a_script_that_reaches_out_is_refused_with_its_line(compute: SandboxCompute):
    """An import that isn't there is refused before anything runs, with the line and what there is."""
    with pytest.raises(Refused, match=r"line 2: there is no module 'os' here; there are .*json"):
        await compute.python("x = 1\nimport os", {}, {})


async def test_a_model_s_statement_runs_behind_the_walls(compute: SandboxCompute, products: pa.Table):
    """SQL by a model gives the same rows where every layer stands."""
    rows = await compute.query("SELECT max(reviews) AS n FROM products", {"products": products}, {}, by_model=True)
    assert rows.to_pylist() == [{"n": 12}]


async def test_layers_are_reported_from_trials(compute: SandboxCompute):
    """Each layer has a name, whether it is always on, and what a trial of it showed."""
    layers = {layer.name: layer for layer in await compute.layers()}
    assert {"descriptors", "environment", "privileges", "rlimits", "seccomp"} <= {
        name for name, layer in layers.items() if layer.always
    }
    assert all(layer.active or layer.note for layer in layers.values())


async def test_a_closed_sandbox_says_so():
    """After `close` a job is refused, not started anew."""
    closed = SandboxCompute()
    await closed.close()
    with pytest.raises(Refused, match="closed"):
        await closed.query("SELECT 1", {}, {})


NOW = datetime(2026, 1, 2, 23, 4, 5, 678, tzinfo=timezone(timedelta(hours=-5)))
UTC_NOW = datetime(2026, 1, 3, 4, 4, 5, 678)  # noqa: DTZ001 - a TIMESTAMP has no zone


@pytest.fixture(scope="module")
def pinned() -> Iterator[SandboxCompute]:
    sandbox = SandboxCompute(now=NOW)
    yield sandbox
    asyncio.run(sandbox.close())


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("now()::TIMESTAMP", UTC_NOW),
        ("current_timestamp::TIMESTAMP", UTC_NOW),
        ("get_current_timestamp()::TIMESTAMP", UTC_NOW),
        ("transaction_timestamp()::TIMESTAMP", UTC_NOW),
        ("localtimestamp", UTC_NOW),
        ("current_localtimestamp()", UTC_NOW),
        ("current_date", UTC_NOW.date()),
        ("today()", UTC_NOW.date()),
        ("localtime", UTC_NOW.time()),
        ("current_localtime()", UTC_NOW.time()),
        ("current_time::TIME", UTC_NOW.time()),
        ("get_current_time()::TIME", UTC_NOW.time()),
        ("ago(INTERVAL 1 DAY)::TIMESTAMP", UTC_NOW - timedelta(days=1)),
        ("current_date - DATE '2026-01-01'", 2),
        ("epoch(age(TIMESTAMP '2026-01-01'))", 2 * 86_400.0),
        ("epoch(age(TIMESTAMP '2026-01-05', TIMESTAMP '2026-01-01'))", 4 * 86_400.0),
    ],
)
async def test_a_run_has_one_present_in_sql(pinned: SandboxCompute, expression: str, value: object):
    """Everything that reads the clock gives the run's now, in UTC."""
    rows = await pinned.query(f"SELECT {expression} AS v", {}, {})
    assert rows.to_pylist() == [{"v": value}]


async def test_a_run_has_one_present_in_python(pinned: SandboxCompute):
    """So do `datetime` and `date`, by whatever name they are asked, and `sql()` within a script."""
    found = await pinned.python(
        """
from datetime import date, datetime, timezone
import datetime as module
class Own(datetime):
    def way(self):
        return super().now()
answer = {
    "now": [datetime.now(), datetime.utcnow(), module.datetime.today(), Own.now(), Own(1, 1, 1).way(), getattr(datetime, "now")()],
    "day": [date.today(), [f() for f in [date.today]][0], sql("SELECT current_date AS d")[0]["d"]],
    "aware": [datetime.now(timezone.utc), datetime.now(tz=timezone.utc), sql("SELECT now() AS n")[0]["n"]],
    "zone": datetime.fromtimestamp(0),
}
""",
        {},
        {},
    )
    assert found.answer == {
        "now": [UTC_NOW] * 6,
        "day": [UTC_NOW.date()] * 3,
        "aware": [NOW] * 3,
        "zone": datetime(1970, 1, 1),  # noqa: DTZ001 - a script's own
    }


async def test_chance_is_the_same_in_every_run(compute: SandboxCompute):
    """Same inputs, same answer: a sample that a statement draws is drawn again."""
    first, second = [await compute.query("SELECT random() AS r FROM range(3)", {}, {}) for _ in range(2)]
    assert first.to_pylist() == second.to_pylist()


async def test_an_error_has_the_line_of_the_file(compute: SandboxCompute):
    """Where a script stands in a file, its lines are counted as the file's, refusals and slips of syntax too."""
    at = SourceLine("chore.yaml", 41, 1)
    for source, told in (
        ("x = 0\nanswer = 1 / x", r"script in chore.yaml failed: line 42: ZeroDivisionError"),
        ("x = 0\nanswer = (", r"script in chore.yaml failed: line 42: "),
        ("x = 0\nimport os", r"script in chore.yaml may not run: line 42: there is no module 'os'"),
    ):
        with pytest.raises((QueryError, Refused), match=told):
            await compute.python(source, {}, {}, at=at)


async def test_a_passed_limit_names_the_setting_to_raise(compute: SandboxCompute):
    """What to do is in the message: the setting by its name."""
    with pytest.raises(LimitExceeded, match="sandbox_rows"):
        await compute.python("answer = [[1]] * 11", {}, {}, SandboxLimits(rows=10))


async def test_the_other_engine_runs_scripts_behind_the_same_port():
    """With `engine="monty"` a script runs in Monty, its SQL in the sandbox, and errors are told alike."""
    monty = SandboxCompute(engine="monty", now=NOW)
    try:
        found = await monty.python("answer = sql('SELECT 1 + 1 AS n')", {}, {})
        assert found.answer == [{"n": 2}]
        with pytest.raises(QueryError, match=r"script in chore\.yaml failed: line 7: ZeroDivisionError"):
            await monty.python("answer = 1 / 0", {}, {}, at=SourceLine("chore.yaml", 7, 1))
        with pytest.raises(Refused, match=r"(?s)engine monty can't run this.*restricted"):
            await monty.python("def f():\n    yield 1\nanswer = 1", {}, {})
        assert (await monty.query("SELECT current_date AS d", {}, {})).to_pylist() == [{"d": UTC_NOW.date()}]
    finally:
        await monty.close()


async def test_the_runs_of_a_worker_fork_from_one_zygote():
    """A run that ends leaves it to the next; it ends with the worker's shift."""
    async with one_zygote():
        first, second = SandboxCompute(), SandboxCompute()
        pid = first._sandbox.helper()
        await first.close()
        assert (await second.query("SELECT 1 AS one", {}, {})).to_pylist() == [{"one": 1}]
        assert second._sandbox.helper() == pid
        assert SandboxCompute("strict")._sandbox is not second._sandbox
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
