"""Traces where a cell comes from and where a row was lost, through a run's rows, its log and its kept pages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import pyarrow as pa
from msgspec import Struct

from webdart.browser.snapshot.reader import Kept, KeptPages
from webdart.errors import QueryError, StoreError, UsageError, WorkflowErrors
from webdart.execute.sandbox import Compute
from webdart.page.model import PageView
from webdart.plan import Inputs, build
from webdart.plan.model import ListingStage, Plan, Query, QueryStage
from webdart.runs.folder import RunFolder, RunRecord
from webdart.secret import Secret
from webdart.table.cell_json import Json, cell, text
from webdart.table.memory import read_log
from webdart.table.rows import log_path
from webdart.workflow import Workflow, loads
from webdart.workflow.reader import nearest
from webdart.workflow.sql import PARENT, conjuncts_of

_MANY = 20


class Origin(Struct, frozen=True, kw_only=True):
    """A cell: its value and the text that the page had, the page, when it was read, and the element there.

    `element` is a path of tags from the page's root, "" where the page was not kept or has the text no more.
    """

    column: str
    value: Json
    raw: str | None
    element: str = ""
    page: str = ""


class RowOrigin(Struct, frozen=True, kw_only=True):
    """A row and where it was read.

    `region` is the element around the records, `wrapper` the version of what was learned of their shape.
    """

    table: str
    key: str
    page: str
    seen: str
    place: int
    opened: bool
    region: str
    wrapper: int
    cells: tuple[Origin, ...]
    kept: bool
    data: str = ""  # the JSON that it was read from in place of the page: its address, and the place of the rows


class Lost(Struct, frozen=True, kw_only=True):
    """Where words were last seen on their way to the answer: `stage` in one word, `said` in sentences, in order."""

    words: str
    stage: str
    said: tuple[str, ...]


class Looking:
    """A run looked at again: its record, its tables, and the pages that it kept (if it did)."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.record: RunRecord = folder.record()
        self.store = read_log(folder.rows)
        try:
            other = self.record.pinned.get("offline")  # it read the pages of that run
            kept = folder if other is None else RunFolder(folder.path.parent / other)
            self.pages: KeptPages | None = KeptPages.of(kept.pages)
        except StoreError:
            self.pages = None

    # -- a cell -----------------------------------------------------------------------------------------------

    async def row(self, table: str, key: str, column: str | None = None) -> RowOrigin:
        """Where the row of a table comes from that `key` names: its key, else a cell or the end of its address.

        Raises:
            UsageError: there is no such table, row or column, or several rows.
        """
        schemas = self.store.extracted
        if table not in schemas:
            computed = table in await self.store.describe()
            missing = f"run {self.folder.id} has no table {table!r}"
            what = f"{table!r} was computed, not read from pages" if computed else missing
            other = "" if computed else self.folder.elsewhere(table)
            raise UsageError(what, hint=other or nearest(table, schemas, "extracted tables are"))
        names = [one.name for one in schemas[table].columns if one.name != PARENT]
        if column is not None and column not in names:
            raise UsageError(f"{table} has no column {column!r}", hint=nearest(column, names))
        extra = ("_n", "_page", "_seen", "_raw", "_opened", "_key", "_region", "_wrapper")
        rows = (await self.store.read(table, (*names, *extra))).to_pylist()
        found = self._one(table, key, rows, names, schemas[table].key)
        return self._origin(table, found, [column] if column is not None else names)

    def _one(
        self, table: str, key: str, rows: Sequence[dict[str, Any]], names: Sequence[str], keys: Sequence[str]
    ) -> dict[str, Any]:
        """The row that is meant, by the surest way that names one."""

        def spoken(row: dict[str, Any]) -> str:
            return ", ".join(text(part) for part in json.loads(row["_key"])) if row["_key"] else ""

        ways = (
            [row for row in rows if key in {row["_key"], spoken(row)} or any(_said(row[one]) == key for one in keys)],
            [row for row in rows if any(_said(row[one]) == key for one in names)],
            [row for row in rows if any(_said(row[one]).rstrip("/").endswith(f"/{key.strip('/')}") for one in names)],
            [row for row in rows if any(key.casefold() in _said(row[one]).casefold() for one in names)],
        )
        for fitting in ways:
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                listed = "; ".join(spoken(row) or _said(row[names[0]]) for row in fitting[:_MANY])
                raise UsageError(f"{len(fitting)} rows of {table} are called {key!r}", hint=f"name one: {listed}")
        hint = f"where was it lost? webdart why {self.folder.id} --missing {key!r}"
        raise UsageError(f"{table} has no row {key!r} among its {len(rows):,}", hint=hint)

    def _origin(self, table: str, row: dict[str, Any], names: Sequence[str]) -> RowOrigin:
        raw = cast("Mapping[str, str]", dict(row["_raw"] or ()))
        seen = row["_seen"].isoformat()
        data = str(row["_region"]) if str(row["_region"]).startswith("http") else ""
        views = [view for view in self._views(row, seen) if not data or view[0] != row["_page"]]
        own = [view for view in views if view[0] != row["_page"]] if row["_opened"] else []
        behind = self._behind(table) if row["_opened"] else frozenset[str]()
        cells = [self._cell(name, row, raw, own if name in behind else views) for name in names]
        return RowOrigin(
            table=table,
            key=_readable(row["_key"]),
            page=row["_page"],
            seen=seen,
            place=row["_n"],
            opened=bool(row["_opened"]),
            region=_region(views, row["_region"]),
            wrapper=int(row["_wrapper"] or 0),
            cells=tuple(cells),
            kept=bool(views),
            data=data,
        )

    def _behind(self, table: str) -> frozenset[str]:
        """The columns of a table that its records' own pages fill."""
        plan = self.plan()
        stages = () if plan is None else plan.stages
        extracts = [extract for stage in stages if isinstance(stage, ListingStage) for extract in stage.extracts]
        for extract in extracts:  # grows: child tables have pages of their own, too
            extracts.extend(extract.tables)
        named = [extract.fields for extract in extracts if extract.into == table]
        return frozenset(field.name for fields in named for field in fields if field.page == "detail")

    def _views(self, row: dict[str, Any], seen: str) -> Iterator[tuple[str, PageView]]:
        """The listing's page as it was when the row was read, then the record's own."""
        page = str(row["_page"])
        listing = self._view(page, seen)
        if listing is not None:
            yield page, listing
        own = [url for url in _addresses(row) if url != page] if row["_opened"] else []
        if row["_opened"] and not own and listing is not None:
            own = _links_beside(listing, row)
        for url in dict[str, None].fromkeys(own):
            if (view := self._view(url, seen)) is not None:
                yield url, view

    def _view(self, url: str, seen: str) -> PageView | None:
        """A page as it was kept before a row was read; None where it was not."""
        kept: Sequence[Kept] = () if self.pages is None else self.pages.at(url)
        shown = [one for one in kept if one.url == url]  # not the page for logging in that came in its place
        entry = _nearest_before(shown or kept, seen)
        return None if entry is None or self.pages is None else self.pages.look(entry)

    def _cell(
        self, name: str, row: dict[str, Any], raw: Mapping[str, str], views: Sequence[tuple[str, PageView]]
    ) -> Origin:
        value = cell(row[name])
        written = raw.get(name)
        wanted = written if written is not None else None if value is None else text(value)
        anchors = _addresses(row)
        for url, view in views:
            node = None if wanted is None else place_of(view, wanted, anchors)
            if node is not None:
                return Origin(column=name, value=value, raw=written, element=path_of(view, node), page=url)
        return Origin(column=name, value=value, raw=written)

    # -- a row that is not there ------------------------------------------------------------------------------

    async def missing(self, words: str, compute: Compute) -> Lost:
        """Where words that a person expects in the answer were lost.

        Raises:
            StoreError: the run's log or a kept page is damaged.
        """
        plain = " ".join(words.split()).casefold()
        said: list[str] = []
        on_pages = self._seen_on(plain, said)
        rows = await self._in_tables(plain)
        if rows:
            said += [f"{table} has it: {_row(row)}" for table, row in rows[:3]]
            filtered = await self._filtered(rows, compute)
            if not filtered:
                said.append(
                    "it meets every condition of the file's SQL; a LIMIT, a join or a grouping may leave it out"
                )
            return Lost(words=words, stage="filtered" if filtered else "collected", said=(*said, *filtered))
        if logged := self._in_log(plain):
            said += [f"a row of {table} had it and was replaced by another one with its key" for table in logged]
            said.append("declare a `key` that tells the two apart, or none")
            return Lost(words=words, stage="merged", said=tuple(said))
        if not on_pages:
            return Lost(words=words, stage="never seen", said=(*said, *await self._walked()))
        dropped = [name for name, info in (await self.store.describe()).items() if info.dropped]
        said += [
            f"{name}: rows without a value in a key column were dropped; it may be one of them" for name in dropped
        ]
        said.append("no row was made of it: it stands outside the records that were read, or in a column not declared")
        return Lost(words=words, stage="dropped" if dropped else "not read", said=tuple(said))

    def _seen_on(self, plain: str, said: list[str]) -> bool:
        if self.pages is None:
            said.append("the run kept no pages: what it saw can't be told")
            return False
        looked: set[str] = set()
        found: list[str] = []
        for entry in self.pages.entries:
            if entry.digest not in looked:
                looked.add(entry.digest)
                view = self.pages.look(entry)
                if any(plain in node.text.casefold() for node in view.nodes if node.text) or plain in _whole(view):
                    found.append(entry.url)
        pages = list(dict.fromkeys(found))
        if pages:
            said.append(
                f"seen on {', '.join(pages[:5])}" + (f" and {len(pages) - 5} more pages" if len(pages) > 5 else "")
            )
        else:
            said.append(f"none of the {len(looked):,} pages that were kept has these words")
        return bool(pages)

    async def _in_tables(self, plain: str) -> list[tuple[str, dict[str, Any]]]:
        found: list[tuple[str, dict[str, Any]]] = []
        for table in self.store.extracted:
            for row in (await self.store.read(table)).to_pylist():
                cells = (row[name] for name in row if not name.startswith("_"))
                raws = (raw for _, raw in row["_raw"] or ())
                if any(plain in _said(value).casefold() for value in (*cells, *raws)):
                    found.append((table, row))
        return found

    def _in_log(self, plain: str) -> list[str]:
        """The tables whose log has a row with the words, though the table has none."""
        wanted = json.dumps(plain, ensure_ascii=False)[1:-1]
        found: list[str] = []
        for table in self.store.extracted:
            path = log_path(self.folder.rows, table)
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
            if any(line.startswith('{"n":') and wanted in line.casefold() for line in lines):
                found.append(table)
        return found

    async def _walked(self) -> list[str]:
        """How far the walks went: a row beyond their end was never seen."""
        if "_listings" not in await self.store.describe():
            return []
        rows = (await self.store.read("_listings")).to_pylist()
        return [
            f"{row['_table']}: {row['collected']:,} rows of {row['pages']} pages, {row['verdict']}"
            + (f" ({'; '.join(row['_reasons'])})" if row["_reasons"] else "")
            for row in rows
        ]

    async def _filtered(self, rows: Sequence[tuple[str, dict[str, Any]]], compute: Compute) -> list[str]:
        """Which conditions of the file's SQL the row does not meet, one by one."""
        plan = self.plan()
        if plan is None:
            return []
        said: list[str] = []
        for stage in plan.stages:
            if isinstance(stage, QueryStage):
                for table, row in rows[:1]:
                    said += await self._against(stage.query, plan.parameters_of(stage.index), table, row, compute)
        return said

    async def _against(
        self, query: Query, parameters: Mapping[str, Any], table: str, row: dict[str, Any], compute: Compute
    ) -> list[str]:
        whole = await self.store.read(table)
        place = next(n for n, one in enumerate(whole.column("_n").to_pylist()) if one == row["_n"])
        alone = cast("pa.Table", cast("Any", whole).slice(place, 1))
        conditions = conjuncts_of(query.sql, table)
        if conditions is None:
            return []
        said: list[str] = []
        for condition, names in conditions:
            bound = {name: parameters[name] for name in names if name in parameters}
            sql = f'SELECT ({condition}) IS TRUE AS "kept" FROM "{table}"'  # noqa: S608 - the file's own condition
            try:
                kept = (await compute.query(sql, {table: alone}, bound)).column(0)[0].as_py()
            except QueryError:  # it names another table too: it can't be tried on this row alone
                continue
            if not kept:
                values = "".join(f", ${name} is {value}" for name, value in bound.items())
                said.append(f"{query.at}: the SQL leaves it out: {condition} is not so{values}")
        return said

    def plan(self) -> Plan | None:
        """What the run was to do; None where its file can be read no more."""
        try:
            workflow: Workflow = loads(self.record.source, self.record.file)
            inputs = Inputs(
                params={name: str(value) for name, value in self.record.parameters.items()},
                environment=self.record.environment,
                secret=lambda name: Secret(name, ""),
            )
            return build(workflow, inputs)
        except (WorkflowErrors, UsageError):  # the file is from another version, or a used one is gone
            return None


