"""Builds the settings of a run from flags, environment variables and settings files.

Flags go before `WEBDART_*` variables, those before the project's `webdart.toml`, that before the user's, that before
the defaults below. Settings are built once, frozen, and handed down. What could run a program, weaken a wall, send
data elsewhere or stand for a person's consent (`own`) never comes from a project's file, because such a file is shared.
"""

import difflib
import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

from webdart.errors import UsageError
from webdart.secret import Secret

SandboxLevel = Literal["normal", "strict", "weak"]
PythonEngine = Literal["restricted", "monty"]
Value = str | int | float | bool | Path | Secret | None

T = TypeVar("T")


def _setting(default: T, says: str, *, kind: str = "text", own: bool = False) -> T:
    """A field of `Settings`: `says` is its one-line documentation, `own` keeps it out of project files."""
    return field(default=default, metadata={"says": says, "kind": kind, "own": own})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How webdart runs. Durations in seconds, sizes in MiB; None is "decide by yourself"."""

    project: Path = _setting(Path(), "the project's folder: runs are kept in its .webdart", kind="path", own=True)
    browser: Path | None = _setting(None, "executable of the browser (default: found)", kind="path", own=True)
    headed: bool = _setting(default=False, says="show the browser's window", kind="flag")
    slow: float = _setting(0.0, "pause before every action, for watching", kind="duration")
    timeout: float = _setting(30.0, "longest time for one page or one browser call", kind="time")
    concurrency: int | None = _setting(None, "most tabs at once, within each site's pace", kind="count")
    downloads: int = _setting(256, "most MiB of files sent by sites that a run keeps; 0: none", kind="number")
    memories: bool = _setting(default=True, says="keep what was learned of a site for later runs", kind="flag")
    proxy: str | None = _setting(None, "upstream proxy that the browser's traffic goes through", kind="url", own=True)
    ca_file: Path | None = _setting(None, "further certificate authorities (PEM)", kind="path", own=True)
    secrets: Path | None = _setting(None, "file of NAME=value lines for {{ secret.NAME }}", kind="path", own=True)
    yes: bool = _setting(default=False, says="consent to the writes that a file declares", kind="flag", own=True)
    sandbox: SandboxLevel = _setting("normal", "which walls may be missing around scripts", kind="sandbox", own=True)
    python_engine: PythonEngine = _setting("restricted", "what runs Python stages", kind="engine", own=True)
    sandbox_seconds: float = _setting(30.0, "longest time for one SQL or Python job", kind="time")
    sandbox_memory: int = _setting(1024, "most memory for one job, in MiB", kind="count")
    sandbox_output: int = _setting(64, "largest result of one job, in MiB", kind="count")
    sandbox_rows: int = _setting(1_000_000, "most rows in the result of one job", kind="count")
    model: str | None = _setting(None, "language model for what a file leaves unsaid, by its endpoint's name")
    model_url: str | None = _setting(None, "address of an OpenAI-compatible endpoint", kind="url", own=True)
    model_key: Secret | None = _setting(None, "key of that endpoint (or OPENAI_API_KEY)", kind="secret", own=True)
    small_model: str | None = _setting(None, "cheaper model that votes on doubts before it, and leaves it the rest")
    small_model_url: str | None = _setting(None, "its endpoint, if it is another one", kind="url", own=True)
    model_timeout: float = _setting(120.0, "longest time for one reply of the model", kind="time")
    model_context: int | None = _setting(None, "tokens that the model takes in all, if the server cuts", kind="count")
    model_thinking: int = _setting(0, "tokens that a reasoning model may think before a reply", kind="number")
    model_sees: bool = _setting(default=False, says="the model takes screenshots", kind="flag")
    prices: Path | None = _setting(
        None, "price table of your own (TOML), before the bundled one", kind="path", own=True
    )
    record_model: Path | None = _setting(None, "write what is said to the model to this file", kind="path", own=True)
    replay_model: Path | None = _setting(None, "take the model's replies from such a file", kind="path", own=True)
    experience: bool = _setting(default=True, says="keep plans that worked, as examples for the model", kind="flag")

    def recorded(self) -> Mapping[str, str]:
        """What of the settings is written into a run: texts by name, without what an address says about a person."""
        shown = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "project"}
        return {
            name: _without_user(value) if _kind(name) == "url" else str(value)
            for name, value in shown.items()
            if value is not None and not isinstance(value, Secret)
        }


@dataclass(frozen=True, slots=True)
class Described:
    """One setting, for `--help`, the doctor and the guide: its name in files, its variable and what it says.

    `default` is in words of a settings file, or ""; `unit` says how a value is written.
    """

    name: str
    variable: str
    says: str
    default: str
    unit: str
    own: bool


def describe() -> tuple[Described, ...]:
    """Every setting, in the order of `Settings`."""
    return tuple(
        Described(
            item.name,
            _variable(item.name),
            item.metadata["says"],
            _default(item.metadata["kind"], cast("Value", item.default)),
            _UNITS[item.metadata["kind"]],
            item.metadata["own"],
        )
        for item in fields(Settings)
    )


_UNITS: Mapping[str, str] = {
    "text": "text",
    "path": "path",
    "flag": "true, false",
    "duration": "300ms, 2s, 1m",
    "time": "300ms, 2s, 1m",
    "count": "number from 1",
    "url": "address",
    "sandbox": "normal, strict, weak",
    "engine": "restricted, monty",
    "secret": "text",
    "number": "number from 0",
}


def _default(kind: str, value: Value) -> str:
    if value is None or isinstance(value, Path):
        return ""
    if kind in ("duration", "time"):
        return f"{value:g}s"
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- where they come from -------------------------------------------------------------------------------------

PROJECT_FILE = "webdart.toml"


def find_project(start: Path) -> Path:
    """The nearest folder upwards from `start` with `webdart.toml` or `.webdart/`, else `start` itself (absolute).

    A folder above it that everyone may write into, such as `/tmp`, is not a project: what is put there by one would
    hold for all that others have below.
    """
    start = start.absolute()
    above = (start, *(place for place in start.parents if not _is_everyones(place)))
    return next((place for place in above if (place / PROJECT_FILE).is_file() or (place / ".webdart").is_dir()), start)


def _is_everyones(place: Path) -> bool:
    try:
        mode = place.stat().st_mode
    except OSError:  # who may not look at it finds no project there either
        return False
    return os.name == "posix" and bool(mode & stat.S_IWOTH)


def user_file() -> Path:
    """The user's own `webdart.toml`, where the operating system keeps such files."""
    import platformdirs  # noqa: PLC0415 - `webdart --help` needs no settings

    return platformdirs.user_config_path("webdart") / PROJECT_FILE


