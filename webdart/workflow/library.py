"""Finds the workflow that a person names: a path, or else a workflow of the library that ships with webdart.

The library has the workflows of `workflows/` by their names, and the tutorial files of `examples/` as `examples/NAME`.
"""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from webdart.errors import UsageError
from webdart.workflow.reader import nearest

SUFFIXES = (".yaml", ".yml")


EXAMPLES = "examples/"
"""What the names of the tutorial files begin with."""


def folder() -> Path:
    """The library's folder: inside the installed package, else that of the checkout."""
    return _shipped("workflows")


def _shipped(name: str) -> Path:
    inside = Path(str(files("webdart") / f"_{name}"))
    return inside if inside.is_dir() else Path(__file__).resolve().parents[2] / name


def names(library: Path | None = None) -> tuple[str, ...]:
    """The names of the library, sorted: `shop/top-reviewed`; without a folder of its own, the examples too."""
    if library is not None:
        return _names_in(library)
    return (*_names_in(folder()), *(f"{EXAMPLES}{name}" for name in _names_in(_shipped("examples"))))


def _names_in(base: Path) -> tuple[str, ...]:
    found = (path for suffix in SUFFIXES for path in base.rglob(f"*{suffix}"))
    return tuple(sorted(path.relative_to(base).with_suffix("").as_posix() for path in found))


def holds(path: Path) -> bool:
    """A file of the library itself, links followed."""
    return any(path.resolve().is_relative_to(_shipped(name).resolve()) for name in ("workflows", "examples"))


def find(named: str, library: Path | None = None) -> Path:
    """The file of a workflow: an existing path, else a library name (with or without its folder).

    Raises:
        UsageError: there is neither, or several of that name.
    """
    path = Path(named)
    return path if path.is_file() else of_library(named, library)


def of_library(named: str, library: Path | None = None) -> Path:
    """The file of a library name (with or without its folder).

    Raises:
        UsageError: no workflow, or several, have that name.
    """
    wanted = named.removesuffix(".yaml").removesuffix(".yml")
    known = names(library)
    fitting = [name for name in known if name == wanted] or [name for name in known if name.split("/")[-1] == wanted]
    if len(fitting) == 1:
        return _file_of(library, fitting[0])
    if fitting:
        raise UsageError(f"{named!r} is several workflows", hint=f"name one: {', '.join(fitting)}")
    raise UsageError(f"no workflow {named!r}: no such file, and no such name in the library", hint=_hint(named, known))


def _file_of(library: Path | None, name: str) -> Path:
    base = library or (_shipped("examples") if name.startswith(EXAMPLES) else folder())
    inside = name if library is not None else name.removeprefix(EXAMPLES)
    return next(path for suffix in SUFFIXES if (path := base / f"{inside}{suffix}").is_file())


def _hint(named: str, known: Iterable[str]) -> str:
    return nearest(named, known, "the library has")
