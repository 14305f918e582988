"""Reads a YAML text into events so that no file can hang, crash or fill the machine, without losing anything in it.

The C parser's *event* stream is read with counters and stopped at the first excess. Its object builders, which
expand aliases, merge keys and tags, are never used. Limits: 1 MiB, depth 32, 20,000 nodes.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from webdart.errors import SourceLine, WorkflowError
from webdart.identifier import composed
from webdart.values import replace
from webdart.workflow.codes import Code
from webdart.workflow.nodes import BrokenNode, Entry, ListNode, MapNode, Node, ScalarNode
from webdart.workflow.yaml_hints import explain

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32
MAX_NODES = 20_000

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_CUT = re.compile(r" (#[^\s#].*)")  # one blank, and no blank after the sign: hardly meant as a comment


def lines_of(text: str) -> list[str]:
    """The lines of a text, as YAML counts them."""
    return _BREAK.split(text)


Report = Callable[[WorkflowError], None]


class Unreadable(Exception):
    """The text is no YAML, or passes a limit; `problem` says where."""

    def __init__(self, problem: WorkflowError) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read(text: str, file: str, report: Report) -> Node:
    """The one document of `text`; mistakes after which reading can go on are reported, others raise.

    Raises:
        Unreadable: no YAML, more than one document, or a limit passed.
    """
    return _Reading(text, file, report).document()


class _Reading:
    """One pass over the events of one text."""

    def __init__(self, text: str, file: str, report: Report) -> None:
        self._lines = lines_of(text)
        self._text = text
        self._file = file
        self._report = report
        self._nodes = 0
        self._events = self._guarded()

    def document(self) -> Node:
        self._check_size()
        next(self._events)  # the start of the stream
        event = next(self._events)
        if not isinstance(event, yaml.DocumentStartEvent):
            raise self._stop(Code.EMPTY, SourceLine(self._file, 1, 1), "the file is empty", "begin with `webdart: 1`")
        self._directives(event)
        root = self._node(next(self._events), 1)
        next(self._events)  # the end of the document
        event = next(self._events)
        if isinstance(event, yaml.DocumentStartEvent):
            raise self._stop(
                Code.YAML_FEATURE, self._place(event), "a second document begins here", "one file is one workflow"
            )
        return root

    def _check_size(self) -> None:
        start = SourceLine(self._file, 1, 1)
        try:
            size = len(self._text.encode())
        except UnicodeEncodeError as error:
            before = self._text[: error.start]
            line = len(_BREAK.findall(before))
            raise self._stop(
                Code.UNREADABLE_FILE, SourceLine(self._file, line + 1, 1), "half a character", "save as UTF-8"
            ) from error
        if size > MAX_BYTES:
            raise self._stop(
                Code.UNREADABLE_FILE, start, f"{size:,} bytes", f"a workflow file has at most {MAX_BYTES:,}"
            )

    def _guarded(self) -> Iterator[Any]:
        """The parser's events; its own errors come out as Unreadable with what the person probably meant."""
        try:
            yield from yaml.parse(self._text, Loader=yaml.CSafeLoader)
        except yaml.YAMLError as error:
            raise Unreadable(explain(error, self._text, self._lines, self._file)) from error

    def _place(self, event: Any) -> SourceLine:
        mark = event.start_mark
        return SourceLine(self._file, mark.line + 1, mark.column + 1)

    def _stop(self, code: Code, at: SourceLine, problem: str, hint: str) -> Unreadable:
        return Unreadable(WorkflowError(problem, at=at, hint=hint, code=code.number))

    def _tell(self, code: Code, at: SourceLine, problem: str, hint: str) -> None:
        self._report(WorkflowError(problem, at=at, hint=hint, code=code.number))

    def _directives(self, event: yaml.DocumentStartEvent) -> None:
        if event.tags or (event.version and tuple(event.version) != (1, 2)):
            problem = "directives (%YAML, %TAG) have no place in a workflow file"
            self._tell(Code.YAML_FEATURE, self._place(event), problem, "remove the line")

    def _node(self, event: Any, depth: int) -> Node:
        at = self._place(event)
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._stop(
                Code.YAML_LIMIT, at, f"more than {MAX_NODES:,} values", "move lists of this size into a site or a table"
            )
        if depth > MAX_DEPTH:
            raise self._stop(Code.YAML_LIMIT, at, f"nested deeper than {MAX_DEPTH} levels", "a bracket too many?")
        broken = self._foreign(event, at)
        match event:
            case yaml.AliasEvent():
                return BrokenNode(at)
            case yaml.ScalarEvent():
                node: Node = self._scalar(event, at)
            case yaml.SequenceStartEvent():
                node = self._list(at, depth)
            case _:
                node = self._map(event, at, depth)
        return BrokenNode(at) if broken else node

    def _foreign(self, event: Any, at: SourceLine) -> bool:
        """Report anchors, aliases and tags, which workflow files do without."""
        if isinstance(event, yaml.AliasEvent):
            self._tell(Code.YAML_FEATURE, at, f"alias *{event.anchor}", "write it out, or quote a text with `*`")
            return True
        if event.anchor is not None:
            hint = "write it out where it is needed, or quote a text that begins with `&`"
            self._tell(Code.YAML_FEATURE, at, f"anchor &{event.anchor}", hint)
            return True
        if event.tag is not None:
            hint = "remove it, or quote a text that begins with `!`"
            self._tell(Code.YAML_FEATURE, at, f"tag {event.tag}", hint)
            return True
        return False

    def _scalar(self, event: yaml.ScalarEvent, at: SourceLine) -> ScalarNode:
        plain = event.style in (None, "")  # the C parser says "" for plain, the Python one None
        cut = ""
        if plain:
            end: Any = event.end_mark
            line: int = end.line
            start: int = end.column
            # a slice: thousands of values may stand in one line of a megabyte
            rest = self._lines[line][start : start + 80] if line < len(self._lines) else ""
            found = _CUT.fullmatch(rest)
            cut = found.group(1) if found else ""
        return ScalarNode(str(event.value), plain, at, cut, block=event.style in {"|", ">"})

    def _list(self, at: SourceLine, depth: int) -> ListNode:
        items: list[Node] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return ListNode(tuple(items), at)

    def _map(self, start: yaml.MappingStartEvent, at: SourceLine, depth: int) -> Node:
        entries: dict[str, Entry] = {}
        braces = False
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self._events), depth + 1)
            if isinstance(key, ScalarNode):
                self._enter(entries, key if key.text.isascii() else replace(key, text=composed(key.text)), value)
            elif isinstance(key, MapNode) and key.flow and start.flow_style:
                braces = True
            elif not isinstance(key, BrokenNode):
                self._tell(Code.WRONG_KIND, key.at, "a key must be a single value", "quote it")
        if braces:
            hint = 'quote the value: "{{ … }}"'
            self._tell(Code.UNQUOTED_TEMPLATE, at, "`{{` unquoted is a YAML map, not a template", hint)
            return BrokenNode(at)
        return MapNode(tuple(entries.values()), bool(start.flow_style), at)

    def _enter(self, entries: dict[str, Entry], key: ScalarNode, value: Node) -> None:
        if key.plain and key.text == "<<":
            self._tell(Code.YAML_FEATURE, key.at, "merge key `<<`", "write the keys out")
        elif key.text in entries:
            first = entries[key.text].key.at.line
            name = key.text if len(key.text) <= 60 else key.text[:57] + "…"
            hint = f"remove one: the first is in line {first}, this one in line {key.at.line}"
            self._tell(Code.DUPLICATE_KEY, key.at, f"key `{name}` stands twice", hint)
        else:
            entries[key.text] = Entry(key, value)
