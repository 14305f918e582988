"""Generates the rows that the site begins with.

The same seed and quirks give the same site, on every machine.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from types import MappingProxyType

from webdart.demo import catalogue, talk
from webdart.demo.data import DemoData, Part, Setting
from webdart.demo.quirks import Quirks

PARTS = 4_000
"""Rows of the series listing: 200 pages of 20."""

_SETTINGS: Mapping[str, tuple[tuple[str, str, str, str, str], ...]] = MappingProxyType(
    {
        "Server": (
            ("host", "text", "127.0.0.1", "1.0", "Address to listen on."),
            ("port", "integer", "8080", "1.0", "Port to listen on; 0 is any free one."),
            ("workers", "integer", "4", "1.0", "How many requests are served side by side."),
            ("timeout", "duration", "30s", "1.0", "How long a request may take."),
            ("keep_alive", "boolean", "on", "1.2", "Whether a connection may carry several requests."),
            ("max_body", "size", "2 MiB", "1.3", "Largest body that is read."),
        ),
        "Logging": (
            ("level", "choice", "info", "1.0", "Least serious message that is written."),
            ("format", "choice", "plain", "1.0", "One line of text, or JSON."),
            ("file", "path", "—", "1.1", "Where to write; without it, to the terminal."),
            ("rotate", "duration", "1d", "1.4", "When to begin a new file."),
            ("utc", "boolean", "off", "1.4", "Whether times are in UTC."),
        ),
        "Database": (
            ("url", "text", "—", "1.0", "Where the database is; must be given."),
            ("pool_size", "integer", "5", "1.0", "Connections that are kept open."),
            ("pool_timeout", "duration", "10s", "1.1", "How long to wait for a free connection."),
            ("echo", "boolean", "off", "1.1", "Whether statements are logged."),
            ("isolation", "choice", "read committed", "2.0", "What a transaction sees of others."),
        ),
        "Cache": (
            ("backend", "choice", "memory", "1.2", "Where values are kept."),
            ("timeout", "duration", "5m", "1.2", "How long a value is good."),
            ("prefix", "text", "—", "1.2", "What all keys begin with."),
            ("compress", "boolean", "off", "1.5", "Whether large values are packed."),
        ),
        "Mail": (
            ("sender", "text", "—", "1.0", "Who mails are from."),
            ("smtp_host", "text", "localhost", "1.0", "Server that takes mails."),
            ("smtp_port", "integer", "25", "1.0", "Its port."),
            ("starttls", "boolean", "on", "1.3", "Whether the connection is encrypted."),
            ("retries", "integer", "3", "2.1", "How often a mail is tried again."),
        ),
    }
)


def generate(seed: int, quirks: Quirks) -> DemoData:
    """All rows of the site. Each section has a generator of its own: a change in one leaves the others' rows alone."""
    products = catalogue.products(Random(f"{seed} products"), missing=quirks.missing)  # noqa: S311 - no secrets
    threads, posts = talk.threads(Random(f"{seed} forum"))  # noqa: S311 - no secrets
    issues, comments = talk.issues(Random(f"{seed} tracker"))  # noqa: S311 - no secrets
    return DemoData(
        products=products,
        reviews=catalogue.reviews(Random(f"{seed} reviews"), products),  # noqa: S311 - no secrets
        threads=threads,
        posts=posts,
        issues=issues,
        comments=comments,
        parts=_parts(Random(f"{seed} parts")),  # noqa: S311 - no secrets
        settings=_settings(),
    )


def _parts(random: Random) -> tuple[Part, ...]:
    things = ("Bolt", "Washer", "Spring", "Bearing", "Gasket", "Bracket", "Valve", "Coupling", "Hinge", "Spindle")
    metals = ("brass", "steel", "nylon", "bronze", "zinc", "copper")
    return tuple(
        Part(
            number=number,
            name=f"{random.choice(things)}, {random.choice(metals)}, {random.randrange(2, 60)} mm, type {number}",
            price=Decimal(random.randrange(15, 9_000)) / 100,
            stock=random.randrange(0, 2_500),
            added=date(2020, 1, 1) + timedelta(days=random.randrange(2_200)),
            path=f"/bench/{number}/",
        )
        for number in range(1, PARTS + 1)
    )


def _settings() -> tuple[Setting, ...]:
    return tuple(
        Setting(
            area=area,
            setting=f"{area.lower()}.{name}",
            type=kind,
            default=default,
            since=since,
            meaning=meaning,
        )
        for area, rows in _SETTINGS.items()
        for name, kind, default, since, meaning in rows
    )
