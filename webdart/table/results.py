"""Keeps a computed table beside the rows, so that a lost database can be rebuilt with it.

`rows/<table>.arrow` is an Arrow file, replaced atomically. It is not a log: the table has no history.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pyarrow as pa

from webdart.errors import StoreError
from webdart.table.checked_line import write_whole

_SUFFIX = ".arrow"


def write_result(folder: Path, name: str, result: pa.Table) -> None:
    """Keep `result`, in place of an earlier one of this name.

    Raises:
        StoreError: it could not be written; an earlier one is as it was.
    """
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, result.schema) as writer:
        writer.write_table(result)
    write_whole(folder / (quote(name, safe="") + _SUFFIX), sink.getvalue().to_pybytes())


def read_results(folder: Path) -> Iterator[tuple[str, pa.Table]]:
    """Every kept result, by name.

    Raises:
        StoreError: one of the files is damaged.
    """
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            yield unquote(path.name.removesuffix(_SUFFIX)), pa.ipc.open_file(path.read_bytes()).read_all()
        except (OSError, pa.ArrowException) as error:
            raise StoreError(
                f"{path} is damaged: {error}", hint="remove it, then `webdart resume` computes it again"
            ) from error
