"""Appraises an answer: finds the doubts about the collected rows that it depends on.

A cell that could not be read counts only if the SQL reads its column, in a row that no sure condition excludes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import pyarrow as pa
from msgspec import Struct

from webdart.answer.doubt import Doubt, kinds_of, samples_of, sorted_out
from webdart.answer.shape import AnswerValue
from webdart.doubt_kinds import DoubtKind
from webdart.errors import NotFound, Refused, WebdartError
from webdart.execute.blank_signs import blank_signs
from webdart.execute.cut_texts import cut_texts
from webdart.execute.date_orders import swapped_dates
from webdart.execute.double_counts import double_counts
from webdart.execute.emptiness import is_empty, unmatched, without_column
from webdart.execute.filtered_rows import filtered_rows
from webdart.execute.join_keys import pairs_of, unjoined
from webdart.execute.near_misses import near_misses
from webdart.execute.own_pages import own_pages
from webdart.execute.query import Computing
from webdart.identifier import fold
from webdart.navigate import Collected
from webdart.navigate.pushdown_log import blanks
from webdart.plan.lineage import Lineage, Place, lineage, lineage_of_writes
from webdart.plan.model import ActStage, ListingStage, Plan, QueryStage
from webdart.plan.sites import locale_of
from webdart.records.cells.shared_cells import ONE_LINE, SAID_ONCE
from webdart.records.checks.completeness import ONLY_AGAIN
from webdart.records.checks.page_language import OTHER_ORDER
from webdart.records.coerce.dates import languages_of
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.model import ListingSummary, Remark
from webdart.table.audit import (
    Cell,
    Repeated,
    again_in_order,
    doubled,
    empty,
    of_every_parent,
    raws_of,
    repeated,
    row_text,
    unreadable,
    without_value,
)
from webdart.table.port import Table, TableInfo
from webdart.workflow.model import Extract, Field, Kind

BY_MODEL = "by model"
"""Remarks that say that a model chose: its vote is an answer with a doubt, never a sure one."""
_GUESSES = frozenset({"by type", "found later", "other column", OTHER_ORDER, BY_MODEL})
"""Remarks that say that a column was taken for a field without evidence by name, or read against other evidence."""
_DOUBTFUL_RECORDS = frozenset({"other records", "one record", "paragraphs", ONE_LINE, BY_MODEL})
"""Remarks that say that the records may be no records, or others."""
_FILLS_DOWN = "IGNORE NULLS"
_LEAST_EMPTY = 3
"""Rows without any value that tell an empty column from a short listing."""
_ROW, _UNREAD = "_row", "_unread_"
"""Columns added to a table to find its rows again, and to mark their unreadable cells."""


def tables_of(plan: Plan) -> Mapping[str, Extract]:
    """Every extracted table by name; of two extracts into one table the last."""
    found: dict[str, Extract] = {}
    for stage in plan.stages:
        if isinstance(stage, ListingStage):
            waiting = list(stage.extracts)
            while waiting:
                extract = waiting.pop(0)
                found[extract.into] = extract
                waiting += extract.tables
    return found


def accepted_by(plan: Plan) -> Mapping[str, frozenset[DoubtKind]]:
    """The doubts that the file accepts, by table."""
    return {name: extract.accept for name, extract in tables_of(plan).items() if extract.accept}


class Walks(Struct, frozen=True):
    """What the walks of a run have told; `blank` are columns ("table.column") in which they were to find no value."""

    remarks: Sequence[Remark] = ()
    listings: Sequence[ListingSummary] = ()
    blank: frozenset[str] = frozenset()

    @classmethod
    def of(cls, collected: Collected) -> "Walks":
        """What they have told so far."""
        return cls(collected.remarks, collected.listings, blanks(collected.replanned))


async def appraise(
    plan: Plan, store: Table, computing: Computing, answer: AnswerValue | None, walks: Walks
) -> tuple[Doubt, ...]:
    """The doubts about what the answer of a run depends on."""
    appraisal = Appraisal(plan, store, computing, walks, empty=is_empty(answer))
    return await appraisal.doubts(await store.describe())


async def check_writes(
    plan: Plan, store: Table, computing: Computing, act: ActStage, walks: Walks, accepted: frozenset[DoubtKind]
) -> None:
    """Check that what a stage is about to write rests on no doubt that its author has not accepted.

    Rows that a walk has left out are none: what was read can be written, and `Computing.to_write` tells of the rest.

    Raises:
        Refused: it does, with the line that settles the first of them.
    """
    appraisal = Appraisal(plan, store, computing, walks, act=act)
    doubts = sorted_out(await appraisal.doubts(await store.describe()), accepted_by(plan), accepted).doubts
    if doubts:
        first, *others = doubts
        kinds = kinds_of([one for one in doubts if one.table == first.table])
        more = f" (the first of {len(doubts)} doubts)" if others else ""
        problem = f"{act.at}: nothing is written, the rows are in doubt: {first.place}: {first.problem}{more}"
        raise Refused(problem, hint=f"{first.remedy}; or take them as they are: `accept: [{kinds}]` at {first.table}")


class Appraisal:
    """Finds the doubts of one run, once its answer is computed; of the rows of `act` alone, before it writes."""

    def __init__(
        self,
        plan: Plan,
        store: Table,
        computing: Computing,
        walks: Walks,
        *,
        empty: bool = False,
        act: ActStage | None = None,
    ) -> None:
        self._plan = plan
        self._filters = {one.table: one.filters for one in reversed(walks.listings)}
        self._empty = empty
        self._blank = walks.blank
        self._remarks = walks.remarks
        self._store = store
        self._computing = computing
        self._extracts = tables_of(plan)
        self._children = {child.into for extract in self._extracts.values() for child in extract.tables}
        columns = {name: [column.name for column in schema.columns] for name, schema in plan.schemas.items()}
        self._lineage = lineage(plan, columns) if act is None else lineage_of_writes(plan, act, columns)

    async def doubts(self, infos: Mapping[str, TableInfo]) -> tuple[Doubt, ...]:
        """The doubts, table by table."""
        found: list[Doubt] = []
        for name, extract in self._extracts.items():
            read, info = self._lineage.get(fold(name)), infos.get(name)
            if read is None or info is None or not info.rows:
                continue
            table = await self._store.read(name, (*(c.name for c in info.schema.columns), *_PROVENANCE))
            found += await self._unreadable(table, extract, read)
            found += _empty(table, extract, read, self._blank)
            found += without_column(extract, table, read, [one for one in self._remarks if one.table == name])
            said = {(one.code, one.column): one for one in reversed(self._remarks) if one.table == name}.values()
            found += _guessed(table, extract, read, said)
            found += own_pages(extract, table, read, said, locale_of(self._plan, extract.into))
            found += [] if self._fills_down else _said_once(table, extract, read, said)
            found += [_doubtful_records(table, extract, one) for one in said if _is_of_records(one)]
            found += _merged(extract, info)
            own = name in self._children  # every record may have the same rows of its own
            found += _repeated(table, extract) or (_of_every_parent if own else _doubled)(table, extract)
            found += near_misses(extract, table, read)
            found += blank_signs(extract, table, read)
            found += cut_texts(extract, table, read, {one.column for one in said if one.code == "cut"})
            found += swapped_dates(self._plan, extract, table, read)
            found += filtered_rows(extract, table, read, self._filters.get(name, ()))
            found += await double_counts(extract, table, read, self._computing)
            if self._empty:
                found += await unmatched(self._plan, extract, table, read, self._computing)
        return (*found, *await self._unjoined(infos))

    async def _unjoined(self, infos: Mapping[str, TableInfo]) -> list[Doubt]:
        """The joins of extracted tables that pair no rows because their columns are written in other letters."""
        names = {fold(name): name for name in self._extracts if infos.get(name) is not None and infos[name].rows}
        columns = {one: [fold(column.name) for column in infos[name].schema.columns] for one, name in names.items()}
        queries = [stage.query.sql for stage in self._plan.stages if isinstance(stage, QueryStage)]
        pairs = dict.fromkeys(pair for sql in queries for pair in pairs_of(sql, columns)) if len(names) > 1 else ()
        found: list[Doubt] = []
        for pair in pairs:
            if pair.table in names and pair.other_table in names:
                tables = [
                    await self._store.read(names[one], (*(c.name for c in infos[names[one]].schema.columns), "_page"))
                    for one in (pair.table, pair.other_table)
                ]
                found += [doubt] if (doubt := unjoined(pair, *tables)) is not None else []
        return found

    @property
    def _fills_down(self) -> bool:
        """Whether SQL of the file gives blank cells the value above them, as the doubt about these says."""
        queries = (stage.query.sql for stage in self._plan.stages if isinstance(stage, QueryStage))
        return any(_FILLS_DOWN in " ".join(sql.upper().split()) for sql in queries)

    async def _unreadable(self, table: pa.Table, extract: Extract, read: Lineage) -> list[Doubt]:
        """Cells that are empty although the page has a text there, in rows that may count."""
        unread = {name: cells for name, cells in unreadable(table, extract).items() if read.reads(name)}
        if not unread:
            return []
        marked = _marked(table, unread)
        doubts: list[Doubt] = []
        for field in extract.fields:
            cells = unread.get(field.name, ())
            left = await self._surviving(marked, extract.into, field.name, cells, read.places) if cells else ()
            if left:
                doubts.append(unreadable_doubt(extract.into, field, left))
        return doubts

    async def _surviving(
        self, table: pa.Table, name: str, column: str, cells: Sequence[Cell], places: Sequence[Place]
    ) -> Sequence[Cell]:
        """The cells whose rows pass the conditions that don't rest on unreadable cells themselves."""
        if any(not place.conditions for place in places):
            return cells
        marks = {one.removeprefix(_UNREAD) for one in table.column_names if one.startswith(_UNREAD)}
        kept: set[int] = set()
        for place in places:
            parts = [
                " OR ".join([f"({one.sql})", *(f'"{_UNREAD}{mark}"' for mark in sorted(one.columns & marks))])
                for one in place.conditions
            ]
            where = " AND ".join((f'"{_UNREAD}{fold(column)}"', *(f"({part})" for part in parts)))
            sql = f'SELECT "{_ROW}" FROM "{name}" WHERE {where}'  # noqa: S608 - the file's own words, in the sandbox
            try:
                rows = await self._computing.over(sql, {name: table}, place.parameters)
            except WebdartError:
                return cells  # conditions that can't be asked for by themselves exclude nothing
            kept.update(cast("list[int]", rows.column(0).to_pylist()))
        return [cell for cell in cells if cell.row in kept]


