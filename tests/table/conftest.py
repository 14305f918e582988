"""The two stores that the contract is run over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.table.samples import SCHEMAS
from webdart.table.duck import DuckTable
from webdart.table.memory import MemoryTable
from webdart.table.port import Table


@pytest.fixture(params=["duck", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    """The store and its double."""
    if request.param == "memory":
        yield MemoryTable(SCHEMAS)
        return
    table = await DuckTable.open(tmp_path, SCHEMAS)
    yield table
    await table.close()
