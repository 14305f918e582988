"""Defines the values that a workflow file of format 1 is read into.

`load` makes these from YAML; every value remembers its place in the file. Templates are parsed, not filled in:
`webdart.workflow.templates` fills them when the stage that holds them runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from webdart.doubt_kinds import DoubtKind
from webdart.errors import SourceLine
from webdart.workflow.templates import Scalar, Template

Value = Scalar | tuple[Scalar, ...]
"""A cell, or a list in a cell."""

Kind = Literal[
    "text",
    "integer",
    "number",
    "money",
    "currency",
    "boolean",
    "rating",
    "date",
    "datetime",
    "duration",
    "link",
    "image",
]


@dataclass(frozen=True, slots=True)
class Type:
    """A type of docs/reference/types.md: `many` is `[kind]`."""

    kind: Kind
    many: bool = False

    def __str__(self) -> str:
        return f"[{self.kind}]" if self.many else self.kind


# -- locators -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a person reads on the page: accessible name, label, visible text."""

    text: Template
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A prefixed locator, `css=#title`; never a template."""

    engine: Literal["css", "xpath", "role", "text", "label", "placeholder", "testid"]
    body: str
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """A map: every named part must hold exactly; only `has` may be filled with data from a page."""

    role: Template | None = None
    name: Template | None = None
    text: Template | None = None
    label: Template | None = None
    css: Template | None = None
    has: Template | None = None
    within: "Locator | None" = None  # `in`
    nth: int | None = None  # from 1
    at: SourceLine


Locator = Words | Engine | Exact

# -- steps ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBase:
    """What every step may carry: `optional` steps may fail, `timeout` in seconds."""

    optional: bool = False
    timeout: float | None = None
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(StepBase):
    """Go to an address below the site's."""

    address: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(StepBase):
    """Click what the locator says."""

    target: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(StepBase):
    """Put the pointer over it."""

    target: Locator


