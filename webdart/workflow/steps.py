"""Defines the steps of a file: one verb each, with what may stand beside it (docs/reference/steps.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from webdart.errors import SourceLine
from webdart.values import replace
from webdart.workflow.codes import Code, Wrong
from webdart.workflow.forms import About, As, Either, Entries, Form, Given, Items, Leaf, Pairs, Place, means, unwritten
from webdart.workflow.locators import Locator, label_of
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.reader import Notes, shorten
from webdart.workflow.scalars import ADDRESS, MOST, Between, Duration, Flag, note_template, template, text, written
from webdart.workflow.templates import Template

# -- the values -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBase:
    """What every step may carry: `optional` steps may fail, `timeout` in seconds."""

    optional: Annotated[bool, unwritten("optional")] = False
    timeout: Annotated[float | None, unwritten("timeout")] = None
    at: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(StepBase):
    """Go to an address below the site's."""

    address: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(StepBase):
    """Click what the locator says."""

    target: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(StepBase):
    """Put the pointer over it."""

    target: Locator


FillValue = Template | bool | int | float | tuple[Template, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(StepBase):
    """Set controls, each by its locator (a label as a rule), to values; read back afterwards."""

    values: tuple[tuple[Locator, FillValue], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(StepBase):
    """Give controls for files a file each; the paths are the file's own words, below the workflow's folder."""

    values: tuple[tuple[Locator, Template], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(StepBase):
    """Press a key or a chord (`Control+S`), on a control or on what has the focus."""

    keys: str
    target: Locator | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(StepBase):
    """Drag one thing onto another."""

    target: Locator
    to: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollTo(StepBase):
    """Scroll until it is in view."""

    target: Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBack(StepBase):
    """Back in this tab's history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectStep(StepBase, Form):
    """Waits until it is so, then fails."""

    about: ClassVar[About] = About("expect_step")
    text: Annotated[Template | None, template(data=True), means("whole words of what is visible")] = None
    value: Annotated[
        Template | None,
        Either("a value", scalar=Annotated[Template, template(data=True, empty=True)]),
        means("what a person sees in the control"),
    ] = None
    count: Annotated[int | None, Between(0, MOST), means("how many there are")] = None
    target: Annotated[Locator | None, means("the thing that is looked at", "at")] = None
    within: Annotated[Locator | None, means("only the region under this heading, or at this locator", "in")] = None
    gone: Annotated[Flag, means("wait until it is no longer there")] = False

    def made(self, given: Given, notes: Notes) -> "ExpectStep":
        """Refuses one that looks for nothing, or at nothing."""
        if self.text is None and self.target is None:
            hint = "give `text:`, or `at:` with text, value or count"
            raise notes.refuse(Code.KEY_NEEDS_KEY, given.at, "`expect` looks for nothing", hint)
        for name in given.present("value", "count") if self.target is None else ():
            raise notes.refuse(Code.KEY_NEEDS_KEY, given.place(name), f"`{name}:` needs `at:`", "say of which thing")
        return self


Step = Open | Click | Hover | Fill | Upload | Press | Drag | ScrollTo | GoBack | ExpectStep

# -- what controls are set to -----------------------------------------------------------------------------------

_CONTROL = 'a text, a number, true or false ("" empties a field)'
_BITS = 63
"""Of a whole number that a control is set to; a longer one is typed as it is written."""


def control_value(*, secret: bool = True) -> Either:
    """What a control is set to: a text (with data, and secrets where `secret`), a number, a truth value, a list."""

    def read(node: ScalarNode, notes: Notes) -> FillValue:
        match node.kind:
            case "boolean":
                return node.boolean
            case "integer" if -(2**_BITS) <= node.integer < 2**_BITS:
                return node.integer
            case "number":
                return node.number
            case _:
                return note_template(written(node, "a text", notes), node.at, notes, data=True, secret=secret)

    item = Annotated[Template, template(data=True, secret=secret)]
    return Either(
        _CONTROL,
        scalar=Annotated[Any, Leaf(read, {"type": ["string", "number", "boolean"]})],
        sequence=Annotated[tuple[item, ...], Items("texts", 1)],
    )


V = TypeVar("V")
ByControl = tuple[tuple[Locator | None, V], ...]
"""Each control with what it is given; None is the one that `at` names."""


def _by_label(pairs: Pairs, node: Node, notes: Notes) -> ByControl[Any]:
    del node
    return tuple((label_of(label, notes), value) for label, value in pairs)


def _alone(value: V, node: Node, notes: Notes) -> ByControl[V]:
    del node, notes
    return ((None, value),)


_VALUE = Annotated[FillValue, control_value()]


def bad_file(path: str, at: SourceLine, written: str = "") -> Wrong:
    """Why a file is never uploaded from there: it lies outside the folder of the workflow, or is hidden."""
    folder, shown = Path(at.file).resolve().parent, shorten(written or path)
    outside = f"`{shown}` lies outside the folder of the workflow", "files to upload lie beside the workflow"
    try:
        place = (folder / path).resolve()
    except (ValueError, OSError, RuntimeError):  # a zero byte, a loop of links
        return Code.BAD_FILE, *outside
    if not place.is_relative_to(folder):
        return Code.BAD_FILE, *outside
    if any(part.startswith(".") for part in place.relative_to(folder).parts):  # .webdart, .git, .env
        return Code.BAD_FILE, f"`{shown}` is hidden, and is not uploaded", "copy what is to be sent"
    return None


def _bad_path(path: Template) -> Wrong:
    """The same, before the parameters in it are known: whatever they are, they are part of some name."""
    text = "".join(part if isinstance(part, str) else "name" for part in path.parts)
    return bad_file(text, path.at, path.source)


_PATH = Annotated[Template, template("a file below the folder of this one", check=_bad_path)]
"""No data from a page: it could name any file of the machine."""
_FILL = Either(
    _CONTROL,
    scalar=Annotated[Any, As(_VALUE, _alone)],
    sequence=Annotated[Any, As(_VALUE, _alone)],
    mapping=Annotated[Any, Entries(_VALUE, "labels and values", _by_label, least=1, filled=True)],
)
_FILES = Either(
    "a file below the folder of this one",
    scalar=Annotated[Any, As(_PATH, _alone)],
    mapping=Annotated[Any, Entries(_PATH, "labels and files", _by_label, least=1)],
)


def _nothing(node: Node, notes: Notes) -> bool:
    """`back:` has no value."""
    if isinstance(node, ScalarNode) and node.kind == "null":
        return True
    raise notes.refuse(Code.WRONG_KIND, node.at, "`back:` takes no value", "write only `- back:`")


_KEYS = re.compile(r"(?:(?:Control|Shift|Alt|Meta|ControlOrMeta)\+)*(?:[A-Za-z][A-Za-z0-9]{0,30}|\S)")
_ECHO = 40
"""Characters of a key that a message repeats."""


def _bad_keys(text: str) -> Wrong:
    if _KEYS.fullmatch(text):
        return None
    return Code.BAD_STEP, f"`{text[:_ECHO]}` is no key or chord", "such as Enter, Escape, a or Control+S"


# -- a step as it is written ------------------------------------------------------------------------------------

_VERBS = ("open", "click", "hover", "fill", "upload", "press", "drag", "scroll", "back", "expect")
_BY_TARGET: Mapping[str, type[Click | Hover | ScrollTo]] = {"click": Click, "hover": Hover, "scroll": ScrollTo}
_ALONE = ("fill", "upload", "press")
"""The verbs whose control `at` may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step(Form):
    """One verb, and what it may wait."""

    about: ClassVar[About] = About("step")
    open: Annotated[Template | None, ADDRESS, means("an address below the site's, or a `link` column")] = None
    click: Annotated[Locator | None, means("what is clicked")] = None
    hover: Annotated[Locator | None, means("what the pointer is put over")] = None
    fill: Annotated[
        ByControl[FillValue], _FILL, means("label → value, for any kind of control; or a value, with `at`")
    ] = ()
    upload: Annotated[
        ByControl[Template],
        _FILES,
        means("label → file beside the workflow, for controls that take files; or a file, with `at`"),
    ] = ()
    press: Annotated[str, text("a key such as Enter or Control+S", check=_bad_keys), means("a key or a chord")] = ""
    drag: Annotated[Locator | None, means("what is dragged, with `to`")] = None
    scroll: Annotated[Locator | None, means("what is brought into view")] = None
    back: Annotated[bool, Leaf(_nothing, {"type": "null"}), means("back in this tab's history")] = False
    expect: Annotated[ExpectStep | None, means("what must be so")] = None
    at: Annotated[Locator | None, means("the control, for `fill` of one value, `upload` of one file and `press`")] = (
        None
    )
    to: Annotated[Locator | None, means("where `drag` ends")] = None
    optional: Annotated[Flag, means("the step may fail")] = False
    timeout: Annotated[Duration | None, means("how long it may wait, such as 3s")] = None
    begins: Place

    def made(self, given: Given, notes: Notes) -> Step:
        """The step of its one verb."""
        verbs = list(given.present(*_VERBS))
        if not verbs:
            raise notes.refuse(Code.BAD_STEP, given.at, "a step without a verb", f"one of {', '.join(_VERBS)}")
        if len(verbs) > 1:
            problem = f"a step with {len(verbs)} verbs ({', '.join(verbs)})"
            hint = "one verb a step: begin the second with a dash of its own"
            raise notes.refuse(Code.BAD_STEP, given.place(verbs[1]), problem, hint)
        verb = verbs[0]
        if self.at is not None and verb not in _ALONE:
            hint = f"give the locator to `{verb}:` itself"
            raise notes.refuse(Code.KEYS_EXCLUDE, given.place("at"), f"`at:` beside `{verb}:`", hint)
        if self.to is not None and verb != "drag":
            raise notes.refuse(
                Code.KEYS_EXCLUDE, given.place("to"), f"`to:` beside `{verb}:`", "`to:` belongs to `drag:`"
            )
        return replace(self._of(verb, given, notes), optional=self.optional, timeout=self.timeout)

    def _of(self, verb: str, given: Given, notes: Notes) -> Step:
        target = self.click or self.hover or self.scroll
        step: Step = GoBack(at=self.begins)
        match verb:
            case "open" if self.open is not None:
                step = Open(address=self.open, at=self.begins)
            case "click" | "hover" | "scroll" if target is not None:
                step = _BY_TARGET[verb](target=target, at=self.begins)
            case "fill":
                step = Fill(values=self._by_control(self.fill, "fill", "value", given, notes), at=self.begins)
            case "upload":
                step = Upload(values=self._by_control(self.upload, "upload", "file", given, notes), at=self.begins)
            case "press":
                step = Press(keys=self.press, target=self.at, at=self.begins)
            case "drag" if self.drag is not None:
                if self.to is None:
                    hint = "{drag: LOCATOR, to: LOCATOR}"
                    raise notes.refuse(Code.KEY_NEEDS_KEY, given.place("drag"), "`drag:` without `to:`", hint)
                step = Drag(target=self.drag, to=self.to, at=self.begins)
            case "expect" if self.expect is not None:
                step = self.expect
            case _:
                pass
        return step

    def _by_control(
        self, controls: ByControl[V], name: str, what: str, given: Given, notes: Notes
    ) -> tuple[tuple[Locator, V], ...]:
        """Each control with what it is given: by its label, or by `at`."""
        pairs: list[tuple[Locator, V]] = []
        for label, value in controls:
            if label is not None and self.at is not None:
                raise notes.refuse(
                    Code.KEYS_EXCLUDE, given.place("at"), "`at:` beside a map of labels", "one of the two"
                )
            if (target := label or self.at) is None:
                hint = f"{name}: {{Label: {what}}}, or {{{name}: {what}, at: LOCATOR}}"
                problem = f"`{name}:` does not say which control"
                raise notes.refuse(Code.KEY_NEEDS_KEY, given.place(name), problem, hint)
            pairs.append((target, value))
        return tuple(pairs)


Steps = Annotated[tuple[Step, ...], As(Annotated[tuple[_Step, ...], Items("steps", 1)])]
