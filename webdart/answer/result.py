"""Gives Python callers the result of a finished run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import duckdb
import pyarrow as pa

from webdart.answer.notebook import run_html, table_html
from webdart.answer.outcome import Outcome
from webdart.answer.shape import AnswerValue
from webdart.errors import QueryError, StoreError


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a finished run, as whatever the caller works with; implicit columns begin with `_`."""

    _arrow: pa.Table

    def arrow(self) -> pa.Table:
        """As a pyarrow table."""
        return self._arrow

    def df(self) -> object:
        """As a pandas DataFrame (pandas must be installed)."""
        return cast("object", self._arrow.to_pandas())  # pyright: ignore[reportUnknownMemberType]

    def pl(self) -> object:
        """As a polars DataFrame (polars must be installed)."""
        import polars as pl  # noqa: PLC0415 # pyright: ignore[reportMissingImports] - the caller's own package, if any

        return cast("object", pl.from_arrow(self._arrow))  # pyright: ignore[reportUnknownMemberType]

    def duckdb(self) -> duckdb.DuckDBPyRelation:
        """As a relation of DuckDB's default connection, to go on with in SQL."""
        return duckdb.from_arrow(self._arrow)

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return table_html(self._arrow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The result of a run: `result` is the object of docs/reference/python.md, `folder` holds its files."""

    result: Outcome
    folder: Path
    tables: Mapping[str, pa.Table] = field(default_factory=dict[str, pa.Table])

    @property
    def answer(self) -> AnswerValue:
        """The answer.

        Raises:
            QueryError: the run did not get to one; the message is what went wrong. (`result.answer` is None then.)
        """
        if self.result.answer is None:
            why = "; ".join(self.result.error or ("nothing in its file computes one",))
            raise QueryError(f"run {self.result.run} has no answer: {why}", hint=f"see {self.result.report}")
        return self.result.answer

    def _repr_html_(self) -> str:
        """How a notebook shows it: verdict, doubts and errors, then the answer."""
        return run_html(self.result)

    def table(self, name: str) -> TableView:
        """An extracted or computed table.

        Raises:
            StoreError: there is none of that name.
        """
        if name not in self.tables:
            raise StoreError(f"the run has no table {name!r}", hint=f"it has {', '.join(self.tables) or 'none'}")
        return TableView(self.tables[name])
