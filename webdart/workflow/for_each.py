"""Reads the rows that a stage iterates over: lists of the file in parallel, or a SELECT over an earlier table."""

from dataclasses import dataclass

from webdart.workflow.model import Rows
from webdart.workflow.nodes import MapNode, Node
from webdart.workflow.reader import Definitions, ListOf, MapOf, Notes, Schema
from webdart.workflow.scalars import IDENTIFIER_PATTERN, Source, TemplateText, identifier
from webdart.workflow.sql import output_columns, parsed

_LISTS = MapOf(
    ListOf(TemplateText("a text or a number", empty=True), "values", 1),
    "names and lists",
    identifier,
    1,
    IDENTIFIER_PATTERN,
)
_EXPECTED = "a SELECT, or a map of lists such as {shelf: [Lamps, Chairs]}"


@dataclass(frozen=True, slots=True)
class _ForEach:
    """`for_each`; tells the scope of the stage what `row` is."""

    def read(self, node: Node, notes: Notes) -> Rows:
        if not isinstance(node, MapNode):
            sql = Source(_EXPECTED).read(node, notes)
            if notes.scope is not None:
                notes.scope.has_rows, notes.scope.data = True, True
                notes.scope.columns = output_columns(parsed(sql))
            return Rows(sql=sql, at=node.at)
        if notes.scope is not None:
            notes.scope.has_rows = True
            notes.scope.columns = tuple(entry.key.text for entry in node.entries)
        pairs = _LISTS.read(node, notes)
        lengths = {len(values) for _, values in pairs}
        if len(lengths) > 1:
            told = ", ".join(f"{key.text} has {len(values)}" for key, values in pairs)
            raise notes.refuse(node.at, f"lists that go in step must be equally long: {told}")
        return Rows(columns={key.text: values for key, values in pairs}, at=node.at)

    def schema(self, definitions: Definitions) -> Schema:
        return {"anyOf": [{"type": "string"}, _LISTS.schema(definitions)]}


FOR_EACH = _ForEach()
