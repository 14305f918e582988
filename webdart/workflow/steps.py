"""Reads the steps of a file: one verb each, with what may stand beside it (docs/reference/steps.md)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from webdart.workflow.locators import LOCATOR, label_of
from webdart.workflow.model import (
    Click,
    Drag,
    ExpectStep,
    Fill,
    FillValue,
    GoBack,
    Hover,
    Locator,
    Open,
    Press,
    ScrollTo,
    Step,
    Upload,
)
from webdart.workflow.nodes import ListNode, MapNode, Node, ScalarNode
from webdart.workflow.reader import (
    Definitions,
    Either,
    Given,
    Key,
    ListOf,
    MapOf,
    Notes,
    Schema,
    Table,
    keys,
    mismatch,
)
from webdart.workflow.scalars import (
    ADDRESS,
    Boolean,
    Duration,
    Integer,
    TemplateText,
    checked,
    note_template,
    written,
)
from webdart.workflow.templates import Template

_KEYS = re.compile(r"(?:(?:Control|Shift|Alt|Meta|ControlOrMeta)\+)*(?:[A-Za-z][A-Za-z0-9]{0,30}|\S)")


@dataclass(frozen=True, slots=True)
class ControlValue:
    """What a control is set to: a text (with data, and secrets where `secret`), a number, a truth value, a list."""

    secret: bool = True

    def read(self, node: Node, notes: Notes) -> FillValue:
        """The value."""
        if isinstance(node, ListNode):
            item = TemplateText(data=True, secret=self.secret)
            return ListOf(item, "texts", 1).read(node, notes)
        if not isinstance(node, ScalarNode) or node.kind == "null":
            raise mismatch(node, 'a text, a number, true or false ("" empties a field)', notes)
        match node.kind:
            case "boolean":
                return node.boolean
            case "integer" if -(2**63) <= node.integer < 2**63:
                return node.integer
            case "number":
                return node.number
            case _:
                return note_template(written(node, "a text", notes), node.at, notes, data=True, secret=self.secret)

    def schema(self, definitions: Definitions) -> Schema:
        """Scalars and lists of texts."""
        del definitions
        return {"anyOf": [{"type": ["string", "number", "boolean"]}, {"type": "array", "items": {"type": "string"}}]}


@dataclass(frozen=True, slots=True)
class _FillBody:
    """A map of labels to values; or one value, whose control `at` names (None here)."""

    def read(self, node: Node, notes: Notes) -> tuple[tuple[Locator | None, FillValue], ...]:
        if not isinstance(node, MapNode):
            return ((None, ControlValue().read(node, notes)),)
        pairs = MapOf(ControlValue(), "labels and values", least=1, filled=True).read(node, notes)
        return tuple((label_of(key, notes), value) for key, value in pairs)

    def schema(self, definitions: Definitions) -> Schema:
        value = ControlValue().schema(definitions)
        return {"anyOf": [{"type": "object", "additionalProperties": value, "minProperties": 1}, value]}


@dataclass(frozen=True, slots=True)
class _Files:
    """A map of labels to paths; or one path, whose control `at` names (None here)."""

    def read(self, node: Node, notes: Notes) -> tuple[tuple[Locator | None, Template], ...]:
        if not isinstance(node, MapNode):
            return ((None, _PATH.read(node, notes)),)
        pairs = MapOf(_PATH, "labels and files", least=1).read(node, notes)
        return tuple((label_of(key, notes), path) for key, path in pairs)

    def schema(self, definitions: Definitions) -> Schema:
        path = _PATH.schema(definitions)
        return {"anyOf": [{"type": "object", "additionalProperties": path, "minProperties": 1}, path]}


_PATH = TemplateText("a file below the folder of this one")
"""No data from a page: it could name any file of the machine."""


@dataclass(frozen=True, slots=True)
class _Nothing:
    """`back:` has no value."""

    def read(self, node: Node, notes: Notes) -> bool:
        if isinstance(node, ScalarNode) and node.kind == "null":
            return True
        raise notes.refuse(node.at, "`back:` takes no value", "write only `- back:`")

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": "null"}


def _bad_keys(text: str) -> str | None:
    if _KEYS.fullmatch(text):
        return None
    return f"`{text[:40]}` is no key or chord; such as Enter, Escape, a or Control+S"


_EXPECT_TEXT = Key("text", TemplateText(data=True), "whole words of what is visible")
_EXPECT_VALUE = Key(
    "value", Either("a value", scalar=TemplateText(data=True, empty=True)), "what a person sees in the control"
)
_EXPECT_COUNT = Key("count", Integer(0), "how many there are")
_EXPECT_AT = Key("at", LOCATOR, "the thing that is looked at")
_EXPECT_IN = Key("in", LOCATOR, "only the region under this heading, or at this locator")
_EXPECT_GONE = Key("gone", Boolean(), "wait until it is no longer there")


def _expectation(given: Given, notes: Notes) -> ExpectStep:
    text, at = given.get(_EXPECT_TEXT), given.get(_EXPECT_AT)
    if text is None and at is None:
        raise notes.refuse(given.at, "`expect` looks for nothing", "give `text:`, or `at:` with text, value or count")
    for key in (_EXPECT_VALUE, _EXPECT_COUNT):
        if key.name in given.present(keys(key)) and at is None:
            raise notes.refuse(given.place(key), f"`{key.name}:` needs `at:`", "say of which thing")
    return ExpectStep(
        text=text,
        value=given.get(_EXPECT_VALUE),
        count=given.get(_EXPECT_COUNT),
        gone=given.get(_EXPECT_GONE, False),
        target=at,
        within=given.get(_EXPECT_IN),
        at=given.at,
    )


_EXPECT_TABLE: Table[ExpectStep] = Table(
    "expect_step",
    keys(_EXPECT_TEXT, _EXPECT_VALUE, _EXPECT_COUNT, _EXPECT_AT, _EXPECT_IN, _EXPECT_GONE),
    _expectation,
    "Waits until it is so, then fails.",
)

_OPEN = Key("open", ADDRESS, "an address below the site's, or a `link` column")
_CLICK = Key("click", LOCATOR, "what is clicked")
_HOVER = Key("hover", LOCATOR, "what the pointer is put over")
_FILL = Key("fill", _FillBody(), "label → value, for any kind of control; or a value, with `at`")
_UPLOAD = Key(
    "upload", _Files(), "label → file beside the workflow, for controls that take files; or a file, with `at`"
)
_PRESS = Key("press", checked(_bad_keys, "a key such as Enter or Control+S"), "a key or a chord")
_DRAG = Key("drag", LOCATOR, "what is dragged, with `to`")
_SCROLL = Key("scroll", LOCATOR, "what is brought into view")
_BACK = Key("back", _Nothing(), "back in this tab's history")
_EXPECT = Key("expect", _EXPECT_TABLE, "what must be so")
_AT = Key("at", LOCATOR, "the control, for `fill` of one value, `upload` of one file and `press`")
_TO = Key("to", LOCATOR, "where `drag` ends")
_OPTIONAL = Key("optional", Boolean(), "the step may fail")
_TIMEOUT = Key("timeout", Duration(), "how long it may wait, such as 3s")

_VERBS = keys(_OPEN, _CLICK, _HOVER, _FILL, _UPLOAD, _PRESS, _DRAG, _SCROLL, _BACK, _EXPECT)


def _step(given: Given, notes: Notes) -> Step:
    verbs = list(given.present(_VERBS))
    names = ", ".join(key.name for key in _VERBS)
    if not verbs:
        raise notes.refuse(given.at, "a step without a verb", f"one of {names}")
    if len(verbs) > 1:
        second = next(key for key in _VERBS if key.name == verbs[1])
        hint = "one verb a step: begin the second with a dash of its own"
        raise notes.refuse(given.place(second), f"a step with {len(verbs)} verbs ({', '.join(verbs)})", hint)
    verb = verbs[0]
    if _AT in given and verb not in ("fill", "upload", "press"):
        raise notes.refuse(given.place(_AT), f"`at:` beside `{verb}:`", f"give the locator to `{verb}:` itself")
    if _TO in given and verb != "drag":
        raise notes.refuse(given.place(_TO), f"`to:` beside `{verb}:`", "`to:` belongs to `drag:`")
    step = _MAKERS[verb](given, notes)
    return replace(step, optional=given.get(_OPTIONAL, False), timeout=given.get(_TIMEOUT))


def _fill(given: Given, notes: Notes) -> Step:
    return Fill(values=_by_control(given, _FILL, "value", notes), at=given.at)


def _upload(given: Given, notes: Notes) -> Step:
    return Upload(values=_by_control(given, _UPLOAD, "file", notes), at=given.at)


V = TypeVar("V")


def _by_control(
    given: Given, key: Key[tuple[tuple[Locator | None, V], ...]], what: str, notes: Notes
) -> tuple[tuple[Locator, V], ...]:
    """Each control with what it is given: by its label, or by `at`."""
    at = given.get(_AT)
    pairs: list[tuple[Locator, V]] = []
    for label, value in given[key]:
        if label is None and at is None:
            hint = f"{key.name}: {{Label: {what}}}, or {{{key.name}: {what}, at: LOCATOR}}"
            raise notes.refuse(given.place(key), f"`{key.name}:` does not say which control", hint)
        if label is not None and at is not None:
            raise notes.refuse(given.place(_AT), "`at:` beside a map of labels", "one of the two")
        target = label or at
        assert target is not None
        pairs.append((target, value))
    return tuple(pairs)


def _drag(given: Given, notes: Notes) -> Step:
    to = given.get(_TO)
    if to is None:
        raise notes.refuse(given.place(_DRAG), "`drag:` without `to:`", "{drag: LOCATOR, to: LOCATOR}")
    return Drag(target=given[_DRAG], to=to, at=given.at)


_MAKERS: Mapping[str, Callable[[Given, Notes], Step]] = {
    "open": lambda given, _: Open(address=given[_OPEN], at=given.at),
    "click": lambda given, _: Click(target=given[_CLICK], at=given.at),
    "hover": lambda given, _: Hover(target=given[_HOVER], at=given.at),
    "fill": _fill,
    "upload": _upload,
    "press": lambda given, _: Press(keys=given[_PRESS], target=given.get(_AT), at=given.at),
    "drag": _drag,
    "scroll": lambda given, _: ScrollTo(target=given[_SCROLL], at=given.at),
    "back": lambda given, _: GoBack(at=given.at),
    "expect": lambda given, _: given[_EXPECT],
}

STEP: Table[Step] = Table(
    "step", keys(*_VERBS, _AT, _TO, _OPTIONAL, _TIMEOUT), _step, "One verb, and what it may wait."
)
STEPS = ListOf(STEP, "steps", 1)
