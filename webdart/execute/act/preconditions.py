"""Checks, before the first write, that the row count is within bounds and no required value is NULL."""

from collections.abc import Iterator
from typing import cast

from webdart.errors import QueryError
from webdart.plan.model import ActStage
from webdart.values import field_names, is_value
from webdart.workflow.model import RowsBound
from webdart.workflow.templates import Names, Template, fill


def check_bounds(stage: ActStage, count: int) -> None:
    """Raise QueryError where `count` rows are more, or fewer, than `rows` allows (docs/reference/execute.md)."""
    bound = stage.act.rows or RowsBound()
    if bound.most is not None and count > bound.most:
        declared = "without `rows`" if stage.act.rows is None else f"with rows of at most {bound.most}"
        raise QueryError(
            f"{stage.at}: `for_each` gave {count} rows, {declared}; nothing was done",
            hint=f'narrow the SELECT, or say rows: "<= {count}"',
        )
    if count < bound.least:
        raise QueryError(
            f"{stage.at}: `for_each` gave {count} rows where at least {bound.least} are expected; nothing was done"
        )


def check_values(stage: ActStage, names: Names) -> None:
    """Fill every template of the steps once, so that a NULL stops the stage before it does anything.

    Raises:
        QueryError: a template would be filled with NULL.
        UsageError: it names something that is not there.
    """
    for step in (*stage.act.steps, *stage.act.verify):
        for template in templates_in(step):
            fill(template, names)


def templates_in(value: object) -> Iterator[Template]:
    """Every template below a value of the workflow's model."""
    if isinstance(value, Template):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from templates_in(item)
    elif is_value(value):
        for name in field_names(value):
            yield from templates_in(getattr(value, name))
