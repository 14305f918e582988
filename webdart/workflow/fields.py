"""Defines a declared field and which of its keys go together.

See docs/reference/fields.md and docs/reference/types.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal, cast

from webdart.identifier import SCHEMA_PATTERN
from webdart.values import replace
from webdart.workflow.codes import Code, Wrong
from webdart.workflow.forms import (
    About,
    Entries,
    Form,
    Given,
    Items,
    Json,
    Leaf,
    Name,
    Pairs,
    Place,
    means,
    read_as,
    unwritten,
)
from webdart.workflow.kinds import OTHER_NAMES, Kind, Type
from webdart.workflow.locators import Locator
from webdart.workflow.nodes import ListNode, MapNode, Node, ScalarNode
from webdart.workflow.pattern import BadPattern, compiled
from webdart.workflow.reader import Flawed, Notes, mismatch, nearest, shorten
from webdart.workflow.scalars import (
    AS_WRITTEN,
    WORD,
    Between,
    Flag,
    identifier,
    template,
    text,
    written,
)
from webdart.workflow.templates import Scalar, Template
from webdart.workflow.values import EXAMPLES, value_of

# -- types ------------------------------------------------------------------------------------------------------

KINDS: tuple[Kind, ...] = tuple(EXAMPLES)


def _kind(name: str, node: Node, notes: Notes) -> Kind:
    """The kind of type called `name`."""
    if name not in EXAMPLES:
        hint = nearest(name, KINDS, meant=OTHER_NAMES.get(name.strip().lower()))
        raise notes.refuse(Code.UNKNOWN_TYPE, node.at, f"no type `{shorten(name)}`", hint)
    return name


def _type(node: Node, notes: Notes) -> Type:
    """`money`, or `[link]` for a list of them."""
    if isinstance(node, ListNode):
        if len(node.items) != 1 or not isinstance(node.items[0], ScalarNode):
            raise notes.refuse(Code.UNKNOWN_TYPE, node.at, "a list type names one type", "such as [text]")
        return Type(_kind(node.items[0].text, node.items[0], notes), many=True)
    name = written(node, "a type such as text, money or [link]", notes).strip()
    if name.startswith("[") and name.endswith("]"):
        return Type(_kind(name[1:-1].strip(), node, notes), many=True)
    return Type(_kind(name, node, notes))


_ONE: Mapping[str, Json] = {"enum": KINDS}
TYPE = Leaf(
    _type,
    {
        "anyOf": [
            _ONE,
            {"type": "array", "items": _ONE, "minItems": 1, "maxItems": 1},
            {"enum": [f"[{kind}]" for kind in KINDS]},
        ]
    },
)

# -- words and patterns -----------------------------------------------------------------------------------------

_WORDS = Annotated[tuple[Annotated[str, text("a word")], ...], Items("words", 1)]
_ANY_SCALAR: Mapping[str, Json] = {"type": ["string", "number", "boolean", "null"]}


def _values(node: Node, notes: Notes) -> Mapping[str, ScalarNode | None]:
    """The words that may stand there, with the values that the site's words stand for, which the type reads later."""
    if isinstance(node, ListNode):
        return dict.fromkeys(read_as(_WORDS, node, notes))
    if not isinstance(node, MapNode):
        raise mismatch(node, "a list of words, or a map from words to values", notes)
    if not node.entries:
        raise notes.refuse(Code.EMPTY, node.at, "an empty map: words and values expected")
    words: dict[str, ScalarNode | None] = {}
    for entry in node.entries:
        if not isinstance(entry.value, ScalarNode):
            raise mismatch(entry.value, "a single value", notes)
        if "{{" in entry.key.text:
            problem = f"a template in the key `{shorten(entry.key.text)}`"
            raise notes.refuse(Code.TEMPLATE_NOT_HERE, entry.key.at, problem, "write the word that the site writes")
        words[entry.key.text] = entry.value
    return words


_VALUES = Leaf(
    _values,
    {
        "anyOf": [
            {"type": "array", "items": AS_WRITTEN, "minItems": 1},
            {"type": "object", "additionalProperties": _ANY_SCALAR, "minProperties": 1},
        ]
    },
)

_MAX_RANGES = 20_000  # characters in ranges of one that ignores case
_SIGN = r"(\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\?.)"
_RANGE = re.compile(f"{_SIGN}-{_SIGN}", re.DOTALL)
_MAX_PATTERN = 2000  # characters of a regular expression