def _addresses(row: Mapping[str, Any]) -> list[str]:
    """The addresses in a row: of its columns, and of its key, which is its link where no column is."""
    keys: list[Any] = json.loads(row["_key"]) if row["_key"] else []
    return [value for value in (*row.values(), *keys) if isinstance(value, str) and value.startswith("http")]


# -- places on a page -----------------------------------------------------------------------------------------


def _nearest_before(entries: Sequence[Kept], seen: str) -> Kept | None:
    """The latest page that was kept before a row was read, else the earliest."""
    ordered = sorted(entries, key=lambda entry: entry.at)
    before = [entry for entry in ordered if entry.at[:26] <= seen[:26]]
    return before[-1] if before else ordered[0] if ordered else None


def place_of(view: PageView, wanted: str, anchors: Sequence[str]) -> int | None:
    """The smallest element with a text (or an address), the nearest to the record's own link where several have it."""
    hits = places_of(view, wanted)
    links = [n.index for n in view.nodes if n.attributes.get("href", "").partition("#")[0] in anchors]
    return min(hits, key=lambda hit: min((_apart(view, hit, link) for link in links), default=0), default=None)


def _links_beside(view: PageView, row: Mapping[str, Any]) -> list[str]:
    """The addresses of the links nearest to what a row says: where it has no column of them, one is of its own page."""
    values = (value for name, value in row.items() if name[0] != "_" and isinstance(value, str))
    at = next((place for value in values if (place := place_of(view, value, ())) is not None), -1)
    while at >= 0:
        inside = view.nodes[at : view.nodes[at].end]
        if found := [href for node in inside if (href := node.attributes.get("href", "").partition("#")[0])]:
            return found
        at = view.nodes[at].parent
    return []


