"""Defines the requests that a file names: `POST /orders/*`, with the fields that matter (docs/reference/execute.md)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from webdart.errors import SourceLine
from webdart.workflow.codes import Code
from webdart.workflow.forms import As, Either, Entries, Items, Leaf, Pairs, by_name
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Notes, mismatch, shorten
from webdart.workflow.scalars import text, written

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_SHAPE = re.compile(r"(\S+)\s+(/\S*)(?:\s+<=\s*([1-9][0-9]?))?")
_PATTERN = "^(GET|POST|PUT|PATCH|DELETE) /"


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


def _shape(text: str, at: SourceLine, notes: Notes, *, counted: bool) -> RequestShape:
    """The shape that a text stands for; `counted` ones may say how many each step sends."""
    hint = '"POST /orders/*": a method and a path, `*` for a segment or the rest of one'
    if counted:
        hint += '; "POST /orders/* <= 3": up to three from each step'
    refuse: Callable[[str, str], Exception] = partial(notes.refuse, Code.BAD_REQUEST, at)
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        raise refuse(f"`{shorten(text)}` is no request", hint)
    method, path, most = found.groups()
    if most is not None and not counted:
        raise refuse(f"`<= {most}` counts the requests of a step that writes", "leave it out: reads may be many")
    if method not in _METHODS:
        raise refuse(f"`{shorten(method)}` is no method here", ", ".join(_METHODS))
    if "?" in path or "#" in path:
        raise refuse("the query does not count in a request's path", "leave out what follows the path")
    if any("*" in part[:-1] for part in path.split("/")):
        hint = "such as /orders/*/status, or /issue*"
        raise refuse("`*` stands for a segment of the path, or for the rest of one", hint)
    if "{{" in path:
        raise notes.refuse(Code.TEMPLATE_NOT_HERE, at, "a template may not stand here", "write `*` for the segment")
    return RequestShape(method=method, path=path, most=int(most or 1), at=at)


def _sent(node: Node, notes: Notes) -> str:
    """One value that a field may have: no template, for a person consents to the shape, not to each row's."""
    if isinstance(node, ScalarNode) and node.kind == "boolean":
        return node.text
    return text("a value as sent", empty=True).read(node, notes)


_SENT = Annotated[str, Leaf(_sent, {"type": ["string", "number", "boolean"]})]
_VALUES = Annotated[
    tuple[str, ...],
    Either(
        "a value or a list of values",
        scalar=Annotated[Any, As(_SENT, lambda value, _node, _notes: (value,))],
        sequence=Annotated[tuple[_SENT, ...], Items("values", 1)],
    ),
]
_FIELDS = Annotated[Mapping[str, tuple[str, ...]], Entries(_VALUES, "fields and their values", by_name, least=1)]


def _requests(*, counted: bool) -> As:
    """A list of requests, each as a text, or as a map of the text to the fields."""

    def plain(node: Node, notes: Notes) -> RequestShape:
        return _shape(written(node, 'a request such as "POST /orders/*"', notes), node.at, notes, counted=counted)

    def with_fields(pairs: Pairs, node: Node, notes: Notes) -> RequestShape:
        if len(pairs) != 1:
            raise mismatch(node, "one request with its fields, such as {POST /orders/*: {status: [Shipped]}}", notes)
        ((name, fields),) = pairs
        shape = _shape(name.text, name.at, notes, counted=counted)
        return RequestShape(method=shape.method, path=shape.path, fields=fields, most=shape.most, at=shape.at)

    def name(key: ScalarNode, notes: Notes) -> str:
        _shape(key.text, key.at, notes, counted=counted)
        return key.text

    one = Either(
        'a request such as "POST /orders/*"',
        scalar=Annotated[Any, Leaf(plain, {"type": "string", "pattern": _PATTERN})],
        mapping=Annotated[
            Any, Entries(_FIELDS, "a request and its fields", with_fields, name, 1, 1, pattern=_PATTERN, filled=True)
        ],
    )
    hint = "put each request behind a dash, or the map into brackets: [{POST /orders/*: {status: [Shipped]}}]"
    return As(Annotated[tuple[Annotated[RequestShape, one], ...], Items("requests", mapped=hint)])


REQUESTS = _requests(counted=True)
READ_REQUESTS = _requests(counted=False)
