"""How is a person's SQL run over the tables of a run that may still be going on?"""

import asyncio

from webdart.answer.shape import AnswerValue, compose
from webdart.compute import SandboxCompute, SandboxLimits
from webdart.errors import SourceLine
from webdart.plan.model import Query
from webdart.runs.folder import RunFolder
from webdart.settings import Settings
from webdart.table.memory import read_log
from webdart.workflow.model import Answer


async def ask(sql: str, folder: RunFolder, settings: Settings) -> AnswerValue:
    """The rows that `sql` gives over the run's tables, as a table.

    The rows are read from the run's log, never from its database: the process that writes it is not disturbed.

    Raises:
        StoreError: the log is damaged.
        QueryError, LimitExceeded, Refused: as `Compute.query`.
    """
    store = await asyncio.to_thread(read_log, folder.rows)
    tables = {name: await store.read(name) for name in await store.describe()}
    limits = SandboxLimits(
        seconds=settings.sandbox_seconds,
        cpu_seconds=settings.sandbox_seconds,
        memory_mb=settings.sandbox_memory,
        output_mb=settings.sandbox_output,
        rows=settings.sandbox_rows,
    )
    compute = SandboxCompute()
    try:
        result = await compute.query(sql, tables, {}, limits)
    finally:
        await compute.close()
    return compose(result, Answer(shape="table"), Query(sql=sql, at=SourceLine("SQL", 1, 1)))
