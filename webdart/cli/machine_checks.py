"""Checks that this machine has what webdart needs, by trying each thing instead of looking up versions."""

import asyncio
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from msgspec import Struct

from webdart.browser.chromium.executable import DRIVER_VARIABLE, find_browser
from webdart.errors import BrowserMissing, UsageError, WebdartError
from webdart.execute.sandbox import Layer, Level, SandboxCompute
from webdart.model.door.endpoint import endpoint_of
from webdart.model.door.openai_api import OpenAIModel
from webdart.settings import Settings, describe
from webdart.values import replace

State = Literal["ok", "warning", "missing", "refused"]
"""`missing`: no run works without it; `refused`: what needs it ends with exit code 4."""


class Trial(Struct, frozen=True):
    """One thing that was tried: how it went, what was seen, and the command that mends it."""

    name: str
    state: State
    seen: str
    remedy: str = ""


def trials(settings: Settings, environment: Mapping[str, str], only: str | None = None) -> Iterator[Trial]:
    """Everything that a run may need, tried one after another; `only` is the name of a single thing.

    Raises:
        UsageError: there is no such thing.
    """
    kinds: Mapping[str, Callable[[], Iterator[Trial]]] = {
        "python": _python,
        "libraries": _libraries,
        "browser": lambda: _browser(settings),
        "sandbox": lambda: _sandbox(settings),
        "folder": lambda: _folder(settings.project),
        "variables": lambda: _variables(environment),
        "keyring": _keyring,
        "model": lambda: _model(settings),
    }
    if only is not None and only not in kinds:
        raise UsageError(f"nothing called {only!r} is tried", hint=f"there are {', '.join(kinds)}")
    for name, kind in kinds.items():
        if only in {None, name}:
            yield from kind()


def _python() -> Iterator[Trial]:
    where = f"{platform.system()} {platform.release()}"
    yield Trial("python", "ok", f"{platform.python_implementation()} {platform.python_version()}, {where}")


def _libraries() -> Iterator[Trial]:
    """Whether the libraries that webdart declares are installed; their versions are pip's business."""
    try:
        needed = [line.split(";")[0].strip() for line in requires("webdart") or () if "extra ==" not in line]
    except PackageNotFoundError:
        yield Trial("libraries", "warning", "webdart is not installed, only found", "pip install -e .")
        return
    names = [line.split(">")[0].split("=")[0].split("<")[0].strip() for line in needed]
    lacking = [name for name in names if not _installed(name)]
    if lacking:
        yield Trial("libraries", "missing", f"not installed: {', '.join(lacking)}", f"pip install {' '.join(lacking)}")
    else:
        heavy = ("playwright", "duckdb", "pyarrow")
        yield Trial("libraries", "ok", ", ".join(f"{name} {version(name)}" for name in heavy))


def _installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _browser(settings: Settings) -> Iterator[Trial]:
    """Whether a browser is found and shows a page: it is started, without Playwright, and asked for a page's text."""
    own, trouble = _playwrights_own()
    if trouble:
        named = os.environ.get(DRIVER_VARIABLE)
        mend = f"correct or unset {DRIVER_VARIABLE}" if named else "pip install --force-reinstall playwright"
        yield Trial("driver", "missing", f"Playwright's driver does not start: {trouble}", mend)
    try:
        path = find_browser(None if settings.browser is None else str(settings.browser), own)
    except BrowserMissing as error:
        yield Trial("browser", "missing", error.problem, error.hint)
        return
    flags = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    flags += ["--no-sandbox"] if os.geteuid() == 0 else []
    page = "data:text/html,<title>webdart</title>"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        done = _tried([path, *flags, f"--user-data-dir={profile}", "--dump-dom", page])
    if done is not None and "<title>webdart</title>" in done.stdout:
        alone = ", without its own sandbox because you are root" if os.geteuid() == 0 else ""
        yield Trial("browser", "ok", f"{path}, {_version_of(path)}{alone}")
    else:
        last = (done.stderr.strip().splitlines() or ["no word"])[-1] if done else "it did not end"
        yield Trial("browser", "missing", f"{path} does not start: {last}", "playwright install --with-deps chromium")


def _playwrights_own() -> tuple[str, str]:
    """Where Playwright would have its own build, or why it can't say.

    Asked in a process of its own, for it starts a driver.
    """
    code = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
    done = _tried([sys.executable, "-c", code])
    if done is not None and done.returncode == 0:
        return done.stdout.strip(), ""
    last = (done.stderr.strip().splitlines() or ["no word"])[-1] if done is not None else "it does not answer"
    return "", last.removeprefix("Exception: ").removeprefix("playwright._impl._errors.Error: ")


def _version_of(path: str) -> str:
    done = _tried([path, "--version"])
    return " ".join(done.stdout.split()) if done is not None else "version unknown"


