"""Traces an answer to the columns and conditions of every extracted table that its SQL reads.

Computed tables (`into:`) are inlined into the statement that reads them, names are resolved, and columns that nothing
uses are dropped (sqlglot's optimizer). What is left at each place where a table is read is what the answer depends
on. Scripts, and SQL that sqlglot can't resolve, count as reading everything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from msgspec import Struct, field

from webdart.identifier import fold
from webdart.plan.model import ActStage, AskStage, ListingStage, Plan, PlannedStage, Query, QueryStage, ScriptStage
from webdart.plan.predicates import conjuncts
from webdart.workflow import sql as looks
from webdart.workflow.model import Scalar
from webdart.workflow.templates import templates_in

if TYPE_CHECKING:
    from sqlglot import exp


class Condition(Struct, frozen=True):
    """A condition on one table's rows alone, in DuckDB's SQL without the table's name, and the columns it reads."""

    sql: str
    columns: frozenset[str]


class Added(Struct, frozen=True):
    """A column that is added up or whose mean is taken, and the columns that its rows are grouped by."""

    column: str
    groups: frozenset[str] = frozenset()


class Place(Struct, frozen=True):
    """One place where a table is read: a row counts there only if it passes every condition."""

    conditions: tuple[Condition, ...] = ()
    parameters: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    added: frozenset[Added] = frozenset()
    counted: frozenset[str] = frozenset()
    """Columns whose values are counted, which leaves out the rows without one: `count(email)`."""


class Lineage(Struct, frozen=True):
    """What is read of one table: its columns (None: all of them), and every place where that happens."""

    columns: frozenset[str] | None
    places: tuple[Place, ...] = (Place(),)

    def reads(self, column: str) -> bool:
        """Whether the answer depends on a column."""
        return self.columns is None or fold(column) in self.columns

    def joined(self, other: "Lineage | None") -> "Lineage":
        """What both read."""
        if other is None:
            return self
        both = None if self.columns is None or other.columns is None else self.columns | other.columns
        return Lineage(both, (*self.places, *other.places))


ALL = Lineage(None)
_RAW = "_raw"  # a column that has the texts of all others


def lineage(plan: Plan, columns_of: Mapping[str, Sequence[str]]) -> Mapping[str, Lineage]:
    """What the answer, and the rows that walks and writes were made for, read of each table, by lower-case name.

    `columns_of` has the declared columns of the extracted tables. Without a stage that answers or writes, the tables
    themselves are the answer.
    """
    known = _folded(columns_of)
    if plan.answering is None and not any(isinstance(stage, ActStage) for stage in plan.stages):
        return dict.fromkeys(known, ALL)
    return _read_by(plan, [stage for stage in plan.stages if _has_rows(stage) or stage.index == plan.answering], known)


def lineage_of_writes(plan: Plan, act: ActStage, columns_of: Mapping[str, Sequence[str]]) -> Mapping[str, Lineage]:
    """As `lineage`, what the writes of one stage rest on: its rows, and those that the walks before it were made for.

    Empty where the stage takes nothing from a page: its writes are the file's own words.
    """
    known = _folded(columns_of)
    own = _read_by(plan, [act], known)
    walks = [stage for stage in plan.stages[: plan.stages.index(act)] if isinstance(stage, ListingStage)]
    return _joined([own, _read_by(plan, walks, known)]) if own else {}


