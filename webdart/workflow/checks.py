"""Checks that the parts of a file fit together: sites, tables, parameters, and the names in templates and SQL.

The checks run over whatever could be read. What a flawed part may have declared is taken from its nodes, so that one
mistake is reported once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from webdart.errors import SourceLine
from webdart.identifier import INSIDE, fold
from webdart.values import replace
from webdart.workflow import sql
from webdart.workflow.codes import Code
from webdart.workflow.file import Contents
from webdart.workflow.model import Act, Ask, Extract, Navigate, Python, Rows, Save, Sql, Stage
from webdart.workflow.nodes import ListNode, MapNode, Node, ScalarNode
from webdart.workflow.reader import Notes, Scope, Use, nearest, shorten
from webdart.workflow.templates import Reference


@dataclass(frozen=True, slots=True)
class Declared:
    """The names that a file declares, read off its nodes: right even where the parts are flawed.

    `tables` has for every name the place in the list of stages where it first stands; `open` says that there may be
    more of them, in another file or where a name is missing.
    """

    params: tuple[str, ...]
    sites: tuple[str, ...]
    tables: Mapping[str, int]
    places: tuple[tuple[str, SourceLine], ...] = ()  # where tables are named, in lower case
    open: bool = False
    own_params: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])  # of used files
    own_sites: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def params_in(self, file: str) -> tuple[str, ...]:
        """The parameters that what stands in `file` may name."""
        return self.own_params.get(file, self.params)

    def place_of(self, table: str, near: SourceLine) -> SourceLine:
        """Where the stage at `near` names a table."""
        there = [at for name, at in self.places if name == fold(table) and at.file == near.file]
        return min(there, key=lambda at: abs(at.line - near.line), default=near)

    def site_in(self, file: str) -> str | None:
        """The site that is meant where `file` names none: its only one, else the only one there is."""
        own = self.own_sites.get(file, ())
        return own[0] if len(own) == 1 else self.sites[0] if len(self.sites) == 1 else None


def declared(root: Node) -> Declared:
    """The names that a file declares."""
    tables: dict[str, int] = {}
    places: list[tuple[str, SourceLine]] = []
    stages = root.get("stages") if isinstance(root, MapNode) else None
    more = False
    for index, stage in enumerate(stages.items if isinstance(stages, ListNode) else ()):
        for entry in stage.entries if isinstance(stage, MapNode) else ():
            names = tuple(_tables_in(entry.value))
            more = more or entry.key.text not in _STAGES or (entry.key.text == "extract" and not names)
            for name in names:
                tables.setdefault(name.text, index)
                places.append((fold(name.text), name.at))
    return Declared(_keys_of(root, "params"), _keys_of(root, "sites"), tables, tuple(places), more)


_STAGES = ("navigate", "extract", "execute")


def _keys_of(root: Node, key: str) -> tuple[str, ...]:
    node = root.get(key) if isinstance(root, MapNode) else None
    return tuple(entry.key.text for entry in node.entries) if isinstance(node, MapNode) else ()


def _tables_in(stage: Node) -> Iterator[ScalarNode]:
    if not isinstance(stage, MapNode):
        return
    into = stage.get("into")
    if isinstance(into, ScalarNode):
        yield into
    children = stage.get("tables")
    if isinstance(children, MapNode):
        for entry in children.entries:
            yield entry.key
            yield from _tables_in(entry.value)


def check(contents: Contents, names: Declared, notes: Notes, lines: Mapping[str, Sequence[str]]) -> Contents:
    """Note what does not fit; the contents with the sites that were left out filled in. `lines` are by file."""
    stages = tuple(_with_site(stage, names, notes) for stage in contents.stages)
    tables = _Tables(notes, names)
    for stage in stages:
        tables.enter(stage)
    statements = _Statements(names, tables, notes, lines)
    for index, stage in enumerate(stages):
        statements.later = {} if notes.partial else _made_from(stages, index)
        statements.check(stage)
        if isinstance(stage, Navigate) and not stage.extracts and not notes.partial:
            notes.note(
                Code.EXTRACT_NOT_HERE,
                stage.at,
                "no `extract` follows this `navigate`",
                "say what is to be read from the listing",
            )
    for save in contents.save:
        if not notes.partial:
            tables.check_save(save)
    for use in notes.uses:
        for reference in use.template.references:
            _check_reference(reference, use, names, tables, notes)
    return replace(contents, stages=stages)


# -- sites ----------------------------------------------------------------------------------------------------


def _with_site(stage: Stage, names: Declared, notes: Notes) -> Stage:
    if not isinstance(stage, Navigate | Act):
        return stage
    if stage.site:
        if stage.site not in names.sites:
            notes.note(
                Code.UNKNOWN_SITE, stage.at, f"no site `{shorten(stage.site)}`", nearest(stage.site, names.sites)
            )
        return stage
    if (only := names.site_in(stage.at.file)) is not None:
        return replace(stage, site=only)
    if names.sites:
        hint = f"say which: site: {' or '.join(names.sites[:10])}"
        notes.note(Code.UNKNOWN_SITE, stage.at, "`site:` is missing here, and there are several", hint)
    else:
        notes.note(
            Code.UNKNOWN_SITE,
            stage.at,
            "the file names no site",
            "add `sites:` at the top, such as {shop: https://shop.example/}",
        )
    return stage


# -- tables ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tables:
    """Which tables there are, and their columns where they can be told (None: they cannot)."""

    notes: Notes
    names: Declared
    columns: dict[str, tuple[str, ...] | None] = field(default_factory=dict[str, tuple[str, ...] | None])
    extracts: dict[str, Extract] = field(default_factory=dict[str, Extract])
    results: dict[str, SourceLine] = field(default_factory=dict[str, SourceLine])

    def enter(self, stage: Stage) -> None:
        """Take in the tables of a stage; note two that cannot be one."""
        match stage:
            case Navigate():
                for extract in stage.extracts:
                    self._extract(extract, ())
            case Sql():
                if stage.into:
                    self._result(stage.into, stage.at, sql.output_columns(sql.parsed(stage.sql)))
            case Python() | Ask():
                if stage.into:
                    self._result(stage.into, stage.at, None)
            case Act():
                pass

    def _result(self, name: str, at: SourceLine, columns: tuple[str, ...] | None) -> None:
        at = self.names.place_of(name, at)
        other = self.results.get(fold(name)) or self._place_of(name)
        if other is not None:
            self.notes.note(
                Code.DUPLICATE_TABLE,
                at,
                f"table `{name}` stands twice",
                f"the first is in line {other.line}; rename one",
            )
            return
        self.results[fold(name)] = at
        self.columns[fold(name)] = columns

    def _place_of(self, name: str) -> SourceLine | None:
        extract = self.extracts.get(fold(name))
        return None if extract is None else extract.at

    def _extract(self, extract: Extract, inherited: tuple[str, ...]) -> None:
        name = fold(extract.into)
        own = (*inherited, *(one.name for one in extract.fields))
        if name in self.results:
            first = self.results[name].line
            self.notes.note(
                Code.DUPLICATE_TABLE,
                extract.at,
                f"table `{extract.into}` stands twice",
                f"the first is in line {first}",
            )
        elif name in self.extracts:
            self._add_to(self.extracts[name], extract)
        else:
            self.extracts[name] = extract
            self.columns[name] = own
        for child in extract.tables:
            self._extract(child, (*(f"{extract.into}_{key}" for key in extract.key), sql.PARENT))

    def check_save(self, save: Save) -> None:
        """Note a table that is saved and that no stage makes, and one that can't be merged for want of a key."""
        name = fold(save.name)
        if name not in self.columns:
            hint = nearest(save.name, self.columns, "the stages make")
            self.notes.note(Code.UNKNOWN_TABLE, save.at, f"no stage makes a table `{save.name}`", hint)
            return
        columns = self.columns[name]
        for column in save.key:
            if columns is not None and column not in columns:
                hint = nearest(column, columns)
                self.notes.note(Code.UNKNOWN_COLUMN, save.at, f"`{save.name}` has no column `{column}`", hint)
        extract = self.extracts.get(name)
        if save.mode == "merge" and not save.key and (extract is None or not extract.key):
            hint = "`key:` in its extract or here, or `mode: append`, or `mode: replace`"
            self.notes.note(Code.NO_KEY_TO_MERGE_BY, save.at, f"`{save.name}` has no key to be merged by", hint)

    def _add_to(self, first: Extract, second: Extract) -> None:
        """Two `extract` into one table: one column has one type, and the key is the same."""
        types = {fold(one.name): one for one in first.fields}
        for one in second.fields:
            same = types.get(fold(one.name))
            if same is not None and same.type != one.type:
                problem = f"`{one.name}` of `{first.into}` is {one.type} here and {same.type} in line {same.at.line}"
                self.notes.note(Code.CONFLICTING_COLUMN, one.at, problem, "one column has one type")
        if first.key and second.key and first.key != second.key:
            problem = (
                f"the key of `{first.into}` is ({', '.join(second.key)}) here, and another in line {first.at.line}"
            )
            self.notes.note(Code.CONFLICTING_COLUMN, second.at, problem, "one table has one key")
        known = self.columns[fold(first.into)] or ()
        new = tuple(one.name for one in second.fields if fold(one.name) not in types)
        self.columns[fold(first.into)] = (*known, *new)


