"""Declares the keys of the file once, so that the loader and the JSON Schema cannot drift apart.

A *shape* reads one node and describes itself as JSON Schema. A `Table` is a map of declared `Key`s and a function
that makes the value from what was given. A mistake is noted and reading continues beside it: `Flawed` only tells
the containers that there is no value here.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from webdart.errors import SourceLine, WorkflowError
from webdart.workflow.nodes import BrokenNode, ListNode, MapNode, Node, ScalarNode
from webdart.workflow.templates import Template

T = TypeVar("T")
D = TypeVar("D")
T_co = TypeVar("T_co", covariant=True)

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
Schema = dict[str, Json]
MAX_PROBLEMS = 100


class Flawed(Exception):
    """No value could be read; why has been noted."""


class TooManyProblems(Exception):
    """A hundred problems are noted: more would not help."""


# -- what is noted while a file is read -----------------------------------------------------------------------


@dataclass(slots=True)
class Scope:
    """What `row` is in one navigate or act: the columns of its `for_each` (None: of a SELECT that does not tell them).

    `stage` counts from 0 over the file; results of earlier stages are what a template here may name.
    """

    stage: int
    has_rows: bool = False
    columns: tuple[str, ...] | None = None
    data: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A template, and what may stand in it at its place. `scope` None: outside all stages."""

    template: Template
    data: bool
    secret: bool
    scope: Scope | None


@dataclass(slots=True)
class Notes:
    """What one reading of a file has found so far: problems, templates, and where the reading is."""

    file: str
    problems: list[WorkflowError] = field(default_factory=list[WorkflowError])
    uses: list[Use] = field(default_factory=list[Use])
    scope: Scope | None = None
    stage: int = -1
    secrets_allowed: bool = False  # inside `login`
    parts: list[int] = field(default_factory=list[int])  # which part each item of the list of stages is of
    stage_parts: list[int] = field(default_factory=list[int])  # the same for the stages that came of them
    partial: bool = False  # something was left out as flawed: what is missing may have been meant to stand there

    def note(self, at: SourceLine, problem: str, hint: str = "") -> None:
        """Note a problem and go on."""
        self.add(WorkflowError(problem, at=at, hint=hint))

    def add(self, problem: WorkflowError) -> None:
        """Note a problem that has been put into words already."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise TooManyProblems

    def refuse(self, at: SourceLine, problem: str, hint: str = "") -> Flawed:
        """Note a problem; raise what this gives, since there is no value."""
        self.note(at, problem, hint)
        return Flawed(problem)

    @contextmanager
    def with_secrets(self) -> Generator[None]:
        """Secrets may stand in what is read within."""
        before, self.secrets_allowed = self.secrets_allowed, True
        try:
            yield
        finally:
            self.secrets_allowed = before


def shorten(text: str, most: int = 60) -> str:
    """`text` on one line, cut for a message."""
    text = " ".join(text[: most * 4].split())
    return text if len(text) <= most else text[: most - 1] + "…"


def nearest(name: str, known: Iterable[str], what: str = "there are", most: int = 30) -> str:
    """The hint of an unknown name: the closest one, then all (up to `most`)."""
    names = [str(one) for one in known]
    close = get_close_matches(name[:60].lower(), [one.lower() for one in names], 1, 0.6)
    meant = next((one for one in names if close and one.lower() == close[0]), None)
    listed = ", ".join(names[:most]) + (", …" if len(names) > most else "")
    return (f"did you mean `{meant}`? " if meant else "") + (f"{what} {listed}" if names else "there are none")


def kind_of(node: Node) -> str:
    """What a node is, in a person's words."""
    match node:
        case MapNode():
            return "a map"
        case ListNode():
            return "a list"
        case BrokenNode():
            return "nothing"
        case ScalarNode(kind="null"):
            return "nothing"
        case ScalarNode(kind="text"):
            return f"the text {shorten(node.text, 40)!r}"
        case ScalarNode():
            return f"`{node.text}`"


