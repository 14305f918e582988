"""Defines how a listing is reached and which tables are filled from it.

See docs/reference/navigate.md and docs/reference/extract.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal

from webdart.doubt_kinds import DoubtKind
from webdart.errors import SourceLine
from webdart.identifier import SCHEMA_PATTERN
from webdart.values import replace
from webdart.workflow.budgets import LimitsSpec
from webdart.workflow.codes import Code
from webdart.workflow.fields import Field, Fields
from webdart.workflow.for_each import ForEach
from webdart.workflow.forms import (
    About,
    As,
    Either,
    Entries,
    Form,
    Given,
    Items,
    Leaf,
    Name,
    Pairs,
    Place,
    by_name,
    means,
    unknown_word,
    unwritten,
)
from webdart.workflow.locators import Locator
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Flawed, Notes, mismatch, nearest, shorten
from webdart.workflow.scalars import (
    ADDRESS,
    SENTENCE,
    WORD,
    Between,
    Flag,
    Identifier,
    identifier,
    note_template,
    statement,
    template,
    text,
    written,
)
from webdart.workflow.steps import FillValue, control_value
from webdart.workflow.templates import Template

# -- navigate ---------------------------------------------------------------------------------------------------

_FOLLOWED = template("words on the page")


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep(Form):
    """Words that may stand on a later page of a list."""

    about: ClassVar[About] = About("path")
    words: Annotated[Template, _FOLLOWED, means("words that may stand on a later page of a list", "find")]
    find: Annotated[bool, unwritten("find")] = False
    at: Place

    def made(self, given: Given, notes: Notes) -> "PathStep":
        """A map is there to `find` them, which may turn pages."""
        del given, notes
        return replace(self, find=True)


def _follow(words: Template, node: Node, notes: Notes) -> PathStep:
    del notes
    return PathStep(words=words, at=node.at)


_PATH_STEP = Annotated[
    PathStep,
    Either(
        "words to follow, or {find: …}",
        scalar=Annotated[Any, As(Annotated[Template, _FOLLOWED], _follow)],
        mapping=PathStep,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSpec(Form):
    """How the listing is looked for."""

    about: ClassVar[About] = About("search")
    strategy: Annotated[
        Literal["best_first", "one_way", "rollback", "branch", "plan_mcts"],
        WORD,
        means("which state is expanded next"),
    ] = "best_first"
    policy: Annotated[Literal["auto", "heuristic", "model"], WORD, means("who proposes actions")] = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging(Form):
    """How the listing goes on; all empty is `auto`, `one` is a single page."""

    about: ClassVar[About] = About("pages")
    one: Annotated[bool, unwritten("one")] = False
    next: Annotated[Locator | None, means("the link or button to the next page")] = None
    more: Annotated[Locator | None, means("the button that adds records to this page")] = None
    scroll: Annotated[Flag, means("records are added by scrolling")] = False
    max: Annotated[int | None, Between(1, 1_000_000), means("the file asks for no more pages")] = None


_PAGING = ("auto", "one")


def _paging(node: ScalarNode, notes: Notes) -> Paging:
    if node.text not in _PAGING:
        unknown_word(node, _PAGING, notes, "at most three are {max: 3}")
        raise Flawed(node.text)
    return Paging(one=node.text == "one")


def _controls(pairs: Pairs, node: Node, notes: Notes) -> tuple[tuple[Template, FillValue], ...]:
    del node
    return tuple((note_template(label.text, label.at, notes), value) for label, value in pairs)


_CONTROL = Annotated[FillValue, control_value(secret=False)]
_TEXT_OR_NUMBER = Annotated[Template, template("a text or a number", data=True, empty=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigate(Form):
    """Reach a listing."""

    about: ClassVar[About] = About("navigate")
    site: Annotated[str, text("a site's name"), means("which site; may be left out where there is one")] = ""
    start: Annotated[Template | None, ADDRESS, means("address, resolved against the site's url")] = None
    query: Annotated[
        Mapping[str, Template],
        Entries(_TEXT_OR_NUMBER, "names and values", by_name, least=1),
        means("parameters added to the address, each encoded"),
    ] = field(default_factory=dict[str, Template])
    path: Annotated[
        tuple[_PATH_STEP, ...],
        Items("words to follow", 1),
        means("what a person would follow, by the words on it"),
    ] = ()
    set: Annotated[
        tuple[tuple[Template, FillValue], ...],
        Entries(_CONTROL, "labels and values", _controls, least=1, filled=True),
        means("controls that this chore wants set, by label"),
    ] = ()
    objective: Annotated[Template | None, SENTENCE, means("a sentence for search and for the model")] = None
    for_each: Annotated[ForEach | None, means("one walk a row: lists, or a SELECT over an earlier table")] = None
    pages: Annotated[
        Paging,
        Either(
            "auto, one, or a map (next, more, scroll, max)",
            scalar=Annotated[Any, Leaf(_paging, {"enum": _PAGING})],
            mapping=Paging,
        ),
        means("how the listing goes on; default auto"),
    ] = Paging()
    pushdown: Annotated[
        Literal["auto", "exact", "trusting", "off"], WORD, means("how far controls are believed; default auto")
    ] = "auto"
    search: Annotated[SearchSpec, means("how the listing is looked for")] = SearchSpec()
    budget: Annotated[LimitsSpec, means("what this stage may spend")] = LimitsSpec()
    extracts: Annotated["tuple[Extract, ...]", unwritten("extracts")] = ()
    at: Place


# -- extract ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Begins(Form):
    """Where records begin."""

    about: ClassVar[About] = About("each")
    at: Annotated[Locator, means("a record begins at each match and reaches to the next")]

    def made(self, given: Given, notes: Notes) -> Locator:
        """The locator."""
        del given, notes
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail(Form):
    """The records' own pages: the column that leads there, and which are opened."""

    about: ClassVar[About] = About("detail")
    through: Annotated[Identifier | None, means("which link column leads to the record's own page")] = None
    fetch: Annotated[Literal["needed", "all"], WORD, means("which records' pages are opened")] = "needed"