def _bad_pattern(pattern: str) -> Wrong:
    if len(pattern) > _MAX_PATTERN:
        problem = f"a regular expression of {len(pattern):,} characters"
        return Code.BAD_PATTERN, problem, f"at most {_MAX_PATTERN:,}"
    if _ranges(pattern) > _MAX_RANGES:
        problem = "a regular expression over too many characters"
        return Code.BAD_PATTERN, problem, "name a smaller range, or \\w"
    try:
        compiled(pattern)
    except BadPattern as error:
        return Code.BAD_PATTERN, str(error), error.remedy
    return None


def _ranges(pattern: str) -> int:
    """How many characters the ranges (`a-z`) of a pattern span, if it ignores case: Python tries each, for seconds."""
    if not re.search(r"\(\?[a-zA-Z]*i", pattern):
        return 0
    return sum(max(0, _code(last) - _code(first)) for first, last in _RANGE.findall(pattern))


def _code(sign: str) -> int:
    digits = sign[2:]
    return int(digits, 16) if digits and sign[0] == "\\" else ord(sign[-1])


_MAX_FORMAT = 100
_DATES = "such as %d.%m.%Y"
_DIRECTIVE = re.compile("%(.)")
_WITH_YEAR = frozenset("YyGcx")
"""The directives of `strptime` that read a year; without one of them it would take 1900."""


def _bad_format(form: str) -> Wrong:
    if len(form) > _MAX_FORMAT:
        return Code.BAD_FORMAT, f"a strptime format of more than {_MAX_FORMAT} characters", _DATES
    if "%" not in form:
        return Code.BAD_FORMAT, f"`{shorten(form)}` has no part of a date", _DATES
    if _WITH_YEAR.isdisjoint(_DIRECTIVE.findall(form)):
        hint = f"{_DATES}; `approximate: true` instead takes the year from the weekday beside a day"
        return Code.BAD_FORMAT, f"`{shorten(form)}` has no year", hint
    try:
        moment = datetime(2024, 3, 28, 13, 14, 15, tzinfo=UTC)
        datetime.strptime(moment.strftime(form), form)  # noqa: DTZ007 - only tried; cells carry no zone
    except (ValueError, re.error) as error:  # a part that occurs twice is reported by the regular expression behind it
        return Code.BAD_FORMAT, f"no strptime format ({shorten(str(error))})", _DATES
    return None


def _null(node: Node, notes: Notes) -> bool:
    """`unreadable: null`, the only word that may stand there."""
    if not isinstance(node, ScalarNode) or node.kind != "null":
        raise mismatch(node, "null: a text that can't be read as the type counts as an empty cell", notes)
    return True


# -- a field ----------------------------------------------------------------------------------------------------

_FITS: tuple[tuple[str, frozenset[Kind], str], ...] = (
    ("digits", frozenset({"money"}), "money"),
    ("format", frozenset({"date", "datetime"}), "date and datetime"),
    ("approximate", frozenset({"date", "datetime"}), "date and datetime"),
)
_OF_THE_PAGE = ("label", "page", "at", "from", "match", "values", "of", "unreadable")
"""The keys of a field that is read from the page."""


