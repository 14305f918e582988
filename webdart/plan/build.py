"""Builds the plan of a workflow from its parameters, variables and secrets.

Everything that is missing is named at once, before anything runs.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct, field

from webdart.budget import Limits
from webdart.errors import UsageError, UsageErrors, WorkflowError
from webdart.identifier import WORD, fold
from webdart.plan.model import (
    ActStage,
    AskStage,
    Column,
    ListingStage,
    Need,
    Plan,
    PlannedStage,
    Query,
    QueryStage,
    ScriptStage,
    TableSchema,
)
from webdart.plan.names import RunNames
from webdart.plan.needs import analyse, merged
from webdart.plan.sites import site_plan
from webdart.secret import Secret
from webdart.values import replace
from webdart.workflow.model import (
    Act,
    Ask,
    Extract,
    LimitsSpec,
    Navigate,
    Parameter,
    Python,
    Save,
    Scalar,
    Sql,
    Stage,
    Type,
    Workflow,
)
from webdart.workflow.parameters import coerce_parameter
from webdart.workflow.reader import nearest
from webdart.workflow.sql import LISTINGS, PARENT
from webdart.workflow.templates import fill, templates_in


class Inputs(Struct, frozen=True, kw_only=True):
    """What a run is given: parameters as texts, the environment, and a way to ask for a secret by name."""

    params: Mapping[str, str] = field(default_factory=dict[str, str])
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    secret: Callable[[str], Secret | None] = lambda _name: None


def build(workflow: Workflow, inputs: Inputs) -> Plan:
    """The plan of a workflow.

    Raises:
        UsageError: parameters, variables or secrets are missing, unknown or of the wrong type; all in one message.
        WorkflowError: a site's address, once filled in, is none.
    """
    parameters, environment, secrets = _inputs(workflow, inputs)
    parts = _part_parameters(workflow, parameters, environment)
    names = [RunNames(own, environment, secrets) for own in parts]
    schemas = schemas_of(workflow)
    return Plan(
        name=workflow.name,
        file=workflow.file,
        sites={
            name: site_plan(site, names[workflow.site_parts.get(name, 0)], workflow.stages)
            for name, site in workflow.sites.items()
        },
        stages=_Planner(workflow, parts, schemas).stages(),
        answer=workflow.answer,
        saves=tuple(_with_key(save, schemas) for save in workflow.saves),
        limits=_limits(workflow.budget),
        parameters=parameters,
        environment=environment,
        secrets=secrets,
        schemas=schemas,
        own={index: parts[part] for index, part in enumerate(workflow.parts) if part},
    )


def _with_key(save: Save, schemas: Mapping[str, TableSchema]) -> Save:
    """With the columns that its table is known by, where the file names none to merge by."""
    schema = next((one for name, one in schemas.items() if fold(name) == fold(save.name)), None)
    return save if save.key or schema is None else replace(save, key=schema.key)


def answered(workflow: Workflow, plan: Plan, written: Mapping[int, Sql | Python]) -> Plan:
    """The plan with questions answered, by their stage: what the walks need is what the answers read."""
    parts = [plan.parameters] * (len(workflow.uses) + 1)
    for index in range(len(workflow.stages)):
        parts[workflow.part_of(index)] = plan.parameters_of(index)
    stages = tuple(written.get(index, stage) for index, stage in enumerate(workflow.stages))
    planned = _Planner(replace(workflow, stages=stages), parts, plan.schemas).stages()
    return replace(plan, stages=tuple(_as_asked(old, new) for old, new in zip(plan.stages, planned, strict=True)))


def _as_asked(old: PlannedStage, new: PlannedStage) -> PlannedStage:
    """A planned answer as the question that it answers: what a model wrote is never taken for a person's."""
    if not isinstance(old, AskStage):
        return new
    if isinstance(new, QueryStage):
        return replace(old, query=new.query, script=None)
    return replace(old, query=None, script=new.script) if isinstance(new, ScriptStage) else new


# -- inputs ---------------------------------------------------------------------------------------------------