# -- SQL ------------------------------------------------------------------------------------------------------


def _made_from(stages: Sequence[Stage], index: int) -> dict[str, SourceLine]:
    """The tables, in lower case, that no stage before this one makes but it or a later one does, and where."""
    before = {name for stage in stages[:index] for name, _ in _made_by(stage)}
    after = [(name, at) for stage in stages[index:] for name, at in _made_by(stage)]
    return {name: at for name, at in reversed(after) if name not in before}


def _made_by(stage: Stage) -> Iterator[tuple[str, SourceLine]]:
    match stage:
        case Navigate():
            waiting = [*stage.extracts]
            while waiting:
                extract = waiting.pop()
                yield fold(extract.into), extract.at
                waiting += extract.tables
        case Sql() | Python() | Ask():
            if stage.into:
                yield fold(stage.into), stage.at
        case Act():
            pass


@dataclass(slots=True)
class _Statements:
    """Checks the SELECTs and predicates of a file; `later` are the tables that the stage at hand can't read yet."""

    names: Declared
    tables: _Tables
    notes: Notes
    lines: Mapping[str, Sequence[str]]
    later: Mapping[str, SourceLine] = field(default_factory=dict[str, SourceLine])

    def check(self, stage: Stage) -> None:
        match stage:
            case Navigate():
                self._rows(stage.for_each)
                for extract in stage.extracts:
                    self._predicate(extract)
            case Sql():
                self._select(stage.sql, stage.at)
            case Act():
                self._rows(stage.for_each)
            case Python() | Ask():
                pass

    def _rows(self, rows: Rows | None) -> None:
        if rows is not None and rows.sql:
            self._select(rows.sql, rows.at)

    def _select(self, text: str, at: SourceLine) -> None:
        seen = sql.scan(text)
        if seen.statements != 1 or not seen.reads:
            problem = f"{seen.statements} statements" if seen.statements > 1 else f"`{shorten(text, 30)}` is no SELECT"
            self.notes.note(
                Code.NO_SELECT, at, problem, "one SELECT a stage; rows are changed only by `act` on the site"
            )
            return
        self._parameters(seen, at)
        tree = sql.parsed(text)
        if tree is None:
            return
        used = sql.tables_of(tree)
        if used is None:
            return
        known = {fold(name): name for name in self.names.tables}
        unknown = [name for name in used if fold(name) not in known and fold(name) != sql.LISTINGS]
        for name in unknown:
            if not self.names.open:
                hint = nearest(name, self.names.tables) if self.names.tables else "no stage before it makes a table"
                self.notes.note(Code.UNKNOWN_TABLE, self._line(at, name), f"no table `{shorten(name)}`", hint)
        for name in used:
            if (made := self.later.get(fold(name))) is not None:
                hint = f"it is made in line {made.line}; put this stage behind that one"
                self.notes.note(
                    Code.NOT_YET_KNOWN, self._line(at, name), f"table `{shorten(name)}` is not there yet here", hint
                )
        collected = [name for name in used if fold(name) in self.tables.extracts]
        if len(collected) > 1 and sql.joins_naturally(tree):
            hint = f"name the columns: {collected[0]} JOIN {collected[1]} USING (…)"
            problem = "NATURAL JOIN compares all that two tables have, also where their rows stood (_n, _page)"
            self.notes.note(Code.NATURAL_JOIN, self._line(at, "NATURAL"), problem, hint)
        columns = {fold(name): self._columns(name) for name in used}
        told = {name: own for name, own in columns.items() if own is not None}
        if not unknown and len(told) == len(columns):
            self._columns_named(sql.unknown_columns(tree, told), told, at)

    def _columns(self, name: str) -> tuple[str, ...] | None:
        return sql.LISTINGS_COLUMNS if fold(name) == sql.LISTINGS else self.tables.columns.get(fold(name))

    def _columns_named(self, missing: Sequence[str], known: Mapping[str, tuple[str, ...]], at: SourceLine) -> None:
        there = [column for columns in known.values() for column in columns]
        for name in missing:
            self.notes.note(
                Code.UNKNOWN_COLUMN, self._line(at, name), f"no column `{shorten(name)}`", nearest(name, there)
            )

    def _predicate(self, extract: Extract) -> None:
        text, at = extract.expect.all, extract.expect.at
        if text and at is not None:
            self._parameters(sql.scan(text), at)
            tree = sql.parsed(f"SELECT 1 FROM t WHERE ({text})")  # noqa: S608 - only looked at, never run
            columns = self.tables.columns.get(fold(extract.into))
            if tree is not None and columns is not None:
                self._columns_named(sql.unknown_columns(tree, {"t": columns}), {"t": columns}, at)
        for child in extract.tables:
            self._predicate(child)

    def _parameters(self, seen: sql.Scan, at: SourceLine) -> None:
        if seen.placeless:
            self.notes.note(Code.UNKNOWN_PARAMETER, at, f"`{seen.placeless}` binds nothing", "name a parameter: $name")
        for name in seen.names:
            if name not in (known := self.names.params_in(at.file)):
                place = self._line(at, f"${name}")
                hint = nearest(name, known) if known else f"declare it at the top: params: {{{name}: …}}"
                self.notes.note(Code.UNKNOWN_PARAMETER, place, f"`${shorten(name)}` is no parameter", hint)

    def _line(self, at: SourceLine, word: str) -> SourceLine:
        """The line in which `word` stands, from where its text begins."""
        pattern = re.compile(rf"(?<!{INSIDE}){re.escape(word)}(?!{INSIDE})", re.IGNORECASE)
        lines = self.lines[at.file]
        for number in range(at.line - 1, min(len(lines), at.line + 400)):
            start = at.column - 1 if number == at.line - 1 else 0
            found = pattern.search(lines[number], start)
            if found:
                return SourceLine(at.file, number + 1, found.start() + 1)
        return at