_TRIED = 3
"""Unreadable texts of which the language is looked for, and how many languages are named."""
_LIKELY_KINDS: tuple[Kind, ...] = ("money", "date", "datetime", "integer", "number")
_LIKELY = 0.9  # of a text, to be of a type
_ANYWHERE = "en-US"  # the language in which types are told apart: months of others are told by their own locale
_PROVENANCE = ("_raw", "_page", "_key", "_walk", "_sequence")


def _marked(table: pa.Table, unread: Mapping[str, Sequence[Cell]]) -> pa.Table:
    """The table with the place of each row, and a truth value for each of its unreadable cells."""
    arrow = cast("Any", pa)
    marked: Any = cast("Any", table).append_column(_ROW, arrow.array(range(table.num_rows), arrow.int64()))
    for name, cells in unread.items():
        rows = {cell.row for cell in cells}
        flags = arrow.array([row in rows for row in range(table.num_rows)], arrow.bool_())
        marked = marked.append_column(f"{_UNREAD}{fold(name)}", flags)
    return cast("pa.Table", marked)


def unreadable_doubt(table: str, field: Field, cells: Sequence[Cell]) -> Doubt:
    """The doubt that cells with a text have no value."""
    many = len(cells) > 1
    return Doubt(
        table=table,
        column=field.name,
        kind="unreadable",
        problem=f"{len(cells)} {'cells have' if many else 'cell has'} a text that can't be read as {field.type}",
        count=len(cells),
        samples=samples_of((cell.text, cell.page) for cell in cells),
        remedy=_remedy(field, cells),
    )


