"""Reads the declaration of a field and checks which of its keys go together.

See docs/reference/fields.md and docs/reference/types.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from webdart.workflow.locators import LOCATOR
from webdart.workflow.model import Field, Kind, Scalar, Type
from webdart.workflow.nodes import ListNode, MapNode, Node, ScalarNode
from webdart.workflow.pattern import BadPattern, compiled
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
    nearest,
    shorten,
)
from webdart.workflow.scalars import (
    IDENTIFIER_PATTERN,
    Boolean,
    Choice,
    Integer,
    TemplateText,
    Text,
    checked,
    identifier,
    written,
)
from webdart.workflow.values import EXAMPLES, value_of

KINDS: tuple[Kind, ...] = tuple(EXAMPLES)
_MAX_RANGES = 20_000  # characters in ranges of one that ignores case
_SIGN = r"(\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\?.)"
_RANGE = re.compile(f"{_SIGN}-{_SIGN}", re.DOTALL)
_MAX_PATTERN = 2000  # characters of a regular expression


def kind_named(text: str, node: Node, notes: Notes) -> Kind:
    """The kind of type called `text`."""
    if text not in EXAMPLES:
        raise notes.refuse(node.at, f"no type `{shorten(text)}`", nearest(text, KINDS))
    return text


@dataclass(frozen=True, slots=True)
class TypeShape:
    """`money`, or `[link]` for a list of them."""

    def read(self, node: Node, notes: Notes) -> Type:
        """The type."""
        expected = "a type such as text, money or [link]"
        if isinstance(node, ListNode):
            if len(node.items) != 1 or not isinstance(node.items[0], ScalarNode):
                raise notes.refuse(node.at, "a list type names one type", "such as [text]")
            return Type(kind_named(node.items[0].text, node.items[0], notes), many=True)
        text = written(node, expected, notes).strip()
        if text.startswith("[") and text.endswith("]"):
            return Type(kind_named(text[1:-1].strip(), node, notes), many=True)
        return Type(kind_named(text, node, notes))

    def schema(self, definitions: Definitions) -> Schema:
        """One of the types, or an array of one."""
        del definitions
        one: Schema = {"enum": list(KINDS)}
        many: Schema = {"type": "array", "items": one, "minItems": 1, "maxItems": 1}
        return {"anyOf": [one, many, {"enum": [f"[{kind}]" for kind in KINDS]}]}


@dataclass(frozen=True, slots=True)
class _Words:
    """`values`: the words that may stand there, or a map from the site's words to values (kept as scalars here)."""

    def read(self, node: Node, notes: Notes) -> tuple[tuple[str, ScalarNode | None], ...]:
        if isinstance(node, ListNode):
            return tuple((word, None) for word in ListOf(Text("a word"), "words", 1).read(node, notes))
        if not isinstance(node, MapNode):
            raise mismatch(node, "a list of words, or a map from words to values", notes)
        if not node.entries:
            raise notes.refuse(node.at, "an empty map: words and values expected")
        pairs: list[tuple[str, ScalarNode | None]] = []
        for entry in node.entries:
            if not isinstance(entry.value, ScalarNode):
                raise mismatch(entry.value, "a single value", notes)
            if "{{" in entry.key.text:
                hint = "write the word that the site writes"
                raise notes.refuse(entry.key.at, f"a template in the key `{shorten(entry.key.text)}`", hint)
            pairs.append((entry.key.text, entry.value))
        return tuple(pairs)

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        scalar: Schema = {"type": ["string", "number", "boolean", "null"]}
        word: Schema = {"type": ["string", "number"]}
        return {
            "anyOf": [
                {"type": "array", "items": word, "minItems": 1},
                {"type": "object", "additionalProperties": scalar, "minProperties": 1},
            ]
        }


def _pattern(text: str, node: Node, notes: Notes) -> str:
    if len(text) > _MAX_PATTERN:
        raise notes.refuse(node.at, f"a regular expression of {len(text):,} characters", f"at most {_MAX_PATTERN:,}")
    if _ranges(text) > _MAX_RANGES:
        raise notes.refuse(node.at, "a regular expression over too many characters", "name a smaller range, or \\w")
    try:
        groups = compiled(text).groups
    except BadPattern as error:
        raise notes.refuse(node.at, str(error), error.remedy) from None
    if groups == 0:
        raise notes.refuse(node.at, "a `match` without a group", "put what is wanted into brackets: (…)")
    return text


