"""Defines the top level of a workflow file and its list of stages.

See docs/reference/file.md.
"""

import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from webdart.errors import SourceLine
from webdart.identifier import SCHEMA_PATTERN, is_name, is_title, is_word
from webdart.values import replace
from webdart.workflow.budgets import LimitsSpec
from webdart.workflow.codes import Code, Wrong
from webdart.workflow.execute_stage import Execute, Executed
from webdart.workflow.forms import (
    About,
    Entries,
    Form,
    Given,
    JsonSchema,
    Leaf,
    Pairs,
    Place,
    means,
    named,
    told,
    unwritten,
)
from webdart.workflow.listings import Extract, Navigate
from webdart.workflow.nodes import ListNode, Node, ScalarNode
from webdart.workflow.parameters import Parameter, Parameters
from webdart.workflow.reader import Flawed, Notes, Scope, mismatch, shorten
from webdart.workflow.saves import Save
from webdart.workflow.scalars import WORD, identifier, template, text
from webdart.workflow.sites import Site
from webdart.workflow.templates import Template

FORMAT = 1
Stage = Navigate | Executed

# -- single keys ------------------------------------------------------------------------------------------------


def _format(node: Node, notes: Notes) -> int:
    """`webdart: 1`."""
    if isinstance(node, ScalarNode) and node.kind == "integer" and node.integer >= FORMAT:
        if node.integer == FORMAT:
            return FORMAT
        problem = f"format {shorten(node.text)} of workflow files"
        raise notes.refuse(Code.WRONG_FORMAT, node.at, problem, "use a newer webdart")
    raise mismatch(node, "the number 1 (the format of the file)", notes)


def _bad_name(text: str) -> Wrong:
    if is_title(text):
        return None
    return Code.BAD_NAME, f"`{shorten(text)}` is no workflow's name", "letters, digits and -, such as top-reviewed"


def _bad_needs(text: str) -> Wrong:
    found = re.fullmatch(r"webdart\s*>=\s*([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})", text.strip())
    if found is None:
        return Code.WRONG_FORMAT, f"`{shorten(text)}` names no version", "such as: webdart >= 0.3"
    here = installed_version()
    if _numbers(found.group(1)) <= _numbers(here):
        return None
    return Code.WRONG_FORMAT, f"the file needs webdart {found.group(1)}, this is {here}", "use a newer webdart"


def installed_version() -> str:
    """The version of webdart that runs."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - 17 ms that few files need

    try:
        return version("webdart")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0.1.0"


def _numbers(text: str) -> tuple[int, ...]:
    return (*(int(part) for part in re.findall(r"[0-9]+", text)[:4]), 0, 0, 0)[:4]


def _bad_format(text: str) -> Wrong:
    hint = "{column}; round and format numbers in the SQL; a brace itself is written twice"
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError as error:
        return Code.BAD_FORMAT, f"no format ({error})", hint
    for _, name, spec, conversion in parts:
        if name is None:
            continue
        if not is_word(name) or conversion or spec:
            shown = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            return Code.BAD_FORMAT, f"`{{{shorten(shown)}}}` is no column", hint
    return None


Shape = Literal["value", "list", "map", "table"]
"""The shapes of an answer (docs/reference/file.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Form):
    """What is printed; None is the default that the query's shape gives."""

    about: ClassVar[About] = About("answer")
    shape: Annotated[Shape | None, WORD, means("default: what the query can give")] = None
    format: Annotated[
        str | None,
        text("a format such as {name} ({reviews})", check=_bad_format),
        means("a row's text: {column}"),
    ] = None
    join: Annotated[str, text("a separator", empty=True), means("what stands between rows; default a line break")] = (
        "\n"
    )
    at: Annotated[SourceLine | None, unwritten("at")] = field(default=None, compare=False)

    def made(self, given: Given, notes: Notes) -> "Answer":
        """Keeps its place."""
        del notes
        return replace(self, at=given.at)


def _site_name(key: ScalarNode, notes: Notes) -> str:
    if not is_name(key.text.replace("-", "_")):
        problem = f"`{shorten(key.text)}` is no site's name"
        raise notes.refuse(Code.BAD_NAME, key.at, problem, "letters, digits, _ and -")
    return key.text


# -- stages -----------------------------------------------------------------------------------------------------


def _scoped(node: Node, info: ValidationInfo[Notes]) -> Node:
    """A stage has a `row` of its own; an `extract` shares that of the `navigate` before it."""
    info.context.scope = Scope(info.context.stage)
    return node


SCOPED = BeforeValidator(_scoped)
_VALUE = Annotated[Template, template("a value", empty=True)]


def _pairs(pairs: Pairs, node: Node, notes: Notes) -> Pairs:
    del node, notes
    return pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class UseOf(Form):
    """The stages of another file: which file, and the values of its parameters, by the place of their names."""

    about: ClassVar[About] = About(
        "use",
        elsewhere={"budget": "write it into the `navigate` or `act` of the used file, or at the top for the whole run"},
    )
    file: Annotated[
        str, text("a file or the name of one of the library"), means("below this file's folder, or in the library")
    ]
    values: Annotated[
        tuple[tuple[ScalarNode, Template], ...],
        Entries(_VALUE, "parameters and values", _pairs, identifier),
        means("values of its parameters", "with"),
    ] = ()
    at: Place

    def made(self, given: Given, notes: Notes) -> "UseOf":
        """Its place is that of the file's name."""
        del notes
        return replace(self, at=given.place("file"))


