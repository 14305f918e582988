"""Splices the stages of other files into this one, in place of `use`.

The nodes of a used file are inserted into the list of stages, and its sites are added to the existing ones, before
anything is read. Every mistake in it therefore has its own place, and tables and sites are shared by name. Parameters
stay separate: every use is a *part* with its own, given by `with` or by their defaults.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from webdart.errors import SourceLine, UsageError, WorkflowErrors
from webdart.identifier import fold
from webdart.workflow import library
from webdart.workflow.codes import Code
from webdart.workflow.file import UsedFile, UseOf
from webdart.workflow.forms import read_as
from webdart.workflow.model import Parameter, Used
from webdart.workflow.nodes import BrokenNode, Entry, ListNode, MapNode, Node, ScalarNode
from webdart.workflow.parameters import coerce_parameter
from webdart.workflow.reader import Flawed, Notes, nearest, shorten
from webdart.workflow.source import text_of
from webdart.workflow.templates import Template
from webdart.workflow.yaml_events import Unreadable, read

MOST_USES, DEEPEST = 64, 8
"""Uses in one workflow, counted over all files, and how deep they may lie in one another."""


@dataclass(slots=True)
class Spliced:
    """A file with the stages of others laid in.

    `texts` has the text of every file by its name; `parts` has, for every item of the list of stages, 0 for the file
    itself or the number of a use from 1, and `site_parts` the same for sites that others define. `open` says that a
    use could not be read, so that names may be missing.
    """

    root: MapNode
    texts: dict[str, str]
    uses: list[Used] = field(default_factory=list[Used])
    parts: list[int] = field(default_factory=list[int])
    site_parts: dict[str, int] = field(default_factory=dict[str, int])
    sites_of: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    open: bool = False


@dataclass(frozen=True, slots=True)
class _File:
    """A file under way: how messages call it, where it lies, which part it is, and the files that use it."""

    name: str
    path: Path
    part: int
    chain: tuple[Path, ...]


def splice(root: MapNode, text: str, notes: Notes) -> Spliced:
    """`root` with every `use` replaced by the stages of its file; what is wrong with a use is noted."""
    path = Path(notes.file)
    return _Splicer(root, notes, _File(notes.file, path, 0, (path.resolve(),)), text).spliced()


class _Splicer:
    def __init__(self, root: MapNode, notes: Notes, file: _File, text: str) -> None:
        self._notes = notes
        self._root = root
        self._file = file
        self._found = Spliced(root, {file.name: text})
        self._sites: dict[str, Entry] = {}
        self._tables: dict[str, tuple[int, SourceLine]] = {}

    def spliced(self) -> Spliced:
        stages = self._root.get("stages")
        if not isinstance(stages, ListNode):
            return self._found
        self._take_sites(self._root, self._file)
        items = tuple(self._items(stages, self._file))
        entries = [_with(entry, "stages", ListNode(items, stages.at)) for entry in self._root.entries]
        sites = MapNode(tuple(self._sites.values()), False, self._root.at)
        if self._found.site_parts:
            entries = [entry for entry in entries if entry.key.text != "sites"]
            entries.append(Entry(ScalarNode("sites", True, self._root.at), sites))
        self._found.root = MapNode(tuple(entries), self._root.flow, self._root.at)
        return self._found

    def _items(self, stages: ListNode, file: _File) -> Iterator[Node]:
        """The stages of a file, those of the files that it uses in their place."""
        for item in stages.items:
            use = item.get("use") if isinstance(item, MapNode) and len(item.entries) == 1 else None
            if use is None:
                self._found.parts.append(file.part)
                self._take_tables(item, file)
                yield item
                continue
            try:
                # a list first: nothing of a file that turns out flawed half-way is left behind
                yield from list(self._used(use, file))
            except Flawed:
                self._found.open = True
                self._found.parts.append(file.part)
                yield BrokenNode(use.at)

    def _used(self, node: Node, file: _File) -> Iterator[Node]:
        use: UseOf = read_as(UseOf, node, self._notes)
        if len(self._found.uses) >= MOST_USES or len(file.chain) > DEEPEST:
            problem = f"more than {MOST_USES} uses, or deeper than {DEEPEST} files in one another"
            raise self._notes.refuse(Code.BAD_USE, use.at, problem, "fewer files, or longer ones")
        path, name = self._find(use, file)
        if path.resolve() in file.chain:
            circle = " → ".join(one.name for one in (*file.chain, path.resolve()))
            raise self._notes.refuse(
                Code.BAD_USE, use.at, f"the files use one another in a circle: {circle}", "leave one of them out"
            )
        text, root = self._root_of(path, name)
        stages = root.get("stages")
        head = read_as(UsedFile, _without(root, "stages", "sites"), self._notes)
        if not isinstance(stages, ListNode) or not stages.items:
            raise self._notes.refuse(
                Code.MISSING_KEY, root.at, "a used file has a list of `stages:`", "navigate, extract, execute"
            )
        values = self._values(use, head)
        self._found.texts[name] = text
        self._found.uses.append(Used(file=name, source=text, params=head, values=values, within=file.part))
        below = _File(name, path, len(self._found.uses), (*file.chain, path.resolve()))
        self._take_sites(root, below)
        yield from self._items(stages, below)

    # -- which file is meant ----------------------------------------------------------------------------------

    def _find(self, use: UseOf, file: _File) -> tuple[Path, str]:
        """The used file: below the folder of the one that uses it, else in the library; nowhere else."""
        folder = file.path.parent
        for name in (use.file, *(use.file + suffix for suffix in library.SUFFIXES)):
            path = folder / name
            if path.is_file():
                if not path.resolve().is_relative_to(folder.resolve()):
                    problem = f"`{shorten(use.file)}` leads out of {folder}"
                    raise self._notes.refuse(Code.BAD_USE, use.at, problem, "a used file lies below this file's folder")
                return path, str(path)
        try:
            path = library.of_library(use.file)
        except UsageError as error:
            here = [one.relative_to(folder).as_posix() for one in sorted(folder.glob("*.y*ml")) if one != file.path]
            hint = nearest(use.file, here, "beside this file there are") if here else error.hint
            raise self._notes.refuse(Code.BAD_USE, use.at, f"no file `{shorten(use.file)}` to use", hint) from error
        if not library.holds(path):
            raise self._notes.refuse(Code.BAD_USE, use.at, f"`{shorten(use.file)}` leads out of the library")
        return path, str(path)

    def _root_of(self, path: Path, name: str) -> tuple[str, MapNode]:
        try:
            text = text_of(path)
            root = read(text, name, self._notes.add)
        except WorkflowErrors as error:
            for problem in error.problems:
                self._notes.add(problem)
            raise Flawed(name) from error
        except Unreadable as error:
            self._notes.add(error.problem)
            raise Flawed(name) from error
        if not isinstance(root, MapNode):
            raise self._notes.refuse(Code.WRONG_KIND, root.at, "a workflow file is a map", "begin with `webdart: 1`")
        return text, root

    # -- what it is given, and what it brings -----------------------------------------------------------------

    def _values(self, use: UseOf, params: tuple[Parameter, ...]) -> Mapping[str, Template]:
        known = {parameter.name: parameter for parameter in params}
        for key, _ in use.values:
            if key.text not in known:
                hint = nearest(key.text, known, "the used file has")
                self._notes.note(Code.USED_PARAMETER, key.at, f"no parameter `{shorten(key.text)}`", hint)
        given = {key.text: value for key, value in use.values}
        for name, value in given.items():
            if name in known and value.constant:
                self._check_value(known[name], value)
        for name, parameter in known.items():
            if parameter.default is None and name not in given:
                hint = f"with: {{{name}: …}} ({parameter.help or parameter.type})"
                self._notes.note(Code.USED_PARAMETER, use.at, f"parameter `{name}` of the used file is not given", hint)
        return given

    def _check_value(self, parameter: Parameter, value: Template) -> None:
        """Whether a value that the file writes out is of the parameter's type, and one of its choices."""
        try:
            coerce_parameter(parameter, value.source)
        except UsageError as error:
            self._notes.note(Code.BAD_VALUE, value.at, error.problem, error.hint)

    def _take_sites(self, root: MapNode, file: _File) -> None:
        sites = root.get("sites")
        entries = sites.entries if isinstance(sites, MapNode) else ()
        self._found.sites_of[file.name] = tuple(entry.key.text for entry in entries)
        for entry in entries:
            name = entry.key.text
            if (first := self._sites.get(name)) is not None:
                self._notes.note(
                    Code.DUPLICATE_SITE,
                    entry.key.at,
                    f"site `{shorten(name)}` is also in {first.key.at}",
                    "define it once",
                )
                continue
            self._sites[name] = entry
            if file.part:
                self._found.site_parts[name] = file.part

    def _take_tables(self, item: Node, file: _File) -> None:
        for name in _intos(item):
            part, at = self._tables.setdefault(fold(name.text), (file.part, name.at))
            if part != file.part:
                self._notes.note(
                    Code.DUPLICATE_TABLE, name.at, f"table `{shorten(name.text)}` is also in {at}", "rename one of them"
                )


def _intos(node: Node) -> Iterator[ScalarNode]:
    """Where the tables of a stage are named."""
    for stage in node.entries if isinstance(node, MapNode) else ():
        into = stage.value.get("into") if isinstance(stage.value, MapNode) else None
        if isinstance(into, ScalarNode):
            yield into


def _with(entry: Entry, key: str, value: Node) -> Entry:
    return Entry(entry.key, value) if entry.key.text == key else entry


def _without(node: MapNode, *keys: str) -> MapNode:
    return MapNode(tuple(entry for entry in node.entries if entry.key.text not in keys), node.flow, node.at)
