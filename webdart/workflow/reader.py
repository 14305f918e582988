"""Notes what one reading of a file finds, and puts into words what was expected where.

A mistake is noted and reading continues beside it: `Flawed` only tells the containers that there is no value here.
"""

import re
import unicodedata
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches

from webdart.errors import SourceLine, WorkflowError
from webdart.lexicon.look_alikes import look_of
from webdart.workflow.codes import Code
from webdart.workflow.nodes import BrokenNode, ListNode, MapNode, Node, ScalarNode
from webdart.workflow.templates import Template

MAX_PROBLEMS = 100
_PLAIN = re.compile(r"[^\W\d][\w .'’&/-]*")
"""A text that YAML reads as a text without quotation marks, also within brackets."""
_CUTOFF = 0.6
"""How alike two names must be for one to be meant by the other; the default of `difflib`."""
_ECHO = 60
"""Characters of the file that a message repeats."""


class Flawed(ValueError):
    """No value could be read; why has been noted. A `ValueError`, which pydantic collects."""


class TooManyProblems(Exception):
    """A hundred problems are noted: more would not help."""


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

    def note(self, code: Code, at: SourceLine, problem: str, hint: str = "") -> None:
        """Note a problem and go on."""
        self.add(WorkflowError(problem, at=at, hint=hint, code=code.number))

    def add(self, problem: WorkflowError) -> None:
        """Note a problem that has been put into words already."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise TooManyProblems

    def refuse(self, code: Code, at: SourceLine, problem: str, hint: str = "") -> Flawed:
        """Note a problem; raise what this gives, since there is no value."""
        self.note(code, at, problem, hint)
        return Flawed(problem)

    @contextmanager
    def with_secrets(self) -> Generator[None]:
        """Secrets may stand in what is read within."""
        before, self.secrets_allowed = self.secrets_allowed, True
        try:
            yield
        finally:
            self.secrets_allowed = before


def shorten(text: str, most: int = _ECHO) -> str:
    """`text` on one line, cut for a message."""
    text = " ".join(text[: most * 4].split())
    return text if len(text) <= most else text[: most - 1] + "…"


def meant_by(name: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one stands for."""
    names = [str(one) for one in known]
    alike = look_of(name[:_ECHO]).lower()
    if twin := next((one for one in names if look_of(one).lower() == alike), None):
        return twin
    close = get_close_matches(name[:_ECHO].lower(), [one.lower() for one in names], 1, _CUTOFF)
    return next((one for one in names if close and one.lower() == close[0]), None)


def nearest(
    name: str, known: Iterable[str], what: str = "there are", most: int = 30, *, meant: str | None = None
) -> str:
    """The hint of an unknown name: the one that is `meant` ("" for none of them), else the closest; then all."""
    names = [str(one) for one in known]
    meant = meant_by(name, names) if meant is None else meant
    listed = ", ".join(names[:most]) + (", …" if len(names) > most else "")
    remedy = f"did you mean `{meant}`{_letters_of_another(name, meant)}? " if meant else ""
    return remedy + (f"{what} {listed}" if names else "there are none")


def _letters_of_another(name: str, meant: str) -> str:
    """What tells two names apart that look the same."""
    if name.lower() == meant.lower() or look_of(name).lower() != look_of(meant).lower():
        return ""
    others = dict.fromkeys(mine for mine, other in zip(name, meant, strict=False) if mine.lower() != other.lower())
    told = " and ".join(unicodedata.name(letter, hex(ord(letter))) for letter in others)
    return f" ({told} in `{name}` only looks the same)"


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


def _quoted(node: ScalarNode) -> str:
    """A single value as it may stand within brackets."""
    text = shorten(node.text, 30)
    return text if _PLAIN.fullmatch(text) and node.kind != "null" else f'"{text}"'


def mismatch(node: Node, expected: str, notes: Notes) -> Flawed:
    """Note that `expected` should stand here; says the usual slip where one is seen."""
    if isinstance(node, BrokenNode):
        return Flawed(expected)
    hint = ""
    if isinstance(node, ScalarNode) and node.kind == "null":
        if node.cut:
            hint = f'what follows `#` is a comment: quote "{shorten(node.cut, 30)}"'
        return notes.refuse(Code.MISSING_VALUE, node.at, f"the value is missing: {expected} expected", hint)
    if isinstance(node, ScalarNode) and node.kind in ("boolean", "integer", "number") and "text" in expected:
        hint = f'quote it: "{node.text}"'
    if isinstance(node, MapNode) and "text" in expected and len(node.entries) == 1 and not node.flow:
        hint = "if the colon belongs to the text, quote the whole text"
    if expected.startswith("a list of") and isinstance(node, ScalarNode):
        hint = f"in brackets: [{_quoted(node)}]"
    if expected.startswith("a map of") and isinstance(node, ScalarNode):
        hint = f"such as {{…: {_quoted(node)}}}"
    if expected.startswith("a map of") and isinstance(node, ListNode) and node.items:
        names = [_quoted(item) for item in node.items[:2] if isinstance(item, ScalarNode)]
        hint = f"such as {{{', '.join(f'{name}: …' for name in names)}}}" if names else ""
    return notes.refuse(Code.WRONG_KIND, node.at, f"{expected} expected, not {kind_of(node)}", hint)