FillValue = Template | bool | int | float | tuple[Template, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(StepBase):
    """Set controls, each by its locator (a label as a rule), to values; read back afterwards."""

    values: tuple[tuple[Locator, FillValue], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(StepBase):
    """Give controls for files a file each; the paths are the file's own words, below the workflow's folder."""

    values: tuple[tuple[Locator, Template], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(StepBase):
    """Press a key or a chord (`Control+S`), on a control or on what has the focus."""

    keys: str
    target: Locator | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(StepBase):
    """Drag one thing onto another."""

    target: Locator
    to: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollTo(StepBase):
    """Scroll until it is in view."""

    target: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBack(StepBase):
    """Back in this tab's history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectStep(StepBase):
    """Wait until it is so, then fail: a text (present or `gone`), or a control with a value, text or count."""

    text: Template | None = None
    value: Template | None = None
    count: int | None = None
    gone: bool = False
    target: Locator | None = None  # `at`
    within: Locator | None = None  # `in`


Step = Open | Click | Hover | Fill | Upload | Press | Drag | ScrollTo | GoBack | ExpectStep

# -- sites ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """How to be logged in: a saved session by `name`, or the form at `page` with `user` and `password`, or `steps`."""

    name: str | None = None
    page: Template | None = None  # `at`
    user: Template | None = None
    password: Template | None = None
    steps: tuple[Step, ...] = ()
    check: Template | None = None
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How hard a site may be asked; None is the default for its kind of host. `delay` in seconds."""

    concurrency: int | None = None
    delay: float | None = None
    robots: Literal["obey", "ignore"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestShape:
    """`POST /orders/*`: a method, a path, and fields that must have one of some values.

    `*` in the path is a segment, or the rest of one; `most` is how many such requests each step may send
    (`POST /orders/* <= 3`).
    """

    method: str
    path: str
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    most: int = 1
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site of the file."""

    name: str
    url: Template
    login: Login | None = None
    allow: tuple[str, ...] = ()
    reads: tuple[RequestShape, ...] = ()
    locale: str = "en-US"
    zone: str = "UTC"
    pace: Pace = Pace()
    private: bool = False
    sockets: bool = False
    at: SourceLine


# -- stages ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsSpec:
    """`budget`: what a run or a stage may spend."""

    pages: int | None = None
    seconds: float | None = None
    steps: int | None = None
    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """`for_each`: lists of the file that go in step (`columns`), or a SELECT over earlier tables (`sql`)."""

    columns: Mapping[str, tuple[Template, ...]] = field(default_factory=dict[str, tuple[Template, ...]])
    sql: str = ""
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """`pages`: how the listing goes on; all empty is `auto`, `one` is a single page."""

    one: bool = False
    next: Locator | None = None
    more: Locator | None = None
    scroll: bool = False
    max: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSpec:
    """`search`: which strategy and policy look for the listing."""

    strategy: Literal["best_first", "one_way", "rollback", "branch", "plan_mcts"] = "best_first"
    policy: Literal["auto", "heuristic", "model"] = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep:
    """One step of `path`: words to follow; `find` may turn pages to the first that has them."""

    words: Template
    find: bool = False
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """`detail`: the column that leads to a record's own page, and which are opened."""

    through: str | None = None
    fetch: Literal["needed", "all"] = "needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One declared field of docs/reference/fields.md."""

    name: str
    type: Type
    label: str | None = None  # only where written; the default is the name with `_` as a blank
    page: Literal["record", "detail", "listing"] = "record"
    target: Locator | None = None  # `at`
    source: str = "text"  # `from`: text, heading, or an attribute's name
    match: str | None = None
    words: tuple[str, ...] = ()  # `values` as a list
    mapping: Mapping[str, Scalar] | None = None  # `values` as a map
    value: Template | None = None
    required: bool = False
    format: str | None = None
    digits: int = 2
    split: str = ","
    approximate: bool = False
    of: Literal["first", "last"] | None = None
    nullable: bool = False  # `unreadable: null`: a text that can't be read as the type counts as an empty cell
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectRows:
    """`expect` of an `extract`: `rows` as an operator and a number; `>= 0` says that there may be none."""

    operator: Literal["=", ">=", "<=", ">", "<"] = ">="
    rows: int = 1
    all: str | None = None
    key_unique: bool = False
    complete: bool = False
    at: SourceLine | None = None  # of the predicate

    @property
    def none_will_do(self) -> bool:
        """Whether the file says that there may be no rows."""
        return self.operator in (">=", "=") and self.rows <= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """One table to fill; a child table (of `tables`) may have `through`."""

    into: str
    fields: tuple[Field, ...]
    each: str | Locator | None = None  # a word, "page", or where a record begins
    within: Locator | None = None  # `in`
    key: tuple[str, ...] = ()
    keyless: bool = False  # `key: []`: every row that is found is kept
    detail: Detail = Detail()
    tables: "tuple[Extract, ...]" = ()
    through: Template | None = None
    expect: ExpectRows = ExpectRows()
    accept: frozenset[DoubtKind] = frozenset()
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigate:
    """How to reach a listing, and the tables to fill from it."""

    site: str
    start: Template | None = None
    query: Mapping[str, Template] = field(default_factory=dict[str, Template])
    path: tuple[PathStep, ...] = ()
    set: tuple[tuple[Template, FillValue], ...] = ()
    objective: Template | None = None
    for_each: Rows | None = None
    pages: Paging = Paging()
    pushdown: Literal["auto", "exact", "trusting", "off"] = "auto"
    search: SearchSpec = SearchSpec()
    budget: LimitsSpec = LimitsSpec()
    extracts: tuple[Extract, ...] = ()
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Sql:
    """`execute: sql`; `at` is where the statement stands."""

    sql: str
    into: str | None = None
    budget: LimitsSpec = LimitsSpec()
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Python:
    """`execute: python`; `begins` is where its first line stands."""

    source: str
    begins: SourceLine
    into: str | None = None
    budget: LimitsSpec = LimitsSpec()
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """`execute: ask`: a question for a model that writes SQL."""

    question: str
    into: str | None = None
    budget: LimitsSpec = LimitsSpec()
    at: SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsBound:
    """`rows` of an `act`: how many rows `for_each` may give."""

    least: int = 0
    most: int | None = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """`execute: act`: what is written back."""

    site: str
    for_each: Rows | None = None
    rows: RowsBound | None = None
    steps: tuple[Step, ...] = ()
    objective: Template | None = None
    search: SearchSpec = SearchSpec()
    writes: tuple[RequestShape, ...] = ()
    verify: tuple[Step, ...] = ()
    on_error: Literal["stop", "next"] = "stop"
    into: str | None = None
    budget: LimitsSpec = LimitsSpec()
    at: SourceLine


Stage = Navigate | Sql | Python | Ask | Act

# -- the file -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter and its default (None: it must be given)."""

    name: str
    type: Type
    default: Scalar = None
    help: str = ""
    choices: tuple[Scalar, ...] = ()
    at: SourceLine


Shape = Literal["value", "list", "map", "table"]
"""The shapes of an answer (docs/reference/file.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`answer`: None is the default that the query's shape gives."""

    shape: Shape | None = None
    format: str | None = None
    join: str = "\n"
    at: SourceLine | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A file whose stages stand in another by `use`: its parameters, and the values that `with` gives to them.

    `within` is the part in which the `use` stands, and by whose names the values are filled: 0 is the file itself.
    """

    file: str
    source: str
    params: tuple[Parameter, ...] = ()
    values: Mapping[str, Template] = field(default_factory=dict[str, Template])
    within: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A whole file: `source` is its text, kept with the run; `variables` and `secrets` are what its templates name.

    `uses` are its parts from 1 on; `parts` has, stage by stage, which part it is of (none at all: all of part 0), and
    `site_parts` the same for the sites of used files.
    """

    file: str
    source: str
    name: str
    description: str = ""
    params: tuple[Parameter, ...] = ()
    sites: Mapping[str, Site]
    stages: tuple[Stage, ...]
    task: str | None = None
    answer: Answer = Answer()
    budget: LimitsSpec = LimitsSpec()
    variables: tuple[str, ...] = ()  # env.NAME
    secrets: tuple[str, ...] = ()  # secret.NAME
    optional: frozenset[str] = frozenset()  # of both, dotted: those that have a `default` wherever they stand
    uses: tuple[Used, ...] = ()
    parts: tuple[int, ...] = ()
    site_parts: Mapping[str, int] = field(default_factory=dict[str, int])

    def part_of(self, stage: int) -> int:
        """Which part a stage is of."""
        return self.parts[stage] if self.parts else 0

    def params_of(self, stage: int) -> tuple[Parameter, ...]:
        """The parameters that a stage may name."""
        part = self.part_of(stage)
        return self.uses[part - 1].params if part else self.params
