"""Where is the workflow that a person names: a path, else a name of the library that ships with webdart?"""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from webdart.errors import UsageError
from webdart.workflow.reader import nearest

SUFFIXES = (".yaml", ".yml")


def folder() -> Path:
    """The library's folder: inside the installed package, else that of the checkout."""
    shipped = Path(str(files("webdart") / "_workflows"))
    return shipped if shipped.is_dir() else Path(__file__).resolve().parents[2] / "workflows"


def names(library: Path | None = None) -> tuple[str, ...]:
    """The names of the library, sorted: `shop/top-reviewed`."""
    base = library or folder()
    found = (path for suffix in SUFFIXES for path in base.rglob(f"*{suffix}"))
    return tuple(sorted(path.relative_to(base).with_suffix("").as_posix() for path in found))


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
        UsageError: there is none, or several of that name.
    """
    base = library or folder()
    wanted = named.removesuffix(".yaml").removesuffix(".yml")
    known = names(base)
    fitting = [name for name in known if name == wanted] or [name for name in known if name.split("/")[-1] == wanted]
    if len(fitting) == 1:
        return _file_of(base, fitting[0])
    if fitting:
        raise UsageError(f"{named!r} is several workflows", hint=f"name one: {', '.join(fitting)}")
    raise UsageError(f"no workflow {named!r}: no such file, and no such name in the library", hint=_hint(named, known))


def _file_of(base: Path, name: str) -> Path:
    return next(path for suffix in SUFFIXES if (path := base / f"{name}{suffix}").is_file())


def _hint(named: str, known: Iterable[str]) -> str:
    return nearest(named, known, "the library has")