# -- templates ------------------------------------------------------------------------------------------------


def _check_reference(reference: Reference, use: Use, names: Declared, tables: _Tables, notes: Notes) -> None:
    """Whether a name is there, and may stand at its place."""
    at, shown = use.template.at, f"{{{{ {shorten(str(reference), 40)} }}}}"
    match reference.name:
        case ("secret" | "env", variable) if not variable.isascii():
            hint = "it is a variable of the environment: letters from A to Z, digits and _"
            notes.note(Code.BAD_NAME, at, f"`{shown}`: `{shorten(variable)}` can't be its name", hint)
        case ("secret", _):
            _check_secret(shown, reference, use, notes)
        case ("env", variable):
            if _is_kept_secret(variable):
                hint = "a secret is `{{ secret.NAME }}`: webdart secret set NAME, or WEBDART_SECRET_NAME"
                notes.note(Code.SECRET_NOT_HERE, at, f"`{shown}` is a setting or a key, and may stand in no file", hint)
        case ("row", column):
            _check_row(column, shown, use, notes)
        case (name,):
            if name not in names.params_in(at.file):
                _unknown(name, shown, at, names, notes)
        case (table, column) if table in names.tables:
            _check_result(table, column, shown, use, tables)
        case _:
            _unknown(str(reference), shown, at, names, notes)


