"""The versions of rows over several runs: what a complete run lacks is gone, what another lacks is not."""

import json
from collections.abc import Mapping
from decimal import Decimal

import pytest

from webdart.errors import UsageError
from webdart.inspect.timeline import RunTable, changed, history, named, readable, table_of
from webdart.table.cell_json import Json


def run(number: int, prices: Mapping[str, Json], *, whole: bool = True) -> RunTable:
    """A run of day `number` with these prices by name."""
    rows = {json.dumps([name]): {"name": name, "price": price} for name, price in prices.items()}
    return RunTable(run=f"run{number}", started=f"2026-11-{number:02}T08:00:00+00:00", whole=whole, rows=rows)


def test_a_changed_cell_begins_a_version() -> None:
    """Two runs that agree are one version; decimals keep their digits."""
    runs = [run(1, {"Lamp": Decimal("19.90")}), run(2, {"Lamp": Decimal("19.90")}), run(3, {"Lamp": Decimal("17.50")})]
    (row,) = history(runs)
    assert [(one.since.run, one.until and one.until.run, one.cells and one.cells["price"]) for one in row.versions] == [
        ("run1", "run3", Decimal("19.90")),
        ("run3", None, Decimal("17.50")),
    ]
    assert (row.first_seen.run, row.last_seen.run, row.state, changed(row, runs)) == (
        "run1",
        "run3",
        "there",
        "changed",
    )


def test_a_row_that_a_complete_run_lacks_is_gone() -> None:
    """It may come back, as a version of its own."""
    runs = [run(1, {"Lamp": 1, "Desk": 2}), run(2, {"Desk": 2}), run(3, {"Lamp": 1, "Desk": 2}), run(4, {"Lamp": 1})]
    lamp, desk = history(runs)
    assert [one.cells is None for one in lamp.versions] == [False, True, False]
    assert (lamp.state, changed(lamp, runs)) == ("there", "same")
    assert (desk.state, desk.last_seen.run, changed(desk, runs)) == ("gone", "run3", "gone")


def test_a_row_that_an_incomplete_run_lacks_is_not_gone() -> None:
    """Neither gone, nor new when it is seen again."""
    runs = [run(1, {"Lamp": 1, "Desk": 2}), run(2, {"Desk": 2}, whole=False)]
    lamp, _ = history(runs)
    assert (lamp.state, len(lamp.versions)) == ("not seen", 1)
    lamp, _ = history([*runs, run(3, {"Lamp": 1, "Desk": 2})])
    assert (lamp.state, len(lamp.versions)) == ("there", 1)


def test_a_row_of_the_latest_run_alone_is_new() -> None:
    """Its only version begins there."""
    runs = [run(1, {"Lamp": 1}), run(2, {"Lamp": 1, "Desk": 2})]
    assert [changed(row, runs) for row in history(runs)] == ["same", "new"]


def test_all_versions_are_one_table() -> None:
    """As a file has them: the time of each, and whether the row was gone."""
    rows = history([run(1, {"Lamp": 1}), run(2, {})])
    assert table_of(rows).to_pylist() == [
        {
            "_row": "Lamp",
            "_since": "2026-11-01T08:00:00+00:00",
            "_until": "2026-11-02T08:00:00+00:00",
            "_gone": False,
            "name": "Lamp",
            "price": "1",
        },
        {
            "_row": "Lamp",
            "_since": "2026-11-02T08:00:00+00:00",
            "_until": None,
            "_gone": True,
            "name": None,
            "price": None,
        },
    ]


def test_a_row_is_named_by_its_key() -> None:
    """A wrong name lists those that are near."""
    rows = history([run(1, {"Desk lamp": 1, "Chair": 2})])
    assert readable(named(rows, "Chair").key) == "Chair"
    with pytest.raises(UsageError, match="no row has the key 'lamp'") as raised:
        named(rows, "lamp")
    assert raised.value.hint == "there are: Desk lamp"
