"""Results in a folder or a store: a reader sees the whole of a run, or what was there before."""

# pyright: reportPrivateUsage=false
# (a full disk is where an object is put)

import json
import random
import uuid
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.batch.shelves import batch
from tests.table.small_disk import small_disk
from webdart.batch import destination
from webdart.batch.destination import Destination
from webdart.errors import StoreError, UsageError


def table(*numbers: int) -> pa.Table:
    return pa.Table.from_arrays([pa.array(numbers, pa.int64())], names=["n"])


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Destination:
    """A folder, or a store in memory, which is the double of those that are elsewhere."""
    return Destination.of(f"file://{tmp_path}/out" if request.param == "file" else f"memory://{uuid.uuid4().hex}")


def values(place: Destination) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in place.read().to_pylist()]


def test_runs_are_read_together_and_one_that_is_put_again_is_replaced(
    place: Destination, monkeypatch: pytest.MonkeyPatch
):
    """In parts, in order, with the batch's name; parts of before are gone."""
    monkeypatch.setattr(destination, "PART_ROWS", 2)
    place.publish("prices", "b1", table(1, 2, 3), {"inputs": 3})
    place.publish("prices", "b2", table(), {})
    place.publish("prices", "b2", table(7), {})
    assert values(place) == [(1, "b1"), (2, "b1"), (3, "b1"), (7, "b2")]
    names = sorted(path.rpartition("/")[2] for path in place.files.find(place.root))
    assert [name[:10] for name in names] == ["manifest.j", "manifest.j", "part-00000", "part-00000", "part-00001"]


def test_a_reader_never_sees_half_a_run(place: Destination, monkeypatch: pytest.MonkeyPatch):
    """Whatever is cut off before the manifest changes nothing, and what is put again mends it."""
    monkeypatch.setattr(destination, "PART_ROWS", 1)
    place.publish("prices", "b1", table(1, 2), {})
    put = Destination._put

    def full(self: Destination, path: str, data: bytes) -> None:
        if "part-00002" in path or path.endswith("manifest.json"):
            raise OSError(28, "No space left on device")
        put(self, path, data)

    for rows in (table(4, 5), table(4, 5, 6)):
        with monkeypatch.context() as broken:
            broken.setattr(Destination, "_put", full)
            with pytest.raises(StoreError, match="No space left"):
                place.publish("prices", "b1", rows, {})
        assert values(place) == [(1, "b1"), (2, "b1")]
    place.publish("prices", "b1", table(4, 5, 6), {})
    assert values(place) == [(4, "b1"), (5, "b1"), (6, "b1")]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path):
    """And nothing of what had no room."""
    large = pa.array([random.Random(1).randbytes(2 << 20)])
    with small_disk(tmp_path, 1):
        place = Destination.of(f"file://{tmp_path}/out")
        folder = place.publish("prices", "b1", table(1, 2), {})
        before = sorted(place.files.ls(folder, detail=False))
        with pytest.raises(StoreError, match="No space left"):
            place.publish("prices", "b1", pa.Table.from_arrays([large], names=["n"]), {})
        assert values(place) == [(1, "b1"), (2, "b1")]
        assert sorted(place.files.ls(folder, detail=False)) == before


def test_a_part_that_is_not_what_its_manifest_says_is_an_error(place: Destination):
    """A damaged part is never read as if it were whole."""
    folder = place.publish("prices", "b1", table(1), {})
    (part,) = json.loads(place.files.cat_file(f"{folder}/manifest.json"))["parts"]
    place.files.pipe_file(f"{folder}/{part['file']}", b"PAR1")
    with pytest.raises(StoreError, match="damaged"):
        place.read()


@pytest.mark.parametrize("url", ["prices", "ftp://host/x", "s3://key:word@bucket/x", "file://", "s4://x"])
def test_addresses_that_are_no_place_for_results(url: str):
    """Also those whose writes are not atomic, or that would put credentials into a batch's record."""
    with pytest.raises(UsageError):
        Destination.of(url)


def test_results_are_asked_for_in_sql(tmp_path: Path):
    """`webdart query --from` reads what was put there; a place without results is told."""
    url = f"file://{tmp_path}/out"
    (tmp_path / ".webdart").mkdir()
    Destination.of(url).publish("prices", "b1", table(1, 2), {})
    code, told, err = batch(tmp_path, "query", "SELECT sum(n) AS s, max(_batch) AS b FROM results", "--from", url)
    assert (code, told) == (0, [{"s": 3, "b": "b1"}]), err
    code, told, _ = batch(tmp_path, "query", "FROM results", "--from", f"{url}/none")
    assert code == 2
    assert "no results" in json.dumps(told)
