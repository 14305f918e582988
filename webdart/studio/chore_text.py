"""Edits the text of a workflow file where a person changes it by pointing: a field, the SQL, nothing else.

The text is what counts: what is shown beside it is read from it, and a change keeps all that it does not touch,
comments included.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.errors import SourceLine, UsageError, WorkflowError, WorkflowErrors
from webdart.extract.proposal.table_proposal import Found
from webdart.identifier import composed, is_name
from webdart.inspect.proposal import field_text, table_text
from webdart.records.words import default_label
from webdart.values import replace
from webdart.workflow import Workflow, loads
from webdart.workflow.model import Extract, Field, Navigate, Sql

_NOTE = "  #"
_PLAIN_SQL = re.compile(r"[A-Za-z](?:[^:#\n]|:(?=\S)|(?<=\S)#)*")
"""What YAML reads as one text without quotes."""


@dataclass(frozen=True)
class ChoreText:
    """A workflow file as a text; `workflow` is None while it has `problems`."""

    text: str
    file: str

    @cached_property
    def _read(self) -> tuple[Workflow | None, tuple[WorkflowError, ...]]:
        try:
            return loads(self.text, self.file), ()
        except WorkflowErrors as error:
            return None, error.problems

    @property
    def workflow(self) -> Workflow | None:
        """What the text says."""
        return self._read[0]

    @property
    def problems(self) -> tuple[WorkflowError, ...]:
        """Every mistake in it."""
        return self._read[1]

    @cached_property
    def navigate(self) -> Navigate | None:
        """The first listing."""
        stages = () if self.workflow is None else self.workflow.stages
        return next((stage for stage in stages if isinstance(stage, Navigate)), None)

    @property
    def extract(self) -> Extract | None:
        """What is read of it."""
        extracts = () if self.navigate is None else self.navigate.extracts
        return extracts[0] if extracts else None

    @property
    def sql(self) -> Sql | None:
        """The statement that answers."""
        stages = () if self.workflow is None else self.workflow.stages
        return next((stage for stage in reversed(stages) if isinstance(stage, Sql)), None)

    # -- changes ----------------------------------------------------------------------------------------------

    def with_field(self, field: Field) -> "ChoreText":
        """One more field behind the last."""
        last = self._fields()[-1]
        lines = self._lines
        start, end = self._block(last.at)
        blank = lines[start][: last.at.column - 1]
        return self._with(end, end, [f"{blank}{field_text(field)}"])

    def with_table(self, found: Found) -> "ChoreText":
        """One more table of each record, read from its own page."""
        extract = self.extract
        last = self._fields()[-1]
        if extract is not None and extract.tables:
            table = extract.tables[-1]
            start, end = self._block(table.fields[-1].at)
            blank = self._lines[table.at.line - 1][: table.at.column - 1]
            return self._with(end, end, [f"{blank}{line}" for line in table_text(found)])
        start, end = self._block(last.at)
        row = next(row for row in range(start, -1, -1) if self._lines[row].lstrip(" -").startswith("fields:"))
        blank = " " * self._lines[row].index("fields:")
        return self._with(end, end, [f"{blank}tables:", *(f"{blank}  {line}" for line in table_text(found))])

    def with_stage(self, lines: Sequence[str]) -> "ChoreText":
        """One more stage, behind the last one; its lines begin with their dash.

        Raises:
            UsageError: the file has mistakes, so that no place for it is known.
        """
        if self.workflow is None or not self.workflow.stages:
            raise UsageError("the file has mistakes", hint="mend what is listed below it first")
        row = self.workflow.stages[-1].at.line - 1
        while row > 0 and not self._lines[row].lstrip(" ").startswith("- "):
            row -= 1
        indent, end = _indent(self._lines[row]), row + 1
        while end < len(self._lines) and self._lines[end].strip() and _indent(self._lines[end]) > indent:
            end += 1
        return self._with(end, end, [f"{' ' * indent}{line}" for line in lines])

    def without(self, name: str) -> "ChoreText":
        """One field less.

        Raises:
            UsageError: it is the only one.
        """
        if len(self._fields()) == 1:
            raise UsageError("a listing needs a field", hint="add another one first")
        start, end = self._block(self._field(name).at)
        return self._with(start, end, [])

    def renamed(self, name: str, new: str) -> "ChoreText":
        """A field under another name.

        Raises:
            UsageError: that can't be a name, or another field has it.
        """
        new = composed(new)
        if not is_name(new):
            raise UsageError(f"{new!r} can't be a name", hint="letters, digits and _, such as unit_price")
        others = (field.name for field in self._fields() if field.name != name)
        if new == name or new.lower() in map(str.lower, others):
            raise UsageError(f"there is a field {new!r} already")
        field = self._field(name)
        start, end = self._block(field.at)
        head, said, note = self._parted(start, field)
        written = said.rstrip(" ").replace(name, new, 1)
        if is_found_by_name(field) and end == start + 1:
            written = field_text(replace(field, name=new, label=default_label(name)))
        return self._with(start, start + 1, [f"{head}{written:<{len(said)}}{note}".rstrip(" ")])

    def retyped(self, name: str, kind: str) -> "ChoreText":
        """A field with another type."""
        field = self._field(name)
        start, end = self._block(field.at)
        block = "\n".join(self._lines[start:end])
        key = re.escape(name)
        for pattern in (r"(\btype:\s*)[^\s,}#]+", rf"({key}[\"']?:\s*)[^\s{{#]+"):
            changed, count = re.subn(pattern, rf"\g<1>{kind}", block, count=1)
            if count:
                return self._with(start, end, changed.split("\n"))
        raise UsageError(f"the type of {name!r} is not written here", hint="write it by hand")

    def with_key(self, name: str, key: str, value: str) -> "ChoreText":
        """A field with one more key.

        Raises:
            UsageError: it has the key, or is not written on one line.
        """
        field = self._field(name)
        start, end = self._block(field.at)
        head, said, note = self._parted(start, field)
        if end > start + 1 or re.search(rf"\b{key}:", said):
            raise UsageError(f"{name!r} can't be given `{key}` here", hint="write it by hand")
        inner, sign, _ = said.rstrip(" ").rpartition("}")
        plain, _, kind = said.partition(":")
        written = f"{inner}, {key}: {value}}}" if sign else f"{plain}: {{type: {kind.strip()}, {key}: {value}}}"
        return self._with(start, end, [f"{head}{written:<{len(said)}}{note}".rstrip(" ")])

    def _parted(self, row: int, field: Field) -> tuple[str, str, str]:
        """The line of a field: what stands before it, the field, the note behind it."""
        line = self._lines[row]
        said, sign, note = line[field.at.column - 1 :].partition(_NOTE)
        return line[: field.at.column - 1], said, f"{sign}{note}"

    def with_sql(self, sql: str) -> "ChoreText":
        """Another statement that answers."""
        stage = self.sql
        if stage is None:
            raise UsageError("no stage has SQL", hint="add `- execute: SELECT …`")
        row = stage.at.line - 1
        line = self._lines[row]
        indent = len(line) - len(line.lstrip(" -"))
        end = row + 1
        while end < len(self._lines) and (not self._lines[end].strip() or _indent(self._lines[end]) > indent):
            end += 1
        while end > row + 1 and not self._lines[end - 1].strip():
            end -= 1
        return self._with(row, end, _statement(line[: stage.at.column - 1], sql.strip(), indent))

    # -- places -----------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def _with(self, start: int, end: int, lines: Sequence[str]) -> "ChoreText":
        return ChoreText("\n".join([*self._lines[:start], *lines, *self._lines[end:]]), self.file)

    def _fields(self) -> tuple[Field, ...]:
        extract = self.extract
        if extract is None or not extract.fields:
            raise UsageError("the file has mistakes", hint="mend what is listed below it first")
        return extract.fields

    def _field(self, name: str) -> Field:
        for field in self._fields():
            if field.name == name:
                return field
        raise UsageError(f"the file has no field {name!r}")

    def _block(self, at: SourceLine) -> tuple[int, int]:
        """The lines of a field, the last one left out.

        Raises:
            UsageError: it shares its line with another one.
        """
        start = at.line - 1
        if self._lines[start][: at.column - 1].strip(" \"'") or at.file != self.file:
            raise UsageError("this field shares a line with others", hint="write each on a line of its own")
        end = start + 1
        while end < len(self._lines) and _indent(self._lines[end]) >= at.column and self._lines[end].strip():
            end += 1
        return start, end


def is_found_by_name(field: Field) -> bool:
    """Whether the words that find a field on the page are those of its name."""
    return field.target is None and field.label is None and field.value is None and field.source == "text"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _statement(head: str, sql: str, indent: int) -> list[str]:
    """A statement behind its key: on the line where that is sure, else as a block below."""
    if _PLAIN_SQL.fullmatch(sql):
        return [head + sql]
    return [f"{head}|", *(f"{' ' * (indent + 2)}{line}" for line in sql.split("\n"))]