def _inputs(workflow: Workflow, inputs: Inputs) -> tuple[dict[str, Scalar], dict[str, str], dict[str, Secret]]:
    """What the workflow names of what is given; raises UsageError with everything that is missing."""
    declared = {parameter.name: parameter for parameter in workflow.params}
    problems: list[UsageError] = [
        UsageError(f"no parameter {name!r}", hint=nearest(name, declared, "the file has"))
        for name in inputs.params
        if name not in declared
    ]
    parameters = dict(_parameters(workflow.params, inputs.params, problems))
    environment = {name: inputs.environment[name] for name in workflow.variables if name in inputs.environment}
    secrets = {name: found for name in workflow.secrets if (found := inputs.secret(name)) is not None}
    problems.extend(
        UsageError(f"variable {name} is not set", hint=f"export {name}=…")
        for name in workflow.variables
        if name not in environment and f"env.{name}" not in workflow.optional
    )
    problems.extend(
        UsageError(f"secret {name} is not set", hint=f"webdart secret set {name}, or export WEBDART_SECRET_{name}=…")
        for name in workflow.secrets
        if name not in secrets
    )
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise UsageErrors(tuple(problems))
    return parameters, environment, secrets


def _parameters(
    declared: tuple[Parameter, ...], given: Mapping[str, str], problems: list[UsageError]
) -> Iterator[tuple[str, Scalar]]:
    for parameter in declared:
        if parameter.name in given:
            try:
                yield parameter.name, coerce_parameter(parameter, given[parameter.name])
            except UsageError as error:
                problems.append(error)
        elif parameter.default is None:
            hint = f"-p {parameter.name}=… ({parameter.help or parameter.type})"
            problems.append(UsageError(f"parameter {parameter.name} is not given", hint=hint))
        else:
            yield parameter.name, parameter.default


def _part_parameters(
    workflow: Workflow, parameters: Mapping[str, Scalar], environment: Mapping[str, str]
) -> list[Mapping[str, Scalar]]:
    """The parameters of every part: those of the file itself, then what each `use` gives to its own."""
    parts: list[Mapping[str, Scalar]] = [parameters]
    for use in workflow.uses:
        names = RunNames(parts[use.within], environment)
        own: dict[str, Scalar] = {}
        for parameter in use.params:
            own[parameter.name] = parameter.default
            if (given := use.values.get(parameter.name)) is not None:
                try:
                    own[parameter.name] = coerce_parameter(parameter, fill(given, names).text)
                except UsageError as error:
                    raise WorkflowError(error.problem, at=given.at, hint=error.hint) from error
        parts.append(own)
    return parts


def _limits(spec: LimitsSpec) -> Limits:
    return Limits(pages=spec.pages, seconds=spec.seconds, steps=spec.steps, tokens=spec.tokens, cost=spec.cost)


# -- schemas --------------------------------------------------------------------------------------------------


def schemas_of(workflow: Workflow) -> dict[str, TableSchema]:
    """Every extracted table as declared; several `extract` into one table add their columns."""
    schemas: dict[str, TableSchema] = {}
    for stage in workflow.stages:
        if isinstance(stage, Navigate):
            for extract in stage.extracts:
                for table in _tables(extract):
                    schemas[table.name] = _joined(schemas[table.name], table) if table.name in schemas else table
    return schemas


def _tables(extract: Extract, parent: tuple[Column, ...] = (), above: tuple[Column, ...] = ()) -> Iterator[TableSchema]:
    """A table and its child tables, which carry their parent's key columns, and its key as a text (`_parent`)."""
    own = tuple(Column(one.name, one.type, one.digits) for one in extract.fields)
    columns = (*parent, *own, *above)
    key = (*(column.name for column in parent), *extract.key) if extract.key else ()
    yield TableSchema(name=extract.into, columns=columns, key=key)
    carried = tuple(
        Column(f"{extract.into}_{column.name}", column.type, column.digits) for column in columns if column.name in key
    )
    for child in extract.tables:
        yield from _tables(child, carried, (Column(PARENT, Type("text")),))


def _joined(first: TableSchema, second: TableSchema) -> TableSchema:
    known = {fold(column.name) for column in first.columns}
    new = tuple(column for column in second.columns if fold(column.name) not in known)
    return TableSchema(name=first.name, columns=(*first.columns, *new), key=first.key or second.key)


