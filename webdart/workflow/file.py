"""Reads the top level of a workflow file and its list of stages.

See docs/reference/file.md.
"""

import re
import string
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from webdart.errors import SourceLine
from webdart.workflow.budgets import BUDGET
from webdart.workflow.execute_stage import EXECUTE, Executed
from webdart.workflow.listings import EXTRACT, NAVIGATE
from webdart.workflow.model import Answer, Extract, LimitsSpec, Navigate, Parameter, Site, Stage
from webdart.workflow.nodes import ListNode, Node, ScalarNode
from webdart.workflow.parameters import PARAMETERS
from webdart.workflow.reader import (
    Definitions,
    Flawed,
    Given,
    Key,
    MapOf,
    Mapped,
    Notes,
    Schema,
    Scope,
    Shape,
    Table,
    keys,
    mismatch,
    shorten,
)
from webdart.workflow.scalars import Choice, TemplateText, Text, checked, identifier
from webdart.workflow.sites import SITE
from webdart.workflow.templates import Template

FORMAT = 1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file says, before the parts are held against one another."""

    name: str | None
    description: str
    params: tuple[Parameter, ...]
    sites: tuple[Site, ...]
    stages: tuple[Stage, ...]
    task: str | None
    answer: Answer
    budget: LimitsSpec


# -- single keys ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Format:
    """`webdart: 1`."""

    def read(self, node: Node, notes: Notes) -> int:
        if isinstance(node, ScalarNode) and node.kind == "integer" and node.integer == FORMAT:
            return FORMAT
        if isinstance(node, ScalarNode) and node.kind == "integer" and node.integer > FORMAT:
            raise notes.refuse(node.at, f"format {shorten(node.text)} of workflow files", "use a newer webdart")
        raise mismatch(node, "the number 1 (the format of the file)", notes)

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"const": FORMAT}


def _bad_name(text: str) -> str | None:
    if re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9-]{0,62}[A-Za-z0-9])?", text):
        return None
    return f"`{shorten(text)}` is no workflow's name; letters, digits and -, such as top-reviewed"


def _needed(text: str, node: Node, notes: Notes) -> str:
    found = re.fullmatch(r"webdart\s*>=\s*([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})", text.strip())
    if found is None:
        raise notes.refuse(node.at, f"`{shorten(text)}` names no version", "such as: webdart >= 0.3")
    here = installed_version()
    if _numbers(found.group(1)) > _numbers(here):
        raise notes.refuse(node.at, f"the file needs webdart {found.group(1)}, this is {here}", "use a newer webdart")
    return text


def installed_version() -> str:
    """The version of webdart that runs."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - 17 ms that few files need

    try:
        return version("webdart")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0.1.0"


def _numbers(text: str) -> tuple[int, ...]:
    return (*(int(part) for part in re.findall(r"[0-9]+", text)[:4]), 0, 0, 0)[:4]


def _bad_format(text: str) -> str | None:
    hint = "{column}; round and format numbers in the SQL; a brace itself is written twice"
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError as error:
        return f"no format ({error}); {hint}"
    for _, name, spec, conversion in parts:
        if name is None:
            continue
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or conversion or spec:
            shown = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            return f"`{{{shorten(shown)}}}` is no column; {hint}"
    return None


_SHAPE = Key(
    "shape",
    Choice[Literal["value", "list", "map", "table"]](("value", "list", "map", "table")),
    "default: what the query can give",
)
_FORMAT = Key("format", checked(_bad_format, "a format such as {name} ({reviews})"), "a row's text: {column}")
_JOIN = Key("join", Text("a separator", empty=True), "what stands between rows; default a line break")


def _answer(given: Given, notes: Notes) -> Answer:
    del notes
    return Answer(shape=given.get(_SHAPE), format=given.get(_FORMAT), join=given.get(_JOIN, "\n"), at=given.at)


_ANSWER: Table[Answer] = Table("answer", keys(_SHAPE, _FORMAT, _JOIN), _answer, "What is printed.")


