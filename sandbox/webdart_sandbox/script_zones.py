"""Provides time zones to a script when no file can be opened any more."""

import io
import zoneinfo
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path

UTC = zoneinfo.ZoneInfo("UTC")
"""Held for as long as the process lives: Arrow asks for it by name to read a TIMESTAMPTZ, and finds what is alive."""


def zone_maker() -> Callable[[str], zoneinfo.ZoneInfo]:
    """A function that takes the place of the class `ZoneInfo`; it has read every zone beforehand."""
    zones = _read_zones()
    made: dict[str, zoneinfo.ZoneInfo] = {}

    def zone(key: str) -> zoneinfo.ZoneInfo:
        if key not in zones:
            raise zoneinfo.ZoneInfoNotFoundError(f"no time zone {key!r}")
        if key not in made:
            made[key] = zoneinfo.ZoneInfo.from_file(io.BytesIO(zones[key]), key=key)
        return made[key]

    return zone


def _read_zones() -> Mapping[str, bytes]:
    """Every time zone as its file's bytes: 600 small files, read once, parsed when a script asks."""
    found: dict[str, bytes] = {}
    for name in sorted(zoneinfo.available_timezones()):
        for folder in zoneinfo.TZPATH:
            path = Path(folder, name)
            if path.is_file():
                found[name] = path.read_bytes()
                break
        else:
            package, _, leaf = name.rpartition("/")
            found[name] = _from_package(package, leaf)
    return found


def _from_package(package: str, leaf: str) -> bytes:
    parts = ".".join(part for part in ("tzdata", "zoneinfo", *package.split("/")) if part)
    return (resources.files(parts) / leaf).read_bytes()