Operator = Literal["=", ">=", "<=", ">", "<"]
_BOUND = re.compile(r"(=|==|>=|<=|>|<)?\s*([0-9]{1,9})")
_OPERATORS: Mapping[str | None, Operator] = {
    None: "=",
    "=": "=",
    "==": "=",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
}


def bound(node: Node, notes: Notes) -> tuple[Operator, int]:
    """A number of rows as an operator and a number: `5`, or `">= 1"`."""
    if not isinstance(node, ScalarNode) or node.kind in ("null", "boolean"):
        raise mismatch(node, 'a number of rows, such as 1 or ">= 1"', notes)
    found = _BOUND.fullmatch(written(node, "a number of rows", notes).strip())
    if found is None:
        hint = 'such as 1, "<= 20" or ">= 1"'
        raise notes.refuse(Code.BAD_ROWS, node.at, f"`{shorten(node.text)}` is no number of rows", hint)
    return _OPERATORS[found.group(1)], int(found.group(2))


BOUND = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(=|==|>=|<=|>|<)? *[0-9]+$"}]}
"""What `bound` accepts, as JSON Schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectRows(Form):
    """What the table must be: `rows` as an operator and a number; `>= 0` says that there may be none."""

    about: ClassVar[About] = About("expect")
    operator: Annotated[Operator, unwritten("operator")] = ">="
    rows: Annotated[  # as it is read a pair, which `made` takes apart
        int, Leaf(bound, BOUND), means('how many rows there must be; default ">= 1"')
    ] = 1
    all: Annotated[
        str | None, statement("a predicate such as price > 0"), means("a predicate that every row must satisfy")
    ] = None
    key_unique: Annotated[
        bool,
        As(Annotated[Literal["unique"], WORD], lambda _word, _node, _notes: True),
        means("the key must be unique", "key"),
    ] = False
    complete: Annotated[Flag, means("the table must be complete")] = False
    at: Annotated[SourceLine | None, unwritten("at")] = None  # of the predicate

    def made(self, given: Given, notes: Notes) -> "ExpectRows":
        """Takes the number of rows apart, and keeps where the predicate stands."""
        at = given.place("all")
        if "rows" not in given:
            return replace(self, at=at)
        operator, rows = bound(given.node("rows"), notes)
        return replace(self, operator=operator, rows=rows, at=at)

    @property
    def none_will_do(self) -> bool:
        """Whether the file says that there may be no rows."""
        return self.operator in (">=", "=") and self.rows <= 0


def _children(pairs: Pairs, node: Node, notes: Notes) -> "tuple[Extract, ...]":
    """Child tables as tables like others, each named by its key."""
    del node, notes
    tables: list[Extract] = []
    for name, child in pairs:
        values: dict[str, Any] = {one.name: getattr(child, one.name) for one in fields(Extract)}
        values.update(into=name.text, at=name.at)
        tables.append(Extract(**values))
    return tuple(tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract(Form):
    """Fill a table from the listing."""

    about: ClassVar[About] = About(
        "extract", elsewhere={"budget": "write it into the `navigate` before this, which opens the pages"}
    )
    into: Annotated[Identifier, means("the table")]
    each: Annotated[
        str | Locator | None,
        Either("a word, page, or {at: LOCATOR}", scalar=Annotated[str, text("a word")], mapping=_Begins),
        means("what one record is: a word, page, or {at: LOCATOR}"),
    ] = None
    within: Annotated[Locator | None, means("only the region under this heading, or at this locator", "in")] = None
    key: Annotated[
        tuple[str, ...],
        Either(
            "a list of columns",
            scalar=Annotated[Any, As(Identifier, lambda column, _node, _notes: (column,))],
            sequence=Annotated[tuple[Identifier, ...], Items("columns")],
        ),
        means("column or list of columns, [] for none; default the record's main link"),
    ] = ()
    keyless: Annotated[bool, unwritten("keyless")] = False  # `key: []`: every row that is found is kept
    fields: Annotated[Fields, means("name → type, or a map")]
    detail: Annotated[Detail, means("the records' own pages")] = Detail()
    tables: Annotated[
        "tuple[Extract, ...]",
        Entries(lambda: _ChildTable, "tables", _children, identifier, 1, pattern=SCHEMA_PATTERN),
        means("child tables on the detail page"),
    ] = ()
    through: Annotated[Template | None, unwritten("through")] = None
    source: Annotated[  # None: rendered, unless a lock has proven another
        Literal["rendered", "html", "json", "auto"] | None,
        WORD,
        means("what its pages are read from; default rendered"),
    ] = None
    expect: Annotated[ExpectRows, means("what the table must be")] = ExpectRows()
    accept: Annotated[
        frozenset[DoubtKind],
        As(
            Annotated[tuple[Annotated[DoubtKind, WORD], ...], Items("kinds of doubt", 1)],
            lambda kinds, _node, _notes: frozenset(kinds),
        ),
        means("doubts that the answer may rest on"),
    ] = frozenset[DoubtKind]()
    at: Place

    def made(self, given: Given, notes: Notes) -> "Extract":
        """Checks that the columns which other keys name are fields."""
        columns: dict[str, Field] = {one.name: one for one in self.fields}
        wrong = [column for column in self.key if column not in columns]
        for column in wrong:
            hint = nearest(column, columns)
            notes.note(Code.UNKNOWN_COLUMN, given.place("key"), f"key column `{column}` is no field", hint)
        through = self.detail.through
        if through is not None and (through not in columns or columns[through].type.kind != "link"):
            links = [one.name for one in self.fields if one.type.kind == "link"]
            problem = f"`through: {through}` is no link column"
            notes.note(Code.UNKNOWN_COLUMN, given.place("detail"), problem, nearest(through, links))
            wrong.append(through)
        if wrong:
            raise Flawed(self.into)
        return replace(self, keyless="key" in given and not self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChildTable(Extract):
    """A child table."""

    about: ClassVar[About] = About("tables", definition="child_table")
    into: Name
    through: Annotated[Template | None, SENTENCE, means("the words of the link behind which they continue")] = None
    source: Annotated[Literal["rendered", "html", "json", "auto"] | None, unwritten("source")] = None
