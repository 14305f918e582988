"""Reads the requests that a file names: `POST /orders/*`, with the fields that matter (docs/reference/execute.md)."""

import re
from dataclasses import dataclass

from webdart.errors import SourceLine
from webdart.workflow.model import RequestShape
from webdart.workflow.nodes import MapNode, Node, ScalarNode
from webdart.workflow.reader import Definitions, Either, ListOf, MapOf, Notes, Schema, Shape, mismatch, shorten
from webdart.workflow.scalars import Text, written

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_SHAPE = re.compile(r"(\S+)\s+(/\S*)(?:\s+<=\s*([1-9][0-9]?))?")
_PATTERN = "^(GET|POST|PUT|PATCH|DELETE) /"


def _shape(text: str, at: SourceLine, notes: Notes, *, counted: bool) -> tuple[str, str, int]:
    hint = '"POST /orders/*": a method and a path, `*` for a segment or the rest of one'
    if counted:
        hint += '; "POST /orders/* <= 3": up to three from each step'
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        raise notes.refuse(at, f"`{shorten(text)}` is no request", hint)
    method, path, most = found.groups()
    if most is not None and not counted:
        raise notes.refuse(
            at, f"`<= {most}` counts the requests of a step that writes", "leave it out: reads may be many"
        )
    if method not in _METHODS:
        raise notes.refuse(at, f"`{shorten(method)}` is no method here", ", ".join(_METHODS))
    if "?" in path or "#" in path:
        raise notes.refuse(at, "the query does not count in a request's path", "leave out what follows the path")
    if any("*" in part[:-1] for part in path.split("/")):
        raise notes.refuse(
            at, "`*` stands for a segment of the path, or for the rest of one", "such as /orders/*/status, or /issue*"
        )
    if "{{" in path:
        raise notes.refuse(at, "a template may not stand here", "write `*` for the segment")
    return method, path, int(most or 1)


@dataclass(frozen=True, slots=True)
class _Plain:
    """A method and a path."""

    counted: bool

    def read(self, node: Node, notes: Notes) -> RequestShape:
        text = written(node, 'a request such as "POST /orders/*"', notes)
        method, path, most = _shape(text, node.at, notes, counted=self.counted)
        return RequestShape(method=method, path=path, most=most, at=node.at)

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": "string", "pattern": _PATTERN}


@dataclass(frozen=True, slots=True)
class _Value:
    """One value that a field may have: no template, for a person consents to the shape, not to each row's."""

    def read(self, node: Node, notes: Notes) -> str:
        if isinstance(node, ScalarNode) and node.kind == "boolean":
            return node.text
        return Text("a value as sent", empty=True).read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class _One:
    """One value, as a list of one."""

    def read(self, node: Node, notes: Notes) -> tuple[str, ...]:
        return (_Value().read(node, notes),)

    def schema(self, definitions: Definitions) -> Schema:
        return _Value().schema(definitions)


_VALUES: Shape[tuple[str, ...]] = Either(
    "a value or a list of values", scalar=_One(), sequence=ListOf(_Value(), "values", 1)
)
_FIELDS = MapOf(_VALUES, "fields and their values", least=1)


@dataclass(frozen=True, slots=True)
class _WithFields:
    """`{POST /orders/*: {status: [Shipped]}}`."""

    counted: bool

    def read(self, node: Node, notes: Notes) -> RequestShape:
        if not isinstance(node, MapNode) or len(node.entries) != 1:
            raise mismatch(node, "one request with its fields, such as {POST /orders/*: {status: [Shipped]}}", notes)
        entry = node.entries[0]
        method, path, most = _shape(entry.key.text, entry.key.at, notes, counted=self.counted)
        fields = {key.text: values for key, values in _FIELDS.read(entry.value, notes)}
        return RequestShape(method=method, path=path, fields=fields, most=most, at=entry.key.at)

    def schema(self, definitions: Definitions) -> Schema:
        return {
            "type": "object",
            "propertyNames": {"pattern": _PATTERN},
            "additionalProperties": _FIELDS.schema(definitions),
            "minProperties": 1,
            "maxProperties": 1,
        }


def _list(*, counted: bool) -> ListOf[RequestShape]:
    one: Shape[RequestShape] = Either(
        'a request such as "POST /orders/*"', scalar=_Plain(counted), mapping=_WithFields(counted)
    )
    return ListOf(one, "requests")


@dataclass(frozen=True, slots=True)
class _Requests:
    """A list of requests; `counted` ones may say how many each step sends."""

    list: ListOf[RequestShape]

    def read(self, node: Node, notes: Notes) -> tuple[RequestShape, ...]:
        if isinstance(node, MapNode) and node.entries:
            hint = "put each request behind a dash, or the map into brackets: [{POST /orders/*: {status: [Shipped]}}]"
            raise notes.refuse(node.at, "a map where a list of requests is expected", hint)
        return self.list.read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        return self.list.schema(definitions)


REQUESTS = _Requests(_list(counted=True))
READ_REQUESTS = _Requests(_list(counted=False))