# -- stages ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Planner:
    """Plans the stages: queries first, since what a listing must give is what later queries want of it."""

    workflow: Workflow
    parts: Sequence[Mapping[str, Scalar]]
    schemas: Mapping[str, TableSchema]

    def stages(self) -> tuple[PlannedStage, ...]:
        parts = [self.parts[self.workflow.part_of(index)] for index in range(len(self.workflow.stages))]
        queries = [self._query(stage, own) for stage, own in zip(self.workflow.stages, parts, strict=True)]
        return tuple(self._stage(index, stage, queries) for index, stage in enumerate(self.workflow.stages))

    def _query(self, stage: Stage, own: Mapping[str, Scalar]) -> Query | None:
        match stage:
            case Sql():
                return self._analysed(stage.sql, stage, own)
            case Navigate() | Act() if stage.for_each is not None and stage.for_each.sql:
                return self._analysed(stage.for_each.sql, stage, own)
            case _:
                return None

    def _analysed(self, text: str, stage: Stage, own: Mapping[str, Scalar]) -> Query:
        return analyse(
            text,
            at=stage.at,
            parameters=own,
            columns_of={name: [c.name for c in table.columns] for name, table in self.schemas.items()},
            one_row=self._one_row(),
        )

    def _one_row(self) -> frozenset[str]:
        """Tables of `each: page` that only one page fills."""
        filled = [
            (extract, stage)
            for stage in self.workflow.stages
            if isinstance(stage, Navigate)
            for extract in stage.extracts
        ]
        names = [extract.into for extract, _ in filled]
        return frozenset(
            extract.into
            for extract, stage in filled
            if extract.each == "page" and stage.for_each is None and names.count(extract.into) == 1
        )

    def _stage(self, index: int, stage: Stage, queries: list[Query | None]) -> PlannedStage:
        query = queries[index]
        match stage:
            case Navigate():
                return ListingStage(
                    index=index,
                    navigate=stage,
                    rows=query,
                    extracts=stage.extracts,
                    needs={name: self._need(name, index, queries) for name in _filled(stage)},
                    alone=stage.for_each is None
                    and all(self._filling(extract.into) == 1 for extract in stage.extracts),
                    limits=_limits(stage.budget),
                    at=stage.at,
                )
            case Sql():
                assert query is not None
                limits = _limits(stage.budget)
                return QueryStage(index=index, query=query, into=stage.into, limits=limits, at=stage.at)
            case Python():
                limits = _limits(stage.budget)
                return ScriptStage(index=index, script=stage, into=stage.into, limits=limits, at=stage.at)
            case Ask():
                return AskStage(index=index, ask=stage, into=stage.into, limits=_limits(stage.budget), at=stage.at)
            case Act():
                return ActStage(index=index, act=stage, rows=query, limits=_limits(stage.budget), at=stage.at)

    def _filling(self, table: str) -> int:
        """How many `extract` fill a table."""
        stages = (stage for stage in self.workflow.stages if isinstance(stage, Navigate))
        return sum(extract.into == table for stage in stages for extract in stage.extracts)

    def _need(self, table: str, index: int, queries: list[Query | None]) -> Need:
        """What the stages behind `index` want of a table; all of it where that cannot be told, or where it is saved."""
        wanted: list[Need] = []
        if fold(table) in {fold(save.name) for save in self.workflow.saves}:
            return Need()
        for stage, query in list(zip(self.workflow.stages, queries, strict=True))[index + 1 :]:
            if isinstance(stage, Python | Ask):  # they may read anything
                return Need(placed=True)
            if query is None:
                continue
            if query.tables is None or LISTINGS in (fold(name) for name in query.tables):
                return Need(placed=True)
            for name, need in query.needs.items():
                if fold(name) == fold(table):
                    wanted.append(need)
        behind = self.workflow.stages[index + 1 :]
        if not wanted or _in_templates(table, behind):  # the table itself is what is asked for
            return Need()
        need = merged(wanted)
        return need if need.columns is None else replace(need, columns=need.columns | _also(table, self.workflow))


def _filled(stage: Navigate) -> list[str]:
    return [table.name for extract in stage.extracts for table in _tables(extract)]


def _also(table: str, workflow: Workflow) -> frozenset[str]:
    """Columns that the file itself relies on, besides its SQL: keys, links to detail pages, what `expect` looks at."""
    columns: set[str] = set()
    for stage in workflow.stages:
        for extract in stage.extracts if isinstance(stage, Navigate) else ():
            if extract.into == table:
                columns |= {*extract.key, *((extract.detail.through,) if extract.detail.through else ())}
                columns |= {one.name for one in extract.fields if one.required}
                columns |= words_in(extract.expect.all or "") & {one.name for one in extract.fields}
    return frozenset(columns)


def words_in(text: str) -> set[str]:
    """The names that stand in a predicate."""
    return set(re.findall(WORD, text))


def _in_templates(table: str, stages: Sequence[Stage]) -> bool:
    """Whether a template of these stages names the only row of a table."""
    references = (reference for template in templates_in(stages) for reference in template.references)
    return any(len(reference.name) == 2 and reference.name[0] == table for reference in references)
