"""Describes what a file needs from outside and what it will do, without running it."""

from dataclasses import dataclass

from webdart.workflow.model import Act, Ask, Navigate, Parameter, Python, Sql, Stage, Workflow


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A variable (`env.NAME`) or a secret; `optional` where each of its uses has a `default`."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A workflow as `check` tells it: what it takes, what it needs, and one line a stage."""

    name: str
    text: str
    params: tuple[Parameter, ...]
    variables: tuple[Wanted, ...]
    secrets: tuple[Wanted, ...]
    sites: tuple[str, ...]
    tables: tuple[str, ...]
    stages: tuple[str, ...]


def describe(workflow: Workflow) -> Description:
    """What a workflow takes, needs and does."""
    return Description(
        name=workflow.name,
        text=workflow.description,
        params=workflow.params,
        variables=tuple(Wanted(name=n, optional=f"env.{n}" in workflow.optional) for n in workflow.variables),
        secrets=tuple(Wanted(name=n, optional=f"secret.{n}" in workflow.optional) for n in workflow.secrets),
        sites=tuple(workflow.sites),
        tables=tuple(dict.fromkeys(name for stage in workflow.stages for name in _tables(stage))),
        stages=tuple(_line(stage) for stage in workflow.stages),
    )


def _tables(stage: Stage) -> tuple[str, ...]:
    match stage:
        case Navigate():
            return tuple(name for table in stage.extracts for name in (table.into, *(c.into for c in table.tables)))
        case Act():
            return ()
        case Sql() | Python() | Ask():
            return (stage.into,) if stage.into else ()


def _line(stage: Stage) -> str:
    match stage:
        case Navigate():
            return f"navigate {stage.site} → {', '.join(table.into for table in stage.extracts)}"
        case Sql():
            return f"sql → {stage.into or 'answer'}"
        case Python():
            return f"python → {stage.into or 'answer'}"
        case Ask():
            return f"ask → {stage.into or 'answer'}"
        case Act():
            shapes = ", ".join(f"{shape.method} {shape.path}" for shape in stage.writes)
            return f"act {stage.site}: {shapes or 'no writes declared'}"
