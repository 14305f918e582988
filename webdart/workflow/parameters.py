"""Defines the parameters of a file, with their types and defaults."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from webdart.errors import UsageError
from webdart.identifier import SCHEMA_PATTERN
from webdart.values import replace
from webdart.workflow.codes import Code
from webdart.workflow.fields import TYPE
from webdart.workflow.forms import About, Entries, Form, Given, Items, Leaf, Name, Place, means, named
from webdart.workflow.kinds import Type
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Flawed, Notes, mismatch, shorten
from webdart.workflow.scalars import identifier, text, written
from webdart.workflow.templates import Scalar
from webdart.workflow.values import EXAMPLES, value_of

RESERVED = frozenset({"env", "secret", "row"})
"""First names of templates that are taken."""
_LISTED = 30
"""Choices that a message lists."""


def _any_scalar(node: Node, notes: Notes) -> ScalarNode:
    """A single value as written, to be read by the parameter's type."""
    if not isinstance(node, ScalarNode):
        raise mismatch(node, "a single value", notes)
    if node.kind == "text":
        written(node, "a text", notes)
    if "{{" in node.text:
        hint = "a parameter's value is given with -p"
        raise notes.refuse(Code.TEMPLATE_NOT_HERE, node.at, "a template may not stand here", hint)
    return node


_SCALAR = Leaf(_any_scalar, {"type": ["string", "number", "boolean", "null"]})


def _inferred(node: ScalarNode) -> Type:
    """The type of a shorthand: a quoted number is text."""
    match node.kind:
        case "boolean" | "integer" | "number":
            return Type(node.kind)
        case _:
            return Type("text")


def _value(node: ScalarNode, declared: Type, notes: Notes) -> Scalar:
    if node.kind == "null":
        return None
    try:
        return value_of(declared.kind, node.text if declared.kind == "text" else node.decimal)
    except ValueError:
        hint = f"give {EXAMPLES[declared.kind]}"
        raise notes.refuse(Code.BAD_VALUE, node.at, f"{shorten(node.text)!r} is no {declared}", hint) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Form):
    """A parameter, set by `-p name=value`; one whose default is None must be given."""

    about: ClassVar[About] = About(
        "param", shorthand="default", expected="a default value, or a map (type, default, help, choices)"
    )
    name: Name
    type: Annotated[Type, TYPE, means("default: what the default value is")] = Type("text")
    default: Annotated[Scalar, _SCALAR, means("without it the parameter must be given")] = None
    help: Annotated[str, text(), means("one line for `check` and messages")] = ""
    choices: Annotated[
        tuple[Annotated[Any, _SCALAR], ...], Items("values", 1), means("the values that it may have")
    ] = ()
    at: Place

    def made(self, given: Given, notes: Notes) -> "Parameter":
        """Reads the default and the choices, which are nodes until then, by the type."""
        default, choices = cast("ScalarNode | None", self.default), cast("tuple[ScalarNode, ...]", self.choices)
        sample = default if default is not None and default.kind != "null" else next(iter(choices), None)
        declared = self.type if "type" in given or sample is None else _inferred(sample)
        if declared.many:
            hint = f"such as `type: {declared.kind}`"
            raise notes.refuse(Code.UNKNOWN_TYPE, given.place("type"), "a parameter is one value", hint)
        allowed = _values(choices, declared, notes)
        value = _value(default, declared, notes) if default is not None else None
        if default is not None and value is not None and allowed and value not in allowed:
            problem = f"the default {shorten(default.text)!r} is none of the choices"
            listed = ", ".join(choice.text for choice in choices[:_LISTED])
            raise notes.refuse(Code.NO_CHOICE, default.at, problem, listed)
        return replace(self, type=declared, default=value, choices=allowed)


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


def _name(key: ScalarNode, notes: Notes) -> str:
    if key.text in RESERVED:
        hint = "templates name something else by it"
        raise notes.refuse(Code.BAD_NAME, key.at, f"`{key.text}` cannot be a parameter", hint)
    return identifier(key, notes)


Parameters = Annotated[
    tuple[Parameter, ...], Entries(Parameter, "names and defaults", named, _name, pattern=SCHEMA_PATTERN)
]


def coerce_parameter(parameter: Parameter, text: str) -> Scalar:
    """The value of a parameter given as text (`-p name=text`).

    Raises:
        UsageError: `text` is not of its type, or none of its choices; the message names both.
    """
    try:
        value = value_of(parameter.type.kind, text)
    except ValueError as error:
        problem = f"parameter {parameter.name}: {text[:60]!r} is no {parameter.type}"
        raise UsageError(problem, hint=f"give {EXAMPLES[parameter.type.kind]}") from error
    if parameter.choices and value not in parameter.choices:
        choices = ", ".join(str(choice) for choice in parameter.choices[:30])
        raise UsageError(f"parameter {parameter.name}: {text[:60]!r} is none of its choices", hint=f"choose: {choices}")
    return value