def _check_secret(shown: str, reference: Reference, use: Use, notes: Notes) -> None:
    at = use.template.at
    if not use.secret:
        hint = "a secret may stand only in `login` and as the value of a form field"
        notes.note(Code.SECRET_NOT_HERE, at, f"`{shown}` may not stand here", hint)
    elif reference.filters:
        notes.note(Code.SECRET_NOT_HERE, at, f"`{shown}`: a secret takes no filter", "store it as it is to be typed")


_KEPT = re.compile(
    r"WEBDART_.*|(.*_)?(API_?KEY|ACCESS_?KEY(_ID)?|SECRET_?KEY|PRIVATE_?KEY|SECRET|PASSWORD|PASSWD|TOKEN)",
    re.IGNORECASE,
)
"""Variables that are settings of ours (secrets and keys among them), or by their name a secret of anybody."""


def _is_kept_secret(variable: str) -> bool:
    """Whether a variable must not be named in a file: `env` is written into addresses, reports and the journal."""
    return _KEPT.fullmatch(variable) is not None


def _unknown(name: str, shown: str, at: SourceLine, names: Declared, notes: Notes) -> None:
    there = [
        *names.params_in(at.file),
        "env.NAME",
        "secret.NAME",
        "row.COLUMN",
        *(f"{table}.COLUMN" for table in names.tables),
    ]
    if not (names.open and "." in name):
        notes.note(Code.UNKNOWN_NAME, at, f"`{shown}` names nothing", nearest(name, there))


