"""Reads an `execute` stage: `sql`, `python`, `ask` or `act` (docs/reference/execute.md)."""

from dataclasses import dataclass, replace
from typing import Literal

from webdart.errors import SourceLine
from webdart.workflow.budgets import BUDGET
from webdart.workflow.for_each import FOR_EACH
from webdart.workflow.listings import SEARCH, Bound
from webdart.workflow.model import Act, Ask, ExpectStep, LimitsSpec, Python, Rows, RowsBound, SearchSpec, Sql, Step
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Definitions, Either, Given, Key, Mapped, Notes, Schema, Shape, Table, keys
from webdart.workflow.requests import REQUESTS
from webdart.workflow.scalars import NAME, Choice, Source, TemplateText, Text
from webdart.workflow.steps import STEPS

Executed = Sql | Python | Ask | Act

# -- act ------------------------------------------------------------------------------------------------------


def _bound(given: tuple[str, int], node: Node, notes: Notes) -> RowsBound:
    operator, count = given
    match operator:
        case ">=":
            return RowsBound(least=count, most=None)
        case ">":
            return RowsBound(least=count + 1, most=None)
        case "<":
            if count == 0:
                raise notes.refuse(node.at, "fewer than no rows", 'such as 1, "<= 20" or ">= 1"')
            return RowsBound(most=count - 1)
        case _:
            return RowsBound(most=count)


@dataclass(frozen=True, slots=True)
class _Verify:
    """`verify`: steps of which at least one is an `expect`."""

    def read(self, node: Node, notes: Notes) -> tuple[Step, ...]:
        steps = STEPS.read(node, notes)
        if not any(isinstance(step, ExpectStep) for step in steps):
            raise notes.refuse(node.at, "`verify` expects nothing", "end it with `- expect: …`")
        return steps

    def schema(self, definitions: Definitions) -> Schema:
        return STEPS.schema(definitions)


_SITE = Key("site", Text("a site's name"), "which site; may be left out where there is one")
_FOR_EACH = Key("for_each", FOR_EACH, "the steps run once a row")
_ROWS = Key("rows", Mapped(Bound(), _bound), "how many rows there may be, checked before the first write")
_STEPS = Key("steps", STEPS, "what is done")
_OBJECTIVE = Key(
    "objective", TemplateText("a sentence", data=True), "instead of steps: a sentence for the short-horizon policy"
)
_SEARCH = Key("search", SEARCH, "how the objective is looked for")
_WRITES = Key("writes", REQUESTS, "shapes of the requests that this stage may make")
_VERIFY = Key("verify", _Verify(), "the wanted state, as steps with `expect`")
_ON_ERROR = Key("on_error", Choice[Literal["stop", "next"]](("stop", "next")), "stop (default), or the next row")
_ACT_BUDGET = Key("budget", BUDGET, "what this stage may spend")


def _act(given: Given, notes: Notes) -> Act:
    steps, objective = given.get(_STEPS, ()), given.get(_OBJECTIVE)
    if (objective is None) == (not steps):
        if steps:
            raise notes.refuse(given.place(_OBJECTIVE), "`objective:` beside `steps:`", "one of the two")
        raise notes.refuse(given.at, "`act` does nothing", "give it `steps:`")
    if _SEARCH in given and objective is None:
        raise notes.refuse(given.place(_SEARCH), "`search:` beside `steps:`", "it belongs to `objective:`")
    rows, for_each = given.get(_ROWS), given.get(_FOR_EACH)
    if rows is not None and for_each is None:
        raise notes.refuse(given.place(_ROWS), "`rows:` without `for_each:`", "it bounds the rows of `for_each:`")
    if for_each is not None:
        _check_rows(for_each, rows, given, notes)
    return Act(
        site=given.get(_SITE, ""),
        for_each=for_each,
        rows=rows,
        steps=steps,
        objective=objective,
        search=given.get(_SEARCH, SearchSpec()),
        writes=given.get(_WRITES, ()),
        verify=given.get(_VERIFY, ()),
        on_error=given.get(_ON_ERROR) or "stop",
        budget=given.get(_ACT_BUDGET, LimitsSpec()),
        at=given.at,
    )


def _check_rows(for_each: Rows, rows: RowsBound | None, given: Given, notes: Notes) -> None:
    """A list of the file has a known length; how many rows a SELECT gives is checked before the first write."""
    if not for_each.columns:
        return
    count = len(next(iter(for_each.columns.values())))
    if rows is None:
        if count > 1:
            hint = f"say that it is meant: rows: {count}"
            raise notes.refuse(given.place(_FOR_EACH), f"`for_each` has {count} rows, and `rows:` is missing", hint)
    elif count < rows.least or (rows.most is not None and count > rows.most):
        raise notes.refuse(given.place(_ROWS), f"`for_each` has {count} rows, which `rows:` does not allow")


ACT: Table[Act] = Table(
    "act",
    keys(_SITE, _FOR_EACH, _ROWS, _STEPS, _OBJECTIVE, _SEARCH, _WRITES, _VERIFY, _ON_ERROR, _ACT_BUDGET),
    _act,
    "Write back to a site.",
)

# -- execute --------------------------------------------------------------------------------------------------


def _statement(sql: str, node: Node, notes: Notes) -> Sql:
    del notes
    return Sql(sql=sql, at=node.at)


def _script(source: str, node: Node, notes: Notes) -> Python:
    del notes
    # the text of a block begins below its `|`
    below = isinstance(node, ScalarNode) and node.block
    begins = SourceLine(node.at.file, node.at.line + 1, 1) if below else node.at
    return Python(source=source, begins=begins, at=node.at)


def _question(question: str, node: Node, notes: Notes) -> Ask:
    del notes
    return Ask(question=question, at=node.at)


_SELECT = Mapped(Source("a SELECT"), _statement)
_SQL = Key("sql", _SELECT, "one SELECT over the tables, DuckDB's dialect")
_PYTHON = Key("python", Mapped(Source("a script"), _script), "a sandboxed script that sets `answer`")
_ASK = Key("ask", Mapped(Text("a question"), _question), "a question, for which a model writes SQL")
_ACT = Key("act", ACT, "write back to a site")
_INTO = Key("into", NAME, "names the result as a table for later stages")
_BUDGET = Key("budget", BUDGET, "what this stage may spend")
_KINDS = keys(_SQL, _PYTHON, _ASK, _ACT)


def _execute(given: Given, notes: Notes) -> Executed:
    kinds = given.present(_KINDS)
    if len(kinds) != 1:
        problem = f"`{kinds[0]}:` beside `{kinds[1]}:`" if kinds else "`execute` computes nothing"
        raise notes.refuse(given.at, problem, "one of sql, python, ask, act a stage")
    act = given.get(_ACT)
    if act is not None:
        for key in (_INTO, _BUDGET):
            if key in given:
                hint = "only a result of sql, python or ask has a name" if key is _INTO else "put it inside `act:`"
                raise notes.refuse(given.place(key), f"`{key.name}:` beside `act:`", hint)
        return act
    computed = given.get(_SQL) or given.get(_PYTHON) or given.get(_ASK)
    assert computed is not None
    return replace(computed, into=given.get(_INTO), budget=given.get(_BUDGET, LimitsSpec()))


EXECUTE: Shape[Executed] = Either(
    "a SELECT, or a map (sql, python, ask, act)",
    scalar=_SELECT,
    mapping=Table("execute", keys(*_KINDS, _INTO, _BUDGET), _execute, "Compute or write back."),
)
