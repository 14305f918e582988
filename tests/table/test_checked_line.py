"""A file that is put in place whole, by however many at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from webdart.table.checked_line import write_whole


def test_processes_that_write_a_file_at_once_do_not_disturb_each_other(tmp_path: Path):
    """Each puts it there whole; none finds what it was writing gone."""
    file = tmp_path / "file"

    def put(number: int) -> None:
        write_whole(file, bytes([number % 10]) * 1000)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(200)))
    assert len(set(file.read_bytes())) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