def _site_name(key: ScalarNode, notes: Notes) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,62}", key.text):
        raise notes.refuse(key.at, f"`{shorten(key.text)}` is no site's name", "letters, digits, _ and -")
    return key.text


def _sites(pairs: tuple[tuple[ScalarNode, Site], ...], node: Node, notes: Notes) -> tuple[Site, ...]:
    del node, notes
    return tuple(replace(site, name=key.text, at=key.at) for key, site in pairs)


# -- stages ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Scoped(Generic[T]):
    """A stage with a `row` of its own; an `extract` shares that of the `navigate` before it."""

    inner: Shape[T]

    def read(self, node: Node, notes: Notes) -> T:
        notes.scope = Scope(notes.stage)
        return self.inner.read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        return self.inner.schema(definitions)


@dataclass(frozen=True, slots=True)
class UseOf:
    """`use`: which file, and the values of its parameters, by the place of their names."""

    file: str
    values: tuple[tuple[ScalarNode, Template], ...]
    at: SourceLine


_USE_FILE = Key(
    "file", Text("a file or the name of one of the library"), "below this file's folder, or in the library", True
)
_USE_WITH = Key(
    "with", MapOf(TemplateText("a value", empty=True), "parameters and values", identifier), "values of its parameters"
)


def _use(given: Given, notes: Notes) -> UseOf:
    del notes
    return UseOf(given[_USE_FILE], given.get(_USE_WITH, ()), given.place(_USE_FILE))


USE: Table[UseOf] = Table(
    "use",
    keys(_USE_FILE, _USE_WITH),
    _use,
    "The stages of another file.",
    elsewhere={"budget": "write it into the `navigate` or `act` of the used file, or at the top for the whole run"},
)
_NAVIGATE = Key("navigate", _Scoped(NAVIGATE), "reach a listing")
_EXTRACT = Key("extract", EXTRACT, "fill a table from the listing of the `navigate` before it")
_EXECUTE = Key("execute", _Scoped(EXECUTE), "compute, or write back")
_USE = Key("use", USE, "another file's stages")
_STAGE_KEYS = keys(_NAVIGATE, _EXTRACT, _EXECUTE, _USE)

_Part = Navigate | Extract | Executed | UseOf


def _part(given: Given, notes: Notes) -> _Part:
    present = given.present(_STAGE_KEYS)
    if len(present) != 1:
        problem = f"`{present[0]}:` and `{present[1]}:` in one stage" if present else "an empty stage"
        raise notes.refuse(given.at, problem, "one stage a dash: put `- ` before each of navigate, extract, execute")
    part = given.get(_NAVIGATE) or given.get(_EXTRACT) or given.get(_EXECUTE) or given.get(_USE)
    assert part is not None
    return part


def _part_here(notes: Notes) -> int:
    """Which part the stage that is being read is of."""
    return notes.parts[notes.stage] if notes.parts else 0


_STAGE: Table[_Part] = Table("", _STAGE_KEYS, _part, "One stage.", "stage")


@dataclass(frozen=True, slots=True)
class _Stages:
    """The list of stages; the flawed ones are left out, so that the others can still be held against one another."""

    def read(self, node: Node, notes: Notes) -> tuple[Stage, ...]:
        if not isinstance(node, ListNode):
            raise mismatch(node, "a list of stages (each with a dash before it)", notes)
        if not node.items:
            raise notes.refuse(node.at, "no stages", "navigate, extract, execute")
        stages: list[Stage] = []
        before: _Part | None = None
        for notes.stage, item in enumerate(node.items):
            try:
                before = self._join(_STAGE.read(item, notes), before, stages, notes)
            except Flawed:
                notes.partial = True
                before = UseOf("", (), item.at)  # of which nothing is known
        notes.scope = None
        return tuple(stages)

    def _join(self, part: _Part, before: _Part | None, stages: list[Stage], notes: Notes) -> _Part:
        """Put a part behind the stages before it; an `extract` goes into its `navigate`."""
        match part:
            case Extract():
                if isinstance(before, Navigate) and notes.stage_parts[-1] == _part_here(notes):
                    joined = replace(before, extracts=(*before.extracts, part))
                    stages[-1] = joined
                    return joined
                if not isinstance(before, UseOf):
                    hint = "put `- navigate: …` right before it; several `extract` may follow one `navigate`"
                    raise notes.refuse(part.at, "`extract` without a `navigate` before it", hint)
            case UseOf():
                pass
            case _:
                stages.append(part)
                notes.stage_parts.append(_part_here(notes))
        return part

    def schema(self, definitions: Definitions) -> Schema:
        return {"type": "array", "items": _STAGE.schema(definitions), "minItems": 1}


