"""What does webdart need of this machine, and is it there? Each thing is tried, not looked up in a version table."""

import platform
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from webdart.settings import Settings, describe

State = Literal["ok", "warning", "missing"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One thing that was tried: how it went, what was seen, and the command that mends it."""

    name: str
    state: State
    seen: str
    remedy: str = ""


def trials(settings: Settings, environment: Mapping[str, str]) -> Iterator[Trial]:
    """Everything that a run may need, tried one after another."""
    yield _python()
    yield _packages()
    yield _folder("project folder", settings.project, "--project FOLDER")
    yield from _variables(environment)
    yield _keyring()


def _python() -> Trial:
    where = f"{platform.system()} {platform.release()}"
    return Trial("Python", "ok", f"{platform.python_implementation()} {platform.python_version()}, {where}")


def _packages() -> Trial:
    """Whether the libraries that webdart declares are installed; their versions are pip's business."""
    try:
        needed = [line.split(";")[0].strip() for line in requires("webdart") or () if "extra ==" not in line]
    except PackageNotFoundError:
        return Trial("libraries", "warning", "webdart is not installed, only found", "pip install -e .")
    names = [line.split(">")[0].split("=")[0].split("<")[0].strip() for line in needed]
    lacking = [name for name in names if not _installed(name)]
    if lacking:
        return Trial("libraries", "missing", f"not installed: {', '.join(lacking)}", f"pip install {' '.join(lacking)}")
    return Trial(
        "libraries", "ok", ", ".join(f"{name} {version(name)}" for name in ("playwright", "duckdb", "pyarrow"))
    )


def _installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _folder(name: str, folder: Path, remedy: str) -> Trial:
    """Whether a file can be made there, found out by making one."""
    existing = next(place for place in (folder, *folder.parents) if place.is_dir())
    try:
        with tempfile.TemporaryFile(dir=existing):
            return Trial(name, "ok", str(folder))
    except OSError as error:
        return Trial(name, "missing", f"{existing} can't be written: {error.strerror}", remedy)


def _variables(environment: Mapping[str, str]) -> Iterator[Trial]:
    """Variables that look like settings and are none: a typing slip would otherwise be silent."""
    known = {item.variable for item in describe()} | {"WEBDART_CRASH_AT"}
    strange = sorted(
        name
        for name in environment
        if name.startswith("WEBDART_") and name not in known and not name.startswith("WEBDART_SECRET_")
    )
    if strange:
        yield Trial("variables", "warning", f"not a setting: {', '.join(strange)}", f"unset {' '.join(strange)}")


def _keyring() -> Trial:
    if find_spec("keyring") is None:
        return Trial("keyring", "warning", "not installed; secrets come from variables or --secrets", _KEYRING)
    return Trial("keyring", "ok", f"keyring {version('keyring')}")


_KEYRING = "pip install 'webdart[keyring]'"