def places_of(view: PageView, wanted: str) -> tuple[int, ...]:
    """The smallest elements that are, else hold, a text, or lead to an address."""
    plain = " ".join(wanted.split())
    hits = [n.index for n in view.nodes if n.attributes.get("href") == wanted or n.attributes.get("src") == wanted]
    texts = [node for node in view.nodes if node.tag == "#text" and plain in node.text]
    exact = [node for node in texts if node.text == plain] or texts
    hits += [node.parent for node in exact]
    if not hits:
        hits = [n.index for n in view.nodes if plain in n.attributes.values() or n.name == plain]
    if not hits:
        small = [
            n.index for n in view.nodes if n.tag != "#text" and n.end - n.index < 40 and view.text_of(n.index) == plain
        ]
        hits = small[-1:]
    return tuple(hits)


def _apart(view: PageView, one: int, other: int) -> int:
    """How large the smallest element around two nodes is: small where they are of one record."""
    place = one
    while place >= 0 and not place <= other < view.nodes[place].end:
        place = view.nodes[place].parent
    return len(view.nodes) if place < 0 else view.nodes[place].end - place


def path_of(view: PageView, index: int) -> str:
    """Where an element stands: tags with their classes from the page's root, and its place among equals."""
    steps: list[str] = []
    place = index
    while place >= 0:
        node = view.nodes[place]
        if node.tag != "#text":
            names = "".join(f".{name}" for name in node.attributes.get("class", "").split()[:2])
            kids = [] if node.parent < 0 else [k.index for k in view.children_of(node.parent) if k.tag == node.tag]
            nth = f"[{kids.index(place) + 1}]" if len(kids) > 1 else ""
            steps.append(f"{node.tag}{names}{nth}")
        place = node.parent
    return " > ".join(reversed(steps))


def _region(views: Sequence[tuple[str, PageView]], region: str) -> str:
    if not views or not region.isdigit() or int(region) >= len(views[0][1].nodes):
        return ""
    return path_of(views[0][1], int(region))


def _whole(view: PageView) -> str:
    return view.text_of(0).casefold() if view.nodes else ""


def _said(value: object) -> str:
    return text(cell(value))


def _readable(key: str | None) -> str:
    return "" if key is None else ", ".join(text(part) for part in json.loads(key))


def _row(row: Mapping[str, Any]) -> str:
    return " · ".join(_said(value) for name, value in row.items() if not name.startswith("_") and value is not None)