def build(
    flags: Mapping[str, Value] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    user: Path | None = None,
) -> Settings:
    """The settings that hold, each from the first place that has it.

    Args:
        flags: what the command line or the caller says, by field name; None means "not given".
        environment: variables; default those of this process. An empty variable counts as not set.
        user: the user's file; default `user_file()`. It need not exist.

    Raises:
        UsageError: every mistake in one go: unknown names with the nearest known one, values that can't be read,
            and settings in a project's file that only a person may set.
    """
    environment = os.environ if environment is None else environment
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    own_file = user_file() if user is None else user
    variables = {item.name: environment.get(_variable(item.name), "") for item in fields(Settings)}
    variables["model_url"] = variables["model_url"] or environment.get("OPENAI_BASE_URL", "")
    variables["model_key"] = variables["model_key"] or environment.get("OPENAI_API_KEY", "")
    named = str(given.get("project") or variables["project"] or "")
    project = Path(named).expanduser().absolute() if named else find_project(Path.cwd())
    problems: list[str] = []
    values: dict[str, Value] = {}
    values |= _from_file(own_file, problems, shared=False)
    if project / PROJECT_FILE != own_file:
        values |= _from_file(project / PROJECT_FILE, problems, shared=True)
    values |= _read({name: text for name, text in variables.items() if text}, "WEBDART_", problems, Path.cwd())
    values |= _read(given, "--", problems, Path.cwd())
    if problems:
        raise UsageError("\n".join(problems))
    # every value was read as the kind of its field, which the type checker can't follow through a mapping
    return Settings(**cast("dict[str, Any]", values | {"project": project}))


