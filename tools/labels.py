"""Labelled pages: `pages/NAME.html` with `truth/NAME.json` beside it, read and compared.

A truth file has `site`, `kind` (list, table or detail), `locale`, `records` (how many the page has), `columns` (each
with `name`, `label`, `type`, `values` by record number, and `or`, a column whose values are right as well) and
`declare` (the fields as a workflow would declare them).
"""

import fnmatch
import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import unquote, urljoin

from webdart.extract import FieldSpec

ADDRESS = "http://labels.invalid/"
"""Where labelled pages are served, page by page; nothing else is ever asked for."""

_INVISIBLE = re.compile("[\\s\u00ad\u200b\u200d]+")
_BASE = re.compile(r"<base[^>]+href\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)

_HELD_OF = 5
LABELS = "WEBDART_LABELS"
Part = Literal["all", "fit", "held"]
"""All pages; those of sites that weights may be fitted on; those of sites that are held out."""

Scalar = str | int | float | None


@dataclass(frozen=True, slots=True)
class TruthColumn:
    """A column that means something to a user, with its values at some records."""

    name: str
    type: str
    label: str | None
    values: Mapping[int, Scalar]
    other: str | None = None


@dataclass(frozen=True)
class Labelled:
    """A page and what is true of it."""

    name: str
    folder: Path
    site: str
    kind: str
    locale: str
    records: int
    columns: Mapping[str, TruthColumn]
    declare: Mapping[str, str | Mapping[str, Any]]
    zone: str = "UTC"

    @property
    def detail(self) -> bool:
        """The page itself is the one record."""
        return self.kind == "detail"

    @property
    def url(self) -> str:
        """The address that the page is given."""
        return f"{ADDRESS}{self.name}.html"

    @cached_property
    def source(self) -> str:
        """The page as saved."""
        return (self.folder / "pages" / f"{self.name}.html").read_text(encoding="utf-8")

    @cached_property
    def base(self) -> str:
        """What relative addresses of the page refer to."""
        found = _BASE.search(self.source)
        return urljoin(self.url, found.group(1)) if found else self.url

    @cached_property
    def fields(self) -> tuple[FieldSpec, ...]:
        """The declared fields."""
        return tuple(_field(name, given) for name, given in self.declare.items() if name in self.columns)

    def readings(self, name: str) -> tuple[TruthColumn, ...]:
        """The columns whose values are right for a column of that name."""
        column = self.columns[name]
        other = self.columns.get(column.other or "")
        return (column,) if other is None else (column, other)


def _field(name: str, given: str | Mapping[str, Any]) -> FieldSpec:
    if isinstance(given, str):
        return FieldSpec(name=name, type=given.strip("[]"), many=given.startswith("["))
    kind = str(given.get("type", "text"))
    match, label = given.get("match"), given.get("label")
    return FieldSpec(name=name, type=kind.strip("[]"), label=label, match=match, many=kind.startswith("["))


def read(folder: Path) -> Iterator[Labelled]:
    """All labelled pages of a folder, by name."""
    for place in sorted((folder / "truth").glob("*.json")):
        given = cast("dict[str, Any]", json.loads(place.read_text(encoding="utf-8")))
        columns = {
            one["name"]: TruthColumn(
                name=one["name"],
                type=one["type"],
                label=one.get("label"),
                values={int(record): value for record, value in one["values"].items()},
                other=one.get("or"),
            )
            for one in given["columns"]
        }
        yield Labelled(
            name=place.stem,
            folder=folder,
            site=given["site"],
            kind=given["kind"],
            locale=given.get("locale", "en"),
            records=given["records"],
            columns=columns,
            declare=given["declare"],
            zone=given.get("zone", "UTC"),
        )


def read_all(folders: Sequence[Path]) -> list[Labelled]:
    """The labelled pages of several folders."""
    return [page for folder in folders for page in read(folder)]


def is_held(site: str) -> bool:
    """Whether the pages of a site are held out of every fit, and looked at once at its end; a fifth of all sites are.

    The name alone decides, so that a mutation of a page is held out with it.
    """
    return int(hashlib.sha256(site.encode()).hexdigest(), 16) % _HELD_OF == 0


def chosen(folders: Sequence[Path], part: Part = "all", only: Sequence[str] = ()) -> list[Labelled]:
    """The labelled pages of some folders, or of those of the environment variable WEBDART_LABELS (parted by colons).

    Raises:
        SystemExit: no folder is given.
    """
    named = [Path(place) for place in os.environ.get(LABELS, "").split(":") if place]
    if not (folders or named):
        raise SystemExit(f"no folder of labelled pages: give one, or set {LABELS}")
    return [
        page
        for page in read_all(folders or named)
        if (part == "all" or is_held(page.site) == (part == "held"))
        and any(fnmatch.fnmatch(page.name, one) for one in only or ["*"])
    ]


def plain(value: object) -> str:
    """A text without blanks, soft hyphens and case."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFC", str(value))).casefold()


def address(value: object, base: str) -> str:
    """An address made absolute, without its fragment."""
    try:
        return unquote(urljoin(base, str(value).strip()).split("#", maxsplit=1)[0]).replace(" ", "").rstrip("/")
    except ValueError:
        return str(value)
