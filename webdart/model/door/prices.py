"""Looks up the price of a token: a person's own table first, then a data file; an unknown price is reported so."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.errors import UsageError

_MILLION = 1_000_000
_DATED = re.compile(r"-\d{4}-\d{2}-\d{2}$|-\d{8}$")


class Price(Struct, frozen=True, kw_only=True):
    """Money for a million tokens, in the currency of the table."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """The cost of so many tokens."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / _MILLION


def price_of(model: str, url: str, own: Path | None = None) -> Price | None:
    """The price of a model at an address; None where nobody knows it.

    Raises:
        UsageError: the person's own table can't be read.
    """
    host = urlsplit(url).hostname or ""
    tables: list[Mapping[str, Mapping[str, Price]]] = [] if own is None else [_read(own.name, _text(own))]
    for table in [*tables, _bundled()]:
        for place in (host, "*"):
            for name in (model, _DATED.sub("", model)):
                if (price := table.get(place, {}).get(name)) is not None:
                    return price
    return Price(tokens_in=0, tokens_out=0) if _is_here(host) else None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bundled() -> Mapping[str, Mapping[str, Price]]:
    return _read("prices.toml", (files("webdart.model.door") / "prices.toml").read_text("utf-8"))


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the price table {file} can't be read: {error}", hint=_FORM) from error


def _read(name: str, text: str) -> Mapping[str, Mapping[str, Price]]:
    try:
        hosts = tomllib.loads(text).get("hosts", {})
        return {host: dict(_prices(table)) for host, table in cast("Mapping[str, object]", hosts).items()}
    except (tomllib.TOMLDecodeError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise UsageError(f"{name} is no price table: {error}", hint=_FORM) from error


def _prices(table: object) -> Iterator[tuple[str, Price]]:
    for model, price in cast("Mapping[str, Mapping[str, float]]", table).items():
        paid = (float(price["in"]), float(price["out"]))
        if min(paid) < 0:
            raise ValueError(f"{model} has a negative price")
        yield model, Price(tokens_in=paid[0], tokens_out=paid[1])


_FORM = 'such as: [hosts."api.example"] and below it "model-name" = { in = 0.15, out = 0.60 }, for a million tokens'