def _from_file(path: Path, problems: list[str], *, shared: bool) -> dict[str, Value]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{path}: can't be read: {error}")
        return {}
    known = {item.name: item for item in fields(Settings)}
    for name in list(found):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            problems.append(f"{path}: unknown setting {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            del found[name]
        elif shared and known[name].metadata["own"]:
            problems.append(
                f"{path}: {name!r} may not stand in a project's file, which others may have written; "
                f"set --{name.replace('_', '-')}, {_variable(name)}, or put it into {user_file()}"
            )
            del found[name]
    return _read(found, f"{path}: ", problems, path.parent)


def _read(found: Mapping[str, object], where: str, problems: list[str], base: Path) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in found.items():
        try:
            values[name] = _READERS[_kind(name)](value, base)
        except ValueError as error:
            shown = {"WEBDART_": _variable(name), "--": f"--{name.replace('_', '-')}"}.get(where, f"{where}{name}")
            told = "the value" if _kind(name) == "secret" else repr(value)
            problems.append(f"{shown}: {told} {error}")
    return values


def _field(name: str) -> "Field[object]":
    return next(item for item in fields(Settings) if item.name == name)


def _kind(name: str) -> str:
    return cast("str", _field(name).metadata["kind"])


def _variable(name: str) -> str:
    return f"WEBDART_{name.upper()}"


def _without_user(address: object) -> str:
    parts = urlsplit(str(address))
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


# -- how each kind is read ------------------------------------------------------------------------------------


def seconds(text: str) -> float:
    """`300ms`, `2s`, `1m`, or a number of seconds.

    Raises:
        ValueError: it is not one of these, or negative.
    """
    units = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
    words = text.strip()
    unit = next((unit for unit in units if words.endswith(unit)), "")
    try:
        value = float(words.removesuffix(unit)) * units.get(unit, 1.0)
    except ValueError as error:
        raise ValueError("is no duration: write 300ms, 2s or 1m") from error
    if not 0 <= value < float("inf"):
        raise ValueError("is no duration: it must not be negative")
    return value


def _duration(value: object, _: Path) -> Value:
    return seconds(str(value))


def _time(value: object, _: Path) -> Value:
    if not (found := seconds(str(value))):
        raise ValueError("is no time in which anything could be done: it must be more than zero")
    return found


def _count(value: object, _: Path) -> Value:
    text = str(value).strip()
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ValueError("is no whole number from 1")
    return int(text)


def _flag(value: object, _: Path) -> Value:
    words = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
    try:
        return words[str(value).strip().lower()]
    except KeyError as error:
        raise ValueError("is neither true nor false") from error


def _path(value: object, base: Path) -> Value:
    if not isinstance(value, str | Path) or not str(value):
        raise ValueError("is no path")
    return (base / Path(value).expanduser()).absolute()


def _url(value: object, _: Path) -> Value:
    parts = urlsplit(value if isinstance(value, str) else "")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("is no address: write http://host:port")
    return str(value)


def _sandbox(value: object, _: Path) -> Value:
    levels: Sequence[str] = get_args(SandboxLevel)
    if value not in levels:
        raise ValueError(f"is no level of the sandbox: {', '.join(levels)}")
    return str(value)


def _engine(value: object, _: Path) -> Value:
    engines: Sequence[str] = get_args(PythonEngine)
    if value not in engines:
        raise ValueError(f"runs no Python here: {', '.join(engines)}")
    return str(value)


def _secret(value: object, _: Path) -> Value:
    if not isinstance(value, str) or not value.strip() or not value.isascii():
        raise ValueError("is no key")
    return Secret("model_key", value.strip())


def _number(value: object, _: Path) -> Value:
    if isinstance(value, bool) or not isinstance(value, int | str) or not re.fullmatch(r"\d{1,9}", str(value)):
        raise ValueError("is no whole number from 0")
    return int(value)


def _text(value: object, _: Path) -> Value:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("is no text")
    return value


_READERS: Mapping[str, Callable[[object, Path], Value]] = {
    "text": _text,
    "path": _path,
    "flag": _flag,
    "duration": _duration,
    "time": _time,
    "count": _count,
    "url": _url,
    "sandbox": _sandbox,
    "engine": _engine,
    "secret": _secret,
    "number": _number,
}