def _folded(columns_of: Mapping[str, Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    return {fold(name): tuple(columns) for name, columns in columns_of.items()}


def _has_rows(stage: PlannedStage) -> bool:
    """Whether a stage may be carried out once for each row of a statement."""
    return isinstance(stage, ListingStage | ActStage)


def _joined(several: Iterable[Mapping[str, Lineage]]) -> Mapping[str, Lineage]:
    found: dict[str, Lineage] = {}
    for read in several:
        found |= {name: one.joined(found.get(name)) for name, one in read.items()}
    return found


def _read_by(plan: Plan, stages: Sequence[PlannedStage], known: Mapping[str, tuple[str, ...]]) -> Mapping[str, Lineage]:
    """What some stages of a plan read of each extracted table, in statements and by the names in their templates."""
    computed: dict[str, PlannedStage] = {}
    found: list[Mapping[str, Lineage]] = []
    for stage in plan.stages:
        if stage in stages:
            found += [_read_of(plan, one, known, computed) for one in (stage, *_named(stage, computed))]
        if isinstance(stage, QueryStage | AskStage | ScriptStage) and stage.into is not None:
            computed[fold(stage.into)] = stage
    return _joined(found)


def _named(stage: PlannedStage, computed: Mapping[str, PlannedStage]) -> list[PlannedStage]:
    """The stages whose results the templates of a walk or a write name: `{{ cheapest.url }}`."""
    if not _has_rows(stage):
        return []
    names = {fold(reference.name[0]) for template in templates_in(stage) for reference in template.references}
    return [one for name, one in computed.items() if name in names]


def _read_of(
    plan: Plan,
    stage: PlannedStage,
    known: Mapping[str, tuple[str, ...]],
    computed: Mapping[str, PlannedStage],
) -> Mapping[str, Lineage]:
    """What the statement of a stage reads; of a script it is everything, of a walk or a write without one nothing."""
    query = stage.rows if isinstance(stage, ListingStage | ActStage) else _query_of(stage)
    if query is not None:
        return _Statement(plan, stage, query, known, computed).read()
    return {} if _has_rows(stage) else dict.fromkeys(known, ALL)


def _query_of(stage: PlannedStage) -> Query | None:
    return stage.query if isinstance(stage, QueryStage | AskStage) else None


class _Statement(Struct, frozen=True):
    """A SELECT of a stage, with the computed tables that it may read."""

    plan: Plan
    stage: PlannedStage
    query: Query
    known: Mapping[str, tuple[str, ...]]
    computed: Mapping[str, PlannedStage]

    def read(self) -> Mapping[str, Lineage]:
        """What it reads of each extracted table."""
        behind = self._behind()
        if behind is None:  # a script is among them
            return dict.fromkeys(self.known, ALL)
        tree = self._resolved(behind)
        if tree is not None:
            return self._lineage(tree, sure=not any(stage.index in self.plan.own for stage in behind.values()))
        found: dict[str, Lineage] = {}
        for query in (self.query, *(query for stage in behind.values() if (query := _query_of(stage)) is not None)):
            for name in self.known if query.tables is None else query.tables:
                need = query.needs.get(name)
                columns = None if need is None or need.columns is None else frozenset(map(fold, need.columns))
                if fold(name) in self.known:
                    found[fold(name)] = Lineage(columns).joined(found.get(fold(name)))
        return found

    def _behind(self) -> Mapping[str, PlannedStage] | None:
        """The stages whose results it reads, the first first; None where one of them is a script."""
        wanted = [self.query]
        stages: dict[str, PlannedStage] = {}
        while wanted:
            for name in wanted.pop().tables or self.computed:
                stage = self.computed.get(fold(name))
                if stage is None or fold(name) in stages or fold(name) in self.known:
                    continue
                query = _query_of(stage)
                if query is None:
                    return None
                stages[fold(name)] = stage
                wanted.append(query)
        return dict(sorted(stages.items(), key=lambda pair: pair[1].index))

    def _resolved(self, behind: Mapping[str, PlannedStage]) -> "exp.Expr | None":
        """The statement with everything that it reads in it, every column with its table; None where that fails."""
        from sqlglot import exp  # noqa: PLC0415 - loaded only where there is SQL
        from sqlglot.errors import SqlglotError  # noqa: PLC0415 - as above
        from sqlglot.optimizer.merge_subqueries import merge_subqueries  # noqa: PLC0415 - as above
        from sqlglot.optimizer.pushdown_projections import pushdown_projections  # noqa: PLC0415 - as above
        from sqlglot.optimizer.qualify import qualify  # noqa: PLC0415 - as above

        tree = looks.parsed(self.query.sql)
        if not isinstance(tree, exp.Query) or looks.tables_of(tree) is None:
            return None
        given = {name: looks.parsed(query.sql) for name, one in behind.items() if (query := _query_of(one)) is not None}
        schema = {
            name: dict.fromkeys((*(fold(column) for column in columns), *looks.IMPLICIT), "text")
            for name, columns in self.known.items()
        }
        schema[looks.LISTINGS] = dict.fromkeys(looks.LISTINGS_COLUMNS, "text")
        try:
            whole = _with(tree, given)
            if whole is None or whole.find(exp.Columns, exp.Pivot, exp.PositionalColumn):
                return None
            whole = qualify(whole, schema=cast("dict[str, object]", schema), dialect="duckdb")
            whole = merge_subqueries(pushdown_projections(whole))
        except (SqlglotError, RecursionError, ValueError, KeyError, AttributeError, TypeError):
            return None  # a statement that its optimizer doesn't know: its columns are told by their names alone
        bare = any(not column.table and not _is_output(column) for column in whole.find_all(exp.Column))
        starred = any(not isinstance(star.parent, exp.Count) for star in whole.find_all(exp.Star))
        return None if bare or starred else whole

    def _lineage(self, tree: "exp.Expr", *, sure: bool) -> Mapping[str, Lineage]:
        """What a resolved statement reads; with `sure` conditions count, too."""
        from sqlglot import exp  # noqa: PLC0415 - as above

        found: dict[str, Lineage] = {}
        inside = {fold(cte.alias_or_name) for cte in tree.find_all(exp.CTE)}
        rows = tree.find(exp.TableColumn) is not None  # `SELECT t FROM items t`: a whole row is a value
        for table in tree.find_all(exp.Table):
            name, alias = fold(table.name), table.alias_or_name
            if name not in self.known or name in inside:
                continue
            read = frozenset(fold(column.name) for column in tree.find_all(exp.Column) if column.table == alias)
            conditions = tuple(_conditions(table)) if sure else ()
            parameters = self.plan.parameters_of(self.stage.index)
            place = Place(conditions, parameters, frozenset(_added(table)), frozenset(_counted(table)))
            found[name] = Lineage(None if rows or _RAW in read else read, (place,)).joined(found.get(name))
        return found


def _is_output(column: "exp.Column") -> bool:
    """Whether it is a column of the statement's result that the rows are ordered by, which reads no table again."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    order = column.find_ancestor(exp.Order)
    ordered = None if order is None else order.parent
    return isinstance(ordered, exp.Query) and column.name in ordered.named_selects


def _with(tree: "exp.Query", given: Mapping[str, "exp.Expr | None"]) -> "exp.Query | None":
    """A statement with others as its first common table expressions; None where one of them can't be read."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    if not given:
        return tree
    if not all(isinstance(one, exp.Query) for one in given.values()):
        return None
    own = cast("exp.With | None", tree.args.get("with_"))
    names = {fold(cte.alias_or_name) for cte in own.expressions} if own is not None else set[str]()
    if names & set(given):
        return None
    whole = tree.copy()
    ctes = [
        exp.CTE(this=one, alias=exp.TableAlias(this=exp.to_identifier(name)))
        for name, one in given.items()
        if one is not None
    ]
    rest = [] if own is None else [cte.copy() for cte in own.expressions]
    whole.set("with_", exp.With(expressions=[*ctes, *rest], recursive=own is not None and own.args.get("recursive")))
    return whole


def _added(table: "exp.Table") -> Iterator[Added]:
    """The columns of a table that the SELECT around it adds up as they are, in groups of columns of that table."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    select, alias = table.parent_select, table.alias_or_name
    group = cast("exp.Group | None", select.args.get("group")) if select is not None else None
    by = [] if group is None else list(group.expressions)
    own = all(isinstance(one, exp.Column) and one.table == alias for one in by) and (group is None or bool(by))
    if select is None or not own:
        return  # groups by an expression may well part the levels
    for total in select.find_all(exp.Sum, exp.Avg):
        column = total.this
        while isinstance(column, exp.Cast | exp.Coalesce | exp.Round | exp.Paren):
            column = column.this
        sure = isinstance(column, exp.Column) and column.table == alias and total.parent_select is select
        if sure and not isinstance(total.parent, exp.Filter | exp.Window):  # as a CASE may, a filter chooses rows
            yield Added(fold(column.name), frozenset(fold(one.name) for one in by))


def _counted(table: "exp.Table") -> Iterator[str]:
    """The columns of a table whose values the SELECT around it counts."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    select = table.parent_select
    for count in () if select is None else select.find_all(exp.Count):
        one = count.this
        column = one.expressions[0] if isinstance(one, exp.Distinct) and len(one.expressions) == 1 else one
        if isinstance(column, exp.Column) and column.table == table.alias_or_name:
            yield fold(column.name)


def _conditions(table: "exp.Table") -> Iterator[Condition]:
    """The conditions of the SELECT around a table that every row of it must pass to count there."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    around = table.parent
    select = around.parent if isinstance(around, exp.From | exp.Join) else None
    where = select.args.get("where") if isinstance(select, exp.Select) else None
    joins = cast("list[exp.Join]", select.args.get("joins") or []) if isinstance(select, exp.Select) else []
    if where is None or any(join.side in ("RIGHT", "FULL") for join in joins):
        return
    if isinstance(around, exp.Join) and (around.side or around.kind not in ("", "INNER", "CROSS")):
        return  # a row that fails may still keep another one out
    for conjunct in conjuncts(where.this):
        columns = list(conjunct.find_all(exp.Column))
        own = bool(columns) and all(column.table == table.alias_or_name for column in columns)
        if not own or conjunct.find(exp.Query, exp.Window, exp.AggFunc):
            continue
        bare = conjunct.copy()
        for column in bare.find_all(exp.Column):
            column.set("table", None)
        yield Condition(bare.sql(dialect="duckdb"), frozenset(fold(column.name) for column in columns))
