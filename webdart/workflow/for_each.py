"""Defines the rows that a stage iterates over: lists of the file in parallel, or a SELECT over an earlier table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo

from webdart.errors import SourceLine
from webdart.identifier import SCHEMA_PATTERN
from webdart.workflow.codes import Code
from webdart.workflow.forms import Either, Entries, Items, Leaf, Pairs
from webdart.workflow.nodes import MapNode, Node
from webdart.workflow.reader import Notes
from webdart.workflow.scalars import identifier, statement, template
from webdart.workflow.sql import output_columns, parsed
from webdart.workflow.templates import Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """`for_each`: lists of the file that go in step (`columns`), or a SELECT over earlier tables (`sql`)."""

    columns: Mapping[str, tuple[Template, ...]] = field(default_factory=dict[str, tuple[Template, ...]])
    sql: str = ""
    at: SourceLine


_EXPECTED = "a SELECT, or a map of lists such as {shelf: [Lamps, Chairs]}"


def _enter(node: Node, info: ValidationInfo[Notes]) -> Node:
    """Tell the scope of the stage what `row` is, also where a list of it is flawed."""
    scope = info.context.scope
    if isinstance(node, MapNode) and scope is not None:
        scope.has_rows = True
        scope.columns = tuple(entry.key.text for entry in node.entries)
    return node


def _select(node: Node, notes: Notes) -> Rows:
    sql = statement(_EXPECTED).read(node, notes)
    if notes.scope is not None:
        notes.scope.has_rows, notes.scope.data = True, True
        notes.scope.columns = output_columns(parsed(sql))
    return Rows(sql=sql, at=node.at)


def _lists(pairs: Pairs, node: Node, notes: Notes) -> Rows:
    if len({len(values) for _, values in pairs}) > 1:
        told = ", ".join(f"{name.text} has {len(values)}" for name, values in pairs)
        raise notes.refuse(Code.BAD_ROWS, node.at, f"lists that go in step must be equally long: {told}")
    return Rows(columns={name.text: values for name, values in pairs}, at=node.at)


_LIST = Annotated[tuple[Annotated[Template, template("a text or a number", empty=True)], ...], Items("values", 1)]
ForEach = Annotated[
    Rows,
    Either(
        _EXPECTED,
        scalar=Annotated[Any, Leaf(_select, {"type": "string"})],
        mapping=Annotated[Any, Entries(_LIST, "names and lists", _lists, identifier, 1, pattern=SCHEMA_PATTERN)],
    ),
    BeforeValidator(_enter),
]