def _remedy(field: Field, cells: Sequence[Cell]) -> str:
    """The line of the file that settles how a field's unreadable cells are meant."""
    text = cells[0].text
    other = _other_kind(field, cells)
    lines: list[str] = [f"the type `{other}`"] if other else []
    if field.type.kind in ("date", "datetime") and not field.approximate:
        spoken = languages_of([cell.text for cell in cells[:_TRIED]])[:_TRIED]
        lines += [f"the site's {' or '.join(f'`locale: {one}`' for one in spoken)}"] if spoken else []
        lines.append("`format: …` or, for ages and days that have a weekday and no year, `approximate: true`")
    elif any(map(str.isdigit, text)):
        lines.append("`match: …` for the part that is the value")
    word = text if len(text) <= 40 else f"{text[:39]}…"
    quoted = '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
    lines.append(f"`values: {{{quoted}: …}}` for what it means")
    lines.append("`unreadable: null` if it means nothing")
    return f"{field.name}: " + ", ".join(lines)


def _other_kind(field: Field, cells: Sequence[Cell]) -> Kind | None:
    """Another type that reads the first of several unreadable texts."""
    plausible = Plausible(_ANYWHERE)
    texts = [cell.text for cell in cells[:_TRIED]]
    for kind in _LIKELY_KINDS if len(texts) == _TRIED else ():
        if kind != field.type.kind and all(plausible.share(kind, (text,)) >= _LIKELY for text in texts):
            return kind
    return None