def _ranges(pattern: str) -> int:
    """How many characters the ranges (`a-z`) of a pattern span, if it ignores case: Python tries each, for seconds."""
    if not re.search(r"\(\?[a-zA-Z]*i", pattern):
        return 0
    return sum(max(0, _code(last) - _code(first)) for first, last in _RANGE.findall(pattern))


def _code(sign: str) -> int:
    digits = sign[2:]
    return int(digits, 16) if digits and sign[0] == "\\" else ord(sign[-1])


def _bad_format(text: str) -> str | None:
    if len(text) > 100:
        return "a strptime format of more than 100 characters; such as %d.%m.%Y"
    try:
        moment = datetime(2024, 3, 28, 13, 14, 15, tzinfo=UTC)
        datetime.strptime(moment.strftime(text), text)  # noqa: DTZ007 - only tried; cells carry no zone
    except (ValueError, re.error) as error:  # a part that occurs twice is reported by the regular expression behind it
        return f"no strptime format ({shorten(str(error))}); such as %d.%m.%Y"
    return None if "%" in text else f"`{shorten(text)}` has no part of a date; such as %d.%m.%Y"


_TYPE = Key("type", TypeShape(), "what the text is read as", required=True)
_LABEL = Key("label", Text("the words that the page uses"), "the words that the page uses; default the field's name")
_PAGE = Key("page", Choice[Literal["record", "detail", "listing"]](("record", "detail", "listing")), "where it stands")
_AT = Key("at", LOCATOR, "inside the record; a boolean with `at` is whether it is there")
_FROM = Key("from", Text("text, heading or an attribute's name"), "text (default), heading, or an attribute's name")
_MATCH = Key(
    "match", Mapped(Text("a regular expression"), _pattern), "regular expression; its first group is the value"
)
_VALUES = Key("values", _Words(), "the words that may stand there, or a map from words to values")
_VALUE = Key(
    "value",
    Either("a text or a number", scalar=TemplateText(data=True, empty=True)),
    "not read from the page: a constant or template",
)
_REQUIRED = Key("required", Boolean(), "an empty cell makes the table incomplete")
_FORMAT = Key("format", checked(_bad_format, "a strptime format"), "strptime format of a date or datetime")
_DIGITS = Key("digits", Integer(0, 15), "digits behind the point of `money`; default 2")
_SPLIT = Key("split", Text("a separator"), "what a list's text is cut at; default a comma")
_APPROXIMATE = Key("approximate", Boolean(), "read ages (2 years ago) as dates")
_OF = Key("of", Choice[Literal["first", "last"]](("first", "last")), "which of several; default first")


@dataclass(frozen=True, slots=True)
class _Null:
    """`unreadable: null`, the only word that may stand there."""

    def read(self, node: Node, notes: Notes) -> bool:
        if not isinstance(node, ScalarNode) or node.kind != "null":
            raise mismatch(node, "null: a text that can't be read as the type counts as an empty cell", notes)
        return True

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": "null"}


_UNREADABLE = Key("unreadable", _Null(), "null: a text that can't be read as the type counts as an empty cell")

_FITS: tuple[tuple[Key[int] | Key[str] | Key[bool], frozenset[Kind], str], ...] = (
    (_DIGITS, frozenset({"money"}), "money"),
    (_FORMAT, frozenset({"date", "datetime"}), "date and datetime"),
    (_APPROXIMATE, frozenset({"date", "datetime"}), "date and datetime"),
)


def _field(given: Given, notes: Notes) -> Field:
    declared = given[_TYPE]
    _check_fit(given, declared, notes)
    words, mapping = _split_values(given, declared, notes)
    return Field(
        name="",
        type=declared,
        label=given.get(_LABEL),
        page=given.get(_PAGE, "record"),
        target=given.get(_AT),
        source=given.get(_FROM, "text"),
        match=given.get(_MATCH),
        words=words,
        mapping=mapping,
        value=given.get(_VALUE),
        required=given.get(_REQUIRED, False),
        format=given.get(_FORMAT),
        digits=given.get(_DIGITS, 2),
        split=given.get(_SPLIT, ","),
        approximate=given.get(_APPROXIMATE, False),
        of=given.get(_OF),
        nullable=given.get(_UNREADABLE, False),
        at=given.at,
    )


