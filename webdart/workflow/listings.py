"""Reads how a listing is reached and which tables are filled from it.

See docs/reference/navigate.md and docs/reference/extract.md.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from webdart.doubt_kinds import DOUBTS, DoubtKind
from webdart.workflow.budgets import BUDGET
from webdart.workflow.fields import FIELDS
from webdart.workflow.for_each import FOR_EACH
from webdart.workflow.locators import LOCATOR
from webdart.workflow.model import (
    Detail,
    ExpectRows,
    Extract,
    FillValue,
    LimitsSpec,
    Locator,
    Navigate,
    Paging,
    PathStep,
    SearchSpec,
)
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import (
    Definitions,
    Either,
    Flawed,
    Given,
    Key,
    Later,
    ListOf,
    MapOf,
    Mapped,
    Notes,
    Schema,
    Shape,
    Table,
    keys,
    mismatch,
    nearest,
    shorten,
)
from webdart.workflow.scalars import (
    ADDRESS,
    IDENTIFIER_PATTERN,
    NAME,
    Boolean,
    Choice,
    Integer,
    Source,
    TemplateText,
    Text,
    identifier,
    note_template,
    written,
)
from webdart.workflow.steps import ControlValue
from webdart.workflow.templates import Template

# -- navigate -------------------------------------------------------------------------------------------------

_FIND = Key("find", TemplateText("words on the page"), "words that may stand on a later page of a list", required=True)


def _find(given: Given, notes: Notes) -> PathStep:
    del notes
    return PathStep(words=given[_FIND], find=True, at=given.at)


def _follow(words: Template, node: Node, notes: Notes) -> PathStep:
    del notes
    return PathStep(words=words, at=node.at)


_PATH_STEP: Shape[PathStep] = Either(
    "words to follow, or {find: …}",
    scalar=Mapped(TemplateText("words on the page"), _follow),
    mapping=Table("path", keys(_FIND), _find, "Words that may stand on a later page of a list."),
)

_STRATEGY = Key(
    "strategy",
    Choice[Literal["best_first", "one_way", "rollback", "branch", "plan_mcts"]](
        ("best_first", "one_way", "rollback", "branch", "plan_mcts")
    ),
    "which state is expanded next",
)
_POLICY = Key(
    "policy", Choice[Literal["auto", "heuristic", "model"]](("auto", "heuristic", "model")), "who proposes actions"
)


def _search(given: Given, notes: Notes) -> SearchSpec:
    del notes
    return SearchSpec(strategy=given.get(_STRATEGY, "best_first"), policy=given.get(_POLICY, "auto"))


SEARCH: Table[SearchSpec] = Table("search", keys(_STRATEGY, _POLICY), _search, "How the listing is looked for.")

_NEXT = Key("next", LOCATOR, "the link or button to the next page")
_MORE = Key("more", LOCATOR, "the button that adds records to this page")
_SCROLL = Key("scroll", Boolean(), "records are added by scrolling")
_MAX = Key("max", Integer(1, 1_000_000), "the file asks for no more pages")


def _paging(given: Given, notes: Notes) -> Paging:
    del notes
    return Paging(next=given.get(_NEXT), more=given.get(_MORE), scroll=given.get(_SCROLL, False), max=given.get(_MAX))


def _paging_word(word: str, node: Node, notes: Notes) -> Paging:
    del node, notes
    return Paging(one=word == "one")


_PAGES: Shape[Paging] = Either(
    "auto, one, or a map (next, more, scroll, max)",
    scalar=Mapped(Choice(("auto", "one"), "at most three are {max: 3}"), _paging_word),
    mapping=Table("pages", keys(_NEXT, _MORE, _SCROLL, _MAX), _paging, "How the listing goes on."),
)


@dataclass(frozen=True, slots=True)
class _Controls:
    """`set`: label → value."""

    def read(self, node: Node, notes: Notes) -> tuple[tuple[Template, FillValue], ...]:
        pairs = MapOf(ControlValue(secret=False), "labels and values", least=1, filled=True).read(node, notes)
        return tuple((note_template(key.text, key.at, notes), value) for key, value in pairs)

    def schema(self, definitions: Definitions) -> Schema:
        return MapOf(ControlValue(secret=False), "labels and values", least=1, filled=True).schema(definitions)


def _sentence(text: str, node: Node, notes: Notes) -> Template:
    del notes
    return Template.literal(text, node.at)


SENTENCE: Shape[Template] = Mapped(Text("a sentence"), _sentence)

_SITE = Key("site", Text("a site's name"), "which site; may be left out where there is one")
_START = Key("start", ADDRESS, "address, resolved against the site's url")
_QUERY = Key(
    "query",
    MapOf(TemplateText("a text or a number", data=True, empty=True), "names and values", least=1),
    "parameters added to the address, each encoded",
)
_PATH = Key("path", ListOf(_PATH_STEP, "words to follow", 1), "what a person would follow, by the words on it")
_SET = Key("set", _Controls(), "controls that this chore wants set, by label")
_OBJECTIVE = Key("objective", SENTENCE, "a sentence for search and for the model")
_FOR_EACH = Key("for_each", FOR_EACH, "one walk a row: lists, or a SELECT over an earlier table")
_PAGES_KEY = Key("pages", _PAGES, "how the listing goes on; default auto")
_PUSHDOWN = Key(
    "pushdown",
    Choice[Literal["auto", "exact", "trusting", "off"]](("auto", "exact", "trusting", "off")),
    "how far controls are believed; default auto",
)
_SEARCH_KEY = Key("search", SEARCH, "how the listing is looked for")
_BUDGET = Key("budget", BUDGET, "what this stage may spend")


def _navigate(given: Given, notes: Notes) -> Navigate:
    del notes
    return Navigate(
        site=given.get(_SITE, ""),
        start=given.get(_START),
        query={key.text: value for key, value in given.get(_QUERY, ())},
        path=given.get(_PATH, ()),
        set=given.get(_SET, ()),
        objective=given.get(_OBJECTIVE),
        for_each=given.get(_FOR_EACH),
        pages=given.get(_PAGES_KEY, Paging()),
        pushdown=given.get(_PUSHDOWN, "auto"),
        search=given.get(_SEARCH_KEY, SearchSpec()),
        budget=given.get(_BUDGET, LimitsSpec()),
        at=given.at,
    )


NAVIGATE: Table[Navigate] = Table(
    "navigate",
    keys(_SITE, _START, _QUERY, _PATH, _SET, _OBJECTIVE, _FOR_EACH, _PAGES_KEY, _PUSHDOWN, _SEARCH_KEY, _BUDGET),
    _navigate,
    "Reach a listing.",
)

# -- extract --------------------------------------------------------------------------------------------------

_BEGINS = Key("at", LOCATOR, "a record begins at each match and reaches to the next", required=True)


def _begins(given: Given, notes: Notes) -> str | Locator:
    del notes
    return given[_BEGINS]


_EACH_SHAPE: Shape[str | Locator] = Either(
    "a word, page, or {at: LOCATOR}",
    scalar=Text("a word"),
    mapping=Table("each", keys(_BEGINS), _begins, "Where records begin."),
)


@dataclass(frozen=True, slots=True)
class _Columns:
    """A column or a list of columns; an empty list where no columns tell rows apart."""

    def read(self, node: Node, notes: Notes) -> tuple[str, ...]:
        if isinstance(node, ScalarNode) and node.kind != "null":
            return (NAME.read(node, notes),)
        return ListOf(NAME, "columns", 0).read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        return {"anyOf": [NAME.schema(definitions), ListOf(NAME, "columns", 0).schema(definitions)]}


_THROUGH = Key("through", NAME, "which link column leads to the record's own page")
_FETCH = Key("fetch", Choice[Literal["needed", "all"]](("needed", "all")), "which records' pages are opened")


def _detail(given: Given, notes: Notes) -> Detail:
    del notes
    return Detail(through=given.get(_THROUGH), fetch=given.get(_FETCH) or "needed")


_DETAIL: Table[Detail] = Table("detail", keys(_THROUGH, _FETCH), _detail, "The records' own pages.")

_BOUND = re.compile(r"(=|==|>=|<=|>|<)?\s*([0-9]{1,9})")
_OPERATORS: dict[str | None, Literal["=", ">=", "<=", ">", "<"]] = {
    None: "=",
    "=": "=",
    "==": "=",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
}


@dataclass(frozen=True, slots=True)
class Bound:
    """A number of rows: `5`, or `">= 1"`."""

    def read(self, node: Node, notes: Notes) -> tuple[Literal["=", ">=", "<=", ">", "<"], int]:
        """The operator and the number."""
        if not isinstance(node, ScalarNode) or node.kind in ("null", "boolean"):
            raise mismatch(node, 'a number of rows, such as 1 or ">= 1"', notes)
        found = _BOUND.fullmatch(written(node, "a number of rows", notes).strip())
        if found is None:
            raise notes.refuse(node.at, f"`{shorten(node.text)}` is no number of rows", 'such as 1, "<= 20" or ">= 1"')
        return _OPERATORS[found.group(1)], int(found.group(2))

    def schema(self, definitions: Definitions) -> Schema:
        """An integer, or an operator and a number."""
        del definitions
        return {
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(=|==|>=|<=|>|<)? *[0-9]+$"}]
        }


_EXPECT_ROWS = Key("rows", Bound(), 'how many rows there must be; default ">= 1"')
_EXPECT_ALL = Key("all", Source("a predicate such as price > 0"), "a predicate that every row must satisfy")
_EXPECT_KEY = Key("key", Choice[Literal["unique"]](("unique",)), "the key must be unique")
_EXPECT_COMPLETE = Key("complete", Boolean(), "the table must be complete")


def _expect(given: Given, notes: Notes) -> ExpectRows:
    del notes
    operator, count = given.get(_EXPECT_ROWS, (">=", 1))
    return ExpectRows(
        operator=operator,
        rows=count,
        all=given.get(_EXPECT_ALL),
        key_unique=_EXPECT_KEY in given,
        complete=given.get(_EXPECT_COMPLETE, False),
        at=given.place(_EXPECT_ALL),
    )


_EXPECT_TABLE: Table[ExpectRows] = Table(
    "expect", keys(_EXPECT_ROWS, _EXPECT_ALL, _EXPECT_KEY, _EXPECT_COMPLETE), _expect, "What the table must be."
)


def _children() -> Shape[tuple[Extract, ...]]:
    return _CHILDREN


_INTO = Key("into", NAME, "the table", required=True)
_EACH = Key("each", _EACH_SHAPE, "what one record is: a word, page, or {at: LOCATOR}")
_IN = Key("in", LOCATOR, "only the region under this heading, or at this locator")
_KEY = Key("key", _Columns(), "column or list of columns, [] for none; default the record's main link")
_FIELDS = Key("fields", FIELDS, "name → type, or a map", required=True)
_DETAIL_KEY = Key("detail", _DETAIL, "the records' own pages")
_TABLES = Key("tables", Later(_children), "child tables on the detail page")
_EXPECT = Key("expect", _EXPECT_TABLE, "what the table must be")
_ACCEPT = Key("accept", ListOf(Choice[DoubtKind](DOUBTS), "kinds of doubt", 1), "doubts that the answer may rest on")
_CHILD_THROUGH = Key("through", SENTENCE, "the words of the link behind which they continue")

_SHARED = keys(_EACH, _IN, _KEY, _FIELDS, _DETAIL_KEY, _TABLES, _EXPECT, _ACCEPT)


def _table(given: Given, notes: Notes) -> Extract:
    fields = given[_FIELDS]
    columns = {field.name: field for field in fields}
    wrong = [column for column in given.get(_KEY, ()) if column not in columns]
    for column in wrong:
        notes.note(given.place(_KEY), f"key column `{column}` is no field", nearest(column, columns))
    through = given.get(_DETAIL_KEY, Detail()).through
    if through is not None and (through not in columns or columns[through].type.kind != "link"):
        links = [field.name for field in fields if field.type.kind == "link"]
        notes.note(given.place(_DETAIL_KEY), f"`through: {through}` is no link column", nearest(through, links))
        wrong.append(through)
    if wrong:
        raise Flawed(given.get(_INTO, ""))
    return Extract(
        into=given.get(_INTO, ""),
        fields=fields,
        each=given.get(_EACH),
        within=given.get(_IN),
        key=given.get(_KEY, ()),
        keyless=given.get(_KEY) == (),
        detail=given.get(_DETAIL_KEY, Detail()),
        tables=given.get(_TABLES, ()),
        through=given.get(_CHILD_THROUGH),
        expect=given.get(_EXPECT, ExpectRows()),
        accept=frozenset[DoubtKind](given.get(_ACCEPT, ())),
        at=given.at,
    )


def _named(pairs: tuple[tuple[ScalarNode, Extract], ...], node: Node, notes: Notes) -> tuple[Extract, ...]:
    del node, notes
    return tuple(replace(table, into=key.text, at=key.at) for key, table in pairs)


_CHILD: Table[Extract] = Table("tables", keys(*_SHARED, _CHILD_THROUGH), _table, "A child table.", "child_table")
_CHILDREN: Shape[tuple[Extract, ...]] = Mapped(MapOf(_CHILD, "tables", identifier, 1, IDENTIFIER_PATTERN), _named)
EXTRACT: Table[Extract] = Table(
    "extract",
    keys(_INTO, *_SHARED),
    _table,
    "Fill a table from the listing.",
    elsewhere={"budget": "write it into the `navigate` before this, which opens the pages"},
)