# -- shapes ---------------------------------------------------------------------------------------------------


class Definitions(dict[str, Schema]):
    """The `$defs` of a schema, filled as its parts are described."""


class Shape(Protocol[T_co]):
    """Reads one kind of node, and describes it."""

    def read(self, node: Node, notes: Notes) -> T_co:
        """The value of a node.

        Raises:
            Flawed: there is no value; the reason has been noted.
        """
        ...

    def schema(self, definitions: Definitions) -> Schema:
        """What this accepts, as JSON Schema (draft 2020-12)."""
        ...


def mismatch(node: Node, expected: str, notes: Notes) -> Flawed:
    """Note that `expected` should stand here; says the usual slip where one is seen."""
    if isinstance(node, BrokenNode):
        return Flawed(expected)
    hint = ""
    if isinstance(node, ScalarNode) and node.kind == "null":
        if node.cut:
            hint = f'what follows `#` is a comment: quote "{shorten(node.cut, 30)}"'
        return notes.refuse(node.at, f"the value is missing: {expected} expected", hint)
    if isinstance(node, ScalarNode) and node.kind in ("boolean", "integer", "number") and "text" in expected:
        hint = f'quote it: "{node.text}"'
    if isinstance(node, MapNode) and "text" in expected and len(node.entries) == 1 and not node.flow:
        hint = "if the colon belongs to the text, quote the whole text"
    return notes.refuse(node.at, f"{expected} expected, not {kind_of(node)}", hint)


@dataclass(frozen=True, slots=True)
class Key(Generic[T]):
    """One declared key: its shape, and what it means (the schema's description)."""

    name: str
    shape: Shape[T]
    help: str = ""
    required: bool = False


class Given:
    """What a map gave, by key; places for checks that need several keys."""

    def __init__(self, at: SourceLine, path: str) -> None:
        self.at = at
        self.path = path
        self._values: dict[str, object] = {}
        self._places: dict[str, SourceLine] = {}

    def put(self, name: str, value: object, at: SourceLine) -> None:
        """Keep the value of a key."""
        self._values[name] = value
        self._places[name] = at

    @overload
    def get(self, key: Key[T]) -> T | None: ...
    @overload
    def get(self, key: Key[T], default: D) -> T | D: ...
    def get(self, key: Key[T], default: D | None = None) -> T | D | None:
        """The value of a key, or `default`."""
        return cast("T", self._values[key.name]) if key.name in self._values else default

    def __getitem__(self, key: Key[T]) -> T:
        """The value of a required key."""
        return cast("T", self._values[key.name])

    def __contains__(self, key: Key[Any]) -> bool:
        return key.name in self._values

    def place(self, key: Key[Any]) -> SourceLine:
        """Where the key stands; of one that is missing, where the map begins."""
        return self._places.get(key.name, self.at)

    def present(self, keys: Iterable[Key[Any]]) -> tuple[str, ...]:
        """Which of `keys` were given, by name."""
        return tuple(key.name for key in keys if key.name in self._values)


AnyKey = Key[Any]


def keys(*declared: object) -> tuple[AnyKey, ...]:
    """Declared keys of any shapes, as one tuple."""
    return tuple(cast("AnyKey", key) for key in declared)


