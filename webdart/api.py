"""Runs and resumes workflows from Python: `webdart.run(…)` and its asynchronous twin."""

import asyncio
import os
from collections.abc import Collection, Coroutine, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from webdart import engine
from webdart.answer import progress_bar
from webdart.answer.result import Run
from webdart.doubt_kinds import DoubtKind
from webdart.model.door.port import ChatModel
from webdart.settings import build

__all__ = ["Run", "resume", "run", "run_async"]

T = TypeVar("T")


def run(  # noqa: PLR0913 - the options of the command line, by keyword
    file: str | Path,
    *,
    environment: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    project: Path | None = None,
    yes: bool = False,
    dry_run: bool = False,
    limit_pages: int | None = None,
    offline: str | None = None,
    accept: Collection[DoubtKind] = (),
    model: ChatModel | None = None,
    params: Mapping[str, object] | None = None,
    **more: object,
) -> Run:
    """Run a workflow (a path, else a library name) and wait for it; its parameters are keywords.

    Where an event loop runs already, as in a notebook, the run has a thread of its own.

    What goes wrong in the run is in `Run.result` (`error`, `exit`); what is wrong before it begins is raised.

    Args:
        file: the workflow.
        environment: variables, over those of this process.
        secrets: `secret.NAME` by name, before every other source.
        project: where runs are kept; default: the nearest project upwards from the current folder.
        yes: consent to the writes that the file declares.
        dry_run: show the first write of each row, and refuse it.
        limit_pages: read at most so many pages of a listing.
        offline: the id of a run (or `latest`, of that file) from whose kept pages this one reads, the site untouched.
        accept: doubts that the answer may rest on, such as `unreadable` or `unknown`.
        model: the language model of `ask`.
        params: the workflow's parameters, also those that are called as an argument of this function.
        more: every other keyword is a parameter of the workflow.

    Raises:
        TypeError: a parameter stands in `params` and is a keyword too.
        UsageError: no such file; a parameter, variable or secret is missing or wrong.
        WorkflowErrors: every mistake of the file.
    """
    how = _Options(yes=yes, dry_run=dry_run, limit_pages=limit_pages, offline=offline, accept=accept, model=model)
    return _waited_for(_run(_Called(str(file), environment, secrets, project, _joined(params or {}, more)), how))


async def run_async(  # noqa: PLR0913 - as `run`
    file: str | Path,
    *,
    environment: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    project: Path | None = None,
    yes: bool = False,
    dry_run: bool = False,
    limit_pages: int | None = None,
    offline: str | None = None,
    accept: Collection[DoubtKind] = (),
    model: ChatModel | None = None,
    params: Mapping[str, object] | None = None,
    **more: object,
) -> Run:
    """As `run`, inside a running event loop."""
    how = _Options(yes=yes, dry_run=dry_run, limit_pages=limit_pages, offline=offline, accept=accept, model=model)
    return await _run(_Called(str(file), environment, secrets, project, _joined(params or {}, more)), how)


def _joined(params: Mapping[str, object], more: Mapping[str, object]) -> Mapping[str, object]:
    if twice := sorted({*params} & {*more}):
        raise TypeError(f"given twice, as a keyword and in `params`: {', '.join(twice)}")
    return {**params, **more}


def resume(
    run: str | None = None,
    *,
    secrets: Mapping[str, str] | None = None,
    model: ChatModel | None = None,
    project: Path | None = None,
    yes: bool = False,
) -> Run:
    """Go on with a run that was stopped (None: the latest), and wait for it; what no run keeps is given again.

    Raises:
        UsageError: there is no such run, it has its answer, or its file has changed (with the diff).
        StoreError: what it kept is damaged beyond repair, or another process is writing it.
    """
    settings = build({"project": None if project is None else str(project)}, environment=os.environ)
    anew = engine.Anew(yes=yes or bool(settings.yes), secrets=secrets or {}, model=model)
    return _waited_for(
        engine.resume(run, settings=settings, environment=os.environ, anew=anew, listeners=progress_bar.listeners())
    )


@dataclass(frozen=True, slots=True)
class _Called:
    file: str
    environment: Mapping[str, str] | None
    secrets: Mapping[str, str] | None
    project: Path | None
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    yes: bool
    dry_run: bool
    limit_pages: int | None
    offline: str | None
    accept: Collection[DoubtKind]
    model: ChatModel | None


async def _run(called: _Called, how: _Options) -> Run:
    variables = {**os.environ, **(called.environment or {})}
    settings = build({"project": None if called.project is None else str(called.project)}, environment=variables)
    request = engine.RunRequest(
        file=called.file,
        params={name: str(value) for name, value in called.params.items()},
        settings=settings,
        environment=variables,
        secrets=called.secrets or {},
        yes=how.yes or settings.yes,
        dry_run=how.dry_run,
        limit_pages=how.limit_pages,
        offline=how.offline,
        accept=frozenset(how.accept),
        model=how.model,
    )
    return await engine.run(request, listeners=progress_bar.listeners())


def _waited_for(work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, run here, or in a thread of its own if this thread's loop is running.

    An interrupt cancels the work, so that it closes what it opened, and is raised once it has.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return _in_a_thread(work)


def _in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    begun: Future[asyncio.Task[T]] = Future()

    async def noted() -> T:
        task = asyncio.ensure_future(work)
        begun.set_result(task)
        return await task

    with ThreadPoolExecutor(1, "webdart") as thread:
        done = thread.submit(asyncio.run, noted())
        try:
            return done.result()
        except KeyboardInterrupt:
            task = begun.result()
            task.get_loop().call_soon_threadsafe(task.cancel)
            raise