def _empty(table: pa.Table, extract: Extract, read: Lineage, blank: frozenset[str]) -> list[Doubt]:
    """The columns that are NULL in every row, as far as the answer reads them and did not ask the site for that."""
    if table.num_rows < _LEAST_EMPTY:
        return []
    raws = raws_of(table)
    fields = {field.name: field for field in extract.fields}
    return [
        Doubt(
            table=extract.into,
            column=name,
            kind="empty",
            problem=f"no value in any of {table.num_rows} rows",
            count=table.num_rows,
            remedy=f"{name}: a `label` or an `at` where it stands, or leave it out",
        )
        for name in empty(table, extract)
        if read.reads(name)
        and not fields[name].nullable
        and f"{extract.into}.{name}" not in blank
        and not any(name in raw for raw in raws)
    ]


def _guessed(table: pa.Table, extract: Extract, read: Lineage, remarks: Iterable[Remark]) -> list[Doubt]:
    """The columns that were taken without evidence by name, as far as the answer reads them."""
    doubts: list[Doubt] = []
    pages = [str(page) for page in table.column("_page").to_pylist()]
    for remark in remarks:
        if remark.code not in _GUESSES or not read.reads(remark.column) or remark.column not in table.column_names:
            continue
        values = table.column(remark.column).to_pylist()
        shown = ((str(value), page) for value, page in zip(values, pages, strict=True) if value is not None)
        doubts.append(
            Doubt(
                table=extract.into,
                column=remark.column,
                kind="guessed",
                problem=f"the column is {_whose(remark)}",
                count=sum(value is not None for value in values),
                samples=samples_of(shown),
                remedy=remark.text,
            )
        )
    return doubts


def _said_once(table: pa.Table, extract: Extract, read: Lineage, remarks: Iterable[Remark]) -> list[Doubt]:
    """The columns whose blank cells may stand for what is said above them, as far as the answer reads them."""
    return [
        Doubt(
            table=extract.into,
            column=remark.column,
            kind="empty",
            problem=f"no value in {table.column(remark.column).null_count} of {table.num_rows} rows",
            count=table.column(remark.column).null_count,
            remedy=f"{remark.text}; `accept: [empty]` if it does not",
        )
        for remark in remarks
        if remark.code == SAID_ONCE and read.reads(remark.column) and remark.column in table.column_names
    ]


def _doubtful_records(table: pa.Table, extract: Extract, remark: Remark) -> Doubt:
    """Records that may be parts of one, or be counted otherwise: every answer depends on them."""
    return Doubt(
        table=extract.into,
        kind="guessed",
        problem=f"the records are {_whose(remark)}",
        count=table.num_rows,
        remedy=remark.text,
    )


def _is_of_records(remark: Remark) -> bool:
    return remark.code in _DOUBTFUL_RECORDS and (remark.code != BY_MODEL or not remark.column)


def _whose(remark: Remark) -> str:
    return "the choice of a model" if remark.code == BY_MODEL else "a guess"


def _merged(extract: Extract, info: TableInfo) -> list[Doubt]:
    """The rows that share a key with a different row."""
    if not info.conflicts:
        return []
    stays = "the later one stays" if info.schema.key else "both are kept"
    return [
        Doubt(
            table=extract.into,
            column=", ".join(info.schema.key) or None,
            kind="merged",
            problem=f"{info.conflicts} rows have a key that another, different row has; {stays}",
            count=info.conflicts,
            remedy="`key: [...]` with the columns that tell rows apart, or `key: []` if none do",
        )
    ]


