"""Makes stages that end a run where a text of the model's SQL stands in no row: then the answer would be an empty one.

A text that the sentence says may be on a later page, or nowhere: the question then means something else than the column
that the model compares with it. Only the rows can tell. The check stands in the file; a person may take it out.
"""

from collections.abc import Sequence

from sqlglot import exp

from webdart.execute.text_to_sql import Written
from webdart.model.planning.column_values import SeenColumn
from webdart.model.planning.grounding import unseen_conditions
from webdart.workflow.model import Sql

_MOST = 3
"""Checks of one statement."""


def row_checks(written: Written, tables: Sequence[tuple[str, Sequence[SeenColumn]]]) -> list[object]:
    """A stage for each condition on a text that no page has shown, where one table alone has its column."""
    if not isinstance(written, Sql):
        return []
    columns = [column for _, known in tables for column in known]
    stages: list[object] = []
    for condition, text in unseen_conditions(written.sql, columns):
        names = {one.name.casefold() for one in condition.find_all(exp.Column)}
        having = [table for table, known in tables if names <= {column.name.casefold() for column in known}]
        if names and len(having) == 1:
            stages.append({"execute": {"sql": _check(having[0], condition, text), "into": f"checked{len(stages) + 1}"}})
    return stages[:_MOST]


def _check(table: str, condition: exp.Expr, text: str) -> str:
    """SQL that fails where no row passes a condition."""
    bare = condition.copy()
    for column in bare.find_all(exp.Column):
        column.set("table", None)
    named = exp.Literal.string(f"no row of {table} has {text!r} there: the question may mean something else")
    count = exp.select(exp.Count(this=exp.Star())).from_(table).where(bare)
    count.selects[0].replace(
        exp.Case(
            ifs=[
                exp.If(
                    this=exp.EQ(this=exp.Count(this=exp.Star()), expression=exp.Literal.number(0)),
                    true=exp.Anonymous(this="error", expressions=[named]),
                )
            ]
        ).as_("checked")
    )
    return count.sql(dialect="duckdb")
