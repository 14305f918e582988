"""Prepares a collected page in the form in which it is compared, logged and loaded.

`prepare` is the one place where records become rows: cells are fitted to their columns, keys made canonical, rows
without a declared key value dropped and counted. Both stores and the log of rows carry its product.
"""

from collections.abc import Mapping, Sequence

import pyarrow as pa
from msgspec import Struct, field

from webdart.errors import StoreError
from webdart.plan.model import Cursor, PageRef, TableSchema
from webdart.records.model import CollectedPage, ListingSummary, Record, Rows
from webdart.surrogates import well_formed
from webdart.table.arrow import build
from webdart.table.schema import arrow_schema, no_column, no_table, visible_names
from webdart.table.values import Fitter, Unfit, canonical_key, fitter, text_of, timestamp
from webdart.values import replace
from webdart.workflow.model import Value

PageKey = tuple[int, int, int]
"""Stage, walk, sequence: which page of a run."""


def page_key(cursor: Cursor) -> PageKey:
    """Which page the cursor was committed with."""
    return cursor.stage, cursor.walk, cursor.sequence


class Row(Struct, frozen=True):
    """A row as kept: `values` in the order of its table's declared columns, `page` where it was committed."""

    values: tuple[Value, ...]
    key: str | None
    n: int
    opened: bool
    raw: Mapping[str, str]
    source: PageRef
    page: PageKey


class TableRows(Struct, frozen=True):
    """The rows of one table on a page; `dropped` had no key value, `unfit` is how many cells fitted no column."""

    rows: tuple[Row, ...]
    dropped: int = 0
    unfit: int = 0


class StoredPage(Struct, frozen=True, kw_only=True):
    """A page ready to be kept. `commit` counts the run's pages from 1, in the order of their commits."""

    cursor: Cursor
    commit: int
    tables: Mapping[str, TableRows] = field(default_factory=dict[str, TableRows])

    @property
    def key(self) -> PageKey:
        """Which page it is."""
        return page_key(self.cursor)


def prepare(page: CollectedPage, schemas: Mapping[str, TableSchema], commit: int) -> StoredPage:
    """The page's rows, fitted to their tables.

    Raises:
        StoreError: rows of an undeclared table, or values of an undeclared column.
    """
    tables: dict[str, TableRows] = {}
    for rows in page.rows:
        if (schema := schemas.get(rows.table)) is None:
            raise no_table(rows.table, tuple(schemas))
        fitted = _fit_rows(rows, schema, page_key(page.cursor))
        before = tables.get(rows.table, TableRows(()))
        tables[rows.table] = TableRows(
            (*before.rows, *fitted.rows), before.dropped + fitted.dropped, before.unfit + fitted.unfit
        )
    return StoredPage(cursor=page.cursor, commit=commit, tables=tables)


def _fit_rows(rows: Rows, schema: TableSchema, page: PageKey) -> TableRows:
    source = replace(rows.source, url=well_formed(rows.source.url), region=well_formed(rows.source.region))
    try:
        timestamp(source.seen)
    except ValueError as error:
        raise StoreError(f"{source.seen!r} of {source.url} is no time in ISO 8601") from error
    kept: list[Row] = []
    unfit = 0
    fitters = {column.name: fitter(column) for column in schema.columns}
    key_places = [list(fitters).index(name) for name in schema.key]
    for record in rows.records:
        if not record.values.keys() <= fitters.keys():
            name = next(iter(record.values.keys() - fitters.keys()))
            raise no_column(schema.name, name, visible_names(schema))
        values, raw, misfits = _fit_values(record, fitters)
        unfit += misfits
        key = _key(record, values, key_places)
        if key is None and schema.key:
            continue
        kept.append(Row(values, key, record.n, record.opened, raw, source, page))
    return TableRows(tuple(kept), dropped=len(rows.records) - len(kept), unfit=unfit)


def _fit_values(record: Record, fitters: Mapping[str, Fitter]) -> tuple[tuple[Value, ...], Mapping[str, str], int]:
    raw = {name: well_formed(text) for name, text in record.raw.items()}
    values: list[Value] = []
    misfits = 0
    for name, fit in fitters.items():
        value = record.values.get(name)
        try:
            values.append(fit(value))
        except Unfit:
            values.append(None)
            raw.setdefault(name, text_of(value))
            misfits += 1
    return tuple(values), raw, misfits


def _key(record: Record, values: tuple[Value, ...], places: Sequence[int]) -> str | None:
    """The key of a record, whose declared parts stand at `places` of its values; None where it has none."""
    if not places:
        return None if record.key is None else canonical_key(record.key)
    own = tuple(values[place] for place in places)
    if None in own:
        return None
    return canonical_key(own if record.key is None else record.key)


def widened(rows: Sequence[Row], schema: TableSchema) -> Sequence[Row]:
    """Rows that were kept before the table had all of its columns: NULL in those that came later."""
    count = len(schema.columns)
    if all(len(row.values) == count for row in rows):
        return rows
    return [replace(row, values=row.values + (None,) * (count - len(row.values))) for row in rows]


def to_arrow(rows: Sequence[Row], schema: TableSchema) -> pa.Table:
    """The rows as Arrow, with implicit and internal columns."""
    cells: dict[str, list[object]] = {
        column.name: [row.values[place] for row in rows] for place, column in enumerate(schema.columns)
    }
    seen = {text: timestamp(text) for text in {row.source.seen for row in rows}}
    cells |= {
        "_n": [row.n for row in rows],
        "_page": [row.source.url for row in rows],
        "_seen": [seen[row.source.seen] for row in rows],
        "_raw": [list(row.raw.items()) for row in rows],
        "_opened": [row.opened for row in rows],
        "_key": [row.key for row in rows],
        "_region": [row.source.region for row in rows],
        "_wrapper": [row.source.wrapper for row in rows],
        "_stage": [row.page[0] for row in rows],
        "_walk": [row.page[1] for row in rows],
        "_sequence": [row.page[2] for row in rows],
    }
    return build(cells, arrow_schema(schema))


LISTINGS = "_listings"

_LISTINGS = pa.schema(
    [
        ("site", pa.string()),
        ("objective", pa.string()),
        ("url", pa.string()),
        ("stated", pa.int64()),
        ("collected", pa.int64()),
        ("pages", pa.int64()),
        ("verdict", pa.string()),
        ("_table", pa.string()),
        ("_reasons", pa.list_(pa.string())),
    ]
)


def listings_to_arrow(listings: Sequence[ListingSummary]) -> pa.Table:
    """The table `_listings` of docs/reference/extract.md; `_table` and `_reasons` are left out of `*`."""
    cells: dict[str, list[object]] = {
        "site": [well_formed(one.site) for one in listings],
        "objective": [well_formed(one.objective) for one in listings],
        "url": [well_formed(one.url) for one in listings],
        "stated": [one.stated for one in listings],
        "collected": [one.collected for one in listings],
        "pages": [one.pages for one in listings],
        "verdict": [one.verdict for one in listings],
        "_table": [one.table for one in listings],
        "_reasons": [[well_formed(reason) for reason in one.reasons] for one in listings],
    }
    return build(cells, _LISTINGS)
