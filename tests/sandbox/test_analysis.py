"""Ordinary analysis: the sandbox does not get in the way of honest work."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from _pytest.mark import ParameterSet

from webdart_sandbox import Forbidden, Sandbox, ScriptJob, SqlJob

HERE = Path(__file__).parent
NAMES = {"Decimal": Decimal, "date": date, "datetime": datetime, "timedelta": timedelta}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


@pytest.fixture(scope="module")
def tables() -> dict[str, pa.Table]:
    schema = pa.schema(
        {
            "name": pa.string(),
            "category": pa.string(),
            "price": pa.decimal128(18, 2),
            "reviews": pa.int64(),
            "added": pa.date32(),
            "tags": pa.list_(pa.string()),
            "raw": pa.map_(pa.string(), pa.string()),
            "work": pa.month_day_nano_interval(),
        }
    )
    minutes = 60 * 10**9
    rows: list[tuple[Any, ...]] = [
        (
            "Lamp",
            "light",
            "19.99",
            12,
            date(2026, 1, 15),
            ["small", "new"],
            [("price", "19,99 €")],
            (0, 0, 90 * minutes),
        ),
        ("Desk lamp", "light", "29.50", 3, date(2026, 3, 30), ["new"], [], None),
        ("Chair", "seat", "150.00", 9, date(2026, 1, 31), [], None, (0, 0, 30 * minutes)),
        ("Armchair", "seat", "400.00", 9, date(2026, 3, 31), None, None, None),
        ("Table", "table", None, 4, date(2025, 12, 31), None, None, None),
    ]
    products = pa.Table.from_pylist(
        [dict(zip(schema.names, (*row[:2], row[2] and Decimal(row[2]), *row[3:]), strict=True)) for row in rows],
        schema=schema,
    )
    noon = datetime(2026, 2, 1, 12)  # noqa: DTZ001 - a TIMESTAMP has no zone
    comments = pa.Table.from_pylist(
        [
            {"id": 1, "parent": None, "author": "ann", "body": "The lamp is bright", "at": noon},
            {"id": 2, "parent": 1, "author": "bo", "body": "the small one", "at": noon},
            {"id": 3, "parent": 2, "author": "cy", "body": "the best lamp", "at": noon},
            {"id": 4, "parent": 1, "author": "ann", "body": "yes", "at": noon},
        ]
    )
    return {"products": products, "comments": comments}


def cases(name: str) -> list[ParameterSet]:
    parts = (HERE / "payloads" / name).read_text("utf-8").split("=== ")[1:]
    found: list[ParameterSet] = []
    for part in parts:
        title, _, rest = part.partition("\n")
        program, _, expected = rest.partition("\n---\n")
        found.append(pytest.param(program, expected, id=title))
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("source", "expected"), cases("honest_scripts.txt"))
def test_an_honest_script_answers(sandbox: Sandbox, tables: dict[str, pa.Table], source: str, expected: str):
    """What people and models write for analysis runs, and its answer is right."""
    result = sandbox.start(ScriptJob(source=source, tables=tables, parameters={"least": 8})).result()
    assert result.answer == eval(expected, dict(NAMES))


@pytest.mark.parametrize(("statement", "expected"), cases("honest_queries.txt"))
def test_an_honest_query_answers(sandbox: Sandbox, tables: dict[str, pa.Table], statement: str, expected: str):
    """Every SELECT shape that touches nothing outside runs, and its rows are right."""
    result = sandbox.start(SqlJob(statement=statement, tables=tables)).result()
    rows = [{name: plain(value) for name, value in row.items()} for row in result.to_pylist()]
    assert rows == eval(expected, dict(NAMES))


def plain(value: object) -> object:
    """An interval as a timedelta."""
    if isinstance(value, pa.MonthDayNano):
        return timedelta(days=value[1], microseconds=value[2] // 1000)
    return value


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = 1\nmatch x:\n    case 1:\n        answer = 2", "line 2: .*if and elif"),
        ("import pandas", "line 1: there is no module 'pandas' here; there are .*statistics"),
        ("from math import nothing", "line 1: math has no 'nothing' here; it has .*sqrt"),
        ("async def f():\n    pass", "line 1: .*plain def"),
    ],
)
def test_what_cannot_run_is_explained_with_line_and_rewrite(sandbox: Sandbox, source: str, told: str):
    """A refusal says where, and what to write instead."""
    with pytest.raises(Forbidden, match=told):
        sandbox.start(ScriptJob(source=source, tables={})).result()
