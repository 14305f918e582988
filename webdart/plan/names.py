"""Resolves the names that a template may use during a run, and tracks which values came from a page."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from webdart.errors import QueryError, UsageError
from webdart.plan.model import Plan
from webdart.secret import Secret
from webdart.values import replace
from webdart.workflow.model import Rows, Scalar
from webdart.workflow.reader import nearest
from webdart.workflow.templates import fill


class StageResult(Struct, frozen=True):
    """The rows that a stage gave under its name; only the first two matter (a template wants the only one)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    count: int


class RunNames(Struct, frozen=True):
    """The names of a run: parameters, `env.NAME`, `secret.NAME`, `row.column`, and results by their `into`."""

    parameters: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    row: Mapping[str, Scalar] | None = None
    row_is_data: bool = False
    results: Mapping[str, StageResult] = field(default_factory=dict[str, StageResult])

    @classmethod
    def of(cls, plan: Plan) -> "RunNames":
        """The names at the start of a run."""
        return cls(plan.parameters, plan.environment, plan.secrets)

    def with_row(self, row: Mapping[str, Scalar], *, data: bool) -> "RunNames":
        """These names with `row`; `data` says that it came from a page (the rows of a SELECT)."""
        return replace(self, row=dict(row), row_is_data=data)

    def of_each(self, each: Rows) -> list["RunNames"]:
        """These names with each row of a `for_each` that is written in the file."""
        return [self.with_row(row, data=False) for row in self.listed(each)]

    def listed(self, each: Rows) -> list[dict[str, Scalar]]:
        """The rows of a `for_each` that is written in the file: lists of the same length, read side by side."""
        columns = {name: [fill(cell, self).text for cell in cells] for name, cells in each.columns.items()}
        return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]

    def with_result(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Scalar]]) -> "RunNames":
        """These names with the result of a stage."""
        kept = StageResult(tuple(columns), tuple(tuple(row) for row in rows[:2]), len(rows))
        return replace(self, results={**self.results, name: kept})

    def look_up(self, name: tuple[str, ...]) -> Scalar | Secret:
        """The value of a dotted name; None where it is missing but may be (an optional variable).

        Raises:
            UsageError: there is no such name.
            QueryError: a result that has not exactly one row, or not that column.
        """
        match name:
            case ("env", variable):
                return self.environment.get(variable)
            case ("secret", secret):
                return self.secrets.get(secret)
            case ("row", column):
                return self._cell(column)
            case (parameter,) if parameter in self.parameters:
                return self.parameters[parameter]
            case (table, column) if table in self.results:
                return self._only(table, column)
            case _:
                known = [*self.parameters, *(f"{table}.…" for table in self.results)]
                raise UsageError(f"no value is called {'.'.join(name)!r} here", hint=nearest(".".join(name), known))

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Whether the value came from a page."""
        match name:
            case ("env" | "secret", _) | (_,):
                return False
            case ("row", _):
                return self.row_is_data
            case _:
                return True

    def _cell(self, column: str) -> Scalar:
        if self.row is None:
            raise UsageError("`row` is known only inside `for_each`", hint="add `for_each:` to the stage")
        if column not in self.row:
            raise QueryError(f"`row` has no column {column!r}", hint=nearest(column, self.row))
        return self.row[column]

    def _only(self, table: str, column: str) -> Scalar:
        result = self.results[table]
        if result.count != 1:
            hint = "its SELECT must give one row: LIMIT 1, or an aggregate"
            raise QueryError(f"`{table}.{column}` wants the only row of {table!r}, which has {result.count}", hint=hint)
        if column not in result.columns:
            raise QueryError(f"{table!r} has no column {column!r}", hint=nearest(column, result.columns))
        return result.rows[0][result.columns.index(column)]