_Part = Navigate | Extract | Executed | UseOf
_PARTS = ("navigate", "extract", "execute", "use")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage(Form):
    """One stage."""

    about: ClassVar[About] = About("", definition="stage")
    navigate: Annotated[Navigate | None, SCOPED, means("reach a listing")] = None
    extract: Annotated[Extract | None, means("fill a table from the listing of the `navigate` before it")] = None
    execute: Annotated[Execute | None, SCOPED, means("compute, or write back")] = None
    use: Annotated[UseOf | None, means("another file's stages")] = None

    def made(self, given: Given, notes: Notes) -> _Part:
        """The one part that stands there."""
        present = given.present(*_PARTS)
        if len(present) != 1:
            problem = f"`{present[0]}:` and `{present[1]}:` in one stage" if present else "an empty stage"
            hint = "one stage a dash: put `- ` before each of navigate, extract, execute"
            raise notes.refuse(Code.BAD_STAGE, given.at, problem, hint)
        part = self.navigate or self.extract or self.execute or self.use
        assert part is not None
        return part


def _part_here(notes: Notes) -> int:
    """Which part the stage that is being read is of."""
    return notes.parts[notes.stage] if notes.parts else 0


@dataclass(frozen=True, slots=True)
class _Stages:
    """Reads the list of stages; the flawed ones are left out, so that the others can still be held together."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        del source
        return core_schema.with_info_wrap_validator_function(self._read, handler.generate_schema(_Stage))

    def _read(self, node: Node, read: Callable[[Any], _Part], info: Any) -> tuple[Stage, ...]:
        notes: Notes = info.context
        if not isinstance(node, ListNode):
            raise mismatch(node, "a list of stages (each with a dash before it)", notes)
        if not node.items:
            raise notes.refuse(Code.EMPTY, node.at, "no stages", "navigate, extract, execute")
        stages: list[Stage] = []
        before: _Part | None = None
        for notes.stage, item in enumerate(node.items):
            try:
                with told(item, notes):
                    part = read(item)
                before = self._join(part, before, stages, notes)
            except Flawed:
                notes.partial = True
                before = UseOf(file="", at=item.at)  # of which nothing is known
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
                    problem = "`extract` without a `navigate` before it"
                    raise notes.refuse(Code.EXTRACT_NOT_HERE, part.at, problem, hint)
            case UseOf():
                pass
            case _:
                stages.append(part)
                notes.stage_parts.append(_part_here(notes))
        return part

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchema:
        return {"type": "array", "items": handler(schema), "minItems": 1}


# -- the file ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lenient:
    """A part without which the rest can still be checked: `instead` stands for it where it is flawed."""

    instead: object

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_wrap_validator_function(self._read, handler(source))

    def _read(self, node: Node, read: Callable[[Any], object], info: Any) -> object:
        try:
            with told(node, info.context):
                return read(node)
        except Flawed:
            info.context.partial = True
            return self.instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents(Form):
    """A workflow file of webdart, format 1."""

    about: ClassVar[About] = About("", definition="workflow", lenient=True)
    webdart: Annotated[int, Leaf(_format, {"const": FORMAT}), _Lenient(0), means("the format: 1")]
    name: Annotated[
        str, text("a name", check=_bad_name), _Lenient(""), means("letters, digits, -; default the file's name")
    ] = ""
    description: Annotated[str, text(), _Lenient(""), means("one sentence")] = ""
    params: Annotated[Parameters, _Lenient(()), means("name → default, or {type, default, help, choices}")] = ()
    sites: Annotated[
        tuple[Site, ...],
        Entries(Site, "names and addresses", named, _site_name),
        _Lenient(()),
        means("name → address, or a map"),
    ] = ()
    stages: Annotated[tuple[Stage, ...], _Stages(), _Lenient(()), means("navigate, extract, execute, use")] = ()
    task: Annotated[str | None, text("a sentence"), _Lenient(""), means("instead of stages: a model writes them")] = (
        None
    )
    answer: Annotated[Answer, _Lenient(Answer()), means("what is printed")] = Answer()
    save: Annotated[
        tuple[Save, ...],
        Entries(Save, "tables and places", named, identifier, 1, pattern=SCHEMA_PATTERN),
        _Lenient(()),
        means("table → where it is kept beyond the run"),
    ] = ()
    budget: Annotated[LimitsSpec, _Lenient(LimitsSpec()), means("what the run may spend")] = LimitsSpec()
    needs: Annotated[
        str,
        text("a version", check=_bad_needs),
        _Lenient(""),
        means("oldest webdart that understands the file"),
    ] = ""

    def made(self, given: Given, notes: Notes) -> "Contents | tuple[Parameter, ...]":
        """Refuses a file with both stages and a task, or with neither."""
        if ("stages" in given) == ("task" in given):
            if "task" in given:
                place = given.place("task")
                raise notes.refuse(Code.KEYS_EXCLUDE, place, "`task:` beside `stages:`", "one of the two")
            hint = "a list of navigate, extract, execute"
            raise notes.refuse(Code.MISSING_KEY, given.at, "`stages:` is missing here", hint)
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedFile(Contents):
    """What a used file says besides its sites and stages; only its parameters count."""

    about: ClassVar[About] = About("", definition="used file", lenient=True)
    sites: Annotated[tuple[Site, ...], unwritten("sites")] = ()
    stages: Annotated[tuple[Stage, ...], unwritten("stages")] = ()
    task: Annotated[str | None, unwritten("task")] = None
    save: Annotated[tuple[Save, ...], unwritten("save")] = ()

    def made(self, given: Given, notes: Notes) -> tuple[Parameter, ...]:
        """The parameters."""
        del given, notes
        return self.params
