"""Defines the plan: what is to be done, with parameters filled in, as values that every later room carries.

`build` makes a `Plan` from a `Workflow` and its inputs. Cursor and provenance live here too because several rooms carry
them. A route, a cursor and a wrapper are values that can be written down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from webdart.budget import Limits
from webdart.errors import SourceLine
from webdart.secret import Secret
from webdart.workflow.model import (
    Act,
    Answer,
    Ask,
    Extract,
    Navigate,
    Python,
    RequestShape,
    Save,
    Scalar,
    Step,
    Type,
)
from webdart.workflow.templates import Names

# -- the vocabulary of predicates -----------------------------------------------------------------------------

Operator = Literal["=", "<>", "<", "<=", ">", ">=", "in", "like", "ilike", "is null", "is not null", "contains"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """One conjunct on one column: `operands` are constants or bound parameters' values.

    `joined`: they are what another table holds in a column that the SQL joins this one to, and for which of its rows
    ("people.who", "people.who AND team = 'x'").
    """

    column: str
    operator: Operator
    operands: tuple[Scalar, ...] = ()
    joined: str = field(default="", compare=False)


class OrderKey(Struct, frozen=True):
    """One key of an ORDER BY."""

    column: str
    descending: bool = False
    nulls_first: bool = False


class Matching(Struct, frozen=True):
    """A row counts only if its `column` equals `their` column of some row of another `table` (in lower case).

    `where` is what is known of that row: others of the table are not needed at this place either.
    """

    column: str
    table: str
    their: str
    where: tuple[Predicate, ...] = ()


class Need(Struct, frozen=True, kw_only=True):
    """What the later SQL wants of one table; `columns` None is all of them. Empty parts claim nothing.

    `limit` holds if every condition is among `predicates`: no more rows than that, by `order` with its ties, matter.
    `left` are conditions, as written, that are for the SQL alone.
    `counted`: nothing is asked but how many rows there are. `fixed`: something may read the places of rows in the walk,
    so that they must be read as the site shows them; `placed`: something in the file does, or takes the first of them.
    """

    columns: frozenset[str] | None = None
    predicates: tuple[Predicate, ...] = ()
    order: tuple[OrderKey, ...] = ()
    limit: int | None = None
    matching: tuple[Matching, ...] = ()
    left: tuple[str, ...] = ()
    counted: bool = False
    fixed: bool = True
    placed: bool = False


class Query(Struct, frozen=True, kw_only=True):
    """A SELECT and what was read off it: the parameters and tables it names, and the shape of its result.

    `needs` is empty where the SQL could not be analysed: that costs push-downs, never an answer.
    """

    sql: str
    parameters: tuple[str, ...] = ()
    tables: tuple[str, ...] | None = None  # None: could not be told, all are copied
    needs: Mapping[str, Need] = msgspec.field(default_factory=dict[str, Need])
    counts: str | None = None  # the table whose rows it counts, where it does nothing else
    single_row: bool = False  # can only give one row (docs/reference/file.md)
    single_column: bool = False
    at: SourceLine


# -- sites ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginPlan:
    """A login with its texts filled in; `page` is an absolute address, `names` are what its `steps` may name."""

    name: str | None = None
    page: str | None = None
    user: "str | Secret | None" = None
    password: "str | Secret | None" = None
    steps: tuple[Step, ...] = ()
    names: Names | None = field(default=None, repr=False)
    check: str | None = None
    at: SourceLine


class SitePlan(Struct, frozen=True, kw_only=True):
    """A site with its address filled in. `delay` in seconds; `writes` are those of the `act` stage that works on it.

    `writing` are the GETs of which the file says anywhere that they write: they are no reads in any stage.
    """

    name: str
    url: str
    login: LoginPlan | None = None
    allow: tuple[str, ...] = ()
    reads: tuple[RequestShape, ...] = ()
    locale: str = "en-US"
    zone: str = "UTC"
    concurrency: int | None = None
    delay: float = 0.0
    robots: Literal["obey", "ignore"] | None = None
    private: bool = False
    sockets: bool = False
    writes: tuple[RequestShape, ...] = ()
    writing: tuple[RequestShape, ...] = ()


# -- tables ---------------------------------------------------------------------------------------------------


class Column(Struct, frozen=True):
    """A column of an extracted table."""

    name: str
    type: Type
    digits: int = 2


class TableSchema(Struct, frozen=True, kw_only=True):
    """A table as declared: its columns, and its key columns where the file names them."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()


# -- stages ---------------------------------------------------------------------------------------------------


