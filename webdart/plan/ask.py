"""How does a question become SQL, before anything is walked?

The model sees the declared tables and types, never a row. What it writes is analysed like SQL that a person wrote and
runs behind the same door; a statement that does not parse or names what isn't there goes back to it once, with why.
"""

from collections.abc import Mapping

from webdart.errors import ModelError
from webdart.llm.port import ChatModel
from webdart.llm.prompts import load_prompt
from webdart.plan.model import AskStage, Plan, Query, TableSchema
from webdart.plan.needs import analyse
from webdart.workflow.model import Scalar
from webdart.workflow.sql import parsed, scan, unknown_columns

ATTEMPTS = 2


async def write_sql(stage: AskStage, plan: Plan, model: ChatModel) -> Query:
    """The SELECT that answers `stage.ask.question` over the plan's tables.

    Raises:
        ModelError: no usable statement after one repair.
    """
    prompt = load_prompt("write_sql")
    error, problem = "", ""
    for _ in range(ATTEMPTS):
        filled = prompt.fill(
            {
                "tables": "\n".join(_described(schema) for schema in plan.schemas.values()),
                "parameters": "\n".join(f"${name}" for name in plan.parameters_of(stage.index)) or "none",
                "question": stage.ask.question,
                "error": error,
            }
        )
        reply = await model.complete(filled, prompt.schema)
        query = query_of(stage, plan, str(reply.value["sql"]))
        problem = _problem(query, plan, plan.parameters_of(stage.index))
        if not problem:
            return query
        error = f"Your last statement was refused: {problem}\n"
    raise ModelError(f"the model wrote no usable SQL for {stage.ask.question!r}: {problem}")


def query_of(stage: AskStage, plan: Plan, sql: str) -> Query:
    """A statement that answers a question, analysed like one that a person wrote."""
    return analyse(
        sql,
        at=stage.at,
        parameters=plan.parameters_of(stage.index),
        columns_of={name: tuple(column.name for column in schema.columns) for name, schema in plan.schemas.items()},
    )


def _described(schema: TableSchema) -> str:
    columns = ", ".join(f"{column.name} {column.type}" for column in schema.columns)
    return f"{schema.name}({columns})"


def _problem(query: Query, plan: Plan, parameters: Mapping[str, Scalar]) -> str:
    """Why a statement can't be used, said to the model; empty where it can. What may run is decided by `compute`."""
    tree = parsed(query.sql)
    if tree is None or query.tables is None or scan(query.sql).first not in {"select", "with", "from"}:
        return "it is not one SELECT statement that can be read"
    known = {name.lower(): schema for name, schema in plan.schemas.items()}
    unknown = [table for table in query.tables if table.lower() not in known]
    if unknown:
        return f"there is no table {', '.join(unknown)}; there are {', '.join(plan.schemas)}"
    columns = {name: tuple(column.name for column in schema.columns) for name, schema in known.items()}
    strange = unknown_columns(tree, columns)
    if strange:
        return f"there is no column {', '.join(strange)}"
    unbound = [name for name in query.parameters if name not in parameters]
    return f"there is no parameter ${', $'.join(unbound)}" if unbound else ""
