"""What runs a workflow from its file to its answer? The composition root."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from webdart.answer.outcome import Outcome
from webdart.settings import Settings
from webdart.trace import Listener

AskConsent = Callable[[str], bool]
"""Shows a person what would be written, and says whether it may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """What is to be run, and how: `file` is a path or a library name, `params` texts as given.

    `environment` is where `env.NAME` and `WEBDART_SECRET_NAME` are looked up.
    """

    file: str
    params: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: Settings
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    yes: bool = False
    dry_run: bool = False
    limit_pages: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A finished run: what it says about itself, and its folder (None when it never began)."""

    result: Outcome
    folder: Path | None


async def run(request: RunRequest, *, listeners: Sequence[Listener] = (), ask_consent: AskConsent | None = None) -> Run:
    """Run a workflow."""
    raise NotImplementedError((request, listeners, ask_consent))


async def resume(
    run_id: str | None,
    *,
    settings: Settings,
    environment: Mapping[str, str],
    yes: bool = False,
    listeners: Sequence[Listener] = (),
    ask_consent: AskConsent | None = None,
) -> Run:
    """Go on with an unfinished run (None: the latest)."""
    raise NotImplementedError((run_id, settings, environment, yes, listeners, ask_consent))