def _tried(command: list[str]) -> "subprocess.CompletedProcess[str] | None":
    """A finished process; None where it can't be started or does not end."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None


_PATIENCE = 30.0
"""Seconds for a program to show that it works, on a machine that is busy with something else."""


def _sandbox(settings: Settings) -> Iterator[Trial]:
    """Whether a statement comes back from the process in which SQL runs, and which of its walls hold here."""

    async def ask() -> tuple[int, tuple[Layer, ...]]:
        compute = SandboxCompute()
        try:
            return (await compute.query("SELECT 1 AS one", {}, {})).num_rows, await compute.layers()
        finally:
            await compute.close()

    try:
        rows, layers = asyncio.run(ask())
    except WebdartError as error:
        yield Trial("sandbox", "missing", error.problem, error.hint)
        return
    state: State = "ok" if rows == 1 and settings.sandbox != "weak" else "warning"
    remedy = "" if state == "ok" else "leave out --sandbox=weak where you can"
    yield Trial("sandbox", state, f"SQL runs in a process of its own; level {settings.sandbox}", remedy)
    yield from (_layer(layer, settings.sandbox) for layer in layers)
    if settings.python_engine == "monty":
        yield _monty()


def _monty() -> Trial:
    """Whether the other engine for Python is there and answers."""

    async def ask() -> object:
        compute = SandboxCompute(engine="monty")
        try:
            return (await compute.python("answer = 1 + 1", {}, {})).answer
        finally:
            await compute.close()

    name = "sandbox: monty"
    try:
        answer = asyncio.run(ask())
    except WebdartError as error:
        return Trial(name, "refused", f"{error.problem}: Python stages are refused", "pip install 'webdart[monty]'")
    state: State = "ok" if answer == 2 else "refused"
    return Trial(name, state, f"pydantic-monty {version('pydantic-monty')} runs Python, in place of those walls")


def _layer(layer: Layer, level: Level) -> Trial:
    """One wall: `refused` where scripts and a model's SQL are refused for want of it, as they are at that level."""
    name = f"sandbox: {layer.name}"
    if layer.active:
        return Trial(name, "ok", "always on, holds" if layer.always else "added, holds")
    if layer.backs and level != "strict":
        return Trial(name, "warning", f"not here ({layer.note}); {layer.backs} do the same", _GROUPED)
    if level == "weak":
        return Trial(name, "warning", f"does not hold ({layer.note}); passed over, as you said", _RUN_ELSEWHERE)
    if layer.always or level == "strict":
        what = "SQL and scripts" if level == "strict" else "scripts and SQL by a model"
        seen = f"does not hold ({layer.note}): {what} are refused, with exit code 4"
        return Trial(name, "refused", seen, _GROUPED if layer.backs else _RUN_ELSEWHERE)
    return Trial(name, "warning", f"does not hold ({layer.note}); the layers that are always on do", _RUN_ELSEWHERE)


_GROUPED = "where systemd runs your session, `systemd-run --user --scope webdart …` has one"
_RUN_ELSEWHERE = (
    "run it on a Linux kernel of 6.7 or later, in a container that allows the layer; "
    "or `pip install 'webdart[monty]'` and --python-engine monty, which needs none"
)


def _folder(folder: Path) -> Iterator[Trial]:
    """Whether a file can be made in the project's folder, found out by making one."""
    existing = next(place for place in (folder, *folder.parents) if place.is_dir())
    try:
        with tempfile.TemporaryFile(dir=existing):
            yield Trial("folder", "ok", f"runs are kept in {folder / '.webdart'}")
    except OSError as error:
        yield Trial("folder", "missing", f"{existing} can't be written: {error.strerror}", "webdart … --project FOLDER")


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


def _keyring() -> Iterator[Trial]:
    if find_spec("keyring") is None:
        seen = "not installed: secrets come from variables or --secrets"
        yield Trial("keyring", "warning", seen, "pip install 'webdart[keyring]'")
    else:
        yield Trial("keyring", "ok", f"keyring {version('keyring')}")


def _model(settings: Settings) -> Iterator[Trial]:
    """Whether the endpoint of the model is there and takes the key; nothing is asked that costs tokens."""
    try:
        endpoint = endpoint_of(replace(settings, model_timeout=min(settings.model_timeout, _PATIENCE)))
    except WebdartError as error:
        yield Trial("model", "warning", error.problem, error.hint)
        return
    if endpoint is None:
        yield Trial("model", "ok", "none is set; nothing needs one but `task:`, `ask:`, `do` and `plan`")
        return

    async def ask() -> tuple[str, ...]:
        model = OpenAIModel(endpoint)
        try:
            return await model.names()
        finally:
            await model.close()

    try:
        names = asyncio.run(ask())
    except WebdartError as error:
        yield Trial("model", "warning", error.problem, error.hint)
        return
    if names and endpoint.model not in names:
        yield Trial("model", "warning", f"{endpoint.host} has no {endpoint.model}", f"it has {', '.join(names[:8])}")
    else:
        yield Trial("model", "ok", f"{endpoint.model} at {endpoint.host}")