# -- the file -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lenient(Generic[T]):
    """A part without which the rest can still be checked: `instead` stands for it where it is flawed."""

    inner: Shape[T]
    instead: T

    def read(self, node: Node, notes: Notes) -> T:
        try:
            return self.inner.read(node, notes)
        except Flawed:
            notes.partial = True
            return self.instead

    def schema(self, definitions: Definitions) -> Schema:
        return self.inner.schema(definitions)


_WEBDART = Key("webdart", _Lenient(_Format(), 0), "the format: 1", required=True)
_NAME = Key("name", _Lenient(checked(_bad_name, "a name"), ""), "letters, digits, -; default the file's name")
_DESCRIPTION = Key("description", _Lenient(Text(), ""), "one sentence")
_PARAMS = Key("params", _Lenient(PARAMETERS, ()), "name → default, or {type, default, help, choices}")
_SITES = Key(
    "sites", _Lenient(Mapped(MapOf(SITE, "names and addresses", _site_name), _sites), ()), "name → address, or a map"
)
_STAGES = Key("stages", _Lenient(_Stages(), ()), "navigate, extract, execute, use")
_TASK = Key("task", _Lenient(Text("a sentence"), ""), "instead of stages: a model writes them")
_ANSWER_KEY = Key("answer", _Lenient(_ANSWER, Answer()), "what is printed")
_BUDGET = Key("budget", _Lenient(BUDGET, LimitsSpec()), "what the run may spend")
_NEEDS = Key("needs", _Lenient(Mapped(Text("a version"), _needed), ""), "oldest webdart that understands the file")


def _contents(given: Given, notes: Notes) -> Contents:
    if (_STAGES in given) == (_TASK in given):
        if _TASK in given:
            raise notes.refuse(given.place(_TASK), "`task:` beside `stages:`", "one of the two")
        raise notes.refuse(given.at, "`stages:` is missing here", "a list of navigate, extract, execute")
    return Contents(
        name=given.get(_NAME) or None,
        description=given.get(_DESCRIPTION, ""),
        params=given.get(_PARAMS, ()),
        sites=given.get(_SITES, ()),
        stages=given.get(_STAGES, ()),
        task=given.get(_TASK),
        answer=given.get(_ANSWER_KEY, Answer()),
        budget=given.get(_BUDGET, LimitsSpec()),
    )


WORKFLOW: Table[Contents] = Table(
    "",
    keys(_WEBDART, _NAME, _DESCRIPTION, _PARAMS, _SITES, _STAGES, _TASK, _ANSWER_KEY, _BUDGET, _NEEDS),
    _contents,
    "A workflow file of webdart, format 1.",
    "workflow",
    lenient=True,
)


def _used(given: Given, notes: Notes) -> tuple[Parameter, ...]:
    del notes
    return given.get(_PARAMS, ())


USED: Table[tuple[Parameter, ...]] = Table(
    "",
    keys(_WEBDART, _NAME, _DESCRIPTION, _PARAMS, _ANSWER_KEY, _BUDGET, _NEEDS),
    _used,
    "What a used file says besides its sites and stages; only its parameters count.",
    "used file",
    lenient=True,
)
