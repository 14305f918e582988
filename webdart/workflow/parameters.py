"""Reads the parameters of a file, with their types and defaults."""

from dataclasses import dataclass, replace

from webdart.workflow.fields import TypeShape
from webdart.workflow.model import Parameter, Scalar, Type
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import (
    Definitions,
    Either,
    Flawed,
    Given,
    Key,
    ListOf,
    MapOf,
    Mapped,
    Notes,
    Schema,
    Shape,
    Table,
    keys,
    mismatch,
    shorten,
)
from webdart.workflow.scalars import IDENTIFIER_PATTERN, Text, identifier, written
from webdart.workflow.values import EXAMPLES, value_of

RESERVED = frozenset({"env", "secret", "row"})
"""First names of templates that are taken."""


@dataclass(frozen=True, slots=True)
class _AnyScalar:
    """A single value as written, to be read by the parameter's type."""

    def read(self, node: Node, notes: Notes) -> ScalarNode:
        if not isinstance(node, ScalarNode):
            raise mismatch(node, "a single value", notes)
        if node.kind == "text":
            written(node, "a text", notes)
        if "{{" in node.text:
            raise notes.refuse(node.at, "a template may not stand here", "a parameter's value is given with -p")
        return node

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": ["string", "number", "boolean", "null"]}


_SCALAR = _AnyScalar()
_TYPE = Key("type", TypeShape(), "default: what the default value is")
_DEFAULT = Key("default", _SCALAR, "without it the parameter must be given")
_HELP = Key("help", Text(), "one line for `check` and messages")
_CHOICES = Key("choices", ListOf(_SCALAR, "values", 1), "the values that it may have")


def _inferred(node: ScalarNode) -> Type:
    """The type of a shorthand: a quoted number is text."""
    match node.kind:
        case "boolean":
            return Type("boolean")
        case "integer":
            return Type("integer")
        case "number":
            return Type("number")
        case _:
            return Type("text")


def _value(node: ScalarNode, declared: Type, notes: Notes) -> Scalar:
    if node.kind == "null":
        return None
    try:
        return value_of(declared.kind, node.text if declared.kind == "text" else node.decimal)
    except ValueError:
        hint = f"give {EXAMPLES[declared.kind]}"
        raise notes.refuse(node.at, f"{shorten(node.text)!r} is no {declared}", hint) from None


def _parameter(given: Given, notes: Notes) -> Parameter:
    default, choices = given.get(_DEFAULT), given.get(_CHOICES, ())
    sample = default if default is not None and default.kind != "null" else next(iter(choices), None)
    declared = given.get(_TYPE) or (_inferred(sample) if sample is not None else Type("text"))
    if declared.many:
        raise notes.refuse(given.place(_TYPE), "a parameter is one value", f"such as `type: {declared.kind}`")
    allowed = _values(choices, declared, notes)
    value = _value(default, declared, notes) if default is not None else None
    if default is not None and value is not None and allowed and value not in allowed:
        listed = ", ".join(choice.text for choice in choices[:30])
        raise notes.refuse(default.at, f"the default {shorten(default.text)!r} is none of the choices", listed)
    return Parameter(name="", type=declared, default=value, help=given.get(_HELP, ""), choices=allowed, at=given.at)


def _values(choices: tuple[ScalarNode, ...], declared: Type, notes: Notes) -> tuple[Scalar, ...]:
    """The choices as values; every one that is invalid is noted."""
    allowed: list[Scalar] = []
    flawed = False
    for choice in choices:
        try:
            allowed.append(_value(choice, declared, notes))
        except Flawed:
            flawed = True
    if flawed:
        raise Flawed("choices")
    return tuple(allowed)


def _shorthand(scalar: ScalarNode, node: Node, notes: Notes) -> Parameter:
    if scalar.kind == "null":
        raise mismatch(node, "a default value, or a map such as {type: text}", notes)
    declared = _inferred(scalar)
    return Parameter(name="", type=declared, default=_value(scalar, declared, notes), at=scalar.at)


_TABLE: Table[Parameter] = Table(
    "param", keys(_TYPE, _DEFAULT, _HELP, _CHOICES), _parameter, "A parameter, set by `-p name=value`."
)
_PARAMETER: Shape[Parameter] = Either(
    "a default value, or a map (type, default, help, choices)", scalar=Mapped(_SCALAR, _shorthand), mapping=_TABLE
)


def _name(key: ScalarNode, notes: Notes) -> str:
    if key.text in RESERVED:
        raise notes.refuse(key.at, f"`{key.text}` cannot be a parameter", "templates name something else by it")
    return identifier(key, notes)


def _named(pairs: tuple[tuple[ScalarNode, Parameter], ...], node: Node, notes: Notes) -> tuple[Parameter, ...]:
    del node, notes
    return tuple(replace(parameter, name=key.text, at=key.at) for key, parameter in pairs)


PARAMETERS: Shape[tuple[Parameter, ...]] = Mapped(
    MapOf(_PARAMETER, "names and defaults", _name, 0, IDENTIFIER_PATTERN), _named
)
