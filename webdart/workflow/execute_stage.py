"""Defines an `execute` stage: `sql`, `python`, `ask` or `act` (docs/reference/execute.md)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from webdart.errors import SourceLine
from webdart.values import replace
from webdart.workflow.budgets import LimitsSpec
from webdart.workflow.codes import Code
from webdart.workflow.for_each import ForEach
from webdart.workflow.forms import About, As, Form, Given, Leaf, Place, means, unwritten
from webdart.workflow.listings import BOUND, SearchSpec, bound
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Notes
from webdart.workflow.requests import REQUESTS, RequestShape
from webdart.workflow.scalars import AS_WRITTEN, WORD, Identifier, source, statement, template, text
from webdart.workflow.steps import ExpectStep, Step, Steps
from webdart.workflow.templates import Template


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


# -- act --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsBound:
    """`rows` of an `act`: how many rows `for_each` may give."""

    least: int = 0
    most: int | None = 1


def _bound(node: Node, notes: Notes) -> RowsBound:
    operator, count = bound(node, notes)
    match operator:
        case ">=":
            return RowsBound(least=count, most=None)
        case ">":
            return RowsBound(least=count + 1, most=None)
        case "<":
            if count == 0:
                raise notes.refuse(Code.BAD_ROWS, node.at, "fewer than no rows", 'such as 1, "<= 20" or ">= 1"')
            return RowsBound(most=count - 1)
        case _:
            return RowsBound(most=count)


def _verify(steps: tuple[Step, ...], node: Node, notes: Notes) -> tuple[Step, ...]:
    """Steps of which at least one is an `expect`."""
    if not any(isinstance(step, ExpectStep) for step in steps):
        raise notes.refuse(Code.KEY_NEEDS_KEY, node.at, "`verify` expects nothing", "end it with `- expect: …`")
    return steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Form):
    """Write back to a site."""

    about: ClassVar[About] = About("act")
    site: Annotated[str, text("a site's name"), means("which site; may be left out where there is one")] = ""
    for_each: Annotated[ForEach | None, means("the steps run once a row")] = None
    rows: Annotated[
        RowsBound | None, Leaf(_bound, BOUND), means("how many rows there may be, checked before the first write")
    ] = None
    steps: Annotated[Steps, means("what is done")] = ()
    objective: Annotated[
        Template | None,
        template("a sentence", data=True),
        means("instead of steps: a sentence for the short-horizon policy"),
    ] = None
    search: Annotated[SearchSpec, means("how the objective is looked for")] = SearchSpec()
    writes: Annotated[tuple[RequestShape, ...], REQUESTS, means("shapes of the requests that this stage may make")] = ()
    verify: Annotated[tuple[Step, ...], As(Steps, _verify), means("the wanted state, as steps with `expect`")] = ()
    on_error: Annotated[Literal["stop", "next"], WORD, means("stop (default), or the next row")] = "stop"
    into: Annotated[str | None, unwritten("into")] = None
    budget: Annotated[LimitsSpec, means("what this stage may spend")] = LimitsSpec()
    at: Place

    def made(self, given: Given, notes: Notes) -> "Act":
        """Checks what excludes what, and how many rows the file itself gives."""
        if self.steps and self.objective is not None:
            problem = "`objective:` beside `steps:`"
            raise notes.refuse(Code.KEYS_EXCLUDE, given.place("objective"), problem, "one of the two")
        if not self.steps and self.objective is None:
            raise notes.refuse(Code.MISSING_KEY, given.at, "`act` does nothing", "give it `steps:`")
        if "search" in given and self.objective is None:
            problem = "`search:` beside `steps:`"
            raise notes.refuse(Code.KEYS_EXCLUDE, given.place("search"), problem, "it belongs to `objective:`")
        if self.rows is not None and self.for_each is None:
            hint = "it bounds the rows of `for_each:`"
            raise notes.refuse(Code.KEY_NEEDS_KEY, given.place("rows"), "`rows:` without `for_each:`", hint)
        self._check_rows(given, notes)
        return self

    def _check_rows(self, given: Given, notes: Notes) -> None:
        """A list of the file has a known length; how many rows a SELECT gives is checked before the first write."""
        if self.for_each is None or not self.for_each.columns:
            return
        count = len(next(iter(self.for_each.columns.values())))
        if self.rows is None:
            if count > 1:
                problem, hint = (
                    f"`for_each` has {count} rows, and `rows:` is missing",
                    f"say that it is meant: rows: {count}",
                )
                raise notes.refuse(Code.BAD_ROWS, given.place("for_each"), problem, hint)
        elif count < self.rows.least or (self.rows.most is not None and count > self.rows.most):
            problem = f"`for_each` has {count} rows, which `rows:` does not allow"
            raise notes.refuse(Code.BAD_ROWS, given.place("rows"), problem)


Executed = Sql | Python | Ask | Act

# -- execute ----------------------------------------------------------------------------------------------------


def _statement(node: Node, notes: Notes) -> Sql:
    return Sql(sql=statement("a SELECT").read(node, notes), at=node.at)


def _script(node: Node, notes: Notes) -> Python:
    script = source("a script").read(node, notes)
    # the text of a block begins below its `|`
    below = isinstance(node, ScalarNode) and node.block
    begins = SourceLine(node.at.file, node.at.line + 1, 1) if below else node.at
    return Python(source=script, begins=begins, at=node.at)


def _question(node: Node, notes: Notes) -> Ask:
    return Ask(question=text("a question").read(node, notes), at=node.at)


_STRING = {"type": "string"}
_WAYS = ("sql", "python", "ask", "act")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Execute(Form):
    """Compute or write back."""

    about: ClassVar[About] = About("execute", shorthand="sql", expected=f"a SELECT, or a map ({', '.join(_WAYS)})")
    sql: Annotated[Sql | None, Leaf(_statement, _STRING), means("one SELECT over the tables, DuckDB's dialect")] = None
    python: Annotated[Python | None, Leaf(_script, _STRING), means("a sandboxed script that sets `answer`")] = None
    ask: Annotated[Ask | None, Leaf(_question, AS_WRITTEN), means("a question, for which a model writes SQL")] = None
    act: Annotated[Act | None, means("write back to a site")] = None
    into: Annotated[Identifier | None, means("names the result as a table for later stages")] = None
    budget: Annotated[LimitsSpec, means("what this stage may spend")] = LimitsSpec()

    def made(self, given: Given, notes: Notes) -> Executed:
        """The one of four that the stage does."""
        ways = given.present(*_WAYS)
        if len(ways) != 1:
            problem = f"`{ways[0]}:` beside `{ways[1]}:`" if ways else "`execute` computes nothing"
            raise notes.refuse(Code.BAD_STAGE, given.at, problem, f"one of {', '.join(_WAYS)} a stage")
        if self.act is not None:
            for name in given.present("into", "budget"):
                hint = "only a result of sql, python or ask has a name" if name == "into" else "put it inside `act:`"
                raise notes.refuse(Code.KEYS_EXCLUDE, given.place(name), f"`{name}:` beside `act:`", hint)
            return self.act
        computed = self.sql or self.python or self.ask
        assert computed is not None
        return replace(computed, into=self.into, budget=self.budget)


Execute = Annotated[Executed, As(_Execute)]