_OF_LOCATORS: Mapping[str, str] = {
    **{engine: f"a field has it below `at`: {{at: {engine}=…}}" for engine in ("css", "xpath", "testid")},
    **{part: f"a field has it below `at`: {{at: {{{part}: …}}}}" for part in ("role", "has", "nth", "in")},
}
"""The keys of a locator that stand in a field itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Form):
    """One column and how it is found."""

    about: ClassVar[About] = About(
        "field", shorthand="type", listed=True, expected="a type, or a map", elsewhere=_OF_LOCATORS
    )
    name: Name
    type: Annotated[Type, TYPE, means("what the text is read as")]
    label: Annotated[
        str | None,
        text("the words that the page uses"),
        means("the words that the page uses; default the field's name"),
    ] = None
    page: Annotated[Literal["record", "detail", "listing"], WORD, means("where it stands")] = "record"
    target: Annotated[Locator | None, means("inside the record; a boolean with `at` is whether it is there", "at")] = (
        None
    )
    source: Annotated[
        str,
        text("text, heading or an attribute's name"),
        means("text (default), heading, or an attribute's name", "from"),
    ] = "text"
    match: Annotated[
        str | None,
        text("a regular expression", check=_bad_pattern),
        means("regular expression; its first group is the value"),
    ] = None
    words: Annotated[tuple[str, ...], unwritten("words")] = ()  # `values` as a list
    mapping: Annotated[  # `values` as a map; as it is read, until `made` knows the type, as a list too
        Mapping[str, Scalar] | None,
        _VALUES,
        means("the words that may stand there, or a map from words to values", "values"),
    ] = None
    value: Annotated[
        Template | None,
        template("a text or a number", data=True, empty=True),
        means("not read from the page: a constant or template"),
    ] = None
    required: Annotated[Flag, means("an empty cell makes the table incomplete")] = False
    format: Annotated[
        str | None, text("a strptime format", check=_bad_format), means("strptime format of a date or datetime")
    ] = None
    digits: Annotated[int, Between(0, 15), means("digits behind the point of `money`; default 2")] = 2
    split: Annotated[str, text("a separator"), means("what a list's text is cut at; default a comma")] = ","
    approximate: Annotated[Flag, means("read ages (2 years ago), and days by their weekday, as dates")] = False
    of: Annotated[Literal["first", "last"] | None, WORD, means("which of several; default first")] = None
    nullable: Annotated[
        bool,
        Leaf(_null, {"type": "null"}),
        means("null: a text that can't be read as the type counts as an empty cell", "unreadable"),
    ] = False
    at: Place

    def made(self, given: Given, notes: Notes) -> "Field":
        """Checks the keys that the type cannot use, and those that contradict `value`."""
        for name, kinds, those in _FITS:
            if name in given and self.type.kind not in kinds:
                problem = f"`{name}:` of a field of type {self.type}"
                raise notes.refuse(Code.KEY_OF_OTHER_TYPE, given.place(name), problem, f"only {those} have it")
        if "split" in given and not self.type.many:
            problem, hint = f"`split:` of a field of type {self.type}", f"only lists: [{self.type}]"
            raise notes.refuse(Code.KEY_OF_OTHER_TYPE, given.place("split"), problem, hint)
        if self.value is not None:
            self._check_constant(self.value, given, notes)
        words, mapping = self._split_values(notes)
        return replace(self, words=words, mapping=mapping)

    def _check_constant(self, value: Template, given: Given, notes: Notes) -> None:
        if extra := given.present(*_OF_THE_PAGE):
            hint = "a field with `value:` is not read from the page"
            raise notes.refuse(Code.KEYS_EXCLUDE, given.place("value"), f"`value:` beside `{extra[0]}:`", hint)
        if value.constant and not self.type.many and value.source:
            try:
                value_of(self.type.kind, value.source)
            except ValueError:
                problem = f"{shorten(value.source)!r} is no {self.type}"
                hint = f"give {EXAMPLES[self.type.kind]}"
                raise notes.refuse(Code.BAD_VALUE, value.at, problem, hint) from None

    def _split_values(self, notes: Notes) -> tuple[tuple[str, ...], Mapping[str, Scalar] | None]:
        """`values` as words, or as a map to values of the type; every one that is invalid is noted."""
        written_words = cast("Mapping[str, ScalarNode | None]", self.mapping or {})
        mapped = {word: node for word, node in written_words.items() if node is not None}
        if not mapped:
            return tuple(written_words), None
        values: dict[str, Scalar] = {}
        for word, node in mapped.items():
            try:
                values[word] = None if node.kind == "null" else value_of(self.type.kind, node.decimal)
            except ValueError:
                problem = f"{shorten(node.text)!r} is no {self.type}"
                notes.note(Code.BAD_VALUE, node.at, problem, f"give {EXAMPLES[self.type.kind]}")
        if len(values) < len(mapped):
            raise Flawed("values")
        return (), values


def _fields(pairs: Pairs, node: Node, notes: Notes) -> tuple[Field, ...]:
    """Fields with their names; no two differ only in case."""
    del node
    seen: dict[str, str] = {}
    fields: list[Field] = []
    for key, field in pairs:
        first = seen.setdefault(key.text.lower(), key.text)
        if first != key.text:
            problem = f"`{key.text}` and `{first}` differ only in case"
            raise notes.refuse(Code.CONFLICTING_COLUMN, key.at, problem, "rename one")
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
            notes.note(
                Code.MONEY_MISSING,
                field.at,
                f"`{field.name}` is a currency without a money field",
                "declare the amount as money",
            )
        elif field.label is None and len(money) > 1:
            names = ", ".join(one.name for one in money)
            notes.note(
                Code.MONEY_MISSING,
                field.at,
                f"`{field.name}`: the currency of which of {names}?",
                "give it the same `label:`",
            )
        elif (
            field.label is not None
            and len(money) > 1
            and field.label.casefold() not in {label_of(one).casefold() for one in money}
        ):
            notes.note(
                Code.MONEY_MISSING,
                field.at,
                f"no money field has the label {field.label!r}",
                nearest(field.label, map(label_of, money)),
            )


def label_of(field: Field) -> str:
    """The words that a field is looked for by: its label, or its name with `_` read as a blank."""
    return field.label if field.label is not None else field.name.replace("_", " ")


Fields = Annotated[
    tuple[Field, ...],
    Entries(Field, "fields and their types", _fields, identifier, 1, pattern=SCHEMA_PATTERN),
]