_DATA = "data from a page may be a value, a text to look for or part of an address, never what is acted on"


def _check_row(column: str, shown: str, use: Use, notes: Notes) -> None:
    at, scope = use.template.at, use.scope
    if scope is None or not scope.has_rows:
        notes.note(
            Code.UNKNOWN_NAME,
            at,
            f"`{shown}`: there is no `for_each` here",
            "`row` is a row of the stage's `for_each:`",
        )
    elif scope.columns is not None and column not in scope.columns and not _in_other_case(column, scope):
        notes.note(Code.UNKNOWN_COLUMN, at, f"`{shown}`: no such column", nearest(column, scope.columns))
    elif scope.data and not use.data:
        notes.note(Code.DATA_NOT_HERE, at, f"`{shown}` may not stand here", _DATA)


def _in_other_case(column: str, scope: Scope) -> bool:
    """Whether a SELECT has the column in other letters: its result is called as the table has it."""
    return scope.data and fold(column) in {fold(name) for name in scope.columns or ()}


def _check_result(table: str, column: str, shown: str, use: Use, tables: _Tables) -> None:
    at, notes = use.template.at, tables.notes
    columns = tables.columns.get(fold(table))
    if use.scope is None or tables.names.tables[table] >= use.scope.stage:
        notes.note(Code.NOT_YET_KNOWN, at, f"`{shown}` is not known yet here", "only results of earlier stages are")
    elif columns is not None and column not in columns:
        notes.note(Code.UNKNOWN_COLUMN, at, f"`{shown}`: no such column", nearest(column, columns))
    elif not use.data:
        notes.note(Code.DATA_NOT_HERE, at, f"`{shown}` may not stand here", _DATA)