def _check_fit(given: Given, declared: Type, notes: Notes) -> None:
    """Keys that the type cannot use, and keys that contradict `value`."""
    for key, kinds, named in _FITS:
        if key in given and declared.kind not in kinds:
            raise notes.refuse(
                given.place(key), f"`{key.name}:` of a field of type {declared}", f"only {named} have it"
            )
    if _SPLIT in given and not declared.many:
        raise notes.refuse(given.place(_SPLIT), f"`split:` of a field of type {declared}", f"only lists: [{declared}]")
    if _VALUE in given:
        extra = given.present(keys(_LABEL, _PAGE, _AT, _FROM, _MATCH, _VALUES, _OF, _UNREADABLE))
        if extra:
            hint = "a field with `value:` is not read from the page"
            raise notes.refuse(given.place(_VALUE), f"`value:` beside `{extra[0]}:`", hint)
        _check_constant(given, declared, notes)


def _check_constant(given: Given, declared: Type, notes: Notes) -> None:
    template = given[_VALUE]
    if template.constant and not declared.many and template.source:
        try:
            value_of(declared.kind, template.source)
        except ValueError:
            problem = f"{shorten(template.source)!r} is no {declared}"
            raise notes.refuse(template.at, problem, f"give {EXAMPLES[declared.kind]}") from None


def _split_values(given: Given, declared: Type, notes: Notes) -> tuple[tuple[str, ...], Mapping[str, Scalar] | None]:
    pairs = given.get(_VALUES, ())
    mapped = [(word, node) for word, node in pairs if node is not None]
    if not mapped:
        return tuple(word for word, _ in pairs), None
    values: dict[str, Scalar] = {}
    flawed = False
    for word, node in mapped:
        try:
            values[word] = None if node.kind == "null" else value_of(declared.kind, node.decimal)
        except ValueError:
            problem = f"{shorten(node.text)!r} is no {declared}"
            notes.note(node.at, problem, f"give {EXAMPLES[declared.kind]}")
            flawed = True
    if flawed:
        raise Flawed("values")
    return (), values


_FIELD_TABLE: Table[Field] = Table(
    "field",
    keys(
        _TYPE,
        _LABEL,
        _PAGE,
        _AT,
        _FROM,
        _MATCH,
        _VALUES,
        _VALUE,
        _REQUIRED,
        _FORMAT,
        _DIGITS,
        _SPLIT,
        _APPROXIMATE,
        _OF,
        _UNREADABLE,
    ),
    _field,
    "One column and how it is found.",
)


def _plain(declared: Type, node: Node, notes: Notes) -> Field:
    del notes
    return Field(name="", type=declared, at=node.at)


_PLAIN = Mapped(TypeShape(), _plain)
_FIELD: Shape[Field] = Either("a type, or a map", scalar=_PLAIN, sequence=_PLAIN, mapping=_FIELD_TABLE)


def _named(pairs: tuple[tuple[ScalarNode, Field], ...], node: Node, notes: Notes) -> tuple[Field, ...]:
    """Fields with their names; two that differ only in case are one column in SQL."""
    del node
    seen: dict[str, str] = {}
    fields: list[Field] = []
    for key, field in pairs:
        first = seen.setdefault(key.text.lower(), key.text)
        if first != key.text:
            raise notes.refuse(key.at, f"`{key.text}` and `{first}` are one column in SQL", "rename one")
        fields.append(replace(field, name=key.text, at=key.at))
    _check_currencies(fields, notes)
    return tuple(fields)


def _check_currencies(fields: list[Field], notes: Notes) -> None:
    """A `currency` is read off the `money` field with its label, or off the only one."""
    money = [field for field in fields if field.type.kind == "money"]
    for field in fields:
        if field.type.kind != "currency" or field.value is not None or field.target is not None or field.match:
            continue
        if not money:
            notes.note(field.at, f"`{field.name}` is a currency without a money field", "declare the amount as money")
        elif field.label is None and len(money) > 1:
            names = ", ".join(one.name for one in money)
            notes.note(field.at, f"`{field.name}`: the currency of which of {names}?", "give it the same `label:`")
        elif (
            field.label is not None
            and len(money) > 1
            and field.label.casefold() not in {label_of(one).casefold() for one in money}
        ):
            notes.note(
                field.at, f"no money field has the label {field.label!r}", nearest(field.label, map(label_of, money))
            )


def label_of(field: Field) -> str:
    """The words that a field is looked for by: its label, or its name with `_` read as a blank."""
    return field.label if field.label is not None else field.name.replace("_", " ")


FIELDS: Shape[tuple[Field, ...]] = Mapped(
    MapOf(_FIELD, "fields and their types", identifier, 1, IDENTIFIER_PATTERN), _named
)
