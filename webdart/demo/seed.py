"""Which rows does the site begin with? The same seed and quirks give the same site, on every machine."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from webdart.demo import catalogue, talk
from webdart.demo.data import DemoData, Part, Setting
from webdart.demo.quirks import Quirks

PARTS = 4_000
"""Rows of the series listing: 200 pages of 20."""


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
    areas = {
        "Server": ("host", "port", "workers", "timeout", "keep_alive", "max_body"),
        "Logging": ("level", "format", "file", "rotate", "utc"),
        "Database": ("url", "pool_size", "pool_timeout", "echo", "isolation"),
        "Cache": ("backend", "ttl", "prefix", "compress"),
        "Mail": ("sender", "smtp_host", "smtp_port", "starttls", "retries"),
    }
    kinds = (("string", "—"), ("integer", "30"), ("boolean", "off"), ("duration", "60s"), ("path", "—"))
    made: list[Setting] = []
    for area, names in areas.items():
        for name in names:
            kind, default = kinds[len(made) % len(kinds)]
            made.append(
                Setting(
                    area=area,
                    setting=f"{area.lower()}.{name}",
                    type=kind,
                    default=default,
                    since=f"{1 + len(made) // 9}.{len(made) % 9}",
                    meaning=f"The {name.replace('_', ' ')} of the {area.lower()}.",
                )
            )
    return tuple(made)