def _cut_off(node: MapNode, number: int) -> bool:
    """Whether an entry looks like the rest of a plain value in braces that a comma ended: a key alone."""
    value = node.entries[number].value
    return node.flow and number > 0 and isinstance(value, ScalarNode) and value.kind == "null" and not value.text


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """A map of declared keys. `path` names it in messages and in the list of what is not carried out yet."""

    path: str
    keys: tuple[AnyKey, ...]
    make: Callable[[Given, Notes], T]
    help: str = ""
    definition: str = ""  # its name in the schema, where it is not `path`
    lenient: bool = False  # an unknown key does not keep the rest from being checked
    elsewhere: Mapping[str, str] = field(default_factory=dict[str, str])  # keys looked for here, and where they stand

    def read(self, node: Node, notes: Notes) -> T:
        """The value made from a map; all its mistakes are noted in one go."""
        if not isinstance(node, MapNode):
            known = ", ".join(key.name for key in self.keys[:6])
            raise mismatch(node, f"a map ({known}{', …' if len(self.keys) > 6 else ''})", notes)
        given = Given(node.at, self.path)
        meant: set[str] = set()
        flawed = self._fill(node, given, meant, notes)
        for key in self.keys:
            if key.required and node.get(key.name) is None and key.name not in meant:
                has = ", ".join(entry.key.text for entry in node.entries[:10])
                notes.note(node.at, f"`{key.name}:` is missing here", f"add it; there is {shorten(has) or 'nothing'}")
                flawed = True
        if flawed:
            raise Flawed(self.path)
        return self.make(given, notes)

    def _fill(self, node: MapNode, given: Given, meant: set[str], notes: Notes) -> bool:
        """Read the keys into `given`; those that a misspelt key stands for go into `meant`."""
        known = {key.name: key for key in self.keys}
        flawed = False
        before: ScalarNode | None = None
        for number, entry in enumerate(node.entries):
            name, at = entry.key.text, entry.key.at
            key = known.get(name)
            if key is None:
                if before is not None and _cut_off(node, number):
                    if not _cut_off(node, number - 1):  # the rest of one value is one mistake
                        self._cut(node, number, before, notes)
                    flawed = True
                    continue
                hint = self.elsewhere.get(name) or nearest(name, known)
                notes.note(at, f"unknown key `{shorten(name)}`" + (f" in {self.path}" if self.path else ""), hint)
                meant.update(get_close_matches(name[:60].lower(), known, 1, 0.6))
                flawed = (
                    flawed or not self.lenient or not meant.isdisjoint(key.name for key in self.keys if key.required)
                )
                continue
            try:
                value = key.shape.read(entry.value, notes)
            except Flawed:
                flawed = True
            else:
                given.put(name, value, at)
            before = entry.value if isinstance(entry.value, ScalarNode) else None
        return flawed

    def _cut(self, node: MapNode, number: int, before: ScalarNode, notes: Notes) -> None:
        """A comma inside a plain value ended it: what follows stands there as keys without values."""
        rest = [before.text]
        while number + len(rest) - 1 < len(node.entries) and _cut_off(node, number + len(rest) - 1):
            rest.append(node.entries[number + len(rest) - 1].key.text)
        key = node.entries[number].key
        hint = f'quote the whole value: "{shorten(", ".join(rest), 60)}"'
        notes.note(key.at, f"`{shorten(key.text)}`: a comma inside braces ends a plain value", hint)

    def schema(self, definitions: Definitions) -> Schema:
        """A reference to this map's entry in `$defs`."""
        name = self.definition or self.path or "workflow"
        if name not in definitions:
            definitions[name] = {}  # before its parts: shapes may be recursive
            properties: dict[str, Json] = {}
            for key in self.keys:
                part = key.shape.schema(definitions)
                properties[key.name] = {**part, "description": key.help} if key.help else part
            described: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
            required = [key.name for key in self.keys if key.required]
            if required:
                described["required"] = required
            if self.help:
                described["description"] = self.help
            definitions[name].update(described)
        return {"$ref": f"#/$defs/{name}"}


@dataclass(frozen=True, slots=True)
class Later(Generic[T]):
    """A shape that is declared further down (locators hold locators)."""

    resolve: Callable[[], Shape[T]]

    def read(self, node: Node, notes: Notes) -> T:
        """What the shape reads."""
        return self.resolve().read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        """What the shape accepts."""
        return self.resolve().schema(definitions)


