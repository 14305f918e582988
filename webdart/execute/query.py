"""Computes an `execute` stage over the collected tables: a SELECT or a script.

Only the tables that a statement names leave the store. They go to the sandbox as Arrow, never as a database file.
"""

from collections.abc import Mapping

import pyarrow as pa

from webdart.answer.shape import Queried, Scripted
from webdart.errors import QueryError, WebdartError
from webdart.execute.partial_tables import partial
from webdart.execute.sandbox import Compute, SandboxLimits
from webdart.execute.ties import said, tie_query
from webdart.identifier import fold
from webdart.plan.model import Plan, Query
from webdart.settings import Settings
from webdart.table.port import Table
from webdart.trace import Trace
from webdart.values import replace
from webdart.workflow.model import Python, Scalar
from webdart.workflow.sql import scan, sorts


class Computing:
    """Runs the queries and scripts of one run; `parameters` are those of the current stage."""

    def __init__(self, plan: Plan, store: Table, compute: Compute, settings: Settings, trace: Trace) -> None:
        self.parameters = plan.parameters
        self._store = store
        self._compute = compute
        self._trace = trace
        self._looked = False
        self.counted: dict[str, int] = {}  # by table, rows that are known by their number alone
        self._own_interpreter = settings.python_engine == "monty"
        self._limits = SandboxLimits(
            seconds=settings.sandbox_seconds,
            cpu_seconds=settings.sandbox_seconds,
            memory_mb=settings.sandbox_memory,
            output_mb=settings.sandbox_output,
            rows=settings.sandbox_rows,
        )

    async def select(self, query: Query, *, by_model: bool = False) -> pa.Table:
        """The result of a SELECT; what a model wrote runs only behind all walls.

        Raises:
            QueryError, LimitExceeded, Refused: as `Compute.query`.
        """
        if by_model:
            await self._look_at_walls()
        tables = await self._tables(query.tables, by_key=sorts(query.sql))
        parameters = {name: self.parameters[name] for name in query.parameters}
        try:
            found = await self._compute.query(query.sql, tables, parameters, self._limits, by_model=by_model)
        except QueryError as error:
            raise error.at(query.at) from error
        number = None if query.counts is None else self.counted.get(fold(query.counts))
        return (
            found
            if number is None
            else pa.Table.from_arrays([pa.array([number], found.field(0).type)], schema=found.schema)
        )

    async def queried(self, query: Query, *, by_model: bool = False) -> Queried:
        """As `select`, for a stage whose result may be the answer; tells where others would be as right."""
        found = await self.select(query, by_model=by_model)
        if tied := await self._tied(query, found.num_rows, by_model=by_model):
            self._trace("warning", tied)
        return Queried(found, query)

    async def _tied(self, query: Query, rows: int, *, by_model: bool) -> str:
        """That the result ends among rows that are equally good; "" where it does not, or that can't be told."""
        sql = tie_query(query.sql, rows) if rows and sorts(query.sql) else None
        if sql is None:
            return ""
        try:
            last = await self.select(replace(query, sql=sql, counts=None), by_model=by_model)
        except WebdartError:
            return ""
        return said(last.column(0)[0].as_py(), last.column(1)[0].as_py(), rows) if last.num_rows else ""

    async def to_write(self, query: Query) -> pa.Table:
        """As `select`, for the rows of a stage that writes back; warns first if a table is known to be only a part."""
        for part in partial(await self._tables(None), query.sql):
            self._trace("warning", part)
        return await self.select(query)

    async def failing(self, table: str, predicate: str) -> int:
        """The number of rows of a table that do not satisfy a predicate of the file.

        Raises:
            QueryError, LimitExceeded: as `Compute.query`.
        """
        named = {name: self.parameters[name] for name in scan(predicate).names if name in self.parameters}
        found = await self._compute.query(
            not_all(table, predicate), {table: await self._store.read(table)}, named, self._limits
        )
        return int(found.column(0)[0].as_py())

    async def over(self, statement: str, tables: Mapping[str, pa.Table], parameters: Mapping[str, Scalar]) -> pa.Table:
        """The result of a SELECT over tables that are no copies of stored ones.

        Raises:
            QueryError, LimitExceeded: as `Compute.query`.
        """
        named = {name: parameters[name] for name in scan(statement).names if name in parameters}
        return await self._compute.query(statement, tables, named, self._limits)

    async def script(self, script: Python) -> Scripted:
        """Run a script and give the `answer` that it sets; what it prints goes to the trace.

        Raises:
            QueryError, LimitExceeded, Refused: as `Compute.python`.
        """
        if not self._own_interpreter:
            await self._look_at_walls()
        tables = await self._tables(None)
        result = await self._compute.python(script.source, tables, self.parameters, self._limits, at=script.begins)
        if result.printed:
            self._trace("printed", result.printed.rstrip())
        return Scripted(result.answer)

    async def _tables(self, names: tuple[str, ...] | None, *, by_key: bool = False) -> Mapping[str, pa.Table]:
        infos = await self._store.describe()
        wanted = None if names is None else {fold(name) for name in names}
        names_read = [name for name in infos if wanted is None or fold(name) in wanted]
        return {name: await self._store.read(name, by_key=by_key) for name in names_read}

    async def _look_at_walls(self) -> None:
        """Warn once about wall layers that this machine lacks; a layer that is always required refuses by itself.

        One whose work another layer does too stands in the report alone: most machines lack it, and nothing is open.
        """
        if self._looked:
            return
        self._looked = True
        layers = await self._compute.layers()
        missing = [layer for layer in layers if not (layer.active or layer.always)]
        names = ", ".join(layer.name for layer in missing if not layer.backs)
        if names:
            self._trace("warning", f"the sandbox works without {names} on this machine; `webdart doctor` says more")
        for layer in missing:
            if layer.backs:
                self._trace("noted", f"the sandbox works without {layer.name} here; its {layer.backs} do the same")


def not_all(table: str, predicate: str) -> str:
    """The SELECT that counts the rows of a table which do not satisfy a predicate of the file."""
    return f'SELECT count(*) FROM "{table}" WHERE ({predicate}) IS NOT TRUE'  # noqa: S608 - the file's own words