def _repeated(table: pa.Table, extract: Extract) -> list[Doubt]:
    """The rows that every page has, as heads and banners do."""
    remedy = "`each: {at: ...}` for what is a record, or a `key` if it is one"
    return [
        _again(extract, one, f"a row stands on each of {len(one.pages)} pages, as a head line or a banner does", remedy)
        for one in repeated(table, extract)
        if not one.alone
    ]


def _of_every_parent(table: pa.Table, extract: Extract) -> list[Doubt]:
    """The rows that every record has, as menus are."""
    one = of_every_parent(table, extract)
    problem = "the rows of every record are the same, as those of a menu are"
    remedy = "`in` says which list is meant; `accept: [repeated]` if all of them have these rows"
    return [] if one is None else [_again(extract, one, problem, remedy)]


def _doubled(table: pa.Table, extract: Extract) -> list[Doubt]:
    """The rows that a page has twice, one after the other, or that several pages have in the same order."""
    again = again_in_order(table, extract)
    if again is not None:
        problem = "rows stand on several pages in the same order, as those of another list or of an overlap do"
        remedy = "`in` says which list is meant, a `key` makes one of two, `key: []` counts both"
        return [_again(extract, again, problem, remedy)]
    remedy = "a `key` makes one of two, `accept: [repeated]` counts both"
    return [
        _again(extract, one, f"the {len(one.pages)} rows of a page stand there twice, in the same order", remedy)
        for one in doubled(table, extract)
    ]


def _again(extract: Extract, one: Repeated, problem: str, remedy: str) -> Doubt:
    """The doubt on rows that stand on several pages, or on one page several times."""
    samples = samples_of([(one.text, one.pages[0])])
    return Doubt(
        table=extract.into,
        kind="repeated",
        problem=problem,
        count=len(one.pages),
        samples=samples,
        remedy=remedy,
    )


async def flaw(
    extracts: Sequence[Extract], store: Table, accepted: frozenset[DoubtKind], listings: Sequence[ListingSummary]
) -> NotFound | None:
    """The error of tables that were misread: a column has no value at all, or every page gives the same row."""
    infos = await store.describe()
    for extract in extracts:
        info, known = infos[extract.into], accepted | extract.accept
        if not info.rows:
            continue
        table = await store.read(extract.into, (*(column.name for column in info.schema.columns), *_PROVENANCE))
        wrong = _without_value(table, extract) if "unreadable" not in known else None
        if wrong is None and "repeated" not in known:
            wrong = _alone(table, extract, [one for one in listings if one.table == extract.into])
        if wrong is not None:
            return wrong
    return None


def _without_value(table: pa.Table, extract: Extract) -> NotFound | None:
    """The error of a column of which no text can be read."""
    unread = unreadable(table, extract)
    for name in without_value(table, unread):
        field = next(field for field in extract.fields if field.name == name)
        doubt = unreadable_doubt(extract.into, field, unread[name])
        shown = ", ".join(repr(sample.text) for sample in doubt.samples)
        problem = f"{doubt.place}: none of {len(unread[name])} texts can be read as {field.type}: {shown}"
        return NotFound(problem, url=unread[name][0].page, hint=doubt.remedy)
    return None


def _alone(table: pa.Table, extract: Extract, walks: Sequence[ListingSummary]) -> NotFound | None:
    """The error of a table to which every page adds, or would add, one row that is always the same."""
    shown = next(((one.text, one.pages) for one in repeated(table, extract) if one.alone), None)
    if shown is None and table.num_rows == 1 and walks and all(ONLY_AGAIN in one.signs for one in walks):
        shown = row_text(table, extract, 0), (walks[0].url, "")  # the second page was looked at, and not kept
    if shown is None:
        return None
    problem = f"{extract.into}: each of {len(shown[1])} pages gives only the same row, {shown[0]!r}"
    hint = (
        "that is a part of the page, not a record: `each: {at: ...}` or `in` says where the records are; "
        "if it is a record, `accept: [repeated, unknown]`"
    )
    return NotFound(problem, url=shown[1][0], hint=hint)