class ListingStage(Struct, frozen=True, kw_only=True):
    """Reach a listing and fill its tables. `needs` says, per table, what later stages want of it.

    `rows` is the SELECT of `for_each`, where that is one. `alone`: its one walk is all that fills its tables.
    """

    kind: ClassVar[str] = "listing"
    index: int
    navigate: Navigate
    rows: Query | None = None
    extracts: tuple[Extract, ...]
    needs: Mapping[str, Need] = msgspec.field(default_factory=dict[str, Need])
    alone: bool = True
    limits: Limits = Limits()
    at: SourceLine


class QueryStage(Struct, frozen=True, kw_only=True):
    """Run one SELECT; its result is the table `into`, or the answer."""

    kind: ClassVar[str] = "query"
    index: int
    query: Query
    into: str | None = None
    limits: Limits = Limits()
    at: SourceLine


class ScriptStage(Struct, frozen=True, kw_only=True):
    """Run sandboxed Python."""

    kind: ClassVar[str] = "script"
    index: int
    script: Python
    into: str | None = None
    limits: Limits = Limits()
    at: SourceLine


class AskStage(Struct, frozen=True, kw_only=True):
    """Have a model write the SQL of a question (or a script), then run it; `query` or `script` is what it wrote."""

    kind: ClassVar[str] = "ask"
    index: int
    ask: Ask
    query: Query | None = None
    script: Python | None = None
    into: str | None = None
    limits: Limits = Limits()
    at: SourceLine


class ActStage(Struct, frozen=True, kw_only=True):
    """Write back to a site."""

    kind: ClassVar[str] = "act"
    index: int
    act: Act
    rows: Query | None = None  # the SELECT of `for_each`
    limits: Limits = Limits()
    at: SourceLine


PlannedStage = ListingStage | QueryStage | ScriptStage | AskStage | ActStage


class Plan(Struct, frozen=True, kw_only=True):
    """A workflow ready to run. `parameters` are coerced; `environment` and `secrets` hold what the file names.

    `own` has, by their index, the parameters of the stages that came from used files.
    """

    name: str
    file: str
    sites: Mapping[str, SitePlan]
    stages: tuple[PlannedStage, ...]
    answer: Answer = Answer()
    saves: tuple[Save, ...] = ()
    limits: Limits = Limits()
    parameters: Mapping[str, Scalar] = msgspec.field(default_factory=dict[str, Scalar])
    environment: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    secrets: Mapping[str, Secret] = msgspec.field(default_factory=dict[str, Secret])
    schemas: Mapping[str, TableSchema] = msgspec.field(default_factory=dict[str, TableSchema])
    own: Mapping[int, Mapping[str, Scalar]] = msgspec.field(default_factory=dict[int, Mapping[str, Scalar]])

    def parameters_of(self, stage: int) -> Mapping[str, Scalar]:
        """The parameters that a stage may name."""
        return self.own.get(stage, self.parameters)

    @property
    def answering(self) -> int | None:
        """The index of the stage whose result is the answer: the last that computes (docs/reference/file.md)."""
        computing = [stage.index for stage in self.stages if isinstance(stage, QueryStage | ScriptStage | AskStage)]
        return computing[-1] if computing else None


# -- values that several rooms carry --------------------------------------------------------------------------


class Cursor(Struct, frozen=True, kw_only=True):
    """Where a walk stands after a committed page, and how it goes on: enough to continue after a kill.

    `stage` and `walk` (the row of `for_each`, from 0) say which walk; `sequence` counts its pages from 1; `url` is
    the listing page just committed and `following` the address of the next one (None: this was the last, or it can
    only be reached by acting on `url`); `rows` is the last `_n` given out; `facts` is what the walk has to remember
    of the pages before (JSON, of the navigator's own making), `replans` what became of its push-downs (likewise); of a
    walk that is `done`, `ended` is why, `asked` whether the file asked for no more, `unsure` whether it may not have
    been the end, `covered` whether the end leaves out nothing that matters.
    """

    stage: int
    walk: int
    sequence: int
    url: str
    following: str | None
    rows: int
    done: bool = False
    ended: str = ""
    asked: bool = False
    unsure: bool = False
    covered: bool = False
    facts: str = ""
    replans: str = ""


class PageRef(Struct, frozen=True, kw_only=True):
    """Where rows were read: page address, region (a short name), wrapper version, time (ISO 8601, UTC)."""

    url: str
    region: str = ""
    wrapper: int = 0
    seen: str = ""
