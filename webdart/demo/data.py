"""Holds the content of the bundled site as plain rows, so that tests can compute expected answers."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, fields
from datetime import date, datetime
from decimal import Decimal

SqlValue = str | int | float | bytes | None
"""What SQLite gives back: money is a number, dates are ISO texts, booleans 0 and 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A product of the shop. Prices are in dollars; `was` is the price before a reduction; `path` its own page."""

    sku: str
    name: str
    department: str
    category: str
    brand: str
    price: Decimal | None
    was: Decimal | None
    rating: float | None
    reviews: int | None
    released: date
    weight_kg: float
    stock: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A review that stands on a product's page (of `Product.reviews` only the latest few do)."""

    sku: str
    number: int
    author: str
    rating: int
    title: str
    body: str
    written: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A thread of the forum; times are UTC. `replies` is its number of posts less the first."""

    id: int
    board: str
    topic: str
    author: str
    started: datetime
    last_post: datetime
    replies: int
    views: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post; `number` counts from 1 within its thread."""

    thread_id: int
    number: int
    author: str
    written: datetime
    likes: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """An issue of the tracker."""

    number: int
    title: str
    status: str
    severity: str
    assignee: str | None
    opened: date
    comments: int
    body: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A comment on an issue; `number` counts from 1 within it."""

    issue: int
    number: int
    author: str
    written: datetime
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A row of the plain series listing: 200 pages of 20."""

    number: int
    name: str
    price: Decimal
    stock: int
    added: date
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A row of the documentation's table of settings."""

    area: str
    setting: str
    type: str
    default: str
    since: str
    meaning: str


Row = Product | Review | Thread | Post | Issue | Comment | Part | Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoData:
    """All rows of the site; a write of a visitor makes a new `DemoData`. Each field is a table of `rows()`."""

    products: tuple[Product, ...]
    reviews: tuple[Review, ...]
    threads: tuple[Thread, ...]
    posts: tuple[Post, ...]
    issues: tuple[Issue, ...]
    comments: tuple[Comment, ...]
    parts: tuple[Part, ...]
    settings: tuple[Setting, ...]

    def sqlite(self) -> sqlite3.Connection:
        """A new database in memory with one table per field; the caller closes it."""
        connection = sqlite3.connect(":memory:")
        for name, table in self._tables():
            columns = [f'"{column.name}"' for column in fields(table[0])]
            connection.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
            marks = ", ".join("?" for _ in columns)
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", (_plain(row) for row in table))  # noqa: S608 - our own names
        return connection

    def rows(self, query: str, **parameters: SqlValue) -> list[tuple[SqlValue, ...]]:
        """The rows that `query` (SQLite's dialect, `:name` for parameters) gives over the site's own data."""
        with closing(self.sqlite()) as connection:
            return connection.execute(query, parameters).fetchall()

    def _tables(self) -> Iterator[tuple[str, Sequence[Row]]]:
        for column in fields(self):
            table: tuple[Row, ...] = getattr(self, column.name)
            if table:
                yield column.name, table


def _plain(row: Row) -> tuple[SqlValue, ...]:
    return tuple(_plain_value(value) for value in astuple(row))


def _plain_value(value: SqlValue | Decimal | date) -> SqlValue:
    match value:
        case Decimal():
            return float(value)
        case datetime():
            return value.isoformat(sep=" ")
        case date():
            return value.isoformat()
        case _:
            return value