@dataclass(frozen=True, slots=True)
class Either(Generic[T]):
    """One of several shapes, told apart by whether a single value, a list or a map stands there."""

    expected: str
    scalar: Shape[T] | None = None
    sequence: Shape[T] | None = None
    mapping: Shape[T] | None = None

    def read(self, node: Node, notes: Notes) -> T:
        """What the fitting shape reads."""
        match node:
            case ScalarNode():
                chosen = None if node.kind == "null" else self.scalar
            case ListNode():
                chosen = self.sequence
            case MapNode():
                chosen = self.mapping
            case BrokenNode():
                chosen = None
        if chosen is None:
            raise mismatch(node, self.expected, notes)
        return chosen.read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        """Any of them."""
        shapes = [shape for shape in (self.scalar, self.sequence, self.mapping) if shape is not None]
        parts = [shape.schema(definitions) for shape in shapes]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T]):
    """A list; mistakes in several items are noted in one go."""

    item: Shape[T]
    what: str
    least: int = 0

    def read(self, node: Node, notes: Notes) -> tuple[T, ...]:
        """The values of the items."""
        if not isinstance(node, ListNode):
            raise mismatch(node, f"a list of {self.what}", notes)
        if len(node.items) < self.least:
            raise notes.refuse(node.at, f"an empty list: {self.what} expected")
        values: list[T] = []
        flawed = False
        for item in node.items:
            try:
                values.append(self.item.read(item, notes))
            except Flawed:
                flawed = True
        if flawed:
            raise Flawed(self.what)
        return tuple(values)

    def schema(self, definitions: Definitions) -> Schema:
        """An array."""
        described: Schema = {"type": "array", "items": self.item.schema(definitions)}
        if self.least:
            described["minItems"] = self.least
        return described


@dataclass(frozen=True, slots=True)
class MapOf(Generic[T]):
    """A map whose keys the file chooses: each is checked by `name`, which may note and raise Flawed."""

    item: Shape[T]
    what: str
    name: Callable[[ScalarNode, Notes], str] = lambda key, _: key.text
    least: int = 0
    pattern: str = ""
    filled: bool = False  # templates may stand in its keys

    def _check(self, key: ScalarNode, notes: Notes) -> None:
        if "{{" in key.text and not self.filled:
            hint = "write the name itself; a value may hold a template"
            raise notes.refuse(key.at, f"a template in the key `{shorten(key.text)}`", hint)
        self.name(key, notes)

    def read(self, node: Node, notes: Notes) -> tuple[tuple[ScalarNode, T], ...]:
        """The keys, with their places, and their values."""
        if not isinstance(node, MapNode):
            raise mismatch(node, f"a map of {self.what}", notes)
        if len(node.entries) < self.least:
            raise notes.refuse(node.at, f"an empty map: {self.what} expected")
        values: list[tuple[ScalarNode, T]] = []
        flawed = False
        for entry in node.entries:
            try:
                self._check(entry.key, notes)
            except Flawed:
                flawed = True
            try:
                values.append((entry.key, self.item.read(entry.value, notes)))
            except Flawed:
                flawed = True
        if flawed:
            raise Flawed(self.what)
        return tuple(values)

    def schema(self, definitions: Definitions) -> Schema:
        """An object with free keys."""
        described: Schema = {"type": "object", "additionalProperties": self.item.schema(definitions)}
        if self.pattern:
            described["propertyNames"] = {"pattern": self.pattern}
        if self.least:
            described["minProperties"] = self.least
        return described


@dataclass(frozen=True, slots=True)
class Mapped(Generic[T, D]):
    """A shape whose value is made into another; `make` may note and raise Flawed."""

    shape: Shape[T]
    make: Callable[[T, Node, Notes], D]

    def read(self, node: Node, notes: Notes) -> D:
        """The value that `make` gives."""
        return self.make(self.shape.read(node, notes), node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        """What the inner shape accepts."""
        return self.shape.schema(definitions)
