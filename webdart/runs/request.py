"""Turns a request into a workflow, its plan, and the record that a run keeps of both."""

import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec
from msgspec import Struct

from webdart.browser.network.shared_text import SharedTexts
from webdart.browser.network.turns import Turns
from webdart.browser.port import SideBrowsers
from webdart.doubt_kinds import DOUBTS, DoubtKind
from webdart.model.door.account import RoleUse
from webdart.model.door.port import ChatModel
from webdart.plan import Inputs, Plan, build
from webdart.runs.folder import RunRecord, hash_of
from webdart.runs.lock_place import path_of
from webdart.secret import Secret, secret_lookup
from webdart.settings import Settings
from webdart.values import field_names, replace
from webdart.workflow import Workflow, load
from webdart.workflow.library import find

_DIGITS = 16  # of a digest in a lock
_PACKAGES = ("webdart", "playwright", "duckdb", "pyarrow", "restrictedpython", "sqlglot")


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """A workflow and how to run it.

    `environment` is where variables are looked up; `secrets` go before every other source of secrets; `yes` is a
    person's consent to the writes that the file declares; `offline` is the id of the run from whose kept pages this
    one reads. `model` goes before that of the settings; `spent` is what planning the chore has cost.
    `trace` keeps Playwright's recording; at stage `pause_at` (from 1) the run waits until `paused`, told
    where it is, returns. `attended`, told what a page wants of a person, returns when they have done it in the window;
    None: no one is there. `begun` gets the run's id as soon as it has one, `answered` the outcome before its report
    is written. `accept` names the doubts that the answer may rest on. `turns` are those that runs of several
    processes share, as `texts` (what robots.txt says) and `sessions`: those of the sites where one of them has logged
    in, for whoever knows the secrets that it takes. `side` load pages beside the run's own browser.
    `use_lock`: replay the lock beside the file, if there is one; `learned`: the text of one that is replayed in its
    place; `frozen`: fail where it does not fit; `write_lock`: where one is written, if the answer is sure.
    """

    file: str
    params: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: Settings = field(default_factory=Settings)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    secrets: Mapping[str, str] = field(default_factory=dict[str, str])
    yes: bool = False
    dry_run: bool = False
    limit_pages: int | None = None
    offline: str | None = None
    model: ChatModel | None = None
    spent: tuple[RoleUse, ...] = ()
    trace: bool = False
    pause_at: int | None = None
    paused: Callable[[str], Awaitable[None]] | None = None
    attended: Callable[[str], Awaitable[None]] | None = None
    begun: Callable[[str], None] | None = None
    answered: Callable[[object], None] | None = None
    accept: frozenset[DoubtKind] = frozenset()
    turns: Turns | None = None
    texts: SharedTexts | None = None
    sessions: Callable[[str], SharedTexts | None] | None = None
    side: SideBrowsers | None = None
    use_lock: bool = True
    learned: str | None = None
    frozen: bool = False
    write_lock: Path | None = None


class Pause:
    """The one pause of a run, at the stage that a person named, to let them look at the window."""

    def __init__(self, request: RunRequest) -> None:
        self._at = request.pause_at
        self._paused = request.paused

    async def __call__(self, stage: int) -> None:
        """Wait for the person if this stage (counted from 0) is the one, the first time only."""
        if stage + 1 == self._at and self._paused is not None:
            self._at = None
            await self._paused(f"stage {stage + 1} is open in the window")


class Anew(Struct, frozen=True, kw_only=True):
    """The parts of a request that no run keeps and a resumed one is given again: consent, secrets, model, callbacks.

    And how many browsers load its pages, by `side`.
    """

    yes: bool = False
    secrets: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    model: ChatModel | None = None
    attended: Callable[[str], Awaitable[None]] | None = None
    answered: Callable[[object], None] | None = None
    side: SideBrowsers | None = None

    def over(self, request: RunRequest) -> RunRequest:
        """`request` with these parts in place."""
        return replace(request, **{name: getattr(self, name) for name in field_names(self)})


def plan_of(request: RunRequest, warn: Callable[[str], None]) -> tuple[Workflow, Plan]:
    """The workflow of a request, and its plan; `warn` gets what a person should know about their secrets.

    Raises:
        UsageError, WorkflowErrors: no such file, every mistake in it, everything that is missing.
    """
    workflow = load(find(request.file))
    stored = secret_lookup(request.settings.secrets, request.environment, warn=warn)

    def secret(name: str) -> Secret | None:
        given = request.secrets.get(name)
        found = stored(name) if given is None else Secret(name, given)
        # kept pages need no login: a missing secret is not needed
        return Secret(name, "") if found is None and request.offline is not None else found

    inputs = Inputs(params=request.params, environment=request.environment, secret=secret)
    return workflow, build(workflow, inputs)


def lock_place(request: RunRequest) -> Path | None:
    """Where the lock lies that a request replays; None where it replays none, whether there is one or not."""
    if not request.use_lock or request.write_lock is not None or request.offline is not None or not request.file:
        return None
    return path_of(find(request.file))


def tried_of(request: RunRequest, workflow: Workflow) -> str:
    """A digest of a file and of all with which its SQL and scripts are tried before a run."""
    versions = (f"{name} {version_of(name)}" for name in _PACKAGES)
    how = (request.settings.sandbox, request.settings.python_engine, sys.version)
    return hash_of(workflow.source, (*(use.source for use in workflow.uses), *versions, *how))[:_DIGITS]


def resumed_request(record: RunRecord, settings: Settings, environment: Mapping[str, str]) -> RunRequest:
    """The request that a run began with, as far as it was kept; consent and secrets are given anew."""
    limit = record.pinned.get("limit_pages")
    return RunRequest(
        file=record.file,
        params={name: str(value) for name, value in record.parameters.items()},
        settings=settings,
        environment={**environment, **record.environment},
        dry_run=record.pinned.get("dry_run") == "True",  # a rehearsal that was killed goes on as one
        limit_pages=None if limit is None else int(limit),
        offline=record.pinned.get("offline"),
        accept=frozenset(kind for kind in DOUBTS if kind in record.pinned.get("accept", "").split()),
    )


def record_of(request: RunRequest, workflow: Workflow) -> RunRecord:
    """The contents of `run.json` at the start of a run."""
    return RunRecord(
        id="",
        workflow=workflow.name,
        file=str(find(request.file).absolute()),
        source=workflow.source,
        sha256=hash_of(workflow.source, (use.source for use in workflow.uses)),
        used={str(Path(use.file).absolute()): use.source for use in workflow.uses},
        started="",
        parameters=dict(request.params),
        environment={name: request.environment[name] for name in workflow.variables if name in request.environment},
        versions={name: version_of(name) for name in _PACKAGES},
        pinned={
            "sandbox": request.settings.sandbox,
            "python_engine": request.settings.python_engine,
            "dry_run": str(request.dry_run),
            **({} if request.limit_pages is None else {"limit_pages": str(request.limit_pages)}),
            **({"accept": " ".join(sorted(request.accept))} if request.accept else {}),
            **({} if request.offline is None else {"offline": request.offline}),
            **{f"{site.name}.locale": site.locale for site in workflow.sites.values()},
            **{f"{site.name}.zone": site.zone for site in workflow.sites.values()},
        },
    )


@cache
def version_of(package: str) -> str:
    """The version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "checkout"
