"""Tables that are kept beyond their run: merged by key, appended, replaced, all or none, in each kind of place."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` unknown)

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from webdart.adapters import keep_tables
from webdart.errors import StoreError
from webdart.table.archive import Keeping, Saved, rows_of
from webdart.values import replace
from webdart.workflow.model import Keeper, Mode

KEEPERS: tuple[Keeper, ...] = ("duckdb", "sqlite", "parquet")
LAMPS = [("/a", "Arc", Decimal("12.50"), date(2026, 1, 1)), ("/b", "Bow", Decimal("7.00"), None)]


def rows(lamps: Sequence[tuple[Any, ...]], run: str, **more: Any) -> pa.Table:
    kinds = {"url": pa.string(), "name": pa.string(), "price": pa.decimal128(18, 2), "since": pa.date32()}
    cells = zip(*lamps, strict=True)
    table = pa.table({name: pa.array(list(values), kinds[name]) for name, values in zip(kinds, cells, strict=True)})
    for name, values in {"_n": list(range(len(lamps))), **more}.items():
        table = table.append_column(name, pa.array(values))
    return rows_of(table, run)


def keeping(keeper: Keeper, folder: Path, table: pa.Table, run: str = "first", mode: Mode = "merge") -> Keeping:
    path = folder / ("lamps" if keeper == "parquet" else f"lamps.{keeper}")
    return Keeping(
        name="lamps", to=f"{keeper}:{path.name}", keeper=keeper, path=path, mode=mode, key=("url",), rows=table, run=run
    )


def there(one: Keeping, columns: str = "url, name, price, since, _run") -> list[tuple[Any, ...]]:
    """What a reader of that place finds."""
    query = f"SELECT {columns} FROM {{}} ORDER BY url, _run"
    if one.keeper == "sqlite":
        with closing(sqlite3.connect(one.path)) as connection:
            found = connection.execute(query.format("lamps")).fetchall()
        return [tuple(Decimal(str(cell)) if isinstance(cell, float) else cell for cell in row) for row in found]
    database, source = (str(one.path), "lamps") if one.keeper == "duckdb" else ("", f"'{one.path}/lamps.parquet'")
    with duckdb.connect(database) as connection:
        found = connection.execute(query.format(source)).fetchall()
    return [tuple(cell.isoformat() if isinstance(cell, date) else cell for cell in row) for row in found]


ARC, BOW = ("/a", "Arc", Decimal("12.50"), "2026-01-01"), ("/b", "Bow", Decimal("7.00"), None)


@pytest.mark.parametrize("keeper", KEEPERS)
def test_rows_are_merged_by_their_key(keeper: Keeper, tmp_path: Path):
    """New ones are added, changed ones renewed, the others left with the run that they came from; none is removed."""
    first = keeping(keeper, tmp_path, rows(LAMPS, "first"))
    assert keep_tables([first]) == (Saved(name="lamps", to=first.to, new=2),)
    later = [("/b", "Bow", Decimal("6.00"), None), ("/c", "Cup", Decimal("1.00"), None)]
    assert keep_tables([keeping(keeper, tmp_path, rows([LAMPS[0], *later], "second"))]) == (
        Saved(name="lamps", to=first.to, new=1, changed=1, same=1),
    )
    cheaper, cup = (*BOW[:2], Decimal("6.00"), None), ("/c", "Cup", Decimal("1.00"), None)
    assert there(first) == [(*ARC, "first"), (*cheaper, "second"), (*cup, "second")]
    assert keep_tables([keeping(keeper, tmp_path, rows([LAMPS[0]], "third"))])[0].same == 1
    assert len(there(first)) == 3


@pytest.mark.parametrize("keeper", KEEPERS)
def test_a_run_that_is_gone_on_with_appends_its_rows_once(keeper: Keeper, tmp_path: Path):
    """What it saved before it was killed is told by its id; what other runs saved stays."""
    for run in ("first", "second", "second"):
        keep_tables([one := keeping(keeper, tmp_path, rows(LAMPS, run), run, "append")])
    assert there(one) == [(*ARC, "first"), (*ARC, "second"), (*BOW, "first"), (*BOW, "second")]


@pytest.mark.parametrize("keeper", KEEPERS)
def test_rows_are_replaced(keeper: Keeper, tmp_path: Path):
    """Those of the run before are gone, and it is said how many."""
    keep_tables([keeping(keeper, tmp_path, rows(LAMPS, "first"))])
    one = keeping(keeper, tmp_path, rows(LAMPS[:1], "second"), mode="replace")
    assert keep_tables([one]) == (Saved(name="lamps", to=one.to, new=1, removed=2),)
    assert there(one) == [(*ARC, "second")]


@pytest.mark.parametrize("keeper", KEEPERS)
def test_a_new_field_is_a_new_column_and_a_lost_one_stays(keeper: Keeper, tmp_path: Path):
    """The rows before have no value in it; it is told."""
    keep_tables([keeping(keeper, tmp_path, rows(LAMPS[:1], "first"))])
    more = keeping(keeper, tmp_path, rows(LAMPS[1:], "second", stock=[3]).drop_columns(["since"]))
    assert keep_tables([more])[0].added == ("stock",)
    assert there(more, "url, since, stock") == [("/a", "2026-01-01", None), ("/b", None, 3)]


@pytest.mark.parametrize("keeper", KEEPERS)
def test_of_several_tables_all_are_saved_or_none(keeper: Keeper, tmp_path: Path):
    """Two rows with one key are refused, and what else goes to that place is as before."""
    good = keeping(keeper, tmp_path, rows(LAMPS[:1], "first"))
    keep_tables([good])
    twice = replace(good, name="twice", rows=rows([LAMPS[0], LAMPS[0]], "second"))
    with pytest.raises(StoreError, match="rows with the same url"):
        keep_tables([replace(good, rows=rows(LAMPS, "second")), twice])
    assert there(good) == [(*ARC, "first")]


@pytest.mark.parametrize("keeper", ["duckdb", "sqlite"])
def test_a_file_that_is_something_else_is_an_error_in_words(keeper: Keeper, tmp_path: Path):
    """It is left as it was."""
    one = keeping(keeper, tmp_path, rows(LAMPS, "first"))
    one.path.write_text("a letter to somebody, which is no database\n" * 100)
    with pytest.raises(StoreError):
        keep_tables([one])
    assert one.path.read_text().startswith("a letter")


@pytest.mark.parametrize("keeper", KEEPERS)
def test_a_folder_that_is_a_file_is_an_error_in_words(keeper: Keeper, tmp_path: Path):
    """What can't be made is named."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreError, match="taken"):
        keep_tables([keeping(keeper, tmp_path / "taken", rows(LAMPS, "first"))])


@pytest.mark.parametrize("keeper", KEEPERS)
@pytest.mark.parametrize("name", ["incoming", "kept", "lamps"])
def test_whatever_a_table_and_its_folder_are_called(keeper: Keeper, name: str, tmp_path: Path):
    """No name of a table is one of ours, and signs of a pattern in a path are no pattern: another folder fits it."""
    folder, other = tmp_path / "lamps[1]", tmp_path / "lamps1"
    for place in (other, folder, folder):
        place.mkdir(exist_ok=True)
        table = rows(LAMPS[:1] if place is other else LAMPS[1:], "first")
        done = keep_tables([replace(keeping(keeper, place, table), name=name)])
    assert (done[0].new, done[0].same) == (0, 1)
